//! What the rules promise.

mod counts;
mod naive;
mod repetition;
mod sgf;
mod solve;

#[test]
fn the_laws_hold_under_every_option() {
    plyglot_conformance::game::assert_laws::<crate::Go>();
}
