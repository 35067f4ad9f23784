//! Pattern databases of the taquin by name: `pdb:` and the sizes of the groups.

use std::sync::Arc;
use tesuji_core::Instant;

use tesuji_core::{Abstraction, Budget, Max, Progress};
use tesuji_informed::pdb::{Additive, Database};
use tesuji_taquin::{
    Arrangements, LookupError, Mirrored, Partition, Taquin, TileGroup, TilePatterns, Upright, View,
    Word,
};

use crate::databases::{DatabaseError, Databases};
use crate::{CatalogueError, DatabaseReport, Search};

const PREFIX: &str = "pdb:";

/// A word with the mirror image of the square boards that are looked up in it.
pub trait MirrorWord: Word {
    /// How the mirror image is looked up.
    type Mirror: View;
}

impl MirrorWord for u64 {
    type Mirror = Mirrored<4>;
}

impl MirrorWord for u128 {
    type Mirror = Mirrored<5>;
}

/// The partition that the name of a heuristic means; none if it is no pattern database.
pub(super) fn partition<W: Word>(
    taquin: &Taquin<W>,
    name: &'static str,
) -> Result<Option<Partition>, CatalogueError> {
    let Some(sizes) = name.strip_prefix(PREFIX) else { return Ok(None) };
    let found = Partition::named(taquin, sizes);
    found.map(Some).map_err(|error| CatalogueError::Heuristic { name, source: error.into() })
}

/// The strongest pattern databases that are at hand or built in a moment, within the memory there
/// is; none if the board has no such.
pub(super) fn best<W: Word>(
    taquin: &Taquin<W>,
    Search { databases, builds_databases, .. }: &Search,
    budget: &Budget,
) -> Option<&'static str> {
    // A database that takes long to build, or much memory, is used only if it exists.
    let choices =
        [("pdb:7-8", false), ("pdb:6-6-6-6", false), ("pdb:6-6-3", true), ("pdb:5-5-5", true)];
    let room = budget.memory_limit().map_or(u64::MAX, |bytes| bytes as u64);
    let usable = |&&(name, quick): &&(&'static str, bool)| {
        let Ok(Some(partition)) = partition(taquin, name) else { return false };
        let groups = partition.groups();
        let Some(bytes) = groups.iter().map(bytes_for).sum::<Option<u64>>() else { return false };
        if databases.are_ready(groups.iter().map(TileGroup::identity)) {
            bytes <= room
        } else {
            // While a group is searched its states take memory, too.
            quick && *builds_databases && 2 * bytes <= room
        }
    };
    choices.iter().find(usable).map(|&(name, _)| name)
}

/// How many bytes the database of a group takes; none if this machine cannot address them.
fn bytes_for(group: &TileGroup) -> Option<u64> {
    let entries = usize::try_from(group.state_count()).ok()?;
    Some(Database::bytes_for(<Arrangements as Abstraction>::FORM, entries) as u64)
}

/// Databases of a taquin, ready to be looked up.
pub(super) struct TileDatabases<W: MirrorWord> {
    upright: TilePatterns<W, Upright>,
    /// None if the board is not its own mirror image.
    mirrored: Option<TilePatterns<W, W::Mirror>>,
    databases: Vec<Arc<Database>>,
}

impl<W: MirrorWord> TileDatabases<W> {
    /// Opens the databases of a partition, or builds them.
    pub(super) fn get(
        taquin: &Taquin<W>,
        name: &'static str,
        partition: &Partition,
        databases: &Databases,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, CatalogueError> {
        let error = |source: LookupError| CatalogueError::Heuristic { name, source: source.into() };
        let upright = TilePatterns::new(taquin, partition).map_err(error)?;
        let mirrored = match TilePatterns::new(taquin, partition) {
            Ok(mirrored) => Some(mirrored),
            Err(LookupError::NoMirror { .. }) => None,
            Err(other) => return Err(error(other)),
        };
        let open = |group: &TileGroup| {
            let identity = group.identity();
            databases
                .get(&identity, || group.arrangements(), budget, progress)
                .map_err(|error| refused(name, error))
        };
        let databases: Result<_, _> = partition.groups().iter().map(open).collect();
        Ok(TileDatabases { upright, mirrored, databases: databases? })
    }

    /// The estimate by the board as it is, and by its mirror image where there is one.
    pub(super) fn heuristic(&self) -> TileHeuristic<'_, W> {
        let databases = || self.databases.iter().map(|database| &**database);
        let upright = Additive::new(self.upright.clone(), databases());
        let upright = upright.expect("a database for each group");
        match &self.mirrored {
            None => TileHeuristic::Upright(upright),
            Some(mirrored) => {
                let mirrored = Additive::new(mirrored.clone(), databases());
                let mirrored = mirrored.expect("a database for each group");
                TileHeuristic::Both(Max(upright, mirrored))
            }
        }
    }
}

type Sum<'d, W, V> = Additive<'d, TilePatterns<W, V>>;

/// The heuristic of some [`TileDatabases`], by what there is to look up.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum TileHeuristic<'d, W: MirrorWord> {
    Upright(Sum<'d, W, Upright>),
    Both(Max<Sum<'d, W, Upright>, Sum<'d, W, W::Mirror>>),
}

fn refused(name: &'static str, error: DatabaseError) -> CatalogueError {
    match error {
        DatabaseError::Stopped(limit) => CatalogueError::Stopped(limit),
        file => CatalogueError::Heuristic { name, source: file.into() },
    }
}

/// Builds the databases of a partition and reports on each; those that are there already stay,
/// unless they are to be made `anew`.
pub(super) fn build(
    name: &'static str,
    partition: &Partition,
    databases: &Databases,
    anew: bool,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Vec<DatabaseReport>, CatalogueError> {
    let mut reports = Vec::new();
    for group in partition.groups() {
        let started = Instant::now();
        let identity = group.identity();
        let path = databases.path(&identity);
        let found = if anew { Ok(None) } else { databases.find(&identity, progress) };
        let found = found.map_err(|error| refused(name, error))?;
        let built = found.is_none();
        let (database, saved) = match found {
            Some(database) => (database, Ok(())),
            None => {
                let built = databases.build(|| group.arrangements(), budget, progress);
                built.map_err(|error| refused(name, error))?
            }
        };
        saved.map_err(|error| CatalogueError::Heuristic { name, source: error.into() })?;
        reports.push(DatabaseReport {
            identity,
            file: path.map(|path| path.display().to_string()),
            entries: database.entries(),
            bytes: database.as_bytes().len(),
            greatest: database.greatest(),
            built,
            seconds: started.elapsed().as_secs_f64(),
        });
    }
    Ok(reports)
}
