# Generated from the library: TESUJI_WRITE_STUBS=1 cargo test -p tesuji-python

"""
The extension module.
"""

from _typeshed import SupportsGetItem
from os import PathLike
from typing import Any, Final, SupportsFloat, SupportsIndex, final

MAX_COST: Final[int]
"""
The highest cost of a move.
"""

MAX_SCORE: Final[int]
"""
The highest evaluation; the lowest is its negative.
"""

MAX_THREADS: Final[int]
"""
The highest number of threads.
"""

VERSION: Final[str]
"""
The version of the package.
"""

__all__ = [
    "MAX_COST",
    "MAX_SCORE",
    "MAX_THREADS",
    "VERSION",
    "Numbers",
    "Position",
    "SolvedTable",
    "algorithms",
    "certify_nim_values",
    "enumerate",
    "games",
    "generate",
    "nim_values",
    "options",
    "shuffle",
    "verify",
    "CertificateError",
    "LimitError",
    "NotOfferedError",
]

@final
class Numbers:
    """
    An array of numbers that never change. `numpy.asarray` makes an array of it that shows this
    memory and keeps this object, by the protocol `__array_interface__`, which the stable ABI of
    Python 3.10 has, unlike that of buffers.
    """
    @property
    def __array_interface__(self, /) -> dict[str, Any]:
        """
        Where the numbers are and of which type, as NumPy reads it.
        """

@final
class Position:
    """
    A position of a game of the library, or of rules that are a Python object. The package wraps it.
    """
    def after(self, /, mv: str) -> Position:
        """
        The position after a move of a game of the library.
        """
    def algorithms(self, /) -> tuple[list[str], str]:
        """
        The algorithms that can be asked about this position, and the default one.
        """
    def build_table(self, /, path: str | PathLike[str], threads: SupportsIndex, limits: tuple[object, object, object], progress: Any | None) -> str:
        """
        Builds the table of all positions that can be reached from here, in a file.
        """
    def contest(self, /, players: tuple[tuple[str, SupportsGetItem[int, str], SupportsGetItem[int, tuple[str, str]]], tuple[str, SupportsGetItem[int, str], SupportsGetItem[int, tuple[str, str]]]], games: tuple[SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex], limits: tuple[object, object, object], progress: Any | None) -> str:
        """
        Plays a match of two engines.
        """
    def count(self, /, values: bool, limits: tuple[object, object, object], progress: Any | None) -> tuple[str, Numbers]:
        """
        Counts the reachable positions, and their values.
        """
    def describe(self, /, search: str) -> tuple[list[str], bool, bool, list[str]]:
        """
        The names of the options that a search sets, whether it may go on for ever, whether it is by
        random playouts, and the names of all its options. A search that the position does not offer is
        an error.
        """
    def facts(self, /) -> list[tuple[str, str]]:
        """
        What can be said of the position without a search.
        """
    @property
    def game(self, /) -> str:
        """
        The name of the game.
        """
    def in_words(self, /, moves: SupportsGetItem[int, str], language: str) -> list[str]:
        """
        Moves in words of a language.
        """
    def move_object(self, /, number: SupportsIndex) -> Any | None:
        """
        The Python object of a move by its number.
        """
    def moves(self, /) -> list[str]:
        """
        The legal moves in the game's notation.
        """
    @property
    def notation(self, /) -> str:
        """
        The position in the notation of its game.
        """
    @staticmethod
    def of_rules(rules: Any, start: Any, settings: SupportsGetItem[int, tuple[str, str]], never_repeats: bool, numbered: bool) -> Position:
        """
        A position of rules that are a Python object. It is for one operation: it keeps all that the
        object says.
        """
    @staticmethod
    def open(game: str, text: str | None, settings: SupportsGetItem[int, tuple[str, str]]) -> Position:
        """
        A position of a game of the library; without a text the initial one.
        """
    def perft(self, /, depth: SupportsIndex | None, threads: SupportsIndex, limits: tuple[object, object, object], progress: Any | None) -> str:
        """
        Counts the sequences of `depth` moves, or the complete games.
        """
    def prove(self, /, search: str | None, options: SupportsGetItem[int, tuple[str, str]], limits: tuple[object, object, object], progress: Any | None) -> tuple[str, bytes]:
        """
        Searches, and makes a certificate of what is proved. Returns the report and the file.
        """
    def record(self, /, search: str | None, options: SupportsGetItem[int, tuple[str, str]], nodes: SupportsIndex, limits: tuple[object, object, object]) -> tuple[str, str, str, str]:
        """
        Records the tree of a search: as SVG, in the language of Graphviz, as text, as JSON.
        """
    @property
    def rules(self, /) -> str:
        """
        The name of the rules, as certificates have it: those of a game may be another game's with
        fixed settings.
        """
    @property
    def settings(self, /) -> list[tuple[str, str]]:
        """
        The settings of the game.
        """
    def solve(self, /, search: str | None, options: SupportsGetItem[int, tuple[str, str]], limits: tuple[object, object, object], progress: Any | None) -> str:
        """
        Searches.
        """
    def status(self, /) -> tuple[str, str | None]:
        """
        Whether the position goes on, and with whom: `unsolved` or `solved`; `first` or `second` to
        move; how the game ended.
        """
    def svg(self, /) -> str:
        """
        A drawing as an SVG document.
        """
    def text(self, /) -> str:
        """
        A drawing for a terminal.
        """
    def tournament(self, /, players: SupportsGetItem[int, tuple[str, SupportsGetItem[int, str], SupportsGetItem[int, tuple[str, str]]]], format: str, games: tuple[SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex], limits: tuple[object, object, object], progress: Any | None) -> str:
        """
        Plays a tournament of engines.
        """
    def tune(self, /, engine: str, parameters: SupportsGetItem[int, tuple[str, SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]], lengths: tuple[SupportsIndex, SupportsIndex], games: tuple[SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex], limits: tuple[object, object, object]) -> str:
        """
        Tunes numbers of a search by games against itself, each between two others. The lengths are
        the number of iterations, and that of games against the search as given in the end.
        """
    def values(self, /, path: str | PathLike[str], limits: tuple[object, object, object], progress: Any | None) -> tuple[list[Any], Numbers, Numbers]:
        """
        The value of every position that can be reached in a game for two players: the positions; 1, 0
        or -1 for the player to move; the distance to the end in plies, 0 in draws. A game of the
        library is solved by its table, in a file of this path.
        """
    def verify(self, /, file: bytes, limits: tuple[object, object, object]) -> str:
        """
        Checks a certificate by the rules of this position, and returns its header and the plies.
        """

