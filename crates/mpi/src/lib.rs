//! Ranks that are processes of MPI (`Mpi`), by the crate `mpi` (rsmpi); nothing without the feature
//! of that name.
//!
//! This is a crate of its own, and empty as a rule, so that who compiles the program needs neither an
//! MPI library nor a C compiler, and who wants MPI compiles nothing else anew.
#![deny(missing_docs)]

#[cfg(feature = "mpi")]
mod processes;

#[cfg(feature = "mpi")]
pub use processes::Mpi;
