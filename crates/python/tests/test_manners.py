"""Signals, threads, progress and processes."""

import copy
import importlib
import itertools
import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
import time

import pytest
from packaging import tags

import tesuji
from puzzles import EightPuzzle, TicTacToe, two_costs

# A search that an interrupt ends at once ends well before this, on a busy machine as well; one that it
# does not end goes on for ever.
SOON = 2.0

HARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def interrupted_after(seconds, search):
    """How long after Ctrl-C the search ends."""
    sent = []
    ended = threading.Event()

    def interrupt():
        # By processor time, as the search may begin late on a busy machine, unless it sleeps.
        due, latest = time.process_time() + seconds, time.perf_counter() + 10 * seconds
        while time.process_time() < due and time.perf_counter() < latest:
            if ended.wait(0.01):
                return
        # Python ignores an interrupt that comes while it runs the callback of a weak reference: then
        # a person types it again.
        while not ended.is_set():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
            ended.wait(3 * SOON)

    person = threading.Thread(target=interrupt)
    person.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        try:
            search()
        finally:
            ended.set()
    late = time.perf_counter() - sent[-1]
    person.join()
    return late, caught.value


# Two tiles of the 8-puzzle are exchanged.
UNSOLVABLE = (0, 2, 1, 3, 4, 5, 6, 7, 8)


def endless(number):
    return [number + 1, -number - 1]


@pytest.mark.parametrize(
    "search",
    [
        lambda: tesuji.solve("taquin", HARD, with_="ida*", heuristic="manhattan"),
        lambda: tesuji.solve("taquin", HARD, with_="bfs"),
        lambda: tesuji.solve("breakthrough", with_="pvs"),
        lambda: tesuji.solve("breakthrough", with_="df-pn"),
        lambda: tesuji.solve("breakthrough", with_="uct", playouts=10**9),
        lambda: tesuji.match("breakthrough", ("pvs:depth=4", "random"), games=10**6),
        lambda: tesuji.open("breakthrough").perft(9),
        lambda: tesuji.search(1, endless, "never", with_="bfs"),
        lambda: tesuji.search(1, endless, "never", with_="ids"),
        lambda: tesuji.solve(TicTacToe(), with_="flat-mc", playouts=10**9),
        lambda: tesuji.match(TicTacToe(), ("uct:playouts=100", "random"), games=10**6),
    ],
)
def test_an_interrupt_ends_a_search_at_once(search):
    late, _ = interrupted_after(0.4, search)
    assert late < SOON


@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_an_interrupt_ends_an_enumeration_in_its_first_layers(seconds):
    # The table takes 90 MB, and the first layers have few states in it. NumPy is there already.
    tesuji.enumerate("taquin", "2x2")
    late, error = interrupted_after(seconds, lambda: tesuji.enumerate("taquin", "3x4"))
    assert late < SOON and error.result.limit == "interrupted"


def test_an_interrupt_carries_what_is_known():
    _, error = interrupted_after(
        0.4, lambda: tesuji.solve("taquin", HARD, with_="ida*", heuristic="manhattan")
    )
    assert isinstance(error.result, tesuji.Unknown)
    assert error.result.limit == "interrupted" and error.result.lower_bound > 30