@final
class SolvedTable:
    """
    The values of all positions that can be reached from a start, in a file.
    """
    def info(self, /) -> tuple[str, Numbers]:
        """
        What the table is of, and the number of positions of each layer.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> SolvedTable:
        """
        Opens a file.
        """
    def positions(self, /, first: SupportsIndex, count: SupportsIndex) -> list[str]:
        """
        At most `count` positions from the one of index `first` on, in the order of the file.
        """
    def query(self, /, position: str | None) -> str:
        """
        Looks a position up; without one the start.
        """
    def stats(self, /, limits: tuple[object, object, object], progress: Any | None) -> tuple[str, Numbers, Numbers]:
        """
        Counts the positions of each value: a report, and the wins and losses by plies.
        """
    def values(self, /, limits: tuple[object, object, object], progress: Any | None) -> tuple[Numbers, Numbers]:
        """
        The value of every position, in the order of the file: 1, 0 or -1 for the player to move, and
        the distance to the end in plies, 0 in draws.
        """
    def verify(self, /, threads: SupportsIndex, limits: tuple[object, object, object], progress: Any | None) -> int:
        """
        Checks every value by the rules alone, and returns the number of positions.
        """

def algorithms() -> str:
    """
    The algorithms: names, summaries, guarantees, options.
    """

def certify_nim_values(rule: str, heaps: SupportsIndex, threads: SupportsIndex, limits: tuple[object, object, object]) -> bytes:
    """
    A certificate of the period of nim-values, or of the values.
    """

def enumerate(game: str, of: str | None, settings: SupportsGetItem[int, tuple[str, str]], limits: tuple[object, object, object], progress: Any | None) -> tuple[str, Numbers]:
    """
    Counts the states of a space by their distance from the goal: a report, and the numbers.
    """

def games() -> str:
    """
    The games: names, summaries, notations, settings, heuristics, algorithms.
    """

def generate(game: str, settings: SupportsGetItem[int, tuple[str, str]], min_moves: SupportsIndex, walls: SupportsIndex, tries: SupportsIndex, seed: SupportsIndex, limits: tuple[object, object, object], progress: Any | None) -> Position | None:
    """
    A hard position; none if it was not found within that many tries.
    """

def nim_values(rule: str, heaps: SupportsIndex, threads: SupportsIndex, limits: tuple[object, object, object], progress: Any | None) -> tuple[str, Numbers]:
    """
    The nim-values of heaps under a rule: a report, and all values.
    """

def options() -> str:
    """
    The options of searches: names, the form of their values, and what they do.
    """

def shuffle(game: str, settings: SupportsGetItem[int, tuple[str, str]], walk: SupportsIndex | None, seed: SupportsIndex) -> Position:
    """
    A random position.
    """

def verify(file: bytes, check: bool, limits: tuple[object, object, object]) -> str:
    """
    Checks a certificate of a game of the library, and returns its header and the plies. Without
    `check`, only its header is read.
    """

class CertificateError(ValueError): ...
class LimitError(RuntimeError): ...
class NotOfferedError(ValueError): ...
