"""Compiles a program that must be refused, at -O0 and -O2, and checks what the compiler says.

Lines of the source that steer it:
  // expect-error: TEXT   the messages contain TEXT (several lines are allowed, at least one is needed)
  // expect-warning: TEXT the same, of a program that is accepted
  // reject-error: TEXT   the messages do not contain TEXT
  // flags: FLAG...       more flags for the compiler
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

CRASH_WORDS = ("PLEASE submit a bug report", "Stack dump:", "PLEASE ATTACH")


def directives(source, word):
    return re.findall(rf"^\s*// {word}:\s*(.*?)\s*$", source, re.MULTILINE)


def faults(command, accepted, expected, rejected):
    """What is wrong with the compiler's answer: a list of sentences, empty if nothing."""
    result = subprocess.run(command, capture_output=True, text=True)
    messages = result.stderr
    found = []
    if result.returncode == 0 and not accepted:
        found.append("the program was accepted")
    elif result.returncode == 1 and accepted:
        found.append("the program was refused")
    elif result.returncode not in (0, 1) or any(word in messages for word in CRASH_WORDS):
        found.append(f"the compiler crashed (status {result.returncode})")
    found += [f"missing in the messages: {text}" for text in expected if text not in messages]
    found += [f"must not be in the messages: {text}" for text in rejected if text in messages]
    if found:
        found.append("the command was: " + " ".join(command))
        found.append("the messages were:\n" + messages)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--c-compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("source", type=pathlib.Path)
    options = parser.parse_args()

    text = options.source.read_text()
    warnings = directives(text, "expect-warning")
    expected = directives(text, "expect-error") + warnings
    if not expected or len(warnings) not in (0, len(expected)):
        sys.exit(f"{options.source}: needs lines `// expect-error: TEXT` or `// expect-warning: TEXT`")
    is_c = options.source.suffix == ".c"
    command = [options.c_compiler, "-std=c17"] if is_c else [options.compiler, "-std=c++20"]
    for folder in options.include:
        command += ["-I", folder]
    command += " ".join(directives(text, "flags")).split()

    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for level in ("-O0", "-O2"):
            output = str(pathlib.Path(folder) / "refused.o")
            for fault in faults(command + [level, "-c", str(options.source), "-o", output], bool(warnings), expected,
                                directives(text, "reject-error")):
                print(f"{level}: {fault}")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
