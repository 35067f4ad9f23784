use std::fmt;

use tesuji_core::{Cost, Value};

use super::Side;

/// What a search found out about a node; it [displays](fmt::Display) as the few characters in a
/// drawing.
///
/// At every node, values of a game are those for the player to move at the root, and the plies of a
/// win or loss count from the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Label {
    /// A value or a bound of it: `win 3`, `≥ draw`, `≤ 12`.
    Worth {
        /// The value.
        value: Value,
        /// Whether it is exact.
        bound: Bound,
    },
    /// Proof and disproof number of the claim that a player wins: `1 / ∞` for the player to move
    /// at the root, `opponent: 1 / ∞` for the other.
    Numbers {
        /// The player whose win is to be proved.
        claimant: Side,
        /// The least number of leaves that must be proved to prove it; `None` if it is disproved.
        proof: Option<u32>,
        /// The least number of leaves that must be disproved to disprove it; `None` if it is
        /// proved.
        disproof: Option<u32>,
    },
    /// The mean of results, in playouts from −1 to 1, with the number of samples: `0.25 (12)`.
    Mean {
        /// The mean.
        mean: f64,
        /// The number of samples; `None` if the mean is exact.
        samples: Option<u32>,
    },
    /// The cost from the root, and the estimate of the cost to a goal: `4 + 2`, or `4` alone.
    Cost {
        /// From the root.
        spent: Cost,
        /// The estimate; `None` without a heuristic, and if no goal can be reached.
        left: Option<Cost>,
    },
}

/// Whether a value is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Bound {
    /// The value.
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

impl Label {
    pub(super) fn exact(value: Value) -> Self {
        Label::Worth { value, bound: Bound::Exact }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Label::Worth { value, bound } => {
                out.write_str(match bound {
                    Bound::Exact => "",
                    Bound::Lower => "≥ ",
                    Bound::Upper => "≤ ",
                })?;
                write_value(value, out)
            }
            Label::Numbers { claimant, proof, disproof } => {
                let written = |number: Option<u32>| {
                    number.map_or_else(|| "∞".to_owned(), |number| number.to_string())
                };
                out.write_str(if claimant == Side::Min { "opponent: " } else { "" })?;
                write!(out, "{} / {}", written(proof), written(disproof))
            }
            Label::Mean { mean, samples } => {
                let sign = if mean <= -0.005 { "−" } else { "" };
                write!(out, "{sign}{:.2}", mean.abs())?;
                samples.map_or(Ok(()), |samples| write!(out, " ({samples})"))
            }
            Label::Cost { spent, left: Some(left) } => write!(out, "{spent} + {left}"),
            Label::Cost { spent, left: None } => write!(out, "{spent}"),
        }
    }
}

fn write_value(value: Value, out: &mut fmt::Formatter) -> fmt::Result {
    match value {
        Value::Win(Some(plies)) => write!(out, "win {plies}"),
        Value::Win(None) => out.write_str("win"),
        Value::Draw => out.write_str("draw"),
        Value::Loss(Some(plies)) => write!(out, "loss {plies}"),
        Value::Loss(None) => out.write_str("loss"),
        Value::Estimate(score) if score < 0 => write!(out, "−{}", score.unsigned_abs()),
        Value::Estimate(score) => write!(out, "{score}"),
    }
}

/// The numbers beside the text of a label, as they are serialized.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum Numbers {
    Worth { value: Outcome, plies: Option<u32>, estimate: Option<i32>, bound: Bound },
    Proof { claimant: Side, proof: Option<u32>, disproof: Option<u32> },
    Mean { mean: f64, samples: Option<u64> },
    Cost { spent: Cost, left: Option<Cost> },
}

/// What a position is worth to the player to move at the root.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum Outcome {
    Win,
    Draw,
    Loss,
    Estimate,
}

/// A label as it is serialized.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Serialized {
    /// The label as it is drawn.
    text: String,
    #[schemars(flatten)]
    numbers: Numbers,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Label {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Label".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Serialized::json_schema(generator)
    }
}

/// As the text to show, with the numbers beside it.
#[cfg(feature = "serde")]
impl serde::Serialize for Label {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &self.to_string())?;
        match self {
            Label::Worth { value, bound } => {
                let (outcome, plies, estimate) = match *value {
                    Value::Win(plies) => ("win", plies, None),
                    Value::Draw => ("draw", None, None),
                    Value::Loss(plies) => ("loss", plies, None),
                    Value::Estimate(score) => ("estimate", None, Some(score)),
                };
                map.serialize_entry("value", outcome)?;
                map.serialize_entry("plies", &plies)?;
                map.serialize_entry("estimate", &estimate)?;
                map.serialize_entry("bound", bound)?;
            }
            Label::Numbers { claimant, proof, disproof } => {
                map.serialize_entry("claimant", claimant)?;
                map.serialize_entry("proof", proof)?;
                map.serialize_entry("disproof", disproof)?;
            }
            Label::Mean { mean, samples } => {
                map.serialize_entry("mean", mean)?;
                map.serialize_entry("samples", samples)?;
            }
            Label::Cost { spent, left } => {
                map.serialize_entry("spent", spent)?;
                map.serialize_entry("left", left)?;
            }
        }
        map.end()
    }
}
