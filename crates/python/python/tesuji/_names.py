"""The names of the catalogue, for type checkers.

Generated from it: `TESUJI_WRITE_STUBS=1 cargo test -p tesuji-python`
"""

from __future__ import annotations

import os
from typing import Literal, TypeAlias, TypedDict

GameName: TypeAlias = Literal[
    "taquin",
    "sliding-tiles",
    "8-puzzle",
    "n-puzzle",
    "rush-hour",
    "rush-hour-rocks",
    "grid",
    "grid-world",
    "pathfinding",
    "sokoban",
    "simple-nim",
    "nim",
    "grundy",
    "octal",
    "tic-tac-toe",
    "noughts-and-crosses",
    "connect-four",
    "breakthrough",
    "15-puzzle",
    "24-puzzle",
]
"""The name of a game of the library."""

AlgorithmName: TypeAlias = Literal[
    "bfs",
    "breadth-first",
    "dfs",
    "depth-first",
    "dls",
    "depth-limited",
    "ids",
    "iddfs",
    "iterative-deepening",
    "bidirectional",
    "bidirectional-bfs",
    "bibfs",
    "uniform-cost",
    "ucs",
    "dijkstra",
    "greedy",
    "greedy-best-first",
    "a*",
    "astar",
    "a-star",
    "weighted-a*",
    "wastar",
    "weighted-astar",
    "weighted-a-star",
    "ida*",
    "idastar",
    "ida-star",
    "minimax",
    "memo-minimax",
    "memoised-minimax",
    "memoized-minimax",
    "negamax",
    "alpha-beta",
    "alphabeta",
    "pvs",
    "principal-variation",
    "negascout",
    "mtd-f",
    "mtdf",
    "mtd(f)",
    "mtd-bi",
    "bisection",
    "mtd(bi)",
    "expectimax",
    "pn",
    "pns",
    "pnsearch",
    "proof-number",
    "pn2",
    "pn^2",
    "pn-squared",
    "df-pn",
    "dfpn",
    "retrograde",
    "flat-mc",
    "flat",
    "flat-monte-carlo",
    "uct-tree",
    "uct",
    "mcts",
    "monte-carlo",
    "uct-biased",
    "progressive-bias",
    "rave-tree",
    "rave",
    "amaf",
    "grave",
    "pn-mcts",
    "uct-pn",
    "puct",
    "theory",
    "nim-values",
    "sprague-grundy",
]
"""The name of a search."""


class OwnOptions(TypedDict, total=False):
    """The options of searches of functions, whose heuristic is one of them."""

    weight: float | None
    """The factor of the heuristic in weighted A* [default: 1.5]"""
    depth_limit: int | None
    """The depth limit of depth-limited search [default: 31; in `compare` the optimal length]"""
    depth: int | None
    """The depth in plies of a search for two players [default: to the end of the game]"""
    outcome_only: bool | None
    """Search with the window (-1, +1): find the winner, not the distance to the end"""
    reverse_moves: bool | None
    """Try the moves in reverse order"""
    all: bool | None
    """List all best moves, in a game for two players"""
    table: int | str | None
    """The maximum memory of a transposition table, as in 64MiB, or of a Monte-Carlo tree with its table; 0 for no table, if the search works without one [default: 512 MiB; for ids and ida* 0, unless many paths lead to one state or with exhaust]"""
    verified_table: bool | None
    """Compare whole positions in the transposition table, not only their keys, so that no proof depends on a key"""
    playouts: int | None
    """How many simulations a Monte-Carlo search runs [default: 10000, or as many as time or nodes allow]"""
    adjudicate: bool | None
    """Whether a simulation ends as soon as the game's hints decide the result [default: yes]"""
    exploration: float | None
    """How much a Monte-Carlo search tries moves of which little is known: the constant of the term that is added to their mean [default: 0.6; for puct 1.5, for rave 0]"""
    amaf_bias: float | None
    """The bias that rave and grave assume of the mean of all simulations with a move: the larger, the sooner its own mean counts [default: 0.001]"""
    reference: int | None
    """More than how many simulations a position needs for its statistics to serve the positions below it in grave [default: 100]"""
    bonus: float | None
    """The weight of the evaluator in uct-biased [default: 5], and of proof numbers in pn-mcts [default: 1]"""
    seed: int | None
    """The seed of the random numbers of a Monte-Carlo search [default: 0]"""
    threads: int | None
    """The number of threads, for searches that can use several [default: 1]"""
    parallel: Literal["tree", "root"] | None
    """What the threads of a Monte-Carlo search share: the tree, or only the root [default: tree]"""
    opponent: str | None
    """The opponent model of expectimax: uniform (the default), pessimistic or optimistic"""
    temperature: float | None
    """The temperature of a pessimistic or optimistic opponent, where a win is worth 1000: the higher, the closer to uniform [default: 100; with depth, half of what the evaluator counts as a clear difference]"""
    adversary: Literal["best", "random"] | None
    """The adversary, in games that offer both: best (the default), or random for the least expected cost"""
    store: str | os.PathLike[str] | None
    """Start df-pn from the proved results in this file, and add what it proves to them; the file is created if it does not exist"""
    exhaust: bool | None
    """Search even if an argument proves the position unsolvable without a search; with bfs unless with names another algorithm"""


class Options(OwnOptions, total=False):
    """The options of searches."""

    heuristic: str | None
    """The heuristic of an informed search, or for two players the evaluator; the game's best by default"""


class Settings(TypedDict, total=False):
    """The settings of games."""

    code: str | int | None
    """the octal code; 0.77 by default"""
    directions: str | int | None
    """4, or 8 (the default: straight steps cost 985, diagonal ones 1393)"""
    goal: str | int | None
    """blank-first (the default), blank-last, or a position"""
    metric: str | int | None
    """the unit of a move: steps (one cell; the default) or slides (any length)"""
    microban: str | int | None
    """without a position, a level of Microban by D. W. Skinner: 1 (the default) to 155"""
    rows: str | int | None
    """rows of pawns that each side starts with, 1 or 2; 2 by default"""
    rules: str | int | None
    """normal (a player who cannot move loses) or misere (a player who cannot move wins)"""
    size: str | int | None
    """the board, such as 4x3; by default that of the position, or 3x3"""
    take: str | int | None
    """how many tokens a move may take: any, 1-3, or 1,3,4"""
