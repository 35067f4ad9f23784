"""A small engine that speaks the Universal Game Interface, to test `tesuji match` and `tesuji engine`.

    python3 tools/ugi.py [--game tic-tac-toe|connect-four] [--seed N] [--fault NAME] [--strict]

It plays at random, but wins where one move wins. It was written from the text of the protocol and
shares nothing with tesuji. With --strict it ends with code 3 as soon as the other side breaks the
protocol. A fault shows at its third move: `illegal` (a move that is not legal), `crash`, `slow` (it
never answers), `mute` (not even to "ugi") or `babble` (endless text, in long and short lines).
"""

import argparse
import random
import sys
import time


class TicTacToe:
    """The nine cells row by row from the top; a move is a column and a row, counted from below."""

    start = "........."
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    names = [column + row for row in "321" for column in "abc"]

    @classmethod
    def read(cls, text):
        assert len(text) == 9 and set(text) <= set("XO."), text
        return text

    @staticmethod
    def first_to_move(board):
        return board.count("X") == board.count("O")

    @classmethod
    def winner(cls, board):
        for one, two, three in cls.lines:
            if board[one] != "." and board[one] == board[two] == board[three]:
                return board[one] == "X"
        return None

    @classmethod
    def moves(cls, board):
        if cls.winner(board) is not None:
            return []
        return [name for name, cell in zip(cls.names, board) if cell == "."]

    @classmethod
    def after(cls, board, move):
        place = cls.names.index(move)
        mark = "X" if cls.first_to_move(board) else "O"
        return board[:place] + mark + board[place + 1 :]


class ConnectFour:
    """Seven columns of six cells; a position is the rows from the top, a move a column from 1."""

    start = "/".join(["......."] * 6)

    @classmethod
    def read(cls, text):
        assert len(text.split("/")) == 6 and set(text) <= set("xo./"), text
        return text

    @staticmethod
    def first_to_move(board):
        return board.count("x") == board.count("o")

    @classmethod
    def winner(cls, board):
        cells = {
            (r, c): mark for r, row in enumerate(board.split("/")) for c, mark in enumerate(row)
        }
        for (r, c), mark in cells.items():
            for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
                four = [cells.get((r + n * down, c + n * right)) for n in range(4)]
                if mark != "." and four == [mark] * 4:
                    return mark == "x"
        return None

    @classmethod
    def moves(cls, board):
        if cls.winner(board) is not None:
            return []
        return [str(number) for number, mark in enumerate(board.split("/")[0], 1) if mark == "."]

    @classmethod
    def after(cls, board, move):
        rows = board.split("/")
        column = int(move) - 1
        free = max(row for row in range(6) if rows[row][column] == ".")
        mark = "x" if cls.first_to_move(board) else "o"
        rows[free] = rows[free][:column] + mark + rows[free][column + 1 :]
        return "/".join(rows)


GAMES = {"tic-tac-toe": TicTacToe, "connect-four": ConnectFour}


class Engine:
    def __init__(self, options):
        self.options = options
        self.game = GAMES[options.game]
        self.random = random.Random(options.seed)
        self.board = None
        self.moves_made = 0
        # What the other side has said that matters for what it may say next.
        self.greeted = self.is_synchronized = False

    def say(self, text):
        print(text, flush=True)

    def demand(self, condition, what):
        if self.options.strict and not condition:
            print(f"the protocol is broken: {what}", file=sys.stderr, flush=True)
            sys.exit(3)

    def obey(self, line):
        command, *words = line.split()
        self.demand(self.greeted or command == "ugi", f"{command} before ugi")
        if command == "ugi":
            if self.options.fault == "mute":
                time.sleep(3600)
            self.greeted = True
            self.say("id name small\nid author nobody\noption name size type string default 7x6")
            self.say("ugiok")
        elif command == "isready":
            self.is_synchronized = True
            self.say("readyok")
        elif command == "uginewgame":
            self.board, self.is_synchronized, self.moves_made = None, False, 0
        elif command == "setoption":
            self.demand(words[0] == "name" and words[2] == "value", line)
            self.demand(words[1] == "size", f"there is no option {words[1]}")
        elif command == "position":
            self.demand(self.is_synchronized, "position before isready")
            self.position(words)
            self.is_synchronized = False
        elif command == "go":
            self.demand(self.board is not None, "go before position")
            self.demand(self.is_synchronized, "go before isready")
            self.go(words)
        elif command == "query":
            self.query(words)
        elif command == "quit":
            sys.exit(0)
        else:
            self.demand(command == "stop", f"{command} is no command")

    def position(self, words):
        place, moves = words, []
        if "moves" in words:
            at = words.index("moves")
            place, moves = words[:at], words[at + 1 :]
            self.demand(moves, "moves without moves")
        if place == ["startpos"]:
            self.board = self.game.start
        else:
            self.demand(place[0] == "fen" and len(place) == 2, "neither startpos nor fen")
            self.board = self.game.read(place[1])
        for move in moves:
            self.demand(move in self.game.moves(self.board), f"{move} is not legal")
            self.board = self.game.after(self.board, move)

    def go(self, words):
        names, numbers = words[0::2], words[1::2]
        clock = ["p1time", "p2time", "p1inc", "p2inc"]
        known = names == clock or names in (["movetime"], ["nodes"], ["depth"], ["infinite"])
        self.demand(known, f"go {words}")
        self.demand(all(int(number) >= 0 for number in numbers), f"go {words}")
        moves = self.game.moves(self.board)
        self.demand(moves, "go without legal moves")
        self.moves_made += 1
        fault = self.options.fault if self.moves_made == 3 else None
        if fault == "crash":
            sys.exit(1)
        if fault == "slow":
            time.sleep(3600)
        while fault == "babble":
            sys.stdout.write("info string babble " * 5000 + "\ninfo string babble" * 5000)
        after = {move: self.game.after(self.board, move) for move in moves}
        wins = [move for move in moves if self.game.winner(after[move]) is not None]
        move = self.random.choice(wins or moves)
        self.say(f"info depth 1 nodes {len(moves)} time 0 nps 1000")
        self.say("bestmove " + ("z9" if fault == "illegal" else move))

    def query(self, words):
        winner, moves = self.game.winner(self.board), self.game.moves(self.board)
        if words == ["p1turn"]:
            self.say("response " + ("true" if self.game.first_to_move(self.board) else "false"))
        elif words == ["gameover"]:
            self.say("response " + ("false" if moves else "true"))
        elif words == ["result"]:
            results = {True: "p1win", False: "p2win", None: "none" if moves else "draw"}
            self.say("response " + results[winner])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=GAMES, default="tic-tac-toe")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=["illegal", "crash", "slow", "mute", "babble"])
    parser.add_argument("--strict", action="store_true")
    engine = Engine(parser.parse_args())
    for line in sys.stdin:
        if line.strip():
            engine.obey(line)


main()
