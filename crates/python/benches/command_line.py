"""A game of the library by the command line and by the package, in one run.

    cargo build --release && pip install target/python/wheels/*.whl
    python crates/python/benches/command_line.py target/release/tesuji

Both do the same work, which is checked, and take turns. Times are processor times, which other
programs disturb little; that of the command line includes the start of its process.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time

import tesuji

ROUNDS = 7

# The game, a position, the search and the number of nodes.
CASES = [
    ("taquin", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "ida*:heuristic=manhattan", 20_000_000),
    ("breakthrough", None, "pvs", 2_000_000),
    ("connect-four", None, "df-pn", 2_000_000),
]


def by_command(program, game, position, search, nodes):
    call = [program, "solve", game, *([] if position is None else [position])]
    call += ["--with", search, "--nodes", str(nodes), "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = json.loads(subprocess.run(call, capture_output=True, text=True, check=False).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, report["nodes_generated"]


def by_package(game, position, search, nodes):
    began = time.process_time()
    result = tesuji.solve(game, position, with_=search, nodes=nodes)
    return time.process_time() - began, result.statistics.generated


def main():
    program = sys.argv[1]
    for case in CASES:
        command, package = [], []
        for _ in range(ROUNDS):
            command.append(by_command(program, *case))
            package.append(by_package(*case))
        assert len({nodes for _, nodes in command + package}) == 1, (command, package)
        ratio = statistics.median(t for t, _ in package) / statistics.median(t for t, _ in command)
        print(f"{case[0]:14} {case[2]:26} the package takes {ratio:.3f} of the command line's time")


if __name__ == "__main__":
    main()
