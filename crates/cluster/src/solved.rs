//! Shards that solve a game: retrograde analysis in waves (Ströhlein 1970; Thompson, "Retrograde
//! Analysis of Certain Endgames", ICCA Journal 9, 1986).
//!
//! After the breadth-first search every worker has its positions. Then it sends their moves to the
//! owners of their successors, and after that positions are decided by waves, as many plies from
//! the end as the number of the wave. Each decided position is announced to the owners of those
//! that lead to it. A position is won when a move to a win of its player is announced, and lost
//! when all its moves have been announced and none is. At last, process 0 gets all values.
//!
//! A checkpoint of the waves has the positions with what is known of each, and not their
//! predecessors: each position without a value sends its moves once more, to any number of workers.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tesuji_core::hash::mix;
use tesuji_core::{Game, Limit, Meter, Player, Wdl};
use tesuji_storage::container::Writer;

use crate::checkpoints::invalid;
use crate::hashed::HashedShard;
use crate::shard::{Outbox, Shard, Work};

/// The values of positions for their players to move, with the plies to the win or loss.
pub(crate) type Values<S> = Vec<(S, Wdl, u32)>;

/// What a shard does, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The breadth-first search.
    Search,
    /// A checkpoint of the waves was loaded.
    Resumed,
    /// The owners of positions receive the predecessors.
    Edges,
    /// Positions are decided.
    Waves,
    /// The first worker gets all values.
    Gather,
}

/// A move to a position that the worker owns.
struct Edge {
    /// The index of the next move to it, or [`NONE`].
    next: u32,
    /// The worker that owns the position before the move, and its number there.
    worker: u32,
    parent: u32,
}

const NONE: u32 = u32::MAX;

pub(crate) struct SolvedShard<G: Game> {
    search: HashedShard<G>,
    /// The place of the values, at the end.
    values: Arc<Mutex<Values<G::State>>>,
    stage: Stage,
    /// The next position, or the next of the wave.
    next: u32,
    edges: Vec<Edge>,
    /// For each position: the first move to it.
    first: Vec<u32>,
    /// For each position that is not decided: the moves whose results are not yet known; for the
    /// others [`TO_ANNOUNCE`] or [`ANNOUNCED`].
    open: Vec<u32>,
    /// For each position: 0, `2p + 1` for a loss in `p` plies, `2p + 2` for a win.
    codes: Vec<u32>,
    /// The positions that were decided last, and those that are decided meanwhile.
    wave: Vec<u32>,
    coming: Vec<u32>,
    /// The plies to the end of those that are decided meanwhile; not 0 in the waves.
    plies: u32,
    /// Whether the wave is that of a checkpoint, which is to be completed.
    is_resumed: bool,
}

const TO_ANNOUNCE: u32 = 1;
const ANNOUNCED: u32 = 0;

/// The labels of the blocks of a checkpoint of the waves: the plies, and the positions, each with
/// its code and its number of open moves.
const PLIES: &[u8] = b"plies";
const POSITIONS_SO_FAR: &[u8] = b"positions";

/// How many positions are treated at a time.
const POSITIONS: u32 = 64;

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*chunk)
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes)?))
}

