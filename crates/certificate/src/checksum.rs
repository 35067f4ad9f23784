/// The checksum of certificates: CRC-64 with the polynomial of ECMA-182, reflected, as in the xz
/// format. It detects accidental damage, not forgeries, which the checker itself has to detect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) const LENGTH: usize = 8;

    pub(crate) fn new() -> Self {
        Checksum(u64::MAX)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 ^= u64::from(byte);
            for _ in 0..8 {
                let divide = if self.0 & 1 == 1 { 0xc96c_5795_d787_0f42 } else { 0 };
                self.0 = self.0 >> 1 ^ divide;
            }
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
