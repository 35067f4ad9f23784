"""The rules of the games that check.py knows: positions, and moves in the order of the entries.

A game has `start`, a position, and for each position `after`, the positions after all moves;
`to_move`; `result`, the winner, DRAW, or None if it is not over; `orbit`, the same for symmetric
positions; `bound`. A puzzle has `start`, `after`, `is_goal`, and the proofs that only it has.
"""

import math
import re

FIRST, SECOND, DRAW = "first", "second", "draw"
OTHER = {FIRST: SECOND, SECOND: FIRST}
NEVER = float("inf")  # also the number of plies where there is none
NUMBER = "(0|[1-9][0-9]*)"


class Reject(Exception):
    """The file proves nothing."""


class GiveUp(Exception):
    """The check takes too much work."""


def require(condition, reason):
    if not condition:
        raise Reject(reason)


class Work:
    left = 0

    @classmethod
    def charge(cls, units):
        cls.left -= units
        if cls.left < 0:
            raise GiveUp


def board_size(text):
    match = re.fullmatch("([1-9][0-9]*)x([1-9][0-9]*)", text)
    require(match, "not a size")
    return int(match[1]), int(match[2])


def values_of(settings, *names):
    """The values of the settings, which have these names in this order."""
    require([name for name, _ in settings] == list(names), "other settings")
    return [value for _, value in settings]


# Puzzles


class Taquin:
    def __init__(self, settings, position):
        size, goal = values_of(settings, "size", "goal")
        self.width, self.height = board_size(size)
        require(2 <= self.width <= 5 and 2 <= self.height <= 5, "no such board")
        cells = self.width * self.height
        self.goal = self.tiles(goal.split(" "))
        if self.width != self.height:
            rows = position.split("/")
            words = [row.split(" ") if cells > 10 else list(row) for row in rows]
            require([len(row) for row in words] == [self.width] * self.height, "not such rows")
            position = [word for row in words for word in row]
        else:
            position = position.split(" ") if cells > 10 else position
        self.start = self.tiles(list(position))
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

    def is_goal(self, position):
        return position == self.goal

    def parity_differs(self):
        tiles, swaps = list(self.start), 0
        for cell, tile in enumerate(self.goal):
            other = tiles.index(tile)
            if other != cell:
                tiles[cell], tiles[other] = tiles[other], tiles[cell]
                swaps += 1
        here, there = (divmod(board.index(0), self.width) for board in (self.start, self.goal))
        return (swaps + abs(here[0] - there[0]) + abs(here[1] - there[1])) % 2 == 1

    proofs, arguments = ["balls"], {"parity": parity_differs}


