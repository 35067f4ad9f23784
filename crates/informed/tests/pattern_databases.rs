//! Pattern databases against exhaustive distances: of the abstraction, and of whole boards.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::time::Duration;

use tesuji_core::checkpoint::InMemory;
use tesuji_core::{
    Abstraction, Budget, Checkpoints, ClassMove, Cost, Duality, EntryChange, Form, Heuristic,
    Limit, Max, Patterns, Puzzle, Ranked, Rules, Silent, Solver,
};
use tesuji_informed::pdb::{
    Additive, AdditiveError, BuildError, Database, Dual, DualError, InBytes,
};
use tesuji_informed::{AStar, IdaStar};
use tesuji_taquin::{
    Goal, Manhattan, Mirrored, Partition, Taquin, TileDuality, TileGroup, TilePatterns,
    TilePatternsByRegion, TilePatternsWithBlank, Upright, View,
};

fn taquin(width: usize, height: usize, goal: Goal) -> Taquin {
    Taquin::new(width, height, goal).unwrap()
}

/// The fewest slides of a group's tiles that bring them home, for each of their arrangements:
/// by a search over cells and blank that shares no code with the crate. Slides of other tiles
/// cost nothing, and go to the front of the queue.
fn group_distances(taquin: &Taquin, homes: &[u8]) -> HashMap<Vec<u8>, u8> {
    let mut least = HashMap::new();
    for ((cells, _), distance) in distances_with_blank(taquin, homes, 0) {
        let known = least.entry(cells).or_insert(distance);
        *known = distance.min(*known);
    }
    least
}

/// The least count of slides that bring a group's tiles and the blank home, for each of their
/// arrangements; slides of other tiles count `others`, 0 or 1.
fn distances_with_blank(taquin: &Taquin, homes: &[u8], others: u8) -> HashMap<(Vec<u8>, u8), u8> {
    let (width, height) = (taquin.width(), taquin.height());
    let mut settled = HashMap::new();
    let mut queue = VecDeque::from([((homes.to_vec(), taquin.goal().blank()), 0)]);
    while let Some(((cells, blank), distance)) = queue.pop_front() {
        if settled.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        settled.insert((cells.clone(), blank), distance);
        let (row, column) = (blank / width, blank % width);
        let beside = [
            (row > 0).then(|| blank - width),
            (row + 1 < height).then(|| blank + width),
            (column > 0).then(|| blank - 1),
            (column + 1 < width).then(|| blank + 1),
        ];
        for from in beside.into_iter().flatten() {
            match cells.iter().position(|&cell| cell == from) {
                None if others == 0 => queue.push_front(((cells.clone(), from), distance)),
                None => queue.push_back(((cells.clone(), from), distance + 1)),
                Some(tile) => {
                    let mut next = cells.clone();
                    next[tile] = blank;
                    queue.push_back(((next, from), distance + 1));
                }
            }
        }
    }
    settled
}

/// The number of the entry for tiles on these cells, as its definition says: the cells of the
/// tiles in turn, each counted among those left by the ones before it.
fn entry(board_cells: u8, cells: &[u8]) -> usize {
    let mut left: Vec<u8> = (0..board_cells).collect();
    cells.iter().fold(0, |entry, cell| {
        let digit = left.iter().position(|free| free == cell).unwrap();
        let entry = entry * left.len() + digit;
        left.remove(digit);
        entry
    })
}

/// The sum of the tiles' ways home, in rows and columns.
fn manhattan(taquin: &Taquin, homes: &[u8], cells: &[u8]) -> Cost {
    let width = taquin.width();
    let way = |(home, cell): (&u8, &u8)| {
        (home / width).abs_diff(cell / width) + (home % width).abs_diff(cell % width)
    };
    homes.iter().zip(cells).map(way).map(Cost::from).sum()
}

/// How many entries have a distance, whatever it is.
fn reached(database: &Database) -> usize {
    (0..database.entries()).filter(|&entry| database.distance(entry, 0).is_some()).count()
}

fn with_scratch<A: Abstraction>(abstraction: &A, threads: usize) -> Database {
    let scratch = tesuji_storage::scratch(std::env::temp_dir()).unwrap();
    let (budget, silent) = (Budget::unlimited(), &mut Silent);
    Database::build_with_scratch(abstraction, threads, scratch, &budget, silent).unwrap()
}

