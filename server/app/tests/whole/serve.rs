//! The program as it is started.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// Runs `ensemble serve` on a free port with its data in `dir`.
fn serve(dir: &std::path::Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ensemble"))
        .arg("serve")
        .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
        .env("ENSEMBLE__SERVER__DATA_DIR", dir)
        .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_second_server_on_the_same_sqlite_file_does_not_start() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = serve(dir.path());
    let mut log = BufReader::new(first.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("serving")), "the first one serves");

    let second = serve(dir.path()).wait_with_output().unwrap();

    first.kill().unwrap();
    first.wait().unwrap();
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another server is using"), "{said}");
}

/// The program as systemd starts it: on a socket that is open already, and with another that hears of it.
struct Service {
    child: Child,
    log: std::io::Lines<BufReader<std::process::ChildStderr>>,
    manager: UnixDatagram,
    port: u16,
}

impl Service {
    fn start(dir: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let path = dir.join("notify");
        let manager = UnixDatagram::bind(&path).unwrap();
        manager.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The shell makes its standard input the first socket after the three that every program has.
        let script = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve";
        let mut child = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_ensemble")])
            .env("ENSEMBLE__SERVER__DATA_DIR", dir)
            .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
            .env("NOTIFY_SOCKET", &path)
            .env("WATCHDOG_USEC", "200000")
            .current_dir(dir)
            .stdin(Stdio::from(OwnedFd::from(listener)))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, log, manager, port }
    }

    /// Waits until the manager is told something.
    fn wait_until_told(&self, news: &str) {
        let mut buffer = [0; 512];
        loop {
            let length = self.manager.recv(&mut buffer).unwrap_or_else(|_| panic!("no {news}"));
            if buffer[..length].starts_with(news.as_bytes()) {
                return;
            }
        }
    }

    /// Returns the first line of the log that has `words`.
    fn wait_for_line(&mut self, words: &str) -> String {
        self.log.by_ref().map(Result::unwrap).find(|line| line.contains(words)).unwrap()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn status_at(&self, path: &str) -> String {
        let mut client = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        client.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }
}

#[test]
fn a_service_takes_its_socket_tells_its_manager_and_reads_its_settings_again() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("ensemble.toml");
    std::fs::write(&file, "[bots]\nreview_public = false\n").unwrap();
    let mut service = Service::start(dir.path());
    service.wait_until_told("READY=1\nSTATUS=Serving at 127.0.0.1:");
    assert_eq!(service.status_at("/healthz"), "200");
    service.wait_until_told("WATCHDOG=1");

    let changed =
        "[bots]\nreview_public = true\n[server]\ndrain_seconds = 5\n[log]\nfilter = \"warn\"\n";
    std::fs::write(&file, changed).unwrap();
    service.signal(Signal::HUP);
    service.wait_until_told("RELOADING=1\nMONOTONIC_USEC=");
    service.wait_until_told("READY=1");
    // With the new filter, warnings only.
    let said = service.wait_for_line("from the next start on");
    assert!(said.contains("server.drain_seconds") && !said.contains("bots"), "{said}");

    std::fs::write(&file, "[server]\nlisten_ = 1\n").unwrap();
    service.signal(Signal::HUP);
    let said = service.wait_for_line("were not read again");
    assert!(said.contains("did you mean server.listen?"), "{said}");
    assert_eq!(service.status_at("/healthz"), "200");

    service.signal(Signal::TERM);
    service.wait_until_told("STOPPING=1");
    assert!(service.child.wait().unwrap().success());
}
