//! Alpha-beta on Breakthrough beside another library: the same rules, evaluator and depth, tables
//! of the same size. Each search begins with an empty table; the other library's is allocated
//! outside the measurement, ours within it.
//!
//! `tesuji` knows the rules and the moves' codes, as the other does, and its evaluator looks
//! ahead at what one ply or two can change. `tesuji-by-score-alone` has the evaluator without that
//! lookahead; `tesuji-with-hints` also has static bounds, and takes a
//! position and its mirror image for one.

#[path = "../peers/minimax.rs"]
mod peer;
#[path = "../peers/minimax_alpha_beta.rs"]
mod peer_alpha_beta;
#[path = "../settings.rs"]
mod settings;

use std::hint::black_box;
use std::sync::LazyLock;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use minimax::{Evaluation, IterativeSearch, Strategy};
use tesuji::adversarial::{CodedMoves, TableSearch};
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::core::{Evaluator, GameSolver, Notation, Score, Value};
use tesuji_breakthrough::{Breakthrough, Position, Step};

use crate::peer::Board;
use crate::peer_alpha_beta::{PeerEvaluator, alpha_beta as alpha_beta_of_peer};

const TABLE_BYTES: usize = 16 << 20;

static RULES: LazyLock<Breakthrough> =
    LazyLock::new(|| Breakthrough::new(8, 8).expect("a valid size"));

/// Name, position and depth.
const INSTANCES: [(&str, &str, u8); 4] = [
    ("breakthrough-8x8-start-6", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", 6),
    ("breakthrough-8x8-start-8", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", 8),
    ("breakthrough-8x8-opening-8", "pp1ppppp/p1ppp1pp/1p3p2/3p4/2P5/1P3P2/P1PPP1PP/PPP1PPPP w", 8),
    ("breakthrough-8x8-middle-8", "p1ppp1pp/1pp1p3/p2p2p1/4p3/2P1P3/3P2P1/P1P2P1P/PP1PP2P w", 8),
];

/// [`PawnsAndRows`] without lookahead.
#[derive(Clone, Copy, Debug)]
struct ScoreAlone;

impl Evaluator<Breakthrough> for ScoreAlone {
    #[inline(always)]
    fn score(&self, game: &Breakthrough, position: &Position) -> Score {
        PawnsAndRows.score(game, position)
    }
}

fn ours<E, H>(evaluator: E, hints: H, depth: u8) -> TableSearch<E, H> {
    TableSearch::principal_variation()
        .hints(hints)
        .evaluator(evaluator)
        .table_bytes(TABLE_BYTES)
        .whole_pv(false)
        .depth(depth.into())
}

/// The other library's search to a fixed depth.
fn peer_of_depth(depth: u8, table_bytes: usize) -> IterativeSearch<PeerEvaluator> {
    let mut search = alpha_beta_of_peer(table_bytes);
    search.set_max_depth(depth);
    search
}

/// The other library's evaluation of a position at this depth, and its best move.
fn judge_by_peer(board: &Board, depth: u8, table_bytes: usize) -> (Evaluation, Option<Step>) {
    let mut search = peer_of_depth(depth, table_bytes);
    let best = search.choose_move(board);
    (search.root_value(), best)
}

fn alpha_beta(c: &mut Criterion) {
    for (name, text, depth) in INSTANCES {
        let position = RULES.parse_state(text).expect("a position");
        let board = Board { rules: &RULES, position };
        let (found, best) = judge_by_peer(&board, depth, TABLE_BYTES);
        let expected = Value::Estimate(found.into());
        let judge = |solver: &dyn GameSolver<Breakthrough>| {
            let judgement = solver.solve(&RULES, &position).judgement;
            assert_eq!(judgement.value, expected, "{name}");
            judgement.best
        };
        let coded = judge(&ours(PawnsAndRows, CodedMoves, depth));
        let score_alone = judge(&ours(ScoreAlone, CodedMoves, depth));
        let hinted = judge(&ours(PawnsAndRows, BreakthroughHints, depth));
        // Several moves may be best; each must have the value of the position.
        for best in [best, coded, score_alone, hinted] {
            let next = board.after(best.expect("a move"));
            let (worth, _) = judge_by_peer(&next, depth - 1, TABLE_BYTES);
            assert_eq!(-worth, found, "{name}");
        }

        let mut group = c.benchmark_group(format!("alpha-beta/{name}"));
        group.bench_function("tesuji", |b| {
            let fresh = || ours(PawnsAndRows, CodedMoves, depth);
            let solve = |search: TableSearch<_, _>| search.solve(&*RULES, black_box(&position));
            b.iter_batched(fresh, solve, BatchSize::PerIteration);
        });
        group.bench_function("tesuji-by-score-alone", |b| {
            let fresh = || ours(ScoreAlone, CodedMoves, depth);
            let solve = |search: TableSearch<_, _>| search.solve(&*RULES, black_box(&position));
            b.iter_batched(fresh, solve, BatchSize::PerIteration);
        });
        group.bench_function("tesuji-with-hints", |b| {
            let fresh = || ours(PawnsAndRows, BreakthroughHints, depth);
            let solve = |search: TableSearch<_, _>| search.solve(&*RULES, black_box(&position));
            b.iter_batched(fresh, solve, BatchSize::PerIteration);
        });
        group.bench_function("minimax", |b| {
            let fresh = || peer_of_depth(depth, TABLE_BYTES);
            b.iter_batched_ref(
                fresh,
                |search| search.choose_move(black_box(&board)),
                BatchSize::PerIteration,
            );
        });
        group.finish();
    }
}

criterion_group!(
    name = benches;
    config = settings::few_samples();
    targets = alpha_beta
);
criterion_main!(benches);
