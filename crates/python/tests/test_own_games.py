"""Games whose rules are Python objects."""

import functools

import pytest

import tesuji
from puzzles import Chase, EightPuzzle, Take, TicTacToe

PROVING = ["minimax", "memo-minimax", "negamax", "alpha-beta", "pvs", "mtd-f", "mtd-bi", "retrograde"]


@functools.cache
def value(game, state):
    """The definition: the value for the player to move."""
    result = game.result(state)
    if result is not None:
        return 0 if result == "draw" else 1 if result == game.to_move(state) else -1
    return max(-value(game, game.play(state, move)) for move in game.moves(state))


@pytest.mark.parametrize("search", [*PROVING, "pn", "pn2", "df-pn"])
def test_searches_agree_with_the_definition(search):
    game = TicTacToe()
    for board in ["X...O....", "XX.OO....", "XOX.O....", "X.O.X.O..", "XOXOXO...", "XXOOOXX.."]:
        position = tesuji.open(game, board)
        result = position.solve(search)
        # Proof-number searches prove a claim of one player at a time.
        assert result.value == value(game, board), (board, result)
        if result.best is not None:
            best = -value(game, game.play(board, result.best))
            assert best == result.value, (board, result)


@pytest.mark.parametrize("search", PROVING)
def test_tic_tac_toe_is_a_draw(search):
    assert isinstance(tesuji.solve(TicTacToe(), with_=search), tesuji.Draw)


def test_take_is_lost_for_multiples_of_four():
    for tokens in range(1, 25):
        match tesuji.solve(Take(tokens)):
            case tesuji.Win(plies) as win:
                assert tokens % 4 == win.best and plies % 2 == 1
            case tesuji.Loss(plies):
                assert tokens % 4 == 0 and plies == tokens // 2
            case other:
                pytest.fail(str(other))


def test_games_that_can_go_in_circles_are_solved_backwards():
    game = Chase(7)
    result = tesuji.solve(game)
    assert result.algorithm == "retrograde"
    assert result.value is not None
    with pytest.raises(ValueError, match="it needs a depth"):
        tesuji.solve(game, with_="alpha-beta")
    assert isinstance(tesuji.solve(game, with_="alpha-beta", depth=6), tesuji.Verdict)
    pn = tesuji.solve(game, with_="df-pn", nodes=500_000)
    if pn.value is not None:
        assert pn.value == result.value


@pytest.mark.parametrize("search", ["flat-mc", "uct-tree", "uct", "rave", "grave", "pn-mcts", "puct"])
def test_monte_carlo_finds_the_winning_move_and_repeats(search):
    board = "XX.OO...."
    results = [
        tesuji.solve(TicTacToe(), board, with_=search, playouts=400, seed=seed) for seed in (1, 1, 2)
    ]
    assert results[0] == results[1] or results[0].statistics.seconds != results[1].statistics.seconds
    assert [r.by_move for r in results[:1]] == [r.by_move for r in results[1:2]]
    for result in results:
        assert result.best == 2
        assert {one.move for one in result.by_move} <= {2, 5, 6, 7, 8}


def test_every_search_of_games_takes_an_own_one():
    position = tesuji.open(TicTacToe(), "X...O....")
    names = {one.name for one in tesuji.algorithms() if one.players == 2}
    # The theory is that of the Nim family.
    assert names - set(position.algorithms) == {"theory"}
    for name in position.algorithms:
        assert isinstance(position.solve(name, nodes=50_000), tesuji.Verdict), name


def test_an_evaluator_serves_searches_to_a_depth():
    class Corners(TicTacToe):
        def evaluate(self, board):
            sign = 1 if self._turn(board) == "X" else -1
            return sign * sum({"X": 5, "O": -5, ".": 0}[board[cell]] for cell in (0, 2, 6, 8))

    result = tesuji.solve(Corners(), with_="alpha-beta", depth=1)
    assert isinstance(result, tesuji.Estimate) and result.score == 5 and result.best == 0
    assert result.heuristic == "own"
    assert tesuji.solve(Take(), with_="pvs", depth=2).heuristic is None