/// All entries of a block are those of each member, with its base.
fn entries_of_blocks_agree(abstraction: &impl Abstraction) {
    for block in 0..abstraction.blocks() {
        let mut member = 0;
        abstraction.visit_entries(block, |entry, base| {
            let of_member = (abstraction.entry(block, member), abstraction.base(block, member));
            assert_eq!((entry, base), of_member, "member {member} of block {block}");
            member += 1;
        });
        assert_eq!(member, abstraction.members());
    }
}

fn every_entry_is_exact(taquin: &Taquin, homes: &[u8]) {
    let group = TileGroup::new(taquin, homes).unwrap();
    let expected = group_distances(taquin, homes);
    let greatest = expected.values().copied().max().unwrap();
    entries_of_blocks_agree(&group.arrangements());
    for threads in [1, 3] {
        let packed = Database::build(&group.arrangements(), threads);
        let in_bytes = Database::build(&InBytes(group.arrangements()), threads);
        assert_eq!((packed.form(), in_bytes.form()), (Form::Packed { step: 2 }, Form::Bytes));
        assert_eq!(packed.as_bytes(), with_scratch(&group.arrangements(), threads).as_bytes());
        let others = with_scratch(&InBytes(group.arrangements()), threads);
        assert_eq!(in_bytes.as_bytes(), others.as_bytes(), "{homes:?}");
        for database in [packed, in_bytes, others] {
            assert_eq!(reached(&database), expected.len(), "entries with a distance, {homes:?}");
            assert_eq!((database.greatest(), database.cut()), (greatest.into(), 0), "{homes:?}");
            for (cells, &distance) in &expected {
                let base = manhattan(taquin, homes, cells);
                let found = database.distance(entry(taquin.cells(), cells), base);
                assert_eq!(found, Some(distance.into()), "tiles of {homes:?} on {cells:?}");
            }
        }
    }
}

