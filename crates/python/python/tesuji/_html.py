"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table in HTML of plain texts."""

    def line(tag: str, row: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"

    top = f"<thead>{line('th', head)}</thead>" if head else ""
    return f"<table>{top}<tbody>{''.join(line('td', row) for row in rows)}</tbody></table>"
