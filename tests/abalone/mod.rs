//! Abalone: its rules against a plain second program and against published numbers, its text, its
//! options.

mod bojar;
mod naive;
mod options;
mod rules;
mod search;
mod text;
mod wave;