impl<G: Game<State: Send> + Send + Sync + 'static> SolvedShard<G> {
    /// A shard that solves what `search` finds, and puts the values at the end where `values` are, in
    /// place of those of a run that was not complete.
    pub(crate) fn new(search: HashedShard<G>, values: Arc<Mutex<Values<G::State>>>) -> Self {
        let is_first = search.index() == 0;
        let shard = SolvedShard {
            search,
            values,
            stage: Stage::Search,
            next: 0,
            edges: Vec::new(),
            first: Vec::new(),
            open: Vec::new(),
            codes: Vec::new(),
            wave: Vec::new(),
            coming: Vec::new(),
            plies: 0,
            is_resumed: false,
        };
        if is_first {
            shard.locked().clear();
        }
        shard
    }

    fn add_edge(
        &mut self,
        child: u32,
        (worker, parent): (u32, u32),
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        if self.is_resumed && self.is_announced(child) {
            return Ok(());
        }
        let index = u32::try_from(self.edges.len()).ok().filter(|&index| index != NONE);
        let index = index.ok_or(Limit::Memory)?;
        meter.make_room(&mut self.edges)?;
        let next = std::mem::replace(&mut self.first[child as usize], index);
        self.edges.push(Edge { next, worker, parent });
        Ok(())
    }

    fn is_announced(&self, number: u32) -> bool {
        self.codes[number as usize] != 0 && self.open[number as usize] == ANNOUNCED
    }

    /// Sends the moves of a position to the owners of their successors.
    fn link(
        &mut self,
        game: &G,
        parent: u32,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        if self.codes[parent as usize] != 0 {
            return Ok(());
        }
        let state = self.search.state(parent).clone();
        if let Some(result) = game.result(&state) {
            return self.decide(parent, result.seen_by(game.to_move(&state)), meter);
        }
        let mut moves = 0;
        let visited = game.visit_moves(&state, |mv| {
            let successor = game.successor(&state, mv);
            let owner = self.search.owner(mix(&successor));
            moves += 1;
            if owner != self.search.index() {
                work.sent += 1;
                let out = outbox.to(owner);
                // There are no more workers than that.
                out.extend((self.search.index() as u32).to_le_bytes());
                out.extend(parent.to_le_bytes());
                game.pack(&successor, out);
                outbox.check(owner);
                return ControlFlow::Continue(());
            }
            let own = (owner as u32, parent);
            let child = self.search.find(&successor).expect("the search has found it");
            match self.add_edge(child, own, meter) {
                Ok(()) => ControlFlow::Continue(()),
                Err(limit) => ControlFlow::Break(limit),
            }
        });
        if let ControlFlow::Break(limit) = visited {
            return Err(limit);
        }
        if !self.is_resumed {
            self.open[parent as usize] = moves;
            work.generated += u64::from(moves);
        }
        Ok(())
    }

    /// Announces a position of the wave.
    fn announce(
        &mut self,
        game: &G,
        place: u32,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let child = self.wave[place as usize];
        self.open[child as usize] = ANNOUNCED;
        let mover = game.to_move(self.search.state(child));
        let wins = wdl(self.codes[child as usize]) == Wdl::Win;
        let winner = if wins { mover } else { mover.other() };
        let mut edge = self.first[child as usize];
        while let Some(&Edge { next, worker, parent }) = self.edges.get(edge as usize) {
            edge = next;
            let owner = worker as usize;
            if owner == self.search.index() {
                self.learn(game, parent, winner, meter)?;
            } else {
                work.sent += 1;
                let out = outbox.to(owner);
                out.extend(parent.to_le_bytes());
                out.push(u8::from(winner == Player::First));
                outbox.check(owner);
            }
        }
        Ok(())
    }

    /// Takes note that a move from a position leads to one that `winner` wins.
    fn learn(
        &mut self,
        game: &G,
        parent: u32,
        winner: Player,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let place = parent as usize;
        if self.codes[place] != 0 {
            return Ok(());
        }
        if game.to_move(self.search.state(parent)) == winner {
            return self.decide(parent, Wdl::Win, meter);
        }
        // What is announced more often than there are moves is no news.
        self.open[place] = self.open[place].saturating_sub(1);
        if self.open[place] == 0 { self.decide(parent, Wdl::Loss, meter) } else { Ok(()) }
    }

    fn decide(&mut self, number: u32, wdl: Wdl, meter: &mut Meter) -> Result<(), Limit> {
        let code = match wdl {
            Wdl::Draw => return Ok(()),
            Wdl::Loss => 2 * self.plies + 1,
            Wdl::Win => 2 * self.plies + 2,
        };
        self.codes[number as usize] = code;
        self.open[number as usize] = TO_ANNOUNCE;
        meter.make_room(&mut self.coming)?;
        self.coming.push(number);
        Ok(())
    }

    /// Takes what a checkpoint knows of the position that was loaded last; `None` if it makes no
    /// sense.
    fn resume(&mut self, code: u32, open: u32, meter: &mut Meter) -> Result<Option<()>, Limit> {
        for (values, value) in [(&mut self.codes, code), (&mut self.open, open)] {
            meter.make_room(values)?;
            values.push(value);
        }
        let coming = match (wdl(code), open) {
            (Wdl::Draw, _) | (_, ANNOUNCED) => return Ok(Some(())),
            (_, TO_ANNOUNCE) if plies(code) == self.plies => &mut self.coming,
            (_, TO_ANNOUNCE) if plies(code) + 1 == self.plies => &mut self.wave,
            _ => return Ok(None),
        };
        meter.make_room(coming)?;
        coming.push(self.search.len() - 1);
        Ok(Some(()))
    }

    /// The positions that are to be announced.
    fn left(&self) -> u64 {
        (self.wave.len() + self.coming.len()) as u64
    }

    /// Sends the value of a position to the first worker.
    fn gather(
        &self,
        number: u32,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let (state, code) = (self.search.state(number), self.codes[number as usize]);
        if self.search.index() == 0 {
            return self.keep(state.clone(), code, meter);
        }
        work.sent += 1;
        let out = outbox.to(0);
        self.search.pack(state, out);
        out.extend(code.to_le_bytes());
        outbox.check(0);
        Ok(())
    }

    fn keep(&self, state: G::State, code: u32, meter: &mut Meter) -> Result<(), Limit> {
        let mut values = self.locked();
        meter.make_room(&mut values)?;
        values.push((state, wdl(code), plies(code)));
        Ok(())
    }

    fn locked(&self) -> MutexGuard<'_, Values<G::State>> {
        // A thread that panics ends the whole computation.
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a message of the stage; `None` if it makes no sense.
    fn read(
        &mut self,
        game: &G,
        bytes: &mut &[u8],
        meter: &mut Meter,
    ) -> Option<Result<(), Limit>> {
        match self.stage {
            Stage::Search | Stage::Resumed => None,
            Stage::Edges => {
                let worker = number(bytes).filter(|&one| (one as usize) < self.search.workers())?;
                let from = (worker, number(bytes)?);
                let child = self.search.find(&game.unpack(bytes)?)?;
                Some(self.add_edge(child, from, meter))
            }
            Stage::Waves => {
                let parent = number(bytes).filter(|&parent| parent < self.search.len())?;
                let [is_first] = take(bytes)?;
                let winner = if is_first == 1 { Player::First } else { Player::Second };
                Some(self.learn(game, parent, winner, meter))
            }
            Stage::Gather => {
                let state = game.unpack(bytes)?;
                Some(self.keep(state, number(bytes)?, meter))
            }
        }
    }
}

