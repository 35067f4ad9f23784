"""Searches side by side, and matches of engines."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _arrays, _native
from ._html import table
from ._names import Options, Settings
from ._options import Limits, SearchName, Watch, thread_count, watched, whole
from ._positions import Position, open, split
from ._results import Optimal, Result
from ._rules import AnyGame

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Everything


def text_table(rows: list[tuple[str, ...]], head: tuple[str, ...], words: int) -> str:
    """A table as text, whose first columns are ``words`` and the others numbers."""
    lines = [head, *rows]
    widths = [max(len(row[column]) for row in lines) for column in range(len(head))]

    def line(row: tuple[str, ...]) -> str:
        first = [cell.ljust(width) for cell, width in zip(row[:words], widths[:words])]
        rest = [cell.rjust(width) for cell, width in zip(row[words:], widths[words:])]
        return "  ".join(first + rest)

    return "\n".join(line(row) for row in lines)


@dataclass(frozen=True)
class Row:
    """A search of a comparison."""

    search: str
    result: Result
    note: str | None
    """A limit that the search has by default, and why."""

    @property
    def claim(self) -> str:
        """What is known, in a few words."""
        return self.result.claim


@dataclass(frozen=True)
class Comparison:
    """Searches of one position, side by side."""

    rows: tuple[Row, ...]

    _HEAD = ("search", "answer", "expanded", "generated", "peak memory", "seconds")

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __getitem__(self, search: str) -> Result:
        """The result of a search by its name."""
        for row in self.rows:
            if row.search == search:
                return row.result
        raise KeyError(search)

    def _cells(self) -> list[tuple[str, ...]]:
        def cells(row: Row) -> tuple[str, ...]:
            work = row.result.statistics
            return (
                row.search,
                row.claim,
                f"{work.expanded:,}",
                f"{work.generated:,}",
                f"{work.peak_bytes:,} B",
                f"{work.seconds:.6f}",
            )

        return [cells(row) for row in self.rows]

    def __str__(self) -> str:
        return text_table(self._cells(), self._HEAD, 2)

    def _repr_html_(self) -> str:
        return table(self._cells(), self._HEAD)

    def to_pandas(self) -> Any:
        """A DataFrame, for which pandas must be installed."""
        columns: dict[str, list[Any]] = {
            "search": [row.search for row in self.rows],
            "answer": [row.claim for row in self.rows],
            "value": [row.result.value for row in self.rows],
        }
        for name in ("expanded", "generated", "duplicates", "peak_bytes", "seconds"):
            columns[name] = [getattr(row.result.statistics, name) for row in self.rows]
        return _arrays.frame(columns, "search")


def compare(
    game: AnyGame | Position,
    position: Any = None,
    algorithms: Iterable[SearchName] | None = None,
    *,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **options: Unpack[Everything],
) -> Comparison:
    """Solves a position by every search, or by those that are named.

    The limits are those of each search: 20 seconds, unless there are others; a search that may run
    into cycles then ends at a million nodes. An option goes to the searches that
    take it and do not set it themselves.

    >>> import tesuji
    >>> table = tesuji.compare("taquin", "631752048", ["bfs", "a*", "ida*"])
    >>> {row.search: row.result.cost for row in table}
    {'bfs': 10, 'a*': 10, 'ida*': 10}
    """
    settings, rest = split(game, options)
    at = _at(game, position, settings)
    rows: list[Row] = []
    taken: set[str] = set()
    if isinstance(algorithms, str):
        algorithms = [algorithms]
    for name in at.algorithms if algorithms is None else algorithms:
        try:
            row = _row(at, name, Limits(nodes, time, memory), progress, rest, rows, taken)
        except _native.NotOfferedError:
            # It needs a depth, for example.
            if algorithms is not None:
                raise
            continue
        except KeyboardInterrupt as interrupt:
            result = getattr(interrupt, "result", None)
            if result is not None:
                rows.append(Row(name, result, "interrupted"))
            interrupt.result = Comparison(tuple(rows))  # type: ignore[attr-defined]
            raise
        rows.append(row)
    unknown = sorted(set(rest) - taken)
    if unknown:
        raise TypeError(f"no search of the comparison takes {', '.join(unknown)}")
    return Comparison(tuple(rows))


def _at(game: AnyGame | Position, position: Any, settings: Settings) -> Position:
    """The position that is asked about; a `Position` has its settings already."""
    if not isinstance(game, Position):
        return open(game, position, **settings)
    if position is not None or settings:
        raise TypeError("a Position takes neither another position nor settings")
    return game


def _row(
    at: Position,
    name: str,
    limits: Limits,
    progress: Watch,
    options: Options,
    rows: list[Row],
    used: set[str],
) -> Row:
    by_name, may_cycle, by_playouts, taken = at._at(True).describe(name)
    used.update(option for option in options if option.replace("_", "-") in taken)
    # What a search sets itself counts before what is for all.
    open_ = set(taken) - set(by_name)
    own: Any = {
        option: value for option, value in options.items() if option.replace("_", "-") in open_
    }
    note = None
    if by_playouts and "playouts" in open_:
        own.setdefault("playouts", 10_000)
    elif may_cycle and "depth" not in own and limits.nodes is None and limits.time is None:
        limits = Limits(1_000_000, limits.time, limits.memory)
        note = "at most 1,000,000 nodes: may run into cycles"
    if "depth-limit" in open_ and "depth_limit" not in own:
        lengths = [len(row.result.moves) for row in rows if isinstance(row.result, Optimal)]
        if lengths:
            own["depth_limit"] = lengths[0]
    time = 20.0 if limits.nodes is None and limits.time is None else limits.time
    result = at.solve(
        name, nodes=limits.nodes, time=time, memory=limits.memory, progress=progress, **own
    )
    return Row(name, result, note)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; wins and losses are those of the first engine."""

    players: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    elo: float | None
    """The Elo difference, positive if the first engine is stronger; None if infinite."""
    elo_interval: tuple[float | None, float | None]
    """Its 95% confidence interval."""
    report: Mapping[str, Any] = field(repr=False, compare=False)
    """All fields, as the JSON of ``tesuji match`` has them."""


