#!/usr/bin/env python3
"""Checks certificates, as a second opinion on the checker in Rust.

This file has the format and the proofs, and games.py the rules of the games. Both are written from
docs/certificates.md.

Usage: check.py [--work N] FILE...     prints a verdict for each file
       check.py [--work N] --batch     reads files from standard input, each after its length as four
                                       bytes, the lowest first, and prints a verdict for each
Exit codes: 0 all are verified, 1 one is rejected, 2 bad usage or a file cannot be read, 3 none is
rejected, but one takes too much work: more than N moves and sums (100 million).
"""

import heapq
import itertools
import pathlib
import re
import sys
import threading

sys.dont_write_bytecode = True

from games import DRAW, FIRST, GAMES, NEVER, NUMBER, OTHER, PUZZLES, RULES, SECOND
from games import GiveUp, Reject, Work, require

ON_THE_PATH, SEARCH = object(), object()
LOSS, TIE, WIN = range(3)


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


NUMBERS = f"{NUMBER}(?:,{NUMBER})*".replace("(0", "(?:0")
DECIMAL = rf"{NUMBER}\.([0-9]{{9}})"
TEXT = r"[^\x00-\x1f\x7f-\x9f]*"
NAME = r"[^\x00-\x20\x7f-\x9f]+"
HEADER = re.compile(
    f"tesuji certificate 1\ngame (?P<game>{TEXT})\n(?P<settings>(?:set {NAME} {TEXT}\n)*)"
    f"position (?P<position>{TEXT})\nclaim (?P<claim>{TEXT})\nproof (?P<proof>{TEXT})\n"
    f"entries (?P<entries>{NUMBER})\nbytes (?P<bytes>{NUMBER})\n\n"
)
# Each kind of claim, with the number of bits of each of its numbers.
CLAIMS = {
    "(first|second) (wins)": [],
    f"(first|second) (wins within) {NUMBER} plies": [32],
    f"(first|second) (wins in exactly) {NUMBER} plies": [32],
    "(first|second) (holds)": [],
    "(draw)": [],
    f"(semi-strong) (first wins|second wins|draw), {NUMBER} positions": [64],
    f"(shortest) solution {NUMBER} moves": [32],
    f"(least cost) {NUMBER}": [32],
    f"(cost at least) {NUMBER}": [32],
    f"(cost at most) {NUMBER}": [32],
    "(unsolvable)": [],
    f"(nim-values) of heaps below {NUMBER}": [64],
    f"(period) {NUMBER} from heap {NUMBER} on": [64, 64],
    f"(nim-value) {NUMBER}": [16],
    f"(first|second) (expects) {DECIMAL} to {DECIMAL} moves": [64, 30] * 2,
    f"(reachable) {NUMBER} (positions) within {NUMBER} moves": [64, 32],
    f"(reachable) {NUMBER} (states) within {NUMBER} moves of a goal": [64, 32],
}


def parse_claim(text):
    """The words of a claim and its numbers."""
    for claim, widths in CLAIMS.items():
        if match := re.fullmatch(claim, text):
            numbers = [int(part) for part in match.groups() if part.isdigit()]
            fit = [number < 2**width for number, width in zip(numbers, widths)]
            require(all(fit), "a number is too large")
            return [part for part in match.groups() if not part.isdigit()], numbers
    raise Reject("not a claim")


