"""Solve puzzles and two-player games with every classical search, and prove the answers.

Games of the library by name:

>>> import tesuji
>>> tesuji.solve("taquin", "631752048").cost
10
>>> tesuji.open("connect-four", "4453").best(depth=4) is not None
True

Your own games, as classes (:class:`Puzzle`, :class:`Game`) or functions (:func:`search`):

>>> tesuji.search(1, lambda n: (n + 1, n * 2), 10).states
(1, 2, 4, 5, 10)
"""

from . import _native
from ._catalogue import Algorithm, GameInfo, Option, algorithms, games, options
from ._comparison import (
    Comparison,
    MatchResult,
    Program,
    Row,
    Standing,
    TournamentResult,
    TunedNumber,
    TuningResult,
    compare,
    match,
    tournament,
    tune,
)
from ._functions import search
from ._laws import LawError, laws
from ._native import CertificateError, LimitError, NotOfferedError
from ._openspiel import from_openspiel
from ._options import Progress
from ._positions import (
    Certificate,
    Count,
    NamedPosition,
    OwnPosition,
    Perft,
    Position,
    Tree,
    Verified,
    open,
    solve,
    verify,
)
from ._results import (
    Draw,
    Estimate,
    Expected,
    Loss,
    MoveStatistics,
    Optimal,
    Result,
    Solution,
    Solved,
    Statistics,
    Unknown,
    Unsolvable,
    Verdict,
    Win,
)
from ._rules import Game, Player, Puzzle, Rules
from ._spaces import NimValues, Space, enumerate, generate, nim_values, shuffle
from ._tables import Table, TableEntry, TableMove, TableStats, Values, open_table

__version__: str = _native.VERSION

__all__ = [
    "Algorithm",
    "Certificate",
    "CertificateError",
    "Comparison",
    "Count",
    "Draw",
    "Estimate",
    "Expected",
    "Game",
    "GameInfo",
    "LawError",
    "LimitError",
    "Loss",
    "MatchResult",
    "MoveStatistics",
    "NamedPosition",
    "NimValues",
    "NotOfferedError",
    "Optimal",
    "Option",
    "OwnPosition",
    "Perft",
    "Player",
    "Position",
    "Program",
    "Progress",
    "Puzzle",
    "Result",
    "Row",
    "Rules",
    "Solution",
    "Solved",
    "Space",
    "Standing",
    "Statistics",
    "Table",
    "TableEntry",
    "TableMove",
    "TableStats",
    "TournamentResult",
    "Tree",
    "TunedNumber",
    "TuningResult",
    "Unknown",
    "Unsolvable",
    "Values",
    "Verdict",
    "Verified",
    "Win",
    "algorithms",
    "compare",
    "enumerate",
    "from_openspiel",
    "games",
    "generate",
    "laws",
    "match",
    "nim_values",
    "open",
    "open_table",
    "options",
    "search",
    "shuffle",
    "solve",
    "tournament",
    "tune",
    "verify",
]

for _name in __all__:
    _one = globals()[_name]
    if isinstance(_one, type) and _one.__module__.startswith("tesuji."):
        # What messages and pickles call it.
        _one.__module__ = "tesuji"
del _name, _one
