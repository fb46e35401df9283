//! The line protocol: lines, laws of lines, conversations, nonsense, and the document about it.

mod analysis;
mod gtp;
mod hub;
mod laws;
mod lines;
mod md;
mod nboard;
mod nonsense;
mod resign;
mod sockets;
mod transcripts;
mod xboard;
