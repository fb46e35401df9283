//! Listening: pages, and the WebSocket of each.

use std::future::Future;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next as NextLayer};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Notify;
use tokio::time::{Instant as Moment, sleep_until, timeout};

use super::assets;
use super::event::Terms;
use super::gate::{Gate, Patience};
use super::guard::{Guard, HEADERS, Refusal};
use super::house::{House, Visit};
use super::message::{BYTES_MAX, Message, Request, UPLOAD_BYTES_MAX, VERSION};
use super::outbox::{Next, Outbox, REFUSED};
use super::reply::Reply;

/// News of a search go out so often: some 15 times a second.
const NEWS_EVERY: Duration = Duration::from_millis(66);
/// A page that takes nothing for so long is cut off.
const SEND_TIME: Duration = Duration::from_secs(10);
/// Who says nothing is asked so often whether it is still there.
const KNOCK_EVERY: Duration = Duration::from_secs(20);
/// Who has not answered so many times is gone.
const KNOCKS_MAX: u32 = 3;
/// Who connects says `hello` within this time.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// Of a page that has been gone for so long the search ends.
const REST_AFTER: Duration = Duration::from_mins(1);
/// Of a page that has been gone for so much longer the room is closed.
const FORGET_AFTER: Duration = Duration::from_mins(30);
/// Pages answer our knocking, and are told something at least as often as we knock.
const PATIENCE: Patience = Patience {
    silence: Duration::from_secs(90),
    first_answer: Duration::from_secs(10),
    next_answer: Duration::from_mins(1),
};
/// A message that is too long is refused as long as it is no longer than this; then the connection ends.
const FRAME_BYTES_MAX: usize = UPLOAD_BYTES_MAX + 4 * BYTES_MAX;
/// A browser opens so many connections to fetch a page.
const SOCKETS_EACH: usize = 8;
/// Time to tell pages that the server ends.
const FAREWELL_TIME: Duration = Duration::from_millis(50);
/// More connections than clients: those that come while others go.
const CONNECTIONS_SPARE: usize = 32;

/// Where and how to serve.
#[derive(Debug)]
pub struct Serving {
    /// A name or an address.
    pub host: String,
    /// 0 for any that is free.
    pub port: u16,
    /// The word that pages have to know.
    pub token: Option<String>,
    /// The terms for those who come.
    pub terms: Terms,
}

/// All that connections share.
struct Shared {
    guard: Guard,
    house: House,
    connections: AtomicUsize,
    connections_max: usize,
}

/// Serves until `ended` is; `ready` is told the address of the page before.
///
/// # Errors
/// The address cannot be served at: one line that says why.
pub fn serve(
    serving: Serving,
    ready: impl FnOnce(&str),
    ended: impl Future<Output = ()>,
) -> Result<(), String> {
    let Serving { host, port, token, terms } = serving;
    let address = resolve(&host, port)?;
    Guard::check_token(address.ip(), token.as_deref())?;
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("web: port {port} of {host} is taken; expected another --port, or 0 for any")
        }
        _ => format!("web: {host} port {port}: {error}"),
    };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("web: {error}"))?;
    let query = token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let guard = Guard::new(&host, address.ip(), port, token);
    let connections_max = terms.limits.clients + CONNECTIONS_SPARE;
    let sockets_max = connections_max * SOCKETS_EACH;
    let connections = AtomicUsize::new(0);
    let shared = Shared { guard, house: House::new(terms), connections, connections_max };
    let shared = Arc::new(shared);
    ready(&format!("http://{}:{port}/{query}", shown(&host, address.ip())));
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let gate = Gate::new(listener, sockets_max, PATIENCE);
        let serving = axum::serve(gate, router(Arc::clone(&shared)));
        tokio::select! {
            served = serving => served.map_err(failed),
            () = ended => Ok(()),
        }
    });
    shared.house.close();
    // Pages are told that this was the end.
    runtime.block_on(async { tokio::time::sleep(FAREWELL_TIME).await });
    runtime.shutdown_background();
    served
}

