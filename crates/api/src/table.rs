//! Positions looked up in the tables of solved games that the server has.

use serde::Deserialize;
use tesuji::catalogue::TableReport;

use crate::position::At;
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::service::Service;

/// The value of a position and of each of its moves, from a table of the solved game.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LookUp {
    at: At,
}

impl Question for LookUp {
    const NAME: &'static str = "table";
    type Answer = TableReport;

    fn prepare(self, service: &Service) -> Result<Work<TableReport>, Refusal> {
        let position = self.at.open(service.catalogue())?;
        let catalogue = service.catalogue().clone();
        Ok(Work::search(Lane::Short, move |_| {
            let found = catalogue.look_up(&*position, |table, text| table.query(Some(text)));
            let found = found.map_err(|_| Refusal::DamagedTable(position.game()))?;
            found.ok_or_else(|| Refusal::NotInTable(position.game()))
        }))
    }
}
