use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tesuji_core::{Game, quoted};

/// One of the replies that an opponent may choose.
#[derive(Clone, Copy, Debug)]
pub struct Reply<M> {
    /// The move.
    pub mv: M,
    /// What the position after it is worth to the player for whom the search is made; 0 where
    /// the model does not [look at values](ReplyWeights::SEES_VALUES).
    pub value: f64,
    /// How likely it is, in any unit.
    pub weight: f64,
}

/// What the opponent is taken to do: a probability for each reply.
pub trait ReplyWeights<G: Game> {
    /// Whether the weights depend on what the replies are worth. If not, a search can leave
    /// out replies that cannot matter any more.
    const SEES_VALUES: bool;

    /// Sets the weights of the replies in `state`, which are all 1: none below 0 and not all 0.
    fn weigh(&self, game: &G, state: &G::State, replies: &mut [Reply<G::Move>]);
}

/// Every reply is as likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> ReplyWeights<G> for Uniform {
    const SEES_VALUES: bool = false;

    fn weigh(&self, _: &G, _: &G::State, _: &mut [Reply<G::Move>]) {}
}

/// The pessimist's view: the worse a reply is for us, the likelier. A reply worth `v` has weight
/// exp(−v / temperature). The colder, the closer to minimax; the hotter, the closer to
/// [`Uniform`].
#[derive(Clone, Copy, Debug)]
pub struct SoftMin {
    /// Above 0, in the unit of the payoffs.
    pub temperature: f64,
}

impl<G: Game> ReplyWeights<G> for SoftMin {
    const SEES_VALUES: bool = true;

    fn weigh(&self, _: &G, _: &G::State, replies: &mut [Reply<G::Move>]) {
        soften(replies, -1.0 / self.temperature);
    }
}

/// The optimist's view: the better a reply is for us, the likelier. A reply worth `v` has weight
/// exp(v / temperature).
#[derive(Clone, Copy, Debug)]
pub struct SoftMax {
    /// Above 0, in the unit of the payoffs.
    pub temperature: f64,
}

impl<G: Game> ReplyWeights<G> for SoftMax {
    const SEES_VALUES: bool = true;

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
    /// Gives each reply its weight.
    pub F,
);

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> f64> ReplyWeights<G> for Weights<F> {
    const SEES_VALUES: bool = false;

    fn weigh(&self, game: &G, state: &G::State, replies: &mut [Reply<G::Move>]) {
        for reply in replies {
            reply.weight = (self.0)(game, state, reply.mv);
        }
    }
}

/// A model of the opponent by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpponentModel {
    /// [`Uniform`]: any reply, all as likely.
    #[default]
    Uniform,
    /// [`SoftMin`]: rather what is bad for us.
    Pessimistic,
    /// [`SoftMax`]: rather what is good for us.
    Optimistic,
}

impl OpponentModel {
    /// The models there are.
    const ALL: [Self; 3] = [Self::Uniform, Self::Pessimistic, Self::Optimistic];

    /// The name it is called by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OpponentModel::Uniform => "uniform",
            OpponentModel::Pessimistic => "pessimistic",
            OpponentModel::Optimistic => "optimistic",
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

/// There is no model of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownModel(String);

impl fmt::Display for UnknownModel {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = OpponentModel::ALL.map(OpponentModel::name).join(", ");
        write!(out, "there is no model {} of an opponent; there are {names}", quoted(&self.0))
    }
}

impl Error for UnknownModel {}
