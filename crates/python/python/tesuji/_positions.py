"""Positions, of the library's games and of rules in Python."""

from __future__ import annotations

import abc
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from . import _arrays, _native
from ._names import Options, Settings
from ._options import (
    Limits,
    SearchName,
    Watch,
    option_pairs,
    pairs,
    thread_count,
    watched,
    whole,
)
from ._results import Result, of_report
from ._rules import AnyGame
from ._tables import Table, Values

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import Everything, Keywords, Untimed


@dataclass(frozen=True)
class Certificate:
    """A proof of an answer, which :func:`verify` and ``tesuji verify`` check by the rules alone."""

    data: bytes = field(repr=False)
    """The file."""
    claim: str
    """What it proves, such as ``"second wins within 14 plies"``."""
    proof: str
    """How it is proved."""
    game: str
    settings: Mapping[str, str] = field(hash=False)
    position: str
    """The position, in the notation of the game."""
    entries: int
    """The length of the proof."""
    result: Result | None = field(default=None, repr=False, compare=False)
    """What the search answered that led to it."""

    @classmethod
    def read(cls, data: bytes, result: Result | None = None) -> Certificate:
        """The certificate in a file's bytes. Nothing is checked but the form of its header."""
        header = json.loads(_native.verify(data, False, Limits().triple()))
        return cls(data, result=result, **_header(header))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """The certificate in a file."""
        return cls.read(Path(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.data)


def _header(header: dict[str, Any]) -> dict[str, Any]:
    names = ("claim", "proof", "game", "position", "entries")
    return {name: header[name] for name in names} | {"settings": dict(header["settings"])}


@dataclass(frozen=True)
class Verified:
    """A claim that a certificate proves."""

    claim: str
    proof: str
    game: str
    settings: Mapping[str, str] = field(hash=False)
    position: str
    entries: int
    plies: int | None = None
    """The most plies that the strategy takes to win, even if the claim gives no number."""


@dataclass(frozen=True)
class Tree:
    """The tree of a search, recorded node by node."""

    svg: str = field(repr=False)
    """A drawing: dashed where the tree was cut, bold along the solution or principal variation."""
    dot: str = field(repr=False)
    """The tree in the language of Graphviz."""
    text: str = field(repr=False)
    """The tree as indented lines."""
    report: Mapping[str, Any] = field(repr=False, hash=False)
    """The nodes and the steps of the search, as the JSON of ``tesuji tree`` has them."""

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Count:
    """The number of reachable positions."""

    positions: int
    by_ply: npt.NDArray[np.uint64] = field(compare=False)
    """The number at distance 0, 1, 2, … in moves."""
    values: Mapping[str, int] | None = field(default=None, hash=False)
    """The number of positions ``won``, ``lost`` and ``drawn`` for the player to move."""
    limit: str | None = None
    """The limit that was reached, if the count is not complete."""

    def to_pandas(self) -> Any:
        """A DataFrame of the positions by distance, for which pandas must be installed."""
        columns = {"ply": range(len(self.by_ply)), "positions": self.by_ply}
        return _arrays.frame(columns, "ply")


@dataclass(frozen=True)
class Perft:
    """The number of sequences of moves."""

    sequences: int
    by_move: Mapping[Any, int] = field(hash=False)
    """The number for each first move."""
    limit: str | None = None
    """The limit that was reached, if the count is not complete."""


class Position(abc.ABC):
    """A position. It never changes: :meth:`play` returns another one.

    A search is named by ``with_``, such as ``"ida*"``, ``"pvs:depth=6"``; without a name it is the
    one that suits the game best. Its options are keyword arguments (see :func:`algorithms` and
    :func:`options`). Every search takes limits, and ends at them with what is known: ``nodes``,
    ``time`` (seconds or ``"5m"``), ``memory`` (bytes or ``"1GiB"``; by default three quarters of
    what is free). ``progress`` is a function that receives a :class:`Progress`, or True for a bar.
    """

    _before: Position | None = None
    _last: Any = None

    @property
    @abc.abstractmethod
    def game(self) -> str:
        """The name of the game, or of the class of its rules."""

    @property
    @abc.abstractmethod
    def state(self) -> Any:
        """The state: in Python what the rules call a state; otherwise the notation."""

    @abc.abstractmethod
    def moves(self) -> list[Any]:
        """The legal moves."""

    @abc.abstractmethod
    def _after(self, move: Any) -> Position:
        """The position after a move, which is checked."""

    @abc.abstractmethod
    def _at(self, numbered: bool) -> _native.Position:
        """The position for an operation of the extension module; where the rules are in Python, it
        may write moves as numbers."""

    @abc.abstractmethod
    def _move(self, native: _native.Position, text: str) -> Any:
        """The move that an operation wrote."""

    @abc.abstractmethod
    def _result(self, native: _native.Position, text: str) -> Result:
        """The result of a report."""

    @abc.abstractmethod
    def render(self) -> str:
        """A drawing as text."""

    @abc.abstractmethod
    def svg(self) -> str:
        """A drawing as an SVG document."""

    def __str__(self) -> str:
        return self.render()

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def facts(self) -> dict[str, str]:
        """What can be said without a search."""
        return dict(self._at(False).facts())

    @property
    def to_move(self) -> str | None:
        """The player to move, ``"first"`` or ``"second"``; None in puzzles and at the end."""
        kind, player = self._at(False).status()
        return player if kind == "to move" else None

    @property
    def outcome(self) -> str | None:
        """How a finished game ended, ``"first"``, ``"second"`` or ``"draw"``; ``"solved"`` for a
        solved puzzle; otherwise None."""
        kind, winner = self._at(False).status()
        return {"solved": "solved", "finished": winner}.get(kind)

    def play(self, *moves: Any) -> Position:
        """The position after these moves. A move that is not legal is a :class:`ValueError`."""
        position: Position = self
        for move in moves:
            after = position._after(move)
            after._before, after._last = position, move
            position = after
        return position

    def undo(self) -> Position:
        """The position before the last move."""
        if self._before is None:
            raise ValueError("no move was played to reach this position")
        return self._before

    @property
    def history(self) -> tuple[Any, ...]:
        """The moves that were played to reach this position."""
        moves = []
        position = self
        while position._before is not None:
            moves.append(position._last)
            position = position._before
        return tuple(reversed(moves))

    def solve(
        self,
        with_: SearchName | None = None,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
        **options: Unpack[Options],
    ) -> Result:
        """Searches from here."""
        native = self._at(True)
        limits = Limits(nodes, time, memory).triple()

        def result(report: str) -> Result:
            return self._result(native, report)

        with watched(progress, result) as tell:
            return result(native.solve(with_, option_pairs(options), limits, tell))

    def value(
        self, with_: SearchName | None = None, **options: Unpack[Keywords]
    ) -> float | None:
        """The value, if it is proved: for puzzles the least cost of a solution, ``math.inf`` if
        there is none; for games 1, 0 or -1 for the player to move."""
        return self.solve(with_, **options).value

    def best(
        self, with_: SearchName | None = None, **options: Unpack[Keywords]
    ) -> Any | None:
        """The best move, or the first move of a solution; None if there is none."""
        return self.solve(with_, **options).best

    def hint(
        self,
        time: float | str = 1.0,
        with_: SearchName | None = None,
        **options: Unpack[Untimed],
    ) -> Any | None:
        """The best move that is found in this time."""
        return self.best(with_, time=time, **options)

    def prove(
        self,
        with_: SearchName | None = None,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
        **options: Unpack[Options],
    ) -> Certificate:
        """Searches, and makes a certificate of what is proved. If nothing is proved, that is a
        :class:`CertificateError`. Without a limit, ``"pvs"`` and ``"mtd-f"`` never end on a draw in
        which positions repeat, which ``"df-pn"`` and ``"retrograde"`` prove."""
        native = self._at(True)
        limits = Limits(nodes, time, memory).triple()
        with watched(progress, lambda proof: self._result(native, proof[0])) as tell:
            report, data = native.prove(with_, option_pairs(options), limits, tell)
        return Certificate.read(data, self._result(native, report))

    def tree(
        self,
        with_: SearchName | None = None,
        *,
        tree_nodes: int = 1000,
        time: float | str | None = None,
        memory: int | str | None = None,
        **options: Unpack[Options],
    ) -> Tree:
        """Records the tree of a search, up to ``tree_nodes`` nodes."""
        if with_ is None:
            with_ = "alpha-beta" if "alpha-beta" in self.algorithms else "ida*"
        limits = Limits(None, time, memory).triple()
        tree_nodes = whole("tree_nodes", tree_nodes, 1)
        svg, dot, text, report = self._at(False).record(with_, option_pairs(options), tree_nodes, limits)
        return Tree(svg, dot, text, json.loads(report))

    def count(
        self,
        values: bool = False,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
    ) -> Count:
        """Counts the reachable positions; with ``values``, also how many are won, lost and drawn."""
        limits = Limits(nodes, time, memory).triple()

        def count(counted: tuple[str, _native.Numbers]) -> Count:
            report, by_ply = json.loads(counted[0]), _arrays.array(counted[1])
            return Count(report["positions"], by_ply, report["values"], report["limit"])

        _arrays.require()
        with watched(progress, count) as tell:
            return count(self._at(False).count(values, limits, tell))

    def perft(
        self,
        depth: int | None,
        *,
        threads: int = 1,
        nodes: int | None = None,
        time: float | str | None = None,
        progress: Watch = None,
    ) -> Perft:
        """Counts the sequences of ``depth`` moves, by several threads; without a depth, by one
        thread, the complete games."""
        native = self._at(True)
        threads = thread_count(threads)
        if depth is None and threads > 1:
            raise ValueError("complete games are counted by one thread: threads is for a depth")
        depth = None if depth is None else whole("depth", depth, bits=32)

        def perft(text: str) -> Perft:
            report = json.loads(text)
            by_move = {self._move(native, text): count for text, count in report["by_move"]}
            return Perft(report["sequences"], by_move, report["limit"])

        with watched(progress, perft) as tell:
            limits = Limits(nodes, time).triple()
            return perft(native.perft(depth, threads, limits, tell))

    def build_table(
        self,
        path: str | os.PathLike[str],
        *,
        threads: int = 1,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
    ) -> Table:
        """Solves every position that can be reached from here, for games of the library for two
        players, and writes the values to a file. After a limit the same call goes on from the
        layers that are finished, where the game is solved by layers, by ``threads`` threads."""
        limits = Limits(nodes, time, memory).triple()
        with watched(progress) as tell:
            self._at(False).build_table(os.fspath(path), thread_count(threads), limits, tell)
        return Table(path)

    def values(
        self,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
    ) -> Values:
        """The value of every position that can be reached from here, in a game for two players: of
        the library's games by a :meth:`table <build_table>` in a temporary file, of rules in Python
        in memory.

        >>> import tesuji
        >>> values = tesuji.open("tic-tac-toe", "XX. / OO. / ...").values()
        >>> len(values), values.outcomes[:5].tolist(), values.plies[:5].tolist()
        (58, [1, -1, 1, 0, -1], [1, 0, 1, 0, 0])
        """
        limits = Limits(nodes, time, memory).triple()
        _arrays.require()
        with tempfile.TemporaryDirectory() as folder, watched(progress) as tell:
            path = os.path.join(folder, "table")
            return Values.of(*self._at(True).values(path, limits, tell))

    @property
    def algorithms(self) -> list[str]:
        """The names of the searches that there are for this position."""
        return self._at(True).algorithms()[0]


class NamedPosition(Position):
    """A position of a game of the library, which :func:`open` returns."""

    __match_args__: ClassVar[tuple[str, ...]] = ("game", "state")

    def __init__(self, native: _native.Position) -> None:
        self._native = native

    @property
    def game(self) -> str:
        return self._native.game

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the game: with the notation, they define the problem."""
        return dict(self._native.settings)

    @property
    def state(self) -> str:
        return self._native.notation

    def moves(self) -> list[str]:
        return self._native.moves()

    def _after(self, move: object) -> NamedPosition:
        return NamedPosition(self._native.after(str(move)))

    def _at(self, numbered: bool) -> _native.Position:
        return self._native

    def _move(self, native: _native.Position, text: str) -> str:
        return text

    def _result(self, native: _native.Position, text: str) -> Result:
        report = json.loads(text)
        return of_report(
            report,
            game=self.game,
            position=report["position"],
            heuristic=report["heuristic"],
            moves=tuple(report["moves"]),
            states=(),
            to_move=lambda move: move,
        )

    def in_words(self, *moves: str, language: str = "en") -> list[str]:
        """Moves in words, for games that have some: Rush Hour, in English and in French (``fr``)."""
        return self._native.in_words(list(moves), language)

    def render(self) -> str:
        return self._native.text()

    def svg(self) -> str:
        return self._native.svg()

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"tesuji.open({self.game!r}, {self.state!r}{settings})"

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.state, tuple(self._native.settings))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedPosition) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        start = self
        while isinstance(start._before, NamedPosition):
            start = start._before
        return (_reopen, (start.game, start.state, start.settings, self.history))


def _reopen(
    game: str, state: str, settings: dict[str, str], moves: tuple[str, ...]
) -> Position:
    return NamedPosition(_native.Position.open(game, state, list(settings.items()))).play(*moves)


class OwnPosition(Position):
    """A position of rules that are a Python object, which :func:`open` returns."""

    __match_args__: ClassVar[tuple[str, ...]] = ("rules", "state")

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules = rules
        self._state = state

    @property
    def game(self) -> str:
        return type(self.rules).__qualname__

    @property
    def state(self) -> Any:
        return self._state

    def _is_over(self) -> bool:
        result = getattr(self.rules, "result", None)
        return result is not None and result(self._state) is not None

    def moves(self) -> list[Any]:
        return [] if self._is_over() else list(self.rules.moves(self._state))

    def _after(self, move: Any) -> OwnPosition:
        if move not in self.moves():
            raise ValueError(f"{move!r} is not a legal move in {self._state!r}")
        return OwnPosition(self.rules, self._next(self._state, move))

    def _next(self, state: Any, move: Any) -> Any:
        play = self.rules.play
        return move if play is None else play(state, move)

    def _at(self, numbered: bool) -> _native.Position:
        return own(self.rules, self._state, numbered)

    def _move(self, native: _native.Position, text: str) -> Any:
        return native.move_object(int(text))

    def _result(self, native: _native.Position, text: str) -> Result:
        report = json.loads(text)
        moves = tuple(self._move(native, move) for move in report["moves"])
        states = [self._state]
        for move in moves:
            states.append(self._next(states[-1], move))
        evaluates = any(
            getattr(self.rules, name, None) is not None for name in ("heuristic", "evaluate")
        )
        return of_report(
            report,
            game=self.game,
            position=self._state,
            heuristic=report["heuristic"] if evaluates else None,
            moves=moves,
            states=tuple(states),
            to_move=lambda move: self._move(native, move),
        )

    def render(self) -> str:
        render = getattr(self.rules, "render", None) or getattr(self.rules, "write", None) or str
        return str(render(self._state))

    def svg(self) -> str:
        svg = getattr(self.rules, "svg", None)
        return str(svg(self._state)) if svg is not None else _text_as_svg(self.render())

    def __repr__(self) -> str:
        return f"tesuji.open({self.rules!r}, {self._state!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, OwnPosition)
            and (self.rules is other.rules or bool(self.rules == other.rules))
            and bool(self._state == other._state)
        )

    def __hash__(self) -> int:
        return hash(self._state)

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by the chain of positions, which may be too long to recurse on.
        states, position = [self._state], self
        while isinstance(position._before, OwnPosition):
            position = position._before
            states.append(position._state)
        return (_replayed, (self.rules, states[::-1], self.history))


def _replayed(rules: Any, states: list[Any], moves: tuple[Any, ...]) -> OwnPosition:
    position = OwnPosition(rules, states[0])
    for state, move in zip(states[1:], moves):
        before, position = position, OwnPosition(rules, state)
        position._before, position._last = before, move
    return position


def initial(rules: Any) -> Any:
    """The initial state of rules in Python."""
    if isinstance(rules, type):
        raise TypeError(f"{rules.__qualname__} is a class: pass an object of it")
    if not hasattr(rules, "initial"):
        raise TypeError(f"{type(rules).__qualname__} has no method initial()")
    return rules.initial()


def own(rules: Any, state: Any, numbered: bool) -> _native.Position:
    """Rules in Python for one operation of the extension module."""
    settings = {"class": type(rules).__qualname__, **(getattr(rules, "settings", None) or {})}
    # A certificate has a line for each setting, with a space after its name.
    texts = [
        ("-".join(str(name).split()), " ".join(str(value).split()))
        for name, value in settings.items()
    ]
    never_repeats = bool(getattr(rules, "never_repeats", False))
    return _native.Position.of_rules(rules, state, texts, never_repeats, numbered)


def _text_as_svg(text: str) -> str:
    from html import escape

    lines = text.splitlines() or [""]
    width, height = (max(map(len, lines)) + 2) * 11, (len(lines) + 1) * 20
    body = "".join(
        f'<text x="11" y="{20 * number}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="18" fill="currentColor">{body}</svg>'
    )


def open(game: AnyGame, position: Any = None, **settings: Unpack[Settings]) -> Position:
    """A position of a game; without ``position`` the initial one.

    ``game`` is the name of a game of the library (see :func:`games`), with its settings, or an
    object with the methods of :class:`Puzzle` or :class:`Game`.

    >>> import tesuji
    >>> board = tesuji.open("tic-tac-toe", "XX. / OO. / ...")
    >>> board.to_move, board.best()
    ('first', 'c3')
    >>> board.play("c3").outcome
    'first'
    >>> tesuji.open("breakthrough", size="4x5").settings["size"]
    '4x5'
    """
    if isinstance(game, str):
        text = None if position is None else str(position)
        return NamedPosition(_native.Position.open(game, text, pairs(settings)))
    if settings:
        names = ", ".join(settings)
        raise TypeError(f"{names}: settings are for games by name; an object has its own")
    return OwnPosition(game, initial(game) if position is None else position)


def solve(
    game: AnyGame,
    position: Any = None,
    *,
    with_: SearchName | None = None,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **options: Unpack[Everything],
) -> Result:
    """Opens a position as :func:`open` does, and searches as :meth:`Position.solve` does.

    Keyword arguments are settings of the game or options of the search.

    >>> import tesuji
    >>> result = tesuji.solve("taquin", "806547231")
    >>> type(result).__name__, result.cost, result.algorithm
    ('Optimal', 31, 'ida*')
    >>> tesuji.solve("breakthrough", size="4x4").plies
    14
    """
    settings, rest = split(game, options)
    return open(game, position, **settings).solve(
        with_, nodes=nodes, time=time, memory=memory, progress=progress, **rest
    )


def split(game: object, keywords: Mapping[str, object]) -> tuple[Settings, Options]:
    """Keyword arguments as settings of the game, and the others."""
    names = Settings.__annotations__ if isinstance(game, str) else ()
    settings: Any = {name: value for name, value in keywords.items() if name in names}
    rest: Any = {name: value for name, value in keywords.items() if name not in names}
    return settings, rest


def verify(
    certificate: Certificate | bytes | bytearray | memoryview | str | os.PathLike[str],
    game: AnyGame | None = None,
    *,
    time: float | str | None = None,
) -> Verified:
    """Checks a certificate, its bytes or its file by the rules alone. For rules in Python, ``game``
    is the object; the name of a game of the library must be that of the certificate. A certificate
    that proves nothing is a :class:`CertificateError`.

    >>> import tesuji
    >>> certificate = tesuji.open("breakthrough", size="4x4").prove()
    >>> tesuji.verify(certificate).claim
    'second wins within 14 plies'
    """
    match certificate:
        case Certificate(data):
            pass
        case bytes() | bytearray() | memoryview():
            data = bytes(certificate)
        case path:
            data = Path(path).read_bytes()
    limits = Limits(time=time).triple()
    if game is not None and not isinstance(game, str):
        report = json.loads(own(game, initial(game), True).verify(data, limits))
        return Verified(plies=report["plies"], **_header(report))
    header = json.loads(_native.verify(data, False, limits))
    if header["game"].startswith("python-"):
        name = dict(header["settings"]).get("class")
        raise ValueError(f"the certificate is of rules in Python: pass an object of the class {name}")
    if game is not None and _native.Position.open(game, None, []).rules != header["game"]:
        raise ValueError(f"the certificate is of {header['game']}, not of {game}")
    report = json.loads(_native.verify(data, True, limits))
    return Verified(plies=report["plies"], **_header(report))
