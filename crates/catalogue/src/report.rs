use tesuji_core::{Answer, GameAnswer, Limit, Outcome, Player, Score, Stats, Value, Wdl};
use tesuji_montecarlo::{Findings, MoveFindings};

use crate::{OpponentModel, Search, options};
use tesuji_core::Settings;

/// The result of a search as plain data: the command line prints it, and `--json` serializes it.
/// `docs/json.md` describes the JSON.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The name of the heuristic, if the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// The outcome.
    pub outcome: Verdict,
    /// Whether the solution is proved optimal; in a game for two players, whether the outcome is
    /// proved.
    pub optimal: bool,
    /// The length of the solution in moves; in a game for two players, the distance to the end in
    /// plies with best play, if known.
    pub length: Option<usize>,
    /// The cost of the solution: the sum of the costs of its moves, which in most puzzles are 1.
    pub cost: Option<u32>,
    /// In a puzzle, whether every move costs 1.
    pub unit_costs: Option<bool>,
    /// The solution or the principal variation, in the game's notation.
    pub moves: Vec<String>,
    /// In a game for two players, the best move.
    pub best: Option<String>,
    /// In a game for two players, all best moves, if requested.
    pub best_moves: Vec<String>,
    /// The results of a Monte-Carlo search for each move, in the order of the rules.
    pub by_move: Vec<MoveReport>,
    /// In a game for two players, the estimate for the player to move, if nothing is proved.
    pub estimate: Option<Score>,
    /// In a game for two players, the depth in plies of the last completed search.
    pub depth: Option<u32>,
    /// A lower bound of the solution's cost.
    pub lower_bound: Option<u32>,
    /// States whose successors were generated.
    pub nodes_expanded: u64,
    /// Generated states, including repetitions.
    pub nodes_generated: u64,
    /// Generated states that were already in the search's table.
    pub duplicates: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The peak memory of the search's tables.
    pub peak_bytes: usize,
    /// The limit that was reached, if the outcome is unknown or if a task after the search, such as
    /// a certificate, was not completed.
    pub limit: Option<String>,
    /// Why there is no solution, if that is known without a search.
    pub reason: Option<String>,
    /// The outcome in the game's own words, if it has some.
    pub claim: Option<String>,
    /// If the outcome is proved: whether the proof is independent of transposition tables that
    /// compare keys only.
    pub verified_keys: Option<bool>,
    /// The proof number of the claim that the claimant wins, if a limit ended a proof-number search.
    pub proof_number: Option<u32>,
    /// The disproof number of that claim.
    pub disproof_number: Option<u32>,
    /// The claimant, `"first"` or `"second"`.
    pub claimant: Option<&'static str>,
    /// The expected value, if it was computed: the least expected cost against a random adversary,
    /// or the mean result from -1 to 1 against expectimax's opponent model, rounded to thousandths.
    pub expected: Option<f64>,
}

/// The results of a Monte-Carlo search for a move, as seen by the player who makes it. Results are
/// from -1, a loss, to 1, a win.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoveReport {
    /// The move in the game's notation.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The number of simulations that began with it.
    pub visits: u32,
    /// Their mean result.
    pub mean: f64,
    /// The lower end of the mean's 95% confidence interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The proved outcome of the move: a win, a draw or a loss.
    pub proved: Option<Verdict>,
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// A solution of a puzzle was found.
    Solved,
    /// Proved: the puzzle has no solution.
    Unsolvable,
    /// Proved: the player to move wins.
    Win,
    /// Proved: the player to move loses.
    Loss,
    /// Proved: a draw.
    Draw,
    /// The expected value against an opponent model was computed exactly.
    Expected,
    /// A limit was reached first.
    Unknown,
}

impl Verdict {
    /// The outcome for the player to move, if it is one of a game and proved.
    #[must_use]
    pub fn wdl(self) -> Option<Wdl> {
        match self {
            Verdict::Win => Some(Wdl::Win),
            Verdict::Loss => Some(Wdl::Loss),
            Verdict::Draw => Some(Wdl::Draw),
            Verdict::Solved | Verdict::Unsolvable | Verdict::Expected | Verdict::Unknown => None,
        }
    }
}

impl From<Wdl> for Verdict {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Win => Verdict::Win,
            Wdl::Loss => Verdict::Loss,
            Wdl::Draw => Verdict::Draw,
        }
    }
}

/// An estimate is [`Verdict::Unknown`].
impl From<Value> for Verdict {
    fn from(value: Value) -> Self {
        value.wdl().map_or(Verdict::Unknown, Verdict::from)
    }
}

