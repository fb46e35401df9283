//! The gate for connections: so many at once, and none that says nothing for long.
//!
//! A browser keeps some connections open for its next request, and a page its WebSocket, which
//! answers our knocking. Who opens connections and is silent, reads nothing, or sends a request so slowly
//! that it never ends, holds one of a limited number, and that not for long.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// Listens, and lets in as many as there are places.
#[derive(Debug)]
pub(super) struct Gate {
    listener: TcpListener,
    places: Arc<Semaphore>,
    patience: Patience,
}

/// How long a connection may hold a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Patience {
    /// Without a byte from it.
    pub silence: Duration,
    /// Without a byte to it since it began: for its first request, however slowly that comes in.
    pub first_answer: Duration,
    /// Without a byte to it since the last one.
    pub next_answer: Duration,
}

/// A connection that was let in.
#[derive(Debug)]
pub(super) struct Admitted {
    stream: TcpStream,
    patience: Patience,
    /// Runs out when nothing has come for long.
    silence: Pin<Box<Sleep>>,
    /// Runs out when nothing has been answered for long.
    unanswered: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl Gate {
    /// A gate for so many connections.
    pub(super) fn new(listener: TcpListener, places: usize, patience: Patience) -> Self {
        let places = Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        Self { listener, places, patience }
    }
}

impl Listener for Gate {
    type Io = Admitted;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Admitted, Self::Addr) {
        loop {
            // Nobody closes the places.
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else { continue };
            let (stream, address) = Listener::accept(&mut self.listener).await;
            // Small messages are not to wait for more.
            let _ = stream.set_nodelay(true);
            let patience = self.patience;
            let silence = Box::pin(sleep(patience.silence));
            let unanswered = Box::pin(sleep(patience.first_answer));
            let admitted = Admitted { stream, patience, silence, unanswered, _place: place };
            return (admitted, address);
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

impl AsyncRead for Admitted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let timed_out = || Err(io::ErrorKind::TimedOut.into());
        if self.unanswered.as_mut().poll(context).is_ready() {
            return Poll::Ready(timed_out());
        }
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            let silence_max = self.patience.silence;
            self.silence.set(sleep(silence_max));
            return read;
        }
        self.silence.as_mut().poll(context).map(|()| timed_out())
    }
}

impl AsyncWrite for Admitted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if matches!(written, Poll::Ready(Ok(count)) if count > 0) {
            let answer_max = self.patience.next_answer;
            self.unanswered.set(sleep(answer_max));
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
