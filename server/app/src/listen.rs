//! Accepts connections until told to stop, then lets them finish.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long a client may take to send the head of a request, and how long an idle connection is kept.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);
/// A pause after accepting failed (out of file descriptors), so that it does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The connections of one listener.
pub struct Connections {
    graceful: GracefulShutdown,
    tasks: TaskTracker,
}

/// Serves `router` on `listener` until `stop`; returns what is still open then.
pub async fn listen(
    listener: TcpListener,
    router: Router,
    max_connections: usize,
    stop: CancellationToken,
) -> Connections {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(Duration::from_secs(30));
    let builder = Arc::new(builder);
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
        let connection = builder
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        let connection = connections.graceful.watch(connection);
        connections.tasks.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection ended");
            }
            drop(place);
        });
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
    /// Lets requests that run finish, for at most `patience`. Returns whether all did.
    pub async fn finish(self, patience: Duration) -> bool {
        self.tasks.close();
        let finish = async {
            self.graceful.shutdown().await;
            self.tasks.wait().await;
        };
        tokio::time::timeout(patience, finish).await.is_ok()
    }
}
