//! The order in which a reader's own search took its nodes.

use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Deviation, check_order};

use crate::position::{At, check_text};
use crate::question::{Lane, Question, Work};
use crate::record::Drawn;
use crate::refusal::Refusal;
use crate::search::Spec;
use crate::service::Service;

/// An order of positions, held against the rules of a search.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Order {
    at: At,
    #[serde(default)]
    search: Spec,
    /// Positions in the game's notation.
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_ORDER)))]
    order: Vec<String>,
}

/// The longest order: its tree is drawn.
const MAX_ORDER: usize = 500;

/// How far the order follows the rules of the search, and its tree laid out.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked {
    drawn: Drawn,
    followed: usize,
    is_complete: bool,
    deviation: Option<Deviation>,
    next: Vec<String>,
}

impl Question for Order {
    const NAME: &'static str = "order";
    type Answer = Checked;

    fn prepare(self, service: &Service) -> Result<Work<Checked>, Refusal> {
        if self.order.len() > MAX_ORDER {
            let message = format!("an order has at most {MAX_ORDER} positions here");
            return Err(Refusal::BadRequest(message));
        }
        self.order.iter().try_for_each(|text| check_text(text))?;
        let catalogue = service.catalogue().clone();
        let position = self.at.open(&catalogue)?;
        let search = self.search.search(&*position, service)?;
        Ok(Work::search(Lane::Long, move |budget| {
            let entry = catalogue.game(position.game())?;
            let checked = check_order(entry, &*position, &search, &self.order, &budget)?;
            Ok(Checked {
                drawn: Drawn::new(checked.recording),
                followed: checked.followed,
                is_complete: checked.is_complete,
                deviation: checked.deviation,
                next: checked.next,
            })
        }))
    }
}
