"""Writes random StableHLO programs; tensor_programs.py runs them."""

import math

from tensor_regions import Regions
from tensor_values import ELEMENTS, FORMATS, literal, Value


class TensorGenerator(Regions):
    def block(self, arguments, steps, finish, header=True):
        """Text of a block that sees what is outside; `finish` gives the values it returns."""
        outer_lines, outer_pool = self.lines, self.pool
        self.lines, self.pool = [], list(outer_pool) + list(arguments)
        self.indent += 1
        self.depth += 1
        for _ in range(steps):
            self.step()
        results = finish()
        self.emit(f"stablehlo.return {', '.join(v.name for v in results)} : {', '.join(v.type for v in results)}")
        self.depth -= 1
        self.indent -= 1
        inside = self.lines
        self.lines, self.pool = outer_lines, outer_pool
        header = "  " * self.indent + "^bb0(" + ", ".join(f"{a.name}: {a.type}" for a in arguments) + "):\n" if arguments else ""
        return "{\n" + header + "\n".join(inside) + "\n" + "  " * self.indent + "}", results

    def next_of(self, value, arguments):
        """What a loop carries on."""
        same = [other for other in arguments if other.type == value.type]
        if len(same) > 1 and self.random.random() < 0.3:
            return self.random.choice(same)
        if value.kind in ("float", "integer") and self.random.random() < 0.3:
            update = self.op_dynamic_update_slice(value)
            if update.error == 0:
                return update
        known = [other for other in self.pool if other.type == value.type and other.error == 0]
        if self.random.random() < 0.7:
            return self.random.choice(known[-4:])
        return self.like(value, exact=True)

    def op_while(self):
        counter = self.constant("i32", (), [0])
        initial = [counter] + [self.pick(exact=True, most=5000) for _ in range(self.random.randint(0, 4))]
        if len(initial) > 1 and self.random.random() < 0.5:
            initial.append(self.like(initial[1], exact=True))
        make = lambda: [Value(self.new_name(), value.element, value.shape, 0.0, math.inf, value.kind in ("integer", "bool")) for value in initial]
        limit = self.random.randint(0, 4)

        def condition():
            most = self.constant("i32", (), [limit])
            less = self.apply("compare", [tested[0], most], "i1", (), "comparison_direction = #stablehlo<comparison_direction LT>")
            if self.random.random() < 0.2:
                flags = [value for value in tested if value.element == "i1" and value.shape == ()]
                if flags:
                    less = self.apply("and", [less, self.random.choice(flags)], "i1", ())
            return [less]

        tested = make()
        condition_text, _ = self.block(tested, self.random.choice([0, 0, 1]), condition)
        arguments = make()

        def body():
            one = self.constant("i32", (), [1])
            results = [self.next_of(value, arguments[1:]) for value in arguments[1:]]
            return [self.apply("add", [arguments[0], one], "i32", ())] + results

        body_text, _ = self.block(arguments, self.random.randint(0, 5), body)
        self.apply_many("while", initial, [(value.element, value.shape, math.inf, 0) for value in initial], "", f" ({condition_text}, {body_text})")

    def branches(self, name, selector, count):
        likes = [self.pick(most=5000) for _ in range(self.random.randint(1, 3))]
        texts, facts = [], [[0.0, 0.0] for _ in likes]
        for _ in range(count):
            def finish():
                return [self.like(value) if self.random.random() < 0.8 else value for value in likes]
            text, results = self.block([], self.random.randint(0, 4), finish)
            texts.append(text)
            for fact, value in zip(facts, results):
                fact[0], fact[1] = max(fact[0], value.bound), max(fact[1], value.error)
        self.apply_many(name, [selector], [(value.element, value.shape, *fact) for value, fact in zip(likes, facts)], "", f" ({', '.join(texts)})")

    def op_if(self):
        predicate = self.pick(["i1"], most=1)
        self.branches("if", self.fit(predicate, ()) if predicate.count else self.constant("i1", ()), 2)

    def op_case(self):
        self.branches("case", self.convert(self.integer(0, 2), "i32"), self.random.randint(1, 3))

    def op_call(self):
        name, parameters, results = self.random.choice(self.functions)
        operands = [self.like(value, exact=True) for value in parameters]
        self.apply_many("call", operands, [(value.element, value.shape, math.inf, 0) for value in results], f"callee = @{name}", prefix="func.")

    # --- functions ---------------------------------------------------------------------------------------------------

    def function(self, name, steps, private):
        self.lines, self.pool, self.indent = [], [], 1
        arguments = []
        for _ in range(self.random.randint(1, 4)):
            wild = not private and self.random.random() < (0.6 if self.free else 0.2)
            element, shape = self.random.choice(ELEMENTS), self.shape()
            kind = FORMATS[element].kind
            tame = not wild and not private and kind in ("float", "complex", "bool")
            value = Value(self.new_name(), element, shape, 0.0, 8.0 if tame else math.inf, tame or kind in ("integer", "bool"))
            arguments.append(value)
            if not private:
                self.inputs.append((value, self.data(element, shape, wild)))
        self.pool = list(arguments)
        while len(self.lines) < steps:
            self.step()
        candidates = [value for value in self.pool if value.error == 0] if private else self.pool
        returned = [candidates[-1]] + [self.random.choice(candidates) for _ in range(self.random.randint(0, 6 if not private else 2))]
        if self.random.random() < 0.2:
            returned.append(returned[0])
        self.body = list(self.lines)
        self.emit(f"return {', '.join(v.name for v in returned)} : {', '.join(v.type for v in returned)}")
        header = ", ".join(f"{a.name}: {a.type}" for a in arguments)
        types = ", ".join(v.type for v in returned)
        text = f"func.func {'private ' if private else ''}@{name}({header}) -> ({types}) {{\n" + "\n".join(self.lines) + "\n}\n"
        return text, arguments, returned

    def generate(self):
        texts, made = [], []
        large, self.large = self.large, False
        for at in range(self.random.choice([0, 0, 1, 2])):
            text, arguments, returned = self.function(f"part{at}", self.random.randint(2, 8), True)
            texts.append(text)
            made.append((f"part{at}", arguments, returned))
            self.functions = list(made)
        self.large = large
        self.parts = texts
        text, _, self.returned = self.function("main", self.size, False)
        return "\n".join(texts + [text])

    def check_program(self, results):
        """After generate(): the same function with constants in place of arguments, and checks of the results, given as bytes."""
        lines = []
        for value, raw in self.inputs:
            lines.append(f"  {value.name}_constant = stablehlo.constant dense<{literal(value.element, value.shape, raw)}> : {value.type}")
            lines.append(f"  {value.name} = stablehlo.optimization_barrier {value.name}_constant : {value.type}")
        lines += self.body
        for at, (value, raw) in enumerate(zip(self.returned, results)):
            lines.append(f"  %expected{at} = stablehlo.constant dense<{literal(value.element, value.shape, raw)}> : {value.type}")
            name, tolerance = "expect_eq", ""
            if value.kind in ("float", "complex"):
                name, tolerance = "expect_almost_eq", f" {{tolerance = {min(value.error, 1e300):e} : f64}}"
            lines.append(f'  "check.{name}"({value.name}, %expected{at}){tolerance} : ({value.type}, {value.type}) -> ()')
        return "\n".join(self.parts + ["func.func @main() {"] + lines + ["  return", "}", ""])
