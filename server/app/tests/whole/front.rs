//! Everything around the areas, on the real program: headers, the page, metrics, orderly shutdown. It includes the web
//! client: run `make web` first.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support;
use app::areas::{self, AreaRoutes};
use app::metrics::Figures;
use app::middleware::room::Room;
use app::router::{Front, router};
use app::serve::prepare;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::routing::get;
use http::{Method, Request, StatusCode};
use tower::ServiceExt;

/// A server of its own, killed when the test ends.
struct Server {
    process: Child,
    address: String,
    _folder: tempfile::TempDir,
}

/// A whole response.
struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: String,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_ensemble"))
            .current_dir(folder.path())
            .env("ENSEMBLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
        let serving = log.find_map(|line| {
            let line = line.unwrap();
            let (_, rest) = line.split_once("address=")?;
            rest.split_whitespace().next().map(str::to_owned)
        });
        let address = serving.expect("the server says where it serves");
        // Read on, so that the server never waits for a reader of its log.
        std::thread::spawn(move || log.for_each(drop));
        Self { process, address, _folder: folder }
    }

    fn send(&self, request: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut text =
            format!("{request} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        read(self.send(&format!("GET {path}"), headers, ""))
    }

    fn head(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        read(self.send(&format!("HEAD {path}"), headers, ""))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Answer { status, headers, body: body.to_owned() }
}

#[test]
fn every_kind_of_answer_carries_the_security_headers() {
    let server = Server::start();
    let paths = [
        "/",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/openapi.json",
        "/api/nothing",
        "/v1/models",
        "/api/accounts/session",
        "/api/chat/conversations",
        "/assets/none.js",
    ];
    for path in paths {
        let answer = server.get(path, &[]);
        for name in [
            "content-security-policy",
            "permissions-policy",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
            "cache-control",
            "x-request-id",
        ] {
            assert!(answer.headers.contains_key(name), "{path} has no {name}");
        }
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(answer.headers["referrer-policy"], "strict-origin-when-cross-origin", "{path}");
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{path}");
    }
}

#[test]
fn every_page_has_a_nonce_of_its_own() {
    let server = Server::start();
    let (first, second) = (server.get("/", &[]), server.get("/chat/1", &[]));
    assert_eq!((first.status, second.status), (200, 200), "{}", first.body);
    let nonce = |answer: &Answer| {
        let policy = &answer.headers["content-security-policy"];
        let (_, rest) = policy.split_once("'nonce-").unwrap();
        rest.split_once('\'').unwrap().0.to_owned()
    };
    assert_ne!(nonce(&first), nonce(&second));
    assert!(first.body.contains(&nonce(&first)) && !first.body.contains("__CSP_NONCE__"));
    assert_eq!(first.headers["cache-control"], "no-store");
}

/// Returns the scripts and styles that `make web` leaves.
fn built_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/web/dist/assets");
    let entries = std::fs::read_dir(folder).expect("the web client is built: run `make web`");
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_one = |path: &PathBuf| ["js", "css"].iter().any(|one| path.extension().unwrap() == *one);
    let found: Vec<PathBuf> = paths.filter(is_one).collect();
    assert!(found.len() > 100, "{} scripts and styles are not the web client", found.len());
    found
}

#[test]
fn every_script_and_style_is_sent_in_the_form_that_its_client_takes() {
    let server = Server::start();
    let files = built_files();
    let size = |path: &&PathBuf| path.metadata().unwrap().len();
    for file in [files.iter().max_by_key(size).unwrap(), files.iter().min_by_key(size).unwrap()] {
        let path = format!("/assets/{}", file.file_name().unwrap().to_str().unwrap());
        let content = std::fs::read_to_string(file).unwrap();
        let kind = if path.ends_with(".js") { "text/javascript" } else { "text/css" };

        let plain = server.get(&path, &[]);
        assert_eq!(plain.status, 200, "{path}");
        assert_eq!(plain.body, content, "{path}");
        assert!(!plain.headers.contains_key("content-encoding"), "{path}");
        let refused = server.get(&path, &[("accept-encoding", "gzip;q=0, br;q=0")]);
        assert_eq!(refused.body, content, "{path}");

        let mut etags = vec![plain.headers["etag"].clone()];
        let best = [("gzip", "gzip"), ("gzip, deflate, br", "br"), ("br", "br")];
        for (accepted, packing) in best {
            let packed = server.get(&path, &[("accept-encoding", accepted)]);
            assert_eq!(packed.headers["content-encoding"], packing, "{path} {accepted}");
            etags.push(packed.headers["etag"].clone());
        }
        assert_eq!(etags[2], etags[3]);
        assert!(etags[0] != etags[1] && etags[1] != etags[2] && etags[0] != etags[2], "{etags:?}");

        for (accepted, etag) in [("", &etags[0]), ("gzip", &etags[1]), ("br", &etags[2])] {
            let asked = [("accept-encoding", accepted), ("if-none-match", etag)];
            let known = server.get(&path, &asked);
            assert_eq!((known.status, known.body.as_str()), (304, ""), "{path} {accepted}");
            assert_eq!(&known.headers["etag"], etag);

            let whole = server.get(&path, &asked[..1]);
            let head = server.head(&path, &asked[..1]);
            assert_eq!((head.status, head.body.as_str()), (200, ""), "{path} {accepted}");
            for answer in [&whole, &head] {
                assert!(answer.headers["content-type"].starts_with(kind), "{path}");
                assert_eq!(answer.headers["vary"], "accept-encoding", "{path}");
                assert_eq!(answer.headers["cache-control"], "public, max-age=31536000, immutable");
            }
            assert_eq!(head.headers.get("content-length"), whole.headers.get("content-length"));
        }
    }
}

