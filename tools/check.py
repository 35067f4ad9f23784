#!/usr/bin/env python3
"""Checks certificates of the Nim family, tic-tac-toe, taquin and Breakthrough.

Written from docs/certificates.md alone, as a second opinion on the checker in Rust.

Usage: check.py [--work N] FILE...     prints a verdict for each file
       check.py [--work N] --batch     reads files from standard input, each after its length as four
                                       bytes, the lowest first, and prints a verdict for each
Exit codes: 0 all are verified, 1 one is rejected, 2 bad usage or a file cannot be read, 3 none is
rejected, but one is of another game or takes too much work: more than N moves and sums (100 million).
"""

import pathlib
import re
import sys
import threading

FIRST, SECOND, DRAW = "first", "second", "draw"
OTHER = {FIRST: SECOND, SECOND: FIRST}
NEVER = float("inf")  # also the number of plies where there is none
ON_THE_PATH = object()


class Reject(Exception):
    """The file proves nothing."""


class GiveUp(Exception):
    """The check takes too much work, or is of a game that only the other checker knows."""


def require(condition, reason):
    if not condition:
        raise Reject(reason)


class Work:
    left = 0

    @classmethod
    def charge(cls, units):
        cls.left -= units
        if cls.left < 0:
            raise GiveUp("too much work")


# The file


def table_entry(value):
    for _ in range(8):
        value = value >> 1 ^ (0xC96C5795D7870F42 if value & 1 else 0)
    return value


CRC_TABLE = [table_entry(byte) for byte in range(256)]


def crc64(data):
    register = 2**64 - 1
    for byte in data:
        register = register >> 8 ^ CRC_TABLE[(register ^ byte) & 255]
    return register ^ (2**64 - 1)


NUMBER = "(0|[1-9][0-9]*)"
HEADER = re.compile(
    "tesuji certificate 1\ngame (?P<game>[^\n]*)\n(?P<settings>(?:set [^ \n]+ [^\n]*\n)*)"
    "position (?P<position>[^\n]*)\nclaim (?P<claim>[^\n]*)\nproof (?P<proof>[^\n]*)\n"
    f"entries (?P<entries>{NUMBER})\nbytes (?P<bytes>{NUMBER})\n\n"
)
# Each kind of claim, with the number of bits that its numbers have.
CLAIMS = {
    "(first|second) (wins)": 0,
    f"(first|second) (wins within) {NUMBER} plies": 32,
    f"(first|second) (wins in exactly) {NUMBER} plies": 32,
    "(first|second) (holds)": 0,
    "(draw)": 0,
    f"(shortest) solution {NUMBER} moves": 32,
    "(unsolvable)": 0,
    f"(nim-values) of heaps below {NUMBER}": 64,
    f"(period) {NUMBER} from heap {NUMBER} on": 64,
}


def parse_claim(text):
    """The words of a claim and its numbers."""
    for claim, width in CLAIMS.items():
        if match := re.fullmatch(claim, text):
            numbers = [int(part) for part in match.groups() if part.isdigit()]
            require(all(number < 2**width for number in numbers), "a number is too large")
            return [part for part in match.groups() if not part.isdigit()], numbers
    raise Reject("not a claim")


class Entries:
    """The entries as bits."""

    def __init__(self, data):
        self.bits = int.from_bytes(data, "little")
        self.size = len(data)
        self.used = 0
        self.count = 0

    def take(self, width):
        require(self.used + width <= 8 * self.size, "the entries end too soon")
        value = self.bits >> self.used & (1 << width) - 1
        self.used += width
        self.count += 1
        return value

    def choose(self, options):
        """The one of the options that the next entry numbers."""
        require(options, "a position that is not over has no moves")
        number = self.take((len(options) - 1).bit_length())
        require(number < len(options), "there is no move with this number")
        return options[number]


