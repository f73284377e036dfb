"""Checks that includes point one way: core <- rules <- scalar, tensor <- driver <- tools; the runtime knows only core.

Inside the scalar engine: ingest, analysis and rules know neither plan nor emit, the plan does not know emit, and the
passes know everything.
"""

import pathlib
import posixpath
import re
import sys

SCALAR_BASE = ["scalar/ingest", "scalar/analysis", "scalar/rules"]
# Folder -> what it may include besides itself. The longest matching folder on the left decides.
ALLOWED = {
    "include": [],
    "core": [],
    "rules": ["core"],
    "runtime": ["core", "include"],
    "scalar": ["core", "rules"],
    "scalar/ingest": ["core", "rules", *SCALAR_BASE],
    "scalar/analysis": ["core", "rules", *SCALAR_BASE],
    "scalar/rules": ["core", "rules", *SCALAR_BASE],
    "scalar/plan": ["core", "rules", *SCALAR_BASE],
    "scalar/emit": ["core", "rules", *SCALAR_BASE, "scalar/plan"],
    "scalar/passes": ["core", "rules", "scalar"],
    "tensor": [],
    "tensor/ir": ["core"],
    "tensor/reference": ["core", "runtime/arrays", "runtime/math", "include"],
    "tensor/interpret": ["core", "runtime/arrays", "include", "tensor/ir", "tensor/reference", "tensor/library"],
    "tensor/vector_math": [],
    "tensor/library": ["core", "runtime/arrays", "include", "tensor/reference"],
    "tensor/files": ["core", "runtime/arrays", "include"],
    "tensor/plan": ["core", "runtime/arrays", "include", "tensor/ir", "tensor/build", "tensor/reference", "tensor/interpret", "tensor/library", "tensor/vector_math"],
    "tensor/emit": ["core", "runtime/arrays", "include", "tensor/ir", "tensor/interpret", "tensor/plan", "tensor/vector_math"],
    "tensor/execute": ["core", "runtime/arrays", "include", "tensor"],
    "tensor/build": ["core", "include", "tensor/ir"],
    "tensor/rules": ["core", "include", "rules", "tensor/ir", "tensor/build", "tensor/interpret"],
    "tensor/differentiate": ["core", "include", "tensor/ir", "tensor/build", "tensor/rules", "tensor/simplify"],
    "tensor/batch": ["core", "include", "tensor/ir", "tensor/build"],
    "tensor/trace": ["core", "include", "runtime/arrays", "tensor"],
    "tensor/simplify": ["core", "runtime/arrays", "include", "tensor/ir", "tensor/reference", "tensor/interpret"],
    "driver": ["core", "rules", "scalar", "runtime", "include"],
    "tools": ["core", "rules", "scalar", "tensor", "runtime", "driver", "include"],
}
# Layers whose folders do not see each other unless the table says so.
SEPARATE_FOLDERS = {"scalar", "tensor"}
LLVM_FREE = ("include", "core", "rules", "runtime", "tensor/reference", "tensor/library", "tensor/vector_math", "tensor/files")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def home_of(path):
    """The entry of the table that a file belongs to."""
    matching = [folder for folder in ALLOWED if inside(path, folder)]
    return max(matching, key=len, default=None)


def project_path(root, including, bracket, name):
    """The included file's path in the project, or None for a foreign header."""
    candidates = [name, "include/" + name]
    if bracket == '"':
        candidates.insert(0, posixpath.normpath(posixpath.join(posixpath.dirname(including), name)))
    for candidate in candidates:
        if (root / candidate).is_file():
            return candidate
    first = name.split("/")[0]
    return name if first in ALLOWED and "/" in name else None


def fault_of(root, path, bracket, name):
    home = home_of(path)
    if name.startswith(("llvm/", "llvm-c/", "clang/", "mlir/")):
        return "includes LLVM" if inside_any(path, LLVM_FREE) else None
    target = project_path(root, path, bracket, name)
    if target is None or home_of(target) is None:
        return None
    layer = home.split("/")[0]
    own = home if layer in SEPARATE_FOLDERS else layer
    return None if inside_any(target, [own] + ALLOWED[home]) else "points the wrong way"


def inside_any(path, folders):
    return any(inside(path, folder) for folder in folders)


def main():
    root = pathlib.Path(sys.argv[1])
    faults = 0
    for layer in sorted({folder.split("/")[0] for folder in ALLOWED}):
        for file in sorted((root / layer).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            path = file.relative_to(root).as_posix()
            text = file.read_text()
            for match in INCLUDE.finditer(text):
                fault = fault_of(root, path, match[1], match[2])
                if fault:
                    line = text.count("\n", 0, match.start(1)) + 1
                    print(f"{path}:{line}: {match[2]}: {fault}")
                    faults += 1
    print(f"{faults} wrong includes")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
