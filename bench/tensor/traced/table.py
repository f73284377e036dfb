"""Builds the program of this folder, runs its workloads, and compares with JAX: times, compilation, memory, results."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from traced import peers

FOLDER = pathlib.Path(__file__).parent
REPOSITORY = FOLDER.parents[2]


def build(cotangent):
    """The program; what is newer than sources, headers and the library stays."""
    binaries = pathlib.Path(cotangent).resolve().parent
    program = binaries.parent / "bench" / "tensor" / "traced"
    program.parent.mkdir(parents=True, exist_ok=True)
    headers = [*FOLDER.glob("*.h"), *(REPOSITORY / "include").rglob("*.h"), binaries / "cotangent-c++"]
    newest = max(header.stat().st_mtime for header in headers)
    objects = []
    for source in sorted(FOLDER.glob("*.cpp")):
        made = program.parent / f"traced_{source.stem}.o"
        objects.append(str(made))
        if not made.exists() or made.stat().st_mtime < max(newest, source.stat().st_mtime):
            subprocess.run([binaries / "cotangent-c++", "-O1", "-std=c++20", f"-I{REPOSITORY}", "-c", source, "-o", made],
                           check=True)
    subprocess.run([binaries / "cotangent-c++", *objects, "-o", program], check=True)
    return program


def lines(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def loaded(folder):
    return [np.load(f"{folder}/result{number}.npy") for number in range(len(os.listdir(folder)))]


def run(cotangent, names, with_peers, threads, difference):
    program = build(cotangent)
    columns = ["ours ms", "least", "compile", "MiB"]
    columns += ["XLA ms", "least", "compile", "MiB", "ratio", "of compile", "difference"] if with_peers else []
    print(f"\n{'traced from C++':30s}" + "".join(f"{column:>11s}" for column in columns))
    for name in peers.INPUTS:
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            inputs, ours, theirs = (pathlib.Path(folder) / part for part in ["inputs", "ours", "theirs"])
            for part in [inputs, ours, theirs]:
                part.mkdir()
            for number, array in enumerate(peers.inputs(name)):
                np.save(f"{inputs}/input{number}.npy", array)
            mine = lines([program, name, inputs, "--results", ours, "--threads", threads])
            line = f"{name:30s}{mine['median_ms']:11.4g}{mine['min_ms']:11.4g}{mine['compile_ms']:11.1f}{mine['peak_mb']:11.1f}"
            if with_peers:
                other = lines([sys.executable, FOLDER / "peers.py", name, inputs, theirs])
                line += (f"{other['median_ms']:11.4g}{other['min_ms']:11.4g}{other['compile_ms']:11.1f}{other['peak_mb']:11.1f}"
                         f"{mine['min_ms'] / other['min_ms']:11.2f}{mine['compile_ms'] / other['compile_ms']:11.2f}"
                         f"{difference(loaded(ours), loaded(theirs)):11.1e}")
        print(line, flush=True)