@dataclass(frozen=True)
class Program:
    """An engine that is a program, which speaks the Universal Game Interface, as ``tesuji engine``
    does: its command line, as a text or as words, and its options.

    >>> import tesuji
    >>> tesuji.Program("python3 engine.py", {"skill": 3}).command
    ('python3', 'engine.py')
    """

    command: tuple[str, ...]
    options: Mapping[str, str | int | float | bool] = field(default_factory=dict)

    def __init__(
        self,
        command: str | Sequence[str],
        options: Mapping[str, str | int | float | bool] | None = None,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else tuple(command)
        if not words:
            raise ValueError("a program has a command line")
        object.__setattr__(self, "command", tuple(words))
        object.__setattr__(self, "options", dict(options or {}))

    def _told(self) -> list[tuple[str, str]]:
        def text(value: object) -> str:
            return str(value).lower() if isinstance(value, bool) else str(value)

        return [(name, text(value)) for name, value in self.options.items()]

    def __str__(self) -> str:
        """As the command line writes it."""
        told = "".join(f"{name}={value}:" for name, value in self._told())
        return f"{told}cmd:{shlex.join(self.command)}"


Engine: TypeAlias = "str | Program"


def _seats(players: Iterable[Engine]) -> list[tuple[str, list[str], list[tuple[str, str]]]]:
    """Engines as the library takes them."""
    return [
        (str(one), list(one.command), one._told()) if isinstance(one, Program) else (one, [], [])
        for one in players
    ]


def _pairs(name: str, games: int, least: int) -> int:
    """A number of games that are played in pairs."""
    if whole(name, games, least) % 2:
        raise ValueError(f"{games} games: they are played in pairs, so give an even number")
    return games


def _games(
    games: int, seed: int, openings: int, max_plies: int, threads: int
) -> tuple[int, int, int, int, int]:
    """How games are played, checked."""
    return (
        _pairs("games", games, 1),
        whole("seed", seed),
        whole("openings", openings, bits=32),
        whole("max_plies", max_plies, 1, bits=32),
        thread_count(threads),
    )


def _of_move(nodes: int | None, time: float | str | None, memory: int | str | None) -> Any:
    """The limits of a move, of which there is one."""
    if nodes is None and time is None:
        nodes = 100_000
    return Limits(nodes, time, memory).triple()


def _match(report: Mapping[str, Any], players: tuple[str, str]) -> MatchResult:
    """The result of a match from its report."""
    elo = report["elo"]
    return MatchResult(
        players=players,
        games=report["games"],
        wins=report["wins"],
        draws=report["draws"],
        losses=report["losses"],
        elo=elo["difference"],
        elo_interval=(elo["low"], elo["high"]),
        report=report,
    )


def match(
    game: AnyGame | Position,
    players: tuple[Engine, Engine],
    position: Any = None,
    *,
    games: int = 100,
    seed: int = 1,
    openings: int = 4,
    max_plies: int = 1000,
    threads: int = 1,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **settings: Unpack[Settings],
) -> MatchResult:
    """Plays a match of two engines: searches with limits for one move, such as ``"pvs:time=50ms"``,
    ``"random"``, or a `Program`.

    Each opening has ``openings`` random moves and is played twice with the sides swapped. ``nodes``
    and ``time`` limit each move of an engine without limits of its own; by default 100,000 nodes.

    >>> import tesuji
    >>> result = tesuji.match("tic-tac-toe", ("pvs", "random"), games=20, openings=1)
    >>> result.losses
    0
    """
    if isinstance(players, str) or len(players) != 2:
        raise ValueError(f"{players!r} are not two players")
    conditions = _games(games, seed, openings, max_plies, threads)
    at = _at(game, position, settings)
    limits = _of_move(nodes, time, memory)
    first, second = _seats(players)

    def result(text: str) -> MatchResult:
        return _match(json.loads(text), (first[0], second[0]))

    with watched(progress, result) as tell:
        played = result(at._at(True).contest((first, second), conditions, limits, tell))
    if played.games < games:
        # The only other limit, an interrupt, has been raised.
        raise _native.LimitError(f"memory is full after {played.games} of {games} games")
    return played


@dataclass(frozen=True)
class Standing:
    """A player's results in a tournament."""

    player: str
    games: int
    points: float
    """A draw is half a point."""
    wins: int
    draws: int
    losses: int
    elo: float | None
    """The Elo relative to the mean of the players; None if infinite or unknown."""
    elo_interval: tuple[float | None, float | None]
    """Its 95% confidence interval."""


@dataclass(frozen=True)
class TournamentResult:
    """The result of a tournament: its players, the best first."""

    standings: tuple[Standing, ...]
    games: int
    report: Mapping[str, Any] = field(repr=False, compare=False)
    """All fields, as the JSON of ``tesuji tournament`` has them."""

    _HEAD = ("player", "Elo", "points", "games", "won", "drawn", "lost")

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.standings)

    def __getitem__(self, player: str) -> Standing:
        """The results of a player by its name."""
        for standing in self.standings:
            if standing.player == player:
                return standing
        raise KeyError(player)

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                one.player,
                "–" if one.elo is None else f"{one.elo:+.0f}",
                f"{one.points:g}",
                f"{one.games}",
                f"{one.wins}",
                f"{one.draws}",
                f"{one.losses}",
            )
            for one in self.standings
        ]

    def __str__(self) -> str:
        return text_table(self._cells(), self._HEAD, 1)

    def _repr_html_(self) -> str:
        return table(self._cells(), self._HEAD)

    def to_pandas(self) -> Any:
        """A DataFrame, for which pandas must be installed."""
        names = ("player", "elo", "points", "games", "wins", "draws", "losses")
        columns = {name: [getattr(one, name) for one in self.standings] for name in names}
        return _arrays.frame(columns, "player")


