//! Checks of the traits' contracts, for the tests of games.
//!
//! Each function checks up to `limit` states near the initial one, in breadth-first order, and
//! panics at the first violation with the state and the law.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::hash::mix;
use crate::score::{at_ply, loss_in, win_in};
use crate::{
    AtRanking, AtSite, DEAD_END, Evaluator, Game, GameResult, Heuristic, Hints, IncrementalKey,
    KnownGoals, Layered, Notation, Player, Puzzle, Ranked, Reversible, Rules, Score, Site,
    SiteVisitor, Value,
};

/// The first `limit` states in breadth-first order from the initial one.
pub fn states<R: Rules>(rules: &R, limit: usize) -> Vec<R::State> {
    states_from(rules, rules.initial(), limit)
}

/// The first `limit` states in breadth-first order from `start`.
fn states_from<R: Rules>(rules: &R, start: R::State, limit: usize) -> Vec<R::State> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() && queue.len() < limit {
        let state = queue[next].clone();
        next += 1;
        for mv in moves_of(rules, &state) {
            let child = successor(rules, &state, mv);
            if seen.insert(child.clone()) {
                queue.push(child);
            }
        }
    }
    queue.truncate(limit);
    queue
}

/// The legal moves.
fn moves_of<R: Rules>(rules: &R, state: &R::State) -> Vec<R::Move> {
    located(|| rules.moves(state), format_args!("the moves of {state:?}"))
}

/// The state after `mv`.
fn successor<R: Rules>(rules: &R, state: &R::State, mv: R::Move) -> R::State {
    located(|| rules.successor(state, mv), format_args!("play of {mv:?} in {state:?}"))
}

/// What `call` returns. The message of a panic in the rules seldom says with which state and move
/// they were called: `place` does.
fn located<T>(call: impl FnOnce() -> T, place: fmt::Arguments) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or(cause.downcast_ref::<&str>().copied()).unwrap_or("no message");
        panic!("{place} panics: {text}")
    })
}

/// Each move is shown once and in a fixed order, until the visitor breaks, and counted, `undo` is
/// exact, inverses lead back, and two states have different keys.
pub fn rules<R: Rules>(rules: &R, limit: usize) {
    let mut known: HashMap<u64, R::State> = HashMap::new();
    for state in states(rules, limit) {
        let key = rules.key(&state);
        let first = known.entry(key).or_insert_with(|| state.clone());
        assert_eq!(*first, state, "two states have the key {key:#018x}");
        let moves = moves_of(rules, &state);
        assert_eq!(moves, moves_of(rules, &state), "the order of moves changes in {state:?}");
        assert_eq!(moves.len(), rules.count_moves(&state) as usize, "moves counted in {state:?}");
        let mut packed = Vec::new();
        if rules.pack(&state, &mut packed) {
            assert!(!packed.is_empty(), "{state:?} is packed in no bytes");
            let more = [&packed[..], &[7]].concat();
            let mut rest = &more[..];
            assert_eq!(rules.unpack(&mut rest), Some(state.clone()), "unpacked from {packed:?}");
            assert_eq!(rest, [7], "the bytes after those of {state:?}");
        }
        for (index, &mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(&mv), "{mv:?} is shown twice in {state:?}");
            let after = successor(rules, &state, mv);
            let mut other = state.clone();
            let undo = rules.play(&mut other, mv);
            assert_eq!(other, after, "{mv:?} in {state:?}, played again");
            if let Some(back) = rules.inverse(mv) {
                let moves = moves_of(rules, &other);
                assert!(moves.contains(&back), "{back:?} is illegal in {other:?}");
                assert_eq!(successor(rules, &other, back), state, "{back:?} after {mv:?}");
            }
            let place = format_args!("undo of {mv:?} in {state:?}");
            located(|| rules.undo(&mut other, mv, undo), place);
            assert_eq!(other, state, "{place}");
            assert_eq!(rules.key(&other), key, "the key after the {place}");
        }
        let ends = [moves.first().map(|mv| (1, mv)), moves.last().map(|mv| (moves.len(), mv))];
        for (number, &last) in ends.into_iter().flatten() {
            let mut shown = 0;
            let end = rules.visit_moves(&state, |mv| {
                shown += 1;
                if mv == last { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
            });
            let place = format_args!("moves of {state:?} until the visitor breaks at {last:?}");
            assert_eq!(shown, number, "the number of {place}");
            assert_eq!(end, ControlFlow::Break(last), "what visit_moves returns after the {place}");
        }
    }
}

