"""A game of the library by the command line and by the package, in one run.

    cargo build --release && pip install target/python/wheels/*.whl
    python crates/python/benches/command_line.py target/release/tesuji

Both do the same work, which is checked, and take turns. Times are processor times, which other
programs disturb less than the clock. That of the command line includes the start of its process,
which is measured as well. For each pair of runs, one after the other, there is a ratio; the median,
the quartiles and the extremes of these are printed. `--rounds N` sets the number of pairs.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import time

import tesuji

# The game, a position, the search and the number of nodes.
CASES = [
    ("taquin", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "ida*:heuristic=manhattan", 40_000_000),
    ("breakthrough", None, "pvs", 4_000_000),
    ("connect-four", None, "df-pn", 4_000_000),
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the command line, target/release/tesuji")
    parser.add_argument("--rounds", type=int, default=11, help="pairs of runs of each case")
    arguments = parser.parse_args()
    for case in CASES:
        start = statistics.median(by_command(arguments.program, *case[:3], 1)[0] for _ in range(5))
        command, package = [], []
        for each in range(arguments.rounds):
            # Neither always goes first.
            for which in ("command", "package") if each % 2 else ("package", "command"):
                if which == "command":
                    command.append(by_command(arguments.program, *case))
                else:
                    package.append(by_package(*case))
        assert len({nodes for _, nodes in command + package}) == 1, (command, package)
        ratios = sorted(own[0] / other[0] for own, other in zip(package, command))
        low, middle, high = statistics.quantiles(ratios, n=4)
        print(
            f"{case[0]:13} {case[2]:25} command line {statistics.median(t for t, _ in command):.3f} s "
            f"(its start {start:.3f} s), package {statistics.median(t for t, _ in package):.3f} s; "
            f"ratio {middle:.3f}, quartiles {low:.3f} to {high:.3f}, "
            f"all {ratios[0]:.3f} to {ratios[-1]:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
