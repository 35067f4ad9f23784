//! Rush Hour: solved, generated, told in words, and against rocks.

use crate::common::{code, complaint, json, printed, snapshot, tesuji};
use serde_json::Value;

#[test]
fn rush_hour_is_solved_alone_and_against_rocks() {
    let second = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.";
    for (arguments, length) in [
        (second.to_owned(), 16),
        (format!("{second} --metric slides"), 8),
        (format!("{second} --with a*"), 16),
        ("....B.....BC.AA.BC.D.....D.....DEEE. --with ida*".to_owned(), 9),
        (format!("{second} --with bidirectional"), 16),
        (format!("{second} --with bidirectional --metric slides"), 8),
    ] {
        let report = json(&format!("solve rush-hour {arguments} --json"), 0);
        assert_eq!((&report["length"], &report["optimal"]), (&length.into(), &true.into()));
    }
    // Ten moves of the driver, with nine rocks between them.
    let report = json("solve rush-hour-rocks ....B.....BC.AA.BC.D.....D.....DEEE. --json", 0);
    assert_eq!((&report["outcome"], &report["length"]), (&"win".into(), &19.into()));
    let walled = "..........x..AAx....................";
    let output = tesuji(&format!("solve rush-hour {walled}"));
    assert_eq!(code(&output), 1, "{}", printed(&output));
    assert!(printed(&output).contains("a wall on"), "{}", printed(&output));
}

#[test]
fn against_rocks_the_value_is_in_moves_of_the_driver() {
    for (arguments, claim, length) in [
        ("", "the driver wins in 10 moves of his own, and not in fewer", 19.into()),
        ("BB...GC..H.GCAAH.GC..H..D...FFD.EEE.", "the driver wins in 16", 31.into()),
        ("B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ.", "the driver wins in 14", 27.into()),
        // Cards 27 and 19.
        (
            "BCCD..BEED..AAFD.G..FHHG..I..G..IJJJ",
            "the driver is blocked after 2 moves of his own",
            4.into(),
        ),
        ("..BCC...B.D..EAAD..EFFG..HHHG.......", "the adversary holds for ever", Value::Null),
    ]
    .map(|(text, claim, length): (&str, &str, Value)| (text.to_owned(), claim, length))
    {
        let report = json(&format!("solve rush-hour-rocks {arguments} --json"), 0);
        let found = report["claim"].as_str().unwrap();
        assert!(found.starts_with(claim), "{arguments}: {found}");
        assert_eq!(report["length"], length, "{arguments}");
    }
    let report = json("solve rush-hour-rocks --adversary random --json", 0);
    assert!((report["expected"].as_f64().unwrap() - 9.002_171_504_1).abs() < 1e-9);
    assert!(printed(&tesuji("solve rush-hour-rocks --adversary random")).contains("9.0021715041"));
    assert_eq!(code(&tesuji("solve rush-hour-rocks --nodes 100")), 3);
}

#[test]
fn a_strategy_is_written_as_csv_or_json() {
    let folder = tempfile::tempdir().unwrap();
    for adversary in ["best", "random"] {
        let [csv, file] = ["moves.csv", "moves.json"].map(|name| folder.path().join(name));
        for path in [&csv, &file] {
            let output = tesuji(&format!(
                "solve rush-hour-rocks --adversary {adversary} --strategy {}",
                path.display()
            ));
            assert_eq!(code(&output), 0, "{}", complaint(&output));
        }
        let lines = std::fs::read_to_string(&csv).unwrap();
        let object: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let advice = object["advice"].as_array().unwrap();
        assert_eq!(lines.lines().count(), advice.len() + 1);
        assert!(advice.len() > 50);
        assert_eq!(object["adversary"], adversary);
        // Every position can be opened, and its move be made.
        for entry in advice.iter().take(20) {
            let position = entry["position"].as_str().unwrap();
            let shown = printed(&tesuji(&format!("show rush-hour-rocks {position}")));
            let mv = entry["move"].as_str().unwrap();
            assert!(shown.split_whitespace().any(|word| word == mv), "{mv} in {shown}");
        }
    }
}