/// The moves that [`visit_moves_after`](Rules::visit_moves_after) prunes satisfy its contract.
pub fn moves_after<R: Rules>(rules: &R, limit: usize) {
    for before in states(rules, limit) {
        let moves = moves_of(rules, &before);
        let next: Vec<R::State> = moves.iter().map(|&mv| successor(rules, &before, mv)).collect();
        for (&last, state) in moves.iter().zip(&next) {
            let shown = shown_after(rules, Some(last), state);
            let legal = moves_of(rules, state);
            for (index, mv) in shown.iter().enumerate() {
                assert!(legal.contains(mv), "{mv:?} is illegal in {state:?}");
                assert!(!shown[..index].contains(mv), "{mv:?} is shown twice in {state:?}");
            }
            for mv in legal.into_iter().filter(|mv| !shown.contains(mv)) {
                let after = successor(rules, state, mv);
                let sooner = after == before || next.contains(&after);
                let exchanged = || {
                    let other = moves.iter().position(|&other| other == mv);
                    let other = other.map(|index| &next[index]);
                    other.is_some_and(|other| {
                        shown_after(rules, Some(mv), other).contains(&last)
                            && successor(rules, other, last) == after
                    })
                };
                assert!(sooner || exchanged(), "{mv:?} is pruned after {last:?} in {state:?}");
            }
        }
    }
}

fn shown_after<R: Rules>(rules: &R, last: Option<R::Move>, state: &R::State) -> Vec<R::Move> {
    let mut shown = Vec::new();
    let ControlFlow::Continue(()) = rules.visit_moves_after(last, state, |mv| {
        shown.push(mv);
        ControlFlow::<Infallible>::Continue(())
    });
    shown
}

/// The [sites](Rules::with_site) show the moves of [`Rules::visit_moves_after`].
pub fn sites<R: Rules>(rules: &R, limit: usize, depth: u32) {
    struct Walk<'a, R: Rules> {
        rules: &'a R,
        state: R::State,
        last: Option<R::Move>,
        depth: u32,
    }
    struct Collect<'a, R: Rules> {
        walk: Walk<'a, R>,
        moves: Vec<R::Move>,
        is_last: bool,
    }
    impl<R: Rules> AtSite<R> for Walk<'_, R> {
        type Output = ();
        fn at<S: Site<R>>(self, site: S) {
            let (rules, state) = (self.rules, self.state.clone());
            let expected = shown_after(rules, self.last, &state);
            let mut collect = Collect { walk: self, moves: Vec::new(), is_last: false };
            let ControlFlow::Continue(()) = site.visit_children(rules, &state, &mut collect);
            assert_eq!(collect.moves, expected, "the site's moves in {state:?}");
            let is_right = |count: u32| count as usize == expected.len();
            let count = site.child_count(rules);
            assert!(count.is_none_or(is_right), "{count:?} children of {state:?}");
        }
    }
    impl<R: Rules> SiteVisitor<R> for Collect<'_, R> {
        type Break = Infallible;
        fn child<S: Site<R>>(&mut self, mv: R::Move, site: S) -> ControlFlow<Infallible> {
            assert!(!self.is_last, "{mv:?} after the last move in {:?}", self.walk.state);
            self.moves.push(mv);
            if self.walk.depth > 0 {
                let state = successor(self.walk.rules, &self.walk.state, mv);
                let depth = self.walk.depth - 1;
                Walk { rules: self.walk.rules, state, last: Some(mv), depth }.at(site);
            }
            ControlFlow::Continue(())
        }
        fn last_child<S: Site<R>>(&mut self, mv: R::Move, site: S) -> ControlFlow<Infallible> {
            self.child(mv, site)?;
            self.is_last = true;
            ControlFlow::Continue(())
        }
    }
    for state in states(rules, limit) {
        rules.with_site(&state.clone(), Walk { rules, state, last: None, depth });
    }
}

/// A position has a result if and only if it has no moves; its canonical form has the same player
/// to move, the same result and [the same future](symmetric); and no position repeats if the game
/// [says so](Game::never_repeats).
pub fn game<G: Game>(game: &G, limit: usize) {
    for state in states(game, limit) {
        match (game.result(&state), moves_of(game, &state).first()) {
            (None, None) => panic!("{state:?} has no moves, but no result"),
            (Some(result), Some(mv)) => {
                panic!("{state:?} has the result {result:?}, but the move {mv:?}")
            }
            (None, Some(_)) | (Some(_), None) => {}
        }
        let canonical = game.canonical(&state);
        let told = |state| (game.to_move(state), game.result(state));
        let forms = format_args!("{state:?} and its canonical form {canonical:?}");
        assert_eq!(told(&state), told(&canonical), "player to move and result of {forms}");
    }
    symmetric(game, limit);
    if game.never_repeats() {
        never_repeats(game, limit);
    }
}

