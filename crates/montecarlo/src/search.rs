use tesuji_core::{
    Game, GameSolver, Judgement, Meter, NodeEvent, ObservableGameSolver, Observer, Unobserved,
};

use crate::Analyse;
use crate::adjudicator::{Adjudicator, AtTheEnd, Hinted};
use crate::findings::Findings;
use crate::graph::Supply;
use crate::policy::{Biased, Grave, PnMcts, Policy, Puct, Rave, Ucb};
use crate::positions::Recognition;
use crate::simulation::Simulator;
use crate::tree::SearchTree;

/// Monte-Carlo tree search with one thread: each simulation follows a [selection
/// rule](crate::Policy) through the tree, adds one position, and continues with a random playout to
/// the end of the game.
///
/// Proved results are backed up, and end the search when they reach the root (Winands, Björnsson &
/// Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008), unless
/// [`proves`](Self::proves) is turned off. A search that runs out of memory continues without
/// adding positions.
///
/// Limits are checked after each simulation, which takes at most
/// [`Game::max_playout_plies`] nodes and those of its way through the tree.
///
/// Each position takes 16 bytes or slightly more per move, with [`Grave`] also 8 per move code. The
/// same seed gives the same search.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Wdl};
/// use tesuji_montecarlo::{Analyse, MonteCarlo};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let board = game.parse_state("XX./OO./...")?;
/// let findings = MonteCarlo::uct().playouts(1_000).analyse(&game, &board);
/// let best = findings.best().expect("a free cell");
/// assert_eq!(game.move_text(&board, best), "c3");
/// assert_eq!(findings.moves[0].proved, Some(Wdl::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MonteCarlo<P, S = AtTheEnd> {
    pub(crate) policy: P,
    pub(crate) adjudicator: S,
    recognition: Recognition,
    pub(crate) playouts: u64,
    pub(crate) seed: u64,
    pub(crate) proves: bool,
    pub(crate) memory: usize,
}

/// Each move is tried once before any is tried twice.
///
/// On Breakthrough 8x8 at 1,000 simulations, in 800 games each (`-p tesuji-benches --example
/// matches 8x8 1000 400 uct,0.6 uct,0.4` and so on), 0.4 came out at −51 Elo (−77 to −25) against
/// 0.6, 0.5 at −16 (−40 to +9), 0.7 at +3 (−21 to +28) and 0.8 at +10 (−14 to +34).
const UCB: Ucb = Ucb { exploration: 0.6, first_play: f32::INFINITY };

impl MonteCarlo<Ucb> {
    /// [`Ucb`], each move tried once before any is tried twice.
    #[must_use]
    pub fn uct() -> Self {
        Self::with(UCB)
    }
}

impl MonteCarlo<Rave> {
    /// [`Rave`].
    #[must_use]
    pub fn rave() -> Self {
        Self::with(Rave { bias: 1e-3, exploration: 0.0 })
    }
}

/// On Breakthrough 8x8 at 1,000 simulations it came out at +59 Elo (+34 to +84) against [`UCB`] in
/// 800 games (`matches 8x8 1000 400 uct,0.6 grave,0.001,100`, as above). Against it, other biases
/// came out at −14 (−38 to +10; 0.0003) and −23 (−47 to 0; 0.003) in 800 games and −10 (−45 to
/// +24; 0.01) in 400, references of 50 and 200 at −23 (−57 to +11) and −17 (−54 to +19) in 400.
const GRAVE: Grave = Grave { bias: 1e-3, reference: 100 };

impl MonteCarlo<Grave> {
    /// [`Grave`].
    #[must_use]
    pub fn grave() -> Self {
        Self::with(GRAVE)
    }
}

impl MonteCarlo<PnMcts> {
    /// [`PnMcts`].
    #[must_use]
    pub fn pn_mcts() -> Self {
        Self::with(PnMcts { ucb: UCB, weight: 1.0 })
    }
}

impl<R> MonteCarlo<Puct<R>> {
    /// [`Puct`] with these priors.
    #[must_use]
    pub fn puct(priors: R) -> Self {
        Self::with(Puct { priors, exploration: 1.5, first_play: 0.0 })
    }
}

impl<E> MonteCarlo<Biased<E>> {
    /// [`Ucb`] with progressive bias by an evaluator, whose scores of 0 to `scale` matter most.
    #[must_use]
    pub fn biased(evaluator: E, scale: f32) -> Self {
        Self::with(Biased { ucb: UCB, evaluator, scale, weight: 5.0 })
    }
}

impl<P> MonteCarlo<P> {
    /// A search with this rule, 10,000 simulations, at most 512 MiB, and seed 0.
    #[must_use]
    pub fn with(policy: P) -> Self {
        let (playouts, memory) = (10_000, 1 << 29);
        MonteCarlo {
            policy,
            adjudicator: AtTheEnd,
            recognition: Recognition::ByPath,
            playouts,
            seed: 0,
            proves: true,
            memory,
        }
    }
}

