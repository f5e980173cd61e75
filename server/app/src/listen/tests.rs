use std::net::Ipv4Addr;
use std::task::{Context, Poll};

use axum::routing::{get, post};
use bytes::Bytes;
use http::StatusCode;
use hyper_util::rt::TokioExecutor;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::*;

/// A listener with these routes, until it is dropped.
struct Served {
    address: SocketAddr,
    stop: CancellationToken,
}

const OPTIONS: SocketOptions = SocketOptions { reuse_port: false, unix_mode: 0o660 };

/// Listens on a port of this machine.
fn open_port(reuse_port: bool, port: u16) -> Listener {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    Listener::open(&ListenAddress::Tcp(address), SocketOptions { reuse_port, ..OPTIONS }).unwrap()
}

impl Served {
    async fn start(router: Router) -> Self {
        Self::within(router, OpenFiles { limit: 4_096, hard: 4_096 }, 100).await
    }

    async fn within(router: Router, files: OpenFiles, of_address_max: usize) -> Self {
        let listener = open_port(false, 0);
        let address = listener.local_addr().unwrap();
        let stop = serve_on(listener, router, files, of_address_max);
        Self { address, stop }
    }

    async fn connect_http2(&self) -> hyper::client::conn::http2::SendRequest<Body> {
        let stream = TokioIo::new(self.connect().await);
        let client = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
        let (sender, connection) = client.handshake::<_, Body>(stream).await.unwrap();
        TaskTracker::new().spawn(connection);
        sender
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

/// Serves a listener until told to stop.
fn serve_on(
    listener: Listener,
    router: Router,
    files: OpenFiles,
    of_address_max: usize,
) -> CancellationToken {
    let leave = Leave::default();
    let places = Places::new(100, of_address_max, api::TrustedProxies::default());
    let served = listen(vec![listener], router, places, files, leave.clone());
    TaskTracker::new().spawn(async move { served.await.finish(Duration::from_secs(5)).await });
    leave.stop
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
    let mut sender = served.connect_http2().await;
    let began = Instant::now();
    let request = Request::get("http://a/").body(Body::empty()).unwrap();
    let _unread = sender.send_request(request).await.unwrap();
    is_gone.await.unwrap();
    assert_eq!(began.elapsed().as_secs(), pace::WAIT_MAX.as_secs());
}

#[tokio::test]
async fn an_http2_connection_that_only_pings_ends() {
    let listener = open_port(false, 0);
    let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (stream, peer) = listener.accept().await.unwrap();
    let router = Router::new().route("/", get(|| async {}));
    let idle = Duration::from_millis(100);
    let leaving = (CancellationToken::new(), Leave::default());
    let served = serve_http2(stream, peer, router, leaving, idle);
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

#[tokio::test]
async fn an_http2_body_that_nobody_reads_is_taken_and_its_stream_is_not_reset() {
    let refuse = || async { StatusCode::UNAUTHORIZED };
    let served = Served::start(Router::new().route("/", post(refuse))).await;
    let mut sender = served.connect_http2().await;
    for _ in 0..3 {
        let body = http_body_util::Full::new(Bytes::from(vec![0; 1_000_000]));
        let (gone, is_gone) = oneshot::channel();
        let body = Whole { body, gone: Some(gone) };
        let request = Request::post("http://a/").body(Body::new(body)).unwrap();
        assert_eq!(sender.send_request(request).await.unwrap().status(), 401);
        assert!(is_gone.await.unwrap(), "all of the body was taken");
    }
}

/// A body that tells, when it is dropped, whether it was sent to its end.
struct Whole {
    body: http_body_util::Full<Bytes>,
    gone: Option<oneshot::Sender<bool>>,
}

impl hyper::body::Body for Whole {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
        std::pin::Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        self.gone.take().unwrap().send(self.body.is_end_stream()).ok();
    }
}

const ASK: &str = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const FILES: OpenFiles = OpenFiles { limit: 4_096, hard: 4_096 };

#[tokio::test]
async fn a_unix_socket_is_served_and_its_clients_are_proxies() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ensemble.sock");
    let address = ListenAddress::Unix(path.clone());
    // One that a stopped server left.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let listener = Listener::open(&address, OPTIONS).unwrap();
    assert_eq!(listener.address(), address.to_string());
    let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o660);
    let in_use = Listener::open(&address, OPTIONS).err().expect("it is in use");
    assert_eq!(in_use.kind(), std::io::ErrorKind::AddrInUse);

    let tell = |context: api::RequestContext| async move { context.ip.to_string() };
    let proxies = api::TrustedProxies::default();
    let router = Router::new()
        .route("/", get(tell))
        .layer(axum::middleware::from_fn_with_state(proxies, api::request_context));
    let stop = serve_on(listener, router, FILES, 100);
    let mut client = UnixStream::connect(&path).await.unwrap();
    let ask = ASK.replace("host: a", "host: a\r\nconnection: close\r\nx-forwarded-for: 192.0.2.7");
    client.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("192.0.2.7"), "{answer}");
    stop.cancel();
    client.read_to_end(&mut Vec::new()).await.unwrap();
    timeout(Duration::from_secs(10), async {
        while path.exists() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("the socket goes with its server");
}

#[tokio::test]
async fn a_file_that_is_no_socket_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("notes");
    std::fs::write(&path, "mine").unwrap();
    let refused = Listener::open(&ListenAddress::Unix(path.clone()), OPTIONS).err().unwrap();
    assert_eq!(refused.kind(), std::io::ErrorKind::AlreadyExists);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[tokio::test]
async fn whoever_is_connected_when_a_server_stops_is_served() {
    let listener = open_port(false, 0);
    let address = listener.local_addr().unwrap();
    // They wait in the socket: nothing accepts yet.
    let waiting: Vec<TcpStream> =
        futures::future::try_join_all((0..20).map(|_| TcpStream::connect(address))).await.unwrap();
    let stop = serve_on(listener, Router::new().route("/", get(|| async {})), FILES, 100);
    stop.cancel();
    for mut client in waiting {
        client.write_all(ASK.as_bytes()).await.unwrap();
        assert_eq!(read_status(&mut client).await, 200);
    }
}

#[tokio::test]
async fn two_servers_share_a_port_and_the_one_that_stays_takes_over() {
    let first = open_port(true, 0);
    let address = first.local_addr().unwrap();
    let named = |name: &'static str| Router::new().route("/", get(move || async move { name }));
    let stop = serve_on(first, named("first"), FILES, 1_000);
    let _second = serve_on(open_port(true, address.port()), named("second"), FILES, 1_000);
    let ask = async || {
        let mut client = TcpStream::connect(address).await.unwrap();
        let ask = ASK.replace("host: a", "host: a\r\nconnection: close");
        client.write_all(ask.as_bytes()).await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let mut answered = 0;
    while !ask().await.ends_with("first") {
        answered += 1;
        assert!(answered < 1_000, "both are asked");
    }
    stop.cancel();
    // Those that are not accepted any more are asked again by the system, a second later.
    let answers = futures::future::join_all((0..60).map(|_| ask())).await;
    assert!(answers.iter().all(|answer| answer.starts_with("HTTP/1.1 200")));
    assert!(ask().await.ends_with("second"));
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
    let server = Stream::Tcp(server);
    tokio::join!(speaks_http2(&server), writing).0.unwrap()
}

#[tokio::test]
async fn hundreds_may_come_before_the_first_is_accepted() {
    let listener = open_port(false, 0);
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
