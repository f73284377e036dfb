"""Statements of generated programs that use the standard library: vectors, algorithms, byte copies, containers."""

from program import Array
from statements import Statements


class Library(Statements):
    # --- vectors --------------------------------------------------------------------------------------------------
    def vectors(self):
        return [a for a in self.visible("arrays") if a.growing]

    def vector(self):
        name = self.name("w")
        if self.chance(0.5):
            self.emit(f"std::vector<T> {name}({self.random.randint(2, 4)}, T({self.bounded(1)}));")
        elif self.vectors() and self.chance(0.5):
            self.emit(f"std::vector<T> {name} = {self.random.choice(self.vectors()).name};")
        else:
            values = ", ".join(f"T({self.bounded(1)})" for _ in range(self.random.randint(2, 4)))
            self.emit(f"std::vector<T> {name} = {{{values}}};")
        self.scope.arrays.append(Array(name, 2, f"{name}.size()", growing=True))

    def vector_change(self):
        """Keeps at least two and at most a dozen elements."""
        if not self.vectors():
            return self.vector()
        v = self.random.choice(self.vectors()).name
        value = f"T({self.bounded(2)})"
        at = f"{v}.begin() + {self.index(97)} % {v}.size()"
        small, large = f"if ({v}.size() < 12) ", f"if ({v}.size() > 2) "
        i = self.name("i")
        choices = [
            f"{small}{v}.push_back({value});", f"{small}{v}.push_back({value});", f"{large}{v}.pop_back();",
            f"{v}.resize(2 + {self.index(6)});", f"{v}.resize(2 + {self.index(6)}, {value});", f"{small}{v}.insert({at}, {value});",
            f"{large}{v}.erase({at});", f"{small}{v}.emplace_back({value});", f"{v}.assign(3, {value});",
            f"for (T &{i} : {v}) {i} = sin({i} * {self.leaf()[0]});", f"{v}.back() = {v}.front() * cos({value});",
            f"{small}{v}.insert({v}.end(), 2, {value});", f"{v}.reserve({v}.size() + 3);",
        ]
        others = [a.name for a in self.vectors() if a.name != v]
        if others:
            other = self.random.choice(others)
            choices += [f"{v} = {other};", f"std::swap({v}, {other});", f"{v}.swap({other});", f"{v} = std::vector<T>({other});"]
        self.emit(self.random.choice(choices))

    def vector_of(self):
        """A vector of vectors or of structs, filled in a loop."""
        place, name, i = self.place(), self.name("ws"), self.name("i")
        count, most = self.trips()
        if place is None:
            return False
        struct = self.random.choice(self.structs) if self.has("struct") and self.chance(0.5) else None
        with self.block(""):
            self.emit(f"std::vector<{struct.name + '<T>' if struct else 'std::vector<T>'}> {name};")
            with self.block(f"for (int {i} = 0; {i} < {count}; ++{i})", times=most) as scope:
                scope.ints.append((i, most - 1))
                if struct:
                    item = self.name("r")
                    self.emit(f"{struct.name}<T> {item};")
                    self.emit(f"{self.path(item, struct)} = {self.bounded(1)};")
                    self.emit(f"{name}.push_back({item});")
                else:
                    self.emit(f"{name}.emplace_back(1 + {i}, T({self.bounded(1)}));")
            if self.chance(0.5):
                self.emit(f"std::reverse({name}.begin(), {name}.end());")
            if self.chance(0.4):
                self.emit(f"if ({name}.size() > 1) {name}.erase({name}.begin());")
            item = self.name("item")
            with self.block(f"for (const auto &{item} : {name})", times=most):
                term = self.path(item, struct) if struct else f"{item}.back()"
                self.emit(f"{place} = sin({place} + {term} * {term});")

    # --- algorithms and byte copies -------------------------------------------------------------------------------
    def writable(self):
        return [a for a in self.visible("arrays") if not a.constant]

    def algorithm(self):
        arrays = self.writable()
        place = self.place()
        if not arrays or place is None:
            return False
        array = self.random.choice(arrays)
        begin, end = array.begin, f"{array.begin} + {array.length}"
        middle = f"{begin} + {self.index(array.length)}"
        y, z = self.leaf()[0], self.leaf()[0]
        choices = [
            f"std::sort({begin}, {end});", f"std::sort({begin}, {end}, [](const T &a, const T &b) {{ return a > b; }});",
            f"std::stable_sort({begin}, {end});", f"std::reverse({begin}, {end});", f"std::rotate({begin}, {middle}, {end});",
            f"std::rotate({begin}, {middle}, {end});", f"std::fill({begin}, {middle}, T({y}));",
            f"std::nth_element({begin}, {middle}, {end});", f"std::iter_swap({begin}, {middle});",
            f"std::transform({begin}, {end}, {begin}, [&](T a) {{ return sin(a + {y}); }});",
            f"std::partition({begin}, {end}, [&](const T &a) {{ return a < {z}; }});",
            f"std::for_each({begin}, {end}, [&](T &a) {{ a = sin(a * {y}); }});",
            f"{place} = sin(std::accumulate({begin}, {end}, T(0)));",
            f"{place} = tanh(std::inner_product({begin}, {end}, {begin}, T({z})));",
            f"{place} = *std::max_element({begin}, {end});", f"{place} = *std::min_element({begin}, {end});",
            f"{place} = T(*std::max_element({begin}, {end})) * cos({y});",
        ]
        others = [a for a in arrays if a.name != array.name]
        if others:
            other = self.random.choice(others)
            length = min(array.length, other.length)
            choices += [f"std::copy({begin}, {begin} + {length}, {other.begin});",
                        f"std::swap_ranges({begin}, {begin} + {length}, {other.begin});",
                        f"std::copy_backward({begin}, {begin} + {length}, {other.begin} + {length});"]
        if self.chance(0.25):
            return self.swap()
        self.emit(self.random.choice(choices))

    def swap(self):
        left, right = self.place(), self.place()
        self.emit(f"std::swap({left}, {right});")

    def memory(self):
        arrays = self.writable()
        if not arrays:
            return False
        array = self.random.choice(arrays)
        pointer = array.begin
        others = [a for a in self.visible("arrays") if a.name != array.name]
        if others and self.chance(0.5):
            other = self.random.choice(others)
            length = self.random.randint(1, min(array.length, other.length))
            self.emit(f"std::memcpy({pointer}, {other.begin}, {length} * sizeof(T));")
        elif self.chance(0.2):
            self.emit(f"std::memset(static_cast<void *>({pointer}), 0, {self.index(array.length)} * sizeof(T));")
        elif self.chance(0.5):
            self.emit(f"std::memmove({pointer} + 1, {pointer}, {array.length - 1} * sizeof(T));")
        else:
            shift = self.name("shift")
            with self.block(""):
                self.emit(f"const int {shift} = {self.index(array.length)};")
                self.emit(f"std::memmove({pointer}, {pointer} + {shift}, ({array.length} - {shift}) * sizeof(T));")

    # --- other containers -------------------------------------------------------------------------------------------
    def library(self):
        place = self.place()
        if place is None:
            return False
        name, i = self.name("c"), self.name("i")
        count, most = self.trips()
        first, second = f"T({self.bounded(1)})", f"T({self.bounded(1)})"
        kind = self.random.choice(["array", "pair", "tuple", "deque", "list", "map", "unique", "shared", "optional", "variant", "function"])
        with self.block(""):
            if kind in ("deque", "list", "map"):
                self.container(kind, name, i, count, most, place)
                return
            declaration, value = {
                "array": (f"std::array<T, 3> {name} = {{{first}, {second}, {place}}};", f"{name}[{self.index(3)}] * {name}.back()"),
                "pair": (f"std::pair<T, int> {name} = {{{first}, {self.index(4)}}};", f"{name}.first * T({name}.second)"),
                "tuple": (f"std::tuple<T, int, T> {name} = {{{first}, 2, {second}}};", f"std::get<0>({name}) * std::get<2>({name})"),
                "unique": (f"auto {name} = std::make_unique<T>({first});", f"*{name} * {second}"),
                "shared": (f"auto {name} = std::make_shared<T>({first});", f"*{name} * {second}"),
                "optional": (f"std::optional<T> {name} = {self.condition()} ? std::optional<T>({first}) : std::nullopt;",
                             f"{name}.value_or({second})"),
                "variant": (f"std::variant<int, T> {name} = {first};", f"std::get<T>({name}) * {second}"),
                "function": (f"std::function<T(T)> {name} = [&](T a) {{ return sin(a * {self.leaf()[0]}); }};", f"{name}({second})"),
            }[kind]
            self.emit(declaration)
            if kind in ("array", "tuple", "pair") and self.chance(0.5):
                copy = self.name("c")
                self.emit(f"auto {copy} = {name};")
                self.emit(f"std::swap({copy}, {name});")
            self.emit(f"{place} = sin({place} + {value});")

    def container(self, kind, name, i, count, most, place):
        item = self.name("item")
        self.emit(f"std::{kind}<{'int, T' if kind == 'map' else 'T'}> {name};")
        with self.block(f"for (int {i} = 0; {i} < {count}; ++{i})", times=most) as scope:
            scope.ints.append((i, most - 1))
            if kind == "map":
                self.emit(f"{name}[{self.index(3)}] = {self.bounded(1)};")
            else:
                self.emit(f"{name}.push_{self.random.choice(['back', 'front'])}({self.bounded(1)});")
        if kind != "map" and self.chance(0.5):
            self.emit(f"if ({name}.size() > 1) {name}.pop_front();")
        with self.block(f"for (const auto &{item} : {name})", times=most):
            value = f"{item}.second" if kind == "map" else item
            self.emit(f"{place} = sin({place} + {value} * {value});")
