"""Makes a failing program smaller: drops lines, blocks and parts of expressions while it still fails in the same way.

The program is text whose blocks open with a `{` at the end of a line and close with a line that begins with `}`.
"""

import re
import time

KEPT = re.compile(r"^(#include|FUZZ_PROGRAM|// )")


def depth_change(line):
    code = re.sub(r"'.'|\"[^\"]*\"", "", line)
    return code.count("{") - code.count("}")


def block_end(lines, start):
    """The last line of the block that opens at `start`, or None."""
    depth = 0
    for i in range(start, len(lines)):
        depth += depth_change(lines[i])
        if depth <= 0:
            return i if i > start or depth_change(lines[start]) == 0 else None
    return None


def line_candidates(lines):
    """Programs with fewer lines, the larger cuts first."""
    cuts = []
    for start, line in enumerate(lines):
        if KEPT.match(line):
            continue
        if line.rstrip().endswith("{"):
            end = block_end(lines, start)
            if end is not None:
                cuts.append((end - start + 1, start, end, False))
                cuts.append((2, start, end, True))
        elif line.strip().startswith("} else"):
            end = next((i for i in range(start + 1, len(lines)) if depth_before(lines, start, i)), None)
            if end is not None:
                cuts.append((end - start, start, end - 1, False))
        elif line.strip() not in ("}", "};", ""):
            cuts.append((1, start, start, False))
    for length in (32, 16, 8, 4, 2):  # runs of lines, blocks or not
        for start in range(0, len(lines) - length, max(1, length // 2)):
            run = lines[start:start + length]
            if not any(KEPT.match(line) for line in run) and balanced(run):
                cuts.append((length, start, start + length - 1, False))
    cuts.sort(key=lambda cut: -cut[0])
    for _, start, end, unwrap in cuts:
        if unwrap:
            yield lines[:start] + lines[start + 1:end] + lines[end + 1:]
        else:
            yield lines[:start] + lines[end + 1:]


def depth_before(lines, start, end):
    """Whether `end` closes the block that was open before the line `start`."""
    depth = 1
    for i in range(start + 1, end + 1):
        depth += depth_change(lines[i])
    return depth == 0


def balanced(lines):
    depth = 0
    for line in lines:
        depth += depth_change(line)
        if depth < 0 or line.strip().startswith("}") and depth_change(line) >= 0:
            return False
    return depth == 0


def parentheses(line):
    """The places (start, end) of what stands in parentheses, the larger first."""
    stack, found = [], []
    for i, char in enumerate(line):
        if char == "(":
            stack.append(i)
        elif char == ")" and stack:
            found.append((stack.pop(), i))
    return sorted(found, key=lambda place: place[0] - place[1])


def expression_candidates(lines):
    for number, line in enumerate(lines):
        if KEPT.match(line) or "template" in line:
            continue
        made = []
        for start, end in parentheses(line):
            name = re.search(r"(?:std::)?[A-Za-z_][A-Za-z_0-9]*(?:<T>)?$", line[:start])
            first = name.start() if name else start
            if re.match(r"^\s*(if|for|while|switch|return)$", line[:start].rstrip()) or line[first:start].strip() in ("if", "for", "while"):
                inner = line[start + 1:end]
                if "if" in line[:start]:
                    made += [line[:start + 1] + part + line[end:] for part in re.split(r" && | \|\| ", inner) if part != inner]
                continue
            inner = line[start + 1:end]
            for part in [inner] + re.split(r" [-+*/] |, ", inner):
                if part.count("(") == part.count(")"):
                    made.append(line[:first] + part + line[end + 1:])
            made.append(line[:first] + "x[0]" + line[end + 1:])
        value = re.match(r"^(.* = )(.*);$", line)
        if value and "{" not in line and "for (" not in line:
            made += [f"{value[1]}{simple};" for simple in ("0.5", "x[0]", "a") if simple != value[2]]
            made += [f"{value[1]}{part};" for part in re.split(r" [-+*/] ", value[2])]
        value = re.match(r"^(\s*return )(.*);$", line)
        if value:
            parts = value[2].split(" + ")
            made += [value[1] + " + ".join(parts[:i] + parts[i + 1:]) + ";" for i in range(len(parts)) if len(parts) > 1]
            made += [value[1] + part + ";" for part in re.split(r" [*/] ", value[2])]
        for new in made:
            if len(new) < len(line):
                yield lines[:number] + [new] + lines[number + 1:]


def reduce(text, fails, seconds):
    """The smallest text found in the time; `fails(text)` says whether it still fails in the same way."""
    lines = text.splitlines()
    deadline = time.monotonic() + seconds
    progress = True
    tried = set()
    while progress and time.monotonic() < deadline:
        progress = False
        for candidates in (line_candidates, expression_candidates):
            again = True
            while again and time.monotonic() < deadline:
                again = False
                for candidate in candidates(lines):
                    new = "\n".join(candidate) + "\n"
                    if new in tried:
                        continue
                    tried.add(new)
                    if time.monotonic() > deadline:
                        break
                    if fails(new):
                        lines, again, progress = candidate, True, True
                        break
    return "\n".join(lines) + "\n"
