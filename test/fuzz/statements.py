"""Statements of generated programs: control flow, assignments, arrays, heap memory, structs and pointers."""

from program import Array, Program


class Statements(Program):
    # --- bodies ---------------------------------------------------------------------------------------------------
    def statements(self, count):
        for _ in range(count):
            self.statement()

    def body(self, most=3):
        """The statements of a block; blocks deep inside are short."""
        depth = len(self.scopes)
        self.statements(self.random.randint(1, most if depth < 5 else 1))

    def statement(self):
        self.size -= 1
        deep = len(self.scopes) > 6 or self.size < 0 or self.cost > COST_SOFT or self.times > 60
        kinds = FLAT if deep else FLAT + NESTED
        usable = [(kind, weight) for kind, weight, feature in kinds if not feature or feature in self.features]
        kind = self.random.choices([k for k, _ in usable], [w for _, w in usable])[0]
        if getattr(self, kind)() is False:
            self.assign()

    # --- assignments ----------------------------------------------------------------------------------------------
    def declare(self):
        name = self.name("v")
        self.emit(f"T {name} = {self.bounded()};")
        self.scope.numbers.append(name)

    def assign(self):
        place = self.place()
        if place is None:
            return self.declare()
        self.emit(f"{place} = {self.bounded()};")

    def update(self):
        place = self.place()
        if place is None:
            return self.declare()
        e, bound = self.expression(2)
        roll = self.random.randrange(5)
        if roll == 0:
            self.emit(f"{place} *= {self.random.choice(['sin', 'cos', 'tanh'])}({e});")
        elif roll == 1:
            self.emit(f"{place} /= 1.1 + {e} * {e};")
        else:
            name = self.name("at")
            with self.block(""):
                self.emit(f"T &{name} = {place};")
                self.emit(f"{name} {self.random.choice('+-')}= {self.squash(e, bound)};")
                self.emit(f"{name} = {self.squash(name, 2 * 4.0)};")

    def accumulate(self):
        total = self.name("sum")
        count, most = self.trips()
        self.emit(f"T {total} = {self.random.choice(['0', '0', 'T(' + self.constant() + ')'])};")
        i = self.name("i")
        start = self.random.randrange(2) if count == "n" else 0
        with self.block(f"for (int {i} = {start}; {i} < {count}; ++{i})", times=max(most, 1)) as scope:
            scope.ints.append((i, most - 1 if most else 0))
            if self.chance(0.4):
                self.statement()
            self.emit(f"{total} {self.random.choice(['+=', '+=', '-='])} {self.bounded(2)};")
        self.emit(f"{total} = {self.squash(total, 4.0 * most + 2)};")
        self.scope.numbers.append(total)

    # --- control flow ---------------------------------------------------------------------------------------------
    def for_loop(self):
        count, most = self.trips()
        i = self.name("i")
        form = self.random.randrange(5)
        times = max(most, 1)
        if form == 0:
            header, largest = f"for (int {i} = {count} - 1; {i} >= 0; --{i})", most - 1
        elif form == 1:
            header, largest = f"for (int {i} = 0; {i} < {count}; {i} += 2)", most - 1
        elif form == 2:
            header, largest = f"for (int {i} = 1; {i} <= {count}; ++{i})", most
        else:
            header, largest = f"for (int {i} = 0; {i} < {count}; ++{i})", most - 1
        with self.block(header, times=times) as scope:
            scope.ints.append((i, max(largest, 0)))
            self.body(4)
            self.maybe_leave()

    def maybe_leave(self):
        if not self.has("leave") or not self.chance(0.4):
            return
        self.emit(f"if ({self.condition()}) {self.random.choice(['break', 'continue'])};")
        if self.chance(0.7):
            self.statement()

    def while_loop(self):
        k = self.name("k")
        most = self.random.randint(2, 5)
        condition = f"{k} < {most}" + (f" && {self.condition()}" if self.chance(0.7) else "")
        self.emit(f"int {k} = 0;")
        with self.block(f"while ({condition})", times=most) as scope:
            self.emit(f"++{k};")
            scope.ints.append((k, most))
            self.body()
            self.maybe_leave()
        self.scope.ints.append((k, most))

    def do_loop(self):
        k = self.name("k")
        most = self.random.randint(2, 4)
        self.emit(f"int {k} = 0;")
        end = f"}} while ({k} < {most} && {self.condition()});" if self.chance(0.7) else f"}} while ({k} < {most});"
        with self.block("do", end=end, times=most) as scope:
            self.emit(f"++{k};")
            scope.ints.append((k, most))
            self.body()
            self.maybe_leave()

    def endless_loop(self):
        k = self.name("k")
        most = self.random.randint(2, 5)
        with self.block(f"for (int {k} = 0;; ++{k})", times=most) as scope:
            scope.ints.append((k, most))
            self.emit(f"if ({k} >= {most} || {self.condition()}) break;")
            self.body()

    def branch(self):
        with self.block(f"if ({self.condition()})", end="} else {" if self.chance(0.6) else "}"):
            self.body()
        if self.lines[-1].endswith("else {"):
            header = self.lines.pop().strip()
            with self.block(header[:-2]):
                self.body()

    def switch(self):
        cases = self.random.randint(2, 4)
        with self.block(f"switch ({self.index(cases + 1)})"):
            for case in range(cases):
                label = "default" if case == cases - 1 and self.chance(0.5) else f"case {case}"
                with self.block(label + ":"):
                    self.body(2)
                    if self.chance(0.6):
                        self.emit("break;")
                    elif case < cases - 1:
                        self.emit("[[fallthrough]];")

    def goto_forward(self):
        label = self.name("leave")
        with self.block(""):
            self.body(2)
            self.emit(f"if ({self.condition()}) goto {label};")
            i = self.name("i")
            with self.block(f"for (int {i} = 0; {i} < 3; ++{i})", times=3) as scope:
                scope.ints.append((i, 2))
                self.body(2)
                self.emit(f"if ({self.condition()}) goto {label};")
                self.body(2)
        self.emit(f"{label}:;")

    def goto_back(self):
        label, k = self.name("again"), self.name("k")
        most = self.random.randint(2, 4)
        self.emit(f"int {k} = 0;")
        with self.block("", times=most):
            self.emit(f"{label}:")
            with self.block("") as scope:
                scope.ints.append((k, most))
                self.body()
            self.emit(f"if (++{k} < {most} && {self.condition()}) goto {label};")

    def early_return(self):
        if self.returns is None:
            return False
        self.emit(f"if ({self.condition()}) return {self.returns()};")

    # --- arrays and heap memory -------------------------------------------------------------------------------------
    def fill(self, array):
        i = self.name("i")
        with self.block(f"for (int {i} = 0; {i} < {array.size}; ++{i})", times=array.length) as scope:
            scope.ints.append((i, array.length - 1))
            self.emit(f"{array.name}[{i}] = {self.bounded(1)};")

    def local_array(self):
        array = Array(self.name("a"), self.random.randint(2, 5))
        if self.chance(0.5):
            values = ", ".join(f"T({self.bounded(1)})" for _ in range(array.length))
            self.emit(f"T {array.name}[{array.length}] = {{{values}}};")
        else:
            self.emit(f"T {array.name}[{array.length}];")
            self.fill(array)
        self.scope.arrays.append(array)

    def heap_array(self):
        array = Array(self.name("h"), self.random.randint(2, 5))
        if self.knows_n and self.chance(0.3):
            array = Array(array.name, self.inputs, "n")
        malloc = self.chance(0.3)
        with self.block(""):
            if malloc:
                self.emit(f"T *{array.name} = static_cast<T *>(std::malloc({array.size} * sizeof(T)));")
            else:
                self.emit(f"T *{array.name} = new T[{array.size}];")
            self.fill(array)
            self.scope.arrays.append(array)
            returns, self.returns = self.returns, None  # nothing leaves before the memory is freed
            self.body(4)
            place = self.outer_place()
            if place:
                self.emit(f"{place} = {self.squash(f'({place} * {array.name}[{self.index(array.length)}])', 16)};")
            self.returns = returns
            self.emit(f"std::free({array.name});" if malloc else f"delete[] {array.name};")

    def outer_place(self):
        """A number that outlives the innermost scope."""
        inner = self.scopes.pop()
        place = self.place()
        self.scopes.append(inner)
        return place

    def grown_array(self):
        """A heap array that is copied to a larger one when it is full."""
        stack, size, room, i, more = (self.name(stem) for stem in ("s", "size", "room", "i", "more"))
        count, most = self.trips(5)
        place = self.place()
        if place is None:
            return False
        with self.block(""):
            self.emit(f"int {size} = 0, {room} = 1;")
            self.emit(f"T *{stack} = new T[1];")
            with self.block(f"for (int {i} = 0; {i} < {count}; ++{i})", times=max(most, 1)) as scope:
                scope.ints.append((i, max(most - 1, 0)))
                with self.block(f"if ({size} == {room})"):
                    self.emit(f"T *{more} = new T[2 * {room}];")
                    if self.chance(0.5):
                        self.emit(f"std::memcpy({more}, {stack}, {size} * sizeof(T));")
                    else:
                        self.emit(f"for (int j = 0; j < {size}; ++j) {more}[j] = {stack}[j];")
                    self.emit(f"delete[] {stack};")
                    self.emit(f"{stack} = {more};")
                    self.emit(f"{room} *= 2;")
                self.emit(f"{stack}[{size}++] = {self.bounded()};")
                if self.chance(0.5):
                    self.emit(f"{stack}[{size} / 2] *= cos({self.leaf()[0]});")
            self.emit(f"while ({size} > 0) {place} = sin({place} + {stack}[--{size}]);")
            self.emit(f"delete[] {stack};")

    def rows(self):
        """An array of pointers to heap arrays, whose rows change places."""
        name, i = self.name("rows"), self.name("i")
        place = self.place()
        if place is None:
            return False
        width = self.random.randint(2, 3)
        with self.block(""):
            self.emit(f"T **{name} = new T *[3];")
            with self.block(f"for (int {i} = 0; {i} < 3; ++{i})", times=3) as scope:
                scope.ints.append((i, 2))
                self.emit(f"{name}[{i}] = new T[{width}];")
                self.emit(f"for (int j = 0; j < {width}; ++j) {name}[{i}][j] = {self.bounded(1)};")
            self.emit(f"std::swap({name}[{self.index(3)}], {name}[{self.index(3)}]);")
            row = Array(f"{name}[{self.index(3)}]", width)
            self.emit(f"{self.element(row)} = {self.bounded()};")
            with self.block(f"for (int {i} = 2; {i} >= 0; --{i})", times=3) as scope:
                scope.ints.append((i, 2))
                row = Array(f"{name}[{i}]", width)
                self.emit(f"{place} = {self.squash(f'({place} + {self.element(row)})', 8)};")
                self.emit(f"delete[] {name}[{i}];")
            self.emit(f"delete[] {name};")

    def linked_list(self):
        if not self.has("struct"):
            return False
        place = self.place()
        if place is None:
            return False
        head, node, i = self.name("head"), self.name("node"), self.name("i")
        count, most = self.trips()
        with self.block(""):
            self.emit(f"Node<T> *{head} = nullptr;")
            with self.block(f"for (int {i} = 0; {i} < {count}; ++{i})", times=max(most, 1)) as scope:
                scope.ints.append((i, max(most - 1, 0)))
                self.emit(f"{head} = new Node<T>{{{i}, T({self.bounded(1)}), {head}}};")
            if self.chance(0.6):
                self.emit(f"for (Node<T> *{node} = {head}; {node}; {node} = {node}->next) "
                          f"{node}->value = sin({node}->value * {self.leaf()[0]});")
            with self.block(f"while ({head})", times=max(most, 1)):
                self.emit(f"Node<T> *{node} = {head};")
                self.emit(f"{head} = {node}->next;")
                self.emit(f"{place} = {self.squash(f'({place} + {node}->value * {node}->value)', 20)};")
                self.emit(f"delete {node};")

    # --- structs and pointers ---------------------------------------------------------------------------------------
    def struct(self):
        struct = self.random.choice(self.structs)
        name = self.name("r")
        same = [n for n, s, _ in self.visible("structs") if s is struct]
        if same and self.chance(0.5):
            self.emit(f"{struct.name}<T> {name} = {self.random.choice(same)};")
        else:
            self.emit(f"{struct.name}<T> {name};")
            for path, lengths in struct.numbers[:3]:
                for length in lengths:
                    path = path.replace("#", self.index(length), 1)
                self.emit(f"{name}{path} = {self.bounded(1)};")
        self.scope.structs.append((name, struct, True))
        for path, length in struct.arrays:
            self.scope.arrays.append(Array(name + path, length))

    def struct_array(self):
        struct = self.random.choice(self.structs)
        name, i = self.name("rs"), self.name("i")
        length = self.random.randint(2, 4)
        heap = self.chance(0.4)
        with self.block(""):
            if heap:
                self.emit(f"{struct.name}<T> *{name} = new {struct.name}<T>[{length}];")
            else:
                self.emit(f"{struct.name}<T> {name}[{length}];")
            with self.block(f"for (int {i} = 0; {i} < {length}; ++{i})", times=length) as scope:
                scope.ints.append((i, length - 1))
                self.emit(f"{self.path(f'{name}[{i}]', struct)} = {self.bounded(1)};")
            for index in range(length):
                self.scope.structs.append((f"{name}[{index}]", struct, True))
            self.emit(f"{name}[{self.index(length)}] = {name}[{self.index(length)}];")
            self.emit(f"std::swap({name}[{self.index(length)}], {name}[{self.index(length)}]);")
            if self.chance(0.5):
                path = self.path("", struct)
                self.emit(f"std::sort({name}, {name} + {length}, [&](const auto &a, const auto &b) "
                          f"{{ return a{path} < b{path}; }});")
            returns, self.returns = self.returns, None if heap else self.returns
            self.body(3)
            self.returns = returns
            place = self.outer_place()
            if place:
                self.emit(f"{place} = {self.squash('(' + place + ' + ' + self.path(f'{name}[{self.index(length)}]', struct) + ')', 8)};")
            if heap:
                self.emit(f"delete[] {name};")

    def struct_copy(self):
        entries = self.visible("structs")
        pairs = [(a[0], b[0]) for a in entries if a[2] for b in entries if a[1] is b[1] and a[0] != b[0]]
        if not pairs:
            return self.struct()
        left, right = self.random.choice(pairs)
        swaps = [p for p in pairs if p[::-1] in pairs]
        if swaps and self.chance(0.4):
            left, right = self.random.choice(swaps)
            self.emit(f"std::swap({left}, {right});")
        else:
            self.emit(f"{left} = {right};")

    def pointer(self):
        pointers = self.scope.pointers
        place = self.stable_place()
        if place is None:
            return False
        other = self.stable_place()
        target = f"{self.condition()} ? &{place} : &{other}" if self.chance(0.5) else f"&{place}"
        if pointers and self.chance(0.6):
            self.emit(f"{self.random.choice(pointers)} = {target};")
        else:
            name = self.name("p")
            self.emit(f"T *{name} = {target};")
            pointers.append(name)

    def stable_place(self):
        """A number that stays where it is as long as the innermost scope lives."""
        choices = self.visible("numbers")
        choices += [self.element(a) for a in self.visible("arrays") if not a.constant and not a.growing]
        choices += [self.path(*s[:2]) for s in self.visible("structs") if s[2]]
        return self.random.choice(choices) if choices else None

    def pointer_walk(self):
        arrays = [a for a in self.visible("arrays") if not a.constant]
        if not arrays:
            return False
        array = self.random.choice(arrays)
        p = self.name("p")
        begin = array.begin
        step = self.random.choice([f"++{p}", f"{p} += 1"])
        with self.block(f"for (T *{p} = {begin}; {p} != {begin} + {array.length}; {step})", times=array.length) as scope:
            scope.pointers.append(p)
            self.emit(f"*{p} = {self.bounded()};")