/// Every move leads to a later layer, within [`Layered::max_step`], and passes the turn; ranks and
/// successors' ranks are those of the states.
pub fn layered<G: Layered>(game: &G, limit: usize) {
    let max_step = game.max_step().expect("rules with ranks");
    // The ranks of each layer, with their successors.
    let mut layers: BTreeMap<u32, BTreeMap<u64, Vec<(u64, u32)>>> = BTreeMap::new();
    for state in states(game, limit) {
        let (layer, rank) = (game.layer(&state), game.rank(&state));
        assert!(rank < game.state_count(), "the rank {rank} of {state:?}");
        assert_eq!(game.unrank(rank), state, "unranked from {rank}");
        let mut successors = Vec::new();
        for mv in moves_of(game, &state) {
            let child = successor(game, &state, mv);
            let step = game.layer(&child).checked_sub(layer);
            let fits = step.is_some_and(|step| (1..=max_step).contains(&step));
            assert!(fits, "{mv:?} advances {state:?} by {step:?} layers, not by 1 to {max_step}");
            assert_ne!(game.to_move(&child), game.to_move(&state), "{mv:?} keeps the turn");
            successors.push((game.rank(&child), game.layer(&child) - layer - 1));
        }
        let mut visited = Vec::new();
        game.visit_successor_ranks(rank, |rank| visited.push(rank));
        successors.sort_unstable();
        visited.sort_unstable();
        let ranks: Vec<_> = successors.iter().map(|&(rank, _)| rank).collect();
        assert_eq!(visited, ranks, "the ranks of the successors of {state:?}");
        if let Some(result) = game.result(&state) {
            let end = Some(result.seen_by(game.to_move(&state)));
            assert_eq!(game.end_of_rank(rank), end, "the end of {state:?}");
        }
        layers.entry(layer).or_default().insert(rank, successors);
    }
    let mut ends = BTreeMap::new();
    for (layer, expected) in layers {
        let mut shown = BTreeMap::new();
        let ranks = expected.keys().copied();
        let Ok(()) = game.visit_successors_in_order(ranks, |rank, ranks, skipped| {
            let last = shown.last_key_value().map(|(&last, _)| last);
            assert!(last < Some(rank), "{rank} is shown after {last:?}");
            let mut successors: Vec<_> =
                ranks.iter().copied().zip(skipped.iter().copied()).collect();
            successors.sort_unstable();
            shown.insert(rank, successors);
            Ok::<(), Infallible>(())
        });
        assert_eq!(shown, expected, "the successors of layer {layer}");
        if let Some(own) = game.layer_ranks(layer) {
            let all_within = shown.keys().all(|rank| own.contains(rank));
            assert!(all_within, "a rank of layer {layer} is not of {own:?}");
            ends.insert(own.start, own.end);
        }
    }
    let bounds: Vec<_> = ends.into_iter().flat_map(|(start, end)| [start, end]).collect();
    assert!(bounds.is_sorted(), "two layers share ranks");
}

/// Move codes are in range, and the players share none.
pub fn move_codes<G: Game>(game: &G, limit: usize) {
    let mut owners = vec![None; game.move_codes()];
    for state in states(game, limit) {
        let player = game.to_move(&state);
        for mv in moves_of(game, &state) {
            let code = game.move_code(player, mv);
            assert!(code < owners.len(), "{mv:?} has code {code} of {}", owners.len());
            let owner = *owners[code].get_or_insert(player);
            assert_eq!(owner, player, "{mv:?} has a code of the other player");
        }
    }
}

/// No position repeats.
pub fn never_repeats<R: Rules>(rules: &R, limit: usize) {
    let states = states(rules, limit);
    let index: HashMap<_, _> = states.iter().zip(0..).collect();
    let next: Vec<Vec<usize>> = states
        .iter()
        .map(|state| {
            let moves = moves_of(rules, state).into_iter();
            moves.filter_map(|mv| index.get(&successor(rules, state, mv)).copied()).collect()
        })
        .collect();
    // Repeatedly remove states without predecessors; the states that remain contain a cycle.
    let mut leading = vec![0; states.len()];
    next.iter().flatten().for_each(|&child| leading[child] += 1);
    let mut free: Vec<usize> = (0..states.len()).filter(|&state| leading[state] == 0).collect();
    while let Some(state) = free.pop() {
        for &child in &next[state] {
            leading[child] -= 1;
            if leading[child] == 0 {
                free.push(child);
            }
        }
    }
    let mut left = (0..states.len()).filter(|&state| leading[state] > 0);
    let Some(cycle) = left.find_map(|state| cycle_through(state, &next)) else { return };
    let moves = cycle.windows(2).map(|step| {
        let (before, after) = (&states[step[0]], &states[step[1]]);
        let mut moves = moves_of(rules, before).into_iter();
        moves.find(|&mv| successor(rules, before, mv) == *after).expect("a move led there")
    });
    let (state, moves) = (&states[cycle[0]], moves.collect::<Vec<_>>());
    panic!("{state:?} repeats after the moves {moves:?}");
}

