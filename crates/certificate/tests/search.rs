//! Lower bounds by search: of a weighted puzzle of our own, and with heuristics that are wrong.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use crate::common;
use crate::common::check;
use tesuji_certificate::{Certificate, Checker, Claim, Proof, Rejection};
use tesuji_core::{
    Budget, Cost, NamedGame, Notation, OpenError, Pieces, Puzzle, Render, Rules, Settings, Step,
    laws,
};
use tesuji_taquin::{Goal, Taquin};

/// The cells of a ring.
const CELLS: u8 = 7;

/// What a step of each bead costs.
const WEIGHTS: [Cost; 3] = [1, 2, 3];

/// Three beads go around a ring of cells, one step at a time and never onto another; the heavier
/// ones cost more. The goal is a rotation of the start. `flaw` is a lie about the pieces.
#[derive(Clone, Debug)]
struct Beads {
    flaw: String,
}

impl Beads {
    fn new(flaw: &str) -> Self {
        Beads { flaw: flaw.to_owned() }
    }
}

const NONE: &str = "none";
const CHEAP: &str = "cheap";
const NO_GOAL: &str = "no-goal";
const OTHER_BEAD: &str = "other-bead";
const MISSING_STEP: &str = "missing-step";
const OUT_OF_RANGE: &str = "out-of-range";
const NO_BLANK: &str = "no-blank";
const SAME_PLACE: &str = "same-place";

impl Rules for Beads {
    type State = [u8; 3];
    type Move = Step;
    type Undo = ();

    fn initial(&self) -> [u8; 3] {
        [0, 2, 4]
    }

