//! A server on loopback and a resolver, both with scripted answers.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use web_access::{Resolve, Settings, WebAccess};

/// The one name of the test's own server. The operator opened it.
pub const OPENED: &str = "opened.example.net";

/// The server's response for one path.
#[derive(Clone)]
pub enum Answer {
    /// These bytes, then the connection is closed.
    Bytes(Vec<u8>),
    /// A head, then the same bytes again and again until the client leaves.
    Endless(&'static str, &'static [u8]),
    /// A head and one byte, then nothing more.
    Stalls(&'static str),
    /// No response at all, not even a head.
    Silence,
}

/// A server on loopback, IPv4 and IPv6 on the same port, that counts connections.
pub struct Server {
    pub port: u16,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Server {
    pub async fn start(answers: impl Fn(&str, u16) -> Answer + Send + Sync + 'static) -> Self {
        let (v4, v6) = listeners().await;
        let port = v4.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(move |path: &str| answers(path, port));
        let mut tasks = JoinSet::new();
        for listener in [v4, v6] {
            let (answers, connections, requests) =
                (answers.clone(), connections.clone(), requests.clone());
            tasks.spawn(async move {
                let mut open = JoinSet::new();
                while let Ok((stream, _)) = listener.accept().await {
                    connections.fetch_add(1, Ordering::SeqCst);
                    open.spawn(serve(stream, answers.clone(), requests.clone()));
                }
            });
        }
        Self { port, connections, requests, _tasks: tasks }
    }

    /// Returns the number of connections made.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Returns the heads of the requests that came.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{OPENED}:{}{path}", self.port)
    }

    /// Returns a client for which this server's name is opened and leads to it.
    pub fn web(&self) -> WebAccess {
        let names = Names::default().with(OPENED, &["127.0.0.1"]);
        WebAccess::with_names(self.opened(), Arc::new(names))
    }

    pub fn opened(&self) -> Settings {
        Settings { allow_hosts: vec![format!("{OPENED}:{}", self.port)], ..Settings::default() }
    }
}

async fn listeners() -> (TcpListener, TcpListener) {
    // A port that is free on IPv4 may be taken on IPv6: then another is tried.
    for _ in 0..20 {
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = v4.local_addr().unwrap().port();
        if let Ok(v6) = TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
            return (v4, v6);
        }
    }
    panic!("no port is free on both 127.0.0.1 and ::1");
}

async fn serve(
    mut stream: TcpStream,
    answers: Arc<impl Fn(&str) -> Answer>,
    requests: Arc<Mutex<Vec<String>>>,
) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    requests.lock().unwrap().push(head);
    // The client may disconnect at any time: some tests want that.
    let _ = answer(&mut stream, answers(&path)).await;
}

async fn answer(stream: &mut TcpStream, answer: Answer) -> io::Result<()> {
    match answer {
        Answer::Bytes(bytes) => {
            stream.write_all(&bytes).await?;
            stream.shutdown().await
        }
        Answer::Endless(head, bytes) => {
            stream.write_all(head.as_bytes()).await?;
            loop {
                stream.write_all(bytes).await?;
            }
        }
        Answer::Stalls(head) => {
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(b"a").await?;
            std::future::pending().await
        }
        Answer::Silence => std::future::pending().await,
    }
}

/// Returns a page with this text.
pub fn page(text: &str) -> Answer {
    let length = text.len();
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\n");
    Answer::Bytes(format!("{head}\r\n{text}").into_bytes())
}

pub fn status(line: &str) -> Answer {
    Answer::Bytes(format!("HTTP/1.1 {line}\r\ncontent-length: 0\r\n\r\n").into_bytes())
}

pub fn redirect(status: u16, location: &str) -> Answer {
    let head = format!("HTTP/1.1 {status} Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n");
    Answer::Bytes(format!("{head}\r\n").into_bytes())
}

/// A resolver with a script: each lookup of a name gets its next answer, the last one for good.
#[derive(Default)]
pub struct Names {
    answers: BTreeMap<String, Vec<Vec<IpAddr>>>,
    lookups: Mutex<Vec<String>>,
}

impl Names {
    pub fn with(mut self, name: &str, addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.answers.entry(name.to_owned()).or_default().push(addresses);
        self
    }

    pub fn lookups(&self) -> usize {
        self.lookups.lock().unwrap().len()
    }
}

#[async_trait]
impl Resolve for Names {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let mut lookups = self.lookups.lock().unwrap();
        let before = lookups.iter().filter(|looked_up| *looked_up == name).count();
        lookups.push(name.to_owned());
        let answers = self.answers.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(answers[before.min(answers.len() - 1)].clone())
    }
}