/// A shortest cycle through `start`, which is its first and last state; `next` has the successors
/// of each state.
fn cycle_through(start: usize, next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let (mut before, mut queue) = (HashMap::new(), VecDeque::from([start]));
    while let Some(state) = queue.pop_front() {
        for &child in &next[state] {
            before.entry(child).or_insert_with(|| {
                queue.push_back(child);
                state
            });
        }
    }
    let mut cycle = vec![start, *before.get(&start)?];
    while cycle.last() != Some(&start) {
        cycle.push(before[&cycle[cycle.len() - 1]]);
    }
    cycle.reverse();
    Some(cycle)
}

/// [`Game::min_moves_to_win`] is a lower bound, in all games through the first `limit` states, and
/// the players alternate there if a bound is more than 0.
pub fn min_moves_to_win<G: Game>(game: &G, limit: usize) {
    let states = states(game, limit);
    let index: HashMap<_, _> = states.iter().zip(0..).collect();
    let mut before = vec![Vec::new(); states.len()];
    let mut again = None;
    for (number, state) in states.iter().enumerate() {
        for mv in moves_of(game, state) {
            let next = successor(game, state, mv);
            let goes_on = game.result(state).or(game.result(&next)).is_none();
            if goes_on && game.to_move(&next) == game.to_move(state) {
                again = Some(state);
            }
            if let Some(&after) = index.get(&next) {
                before[after].push(number);
            }
        }
    }
    for player in [Player::First, Player::Second] {
        // The least number of the player's moves in a game that the player wins: computed backwards
        // from the wins; moves of the opponent cost nothing.
        let mut fewest = vec![u32::MAX; states.len()];
        let mut queue: VecDeque<(usize, u32)> = VecDeque::new();
        let is_win = |state| game.result(state) == Some(GameResult::Win(player));
        queue.extend((0..states.len()).filter(|&number| is_win(&states[number])).map(|n| (n, 0)));
        while let Some((number, moves)) = queue.pop_front() {
            if moves >= fewest[number] {
                continue;
            }
            fewest[number] = moves;
            for &previous in &before[number] {
                match game.to_move(&states[previous]) == player {
                    true => queue.push_back((previous, moves + 1)),
                    false => queue.push_front((previous, moves)),
                }
            }
        }
        for (state, &found) in states.iter().zip(&fewest) {
            let bound = game.min_moves_to_win(state, player);
            let holds = found == u32::MAX || bound.is_some_and(|bound| bound <= found);
            assert!(holds, "{player:?} can win {state:?} in {found} moves, the bound is {bound:?}");
            let counts = bound.is_some_and(|bound| bound > 0);
            assert!(again.is_none() || !counts, "a player moves twice from {again:?}");
        }
    }
}

/// [`Game::visit_safe_moves`] says what playing two plies says, of each of the first `limit` states,
/// and where it says something of one, no player loses by an own move in any.
/// Returns the number of states of which it says something.
pub fn safe_moves<G: Game>(game: &G, limit: usize) -> usize {
    let (mut known, mut lost) = (0, None);
    for state in states(game, limit).iter().filter(|state| game.result(state).is_none()) {
        let mover = game.to_move(state);
        let wins_from = |state: &G::State, player| {
            let mut after = moves_of(game, state).into_iter().map(|mv| successor(game, state, mv));
            after.any(|after| game.result(&after) == Some(GameResult::Win(player)))
        };
        if wins_from(state, mover.other()) {
            lost = Some(state.clone());
        }
        let mut shown = Vec::new();
        let Some(wins) = game.visit_safe_moves(state, |mv, score| {
            let is_small = score.is_none_or(|score| score.abs() <= 1_000_000);
            assert!(is_small, "the score {score:?} in {state:?}");
            shown.push(mv);
        }) else {
            assert!(shown.is_empty(), "moves of {state:?} are shown, and nothing is said");
            continue;
        };
        known += 1;
        assert_eq!(wins, wins_from(state, mover), "whether {mover:?} wins at once in {state:?}");
        for mv in moves_of(game, state).into_iter().filter(|_| !wins) {
            let after = successor(game, state, mv);
            let is_shown = shown.iter().filter(|&&other| other == mv).count();
            let goes_on = game.result(&after).is_none() && game.to_move(&after) != mover;
            let loses = wins_from(&after, mover.other());
            assert!(goes_on, "{mv:?} in {state:?} ends the game, or {mover:?} moves again");
            assert_eq!(is_shown, usize::from(!loses), "how often {mv:?} is shown in {state:?}");
        }
        assert!(wins || shown.iter().all(|mv| moves_of(game, state).contains(mv)), "{state:?}");
    }
    assert!(known == 0 || lost.is_none(), "a player loses by an own move from {lost:?}");
    known
}

