use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tesuji_core::{Game, quoted};

/// A reply that the opponent may choose.
#[derive(Clone, Copy, Debug)]
pub struct Reply<M> {
    /// The move.
    pub mv: M,
    /// The value of the position after it for the player at the root; 0 if the model does not [use
    /// values](ReplyWeights::sees_values).
    pub value: f64,
    /// Its weight: proportional to its probability.
    pub weight: f64,
}

/// An opponent model: a probability for each reply.
pub trait ReplyWeights<G: Game> {
    /// Whether the weights depend on the values of the replies. If not, a search can prune replies.
    fn sees_values(&self) -> bool;

    /// Sets the weights of the replies in `state`, initially all 1. Weights are at least 0, and not
    /// all 0.
    fn weigh(&self, game: &G, state: &G::State, replies: &mut [Reply<G::Move>]);
}

/// All replies are equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> ReplyWeights<G> for Uniform {
    fn sees_values(&self) -> bool {
        false
    }

    fn weigh(&self, _: &G, _: &G::State, _: &mut [Reply<G::Move>]) {}
}

/// The pessimistic model: replies that are worse for us are more likely. A reply of value `v` has
/// weight exp(−v / temperature). Low temperatures approach minimax, high ones [`Uniform`].
#[derive(Clone, Copy, Debug)]
pub struct SoftMin {
    /// The temperature, above 0, in the unit of the payoffs.
    pub temperature: f64,
}

impl<G: Game> ReplyWeights<G> for SoftMin {
    fn sees_values(&self) -> bool {
        true
    }

    fn weigh(&self, _: &G, _: &G::State, replies: &mut [Reply<G::Move>]) {
        soften(replies, -1.0 / self.temperature);
    }
}

/// The optimistic model: replies that are better for us are more likely. A reply of value `v` has
/// weight exp(v / temperature).
#[derive(Clone, Copy, Debug)]
pub struct SoftMax {
    /// The temperature, above 0, in the unit of the payoffs.
    pub temperature: f64,
}

impl<G: Game> ReplyWeights<G> for SoftMax {
    fn sees_values(&self) -> bool {
        true
    }

    fn weigh(&self, _: &G, _: &G::State, replies: &mut [Reply<G::Move>]) {
        soften(replies, 1.0 / self.temperature);
    }
}

/// Weights exp(factor · v), scaled so that the largest is 1 and none overflows, however large the
/// factor.
fn soften<M>(replies: &mut [Reply<M>], factor: f64) {
    let better = |a: f64, b: f64| if factor < 0.0 { a.min(b) } else { a.max(b) };
    let Some(likeliest) = replies.iter().map(|reply| reply.value).reduce(better) else { return };
    for reply in replies {
        let behind = reply.value - likeliest;
        reply.weight = if behind == 0.0 { 1.0 } else { (factor * behind).exp() };
    }
}

/// Weights by a function of the game, the state and the move.
#[derive(Clone, Copy, Debug)]
pub struct Weights<F>(
    /// The function: it returns the weight of a reply.
    pub F,
);

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> f64> ReplyWeights<G> for Weights<F> {
    fn sees_values(&self) -> bool {
        false
    }

    fn weigh(&self, game: &G, state: &G::State, replies: &mut [Reply<G::Move>]) {
        for reply in replies {
            reply.weight = (self.0)(game, state, reply.mv);
        }
    }
}

/// A model of the opponent by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpponentModel {
    /// [`Uniform`]: all replies are equally likely.
    #[default]
    Uniform,
    /// [`SoftMin`]: replies that are bad for us are more likely.
    Pessimistic,
    /// [`SoftMax`]: replies that are good for us are more likely.
    Optimistic,
}

impl OpponentModel {
    /// All models.
    const ALL: [Self; 3] = [Self::Uniform, Self::Pessimistic, Self::Optimistic];

    /// The name of the model.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OpponentModel::Uniform => "uniform",
            OpponentModel::Pessimistic => "pessimistic",
            OpponentModel::Optimistic => "optimistic",
        }
    }
}

/// A model that is chosen at run time, with the temperature of those that have one.
#[derive(Clone, Copy, Debug)]
pub struct Modelled {
    /// The model.
    pub model: OpponentModel,
    /// The temperature, above 0, in the unit of the payoffs.
    pub temperature: f64,
}

impl<G: Game> ReplyWeights<G> for Modelled {
    fn sees_values(&self) -> bool {
        self.model != OpponentModel::Uniform
    }

    fn weigh(&self, game: &G, state: &G::State, replies: &mut [Reply<G::Move>]) {
        let &Modelled { model, temperature } = self;
        match model {
            OpponentModel::Uniform => Uniform.weigh(game, state, replies),
            OpponentModel::Pessimistic => SoftMin { temperature }.weigh(game, state, replies),
            OpponentModel::Optimistic => SoftMax { temperature }.weigh(game, state, replies),
        }
    }
}

impl FromStr for OpponentModel {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Self, UnknownModel> {
        let found = Self::ALL.into_iter().find(|model| model.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownModel(text.to_owned()))
    }
}

/// The error for an unknown name of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownModel(String);

impl fmt::Display for UnknownModel {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = OpponentModel::ALL.map(OpponentModel::name).join(", ");
        write!(out, "{} is not an opponent model; the models are {names}", quoted(&self.0))
    }
}

impl Error for UnknownModel {}
