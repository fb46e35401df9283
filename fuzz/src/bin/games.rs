//! The runs of the targets that are about one game, a line each: `position_chess`. The registry has the
//! games, so that a new one is fuzzed without being named here.

// The library is watched by the fuzzer, whose hooks this program needs, too.
use libfuzzer_sys as _;
use plyglot::registry::GAMES;

fn main() {
    for game in GAMES {
        println!("position_{}", game.name);
        if !game.record_extension.is_empty() {
            println!("record_{}", game.name);
        }
    }
}
