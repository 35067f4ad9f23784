"""What a class needs to be a puzzle or a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from ._names import GameName

Player: TypeAlias = Literal["first", "second"]
"""One of two players."""

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Rules(Protocol[S, M]):
    """What puzzles and games have in common.

    States and moves are any objects with ``hash`` and ``==``. Equal states must have the same
    future: everything that it depends on, such as the player to move, is part of the state. A
    method must return the same for equal arguments, and must not change them. :func:`laws` checks
    this.

    An object may have more methods and attributes:

    * ``write(state)`` and ``parse(text)``, for certificates of states that ``repr`` does not write
      as Python literals; ``write_move(move)``, for texts that may have spaces;
      ``render(state)`` and ``svg(state)`` for pictures;
    * ``never_repeats = True`` for a game in which no position can repeat: searches then need no
      depth and no detection of cycles;
    * ``settings``, a dictionary of what distinguishes two objects of the class, such as the size of
      the board: certificates name the class and these settings.
    """

    def initial(self) -> S:
        """The initial state."""

    def moves(self, state: S, /) -> Iterable[M]:
        """The legal moves, each once, in a fixed order. Games are asked only for the moves of
        unfinished positions, which have some."""

    def play(self, state: S, move: M, /) -> S:
        """The state after a legal move."""


class Puzzle(Rules[S, M], Protocol[S, M]):
    """A puzzle: reach a goal at the least cost.

    An optional method ``cost(state, move)`` returns the cost of a legal move, a whole number of at
    least 1; by default it is 1. An optional method ``heuristic(state)`` returns an estimate of the
    cost from a state to the nearest goal. It must never be too high: proofs of optimality depend on
    it. ``math.inf`` says that no goal can be reached.

    With two more methods there is bidirectional search: ``goals()`` returns all states with
    ``is_goal``, ``predecessors(state)`` all pairs of a move that leads to the state and the state
    before it.

    >>> class Climb:
    ...     "Reach 10 from 1 by adding one or doubling."
    ...     def initial(self): return 1
    ...     def moves(self, number): return [m for m in ("+1", "*2") if eval(f"{number}{m}") <= 10]
    ...     def play(self, number, move): return eval(f"{number}{move}")
    ...     def is_goal(self, number): return number == 10
    >>> import tesuji
    >>> tesuji.solve(Climb()).moves
    ('+1', '*2', '+1', '*2')
    """

    def is_goal(self, state: S, /) -> bool:
        """Whether the puzzle is solved."""


class Game(Rules[S, M], Protocol[S, M]):
    """A game of two players with perfect information and without chance.

    An optional method ``evaluate(state)`` returns a whole number, the larger the better for the
    player to move, for searches to a depth.

    >>> class Take:
    ...     "Take one to three tokens; the player who takes the last one wins."
    ...     never_repeats = True
    ...     def initial(self): return (21, "first")
    ...     def moves(self, state): return range(1, min(3, state[0]) + 1)
    ...     def play(self, state, taken):
    ...         left, player = state
    ...         return (left - taken, "second" if player == "first" else "first")
    ...     def to_move(self, state): return state[1]
    ...     def result(self, state):
    ...         left, player = state
    ...         return None if left else ("second" if player == "first" else "first")
    >>> import tesuji
    >>> match tesuji.solve(Take()):
    ...     case tesuji.Win(plies) as win:
    ...         print("take", win.best, "and win in", plies)
    take 1 and win in 11
    """

    def to_move(self, state: S, /) -> Player:
        """The player to move: ``"first"`` or ``"second"``."""

    def result(self, state: S, /) -> Player | Literal["draw"] | None:
        """The winner, or ``"draw"``; None if the game is not finished."""


AnyGame: TypeAlias = GameName | str | Rules[Any, Any]
"""A game: its name, or the object of its rules."""


class Graph:
    """A puzzle from functions: a move is the state that it leads to."""

    play = None

    def __init__(
        self,
        start: Any,
        successors: Callable[[Any], Iterable[Any]],
        goal: Any,
        cost: Callable[[Any, Any], int] | None = None,
        heuristic: Callable[[Any], float] | None = None,
        predecessors: Callable[[Any], Iterable[Any]] | None = None,
    ) -> None:
        self.start = start
        self.moves = successors
        self.is_goal = goal if callable(goal) else lambda state: bool(state == goal)
        self.cost = cost
        self.heuristic = heuristic
        self.predecessors = predecessors
        self.goals = None if callable(goal) else lambda: [goal]

    def initial(self) -> Any:
        return self.start
