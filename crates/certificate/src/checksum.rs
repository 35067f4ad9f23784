/// The checksum of certificates: CRC-64 with the polynomial of ECMA-182, reflected, as in the xz
/// format. It detects accidental damage, not forgeries, which the checker itself has to detect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(u64);

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            let divide = if remainder & 1 == 1 { 0xc96c_5795_d787_0f42 } else { 0 };
            remainder = remainder >> 1 ^ divide;
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

impl Checksum {
    pub(crate) const LENGTH: usize = 8;

    pub(crate) fn new() -> Self {
        Checksum(u64::MAX)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let low = self.0.to_le_bytes()[0];
            self.0 = self.0 >> 8 ^ TABLE[usize::from(low ^ byte)];
        }
    }

    pub(crate) fn value(self) -> u64 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_catalogue_comes_out() {
        let mut checksum = Checksum::new();
        checksum.add(b"123456789");
        assert_eq!(checksum.value(), 0x995d_c9bb_df19_39fa);
    }
}
