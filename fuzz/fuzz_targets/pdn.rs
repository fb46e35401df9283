//! Any bytes as a record of a game of draughts, on each board.
#![no_main]

use plyglot::games::draughts::{Checkers, International, RuleSet};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    plyglot_fuzz::record(&International::new(RuleSet::INTERNATIONAL), bytes);
    for rules in [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN] {
        plyglot_fuzz::record(&Checkers::new(rules), bytes);
    }
});
