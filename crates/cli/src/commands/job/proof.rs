//! Answers are believed if their certificates prove them.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tesuji::catalogue::{AnyPosition, CatalogueError, GamePosition, Status};
use tesuji::certificate::{Checker, Claim, Length};
use tesuji::core::{Budget, GameResult, Limit};
use tesuji::storage;

use super::{Merged, folder};
use crate::commands::batch::certificate_file;
use crate::output;

impl Merged<'_> {
    /// Checks that the lines of the results are those of these positions, by the numbers of their
    /// lines, and that each certificate proves its answer; writes those that do, if they are wanted.
    /// `open` is to fail for a line that is no position which the search can begin from.
    ///
    /// # Errors
    /// An answer is refused; each such is named on standard error.
    pub(crate) fn check_answers(
        &self,
        positions: &[(u64, String)],
        open: &dyn Fn(&str) -> Result<AnyPosition>,
    ) -> Result<()> {
        let mut refused = Vec::new();
        for ((item, line), (number, text)) in (0..).zip(&self.lines).zip(positions) {
            let part = self.folder.part_of(item);
            let problem = match serde_json::from_str::<Value>(line) {
                Ok(answer) if answer["line"] == *number => match &answer["error"] {
                    Value::Null => self.refusal(&answer, *number, &*open(text)?)?,
                    // All lines were valid when the job was made.
                    _ => {
                        open(text).is_ok().then(|| "it says that the line is not valid".to_owned())
                    }
                },
                _ => Some("it is not the answer to this line".to_owned()),
            };
            if let Some(problem) = problem {
                output::to_stderr!("part {part}, line {number}: the answer is refused: {problem}");
                refused.push(part);
            }
        }
        refused.dedup();
        match &refused[..] {
            [] => Ok(()),
            parts => {
                let (parts, folder) = (super::ranges(parts), self.folder.results());
                bail!(
                    "answers are refused: remove the parts {parts} in {folder:?}, and run them again"
                )
            }
        }
    }

    /// Why an answer to a position is not believed.
    fn refusal(
        &self,
        answer: &Value,
        line: u64,
        position: &dyn GamePosition,
    ) -> Result<Option<String>> {
        let refused = |problem: String| Ok(Some(problem));
        if answer["position"] != position.notation() {
            return refused("it is about another position".to_owned());
        }
        let (Some(folder), Some(claim)) =
            (self.folder.certificates(), answer["certificate"].as_str())
        else {
            return Ok(None);
        };
        let path = certificate_file(&folder, line);
        let bytes = match folder::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => return refused(format!("{error:#}")),
        };
        let budget = Budget::unlimited().nodes(Checker::WORK).stop(self.stop.clone());
        let checked = self.catalogue.verify(&Checker::new().budget(budget), &bytes[..], None);
        if self.stop.is_raised() {
            return Err(CatalogueError::Stopped(Limit::Interrupted).into());
        }
        let header = match checked {
            Ok(checked) => checked.header,
            Err(rejection) => return refused(format!("{path:?} is rejected: {rejection}")),
        };
        let own = position.all_settings();
        // An expectation may be that of a variant of the rules, which has a setting more.
        let is_expected = matches!(header.claim, Claim::Expected { .. })
            && own.iter().all(|(name, value)| header.settings.get(name) == Some(value));
        let is_about = header.game == position.rules_name()
            && (header.settings == own || is_expected)
            && header.position == position.notation();
        if !is_about {
            return refused(format!("{path:?} is about {} {}", header.game, header.position));
        }
        if header.claim.to_string() != claim || !is_answer(header.claim, position, answer) {
            return refused(format!("{path:?} claims: {}", header.claim));
        }
        if let Some(directory) = self.certificates {
            let path = certificate_file(directory, line);
            storage::write(&path, &bytes).with_context(|| format!("cannot write {path:?}"))?;
        }
        Ok(None)
    }
}

/// Whether a claim about a position is what the answer says.
fn is_answer(claim: Claim, position: &dyn GamePosition, answer: &Value) -> bool {
    let outcome = |name: &str| answer["outcome"] == name;
    let optimal = answer["optimal"] == true;
    match claim {
        Claim::Wins { winner, length } => {
            let is_outcome = match position.status() {
                Status::ToMove(player) => outcome(if player == winner { "win" } else { "loss" }),
                Status::Finished(result) => {
                    result == GameResult::Win(winner) && (outcome("win") || outcome("loss"))
                }
                Status::Solved | Status::Unsolved => false,
            };
            is_outcome
                && match length {
                    Length::Any => true,
                    Length::Within(plies) | Length::Exactly(plies) => {
                        answer["length"].is_null() || answer["length"] == plies
                    }
                }
        }
        Claim::Draw => outcome("draw"),
        Claim::Shortest(moves) => {
            let is_cost = position.unit_costs() != Some(true) || answer["cost"] == moves;
            outcome("solved") && answer["length"] == moves && is_cost
        }
        Claim::Cost(cost) => outcome("solved") && answer["cost"] == cost,
        // Where moves do not all cost 1, there may be no proof that a solution is cheapest.
        Claim::AtMost(cost) => {
            let is_proved = !optimal || position.unit_costs() == Some(false);
            outcome("solved") && answer["cost"] == cost && is_proved
        }
        Claim::AtLeast(cost) => outcome("unknown") && answer["lower_bound"] == cost,
        Claim::Unsolvable => outcome("unsolvable"),
        Claim::NimValue(value) => outcome(if value == 0 { "loss" } else { "win" }),
        Claim::Expected { least, most, .. } => {
            let between = |expected: f64| {
                let bounds = [least, most].map(|bound| bound as f64 / 1e9);
                (bounds[0] - 1e-6..=bounds[1] + 1e-6).contains(&expected)
            };
            outcome("solved") && answer["expected"].as_f64().is_some_and(between)
        }
        Claim::Holds { .. }
        | Claim::SemiStrong { .. }
        | Claim::NimValues(_)
        | Claim::Period { .. }
        | Claim::Reachable { .. }
        | Claim::Distances { .. } => false,
    }
}
