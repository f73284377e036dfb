"""The text of a program under construction: scopes, bounded expressions, places to write to.

Every number in a program stays within [-LIMIT, LIMIT]: an expression knows a bound of its value, and what is stored is
squashed when its bound is larger. So no value explodes, whatever the statements around it do.
"""

import contextlib
import random

LIMIT = 4.0
COST_LIMIT = 4000  # executed statements, roughly


class Array:
    """Something with elements: at least `length` of them, `size` of them in C++."""

    def __init__(self, name, length, size=None, growing=False, constant=False):
        self.name = name
        self.length = length
        self.size = size or str(length)
        self.growing = growing  # a std::vector: elements move
        self.constant = constant

    @property
    def begin(self):
        return f"{self.name}.data()" if self.growing else self.name


class Struct:
    """A generated struct type: the paths of its numbers, and its ints."""

    def __init__(self, name):
        self.name = name
        self.fields = []  # lines
        self.numbers = []  # (path, lengths of the indices in it)
        self.ints = []
        self.arrays = []  # (path, length)


class Scope:
    def __init__(self):
        self.numbers = []  # names that may be written
        self.constants = []  # names that may only be read
        self.ints = []  # (name, largest value)
        self.arrays = []
        self.structs = []  # (name, Struct, may be written)
        self.pointers = []  # names of T* that point to one number


class Helper:
    """A function that was generated before and may be called."""

    def __init__(self, name, kind, cost, struct=None):
        self.name = name
        self.kind = kind
        self.cost = cost
        self.struct = struct