def check(data):
    """Accepts a file, or raises why not."""
    end = data.find(b"\n\n", 0, 4096) + 2
    require(end >= 2, "no header")
    try:
        text = data[:end].decode()
    except UnicodeDecodeError:
        raise Reject("the header is not UTF-8") from None
    header = HEADER.fullmatch(text)
    require(header, "not a header")
    count, size = int(header["entries"]), int(header["bytes"])
    require(count < 2**64 and size < 2**64, "a number is too large")
    require(len(data) == end + size + 8, "the file has another length")
    require(crc64(data[:-8]) == int.from_bytes(data[-8:], "little"), "wrong checksum")
    settings = [tuple(line.split(" ", 2)[1:]) for line in header["settings"].split("\n")[:-1]]
    entries = Entries(data[end:-8])
    claim, proof, position = parse_claim(header["claim"]), header["proof"], header["position"]
    game = header["game"]
    if game in RULES and not position:
        check_heaps(RULES[game], settings, claim, proof, entries)
    elif game in GAMES:
        check_strategy(GAMES[game](settings, position), claim, proof, entries)
    elif game == "taquin":
        check_puzzle(Taquin(settings, position), claim, proof, entries)
    elif game in OTHER_GAMES:
        raise GiveUp(f"the game {game}")
    else:
        raise Reject("no such game")
    require(entries.count == count, "another number of entries")
    require((entries.used + 7) // 8 == size, "there are bytes after the entries")
    require(entries.bits >> entries.used == 0, "there are bits after the entries")


# Strategies


def check_strategy(game, claim, proof, entries):
    kind = re.fullmatch("strategy leaves ([01357])( symmetry)?", proof)
    require(kind, "this proof cannot prove a claim about a game")
    words, numbers = claim
    plies = numbers[0] if numbers else NEVER

    def walk(player):
        return Walk(game, player, int(kind[1]), bool(kind[2]), entries)

    if words[-1].startswith("wins"):
        length = walk(words[0]).win(game.start, plies)
        require(length <= plies, "the win takes longer")
        if words[-1] == "wins in exactly":
            require(length == plies, "the win takes less")
            walk(OTHER[words[0]]).survive(game.start, plies)
    elif words[-1] == "holds":
        walk(words[0]).survive(game.start, NEVER)
    elif words == ["draw"]:
        walk(FIRST).survive(game.start, NEVER)
        walk(SECOND).survive(game.start, NEVER)
    else:
        raise Reject("a strategy cannot prove this")


class Game:
    """The defaults of a game whose positions end with the player to move."""

    def to_move(self, position):
        return position[-1]

    def bound(self, position, player):
        """The fewest moves in which the player can win."""
        return 0

    def orbit(self, position):
        """The same for all positions that are symmetric to each other."""
        return position


class Walk:
    def __init__(self, game, player, leaves, symmetry, entries):
        self.game, self.player, self.leaves, self.entries = game, player, leaves, entries
        self.key = game.orbit if symmetry else lambda position: position
        self.known = {}

    def after(self, position):
        """The positions after all moves, in the order of the game."""
        positions = self.game.after(position)
        Work.charge(len(positions))
        require(positions, "a position that is not over has no moves")
        return positions

    def lengths_up_to(self, left):
        return [n for n in (1, 3, 5, 7) if n <= min(self.leaves, left)]

    def can_win(self, position, mover, n):
        for after in self.after(position):
            result = self.game.result(after)
            if result:
                if result == mover:
                    return True
            elif n > 1 and not self.can_survive(after, OTHER[mover], n - 1):
                return True
        return False

    def can_survive(self, position, mover, n):
        for after in self.after(position):
            result = self.game.result(after)
            if result:
                if result != OTHER[mover]:
                    return True
            elif n == 1 or not self.can_win(after, OTHER[mover], n - 1):
                return True
        return False

    def win(self, root, plies):
        result = self.game.result(root)
        if result:
            require(result == self.player, "the game is over")
            return 0
        if self.game.to_move(root) == self.player:
            return self.longest([root], plies)
        require(plies > 0, "too few plies")
        return 1 + self.longest(self.after(root), plies - 1)

    def longest(self, positions, left):
        return max((self.length(position, left) for position in reversed(positions)), default=0)

    def length(self, position, left):
        key = self.key(position)
        number = self.known.get(key)
        require(number is not ON_THE_PATH, "a cycle")
        if number is not None and number <= left:
            return number
        result = self.game.result(position)
        if number is None and result:
            require(result == self.player, "the game is over")
            return 0
        for n in self.lengths_up_to(left):
            if self.can_win(position, self.player, n):
                return n
        require(left >= 1, "too few plies")
        after = self.entries.choose(self.after(position))
        self.known[key] = ON_THE_PATH
        result = self.game.result(after)
        if result:
            require(result == self.player, "the game is over")
            self.known[key] = 1
            return 1
        require(left >= 2, "too few plies")
        self.known[key] = 2 + self.longest(self.after(after), left - 2)
        return self.known[key]

    def survive(self, root, plies):
        layer, played = [root], 0
        while layer and played + 1 <= plies:
            left = plies - 1 - played
            following = []
            for position in layer:
                result = self.game.result(position)
                if result:
                    require(result != OTHER[self.player], "the player loses")
                elif self.game.to_move(position) != self.player:
                    following += self.after(position)
                elif self.key(position) not in self.known:
                    if not self.survives_statically(position, left):
                        self.known[self.key(position)] = True
                        following.append(self.entries.choose(self.after(position)))
            layer, played = following, played + 1

    def survives_statically(self, position, left):
        if left == 0:
            return True
        fewest = self.game.bound(position, OTHER[self.player])
        if fewest == NEVER or left != NEVER and fewest > left // 2:
            return True
        if left <= self.leaves and self.can_survive(position, self.player, left):
            return True
        return any(self.can_win(position, self.player, n) for n in self.lengths_up_to(NEVER))


# Puzzles


def check_puzzle(puzzle, claim, proof, entries):
    words, numbers = claim
    if words == ["shortest"] and proof in ("layers", "balls"):
        position = puzzle.start
        for _ in range(numbers[0]):
            position = entries.choose(puzzle.after(position))
        require(position == puzzle.goal, "the moves do not lead to the goal")
        near, far = Ball(puzzle, puzzle.start), Ball(puzzle, puzzle.goal)
        for moves in range(numbers[0]):
            # No solution has this number of moves.
            if proof == "layers":
                near.grow() if moves else None
                require(puzzle.goal not in near.rim, "there is a shorter solution")
            else:
                min(near, far, key=lambda ball: len(ball.rim)).grow() if moves else None
                require(near.inside.isdisjoint(far.inside), "there is a shorter solution")
    elif words == ["unsolvable"] and proof == "exhaustion":
        ball = Ball(puzzle, puzzle.start)
        while ball.rim:
            require(puzzle.goal not in ball.rim, "there is a solution")
            ball.grow()
    elif words == ["unsolvable"] and proof == "parity":
        require(puzzle.parity_differs(), "the parity is that of the goal")
    else:
        raise Reject("this proof cannot prove this claim about a puzzle")


class Ball:
    """The positions within some moves of a centre, and those at exactly so many."""

    def __init__(self, puzzle, centre):
        self.puzzle, self.inside, self.rim = puzzle, {centre}, [centre]

    def grow(self):
        rim = set()
        for position in self.rim:
            positions = self.puzzle.after(position)
            Work.charge(len(positions))
            rim.update(positions)
        self.rim = list(rim - self.inside)
        self.inside.update(self.rim)


def board_size(text):
    match = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", text)
    require(match, "not a size")
    return int(match[1]), int(match[2])


def values_of(settings, *names):
    """The values of the settings, which have these names in this order."""
    require([name for name, _ in settings] == list(names), "other settings")
    return [value for _, value in settings]


class Taquin:
    def __init__(self, settings, position):
        size, goal = values_of(settings, "size", "goal")
        self.width, self.height = board_size(size)
        require(2 <= self.width <= 5 and 2 <= self.height <= 5, "no such board")
        cells = self.width * self.height
        self.goal = self.tiles(goal.split(" "))
        self.start = self.tiles(list(position) if cells <= 10 else position.split(" "))
        sides = (0, -1), (-1, 0), (1, 0), (0, 1)  # above, left, right, below
        self.beside = [
            [
                (row + down) * self.width + column + right
                for right, down in sides
                if 0 <= row + down < self.height and 0 <= column + right < self.width
            ]
            for row in range(self.height)
            for column in range(self.width)
        ]

    def tiles(self, words):
        numbers = {str(tile): tile for tile in range(self.width * self.height)}
        require(sorted(words) == sorted(numbers), "not the tiles of the board")
        return tuple(numbers[word] for word in words)

    def after(self, position):
        blank = position.index(0)
        boards = []
        for cell in self.beside[blank]:
            board = list(position)
            board[blank], board[cell] = board[cell], 0
            boards.append(tuple(board))
        return boards

    def parity_differs(self):
        tiles, swaps = list(self.start), 0
        for cell, tile in enumerate(self.goal):
            other = tiles.index(tile)
            if other != cell:
                tiles[cell], tiles[other] = tiles[other], tiles[cell]
                swaps += 1
        rows, columns = zip(*(divmod(tiles.index(0), self.width) for tiles in (self.start, self.goal)))
        return (swaps + abs(rows[0] - rows[1]) + abs(columns[0] - columns[1])) % 2 == 1


# The Nim family


class Take:
    """Nim: the numbers of tokens that a move may take."""

    breaks, unequal = False, False

    def __init__(self, settings):
        (text,) = values_of(settings, "take")
        self.takes = None
        if text != "any":
            items = re.fullmatch("[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*", text)
            require(items, "not a set of numbers")
            pairs = [item.split("-") for item in text.split(",")]
            require(all(int(n) <= 10000 for pair in pairs for n in pair), "too large a number")
            self.takes = [n for pair in pairs for n in range(int(pair[0]), int(pair[-1]) + 1)]
            require(self.takes and self.takes[0] >= 1 and text == self.text(), "not canonical")
        self.max_taken = self.takes and self.takes[-1]

    def text(self):
        runs = []
        for n in self.takes:
            if runs and n == runs[-1][1] + 1:
                runs[-1][1] = n
            else:
                runs.append([n, n])
        return ",".join(
            f"{a}" if a == b else f"{a},{b}" if b == a + 1 else f"{a}-{b}" for a, b in runs
        )

    def options(self, size):
        """The heaps that a move in a heap leaves, in order: the one in its place, and the new one."""
        takes = range(1, size + 1) if self.takes is None else self.takes
        return [(size - take, 0) for take in takes if take <= size]


class Octal:
    unequal = False

    def __init__(self, settings):
        (text,) = values_of(settings, "code")
        require(re.fullmatch(r"[04]\.([0-7]{0,999}[1-7]|0)", text), "not an octal code")
        self.digits = [int(digit) for digit in text.replace(".", "")]
        self.breaks = any(digit & 4 for digit in self.digits)
        self.max_taken = max((n for n, digit in enumerate(self.digits) if digit), default=0)

    def options(self, size):
        options = []
        for take, digit in enumerate(self.digits[: size + 1]):
            rest = size - take
            if take and digit & (2 if rest else 1):
                options.append((rest, 0))
            if digit & 4:
                options += [(rest - part, part) for part in range(1, rest // 2 + 1)]
        return options


class Grundy:
    breaks, unequal, max_taken = True, True, 0

    def __init__(self, settings):
        values_of(settings)

    def options(self, size):
        return [(size - part, part) for part in range(1, (size + 1) // 2)]


RULES = {"nim": Take, "grundy": Grundy, "octal": Octal}


def check_heaps(rule, settings, claim, proof, entries):
    mask = re.fullmatch(f"least-excluded mask {NUMBER}", proof)
    require(mask and int(mask[1]) < 2**16, "this proof cannot prove a claim about heaps")
    rule = rule(settings)
    words, numbers = claim
    if words == ["nim-values"]:
        require(8 * entries.size >= 16 * numbers[0], "the entries end too soon")
        listed = [entries.take(16) for _ in range(numbers[0])]
        require(nim_values(rule, numbers[0]) == listed, "another nim-value")
    elif words == ["period"]:
        period, start = numbers
        require(period >= 1 and rule.max_taken is not None, "no window proves this")
        if not rule.breaks:
            end = start + rule.max_taken + 1
        elif not rule.unequal:
            end = 2 * max(start, 1) + period + rule.max_taken
        else:
            end = 2 * start + 2 * period + rule.max_taken + 2
        require(end + period < 2**64, "the window is too large")
        values = nim_values(rule, end + period)
        window = range(start, end)
        require(all(values[n] == values[n + period] for n in window), "the values differ")
    else:
        raise Reject("heaps have no such claim")


def nim_values(rule, count):
    Work.charge(count)
    values = []
    for size in range(count):
        options = rule.options(size)
        Work.charge(len(options))
        seen = {values[heap] ^ values[new] for heap, new in options}
        value = 0
        while value in seen:
            value += 1
        require(value < 2**16, "a nim-value is too large")
        values.append(value)
    return values


class Nim(Game):
    """A position is the sizes of the heaps and the player to move."""

    def __init__(self, rule, settings, position):
        given = dict(settings)
        self.small = "start" in given
        names = [name for name, _ in settings]
        require(names[:1] == ["rules"], "other settings")
        require(names[-1:] == ["start"] or not self.small, "other settings")
        require(given["rules"] in ("normal", "misere"), "no such rules")
        self.misere = given["rules"] == "misere"
        self.rule = rule(settings[1:-1] if self.small else settings[1:])
        match = re.fullmatch(f"({NUMBER}(?:-{NUMBER})*)( second)?", position)
        require(match, "not a position")
        heaps = self.heaps(match[1])
        if self.small:
            start = self.heaps(given["start"])
            require(self.is_small(start), "the start is too large")
            require(len(heaps) >= len(start), "empty heaps are missing")
            if self.rule.breaks:
                require(len(heaps) == len(start) or heaps[-1] > 0, "an empty heap at the end")
                require(self.is_small(heaps) and sum(heaps) <= sum(start), "not of this start")
            else:
                require(len(heaps) == len(start), "too many heaps")
                require(all(a <= b for a, b in zip(heaps, start)), "a heap is above its start")
        else:
            require(sum(heaps) <= 10**7, "too many tokens")
            require(not self.is_small(heaps), "the start is missing")
        self.start = self.trimmed(heaps), SECOND if match[4] else FIRST

    @staticmethod
    def heaps(text):
        require(re.fullmatch(f"{NUMBER}(-{NUMBER})*", text), "not heaps")
        heaps = text.split("-")
        require(all(len(heap) < 20 and int(heap) < 2**64 for heap in heaps), "too large a heap")
        return [int(heap) for heap in heaps]

    def is_small(self, heaps):
        return len(heaps) <= 32 and max(heaps) <= 255 and sum(map(self.becomes, heaps)) <= 32

    def becomes(self, size, known={}):
        """The number of heaps that a heap can become."""
        if not self.rule.breaks or size == 0:
            return min(size, 1)
        counts = known.setdefault((type(self.rule), tuple(getattr(self.rule, "digits", ()))), [0])
        while len(counts) <= size:
            parts = [counts[a] + counts[b] for a, b in self.rule.options(len(counts))]
            counts.append(max([1] + parts))
        return counts[size]

    def trimmed(self, sizes):
        """In a small game, empty places after the last heap do not count."""
        sizes = list(sizes)
        while self.small and sizes and sizes[-1] == 0:
            sizes.pop()
        return tuple(sizes)

    def after(self, position):
        sizes, player = position
        positions = []
        for place, size in enumerate(sizes):
            for heap, new in self.rule.options(size):
                heaps = list(sizes)
                heaps[place] = heap
                if new and 0 in heaps:
                    heaps[heaps.index(0)] = new
                elif new:
                    heaps.append(new)
                positions.append((self.trimmed(heaps), OTHER[player]))
        return positions

    def result(self, position):
        if any(self.rule.options(size) for size in position[0]):
            return None
        return position[1] if self.misere else OTHER[position[1]]

    def orbit(self, position):
        return (tuple(sorted(filter(None, position[0]))), position[1]) if self.small else position


# Boards


class TicTacToe(Game):
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)
    MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)

    def __init__(self, settings, position):
        values_of(settings)
        require(re.fullmatch("[XO.]{9}", position), "not a board")
        require(position.count("X") - position.count("O") in (0, 1), "turns do not alternate")
        self.start = position
        winners = [player for player in (FIRST, SECOND) if self.has_line(position, player)]
        require(winners in ([], [OTHER[self.to_move(position)]]), "moved after the end")

    @classmethod
    def has_line(cls, position, player):
        mark = "X" if player == FIRST else "O"
        return any(all(position[cell] == mark for cell in line) for line in cls.LINES)

    def to_move(self, position):
        return FIRST if position.count("X") == position.count("O") else SECOND

    def after(self, position):
        mark = "X" if self.to_move(position) == FIRST else "O"
        empty = [cell for cell in range(9) if position[cell] == "."]
        return [position[:cell] + mark + position[cell + 1 :] for cell in empty]

    def result(self, position):
        for player in (FIRST, SECOND):
            if self.has_line(position, player):
                return player
        return None if "." in position else DRAW

    def orbit(self, position):
        images = []
        for _ in range(4):
            position = "".join(position[cell] for cell in self.TURNED)
            images += [position, "".join(position[cell] for cell in self.MIRRORED)]
        return min(images)


class Breakthrough(Game):
    """A position is the cells row by row from row 1, and the player to move."""

    PAWNS = {FIRST: "P", SECOND: "p"}

    def __init__(self, settings, position):
        size, rows = values_of(settings, "size", "rows")
        self.width, self.height = width, height = board_size(size)
        require(rows in ("1", "2"), "not a number of rows")
        require(2 <= width <= 8 and height >= int(rows) + 2, "no such board")
        require(height <= 8 or height <= 16 and width * height <= 64, "no such board")
        match = re.fullmatch("([Pp1-8/]+) ([wb])", position)
        require(match and not re.search("[1-8][1-8]", position), "not a position")
        lines = [re.sub("[1-8]", lambda n: "." * int(n[0]), row) for row in match[1].split("/")]
        require([len(line) for line in lines] == [width] * height, "another size")
        cells = "".join(reversed(lines))
        self.start = cells, FIRST if match[2] == "w" else SECOND
        for player, pawn in self.PAWNS.items():
            require(cells.count(pawn) <= int(rows) * width, "too many pawns")
            require(self.last_row(cells, player).count(pawn) <= 1, "two pawns in the last row")
        require(cells.strip("."), "no pawns")
        winners = [player for player in (FIRST, SECOND) if self.has_won(cells, player)]
        require(winners in ([], [OTHER[self.start[1]]]), "the winner is to move")

    def last_row(self, cells, player):
        return cells[-self.width :] if player == FIRST else cells[: self.width]

    def has_won(self, cells, player):
        arrived = self.PAWNS[player] in self.last_row(cells, player)
        return arrived or self.PAWNS[OTHER[player]] not in cells

    def after(self, position):
        cells, player = position
        width, own = self.width, self.PAWNS[player]
        forward = width if player == FIRST else -width
        positions = []
        for right in (0, -1, 1):
            for target, content in enumerate(cells):
                start = target - forward - right
                column = target % width - right
                if not (0 <= column < width and 0 <= start < len(cells)):
                    continue
                if cells[start] == own and content != own and (right or content == "."):
                    board = list(cells)
                    board[start], board[target] = ".", own
                    positions.append(("".join(board), OTHER[player]))
        return positions

    def result(self, position):
        winner = OTHER[position[1]]
        return winner if self.has_won(position[0], winner) else None

    def bound(self, position, player):
        cells, own = position[0], self.PAWNS[player]
        if player == FIRST:
            steps = self.height - 1 - cells.rindex(own) // self.width
        else:
            steps = cells.index(own) // self.width
        return min(steps, cells.count(self.PAWNS[OTHER[player]]))

    def orbit(self, position):
        cells, player = position
        rows = [cells[n : n + self.width] for n in range(0, len(cells), self.width)]
        return min(cells, "".join(row[::-1] for row in rows)), player


OTHER_GAMES = ("connect-four", "rush-hour", "rush-hour-rocks")
GAMES = {"tic-tac-toe": TicTacToe, "breakthrough": Breakthrough}
for name, rule in RULES.items():
    GAMES[name] = lambda settings, position, rule=rule: Nim(rule, settings, position)


# The program


def verdict(data, work):
    Work.left = work
    try:
        check(data)
        return "verified"
    except Reject as reason:
        return f"rejected: {reason}"
    except GiveUp as reason:
        return f"not checked: {reason}"


def batch(stream):
    while length := stream.read(4):
        yield stream.read(int.from_bytes(length, "little"))


def main(words):
    work = 100_000_000
    if words[:1] == ["--work"] and len(words) > 1 and words[1].isdigit():
        work, words = int(words[1]), words[2:]
    if not words or words != ["--batch"] and any(word.startswith("--") for word in words):
        print(__doc__, file=sys.stderr)
        return 2
    if words == ["--batch"]:
        files = (("", data) for data in batch(sys.stdin.buffer))
    else:
        files = ((f"{name}: ", pathlib.Path(name).read_bytes()) for name in words)
    said = set()
    try:
        for name, data in files:
            found = verdict(data, work)
            said.add(found.split(":")[0])
            print(name + found)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if "rejected" in said else 3 if "not checked" in said else 0


if __name__ == "__main__":
    codes = []
    # Walks are as deep as games are long.
    sys.setrecursionlimit(10**6)
    threading.stack_size(512 * 2**20)
    thread = threading.Thread(target=lambda: codes.append(main(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.exit(codes[0])
