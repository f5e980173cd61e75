//! Names whose answers change, mix, or do not come (security.md SS2).

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;
use web_access::{Limits, Resolve, Settings, WebAccess};

use crate::support::{Names, OPENED, Server, page};

/// A name that passes every rule on names.
const PUBLIC: &str = "public.example.net";

async fn canary() -> Server {
    Server::start(|_, _| page("secret")).await
}

fn guarded(port: u16, names: Names) -> (WebAccess, Arc<Names>) {
    let names = Arc::new(names);
    let settings = Settings { allow_ports: vec![port], ..Settings::default() };
    (WebAccess::with_names(settings, names.clone()), names)
}

#[tokio::test]
async fn a_name_with_one_forbidden_answer_is_refused() {
    let canary = canary().await;
    let url = format!("http://{PUBLIC}:{}/", canary.port);
    for answers in [
        vec!["127.0.0.1"],
        vec!["::1"],
        vec!["93.184.215.14", "127.0.0.1"],
        vec!["93.184.215.14", "::1"],
        vec!["127.0.0.1", "93.184.215.14"],
        vec!["::ffff:127.0.0.1"],
        vec!["0.0.0.0"],
        vec!["10.0.0.1"],
        vec!["169.254.169.254"],
    ] {
        let (web, _) = guarded(canary.port, Names::default().with(PUBLIC, &answers));
        assert!(web.get(&url, Limits::PAGE).await.is_err(), "{answers:?}");
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn a_forbidden_answer_is_found_behind_99_others() {
    let canary = canary().await;
    let mut answers = vec!["93.184.215.14"; 99];
    answers.push("127.0.0.1");
    let (web, names) = guarded(canary.port, Names::default().with(PUBLIC, &answers));
    assert!(web.get(&format!("http://{PUBLIC}:{}/", canary.port), Limits::PAGE).await.is_err());
    assert_eq!((canary.connections(), names.lookups()), (0, 1));
}

#[tokio::test]
async fn a_name_is_asked_once_so_its_second_answer_does_not_count() {
    let server = canary().await;
    let names = Names::default().with(OPENED, &["127.0.0.1"]).with(OPENED, &["::1"]);
    let names = Arc::new(names);
    let web = WebAccess::with_names(server.opened(), names.clone());

    let fetched = web.get(&server.url("/"), Limits::PAGE).await.unwrap();

    assert_eq!(fetched.body, "secret");
    assert_eq!((names.lookups(), server.connections()), (1, 1));
}

#[tokio::test]
async fn a_name_that_was_public_is_judged_again_at_the_next_fetch() {
    let canary = canary().await;
    let names = Names::default().with(PUBLIC, &["0.0.0.0"]).with(PUBLIC, &["127.0.0.1"]);
    let (web, names) = guarded(canary.port, names);
    let url = format!("http://{PUBLIC}:{}/", canary.port);
    assert!(web.get(&url, Limits::PAGE).await.is_err());
    assert!(web.get(&url, Limits::PAGE).await.is_err());
    assert_eq!((names.lookups(), canary.connections()), (2, 0));
}

#[tokio::test]
async fn an_opened_host_opens_no_other() {
    let server = canary().await;
    let settings = Settings { allow_ports: vec![server.port], ..server.opened() };
    let names = Names::default()
        .with(OPENED, &["127.0.0.1"])
        .with(PUBLIC, &["127.0.0.1"])
        .with("evil-opened.example.net", &["127.0.0.1"])
        .with("opened.example.net.evil.com", &["127.0.0.1"]);
    let web = WebAccess::with_names(settings, Arc::new(names));
    let port = server.port;
    for host in [PUBLIC, "evil-opened.example.net", "opened.example.net.evil.com", "127.0.0.1"] {
        assert!(web.get(&format!("http://{host}:{port}/"), Limits::PAGE).await.is_err(), "{host}");
    }
    for host in ["opened.example.net", "OPENED.example.net", "opened.example.net."] {
        let fetched = web.get(&format!("http://{host}:{port}/"), Limits::PAGE).await;
        // The test's resolver only knows the plain name; the rule treats both as the same.
        assert_eq!(fetched.is_ok(), !host.ends_with('.'), "{host}");
    }
}

struct Stalled;

#[async_trait]
impl Resolve for Stalled {
    async fn lookup(&self, _name: &str) -> io::Result<Vec<IpAddr>> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_resolver_that_does_not_answer_is_left_after_3_seconds() {
    let web = WebAccess::with_names(Settings::default(), Arc::new(Stalled));
    let started_at = Instant::now();
    assert!(web.get("http://example.net/", Limits::PAGE).await.is_err());
    let waited = started_at.elapsed();
    assert!(waited >= Duration::from_secs(3) && waited < Duration::from_secs(4), "{waited:?}");
}
