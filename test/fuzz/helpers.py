"""What stands before a program's main function: structs, classes, globals and helper functions; and their uses."""

from library import Library
from program import LIMIT, Array, Helper, Struct


class Helpers(Library):
    # --- types ----------------------------------------------------------------------------------------------------
    def types(self):
        self.struct_types()
        if self.has("virtual"):
            self.class_types()
        if self.has("thrown_value"):
            self.emit("template <class T> struct Thrown {")
            self.emit("  int code;")
            self.emit("  T value;")
            self.emit("};")
            self.emit("")
        if self.has("global"):
            self.emit("template <class T> T global_cells[4];")
            self.emit("template <class T> T global_total;")
            self.emit("")

    def struct_types(self):
        if not self.has("struct"):
            return
        self.emit("template <class T> struct Node {")
        self.emit("  int number;")
        self.emit("  T value;")
        self.emit("  Node *next;")
        self.emit("};")
        self.emit("")
        for _ in range(self.random.randint(1, 3)):
            self.structs.append(self.struct_type())

    def struct_type(self):
        struct = Struct(self.name("Record"))
        names = [f"f{i}" for i in range(self.random.randint(2, 5))]
        for i, field in enumerate(names):
            kind = "number" if i == 0 else self.random.choice(["number", "number", "array", "int", "char", "bool", "short", "nested"])
            if kind == "nested" and not self.structs:
                kind = "number"
            if kind == "number":
                struct.fields.append(f"T {field} = {self.constant()};")
                struct.numbers.append((f".{field}", []))
            elif kind == "array":
                length = self.random.randint(2, 3)
                struct.fields.append(f"T {field}[{length}] = {{}};")
                struct.numbers.append((f".{field}[#]", [length]))
                struct.arrays.append((f".{field}", length))
            elif kind == "nested":
                inner = self.random.choice(self.structs)
                length = self.random.randint(1, 2)
                struct.fields.append(f"{inner.name}<T> {field}[{length}];")
                struct.numbers += [(f".{field}[#]{path}", [length, *lengths]) for path, lengths in inner.numbers]
            else:
                struct.fields.append(f"{kind} {field} = 1;")
        self.random.shuffle(struct.fields)
        self.emit(f"template <class T> struct {struct.name} {{")
        for field in struct.fields:
            self.emit(f"  {field}")
        self.emit("};")
        self.emit("")
        return struct

    def class_types(self):
        self.emit("template <class T> struct Base {")
        self.emit("  virtual ~Base() = default;")
        self.emit("  virtual T apply(T a, int k) { return sin(a) + 0.1 * k; }")
        self.emit("  virtual void change(T &a) { a *= 0.5; }")
        self.emit("};")
        for _ in range(self.random.randint(1, 3)):
            name = self.name("Derived")
            self.emit(f"template <class T> struct {name} : Base<T> {{")
            self.depth += 1
            self.emit(f"T held = {self.constant()};")
            with self.block("T apply(T a, int k) override") as scope:
                scope.numbers += ["a", "held"]
                scope.ints.append(("k", 4))
                self.small_body()
                self.emit(f"return {self.bounded()};")
            if self.chance(0.6):
                with self.block("void change(T &a) override") as scope:
                    scope.numbers += ["a", "held"]
                    self.emit(f"a = {self.bounded()};")
                    self.emit(f"held = {self.bounded()};")
            self.depth -= 1
            self.emit("};")
            self.classes.append(name)
        self.emit("")

    # --- functions ------------------------------------------------------------------------------------------------
    def functions(self):
        kinds = []
        if self.has("helper"):
            kinds += self.random.sample(["value", "value", "pointer", "reference"], self.random.randint(1, 4))
            if self.has("struct"):
                kinds += ["struct_value"] * self.random.randint(0, 2)
        if self.has("recursion"):
            kinds += ["recursion", "halves"][: self.random.randint(1, 2)]
        if self.has("table"):
            kinds.append("table")
        if self.has("exception"):
            kinds.append("throws")
        for kind in kinds:
            self.function_of(kind)

    def small_body(self):
        """A few statements of what is enabled; returns and the count n belong to the main function."""
        size, self.size = self.size, self.random.randint(1, 4)
        scopes, self.scopes = self.scopes, [self.scope]
        while self.size > 0:
            self.statement()
        self.scopes, self.size = scopes, size

    def prefix(self, kind):
        inline = "[[gnu::noinline]] " if self.has("noinline") and self.chance(0.7) else ""
        self.emit(f"template <class T> {inline}{kind}")
        return self.lines.pop()

    def function_of(self, kind):
        before, self.cost = self.cost, 0
        if kind == "table":
            for _ in range(3):
                self.value_function("entry")
            names = ", ".join(f"{h.name}<T>" for h in self.helpers[-3:])
            table = self.name("table")
            self.emit(f"template <class T> T (*const {table}[3])(T, T, int) = {{{names}}};")
            helper = Helper(table, "table", max(h.cost for h in self.helpers[-3:]))
            self.helpers = self.helpers[:-3]
        elif kind == "value":
            self.value_function("mix")
            helper = self.helpers.pop()
        else:
            self.globals = self.has("global") and kind in ("pointer", "reference")
            helper = getattr(self, f"{kind}_function")()
            self.globals = False
        self.emit("")
        helper.cost = max(helper.cost, self.cost)
        self.helpers.append(helper)
        self.cost = before

    def value_function(self, stem):
        name = self.name(stem)
        before = self.cost
        with self.block(self.prefix(f"T {name}(T a, {self.random.choice(['T', 'T', 'const T'])} b, int k)")) as scope:
            scope.numbers.append("a")
            scope.constants.append("b")
            scope.ints.append(("k", 4))
            self.small_body()
            self.emit(f"return {self.bounded()};")
        self.helpers.append(Helper(name, "value", self.cost - before))

    def pointer_function(self):
        name = self.name("sweep")
        with self.block(self.prefix(f"T {name}(T *p, int length)")) as scope:
            scope.arrays.append(Array("p", 2))
            i = self.name("i")
            with self.block(f"for (int {i} = 1; {i} < length; ++{i})", times=4):
                self.emit(f"p[{i}] = {self.squash(f'(p[{i} - 1] * 0.5 + p[{i}] * {self.leaf()[0]})', 18)};")
            self.small_body()
            self.emit(f"return {self.bounded()};")
        return Helper(name, "pointer", 0)

    def reference_function(self):
        name = self.name("adjust")
        with self.block(self.prefix(f"void {name}(T &a, const T &b, T *c)")) as scope:
            scope.numbers.append("a")
            scope.constants.append("b")
            scope.pointers.append("c")
            self.small_body()
            self.emit(f"a = {self.bounded()};")
            self.emit(f"*c = {self.bounded()};")
        return Helper(name, "reference", 0)

    def struct_value_function(self):
        struct = self.random.choice(self.structs)
        name = self.name("measure")
        by = self.random.choice([f"const {struct.name}<T> &s", f"{struct.name}<T> s"])
        with self.block(self.prefix(f"T {name}({by}, T a)")) as scope:
            scope.numbers.append("a")
            scope.structs.append(("s", struct, "&" not in by))
            self.small_body()
            self.emit(f"return {self.bounded()};")
        return Helper(name, "struct_value", 0, struct)

    def recursion_function(self):
        name = self.name("descend")
        with self.block(self.prefix(f"T {name}(T a, int level)"), times=3) as scope:
            scope.numbers.append("a")
            self.emit(f"if (level <= 0) return {self.bounded(1)};")  # level may be -1 here
            scope.ints.append(("level", 3))
            self.small_body()
            self.emit(f"T down = {name}<T>({self.bounded(1)}, level - 1);")
            scope.numbers.append("down")
            if self.chance(0.4):
                self.emit(f"if ({self.condition()}) down = {name}<T>({self.bounded(1)}, level - 2);")
            self.emit(f"return {self.bounded()};")
        return Helper(name, "recursion", self.cost * 2)

    def halves_function(self):
        name = self.name("halves")
        with self.block(self.prefix(f"T {name}(T *p, int length)"), times=4):
            self.emit("if (length == 1) return *p;")
            self.emit(f"const T left = {name}<T>(p, length / 2);")
            self.emit(f"const T right = {name}<T>(p + length / 2, length - length / 2);")
            self.scope.constants += ["left", "right"]
            self.scope.arrays.append(Array("p", 2))
            if self.chance(0.6):
                self.emit(f"p[length / 2] = {self.bounded(1)};")
            self.emit(f"return {self.bounded()};")
        return Helper(name, "pointer", 0)

    def throws_function(self):
        name = self.name("guarded")
        with self.block(self.prefix(f"T {name}(T a, int k)")) as scope:
            scope.numbers.append("a")
            scope.ints.append(("k", 4))
            if self.chance(0.4):
                self.small_body()
            thrown = ['std::domain_error("outside")', "k + 1"]
            if self.has("thrown_value"):
                thrown.append(f"Thrown<T>{{k, T({self.bounded(1)})}}")
            for what in self.random.sample(thrown, len(thrown)):
                self.emit(f"if ({self.condition()}) throw {what};")
            self.emit(f"return {self.bounded()};")
        return Helper(name, "throws", 0)

    # --- uses -----------------------------------------------------------------------------------------------------
    def call(self):
        """A call of a helper that changes what it is given, as a statement of its own."""
        usable = [h for h in self.helpers if h.kind in ("pointer", "reference") and self.times * h.cost < 2000]
        if not usable:
            return False
        helper = self.random.choice(usable)
        if helper.kind == "pointer":
            arrays = [a for a in self.visible("arrays") if not a.constant]
            if not arrays:
                return False
            array = self.random.choice(arrays)
            name = self.name("v")
            self.emit(f"T {name} = {helper.name}<T>({array.begin}, {array.length});")
            self.scope.numbers.append(name)
        else:
            places = [self.place() for _ in range(3)]
            if None in places:
                return False
            self.emit(f"{helper.name}<T>({places[0]}, {places[1]}, &{places[2]});")
        self.cost += self.times * helper.cost

    def lambda_call(self):
        name = self.name("f")
        place = self.place()
        if place is None:
            return False
        capture = self.random.choice(["&", "&", "="])
        with self.block(f"auto {name} = [{capture}](T a, int k)" + (" -> T" if capture == "&" else " mutable -> T"), end="};") as scope:
            scope.numbers.append("a")
            scope.ints.append(("k", 3))
            returns, self.returns = self.returns, None
            self.body(2)
            self.returns = returns
            self.emit(f"return {self.bounded()};")
        self.emit(f"{place} = {name}({self.bounded(1)}, {self.index(4)});")
        if self.chance(0.5):
            self.emit(f"for (int j = 0; j < 3; ++j) {place} = {name}({place}, j);")

    def virtual_call(self):
        place = self.place()
        if place is None:
            return False
        name = self.name("o")
        kinds = [f"{c}<T>" for c in self.classes + ["Base"]]
        with self.block(""):
            if self.chance(0.5):
                first, second = self.random.choice(kinds), self.random.choice(kinds)
                self.emit(f"Base<T> *{name} = {self.condition()} ? static_cast<Base<T> *>(new {first}) : new {second};")
                self.emit(f"{name}->change({place});")
                self.emit(f"{place} = {self.squash(f'{name}->apply({place}, {self.index(4)})', LIMIT + 0.4)};")
                self.emit(f"delete {name};")
                return
            i = self.name("i")
            self.emit(f"std::unique_ptr<Base<T>> {name}[2];")
            self.emit(f"{name}[0] = std::make_unique<{self.random.choice(kinds)}>();")
            self.emit(f"{name}[1] = std::make_unique<{self.random.choice(kinds)}>();")
            with self.block(f"for (int {i} = 0; {i} < 3; ++{i})", times=3) as scope:
                scope.ints.append((i, 2))
                self.emit(f"{place} = sin({name}[{self.index(2)}]->apply({place}, {i}));")
                if self.chance(0.5):
                    self.emit(f"{name}[{i} % 2]->change({place});")

    def exception(self):
        throwers = [h for h in self.helpers if h.kind == "throws"]
        place = self.place()
        if not throwers or place is None:
            return False
        helper = self.random.choice(throwers)
        self.cost += self.times * helper.cost
        last = "Thrown<T> &thrown" if self.has("thrown_value") else "..."
        with self.block("try", end="} catch (const std::exception &) {"):
            if self.chance(0.5):
                self.body(2)
            self.emit(f"{place} = {helper.name}<T>({self.bounded(1)}, {self.index(4)});")
            self.body(2)
        self.handler("} catch (int code) {", "code")
        self.handler(f"}} catch ({last}) {{")
        header = self.lines.pop().strip()
        with self.block(header[:-2]):
            if self.has("thrown_value"):
                self.emit(f"{place} = sin(thrown.value + {self.leaf()[0]});")
            else:
                self.emit(f"{place} = {self.bounded()};")

    def handler(self, end, number=None):
        header = self.lines.pop().strip()
        with self.block(header[:-2], end=end) as scope:
            if header.endswith("(int code) {"):
                scope.ints.append(("code", 5))
            self.body(2)

    # --- globals --------------------------------------------------------------------------------------------------
    def reset_globals(self):
        if not self.has("global"):
            return
        self.emit("for (int i = 0; i < 4; ++i) global_cells<T>[i] = 0.25 * i;")
        self.emit("global_total<T> = 0.5;")
        self.globals = True  # they may be used from here on

    def use_global(self):
        if not self.globals:
            return False
        place = self.place()
        cell = self.random.choice(["global_total<T>", f"global_cells<T>[{self.index(4)}]"])
        if self.chance(0.6) or place is None:
            self.emit(f"{cell} = {self.bounded()};")
        else:
            self.emit(f"{place} = {self.squash(f'({place} + {cell} * {self.leaf()[0]})', 20)};")

    def local_static(self):
        array = Array(self.name("kept"), 3)
        self.emit(f"static T {array.name}[3];")
        self.fill(array)
        self.scope.arrays.append(array)
