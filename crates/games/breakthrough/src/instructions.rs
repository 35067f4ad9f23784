//! The instructions that a machine has.

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::Wide;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::Wide;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::__cpuid;

    /// Proof that this machine counts and deposits bits (`popcnt`, `bmi1`, `bmi2`).
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Wide(());

    impl Wide {
        /// Tests whether the machine has the instructions in hardware: where `pdep` is a loop of
        /// microcode, the safe equivalent is faster.
        pub(crate) fn detect() -> Option<Wide> {
            (is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && !deposits_by_microcode())
            .then_some(Wide(()))
        }
    }

    /// Whether this is a Zen of the first two generations (AMD's families 17h and 18h).
    fn deposits_by_microcode() -> bool {
        let vendor = __cpuid(0).ebx;
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        let amd = [*b"Auth", *b"Hygo"].map(u32::from_le_bytes).contains(&vendor);
        amd && matches!(family, 0x17 | 0x18)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    /// Uninhabited: other machines do not have the instructions.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Wide {}

    impl Wide {
        pub(crate) fn detect() -> Option<Wide> {
            None
        }
    }
}
