//! Memory of the program as it is started: what a burst takes comes back.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Memory that may be left of a burst.
const LEFT_MAX_KIB: u64 = 32 * 1024;
/// Time in which memory must have come back.
const REST: Duration = Duration::from_secs(60);

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ensemble"))
            .arg("serve")
            .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("ENSEMBLE__SERVER__DATA_DIR", folder)
            .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
            .env("ENSEMBLE__LOG__FORMAT", "json")
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = log.find_map(|line| {
            let line: serde_json::Value = serde_json::from_str(&line.unwrap()).ok()?;
            Some(line["address"].as_str()?.to_owned())
        });
        // Read on, or the server could not write its log.
        std::thread::spawn(move || log.for_each(drop));
        Self { process, address: address.unwrap() }
    }

    fn resident_kib(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Sends a request on a connection of its own; returns the line of the status.
    async fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        connection.read_to_string(&mut response).await.unwrap();
        response.lines().next().unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

// attacks.md, row 2: "30 parallel wrong sign-ins from one address: 25 -> 562 MB, for good"
#[test]
fn the_memory_of_a_burst_of_sign_ins_comes_back() {
    testing::run(async {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let guess =
            json!({ "email": "ana@example.com", "password": "no horse at all" }).to_string();
        let guess = async || server.ask("POST", "/api/accounts/sign-in", &guess).await;
        // What a first sign-in needs for good is not a burst's.
        guess().await;
        let before = server.resident_kib();
        let told = futures::future::join_all((0..30).map(|_| guess())).await;
        // Refused for their words, for how many they are, or by a server that is busy.
        let is_refused = |status: &String| {
            ["HTTP/1.1 4", "HTTP/1.1 503"].iter().any(|it| status.starts_with(it))
        };
        assert!(told.iter().all(is_refused), "{told:?}");
        let began = Instant::now();
        while server.resident_kib() > before + LEFT_MAX_KIB {
            assert!(began.elapsed() < REST, "{before} KiB, then {}", server.resident_kib());
            server.ask("GET", "/readyz", "").await;
        }
    });
}
