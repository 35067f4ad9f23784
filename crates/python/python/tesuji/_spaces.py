"""Whole spaces, nim-values, and positions made at random."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _arrays, _native
from ._options import Limits, Watch, pairs, thread_count, watched, whole
from ._positions import Certificate, NamedPosition, split

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._names import GameName, Settings


@dataclass(frozen=True)
class Space:
    """All states of a puzzle by their distance from the goal."""

    states: int
    """How many there are; at a limit, those whose distance is known."""
    distances: npt.NDArray[np.uint64] = field(compare=False)
    """How many there are at distance 0, 1, 2, …"""
    mean: float | None
    """The mean distance."""
    branching: float | None
    """The mean number of moves of a state."""
    farthest: tuple[str, ...]
    """Some of the farthest states."""
    limit: str | None
    """The limit that was reached, if not all distances are known."""

    def to_pandas(self) -> Any:
        """A DataFrame of the states by distance, for which pandas must be installed."""
        columns = {"distance": range(len(self.distances)), "states": self.distances}
        return _arrays.frame(columns, "distance")


def enumerate(
    game: GameName | str,
    of: str | None = None,
    *,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **settings: Unpack[Settings],
) -> Space:
    """Visits every state of a puzzle's space: ``of`` is the size of the board or, where its states
    are not all connected, a position.

    >>> import tesuji
    >>> space = tesuji.enumerate("taquin", "3x3")
    >>> space.states, len(space.distances) - 1, int(space.distances[31])
    (181440, 31, 2)
    """

    def space(found: tuple[str, _native.Numbers]) -> Space:
        report = json.loads(found[0])
        return Space(
            states=report["states"],
            distances=_arrays.array(found[1]),
            mean=report["mean"],
            branching=report["branching"],
            farthest=tuple(report["farthest"]),
            limit=report["limit"],
        )

    _arrays.require()
    with watched(progress, space) as tell:
        limits = Limits(nodes, time, memory).triple()
        return space(_native.enumerate(game, of, pairs(settings), limits, tell))


@dataclass(frozen=True)
class NimValues:
    """The nim-values of heaps of 0, 1, 2, … tokens under one rule."""

    rule: str
    values: npt.NDArray[np.uint16] = field(compare=False)
    """The nim-values, without a copy."""
    period: int | None
    """The least period, if these heaps prove one."""
    preperiod: int | None
    """The first heap from which on the values repeat."""
    limit: str | None
    """The limit that was reached."""
    seconds: float = field(compare=False)
    """Wall-clock time."""

    def to_pandas(self) -> Any:
        """A DataFrame of the values by heap, for which pandas must be installed."""
        columns = {"heap": range(len(self.values)), "value": self.values}
        return _arrays.frame(columns, "heap")

    def prove(
        self,
        *,
        threads: int = 1,
        time: float | str | None = None,
        memory: int | str | None = None,
    ) -> Certificate:
        """A certificate of the period, or else of the values."""
        limits = Limits(None, time, memory).triple()
        heaps, threads = len(self.values), thread_count(threads)
        data = _native.certify_nim_values(self.rule, heaps, threads, limits)
        return Certificate.read(data)


def nim_values(
    rule: str,
    heaps: int = 1000,
    *,
    threads: int = 1,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
) -> NimValues:
    """The nim-values of single heaps under a rule: ``"grundy"``, an octal code such as ``"0.77"``,
    or the numbers of tokens that a move may take, such as ``"any"``, ``"1-3"``, ``"1,4"``. Several
    threads compute the same values sooner, where moves split heaps.

    >>> import tesuji
    >>> kayles = tesuji.nim_values("0.77")
    >>> kayles.preperiod, kayles.period
    (71, 12)
    >>> kayles.values[:10].tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """

    def found(computed: tuple[str, _native.Numbers]) -> NimValues:
        report: Mapping[str, Any] = json.loads(computed[0])
        return NimValues(
            rule=rule,
            values=_arrays.array(computed[1])[: report["heaps"]],
            period=report["period"],
            preperiod=report["preperiod"],
            limit=report["limit"],
            seconds=report["seconds"],
        )

    _arrays.require()
    with watched(progress, found) as tell:
        limits = Limits(None, time, memory).triple()
        heaps, threads = whole("heaps", heaps, 1), thread_count(threads)
        return found(_native.nim_values(rule, heaps, threads, limits, tell))


def shuffle(
    game: GameName | str,
    *,
    seed: int = 0,
    walk: int | None = None,
    **settings: Unpack[Settings],
) -> NamedPosition:
    """A random position, the same for the same seed, after a walk of ``walk`` random moves from the
    initial position: by default 6 in games for two players and 1000 in puzzles. In the sliding-tile
    puzzle the default is any solvable board with the same probability; in Sokoban the walk pulls
    boxes from the goals, at most ``walk`` times.

    >>> import tesuji
    >>> tesuji.shuffle("taquin", seed=7) == tesuji.shuffle("taquin", seed=7)
    True
    """
    walk = None if walk is None else whole("walk", walk, bits=32)
    return NamedPosition(_native.shuffle(game, pairs(settings), walk, whole("seed", seed)))


def generate(
    game: GameName | str,
    min_moves: int,
    *,
    seed: int = 0,
    walls: int = 0,
    tries: int = 100_000,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **settings: Unpack[Settings],
) -> NamedPosition | None:
    """Generates a puzzle whose shortest solution has at least ``min_moves`` moves; None if
    ``tries`` tries led to none. Rush Hour offers it."""
    _, others = split(game, settings)
    if others:
        raise TypeError(f"{', '.join(others)}: not a setting of {game}")
    with watched(progress) as tell:
        limits = Limits(nodes, time, memory).triple()
        made = _native.generate(
            game,
            pairs(settings),
            whole("min_moves", min_moves, bits=32),
            whole("walls", walls),
            whole("tries", tries, 1),
            whole("seed", seed),
            limits,
            tell,
        )
    return None if made is None else NamedPosition(made)