@pytest.mark.parametrize(
    ("method", "returned", "text"),
    [
        ("to_move", 1, r"to_move\('.*'\) returned 1, and not 'first' or 'second'"),
        ("result", "X", r"result\('.*'\) returned 'X', and not None, 'first', 'second' or 'draw'"),
        ("evaluate", 0.5, r"evaluate\('.*'\) returned 0.5, and not a whole number"),
        ("moves", [], r"'\.{9}' has no moves, but result returned None"),
        ("moves", 7, r"moves\('\.{9}'\) returned no list of moves"),
    ],
)
def test_wrong_answers_are_named_with_the_place(method, returned, text):
    game = TicTacToe()
    setattr(game, method, lambda *_: returned)
    with pytest.raises((ValueError, TypeError), match=text):
        tesuji.solve(game, with_="alpha-beta", depth=3)


@pytest.mark.parametrize("method", ["write", "write_move"])
def test_texts_that_are_none_are_named_with_the_place(method):
    game = TicTacToe()
    game.parse = lambda text: text
    for returned in (7, None, b"text", "\ud800"):
        setattr(game, method, lambda *_: returned)
        with pytest.raises(TypeError, match=rf"{method}\(.*\) returned .*, and not a string"):
            tesuji.open(game).tree()


def test_texts_of_moves_may_have_spaces():
    game = TicTacToe()
    game.write_move = lambda move: f"to cell {move}"
    position = tesuji.open(game, "XX.OO....")
    assert "to cell 2" in position.tree().svg
    assert position.best() == 2
    assert tesuji.verify(position.prove(), game).claim == position.prove().claim


@pytest.mark.parametrize("method", ["moves", "play", "to_move", "result", "evaluate"])
def test_an_exception_in_a_method_comes_out_as_it_is(method):
    class Broken(Exception):
        pass

    options = {one.name: one.options for one in tesuji.algorithms()}
    for name in tesuji.open(TicTacToe()).algorithms:
        depth = {"depth": 3} if "depth" in options[name] else {}
        game, calls = TicTacToe(), 0
        own = getattr(game, method)

        def fail(*arguments):
            nonlocal calls
            calls += 1
            if calls > 3:
                raise Broken(name)
            return own(*arguments)

        setattr(game, method, fail)
        try:
            tesuji.solve(game, with_=name, **depth)
        except Broken as error:
            assert error.args == (name,)
        else:
            assert method == "evaluate", name


def test_matches_of_engines():
    result = tesuji.match(TicTacToe(), ("pvs", "random"), games=10, openings=1)
    assert (result.games, result.losses) == (10, 0) and result.wins > 0
    again = tesuji.match(TicTacToe(), ("uct:playouts=50", "random"), games=4, openings=1, threads=2)
    assert again.games == 4
    with pytest.raises(ValueError, match="even number"):
        tesuji.match(TicTacToe(), ("pvs", "random"), games=3)
    with pytest.raises(ValueError, match="does not offer"):
        tesuji.match("taquin", ("pvs", "random"), games=2)


def test_certificates_prove_values_of_own_games():
    certificate = tesuji.open(Take(8)).prove()
    assert certificate.claim == "second wins in exactly 4 plies"
    assert certificate.settings == {"class": "Take", "tokens": "8"}
    spaced = Take(8)
    spaced.settings |= {"last one\n": "wins\n"}
    assert tesuji.verify(tesuji.open(spaced).prove(), spaced).settings["last-one"] == "wins"
    assert tesuji.verify(certificate, Take(8)).claim == certificate.claim
    with pytest.raises(tesuji.CertificateError):
        tesuji.verify(certificate, Take(9))
    with pytest.raises(ValueError, match="of rules in Python: pass an object of the class Take"):
        tesuji.verify(certificate)
    draw = tesuji.open(TicTacToe()).prove()
    assert draw.claim == "draw"
    assert tesuji.verify(draw, TicTacToe()).claim == "draw"

    class Cheat(TicTacToe):
        def result(self, board):
            return "first" if board[4] == "X" else super().result(board)

    Cheat.__qualname__ = "TicTacToe"
    with pytest.raises(tesuji.CertificateError):
        tesuji.verify(draw, Cheat())
    chase = tesuji.open(Chase(7)).prove()
    assert tesuji.verify(chase, Chase(7)).claim == chase.claim
    with pytest.raises(tesuji.CertificateError, match="no proof"):
        tesuji.open(TicTacToe()).prove("alpha-beta", depth=2)


