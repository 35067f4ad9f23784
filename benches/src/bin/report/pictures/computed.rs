//! Charts of computed figures. Nothing here reads a clock: the charts are the same everywhere.

use std::collections::HashMap;

use anyhow::{Context, Result};
use tesuji::catalogue::{Catalogue, MoveReport, nim_values as values_of};
use tesuji::connect_four::ConnectFour;
use tesuji::core::{Budget, Game, Heuristic, Ranked, Rules, Settings, Silent};
use tesuji::informed::pdb::{Additive, Database};
use tesuji::taquin::{Goal, Manhattan, Partition, Taquin, TilePatterns, Upright};
use tesuji::uninformed::Enumeration;
use tesuji_benches::report::Chart;

/// The number of states of the 3×3 puzzle at each distance.
pub(super) fn enumeration() -> Result<Chart> {
    let space = Catalogue::standard().game("taquin")?.enumerate(
        Some("3x3"),
        &Settings::new(),
        None,
        &Budget::unlimited(),
        &mut Silent,
    )?;
    let bars = (0_u32..).zip(&space.distances);
    Ok(Chart::new("The 181,440 states of the 3×3 puzzle", "distance from the goal", "states")
        .bars("states", bars.map(|(distance, &states)| (f64::from(distance), states as f64))))
}

/// The mean estimate of each heuristic at each distance, over all states.
pub(super) fn pattern_databases() -> Result<Chart> {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    let goal = taquin.goal();
    let enumerated = Enumeration::new().run(&taquin, [goal], &Budget::unlimited(), &mut Silent);
    let distances = enumerated.outcome.ok().context("the space is small")?;
    let partition = Partition::new(&taquin, &[&[1, 2, 4, 5], &[3, 6, 7, 8]])?;
    let groups = partition.groups().iter();
    let databases: Vec<_> = groups.map(|group| Database::build(&group.arrangements(), 1)).collect();
    let patterns = TilePatterns::<u64, Upright>::new(&taquin, &partition)?;
    let sum = Additive::new(patterns, &databases)?;
    let manhattan = Manhattan::new(&taquin);
    let mut totals = vec![[0_u64; 2]; distances.layers().len()];
    for rank in 0..taquin.state_count() {
        let distance = distances.distance(&taquin, rank).context("every state has a rank")?;
        let state = taquin.unrank(rank);
        let [by_manhattan, by_sum] = &mut totals[distance as usize];
        *by_manhattan += u64::from(manhattan.evaluate(&taquin, &state));
        *by_sum += u64::from(sum.evaluate(&taquin, &state));
    }
    let mean = |which: usize| {
        let layers = (0_u32..).zip(totals.iter().zip(distances.layers()));
        let points = layers.map(|(distance, (total, &states))| {
            (f64::from(distance), total[which] as f64 / states as f64)
        });
        points.collect::<Vec<_>>()
    };
    let exact = (0_u32..).take(totals.len()).map(|one| (f64::from(one), f64::from(one)));
    let title = "Mean estimates of heuristics, all states of the 3×3 puzzle";
    Ok(Chart::new(title, "distance from the goal", "mean estimate")
        .line("the distance", exact)
        .line("databases 4-4", mean(1))
        .line("Manhattan", mean(0)))
}

/// The numbers of paths and of positions at each ply of Connect Four.
pub(super) fn transpositions() -> Result<Chart> {
    const PLIES: u32 = 8;
    let rules = ConnectFour::new(7, 6)?;
    let mut layer = HashMap::from([(rules.initial(), 1_u64)]);
    let (mut paths, mut positions) = (Vec::new(), Vec::new());
    for ply in 0..=PLIES {
        paths.push((f64::from(ply), layer.values().sum::<u64>() as f64));
        positions.push((f64::from(ply), layer.len() as f64));
        let mut next = HashMap::new();
        for (state, ways) in layer {
            if rules.result(&state).is_none() {
                for mv in rules.moves(&state) {
                    *next.entry(rules.successor(&state, mv)).or_insert(0) += ways;
                }
            }
        }
        layer = next;
    }
    Ok(Chart::new("Connect Four 7×6: nodes to visit", "plies", "nodes")
        .logarithmic()
        .line("without a table", paths)
        .line("with a table", positions))
}