/// What a name means.
fn resolve(host: &str, port: u16) -> Result<SocketAddr, String> {
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    let found = (plain, port).to_socket_addrs();
    let found = found.map_err(|error| format!("web: --host {host}: {error}"))?;
    let mut found: Vec<SocketAddr> = found.collect();
    found.sort_by_key(|address| !address.is_ipv4());
    found.first().copied().ok_or_else(|| format!("web: --host {host}: no such address"))
}

/// The host as a browser takes it.
fn shown(host: &str, address: IpAddr) -> String {
    match address {
        address if address.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(address) if host.contains(':') => format!("[{address}]"),
        _ => host.to_owned(),
    }
}

fn router(shared: Arc<Shared>) -> Router {
    let guarded = middleware::from_fn_with_state(Arc::clone(&shared), guarded);
    Router::new()
        .route("/ws", get(socket))
        .route("/", get(page))
        .route("/assets/{*path}", get(page))
        .layer(guarded)
        .with_state(shared)
}

/// Lets in who may come in, and puts our headers on every answer.
async fn guarded(
    State(shared): State<Arc<Shared>>,
    request: HttpRequest,
    next: NextLayer,
) -> Response {
    let guard = &shared.guard;
    let query = request.uri().query().unwrap_or_default();
    let is_page = request.uri().path() == "/";
    let checked = guard.check_host(request.headers()).and_then(|()| {
        let cookie = if is_page { guard.cookie(query)? } else { None };
        if cookie.is_none() {
            guard.check_cookie(request.headers())?;
        }
        Ok(cookie)
    });
    let mut response = match checked {
        Err(refusal) => refused(refusal),
        Ok(Some(cookie)) => to_the_page(&cookie),
        Ok(None) => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refused(refusal: Refusal) -> Response {
    let status = match refusal {
        Refusal::Host => StatusCode::MISDIRECTED_REQUEST,
        Refusal::Origin => StatusCode::FORBIDDEN,
        Refusal::Token => StatusCode::UNAUTHORIZED,
    };
    (status, format!("plyglot: {}\n", refusal.text())).into_response()
}

/// The token goes out of the address into a cookie.
fn to_the_page(cookie: &str) -> Response {
    let headers = [(header::LOCATION, "/"), (header::SET_COOKIE, cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

async fn page(uri: Uri) -> Response {
    match assets::file(uri.path()) {
        Some((kind, bytes)) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(refusal) = shared.guard.check_origin(&headers) {
        return refused(refusal);
    }
    let Some(place) = Place::take(&shared) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "plyglot: too many connections\n")
            .into_response();
    };
    upgrade
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_upgrade(move |socket| async move { place.0.connection(socket).await })
}

/// A connection that is counted while it lives.
struct Place(Counted);

struct Counted(Arc<Shared>);

impl Place {
    fn take(shared: &Arc<Shared>) -> Option<Self> {
        let before = shared.connections.fetch_add(1, Ordering::Relaxed);
        let counted = Counted(Arc::clone(shared));
        (before < shared.connections_max).then_some(Self(counted))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Counted {
    async fn connection(self, mut socket: WebSocket) {
        let shared = Arc::clone(&self.0);
        let changed = Arc::new(Notify::new());
        let bell = Arc::clone(&changed);
        let outbox = Arc::new(Outbox::ringing(move || bell.notify_one()));
        let Ok(Some((id, session))) = timeout(HELLO_TIME, hello(&mut socket)).await else { return };
        let visit = match shared.house.enter(session.as_deref(), id, Arc::clone(&outbox)) {
            Ok(visit) => visit,
            Err(what) => {
                outbox.push(Some(id), Reply::Refused { what });
                outbox.close(REFUSED);
                send_what_waits(&mut socket, &outbox).await;
                return;
            }
        };
        converse(&mut socket, &visit, &outbox, &changed).await;
        let is_empty = shared.house.leave(&visit);
        drop(self);
        if is_empty {
            tokio::spawn(keep(shared, visit));
        }
    }
}

/// Keeps the room of a page that is gone, for a while.
async fn keep(shared: Arc<Shared>, visit: Visit) {
    tokio::time::sleep(REST_AFTER).await;
    shared.house.rest(&visit);
    tokio::time::sleep(FORGET_AFTER).await;
    shared.house.forget(&visit);
}

/// The first message: its number and the session; `None` where it was another and the socket is
/// closed.
async fn hello(socket: &mut WebSocket) -> Option<(u64, Option<String>)> {
    let text = loop {
        match socket.recv().await?.ok()? {
            Frame::Text(text) => break text,
            Frame::Ping(_) | Frame::Pong(_) => {}
            Frame::Binary(_) | Frame::Close(_) => return None,
        }
    };
    let (id, what) = match Message::parse(&text) {
        Ok(Message { id, request: Request::Hello { version: VERSION, session } }) => {
            return Some((id, session));
        }
        Ok(Message { id, request: Request::Hello { version, .. } }) => (
            Some(id),
            format!("hello: found version {version}, expected {VERSION}: reload the page"),
        ),
        Ok(Message { id, .. }) => (Some(id), "expected `hello` as the first message".to_owned()),
        Err(unread) => (unread.id, unread.what),
    };
    let outbox = Outbox::default();
    outbox.push(id, Reply::Refused { what });
    outbox.close(REFUSED);
    send_what_waits(socket, &outbox).await;
    None
}

/// Hears and speaks until one of the two is gone.
async fn converse(socket: &mut WebSocket, visit: &Visit, outbox: &Outbox, changed: &Notify) {
    let mut news_at = Moment::now();
    let mut knock_at = Moment::now() + KNOCK_EVERY;
    let mut knocks = 0;
    loop {
        let next = outbox.next(Moment::now() >= news_at);
        let wake_at = match next {
            Next::Send(text) => {
                let is_news = text.starts_with(r#"{"type":"info""#);
                if !send(socket, Frame::Text(text.into())).await {
                    return;
                }
                if is_news {
                    news_at = Moment::now() + NEWS_EVERY;
                }
                // Whoever is told much is still heard.
                tokio::task::yield_now().await;
                Moment::now()
            }
            Next::Later => news_at.min(knock_at),
            Next::Nothing => knock_at,
            Next::Close(why) => return close(socket, why).await,
        };
        tokio::select! {
            biased;
            heard = socket.recv() => {
                knocks = 0;
                knock_at = Moment::now() + KNOCK_EVERY;
                if !take(heard, visit, outbox) {
                    return;
                }
            }
            () = changed.notified() => {}
            () = sleep_until(wake_at) => {}
        }
        if Moment::now() >= knock_at {
            knocks += 1;
            knock_at = Moment::now() + KNOCK_EVERY;
            if knocks > KNOCKS_MAX || !send(socket, Frame::Ping(Vec::new().into())).await {
                return;
            }
        }
    }
}

/// Takes a frame; whether the page is still there.
fn take(heard: Option<Result<Frame, axum::Error>>, visit: &Visit, outbox: &Outbox) -> bool {
    let refuse = |id, what| outbox.push(id, Reply::Refused { what });
    match heard {
        None | Some(Err(_) | Ok(Frame::Close(_))) => return false,
        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
        Some(Ok(Frame::Binary(_))) => refuse(None, "expected text frames".to_owned()),
        Some(Ok(Frame::Text(text))) => match Message::parse(&text) {
            Err(unread) => refuse(unread.id, unread.what),
            // Also while the room is at work.
            Ok(Message { id, request: Request::Ping {} }) => outbox.push(Some(id), Reply::Pong),
            Ok(Message { id, request }) => {
                if !visit.room.ask(id, request) {
                    refuse(Some(id), "too many messages wait for an answer".to_owned());
                }
            }
        },
    }
    true
}

async fn send(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(timeout(SEND_TIME, socket.send(frame)).await, Ok(Ok(())))
}

async fn send_what_waits(socket: &mut WebSocket, outbox: &Outbox) {
    while let Next::Send(text) = outbox.next(true) {
        if !send(socket, Frame::Text(text.into())).await {
            return;
        }
    }
    close(socket, REFUSED).await;
}

/// Says that this is the end of the connection.
async fn close(socket: &mut WebSocket, why: &'static str) {
    let frame = CloseFrame { code: close_code::AWAY, reason: why.into() };
    send(socket, Frame::Close(Some(frame))).await;
}
