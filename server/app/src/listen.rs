//! Accepts connections until told to stop, then lets them finish.

mod address;
mod client_stream;
mod http2;
mod open_files;
mod pace;
mod places;
mod request_body;
mod sockets;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::os::fd::AsFd as _;
use std::pin::pin;
use std::time::Duration;

use api::{ApiError, BAD_HOST};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::IntoResponse;
use futures::future::join_all;
use http::header::{CONNECTION, EXPECT, HOST, HeaderValue};
use http::{Request, Response, Version};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::{http1, http2 as hyper_http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulConnection;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

pub use self::address::{ListenAddress, parse_mode};
use self::client_stream::{ClientStream, Lingers};
use self::http2::{AnswerBody, Streams};
pub use self::open_files::OpenFiles;
use self::places::Place;
pub use self::places::Places;
use self::request_body::{RequestBody, Unread};
use self::sockets::Stream;
pub use self::sockets::{Listener, SocketOptions};

/// Maximum time for a client to send the head of a request, and for an idle connection to stay open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);
/// Time for the client of an idle HTTP/2 connection to close it after it was told that it ends.
const GOODBYE: Duration = Duration::from_secs(10);
/// A pause after accepting failed, and between looks for a free file descriptor.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Maximum size of what is written of an HTTP/2 stream and not sent.
const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Longest that connections are still accepted which were opened before this server stopped to listen.
const LAST_ACCEPTS: Duration = Duration::from_millis(300);
/// Longest that a connection waits for its first request when this server ends: the request is on its way.
const FIRST_REQUEST: Duration = Duration::from_millis(500);
/// A pause without a connection, after which none is on its way.
const NO_MORE: Duration = Duration::from_millis(50);

/// The connections of all listeners.
#[derive(Clone)]
pub struct Connections {
    /// Cancelled when they are to end once their running requests have.
    ending: CancellationToken,
    tasks: TaskTracker,
}

/// The moments at which a server that stops does less.
#[derive(Debug, Clone, Default)]
pub struct Leave {
    /// From then on clients are asked to connect again: another process listens at the same address.
    pub hand_over: CancellationToken,
    /// From then on no connection is accepted.
    pub stop: CancellationToken,
}

/// The parts that serve the connections of a listener.
#[derive(Clone)]
struct Serving {
    router: Router,
    places: Places,
    files: OpenFiles,
    leave: Leave,
    connections: Connections,
}

/// Serves `router` on all `listeners` until told to stop; returns the connections still open then.
pub async fn listen(
    listeners: Vec<Listener>,
    router: Router,
    places: Places,
    files: OpenFiles,
    leave: Leave,
) -> Connections {
    let connections = Connections { ending: CancellationToken::new(), tasks: TaskTracker::new() };
    let serving = Serving { router, places, files, leave, connections: connections.clone() };
    join_all(listeners.into_iter().map(|listener| serving.clone().accept_all(listener))).await;
    connections
}

impl Serving {
    async fn accept_all(self, listener: Listener) {
        self.leave.stop.run_until_cancelled(self.accept_on(&listener, None)).await;
        if listener.close_door() {
            // Whoever is connected already would be refused.
            timeout(LAST_ACCEPTS, self.accept_on(&listener, Some(NO_MORE))).await.ok();
        }
    }

    /// Accepts connections, until none came for so long.
    async fn accept_on(&self, listener: &Listener, none_for: Option<Duration>) {
        loop {
            let accepting = accept(listener, &self.places, self.files);
            let accepted = match none_for {
                None => accepting.await,
                Some(none_for) => match timeout(none_for, accepting).await {
                    Ok(accepted) => accepted,
                    Err(_) => return,
                },
            };
            match accepted {
                Ok(Some(accepted)) => self.serve(accepted),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn serve(&self, (stream, peer, place): Accepted) {
        let (router, leave) = (self.router.clone(), self.leave.clone());
        let ending = self.connections.ending.clone();
        self.connections.tasks.spawn(async move {
            let speaks_http2 = tokio::select! {
                known = timeout(HEAD_TIMEOUT, speaks_http2(&stream)) => known,
                () = end_without_request(&ending) => return,
            };
            match speaks_http2 {
                Ok(Ok(true)) => {
                    log_end(serve_http2(stream, peer, router, (ending, leave), HEAD_TIMEOUT).await);
                }
                Ok(Ok(false)) => {
                    log_end(serve_http1(stream, peer, router, (ending, leave)).await);
                }
                Ok(Err(error)) => tracing::debug!(%error, "connection ended"),
                Err(_) => tracing::debug!("a connection said nothing"),
            }
            drop(place);
        });
    }
}

async fn serve_http1(
    stream: Stream,
    peer: SocketAddr,
    router: Router,
    (ending, leave): (CancellationToken, Leave),
) -> hyper::Result<()> {
    let lingers = Lingers::default();
    let stream = TokioIo::new(ClientStream::new(stream, lingers.clone()));
    let begun = CancellationToken::new();
    let has_begun = begun.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        begun.cancel();
        let (router, lingers) = (router.clone(), lingers.clone());
        let hand_over = leave.hand_over.clone();
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
            if hand_over.is_cancelled() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(stream, service);
    let ending = async {
        let first = end_without_request(&ending);
        tokio::select! {
            () = first => {}
            () = async { tokio::join!(ending.cancelled(), has_begun.cancelled()); } => {}
        }
    };
    serve_until(connection, ending, std::future::pending()).await
}

/// Waits until a connection that has sent nothing ends with this server.
async fn end_without_request(ending: &CancellationToken) {
    ending.cancelled().await;
    tokio::time::sleep(FIRST_REQUEST).await;
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
    stream: Stream,
    peer: SocketAddr,
    router: Router,
    (ending, leave): (CancellationToken, Leave),
    idle: Duration,
) -> hyper::Result<()> {
    let streams = Streams::default();
    let stream = TokioIo::new(ClientStream::new(stream, Lingers::default()));
    let service = service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        async move {
            let sends = !request.headers().contains_key(EXPECT);
            let (response, unread) = answer(router, peer, request).await?;
            // A reset stream is a failed one to some proxies. What is left after that resets it and costs no connection.
            if let Some(unread) = unread.filter(|_| sends) {
                unread.drain().await;
            }
            Ok::<_, Infallible>(response.map(AnswerBody::new))
        }
    });
    let connection = hyper_http2::Builder::new(streams.clone())
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(30))
        .max_send_buf_size(SEND_BUFFER_BYTES)
        .serve_connection(stream, service);
    let leaving = async {
        tokio::select! {
            () = ending.cancelled() => {}
            () = leave.hand_over.cancelled() => {}
        }
    };
    serve_until(connection, leaving, streams.wait_idle(idle)).await
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

/// Serves a connection until its client closes it, and no longer than until its running requests have ended once it is
/// `ending` or `idle`.
async fn serve_until<C: GracefulConnection>(
    connection: C,
    ending: impl Future<Output = ()>,
    idle: impl Future<Output = ()>,
) -> Result<(), C::Error> {
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = ending => connection.as_mut().graceful_shutdown(),
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
async fn speaks_http2(stream: &Stream) -> std::io::Result<bool> {
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

type Accepted = (Stream, SocketAddr, Place);

/// Accepts a connection once there is a place and a file descriptor for it. `None`: its address has too many already.
async fn accept(
    listener: &Listener,
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
    Ok(Some((stream, peer, place)))
}

/// Waits until a copy of the connection would have a descriptor that is not kept for others.
async fn wait_for_room(stream: &Stream, files: OpenFiles) -> std::io::Result<()> {
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
