//! What is seen of a position before the search goes into it.

use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, Hashed, Limit, Score};
use tesuji_zobrist::{Bound, Transpositions};

use super::{Candidate, Entry, Run};
use crate::score::{INFINITE, at_ply, is_loss, is_win};
use crate::{Hints, Outlook};

/// What hints tell of a position at sight, and how it is to be searched.
pub(super) struct Sight<N> {
    pub(super) notes: N,
    /// Scores for its player to move, counted from the root.
    pub(super) worst: Score,
    pub(super) most: Score,
    /// Plies from the root.
    pub(super) ply: u32,
    pub(super) depth: u32,
    /// Its key, where that was worked out.
    pub(super) key: Option<u64>,
}

impl<N> Sight<N> {
    #[inline(always)]
    fn new((outlook, notes): (Outlook, N), ply: u32, depth: u32) -> Self {
        let (worst, most) = outlook.at_ply(ply);
        Sight { notes, worst, most, ply, depth, key: None }
    }
}

/// A child; or, where the moves after it are forced, the first position with a choice.
pub(super) struct Prospect<S, N> {
    pub(super) state: S,
    pub(super) sight: Sight<N>,
    /// Whether the player to move there is the one who is to move in the parent.
    pub(super) same: bool,
}

impl<S, N> Prospect<S, N> {
    /// Between which scores it is, for the parent's player.
    #[inline(always)]
    fn range(&self) -> (Score, Score) {
        let Sight { worst, most, .. } = self.sight;
        if self.same { (worst, most) } else { (-most, -worst) }
    }
}

/// The best of the children so far.
pub(super) struct Found {
    pub(super) best: Score,
    /// Which of the candidates it is.
    pub(super) choice: Option<u16>,
    /// What the others have to beat.
    pub(super) low: Score,
}

impl Found {
    /// Takes note of a child's score.
    #[inline(always)]
    pub(super) fn note(&mut self, score: Score, choice: u16) {
        if score > self.best {
            self.best = score;
            self.choice = Some(choice);
            self.low = self.low.max(score);
        }
    }

    /// Takes note that a child's score is between two, and says whether it needs to be searched.
    #[inline(always)]
    fn narrow(&mut self, (least, most): (Score, Score), choice: u16) -> bool {
        self.note(least, choice);
        if most > self.low {
            return true;
        }
        self.best = self.best.max(most);
        false
    }
}