    fn visit_moves<B>(
        &self,
        beads: &[u8; 3],
        mut visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (piece, from) in (0..).zip(*beads) {
            for way in [1, CELLS - 1] {
                let to = (from + way) % CELLS;
                if !beads.contains(&to) {
                    visit(Step { piece, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, beads: &mut [u8; 3], Step { piece, to, .. }: Step) {
        beads[usize::from(piece)] = to;
    }

    fn undo(&self, beads: &mut [u8; 3], Step { piece, from, .. }: Step, (): ()) {
        beads[usize::from(piece)] = from;
    }
}

impl Puzzle for Beads {
    fn is_goal(&self, beads: &[u8; 3]) -> bool {
        *beads == [2, 4, 6]
    }

    fn cost(&self, _: &[u8; 3], step: Step) -> Cost {
        let weight = WEIGHTS[usize::from(step.piece)];
        if self.flaw == CHEAP && step.piece == 2 { weight - 1 } else { weight }
    }

    fn has_unit_costs(&self) -> bool {
        false
    }

    fn pieces(&self) -> Option<Pieces> {
        let step = |piece: u8, from, to| (Step { piece, from, to }, WEIGHTS[usize::from(piece)]);
        let mut steps = Vec::new();
        for (piece, from) in (0..3).flat_map(|piece| (0..CELLS).map(move |from| (piece, from))) {
            steps.push(step(piece, from, (from + 1) % CELLS));
            steps.push(step(piece, (from + 1) % CELLS, from));
        }
        match &*self.flaw {
            MISSING_STEP => drop(steps.remove(9)),
            OUT_OF_RANGE => steps[3].0.to = CELLS,
            _ => {}
        }
        let goals = if self.flaw == NO_GOAL { vec![] } else { vec![vec![2, 4, 6]] };
        let partitions = vec![vec![vec![0], vec![1], vec![2]], vec![vec![0, 1, 2]]];
        Some(Pieces {
            count: 3,
            places: CELLS,
            blank: self.flaw == NO_BLANK,
            steps,
            goals,
            partitions,
        })
    }

    fn places(&self, beads: &[u8; 3]) -> Vec<u8> {
        match &*self.flaw {
            SAME_PLACE => vec![beads[0], beads[0], beads[2]],
            NO_BLANK => beads.iter().copied().chain([0]).collect(),
            _ => beads.to_vec(),
        }
    }

    fn step(&self, _: &[u8; 3], step: Step) -> Option<Step> {
        Some(if self.flaw == OTHER_BEAD {
            Step { piece: (step.piece + 1) % 3, ..step }
        } else {
            step
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not three cells")]
struct Unreadable;

impl Notation for Beads {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<[u8; 3], Unreadable> {
        let cells: Option<Vec<u8>> = text.split(' ').map(|cell| cell.parse().ok()).collect();
        let beads = cells.and_then(|cells| <[u8; 3]>::try_from(cells).ok()).ok_or(Unreadable)?;
        let distinct = beads[0] != beads[1] && beads[0] != beads[2] && beads[1] != beads[2];
        if distinct && beads.iter().all(|&cell| cell < CELLS) { Ok(beads) } else { Err(Unreadable) }
    }

    fn write_state(&self, [one, two, three]: &[u8; 3], out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{one} {two} {three}")
    }

    fn parse_move(&self, beads: &[u8; 3], text: &str) -> Result<Step, Unreadable> {
        self.moves(beads)
            .into_iter()
            .find(|&mv| self.move_text(beads, mv) == text)
            .ok_or(Unreadable)
    }

    fn write_move(&self, _: &[u8; 3], step: Step, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{} to {}", step.piece, step.to)
    }
}

impl Render for Beads {}

impl NamedGame for Beads {
    const NAME: &'static str = "beads";
    const SUMMARY: &'static str = "three beads on a ring";
    const NOTATION: &'static str = "the cell of each bead";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(settings.get("flaw").map_or_else(|| Beads::new(NONE), Beads::new))
    }

    fn settings(&self) -> Settings {
        Settings::new().with("flaw", &self.flaw)
    }
}

/// The least cost to a goal, and the first move of such a solution, by repeated relaxation.
fn costs(puzzle: &Beads) -> HashMap<[u8; 3], (Cost, Option<Step>)> {
    let states = laws::states(puzzle, usize::MAX);
    let mut costs = HashMap::from([([2, 4, 6], (0, None))]);
    loop {
        let mut changed = false;
        for state in &states {
            for mv in puzzle.moves(state) {
                let Some(&(after, _)) = costs.get(&puzzle.successor(state, mv)) else { continue };
                let cost = after + puzzle.cost(state, mv);
                if costs.get(state).is_none_or(|&(known, _)| cost < known) {
                    costs.insert(*state, (cost, Some(mv)));
                    changed = true;
                }
            }
        }
        if !changed {
            return costs;
        }
    }
}

/// By no patterns, by single pieces, by pairs and by all pieces.
fn searches() -> Vec<Proof> {
    let all = ["", " patterns 2", " patterns 1/2/3", " patterns 3,1/2", " patterns 1,2,3"];
    all.iter().map(|patterns| format!("search{patterns}").parse().unwrap()).collect()
}

#[test]
fn exactly_the_true_claims_about_costs_are_accepted() {
    let puzzle = Beads::new(NONE);
    let (mut right, mut wrong) = (0, 0);
    laws::pieces(&puzzle, &laws::states(&puzzle, usize::MAX));
    let costs = costs(&puzzle);
    for (start, &(cost, _)) in &costs {
        let (mut state, mut solution) = (*start, Vec::new());
        while let Some(mv) = costs[&state].1 {
            solution.push(mv);
            puzzle.play(&mut state, mv);
        }
        let mut accepts = |made: &Certificate, holds: bool| {
            let file = made.to_bytes();
            let checked = Checker::new().check_puzzle::<Beads>(&file[..], None);
            assert_eq!(checked.is_ok(), holds, "{}{checked:?}, cost {cost}", made.header());
            (right, wrong) = if holds { (right + 1, wrong) } else { (right, wrong + 1) };
        };
        // Without good lower bounds, a search takes long.
        let searches = searches().into_iter().skip(if cost > 7 { 3 } else { 0 });
        for proof in searches.chain([Proof::Costs]) {
            for bound in 0..cost + 3 {
                let made = Certificate::cost_at_least(&puzzle, start, bound, proof.clone());
                accepts(&made, bound <= cost);
            }
            let made = Certificate::shortest(&puzzle, start, &solution, proof).unwrap();
            assert_eq!(made.header().claim, Claim::Cost(cost));
            accepts(&made, true);
            // There and back again is dearer.
            if let Some(&mv) = puzzle.moves(start).first() {
                let back = Step { piece: mv.piece, from: mv.to, to: mv.from };
                let longer = [&[mv, back], &solution[..]].concat();
                let proof = made.header().proof.clone();
                accepts(&Certificate::shortest(&puzzle, start, &longer, proof).unwrap(), false);
                accepts(&Certificate::cost_at_most(&puzzle, start, &longer).unwrap(), true);
            }
        }
        let made = Certificate::cost_at_most(&puzzle, start, &solution).unwrap();
        accepts(&made, true);
        if let Some(short) = solution.len().checked_sub(1) {
            let made = Certificate::cost_at_most(&puzzle, start, &solution[..short]).unwrap();
            accepts(&made, false);
        }
    }
    assert!(right > 1000 && wrong > 1000, "{right} {wrong}");
}

#[test]
fn a_solution_within_a_cost_is_no_more_than_that() {
    let puzzle = Beads::new(NONE);
    let solution = [[0, 0, 1], [0, 1, 2]].map(|[piece, from, to]| Step { piece, from, to });
    let made = Certificate::cost_at_most(&puzzle, &[0, 4, 6], &solution).unwrap();
    assert_eq!(made.header().claim, Claim::AtMost(2));
    let with = |claim: &str| {
        let text = made.header().to_string().replace("cost at most 2", claim).into_bytes();
        let mut file =
            [text.as_slice(), &made.to_bytes()[made.header().to_string().len()..]].concat();
        file.truncate(file.len() - 8);
        file.extend(common::checksum(&file).to_le_bytes());
        Checker::new().check_puzzle::<Beads>(&file[..], None).map(|checked| checked.header.claim)
    };
    assert_eq!(with("cost at most 2").unwrap(), Claim::AtMost(2));
    assert_eq!(with("cost at most 9").unwrap(), Claim::AtMost(9));
    let error = with("cost at most 1").unwrap_err().to_string();
    assert_eq!(error, "the entries prove \"cost at most 2\", the claim is \"cost at most 1\"");
    for claim in ["cost at least 2", "least cost 2", "shortest solution 2 moves", "unsolvable"] {
        assert!(matches!(with(claim), Err(Rejection::WrongProof(_) | Rejection::Entries(_))));
    }
}

/// Why a false bound is refused: the cost of the goal that is two moves away is said to be at least 9.
fn refusal(flaw: &str) -> String {
    let puzzle = Beads::new(flaw);
    let proof = "search patterns 1/2,3".parse().unwrap();
    let made = Certificate::cost_at_least(&puzzle, &[0, 4, 6], 9, proof);
    let checked = Checker::new().check_puzzle::<Beads>(&made.to_bytes()[..], None);
    checked.unwrap_err().to_string()
}

#[test]
fn pieces_that_the_rules_do_not_have_prove_nothing() {
    let flaws =
        [NONE, CHEAP, NO_GOAL, OTHER_BEAD, MISSING_STEP, OUT_OF_RANGE, NO_BLANK, SAME_PLACE];
    let refusals = flaws.map(refusal);
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn patterns_that_are_not_disjoint_are_refused() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("806547231").unwrap();
    let try_bound = |checker: &Checker, patterns: &str, bound| {
        let proof: Proof = format!("search patterns {patterns}").parse().unwrap();
        let made = Certificate::cost_at_least(&taquin, &start, bound, proof);
        check(checker, &made.to_bytes()).map(drop).map_err(|error| error.to_string())
    };
    let checker = &Checker::new();
    for patterns in ["1", "8/1", "0,1/0,2/3", "2,0,7,1/5,4,3,8,0/6", "0"] {
        assert_eq!(try_bound(checker, patterns, 31), Ok(()), "{patterns}");
        let error = try_bound(checker, patterns, 32).unwrap_err();
        assert_eq!(error, "a solution of cost 31 leads to \"012345678\"", "{patterns}");
    }
    let two = [
        "1/2/1",
        "1,2/3,2",
        "4,4",
        "0,1,0",
        "9",
        "200/1",
        "1,2,3,4,5,6,7,8,0,3",
        "0,1,2,3,4,5,6,7,8",
    ];
    let few = Checker::new().positions(1000);
    let refusals = two.map(|patterns| try_bound(&few, patterns, 31).unwrap_err());
    insta::assert_snapshot!(refusals.join("\n"));
    for text in ["", " ", "1,", "/1", "1//2", "01", "+1", "1 2", "1,2/", "256", "-1", "a"] {
        assert!(format!("search patterns {text}").parse::<Proof>().is_err(), "{text:?}");
    }
}

#[test]
fn a_search_ends_at_its_limits() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankLast).unwrap();
    let start = taquin
        .parse_state(&(0..25).rev().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" "))
        .unwrap();
    for (bound, patterns) in [(200, ""), (Cost::MAX, ""), (Cost::MAX, " patterns 1/2,0/3")] {
        let proof = format!("search{patterns}").parse().unwrap();
        let made = Certificate::cost_at_least(&taquin, &start, bound, proof);
        let checker = Checker::new().budget(Budget::unlimited().nodes(3_000_000));
        let error = check(&checker, &made.to_bytes()).unwrap_err();
        assert!(matches!(error, Rejection::Stopped { .. }), "{error}");
        let error = check(&checker.positions(1000), &made.to_bytes()).unwrap_err();
        assert!(matches!(error, Rejection::Limit { limit: 1000 }) || bound == 200, "{error}");
    }
}