/// Nim-values of Kayles, with the period marked.
pub(super) fn nim_values() -> Result<Chart> {
    let report = values_of("0.77", 1000, 1, &Budget::unlimited(), &mut Silent)?;
    let preperiod = report.preperiod.context("Kayles is periodic")?;
    let bars = |heaps: std::ops::Range<usize>| {
        let values = report.values.iter().enumerate().skip(heaps.start).take(heaps.len());
        values.map(|(heap, &value)| (heap as f64, f64::from(value))).collect::<Vec<_>>()
    };
    let title = format!(
        "Nim-values of Kayles: from {preperiod} on they repeat every {}",
        report.period.context("Kayles is periodic")?
    );
    Ok(Chart::new(&title, "pins", "nim-value")
        .bars("before", bars(0..preperiod))
        .bars("repeating", bars(preperiod..100)))
}

/// What simulations say of each move.
fn simulated(name: &str, settings: &Settings, search: &str) -> Result<Vec<MoveReport>> {
    let catalogue = Catalogue::standard();
    let game = catalogue.game(name)?;
    let search = game.search(search)?;
    let start = game.open(None, settings)?;
    Ok(start.solve(&search, &Budget::unlimited(), &mut Silent)?.by_move)
}

/// The columns of Connect Four, the moves of its first position.
fn columns(search: &str) -> Result<Vec<(f64, MoveReport)>> {
    let moves = simulated("connect-four", &Settings::new(), search)?;
    moves.into_iter().map(|one| Ok((one.mv.parse()?, one))).collect()
}

/// Each column's mean and interval after equally many playouts.
pub(super) fn flat_monte_carlo() -> Result<Chart> {
    let columns = columns("flat-mc:playouts=2100")?;
    let intervals =
        columns.into_iter().map(|(column, one)| (column, [one.low, one.mean, one.high]));
    let title = "Connect Four, 300 playouts after each first move: mean and 95 % interval";
    Ok(Chart::new(title, "column", "mean result").intervals("mean", intervals))
}

/// The distribution of UCT's simulations.
pub(super) fn uct() -> Result<Chart> {
    let columns = columns("uct:playouts=2000")?;
    let bars = columns.into_iter().map(|(column, one)| (column, f64::from(one.visits)));
    let title = "Connect Four, 2000 simulations of UCT by first move";
    Ok(Chart::new(title, "column", "simulations").logarithmic().bars("simulations", bars))
}

/// The distribution of simulations over the moves, with and without priors.
pub(super) fn puct() -> Result<Chart> {
    let title = "Breakthrough 5×5, 3000 simulations by first move";
    let mut chart = Chart::new(title, "moves, most simulated first", "simulations");
    for (name, search) in [("even: UCT", "uct"), ("priors: PUCT", "puct")] {
        let size = Settings::new().with("size", "5x5");
        let moves =
            simulated("breakthrough", &size, &format!("{search}:playouts=3000:adjudicate=no"))?;
        let mut visits: Vec<_> = moves.iter().map(|one| f64::from(one.visits)).collect();
        visits.sort_by(|one, other| other.total_cmp(one));
        chart = chart.line(name, (1_u32..).map(f64::from).zip(visits));
    }
    Ok(chart)
}

/// The weights of a move's own mean and of the mean of all playouts with the move, assumed to be
/// ten times as many.
pub(super) fn rave() -> Result<Chart> {
    // The value of the facade's searches.
    const BIAS: f64 = 1e-3;
    let weight = |own: f64| {
        let all = 10.0 * own;
        if own == 0.0 { 1.0 } else { all / (own + all + BIAS * own * all) }
    };
    let places = || (0_u32..=40).map(|step| 50.0 * f64::from(step));
    let title = "RAVE: the weights of the two means, if m = 10 n";
    Ok(Chart::new(title, "playouts that begin with the move", "weight")
        .line("all with the move", places().map(|own| (own, weight(own))))
        .line("its own", places().map(|own| (own, 1.0 - weight(own)))))
}

/// The progressive-bias term of a move by its number of visits.
pub(super) fn progressive_bias() -> Result<Chart> {
    let tried = (0_u32..=40).map(|times| (f64::from(times), 1.0 / f64::from(times + 1)));
    let title = "Progressive bias: the term of an estimate of 1";
    Ok(Chart::new(title, "visits of the move", "added").line("e / (n + 1)", tried))
}
