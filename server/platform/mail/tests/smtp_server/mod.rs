//! An SMTP server on loopback that accepts everything, or responds as configured (the minimum of RFC 5321 that a client
//! needs).

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../outbound/tests/fixtures");
/// The certificate of an authority that no system trusts.
pub const AUTHORITY: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../outbound/tests/fixtures/ca.pem");

/// The server. It stops when it is dropped.
pub struct SmtpServer {
    address: SocketAddr,
    house: Arc<Mutex<House>>,
    called: Arc<Notify>,
    _server: JoinSet<()>,
}

struct House {
    received: Vec<String>,
    answer: String,
}

impl SmtpServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = House { received: Vec::new(), answer: "250 ok".to_owned() };
        let house = Arc::new(Mutex::new(house));
        let mut server = JoinSet::new();
        let serving = house.clone();
        server.spawn(async move {
            let mut calls = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                calls.spawn(converse(stream, serving.clone()));
            }
        });
        Self { address, house, called: Arc::default(), _server: server }
    }

    /// Starts a server that speaks TLS from the beginning, with a certificate of the authority in [`AUTHORITY`].
    pub async fn start_with_tls() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = House { received: Vec::new(), answer: "250 ok".to_owned() };
        let house = Arc::new(Mutex::new(house));
        let (acceptor, serving) = (acceptor(), house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                // Those that do not trust it hang up.
                if let Ok(stream) = acceptor.accept(stream).await {
                    converse(stream, serving.clone()).await;
                }
            }
        });
        Self { address, house, called: Arc::default(), _server: server }
    }

    /// Starts a server that accepts connections and says nothing.
    pub async fn start_silent() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = House { received: Vec::new(), answer: String::new() };
        let called = Arc::new(Notify::new());
        let calling = called.clone();
        let mut server = JoinSet::new();
        server.spawn(async move {
            let mut calls = Vec::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                calls.push(stream);
                calling.notify_one();
            }
        });
        Self { address, house: Arc::new(Mutex::new(house)), called, _server: server }
    }

    /// Returns once somebody has connected to a silent server.
    pub async fn called(&self) {
        self.called.notified().await;
    }

    /// Returns the address by which TLS is spoken from the beginning.
    pub fn tls_url(&self) -> String {
        format!("smtps://localhost:{}", self.address.port())
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Sets its response to `MAIL FROM` from now on.
    pub fn answer_mails_with(&self, line: &str) {
        self.house.lock().unwrap().answer = line.to_owned();
    }

    /// Returns the mails it has taken.
    pub fn received(&self) -> Vec<String> {
        self.house.lock().unwrap().received.clone()
    }
}

fn acceptor() -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = CertificateDer::from_pem_file(format!("{FIXTURES}/server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(format!("{FIXTURES}/server.key")).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

async fn converse(stream: impl AsyncRead + AsyncWrite, house: Arc<Mutex<House>>) {
    let (reader, mut writer) = tokio::io::split(stream);
    let mut lines = BufReader::new(reader).lines();
    let mut answer = "220 test".to_owned();
    loop {
        if writer.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
        let Ok(Some(line)) = lines.next_line().await else { return };
        answer = match line.to_ascii_uppercase().split_whitespace().next() {
            Some("MAIL") => house.lock().unwrap().answer.clone(),
            Some("DATA") => {
                writer.write_all(b"354 go on\r\n").await.unwrap();
                let mut mail = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    mail += &line;
                    mail.push('\n');
                }
                house.lock().unwrap().received.push(mail);
                "250 taken".to_owned()
            }
            Some("QUIT") => "221 bye".to_owned(),
            _ => "250 ok".to_owned(),
        };
    }
}
