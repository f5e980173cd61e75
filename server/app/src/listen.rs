//! Accepts connections until told to stop, then lets them finish.

mod client_stream;
mod http2;
mod open_files;
mod pace;
mod places;
mod request_body;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::pin::pin;
use std::time::Duration;

use api::{ApiError, BAD_HOST};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::IntoResponse;
use http::header::{CONNECTION, EXPECT, HOST, HeaderValue};
use http::{Request, Response, Version};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::{http1, http2 as hyper_http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulConnection;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use self::client_stream::{ClientStream, Lingers};
use self::http2::{AnswerBody, Streams};
pub use self::open_files::OpenFiles;
use self::places::Place;
pub use self::places::Places;
use self::request_body::{RequestBody, Unread};

/// Maximum time for a client to send the head of a request, and for an idle connection to stay open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);
/// Time for the client of an idle HTTP/2 connection to close it after it was told that it ends.
const GOODBYE: Duration = Duration::from_secs(10);
/// A pause after accepting failed, and between looks for a free file descriptor.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Maximum size of what is written of an HTTP/2 stream and not sent.
const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Maximum number of connections that wait to be accepted. A connection beyond it is retried by its client's system a
/// second later; the usual 128 are too few for a restart under load.
const BACKLOG: u32 = 4_096;

/// Listens on `address`.
pub fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that was just stopped left connections behind that still know the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The connections of one listener.
pub struct Connections {
    /// Cancelled when they are to end once their running requests have.
    ending: CancellationToken,
    tasks: TaskTracker,
}

/// Serves `router` on `listener` until `stop`; returns the connections still open then.
pub async fn listen(
    listener: TcpListener,
    router: Router,
    places: Places,
    files: OpenFiles,
    stop: CancellationToken,
) -> Connections {
    let connections = Connections { ending: CancellationToken::new(), tasks: TaskTracker::new() };
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places, files) => accepted,
            () = stop.cancelled() => return connections,
        };
        let (stream, peer, place) = match accepted {
            Ok(Some(accepted)) => accepted,
            Ok(None) => continue,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let (router, stop, ending) = (router.clone(), stop.clone(), connections.ending.clone());
        connections.tasks.spawn(async move {
            let speaks_http2 = tokio::select! {
                known = timeout(HEAD_TIMEOUT, speaks_http2(&stream)) => known,
                () = stop.cancelled() => return,
            };
            match speaks_http2 {
                Ok(Ok(true)) => {
                    log_end(serve_http2(stream, peer, router, ending, HEAD_TIMEOUT).await);
                }
                Ok(Ok(false)) => log_end(serve_http1(stream, peer, router, ending).await),
                Ok(Err(error)) => tracing::debug!(%error, "connection ended"),
                Err(_) => tracing::debug!("a connection said nothing"),
            }
            drop(place);
        });
    }
}

async fn serve_http1(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    ending: CancellationToken,
) -> hyper::Result<()> {
    let lingers = Lingers::default();
    let stream = TokioIo::new(ClientStream::new(stream, lingers.clone()));
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, lingers) = (router.clone(), lingers.clone());
        async move {
            if !names_one_host(&request) {
                lingers.set();
                return Ok(without_host());
            }
            // Such a client waits to be told before it sends its body.
            let sends = !request.headers().contains_key(EXPECT);
            let (mut response, unread) = answer(router, peer, request).await?;
            if let Some(unread) = unread
                && !(sends && unread.drain().await)
            {
                lingers.set();
                // A client that keeps connections would send its next request on this one.
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(stream, service);
    serve_until(connection, ending, std::future::pending()).await
}

/// Returns false for a request that must name its host once, and does not (RFC 9112, section 3.2).
fn names_one_host(request: &Request<Incoming>) -> bool {
    request.version() < Version::HTTP_11 || request.headers().get_all(HOST).iter().count() == 1
}

fn without_host() -> Response<Body> {
    let mut response = ApiError::from(BAD_HOST).into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Serves an HTTP/2 connection until its client closes it, or it has had no request for as long as `idle`.
async fn serve_http2(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    ending: CancellationToken,
    idle: Duration,
) -> hyper::Result<()> {
    let streams = Streams::default();
    let stream = TokioIo::new(ClientStream::new(stream, Lingers::default()));
    let service = service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        async move {
            // What is left of its body costs no connection: the stream is reset.
            let (response, _unread) = answer(router, peer, request).await?;
            Ok::<_, Infallible>(response.map(AnswerBody::new))
        }
    });
    let connection = hyper_http2::Builder::new(streams.clone())
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(30))
        .max_send_buf_size(SEND_BUFFER_BYTES)
        .serve_connection(stream, service);
    serve_until(connection, ending, streams.wait_idle(idle)).await
}

