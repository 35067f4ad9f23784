"""Search by functions, without a class."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, TypeVar

from ._options import SearchName, Watch
from ._positions import OwnPosition
from ._results import Result
from ._rules import Graph

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._names import OwnOptions

S = TypeVar("S", bound=Hashable)


def search(
    start: S,
    successors: Callable[[S], Iterable[S]],
    goal: S | Callable[[S], object],
    *,
    cost: Callable[[S, S], int] | None = None,
    heuristic: Callable[[S], float] | None = None,
    predecessors: Callable[[S], Iterable[S]] | None = None,
    with_: SearchName | None = None,
    nodes: int | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    progress: Watch = None,
    **options: Unpack[OwnOptions],
) -> Result:
    """Finds a path of least cost from ``start`` to a goal.

    ``successors`` returns the states next to a state, ``cost`` the cost of the step between two of
    them, a whole number of at least 1, by default 1. ``goal`` is a state, or a function that says
    whether a state is one. With a ``heuristic``, which must never be too high, the search is A*,
    otherwise uniform-cost search, unless ``with_`` names another. If ``predecessors`` returns the
    states that a state is a successor of, and ``goal`` is a state, ``with_="bidirectional"`` searches
    from both ends.

    >>> import tesuji
    >>> roads = {"A": {"B": 7, "C": 3}, "B": {"D": 2}, "C": {"B": 1, "D": 8}, "D": {}}
    >>> result = tesuji.search("A", roads.get, "D", cost=lambda a, b: roads[a][b])
    >>> result.cost, result.states
    (6, ('A', 'C', 'B', 'D'))
    """
    position = OwnPosition(Graph(start, successors, goal, cost, heuristic, predecessors), start)
    return position.solve(
        with_, nodes=nodes, time=time, memory=memory, progress=progress, **options
    )
