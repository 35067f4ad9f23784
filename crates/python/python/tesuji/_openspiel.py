"""Games of OpenSpiel as rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ._extras import extra
from ._rules import Player


class OpenSpielState:
    """A state of OpenSpiel with a hash: equal if their keys and the player to move are."""

    __slots__ = ("key", "state")

    def __init__(self, state: Any, key: Any) -> None:
        self.state: Any = state
        self.key: tuple[int, Any] = (state.current_player(), key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<{self.state.history()}>"

    def __str__(self) -> str:
        return str(self.state)


class OpenSpielGame:
    """A game of OpenSpiel, with actions as moves."""

    def __init__(
        self, game: Any, key: Callable[[Any], Any] | None, never_repeats: bool
    ) -> None:
        self.game = game
        self.key = key
        self.settings: dict[str, str] = {"openspiel": str(game)}
        self.never_repeats = never_repeats

    def _wrap(self, state: Any) -> OpenSpielState:
        return OpenSpielState(state, tuple(state.history()) if self.key is None else self.key(state))

    def initial(self) -> OpenSpielState:
        return self._wrap(self.game.new_initial_state())

    def moves(self, state: OpenSpielState) -> list[int]:
        return list(state.state.legal_actions())

    def play(self, state: OpenSpielState, move: int) -> OpenSpielState:
        return self._wrap(state.state.child(move))

    def to_move(self, state: OpenSpielState) -> Player:
        return "second" if state.state.current_player() == 1 else "first"

    def result(self, state: OpenSpielState) -> Player | Literal["draw"] | None:
        if not state.state.is_terminal():
            return None
        value = state.state.returns()[0]
        if value == 0:
            return "draw"
        return "first" if value > 0 else "second"

    def write(self, state: OpenSpielState) -> str:
        return " ".join(map(str, state.state.history()))

    def parse(self, text: str) -> OpenSpielState:
        state = self.game.new_initial_state()
        for action in text.split():
            if int(action) not in state.legal_actions():
                raise ValueError(f"{action} is not a legal action after {state.history()}")
            state.apply_action(int(action))
        return self._wrap(state)

    def render(self, state: OpenSpielState) -> str:
        return str(state.state)

    def __reduce__(self) -> tuple[Any, ...]:
        return (from_openspiel, (str(self.game), self.key, self.never_repeats))


def from_openspiel(
    game: Any, key: Callable[[Any], Any] | None = None, never_repeats: bool = False
) -> OpenSpielGame:
    """The rules of a game of OpenSpiel: of two players, zero-sum, with perfect information, without
    chance and simultaneous moves. Other games are refused with a :class:`ValueError`.

    ``game`` is a game of ``pyspiel``, or its name. Moves are OpenSpiel's actions; ``write`` writes a
    state as its history. The value of a finished game is its sign: who wins.

    Two states are the same if they have the same history, which is always right. If a function of a
    state says all that its future depends on, pass it as ``key``: ``key=str`` suits most board games,
    whose searches then recognize transpositions. If moreover no key can come up twice in a game, say
    ``never_repeats=True``: all searches then need no limit on the depth.
    """
    pyspiel = extra("pyspiel", "openspiel")
    if isinstance(game, str):
        game = pyspiel.load_game(game)
    if not isinstance(game, pyspiel.Game):
        raise TypeError(f"{type(game).__name__} is no game of pyspiel, nor the name of one")
    kind = game.get_type()
    name = kind.short_name
    reasons = {
        f"has {game.num_players()} players": game.num_players() != 2,
        "has simultaneous moves": kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL,
        "has chance": kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC,
        "has hidden information": kind.information
        != pyspiel.GameType.Information.PERFECT_INFORMATION,
        "is not zero-sum": kind.utility != pyspiel.GameType.Utility.ZERO_SUM,
    }
    for reason, holds in reasons.items():
        if holds:
            raise ValueError(f"{name} {reason}: two players, in turn, with perfect information")
    # Histories only grow.
    return OpenSpielGame(game, key, never_repeats or key is None)
