//! The tables of `compare`.

use crate::common::{code, complaint, json, printed, tesuji};

#[test]
fn compare_sets_the_algorithms_side_by_side() {
    let output = tesuji("compare taquin 631752048 --heuristic manhattan --no-times");
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::assert_snapshot!(printed(&output));
    for start in ["taquin 125374680", "taquin --depths 6"] {
        let csv = printed(&tesuji(&format!("compare {start} --algorithms bfs,ida* --csv")));
        let lines: Vec<_> = csv.lines().collect();
        let [head, bfs, ida_star] = lines[..] else { panic!("{csv}") };
        assert!(head.starts_with("search,position,outcome,optimal,length,"), "{head}");
        let begins = |line: &str, name: &str| {
            let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(','));
            rest.is_some_and(|rest| rest[9..].starts_with(",solved,true,6,"))
        };
        assert!(begins(bfs, "bfs") && begins(ida_star, "ida*"), "{csv}");
    }
}

#[test]
fn compare_shows_what_solutions_cost_where_moves_cost_more_than_1() {
    let compare = "compare grid --algorithms bfs,greedy,uniform-cost,a*";
    insta::assert_snapshot!(printed(&tesuji(&format!("{compare} --no-times"))));
    let csv = printed(&tesuji(&format!("{compare} --csv")));
    assert!(csv.starts_with("search,position,outcome,optimal,length,cost,moves,"), "{csv}");
    assert!(csv.contains(",solved,true,13,14437,"), "{csv}");
}

#[test]
fn compare_makes_the_tables_of_the_course_over_depths() {
    let output = tesuji(
        "compare taquin --depths 2-8 --algorithms bfs,dls,ids,a*,ida* --heuristic manhattan --no-times",
    );
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::assert_snapshot!(printed(&output));
}

#[test]
fn compare_takes_the_positions_of_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "125374680\n\n# hard\n631752048\n").unwrap();
    let path = file.path().to_str().unwrap();
    let command = format!("compare taquin --file {path} --algorithms bfs,a* --heuristic manhattan");
    insta::assert_snapshot!(printed(&tesuji(&format!("{command} --no-times"))), @r"
    Length of the solution

    | line | bfs | a* |
    |------|-----|----|
    | 1    |   6 |  6 |
    | 4    |  10 | 10 |

    States visited

    | line | bfs | a* |
    |------|-----|----|
    | 1    |  51 |  6 |
    | 4    | 292 | 10 |

    Peak memory of the search's tables

    | line |       bfs |       a* |
    |------|-----------|----------|
    | 1    | 22.65 KiB | 4.21 KiB |
    | 4    | 24.15 KiB | 4.30 KiB |
    ");
    let rows = json(&format!("{command} --json"), 0);
    let one = |row: &serde_json::Value| (row["position"].to_string(), row["length"].to_string());
    let expected = [("125374680", "6"), ("631752048", "10")];
    let expected = expected.map(|(at, length)| (format!("\"{at}\""), length.to_owned()));
    let found: Vec<_> = rows.as_array().unwrap().iter().map(one).collect();
    let [first, second] = expected;
    assert_eq!(found, [first.clone(), first, second.clone(), second]);
    std::fs::write(file.path(), "125374680\nnonsense\n").unwrap();
    let refused = tesuji(&command);
    assert_eq!(code(&refused), 2);
    assert!(
        complaint(&refused).contains(&format!("line 2 of {path:?}")),
        "{}",
        complaint(&refused)
    );
}

#[test]
fn compare_makes_the_table_of_the_course_on_nim() {
    let algorithms = "minimax,memo-minimax,alpha-beta:outcome-only,alpha-beta:outcome-only:reverse-moves,alpha-beta,negamax";
    let reports = json(&format!("compare simple-nim 15 --json --algorithms {algorithms}"), 0);
    let nodes = |index: usize| reports[index]["nodes_generated"].as_u64().unwrap();
    assert_eq!((nodes(0), nodes(1), nodes(2), nodes(3)), (12_640, 79, 2_286, 248));
    assert_eq!(reports[1]["nodes_expanded"], 30);
    let output = tesuji(&format!("compare simple-nim 15 --no-times --algorithms {algorithms}"));
    insta::assert_snapshot!(printed(&output));
    // Without a list they are all compared, each under the text that specifies it.
    let all = json("compare simple-nim 5 --depth 9 --table 1MiB --json", 0);
    let all = all.as_array().unwrap();
    let named = |text: &str| all.iter().filter(|row| row["search"] == text).count();
    assert_eq!((named("alpha-beta"), named("alpha-beta:outcome-only")), (1, 1));
    assert_eq!(named("alpha-beta:outcome-only:reverse-moves"), 1);
    assert_eq!(all.iter().filter(|row| row["algorithm"] == "alpha-beta").count(), 3);
}
