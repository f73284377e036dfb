"""Reports the size of the sources and fails if a file is longer than a reader can hold in the head."""

import pathlib
import sys

LIMIT = 800
SUFFIXES = {".h", ".cpp", ".c", ".td", ".py", ".cmake", ".sh", ".inc"}
SKIPPED = {"build", ".git", ".cache", "data"}


def source_files(root):
    for path in sorted(root.iterdir()):
        if path.is_dir():
            if path.name not in SKIPPED and not path.is_symlink():
                yield from source_files(path)
        elif path.suffix in SUFFIXES or path.name in ("dev", "CMakeLists.txt"):
            yield path


def line_count(path):
    return len(path.read_bytes().splitlines())


def main():
    root = pathlib.Path(sys.argv[1])
    sizes = {path.relative_to(root): line_count(path) for path in source_files(root)}
    by_layer = {}
    for path, lines in sizes.items():
        layer = path.parts[0] if len(path.parts) > 1 else "(top)"
        files, total, longest = by_layer.get(layer, (0, 0, 0))
        by_layer[layer] = (files + 1, total + lines, max(longest, lines))

    print(f"{'folder':<12}{'files':>7}{'lines':>8}{'longest':>9}")
    for layer, (files, total, longest) in sorted(by_layer.items()):
        print(f"{layer:<12}{files:>7}{total:>8}{longest:>9}")
    total = sum(sizes.values())
    too_long = {path: lines for path, lines in sizes.items() if lines > LIMIT}
    share = 100 * sum(too_long.values()) / total if total else 0
    print(f"{'all':<12}{len(sizes):>7}{total:>8}{max(sizes.values(), default=0):>9}")
    print(f"in files of more than {LIMIT} lines: {share:.1f} %")
    for path, lines in sorted(too_long.items()):
        print(f"{path}: {lines} lines; split it by family or stage")
    sys.exit(1 if too_long else 0)


if __name__ == "__main__":
    main()
