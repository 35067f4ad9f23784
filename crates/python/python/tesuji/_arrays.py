"""NumPy arrays and DataFrames. The libraries are imported when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._extras import extra

if TYPE_CHECKING:
    import numpy.typing as npt


def require() -> None:
    """Imports NumPy before a search whose numbers need it: its absence shows at once, and an interrupt
    does not wait for the import."""
    extra("numpy", "numpy")


def array(numbers: _native.Numbers) -> npt.NDArray[Any]:
    """An array that shows the memory of the numbers, without a copy. It is read-only."""
    shown: npt.NDArray[Any] = extra("numpy", "numpy").asarray(numbers)
    return shown


def frame(columns: Mapping[str, Any], index: str | None = None) -> Any:
    """A DataFrame of columns, which are not copied; one of them may be its index."""
    made = extra("pandas", "pandas").DataFrame(dict(columns), copy=False)
    return made if index is None else made.set_index(index)
