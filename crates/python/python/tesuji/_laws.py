"""The laws that rules in Python must satisfy."""

from __future__ import annotations

import math
import operator
from collections import deque
from collections.abc import Callable
from typing import Any

from ._native import MAX_COST, MAX_SCORE
from ._positions import initial, own


class LawError(ValueError):
    """Rules break a law that searches rely on."""

    def __init__(self, law: str, state: Any, problem: str) -> None:
        super().__init__(law, state, problem)
        self.law = law
        """The law."""
        self.state = state
        """The state in which it is broken."""
        self.problem = problem
        """What is wrong there."""

    def __str__(self) -> str:
        return f"{self.law}: {self.problem} in {self.state!r}"


def laws(rules: Any, limit: int = 1000) -> int:
    """Checks the contracts of :class:`Puzzle` or :class:`Game` on the first states in breadth-first
    order, and returns their number. The first violation is a :class:`LawError`.

    >>> import tesuji
    >>> class Loop:
    ...     def initial(self): return 0
    ...     def moves(self, state): return [1, 1]
    ...     def play(self, state, move): return (state + move) % 3
    ...     def is_goal(self, state): return state == 2
    >>> tesuji.laws(Loop())
    Traceback (most recent call last):
    ...
    tesuji.LawError: each move is listed once: 1 is listed twice in 0
    """
    # It has the methods.
    start = initial(rules)
    own(rules, start, False)
    checks: list[Callable[[Any, list[Any], list[Any]], None]] = [_Pure(rules)]
    if getattr(rules, "is_goal", None) is not None:
        checks.append(_Costs(rules))
        if getattr(rules, "goals", None) is not None:
            checks.append(_Goals(rules))
        if getattr(rules, "predecessors", None) is not None:
            checks.append(_Backward(rules))
    else:
        checks.append(_Results(rules))
    play = rules.play if rules.play is not None else lambda _, move: move
    result = getattr(rules, "result", None)
    seen = {start: 0}
    queue = deque([start])
    edges: list[tuple[int, int]] = []
    while queue:
        state = queue.popleft()
        over = result is not None and result(state) is not None
        moves = [] if over else list(rules.moves(state))
        children = [play(state, move) for move in moves]
        for check in checks:
            check(state, moves, children)
        for child in children:
            number = seen.get(child)
            if number is None and len(seen) < limit:
                number = seen[child] = len(seen)
                queue.append(child)
            if number is not None:
                edges.append((seen[state], number))
    if getattr(rules, "never_repeats", False):
        _acyclic(list(seen), edges)
    return len(seen)


def _whole(value: Any, otherwise: int) -> int:
    """A whole number of any type, such as NumPy's."""
    try:
        return operator.index(value)
    except TypeError:
        return otherwise


