"""The keyword arguments that searches share."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _native
from ._extras import extra
from ._names import AlgorithmName, Options, Settings

SearchName: TypeAlias = AlgorithmName | str
"""The name of a search, which options may follow: ``"pvs:depth=6"``."""


@dataclass(frozen=True)
class Progress:
    """A report on a running search: about ten each second, and one for each completed depth."""

    expanded: int
    generated: int
    lower_bound: int
    """The known lower bound of the cost of a solution."""
    depth: int | None
    """The last completed depth of iterative deepening."""
    seconds: float


Watch: TypeAlias = "bool | Callable[[Progress], object] | None"
"""A function that receives reports; True for a bar by tqdm."""


class Untimed(Options, total=False):
    """The keyword arguments of a search, but for the time."""

    nodes: int | None
    memory: int | str | None
    progress: Watch


class Keywords(Untimed, total=False):
    """The keyword arguments of a search: its options and limits."""

    time: float | str | None


class Everything(Options, Settings, total=False):
    """The options of a search and the settings of a game."""


@dataclass(frozen=True)
class Limits:
    """Where a search ends: nodes, seconds or a text such as ``"5m"``, bytes or ``"64MiB"``."""

    nodes: int | None = None
    time: float | str | None = None
    memory: int | str | None = None

    def triple(self) -> tuple[object, object, object]:
        """As the extension module takes them."""
        return (self.nodes, self.time, self.memory)


def whole(name: str, value: Any, minimum: int = 0, *, bits: int = 64) -> int:
    """A whole number of an argument, which is at least ``minimum`` and has ``bits`` bits at most."""
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if not minimum <= number < 2**bits:
        raise ValueError(
            f"{value!r} is not valid for {name}: a whole number from {minimum} to {2**bits - 1}"
        )
    return number


def thread_count(value: Any) -> int:
    """A number of threads."""
    threads = whole("threads", value, 1)
    if threads > _native.MAX_THREADS:
        raise ValueError(f"{threads} threads are too many: at most {_native.MAX_THREADS} help")
    return threads


def pairs(options: Mapping[str, object]) -> list[tuple[str, str]]:
    """Options as names and texts: ``outcome_only=True`` is ``outcome-only`` with ``yes``."""

    def text(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    return [
        (name.replace("_", "-"), text(value))
        for name, value in options.items()
        if value is not None
    ]


def option_pairs(options: Mapping[str, object]) -> list[tuple[str, str]]:
    """Options of a search as names and texts, which are checked here to name them as Python does."""
    known = list(Options.__annotations__)
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(name, known) or known
            raise ValueError(f'there is no option "{name}"; there is {", ".join(near)}')
    return pairs(options)


class watched:
    """The callback of a search, as the extension module takes it; a bar is closed at the end.

    An exception that ends the search early, such as an interrupt, has what is known then as its
    attribute ``result``, which the function ``known`` makes of what the search returned.
    """

    def __init__(self, progress: Watch, known: Callable[[Any], Any] | None = None) -> None:
        self._known = known
        self._bar: Any = None
        self._tell = progress if callable(progress) else None
        if self._tell is None and not isinstance(progress, (bool, type(None))):
            raise TypeError(f"{progress!r} is not valid for progress: a function, or True for a bar")
        if progress is True:
            self._bar = extra("tqdm.auto", "progress").tqdm(unit=" nodes", unit_scale=True)
            self._tell = self._draw

    def _draw(self, report: Progress) -> None:
        self._bar.update(report.generated - self._bar.n)
        depth = {} if report.depth is None else {"depth": report.depth}
        self._bar.set_postfix(bound=report.lower_bound, **depth)

    def __enter__(self) -> Callable[[int, int, int, int | None, float], object] | None:
        tell = self._tell
        if tell is None:
            return None
        return lambda *numbers: tell(Progress(*numbers))

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if self._bar is not None:
            self._bar.close()
        report = getattr(error, "tesuji_report", None)
        if report is not None and self._known is not None:
            error.result = self._known(report)  # type: ignore[union-attr]
