"""What there is, by name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _native


@dataclass(frozen=True)
class GameInfo:
    """A game of the library."""

    name: str
    aliases: tuple[str, ...]
    summary: str
    players: int
    notation: str
    """How its positions and moves are written."""
    settings: dict[str, str]
    """Its settings, keyword arguments of :func:`open`, with their meaning."""
    heuristics: dict[str, str]
    """Its heuristics, weakest first; for two players its evaluators, the default first."""
    algorithms: tuple[str, ...]
    default_algorithm: str


@dataclass(frozen=True)
class Algorithm:
    """A search."""

    name: str
    aliases: tuple[str, ...]
    summary: str
    guarantee: str
    players: int
    family: str
    options: tuple[str, ...]
    """The keyword arguments that it takes."""


@dataclass(frozen=True)
class Option:
    """An option of searches, a keyword argument."""

    name: str
    value: str | None
    """The form of its value; None for True and False."""
    help: str


def games() -> list[GameInfo]:
    """The games of the library.

    >>> import tesuji
    >>> [game.name for game in tesuji.games() if game.players == 1]
    ['taquin', 'rush-hour', 'grid', 'sokoban']
    """

    def summaries(all: list[dict[str, Any]]) -> dict[str, str]:
        return {one["name"].replace("-", "_"): one["summary"] for one in all}

    return [
        GameInfo(
            **one
            | {
                "aliases": tuple(one["aliases"]),
                "algorithms": tuple(one["algorithms"]),
                "settings": summaries(one["settings"]),
                "heuristics": {each["name"]: each["summary"] for each in one["heuristics"]},
            }
        )
        for one in json.loads(_native.games())
    ]


def algorithms() -> list[Algorithm]:
    """The searches, in the order in which they are taught."""

    def names(options: list[str]) -> tuple[str, ...]:
        return tuple(option.replace("-", "_") for option in options)

    return [
        Algorithm(
            **one | {"aliases": tuple(one["aliases"]), "options": names(one["options"])}
        )
        for one in json.loads(_native.algorithms())
    ]


def options() -> list[Option]:
    """The options of searches."""
    return [
        Option(**one | {"name": one["name"].replace("-", "_")})
        for one in json.loads(_native.options())
    ]