impl<G, E, H, T> Run<'_, '_, G, E, H, T>
where
    G: Game + Hashed,
    E: Evaluator<G>,
    H: Hints<G>,
    T: Transpositions<G::State, Entry>,
{
    /// What can be seen of a position.
    #[inline(always)]
    pub(super) fn see(&self, state: &G::State, ply: u32, depth: u32) -> Sight<H::Notes> {
        Sight::new(self.hints.study(self.game, state), ply, depth)
    }

    /// The child after `mv`, or where the moves that are forced after it lead; `depth` is the parent's,
    /// and `notes` are those of the parent, if it is unsettled.
    #[inline(always)]
    pub(super) fn prospect(
        &mut self,
        state: &G::State,
        notes: Option<&H::Notes>,
        mv: G::Move,
        ply: u32,
        depth: u32,
    ) -> ControlFlow<Limit, Prospect<G::State, H::Notes>> {
        self.tally.generate(1, self.meter)?;
        let (game, hints) = (self.game, self.hints);
        let mut child = game.successor(state, mv);
        let mut same = self.same_player(state, &child);
        let told = match notes {
            Some(notes) => hints.study_after(game, notes, mv, &child),
            None => hints.study(game, &child),
        };
        let mut sight = Sight::new(told, ply + 1, depth - 1);
        while sight.depth > 0
            && sight.worst < sight.most
            && let Some(mv) = hints.forced_move(game, &child, &sight.notes)
        {
            self.tally.generate(1, self.meter)?;
            let next = game.successor(&child, mv);
            same = same == self.same_player(&child, &next);
            let told = hints.study_after(game, &sight.notes, mv, &next);
            sight = Sight::new(told, sight.ply + 1, sight.depth - 1);
            child = next;
        }
        ControlFlow::Continue(Prospect { state: child, sight, same })
    }

    /// Looks at all children before the first is entered: what hints tell of them, and what the table
    /// knows (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting Graph Properties of Game Trees",
    /// AAAI 1996). Candidates that this settles are struck from the list; none of the others is
    /// needed once `found` reaches `high`.
    pub(super) fn look_ahead(
        &mut self,
        state: &G::State,
        sight: &Sight<H::Notes>,
        first: usize,
        high: Score,
        found: &mut Found,
    ) -> ControlFlow<Limit> {
        let &Sight { ref notes, ply, depth, .. } = sight;
        let seen = self.prospects.len();
        let mut kept = first;
        for index in first..self.candidates.len() {
            let candidate = self.candidates[index];
            let mut prospect = self.prospect(state, Some(notes), candidate.mv, ply, depth)?;
            if found.narrow(prospect.range(), candidate.choice()) {
                // All entries are asked for before the first is waited for.
                let key = self.hints.key(self.game, &prospect.state);
                self.table.prefetch(key);
                prospect.sight.key = Some(key);
                let number = (self.prospects.len() - seen) as u32;
                self.prospects.push(Some(prospect));
                self.candidates[kept] = Candidate { prospect: number, ..candidate };
                kept += 1;
            }
            if found.low >= high {
                break;
            }
        }
        self.candidates.truncate(kept);
        let mut left = first;
        for index in first..kept {
            if found.low >= high {
                break;
            }
            let candidate = self.candidates[index];
            let known = self.known(seen + candidate.prospect as usize, found.low);
            if found.narrow(known, candidate.choice()) {
                self.candidates[left] = candidate;
                left += 1;
            }
        }
        self.candidates.truncate(left);
        ControlFlow::Continue(())
    }

    /// The least that a prospect is worth to the parent's player, as far as hints and the table know.
    pub(super) fn at_least(
        &mut self,
        mut prospect: Prospect<G::State, H::Notes>,
        low: Score,
    ) -> Score {
        let (at_sight, _) = prospect.range();
        prospect.sight.key = Some(self.hints.key(self.game, &prospect.state));
        let number = self.prospects.len();
        self.prospects.push(Some(prospect));
        let (known, _) = self.known(number, low);
        self.prospects.pop();
        at_sight.max(known)
    }

    /// Between which scores the table says a prospect is, for the parent's player.
    #[inline(always)]
    fn known(&mut self, prospect: usize, low: Score) -> (Score, Score) {
        const NOTHING: (Score, Score) = (-INFINITE, INFINITE);
        let Some(Prospect { state, sight, same }) = &self.prospects[prospect] else {
            return NOTHING;
        };
        let Some(key) = sight.key else { return NOTHING };
        let Some(entry) = self.table.probe(key, state) else { return NOTHING };
        let score = at_ply(entry.score, sight.ply);
        let is_deep = entry.depth >= Entry::depth(sight.depth);
        let to_the_end = entry.depth == Entry::TO_THE_END;
        // A win is a win whatever the depth, and a loss a loss; that there is none sooner, or later, holds
        // to the depth only.
        let (mut least, mut least_holds) = (-INFINITE, true);
        if entry.bound != Bound::Upper && (is_deep || is_win(score)) {
            (least, least_holds) = (score, to_the_end || is_win(score));
        }
        let (mut most, mut most_holds) = (INFINITE, true);
        if entry.bound != Bound::Lower && (is_deep || is_loss(score)) {
            (most, most_holds) = (score, to_the_end || is_loss(score));
        }
        if !same {
            (least, most) = (-most, -least);
            (least_holds, most_holds) = (most_holds, least_holds);
        }
        if least > low && !least_holds || most <= low && !most_holds {
            self.estimates += 1;
        }
        (least, most)
    }
}
