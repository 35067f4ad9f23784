"""Libraries that only some functions need."""

from __future__ import annotations

import importlib
from typing import Any


def extra(module: str, name: str) -> Any:
    """A module of a library that the extra ``name`` of the package installs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        library = module.split(".")[0]
        if error.name != library:
            raise
        text = f"this needs {library}: pip install 'tesuji[{name}]'"
        raise ModuleNotFoundError(text, name=library) from error