#[test]
fn every_script_and_style_has_its_packed_twins() {
    for file in built_files() {
        for ending in ["br", "gz"] {
            let twin = PathBuf::from(format!("{}.{ending}", file.display()));
            assert!(twin.exists(), "{} is missing: run `make web`", twin.display());
        }
    }
}

#[test]
fn the_description_of_the_api_is_the_one_of_the_contract() {
    let server = Server::start();
    let answer = server.get("/api/openapi.json", &[]);
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "application/json"));
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contract/openapi.json");
    assert_eq!(answer.body, std::fs::read_to_string(contract).unwrap());
}

#[test]
fn an_unknown_address_of_the_api_is_a_problem() {
    let server = Server::start();
    let answer = server.get("/api/nothing", &[]);
    assert_eq!(answer.status, 404);
    assert_eq!(answer.headers["content-type"], "application/problem+json");
    assert!(answer.body.contains("api.not_found"), "{}", answer.body);
    let put = read(server.send("PUT /healthz", &[("origin", "http://x")], ""));
    assert!(put.status == 403 || put.status == 405, "{}", put.status);
}

#[tokio::test]
async fn signing_in_stopping_and_deleting_do_not_wait_for_room() {
    let folder = tempfile::tempdir().unwrap();
    let (platform, areas) = prepare(&support::settings(folder.path())).await.unwrap();
    let db = platform.services.db.clone();
    let essential_paths = areas::routes(areas, &platform.services).essential_paths.into();
    let room = Room { db, waiting_max: 1, essential_paths };
    for (method, path) in [
        (Method::POST, "/api/accounts/sign-in"),
        (Method::POST, "/api/runs/1/cancel"),
        (Method::POST, "/api/billing/notices/stripe"),
        (Method::POST, "/api/chat/conversations/batch"),
        (Method::DELETE, "/api/memos/1"),
        (Method::POST, "/api/memos/batch"),
    ] {
        assert!(room.is_essential(&method, path), "{method} {path}");
    }
    for path in ["/api/chat/conversations/1/messages", "/api/memos", "/v1/chat/completions"] {
        assert!(!room.is_essential(&Method::POST, path), "{path}");
    }
}

async fn odd() -> &'static str {
    panic!("the secret of this handler")
}

// security CR13: "500 JSON, process lives"
#[tokio::test]
async fn a_handler_that_panics_is_a_server_error_and_the_next_request_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let settings = support::settings(folder.path());
    let (platform, _) = prepare(&settings).await.unwrap();
    let services = platform.services;
    let front = Front::new(&services, Figures::start(None).unwrap());
    let odd = Router::new().route("/api/odd", get(odd));
    let routes = AreaRoutes { router: odd, ..AreaRoutes::default() };
    let router = router(routes, front, &settings.server, &platform.api_origins);
    let ask = |path: &str| {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        router.clone().oneshot(request)
    };

    for _ in 0..2 {
        let answer = ask("/api/odd").await.unwrap();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert!(answer.headers().contains_key("x-request-id"));
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&problem["code"], &problem["status"]),
            (&"api.server_error".into(), &500.into())
        );
        assert!(!problem.to_string().contains("secret"), "{problem}");
        assert_eq!(ask("/readyz").await.unwrap().status(), StatusCode::OK);
    }
}

