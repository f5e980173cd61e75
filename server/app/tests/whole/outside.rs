//! The program as others see it: whom it calls, what it logs, and what it sends to a collector.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse battery staple";

/// A running program, and its log.
struct Program {
    process: Child,
    address: String,
    log: mpsc::Receiver<String>,
}

impl Program {
    /// Starts the program in `folder`, below `tracer` if there is one.
    fn start(folder: &Path, tracer: &[&str], variables: &[(&str, &str)]) -> Self {
        let words = [tracer, &[env!("CARGO_BIN_EXE_ensemble")]].concat();
        let mut process = Command::new(words[0])
            .args(&words[1..])
            .current_dir(folder)
            .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("ENSEMBLE__LOG__FORMAT", "json")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let (sender, log) = mpsc::channel();
        // Read on, so that the program never waits for a reader of its log.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut program = Self { process, address: String::new(), log };
        program.address = program.wait_for("serving")["address"].as_str().unwrap().to_owned();
        program
    }

    /// Waits for a line of the log with this message.
    fn wait_for(&self, message: &str) -> Value {
        let mut seen = Vec::new();
        while let Ok(line) = self.log.recv() {
            let json: Value = serde_json::from_str(&line).unwrap_or_default();
            if json["message"] == message {
                return json;
            }
            seen.push(line);
        }
        panic!("the log has no {message:?}:\n{}", seen.join("\n"));
    }

    /// Sends a request, and returns the head and the body of its answer.
    fn send(&self, method: &str, path: &str, cookie: &str, body: &Value) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, body) = (&self.address, body.to_string());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Makes the first account, and returns its cookies.
    fn sign_up(&self) -> String {
        let account = json!({ "email": "o@example.org", "name": "O", "password": PASSWORD });
        let (head, body) = self.send("POST", "/api/accounts/sign-up", "", &account);
        assert!(head.starts_with("HTTP/1.1 201"), "{head}\n{body}");
        let cookies = head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        cookies.map(|line| line.split(';').next().unwrap()).collect::<Vec<_>>().join("; ")
    }

    /// Stops the program in order, and returns the rest of its log.
    fn stop(mut self, id: u32) -> Vec<String> {
        let pid = Pid::from_raw(id.try_into().unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        let rest: Vec<String> = self.log.iter().collect();
        self.process.wait().unwrap();
        rest
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already where the test went well.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Returns true if processes can be traced here.
fn can_trace() -> bool {
    let traced = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).status();
    traced.is_ok_and(|status| status.success())
}

/// Returns the process that `strace` follows.
fn only_child(of: u32) -> u32 {
    let children = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap();
    children.split_whitespace().next().unwrap().parse().unwrap()
}

/// Returns the calls in a trace that go to another machine.
fn calls_outside(trace: &str) -> Vec<&str> {
    let is_here = |line: &str| {
        line.contains("inet_addr(\"127.")
            || line.contains("\"::1\"")
            || line.contains("\"::ffff:127.")
    };
    let is_internet = |line: &&str| line.contains("AF_INET");
    trace.lines().filter(is_internet).filter(|line| !is_here(line)).collect()
}

// issue 29: "An air-gapped start reaches nothing outside"
#[test]
fn a_program_that_nobody_set_up_calls_nobody_outside() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let file = trace.display().to_string();
    let calls = "trace=connect,sendto,sendmsg,sendmmsg";
    let strace = ["strace", "-f", "-qq", "-s", "16", "-e", calls, "-o", &file];
    if !can_trace() {
        // Without a network there is nothing outside: what needed it would fail.
        let anywhere = [("ENSEMBLE__SERVER__LISTEN", "0.0.0.0:0")];
        let program = Program::start(folder.path(), &["unshare", "-rn"], &anywhere);
        let id = program.process.id();
        assert!(!program.stop(id).iter().any(|line| line.contains("\"ERROR\"")));
        return;
    }

    let program = Program::start(folder.path(), &strace, &[]);
    let cookie = program.sign_up();
    for path in ["/", "/api/models", "/api/admin/status", "/healthz"] {
        let (head, _) = program.send("GET", path, &cookie, &Value::Null);
        assert!(!head.starts_with("HTTP/1.1 5"), "{path}: {head}");
    }
    let id = only_child(program.process.id());
    program.stop(id);

    let trace = std::fs::read_to_string(trace).unwrap();
    assert!(trace.contains("connect("), "it looks for models on this machine:\n{trace}");
    assert_eq!(calls_outside(&trace), Vec::<&str>::new());
}

#[test]
fn no_secret_is_logged_however_much_is() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = [
        PASSWORD,
        "another horse battery staple",
        "sk-provider-secret-1",
        "mail-secret-2",
        "a vault secret of thirty-two bytes",
        "proxy-secret-3",
    ];
    let program = Program::start(
        folder.path(),
        &[],
        &[
            ("ENSEMBLE__LOG__FILTER", "debug"),
            ("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false"),
            ("ENSEMBLE__MAIL__URL", "smtp://us%40example.org:mail-secret-2@127.0.0.1:9"),
            ("ENSEMBLE__VAULT__SECRET", "a vault secret of thirty-two bytes"),
            ("HTTPS_PROXY", "http://us:proxy-secret-3@127.0.0.1:9"),
        ],
    );
    let cookie = program.sign_up();
    let wrong = json!({ "email": "o@example.org", "password": secrets[1] });
    program.send("POST", "/api/accounts/sign-in", "", &wrong);
    let connection = json!({
        "name": "House", "protocol": "openai_compatible", "base_url": "https://models.example/v1",
        "api_key": secrets[2],
    });
    let (head, _) = program.send("POST", "/api/models/connections", &cookie, &connection);
    assert!(head.starts_with("HTTP/1.1 2"), "{head}");
    let (head, _) = program.send("POST", "/api/admin/checks", &cookie, &json!({}));
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");

    let id = program.process.id();
    let log = program.stop(id).join("\n");

    assert!(log.contains("\"DEBUG\""), "much is logged");
    let session = cookie.split(['=', ';']).nth(1).unwrap();
    for secret in secrets.iter().chain([&session]) {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

/// Takes what a collector is sent, and answers that it was.
fn collect(listener: &TcpListener) -> (String, Value) {
    let (stream, _) = listener.accept().unwrap();
    let mut stream = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        if let Some(text) = line.to_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
    stream.get_mut().write_all(answer).unwrap();
    (head, serde_json::from_slice(&body).unwrap())
}

#[test]
fn a_collector_is_sent_what_requests_took_and_not_their_paths() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let program = Program::start(
        folder.path(),
        &[],
        &[
            ("ENSEMBLE__TRACES__ENDPOINT", &endpoint),
            ("ENSEMBLE__TRACES__TOKEN", "collector-token"),
            ("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false"),
        ],
    );
    program.send("GET", "/s/a-token-of-a-page", "", &Value::Null);

    // The request may come with jobs of the start, or after them.
    let spans = std::iter::from_fn(|| {
        let (head, sent) = collect(&listener);
        assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
        assert!(head.contains("Bearer collector-token"), "{head}");
        Some(sent["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone())
    });
    let request = spans.flatten().find(|span| span["name"] == "request").unwrap();

    assert_eq!(request["kind"], 2);
    let text = request.to_string();
    assert!(text.contains("http.route") && text.contains("request.id"), "{text}");
    assert!(!text.contains("a-token-of-a-page"), "{text}");
}