class Program:
    def __init__(self, seed, features, size):
        self.random = random.Random(seed)
        self.features = features
        self.size = size
        self.lines = []
        self.depth = 0
        self.scopes = [Scope()]
        self.structs = []
        self.helpers = []
        self.classes = []
        self.count = 0
        self.times = 1  # how often the current place is executed, at most
        self.cost = 0
        self.globals = False  # whether global variables may be used
        self.knows_n = False  # whether the main function's n is there
        self.returns = None  # text of a number that may be returned early: a function, or None

    # --- text -----------------------------------------------------------------------------------------------------
    def emit(self, line):
        self.lines.append("  " * self.depth + line if line else "")
        self.cost += self.times

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    @contextlib.contextmanager
    def block(self, header, end="}", times=1):
        self.emit(header + (" {" if header else "{"))
        self.depth += 1
        self.scopes.append(Scope())
        self.times *= times
        yield self.scopes[-1]
        self.times //= times
        self.scopes.pop()
        self.depth -= 1
        self.emit(end)

    @property
    def scope(self):
        return self.scopes[-1]

    def visible(self, what, scopes=None):
        return [entry for scope in (scopes or self.scopes) for entry in getattr(scope, what)]

    def chance(self, probability):
        return self.random.random() < probability

    def has(self, feature):
        return feature in self.features

    # --- ints -----------------------------------------------------------------------------------------------------
    def index(self, length):
        """An int in [0, length)."""
        roll = self.random.random()
        ints = self.visible("ints")
        if ints and roll < 0.6:
            name, largest = self.random.choice(ints)
            if largest < length:
                return name
            return f"({name} + {self.random.randrange(3)}) % {length}" if self.chance(0.5) else f"{name} % {length}"
        if roll < 0.8:
            return f"pick({self.leaf()[0]}, {length})"
        return str(self.random.randrange(length))

    def element(self, array):
        if array.growing:
            return f"{array.name}[{self.index(97)} % {array.name}.size()]"
        return f"{array.name}[{self.index(array.length)}]"

    def trips(self, most=4):
        """The text of a trip count and its largest value."""
        roll = self.random.random()
        if not self.knows_n:
            if roll < 0.5:
                return str(min(most, 3)), min(most, 3)
            return f"1 + pick({self.leaf()[0]}, 2)", 2
        if roll < 0.35:
            count = self.random.randint(1, most)
            return str(count), count
        if roll < 0.55:
            return "n", self.inputs
        if roll < 0.65:
            return "n - 1", self.inputs - 1
        base = self.random.randint(0, 2)
        extra = self.random.randint(2, max(2, most - base))
        return f"{base} + pick({self.leaf()[0]}, {extra})", base + extra - 1

    def condition(self):
        roll = self.random.random()
        ints = self.visible("ints")
        if ints and roll < 0.3:
            name, _ = self.random.choice(ints)
            return self.random.choice([f"{name} % 2 == {self.random.randrange(2)}", f"{name} > {self.random.randrange(3)}"])
        if roll < 0.4:
            return f"pick({self.leaf()[0]}, {self.random.randint(2, 4)}) == {self.random.randrange(2)}"
        if roll < 0.5:
            return f"({self.comparison()} {self.random.choice(['&&', '||'])} {self.comparison()})"
        return self.comparison()

    def comparison(self):
        sign = self.random.choice("<><>") + self.random.choice(["", "="])
        right = self.constant() if self.chance(0.5) else self.expression(1)[0]
        return f"{self.expression(1)[0]} {sign} {right}"

    # --- numbers --------------------------------------------------------------------------------------------------
    def constant(self):
        return f"{self.random.choice([-1, 1, 1]) * self.random.randint(1, 30) / 20 + 0.0137:.4f}"

    def path(self, name, struct):
        path, lengths = self.random.choice(struct.numbers)
        for length in lengths:
            path = path.replace("#", self.index(length), 1)
        return name + path

    def leaf(self):
        """A number that can be read, and its bound."""
        choices = [(1, name) for name in self.visible("numbers") + self.visible("constants")]
        choices += [(2, array) for array in self.visible("arrays")]
        choices += [(3, entry) for entry in self.visible("structs")]
        choices += [(4, name) for name in self.visible("pointers")]
        if not choices or self.chance(0.08):
            return f"T({self.constant()})", 1.6
        kind, entry = self.random.choice(choices)
        if kind == 1:
            return entry, LIMIT
        if kind == 2:
            # Plain indices here: index() asks for leaves itself.
            size = f" % {entry.name}.size()" if entry.growing else ""
            return f"{entry.name}[{self.plain_index(97 if entry.growing else entry.length)}{size}]", LIMIT
        if kind == 3:
            path, lengths = self.random.choice(entry[1].numbers)
            for length in lengths:
                path = path.replace("#", self.plain_index(length), 1)
            return entry[0] + path, LIMIT
        return f"*{entry}", LIMIT

    def plain_index(self, length):
        ints = self.visible("ints")
        if ints and self.chance(0.6):
            name, largest = self.random.choice(ints)
            return name if largest < length else f"{name} % {length}"
        return str(self.random.randrange(min(length, 9)))

    def expression(self, depth=None):
        """The text of an expression, and a bound of its absolute value."""
        depth = self.random.randint(1, 3) if depth is None else depth
        roll = self.random.random()
        if depth <= 0 or roll < 0.15:
            return self.leaf()
        if roll < 0.6:
            return self.arithmetic(depth)
        if roll < 0.68 and self.has("select"):
            return self.selection(depth)
        if roll < 0.78:
            call = self.call_value(depth)
            if call:
                return call
        return self.function(depth)

    def arithmetic(self, depth):
        left, left_bound = self.expression(depth - 1)
        right, right_bound = self.expression(depth - 1)
        sign = self.random.choice("+-**/") if left != right else "*"
        if sign == "*":
            return f"({left} * {right})", left_bound * right_bound
        if sign == "/":
            return f"({left} / (1.25 + {right} * {right}))", left_bound
        return f"({left} {sign} {right})", left_bound + right_bound

    def selection(self, depth):
        left, left_bound = self.expression(depth - 1)
        right, right_bound = self.expression(depth - 1)
        bound = max(left_bound, right_bound)
        which = self.random.choice(["fmin", "fmax", "std::min", "std::max", "?"])
        if which == "?":
            return f"({self.condition()} ? T({left}) : T({right}))", bound
        template = "<T>" if which.startswith("std::") else ""
        if not template:
            return f"{which}(T({left}), T({right} + 0.0037))", bound + 1
        return f"{which}{template}({left}, {right})", bound

    def function(self, depth):
        e, bound = self.expression(depth - 1)
        f, _ = self.expression(depth - 1)
        small = f"{1.5 / max(bound, 1.5):.6g} * {e}"
        known = [
            (f"sin({e})", 1), (f"cos({e})", 1), (f"tanh({e})", 1), (f"atan({e})", 1.6), (f"exp({small})", 4.5),
            (f"sqrt({e} * {e} + 0.5)", bound + 1), (f"log({e} * {e} + 1.5)", 2 + bound), (f"fabs({e} + 0.0171)", bound + 1),
            (f"sin({e})", 1), (f"cos({e})", 1), (f"tanh({e})", 1), (f"exp(-{e} * {e})", 1),
        ]
        if self.has("math"):
            known += [
                (f"tan(0.6 * sin({e}))", 1), (f"asin(0.8 * sin({e}))", 1.6), (f"acos(0.8 * cos({e}))", 3.2),
                (f"sinh({small})", 2.2), (f"cosh({small})", 2.4), (f"asinh({e})", bound), (f"acosh({e} * {e} + 1.3)", bound + 2),
                (f"atanh(0.7 * tanh({e}))", 1), (f"exp2({small})", 3), (f"expm1({small})", 3.5), (f"log1p({e} * {e})", bound + 1),
                (f"log2({e} * {e} + 1.5)", bound + 2), (f"log10({e} * {e} + 1.5)", bound + 1), (f"cbrt({e} * {e} + 0.5)", bound + 1),
                (f"erf({e})", 1), (f"pow({e} * {e} + 0.4, T(0.3 * sin({f})))", max(2, bound)), (f"pow(T({e}), 2)", bound * bound),
                (f"pow(T({e}), 3)", bound**3), (f"atan2(T({e}), T(1.3 + {f} * {f}))", 1.6),
                (f"hypot(T({e}), T(1.2 + cos({f})))", bound + 2.2), (f"fmod(T({e}), T(2.5))", 2.5), (f"floor({e})", bound + 1),
                (f"copysign(T({e} + 0.0171), T({f}))", bound + 1), (f"fma(T({e}), T(0.5), T(sin({f})))", bound + 1), (f"ldexp(T({e}), -1)", bound),
            ]
        return self.random.choice(known)

    def call_value(self, depth):
        """A call of a helper that returns a number and changes nothing: in an expression nothing else may see a change."""
        usable = [h for h in self.helpers if h.kind in ("value", "recursion", "struct_value", "table")
                  and self.times * h.cost < COST_LIMIT]
        if not usable:
            return None
        helper = self.random.choice(usable)
        call = self.call_text(helper, depth)
        if call is None:
            return None
        self.cost += self.times * helper.cost
        return call, LIMIT

    def call_text(self, helper, depth):
        def bounded():
            return f"T({self.bounded(depth - 1)})"
        if helper.kind == "value":
            return f"{helper.name}<T>({bounded()}, {bounded()}, {self.index(5)})"
        if helper.kind == "table":
            return f"{helper.name}<T>[{self.index(3)}]({bounded()}, {bounded()}, {self.index(5)})"
        if helper.kind == "recursion":
            return f"{helper.name}<T>({bounded()}, {self.random.randint(1, 3)})"
        structs = [name for name, struct, _ in self.visible("structs") if struct is helper.struct]
        return f"{helper.name}<T>({self.random.choice(structs)}, {bounded()})" if structs else None

    def squash(self, text, bound):
        if bound <= LIMIT:
            return text
        scaled = f"{LIMIT / bound:.4g} * {text}"
        choices = [f"sin({text})", f"2.0 * tanh(0.5 * {text})", f"T({text}) / sqrt(1.0 + 0.1 * {text} * {text})"]
        if bound < 40:
            choices += [scaled, scaled]
        if len(text) > 60:
            choices = choices[:2]
        return self.random.choice(choices)

    def bounded(self, depth=None):
        return self.squash(*self.expression(depth))

    def place(self):
        """A number that may be written, or None."""
        choices = [(1, name) for name in self.visible("numbers")]
        choices += [(2, a) for a in self.visible("arrays") if not a.constant] * 2
        choices += [(3, s) for s in self.visible("structs") if s[2]] * 2
        choices += [(4, name) for name in self.visible("pointers")]
        if not choices:
            return None
        kind, entry = self.random.choice(choices)
        return {1: lambda: entry, 2: lambda: self.element(entry), 3: lambda: self.path(*entry[:2]), 4: lambda: f"*{entry}"}[kind]()