@pytest.mark.parametrize(
    ("search", "kind"),
    [
        (lambda: tesuji.search(1, endless, "never", with_="ids"), tesuji.Unknown),
        (lambda: tesuji.solve(EightPuzzle(UNSOLVABLE), with_="ida*"), tesuji.Unknown),
        (lambda: tesuji.solve(TicTacToe(), with_="flat-mc", playouts=10**9), tesuji.Estimate),
        (lambda: tesuji.open(EightPuzzle(UNSOLVABLE)).prove("ida*"), tesuji.Unknown),
        # A draw in which positions repeat, of which deeper searches prove no more.
        (
            lambda: tesuji.open("rush-hour-rocks", "AA.B...BCC.D...D").prove("pvs"),
            tesuji.Estimate,
        ),
        (lambda: tesuji.open("breakthrough").perft(9), tesuji.Perft),
        (lambda: tesuji.open("breakthrough").count(), tesuji.Count),
        (lambda: tesuji.nim_values("0.106", 10**8), tesuji.NimValues),
        (
            lambda: tesuji.match(TicTacToe(), ("uct:playouts=100", "random"), games=10**6),
            tesuji.MatchResult,
        ),
    ],
)
def test_an_interrupt_of_whatever_search_carries_what_is_known(search, kind):
    late, error = interrupted_after(0.3, search)
    assert late < SOON and type(error) is KeyboardInterrupt
    assert isinstance(error.result, kind)
    limit = getattr(error.result, "limit", "interrupted")
    assert limit == "interrupted"


def test_an_interrupt_of_a_comparison_carries_the_rows_so_far():
    searches = ["bfs", "ids", "bfs", "ids"] * 50

    def compare():
        return tesuji.compare(EightPuzzle((8, 0, 6, 5, 4, 7, 2, 3, 1)), algorithms=searches)

    _, error = interrupted_after(3, compare)
    assert isinstance(error.result, tesuji.Comparison)
    *finished, last = error.result.rows
    assert len(finished) < len(searches) - 1
    assert all(isinstance(row.result, tesuji.Optimal) and row.note is None for row in finished)
    # The interrupt may come between two searches.
    assert last.note == "interrupted" or isinstance(last.result, tesuji.Optimal)


def test_other_threads_run_during_a_native_search():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        tesuji.solve("breakthrough", with_="pvs", time=0.5)
    finally:
        done.set()
        thread.join()
    assert len(ticks) > 10


def test_threads_of_one_search_agree_on_the_numbers_of_states():
    class Odd:
        """A state whose comparison lets other threads run."""

        def __init__(self, board):
            self.board = board

        def __hash__(self):
            return hash(self.board)

        def __eq__(self, other):
            time.sleep(0)
            return self.board == other.board

    class Wrapped(TicTacToe):
        def initial(self):
            return Odd("XX.OO....")

        def moves(self, state):
            return super().moves(state.board)

        def play(self, state, move):
            return Odd(super().play(state.board, move))

        def to_move(self, state):
            return super().to_move(state.board)

        def result(self, state):
            return super().result(state.board)

        def evaluate(self, state):
            return 0

    for search in ["pvs", "df-pn"]:
        assert tesuji.solve(Wrapped(), with_=search, threads=4, time=20).best == 2


