"""What a type checker accepts and rejects: mypy reports each `ignore` that ignores nothing."""

from __future__ import annotations

import tesuji
from typing_extensions import assert_type


class Countdown:
    def initial(self) -> int:
        return 5

    def moves(self, number: int) -> list[str]:
        return ["step"] if number else []

    def play(self, number: int, move: str) -> int:
        return number - 1

    def is_goal(self, number: int) -> bool:
        return number == 0


class Unfinished:
    def initial(self) -> int:
        return 0


def accepted() -> None:
    tesuji.solve("taquin", "806547231", with_="ida*", heuristic="manhattan", nodes=1000)
    tesuji.solve("breakthrough", size="4x4", with_="pvs:depth=4", outcome_only=True)
    assert_type(tesuji.solve(Countdown()), tesuji.Result)
    position = tesuji.open(Countdown())
    position.best("a*", time="5s", threads=2)
    position.hint(0.5, "a*", table="1MiB")
    tesuji.compare("nim", "3-4-5", ["pvs", "df-pn"], depth=4)
    tesuji.search(1, lambda n: (n + 1, n * 2), 10, heuristic=lambda n: 0, with_="a*")
    match tesuji.solve("connect-four"):
        case tesuji.Win(plies) | tesuji.Loss(plies):
            assert_type(plies, int | None)
        case tesuji.Draw() as draw:
            assert_type(draw, tesuji.Draw)


def rejected() -> None:
    tesuji.solve("taquin", hueristic="manhattan")  # type: ignore[call-arg]
    tesuji.solve("taquin", depth_limit="many")  # type: ignore[arg-type]
    tesuji.solve("breakthrough", adversary="worst")  # type: ignore[arg-type]
    tesuji.solve("breakthrough", nodes="1000")  # type: ignore[arg-type]
    tesuji.open("breakthrough", colour="red")  # type: ignore[call-arg]
    tesuji.open("taquin").solve(size="3x3")  # type: ignore[call-arg]
    tesuji.solve(Unfinished())  # type: ignore[arg-type]
    tesuji.solve(42)  # type: ignore[arg-type]
    tesuji.solve("taquin").cost  # type: ignore[attr-defined]