def test_certificates_need_states_that_can_be_written():
    class Board:
        def __init__(self, cells):
            self.cells = cells

        def __eq__(self, other):
            return self.cells == other.cells

        def __hash__(self):
            return hash(self.cells)

    class Wrapped(TicTacToe):
        def initial(self):
            return Board(super().initial())

        def moves(self, board):
            return super().moves(board.cells)

        def play(self, board, move):
            return Board(super().play(board.cells, move))

        def to_move(self, board):
            return super().to_move(board.cells)

        def result(self, board):
            return super().result(board.cells)

        def evaluate(self, board):
            return 0

    game = Wrapped()
    assert isinstance(tesuji.solve(game), tesuji.Draw)
    with pytest.raises(ValueError, match="not a literal of Python"):
        tesuji.open(game).prove()
    game.write = lambda board: board.cells
    game.parse = Board
    proof = tesuji.open(game).prove()
    assert proof.position == "........."
    assert tesuji.verify(proof, game).claim == "draw"


def test_trees_counts_and_comparisons():
    position = tesuji.open(TicTacToe(), "XX.OO....")
    tree = position.tree()
    assert "<svg" in tree.svg and "alpha-beta" in str(tree)
    assert tesuji.open(TicTacToe()).count().positions == 5478
    count = tesuji.open(TicTacToe()).count(values=True)
    assert sum(count.values.values()) == 5478
    assert tesuji.open(TicTacToe()).perft(None).sequences == 255_168
    table = tesuji.compare(position, algorithms=["alpha-beta", "retrograde", "uct"])
    assert table["retrograde"].plies == table["alpha-beta"].plies == 1
    assert "alpha-beta" in str(table) and "<table>" in table._repr_html_()
    assert len(table.to_pandas()) == 3


def test_the_best_move_of_a_finished_game_is_none():
    over = tesuji.open(TicTacToe(), "XXXOO....")
    assert over.outcome == "first" and over.to_move is None and over.moves() == []
    assert over.best() is None and over.value() == -1


@pytest.mark.parametrize("depth", [3000])
def test_games_of_thousands_of_plies_overflow_no_stack(depth):
    class Countdown(Take):
        def moves(self, state):
            return [1]

    for search in ["alpha-beta", "minimax", "negamax"]:
        assert tesuji.solve(Countdown(depth), with_=search).plies == depth


def test_the_limit_on_memory_is_named_by_all_that_reaches_it():
    start = tesuji.open(Take(4000))
    assert start.solve("minimax", memory=100_000).limit == "memory"
    assert start.count(memory=100_000).limit == "memory"
    with pytest.raises(tesuji.LimitError, match="memory"):
        start.values(memory=100_000)


def test_every_value_of_an_own_game_is_in_an_array():
    values = tesuji.open(TicTacToe()).values()
    ours = tesuji.open("tic-tac-toe").values()
    assert sorted(values.outcomes.tolist()) == sorted(ours.outcomes.tolist())
    assert sorted(values.plies.tolist()) == sorted(ours.plies.tolist())
    assert values.positions[0] == TicTacToe().initial() and values.outcomes[0] == 0
    assert not values.outcomes.flags.owndata and not values.plies.flags.owndata
    frame = values.to_pandas()
    assert frame[frame["position"] == "XX.OO...."].values.tolist() == [["XX.OO....", 1, 1]]
    assert tesuji.open(Take(5)).values().to_pandas()["position"][0] == Take(5).initial()
    # Play goes in cycles, in which nobody loses.
    chase = tesuji.open(Chase()).values()
    for state, outcome, plies in zip(chase.positions, chase.outcomes, chase.plies):
        result = tesuji.solve(Chase(), state, with_="retrograde")
        assert result.value == outcome and (getattr(result, "plies", None) or 0) == plies
    with pytest.raises(tesuji.NotOfferedError, match="two players"):
        tesuji.open(EightPuzzle()).values()
    with pytest.raises(tesuji.LimitError):
        tesuji.open(TicTacToe()).values(nodes=100)
