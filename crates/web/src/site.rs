use std::sync::Arc;

use axum::extract::FromRef;
use tesuji::catalogue::Catalogue;

use crate::workers::Workers;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) workers: Workers,
}

impl FromRef<Site> for Arc<Catalogue> {
    fn from_ref(site: &Site) -> Self {
        Arc::clone(&site.catalogue)
    }
}

impl FromRef<Site> for Workers {
    fn from_ref(site: &Site) -> Self {
        site.workers.clone()
    }
}
