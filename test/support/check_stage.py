"""Runs cotangent-opt on a file of LLVM IR and compares with the comments in it.

; run: --stage plan            options of cotangent-opt; several such lines: several runs, each with the lines that follow it
; expect: TEXT                 occurs in the output, behind the expected text before it
; reject: TEXT                 does not occur in the output
; error: TEXT                  the run fails with this in its messages
"""

import re
import subprocess
import sys

COMMENT = re.compile(r"^\s*; (run|expect|reject|error): ?(.*)$", re.MULTILINE)


def faults_of(program, path, options, checks):
    result = subprocess.run([program, path, *options.split()], capture_output=True, text=True, timeout=60)
    position = 0
    fails = False
    for kind, text in checks:
        if kind == "expect":
            found = result.stdout.find(text, position)
            if found < 0:
                yield f"expected, but not there or in another order: {text}"
            else:
                position = found + len(text)
        elif kind == "reject" and text in result.stdout:
            yield f"not expected: {text}"
        elif kind == "error":
            fails = True
            if text not in result.stderr:
                yield f"no such message: {text}"
    if (result.returncode != 0) != fails:
        yield f"exit status {result.returncode}"
    if result.returncode not in (0, 1):
        yield f"not an orderly end: {result.returncode}"
    if position == 0 and not fails and not any(kind == "reject" for kind, _ in checks):
        yield "nothing is checked"


def main():
    program, path = sys.argv[1:]
    with open(path) as file:
        comments = COMMENT.findall(file.read())
    runs = []
    for kind, text in comments:
        if kind == "run":
            runs.append((text, []))
        elif not runs:
            sys.exit("a `; run:` line must come first")
        else:
            runs[-1][1].append((kind, text))
    failed = not runs
    for options, checks in runs:
        for fault in faults_of(program, path, options, checks):
            print(f"{path}: {options}: {fault}")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
