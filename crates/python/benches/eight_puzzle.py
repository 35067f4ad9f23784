"""A* on the 8-puzzle, the same class in four programs, in one process.

    pip install simpleai && pip install --no-deps aima3
    python crates/python/benches/eight_puzzle.py

`aima3` is the package of `aima-python`, the code of Russell and Norvig's book. The fourth program is
written by hand below. The costs are compared. Times are processor times, which other programs
disturb little; the rounds of the programs take turns.
"""

from __future__ import annotations

import heapq
import random
import statistics
import sys
import time
from pathlib import Path

from aima3.search import Problem, astar_search
from simpleai.search import SearchProblem, astar

import tesuji

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from puzzles import EightPuzzle  # noqa: E402

BOARDS = 12
MOVES = 60
ROUNDS = 7


class ForSimpleai(SearchProblem):
    """The class as `simpleai` wants it."""

    def __init__(self, puzzle: EightPuzzle) -> None:
        super().__init__(puzzle.initial())
        self.puzzle = puzzle
        self.actions = puzzle.moves
        self.result = puzzle.play
        self.is_goal = puzzle.is_goal
        self.heuristic = puzzle.heuristic

    def cost(self, state, action, after):
        return 1


class ForAima(Problem):
    """The class as `aima-python` wants it."""

    def __init__(self, puzzle: EightPuzzle) -> None:
        super().__init__(puzzle.initial())
        self.actions = puzzle.moves
        self.result = puzzle.play
        self.goal_test = puzzle.is_goal
        self.h = lambda node: puzzle.heuristic(node.state)


def by_hand(puzzle):
    """The cost that A* finds: a heap of tuples, and the least cost to each state."""
    start = puzzle.initial()
    frontier, costs = [(puzzle.heuristic(start), 0, start)], {start: 0}
    while frontier:
        _, cost, state = heapq.heappop(frontier)
        if puzzle.is_goal(state):
            return cost
        if costs[state] < cost:
            continue
        for move in puzzle.moves(state):
            child = puzzle.play(state, move)
            if cost + 1 < costs.get(child, cost + 2):
                costs[child] = cost + 1
                heapq.heappush(frontier, (cost + 1 + puzzle.heuristic(child), cost + 1, child))
    return None


def boards():
    """Boards after random walks, the same in every run."""
    draw, puzzle, all = random.Random(1), EightPuzzle(), []
    for _ in range(BOARDS):
        state = tuple(range(9))
        for _ in range(MOVES):
            state = puzzle.play(state, draw.choice(puzzle.moves(state)))
        all.append(state)
    return [*all, (8, 0, 6, 5, 4, 7, 2, 3, 1)]


SOLVERS = {
    "tesuji": lambda puzzle: tesuji.solve(puzzle, with_="a*").cost,
    "tesuji, ida*": lambda puzzle: tesuji.solve(puzzle, with_="ida*").cost,
    "simpleai": lambda puzzle: astar(ForSimpleai(puzzle), graph_search=True).cost,
    "aima-python": lambda puzzle: astar_search(ForAima(puzzle)).path_cost,
    "by hand": by_hand,
}


def timed(solve, starts):
    began = time.process_time()
    costs = [solve(EightPuzzle(start)) for start in starts]
    return time.process_time() - began, costs


def methods_alone(start):
    """How long the methods take that A* needs, each called once for each state and move."""
    met = []

    class Recording(EightPuzzle):
        def moves(self, tiles):
            met.append(tiles)
            return super().moves(tiles)

    puzzle = Recording(start)
    expanded = tesuji.solve(puzzle, with_="a*").statistics.expanded
    puzzle = EightPuzzle(start)
    children = {puzzle.play(state, move) for state in met for move in puzzle.moves(state)}
    began = time.process_time()
    for state in met:
        for move in puzzle.moves(state):
            puzzle.play(state, move)
    for child in children:
        puzzle.heuristic(child)
        puzzle.is_goal(child)
    return expanded, time.process_time() - began


def main():
    starts = boards()
    rounds = {name: [] for name in SOLVERS}
    for _ in range(ROUNDS):
        for name, solve in SOLVERS.items():
            rounds[name].append(timed(solve, starts))
    answers = {tuple(costs) for all in rounds.values() for _, costs in all}
    assert len(answers) == 1, answers
    medians = {name: statistics.median(time for time, _ in all) for name, all in rounds.items()}
    own = medians["tesuji"]
    print(f"{len(starts)} boards, medians of {ROUNDS} rounds")
    for name, seconds in medians.items():
        # Of each round, in which all took turns.
        ratios = [time / own for (time, _), (own, _) in zip(rounds[name], rounds["tesuji"])]
        print(
            f"{name:13} {seconds:8.3f} s   tesuji is {seconds / own:5.2f} times as fast "
            f"(of one round {min(ratios):.2f} to {max(ratios):.2f})"
        )
    alone = [methods_alone(start) for start in starts]
    expanded, seconds = sum(nodes for nodes, _ in alone), sum(time for _, time in alone)
    print(f"{expanded:,} nodes expanded by A*, {own / expanded * 1e6:.2f} µs each")
    print(f"the methods alone, each called once: {seconds:.3f} s")
    print(f"overhead: {(own - seconds) / expanded * 1e6:.2f} µs a node, {own / seconds:.2f} times")


if __name__ == "__main__":
    main()
