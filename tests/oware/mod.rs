//! Oware and awari: the rules against a plain second program and published counts, a game for each
//! rule on which the two rule sets differ, text.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "rules are lent, as the library takes them")]

mod differences;
mod rules;
mod text;
