//! The page's server, asked by a client of its own over real sockets.

mod clicks;
mod guard;
mod manual;
mod rooms;
mod traces;
mod trees;

use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plyglot::core::Settings;
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot::web::{Budget, Serving, Terms, WebLimits, serve};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Nothing that is waited for takes so long, and a test that waits in vain fails.
const SOON: Duration = Duration::from_mins(1);

/// A server in this process; dropping it ends it.
pub(crate) struct Server {
    port: u16,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    served: Option<JoinHandle<Result<(), String>>>,
}

impl Server {
    /// At a free port, tic-tac-toe first.
    fn start() -> Self {
        Self::with(None, 64)
    }

    fn with(token: Option<&str>, clients: usize) -> Self {
        Self::with_memory(token, clients, Budget::default())
    }

    fn with_memory(token: Option<&str>, clients: usize, memory: Budget) -> Self {
        let game = GAMES.iter().find(|game| game.name == "tictactoe").unwrap();
        let limits = WebLimits { clients, threads: 2, hash: 32, think_ms: 600_000 };
        let settings = Settings::defaults(&options::all(GAMES));
        let first = (*game, &game.variants[0]);
        let terms = Terms { games: GAMES, first, settings, limits, memory, gallery: None };
        let token = token.map(str::to_owned);
        let serving = Serving { host: "127.0.0.1".to_owned(), port: 0, token, terms };
        let (end, ended) = tokio::sync::oneshot::channel();
        let (say, said) = channel();
        let served = thread::spawn(move || {
            let ready = move |address: &str| say.send(address.to_owned()).unwrap();
            serve(serving, ready, async { _ = ended.await })
        });
        let address = said.recv().unwrap();
        let port = address.split([':', '/']).find_map(|word| word.parse().ok()).unwrap();
        Self { port, end: Some(end), served: Some(served) }
    }

    /// `127.0.0.1:8080`.
    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A page that has said hello, and its session.
    fn page(&self) -> Page {
        self.page_of(None).0
    }

    /// The same with a session; and what it was welcomed with.
    fn page_of(&self, session: Option<&str>) -> (Page, Value) {
        let mut page = self.connect(&[]).unwrap();
        let hello = match session {
            None => json!({"type": "hello", "version": 1}),
            Some(session) => json!({"type": "hello", "version": 1, "session": session}),
        };
        let welcome = page.ask(hello);
        (page, welcome)
    }

    /// Opens a WebSocket with these headers in the place of the usual ones.
    fn connect(&self, headers: &[(&'static str, &str)]) -> Result<Page, u16> {
        let mut request = format!("ws://{}/ws", self.host()).into_client_request().unwrap();
        let origin = format!("http://{}", self.host());
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket, id: 0 }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        let served = self.served.take().unwrap().join();
        if !thread::panicking() {
            assert_eq!(served.unwrap(), Ok(()));
        }
    }
}

/// A client.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    id: u64,
}

impl Page {
    /// Sends a message under the next number.
    fn send(&mut self, mut message: Value) -> u64 {
        self.id += 1;
        message["id"] = self.id.into();
        self.send_text(&message.to_string());
        self.id
    }

    fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message; `None` where the server has closed the connection.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of this type.
    fn hear_a(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.hear().unwrap_or_else(|| panic!("no `{kind}`"));
            if heard["type"] == kind {
                return heard;
            }
        }
    }

    /// The next reply to this message.
    fn reply_to(&mut self, id: u64) -> Value {
        loop {
            let heard = self.hear().expect("the server is there");
            if heard["re"] == id {
                return heard;
            }
        }
    }

    /// Sends a message; its first reply.
    fn ask(&mut self, message: Value) -> Value {
        let id = self.send(message);
        self.reply_to(id)
    }

    /// The same of a message that is refused.
    fn refused(&mut self, message: Value) -> String {
        let reply = self.ask(message);
        assert_eq!(reply["type"], "refused", "{reply}");
        reply["what"].as_str().unwrap().to_owned()
    }
}