class _Pure:
    """The rules are functions of the state, and leave it as it is."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.play = rules.play if rules.play is not None else lambda _, move: move

    def __call__(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        law = "states and moves have a hash"
        for one in (state, *moves, *children):
            try:
                hash(one)
            except TypeError as error:
                raise LawError(law, state, f"{one!r} has none") from error
        seen = set()
        for move in moves:
            if move in seen:
                raise LawError("each move is listed once", state, f"{move!r} is listed twice")
            seen.add(move)
        before, code = repr(state), hash(state)
        again = [] if not moves else list(self.rules.moves(state))
        if again != moves:
            problem = f"moves returned {moves!r}, then {again!r}"
            raise LawError("the moves and their order depend on the state alone", state, problem)
        for move, child in zip(moves, children):
            other = self.play(state, move)
            if other != child or hash(other) != hash(child):
                problem = f"after {move!r} came {child!r}, then {other!r}"
                raise LawError("play depends on the state and the move alone", state, problem)
        if hash(state) != code or repr(state) != before:
            problem = f"it was {before}"
            raise LawError("play and moves leave the state as it is", state, problem)


class _Costs:
    """Costs are whole numbers, and estimates are consistent."""

    def __init__(self, rules: Any) -> None:
        self.is_goal = rules.is_goal
        self.cost = getattr(rules, "cost", None)
        self.heuristic = getattr(rules, "heuristic", None)

    def __call__(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        here = self._estimate(state)
        if here > 0 and self.is_goal(state):
            problem = f"the estimate is {here} and not 0 at a goal"
            raise LawError("an estimate is never too high", state, problem)
        for move, child in zip(moves, children):
            cost = 1 if self.cost is None else self.cost(state, move)
            if not 1 <= _whole(cost, 0) <= MAX_COST:
                problem = f"{move!r} costs {cost!r}"
                law = f"a cost is a whole number from 1 to {MAX_COST}"
                raise LawError(law, state, problem)
            there = self._estimate(child)
            if here > cost + there + 1e-6:
                problem = f"{move!r} costs {cost}, and the estimate falls from {here} to {there}"
                law = "an estimate falls by at most the cost of a move"
                raise LawError(law, state, problem)

    def _estimate(self, state: Any) -> float:
        if self.heuristic is None:
            return 0
        estimate = self.heuristic(state)
        try:
            number = math.nan if math.isnan(estimate) else float(estimate)
        except (TypeError, OverflowError):
            number = math.nan
        if not number >= 0:
            law = "an estimate is a number of at least 0"
            raise LawError(law, state, f"it is {estimate!r}")
        return number


class _Goals:
    """The goals are listed."""

    def __init__(self, rules: Any) -> None:
        self.is_goal = rules.is_goal
        self.goals = set(rules.goals())

    def __call__(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        if bool(self.is_goal(state)) != (state in self.goals):
            problem = "is_goal and goals disagree"
            raise LawError("goals lists the states with is_goal", state, problem)


class _Backward:
    """The predecessors of a state are those that have it as a successor."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.play = rules.play

    def __call__(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        law = "predecessors lists every move that leads to a state, and no other"
        before = list(self.rules.predecessors(state))
        if self.play is None:
            # The edges of a graph are pairs of states.
            before = [(state, one) for one in before]
        for move, one in before:
            if move not in list(self.rules.moves(one)):
                raise LawError(law, state, f"{move!r} is not legal in {one!r}")
            if self.play is not None and self.play(one, move) != state:
                raise LawError(law, state, f"{move!r} leads from {one!r} to another state")
        for move, child in zip(moves, children):
            back = list(self.rules.predecessors(child))
            if (state if self.play is None else (move, state)) not in back:
                raise LawError(law, child, f"{move!r} from {state!r} is missing")


class _Results:
    """A game is finished if and only if there are no moves."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def __call__(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        result = self.rules.result(state)
        if result not in (None, "first", "second", "draw"):
            law = "a result is None, 'first', 'second' or 'draw'"
            raise LawError(law, state, f"it is {result!r}")
        if result is None and not moves:
            law = "an unfinished game has moves"
            raise LawError(law, state, "there is neither a move nor a result")
        player = self.rules.to_move(state)
        if result is None and player not in ("first", "second"):
            law = "the player to move is 'first' or 'second'"
            raise LawError(law, state, f"it is {player!r}")
        evaluate = getattr(self.rules, "evaluate", None)
        if result is None and evaluate is not None:
            score = evaluate(state)
            if abs(_whole(score, MAX_SCORE + 1)) > MAX_SCORE:
                law = f"an evaluation is a whole number from {-MAX_SCORE} to {MAX_SCORE}"
                raise LawError(law, state, f"it is {score!r}")


def _acyclic(states: list[Any], edges: list[tuple[int, int]]) -> None:
    """No state repeats if ``never_repeats`` says so."""
    before = [0] * len(states)
    after: list[list[int]] = [[] for _ in states]
    for state, child in edges:
        before[child] += 1
        after[state].append(child)
    free = [state for state, count in enumerate(before) if count == 0]
    while free:
        for child in after[free.pop()]:
            before[child] -= 1
            if before[child] == 0:
                free.append(child)
    for state, count in enumerate(before):
        if count:
            law = "no state repeats if never_repeats is true"
            raise LawError(law, states[state], "play can return to a state that came before")
