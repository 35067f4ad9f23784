"""NumPy arrays and DataFrames. The libraries are imported when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    import numpy.typing as npt


def array(numbers: _native.Numbers) -> npt.NDArray[Any]:
    """An array that shows the memory of the numbers, without a copy. It is read-only."""
    try:
        import numpy as np
    except ModuleNotFoundError as error:
        text = "arrays need NumPy: pip install 'tesuji[numpy]'"
        raise ModuleNotFoundError(text, name="numpy") from error
    return np.asarray(numbers)


def frame(columns: Mapping[str, Any], index: str) -> Any:
    """A DataFrame of columns, which are not copied, with one of them as its index."""
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        text = "DataFrames need pandas: pip install 'tesuji[pandas]'"
        raise ModuleNotFoundError(text, name="pandas") from error
    return pd.DataFrame(dict(columns), copy=False).set_index(index)
