//! The gate for connections: so many at once, and none that says nothing for long.
//!
//! A browser keeps some connections open for its next request, and a page its WebSocket, which
//! answers our knocking. Who opens connections and is silent, or reads nothing, holds one of a
//! limited number, and that not for long.

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
    silence_max: Duration,
}

/// A connection that was let in.
#[derive(Debug)]
pub(super) struct Admitted {
    stream: TcpStream,
    /// Runs out when nothing has come for long.
    patience: Pin<Box<Sleep>>,
    silence_max: Duration,
    _place: OwnedSemaphorePermit,
}

impl Gate {
    /// A gate for so many connections; one that says nothing for so long is ended.
    pub(super) fn new(listener: TcpListener, places: usize, silence_max: Duration) -> Self {
        let places = Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        Self { listener, places, silence_max }
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
            let silence_max = self.silence_max;
            let patience = Box::pin(sleep(silence_max));
            return (Admitted { stream, patience, silence_max, _place: place }, address);
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
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            let silence_max = self.silence_max;
            self.patience.set(sleep(silence_max));
            return read;
        }
        self.patience.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Admitted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
