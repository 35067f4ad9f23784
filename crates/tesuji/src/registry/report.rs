use tesuji_core::{Answer, Limit, Outcome, Stats};

/// What a search said about a position, in plain data: what the command line prints and the
/// JSON of `--json` is. `docs/json.md` describes the latter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The name of the heuristic, where the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// What was found out.
    pub outcome: Verdict,
    /// Whether no other solution costs less.
    pub optimal: bool,
    /// The number of moves, where a solution was found.
    pub length: Option<usize>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// No solution costs less than this.
    pub lower_bound: Option<u32>,
    /// States whose successors were generated.
    pub nodes_expanded: u64,
    /// States that were made, as often as they were made.
    pub nodes_generated: u64,
    /// Generated states that were in the search's table already.
    pub duplicates: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most that the search's own tables took at one time.
    pub peak_bytes: usize,
    /// The limit that was reached, where the outcome is unknown.
    pub limit: Option<String>,
    /// Why there is no solution, where that is known without a search.
    pub reason: Option<&'static str>,
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// A solution was found.
    Solved,
    /// Proved: there is none.
    Unsolvable,
    /// A limit was reached first.
    Unknown,
}

/// What was asked, for the head of a [`Report`].
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) game: &'static str,
    pub(crate) position: String,
    pub(crate) algorithm: &'static str,
    pub(crate) heuristic: Option<&'static str>,
}

impl Report {
    /// The report on an answer; `write` turns its moves into text.
    pub(crate) fn new<M>(
        question: Question,
        answer: &Answer<M>,
        write: impl FnOnce(&[M]) -> Vec<String>,
    ) -> Self {
        let Question { game, position, algorithm, heuristic } = question;
        let plan = answer.outcome.plan();
        let (outcome, lower_bound, limit) = match &answer.outcome {
            Outcome::Optimal(plan) => (Verdict::Solved, Some(plan.cost), None),
            Outcome::Solved { lower_bound, .. } => (Verdict::Solved, Some(*lower_bound), None),
            Outcome::Unsolvable => (Verdict::Unsolvable, None, None),
            Outcome::Unknown { limit, lower_bound } => {
                (Verdict::Unknown, Some(*lower_bound), Some(*limit))
            }
        };
        let Stats { expanded, generated, duplicates, peak_bytes, .. } = answer.stats;
        Report {
            game,
            position,
            algorithm,
            heuristic,
            outcome,
            optimal: answer.outcome.is_optimal(),
            length: plan.map(|plan| plan.moves.len()),
            moves: plan.map(|plan| write(&plan.moves)).unwrap_or_default(),
            lower_bound,
            nodes_expanded: expanded,
            nodes_generated: generated,
            duplicates,
            seconds: answer.elapsed.as_secs_f64(),
            peak_bytes,
            limit: limit.as_ref().map(Limit::to_string),
            reason: None,
        }
    }

    /// The report that there is no solution, for a reason that needs no search.
    pub(crate) fn unsolvable(question: Question, reason: &'static str) -> Self {
        let answer: Answer<()> = Answer {
            outcome: Outcome::Unsolvable,
            stats: Stats::default(),
            elapsed: std::time::Duration::ZERO,
        };
        let mut report = Report::new(question, &answer, |_| Vec::new());
        report.reason = Some(reason);
        report
    }
}
