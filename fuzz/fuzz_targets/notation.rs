#![no_main]

use libfuzzer_sys::fuzz_target;
use tesuji_fuzz::Target;

fuzz_target!(|input: &[u8]| {
    (Target::named("notation").expect("it is there").feed)(input);
});
