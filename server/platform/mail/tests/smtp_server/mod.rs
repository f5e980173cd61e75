//! An SMTP server on loopback that accepts everything, or responds as configured (the minimum of RFC 5321 that a client
//! needs).

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The server. It stops when it is dropped.
pub struct SmtpServer {
    address: SocketAddr,
    house: Arc<Mutex<House>>,
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
        Self { address, house, _server: server }
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

async fn converse(stream: TcpStream, house: Arc<Mutex<House>>) {
    let (reader, mut writer) = stream.into_split();
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
