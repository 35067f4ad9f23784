use std::ops::Range;
use std::path::Path;

use tesuji_storage::Section;
use tesuji_storage::container::{Container, ContainerError};

use crate::TableError;

/// Opens the container in a file, or in these bytes of it.
pub(crate) fn open_container(
    path: &Path,
    range: Option<Range<u64>>,
) -> Result<Container<Section>, TableError> {
    let section = Section::open(path, range).map_err(ContainerError::from);
    let container = section.and_then(Container::new);
    container.map_err(|source| TableError::Container { path: path.to_owned(), source })
}
