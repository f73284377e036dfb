"""Generates programs, compiles them with cotangent-c++, runs them and counts what happens.

run.py --count 100 --seed 1 --levels O0,O2 --compiler build/release/bin/cotangent-c++ --keep failures
run.py --compiler … --replay failures/*.cpp         runs programs that exist

A program that is wrong, crashes or is refused is made smaller and kept in the folder --keep, once per kind of failure.
Exit status 1 if a program was wrong or crashed.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from generate import FEATURES, generate
from reduce import reduce

HERE = pathlib.Path(__file__).resolve().parent
CRASH_WORDS = ("PLEASE submit a bug report", "Stack dump:", "PLEASE ATTACH")
MODES = {"forward:": 1, "reverse:": 2, "reverse of width 2:": 4, "split:": 8, "forward of width 2:": 16}
ALL_MODES = 15  # bits of FUZZ_MODES in driver.h; forward of width 2 (16) is left out to save time
COMPILE_SECONDS, RUN_SECONDS = 120, 10
BAD = ("wrong", "crash", "timeout", "refused", "invalid")


class Outcome:
    def __init__(self, kind, detail="", modes=ALL_MODES):
        self.kind = kind  # right, unsuitable, refused, wrong, crash, timeout, invalid (no C++ program)
        self.detail = detail
        self.modes = modes  # the modes that are to blame, if that is known

    @property
    def signature(self):
        first = next((line for line in self.detail.splitlines() if "cotangent: [" in line), self.detail[:80])
        if self.kind == "wrong":
            return "wrong"
        return self.kind + ": " + re.sub(r"'[^']*'|\d+|^.*?(?=cotangent: \[)", "", first)[:100]


class Compiler:
    def __init__(self, path, folder):
        self.path = str(pathlib.Path(path).resolve())
        self.plugin = pathlib.Path(self.path).parent.parent / "lib" / "cotangent-plugin.so"
        self.folder = folder
        self.headers = {}

    def run(self, command, seconds):
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, errors="replace", env=environment)

    def wait(self):
        """The compiler may be in the middle of being built again."""
        for _ in range(60):
            if self.plugin.exists() and os.path.exists(self.path):
                return
            time.sleep(5)

    def flags(self, level, modes, sanitize):
        flags = ["-std=c++20", "-w", "-I", str(HERE.parent), f"-DFUZZ_MODES={modes}"]
        flags += ["-" + level[:2]] + (["-g"] if level.endswith("g") else [])
        if sanitize:
            flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-Werror=return-type",
                      "-Werror=uninitialized", "-Werror=sometimes-uninitialized"]
        return flags

    def precompiled(self, flags):
        """The header as it is after reading: most of the time of a small program."""
        key = tuple(flags)
        if key not in self.headers:
            output = str(self.folder / f"driver{len(self.headers)}.pch")
            result = self.run([self.path, *flags, "-c", "-x", "c++-header", str(HERE / "driver.h"), "-o", output], COMPILE_SECONDS)
            self.headers[key] = ["-include-pch", output] if result.returncode == 0 else []
        return self.headers[key]

    def compile(self, source, output, level, modes=ALL_MODES, sanitize=False, more=()):
        """None, or what went wrong."""
        flags = self.flags(level, modes, sanitize)
        for _ in range(3):
            self.wait()
            try:
                command = [self.path, *flags, *self.precompiled(flags), *more, str(source), "-o", str(output)]
                result = self.run(command, COMPILE_SECONDS)
            except subprocess.TimeoutExpired:
                return Outcome("timeout", "the compiler does not end")
            if not any(words in result.stderr for words in ("ould not load", "cotangent-runtime.a: No such", "PCH file", "precompiled header")):
                break
            self.headers.clear()  # the compiler, or a header, was built again meanwhile
        if result.returncode == 0:
            return None
        if any(word in result.stderr for word in CRASH_WORDS) or result.returncode not in (0, 1):
            frame = re.search(r"cotangent::[\w:]+|Assertion.*", result.stderr)
            return Outcome("crash", "compiler: " + (frame[0] if frame else result.stderr[-300:]))
        if "cotangent: [" in result.stderr:
            return Outcome("refused", "\n".join(l for l in result.stderr.splitlines() if "cotangent: [" in l))
        return Outcome("invalid", next((l for l in result.stderr.splitlines() if "error:" in l), result.stderr[-300:]))

    def outcome(self, source, level, modes=ALL_MODES):
        program = self.folder / "program"
        program.unlink(missing_ok=True)
        fault = self.compile(source, program, level, modes)
        if fault:
            return fault
        try:
            result = self.run([str(program)], RUN_SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome("timeout", "the program does not end")
        if result.returncode == 0:
            return Outcome("right")
        if result.returncode == 2:
            return Outcome("unsuitable")
        if result.returncode == 1:
            blamed = sum({bit for line in result.stdout.splitlines() for start, bit in MODES.items() if line.startswith(start)})
            return Outcome("wrong", result.stdout, blamed or ALL_MODES)
        if "cotangent: [" in result.stderr:
            return Outcome("refused", "at run time: " + result.stderr[-400:])
        return Outcome("crash", f"status {result.returncode}: {result.stdout[-200:]}{result.stderr[-200:]}")

    def valid(self, source):
        """Whether the program does nothing undefined: it runs under the sanitizers, without derivatives."""
        program = self.folder / "valid"
        if self.compile(source, program, "O0", 0, sanitize=True):
            return False
        try:
            return self.run([str(program)], RUN_SECONDS).returncode in (0, 2)
        except subprocess.TimeoutExpired:
            return False


def smallest_mode(compiler, source, level, outcome):
    """The failure with one mode alone, where one is enough: programs are then quicker to compile."""
    for bit in MODES.values():
        if outcome.modes & bit:
            alone = compiler.outcome(source, level, bit)
            if alone.signature == outcome.signature:
                return bit, alone
    return ALL_MODES, outcome


def shrink(compiler, text, level, outcome, seconds):
    """A smaller program that fails in the same way, and the mode that does."""
    source = compiler.folder / "candidate.cpp"
    source.write_text(text)
    modes, outcome = smallest_mode(compiler, source, level, outcome)

    def fails(candidate):
        source.write_text(candidate)
        if outcome.kind == "refused" and "at run time" not in outcome.detail:
            fault = compiler.compile(source, compiler.folder / "candidate.o", level, modes, more=["-c"])
            return fault is not None and fault.signature == outcome.signature
        return compiler.outcome(source, level, modes).signature == outcome.signature and compiler.valid(source)

    return reduce(text, fails, seconds), modes, outcome


class Session:
    def __init__(self, options, compiler):
        self.options = options
        self.compiler = compiler
        self.counts = collections.Counter()
        self.seen = collections.Counter()
        self.refused_because = collections.Counter()

    def check_seeds(self, first, count, features):
        for done in range(count):
            if done and done % 20 == 0:
                self.report(f"-- {done} programs: {dict(self.counts)}")
            text = generate(first + done, self.options.size, features, set(self.options.without.split(",")))
            self.check(f"s{first + done}", text)

    def report(self, text):
        print(text, flush=True)

    def check(self, name, text):
        source = self.compiler.folder / "source.cpp"
        source.write_text(text)
        for level in self.options.levels.split(","):
            outcome = self.compiler.outcome(source, level, self.options.modes)
            if outcome.kind in ("wrong", "crash", "timeout") and not self.compiler.valid(source):
                outcome = Outcome("invalid", "the program itself does something undefined")
            self.counts[outcome.kind] += 1
            if outcome.kind in BAD:
                self.failure(name, text, level, outcome)

    def failure(self, name, text, level, outcome):
        self.report(f"{name} {level}: {outcome.kind}: {outcome.detail[:300].strip()}")
        if outcome.kind == "refused":
            self.refused_because[outcome.signature] += 1
        self.seen[outcome.signature] += 1
        keep = self.options.keep
        if keep is None:
            return
        stem = f"{name}-{level}-{outcome.kind}"
        (keep / f"{stem}.full.cpp").write_text(text)
        again = self.seen[outcome.signature] > (self.options.same if outcome.kind != "refused" else 1)
        endless = outcome.kind == "timeout" and "compiler" in outcome.detail  # each attempt would take its time
        if again or endless or outcome.kind == "invalid" or self.options.reduce == 0:
            return
        smaller, modes, alone = shrink(self.compiler, text, level, outcome, self.options.reduce)
        title = f"// {outcome.kind} at -{level}, -DFUZZ_MODES={modes}: " + " | ".join(alone.detail.splitlines()[:2])
        (keep / f"{stem}.cpp").write_text(title[:300] + "\n" + smaller)
        self.report(f"  reduced to {len(smaller.splitlines())} lines: {stem}.cpp (modes {modes})")

    def summary(self):
        self.report("programs x levels: " + str(sum(self.counts.values())) + "; " +
                    ", ".join(f"{kind} {count}" for kind, count in sorted(self.counts.items())))
        for signature, count in self.refused_because.most_common():
            self.report(f"  {count} x {signature}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the next ones count on")
    parser.add_argument("--levels", default="O0,O2")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--modes", type=int, default=ALL_MODES, help="bits of FUZZ_MODES in driver.h")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs that fail")
    parser.add_argument("--size", type=int, help="about how many statements")
    parser.add_argument("--features", help="only these, separated by commas, of: " + " ".join(FEATURES))
    parser.add_argument("--without", default="", help="features that are not used")
    parser.add_argument("--reduce", type=float, default=180, metavar="SECONDS", help="for making one program smaller")
    parser.add_argument("--same", type=int, default=3, help="how many wrong programs are made smaller")
    parser.add_argument("--replay", type=pathlib.Path, nargs="+", help="programs to run instead of new ones")
    return parser.parse_args()


def main():
    options = parse_arguments()
    features = options.features.split(",") if options.features else None
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        session = Session(options, Compiler(options.compiler, pathlib.Path(folder)))
        for path in options.replay or []:
            session.check(path.stem, path.read_text())
        if not options.replay:
            session.check_seeds(options.seed, options.count, features)
        session.summary()
    sys.exit(1 if session.counts["wrong"] + session.counts["crash"] + session.counts["timeout"] else 0)


if __name__ == "__main__":
    main()