class Entries:
    """The entries as bits."""

    def __init__(self, data, claimed):
        self.bits = int.from_bytes(data, "little")
        self.size = len(data)
        self.claimed = claimed
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
    entries = Entries(data[end:-8], count)
    claim, proof, position = parse_claim(header["claim"]), header["proof"], header["position"]
    game = header["game"]
    if game in RULES and not position:
        check_heaps(RULES[game], settings, claim, proof, entries)
    elif game in GAMES:
        check_game(GAMES[game](settings, position), claim, proof, entries)
    elif game in PUZZLES:
        check_puzzle(PUZZLES[game](settings, position), claim, proof, entries)
    else:
        raise Reject("no such game")
    require(entries.count == count, "another number of entries")
    require((entries.used + 7) // 8 == size, "there are bytes after the entries")
    require(entries.bits >> entries.used == 0, "there are bits after the entries")


# Games


def check_game(game, claim, proof, entries):
    words, numbers = claim
    if words == ["nim-value"]:
        require(game.impartial, "the game has no nim-values")
        value = nim_value(game) if proof == "nimbers" else nim_sum(game, proof)
        require(value == numbers[0], "another nim-value")
    elif words == ["reachable", "positions"]:
        check_reachable(game, numbers, proof, entries)
    elif words[-1] == "expects":
        require(proof == "values", "this proof cannot prove an expectation")
        least, most = (moves * 10**9 + rest for moves, rest in (numbers[:2], numbers[2:]))
        require(least < 2**64 and most < 2**64, "a number is too large")
        found = Expectation(game, words[0], entries).bounds()
        require(least <= found[0] and found[1] <= most, "the values prove other bounds")
    else:
        check_strategy(game, claim, proof, entries)


def nim_sum(game, proof):
    check_mask(proof)
    heaps, rule = game.heaps_and_rule()
    values = nim_values(rule, max(heaps, default=0) + 1)
    total = 0
    for heap in heaps:
        total ^= values[heap]
    return total


def nim_value(game):
    values = {}

    def value(position):
        if position not in values:
            values[position] = ON_THE_PATH
            positions, result = game.after(position), game.result(position)
            Work.charge(len(positions))
            lost = None if positions else OTHER[game.to_move(position)]
            require(result == lost, "a player who cannot move has not lost")
            values[position] = least_excluded({value(after) for after in positions})
        require(values[position] is not ON_THE_PATH, "a position repeats")
        return values[position]

    return value(game.start)


class Expectation:
    """The least expected number of moves against an opponent who plays at random."""

    MOVE, UNBOUNDED = 2**40, 2**63

    def __init__(self, game, player, entries):
        self.game, self.player = game, player
        positions, numbers = [], {}

        def meet(position):
            for met in self.after_replies(position):
                if not game.result(met) and met not in numbers:
                    numbers[met] = len(positions)
                    positions.append(met)

        meet(game.start)
        for position in positions:  # which grows
            for after in game.after(position):
                meet(after)
        self.values = dict(zip(positions, [entries.take(64) for _ in positions]))

    def after_replies(self, position):
        """The positions after all moves of the opponent, if the opponent is to move."""
        if self.game.result(position) or self.game.to_move(position) == self.player:
            return [position]
        positions = self.game.after(position)
        Work.charge(len(positions))
        require(positions, "a position that is not over has no moves")
        return positions

    def average(self, position):
        """The sum of the values after all replies, their number, and whether all are bounded."""
        values = []
        for after in self.after_replies(position):
            result = self.game.result(after)
            never = 2**64 - 1
            values.append(self.values[after] if not result else 0 if result == self.player else never)
        bounded = all(value < self.UNBOUNDED for value in values)
        return sum(value % self.UNBOUNDED for value in values), len(values), bounded

    def bounds(self):
        defect = 0
        for position, value in self.values.items():
            costs = []
            for after in self.game.after(position):
                total, count, bounded = self.average(after)
                cost = value % self.UNBOUNDED * count - total
                defect = max(defect, -(-cost // count) - self.MOVE)
                if bounded:
                    costs.append(cost // count)
            if value < self.UNBOUNDED:
                require(costs, "no move has an upper bound")
                defect = max(defect, self.MOVE - max(costs))
        total, count, bounded = self.average(self.game.start)
        require(bounded and defect < self.MOVE, "there is no upper bound")
        scaled = total * 10**9
        least = scaled // ((self.MOVE + defect) * count)
        return least, -(-scaled // ((self.MOVE - defect) * count))


def check_strategy(game, claim, proof, entries):
    kind = re.fullmatch("strategy leaves ([01357])( symmetry)?( search [1-9][0-9]{0,2})?", proof)
    require(kind, "this proof cannot prove a claim about a game")
    depth = int(kind[3].split()[1]) if kind[3] else 0
    require(depth <= 255, "too deep a search")
    words, numbers = claim
    plies = numbers[0] if numbers else NEVER

    def walk(player):
        return Walk(game, player, int(kind[1]), bool(kind[2]), depth, entries)

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
    elif words[0] == "semi-strong":
        count = 0
        for player, other in OTHER.items():
            values = walk(player)
            worth = values.value(game.start, walk(other), walk(other))
            result = {WIN: f"{player} wins", TIE: "draw", LOSS: f"{other} wins"}
            require(result[worth] == words[1], "another result")
            count += len(values.known)
        require(count == numbers[0], "another number of positions")
    else:
        raise Reject("a strategy cannot prove this")


class Walk:
    def __init__(self, game, player, leaves, symmetry, depth, entries):
        self.game, self.player, self.leaves, self.entries = game, player, leaves, entries
        self.key = game.orbit if symmetry else lambda position: position
        self.depth = depth
        self.known, self.forced = {}, {}

    def after(self, position):
        """The positions after all moves, in the order of the game."""
        positions = self.game.after(position)
        Work.charge(len(positions))
        require(positions, "a position that is not over has no moves")
        return positions

    def choose(self, position):
        """The position after the move of the next entry, or SEARCH."""
        return self.entries.choose(self.after(position) + [SEARCH] * (self.depth > 0))

    def can_force(self, position, attacker, n, horizon):
        result = self.game.result(position)
        if result or n == 0:
            return result == attacker if result else horizon
        if horizon and self.game.bound(position, attacker) == NEVER:
            return False
        question = (position, attacker, n, horizon)
        if question not in self.forced:
            decisive = self.game.to_move(position) == attacker
            results = (
                self.can_force(after, attacker, n - 1, horizon) for after in self.after(position)
            )
            if len(self.forced) > 10**6:
                self.forced.clear()
            self.forced[question] = decisive if decisive in results else not decisive
        return self.forced[question]

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
        after = self.choose(position)
        if after is SEARCH:
            n = min(left, self.depth)
            require(self.can_force(position, self.player, n, False), "a search finds no win")
            self.known[key] = n
            return n
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
                        after = self.choose(position)
                        if after is SEARCH:
                            require(self.survives_search(position, left), "a search finds a win")
                        else:
                            following.append(after)
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

    def survives_search(self, position, left):
        if left == NEVER:
            return not self.can_force(position, OTHER[self.player], self.depth, True)
        return left <= self.depth and not self.can_force(position, OTHER[self.player], left, False)

    def value(self, root, holder, winner):
        """The worth of the root. The walks are those of the opponent, to hold and to win."""
        self.holder, self.winner = holder, winner
        return self.least(root, False)

    def least(self, position, searched):
        over = self.game.result(position)
        own = over or self.game.to_move(position) == self.player
        positions = [position] if own else self.after(position)
        return min(self.worth(after, searched) for after in reversed(positions))

    def worth(self, position, searched):
        key = self.key(position)
        if key in self.known:
            require(self.known[key] is not ON_THE_PATH, "a cycle")
            return self.known[key]
        result = self.game.result(position)
        if result:
            return WIN if result == self.player else TIE if result == DRAW else LOSS
        if any(self.can_win(position, self.player, n) for n in self.lengths_up_to(NEVER)):
            return WIN
        after = SEARCH if searched else self.choose(position)
        if after is SEARCH:
            worth, after = self.decide(position)
            if worth != WIN:
                self.known[key] = ON_THE_PATH
                require(self.least(after, True) == worth, "the searches contradict the rules")
        else:
            self.known[key] = ON_THE_PATH
            worth = self.least(after, False)
            if worth == TIE:
                self.holder.survive(position, NEVER)
            elif worth == LOSS:
                self.winner.win(position, NEVER)
        self.known[key] = worth
        return worth

    def decide(self, position):
        """What searches prove of the position, and the position after a move that keeps it."""
        own, other, n = self.player, OTHER[self.player], self.depth
        if self.can_force(position, own, n, False):
            return WIN, None
        if self.can_force(position, other, n, False):
            return LOSS, self.after(position)[0]
        won, lost = (self.can_force(position, player, n, True) for player in (own, other))
        require(not won and not lost, "a search finds no value")
        holds = [
            after for after in self.after(position) if not self.can_force(after, other, n - 1, True)
        ]
        require(holds, "a search finds no move that keeps the draw")
        return TIE, holds[0]


# Counts


def check_reachable(rules, numbers, proof, entries):
    require(proof in ("layers", "layers undirected"), "this proof cannot prove a count")
    counts, layer, inside = [], {rules.start}, {rules.start}
    while layer:
        counts.append(len(layer))
        following = set()
        for position in layer:
            positions = followers(rules, position)
            Work.charge(len(positions))
            new = [after for after in positions if after not in inside]
            if proof == "layers undirected":
                back = [position in followers(rules, after) for after in new]
                require(all(back), "a move cannot be taken back")
            following.update(new)
        # In an undirected graph, moves lead to the same layer and to those before and after it.
        inside = layer | following if proof == "layers undirected" else inside | following
        layer = following
    compare_counts(counts, numbers, entries)


def followers(rules, position):
    """The positions after all moves; none if the game is over."""
    over = hasattr(rules, "result") and rules.result(position)
    return [] if over else rules.after(position)


def check_distances(puzzle, numbers, entries):
    ball = Ball(puzzle, [puzzle.start])
    while ball.rim:
        ball.grow()
    for position in ball.inside:
        for after in puzzle.after(position):
            Work.charge(1)
            require(position in puzzle.after(after), "a move cannot be taken back")
    counts, layer = [], {position for position in ball.inside if puzzle.is_goal(position)}
    require(layer, "no goal can be reached")
    left = ball.inside - layer
    while layer:
        counts.append(len(layer))
        layer = {after for position in layer for after in puzzle.after(position)} & left
        left -= layer
    compare_counts(counts, numbers, entries)


def compare_counts(counts, numbers, entries):
    listed = [entries.take(64) for _ in counts]
    require(listed == counts, "other numbers of positions")
    require([sum(counts), len(counts) - 1] == numbers, "another number in all")


# Puzzles


def check_puzzle(puzzle, claim, proof, entries):
    words, numbers = claim
    if words == ["reachable", "positions"]:
        check_reachable(puzzle, numbers, proof, entries)
    elif words == ["reachable", "states"] and proof == "layers":
        check_distances(puzzle, numbers, entries)
    elif words == ["unsolvable"] and proof == "exhaustion":
        ball = Ball(puzzle, [puzzle.start])
        while ball.rim:
            require(not any(map(puzzle.is_goal, ball.rim)), "there is a solution")
            ball.grow()
    elif words == ["unsolvable"] and proof in puzzle.arguments:
        require(puzzle.arguments[proof](puzzle), "the argument does not apply")
    elif words == ["cost at most"] and proof == "solution":
        require(replay(puzzle, entries, entries.claimed) <= numbers[0], "the solution costs more")
    elif words[0] in ("shortest", "least cost", "cost at least"):
        if words == ["shortest"]:
            replay(puzzle, entries, numbers[0])
        elif words == ["least cost"]:
            cost = replay(puzzle, entries, entries.claimed)
            require(cost == numbers[0], "the solution has another cost")
        cost = (lambda before, after: 1) if words == ["shortest"] else cost_of(puzzle)
        no_solution_below(puzzle, numbers[0], proof, cost)
    else:
        raise Reject("this proof cannot prove this claim about a puzzle")


def replay(puzzle, entries, moves):
    """The cost of the solution that the entries list."""
    position, total, cost = puzzle.start, 0, cost_of(puzzle)
    for _ in range(moves):
        Work.charge(1)
        after = entries.choose(puzzle.after(position))
        total, position = total + cost(position, after), after
    require(puzzle.is_goal(position), "the moves do not lead to a goal")
    return total


def cost_of(puzzle):
    """The cost of the move from a position to another: 1 if the puzzle does not say."""
    return getattr(puzzle, "cost", lambda before, after: 1)


def no_solution_below(puzzle, bound, proof, cost):
    guided = re.fullmatch(f"search(?: patterns ({NUMBERS}(?:/{NUMBERS})*))?", proof)
    if guided:
        listed = guided[1].split("/") if guided[1] else []
        patterns = [[int(number) for number in pattern.split(",")] for pattern in listed]
        require(all(number < 256 for pattern in patterns for number in pattern), "no such piece")
        if bound > 0:
            kind = LoneAgent if hasattr(puzzle, "ways") else Estimate
            estimate = kind(puzzle, patterns, cost) if patterns else lambda position: 0
            search(puzzle, bound, estimate, cost)
        return
    if proof == "costs":
        nothing_below(puzzle, bound, cost)
        return
    require(proof in ("layers", *puzzle.proofs), "this proof cannot prove a lower bound")
    near = Ball(puzzle, [puzzle.start])
    far = Ball(puzzle, [puzzle.goal]) if proof == "balls" else None
    for moves in range(bound):
        # No solution has this number of moves.
        if far is None:
            near.grow() if moves else None
            require(not any(map(puzzle.is_goal, near.rim)), "there is a shorter solution")
        else:
            min(near, far, key=lambda ball: len(ball.rim)).grow() if moves else None
            require(near.inside.isdisjoint(far.inside), "there is a shorter solution")
        if not near.rim or far and not far.rim:
            break


def nothing_below(puzzle, bound, cost):
    """No goal is among the positions that are reached at a lower cost, taken in that order."""
    waiting = [(0, 0, puzzle.start)] if bound > 0 else []
    done, numbers = set(), itertools.count(1)
    while waiting:
        so_far, _, position = heapq.heappop(waiting)
        if position in done:
            continue
        done.add(position)
        require(not puzzle.is_goal(position), "there is a cheaper solution")
        for after in puzzle.after(position):
            Work.charge(1)
            total = so_far + cost(position, after)
            if total < bound and after not in done:
                # The numbers decide among equals, because positions have no order.
                heapq.heappush(waiting, (total, next(numbers), after))


def search(puzzle, bound, estimate, cost):
    require(not puzzle.is_goal(puzzle.start), "there is a cheaper solution")
    waiting = [(puzzle.start, puzzle.start, 0)] if estimate(puzzle.start) < bound else []
    while waiting:
        position, before, so_far = waiting.pop()
        for after in puzzle.after(position):
            Work.charge(1)
            total = so_far + cost(position, after)
            if after != before and total + estimate(after) < bound:
                require(not puzzle.is_goal(after), "there is a cheaper solution")
                waiting.append((after, position, total))


class LoneAgent:
    """The entries of the pattern database of a single piece, which is the whole position."""

    def __init__(self, puzzle, patterns, cost):
        require(puzzle.has_pieces(), "the puzzle has no pieces")
        require(patterns == [[1]], "not the one piece, once")
        self.entries, waiting = {}, [(0, puzzle.goal)]
        while waiting:
            entry, cell = heapq.heappop(waiting)
            if cell not in self.entries:
                self.entries[cell] = entry
                Work.charge(1)
                # Every way leads back as well.
                for before in puzzle.after(cell):
                    heapq.heappush(waiting, (entry + cost(before, cell), before))

    def __call__(self, cell):
        return min(self.entries[cell], 254) if cell in self.entries else NEVER


class Estimate:
    """The sum of the entries of pattern databases of the taquin."""

    def __init__(self, puzzle, patterns, _):
        require(hasattr(puzzle, "beside"), "the puzzle has no pieces")
        pieces = [piece for pattern in patterns for piece in pattern if piece]
        require(len(set(pieces)) == len(pieces), "a piece is in two patterns")
        require(all(piece < len(puzzle.goal) for piece in pieces), "no such piece")
        require(all(pattern.count(0) < 2 for pattern in patterns), "the blank is there twice")
        require(all(len(pattern) <= 9 for pattern in patterns), "a pattern is too large")
        keyed = [pattern for pattern in patterns if len(pattern) > 1 or 0 in pattern]
        require(len(keyed) <= 16, "too many patterns")
        self.tables = [(pattern, self.table(puzzle, pattern)) for pattern in patterns]

    @staticmethod
    def table(puzzle, pattern):
        """The counts of all arrangements from which the goal is reached: breadth-first from the
        goal, with the steps that count 0 first."""
        goal = tuple(puzzle.goal.index(piece) for piece in pattern)
        counts, layer = {}, [goal]
        count = 0
        while layer:
            following = []
            while layer:
                cells = layer.pop()
                if cells in counts:
                    continue
                Work.charge(1)
                counts[cells] = count
                for cost, after in Estimate.steps(puzzle, pattern, cells):
                    (following if cost else layer).append(after)
            layer, count = following, count + 1
        return counts

    @staticmethod
    def steps(puzzle, pattern, cells):
        for index, cell in enumerate(cells):
            for target in puzzle.beside[cell]:
                after = list(cells)
                if 0 not in pattern:
                    if target not in cells:
                        after[index] = target
                        yield 1, tuple(after)
                elif pattern[index] == 0:
                    after[index] = target
                    if target in cells:
                        after[cells.index(target)] = cell
                    yield int(target in cells), tuple(after)

    def __call__(self, position):
        entries = (
            table.get(tuple(position.index(piece) for piece in pattern), NEVER)
            for pattern, table in self.tables
        )
        return sum(min(entry, 254) if entry != NEVER else NEVER for entry in entries)


class Ball:
    """The positions within some moves of the centres, and those at exactly so many."""

    def __init__(self, puzzle, centres):
        self.puzzle, self.inside, self.rim = puzzle, set(centres), centres

    def grow(self):
        rim = set()
        for position in self.rim:
            positions = self.puzzle.after(position)
            Work.charge(len(positions))
            rim.update(positions)
        self.rim = list(rim - self.inside)
        self.inside.update(self.rim)


# Nim-values and periods


def check_heaps(rule, settings, claim, proof, entries):
    check_mask(proof)
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


def check_mask(proof):
    mask = re.fullmatch(f"least-excluded mask {NUMBER}", proof)
    require(mask and int(mask[1]) < 2**16, "this proof cannot prove a claim about nim-values")


def nim_values(rule, count):
    Work.charge(count)
    values = []
    for size in range(count):
        options = rule.options(size)
        Work.charge(len(options))
        seen = {values[heap] ^ values[new] for heap, new in options}
        value = least_excluded(seen)
        require(value < 2**16, "a nim-value is too large")
        values.append(value)
    return values


def least_excluded(values):
    return next(value for value in itertools.count() if value not in values)


# The program


def verdict(data, work):
    Work.left = work
    try:
        check(data)
        return "verified"
    except Reject as reason:
        return f"rejected: {reason}"
    except (GiveUp, RecursionError, MemoryError):
        return "not checked: too much work"


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