def tournament(
    game: AnyGame | Position,
    players: Iterable[Engine],
    position: Any = None,
    *,
    format: Literal["round-robin", "gauntlet", "knock-out"] = "round-robin",
    games: int = 100,
    seed: int = 1,
    openings: int = 4,
    max_plies: int = 1000,
    threads: int = 1,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **settings: Unpack[Settings],
) -> TournamentResult:
    """Plays a tournament of engines, which are those of `match`, as are the other arguments:
    ``games`` is the number of games of each two of them. In a gauntlet the first plays all others;
    in a knock-out the players are in the order of their seeds, the best first. Players of the same
    name get a number behind it.

    >>> import tesuji
    >>> players = ["random", "pvs", "alpha-beta:depth=1"]
    >>> tesuji.tournament("tic-tac-toe", players, games=20).standings[0].player
    'pvs'
    """
    if isinstance(players, str):
        raise ValueError(f"{players!r} are not several players")
    seats = _seats(players)
    if not 2 <= len(seats) <= 100:
        raise ValueError(f"a tournament is between 2 and 100 engines, not {len(seats)}")
    conditions = _games(games, seed, openings, max_plies, threads)
    at = _at(game, position, settings)
    limits = _of_move(nodes, time, memory)

    def result(text: str) -> TournamentResult:
        report = json.loads(text)
        standings = tuple(
            Standing(
                player=one["player"],
                games=one["games"],
                points=one["points"],
                wins=one["wins"],
                draws=one["draws"],
                losses=one["losses"],
                elo=one["elo"]["difference"],
                elo_interval=(one["elo"]["low"], one["elo"]["high"]),
            )
            for one in report["standings"]
        )
        return TournamentResult(standings, report["games"], report)

    with watched(progress, result) as tell:
        played = result(at._at(True).tournament(seats, format, conditions, limits, tell))
    if played.report["limit"] is not None:
        raise _native.LimitError(f"memory is full after {played.games} games")
    return played


