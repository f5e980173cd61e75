//! Calls through a proxy that tunnels (CONNECT), to a server whose certificate only the operator trusts.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};

use kernel::Secret;
use outbound::{Outbound, Settings, is_untrusted, with_causes};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// Answers one request for each connection, over TLS.
async fn start_provider(tasks: &mut JoinSet<()>) -> SocketAddr {
    let provider = rustls::crypto::ring::default_provider();
    let pem = Path::new(FIXTURES).join("server.pem");
    let certificate = CertificateDer::from_pem_file(pem).unwrap();
    let key = PrivateKeyDer::from_pem_file(Path::new(FIXTURES).join("server.key")).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tasks.spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            // Those that do not trust it hang up.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut head = [0; 1024];
            if stream.read(&mut head).await.is_ok() {
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi";
                stream.write_all(answer).await.unwrap();
                stream.shutdown().await.ok();
            }
        }
    });
    address
}

/// A proxy that tunnels everything to `target`, and keeps what it is asked for.
async fn start_proxy(
    target: SocketAddr,
    tasks: &mut JoinSet<()>,
) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    tasks.spawn(async move {
        let mut tunnels = JoinSet::new();
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            tunnels.spawn(tunnel(stream, target, kept.clone()));
        }
    });
    (address, asked)
}

async fn tunnel(stream: TcpStream, target: SocketAddr, asked: Arc<Mutex<Vec<String>>>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if line.trim().is_empty() {
            break;
        }
        asked.lock().unwrap().push(line.trim().to_owned());
    }
    stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.unwrap();
    let mut target = TcpStream::connect(target).await.unwrap();
    // Whoever hangs up first ends it.
    copy_bidirectional(&mut stream, &mut target).await.ok();
}

fn settings(proxy: SocketAddr, has_ca: bool) -> Settings {
    Settings {
        proxy: Some(Secret::new(format!("http://user:pass@{proxy}"))),
        no_proxy: vec!["wiki.lan".to_owned()],
        extra_ca: has_ca.then(|| Path::new(FIXTURES).join("ca.pem")),
    }
}

#[tokio::test]
async fn a_server_with_a_private_certificate_is_reached_through_a_proxy() {
    let mut tasks = JoinSet::new();
    let provider = start_provider(&mut tasks).await;
    let (proxy, asked) = start_proxy(provider, &mut tasks).await;
    let outbound = Outbound::open(&settings(proxy, true), &[]).unwrap();

    // A name that nobody knows: the proxy looks it up.
    let client = outbound.client().build().unwrap();
    let answer = client.get("https://provider.example/v1/models").send().await.unwrap();

    assert_eq!(answer.text().await.unwrap(), "hi");
    let asked = asked.lock().unwrap().clone();
    assert_eq!(asked[0], "CONNECT provider.example:443 HTTP/1.1");
    let sign_in = "proxy-authorization: basic dxnlcjpwyxnz";
    assert!(asked.iter().any(|line| line.to_lowercase() == sign_in), "{asked:?}");
    assert!(outbound.describe().contains("1 certificate"), "{}", outbound.describe());
    assert!(!outbound.describe().contains("pass"), "{}", outbound.describe());
}

#[tokio::test]
async fn a_server_with_a_certificate_that_nobody_trusts_is_named_so() {
    let mut tasks = JoinSet::new();
    let provider = start_provider(&mut tasks).await;
    let (proxy, _) = start_proxy(provider, &mut tasks).await;
    let outbound = Outbound::open(&settings(proxy, false), &[]).unwrap();

    let client = outbound.client().build().unwrap();
    let error = client.get("https://provider.example/").send().await.unwrap_err();

    assert!(is_untrusted(&error), "{}", with_causes(&error));
}

#[tokio::test]
async fn a_proxy_that_is_away_is_said_to_be() {
    let mut tasks = JoinSet::new();
    let provider = start_provider(&mut tasks).await;
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let outbound = Outbound::open(&settings(free, true), &[]).unwrap();
    let client = outbound.client().build().unwrap();

    let error = client.get("https://provider.example/").send().await.unwrap_err();
    assert!(error.is_connect() && !is_untrusted(&error), "{}", with_causes(&error));

    // This machine is never asked for through it.
    let here = format!("https://127.0.0.1:{}/", provider.port());
    assert_eq!(client.get(here).send().await.unwrap().text().await.unwrap(), "hi");
}