impl<P, S> MonteCarlo<P, S> {
    /// Changes the constants of the selection rule.
    ///
    /// # Example
    /// ```
    /// use tesuji_montecarlo::MonteCarlo;
    ///
    /// let search = MonteCarlo::uct().adjust(|ucb| ucb.exploration = 0.4);
    /// # let _ = search;
    /// ```
    #[must_use]
    pub fn adjust(mut self, change: impl FnOnce(&mut P)) -> Self {
        change(&mut self.policy);
        self
    }

    /// Sets the maximum number of simulations.
    #[must_use]
    pub fn playouts(mut self, playouts: u64) -> Self {
        self.playouts = playouts;
        self
    }

    /// Sets the seed of the random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Whether to back up proved results (MCTS solver), or to treat the end of a game as a playout
    /// result.
    #[must_use]
    pub fn proves(mut self, proves: bool) -> Self {
        self.proves = proves;
        self
    }

    /// Sets the maximum memory of the positions in bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Paths that lead to the same position share its statistics, as in a transposition table.
    #[must_use]
    pub fn by_key(self) -> Self {
        self.recognition(Recognition::ByKey)
    }

    /// The same, comparing whole positions where keys are equal.
    #[must_use]
    pub fn by_state(self) -> Self {
        self.recognition(Recognition::ByState)
    }

    /// Sets the treatment of transpositions; [`Recognition::ByPath`] by default.
    #[must_use]
    pub fn recognition(mut self, recognition: Recognition) -> Self {
        self.recognition = recognition;
        self
    }

    /// Adjudicates games by the static bounds of these hints, before they are over. A
    /// simulation that reaches an adjudicated position needs no playout, and the result counts as
    /// proved.
    #[must_use]
    pub fn hints<H>(self, hints: H) -> MonteCarlo<P, Hinted<H>> {
        self.adjudicator(Hinted(hints))
    }

    /// Adjudicates games before they are over, as [`hints`](Self::hints) does, by any rule.
    #[must_use]
    pub fn adjudicator<T>(self, adjudicator: T) -> MonteCarlo<P, T> {
        let MonteCarlo { policy, recognition, playouts, seed, proves, memory, .. } = self;
        MonteCarlo { policy, adjudicator, recognition, playouts, seed, proves, memory }
    }

    /// A tree with only the position at its root, which takes at most this number of bytes (and at
    /// most the search's own limit).
    pub fn plant<G>(&self, state: &G::State, bytes: usize) -> SearchTree<G, P>
    where
        G: Game,
        P: Policy<G>,
    {
        SearchTree::new(state, self.recognition, self.memory.min(bytes))
    }

    /// Adds the search's number of simulations to the tree, unless a limit is reached or the root
    /// is proved first.
    pub fn grow<G>(&self, game: &G, tree: &mut SearchTree<G, P>, meter: &mut Meter)
    where
        G: Game,
        P: Policy<G>,
        S: Adjudicator<G>,
    {
        self.grow_by(self.playouts, game, tree, (Unobserved, ()), meter);
    }

    /// The same for this number of simulations, with an observer and its handle to the root. Returns
    /// whether more may be of use.
    pub(crate) fn grow_by<G, O>(
        &self,
        playouts: u64,
        game: &G,
        tree: &mut SearchTree<G, P>,
        (observer, root): (O, O::Node),
        meter: &mut Meter,
    ) -> bool
    where
        G: Game,
        P: Policy<G>,
        S: Adjudicator<G>,
        O: Observer<G>,
    {
        if !tree.open(game, &self.policy) {
            return false;
        }
        observer.note(root, NodeEvent::Expanded);
        let seed = tree.next_seed(self.seed);
        let (graph, supply, observed) = (&tree.graph, Supply::alone(), (observer, root));
        let start = &tree.state;
        let mut simulator = Simulator::new(self, game, start, graph, supply, seed, observed);
        let mut simulations = (0..playouts).map(|_| simulator.simulate::<false>(meter));
        let end = simulations.find(|end| !matches!(end, Ok(false)));
        let is_open = end.is_none();
        tree.limit = end.and_then(Result::err);
        is_open
    }
}

impl<G, P, S> Analyse<G> for MonteCarlo<P, S>
where
    G: Game,
    P: Policy<G>,
    S: Adjudicator<G>,
{
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move> {
        let mut tree = self.plant(state, meter.bytes_left());
        self.grow(game, &mut tree, meter);
        tree.charge(meter);
        tree.findings(game)
    }
}

impl<G, P, S> GameSolver<G> for MonteCarlo<P, S>
where
    G: Game,
    P: Policy<G>,
    S: Adjudicator<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.analyse_within(game, state, meter).judgement()
    }
}

impl<G, P, S> ObservableGameSolver<G> for MonteCarlo<P, S>
where
    G: Game,
    P: Policy<G>,
    S: Adjudicator<G>,
{
    /// The observer receives the moves of a simulation up to the last position of the tree and the
    /// next one, not the playout.
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        let mut tree = self.plant(state, meter.bytes_left());
        self.grow_by(self.playouts, game, &mut tree, (observer, root), meter);
        tree.charge(meter);
        let judgement = tree.findings(game).judgement();
        observer.note(root, NodeEvent::exactly(game.to_move(state), judgement.value));
        if game.result(state).is_some() {
            observer.note(root, NodeEvent::Finished);
        }
        judgement
    }
}