/// Answers a request. Returns with the answer what was not read of the request's body.
async fn answer(
    router: Router,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<(Response<Body>, Option<Unread>), Infallible> {
    let (parts, body) = request.into_parts();
    let (body, unread) = match body.is_end_stream() {
        true => (Body::empty(), None),
        false => {
            let (body, unread) = RequestBody::new(body);
            (Body::new(body), Some(unread))
        }
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(ConnectInfo(peer));
    Ok((router.oneshot(request).await?, unread))
}

/// Serves a connection until its client closes it, and no longer than until its running requests have ended once `ending`
/// is cancelled or it is `idle`.
async fn serve_until<C: GracefulConnection>(
    connection: C,
    ending: CancellationToken,
    idle: impl Future<Output = ()>,
) -> Result<(), C::Error> {
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = ending.cancelled() => connection.as_mut().graceful_shutdown(),
        () = idle => {
            connection.as_mut().graceful_shutdown();
            // It has no request left whose answer would be lost.
            return timeout(GOODBYE, connection).await.unwrap_or(Ok(()));
        }
    }
    connection.await
}

/// First bytes of an HTTP/2 connection (RFC 9113, section 3.4); no method of HTTP/1 starts like this.
const HTTP2_BEGINS: &[u8; 4] = b"PRI ";
/// The first and the longest wait for the rest of a first segment that is shorter than that.
const PEEK_AGAIN: Duration = Duration::from_millis(1);
const PEEK_AGAIN_MAX: Duration = Duration::from_secs(1);

/// Returns true if a client speaks HTTP/2, without consuming its first bytes: passing them on through a buffer of our
/// own would cost each idle connection 8 KiB more.
async fn speaks_http2(stream: &TcpStream) -> std::io::Result<bool> {
    let mut begin = [0; HTTP2_BEGINS.len()];
    let mut wait = PEEK_AGAIN;
    loop {
        let length = stream.peek(&mut begin).await?;
        if length == 0 || begin[..length] != HTTP2_BEGINS[..length] {
            return Ok(false);
        }
        if length == HTTP2_BEGINS.len() {
            return Ok(true);
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(PEEK_AGAIN_MAX);
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended");
    }
}

type Accepted = (TcpStream, SocketAddr, Place);

/// Accepts a connection once there is a place and a file descriptor for it. `None`: its address has too many already.
async fn accept(
    listener: &TcpListener,
    places: &Places,
    files: OpenFiles,
) -> std::io::Result<Option<Accepted>> {
    let of_all = places.wait().await;
    let (stream, peer) = listener.accept().await?;
    let Some(place) = places.take(of_all, peer.ip()) else {
        tracing::debug!(peer = %peer.ip(), "an address has too many connections");
        return Ok(None);
    };
    if !files.has_room(&stream) {
        tracing::warn!(limit = files.limit, "too many files are open: connections wait");
        wait_for_room(&stream, files).await?;
    }
    stream.set_nodelay(true)?;
    Ok(Some((stream, peer, place)))
}

/// Waits until a copy of the connection would have a descriptor that is not kept for others.
async fn wait_for_room(stream: &TcpStream, files: OpenFiles) -> std::io::Result<()> {
    loop {
        tokio::time::sleep(ACCEPT_PAUSE).await;
        if files.has_room(&stream.as_fd().try_clone_to_owned()?) {
            return Ok(());
        }
    }
}

impl Connections {
    /// Lets running requests finish, for at most `patience`. Returns whether all did.
    pub async fn finish(self, patience: Duration) -> bool {
        self.tasks.close();
        let finish = async {
            self.ending.cancel();
            self.tasks.wait().await;
        };
        timeout(patience, finish).await.is_ok()
    }
}

#[cfg(test)]
mod tests;
