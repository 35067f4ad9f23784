//! That the answers are right, on positions whose answers are known.

use serde_json::{Value, json};

use crate::{get, post};

async fn answer(path: &str, body: Value) -> Value {
    let answer = post(path, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_hint_is_the_first_of_a_shortest_solution() {
    for (position, moves) in [
        ("125374680", 6),
        ("423578016", 22),
        ("370481652", 12),
        ("631752048", 10),
        ("806547231", 31),
    ] {
        let at = json!({ "game": "taquin", "position": position });
        let report = answer("/api/hint", json!({ "at": at })).await;
        assert_eq!((&report["length"], &report["optimal"]), (&json!(moves), &json!(true)));
        // Playing it leaves one move less.
        let after = answer("/api/move", json!({ "at": at, "move": report["moves"][0] })).await;
        let at = json!({ "game": "taquin", "position": after["position"] });
        let report = answer("/api/hint", json!({ "at": at })).await;
        assert_eq!(report["length"], json!(moves - 1));
    }
}

#[tokio::test]
async fn a_shuffle_has_the_distance_that_was_asked_for() {
    for distance in [0, 1, 17, 21] {
        let mut at = json!({ "game": "taquin", "settings": { "size": "3x2" } });
        let wanted = json!({ "at": at, "seed": 5, "distance": distance });
        at["position"] = answer("/api/shuffle", wanted).await["position"].clone();
        assert_eq!(answer("/api/hint", json!({ "at": at })).await["length"], json!(distance));
    }
}

#[tokio::test]
async fn the_facts_say_why_a_position_cannot_be_solved() {
    let facts = |game, position| async move {
        answer("/api/position", json!({ "game": game, "position": position })).await["facts"]
            .clone()
    };
    let parity = facts("taquin", "230518674").await["unsolvable"].clone();
    assert!(parity.as_str().unwrap().contains("parity"), "{parity}");
    assert_eq!(facts("taquin", "125374680").await["unsolvable"], Value::Null);
    let wall = facts("rush-hour", "AAx..../...B.../...B...").await["unsolvable"].clone();
    assert!(wall.as_str().unwrap().contains("a wall on row 0, column 2"), "{wall}");
}

#[tokio::test]
async fn fifteen_tiles_after_a_long_walk_are_solved() {
    let at = json!({ "game": "taquin", "settings": { "size": "4x4" } });
    let shuffled = answer("/api/shuffle", json!({ "at": at, "seed": 2, "walk": 40 })).await;
    let at = json!({ "game": "taquin", "settings": { "size": "4x4" }, "position": shuffled["position"] });
    let report = answer("/api/hint", json!({ "at": at })).await;
    assert_eq!((&report["outcome"], &report["optimal"]), (&json!("solved"), &json!(true)));
    assert!(report["length"].as_u64().unwrap() <= 40);
}

#[tokio::test]
async fn moves_of_nim_are_worth_what_the_theory_says() {
    // 3-4-5: only 1-4-5 has nim-sum 0.
    let values = answer("/api/values", json!({ "at": { "game": "nim" } })).await;
    for value in values["moves"].as_array().unwrap() {
        let wins = value["move"] == "1:2";
        assert_eq!(value["verdict"], if wins { "win" } else { "loss" }, "{value}");
    }
}

#[tokio::test]
async fn a_move_is_worth_its_cost_where_moves_cost_differently() {
    let costs = async |at: Value| {
        let values = answer("/api/values", json!({ "at": at })).await;
        let told = |value: &Value| json!([value["move"], value["length"], value["cost"]]);
        values["moves"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    // Through the mud in two moves, or around it in four; from beside the goal onto it.
    let grid = |position| {
        let settings = json!({ "directions": "4" });
        json!({ "game": "grid", "settings": settings, "position": position })
    };
    assert_eq!(costs(grid(".9./... 0,0 2,0")).await, [json!(["e", 2, 10]), json!(["s", 4, 4])]);
    assert_eq!(costs(grid(".9/.. 0,0 1,0")).await, [json!(["e", 1, 9]), json!(["s", 3, 11])]);
    let taquin = costs(json!({ "game": "taquin", "position": "125374680" })).await;
    assert!(taquin.iter().all(|value| value[2].is_null()), "{taquin:?}");
}

#[tokio::test]
async fn what_is_not_proved_is_estimated_with_its_confidence() {
    let values = answer("/api/values", json!({ "at": { "game": "breakthrough" } })).await;
    let values = values["moves"].as_array().unwrap();
    assert_eq!(values.len(), 22, "the moves of the first position on 8×8");
    for value in values {
        assert_eq!(value["verdict"], "unknown", "the opening is not proved in seconds");
        let (chance, margin) = (&value["chance"], &value["margin"]);
        assert!((0.0..=1.0).contains(&chance.as_f64().unwrap()), "{value}");
        assert!(margin.as_f64().unwrap() > 0.0, "{value}");
    }
}

#[tokio::test]
async fn rocks_are_worth_the_known_values() {
    let board = "....B.....BC.AA.BC.D.....D.....DEEE.";
    let at = json!({ "game": "rush-hour-rocks", "position": board });
    let report = answer("/api/hint", json!({ "at": at })).await;
    // Ten moves of the driver and nine rocks between them.
    assert_eq!((&report["outcome"], &report["length"]), (&json!("win"), &json!(19)));
    let cards = get("/api/rush-hour/cards").await.json();
    assert_eq!(cards["cards"].as_array().unwrap().len(), 40);
}

#[tokio::test]
async fn every_move_against_rocks_is_worth_what_the_position_after_it_is() {
    let board = "....B.....BC.AA.BC.D.....D.....DEEE.";
    for turn in ["- driver", "- adversary"] {
        let at = json!({ "game": "rush-hour-rocks", "position": format!("{board} {turn}") });
        let values = answer("/api/values", json!({ "at": at })).await;
        let opened = answer("/api/position", at.clone()).await;
        assert_eq!(
            values["moves"].as_array().unwrap().len(),
            opened["moves"].as_array().unwrap().len()
        );
        for value in values["moves"].as_array().unwrap() {
            let after = answer("/api/move", json!({ "at": at, "move": value["move"] })).await;
            let at = json!({ "game": "rush-hour-rocks", "position": after["position"] });
            let report = answer("/api/hint", json!({ "at": at })).await;
            let seen = match value["verdict"].as_str().unwrap() {
                "win" => "loss",
                "loss" => "win",
                other => other,
            };
            assert_eq!(report["outcome"], seen, "{value}");
            let plies = value["length"].as_u64().map(|plies| plies - 1);
            assert_eq!(report["length"].as_u64(), plies, "{value}");
        }
    }
}

#[tokio::test]
async fn the_lab_search_plays_on_as_it_was_published() {
    // 19 plies by the lab's alpha-beta, three plies deep, for both sides.
    let mut moves: Vec<Value> = Vec::new();
    loop {
        let at = json!({ "game": "rush-hour-rocks" });
        let wanted = json!({ "at": at, "moves": moves, "opponent": "lab" });
        let played = answer("/api/reply", wanted).await;
        moves.push(played["move"].clone());
        if played["after"]["status"]["state"] == "won" {
            break;
        }
    }
    assert_eq!(moves.len(), 19);
    let elsewhere = json!({ "at": { "game": "nim" }, "opponent": "lab" });
    assert_eq!(post("/api/reply", &elsewhere).await.status, 400);
}

#[tokio::test]
async fn a_saved_game_is_replayed_by_the_rules() {
    let saved = json!({
        "number": 7, "game": "tic-tac-toe", "settings": {}, "players": ["pvs", "cmd:engine"],
        "position": ".........", "opening_plies": 1, "moves": ["b2", "a1", "b3", "a2", "b1"],
        "winner": "first", "ending": "rules", "reason": null,
    });
    let replayed = answer("/api/replay", saved.clone()).await;
    let positions = replayed["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 6);
    assert_eq!(positions[2]["position"], "....X.O..");
    assert_eq!(positions[5]["status"], json!({ "state": "won", "player": "first" }));

    // Lost on time by the player to move.
    let mut late = saved.clone();
    late["moves"] = json!(["b2"]);
    late["ending"] = json!("time");
    assert_eq!(post("/api/replay", &late).await.status, 200);

    let refused = async |key: &str, value: Value, why: &str| {
        let mut wrong = saved.clone();
        wrong[key] = value;
        let answer = post("/api/replay", &wrong).await;
        assert_eq!(answer.status, 400, "{key}");
        assert!(answer.text.contains(why), "{}", answer.text);
    };
    refused("winner", json!("second"), "the result is not that of the moves").await;
    refused("ending", json!("length"), "the result is not that of the moves").await;
    refused("moves", json!(["b2", "b2"]), "move 2 is not valid").await;
    refused("moves", json!(["b2", "a1", "b3", "a2", "b1", "c3"]), "move 6 is not valid").await;
    refused("moves", json!(vec!["b2"; 2001]), "a game has at most 2000 moves here").await;
    refused("game", json!("go"), "there is no game").await;
    refused("position", json!("X"), "cannot be read as a position").await;
}

#[tokio::test]
async fn a_finished_game_has_no_reply() {
    let at = json!({ "game": "tic-tac-toe", "position": "XXXOO...." });
    let answer = post("/api/reply", &json!({ "at": at, "opponent": "pvs" })).await;
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("the game is over"));
}

#[tokio::test]
async fn a_random_opponent_draws_from_its_seed() {
    let wanted =
        |seed: u64| json!({ "at": { "game": "breakthrough" }, "opponent": "random", "seed": seed });
    let first = answer("/api/reply", wanted(1)).await;
    assert_eq!(answer("/api/reply", wanted(1)).await, first);
    let mut others = Vec::new();
    for seed in 2..12 {
        others.push(answer("/api/reply", wanted(seed)).await["move"].clone());
    }
    assert!(others.iter().any(|mv| *mv != first["move"]));
}

#[tokio::test]
async fn a_comparison_streams_a_report_for_each_search() {
    let at = json!({ "game": "taquin", "position": "631752048" });
    let searches = json!(["bfs", "ida*"]);
    let stream = post("/api/compare", &json!({ "at": at, "searches": searches })).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let names: Vec<_> =
        stream.text.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!(names.iter().filter(|name| **name == "report").count(), 2);
    assert_eq!(names.last(), Some(&"end"));
    assert!(stream.text.contains("\"length\":10"));
}
