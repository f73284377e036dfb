"""Random operations on single elements, and those that move elements."""

import math

from tensor_values import array, ELEMENTS, FLOATS, FORMATS, INTEGERS, listed, Value, Values


class Elementwise(Values):
    def op_constant(self):
        self.constant(self.random.choice(ELEMENTS), tuple(size for size in self.shape() if size < 100))

    def op_iota(self):
        shape = self.shape()
        if shape:
            element = self.random.choice([element for element in ELEMENTS if element != "i1"])
            dimension = self.random.randrange(len(shape))
            self.apply("iota", [], element, shape, f"iota_dimension = {dimension} : i64", bound=shape[dimension], finite=True, error=0)

    def op_barrier(self):
        value = self.pick()
        self.apply("optimization_barrier", [value], value.element, value.shape)

    def op_unary(self):
        value = self.pick()
        if value.kind == "bool" or (value.kind == "integer" and self.random.random() < 0.2):
            return self.apply("not", [value], value.element, value.shape)
        if value.kind == "integer":
            name = self.random.choice(["abs", "negate", "sign", "popcnt", "count_leading_zeros"])
            if value.element == "ui8" and name in ("sign", "abs"):
                name = "popcnt"
            return self.apply(name, [value], value.element, value.shape, bound=math.inf)
        if value.kind == "complex":
            name = self.random.choice(["negate", "real", "imag", "abs"] if not self.free else ["negate", "real", "imag", "abs", "exponential", "tanh", "sqrt"])
            element = "f32" if name in ("real", "imag", "abs") else value.element
            error = value.error + (1e-6 * value.bound if name == "abs" else 0)
            return self.apply(name, [value], element, value.shape, error=error, bound=value.bound * 1.5)
        exact = self.random.random() < 0.4
        if exact:
            name = self.random.choice(["abs", "negate", "ceil", "floor", "sign", "sqrt", "round_nearest_even", "round_nearest_afz", "is_finite"])
            if name not in ("abs", "negate") and value.error and not self.free:
                return None
            return self.apply(name, [value], "i1" if name == "is_finite" else value.element, value.shape, bound=value.bound + 1,
                              finite=value.finite and name != "sqrt")
        name = self.random.choice(["sine", "cosine", "tanh", "logistic", "exponential"] if not self.free else
                                  ["sine", "cosine", "tan", "tanh", "logistic", "exponential", "exponential_minus_one", "log", "log_plus_one", "rsqrt", "cbrt", "sqrt"])
        value = self.clamp_tame(value)
        bound = math.exp(min(value.bound, 30)) if name == "exponential" else 1.0
        error = value.error * max(1, bound) + 8 * FORMATS[value.element].rounding * bound
        return self.apply(name, [value], value.element, value.shape, error=error, bound=bound, finite=value.finite)

    def op_binary(self):
        first = self.pick()
        kind = first.kind
        if kind == "bool":
            name = self.random.choice(["and", "or", "xor", "add", "multiply", "maximum", "minimum"])
            return self.apply(name, [first, self.like(first)], "i1", first.shape)
        if kind == "integer":
            name = self.random.choice(["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor", "shift_left",
                                       "shift_right_logical", "shift_right_arithmetic", "power"])
            return self.apply(name, [first, self.like(first)], first.element, first.shape, bound=math.inf)
        if kind == "complex":
            if not self.free:
                first = self.clamp_tame(first)
            name = self.random.choice(["add", "subtract", "multiply"] + (["divide"] if self.free else []))
        else:
            name = self.random.choice(["add", "subtract", "multiply", "maximum", "minimum", "divide"] +
                                      (["power", "atan2", "remainder"] if self.free else []))
        if name in ("maximum", "minimum"):
            return self.apply(name, [first, self.like(first)], first.element, first.shape)
        if name == "divide" and not self.free:
            if first.error:
                return None
            return self.apply(name, [first, self.like(first, exact=True)], first.element, first.shape, bound=math.inf, finite=False,
                              error=0 if kind == "float" else 1e-5)
        # Alone, an operation on exact numbers is rounded once; what a fused multiply-add takes together is not.
        first = self.clamp_tame(first)
        second = self.clamp_tame(self.like(first, tame=True))
        rounding = FORMATS[first.element].rounding
        if name == "multiply":
            bound = first.bound * second.bound * (2 if kind == "complex" else 1)
            error = 2 * (first.bound * second.error + second.bound * first.error) + 4 * rounding * bound
        else:
            bound = first.bound + second.bound
            error = first.error + second.error
            error += 2 * rounding * bound if error else 0
        return self.apply(name, [first, second], first.element, first.shape, error=error, bound=bound, finite=first.finite and second.finite)

    def op_compare(self):
        first = self.pick(exact=True)
        directions = ["EQ", "NE"] if first.kind == "complex" else ["EQ", "NE", "LT", "LE", "GT", "GE"]
        attributes = f"comparison_direction = #stablehlo<comparison_direction {self.random.choice(directions)}>"
        second = self.like(first, exact=True)
        if first.kind == "float" and self.random.random() < 0.3:
            first, second = self.without_nan(first), self.without_nan(second)
            attributes += ", compare_type = #stablehlo<comparison_type TOTALORDER>"
        self.apply("compare", [first, second], "i1", first.shape, attributes)

    def op_select(self):
        first = self.pick()
        second = self.like(first)
        if self.random.random() < 0.3:
            predicate = self.pick(["i1"], most=1)
            predicate = self.fit(predicate, ()) if predicate.count else self.constant("i1", ())
        else:
            predicate = self.like(first, "i1")
        self.apply("select", [predicate, first, second], first.element, first.shape, error=max(first.error, second.error),
                   bound=max(first.bound, second.bound), finite=first.finite and second.finite)

    def op_clamp(self):
        value = self.pick(FLOATS + INTEGERS)
        shape = Value("", value.element, () if self.random.random() < 0.5 else value.shape)
        self.apply("clamp", [self.like(shape), value, self.like(shape)], value.element, value.shape)

    def op_convert(self):
        value = self.pick()
        element = self.random.choice(ELEMENTS)
        if value.error and FORMATS[element].kind not in ("float", "complex"):
            return None
        if value.kind == "complex" and element != "complex<f32>":
            return self.apply("real", [value], "f32", value.shape)
        return self.convert(value, element)

    def op_bitcast(self):
        value = self.without_nan(self.pick(exact=True))
        same = {1: ["ui8", "i8"], 2: ["f16", "bf16"], 4: ["f32", "i32"], 8: ["f64", "i64"]}[FORMATS[value.element].bytes]
        if value.kind in ("bool", "complex"):
            return None
        return self.apply("bitcast_convert", [value], self.random.choice(same), value.shape, bound=math.inf, finite=False)

    def op_complex(self):
        value = self.pick(["f32"])
        other = self.like(value)
        self.apply("complex", [value, other], "complex<f32>", value.shape, bound=value.bound + other.bound, error=value.error + other.error)

    def op_map(self):
        value = self.pick(INTEGERS)
        other = self.like(value)
        regions = self.region([value, other], lambda a, b: self.inner("add", [self.inner("multiply", [a, b]), a]))
        self.apply("map", [value, other], value.element, value.shape, f"dimensions = {array(range(len(value.shape)))}", regions)

    def op_broadcast(self):
        value = self.pick(most=5000)
        shape = list(value.shape)
        dimensions = list(range(len(shape)))
        for at, size in enumerate(shape):
            if size == 1 and self.random.random() < 0.6:
                shape[at] = self.random.randint(1, 4)
        while len(shape) < 4 and self.random.random() < 0.6:
            at = self.random.randint(0, len(shape))
            shape.insert(at, self.random.randint(1, 4))
            dimensions = [number + (number >= at) for number in dimensions]
        if math.prod(shape) <= 40000:
            self.broadcast(value, shape, dimensions)

    def op_reshape(self):
        value = self.pick()
        if value.count == 0:
            shape = [self.random.choice([0, 1, 2]) for _ in range(self.random.randint(0, 3))] + [0]
            self.random.shuffle(shape)
            return self.reshape(value, shape)
        rest, shape = value.count, []
        while rest > 1 and len(shape) < 3:
            divisors = [size for size in range(2, min(rest, 50) + 1) if rest % size == 0]
            if not divisors or self.random.random() < 0.2:
                break
            shape.append(self.random.choice(divisors))
            rest //= shape[-1]
        shape.append(rest)
        if self.random.random() < 0.3:
            shape.insert(self.random.randint(0, len(shape)), 1)
        self.random.shuffle(shape)
        return self.reshape(value, shape)

    def op_transpose(self):
        value = self.pick(rank=2)
        order = list(range(len(value.shape)))
        self.random.shuffle(order)
        self.apply("transpose", [value], value.element, [value.shape[at] for at in order], f"permutation = {array(order)}")

    def op_slice(self):
        value = self.pick(rank=1)
        starts, limits, strides, shape = [], [], [], []
        for size in value.shape:
            low = self.random.randint(0, size // 2)
            high = self.random.randint(low, size) if self.random.random() < 0.6 else size
            stride = self.random.choice([1, 1, 1, 2, 3])
            starts.append(low), limits.append(high), strides.append(stride), shape.append((high - low + stride - 1) // stride)
        self.apply("slice", [value], value.element, shape, f"start_indices = {array(starts)}, limit_indices = {array(limits)}, strides = {array(strides)}")

    def op_pad(self):
        value = self.pick(rank=1, most=20000)
        edges = []
        for size in value.shape:
            gap = self.random.choice([0, 0, 0, 1, 2]) if size < 100 else 0
            width = size + max(0, size - 1) * gap
            low = self.random.randint(-3, 3) if self.random.random() < 0.6 else 0
            high = self.random.randint(-3, 3) if self.random.random() < 0.6 else 0
            if low + high + width < 0:
                low = high = 0
            edges.append((low, high, gap))
        self.padded(value, edges)

    def op_concatenate(self):
        value = self.pick(rank=1, most=20000)
        dimension = self.random.randrange(len(value.shape))
        parts = [value]
        for _ in range(self.random.randint(0, 2)):
            shape = list(value.shape)
            if self.random.random() < 0.5:
                shape[dimension] = self.random.randint(0, 4)
            parts.append(self.like(Value("", value.element, tuple(shape))))
        shape = list(value.shape)
        shape[dimension] = sum(part.shape[dimension] for part in parts)
        self.apply("concatenate", parts, value.element, shape, f"dimension = {dimension} : i64")

    def op_reverse(self):
        value = self.pick(rank=1)
        dimensions = self.random.sample(range(len(value.shape)), self.random.randint(1, len(value.shape)))
        self.apply("reverse", [value], value.element, value.shape, f"dimensions = {array(sorted(dimensions))}")

    def starts(self, shape, sizes):
        """Scalars of one type."""
        values = [self.integer(0, size - part) for size, part in zip(shape, sizes)]
        return [value if value.element == values[0].element else self.convert(value, values[0].element) for value in values]

    def op_dynamic_slice(self):
        value = self.pick()
        sizes = [self.random.randint(0 if self.random.random() < 0.1 else min(1, size), size) for size in value.shape]
        starts = self.starts(value.shape, sizes)
        self.apply("dynamic_slice", [value, *starts], value.element, sizes, f"slice_sizes = {array(sizes)}", error=value.error, bound=value.bound,
                   finite=value.finite)

    def op_dynamic_update_slice(self, value=None):
        value = value or self.pick()
        sizes = [self.random.randint(0 if self.random.random() < 0.1 else min(1, size), size) for size in value.shape]
        update = self.like(Value("", value.element, tuple(sizes)))
        starts = self.starts(value.shape, sizes)
        return self.apply("dynamic_update_slice", [value, update, *starts], value.element, value.shape, error=max(value.error, update.error),
                          bound=max(value.bound, update.bound), finite=value.finite and update.finite)

    def indices(self, shape, most):
        element = self.random.choice(INTEGERS)
        known = [value for value in self.pool if value.element == element and value.count < 500]
        if known and self.random.random() < 0.4:
            return self.fit(self.random.choice(known), shape)
        low, most = 0 if element == "ui8" else -2, min(most, 126)
        return self.constant(element, shape, [self.random.randint(low, most + 1) for _ in range(math.prod(shape))])

    def op_gather(self):
        value = self.pick(rank=1)
        rank = len(value.shape)
        batching = []
        if rank > 1 and 0 < value.shape[0] < 10 and self.random.random() < 0.2:
            batching = [0]
        mapped = [at for at in range(rank) if at not in batching and self.random.random() < 0.7]
        self.random.shuffle(mapped)
        sizes = [1 if at in batching else self.random.randint(min(1, size), min(size, 6)) for at, size in enumerate(value.shape)]
        collapsed = [at for at in range(rank) if at not in batching and sizes[at] == 1 and self.random.random() < 0.6]
        batch = [value.shape[0]] * len(batching) + [self.random.randint(1, 4) for _ in range(self.random.randint(0, 2))]
        vector = self.random.randint(0, len(batch))
        start_shape = batch[:vector] + [len(mapped)] + batch[vector:]
        if len(mapped) == 1 and self.random.random() < 0.3:
            start_shape, vector = batch, len(batch)
        start_batching = [0 if vector > 0 else 1] if batching else []
        indices = self.indices(tuple(start_shape), max(value.shape))
        slice_sizes = [sizes[at] for at in range(rank) if at not in collapsed and at not in batching]
        result_rank = len(batch) + len(slice_sizes)
        offsets = sorted(self.random.sample(range(result_rank), len(slice_sizes)))
        shape, left, right = [], list(batch), list(slice_sizes)
        for at in range(result_rank):
            shape.append(right.pop(0) if at in offsets else left.pop(0))
        numbers = (f"#stablehlo.gather<offset_dims = {listed(offsets)}, collapsed_slice_dims = {listed(collapsed)}, "
                   f"operand_batching_dims = {listed(batching)}, start_indices_batching_dims = {listed(start_batching)}, "
                   f"start_index_map = {listed(mapped)}, index_vector_dim = {vector}>")
        self.apply("gather", [value, indices], value.element, shape, f"dimension_numbers = {numbers}, slice_sizes = {array(sizes)}, "
                   "indices_are_sorted = false", error=value.error, bound=value.bound, finite=value.finite)

    def op_scatter(self):
        value = self.pick(exact=True, rank=1, most=5000)
        rank = len(value.shape)
        batching = [0] if rank > 1 and 0 < value.shape[0] < 10 and self.random.random() < 0.2 else []
        mapped = [at for at in range(rank) if at not in batching and self.random.random() < 0.7]
        self.random.shuffle(mapped)
        inserted = [at for at in range(rank) if at not in batching and self.random.random() < 0.4]
        window = [self.random.randint(min(1, value.shape[at]), min(value.shape[at], 4)) for at in range(rank) if at not in inserted and at not in batching]
        batch = [value.shape[0]] * len(batching) + [self.random.randint(1, 4) for _ in range(self.random.randint(0, 2))]
        vector = self.random.randint(0, len(batch))
        start_shape = batch[:vector] + [len(mapped)] + batch[vector:]
        if len(mapped) == 1 and self.random.random() < 0.3:
            start_shape, vector = batch, len(batch)
        start_batching = [0 if vector > 0 else 1] if batching else []
        indices = self.indices(tuple(start_shape), max(value.shape))
        name = self.random.choice(self.reducers(value) + ["replace"])
        # Where windows overlap, the order of what goes to one element must be the same in every backend.
        update_rank = len(batch) + len(window)
        windows = sorted(self.random.sample(range(update_rank), len(window)))
        if name == "replace" or value.kind in ("float", "complex"):
            windows = list(range(len(batch), update_rank))
        shape, left, right = [], list(batch), list(window)
        for at in range(update_rank):
            shape.append(right.pop(0) if at in windows else left.pop(0))
        updates = self.like(Value("", value.element, tuple(shape)), exact=True)
        if name not in ("replace", "maximum", "minimum"):
            value, updates = self.clamp_tame(value), self.clamp_tame(updates)
        regions = self.region([value, updates], lambda a, b: b) if name == "replace" else self.reducer(name, [value])
        bound, error = self.reduced(name, max(updates.count, 1), value, updates)
        numbers = (f"#stablehlo.scatter<update_window_dims = {listed(windows)}, inserted_window_dims = {listed(inserted)}, "
                   f"input_batching_dims = {listed(batching)}, scatter_indices_batching_dims = {listed(start_batching)}, "
                   f"scatter_dims_to_operand_dims = {listed(mapped)}, index_vector_dim = {vector}>")
        self.apply("scatter", [value, indices, updates], value.element, value.shape, f"scatter_dimension_numbers = {numbers}, "
                   "indices_are_sorted = false, unique_indices = false", regions, error=error, bound=bound, finite=value.finite and updates.finite)

    # --- reductions --------------------------------------------------------------------------------------------------