def test_searches_run_in_several_threads():
    answers, rules = {}, EightPuzzle()

    def solve(name):
        answers[name] = tesuji.solve(rules, with_="a*").cost

    threads = [threading.Thread(target=solve, args=(number,)) for number in range(4)] + [
        threading.Thread(target=lambda: answers.update(ours=tesuji.solve("taquin", "806547231").cost))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers["ours"] == 31 and len(set(answers.values()) - {31}) == 1


def test_several_threads_search_an_own_game():
    for search in ["pvs", "uct", "df-pn"]:
        result = tesuji.solve(TicTacToe(), "XX.OO....", with_=search, threads=2, time=10)
        assert result.best == 2 or result.value == 1
    assert tesuji.solve(EightPuzzle(), with_="ida*", threads=2, table=0).cost > 0


def test_limits_on_time_hold_for_slow_rules():
    class Slow(EightPuzzle):
        def moves(self, tiles):
            time.sleep(0.002)
            return super().moves(tiles)

    began = time.perf_counter()
    result = tesuji.solve(Slow((8, 0, 6, 5, 4, 7, 2, 3, 1)), with_="bfs", time=0.3)
    assert result.limit == "time" and time.perf_counter() - began < 5

    def very_slow(number):
        time.sleep(0.1)
        return endless(number)

    began = time.perf_counter()
    assert tesuji.search(1, very_slow, "never", with_="bfs", time=0.2).limit == "time"
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("method", [lambda _: time.sleep(60), lambda _: itertools.repeat(0)])
def test_one_interrupt_ends_a_method_that_does_not(method):
    late, _ = interrupted_after(0.4, lambda: tesuji.search(1, method, "never"))
    assert late < SOON


def test_progress_is_reported_and_may_raise():
    reports = []
    tesuji.solve("taquin", HARD, with_="ida*", heuristic="manhattan", time=2, progress=reports.append)
    assert reports and all(isinstance(one, tesuji.Progress) for one in reports)
    assert reports[-1].generated >= reports[0].generated
    own = []
    tesuji.search(1, endless, "never", with_="bfs", time=2, progress=own.append)
    assert own

    def stop(report):
        raise StopIteration(report.generated)

    for game in ["breakthrough", TicTacToe()]:
        with pytest.raises(StopIteration):
            tesuji.solve(game, with_="flat-mc", playouts=10**9, progress=stop)


def test_what_is_no_function_receives_no_progress():
    with pytest.raises(TypeError, match="'bar' is not valid for progress"):
        tesuji.solve("taquin", "631752048", progress="bar")


def test_progress_can_be_a_bar(capsys):
    tesuji.solve("breakthrough", with_="pvs", time=2, progress=True)
    assert "nodes" in capsys.readouterr().err


def test_seeds_repeat():
    def run(seed):
        return tesuji.solve("breakthrough", with_="uct", playouts=300, seed=seed).by_move

    assert run(1) == run(1) != run(2)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads by /proc")
def test_no_thread_outlives_a_call():
    def count():
        return len(os.listdir("/proc/self/task"))

    before = count()
    tesuji.solve("breakthrough", with_="pvs", threads=3, time=0.1)
    tesuji.solve(TicTacToe(), with_="uct", playouts=100, threads=3)
    tesuji.match("tic-tac-toe", ("pvs", "random"), games=4, threads=2)
    # A thread that has ended is listed for a moment.
    patience = time.perf_counter() + 5
    while count() > before and time.perf_counter() < patience:
        time.sleep(0.01)
    assert count() <= before


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_search_side_by_side(method):
    tesuji.solve("taquin", "806547231")
    with multiprocessing.get_context(method).Pool(2) as pool:
        costs = pool.map_async(two_costs, ["806547231", "631752048"]).get(60)
    assert [cost for cost, _ in costs] == [31, 10]


def test_own_positions_and_results_pickle():
    position = tesuji.open(EightPuzzle()).play(5)
    again = pickle.loads(pickle.dumps(position))
    assert again.state == position.state and again.history == (5,)
    assert again.undo().state == position.undo().state
    for _ in range(1000):
        position = position.play(2).play(5)
    assert pickle.loads(pickle.dumps(position)).history == copy.deepcopy(position).history
    result = tesuji.solve(TicTacToe(), "XX.OO....")
    assert pickle.loads(pickle.dumps(result)) == result
    for name in ("LimitError", "CertificateError"):
        error = getattr(tesuji, name)("text")
        assert str(pickle.loads(pickle.dumps(error))) == "text"


def test_the_package_says_its_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", tesuji.__version__)


def test_the_stated_versions_of_python():
    assert sys.version_info >= (3, 10)
    file = importlib.import_module("tesuji._native").__file__
    assert file.endswith((".abi3.so", ".pyd"))
    # The wheel is for all later releases, and not for builds without the global interpreter lock.
    wheel = next(iter(tags.parse_tag("cp310-abi3-any")))
    for minor in (10, 11, 14, 15):
        assert wheel in set(tags.cpython_tags((3, minor), [f"cp3{minor}"], ["any"]))
    for minor in (14, 15):
        assert wheel not in set(tags.cpython_tags((3, minor), [f"cp3{minor}t"], ["any"]))