@dataclass(frozen=True)
class TunedNumber:
    """A number of a search that was tuned."""

    name: str
    low: float
    """The low end of its range."""
    high: float
    """The high end."""
    start: float
    """Where the tuning started."""
    value: float
    """Where it ended."""


@dataclass(frozen=True)
class TuningResult:
    """The result of a tuning."""

    search: str
    """The search with the tuned numbers."""
    numbers: tuple[TunedNumber, ...]
    iterations: int
    check: MatchResult | None
    """The match of the tuned search, the first engine, against the one as given."""
    report: Mapping[str, Any] = field(repr=False, compare=False)
    """All fields, as the JSON of ``tesuji tune`` has them."""

    _HEAD = ("number", "low", "high", "start", "tuned")

    def __iter__(self) -> Iterator[TunedNumber]:
        return iter(self.numbers)

    def __getitem__(self, name: str) -> float:
        """The tuned value of a number by its name."""
        for number in self.numbers:
            if number.name == name:
                return number.value
        raise KeyError(name)

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (one.name, *(f"{x:g}" for x in (one.low, one.high, one.start, one.value)))
            for one in self.numbers
        ]

    def __str__(self) -> str:
        return text_table(self._cells(), self._HEAD, 1)

    def _repr_html_(self) -> str:
        return table(self._cells(), self._HEAD)


def tune(
    game: AnyGame | Position,
    search: str,
    numbers: Mapping[str, tuple[float, float]],
    position: Any = None,
    *,
    iterations: int = 500,
    games: int = 2,
    check: int = 200,
    seed: int = 1,
    openings: int = 4,
    max_plies: int = 1000,
    threads: int = 1,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    **settings: Unpack[Settings],
) -> TuningResult:
    """Tunes numbers of a search, which are options with a range for each, by games of the search
    against itself (SPSA: Spall, 1992).

    In each of the ``iterations`` all numbers change at once, each up or down by chance; the search
    with these values plays ``games`` games against the search with the opposite ones, and the
    numbers move towards the values of the winner. A number starts where the search sets it, or else
    in the middle of its range, and ends at its mean over the second half of the iterations. In the
    end the tuned search plays ``check`` games against the one as given. The other arguments are
    those of `match`.

    >>> import tesuji
    >>> search, numbers = "uct:playouts=20:exploration=3", {"exploration": (0.05, 5)}
    >>> tuned = tesuji.tune("tic-tac-toe", search, numbers, iterations=30, check=10)
    >>> 0.05 <= tuned["exploration"] <= 5, tuned.search.startswith("uct:playouts=20:exploration=")
    (True, True)
    """
    if not 1 <= len(numbers) <= 100:
        raise ValueError(f"between 1 and 100 numbers are tuned at once, not {len(numbers)}")
    lengths = (whole("iterations", iterations, 1), _pairs("check", check, 0))
    conditions = _games(games, seed, openings, max_plies, threads)
    at = _at(game, position, settings)
    limits = _of_move(nodes, time, memory)
    ranges = [(name, float(low), float(high)) for name, (low, high) in numbers.items()]

    def result(text: str) -> TuningResult:
        report = json.loads(text)
        tuned, checked = report["tuned"], report["check"]
        return TuningResult(
            search=tuned,
            numbers=tuple(TunedNumber(**one) for one in report["parameters"]),
            iterations=report["iterations"],
            check=checked and _match(checked, (tuned, report["engine"])),
            report=report,
        )

    with watched(None, result):
        done = result(at._at(True).tune(search, ranges, lengths, conditions, limits))
    if done.iterations < iterations:
        reached = f"{done.iterations} of {iterations} iterations"
        raise _native.LimitError(f"memory is full after {reached}")
    return done
