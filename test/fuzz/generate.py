"""Writes a random program whose derivatives driver.h checks.

generate.py --seed 7 > program.cpp
generate.py --seed 7 --features struct,heap,vector --size 20 --output program.cpp

The seed decides everything that is not given: which features are used, how many statements there are.
"""

import argparse
import pathlib
import random
import sys

from helpers import Helpers
from program import Array

FEATURES = ["select", "math", "pointer", "struct", "array", "while", "leave", "switch", "goto", "heap", "helper", "recursion",
            "table", "lambda", "virtual", "memory", "algorithm", "vector", "global", "exception", "thrown_value", "return",
            "inplace", "library", "noinline"]


class Generator(Helpers):
    def generate(self, title):
        self.inputs = self.random.randint(3, 5)
        self.inplace = self.has("inplace")
        self.emit(f"// {title}")
        self.emit('#include "fuzz/driver.h"')
        self.emit("")
        self.emit("namespace {")
        self.emit("")
        self.types()
        self.functions()
        self.cost = 0
        self.main_function()
        self.emit("")
        self.emit("} // namespace")
        self.emit("")
        self.emit(f"FUZZ_PROGRAM({self.inputs}, {self.random.randrange(1000)})")
        return "\n".join(self.lines) + "\n"

    def main_function(self):
        self.scopes[-1].arrays = []
        self.emit("template <class T>")
        with self.block(f"T program({'T' if self.inplace else 'const T'} *x, int n)") as scope:
            self.knows_n = True
            self.reset_globals()
            scope.arrays.append(Array("x", self.inputs, "n", constant=not self.inplace))
            self.returns = (lambda: self.bounded(1)) if self.has("return") else None
            for _ in range(self.random.randint(1, 3)):
                self.declare()
            while self.size > 0:
                self.statement()
            terms = []
            for name in scope.numbers + [f"*{p}" for p in scope.pointers]:
                terms.append(f"{self.random.randint(2, 9) / 4} * {name}")
            for array in scope.arrays:
                terms += [f"{array.name}[{i}]" for i in range(array.length) if not array.constant]
            for name, struct, _ in scope.structs:
                terms.append(self.path(name, struct))
            self.emit(f"return {' + '.join(terms)};")


def random_features(rng):
    share = rng.choice([0.2, 0.35, 0.5, 0.8])
    return {feature for feature in FEATURES if rng.random() < share}


def generate(seed, size=None, features=None, without=()):
    rng = random.Random(seed)
    chosen = random_features(rng)
    chosen = (set(features) if features is not None else chosen) - set(without)
    size = size or rng.choice([5, 8, 12, 18, 25])
    title = f"generate.py --seed {seed} --size {size} --features {','.join(sorted(chosen))}"
    return Generator(seed, chosen, size).generate(title)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, help="about how many statements")
    parser.add_argument("--features", help="separated by commas, of: " + " ".join(FEATURES))
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    features = [f for f in options.features.split(",") if f] if options.features is not None else None
    text = generate(options.seed, options.size, features)
    if options.output:
        options.output.write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
