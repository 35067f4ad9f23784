//! Every path of the description is asked, and every answer held against its schema.

use jsonschema::Validator;
use serde_json::{Value, json};
use tesuji::catalogue::{Catalogue, TableBuilders, TableDetail};
use tesuji::core::{Budget, Settings, Silent};
use tesuji_api::{Question, Visitor, visit_questions};
use tesuji_web::{Limits, router};

use crate::{get, post, post_to};

#[test]
fn it_follows_from_the_types() {
    let made = format!("{:#}\n", tesuji_api::openapi());
    if std::env::var_os("TESUJI_WRITE_OPENAPI").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
        std::fs::write(file, made).unwrap();
        return;
    }
    let how = "TESUJI_WRITE_OPENAPI=1 cargo test -p tesuji-web --test api writes it anew";
    assert!(made == tesuji_web::DESCRIPTION, "openapi.json is not that of the types: {how}");
}

fn description() -> Value {
    serde_json::from_str(tesuji_web::DESCRIPTION).expect("the description is JSON")
}

/// A schema of the description, with the components it refers to.
fn validator(schema: &Value) -> Validator {
    let mut schema = schema.clone();
    schema["components"] = description()["components"].clone();
    jsonschema::draft202012::new(&schema).expect("the schema is one")
}

#[track_caller]
fn assert_fits(what: &str, schema: &Value, value: &Value) {
    let validator = validator(schema);
    let errors: Vec<_> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{value:#}");
}

/// Questions for each path, so that each kind of answer comes up.
fn questions(path: &str) -> Vec<Value> {
    let taquin = json!({ "game": "taquin", "position": "631752048" });
    let drawn = json!({ "game": "tic-tac-toe", "position": "XOXXOOOXX" });
    let rocks = "....B.....BC.AA.BC.D.....D.....DEEE. - adversary";
    match path {
        "/api/position" => vec![
            taquin,
            drawn,
            json!({ "game": "tic-tac-toe", "position": "XXXOO...." }),
            json!({ "game": "connect-four", "settings": { "size": "5x4" } }),
            json!({ "game": "rush-hour-rocks", "position": rocks }),
            json!({ "game": "nim", "position": null }),
            json!({ "game": "nim", "svg": true }),
        ],
        "/api/move" => vec![json!({ "at": taquin, "move": "4" })],
        "/api/shuffle" => vec![
            json!({ "at": { "game": "taquin" }, "seed": 7, "distance": 31 }),
            json!({ "at": { "game": "taquin", "settings": { "size": "4x4" } }, "seed": 7, "walk": 30 }),
        ],
        "/api/solve" => vec![
            json!({ "at": taquin }),
            json!({
                "at": taquin, "search": "weighted-a*:heuristic=manhattan:weight=2",
                "milliseconds": 500,
            }),
            json!({ "at": { "game": "taquin", "position": "021345678" } }),
            json!({ "at": { "game": "nim" }, "search": "alpha-beta:depth=3" }),
        ],
        "/api/hint" => vec![json!({ "at": taquin }), json!({ "at": { "game": "nim" } })],
        "/api/reply" => vec![
            json!({ "at": { "game": "nim" }, "opponent": "random", "seed": 3 }),
            json!({ "at": { "game": "tic-tac-toe" }, "opponent": "pvs:depth=2" }),
            json!({ "at": { "game": "rush-hour-rocks" }, "moves": ["B+1"], "opponent": "lab" }),
        ],
        "/api/values" => vec![
            json!({ "at": taquin }),
            json!({ "at": { "game": "tic-tac-toe", "position": "XX.OO...." } }),
            json!({ "at": { "game": "rush-hour-rocks", "position": rocks } }),
        ],
        "/api/table" => vec![
            json!({ "at": { "game": "tic-tac-toe" } }),
            json!({ "at": { "game": "tic-tac-toe", "position": "XX.OO...." } }),
        ],
        "/api/record" => vec![
            json!({ "at": taquin, "search": "ida*", "nodes": 60 }),
            json!({ "at": { "game": "tic-tac-toe", "position": "XX.OO...." }, "search": "pn" }),
            json!({
                "at": { "game": "simple-nim", "position": "6" }, "search": "alpha-beta:depth=3",
            }),
        ],
        "/api/order" => vec![
            json!({ "at": taquin, "search": "bfs", "order": ["631752048"] }),
            json!({ "at": taquin, "search": "a*", "order": ["631752048", "123456780"] }),
            json!({ "at": taquin, "search": "a*", "order": ["631752048", "631752408"] }),
            json!({ "at": { "game": "nim" }, "search": "minimax", "order": ["3-4-5", "1"] }),
        ],
        "/api/replay" => vec![json!({
            "number": 1, "game": "nim", "settings": { "rules": "misere" },
            "players": ["pvs", "random"], "position": "3-4", "opening_plies": 0,
            "moves": ["1:3"], "winner": "first", "ending": "failure", "reason": "it is gone",
        })],
        "/api/generate" => vec![
            json!({ "at": { "game": "rush-hour" }, "min_moves": 6, "seed": 1 }),
            json!({
                "at": { "game": "rush-hour", "settings": { "size": "3x3" } }, "min_moves": 25,
                "seed": 1,
            }),
        ],
        "/api/compare" => vec![json!({ "at": taquin, "searches": ["bfs"] })],
        _ => Vec::new(),
    }
}

/// The games, with the table of one.
fn with_a_table() -> Catalogue {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("described.table");
    let catalogue = Catalogue::standard();
    let start = catalogue.open("tic-tac-toe", None, &Settings::new()).unwrap();
    let table = (&*path, TableDetail::Plies);
    start.build_table(table, TableBuilders::Threads(1), &Budget::unlimited(), &mut Silent).unwrap();
    // It is open as long as the catalogue is there.
    catalogue.with_table(&path).unwrap()
}

#[tokio::test]
async fn every_path_answers_as_described() {
    let router = router(with_a_table(), Limits::default());
    for (path, methods) in description()["paths"].as_object().unwrap() {
        if let Some(described) = methods.get("get") {
            let answer = get(path).await;
            assert_eq!(answer.status, 200, "{path}");
            let schema = &described["responses"]["200"]["content"]["application/json"]["schema"];
            assert_fits(path, schema, &answer.json());
        }
        if let Some(described) = methods.get("post") {
            let asked = questions(path);
            assert!(!asked.is_empty(), "{path} is described, and nothing is asked of it");
            for question in asked {
                let wanted = &described["requestBody"]["content"]["application/json"]["schema"];
                assert_fits(path, wanted, &question);
                let answer = post_to(&router, path, &question).await;
                assert_eq!(answer.status, 200, "{path} {question}: {}", answer.text);
                let content = &described["responses"]["200"]["content"];
                match content.get("application/json") {
                    Some(described) => assert_fits(path, &described["schema"], &answer.json()),
                    None => assert!(answer.text.starts_with("event: "), "{path}: {}", answer.text),
                }
            }
        }
    }
}

#[tokio::test]
async fn a_refusal_is_as_described() {
    let schema = json!({ "$ref": "#/components/schemas/Error" });
    for (path, methods) in description()["paths"].as_object().unwrap() {
        if methods.get("post").is_some() {
            let answer = post(path, &json!({ "surprise": true })).await;
            assert_eq!(answer.status, 422, "{path}");
            assert_fits(path, &schema, &answer.json());
        }
    }
}

#[test]
fn every_route_is_described() {
    struct Routes(Vec<String>);

    impl Visitor for Routes {
        fn visit<Q: Question>(&mut self) {
            self.0.push(format!("/api/{}", Q::NAME));
        }
    }

    let mut routes = Routes(vec!["/api/openapi.json".into(), "/api/compare".into()]);
    visit_questions(&mut routes);
    let Routes(routes) = routes;
    let described = description();
    let described: Vec<_> = described["paths"].as_object().unwrap().keys().collect();
    assert_eq!(routes.len(), described.len());
    for route in &routes {
        assert!(described.contains(&route), "{route} is not described");
    }
}