class Cars:
    """A board with cars. A position is the offset of each car in its line, in the order of letters."""

    def __init__(self, card):
        self.size, self.walls, self.cars, self.offsets = self.read(card)
        require(self.cars[0][:2] == ("A", 0), "there is no red car in a row")

    @staticmethod
    def read(text):
        """The size, the walls, the letter, axis, line and length of each car, and the offsets."""
        require(re.fullmatch("[A-Z.x/]+", text), "not a board")
        rows = text.split("/")
        if len(rows) == 1:
            side = math.isqrt(len(text))
            require(side * side == len(text), "a board of one row is not square")
            rows = [text[start : start + side] for start in range(0, len(text), side)]
        else:
            rows = rows[:1] if rows[1:] == [""] else rows
            require(len(rows) != len(rows[0]), "a square board has separators")
        size = height, width = len(rows), len(rows[0])
        require(1 <= width <= 8 and height <= 8, "no such size")
        require(all(len(row) == width for row in rows), "rows of different lengths")
        cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        cars, offsets = [], []
        for letter in sorted(set(text) - set(".x/")):
            own = [cell for cell in cells if cells[cell] == letter]
            axis = 0 if own[0][0] == own[-1][0] else 1
            line, offset = own[0][axis], own[0][1 - axis]
            whole = [Cars.cell(axis, line, offset + n) for n in range(len(own))]
            require(len(own) >= 2 and own == whole, "not a car")
            cars.append((letter, axis, line, len(own)))
            offsets.append(offset)
        require(cars, "no cars")
        return size, {cell for cell in cells if cells[cell] == "x"}, cars, tuple(offsets)

    @staticmethod
    def cell(axis, line, along):
        return (along, line) if axis else (line, along)

    def place(self, text):
        """The offsets on another board with the same cars, none of which has passed anything."""
        *board, offsets = self.read(text)
        require(board == [self.size, self.walls, self.cars], "not a board of the card")
        for index in range(len(offsets)):
            passed = self.before(index, offsets) != self.before(index, self.offsets)
            require(not passed, "a car has passed something")
        return offsets

    def before(self, index, offsets):
        """The walls and cars in the line of a car before it."""
        _, axis, line, _ = self.cars[index]
        walls = {w for w in self.walls if w[axis] == line and w[1 - axis] < offsets[index]}
        cars = {
            car[0]
            for car, offset in zip(self.cars, offsets)
            if car[1:3] == (axis, line) and offset < offsets[index]
        }
        return walls, cars

    def covered(self, offsets):
        cells = set(self.walls)
        for (_, axis, line, length), offset in zip(self.cars, offsets):
            cells.update(self.cell(axis, line, offset + n) for n in range(length))
        return cells

    def drives(self, offsets, covered, farthest):
        """The offsets after each move of a car over cells that are not covered."""
        moved = []
        for index, ((_, axis, line, length), offset) in enumerate(zip(self.cars, offsets)):
            ways = []
            for first, step in (offset + length, 1), (offset - 1, -1):
                far = 0
                end = self.size[1 - axis] if step > 0 else -1
                while far < farthest and first + step * far != end:
                    if self.cell(axis, line, first + step * far) in covered:
                        break
                    far += 1
                ways.append([offset + step * n for n in range(1, far + 1)])
            targets = ways[0][::-1] + ways[1]
            moved += [offsets[:index] + (to,) + offsets[index + 1 :] for to in targets]
        return moved

    def is_out(self, offsets):
        """Whether the red car is at the right end."""
        return offsets[0] + self.cars[0][3] == self.size[1]


class RushHour:
    def __init__(self, settings, position):
        metric, card = values_of(settings, "metric", "card")
        require(metric in ("steps", "slides"), "no such metric")
        self.cars, self.farthest = Cars(card), 1 if metric == "steps" else 8
        self.start = self.cars.place(position)

    def after(self, position):
        return self.cars.drives(position, self.cars.covered(position), self.farthest)

    def is_goal(self, position):
        return self.cars.is_out(position)

    def hemmed_in(self):
        """Whether the red car is never at the exit in the arrangements that lines can reach."""
        lines = {}
        for car, offset in zip(self.cars.cars, self.start):
            lines.setdefault(car[1:3], []).append((car[3], offset))
        known = {line: {tuple(offset for _, offset in cars)} for line, cars in lines.items()}

        def cells(line, arrangement):
            pairs = zip(lines[line], arrangement)
            return {Cars.cell(*line, at + n) for (length, _), at in pairs for n in range(length)}

        count = 0
        while count != sum(map(len, known.values())):
            count = sum(map(len, known.values()))
            always = {
                line: set.intersection(*(cells(line, way) for way in ways))
                for line, ways in known.items()
            }
            for line, ways in known.items():
                covered = self.cars.walls.union(*(always[other] for other in known if other != line))
                for way in list(ways):
                    for index, (length, _) in enumerate(lines[line]):
                        for step, entered in (1, way[index] + length), (-1, way[index] - 1):
                            cell = Cars.cell(*line, entered)
                            if 0 <= entered < self.cars.size[1 - line[0]]:
                                if cell not in covered | cells(line, way):
                                    ways.add(way[:index] + (way[index] + step,) + way[index + 1 :])
        # The red car is the first of its line.
        return not any(self.cars.is_out(way) for way in known[self.cars.cars[0][1:3]])

    proofs, arguments = [], {"hemmed-in": hemmed_in}


