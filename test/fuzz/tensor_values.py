"""Values of random StableHLO programs, and what every operation needs to make one."""

import collections
import dataclasses
import math
import random
import struct

Format = collections.namedtuple("Format", "npy bytes kind rounding")
FORMATS = {
    "f32": Format("<f4", 4, "float", 6e-8), "f64": Format("<f8", 8, "float", 1.2e-16),
    "f16": Format("<f2", 2, "float", 5e-4), "bf16": Format("|V2", 2, "float", 4e-3),
    "i32": Format("<i4", 4, "integer", 0), "i64": Format("<i8", 8, "integer", 0),
    "ui8": Format("|u1", 1, "integer", 0), "i8": Format("|i1", 1, "integer", 0),
    "i1": Format("|b1", 1, "bool", 0), "complex<f32>": Format("<c8", 8, "complex", 6e-8),
}
ELEMENTS = list(FORMATS)
FLOATS = ["f32", "f64", "f16", "bf16"]
INTEGERS = ["i32", "i64", "ui8", "i8"]
LIMIT = 16.0  # larger numbers are clamped before they enter operations that round


@dataclasses.dataclass
class Value:
    name: str
    element: str
    shape: tuple
    error: float = 0.0         # bound of the rounding errors in which right results may differ
    bound: float = math.inf    # of the magnitude
    finite: bool = False       # no NaN for certain

    @property
    def type(self):
        return type_of(self.element, self.shape)

    @property
    def count(self):
        return math.prod(self.shape)

    @property
    def kind(self):
        return FORMATS[self.element].kind


def type_of(element, shape=()):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def array(numbers):
    numbers = list(numbers)
    return "array<i64: " + ", ".join(map(str, numbers)) + ">" if numbers else "array<i64>"


def listed(numbers):
    return "[" + ", ".join(map(str, numbers)) + "]"


def bits_of(element, number):
    """The bytes of a number."""
    if element == "bf16":
        return struct.pack("<f", number)[2:]
    if element == "f16" and abs(number) > 65504 and not math.isinf(number):
        number = math.copysign(math.inf, number)
    if element == "complex<f32>":
        return struct.pack("<ff", number, number / 2)
    return struct.pack("<" + {"f32": "f", "f64": "d", "f16": "e", "i32": "i", "i64": "q", "ui8": "B", "i8": "b", "i1": "?"}[element], number)


def nested(texts, shape):
    if not shape:
        return texts[0]
    if 0 in shape:
        return ""
    step = len(texts) // shape[0]
    return "[" + ", ".join(nested(texts[at * step : (at + 1) * step], shape[1:]) for at in range(shape[0])) + "]"


