"""What searches return: frozen classes, for ``match`` statements."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._html import table


@dataclass(frozen=True)
class Statistics:
    """The work that a search took. With one thread, all but the time repeats."""

    expanded: int
    """States whose successors were generated."""
    generated: int
    """Generated states, including the start and repetitions."""
    duplicates: int
    """Generated states that were already in the search's table."""
    seconds: float = field(compare=False)
    """Wall-clock time."""
    peak_bytes: int
    """The peak memory of the search's tables, without the states of a game in Python."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a search found out about a position."""

    game: str
    position: Any
    """The notation of the position; for rules in Python, the state."""
    algorithm: str
    heuristic: str | None
    statistics: Statistics
    report: Mapping[str, Any] = field(repr=False, compare=False)
    """All fields, as the JSON of the command line has them."""

    @property
    def value(self) -> float | None:
        """The value of the position, if it is proved: for puzzles the least cost of a solution, or
        infinity; for games 1, 0 or -1 for the player to move."""
        return None

    @property
    def best(self) -> Any | None:
        """The best move that is known, or the first of a solution."""
        return None

    @property
    def claim(self) -> str:
        """What is known, in a few words."""
        return type(self).__name__.lower()

    def _rows(self) -> list[tuple[str, str]]:
        work = self.statistics
        search = self.algorithm + ("" if self.heuristic is None else f", {self.heuristic}")
        return [
            ("answer", self.claim),
            ("search", search),
            ("expanded", f"{work.expanded:,}"),
            ("generated", f"{work.generated:,}"),
            ("seconds", f"{work.seconds:.6f}"),
        ]

    def _repr_html_(self) -> str:
        return table(self._rows())


def _listed(moves: tuple[Any, ...]) -> str:
    """Moves in a line; of many, the first ones."""
    shown = " ".join(str(move) for move in moves[:40])
    return shown if len(moves) <= 40 else f"{shown} … ({len(moves)} in all)"


@dataclass(frozen=True)
class Solution(Result):
    """A puzzle is solved."""

    moves: tuple[Any, ...]
    cost: int
    states: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    """The states along the solution, for rules in Python."""

    @property
    def best(self) -> Any | None:
        return self.moves[0] if self.moves else None

    @property
    def claim(self) -> str:
        return f"{type(self).__name__.lower()}, {self.cost}"

    def _rows(self) -> list[tuple[str, str]]:
        return [*super()._rows(), ("moves", _listed(self.moves))]


@dataclass(frozen=True)
class Optimal(Solution):
    """A puzzle is solved, and no solution costs less.

    >>> import tesuji
    >>> match tesuji.solve("taquin", "125374680"):
    ...     case tesuji.Optimal(moves, cost):
    ...         print(cost, *moves)
    6 8 7 4 5 2 1
    """

    @property
    def value(self) -> float | None:
        return self.cost


@dataclass(frozen=True)
class Solved(Solution):
    """A puzzle is solved, by a solution that is not proved optimal."""

    lower_bound: int = 0
    """No solution costs less than this."""


@dataclass(frozen=True)
class Unsolvable(Result):
    """A puzzle has no solution."""

    reason: str | None = None
    """Why, if that is known without a search."""

    @property
    def value(self) -> float | None:
        return math.inf


@dataclass(frozen=True)
class Unknown(Result):
    """A limit ended the search for a solution of a puzzle."""

    limit: str | None
    """The limit: ``"nodes"``, ``"time"``, ``"memory"``, ``"depth"``, ``"cost"`` or
    ``"interrupted"``."""
    lower_bound: int = 0
    """No solution costs less than this."""

    @property
    def claim(self) -> str:
        return f"unknown ({self.limit}), at least {self.lower_bound}"


@dataclass(frozen=True)
class MoveStatistics:
    """What a Monte-Carlo search found out about a move, from -1, a loss, to 1, a win."""

    move: Any
    visits: int
    mean: float
    low: float
    """The lower end of the 95% confidence interval of the mean."""
    high: float
    """The upper end of the interval."""
    proved: str | None
    """The proved outcome: ``"win"``, ``"draw"``, ``"loss"``, or None."""


