//! Nine men's morris and its relatives: the rules against a plain second program and published
//! counts, repeated mills, options.

mod options;
mod repeat;
mod rules;