class GridMap:
    """A map with walls and terrain costs. A position is the column and row of the agent."""

    TURNS = (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)

    def __init__(self, settings, position):
        ways, text = values_of(settings, "directions", "map")
        require(ways in ("4", "8"), "not a number of directions")
        self.ways = self.TURNS[: int(ways)]
        board = self.read(text)
        self.rows, _, self.goal = board
        rows, self.start, goal = self.read(position)
        require((rows, goal) == (self.rows, self.goal), "not a position of the map")
        dearest = 1 if ways == "4" else 1393
        total = sum(self.terrain(mark)[1] for row in rows for mark in row)
        require(2 * total * dearest < 2**31 - 1, "the costs are too large")

    @staticmethod
    def terrain(mark):
        """What the cell is, and its cost."""
        if mark in "@OT#":
            return None, 0
        return ("water" if mark == "W" else "land"), int(mark) if mark.isdigit() else 1

    def read(self, text):
        match = re.fullmatch(f"([.GSW@OT#1-9/]+) {NUMBER},{NUMBER} {NUMBER},{NUMBER}", text)
        require(match, "not a map with two cells")
        rows = match[1].split("/")
        require(len(rows) <= 1024 and 1 <= len(rows[0]) <= 1024, "no such size")
        require(all(len(row) == len(rows[0]) for row in rows), "rows of different lengths")
        agent, goal = (tuple(int(match[n + k]) for k in (0, 1)) for n in (2, 4))
        for column, row in agent, goal:
            inside = row < len(rows) and column < len(rows[0])
            require(inside and self.terrain(rows[row][column])[0], "not a free cell")
        return rows, agent, goal

    def ground(self, column, row):
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]):
            return self.terrain(self.rows[row][column])[0]
        return None

    def after(self, position):
        (column, row), cells = position, []
        own = self.ground(column, row)
        for right, down in self.ways:
            # A diagonal step passes two more cells; a straight one passes its own two.
            passed = (right, down), (right, 0), (0, down)
            if all(self.ground(column + x, row + y) == own for x, y in passed):
                cells.append((column + right, row + down))
        return cells

    def cost(self, before, after):
        diagonal = before[0] != after[0] and before[1] != after[1]
        length = 1 if len(self.ways) == 4 else 1393 if diagonal else 985
        return length * self.terrain(self.rows[after[1]][after[0]])[1]

    def is_goal(self, position):
        return position == self.goal

    def has_pieces(self):
        free = sum(1 for row in self.rows for mark in row if self.terrain(mark)[0])
        return len(self.ways) == 4 and free <= 255

    arguments = {}

    @property
    def proofs(self):
        even = all(self.terrain(mark)[1] <= 1 for row in self.rows for mark in row)
        return ["balls"] if len(self.ways) == 4 and even else []