#[test]
fn every_entry_is_the_distance_of_its_abstraction() {
    let three = taquin(3, 3, Goal::BlankFirst);
    every_entry_is_exact(&three, &[]);
    every_entry_is_exact(&three, &[5]);
    every_entry_is_exact(&three, &[1, 2, 3, 4]);
    every_entry_is_exact(&three, &[3, 5, 6, 7, 8]);
    every_entry_is_exact(&three, &[1, 3]);
    every_entry_is_exact(&three, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let inside = taquin(3, 3, Goal::Tiles(vec![1, 2, 3, 4, 0, 5, 6, 7, 8]));
    every_entry_is_exact(&inside, &[1, 3, 5, 7]);
    let flat = taquin(5, 2, Goal::BlankLast);
    every_entry_is_exact(&flat, &[0, 1, 5, 6]);
    every_entry_is_exact(&flat, &[2, 3, 4, 7, 8]);
    every_entry_is_exact(&taquin(2, 5, Goal::BlankFirst), &[1, 2, 4, 8]);
    every_entry_is_exact(&taquin(4, 3, Goal::BlankFirst), &[1, 4, 6]);
    every_entry_is_exact(&taquin(2, 2, Goal::BlankFirst), &[1, 2, 3]);
}

#[test]
fn an_interrupted_build_with_a_scratch_file_has_the_same_entries() {
    let taquin = taquin(3, 3, Goal::BlankFirst);
    let group = TileGroup::new(&taquin, &[1, 2, 3, 4, 5]).unwrap();
    let abstraction = group.arrangements();
    let (whole, store) = (Database::build(&abstraction, 1), InMemory::default());
    for nodes in (2_000..).step_by(2_000) {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().check_every(100).nodes(nodes).checkpoints(checkpoints);
        let scratch = tesuji_storage::scratch(std::env::temp_dir()).unwrap();
        match Database::build_with_scratch(&abstraction, 2, scratch, &budget, &mut Silent) {
            Ok(built) => {
                assert!(nodes > 10_000 && store.sections().len() == 1);
                assert_eq!(
                    (built.as_bytes(), built.greatest()),
                    (whole.as_bytes(), whole.greatest())
                );
                return;
            }
            Err(error) => assert!(matches!(error, BuildError::Stopped(Limit::Nodes)), "{error}"),
        }
    }
}

#[test]
fn a_scratch_file_that_cannot_be_written_is_an_error() {
    let taquin = taquin(3, 3, Goal::BlankFirst);
    let group = TileGroup::new(&taquin, &[1, 2]).unwrap();
    let read_only = File::open(std::env::current_exe().unwrap()).unwrap();
    let (budget, silent) = (Budget::unlimited(), &mut Silent);
    let built = Database::build_with_scratch(&group.arrangements(), 2, read_only, &budget, silent);
    assert!(matches!(built, Err(BuildError::Scratch(_))));
}

/// The distance from the goal of every board, by its rank; breadth-first.
fn distances(taquin: &Taquin) -> Vec<u8> {
    let mut distances = vec![u8::MAX; usize::try_from(taquin.state_count()).unwrap()];
    let mut queue = vec![taquin.rank(&taquin.goal())];
    distances[queue[0] as usize] = 0;
    let mut next = 0;
    while let Some(&rank) = queue.get(next) {
        let distance = distances[rank as usize] + 1;
        taquin.visit_successor_ranks(rank, |successor| {
            if distances[successor as usize] == u8::MAX {
                distances[successor as usize] = distance;
                queue.push(successor);
            }
        });
        next += 1;
    }
    distances
}

/// Holds a heuristic against the distances of a whole board: never more, and on one board in
/// sixteen the same step by step as from scratch. Returns by how much it falls most in one move: no
/// more than 1 if it is consistent.
fn admissible<H: Heuristic<Taquin>>(taquin: &Taquin, heuristic: &H) -> Cost {
    let mut steepest_fall = 0;
    for (rank, &distance) in (0..).zip(&distances(taquin)) {
        let board = taquin.unrank(rank);
        let memo = heuristic.start(taquin, &board);
        let here = heuristic.estimate(memo);
        assert!(here <= Cost::from(distance), "{board:?}: {here} > {distance}");
        for slide in taquin.moves(&board) {
            let child = taquin.successor(&board, slide);
            let there = heuristic.estimate(heuristic.advance(taquin, memo, &board, slide, &child));
            if rank % 16 == 0 {
                assert_eq!(there, heuristic.evaluate(taquin, &child), "{slide:?} in {board:?}");
            }
            steepest_fall = steepest_fall.max(here.saturating_sub(there));
        }
    }
    steepest_fall
}

fn build(partition: &Partition) -> Vec<Database> {
    partition.groups().iter().map(|group| Database::build(&group.arrangements(), 2)).collect()
}

fn build_in_bytes(partition: &Partition) -> Vec<Database> {
    let groups = partition.groups().iter();
    groups.map(|group| Database::build(&InBytes(group.arrangements()), 2)).collect()
}

/// That two heuristics say the same of every board, from scratch and step by step.
fn agree<A: Heuristic<Taquin>, B: Heuristic<Taquin>>(taquin: &Taquin, one: &A, other: &B) {
    for rank in 0..taquin.state_count() {
        let board = taquin.unrank(rank);
        let memos = (one.start(taquin, &board), other.start(taquin, &board));
        assert_eq!(one.estimate(memos.0), other.estimate(memos.1), "{board:?}");
        for slide in taquin.moves(&board) {
            let child = taquin.successor(&board, slide);
            let there = one.advance(taquin, memos.0, &board, slide, &child);
            let expected = other.advance(taquin, memos.1, &board, slide, &child);
            assert_eq!(one.estimate(there), other.estimate(expected), "{slide:?} in {board:?}");
        }
    }
}

/// A board and the groups of its tiles.
type Grouped<'a> = (usize, usize, Goal, &'a [&'a [u8]]);

#[test]
fn sums_over_regions_are_admissible_on_whole_boards_and_not_consistent() {
    sums_over_regions(&[
        (3, 3, Goal::BlankFirst, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (3, 3, Goal::BlankFirst, &[&[1, 2, 4], &[3, 6, 7], &[5, 8]]),
        (4, 2, Goal::BlankFirst, &[&[1, 4, 5, 6], &[2, 3, 7]]),
        (2, 4, Goal::BlankLast, &[&[0, 1, 2], &[3, 4, 5, 6]]),
    ]);
}

#[test]
#[ignore = "seconds; cargo xtask slow"]
fn sums_over_regions_are_admissible_on_boards_of_ten_cells_and_not_consistent() {
    sums_over_regions(&TEN_CELLS);
}

const TEN_CELLS: [Grouped; 2] = [
    (5, 2, Goal::BlankFirst, &[&[1, 2, 5, 6, 7], &[3, 4, 8, 9]]),
    (2, 5, Goal::BlankLast, &[&[0, 1, 2, 3], &[4, 5, 6, 7, 8]]),
];

fn sums_over_regions(boards: &[Grouped]) {
    for (width, height, goal, groups) in boards.iter().cloned() {
        let taquin = taquin(width, height, goal);
        let partition = Partition::new(&taquin, groups).unwrap();
        let databases = build(&partition);
        let upright = TilePatterns::<u64, Upright>::new(&taquin, &partition).unwrap();
        let upright = Additive::new(upright, &databases).unwrap();
        assert!(admissible(&taquin, &upright) > 1, "the blank's region is left out");
        let in_bytes = build_in_bytes(&partition);
        let patterns = TilePatterns::<u64, Upright>::new(&taquin, &partition).unwrap();
        agree(&taquin, &upright, &Additive::new(InBytes(patterns), &in_bytes).unwrap());
        if width == height {
            let mirrored = TilePatterns::<u64, Mirrored<3>>::new(&taquin, &partition).unwrap();
            let mirrored = Additive::new(mirrored, &databases).unwrap();
            admissible(&taquin, &mirrored);
            let patterns = TilePatterns::<u64, Mirrored<3>>::new(&taquin, &partition).unwrap();
            agree(&taquin, &mirrored, &Additive::new(InBytes(patterns), &in_bytes).unwrap());
            admissible(&taquin, &Max(upright, mirrored));
        }
    }
}

#[test]
fn sums_by_region_are_consistent_on_whole_boards_and_never_less() {
    sums_by_region(&[
        (3, 3, Goal::BlankFirst, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (3, 3, Goal::BlankFirst, &[&[1, 2, 4], &[3, 6, 7], &[5, 8]]),
        (3, 3, Goal::BlankLast, &[&[0, 1, 2, 3, 4, 5, 6, 7]]),
        (4, 2, Goal::BlankFirst, &[&[1, 4, 5, 6], &[2, 3, 7]]),
        (2, 4, Goal::BlankLast, &[&[0, 1, 2], &[3, 4, 5, 6]]),
    ]);
}

#[test]
#[ignore = "seconds; cargo xtask slow"]
fn sums_by_region_are_consistent_on_boards_of_ten_cells_and_never_less() {
    sums_by_region(&TEN_CELLS);
}

fn sums_by_region(boards: &[Grouped]) {
    for (width, height, goal, groups) in boards.iter().cloned() {
        let taquin = taquin(width, height, goal);
        let partition = Partition::new(&taquin, groups).unwrap();
        let least = build(&partition);
        let groups = partition.groups().iter();
        let by_region: Vec<_> =
            groups.map(|group| Database::build(&group.arrangements_by_region(), 2)).collect();
        let patterns = TilePatternsByRegion::<u64, Upright>::new(&taquin, &partition).unwrap();
        let heuristic = Additive::new(patterns, &by_region).unwrap();
        let whole = partition.groups().len() == 1;
        assert!(by_region.iter().all(|database| database.cut() == 0), "{width}x{height}");
        assert_eq!(admissible(&taquin, &heuristic), 1, "consistent");
        let patterns = TilePatterns::<u64, Upright>::new(&taquin, &partition).unwrap();
        let weaker = Additive::new(patterns, &least).unwrap();
        for (rank, &distance) in (0..).zip(&distances(&taquin)) {
            let board = taquin.unrank(rank);
            let estimate = heuristic.evaluate(&taquin, &board);
            assert!(estimate >= weaker.evaluate(&taquin, &board), "{board:?}");
            assert!(
                !whole || estimate == Cost::from(distance),
                "{board:?}: all tiles are told apart"
            );
        }
        if width == height {
            let mirrored = TilePatternsByRegion::<u64, Mirrored<3>>::new(&taquin, &partition);
            let mirrored = Additive::new(mirrored.unwrap(), &by_region).unwrap();
            assert_eq!(admissible(&taquin, &Max(heuristic, mirrored)), 1, "consistent");
        }
    }
}

#[test]
fn with_the_blank_every_slide_counts() {
    for (width, height, goal, homes) in [
        (3, 3, Goal::BlankFirst, &[1u8, 2, 3, 4][..]),
        (3, 3, Goal::BlankFirst, &[]),
        (3, 3, Goal::Tiles(vec![1, 2, 3, 4, 0, 5, 6, 7, 8]), &[0, 3, 8]),
        (5, 2, Goal::BlankFirst, &[1, 2, 5, 6, 7]),
        (2, 5, Goal::BlankLast, &[0, 1, 2, 3]),
        (4, 4, Goal::BlankFirst, &[1, 15]),
    ] {
        let taquin = taquin(width, height, goal);
        let group = TileGroup::new(&taquin, homes).unwrap();
        let database = Database::build(&group.arrangements_with_blank(), 2);
        let expected = distances_with_blank(&taquin, homes, 1);
        assert_eq!(reached(&database), expected.len(), "entries with a distance, {homes:?}");
        for ((cells, blank), distance) in expected {
            let free = usize::from(taquin.cells()) - homes.len();
            let before = (0..blank).filter(|cell| !cells.contains(cell)).count();
            let found = database.distance(entry(taquin.cells(), &cells) * free + before, 0);
            assert_eq!(
                found,
                Some(distance.into()),
                "tiles of {homes:?} on {cells:?}, blank on {blank}"
            );
        }
    }
}

#[test]
fn distances_with_the_blank_are_consistent_on_whole_boards() {
    for (width, height, goal, homes) in [
        (3, 3, Goal::BlankFirst, &[1u8, 2, 3, 4][..]),
        (3, 3, Goal::BlankLast, &[0, 1, 2, 3, 4, 5, 6, 7]),
        (5, 2, Goal::BlankFirst, &[1, 2, 5, 6, 7]),
        (2, 5, Goal::BlankLast, &[5, 6, 7, 8]),
    ] {
        let taquin = taquin(width, height, goal);
        let group = TileGroup::new(&taquin, homes).unwrap();
        let database = Database::build(&group.arrangements_with_blank(), 1);
        let patterns = TilePatternsWithBlank::<u64, Upright>::new(&taquin, &group).unwrap();
        let upright = Additive::new(patterns, [&database]).unwrap();
        assert_eq!(admissible(&taquin, &upright), 1, "consistent");
        if homes.len() + 1 == usize::from(taquin.cells()) {
            for (rank, &distance) in (0..).zip(&distances(&taquin)) {
                let board = taquin.unrank(rank);
                assert_eq!(upright.evaluate(&taquin, &board), Cost::from(distance), "{board:?}");
            }
        }
        if width == height {
            let mirrored = TilePatternsWithBlank::<u64, Mirrored<3>>::new(&taquin, &group).unwrap();
            let mirrored = Additive::new(mirrored, [&database]).unwrap();
            assert_eq!(admissible(&taquin, &Max(upright, mirrored)), 1, "consistent");
        } else {
            assert!(TilePatternsWithBlank::<u64, Mirrored<3>>::new(&taquin, &group).is_err());
        }
    }
}

/// An abstraction or patterns without bases, in half a byte an entry by steps of 1.
#[derive(Clone)]
struct Cut<T>(T);

impl<A: Abstraction> Abstraction for Cut<A> {
    const FORM: Form = Form::Packed { step: 1 };

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn entries(&self) -> usize {
        self.0.entries()
    }

    fn blocks(&self) -> usize {
        self.0.blocks()
    }

    fn members(&self) -> usize {
        self.0.members()
    }

    fn classes(&self, block: usize) -> std::ops::Range<usize> {
        self.0.classes(block)
    }

    fn entry(&self, block: usize, member: usize) -> usize {
        self.0.entry(block, member)
    }

    fn visit_goals(&self, visit: impl FnMut(usize, usize)) {
        self.0.visit_goals(visit);
    }

    fn visit_class_moves(&self, block: usize, class: usize, visit: impl FnMut(ClassMove)) {
        self.0.visit_class_moves(block, class, visit);
    }

    fn origins(&self, reordering: usize) -> &[u16] {
        self.0.origins(reordering)
    }
}

impl<P: Puzzle, L: Patterns<P>> Patterns<P> for Cut<L> {
    const FORM: Form = Form::Packed { step: 1 };

    type Keys = L::Keys;

    fn parts(&self) -> usize {
        self.0.parts()
    }

    fn start(&self, puzzle: &P, state: &P::State) -> L::Keys {
        self.0.start(puzzle, state)
    }

    fn entry(&self, keys: L::Keys, part: usize) -> usize {
        self.0.entry(keys, part)
    }

    fn advance(
        &self,
        puzzle: &P,
        keys: L::Keys,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> EntryChange<L::Keys> {
        EntryChange { base_change: 0, ..self.0.advance(puzzle, keys, parent, mv, child) }
    }
}

#[test]
fn a_distance_without_room_is_cut_and_counted() {
    let taquin = taquin(3, 3, Goal::BlankFirst);
    let group = TileGroup::new(&taquin, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let whole = Database::build(&group.arrangements_with_blank(), 1);
    let cut = Database::build(&Cut(group.arrangements_with_blank()), 2);
    let from_scratch = with_scratch(&Cut(group.arrangements_with_blank()), 2);
    assert_eq!((from_scratch.as_bytes(), from_scratch.cut()), (cut.as_bytes(), cut.cut()));
    let mut without_room = 0;
    for entry in 0..whole.entries() {
        let distance = whole.distance(entry, 0);
        assert_eq!(cut.distance(entry, 0), distance.map(|distance| distance.min(14)));
        without_room += u64::from(distance.is_some_and(|distance| distance > 14));
    }
    assert_eq!((whole.greatest(), cut.greatest()), (31, 31));
    assert_eq!((whole.cut(), cut.cut()), (0, without_room));
    assert!(without_room > 100_000, "most boards are further than 14 slides");
    let patterns = TilePatternsWithBlank::<u64, Upright>::new(&taquin, &group).unwrap();
    let heuristic = Additive::new(Cut(patterns), [&cut]).unwrap();
    assert_eq!(admissible(&taquin, &heuristic), 1, "consistent, as all is cut at the same height");
}

#[test]
fn a_database_is_refused_in_another_form_than_the_patterns() {
    let taquin = taquin(3, 3, Goal::BlankFirst);
    let partition = Partition::new(&taquin, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap();
    let patterns = TilePatterns::<u64, Upright>::new(&taquin, &partition).unwrap();
    let (packed, in_bytes) = (build(&partition), build_in_bytes(&partition));
    let mixed = [&packed[0], &in_bytes[1]];
    let error = Additive::new::<Taquin>(patterns.clone(), mixed).unwrap_err();
    let (found, expected) = (Form::Bytes, Form::Packed { step: 2 });
    assert_eq!(error, AdditiveError::Form { number: 2, found, expected });
    let text = "database 2 is stored in bytes, but the patterns need half bytes by steps of 2";
    assert_eq!(error.to_string(), text);
    assert!(Additive::new::<Taquin>(InBytes(patterns), mixed).is_err());
}

fn duals_are_as_far<V: View>(taquin: &Taquin) {
    let duality = TileDuality::<u64, V>::new(taquin).unwrap();
    let of_duals: Vec<_> = duality.puzzles().iter().map(distances).collect();
    for (rank, &distance) in (0..).zip(&distances(taquin)) {
        let board = taquin.unrank(rank);
        let (index, dual) = duality.dual(&board);
        let of_dual = of_duals[index][duality.puzzles()[index].rank(&dual) as usize];
        assert_eq!(of_dual, distance, "{board:?} and its dual {dual:?}");
    }
}

#[test]
fn a_dual_is_as_far_from_its_goal_as_the_board() {
    duals_are_as_far::<Upright>(&taquin(3, 3, Goal::BlankFirst));
    duals_are_as_far::<Upright>(&taquin(3, 3, Goal::Tiles(vec![3, 1, 2, 0, 4, 5, 6, 8, 7])));
    duals_are_as_far::<Upright>(&taquin(2, 3, Goal::BlankLast));
    duals_are_as_far::<Upright>(&taquin(4, 2, Goal::BlankFirst));
    duals_are_as_far::<Mirrored<3>>(&taquin(3, 3, Goal::BlankLast));
    duals_are_as_far::<Mirrored<3>>(&taquin(3, 3, Goal::Tiles(vec![1, 2, 3, 4, 0, 5, 6, 7, 8])));
}

fn sums_of_duals_are_admissible<V: View>(goal: Goal) {
    let taquin = taquin(3, 3, goal);
    let duality = TileDuality::<u64, V>::new(&taquin).unwrap();
    let partition_of = |puzzle: &Taquin| {
        let blank = puzzle.goal().blank();
        let cells: Vec<u8> = (0..9).filter(|&cell| cell != blank).collect();
        Partition::new(puzzle, &[&cells[..4], &cells[4..]]).unwrap()
    };
    let partitions: Vec<_> = duality.puzzles().iter().map(partition_of).collect();
    let packed: Vec<_> = partitions.iter().map(build).collect();
    let in_bytes: Vec<_> = partitions.iter().map(build_in_bytes).collect();
    let patterns: Vec<_> = (duality.puzzles().iter().zip(&partitions))
        .map(|(puzzle, partition)| TilePatterns::<u64>::new(puzzle, partition).unwrap())
        .collect();
    let sums = patterns.iter().cloned().zip(&packed);
    let sums = sums.map(|(patterns, databases)| Additive::new(patterns, databases).unwrap());
    let packed = Dual::new(&duality, sums.collect()).unwrap();
    let sums = patterns.into_iter().map(InBytes).zip(&in_bytes);
    let sums = sums.map(|(patterns, databases)| Additive::new(patterns, databases).unwrap());
    let in_bytes = Dual::new(&duality, sums.collect()).unwrap();
    admissible(&taquin, &packed);
    for board in (0..taquin.state_count()).map(|rank| taquin.unrank(rank)) {
        let (estimate, expected) =
            (packed.evaluate(&taquin, &board), in_bytes.evaluate(&taquin, &board));
        assert_eq!(estimate, expected, "{board:?}");
    }
}

#[test]
fn sums_of_packed_entries_serve_for_duals() {
    sums_of_duals_are_admissible::<Upright>(Goal::BlankFirst);
    sums_of_duals_are_admissible::<Mirrored<3>>(Goal::BlankLast);
    sums_of_duals_are_admissible::<Mirrored<3>>(Goal::Tiles(vec![1, 2, 3, 4, 0, 5, 6, 7, 8]));
}

#[test]
fn duals_keep_searches_optimal() {
    let taquin = taquin(3, 3, Goal::BlankFirst);
    let duality = TileDuality::<u64>::new(&taquin).unwrap();
    let duals: Vec<_> = duality.puzzles().iter().map(Manhattan::new).collect();
    let too_few = Dual::new(&duality, duals[1..].to_vec()).unwrap_err();
    assert_eq!(too_few, DualError { puzzles: 9, heuristics: 8 });
    let both = Max(Manhattan::new(&taquin), Dual::new(&duality, duals).unwrap());
    admissible(&taquin, &both);
    for (rank, &distance) in (0..).zip(&distances(&taquin)).step_by(701) {
        let board = taquin.unrank(rank);
        let cost = |solver: &dyn Solver<Taquin>| {
            solver.solve(&taquin, &board).outcome.plan().map(|plan| plan.cost)
        };
        assert_eq!(cost(&IdaStar::new(&both)), Some(distance.into()), "{board:?}");
        assert_eq!(cost(&AStar::new(&both)), Some(distance.into()), "{board:?}");
    }
}

#[test]
fn named_partitions_are_for_every_goal() {
    for blank in 0..16 {
        let tiles =
            (0..16).map(|cell| if cell == blank { 0 } else { cell + u8::from(cell < blank) });
        let taquin = taquin(4, 4, Goal::Tiles(tiles.collect()));
        for (name, sizes) in [("5-5-5", &[5, 5, 5][..]), ("6-6-3", &[6, 6, 3]), ("7-8", &[7, 8])] {
            let partition = Partition::named(&taquin, name).unwrap();
            let found: Vec<_> =
                partition.groups().iter().map(|group| group.homes().len()).collect();
            assert_eq!(found, sizes, "{name}, blank on {blank}");
        }
    }
}
