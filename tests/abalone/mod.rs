//! Abalone: its rules against a plain second program and against published numbers, its text, its
//! options, and the program of 1998.

mod bojar;
mod classic;
mod options;
mod rules;
mod search;
mod text;
mod wave;
