//! Bodies that are too large, too slow, or packed to burst (security.md SS5, SS7).

use std::io::Write;
use std::process::Command;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use web_access::{FetchError, Limits};

use crate::support::{Answer, Server, page};

const OK: &str = "HTTP/1.1 200 OK\r\n\r\n";

/// 10,000 bytes.
const SMALL: Limits = Limits { max_bytes: 10_000, ..Limits::PAGE };

/// Limits with short timeouts.
const SHORT: Limits =
    Limits { first_byte: Duration::from_millis(200), total: Duration::from_millis(400), ..SMALL };

fn gzipped(bytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b'a'; bytes]).unwrap();
    encoder.finish().unwrap()
}

fn encoded(encoding: &str, body: &[u8]) -> Answer {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: {encoding}\r\n\r\n");
    Answer::Bytes([head.as_bytes(), body].concat())
}

async fn fetch(answer: Answer) -> Result<usize, FetchError> {
    fetch_within(SMALL, answer).await
}

async fn fetch_within(limits: Limits, answer: Answer) -> Result<usize, FetchError> {
    let server = Server::start(move |_, _| answer.clone()).await;
    server.web().get(&server.url("/"), limits).await.map(|fetched| fetched.body.len())
}

#[tokio::test]
async fn a_body_may_have_as_many_bytes_as_are_taken_but_not_one_more() {
    assert_eq!(fetch(page(&"a".repeat(10_000))).await.unwrap(), 10_000);
    assert!(matches!(fetch(page(&"a".repeat(10_001))).await, Err(FetchError::TooLarge)));
}

#[tokio::test]
async fn a_body_without_an_end_is_left_at_the_cap() {
    let endless = Answer::Endless(OK, &[b'a'; 4_096]);
    assert!(matches!(fetch(endless).await, Err(FetchError::TooLarge)));
}

#[tokio::test]
async fn a_packed_body_is_unpacked_up_to_the_cap() {
    assert_eq!(fetch(encoded("gzip", &gzipped(10_000))).await.unwrap(), 10_000);
    assert!(matches!(fetch(encoded("gzip", &gzipped(10_001))).await, Err(FetchError::TooLarge)));
}

#[tokio::test]
async fn a_bomb_is_stopped_at_the_cap() {
    let bomb = gzipped(8_000_000);
    assert!(bomb.len() < 10_000, "small enough as sent: {}", bomb.len());
    assert!(matches!(fetch(encoded("GZIP", &bomb)).await, Err(FetchError::TooLarge)));
}

#[tokio::test]
async fn what_is_packed_otherwise_or_broken_is_no_page() {
    for answer in [
        encoded("br", b"abc"),
        encoded("zstd", b"abc"),
        encoded("gzip, gzip", &gzipped(10)),
        encoded("gzip", b"this is not gzip"),
        encoded("gzip", &gzipped(1_000)[..20]),
        Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort".to_vec()),
        Answer::Bytes(b"this is not HTTP\r\n\r\n".to_vec()),
    ] {
        assert!(matches!(fetch(answer).await, Err(FetchError::Unreachable(_))));
    }
}

#[tokio::test]
async fn silence_is_not_waited_for() {
    for answer in [
        Answer::Silence,
        Answer::Stalls(OK),
        Answer::Endless("HTTP/1.1 200 OK\r\n", b"x-more: header\r\n"),
        Answer::Endless("", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    ] {
        assert!(matches!(fetch_within(SHORT, answer).await, Err(FetchError::Unreachable(_))));
    }
}

#[tokio::test]
async fn a_page_comes_with_what_the_server_says_it_is() {
    let server = Server::start(|_, _| page("<h1>Hello</h1>")).await;
    let fetched = server.web().get(&server.url("/a?b"), Limits::PAGE).await.unwrap();
    assert_eq!(fetched.body, "<h1>Hello</h1>");
    assert_eq!(fetched.content_type.as_deref(), Some("text/html"));
    assert_eq!(fetched.url.as_str(), server.url("/a?b"));
}

// security.md SS7: variables are read when a process starts, so the test is run again in one that has them.
#[test]
fn proxies_in_the_environment_are_not_used() {
    let refused = "http://127.0.0.1:9";
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "guard::bodies::a_page_comes_with_what_the_server_says_it_is"])
        .envs(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].map(|name| (name, refused)))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && text.contains("1 passed"), "{text}");
}
