/// A set of cells of the floor, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells([u64; 4]);

impl Cells {
    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u8) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The cells in the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0u8..4).zip(self.0).flat_map(|(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    64 * place + bit
                })
            })
        })
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    /// The cells that are not in `other`.
    #[inline]
    pub(crate) fn without(self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|place| self.0[place] & !other.0[place]))
    }

    /// The cells that are in both.
    #[inline]
    pub(crate) fn and(self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|place| self.0[place] & other.0[place]))
    }

    /// The least of the cells.
    #[inline]
    pub(crate) fn first(&self) -> Option<u8> {
        self.iter().next()
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut all = Cells::default();
        cells.into_iter().for_each(|cell| all.insert(cell));
        all
    }
}