class Sokoban:
    """A position is the player's cell and the cells of the boxes. If only pushes count, the player is
    on the first cell that can be reached without a push."""

    TURNS = (-1, 0), (0, 1), (1, 0), (0, -1)

    def __init__(self, settings, position):
        self.metric, text = values_of(settings, "metric", "board")
        require(self.metric in ("moves", "pushes"), "no such metric")
        self.board, player, boxes = self.read(text)
        require(self.normal(player, boxes) == player, "the player is elsewhere")
        board, player, boxes_here = self.read(position)
        require(board == self.board and len(boxes_here) == len(boxes), "not of the level")
        self.start = self.normal(player, boxes_here), boxes_here
        require(self.start[0] == player, "the player is elsewhere")

    def read(self, text):
        """What never moves, the player and the boxes."""
        require(re.fullmatch("[-#$.*@+/]+", text), "not a level")
        rows = text.split("/")
        require(not any(row.endswith("-") for row in rows), "empty cells at the end of a row")
        require(rows[0] and rows[-1], "an empty row")
        require(len(rows) <= 255 and max(map(len, rows)) <= 255, "too large")
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        players = [cell for cell, mark in marks.items() if mark in "@+"]
        require(len(players) == 1, "not one player")
        size = len(rows), max(map(len, rows))
        floor, waiting = set(players), list(players)
        while waiting:
            row, column = waiting.pop()
            edge = row in (0, size[0] - 1) or column in (0, size[1] - 1)
            require(not edge, "the floor is open")
            for beside in self.beside((row, column)):
                if marks.get(beside) != "#" and beside not in floor:
                    floor.add(beside)
                    waiting.append(beside)
        require(len(floor) <= 255, "too large")
        on = {kind: {c for c in floor if marks.get(c, "-") in kind} for kind in (".*+", "$*")}
        goals, boxes = on[".*+"], on["$*"]
        require(1 <= len(boxes) <= len(goals) <= 64, "too few or too many goals")
        still = {cell: mark for cell, mark in marks.items() if cell not in floor and mark != "-"}
        require("$" not in still.values(), "a box is out of reach")
        return (size, floor, goals, still), players[0], frozenset(boxes)

    @classmethod
    def beside(cls, cell):
        return [(cell[0] + down, cell[1] + right) for down, right in cls.TURNS]

    def walk(self, player, boxes):
        reached, waiting = {player}, [player]
        while waiting:
            for cell in self.beside(waiting.pop()):
                if cell in self.board[1] and cell not in boxes and cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)
        return reached

    def normal(self, player, boxes):
        return player if self.metric == "moves" else min(self.walk(player, boxes))

    def after(self, position):
        player, boxes = position
        positions, floor = [], self.board[1]
        if self.metric == "moves":
            reached, pushed = {player}, self.beside(player)
        else:
            reached, pushed = self.walk(player, boxes), sorted(boxes)
        for number, box in enumerate(pushed):
            turns = [self.TURNS[number]] if self.metric == "moves" else self.TURNS
            for down, right in turns:
                behind, beyond = (
                    (box[0] + way * down, box[1] + way * right) for way in (-1, 1)
                )
                if box not in floor or behind not in reached:
                    continue
                if box not in boxes:
                    positions.append((box, boxes))
                elif beyond in floor and beyond not in boxes:
                    moved = boxes - {box} | {beyond}
                    positions.append((self.normal(box, moved), moved))
        return positions

    def is_goal(self, position):
        return position[1] <= self.board[2]

    def dead(self):
        """The cells from which a lone box reaches no goal."""
        floor, alive = self.board[1], set(self.board[2])
        waiting = list(alive)
        while waiting:
            row, column = waiting.pop()
            for down, right in self.TURNS:
                before, player = (row - down, column - right), (row - 2 * down, column - 2 * right)
                if before in floor and player in floor and before not in alive:
                    alive.add(before)
                    waiting.append(before)
        return floor - alive

    def on_dead_square(self):
        return bool(self.start[1] & self.dead())

    def has_frozen(self):
        floor, dead, frozen = self.board[1], self.dead(), set(self.start[1])

        def held(side, other):
            solid = any(cell not in floor or cell in frozen for cell in (side, other))
            return solid or side in dead and other in dead

        free = frozen
        while free:
            around = {box: self.beside(box) for box in frozen}
            free = {b for b, (u, r, d, l) in around.items() if not (held(u, d) and held(r, l))}
            frozen -= free
        return not frozen <= self.board[2]

    proofs, arguments = [], {"dead-square": on_dead_square, "frozen": has_frozen}


# The Nim family


class Game:
    """The defaults of a game whose positions end with the player to move."""

    impartial = False

    def to_move(self, position):
        return position[-1]

    def bound(self, position, player):
        """The fewest moves in which the player can win."""
        return 0

    def orbit(self, position):
        """The same for all positions that are symmetric to each other."""
        return position


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
            ascending = all(a < b for a, b in zip([0] + self.takes, self.takes))
            require(self.takes and ascending and text == self.text(), "not canonical")
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
        self.impartial = not self.misere
        self.rule = rule(settings[1:-1] if self.small else settings[1:])
        self.becoming = [0]
        match = re.fullmatch(f"({NUMBER}(?:-{NUMBER})*)( second)?", position)
        require(match, "not a position")
        heaps = self.heaps(match[1])
        if self.small:
            start = self.heaps(given["start"])
            require(self.is_small(start), "the start is too large")
            require(len(heaps) >= len(start), "empty heaps are missing")
            if rule is not Take:
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
        require(all(len(heap) < 20 for heap in heaps), "too large a heap")
        return [int(heap) for heap in heaps]

    def is_small(self, heaps):
        return len(heaps) <= 32 and max(heaps) <= 255 and sum(map(self.becomes, heaps)) <= 32

    def becomes(self, size):
        """The number of heaps that a heap can become."""
        while len(self.becoming) <= size:
            options = self.rule.options(len(self.becoming))
            self.becoming.append(max([1] + [self.becoming[a] + self.becoming[b] for a, b in options]))
        return self.becoming[size]

    def heaps_and_rule(self):
        return self.start[0], self.rule

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


