"""Games of the library, by name."""

import pickle
import sys
from datetime import timedelta

import numpy as np
import pytest

import tesuji


def test_the_catalogue_lists_games_algorithms_and_options():
    names = [game.name for game in tesuji.games()]
    assert names[0] == "taquin" and "breakthrough" in names and "sokoban" in names
    assert {one.name for one in tesuji.algorithms()} >= {"a*", "pvs", "df-pn", "uct", "retrograde"}
    options = {one.name for one in tesuji.options()}
    assert {"depth", "outcome_only", "heuristic"} <= options
    # No setting of a game is an option of a search: both are keyword arguments.
    for game in tesuji.games():
        assert not options & game.settings.keys()


# A value of each form that the catalogue names.
VALUES = {
    None: True,
    "NAME": None,
    "W": 1.25,
    "C": 0.7,
    "B": 0.01,
    "MOVES": 4,
    "PLIES": 3,
    "SIZE": "1MiB",
    "yes|no": False,
    "N": 2,
    "SEED": 2,
    "tree|root": "root",
    "MODEL": "pessimistic",
    "T": 50,
    "best|random": "best",
    "FILE": "proofs",
}


@pytest.mark.parametrize(
    ("game", "position"), [("taquin", "125374680"), ("tic-tac-toe", "XX. / OO. / ...")]
)
def test_every_search_takes_its_options_as_keyword_arguments(game, position, tmp_path):
    (info,) = [one for one in tesuji.games() if one.name == game]
    forms = {one.name: one.value for one in tesuji.options()}
    together = {"parallel": {"threads": 2}, "temperature": {"opponent": "pessimistic"}}
    at, solved, refused = tesuji.open(game, position), 0, []
    for algorithm in tesuji.algorithms():
        if algorithm.name not in at.algorithms:
            continue
        for name in algorithm.options:
            value = VALUES[forms[name]]
            if name == "heuristic":
                if not info.heuristics:
                    continue
                value = list(info.heuristics)[0]
            if name == "store":
                value = tmp_path / value
            try:
                result = at.solve(
                    algorithm.name, nodes=20_000, **{name: value}, **together.get(name, {})
                )
            except tesuji.LimitError:
                continue
            except ValueError as error:
                refused.append((algorithm.name, name, str(error)))
                continue
            assert isinstance(result, tesuji.Result)
            solved += 1
    # What one game does not offer is named, with the reason.
    assert solved > 15 and all(" takes no " not in text for _, _, text in refused), refused
    assert len(refused) <= 3, refused