COST_SOFT = 2500

# (method, weight, feature it needs)
FLAT = [
    ("declare", 5, ""), ("assign", 9, ""), ("update", 7, ""), ("pointer", 4, "pointer"), ("struct_copy", 4, "struct"),
    ("struct", 3, "struct"), ("local_array", 3, "array"), ("early_return", 1, "return"), ("call", 4, "helper"),
    ("memory", 4, "memory"), ("algorithm", 4, "algorithm"), ("vector_change", 5, "vector"), ("vector", 3, "vector"),
    ("use_global", 3, "global"), ("local_static", 1, "global"),
]
NESTED = [
    ("for_loop", 9, ""), ("while_loop", 4, "while"), ("do_loop", 3, "while"), ("endless_loop", 2, "while"), ("branch", 8, ""),
    ("switch", 3, "switch"), ("goto_forward", 2, "goto"), ("goto_back", 2, "goto"), ("accumulate", 5, ""),
    ("heap_array", 4, "heap"), ("grown_array", 2, "heap"), ("rows", 2, "heap"), ("linked_list", 2, "heap"),
    ("struct_array", 3, "struct"), ("pointer_walk", 3, "pointer"), ("lambda_call", 3, "lambda"), ("virtual_call", 3, "virtual"),
    ("exception", 3, "exception"), ("vector_of", 3, "vector"), ("library", 3, "library"),
]
