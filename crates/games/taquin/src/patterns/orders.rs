/// The maximum number of tiles in a group: 16 bits number their orders.
pub(crate) const MAX_TILES: usize = 8;

/// All orders of the tiles of a group, by number, in lexicographic order. A tile is identified by
/// its index in the group.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    tiles: usize,
    orders: Vec<[u8; MAX_TILES]>,
    /// For each pair of slots that a tile leaves and enters, the number of the order before for
    /// that of the order after; empty where no slide reaches that far.
    origins: Vec<Vec<u16>>,
}

impl Orders {
    /// The orders of `tiles` tiles, of which a slide passes fewer than `width`.
    pub(crate) fn new(tiles: usize, width: usize) -> Self {
        let mut orders = vec![[0; MAX_TILES]];
        for slot in 0..tiles {
            let longer = |order: [u8; MAX_TILES]| {
                let unused = (0..tiles as u8).filter(move |tile| !order[..slot].contains(tile));
                unused.map(move |tile| {
                    let mut longer = order;
                    longer[slot] = tile;
                    longer
                })
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let mut it = Orders { tiles, orders, origins: Vec::new() };
        for from in 0..tiles {
            for to in 0..tiles {
                let distance = from.abs_diff(to);
                let back = |order: &[u8; MAX_TILES]| {
                    let mut before = *order;
                    if to < from {
                        before[to..=from].rotate_left(1);
                    } else {
                        before[from..=to].rotate_right(1);
                    }
                    it.number(&before)
                };
                let origins = if distance > 0 && distance < width {
                    it.orders.iter().map(back).collect()
                } else {
                    Vec::new()
                };
                it.origins.push(origins);
            }
        }
        it
    }

    /// The number of orders.
    pub(crate) fn len(&self) -> usize {
        self.orders.len()
    }

    /// The tiles in the order with this number.
    pub(crate) fn order(&self, number: usize) -> &[u8] {
        &self.orders[number][..self.tiles]
    }

    /// The number of an order.
    pub(crate) fn number(&self, order: &[u8]) -> u16 {
        let mut number = 0;
        let mut left = (1u32 << self.tiles) - 1;
        for (slot, &tile) in order[..self.tiles].iter().enumerate() {
            left &= !(1 << tile);
            let smaller = (left & ((1 << tile) - 1)).count_ones();
            number = number * (self.tiles - slot) as u32 + smaller;
        }
        u16::try_from(number).expect("at most 8 tiles")
    }

    /// The index of a tile's move from one slot to another.
    pub(crate) fn reordering(&self, from: usize, to: usize) -> Option<usize> {
        (from != to).then_some(from * self.tiles + to)
    }

    /// For each order after a reordering, the number of the order before.
    pub(crate) fn origins(&self, reordering: usize) -> &[u16] {
        &self.origins[reordering]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_numbered_in_lexicographic_order() {
        let orders = Orders::new(5, 4);
        assert_eq!(orders.len(), 120);
        for number in 0..orders.len() {
            assert_eq!(usize::from(orders.number(orders.order(number))), number);
        }
        assert!((1..120).all(|number| orders.order(number - 1) < orders.order(number)));
    }

    #[test]
    fn a_tile_that_passes_two_others_is_put_back() {
        let orders = Orders::new(4, 4);
        let (before, after) = ([3, 0, 1, 2], [0, 1, 3, 2]);
        let reordering = orders.reordering(0, 2).unwrap();
        let origin = orders.origins(reordering)[usize::from(orders.number(&after))];
        assert_eq!(origin, orders.number(&before));
    }
}
