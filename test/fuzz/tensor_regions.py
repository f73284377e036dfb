"""Random operations with regions of scalars, windows and products."""

import math

from tensor_elementwise import Elementwise
from tensor_values import array, ELEMENTS, FLOATS, FORMATS, INTEGERS, listed, Value


class Regions(Elementwise):
    def inner(self, name, operands, element=None, attributes=""):
        value = Value(self.new_name(), element or operands[0].element, ())
        names, types = ", ".join(v.name for v in operands), ", ".join(v.type for v in operands)
        attributes = f" {{{attributes}}}" if attributes else ""
        self.emit(f'{value.name} = "stablehlo.{name}"({names}){attributes} : ({types}) -> {value.type}')
        return value

    def region(self, values, body):
        """Text of a region on scalars; `body` gets and gives values."""
        outer, self.lines = self.lines, []
        arguments = [Value(self.new_name(), value.element, ()) for value in values]
        self.indent += 1
        results = body(*arguments)
        results = results if isinstance(results, tuple) else (results,)
        self.emit(f"stablehlo.return {', '.join(v.name for v in results)} : {', '.join(v.type for v in results)}")
        self.indent -= 1
        inside, self.lines = self.lines, outer
        header = ", ".join(f"{argument.name}: {argument.type}" for argument in arguments)
        return " ({\n" + "  " * self.indent + f"^bb0({header}):\n" + "\n".join(inside) + "\n" + "  " * self.indent + "})"

    def reducers(self, value):
        if value.kind == "bool":
            return ["and", "or", "xor"]
        if value.kind == "complex":
            return ["add"]
        if value.kind == "float":
            return ["add", "maximum", "minimum", "multiply", "bounded"]
        return ["add", "maximum", "minimum", "multiply", "and", "xor", "bounded"]

    def reducer(self, name, values):
        outer = []
        if name == "bounded":
            outer = [self.constant_tame(value.element, ()) for value in values]

        def body(*arguments):
            count = len(arguments) // 2
            results = []
            for at in range(count):
                if name == "bounded":
                    results.append(self.inner("maximum", [self.inner("maximum", [arguments[at], arguments[at + count]]), outer[at]]))
                else:
                    results.append(self.inner(name, [arguments[at], arguments[at + count]]))
            return tuple(results)

        return self.region([*values, *values], body)

    def reduced(self, name, count, *values):
        """Bounds of a reduction: of the magnitude, of the error."""
        bound, error = max(value.bound for value in values), max(value.error for value in values)
        if name in ("maximum", "minimum", "replace", "bounded"):
            return max(bound, 4), error
        if values[0].kind in ("integer", "bool"):
            return math.inf, 0
        if name == "multiply":
            return math.inf, math.inf
        count += 1
        return count * bound, count * error + 2 * count * count * bound * FORMATS[values[0].element].rounding

    def op_reduce(self):
        value = self.pick(rank=1)
        name = self.random.choice(self.reducers(value))
        if name == "multiply" and not self.free and value.kind == "float":
            name = "maximum"
        if name == "add":
            value = self.clamp_tame(value)
        two = self.random.random() < 0.2 and value.error == 0
        values = [value, self.like(value, exact=True)] if two else [value]
        if two and name == "add":
            values[1] = self.clamp_tame(values[1])
        dimensions = sorted(self.random.sample(range(len(value.shape)), self.random.randint(0 if self.random.random() < 0.1 else 1, len(value.shape))))
        shape = tuple(size for at, size in enumerate(value.shape) if at not in dimensions)
        inits = [self.scalar_like(one) if one.kind not in ("bool",) else self.constant("i1", ()) for one in values]
        regions = self.reducer(name, values)
        attributes = f"dimensions = {array(dimensions)}"
        count = math.prod(value.shape[at] for at in dimensions)
        if not two:
            bound, error = self.reduced(name, count, value, inits[0])
            return self.apply("reduce", [value, inits[0]], value.element, shape, attributes, regions, error=error, bound=bound,
                              finite=value.finite and inits[0].finite)
        facts = [self.reduced(name, count, one, init) for one, init in zip(values, inits)]
        return self.apply_many("reduce", values + inits, [(one.element, shape, bound, error) for one, (bound, error) in zip(values, facts)],
                               attributes, regions)

    def apply_many(self, name, operands, results, attributes="", regions="", prefix="stablehlo."):
        """An operation with several results, each given by its element type, shape, bound and error."""
        names, types = ", ".join(value.name for value in operands), ", ".join(value.type for value in operands)
        base = self.new_name()
        count = len(results)
        values = []
        for at, (element, shape, bound, error) in enumerate(results):
            exact = self.free or FORMATS[element].kind in ("integer", "bool")
            values.append(Value(f"{base}#{at}" if count > 1 else base, element, tuple(shape), 0 if exact else error, bound,
                                FORMATS[element].kind in ("integer", "bool")))
        head = f"{base}:{count} = " if count > 1 else f"{base} = "
        attributes = f" {{{attributes}}}" if attributes else ""
        self.emit(f'{head}"{prefix}{name}"({names}){regions}{attributes} : ({types}) -> ({", ".join(value.type for value in values)})')
        self.pool += values
        return values

    def op_argmax(self):
        value = self.without_nan(self.pick(FLOATS + INTEGERS, exact=True, rank=1))
        dimension = self.random.randrange(len(value.shape))
        place = self.apply("iota", [], self.random.choice(["i32", "i64", "i8"]), value.shape, f"iota_dimension = {dimension} : i64")
        shape = tuple(size for at, size in enumerate(value.shape) if at != dimension)
        inits = [self.scalar_like(value), self.constant_tame(place.element, ())]
        direction = self.random.choice(["GT", "GE", "LT", "LE"])

        def body(a, i, b, j):
            more = self.inner("compare", [a, b], "i1", f"comparison_direction = #stablehlo<comparison_direction {direction}>")
            same = self.inner("compare", [a, b], "i1", "comparison_direction = #stablehlo<comparison_direction EQ>")
            first = self.inner("select", [more, a, b], a.element)
            second = self.inner("select", [more, i, j], i.element)
            least = self.inner("minimum", [i, j])
            return first, self.inner("select", [same, least, second], i.element)

        regions = self.region([value, place, value, place], body)
        self.apply_many("reduce", [value, place, *inits], [(value.element, shape, value.bound, 0), (place.element, shape, math.inf, 0)],
                        f"dimensions = {array([dimension])}", regions)

    def window(self, shape, dilations):
        sizes, strides, base, dilation, padding, result = [], [], [], [], [], []
        for size in shape:
            width, stride = self.random.randint(1, 3), self.random.choice([1, 1, 2, 3])
            between = self.random.choice([1, 1, 2]) if dilations else 1
            apart = self.random.choice([1, 1, 2]) if dilations else 1
            low, high = (self.random.randint(-1 if dilations else 0, 2), self.random.randint(-1 if dilations else 0, 2)) if self.random.random() < 0.5 else (0, 0)
            reach = (width - 1) * apart + 1
            full = low + high + (0 if size == 0 else (size - 1) * between + 1)
            if full < 0 or (full < reach and self.random.random() < 0.8):
                width, apart, reach, low, high, between = 1, 1, 1, 0, 0, 1
                full = size
            sizes.append(width), strides.append(stride), base.append(between), dilation.append(apart), padding.append((low, high))
            result.append(0 if full < reach else (full - reach) // stride + 1)
        return sizes, strides, base, dilation, padding, result

    def op_reduce_window(self):
        value = self.pick(rank=1, most=20000)
        name = self.random.choice(self.reducers(value))
        if name == "multiply" and not self.free and value.kind == "float":
            name = "maximum"
        if name == "add":
            value = self.clamp_tame(value)
        sizes, strides, base, dilation, padding, shape = self.window(value.shape, True)
        init = self.scalar_like(value) if value.kind != "bool" else self.constant("i1", ())
        regions = self.reducer(name, [value])
        bound, error = self.reduced(name, math.prod(sizes), value, init)
        pairs = ", ".join(f"[{low}, {high}]" for low, high in padding)
        self.apply("reduce_window", [value, init], value.element, shape, f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}, "
                   f"base_dilations = {array(base)}, window_dilations = {array(dilation)}, padding = dense<[{pairs}]> : tensor<{len(sizes)}x2xi64>",
                   regions, error=error, bound=bound, finite=value.finite and init.finite)

    def op_select_and_scatter(self):
        value = self.without_nan(self.pick(FLOATS + INTEGERS, exact=True, rank=1, most=5000))
        sizes, strides, _, _, padding, shape = self.window(value.shape, False)
        source = self.like(Value("", value.element, tuple(shape)), exact=True)
        name = self.random.choice(["add", "maximum"])
        if name == "add":
            source = self.clamp_tame(source)
        init = self.scalar_like(source)
        direction = self.random.choice(["GE", "LE", "GT"])
        select = self.region([value, value], lambda a, b: self.inner("compare", [a, b], "i1", f"comparison_direction = #stablehlo<comparison_direction {direction}>"))
        scatter = self.reducer(name, [value])
        bound, error = self.reduced(name, math.prod(sizes), source, init)
        pairs = ", ".join(f"[{low}, {high}]" for low, high in padding)
        regions = select.rstrip(")") + "," + scatter.replace(" (", "", 1)
        self.apply("select_and_scatter", [value, source, init], value.element, value.shape, f"window_dimensions = {array(sizes)}, "
                   f"window_strides = {array(strides)}, padding = dense<[{pairs}]> : tensor<{len(sizes)}x2xi64>", regions, error=error, bound=bound,
                   finite=source.finite and init.finite)

    def op_sort(self):
        value = self.without_nan(self.pick(FLOATS + INTEGERS, exact=True, rank=1))
        values = [value] + ([self.like(value, self.random.choice(ELEMENTS), exact=True)] if self.random.random() < 0.5 else [])
        dimension = self.random.randrange(len(value.shape))
        direction = self.random.choice(["LT", "GT"])
        order = ", compare_type = #stablehlo<comparison_type TOTALORDER>" if value.kind == "float" and self.random.random() < 0.5 else ""
        pairs = [one for one in values for _ in range(2)]
        regions = self.region(pairs, lambda *all: self.inner("compare", list(all[:2]), "i1", f"comparison_direction = #stablehlo<comparison_direction {direction}>{order}"))
        self.apply_many("sort", values, [(one.element, one.shape, one.bound, 0) for one in values], f"dimension = {dimension} : i64, is_stable = true", regions)

    # --- products ----------------------------------------------------------------------------------------------------

    def op_dot(self):
        first = self.clamp_tame(self.pick(["f32", "f64", "i32", "i64", "f16", "bf16", "complex<f32>"], most=5000))
        rank = len(first.shape)
        dimensions = list(range(rank))
        self.random.shuffle(dimensions)
        batches = self.random.choice([0, 0, 1]) if rank > 0 else 0
        contracted = self.random.choice([0, 1, 1, 1, 2])
        batching, contracting = dimensions[:batches], dimensions[batches : batches + contracted]
        free = [at for at in range(rank) if at not in batching and at not in contracting]
        others = [self.random.randint(1, 4) for _ in range(self.random.randint(0, 2))]
        layout = [("b", at) for at in batching] + [("c", at) for at in contracting] + [("f", at) for at in range(len(others))]
        self.random.shuffle(layout)
        shape = tuple(others[at] if kind == "f" else first.shape[at] for kind, at in layout)
        second = self.clamp_tame(self.like(Value("", first.element, shape), tame=True))
        right = lambda kind, wanted: [layout.index((kind, at)) for at in wanted]
        result = [first.shape[at] for at in batching] + [first.shape[at] for at in free] + [shape[at] for at in range(len(shape)) if layout[at][0] == "f"]
        if math.prod(result) > 20000:
            return
        count = math.prod(first.shape[at] for at in contracting)
        bound = 2 * count * first.bound * second.bound
        error = 2 * count * (first.error * second.bound + second.error * first.bound) + 4 * (count + 1) * bound * FORMATS[first.element].rounding
        self.apply("dot_general", [first, second], first.element, result, "dot_dimension_numbers = #stablehlo.dot<"
                   f"lhs_batching_dimensions = {listed(batching)}, rhs_batching_dimensions = {listed(right('b', batching))}, "
                   f"lhs_contracting_dimensions = {listed(contracting)}, rhs_contracting_dimensions = {listed(right('c', contracting))}>",
                   error=error, bound=bound)

    def op_convolution(self):
        element = self.random.choice(["f32", "f64", "i32", "bf16", "f16"])
        spatial = self.random.choice([1, 1, 2])
        groups = self.random.choice([1, 1, 2])
        channels, features = groups * self.random.randint(1, 3), groups * self.random.randint(1, 2)
        names = ["b", "f"] + [str(at) for at in range(spatial)]
        sizes = {"b": self.random.randint(1, 3), "f": channels, "i": channels // groups, "o": features}
        kernel = {}
        for at in range(spatial):
            sizes[str(at)], kernel[str(at)] = self.random.randint(1, 6), self.random.randint(1, 3)
        self.random.shuffle(names)
        kernel_names = ["i", "o"] + [str(at) for at in range(spatial)]
        self.random.shuffle(kernel_names)
        strides, padding, left, right, out = [], [], [], [], {}
        for at in range(spatial):
            stride, apart, between = self.random.choice([1, 1, 2]), self.random.choice([1, 1, 2]), self.random.choice([1, 1, 2])
            low, high = self.random.randint(-1, 2), self.random.randint(-1, 2)
            reach = (kernel[str(at)] - 1) * apart + 1
            full = (sizes[str(at)] - 1) * between + 1 + low + high
            if full < reach:
                low = high = reach
                full = (sizes[str(at)] - 1) * between + 1 + low + high
            strides.append(stride), padding.append((low, high)), left.append(between), right.append(apart)
            out[str(at)] = (full - reach) // stride + 1
        lhs = self.clamp_tame(self.like(Value("", element, tuple(sizes[name] for name in names)), tame=True))
        rhs = self.clamp_tame(self.like(Value("", element, tuple(kernel.get(name, sizes.get(name)) for name in kernel_names)), tame=True))
        result_names = list(names)
        self.random.shuffle(result_names)
        out.update({"b": sizes["b"], "f": features})
        count = math.prod(kernel.values()) * channels
        bound = count * lhs.bound * rhs.bound
        error = count * (lhs.error * rhs.bound + rhs.error * lhs.bound) + 4 * count * bound * FORMATS[element].rounding
        pairs = ", ".join(f"[{low}, {high}]" for low, high in padding)
        self.apply("convolution", [lhs, rhs], element, [out[name] for name in result_names],
                   f"dimension_numbers = #stablehlo.conv<{listed(names)}x{listed(kernel_names)}->{listed(result_names)}>, window_strides = {array(strides)}, "
                   f"padding = dense<[{pairs}]> : tensor<{spatial}x2xi64>, lhs_dilation = {array(left)}, rhs_dilation = {array(right)}, "
                   f"feature_group_count = {groups} : i64, batch_group_count = 1 : i64", error=error, bound=bound)

    # --- control flow ------------------------------------------------------------------------------------------------
