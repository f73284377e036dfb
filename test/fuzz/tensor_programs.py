"""Compares the compiled tensor programs with the interpreter on random StableHLO programs.

tensor_programs.py --count 100 --seed 1 --cotangent build/release/bin/cotangent --keep failures
tensor_programs.py --seed 17 --print > program.mlir

Every program runs by the interpreter, with --strict (all bits must agree) and as usual (to the rounding that the
generator bounds), with one thread and with two. What fails is kept in the folder --keep with its inputs.
Exit status 1 if a program failed.
"""

import argparse
import cmath
import concurrent.futures
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

from tensor_generator import FORMATS, TensorGenerator

SECONDS = 60
CODES = {"<f4": "f", "<f8": "d", "<f2": "e", "<c8": "ff", "<c16": "dd", "<i4": "i", "<i8": "q", "|i1": "b", "|u1": "B", "|b1": "?"}


def write_npy(path, element, shape, raw):
    sizes = "".join(f"{size}, " for size in shape)
    header = f"{{'descr': '{FORMATS[element].npy}', 'fortran_order': False, 'shape': ({sizes}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + raw)


def read_npy(path):
    """The type string, the shape, the bytes."""
    data = path.read_bytes()
    length = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10 : 10 + length].decode())
    return header["descr"], header["shape"], data[10 + length :]


def numbers(kind, raw):
    if kind == "|V2":  # bf16
        return [struct.unpack("<f", b"\0\0" + raw[at : at + 2])[0] for at in range(0, len(raw), 2)]
    return [part for element in struct.iter_unpack("<" + CODES[kind], raw) for part in element]


def difference(first, second, error):
    """None, or where two results differ by more than `error`; with error 0 in any bit of what is no NaN."""
    if first[:2] != second[:2] or len(first[2]) != len(second[2]):
        return f"types {first[:2]} and {second[:2]}"
    if first[2] == second[2]:
        return None
    for at, (one, other) in enumerate(zip(numbers(first[0], first[2]), numbers(second[0], second[2]))):
        if cmath.isnan(one) and cmath.isnan(other):
            continue
        same = one == other and (one != 0 or str(one) == str(other))
        if not (same or (error > 0 and abs(one - other) <= error)):
            return f"number {at}: {one!r} and {other!r}, allowed {error:g}"
    return None


class Checker:
    def __init__(self, cotangent, folder):
        self.cotangent = str(pathlib.Path(cotangent).resolve())
        self.folder = folder

    def run(self, arguments):
        """Nothing, or a text that says what went wrong."""
        try:
            done = subprocess.run([self.cotangent, *arguments], capture_output=True, text=True, timeout=SECONDS, errors="replace",
                                  env=dict(os.environ, COTANGENT_CACHE="off"))
        except subprocess.TimeoutExpired:
            return "does not end"
        return None if done.returncode == 0 else f"status {done.returncode}: {(done.stdout + done.stderr)[-600:]}"

    def results(self, folder, inputs, name, options):
        """The results, or a text that says what went wrong."""
        output = folder / name
        arguments = ["run", str(folder / "program.mlir"), "--output-dir", str(output), *options]
        for path in inputs:
            arguments += ["--input", str(path)]
        done = self.run(arguments)
        if isinstance(done, str):
            return done
        return [read_npy(output / f"result{at}.npy") for at in range(len(list(output.glob("result*.npy"))))]

    def check(self, seed, size):
        """None, or what is wrong."""
        generator = TensorGenerator(seed, size)
        text = generator.generate()
        folder = self.folder / str(seed)
        folder.mkdir(parents=True)
        (folder / "program.mlir").write_text(text)
        inputs = []
        for at, (value, raw) in enumerate(generator.inputs):
            inputs.append(folder / f"input{at}.npy")
            write_npy(inputs[-1], value.element, value.shape, raw)
        fault = self.compare(folder, inputs, generator)
        if fault:
            (folder / "fault.txt").write_text(fault + "\n")
        else:
            shutil.rmtree(folder)
        return fault

    def compare(self, folder, inputs, generator):
        right = self.results(folder, inputs, "interpreter", ["--backend", "interpreter"])
        if isinstance(right, str):
            return "interpreter: " + right
        runs = {"strict": ["--strict"], "usual": []}
        if generator.large:
            runs["strict with threads"] = ["--strict", "--threads", "2"]
            runs["threads"] = ["--threads", "2"]
        found = {}
        for name, options in runs.items():
            found[name] = self.results(folder, inputs, name.replace(" ", "_"), options)
            if isinstance(found[name], str):
                return f"{name}: {found[name]}"
            if len(found[name]) != len(right):
                return f"{name}: {len(found[name])} results instead of {len(right)}"
        for at, value in enumerate(generator.returned):
            for name, one in found.items():
                if name == "threads":
                    fault = difference(found["usual"][at], one[at], 0)
                elif name == "usual":
                    fault = None if generator.free else difference(right[at], one[at], value.error)
                else:
                    fault = difference(right[at], one[at], 0)
                if fault:
                    return f"{name}: result {at} ({value.name}): {fault}"
        return None if generator.large else self.check_unsimplified(folder, generator, right)

    def check_unsimplified(self, folder, generator, right):
        """`cotangent run` simplifies programs, `cotangent check` does not."""
        path = folder / "check.mlir"
        path.write_text(generator.check_program([raw for _, _, raw in right]))
        for name, options in (("check", []), ("strict check", ["--strict"])):
            if name == "check" and generator.free:
                continue
            done = self.run(["check", str(path), *options])
            if isinstance(done, str):
                return f"{name}: {done}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=0, help="operations in a program; 0: 5 to 40")
    parser.add_argument("--cotangent", default="build/release/bin/cotangent")
    parser.add_argument("--keep", default="", help="folder for what fails")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--print", action="store_true", help="print the program of --seed")
    options = parser.parse_args()
    if options.print:
        print(TensorGenerator(options.seed, options.size).generate())
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        checker = Checker(options.cotangent, pathlib.Path(options.keep or temporary))
        seeds = range(options.seed, options.seed + options.count)
        wrong = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for seed, fault in zip(seeds, pool.map(lambda seed: checker.check(seed, options.size), seeds)):
                if fault:
                    wrong += 1
                    print(f"seed {seed}: {fault}", flush=True)
    print(f"{options.count - wrong} programs right, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
