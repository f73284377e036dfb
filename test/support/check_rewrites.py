"""check_rewrites.py COTANGENT_OPT FILE.mlir [--write]: rewrites one by one, before and after.

Parts of the file, between lines `// -----`, are modules with comments:
  // rewrite: NAME, NAME       the rewrites of the simplifier to run on it
  // options: KEY=VALUE ...    more options of --simplify
  // after:                    the lines of comment that follow are the module afterwards, word for word
  // unchanged                 instead: none of the rewrites applies
--write puts what came out behind `// after:`, to be read before it is kept.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

SEPARATOR = "// -----\n"


def run(program, path, *options):
    """The modules in a file as lines of text, without the line that opens a module and the one that closes it."""
    result = subprocess.run([program, path, "--split-input-file", *options], capture_output=True, text=True, timeout=60)
    if result.returncode:
        sys.exit(result.stderr)
    modules = [text.strip("\n").splitlines() for text in result.stdout.split(SEPARATOR)]
    return [[line[2:].rstrip() for line in lines[1:-1]] for lines in modules]


def comment(text, word):
    found = re.search(rf"^// {word}:[ \t]*(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def rewritten(program, part, folder):
    """The module of a part afterwards."""
    path = str(pathlib.Path(folder) / "part.mlir")
    pathlib.Path(path).write_text(part)
    names = re.sub(r"\s", "", comment(part, "rewrite"))
    return run(program, path, f"--simplify=names={names} {comment(part, 'options')}".strip())[0]


def fault_of(part, before, after):
    if not comment(part, "rewrite"):
        return "no line `// rewrite: NAME`"
    if re.search(r"^// unchanged$", part, re.MULTILINE):
        return "" if before == after else "changed:\n" + "\n".join(after)
    if before == after:
        return "nothing changed"
    expected = [line[3:] for line in part.partition("// after:\n")[2].splitlines()]
    return "" if expected == after else "came out:\n" + "\n".join(after)


def main():
    program, path = sys.argv[1:3]
    parts = pathlib.Path(path).read_text().split(SEPARATOR)
    originals = run(program, path)
    failed = len(originals) != len(parts)
    with tempfile.TemporaryDirectory() as folder:
        for at, (part, before) in enumerate(zip(parts, originals)):
            after = rewritten(program, part, folder)
            if "--write" in sys.argv and "// unchanged\n" not in part:
                head = part.partition("// after:\n")[0].rstrip("\n") + "\n"
                parts[at] = head + "// after:\n" + "".join(f"// {line}\n" for line in after)
                part = parts[at]
            fault = fault_of(part, before, after)
            if fault:
                print(f"{path}: part {at + 1} ({comment(part, 'rewrite')}): {fault}")
                failed = True
    if "--write" in sys.argv:
        pathlib.Path(path).write_text(SEPARATOR.join(parts))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