fn wdl(code: u32) -> Wdl {
    match code {
        0 => Wdl::Draw,
        code if code % 2 == 1 => Wdl::Loss,
        _ => Wdl::Win,
    }
}

fn plies(code: u32) -> u32 {
    code.saturating_sub(1) / 2
}

fn bytes<T>(vec: &Vec<T>) -> usize {
    vec.capacity() * size_of::<T>()
}

impl<G: Game<State: Send> + Send + Sync + 'static> Shard for SolvedShard<G> {
    fn start(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        self.search.start(meter)
    }

    fn has_stages(&self) -> bool {
        true
    }

    fn searches(&self) -> bool {
        self.stage == Stage::Search
    }

    fn begin_stage(&mut self, states: u64, meter: &mut Meter) -> Result<bool, Limit> {
        self.stage = match self.stage {
            Stage::Search | Stage::Resumed => {
                if self.search.index() == 0 {
                    // Now rather than at the end, if there is no memory for them.
                    let all = usize::try_from(states).map_err(|_| Limit::Memory)?;
                    meter.make_room_for(&mut *self.locked(), all)?;
                }
                let positions = self.search.len() as usize;
                self.first = meter.claimed_vec(NONE, positions)?;
                if self.stage == Stage::Search {
                    self.open = meter.claimed_vec(0, positions)?;
                    self.codes = meter.claimed_vec(0, positions)?;
                }
                Stage::Edges
            }
            Stage::Edges => Stage::Waves,
            Stage::Waves => {
                let freed = [&mut self.first, &mut self.open, &mut self.wave, &mut self.coming];
                let freed = freed.into_iter().map(|vec| bytes(&std::mem::take(vec)));
                let freed = freed.sum::<usize>() + bytes(&std::mem::take(&mut self.edges));
                meter.release(freed);
                Stage::Gather
            }
            Stage::Gather => return Ok(false),
        };
        self.next = 0;
        Ok(true)
    }

    fn begin_level(&mut self) -> u64 {
        match self.stage {
            Stage::Search => self.search.begin_level(),
            Stage::Resumed => 0,
            // If nothing is left to be announced anywhere, all that can be decided is.
            Stage::Edges if self.is_resumed && self.next == 0 => self.left(),
            Stage::Waves if std::mem::take(&mut self.is_resumed) => self.left(),
            // All positions at first, and none when that level is done.
            Stage::Edges | Stage::Gather => u64::from(self.search.len() - self.next),
            Stage::Waves => {
                self.wave.clear();
                std::mem::swap(&mut self.wave, &mut self.coming);
                self.next = 0;
                self.plies += 1;
                self.wave.len() as u64
            }
        }
    }

    fn can_be_saved(&self) -> bool {
        matches!(self.stage, Stage::Search | Stage::Waves)
    }

    fn clear(&mut self) {
        self.search.clear();
        self.stage = Stage::Search;
        [&mut self.open, &mut self.codes, &mut self.wave, &mut self.coming]
            .into_iter()
            .for_each(|vec| *vec = Vec::new());
        (self.plies, self.is_resumed) = (0, false);
    }

    fn expand(
        &mut self,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let game = &*self.search.rules();
        let end = match self.stage {
            Stage::Search => return self.search.expand(outbox, work, meter),
            Stage::Waves => u32::try_from(self.wave.len()).unwrap_or(NONE),
            Stage::Resumed => 0,
            Stage::Edges | Stage::Gather => self.search.len(),
        };
        let piece = self.next..end.min(self.next.saturating_add(POSITIONS));
        self.next = piece.end;
        let is_any = !piece.is_empty();
        for number in piece {
            match self.stage {
                Stage::Edges => {
                    work.expanded += u64::from(!self.is_resumed);
                    self.link(game, number, outbox, work, meter)?;
                }
                Stage::Waves => self.announce(game, number, outbox, work, meter)?,
                Stage::Search | Stage::Resumed | Stage::Gather => {
                    self.gather(number, outbox, work, meter)?;
                }
            }
        }
        Ok(is_any)
    }

    fn receive(&mut self, mut bytes: &[u8], meter: &mut Meter) -> Result<bool, Limit> {
        if self.stage == Stage::Search {
            return self.search.receive(bytes, meter);
        }
        let game = self.search.rules();
        while !bytes.is_empty() {
            match self.read(&game, &mut bytes, meter) {
                Some(read) => read?,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    fn save(&self, out: &mut Writer<&mut (dyn Write + Send)>) -> io::Result<()> {
        if self.stage == Stage::Search {
            return self.search.save(out);
        }
        out.block(PLIES, &self.plies.to_le_bytes())?;
        let value = |number: u32, bytes: &mut Vec<u8>| {
            bytes.extend(self.codes[number as usize].to_le_bytes());
            bytes.extend(self.open[number as usize].to_le_bytes());
        };
        let positions = (POSITIONS_SO_FAR, 0..self.search.len());
        self.search.save_states(positions, value, out)
    }

    fn passes(&self) -> usize {
        self.search.passes()
    }

    fn pass(&self, label: &[u8]) -> Option<usize> {
        if [PLIES, POSITIONS_SO_FAR].contains(&label) { Some(0) } else { self.search.pass(label) }
    }

    fn load(&mut self, label: &[u8], mut bytes: &[u8], meter: &mut Meter) -> io::Result<()> {
        let damaged = || invalid("it has values of another computation");
        match label {
            PLIES => {
                let plies = number(&mut bytes).filter(|&plies| plies > 0).ok_or_else(damaged)?;
                if self.stage == Stage::Resumed && self.plies != plies {
                    return Err(damaged());
                }
                (self.stage, self.plies, self.is_resumed) = (Stage::Resumed, plies, true);
                Ok(())
            }
            POSITIONS_SO_FAR => {
                while !bytes.is_empty() {
                    let is_own = self.search.load_state(&mut bytes, meter)?;
                    let code = number(&mut bytes).ok_or_else(damaged)?;
                    let open = number(&mut bytes).ok_or_else(damaged)?;
                    if is_own {
                        let kept = self.resume(code, open, meter);
                        kept.map_err(|_| io::ErrorKind::OutOfMemory)?.ok_or_else(damaged)?;
                    }
                }
                Ok(())
            }
            _ => self.search.load(label, bytes, meter),
        }
    }
}