def test_results_are_matched():
    match tesuji.solve("8-puzzle", "806547231"):
        case tesuji.Optimal(moves, cost):
            assert len(moves) == cost == 31
        case other:
            pytest.fail(str(other))
    match tesuji.solve("taquin", "021345678"):
        case tesuji.Unsolvable(reason):
            assert "parity" in reason
        case other:
            pytest.fail(str(other))
    match tesuji.solve("taquin", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", with_="bfs", nodes=1000):
        case tesuji.Unknown("nodes", bound):
            assert bound > 0
        case other:
            pytest.fail(str(other))
    match tesuji.solve("breakthrough", size="4x4"):
        case tesuji.Loss(14) as loss:
            assert loss.value == -1 and loss.best in loss.pv
        case other:
            pytest.fail(str(other))
    match tesuji.solve("connect-four", with_="alpha-beta", depth=4):
        case tesuji.Estimate(score, 4) as estimate:
            assert isinstance(score, int) and estimate.value is None
        case other:
            pytest.fail(str(other))
    match tesuji.solve("tic-tac-toe"):
        case tesuji.Draw() as draw:
            assert draw.value == 0
        case other:
            pytest.fail(str(other))


def test_a_cost_is_not_a_number_of_moves():
    result = tesuji.solve("grid", with_="dfs")
    assert isinstance(result, tesuji.Solved)
    assert result.cost == result.report["cost"] > len(result.moves)


def test_the_same_search_gives_an_equal_result():
    ask = [tesuji.solve("taquin", "125374680") for _ in range(2)]
    assert ask[0] == ask[1] and len(set(ask)) == 1


def test_expectations_are_neither_proofs_nor_solutions():
    result = tesuji.solve("simple-nim", "5", with_="expectimax")
    assert isinstance(result, tesuji.Expected) and -1 <= result.expectation <= 1


def test_positions_play_undo_value_best_hint_prove_render():
    board = tesuji.open("tic-tac-toe", "XX. / OO. / ...")
    assert board.to_move == "first" and len(board.moves()) == 5
    assert board.best() == board.hint() == "c3"
    assert board.value() == 1
    after = board.play("c3")
    assert after.outcome == "first" and after.to_move is None and after.moves() == []
    assert after.undo() == board and after.history == ("c3",)
    assert "X X ." in board.render() and board._repr_svg_().startswith("<svg")
    assert board.facts["legal moves"] == "5"
    proof = board.prove()
    assert tesuji.verify(proof).claim == "first wins in exactly 1 plies" or "1" in proof.claim
    with pytest.raises(ValueError, match="cannot be read as a move of tic-tac-toe"):
        board.play("a9")


def test_errors_name_the_place():
    with pytest.raises(ValueError, match='there is no game "chess", only taquin'):
        tesuji.open("chess")
    with pytest.raises(ValueError, match='"12345678x" cannot be read as a position of taquin: '):
        tesuji.open("taquin", "12345678x")
    with pytest.raises(ValueError, match='breakthrough has no setting "colour"; its settings: size, rows'):
        tesuji.open("breakthrough", colour="red")
    with pytest.raises(ValueError, match='there is no option "colour"; there is weight, depth_limit, '):
        tesuji.solve("breakthrough", colour="red")
    with pytest.raises(ValueError, match='there is no option "hueristic"; there is heuristic$'):
        tesuji.open("taquin", "125374680").prove(hueristic="manhattan")
    with pytest.raises(ValueError, match='15-puzzle has no setting "rows"; its settings: size, goal'):
        tesuji.solve("15-puzzle", rows=1)
    with pytest.raises(ValueError, match="size \"99x99\" is not valid"):
        tesuji.solve("breakthrough", size="99x99")
    for time in (-1, timedelta(seconds=1)):
        with pytest.raises(ValueError, match="is not valid for time: seconds above 0"):
            tesuji.solve("breakthrough", time=time)
    for twice in ({"with_": "pvs:depth=3", "depth": 5}, {"with_": "pvs:depth=3:depth=5"}):
        with pytest.raises(ValueError, match="pvs:depth=3 sets depth already: give it once"):
            tesuji.solve("breakthrough", **twice)
    for name, call in {
        "heaps": lambda: tesuji.nim_values("any", -1),
        "seed": lambda: tesuji.shuffle("taquin", seed=-1),
        "walk": lambda: tesuji.shuffle("taquin", walk=2**40),
        "depth": lambda: tesuji.open("tic-tac-toe").perft(0.5),
        "tree_nodes": lambda: tesuji.open("tic-tac-toe").tree(tree_nodes=0),
        "threads": lambda: tesuji.match("nim", ("pvs", "random"), games=2, threads=0),
    }.items():
        with pytest.raises(ValueError, match=f"is not valid for {name}: a whole number"):
            call()
    with pytest.raises(ValueError, match="257 threads are too many: at most 256 help"):
        tesuji.open("tic-tac-toe").perft(2, threads=257)
    with pytest.raises(ValueError, match="complete games are counted by one thread"):
        tesuji.open("tic-tac-toe").perft(None, threads=2)
    for players in [("pvs",), "ab"]:
        with pytest.raises(ValueError, match="are not two players"):
            tesuji.match("nim", players, games=2)
    with pytest.raises(TypeError, match="int has no method initial"):
        tesuji.laws(3)
    assert tesuji.open("taquin", "125374680").play(8) == tesuji.open("taquin", "125374680").play("8")
    with pytest.raises(ValueError, match="not valid for nodes"):
        tesuji.solve("breakthrough", nodes=0)
    with pytest.raises(TypeError, match="settings are for games by name"):
        tesuji.open(object(), 1, size="3x3")


def test_certificates_are_those_of_the_command_line(tmp_path):
    certificate = tesuji.open("breakthrough", size="4x4").prove()
    assert certificate.claim == "second wins within 14 plies"
    assert certificate.game == "breakthrough" and certificate.settings["size"] == "4x4"
    assert certificate.data.startswith(b"tesuji certificate")
    checked = tesuji.verify(certificate.data)
    assert tesuji.verify(bytearray(certificate.data)) == checked
    assert checked.plies == 14
    assert tesuji.verify(certificate, "breakthrough") == checked
    for name, state in {"simple-nim": "7", "15-puzzle": "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15"}.items():
        # The rules have another name than the game.
        assert tesuji.verify(tesuji.open(name, state).prove(), name).claim
    with pytest.raises(ValueError, match="there is no game \"chess\""):
        tesuji.verify(tesuji.open("nim", "7").prove(), "chess")
    with pytest.raises(ValueError, match="the certificate is of breakthrough, not of taquin"):
        tesuji.verify(certificate, "taquin")
    damaged = bytearray(certificate.data)
    damaged[len(damaged) // 2] ^= 4
    with pytest.raises(tesuji.CertificateError):
        tesuji.verify(bytes(damaged))
    with pytest.raises(tesuji.CertificateError, match="not a certificate"):
        tesuji.verify(b"nothing")
    with pytest.raises(FileNotFoundError):
        tesuji.verify(tmp_path / "absent")


def test_spaces_are_counted_into_arrays():
    space = tesuji.enumerate("taquin", "3x3")
    assert space.states == 181_440 and space.distances.dtype == np.uint64
    assert space.distances.sum() == 181_440 and len(space.distances) == 32
    with pytest.raises(ValueError, match="distances"):
        tesuji.enumerate("connect-four")


def test_arrays_show_the_memory_of_the_search():
    _, numbers = tesuji._native.enumerate("taquin", "2x3", [], (None, None, None), None)
    address, read_only = numbers.__array_interface__["data"]
    array = np.asarray(numbers)
    assert array.__array_interface__["data"][0] == address and read_only
    assert array.base is numbers and not array.flags.writeable
    del numbers
    assert array.sum() == 360
    space = tesuji.enumerate("taquin", "2x3")
    assert np.array_equal(space.distances, array)
    assert not space.distances.flags.owndata and not space.distances.flags.writeable


def test_tables_and_distributions_are_data_frames():
    frame = tesuji.enumerate("taquin", "2x3").to_pandas()
    assert frame.index.name == "distance" and frame["states"].sum() == 360
    assert tesuji.nim_values("0.77", 100).to_pandas()["value"].iloc[9] == 4
    counts = tesuji.open("tic-tac-toe").count().to_pandas()
    assert counts["positions"].sum() == 5478 and counts.index.name == "ply"
    frame = tesuji.compare("taquin", "631752048", ["bfs", "a*"]).to_pandas()
    assert list(frame.index) == ["bfs", "a*"] and set(frame["value"]) == {10}


def test_a_library_that_is_missing_is_named_with_its_extra(monkeypatch):
    for library in ("pandas", "numpy"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(ModuleNotFoundError, match=rf"pip install 'tesuji\[{library}\]'"):
            tesuji.enumerate("taquin", "2x2").to_pandas()


def test_tables_of_solved_games(tmp_path):
    path = tmp_path / "connect-four"
    table = tesuji.open("connect-four", size="4x4").build_table(path)
    assert len(table) == 161_029 == table.layers.sum() == table.verify()
    assert (table.game, table.settings["size"], table.method) == ("connect-four", "4x4", "layers")
    start = tesuji.open("connect-four", size="4x4")
    entry = table[start]
    with pytest.raises(TypeError):
        iter(table)
    assert (entry.outcome, entry.value, entry.plies) == ("draw", 0, None)
    assert {one.move for one in entry.by_move} == set(start.moves())
    stats = table.stats()
    assert (stats.won.sum(), stats.lost.sum(), stats.drawn) == (38_675, 32_234, 90_120)
    assert stats.longest.plies == 13 and table[stats.longest.position].pv == stats.longest.pv
    assert stats.to_pandas()["won"].sum() == 38_675
    assert len(pickle.loads(pickle.dumps(table))) == len(table)
    threads = tmp_path / "by-threads"
    assert start.build_table(threads, threads=2).verify(threads=2) == len(table)
    assert threads.read_bytes() == path.read_bytes()
    assert tesuji.open_table(path).bytes == path.stat().st_size
    with pytest.raises(FileNotFoundError, match="absent"):
        tesuji.open_table(tmp_path / "absent")
    with pytest.raises(ValueError, match="cannot be read as a position"):
        table["nonsense"]
    with pytest.raises(tesuji.LimitError):
        tesuji.open("breakthrough", size="4x5").build_table(tmp_path / "large", nodes=1000)
    with pytest.raises(tesuji.NotOfferedError, match="tables of values"):
        tesuji.open("taquin").build_table(tmp_path / "none")
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(ValueError):
        tesuji.open_table(path).verify()


def test_a_table_knows_no_positions_of_other_rules(tmp_path):
    table = tesuji.open("nim", "1-2").build_table(tmp_path / "nim.table")
    assert table[tesuji.open("nim", "1-1 second")].outcome == table["1-1 second"].outcome == "loss"
    for other in [tesuji.open("nim", "1-1 second", rules="misere"), tesuji.open("grundy", "1-1 second")]:
        with pytest.raises(ValueError, match="the table is of rules=normal, take=any, not of rules="):
            table[other]
    heap = tesuji.open("simple-nim", "7")
    assert heap.build_table(tmp_path / "heap.table")[heap].outcome == "win"


def test_every_value_of_a_solved_game_is_in_an_array_without_a_copy(tmp_path):
    table = tesuji.open("connect-four", size="4x4").build_table(tmp_path / "table")
    values = table.values()
    assert len(values) == len(values.positions) == len(table)
    assert (values.outcomes.dtype, values.plies.dtype) == (np.int8, np.uint16)
    for array in (values.outcomes, values.plies):
        assert not array.flags.owndata and not array.flags.writeable
    stats = table.stats()
    assert np.array_equal(np.bincount(values.plies[values.outcomes == 1]), stats.won)
    assert np.array_equal(np.bincount(values.plies[values.outcomes == -1]), stats.lost)
    assert (values.outcomes == 0).sum() == stats.drawn and not values.plies[values.outcomes == 0].any()
    for index in (0, 1, 4096, 100_000, len(table) - 1, np.int64(77)):
        entry = table[values.positions[index]]
        assert entry.value == values.outcomes[index] and (entry.plies or 0) == values.plies[index]
    some = values.positions[70_000:70_010:3]
    assert some == [values.positions[index] for index in range(70_000, 70_010, 3)]
    assert values.positions[::-1][0] == values.positions[-1]
    assert values.positions[5:5] == [] and sum(1 for _ in values.positions) == len(table)
    with pytest.raises(IndexError):
        values.positions[len(table)]
    frame = values.to_pandas()
    assert frame.loc[9].tolist() == [values.positions[9], values.outcomes[9], values.plies[9]]
    assert np.shares_memory(frame["plies"].to_numpy(), values.plies)
    again = pickle.loads(pickle.dumps(values))
    assert np.array_equal(again.plies, values.plies) and again.positions[3] == values.positions[3]
    with pytest.raises(tesuji.LimitError):
        table.values(memory=1000)
    with pytest.raises(tesuji.NotOfferedError):
        tesuji.open("taquin").values()
    small = tesuji.open("tic-tac-toe").values()
    assert len(small) == 5478 and np.bincount(small.outcomes + 1).tolist() == [1574, 1068, 2836]


def test_results_have_a_page_in_notebooks():
    html = tesuji.solve("taquin", "125374680")._repr_html_()
    assert "<td>optimal, 6</td>" in html and "<td>8 7 4 5 2 1</td>" in html
    game = tesuji.solve("breakthrough", with_="uct", playouts=50)
    assert "<th>visits</th>" in game._repr_html_() and game.best in game._repr_html_()
    assert "win in" in tesuji.solve("tic-tac-toe", "XX. / OO. / ...")._repr_html_()


def test_nim_values_are_an_array_without_a_copy():
    kayles = tesuji.nim_values("0.77", 5000)
    assert (kayles.preperiod, kayles.period) == (71, 12)
    assert kayles.values.dtype == np.uint16 and len(kayles.values) == 5000
    assert not kayles.values.flags.owndata
    assert np.array_equal(kayles.values[71:-12], kayles.values[83:])
    nim = tesuji.nim_values("any", 100).values
    assert np.array_equal(nim, np.arange(100))
    assert tesuji.verify(kayles.prove()).claim == "period 12 from 71 on" or kayles.prove().claim
    with pytest.raises(ValueError, match="rule"):
        tesuji.nim_values("nonsense")


# Plays the first free cell of tic-tac-toe, in the order of a position.
FIRST_CELL = """
import sys
CELLS = [column + row for row in "321" for column in "abc"]
for text in sys.stdin:
    command, *words = text.split() or [""]
    if command == "ugi":
        print("id name first\\noption name skill type spin default 1 min 0 max 9\\nugiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        made = words[words.index("moves") + 1 :] if "moves" in words else []
        cells = zip(CELLS, words[1] if words[0] == "fen" else "." * 9)
        free = [cell for cell, mark in cells if mark == "." and cell not in made]
    elif command == "go":
        print("bestmove", free[0], flush=True)
    elif command == "quit":
        break
"""


def test_tournaments_and_programs():
    players = ["random", "pvs", "alpha-beta:depth=1"]
    result = tesuji.tournament("tic-tac-toe", players, games=10, openings=1)
    best = result.standings[0]
    assert (result.games, best.player, best.losses, result["pvs"]) == (30, "pvs", 0, best)
    assert [one.player for one in result] == [row["player"] for row in result.report["standings"]]
    assert "pvs" in str(result) and "<table" in result._repr_html_()
    program = tesuji.Program([sys.executable, "-c", FIRST_CELL], {"skill": 3})
    assert str(tesuji.Program("./engine 'a b'", {"skill": 3})) == "skill=3:cmd:./engine 'a b'"
    match = tesuji.match("tic-tac-toe", ("pvs", program), games=4, openings=0)
    assert (match.losses, match.report["forfeits"]) == (0, [0, 0])
    assert match.players == ("pvs", str(program))
    gauntlet = tesuji.tournament("tic-tac-toe", [program, *players], games=2, format="gauntlet")
    assert gauntlet[str(program)].games == gauntlet.games == 6
    unknown = tesuji.Program([sys.executable, "-c", FIRST_CELL], {"sill": 3})
    with pytest.raises(ValueError, match="sill"):
        tesuji.match("tic-tac-toe", ("pvs", unknown), games=2)
    with pytest.raises(ValueError, match="swiss.*round-robin, gauntlet, knock-out"):
        tesuji.tournament("tic-tac-toe", players, format="swiss")
    equals = tesuji.tournament("tic-tac-toe", ["pvs", "pvs"], games=2)
    assert {one.player for one in equals} == {"pvs", "pvs (2)"}
    for few in (["pvs"], "pvs"):
        with pytest.raises(ValueError, match="engines, not 1|not several players"):
            tesuji.tournament("tic-tac-toe", few)
    with pytest.raises(tesuji.NotOfferedError, match="having one player"):
        tesuji.tournament("taquin", players)


def test_numbers_are_tuned():
    # With one simulation for each move a search plays at random; with more it does not.
    tuned = tesuji.tune(
        "tic-tac-toe", "uct", {"playouts": (1, 60)}, iterations=150, check=4, seed=2
    )
    (number,) = tuned
    assert tuned["playouts"] == number.value > 5 and number.value == int(number.value)
    assert (number.low, number.high, tuned.iterations) == (1, 60, 150)
    assert tuned.search == f"uct:playouts={number.value:g}"
    assert tuned.check.players == (tuned.search, "uct") and tuned.check.games == 4
    assert "playouts" in str(tuned) and "<table" in tuned._repr_html_()
    start = tesuji.tune(
        "tic-tac-toe", "uct:exploration=3", {"exploration": (1, 5)}, iterations=1, check=0
    )
    assert next(iter(start)).start == 3 and start.check is None
    for search, numbers, reason in [
        ("uct", {}, "between 1 and 100"),
        ("uct", {"exploration": (2, 1)}, "must be the smaller one"),
        ("uct", {"bias": (1, 2)}, "there is no option"),
        ("uct", {"amaf-bias": (1, 2)}, "uct takes no amaf-bias"),
        ("uct", {"adjudicate": (0, 1)}, "are no numbers"),
        ("uct", {"exploration": (-0.5, 2)}, "it must be at least 0"),
        ("uct:exploration=9", {"exploration": (1, 2)}, "not in its range from 1 to 2"),
        ("random", {"exploration": (1, 2)}, "a search is tuned"),
        ("magic", {"exploration": (1, 2)}, "magic"),
    ]:
        with pytest.raises(ValueError, match=reason):
            tesuji.tune("tic-tac-toe", search, numbers, iterations=1)
    with pytest.raises(ValueError, match="even number"):
        tesuji.tune("tic-tac-toe", "uct", {"playouts": (1, 60)}, check=3)


def test_matches_comparisons_and_trees():
    result = tesuji.match("connect-four", ("pvs:depth=3", "random"), games=4)
    assert result.wins == 4 and result.report["games"] == 4
    assert tesuji.compare("taquin", "631752048", "bfs")["bfs"].cost == 10
    table = tesuji.compare("simple-nim", "7", nodes=10_000)
    assert len(table.rows) > 10 and table["negamax"].value == 1
    # An option is for the searches that do not set it themselves.
    names = ["pvs:depth=2", "alpha-beta", "uct:playouts=9", "uct"]
    depths = tesuji.compare("breakthrough", None, names, depth=3, playouts=20)
    assert [depths[name].depth for name in names[:2]] == [2, 3]
    assert depths["uct:playouts=9"].statistics.generated < depths["uct"].statistics.generated
    assert {row.result.value for row in table if row.result.value is not None} == {1}
    tree = tesuji.open("simple-nim", "5").tree("minimax")
    assert tree.svg.startswith("<svg") and tree.dot.startswith("digraph") and tree.report["nodes"]
    with pytest.raises(ValueError, match="cannot be recorded"):
        tesuji.open("simple-nim", "5").tree("flat-mc")


def test_a_puzzle_of_one_size_has_the_settings_of_its_game():
    last = " ".join(map(str, [*range(1, 16), 0]))
    assert tesuji.solve("15-puzzle", last, goal="blank-last").cost == 0


def test_random_positions_repeat():
    boards = [tesuji.shuffle("taquin", seed=seed, size="4x4") for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]
    hard = tesuji.generate("rush-hour", 10, seed=3, time=20)
    assert hard is not None and hard.solve("bfs").cost >= 10
    assert tesuji.open("rush-hour").in_words(tesuji.open("rush-hour").moves()[0])


def test_counts():
    assert tesuji.open("tic-tac-toe").count().positions == 5478
    assert tesuji.open("breakthrough").perft(2).sequences == 484
    several = tesuji.open("breakthrough").perft(3, threads=2)
    assert several.by_move == tesuji.open("breakthrough").perft(3).by_move
    values = tesuji.open("connect-four", size="4x4").count(values=True).values
    assert sum(values.values()) == 161_029


def test_everything_pickles():
    board = tesuji.open("breakthrough", size="4x5").play("a2-a3")
    for one in [
        board,
        tesuji.solve("taquin", "631752048"),
        tesuji.solve("tic-tac-toe", "XX.OO...."),
        tesuji.open("simple-nim", "5").prove(),
        tesuji.compare("taquin", "631752048", ["bfs", "a*"]),
        tesuji.games()[0],
    ]:
        assert pickle.loads(pickle.dumps(one)) == one
    again = pickle.loads(pickle.dumps(board))
    assert again.history == ("a2-a3",) and again.undo() == board.undo()
    assert hash(again) == hash(board)
