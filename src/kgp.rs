//! Kalah for servers that speak KGP [kalah-game-protocol].

use plyglot_protocol::kgp::Kgp;

/// A conversation with a server that knows us by this token. What happens is told by `tell`.
pub fn open(token: Option<String>, tell: fn(&str)) -> Kgp {
    Kgp::new(token, tell)
}
