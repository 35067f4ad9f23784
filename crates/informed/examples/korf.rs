//! Korf's hundred 15-puzzles by pattern databases in half a byte an entry or a byte, looked up for
//! the board and its mirror image: nodes, time, memory.
//!
//! `cargo run --release -p tesuji-informed --features files --example korf -- 7-8 5 /tmp` measures the 7-8 partition
//! in either form, five times in turn, and keeps the databases in `/tmp`.

use std::path::PathBuf;
use std::time::Instant;
use std::{env, error, fs};

use tesuji_core::{Abstraction, Max, Patterns, Solver};
use tesuji_informed::IdaStar;
use tesuji_informed::pdb::{Additive, Database, InBytes};
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{Goal, Mirrored, Partition, Taquin, TileGroup, TilePatterns, Upright};

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or("6-6-3".to_owned());
    let rounds: u32 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let directory = arguments.next().map(PathBuf::from);
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
    let partition = Partition::named(&taquin, &name)?;
    let groups = partition.groups().iter().map(TileGroup::arrangements);
    let packed = databases(groups.clone(), directory.as_ref())?;
    let in_bytes = databases(groups.map(InBytes), directory.as_ref())?;
    let upright = TilePatterns::<u64, Upright>::new(&taquin, &partition)?;
    let mirrored = TilePatterns::<u64, Mirrored<4>>::new(&taquin, &partition)?;
    for _ in 0..rounds {
        measure(&taquin, &packed, upright.clone(), mirrored.clone())?;
        measure(&taquin, &in_bytes, InBytes(upright.clone()), InBytes(mirrored.clone()))?;
    }
    Ok(())
}

/// Opens the databases of some abstractions, or builds them.
fn databases<A: Abstraction>(
    abstractions: impl Iterator<Item = A>,
    directory: Option<&PathBuf>,
) -> Result<Vec<Database>> {
    let mut databases = Vec::new();
    for abstraction in abstractions {
        let identity = abstraction.identity();
        let file = directory.map(|directory| directory.join(format!("{identity}, {}", A::FORM)));
        if let Some(file) = file.as_ref().filter(|file| fs::exists(file).unwrap_or(false)) {
            databases.push(Database::open(file, &identity)?);
            continue;
        }
        let started = Instant::now();
        let built = Database::build(&abstraction, 1);
        println!("{identity}: {}, built in {:.2?}", A::FORM, started.elapsed());
        file.map_or(Ok(()), |file| built.save(file))?;
        databases.push(built);
    }
    Ok(databases)
}

fn measure<U: Patterns<Taquin>, M: Patterns<Taquin>>(
    taquin: &Taquin,
    databases: &[Database],
    upright: U,
    mirrored: M,
) -> Result<()> {
    let both = Max(Additive::new(upright, databases)?, Additive::new(mirrored, databases)?);
    let search = IdaStar::new(both);
    let (started, mut nodes) = (Instant::now(), 0);
    for korf in korf100() {
        let answer = search.solve(taquin, &taquin.board_from_tiles(&korf.tiles)?);
        let length = answer.outcome.plan().map(|plan| plan.cost);
        assert_eq!(length, Some(korf.optimal), "instance {}", korf.number);
        nodes += answer.stats.generated;
    }
    let bytes: usize = databases.iter().map(|database| database.as_bytes().len()).sum();
    let cut: u64 = databases.iter().map(Database::cut).sum();
    let (time, form) = (started.elapsed(), U::FORM);
    println!("{time:.3?}, {nodes} nodes, {bytes} bytes, {cut} entries cut, {form}");
    Ok(())
}