/// Every move in the first `limit` states costs 1 or more, less than [`DEAD_END`], and just 1 if
/// the puzzle [says so](Puzzle::has_unit_costs).
pub fn costs<P: Puzzle>(puzzle: &P, limit: usize) {
    for state in states(puzzle, limit) {
        for mv in moves_of(puzzle, &state) {
            let cost = puzzle.cost(&state, mv);
            assert!(cost >= 1, "{mv:?} in {state:?} costs nothing");
            assert!(cost < DEAD_END, "{mv:?} in {state:?} costs {cost}, as much as DEAD_END");
            let is_as_said = cost == 1 || !puzzle.has_unit_costs();
            assert!(is_as_said, "{mv:?} in {state:?} costs {cost}, which has_unit_costs denies");
        }
    }
}

/// [`Puzzle::undirected_goals`] lists every goal among the first `limit` states, each once, and
/// nothing else; every move between these states costs 1 and can be reversed by one move.
pub fn undirected_goals<P: Puzzle>(puzzle: &P, limit: usize) {
    let Some(goals) = puzzle.undirected_goals() else { return };
    list_of_goals(puzzle, &goals, limit);
    for state in states(puzzle, limit) {
        for mv in moves_of(puzzle, &state) {
            let after = successor(puzzle, &state, mv);
            assert_eq!(puzzle.cost(&state, mv), 1, "the cost of {mv:?} in {state:?}");
            let moves = moves_of(puzzle, &after);
            let back = moves.into_iter().find(|&mv| successor(puzzle, &after, mv) == state);
            assert!(back.is_some(), "no move reverses {mv:?} in {state:?}");
        }
    }
}

/// No goal is among the first `limit` states from one that an [argument](Puzzle::ARGUMENTS) proves
/// unsolvable; an unknown argument proves nothing.
pub fn arguments<P: Puzzle>(puzzle: &P, states: &[P::State], limit: usize) {
    for name in P::ARGUMENTS {
        let is_word =
            |word: &str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase());
        assert!(name.split('-').all(is_word), "{name:?}: lower-case words joined by hyphens");
    }
    for state in states {
        assert!(puzzle.check_argument("no such argument", state).is_err(), "{state:?}");
        for name in P::ARGUMENTS {
            if puzzle.check_argument(name, state).is_ok() {
                let reached = states_from(puzzle, state.clone(), limit);
                let goal = reached.iter().find(|reached| puzzle.is_goal(reached));
                assert_eq!(goal, None, "reached from {state:?}, which {name} proves unsolvable");
            }
        }
    }
}

/// [`Puzzle::pieces`] describes these states and their moves.
pub fn pieces<P: Puzzle>(puzzle: &P, states: &[P::State]) {
    let Some(pieces) = puzzle.pieces() else { return };
    if let Err(mistake) = pieces.check_ranges() {
        panic!("the pieces: {mistake}");
    }
    for state in states {
        if let Err(difference) = pieces.check(puzzle, state) {
            panic!("the pieces of {state:?}: {difference}");
        }
    }
    for pattern in pieces.partitions.iter().flatten() {
        assert!(
            pattern.iter().all(|&piece| piece < pieces.count + u8::from(pieces.blank)),
            "the pattern {pattern:?}"
        );
    }
}

/// [`KnownGoals::goals`] lists every goal among the first `limit` states, each once, and nothing
/// else.
pub fn known_goals<P: KnownGoals>(puzzle: &P, limit: usize) {
    list_of_goals(puzzle, &puzzle.goals(), limit);
}

/// A list has every goal among the first `limit` states, each once, and nothing else.
fn list_of_goals<P: Puzzle>(puzzle: &P, goals: &[P::State], limit: usize) {
    let listed: HashSet<_> = goals.iter().collect();
    assert_eq!(listed.len(), goals.len(), "a goal is listed twice");
    for goal in goals {
        assert!(puzzle.is_goal(goal), "{goal:?} is listed, but is not a goal");
    }
    for state in states(puzzle, limit) {
        assert!(!puzzle.is_goal(&state) || listed.contains(&state), "{state:?} is not listed");
    }
}

