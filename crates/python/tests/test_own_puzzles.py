"""Puzzles whose rules are Python objects."""

import math
from collections import deque

import pytest

import tesuji
from puzzles import EightPuzzle, Weights

FAR = (8, 0, 6, 5, 4, 7, 2, 3, 1)
OPTIMAL = ["bfs", "ids", "uniform-cost", "a*", "ida*"]


def distances(puzzle, limit=1500):
    """States near the goal with their distances: the 8-puzzle's moves can be reversed."""
    start = tuple(range(9))
    found, queue = {start: 0}, deque([start])
    while queue and len(found) < limit:
        state = queue.popleft()
        for move in puzzle.moves(state):
            child = puzzle.play(state, move)
            if child not in found:
                found[child] = found[state] + 1
                queue.append(child)
    return found


def replay(puzzle, result):
    state = result.position
    for move, after in zip(result.moves, result.states[1:]):
        assert move in list(puzzle.moves(state))
        state = puzzle.play(state, move)
        assert state == after
    return state


@pytest.mark.parametrize("search", OPTIMAL)
def test_optimal_searches_agree_with_breadth_first_distances(search):
    known = list(distances(EightPuzzle()).items())
    for start, distance in known[:: 10 if search == "a*" else 100]:
        puzzle = EightPuzzle(start)
        match tesuji.solve(puzzle, with_=search):
            case tesuji.Optimal(moves, cost) as result:
                assert cost == len(moves) == distance
                assert replay(puzzle, result) == tuple(range(9))
            case other:
                pytest.fail(str(other))


def test_the_farthest_boards_take_31_moves_in_python_and_in_rust():
    own = tesuji.solve(EightPuzzle(FAR), with_="a*")
    ours = tesuji.solve("taquin", "".join(map(str, FAR)), with_="a*", heuristic="manhattan")
    assert own.cost == ours.cost == 31
    assert own.statistics.expanded == ours.statistics.expanded


@pytest.mark.parametrize("search", ["uniform-cost", "ids", "a*", "ida*"])
def test_costs_count(search):
    result = tesuji.solve(Weights(), with_=search)
    assert (result.cost, result.value) == (6, 6)
    assert replay(Weights(), result) == 10


def test_breadth_first_search_claims_nothing_about_costs_that_differ():
    match tesuji.solve(Weights(), with_="bfs"):
        case tesuji.Solved(moves, cost):
            assert cost == sum(Weights().cost(0, move) for move in moves) > 6
        case other:
            pytest.fail(str(other))


def test_every_search_of_puzzles_takes_an_own_one():
    position = tesuji.open(EightPuzzle())
    names = {one.name for one in tesuji.algorithms() if one.players == 1}
    # Bidirectional search needs the goals and the predecessors of a state.
    assert names - set(position.algorithms) == {"bidirectional"}
    assert names == set(tesuji.open(BothWays()).algorithms)
    for name in position.algorithms:
        result = position.solve(name, nodes=200_000)
        assert isinstance(result, tesuji.Solution | tesuji.Unknown), (name, result)


class BothWays(EightPuzzle):
    """The 8-puzzle for searches from the goal: each move is undone by one."""

    def goals(self):
        return [tuple(range(9))]

    def predecessors(self, tiles):
        blank = tiles.index(0)
        return [(blank, self.play(tiles, cell)) for cell in self.moves(tiles)]


def test_searches_go_backwards_from_the_goals():
    assert tesuji.laws(BothWays()) == 1000
    both, one = (tesuji.solve(BothWays(FAR), with_=name) for name in ("bidirectional", "bfs"))
    assert isinstance(both, tesuji.Optimal) and both.cost == one.cost == 31
    assert replay(BothWays(FAR), both) == tuple(range(9))
    assert 10 * both.statistics.generated < one.statistics.generated
    proof = tesuji.open(BothWays()).prove("bidirectional")
    assert tesuji.verify(proof, BothWays()).claim == proof.claim
    back = {after: before for before, after in enumerate(range(1, 100))}
    path = tesuji.search(
        0,
        lambda number: [number + 1] if number < 99 else [],
        40,
        predecessors=lambda number: [back[number]] if number else [],
        with_="bidirectional",
    )
    assert path.states == tuple(range(41))
    with pytest.raises(ValueError, match="has no algorithm .bidirectional."):
        tesuji.search(0, lambda number: [number + 1], 4, with_="bidirectional")


@pytest.mark.parametrize(
    ("method", "returned", "error", "text"),
    [
        ("goals", [FAR], ValueError, r"goals\(\) lists \(8, 0, .*\), for which is_goal is false"),
        ("predecessors", [1], TypeError, r"has 1, and not a pair of a move and the state before"),
        ("predecessors", 1, TypeError, "not iterable"),
    ],
)
def test_wrong_goals_and_predecessors_are_named(method, returned, error, text):
    puzzle = BothWays()
    setattr(puzzle, method, lambda *_: returned)
    with pytest.raises(error, match=text):
        tesuji.solve(puzzle, with_="bidirectional")