// issue 29 §3
#[tokio::test]
async fn a_server_under_a_path_is_reached_with_the_path_and_through_proxies_that_take_it_off() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = support::settings(folder.path());
    settings.server.base_url = "https://e.example/ensemble/".parse().unwrap();
    let (platform, areas) = prepare(&settings).await.unwrap();
    let front = Front::new(&platform.services, Figures::start(None).unwrap());
    let routes = areas::routes(areas, &platform.services);
    let router = router(routes, front, &settings.server, &platform.api_origins);
    let ask = async |method: Method, path: &str| {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        (status, headers, String::from_utf8_lossy(&body).into_owned())
    };

    for (path, status) in [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/api/accounts/session", 200),
        ("/api/openapi.json", 200),
        ("/api/nothing", 404),
        ("/api/events", 401),
        ("/v1/models", 401),
        ("/sw.js", 200),
        ("/manifest.webmanifest", 200),
    ] {
        for prefix in ["/ensemble", ""] {
            let (found, headers, _) = ask(Method::GET, &format!("{prefix}{path}")).await;
            assert_eq!(found, status, "{prefix}{path}");
            assert_eq!(headers["x-content-type-options"], "nosniff", "{prefix}{path}");
        }
    }

    // Its page names all files below the path, however the request came.
    for path in ["/ensemble/", "/ensemble/home/chat", "/ensemble/s/none", "/home/chat"] {
        let (_, _, page) = ask(Method::GET, path).await;
        assert!(page.contains("\"/ensemble/assets/"), "{path}: {page}");
        assert!(!page.contains("\"/assets/") && !page.contains("__BASE_PATH__"), "{path}: {page}");
    }
    let (status, headers, _) = ask(Method::GET, "/ensemble").await;
    assert_eq!(status, 307);
    assert_eq!(headers["location"], "/ensemble/");

    // RFC 9728 and RFC 8414 put the path behind the name of the document.
    let (_, headers, _) = ask(Method::POST, "/ensemble/mcp").await;
    let wanted = headers["www-authenticate"].to_str().unwrap();
    let below = "https://e.example/ensemble/.well-known/oauth-protected-resource/mcp";
    assert!(wanted.contains(below), "{wanted}");
    for path in [
        "/.well-known/oauth-protected-resource/ensemble/mcp",
        "/ensemble/.well-known/oauth-protected-resource/mcp",
    ] {
        let (_, _, body) = ask(Method::GET, path).await;
        let resource: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(resource["resource"], "https://e.example/ensemble/mcp", "{path}");
    }
    let path = "/.well-known/oauth-authorization-server/ensemble";
    let (_, _, body) = ask(Method::GET, path).await;
    let issuer: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(issuer["issuer"], "https://e.example/ensemble");
    assert_eq!(issuer["token_endpoint"], "https://e.example/ensemble/oauth/token");
}

// attacks.md, 9: a page of another site whose name leads here
#[test]
fn a_host_that_is_not_served_is_told_the_setting_that_serves_it() {
    let server = Server::start();
    for path in ["/", "/metrics", "/api/accounts/session", "/api/nothing", "/v1/models"] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let text =
            format!("GET {path} HTTP/1.1\r\nhost: evil.example:7070\r\nconnection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let answer = read(stream);
        assert_eq!(answer.status, 421, "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        let problem: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(problem["code"], "api.misdirected", "{path}");
        assert_eq!(problem["params"]["host"], "evil.example", "{path}");
        assert!(problem["message"].as_str().unwrap().contains("server.host_names"), "{path}");
    }
}

#[test]
fn figures_are_for_this_machine_and_not_for_who_comes_through_a_proxy() {
    let server = Server::start();
    server.get("/api/accounts/session", &[]);
    let direct = server.get("/metrics", &[]);
    assert_eq!(direct.status, 200);
    assert!(direct.body.contains("http_requests_total"), "{}", direct.body);
    let proxied = server.get("/metrics", &[("x-forwarded-for", "203.0.113.9")]);
    assert_eq!(proxied.status, 404);
}

#[test]
fn a_server_that_is_told_to_stop_ends_its_streams_and_itself() {
    let mut server = Server::start();
    let origin = format!("http://{}", server.address);
    let same_origin = [("origin", origin.as_str()), ("content-type", "application/json")];
    let account =
        r#"{"email":"ana@example.org","name":"Ana","password":"correct horse battery staple"}"#;
    let signed_up = read(server.send("POST /api/accounts/sign-up", &same_origin, account));
    assert_eq!(signed_up.status, 201, "{}", signed_up.body);
    let cookie = signed_up.headers["set-cookie"].split(';').next().unwrap().to_owned();
    let mut stream = server.send("GET /api/events", &[("cookie", &cookie)], "");
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");

    let process = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());

    stream.read_to_end(&mut Vec::new()).unwrap();
    assert!(server.process.wait().unwrap().success());
}
