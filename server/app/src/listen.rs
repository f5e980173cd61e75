//! Accepts connections until told to stop, then lets them finish.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// Maximum time for a client to send the head of a request, and for an idle connection to stay open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);
/// A pause after accepting failed (out of file descriptors), so that it does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

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
    graceful: GracefulShutdown,
    tasks: TaskTracker,
}

/// Serves `router` on `listener` until `stop`; returns the connections still open then.
pub async fn listen(
    listener: TcpListener,
    router: Router,
    max_connections: usize,
    stop: CancellationToken,
) -> Connections {
    let places = Arc::new(Semaphore::new(max_connections));
    let connections = Connections { graceful: GracefulShutdown::new(), tasks: TaskTracker::new() };
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = stop.cancelled() => return connections,
        };
        let (stream, peer, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        });
        let service = TowerToHyperService::new(service);
        let (watcher, stop) = (connections.graceful.watcher(), stop.clone());
        connections.tasks.spawn(async move {
            let speaks_http2 = tokio::select! {
                known = timeout(HEAD_TIMEOUT, speaks_http2(&stream)) => known,
                () = stop.cancelled() => return,
            };
            let stream = TokioIo::new(stream);
            match speaks_http2 {
                Ok(Ok(true)) => {
                    let connection = http2::Builder::new(TokioExecutor::new())
                        .timer(TokioTimer::new())
                        .keep_alive_interval(Duration::from_secs(30))
                        .serve_connection(stream, service);
                    log_end(watcher.watch(connection).await);
                }
                Ok(Ok(false)) => {
                    let connection = http1::Builder::new()
                        .timer(TokioTimer::new())
                        .header_read_timeout(HEAD_TIMEOUT)
                        .serve_connection(stream, service);
                    log_end(watcher.watch(connection).await);
                }
                Ok(Err(error)) => tracing::debug!(%error, "connection ended"),
                Err(_) => tracing::debug!("a connection said nothing"),
            }
            drop(place);
        });
    }
}

/// First bytes of an HTTP/2 connection (RFC 9113, section 3.4); no method of HTTP/1 starts like this.
const HTTP2_BEGINS: &[u8; 4] = b"PRI ";
/// The wait for the rest of a first segment that is shorter than that.
const PEEK_AGAIN: Duration = Duration::from_millis(1);

/// Returns true if a client speaks HTTP/2, without consuming its first bytes: passing them on through a buffer of our
/// own would cost each idle connection 8 KiB more.
async fn speaks_http2(stream: &TcpStream) -> std::io::Result<bool> {
    let mut begin = [0; HTTP2_BEGINS.len()];
    loop {
        let length = stream.peek(&mut begin).await?;
        if length == 0 || begin[..length] != HTTP2_BEGINS[..length] {
            return Ok(false);
        }
        if length == HTTP2_BEGINS.len() {
            return Ok(true);
        }
        tokio::time::sleep(PEEK_AGAIN).await;
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended");
    }
}

type Accepted = (TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit);

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> std::io::Result<Accepted> {
    let place = places.clone().acquire_owned().await.expect("the semaphore is never closed");
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, place))
}

impl Connections {
    /// Lets running requests finish, for at most `patience`. Returns whether all did.
    pub async fn finish(self, patience: Duration) -> bool {
        self.tasks.close();
        let finish = async {
            self.graceful.shutdown().await;
            self.tasks.wait().await;
        };
        timeout(patience, finish).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt;

    async fn told_of(segments: &[&[u8]]) -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        client.set_nodelay(true).unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let writing = async {
            for segment in segments {
                client.write_all(segment).await.unwrap();
                tokio::task::yield_now().await;
            }
            client.shutdown().await.unwrap();
        };
        tokio::join!(speaks_http2(&server), writing).0.unwrap()
    }

    #[tokio::test]
    async fn hundreds_may_come_before_the_first_is_accepted() {
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        // A connection beyond the backlog would wait as long as none is accepted.
        let connected = futures::future::join_all((0..400).map(|_| TcpStream::connect(address)));
        let connected =
            timeout(Duration::from_secs(30), connected).await.expect("all have a place");
        assert!(connected.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn a_connection_speaks_http2_when_it_begins_with_its_preface() {
        assert!(told_of(&[b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]).await);
        assert!(told_of(&[b"P", b"RI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]).await);
        assert!(!told_of(&[b"GET / HTTP/1.1\r\n\r\n"]).await);
        assert!(!told_of(&[b"P", b"OST / HTTP/1.1\r\n\r\n"]).await);
        assert!(!told_of(&[]).await);
    }
}
