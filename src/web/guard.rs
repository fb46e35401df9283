//! Who may talk to the server.
//!
//! A page of a stranger cannot read what we serve, but it could make a browser on this machine ask
//! us: under a name of its own that suddenly means this machine (DNS rebinding), or by opening a
//! WebSocket, which browsers allow across origins. So the `Host` of every request has to be an
//! address that we serve, and the `Origin` of a WebSocket has to be the page that came from there.
//! Where others than this machine can reach the server they also have to know a word.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::{HeaderMap, header};

/// The shortest token; a shorter one could be tried out.
pub const TOKEN_CHARS_MIN: usize = 8;

/// What every answer carries: only our own scripts, styles and pictures, nothing in a frame.
pub const HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Which requests are let in.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The name or address we were told to serve at.
    host: String,
    port: u16,
    /// We serve at every address of the machine.
    is_everywhere: bool,
    token: Option<String>,
}

/// Why a request is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It names another host.
    Host,
    /// It comes from another page.
    Origin,
    /// It does not know the token.
    Token,
}

impl Refusal {
    /// A line for whoever reads it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Host => "this name is not the address that plyglot serves",
            Self::Origin => "this page was not served by plyglot",
            Self::Token => "open the page as /?token=WORD, with the word given to --token",
        }
    }
}

impl Guard {
    /// A guard of this host and port; `address` is what the host means.
    pub fn new(host: &str, address: IpAddr, port: u16, token: Option<String>) -> Self {
        let is_everywhere = address.is_unspecified();
        Self { host: host.to_ascii_lowercase(), port, is_everywhere, token }
    }

    /// What a host that is not this machine alone needs: a word that is long enough and can stand in
    /// an address.
    ///
    /// # Errors
    /// Says why.
    pub fn check_token(address: IpAddr, token: Option<&str>) -> Result<(), String> {
        let Some(token) = token else {
            if address.is_loopback() {
                return Ok(());
            }
            return Err(format!(
                "web: --host {address} lets other machines use this one to think: expected \
                 --token WORD as well, which they have to know"
            ));
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if token.len() < TOKEN_CHARS_MIN || !token.chars().all(is_plain) {
            return Err(format!(
                "web: --token: expected at least {TOKEN_CHARS_MIN} letters and digits of ASCII, \
                 `-`, `_` or `.`"
            ));
        }
        Ok(())
    }

    /// Whether a request names an address that we serve.
    ///
    /// # Errors
    /// It does not.
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let is_one = hosts.next().is_none();
        host.filter(|host| is_one && self.serves(host)).map(|_| ()).ok_or(Refusal::Host)
    }

    /// Whether a WebSocket is opened by a page of ours.
    ///
    /// # Errors
    /// It is not.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let origin = text(header::ORIGIN).and_then(|origin| {
            origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
        });
        let is_ours = origin.is_some() && origin == text(header::HOST);
        if is_ours { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Whether a request knows the token, by its cookie.
    ///
    /// # Errors
    /// It does not.
    pub fn check_cookie(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if self.token.is_none() {
            return Ok(());
        }
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter();
        let mut cookies = cookies.filter_map(|line| line.to_str().ok()).flat_map(|l| l.split(';'));
        let knows = cookies.any(|cookie| {
            cookie.trim().split_once('=').is_some_and(|(n, word)| n == name && self.knows(word))
        });
        if knows { Ok(()) } else { Err(Refusal::Token) }
    }

    /// The cookie for a request whose query has the token; `None` where it has none or there is no
    /// token.
    ///
    /// # Errors
    /// It has another one.
    pub fn cookie(&self, query: &str) -> Result<Option<String>, Refusal> {
        let Some(word) = query.split('&').find_map(|pair| pair.strip_prefix("token=")) else {
            return Ok(None);
        };
        if self.token.is_none() {
            return Ok(None);
        }
        if !self.knows(word) {
            return Err(Refusal::Token);
        }
        Ok(Some(format!("{}={word}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name())))
    }

    /// Cookies are the same for all ports of a host.
    fn cookie_name(&self) -> String {
        format!("plyglot_{}", self.port)
    }

    /// Whether this is the token; takes as long wherever it differs.
    fn knows(&self, word: &str) -> bool {
        self.token.as_ref().is_some_and(|token| {
            let (one, other) = (token.as_bytes(), word.as_bytes());
            let differing = one.iter().zip(other).fold(0, |bits, (a, b)| bits | (a ^ b));
            differing == 0 && one.len() == other.len()
        })
    }

    /// Whether `localhost:8080` is ours.
    fn serves(&self, host: &str) -> bool {
        const HTTP: u16 = 80;
        let colon = host.rfind(':').filter(|&at| !host[at..].contains(']'));
        let (name, port) = match colon {
            Some(at) => (&host[..at], host[at + 1..].parse().ok()),
            None => (host, Some(HTTP)),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let address: Option<IpAddr> = name.parse().ok();
        let is_named = name == self.host || name == "localhost";
        let is_loopback = [IpAddr::V4(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()]
            .map(Some)
            .contains(&address);
        // No name can be made to mean something else where none is used.
        let is_any = self.is_everywhere && address.is_some();
        port == Some(self.port) && (is_named || is_loopback || is_any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(host: &str) -> Guard {
        Guard::new(host, host.parse().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), 8080, None)
    }

    #[test]
    fn only_addresses_that_are_served_are_answered() {
        let local = guard("127.0.0.1");
        for good in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:8080"] {
            assert!(local.serves(good), "{good}");
        }
        for bad in [
            "evil.example:8080",
            "localhost",
            "localhost:80",
            "127.0.0.1.evil.example:8080",
            "",
            ":",
        ] {
            assert!(!local.serves(bad), "{bad}");
        }
        assert!(!local.serves("192.168.1.5:8080"));
        let everywhere = guard("0.0.0.0");
        assert!(everywhere.serves("192.168.1.5:8080") && !everywhere.serves("evil.example:8080"));
        assert!(guard("game.lan").serves("game.lan:8080"));
    }

    #[test]
    fn a_token_is_asked_for_where_others_can_reach_us() {
        let everywhere: IpAddr = "0.0.0.0".parse().unwrap();
        assert!(Guard::check_token(everywhere, None).unwrap_err().contains("--token"));
        assert!(Guard::check_token(everywhere, Some("short")).is_err());
        assert!(Guard::check_token(everywhere, Some("long; enough")).is_err());
        assert!(Guard::check_token(everywhere, Some("long-enough")).is_ok());
        assert!(Guard::check_token("127.0.0.1".parse().unwrap(), None).is_ok());
    }

    #[test]
    fn the_word_in_the_address_becomes_a_cookie() {
        let token = Some("correct-horse".to_owned());
        let guard = Guard::new("0.0.0.0", "0.0.0.0".parse().unwrap(), 8080, token);
        assert_eq!(guard.cookie(""), Ok(None));
        assert_eq!(guard.cookie("token=wrong-horse"), Err(Refusal::Token));
        let cookie = guard.cookie("a=b&token=correct-horse").unwrap().unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(guard.check_cookie(&headers), Err(Refusal::Token));
        let value = format!("other=1; {}", cookie.split(';').next().unwrap());
        headers.insert(header::COOKIE, value.parse().unwrap());
        assert_eq!(guard.check_cookie(&headers), Ok(()));
    }
}