/// The key that `play` and `undo` update equals the one computed from scratch, also that of the
/// canonical form, and no two states have the same: in the first `limit` states and in `limit`
/// moves of long games, which are the same at every call.
pub fn incremental_key<R: IncrementalKey>(rules: &R, limit: usize) {
    const MAX_PLIES: usize = 1000;
    let mut known: HashMap<u64, R::State> = HashMap::new();
    let mut check = |state: &R::State, when: std::fmt::Arguments| {
        for state in [state, &rules.canonical(state)] {
            let key = rules.key(state);
            assert_eq!(key, rules.recomputed_key(state), "the key of {state:?} {when}");
            let first = known.entry(key).or_insert_with(|| state.clone());
            assert_eq!(first, state, "two states have the key {key:#018x}");
        }
    };
    for state in states(rules, limit) {
        check(&state, format_args!("by the shortest way"));
        for mv in moves_of(rules, &state) {
            let mut other = state.clone();
            let undo = rules.play(&mut other, mv);
            check(&other, format_args!("after {mv:?}"));
            rules.undo(&mut other, mv, undo);
            check(&other, format_args!("after the undo of {mv:?}"));
            assert_eq!(rules.key(&other), rules.key(&state), "undo of {mv:?} in {state:?}");
        }
    }
    let (mut state, mut game) = (rules.initial(), Vec::new());
    for step in 0..limit {
        let moves = moves_of(rules, &state);
        if moves.is_empty() || game.len() == MAX_PLIES || step + 1 == limit {
            while let Some((mv, undo)) = game.pop() {
                rules.undo(&mut state, mv, undo);
                check(&state, format_args!("after the undo of {mv:?}"));
            }
        } else {
            let mv = moves[(mix(&step) % moves.len() as u64) as usize];
            game.push((mv, rules.play(&mut state, mv)));
            check(&state, format_args!("after {mv:?}"));
        }
    }
}

/// The canonical form of a state is canonical, and its moves lead to the same canonical forms, each
/// as often. [`game`] checks the rest of what [`Rules::canonical`] promises.
pub fn symmetric<R: Rules>(rules: &R, limit: usize) {
    let successors = |state: &R::State| {
        let mut counts = HashMap::new();
        for mv in moves_of(rules, state) {
            *counts.entry(rules.canonical(&successor(rules, state, mv))).or_insert(0) += 1;
        }
        counts
    };
    for state in states(rules, limit) {
        let canonical = rules.canonical(&state);
        if canonical == state {
            continue;
        }
        assert_eq!(rules.canonical(&canonical), canonical, "canonical form of {canonical:?}");
        let forms = format_args!("{state:?} and its canonical form {canonical:?}");
        assert_eq!(successors(&state), successors(&canonical), "canonical successors of {forms}");
    }
}

/// Ranking is a bijection on the first `limit` ranks and states, and
/// [`visit_successor_ranks`](Ranked::visit_successor_ranks) agrees with its default, and with
/// [`push_successor_ranks`](Ranked::push_successor_ranks).
pub fn ranked<R: Ranked>(rules: &R, limit: usize) {
    for rank in 0..rules.state_count().min(limit as u64) {
        assert_eq!(rules.rank(&rules.unrank(rank)), rank, "rank {rank} comes back");
    }
    for state in states(rules, limit) {
        let rank = rules.rank(&state);
        assert!(rank < rules.state_count(), "{state:?} has rank {rank} of {}", rules.state_count());
        assert_eq!(rules.unrank(rank), state, "the state with rank {rank}");
        let mut quick = Vec::new();
        rules.visit_successor_ranks(rank, |next| quick.push(next));
        let mut pushed = vec![rank];
        rules.push_successor_ranks([rank, rank].into_iter(), &mut pushed);
        assert_eq!(pushed[0], rank, "what was in the list is still there");
        let twice = quick.repeat(2);
        assert_eq!(pushed[1..], twice, "ranks of the successors of {state:?}, pushed twice");
        let moves = moves_of(rules, &state).into_iter();
        let slow: Vec<_> = moves.map(|mv| rules.rank(&successor(rules, &state, mv))).collect();
        assert_eq!(quick, slow, "ranks of the successors of {state:?}");
    }
}

/// [`Rules::with_ranking`] keeps its contract, as far as `start` has a ranking; whether it has one.
pub fn ranking<P: Puzzle>(puzzle: &P, start: &P::State, limit: usize) -> bool {
    struct Check<'a, P: Puzzle>(&'a P::State, usize);
    impl<P: Puzzle> AtRanking<P> for Check<'_, P> {
        type Output = ();
        fn at(self, puzzle: &P)
        where
            P: Ranked,
        {
            let Check(start, limit) = self;
            for goal in puzzle.undirected_goals().into_iter().flatten() {
                assert_eq!(puzzle.unrank(puzzle.rank(&goal)), goal, "the space has this goal");
            }
            for state in states_from(puzzle, start.clone(), limit) {
                assert_eq!(puzzle.unrank(puzzle.rank(&state)), state, "the space has this state");
                for last in moves_of(puzzle, &state) {
                    let next = successor(puzzle, &state, last);
                    let all = moves_of(puzzle, &next);
                    let forward = |mv: &P::Move| successor(puzzle, &next, *mv) != state;
                    let kept: Vec<_> = all.iter().copied().filter(forward).collect();
                    assert_eq!(kept.len() + 1, all.len(), "one move leads back from {next:?}");
                    assert_eq!(kept, shown_after(puzzle, Some(last), &next), "after {last:?}");
                }
            }
        }
    }
    puzzle.with_ranking(start, Check(start, limit)).is_some()
}