def literal(element, shape, raw):
    """Text of an array between `dense<` and `>`."""
    if element == "i1":
        return nested(["true" if byte else "false" for byte in raw], shape)
    size = FORMATS[element].bytes
    same = raw == raw[:size] * (len(raw) // size)
    return f'"0x{(raw[:size] if same else raw).hex().upper()}"' if raw else ""


class Values:
    def __init__(self, seed, size=0):
        self.random = random.Random(seed)
        self.size = size or self.random.randint(5, 40)
        self.free = self.random.random() < 0.35  # any numbers, any operations: only --strict is compared
        self.large = self.random.random() < 0.12
        self.medium = self.random.random() < 0.5  # long enough for vector instructions
        self.lines = []
        self.pool = []
        self.counter = 0
        self.depth = 0
        self.indent = 1
        self.functions = []
        self.inputs, self.returned = [], []

    # --- text --------------------------------------------------------------------------------------------------------

    def emit(self, line):
        self.lines.append("  " * self.indent + line)

    def new_name(self):
        self.counter += 1
        return f"%v{self.counter}"

    def define(self, text, element, shape, error=0.0, bound=math.inf, finite=False, keep=True):
        """The value of an operation, given by the text behind the `=` up to the result type."""
        value = Value(self.new_name(), element, tuple(shape), 0.0 if self.free else error, bound, finite)
        if FORMATS[element].kind in ("integer", "bool"):
            value.error, value.finite = 0.0, True
        self.emit(f"{value.name} = {text}{value.type}")
        if keep:
            self.pool.append(value)
        return value

    def apply(self, name, operands, element, shape, attributes="", regions="", **facts):
        names = ", ".join(value.name for value in operands)
        types = ", ".join(value.type for value in operands)
        facts.setdefault("error", max((value.error for value in operands), default=0))
        facts.setdefault("bound", max((value.bound for value in operands), default=math.inf))
        facts.setdefault("finite", all(value.finite for value in operands))
        attributes = f" {{{attributes}}}" if attributes else ""
        return self.define(f'"stablehlo.{name}"({names}){regions}{attributes} : ({types}) -> ', element, shape, **facts)

    # --- choices -----------------------------------------------------------------------------------------------------

    def shape(self):
        rank = self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        if self.large and self.depth == 0 and rank > 0 and self.random.random() < 0.5:
            sizes = [self.random.choice([1, 2, 3]) for _ in range(rank)]
            sizes[self.random.randrange(rank)] = self.random.choice([7001, 20000, 16384])
            return tuple(sizes)
        if rank > 0 and self.medium and self.random.random() < 0.5:
            sizes = [self.random.choice([1, 2, 3]) for _ in range(rank)]
            sizes[self.random.randrange(rank)] = self.random.randint(15, 140)
            return tuple(sizes)
        return tuple(self.random.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 7] if self.random.random() < 0.2 else [1, 2, 3, 4, 5, 6])
                     for _ in range(rank))

    def number(self, element, wild):
        kind = FORMATS[element].kind
        if kind == "bool":
            return self.random.random() < 0.5
        if kind == "integer":
            low, high = {"i32": (-2**31, 2**31 - 1), "i64": (-2**63, 2**63 - 1), "ui8": (0, 255), "i8": (-128, 127)}[element]
            if self.random.random() < 0.25:
                return self.random.choice([low, high, high - 1, low + 1, self.random.randint(low, high)])
            return max(low, self.random.randint(-4, 6))
        if wild and self.random.random() < 0.4:
            return self.random.choice([0.0, -0.0, math.inf, -math.inf, math.nan, 1e-40, -1e-45, 3e38, -3e38, 1e10, 2**31, -2.0**63,
                                       255.5, 65519.0, 1e-7, 0.5, 1.5, 2.5, 2.0**40])
        return self.random.choice([self.random.uniform(-4, 4), float(self.random.randint(-4, 4)), self.random.randint(-8, 8) / 2])

    def data(self, element, shape, wild):
        count = math.prod(shape)
        some = [bits_of(element, self.number(element, wild)) for _ in range(min(count, 97))]
        return b"".join(some[at % 97] for at in range(count)) if count > 97 else b"".join(some)

    def constant(self, element, shape, numbers=None):
        wild = self.random.random() < 0.2
        count = math.prod(shape)
        if numbers is None and count > 1 and self.random.random() < 0.4:
            numbers = [self.number(element, wild)] * count
        if element == "i1" and numbers is None:
            numbers = [self.random.random() < 0.5 for _ in range(count)]
        raw = self.data(element, shape, wild) if numbers is None else b"".join(bits_of(element, number) for number in numbers)
        wild = wild if numbers is None else not all(math.isfinite(number) for number in numbers)
        bound = max((abs(number) for number in numbers), default=0) if numbers is not None else (math.inf if wild else 8.0)
        if bound != bound:
            bound = math.inf
        return self.define(f"stablehlo.constant dense<{literal(element, shape, raw)}> : ", element, shape, bound=bound, finite=not wild)

    def integer(self, low, high):
        """A scalar that is mostly in the range."""
        element = self.random.choice(INTEGERS)
        known = [value for value in self.pool if value.kind == "integer" and value.count == 1]
        if known and self.random.random() < 0.4:
            return self.fit(self.random.choice(known), ())
        least, most = {"i32": (-1000, 1000), "i64": (-1000, 1000), "ui8": (0, 255), "i8": (-128, 127)}[element]
        return self.constant(element, (), [min(most, max(least, self.random.randint(low - 1, high + 1)))])

    def usable(self, value, exact, tame):
        return self.free or ((not exact or value.error == 0) and (not tame or value.bound <= LIMIT or value.kind in ("integer", "bool")))

    def pick(self, elements=None, exact=False, tame=False, rank=None, most=None):
        """`exact`: for operations in which a rounding error becomes a large one; `tame`: for those that round."""
        elements = elements or ELEMENTS
        fits = [value for value in self.pool if value.element in elements and self.usable(value, exact, tame)
                and (rank is None or len(value.shape) >= rank) and (most is None or value.count <= most)]
        if fits and self.random.random() < 0.95:
            recent = fits[-8:]
            return self.random.choice(recent if self.random.random() < 0.6 else fits)
        element = self.random.choice(elements)
        shape = self.shape()
        while (rank is not None and len(shape) < rank) or (most is not None and math.prod(shape) > most):
            shape = tuple(self.random.randint(1, 4) for _ in range(max(rank or 0, len(shape) if len(shape) < 4 else 0)))
        if self.random.random() < 0.3:
            return self.constant_tame(element, shape) if tame else self.constant(element, shape)
        return self.converted(element, shape, exact, tame)

    def constant_tame(self, element, shape):
        count = math.prod(shape)
        few = [self.number(element, False) for _ in range(min(count, 97))]
        if FORMATS[element].kind == "integer":
            few = [abs(number) % 5 for number in few]
        return self.constant(element, shape, [few[at % 97] for at in range(count)])

    def converted(self, element, shape, exact, tame):
        """Any value, converted and brought into shape."""
        if tame or not self.pool:
            return self.constant_tame(element, shape) if math.prod(shape) < 3000 else self.fit(self.constant_tame(element, (5,)), shape)
        fits = [value for value in self.pool if self.usable(value, True, False) and value.kind != "complex"]
        if not fits or element == "complex<f32>":
            return self.constant(element, shape) if math.prod(shape) < 3000 else self.fit(self.constant(element, (5,)), shape)
        value = self.fit(self.random.choice(fits), shape)
        return value if value.element == element else self.convert(value, element)

    def like(self, value, element=None, exact=False, tame=False):
        """Another value of this shape."""
        element = element or value.element
        fits = [other for other in self.pool if other.element == element and other.shape == value.shape and self.usable(other, exact, tame)]
        if fits and self.random.random() < 0.75:
            return self.random.choice(fits[-6:])
        if self.random.random() < 0.3 and value.count < 3000:
            return self.constant_tame(element, value.shape) if tame else self.constant(element, value.shape)
        others = [other for other in self.pool if other.element == element and self.usable(other, exact, tame)]
        if others:
            return self.fit(self.random.choice(others), value.shape)
        return self.converted(element, value.shape, exact, tame)

    def fit(self, value, shape):
        """The value in another shape: repeated, padded or cut."""
        if value.shape == tuple(shape):
            return value
        count = math.prod(shape)
        if value.count == 1 and self.random.random() < 0.7:
            scalar = self.reshape(value, ())
            return self.broadcast(scalar, shape, [])
        if value.count == count:
            return self.reshape(value, shape)
        flat = self.reshape(value, (value.count,)) if len(value.shape) != 1 else value
        if flat.count > count:
            stride = self.random.randint(1, max(1, flat.count // max(count, 1))) if count else 1
            low = self.random.randint(0, flat.count - ((count - 1) * stride + 1)) if count else 0
            flat = self.apply("slice", [flat], flat.element, (count,), f"start_indices = {array([low])}, "
                              f"limit_indices = {array([low + (count - 1) * stride + 1 if count else low])}, strides = {array([stride])}")
        else:
            flat = self.padded(flat, [(0, count - flat.count, 0)])
        return flat if flat.shape == tuple(shape) else self.reshape(flat, shape)

    def reshape(self, value, shape):
        return self.apply("reshape", [value], value.element, shape)

    def broadcast(self, value, shape, dimensions):
        return self.apply("broadcast_in_dim", [value], value.element, shape, f"broadcast_dimensions = {array(dimensions)}")

    def padded(self, value, edges):
        fill = self.scalar_like(value)
        shape = [max(0, low + high + size + max(0, size - 1) * gap) for (low, high, gap), size in zip(edges, value.shape)]
        low, high, gap = zip(*edges) if edges else ((), (), ())
        return self.apply("pad", [value, fill], value.element, shape, f"edge_padding_low = {array(low)}, "
                          f"edge_padding_high = {array(high)}, interior_padding = {array(gap)}")

    def scalar_like(self, value):
        known = [other for other in self.pool if other.element == value.element and other.shape == ()
                 and other.bound <= max(value.bound, 8) and other.error <= value.error]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        return self.constant_tame(value.element, ())

    def convert(self, value, element):
        to, bound = FORMATS[element], value.bound
        if to.kind == "integer":
            bound = math.inf
        elif value.kind == "integer" and bound == math.inf:
            bound = {"ui8": 255, "i8": 128}.get(value.element, bound)
        elif to.kind == "bool" or value.kind == "bool":
            bound = 1
        error = value.error
        if error:
            error += to.rounding * bound
        return self.apply("convert", [value], element, value.shape, error=error, bound=bound)

    def without_nan(self, value):
        if value.finite or value.kind != "float":
            return value
        same = self.apply("compare", [value, value], "i1", value.shape, "comparison_direction = #stablehlo<comparison_direction EQ>")
        zero = self.fit(self.constant(value.element, (), [0.0]), value.shape)
        return self.apply("select", [same, value, zero], value.element, value.shape, error=value.error, bound=value.bound, finite=True)

    def clamp_tame(self, value):
        """A value that operations which round may use."""
        if value.bound <= LIMIT or self.free or value.kind in ("integer", "bool"):
            return value
        if value.kind == "complex" or value.error:
            return self.constant_tame(value.element, value.shape) if value.count < 3000 else self.fit(self.constant_tame(value.element, ()), value.shape)
        low, high = self.constant(value.element, (), [-4.0]), self.constant(value.element, (), [4.0])
        value = self.without_nan(value)
        return self.apply("clamp", [low, value, high], value.element, value.shape, bound=4.0, finite=True)

    # --- operations --------------------------------------------------------------------------------------------------

    def step(self):
        groups = [(self.op_unary, 5), (self.op_binary, 9), (self.op_compare, 3), (self.op_select, 3), (self.op_clamp, 1),
                  (self.op_convert, 4), (self.op_bitcast, 1), (self.op_complex, 1), (self.op_broadcast, 4), (self.op_reshape, 2),
                  (self.op_transpose, 3), (self.op_slice, 3), (self.op_pad, 3), (self.op_concatenate, 3), (self.op_reverse, 2),
                  (self.op_iota, 1), (self.op_dynamic_slice, 2), (self.op_dynamic_update_slice, 4), (self.op_gather, 3),
                  (self.op_scatter, 4), (self.op_reduce, 5), (self.op_argmax, 2), (self.op_reduce_window, 2),
                  (self.op_select_and_scatter, 1), (self.op_sort, 1), (self.op_dot, 2), (self.op_convolution, 1),
                  (self.op_barrier, 3), (self.op_constant, 1), (self.op_map, 1)]
        if self.depth < 2:
            groups += [(self.op_while, 3 if self.depth == 0 else 1), (self.op_if, 1), (self.op_case, 1)]
            if self.functions:
                groups.append((self.op_call, 2))
        operations, weights = zip(*groups)
        self.random.choices(operations, weights)[0]()
