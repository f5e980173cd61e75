use std::net::Ipv4Addr;
use std::task::{Context, Poll};

use axum::routing::{get, post};
use bytes::Bytes;
use http::StatusCode;
use hyper_util::rt::TokioExecutor;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::*;

/// A listener with these routes, until it is dropped.
struct Served {
    address: SocketAddr,
    stop: CancellationToken,
}

impl Served {
    async fn start(router: Router) -> Self {
        Self::within(router, OpenFiles { limit: 4_096, hard: 4_096 }, 100).await
    }

    async fn within(router: Router, files: OpenFiles, of_address_max: usize) -> Self {
        let listener = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let places = Places::new(100, of_address_max, api::TrustedProxies::default());
        let served = listen(listener, router, places, files, stop.clone());
        TaskTracker::new().spawn(async move { served.await.finish(Duration::ZERO).await });
        Self { address, stop }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn send(&self, text: &str) -> TcpStream {
        let mut client = self.connect().await;
        client.write_all(text.as_bytes()).await.unwrap();
        client
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Reads the head of an answer.
async fn read_head(client: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

fn status_of(head: &str) -> u16 {
    head.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Reads the head of an answer, and its status.
async fn read_status(client: &mut TcpStream) -> u16 {
    status_of(&read_head(client).await)
}

/// An answer without an end, that tells when it is given back.
struct Endless(Option<oneshot::Sender<()>>);

impl futures::Stream for Endless {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: std::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(Some(Ok(Bytes::from_static(&[b'a'; 16 * 1024]))))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        self.0.take().unwrap().send(()).ok();
    }
}

/// Returns routes with an endless answer, and the signal that it was given back.
fn endless() -> (Router, oneshot::Receiver<()>) {
    let (gone, is_gone) = oneshot::channel();
    let gone = std::sync::Arc::new(std::sync::Mutex::new(Some(gone)));
    let answer = move || {
        let gone = gone.lock().unwrap().take();
        async move { Body::from_stream(Endless(gone)) }
    };
    (Router::new().route("/", get(answer)), is_gone)
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_its_answer_is_cut() {
    let (router, is_gone) = endless();
    let served = Served::start(router).await;
    let began = Instant::now();
    let _client = served.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    is_gone.await.unwrap();
    assert_eq!(began.elapsed().as_secs(), pace::WAIT_MAX.as_secs());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_an_http2_answer_is_cut() {
    let (router, is_gone) = endless();
    let served = Served::start(router).await;
    let stream = TokioIo::new(served.connect().await);
    let client = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
        .handshake::<_, Body>(stream)
        .await;
    let (mut sender, connection) = client.unwrap();
    TaskTracker::new().spawn(connection);
    let began = Instant::now();
    let request = Request::get("http://a/").body(Body::empty()).unwrap();
    let _unread = sender.send_request(request).await.unwrap();
    is_gone.await.unwrap();
    assert_eq!(began.elapsed().as_secs(), pace::WAIT_MAX.as_secs());
}

#[tokio::test]
async fn an_http2_connection_that_only_pings_ends() {
    let listener = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (stream, peer) = listener.accept().await.unwrap();
    let router = Router::new().route("/", get(|| async {}));
    let idle = Duration::from_millis(100);
    let served = serve_http2(stream, peer, router, CancellationToken::new(), idle);
    let served = TaskTracker::new().spawn(served);
    let client = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_millis(10))
        .keep_alive_while_idle(true)
        .handshake::<_, Body>(TokioIo::new(client))
        .await;
    let (mut sender, connection) = client.unwrap();
    let connection = TaskTracker::new().spawn(connection);
    let request = Request::get("http://a/").body(Body::empty()).unwrap();
    assert_eq!(sender.send_request(request).await.unwrap().status(), StatusCode::OK);
    connection.await.unwrap().ok();
    // Whoever closes first: it has ended.
    served.await.unwrap().ok();
}

#[tokio::test(start_paused = true)]
async fn a_body_that_stops_coming_is_refused() {
    let read = |_: api::Json<String>| async {};
    let served = Served::start(Router::new().route("/", post(read))).await;
    let head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    let mut client = served.send(head).await;
    assert_eq!(read_status(&mut client).await, 408);
    let body = client.read_to_end(&mut Vec::new()).await;
    assert!(body.is_ok_and(|bytes| bytes > 0), "its problem arrives");
}

/// Sends a body of so many bytes to a route that does not read it. Returns the status, and whether the connection can be
/// used again, as the answer says.
async fn refused(bytes: usize) -> (u16, bool) {
    let refuse = || async { StatusCode::UNAUTHORIZED };
    let served = Served::start(Router::new().route("/", post(refuse))).await;
    let head = format!("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: {bytes}\r\n\r\n");
    let mut client = served.send(&head).await;
    client.write_all(&vec![0; bytes]).await.unwrap();
    let head = read_head(&mut client).await;
    let says_close = head.to_ascii_lowercase().contains("connection: close");
    // The answer has no body: what comes next is the next answer, or the end.
    client.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n").await.ok();
    let goes_on = client.read(&mut [0; 8]).await.is_ok_and(|bytes| bytes > 0);
    assert_eq!(says_close, !goes_on, "a client that keeps connections is told");
    (status_of(&head), goes_on)
}

#[tokio::test]
async fn a_body_that_nobody_reads_costs_its_client_no_connection() {
    assert_eq!(refused(1_000_000).await, (401, true));
}

#[tokio::test]
async fn the_answer_to_a_body_that_is_too_large_arrives() {
    assert_eq!(refused(3_000_000).await, (401, false));
}

#[tokio::test(start_paused = true)]
async fn a_connection_waits_for_a_descriptor_that_is_not_reserved() {
    let router = Router::new().route("/", get(|| async {}));
    // All numbers that a connection can have are reserved.
    let served = Served::within(router, OpenFiles { limit: 4, hard: 4 }, 100).await;
    let mut client = served.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(timeout(Duration::from_secs(20), client.read_u8()).await.is_err(), "it is not refused");
}

#[tokio::test]
async fn an_address_with_too_many_connections_gets_no_more() {
    let router = Router::new().route("/", get(|| async {}));
    let served = Served::within(router, OpenFiles { limit: 4_096, hard: 4_096 }, 1).await;
    let ask = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
    let mut first = served.send(ask).await;
    assert_eq!(read_status(&mut first).await, 200);
    let mut second = served.send(ask).await;
    assert!(!second.read(&mut [0; 8]).await.is_ok_and(|bytes| bytes > 0));
}

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
    let connected = timeout(Duration::from_secs(30), connected).await.expect("all have a place");
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
