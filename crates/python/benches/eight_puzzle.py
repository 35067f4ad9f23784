"""A* on the 8-puzzle, the same class in three libraries, in one process.

    python crates/python/benches/eight_puzzle.py

needs `simpleai`. A* of `aima-python` is written out below after the figure of Russell and Norvig,
because the repository is no package. The costs are compared. Times are processor times, which other
programs disturb little; the rounds of the libraries take turns.
"""

from __future__ import annotations

import heapq
import random
import statistics
import sys
import time
from pathlib import Path

from simpleai.search import SearchProblem, astar

import tesuji

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from puzzles import EightPuzzle  # noqa: E402

BOARDS = 12
MOVES = 60
ROUNDS = 3


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


class Node:
    """A node of the search tree, as in `aima-python`."""

    def __init__(self, state, parent=None, action=None, path_cost=0):
        self.state, self.parent, self.action, self.path_cost = state, parent, action, path_cost

    def __lt__(self, other):
        return self.state < other.state

    def expand(self, puzzle):
        return [
            Node(puzzle.play(self.state, action), self, action, self.path_cost + 1)
            for action in puzzle.moves(self.state)
        ]


def best_first_graph_search(puzzle):
    """A* as the pseudocode of Russell and Norvig has it: a heap, and the best node of each state."""
    start = Node(puzzle.initial())
    frontier = [(puzzle.heuristic(start.state), start)]
    reached = {start.state: start}
    while frontier:
        _, node = heapq.heappop(frontier)
        if puzzle.is_goal(node.state):
            return node
        if reached[node.state] is not node:
            continue
        for child in node.expand(puzzle):
            known = reached.get(child.state)
            if known is None or child.path_cost < known.path_cost:
                reached[child.state] = child
                estimate = child.path_cost + puzzle.heuristic(child.state)
                heapq.heappush(frontier, (estimate, child))
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
    "A* after aima-python": lambda puzzle: best_first_graph_search(puzzle).path_cost,
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
        print(f"{name:22} {seconds:8.3f} s   tesuji is {seconds / own:5.2f} times as fast")
    alone = [methods_alone(start) for start in starts]
    expanded, seconds = sum(nodes for nodes, _ in alone), sum(time for _, time in alone)
    print(f"{expanded:,} nodes expanded, {own / expanded * 1e6:.2f} µs each")
    print(f"the methods alone, each called once: {seconds:.3f} s")
    print(f"overhead: {(own - seconds) / expanded * 1e6:.2f} µs a node, {own / seconds:.2f} times")


if __name__ == "__main__":
    main()
