"""OpenSpiel's games as rules."""

import pickle

import pytest

import tesuji

pyspiel = pytest.importorskip("pyspiel")

GAMES = [
    "tic_tac_toe",
    "connect_four",
    "breakthrough(rows=5,columns=4)",
    "clobber(rows=4,columns=4)",
    "othello",
    "hex(board_size=3)",
    "y(board_size=4)",
    "havannah(board_size=3)",
    "go(board_size=5)",
    "nim(pile_sizes=1;2;3)",
    "mancala",
    "oware",
    "checkers",
    "chess",
    "pentago",
    "quoridor(board_size=5)",
    "amazons",
    "dots_and_boxes(num_rows=2,num_cols=2)",
    "lines_of_action",
    "nine_mens_morris",
    "ultimate_tic_tac_toe",
    "mnk",
    "twixt(board_size=5)",
    "gomoku(size=5,connect=4)",
    "antichess",
]


def rules(name, **options):
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        pytest.skip(f"this OpenSpiel has no {name}: {error}")
    return tesuji.from_openspiel(game, **options)


@pytest.mark.parametrize("name", GAMES)
def test_games_keep_the_laws(name):
    assert tesuji.laws(rules(name), 60) == 60


def test_twenty_games_are_there():
    known = set(pyspiel.registered_names())
    assert sum(name.split("(")[0] in known for name in GAMES) >= 20


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("tic_tac_toe", str),
        ("clobber(rows=3,columns=3)", str),
        ("hex(board_size=3)", str),
        ("nim(pile_sizes=1;2;3)", str),
        ("nim(pile_sizes=1;2;3)", None),
        ("breakthrough(rows=4,columns=3)", str),
        ("mnk(m=3,n=3,k=3)", str),
        ("connect_four(rows=4,columns=3,x_in_row=3)", str),
        ("y(board_size=3)", str),
        ("havannah(board_size=2)", str),
        ("dots_and_boxes(num_rows=1,num_cols=2)", None),
    ],
)
def test_values_agree_with_openspiel(name, key):
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)
    expected, _ = minimax.alpha_beta_search(game)
    sign = (expected > 0) - (expected < 0)
    result = tesuji.solve(rules(name, key=key), with_="pvs" if key is None else "retrograde")
    assert result.value == sign
    if key is not None:
        finite = rules(name, key=key, never_repeats=True)
        assert tesuji.laws(finite, 500) and tesuji.solve(finite, with_="pvs").value == sign
    if name.startswith("dots_and_boxes"):
        # A player who completes a box moves again, which certificates do not allow.
        with pytest.raises(tesuji.CertificateError, match="moves twice in a row"):
            tesuji.open(rules(name, key=key)).prove()
        return
    proof = tesuji.open(rules(name, key=key)).prove()
    assert tesuji.verify(proof, rules(name, key=key)).claim == proof.claim


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_rps", "catch", "goofspiel"])
def test_other_games_are_refused_by_name(name):
    with pytest.raises(ValueError, match=name):
        tesuji.from_openspiel(name)


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="int is no game of pyspiel"):
        tesuji.from_openspiel(3)


def test_rules_and_results_pickle():
    game = rules("tic_tac_toe", key=str)
    again = pickle.loads(pickle.dumps(game))
    assert tesuji.solve(again).value == 0
