"""Tables of solved games, in files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from . import _arrays, _native
from ._options import Limits, Watch, thread_count, watched

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class TableMove:
    """The value of a move, for the player who makes it."""

    move: str
    outcome: str
    """``"win"``, ``"draw"`` or ``"loss"``."""
    plies: int | None
    """The distance to the end, this move included; None in a draw, and in a table of outcomes alone."""


@dataclass(frozen=True)
class TableEntry:
    """What a table says of a position, for the player to move."""

    position: str
    outcome: str
    """``"win"``, ``"draw"`` or ``"loss"``."""
    plies: int | None
    """The distance to the end; None in a draw, and in a table of outcomes alone."""
    pv: tuple[str, ...] = field(repr=False)
    """The principal variation; in a draw until a position repeats."""
    best_moves: tuple[str, ...] = ()
    """All moves that keep the outcome and the distance."""
    by_move: tuple[TableMove, ...] = field(default=(), repr=False)
    """The value of each legal move."""

    @property
    def value(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return {"win": 1, "draw": 0, "loss": -1}[self.outcome]


@dataclass(frozen=True)
class TableStats:
    """The numbers of positions of each value."""

    won: npt.NDArray[np.uint64] = field(compare=False)
    """The numbers of positions that the player to move wins in 0, 1, 2, … plies."""
    lost: npt.NDArray[np.uint64] = field(compare=False)
    """The numbers of positions that the player to move loses in 0, 1, 2, … plies."""
    drawn: int
    longest: TableEntry | None
    """A position whose win or loss takes longest."""

    def to_pandas(self) -> Any:
        """A DataFrame of wins and losses by plies, for which pandas must be installed."""
        import numpy as np

        plies = max(len(self.won), len(self.lost))
        columns = {"plies": np.arange(plies)}
        for name, numbers in (("won", self.won), ("lost", self.lost)):
            columns[name] = np.pad(numbers, (0, plies - len(numbers)))
        return _arrays.frame(columns, "plies")


@dataclass(frozen=True)
class Values:
    """The value of every position that can be reached from a start."""

    positions: Sequence[Any] = field(repr=False, compare=False)
    """The positions: their notation; for rules in Python, the states."""
    outcomes: npt.NDArray[np.int8] = field(compare=False)
    """1 for a win of the player to move, 0 for a draw, -1 for a loss; without a copy."""
    plies: npt.NDArray[np.uint16] = field(compare=False)
    """The distance to the end of a win or loss, 0 for a draw; without a copy."""

    @classmethod
    def of(
        cls, positions: Sequence[Any], outcomes: _native.Numbers, plies: _native.Numbers
    ) -> Values:
        """The values that the extension module returned for these positions."""
        return cls(positions, _arrays.array(outcomes), _arrays.array(plies))

    def __len__(self) -> int:
        return len(self.outcomes)

    def to_pandas(self) -> Any:
        """A DataFrame of the positions and their values, for which pandas must be installed."""
        positions = list(self.positions)
        return _arrays.frame(
            {"position": positions, "outcome": self.outcomes, "plies": self.plies}
        )


class _Positions(Sequence[str]):
    """The positions of a table in the order of its file, from which they are read when needed."""

    _TOGETHER = 1 << 14

    def __init__(self, table: Table) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            wanted = range(len(self))[index]
            if not wanted:
                return []
            first = min(wanted[0], wanted[-1])
            read = self._table._native.positions(first, abs(wanted[-1] - wanted[0]) + 1)
            return [read[one - first] for one in wanted]
        # An index that is out of range is an IndexError; NumPy's integers serve.
        (one,) = self._table._native.positions(range(len(self))[index], 1)
        return one

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), self._TOGETHER):
            yield from self._table._native.positions(first, self._TOGETHER)


class Table:
    """The values of all positions that can be reached from a start, in a file: looked up by
    ``table[position]``. :meth:`Position.build_table` builds it, :func:`open_table` opens it.

    >>> import tempfile, tesuji
    >>> folder = tempfile.TemporaryDirectory()
    >>> table = tesuji.open("tic-tac-toe").build_table(folder.name + "/tic-tac-toe.table")
    >>> len(table), table["XX. / OO. / ..."].best_moves
    (5478, ('c3',))
    >>> table.verify()
    5478
    >>> values = table.values()
    >>> int((values.outcomes == 1).sum()), values.positions[0], int(values.outcomes[0])
    (2836, '.........', 0)
    >>> folder.cleanup()
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: str = os.fspath(path)
        """The file."""
        self._native = _native.SolvedTable.open(self.path)
        text, layers = self._native.info()
        info = json.loads(text)
        self.game: str = info["game"]
        """The name of the game."""
        # The file has the start among them.
        settings = {name: value for name, value in info["settings"].items() if name != "start"}
        self.settings: Mapping[str, str] = settings
        """The settings of the game."""
        self.start: str = info["start"]
        """The position from which the others are reached."""
        self.method: str = info["method"]
        """How the values were computed: ``"layers"`` or ``"retrograde"``."""
        self.bytes: int = info["bytes"]
        """The size of the file."""
        self._positions: int = info["positions"]
        self._layers = layers

    def __len__(self) -> int:
        return self._positions

    def __repr__(self) -> str:
        return f"tesuji.open_table({self.path!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Table, (self.path,))

    @property
    def layers(self) -> npt.NDArray[np.uint64]:
        """The number of positions of each layer."""
        return _arrays.array(self._layers)

    # Positions are looked up, not numbered: without this, Python would iterate by 0, 1, 2, …
    __iter__ = None

    def __getitem__(self, position: object) -> TableEntry:
        """What the table says of a position, a :class:`Position` or its notation."""
        # The same notation means something else under other rules.
        asked = getattr(position, "settings", self.settings)
        if asked != self.settings:
            raise ValueError(f"the table is of {_listed(self.settings)}, not of {_listed(asked)}")
        text = str(getattr(position, "state", position))
        return _entry(json.loads(self._native.query(text)))

    def verify(
        self,
        *,
        threads: int = 1,
        nodes: int | None = None,
        time: float | str | None = None,
        progress: Watch = None,
    ) -> int:
        """Checks every byte, and every value against those of the successors by the rules alone.
        Returns the number of positions; what is wrong is a :class:`ValueError`."""
        with watched(progress) as tell:
            return self._native.verify(thread_count(threads), Limits(nodes, time).triple(), tell)

    def stats(
        self,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        progress: Watch = None,
    ) -> TableStats:
        """Counts the positions of each value."""
        _arrays.require()
        with watched(progress) as tell:
            text, won, lost = self._native.stats(Limits(nodes, time).triple(), tell)
        report = json.loads(text)
        longest = None if report["longest"] is None else _entry(report["longest"])
        return TableStats(_arrays.array(won), _arrays.array(lost), report["drawn"], longest)

    @property
    def positions(self) -> Sequence[str]:
        """The positions in the order of the file, which are read when they are needed."""
        return _Positions(self)

    def values(
        self,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        memory: int | str | None = None,
        progress: Watch = None,
    ) -> Values:
        """The value of every position, three bytes each."""
        _arrays.require()
        with watched(progress) as tell:
            found = self._native.values(Limits(nodes, time, memory).triple(), tell)
        return Values.of(self.positions, *found)


def _listed(settings: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())


def _entry(report: Mapping[str, Any]) -> TableEntry:
    moves = report.get("by_move", [])
    return TableEntry(
        position=report["position"],
        outcome=report["outcome"],
        plies=report["length"],
        pv=tuple(report["moves"]),
        best_moves=tuple(report.get("best_moves", [])),
        by_move=tuple(TableMove(one["move"], one["outcome"], one["length"]) for one in moves),
    )


def open_table(path: str | os.PathLike[str]) -> Table:
    """Opens the table of a solved game in a file, made by :meth:`Position.build_table` or the
    command ``tesuji table build``."""
    return Table(path)
