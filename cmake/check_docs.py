"""Checks the Markdown files: relative links lead to files and headings, programs in them run.

A code block opened with ```cpp run is a whole program: it is built with cotangent-c++ and must exit with 0.
If the next block is opened with ```text output, the program must print exactly that.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = {"build", ".git", ".cache"}
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")


def pages(root):
    for path in sorted(root.rglob("*.md")):
        if not SKIPPED.intersection(path.relative_to(root).parts):
            yield path


def anchors(text):
    """The names GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+\s+(.*?)\s*$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_faults(page):
    text = INLINE_CODE.sub("", FENCE.sub("", page.read_text()))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name) if name else page
        if not file.exists():
            yield f"{target}: no such file"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield f"{target}: no such heading"


def run_program(source, compiler, folder):
    """Builds and runs; returns what went wrong (empty if nothing) and what was printed."""
    file, program = folder / "snippet.cpp", folder / "snippet"
    file.write_text(source)
    built = subprocess.run([compiler, "-O1", str(file), "-o", str(program)], capture_output=True, text=True)
    if built.returncode:
        return "does not compile:\n" + built.stderr, ""
    ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, cwd=folder)
    return (f"exits with {ran.returncode}:\n{ran.stderr}" if ran.returncode else ""), ran.stdout


def snippet_faults(page, compiler, folder):
    blocks = [(match[1].strip(), match[2], match.start()) for match in FENCE.finditer(page.read_text())]
    for index, (kind, source, position) in enumerate(blocks):
        if kind != "cpp run":
            continue
        line = page.read_text().count("\n", 0, position) + 1
        fault, printed = run_program(source, compiler, folder)
        if fault:
            yield f"program in line {line} {fault}"
        elif index + 1 < len(blocks) and blocks[index + 1][0] == "text output" and printed != blocks[index + 1][1]:
            yield f"program in line {line} prints\n{printed}and not\n{blocks[index + 1][1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--compiler", help="cotangent-c++; without it programs are not run")
    options = parser.parse_args()

    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for page in pages(options.root):
            faults = list(link_faults(page))
            if options.compiler:
                faults += snippet_faults(page, options.compiler, pathlib.Path(folder))
            for fault in faults:
                print(f"{page.relative_to(options.root)}: {fault}")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
