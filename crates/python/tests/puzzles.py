"""Rules that the tests share."""

from __future__ import annotations

import tesuji


class EightPuzzle:
    """The 8-puzzle: slide tiles until they are in order, the blank first."""

    def __init__(self, start: tuple[int, ...] = (1, 2, 5, 3, 7, 4, 6, 8, 0)) -> None:
        self.start = start

    def initial(self):
        return self.start

    def moves(self, tiles):
        blank = tiles.index(0)
        row, column = divmod(blank, 3)
        cells = []
        if row > 0:
            cells.append(blank - 3)
        if column > 0:
            cells.append(blank - 1)
        if column < 2:
            cells.append(blank + 1)
        if row < 2:
            cells.append(blank + 3)
        return cells

    def play(self, tiles, cell):
        blank = tiles.index(0)
        after = list(tiles)
        after[blank], after[cell] = after[cell], 0
        return tuple(after)

    def is_goal(self, tiles):
        return tiles == tuple(range(9))

    def heuristic(self, tiles):
        return sum(
            abs(place // 3 - tile // 3) + abs(place % 3 - tile % 3)
            for place, tile in enumerate(tiles)
            if tile
        )


class Weights:
    """Reach a number by adding 1 at cost 1, or doubling at cost 3."""

    def __init__(self, goal: int = 10) -> None:
        self.goal = goal

    def initial(self):
        return 2

    def moves(self, number):
        return [move for move in ("+1", "*2") if self.play(number, move) <= self.goal]

    def play(self, number, move):
        return number + 1 if move == "+1" else number * 2

    def is_goal(self, number):
        return number == self.goal

    def cost(self, number, move):
        return 1 if move == "+1" else 3


class TicTacToe:
    """Tic-tac-toe, the board as nine letters."""

    never_repeats = True
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def initial(self):
        return "." * 9

    def _turn(self, board):
        return "X" if board.count("X") == board.count("O") else "O"

    def moves(self, board):
        return [cell for cell in range(9) if board[cell] == "."]

    def play(self, board, cell):
        return board[:cell] + self._turn(board) + board[cell + 1 :]

    def to_move(self, board):
        return "first" if self._turn(board) == "X" else "second"

    def result(self, board):
        for a, b, c in self.LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return "first" if board[a] == "X" else "second"
        return None if "." in board else "draw"

    def evaluate(self, board):
        return 0


class Take:
    """Take one to three tokens; the player who takes the last one wins."""

    never_repeats = True

    def __init__(self, tokens: int = 21) -> None:
        self.settings = {"tokens": tokens}

    def initial(self):
        return (self.settings["tokens"], "first")

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, taken):
        left, player = state
        return (left - taken, "second" if player == "first" else "first")

    def to_move(self, state):
        return state[1]

    def result(self, state):
        left, player = state
        return None if left else ("second" if player == "first" else "first")


class Chase:
    """Play can go in circles: a cop and a robber on a ring; the cop wins on the robber's node, the
    robber by standing on node 0 after a move of its own."""

    def __init__(self, size: int = 7) -> None:
        self.size = size

    def initial(self):
        return (3, 1, "first")

    def moves(self, state):
        return (-1, 1)

    def play(self, state, step):
        cop, robber, player = state
        if player == "first":
            return ((cop + step) % self.size, robber, "second")
        return (cop, (robber + step) % self.size, "first")

    def to_move(self, state):
        return state[2]

    def result(self, state):
        cop, robber, player = state
        if cop == robber:
            return "first"
        if robber == 0 and player == "first":
            return "second"
        return None


def two_costs(start):
    """The cost of a board of the library's puzzle, and of the one above: for other processes."""
    return tesuji.solve("taquin", start).cost, tesuji.solve(EightPuzzle(), with_="a*").cost