/// Predecessors are the inverse of moves.
pub fn reversible<R: Reversible>(rules: &R, limit: usize) {
    let predecessors = |state: &R::State| {
        let mut found = Vec::new();
        let ControlFlow::Continue(()) = rules.visit_predecessors(state, |mv, from| {
            found.push((mv, from));
            ControlFlow::<Infallible>::Continue(())
        });
        found
    };
    for state in states(rules, limit) {
        for (mv, from) in predecessors(&state) {
            assert!(moves_of(rules, &from).contains(&mv), "{mv:?} is illegal in {from:?}");
            assert_eq!(successor(rules, &from, mv), state, "{mv:?} in {from:?}");
        }
        for mv in moves_of(rules, &state) {
            let child = successor(rules, &state, mv);
            let back = predecessors(&child);
            let times = back.iter().filter(|(m, s)| *m == mv && *s == state).count();
            assert_eq!(times, 1, "predecessors of {child:?}: {mv:?} in {state:?}");
        }
    }
}

/// A heuristic is 0 at goals, consistent (hence admissible), and incremental estimates equal those
/// from scratch.
pub fn heuristic<P: Puzzle, H: Heuristic<P>>(puzzle: &P, heuristic: &H, states: &[P::State]) {
    for state in states {
        let memo = heuristic.start(puzzle, state);
        let here = heuristic.estimate(memo);
        assert!(here <= DEAD_END, "{state:?} is estimated {here}, more than DEAD_END");
        assert!(!puzzle.is_goal(state) || here == 0, "the goal {state:?} is estimated {here}");
        for mv in moves_of(puzzle, state) {
            let child = successor(puzzle, state, mv);
            let there = heuristic.estimate(heuristic.advance(puzzle, memo, state, mv, &child));
            let scratch = heuristic.evaluate(puzzle, &child);
            assert_eq!(there, scratch, "{mv:?} in {state:?}: incremental and from scratch");
            assert!(there <= DEAD_END, "{child:?} is estimated {there}, more than DEAD_END");
            for bound in [0, there.saturating_sub(1), there, DEAD_END] {
                let within = heuristic.advance_within(puzzle, memo, state, mv, &child, bound);
                match within.map(|memo| heuristic.estimate(memo)) {
                    Ok(estimate) => assert_eq!((estimate, there <= bound), (there, true)),
                    Err(estimate) => assert!(
                        bound < estimate && estimate <= there,
                        "{mv:?} in {state:?}: {estimate} for the bound {bound}, estimate {there}"
                    ),
                }
            }
            let cost = puzzle.cost(state, mv);
            assert!(cost >= 1, "{mv:?} in {state:?} costs nothing");
            assert!(
                !H::CHANGES_BY_ONE || cost == 1 && here.abs_diff(there) == 1,
                "{mv:?} in {state:?} costs {cost} and changes the estimate from {here} to {there}"
            );
            assert!(
                there == DEAD_END || here <= cost + there,
                "{mv:?} in {state:?} costs {cost}; the estimate falls from {here} to {there}"
            );
        }
    }
}

/// The bounds of an evaluator's [range](Evaluator::range) hold for minimax.
pub fn evaluator<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, states: &[G::State]) {
    for state in states.iter().filter(|state| game.result(state).is_none()) {
        for plies in 1..=evaluator.lookahead(game) {
            let found = minimax(game, evaluator, state, plies);
            let (lower, upper) = evaluator.range(game, state, plies);
            assert!(
                lower <= found && found <= upper,
                "{state:?}: {found} at depth {plies}, outside of the range {lower} to {upper}"
            );
        }
    }
}

/// The minimax value to depth `plies` for the player to move; a win counts [`Score::MAX`], a loss
/// [`Score::MIN`].
fn minimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    plies: u32,
) -> Score {
    match game.result(state) {
        Some(GameResult::Win(winner)) if winner == game.to_move(state) => Score::MAX,
        Some(GameResult::Win(_)) => Score::MIN,
        Some(GameResult::Draw) => 0,
        None if plies == 0 => evaluator.score(game, state),
        None => {
            let value = |mv| {
                let child = successor(game, state, mv);
                let score = minimax(game, evaluator, &child, plies - 1);
                let same = game.to_move(state) == game.to_move(&child);
                // The least score has no negative.
                if same { score } else { score.saturating_neg() }
            };
            let moves = moves_of(game, state).into_iter();
            moves.map(value).max().expect("an unfinished game has moves")
        }
    }
}