def test_options_are_keyword_arguments():
    result = tesuji.solve(EightPuzzle(), with_="weighted-a*", weight=2)
    assert isinstance(result, tesuji.Solution)
    assert result.lower_bound <= result.cost if isinstance(result, tesuji.Solved) else True
    deep = tesuji.solve(EightPuzzle(), with_="dls", depth_limit=3)
    assert deep.limit == "depth"
    with pytest.raises(ValueError, match="a\\* takes no weight; it is for weighted-a\\*"):
        tesuji.solve(EightPuzzle(), with_="a*", weight=2)
    with pytest.raises(ValueError, match="no algorithm \"b\\*\""):
        tesuji.solve(EightPuzzle(), with_="b*")


def test_each_method_is_asked_once_for_each_state():
    asked = []

    class Counting(EightPuzzle):
        def heuristic(self, tiles):
            asked.append(("heuristic", tiles))
            return super().heuristic(tiles)

        def is_goal(self, tiles):
            asked.append(("is_goal", tiles))
            return super().is_goal(tiles)

        def moves(self, tiles):
            asked.append(("moves", tiles))
            return super().moves(tiles)

        def play(self, tiles, cell):
            asked.append(("play", tiles, cell))
            return super().play(tiles, cell)

    native = tesuji.open(Counting())._at(True)
    native.solve("ida*", [], (None, None, None), None)
    assert len(asked) == len(set(asked))


def test_unsolvable_puzzles_are_proved_so():
    for search in ["bfs", "ids", "uniform-cost", "a*", "greedy"]:
        match tesuji.search(1, lambda n: [n * 2 % 101, n * 3 % 101], 0, with_=search):
            case tesuji.Unsolvable() as result:
                assert result.value == math.inf
                assert result.statistics.expanded >= 100
            case other:
                pytest.fail(str(other))


def test_a_limit_leaves_a_bound():
    match tesuji.solve(EightPuzzle(FAR), with_="ida*", nodes=2000):
        case tesuji.Unknown("nodes", bound):
            assert 21 <= bound <= 31
        case other:
            pytest.fail(str(other))


def test_a_start_may_be_given():
    assert tesuji.solve(EightPuzzle(), tuple(range(9))).moves == ()
    board = (1, 0, 2, 3, 4, 5, 6, 7, 8)
    assert tesuji.open(EightPuzzle(), board).best() == 0


def test_functions_search_a_graph():
    graph = {"A": {"B": 7, "C": 3}, "B": {"D": 2}, "C": {"B": 1, "D": 8}, "D": {}}
    result = tesuji.search("A", graph.get, "D", cost=lambda a, b: graph[a][b])
    assert (result.cost, result.states, result.moves) == (6, ("A", "C", "B", "D"), ("C", "B", "D"))
    far = tesuji.search("D", graph.get, "A")
    assert isinstance(far, tesuji.Unsolvable)
    goal = tesuji.search((0, 0), lambda p: ((p[0] + 1, p[1]), (p[0], p[1] + 1)), lambda p: sum(p) == 9,
                         heuristic=lambda p: 9 - sum(p))
    assert goal.cost == 9 and goal.algorithm == "a*" and goal.heuristic == "own"
    doubled = tesuji.search(1, lambda n: [n + 1, n + 1], 5)
    assert doubled.cost == 4


def test_estimates_may_be_fractions_and_infinite():
    class Half(EightPuzzle):
        def heuristic(self, tiles):
            return super().heuristic(tiles) - 0.5 if super().heuristic(tiles) else 0

    assert tesuji.solve(Half()).cost == tesuji.solve(EightPuzzle()).cost

    dead = tesuji.search(0, lambda n: [n + 1], -1, heuristic=lambda n: math.inf)
    assert isinstance(dead, tesuji.Unsolvable)


@pytest.mark.parametrize(
    ("method", "returned", "text"),
    [
        ("cost", 0, "the cost of 5 in .* is 0, and not a whole number from 1 to 2147483646"),
        ("cost", 0.5, "is 0.5, and not a whole number"),
        ("heuristic", -1, "the estimate of .* is -1, and not a number of at least 0"),
        ("heuristic", math.nan, "is nan"),
        ("heuristic", "far", "is 'far'"),
    ],
)
def test_wrong_answers_are_named_with_the_place(method, returned, text):
    puzzle = EightPuzzle()
    setattr(puzzle, method, lambda *_: returned)
    with pytest.raises(ValueError, match=text):
        tesuji.solve(puzzle, with_="a*")


@pytest.mark.parametrize("method", ["moves", "play", "is_goal", "heuristic", "cost"])
def test_an_exception_in_a_method_comes_out_as_it_is(method):
    class Broken(Exception):
        pass

    error = Broken("here")

    def fail(*_):
        raise error

    puzzle = EightPuzzle(FAR)
    setattr(puzzle, method, fail)
    for search in ["bfs", "a*", "ida*", "greedy"]:
        if search == "bfs" and method == "heuristic":
            continue
        with pytest.raises(Broken) as caught:
            tesuji.solve(puzzle, with_=search)
        assert caught.value is error
        assert caught.value.__traceback__ is not None


