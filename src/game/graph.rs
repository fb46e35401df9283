//! Games given as graphs.