/// What [hints](Hints) say of these states is true, and they leave out no better move. `value` is
/// the exact value of a state with its distance, as retrograde analysis finds it, also of the states
/// that one move leads to.
pub fn hints<G: Game, H: Hints<G>>(
    game: &G,
    hints: &H,
    states: &[G::State],
    value: impl Fn(&G::State) -> Value,
) {
    let score = |state: &G::State, value| match value {
        Value::Win(Some(plies)) => win_in(plies),
        Value::Draw => 0,
        Value::Loss(Some(plies)) => loss_in(plies),
        other => panic!("{state:?} has the value {other:?}, which is not exact"),
    };
    let exact = |state: &G::State| score(state, value(state));
    for state in states {
        let worth = value(state);
        let truth = score(state, worth);
        let (bounds, notes) = hints.study(game, state);
        let (worst, best) = bounds.at_ply(0);
        let told = format_args!("{state:?} is worth {worth:?}, a score of {truth}: {bounds:?}");
        assert!(worst <= truth && truth <= best, "{told}");
        if bounds.is_settled() {
            continue;
        }
        assert!(game.result(state).is_none(), "the game is over: {told}");
        let reached = |mv, child: &G::State| {
            let same = game.to_move(child) == game.to_move(state);
            assert!(!(H::TAKE_TURNS && same), "{mv:?} keeps the turn in {state:?}");
            at_ply(if same { exact(child) } else { -exact(child) }, 1)
        };
        let (legal, mut shown, mut most) = (moves_of(game, state), Vec::new(), worst);
        let ControlFlow::Continue(()) =
            hints.visit_candidates(game, state, &notes, |mv, _, draft| {
                assert!(legal.contains(&mv), "the candidate {mv:?} is illegal in {state:?}");
                assert!(!shown.contains(&mv), "the candidate {mv:?} is shown twice in {state:?}");
                shown.push(mv);
                let child = successor(game, state, mv);
                most = most.max(reached(mv, &child));
                let (after, notes) = hints.study_after(game, &notes, mv, draft, &child);
                assert_eq!(after, hints.study(game, &child).0, "studied after {mv:?} in {state:?}");
                if !after.is_settled() {
                    let keys = (hints.key_by(game, &child, &notes), hints.key(game, &child));
                    assert_eq!(keys.0, keys.1, "the key by the notes after {mv:?} in {state:?}");
                }
                ControlFlow::<Infallible>::Continue(())
            });
        assert_eq!(most, truth, "the best candidate of {state:?}, and the value");
        if let Some((mv, _)) = hints.forced_move(game, state, &notes) {
            let found = reached(mv, &successor(game, state, mv));
            assert_eq!(found, truth, "the forced move {mv:?} of {state:?}, and the value");
        }
    }
}

/// [`Game::forced_win`] says the truth of these states. `value` is the exact value of a state with
/// its distance, as retrograde analysis finds it.
pub fn forced_win<G: Game>(game: &G, states: &[G::State], value: impl Fn(&G::State) -> Value) {
    for state in states.iter().filter(|state| game.result(state).is_none()) {
        let Some((player, within)) = game.forced_win(state) else { continue };
        let value = value(state);
        let own = if game.to_move(state) == player { value } else { value.reversed() };
        let holds = matches!(own, Value::Win(Some(plies)) if plies <= within);
        assert!(holds, "{player:?} wins {state:?} within {within} plies: the value is {value:?}");
    }
}

/// The text of a state is a line, that of a move a word, and parsing them returns the same state or
/// move.
pub fn notation<R: Notation<State: Debug>>(rules: &R, limit: usize) {
    for state in states(rules, limit) {
        let text = rules.state_text(&state);
        let is_line = !text.contains(char::is_control);
        assert!(is_line, "{text:?}, written for {state:?}, has a line break or control character");
        match rules.parse_state(&text) {
            Ok(read) => assert_eq!(read, state, "{text:?} is parsed as another state"),
            Err(error) => panic!("{text:?}, written for {state:?}, is rejected: {error}"),
        }
        for mv in moves_of(rules, &state) {
            let text = rules.move_text(&state, mv);
            let is_apart = |letter: char| letter.is_whitespace() || letter.is_control();
            let is_word = !text.is_empty() && !text.contains(is_apart);
            assert!(is_word, "{text:?}, written for {mv:?} in {state:?}, is empty or has a space");
            match rules.parse_move(&state, &text) {
                Ok(read) => assert_eq!(read, mv, "{text:?} in {state:?} is parsed as another move"),
                Err(error) => panic!("{text:?}, written for {mv:?}, is rejected: {error}"),
            }
        }
    }
}