#[test]
fn boards_are_made_to_order_and_their_clusters_enumerated() {
    let made = json("generate rush-hour --min-moves 20 --seed 1 --json", 0);
    let (board, moves) =
        (made[0]["position"].as_str().unwrap(), made[0]["moves"].as_u64().unwrap());
    assert!(moves >= 20);
    let solved = json(&format!("solve rush-hour {board} --json"), 0);
    assert_eq!(solved["length"], moves);
    let space = json(&format!("enumerate rush-hour {board} --json"), 0);
    assert_eq!(space["distances"].as_array().unwrap().len() as u64, moves + 1);
    assert_eq!(space["states"], made[0]["states"]);
    assert!(space["farthest"].as_array().unwrap().contains(&board.into()));
    let again = json("generate rush-hour --min-moves 20 --seed 1 --json", 0);
    assert_eq!(made, again);
    assert_eq!(code(&tesuji("generate rush-hour --min-moves 60 --seed 1 --tries 3")), 3);
    snapshot!(printed(&tesuji(
        "enumerate rush-hour BB...CD..E.CDAAE.CD..E..F...GGF.HHH. --metric slides"
    )));
}

#[test]
fn the_searches_of_the_lab_play_and_count() {
    for (arguments, visited, plies) in [
        ("rush-hour-rocks --depth 3", 15_984, 19),
        ("rush-hour-rocks --depth 3 --with alpha-beta", 5_560, 19),
        ("rush-hour-rocks --with expectimax --opponent optimistic --as-written", 13_724, 17),
        ("rush-hour-rocks --with expectimax --opponent pessimistic --as-written", 15_984, 19),
        ("rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --depth 1", 127, 16),
    ] {
        let report = json(&format!("lab {arguments} --json"), 0);
        assert_eq!(report["visited"], visited, "{arguments}");
        assert_eq!(report["moves"].as_array().unwrap().len(), plies, "{arguments}");
    }
    snapshot!(printed(&tesuji("lab rush-hour-rocks --with alpha-beta")));
    // What is written and what it computes; an expectation against rocks from a seed.
    snapshot!(
        "the_expectimax_of_the_lab",
        printed(&tesuji(
            "lab rush-hour-rocks --with expectimax --opponent optimistic --as-written --words fr"
        ))
    );
    let expectimax = "lab rush-hour-rocks --with expectimax --seed 7";
    snapshot!("expectimax_in_the_game_of_the_lab", printed(&tesuji(expectimax)));
    let report = json(&format!("{expectimax} --json"), 0);
    assert_eq!((&report["seed"], &report["opponent"]), (&7.into(), &"uniform".into()));
    assert_eq!(report["end"], "won");
    assert!(
        report["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|played| { played["value"].as_f64().is_some_and(|value| value.fract() != 0.0) })
    );
}

#[test]
fn moves_of_rush_hour_are_told_in_words() {
    let board = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.";
    snapshot!(printed(&tesuji(&format!("show rush-hour {board} --words en"))));
    let start = "....B.....BC.AA.BC.D.....D.....DEEE. - adversary";
    let rocks = printed(&tesuji(&format!("show rush-hour-rocks '{start}' --words fr")));
    assert!(rocks.contains("  3-2: roche sur la ligne 3, colonne 2\n"), "{rocks}");
    let solved = printed(&tesuji(&format!("solve rush-hour {board} --metric slides --words fr")));
    assert!(solved.contains("8. voiture rouge vers la droite, 3 cases\n"), "{solved}");
    let solved = printed(&tesuji("solve rush-hour-rocks --words en"));
    assert!(solved.contains("\n19. red car right\n"), "{solved}");
}