@dataclass(frozen=True, kw_only=True)
class Verdict(Result):
    """What a search for two players found out, for the player to move."""

    best_move: Any | None = None
    best_moves: tuple[Any, ...] = field(default=(), repr=False)
    """All best moves, with ``all=True``."""
    pv: tuple[Any, ...] = field(default=(), repr=False)
    """The principal variation."""
    by_move: tuple[MoveStatistics, ...] = field(default=(), repr=False)
    """The results of a Monte-Carlo search for each move."""

    @property
    def best(self) -> Any | None:
        return self.best_move

    def _rows(self) -> list[tuple[str, str]]:
        rows = super()._rows()
        if self.best_move is not None:
            rows.append(("best move", str(self.best_move)))
        if self.pv:
            rows.append(("principal variation", _listed(self.pv)))
        return rows

    def _repr_html_(self) -> str:
        def cells(one: MoveStatistics) -> tuple[str, ...]:
            interval = f"{one.low:.3f} to {one.high:.3f}"
            proved = "" if one.proved is None else one.proved
            return (str(one.move), f"{one.visits:,}", f"{one.mean:.3f}", interval, proved)

        head = ("move", "visits", "mean", "95% interval", "proved")
        moves = table([cells(one) for one in self.by_move], head) if self.by_move else ""
        return super()._repr_html_() + moves


@dataclass(frozen=True)
class _Decided(Verdict):
    """A win or a loss."""

    plies: int | None = None
    """The distance to the end with best play, if it is known."""

    @property
    def claim(self) -> str:
        name = type(self).__name__.lower()
        return name if self.plies is None else f"{name} in {self.plies}"


@dataclass(frozen=True)
class Win(_Decided):
    """The player to move wins."""

    @property
    def value(self) -> float | None:
        return 1


@dataclass(frozen=True)
class Loss(_Decided):
    """The player to move loses."""

    @property
    def value(self) -> float | None:
        return -1


@dataclass(frozen=True)
class Draw(Verdict):
    """Neither player can win."""

    @property
    def value(self) -> float | None:
        return 0


@dataclass(frozen=True)
class Estimate(Verdict):
    """Nothing is proved about a game."""

    score: int | None
    """The estimate for the player to move; of Monte-Carlo searches, the mean result times 1000."""
    depth: int | None = None
    """The depth in plies of the last completed search."""
    limit: str | None = None
    """The limit that ended the search."""

    @property
    def claim(self) -> str:
        at = "" if self.depth is None else f" at depth {self.depth}"
        return f"estimate {self.score}{at}" + ("" if self.limit is None else f" ({self.limit})")


@dataclass(frozen=True)
class Expected(Verdict):
    """The expected result against an opponent model, from -1 to 1, or the expected cost."""

    expectation: float

    @property
    def claim(self) -> str:
        return f"expected {self.expectation:.3f}"


def of_report(
    report: Mapping[str, Any],
    *,
    game: str,
    position: Any,
    heuristic: str | None,
    moves: tuple[Any, ...],
    states: tuple[Any, ...],
    to_move: Any,
) -> Result:
    """The result of a report. ``to_move`` turns the text of a move into the move."""
    common: dict[str, Any] = {
        "game": game,
        "position": position,
        "algorithm": report["algorithm"],
        "heuristic": heuristic,
        "statistics": Statistics(
            expanded=report["nodes_expanded"],
            generated=report["nodes_generated"],
            duplicates=report["duplicates"],
            seconds=report["seconds"],
            peak_bytes=report["peak_bytes"],
        ),
        "report": report,
    }
    bound = report["lower_bound"]
    # An expected number of moves is a solution without a length.
    outcome = "expected" if report["expected"] is not None else report["outcome"]
    if outcome == "solved":
        if report["optimal"]:
            return Optimal(moves, report["cost"], states, **common)
        return Solved(moves, report["cost"], states, bound or 0, **common)
    if outcome == "unsolvable":
        return Unsolvable(report["reason"], **common)
    if outcome == "unknown" and report["best"] is None and report["estimate"] is None:
        return Unknown(report["limit"], bound or 0, **common)
    common |= {
        "best_move": None if report["best"] is None else to_move(report["best"]),
        "best_moves": tuple(to_move(move) for move in report["best_moves"]),
        "pv": moves,
        "by_move": tuple(
            MoveStatistics(**{**one, "move": to_move(one["move"])}) for one in report["by_move"]
        ),
    }
    if outcome == "win":
        return Win(report["length"], **common)
    if outcome == "loss":
        return Loss(report["length"], **common)
    if outcome == "draw":
        return Draw(**common)
    if outcome == "expected":
        return Expected(report["expected"], **common)
    return Estimate(report["estimate"], report["depth"], report["limit"], **common)