def test_an_exception_ends_a_search_that_would_never_end():
    calls = 0

    def successors(number):
        nonlocal calls
        calls += 1
        if calls == 300:
            raise LookupError(number)
        return [number + 1, -number - 1]

    for search in ["bfs", "dfs", "uniform-cost", "ids"]:
        calls = 0
        with pytest.raises(LookupError):
            tesuji.search(1, successors, "never", with_=search)


def test_states_need_a_hash():
    class Lists(EightPuzzle):
        def play(self, tiles, cell):
            return list(super().play(tiles, cell))

    with pytest.raises(TypeError, match=r"the state \[1, 2, .*\] has no hash: use tuples for lists"):
        tesuji.solve(Lists())


def test_a_class_without_methods_is_refused():
    with pytest.raises(TypeError, match="object has no method moves"):
        tesuji.solve(object(), 0)

    class Neither:
        def initial(self): return 0
        def moves(self, state): return []

    with pytest.raises(TypeError, match=r"Neither has neither is_goal\(state\), as puzzles have, nor "):
        tesuji.solve(Neither())
    with pytest.raises(TypeError, match="Neither is a class: pass an object of it"):
        tesuji.solve(Neither)

    class Both(Neither):
        def is_goal(self, state): return False
        def to_move(self, state): return "first"
        def result(self, state): return None

    with pytest.raises(TypeError, match=r"Both has is_goal\(state\), as puzzles have, and to_move"):
        tesuji.solve(Both())

    class NoPlay(Neither):
        def is_goal(self, state): return False

    for ask in (tesuji.solve, tesuji.laws):
        with pytest.raises(TypeError, match=r"NoPlay has no method play\(state, move\)"):
            ask(NoPlay())


def test_none_is_a_state_like_any_other():
    class Down:
        def initial(self): return 2
        def moves(self, state): return ["on"]
        def play(self, state, move): return {2: None, None: 0, 0: 0}[state]
        def is_goal(self, state): return state == 0

    assert tesuji.solve(Down()).cost == 2
    assert tesuji.open(Down()).play("on").solve().cost == 1


def test_positions_play_and_undo():
    start = tesuji.open(EightPuzzle())
    assert start.moves() == [5, 7]
    after = start.play(5, 2)
    assert after.history == (5, 2)
    assert after.undo().undo() == start
    assert after.state[2] == 0
    with pytest.raises(ValueError, match="0 is not a legal move in"):
        start.play(0)
    with pytest.raises(ValueError, match="no move was played"):
        start.undo()
    assert "<svg" in start._repr_svg_()
    assert start.outcome is None and tesuji.open(EightPuzzle(), tuple(range(9))).outcome == "solved"


def test_certificates_prove_answers_about_own_puzzles(tmp_path):
    position = tesuji.open(EightPuzzle())
    certificate = position.prove("a*")
    cost = certificate.result.cost
    assert certificate.claim == f"shortest solution {cost} moves"
    checked = tesuji.verify(certificate, EightPuzzle())
    assert checked.claim == certificate.claim
    certificate.save(tmp_path / "file")
    again = tesuji.Certificate.load(tmp_path / "file")
    assert again == certificate
    assert tesuji.verify(tmp_path / "file", EightPuzzle()) == checked
    changed = bytearray(certificate.data)
    changed[-1] ^= 1
    with pytest.raises(tesuji.CertificateError, match="checksum"):
        tesuji.verify(bytes(changed), EightPuzzle())

    class EasyPuzzle(EightPuzzle):
        def moves(self, tiles):
            return [cell for cell in range(9) if cell != tiles.index(0)]

    EasyPuzzle.__qualname__ = "EightPuzzle"
    with pytest.raises(tesuji.CertificateError):
        tesuji.verify(certificate, EasyPuzzle())
    with pytest.raises(tesuji.CertificateError, match="settings"):
        tesuji.verify(certificate, Weights())


def test_certificates_prove_that_puzzles_are_unsolvable():
    proof = tesuji.open(Weights(1)).prove()
    assert proof.claim == "unsolvable"
    assert tesuji.verify(proof, Weights(1)).proof == "exhaustion"
    with pytest.raises(tesuji.CertificateError):
        tesuji.verify(proof, Weights(10))


def test_trees_and_counts_of_own_puzzles():
    position = tesuji.open(Weights())
    tree = position.tree("bfs")
    assert "*2" in str(tree) and "<svg" in tree._repr_svg_()
    count = position.count()
    assert count.positions == 9 and count.by_ply.sum() == 9
    assert position.perft(2).by_move == {"+1": 2, "*2": 2}
    table = tesuji.compare(Weights(), algorithms=["uniform-cost", "a*"])
    assert [row.result.cost for row in table] == [6, 6]
