use axum::extract::FromRef;
use tesuji_api::Service;

use crate::workers::Workers;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) service: Service,
    pub(crate) workers: Workers,
}

impl FromRef<Site> for Service {
    fn from_ref(site: &Site) -> Self {
        site.service.clone()
    }
}

impl FromRef<Site> for Workers {
    fn from_ref(site: &Site) -> Self {
        site.workers.clone()
    }
}
