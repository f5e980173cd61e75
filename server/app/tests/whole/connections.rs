//! Connections to the real program, where few files may be open.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A server that may open 256 files: 192 of them are for connections, and 48 of those for one address.
struct Server {
    process: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new("sh")
            .args(["-c", "ulimit -n 256 && exec \"$0\"", env!("CARGO_BIN_EXE_ensemble")])
            .current_dir(folder.path())
            .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = log.find_map(|line| {
            let line = line.unwrap();
            line.split_once("address=")?.1.split_whitespace().next()?.parse().ok()
        });
        // Read on, so that the server never waits for a reader of its log.
        std::thread::spawn(move || log.for_each(drop));
        let address = address.expect("the server says where it serves");
        Self { process, address, _folder: folder }
    }

    async fn connect_from(&self, address: Ipv4Addr) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((address, 0)))?;
        socket.connect(self.address).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[tokio::test]
async fn idle_connections_of_one_address_are_no_fault_for_another() {
    let server = Server::start();
    let mut idle = Vec::new();
    for _ in 0..600 {
        idle.push(server.connect_from(Ipv4Addr::new(127, 0, 0, 1)).await.unwrap());
    }
    let mut other = server.connect_from(Ipv4Addr::new(127, 0, 0, 2)).await.unwrap();
    for _ in 0..20 {
        // It reads from the database.
        let ask = format!("GET /readyz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        other.write_all(ask.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"ready\n") {
            answer.push(other.read_u8().await.unwrap());
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
}
