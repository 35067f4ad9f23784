"""NumPy arrays. NumPy is imported when it is needed: ``pip install tesuji[numpy]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def numbers(values: Sequence[int]) -> npt.NDArray[np.uint64]:
    """An array of whole numbers."""
    import numpy as np

    array = np.array(values, dtype=np.uint64)
    array.flags.writeable = False
    return array


def words(data: bytes) -> npt.NDArray[np.uint16]:
    """The 16-bit numbers in a buffer, without a copy."""
    import numpy as np

    return np.frombuffer(data, dtype=np.uint16)
