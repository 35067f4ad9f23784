"""The solvers of OpenSpiel and tesuji on the same games, in one process.

    pip install open_spiel
    python crates/python/benches/openspiel.py

Four programs compute the value of the initial position: OpenSpiel's alpha-beta search; its
`MinimaxSolver`, which has a table of all states; tesuji on OpenSpiel's game, through
`from_openspiel`; tesuji on its own game of the same rules, where there is one. The values are
compared. Times are processor times, which other programs disturb little; the rounds take turns.
"""

from __future__ import annotations

import statistics
import time

import pyspiel
from open_spiel.python.algorithms import minimax
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import tesuji

ROUNDS = 5

TABLE, ALPHA_BETA = "OpenSpiel, table", "OpenSpiel, alpha-beta"
BOTH = {TABLE, ALPHA_BETA}

# OpenSpiel's game; which of its solvers end soon; ours of the same rules. (In OpenSpiel's
# Breakthrough with less than six rows each player has one row of pawns, in ours two.)
GAMES = [
    ("tic_tac_toe", BOTH, ("tic-tac-toe", {})),
    ("clobber(rows=3,columns=4)", BOTH, None),
    ("hex(board_size=3)", BOTH, None),
    ("breakthrough(rows=5,columns=3)", {TABLE}, None),
    ("connect_four(rows=4,columns=4,x_in_row=4)", {ALPHA_BETA}, ("connect-four", {"size": "4x4"})),
]


def by_table(name):
    table = MinimaxSolver(name).solve()
    return table[str(pyspiel.load_game(name).new_initial_state())].value


def through_the_bridge(name):
    rules = tesuji.from_openspiel(name, key=str, never_repeats=True)
    return tesuji.solve(rules, with_="pvs").value


def solvers(name, ending, ours):
    theirs = pyspiel.load_game(name)
    found = {
        TABLE: lambda: by_table(name),
        ALPHA_BETA: lambda: minimax.alpha_beta_search(theirs)[0],
    }
    found = {one: solve for one, solve in found.items() if one in ending}
    found["tesuji, OpenSpiel's game"] = lambda: through_the_bridge(name)
    if ours is not None:
        game, settings = ours
        found["tesuji, own game"] = lambda: tesuji.solve(game, with_="pvs", **settings).value
    return found


def timed(solve):
    # The own game is searched in another thread, whose time is that of the process.
    began = time.process_time()
    value = solve()
    return time.process_time() - began, value


def main():
    for name, ending, ours in GAMES:
        try:
            pyspiel.load_game(name)
        except pyspiel.SpielError as error:
            print(f"{name}: {error}")
            continue
        rounds = {one: [] for one in solvers(name, ending, ours)}
        for _ in range(ROUNDS):
            for one, solve in solvers(name, ending, ours).items():
                rounds[one].append(timed(solve))
        values = {float(value) for all in rounds.values() for _, value in all}
        assert len(values) == 1, (name, rounds)
        print(f"{name}: value {values.pop():+.0f}, medians of {ROUNDS} rounds")
        medians = {one: statistics.median(t for t, _ in all) for one, all in rounds.items()}
        bridge = medians["tesuji, OpenSpiel's game"]
        for one, seconds in medians.items():
            pairs = zip(rounds[one], rounds["tesuji, OpenSpiel's game"])
            ratios = [time / own for (time, _), (own, _) in pairs]
            print(
                f"  {one:26} {seconds:9.4f} s  {seconds / bridge:8.3f} of tesuji on OpenSpiel's game "
                f"(of one round {min(ratios):.3f} to {max(ratios):.3f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