/// The question, for the head of a [`Report`].
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
        let proved = matches!(answer.outcome, Outcome::Optimal(_) | Outcome::Unsolvable);
        Report {
            game,
            settings: Settings::new(),
            position,
            algorithm,
            heuristic,
            outcome,
            optimal: answer.outcome.is_optimal(),
            length: plan.map(|plan| plan.moves.len()),
            cost: plan.map(|plan| plan.cost),
            unit_costs: None,
            moves: plan.map(|plan| write(&plan.moves)).unwrap_or_default(),
            best: None,
            best_moves: Vec::new(),
            by_move: Vec::new(),
            estimate: None,
            depth: None,
            lower_bound,
            nodes_expanded: expanded,
            nodes_generated: generated,
            duplicates,
            seconds: answer.elapsed.as_secs_f64(),
            peak_bytes,
            limit: limit.as_ref().map(Limit::to_string),
            reason: None,
            claim: None,
            verified_keys: proved.then_some(true),
            proof_number: None,
            disproof_number: None,
            claimant: None,
            expected: None,
        }
    }

    /// The report on a judgement; `write` turns a sequence of moves into text.
    pub(crate) fn on_game<M: Copy>(
        question: Question,
        answer: &GameAnswer<M>,
        write: impl Fn(&[M]) -> Vec<String>,
    ) -> Self {
        let Question { game, position, algorithm, heuristic } = question;
        let judgement = &answer.judgement;
        let estimate = match judgement.value {
            Value::Estimate(score) => Some(score),
            Value::Win(_) | Value::Draw | Value::Loss(_) => None,
        };
        let one = |mv: &M| write(std::slice::from_ref(mv)).remove(0);
        let numbers = judgement.proof_numbers;
        let Stats { expanded, generated, duplicates, peak_bytes, .. } = answer.stats;
        Report {
            game,
            settings: Settings::new(),
            position,
            algorithm,
            heuristic,
            outcome: Verdict::from(judgement.value),
            optimal: judgement.value.is_proved(),
            length: judgement.value.plies().map(|plies| plies as usize),
            cost: None,
            unit_costs: None,
            moves: write(&judgement.pv),
            best: judgement.best.as_ref().map(one),
            best_moves: judgement.best_moves.iter().map(one).collect(),
            by_move: Vec::new(),
            estimate,
            depth: judgement.depth,
            lower_bound: None,
            nodes_expanded: expanded,
            nodes_generated: generated,
            duplicates,
            seconds: answer.elapsed.as_secs_f64(),
            peak_bytes,
            limit: judgement.limit.as_ref().map(Limit::to_string),
            reason: None,
            claim: None,
            verified_keys: judgement.value.is_proved().then_some(true),
            proof_number: numbers.map(|numbers| numbers.proof),
            disproof_number: numbers.map(|numbers| numbers.disproof),
            claimant: numbers.map(|numbers| match numbers.claimant {
                Player::First => "first",
                Player::Second => "second",
            }),
            expected: None,
        }
    }

    /// Sets whether the proof rests on keys, by the options of the search.
    pub(crate) fn with_keys(mut self, search: &Search) -> Self {
        let trusts_keys = search.has_table() && !search.is_on(options::VERIFIED_TABLE);
        self.verified_keys = self.verified_keys.map(|verified| verified && !trusts_keys);
        self
    }

    /// Adds the results of a Monte-Carlo search for each move.
    pub(crate) fn with_moves<M: Copy>(
        mut self,
        findings: &Findings<M>,
        write: impl Fn(M) -> String,
    ) -> Self {
        let report = |one: &MoveFindings<M>| {
            let (low, high) = one.interval();
            let proved = one.proved.map(Verdict::from);
            let MoveFindings { visits, mean, .. } = *one;
            MoveReport { mv: write(one.mv), visits, mean, low, high, proved }
        };
        self.by_move = findings.moves.iter().map(report).collect();
        self
    }

    /// Adds the expected result of expectimax against this opponent model, if the search reached the
    /// end of the game on every line.
    pub(crate) fn with_expectation(mut self, opponent: OpponentModel) -> Self {
        if let (Some(estimate), None) = (self.estimate, &self.limit) {
            let expected = f64::from(estimate) / 1000.0;
            let opponent = match opponent {
                OpponentModel::Uniform => "a uniform",
                OpponentModel::Pessimistic => "a pessimistic",
                OpponentModel::Optimistic => "an optimistic",
            };
            self.outcome = Verdict::Expected;
            self.expected = Some(expected);
            self.claim = Some(format!(
                "expected {expected:.3} against {opponent} opponent, where a win is 1 and a loss -1"
            ));
        }
        self
    }

    /// The report on a puzzle that is known to be unsolvable without a search.
    pub(crate) fn unsolvable(question: Question, reason: String) -> Self {
        Report { reason: Some(reason), ..Self::without_search(question, Outcome::Unsolvable) }
    }

    /// The report on a search that a limit ended before it began.
    pub(crate) fn stopped(question: Question, limit: Limit) -> Self {
        let unknown = Outcome::Unknown { limit, lower_bound: 0 };
        Report { lower_bound: None, ..Self::without_search(question, unknown) }
    }

    fn without_search(question: Question, outcome: Outcome<()>) -> Self {
        let (stats, elapsed) = (Stats::default(), std::time::Duration::ZERO);
        Report::new(question, &Answer { outcome, stats, elapsed }, |_| Vec::new())
    }
}
