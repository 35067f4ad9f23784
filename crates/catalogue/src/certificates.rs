//! What entries share of making and checking certificates.

use std::io::Read;

use tesuji_certificate::{Certificate, Checked, Checker, Entry, Header, Proof, Rejection};
use tesuji_core::Budget;

use crate::CatalogueError;
use crate::position::{Kit, State};

/// What a certificate may take after a search within `budget`, whose nodes are for the search.
pub(crate) fn proof_budget(budget: &Budget) -> Budget {
    budget.clone().nodes(Checker::WORK)
}

/// The same with half of the memory, where what knows the moves has the other half.
pub(crate) fn half_of_memory(budget: &Budget) -> Budget {
    budget.memory_limit().map_or(budget.clone(), |bytes| budget.clone().memory(bytes / 2))
}

/// A certificate of the number of positions that can be reached from `state`, by the fewest moves to
/// them, from 0 on.
pub(crate) fn reachable<K: Kit>(
    kit: &K,
    rules: &K::Rules,
    state: &State<K>,
    layers: &[u64],
    budget: &Budget,
) -> Result<Certificate, CatalogueError> {
    let checker = Checker::new().budget(proof_budget(budget));
    let certified = |proof| {
        let certificate = Certificate::reachable(rules, state, layers, proof);
        kit.check_certificate(&checker, &mut certificate.to_bytes().as_slice(), None)?;
        Ok(certificate)
    };
    // That takes least memory; the first move says whether it can be.
    match certified(Proof::UndirectedLayers) {
        Err(Rejection::NoWayBack { .. }) => Ok(certified(Proof::Layers)?),
        made => Ok(made?),
    }
}

/// Checks certificates of some kind.
pub(crate) type Check =
    fn(&Checker, &mut dyn Read, Option<&mut dyn FnMut(Entry)>) -> Result<Checked, Rejection>;

/// Checks a certificate about positions by one function and one about a rule, which names no
/// position, by the other if there is one.
pub(crate) fn check_either(
    checker: &Checker,
    reader: &mut dyn Read,
    watch: Option<&mut dyn FnMut(Entry)>,
    positions: Check,
    rules: Option<Check>,
) -> Result<Checked, Rejection> {
    let mut head = Vec::new();
    (&mut *reader).take(Header::MAX_BYTES as u64).read_to_end(&mut head)?;
    let header = Header::read(&head[..])?;
    let check = rules.filter(|_| header.position.is_empty()).unwrap_or(positions);
    check(checker, &mut (&head[..]).chain(reader), watch)
}
