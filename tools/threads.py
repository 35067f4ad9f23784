"""Measures how much faster two threads are than one, command by command.

    python3 tools/threads.py [--tesuji PROGRAM] [--rounds N] [ROW ...]

Each command runs with one thread, with two, and twice at once with one each, in turn; of each the median of the rounds counts,
by the wall clock and for the whole process. It writes docs/results/threads.md, or prints the table if rows are named.
"""

import argparse
import datetime
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from machine import machine

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The searches first, then what divides fixed work. `@` is the number of threads.
ROWS = {
    "IDA\\*, Korf's first board": "solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --heuristic manhattan --threads @",
    "IDA\\*, Korf's second board": "solve taquin 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6 --heuristic manhattan --threads @",
    "UCT, Connect Four": "solve connect-four --with uct --playouts 3000000 --threads @",
    "UCT, Breakthrough": "solve breakthrough --with uct --playouts 1000000 --threads @",
    "GRAVE, Connect Four": "solve connect-four --with grave --playouts 1000000 --threads @",
    "GRAVE, Breakthrough": "solve breakthrough --with grave --playouts 400000 --threads @",
    "df-pn, Breakthrough 5×5": "solve breakthrough --size 5x5 --with df-pn --threads @",
    "df-pn, Breakthrough 6×5": "solve breakthrough --size 6x5 --with df-pn --threads @",
    "PVS, Breakthrough 5×5": "solve breakthrough --size 5x5 --with pvs --threads @",
    "MTD(bi), Breakthrough 5×5": "solve breakthrough --size 5x5 --with mtd-bi --threads @",
    "MTD(bi), Connect Four after 4 moves": "solve connect-four 4444 --with mtd-bi --threads @",
    "nim-values of Grundy's game": "nim-values grundy --heaps 1500000 --threads @",
    "nim-values of 0.16": "nim-values 0.16 --heaps 20000000 --threads @",
    "nim-values of 0.76": "nim-values 0.76 --heaps 50000 --threads @",
    "retrograde analysis of Connect Four 5×5": "solve connect-four --size 5x5 --with retrograde --threads @",
    "table of Connect Four 5×5": "table build connect-four --size 5x5 --out {folder}/5x5.table --threads @",
    "its verification": "table verify {folder}/5x5.table --threads @",
    "pattern databases 6-6-3": "pdb build 6-6-3 --force --threads @",
    "100 boards of the 15-puzzle": "solve taquin --file {folder}/boards.txt --jsonl --threads @",
    "a match of 40 games": "match breakthrough --size 5x5 --players uct:playouts=5000,grave:playouts=5000 --games 40 --threads @",
    "enumeration of the 4×3 puzzle": "enumerate taquin 4x3 [--workers @]",
    "count of Breakthrough 3×5": "count breakthrough --size 3x5 [--workers @]",
}

HEAD = """# Two threads against one

Made by `python3 tools/threads.py` on {date}, {machine}.

Each command ran with one thread, with two, and as two processes of one thread each at the same time, {rounds} times in turn; the
times are medians, by the wall clock, of the whole process. The last column says how much more the two
processes do than one in the same time: what two cores with one memory give where nothing is shared. The last two rows compare
two workers with the program without workers. A search with two threads may visit other nodes than with one; the result of the
other commands is the same, byte for byte. Ratios differ by some tenths from one run of this page to the next, most those of
trees of simulations and of commands that take less than half a second.

| work | one thread | two threads | ratio | two processes |
|---|---:|---:|---:|---:|
{rows}

The geometric mean of the ratios is {mean:.2f}, that of the two processes {limit:.2f}. Ratios of a tree search above 2 are of simulations
that differ: the tree grows otherwise with two threads. What the rows ran:

```text
{commands}
```
"""


def seconds(program, commands, caches):
    """The time of these commands at the same time, each with a cache of its own."""
    began = time.monotonic()
    running = [
        subprocess.Popen([program, *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for words, environment in zip(commands, caches)
    ]
    errors = [process.communicate()[1] for process in running]
    taken = time.monotonic() - began
    for process, words, error in zip(running, commands, errors):
        # 1 is a proof that there is no solution, 3 a search that ended at its limit.
        if process.returncode not in (0, 1, 3):
            raise SystemExit(f"{' '.join(words)}: {error.decode()}")
    return taken


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def words(command, threads, folder):
    before, _, workers = command.partition(" [")
    text = before.format(folder=folder)
    if workers and threads > 1:
        text += " " + workers.rstrip("]")
    return text.replace("@", str(threads)).split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help="parts of the names of rows; by default all")
    parser.add_argument("--tesuji", default="tesuji", help="the program")
    parser.add_argument("--rounds", type=int, default=5)
    own = parser.parse_args()
    chosen = {name: command for name, command in ROWS.items() if not own.rows or any(row in name for row in own.rows)}
    with tempfile.TemporaryDirectory() as parent:
        folders = [pathlib.Path(parent, name) for name in ("one", "other")]
        caches = [{**os.environ, "TESUJI_CACHE": str(folder / "cache")} for folder in folders]
        shuffle = [own.tesuji, "shuffle", "taquin", "--size", "4x4", "--count", "100", "--seed", "1"]
        boards = subprocess.run(shuffle, stdout=subprocess.PIPE, check=True).stdout
        for folder in folders:
            folder.mkdir()
            (folder / "boards.txt").write_bytes(boards)
        lines, ratios, limits = [], [], []
        for name, command in chosen.items():
            alone, other = [words(command, 1, folder) for folder in folders]
            runs = [[alone], [words(command, 2, folders[0])], [alone, other]]
            rounds = [[seconds(own.tesuji, run, caches) for run in runs] for _ in range(own.rounds)]
            one, two, both = map(statistics.median, zip(*rounds))
            ratios.append(one / two)
            limits.append(2 * one / both)
            lines.append(f"| {name} | {one:.2f} s | {two:.2f} s | {ratios[-1]:.2f} | {limits[-1]:.2f} |")
            print(lines[-1], flush=True)
    if own.rows:
        return
    page = HEAD.format(
        date=datetime.date.today(),
        machine=machine(),
        rounds=own.rounds,
        rows="\n".join(lines),
        mean=mean(ratios),
        limit=mean(limits),
        commands="\n".join("tesuji " + command.format(folder="FOLDER").replace("@", "N") for command in ROWS.values()),
    )
    (ROOT / "docs" / "results" / "threads.md").write_text(page)


if __name__ == "__main__":
    main()
