"""Broken laws are found, and named with the state."""

import math
from fractions import Fraction

import numpy
import pytest

import tesuji
from puzzles import Chase, EightPuzzle, Take, TicTacToe, Weights


@pytest.mark.parametrize("rules", [EightPuzzle(), Weights(), TicTacToe(), Take(), Chase()])
def test_good_rules_keep_the_laws(rules):
    assert tesuji.laws(rules) > 0


def broken(rules, law, **methods):
    for name, method in methods.items():
        setattr(rules, name, method)
    with pytest.raises(tesuji.LawError) as caught:
        tesuji.laws(rules)
    assert caught.value.law == law
    assert caught.value.state is not None and caught.value.problem in str(caught.value)
    return caught.value


def test_each_broken_law_is_named():
    twice = broken(EightPuzzle(), "each move is listed once", moves=lambda tiles: [5, 5])
    assert twice.state == EightPuzzle().initial() and "5 is listed twice" in str(twice)
    count = iter(range(10**6))
    broken(
        EightPuzzle(),
        "the moves and their order depend on the state alone",
        moves=lambda tiles: [next(count)],
        play=lambda tiles, move: tiles,
    )
    broken(
        EightPuzzle(),
        "play depends on the state and the move alone",
        play=lambda tiles, move: (next(count),),
    )
    broken(Weights(), "a cost is a whole number from 1 to 2147483646", cost=lambda *_: 0)
    broken(Weights(), "a cost is a whole number from 1 to 2147483646", cost=lambda *_: 1.5)
    broken(Weights(), "a cost is a whole number from 1 to 2147483646", cost=lambda *_: 2**31)
    for estimate in (-1, math.nan, "1", None):
        broken(EightPuzzle(), "an estimate is a number of at least 0", heuristic=lambda _: estimate)
    broken(EightPuzzle(tuple(range(9))), "an estimate is never too high", heuristic=lambda _: 1)
    falls = EightPuzzle()
    broken(
        falls,
        "an estimate falls by at most the cost of a move",
        heuristic=lambda tiles: 9 if tiles == falls.start else 0,
    )
    broken(TicTacToe(), "an unfinished game has moves", moves=lambda board: [])
    broken(TicTacToe(), "a result is None, 'first', 'second' or 'draw'", result=lambda board: 1)
    broken(TicTacToe(), "the player to move is 'first' or 'second'", to_move=lambda board: 0)
    for score in (0.5, 2**27, -(2**27)):
        law = "an evaluation is a whole number from -66060286 to 66060286"
        broken(TicTacToe(), law, evaluate=lambda board: score)
    broken(Chase(), "no state repeats if never_repeats is true", never_repeats=True)
    broken(EightPuzzle(), "states and moves have a hash", play=lambda *_: [])


def test_numbers_of_numpy_and_fractions_are_numbers():
    puzzle, game = EightPuzzle(), TicTacToe()
    puzzle.cost = lambda *_: numpy.int64(1)
    game.evaluate = lambda _: numpy.int64(0)
    for zero in (numpy.float32(0), numpy.int64(0), Fraction(0)):
        puzzle.heuristic = lambda _: zero
        assert tesuji.laws(puzzle, 50) == 50
    assert tesuji.laws(game, 50) == 50


def test_broken_laws_of_goals_and_predecessors_are_named():
    class Line:
        def initial(self):
            return 0

        def moves(self, number):
            return ["+", "-"] if 0 < number < 9 else ["+"] if number == 0 else ["-"]

        def play(self, number, move):
            return number + 1 if move == "+" else number - 1

        def is_goal(self, number):
            return number == 9

        def goals(self):
            return [9]

        def predecessors(self, number):
            before = [("+", number - 1), ("-", number + 1)]
            return [(move, one) for move, one in before if 0 <= one <= 9]

    assert tesuji.laws(Line()) == 10
    law = "predecessors lists every move that leads to a state, and no other"
    missing = broken(Line(), law, predecessors=lambda number: [])
    assert missing.state == 1 and "'+' from 0 is missing" in str(missing)
    broken(Line(), law, predecessors=lambda number: [("-", 0)])
    broken(Line(), "goals lists the states with is_goal", goals=lambda: [8])


def test_states_that_change_are_noticed():
    class Cell:
        def __init__(self, number):
            self.number = number

        def __hash__(self):
            return self.number

        def __eq__(self, other):
            return self.number == other.number

        def __repr__(self):
            return f"Cell({self.number})"

    class Mutable:
        def initial(self):
            return Cell(0)

        def moves(self, cell):
            return ["step"] if cell.number < 5 else []

        def play(self, cell, move):
            cell.number += 1
            return cell

        def is_goal(self, cell):
            return cell.number == 5

    with pytest.raises(tesuji.LawError, match="leave the state as it is|depends on the state"):
        tesuji.laws(Mutable())
