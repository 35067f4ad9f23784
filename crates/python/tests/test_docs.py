"""The examples of the documentation run, and give what their comments say."""

import ast
import re
from pathlib import Path

import pytest
import tesuji

CRATE = Path(__file__).parents[1]
PAGES = [CRATE / "README.md", CRATE.parents[1] / "README.md", CRATE.parents[1] / "docs/python.md"]


def said(line):
    """The value that a comment gives at its beginning, or None."""
    found = re.search(r"  # (-?\d+|'[^']*')", line)
    return None if found is None else ast.literal_eval(found[1])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    names = {"__name__": "example"}
    for block in blocks:
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            if "from_openspiel" in ast.unparse(statement):
                pytest.importorskip("pyspiel")
            expected = said(lines[statement.end_lineno - 1])
            if isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), str(page), "eval"), names)
                assert expected is None or value == expected, ast.unparse(statement)
            else:
                exec(compile(ast.Module([statement], []), str(page), "exec"), names)


def test_the_page_names_the_positional_fields_of_each_result():
    text = PAGES[-1].read_text(encoding="utf-8")
    _, table = text.split("| class | positional fields | |")
    rows = [row.split("|") for row in table.split("\n\n")[0].splitlines()[2:]]
    assert len(rows) == 8
    for _, names, fields, *_ in rows:
        for name in re.findall(r"\w+", names):
            assert list(getattr(tesuji, name).__match_args__) == re.findall(r"\w+", fields), name