class ConnectFour(Game):
    """A position is the stones of each column from the bottom."""

    def __init__(self, settings, position):
        (size,) = values_of(settings, "size")
        self.width, self.height = width, height = board_size(size)
        require(1 <= width <= 32 and width * (height + 1) <= 128, "no such board")
        rows = position.split("/")
        require(all(re.fullmatch("[xo.]+", row) for row in rows), "not a position")
        require([len(row) for row in rows] == [width] * height, "another size")
        self.start = tuple("".join(column).rstrip(".") for column in zip(*reversed(rows)))
        require(not any("." in column for column in self.start), "a stone above an empty cell")
        stones = "".join(self.start)
        require(stones.count("x") - stones.count("o") in (0, 1), "turns do not alternate")
        mover = self.to_move(self.start)
        require(not self.has_four(self.stones(self.start, mover)), "moved after the end")
        stones = self.stones(self.start, OTHER[mover])
        tops = [(c, len(column) - 1) for c, column in enumerate(self.start)]
        last = [stones - {top} for top in tops if top in stones]
        require(
            not self.has_four(stones) or not all(map(self.has_four, last)), "won by several moves"
        )

    @staticmethod
    def stones(position, player):
        mark = "x" if player == FIRST else "o"
        cells = [(c, r) for c, column in enumerate(position) for r in range(len(column))]
        return {(c, r) for c, r in cells if position[c][r] == mark}

    @staticmethod
    def has_four(cells):
        lines = (1, 0), (0, 1), (1, 1), (1, -1)
        return any(
            all((c + n * right, r + n * up) in cells for n in range(1, 4))
            for c, r in cells
            for right, up in lines
        )

    def to_move(self, position):
        return FIRST if sum(map(len, position)) % 2 == 0 else SECOND

    def after(self, position):
        mark = "x" if self.to_move(position) == FIRST else "o"
        columns = [c for c in range(self.width) if len(position[c]) < self.height]
        return [position[:c] + (position[c] + mark,) + position[c + 1 :] for c in columns]

    def result(self, position):
        player = OTHER[self.to_move(position)]
        if self.has_four(self.stones(position, player)):
            return player
        return DRAW if all(len(column) == self.height for column in position) else None

    def bound(self, position, player):
        cells = {(c, r) for c in range(self.width) for r in range(self.height)}
        return 0 if self.has_four(cells - self.stones(position, OTHER[player])) else NEVER

    def orbit(self, position):
        return min(position, position[::-1])


class Rocks(Game):
    """A position is the places of the cars, the rock, and the player to move."""

    def __init__(self, settings, position):
        self.passes = settings[1:] == [("blocked", "passes")]
        (card,) = values_of(settings[:1] if self.passes else settings, "card")
        self.cars = Cars(card)
        match = re.fullmatch("([^ ]+) (-|[0-7]-[0-7]) (driver|adversary)", position)
        require(match, "not a position")
        offsets = self.cars.place(match[1])
        rock = None if match[2] == "-" else (int(match[2][0]), int(match[2][2]))
        require(rock is None or rock in self.free(offsets, None), "no place for a rock")
        self.start = offsets, rock, FIRST if match[3] == "driver" else SECOND

    def free(self, offsets, rock):
        """The cells for the next rock."""
        height, width = self.cars.size
        red_row, covered = self.cars.cars[0][2], self.cars.covered(offsets)
        rows = [row for row in range(height) if row != red_row and (not rock or row != rock[0])]
        columns = [column for column in range(width) if not rock or column != rock[1]]
        return [(row, column) for row in rows for column in columns if (row, column) not in covered]

    def after(self, position):
        offsets, rock, player = position
        if player == FIRST:
            moved = self.cars.drives(offsets, self.cars.covered(offsets) | {rock}, 1)
            return [(after, rock, SECOND) for after in moved or [offsets] * self.passes]
        return [(offsets, cell, FIRST) for cell in self.free(offsets, rock) or [None]]

    def result(self, position):
        if self.cars.is_out(position[0]):
            return FIRST
        return SECOND if position[2] == FIRST and not self.after(position) else None

    def bound(self, position, player):
        red = self.cars.size[1] - self.cars.cars[0][3] - position[0][0]
        return red if player == FIRST else 0


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


PUZZLES = {"taquin": Taquin, "rush-hour": RushHour, "grid": GridMap, "sokoban": Sokoban}
GAMES = {
    "breakthrough": Breakthrough,
    "connect-four": ConnectFour,
    "rush-hour-rocks": Rocks,
    "tic-tac-toe": TicTacToe,
}
for name, rule in RULES.items():
    GAMES[name] = lambda settings, position, rule=rule: Nim(rule, settings, position)
