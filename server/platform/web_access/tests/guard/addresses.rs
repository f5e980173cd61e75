//! The corpus of security.md SS1: none of it may reach a listener on loopback.

use std::sync::Arc;

use testing::{Canary, HOSTILE_SHAPES, PRIVATE_HOSTS};
use web_access::{FetchError, Limits, Settings, WebAccess};

use crate::support::{Names, Server, page};

/// Names refused for the addresses they resolve to, and the installation's own.
const NAMES: &[&str] = &["127.0.0.1.nip.io", "ours.example.net", "OURS.example.net.", "198.41.0.4"];

/// Returns a client that may use the listener's port, so that only the host check is left.
fn web(port: u16) -> WebAccess {
    let settings = Settings {
        allow_ports: vec![port],
        own_names: vec!["ours.example.net".to_owned()],
        own_addresses: vec!["198.41.0.4".parse().unwrap()],
        ..Settings::default()
    };
    let names = Names::default()
        .with("127.0.0.1.nip.io", &["127.0.0.1"])
        .with("localhost", &["127.0.0.1", "::1"])
        .with("foo.localhost", &["127.0.0.1"])
        .with("metadata", &["127.0.0.1"])
        .with("metadata.google.internal", &["127.0.0.1"])
        .with("intranet", &["127.0.0.1"])
        .with("ours.example.net", &["127.0.0.1"])
        .with("example.net", &["127.0.0.1"]);
    WebAccess::with_names(settings, Arc::new(names))
}

#[tokio::test]
async fn no_spelling_of_a_private_host_reaches_loopback() {
    let canary = Server::start(|_, _| page("secret")).await;
    let web = web(canary.port);
    for host in PRIVATE_HOSTS.iter().chain(NAMES) {
        for path in ["", "/", "/a?b=c"] {
            let url = format!("http://{host}:{}{path}", canary.port);
            assert!(web.get(&url, Limits::PAGE).await.is_err(), "{url:?}");
        }
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn no_shape_of_a_url_reaches_loopback() {
    let canary = Server::start(|_, _| page("secret")).await;
    let web = web(canary.port);
    for shape in HOSTILE_SHAPES {
        let url = shape.replace("PORT", &canary.port.to_string());
        assert!(web.get(&url, Limits::PAGE).await.is_err(), "{url:?}");
    }
    assert_eq!(canary.connections(), 0);
}

/// Every address tried would reach its canary, were it not for the host.
#[tokio::test]
async fn a_private_host_is_refused_for_what_it_is_and_not_for_its_port() {
    let canary = Canary::start().await;
    let web = canary.web(Vec::new());
    for host in PRIVATE_HOSTS {
        let url = format!("http://{host}:{}/", canary.port());
        match web.get(&url, Limits::PAGE).await.unwrap_err() {
            FetchError::InvalidUrl => {}
            FetchError::Unreachable(reason) => {
                let reason = reason.to_string();
                let is_host = ["address not allowed", "name not allowed"].contains(&&*reason);
                assert!(is_host, "{url:?}: {reason}");
            }
            other => panic!("{url:?}: {other:?}"),
        }
    }
    let led = web.get(&format!("http://example.net:{}/", canary.port()), Limits::PAGE).await;
    assert!(led.is_err(), "any name leads there, and is refused for that");
    assert_eq!(canary.reached(), 0);

    let opened = canary.web(vec![format!("127.0.0.1:{}", canary.port())]);
    assert!(opened.get(&canary.url(), Limits::PAGE).await.is_err(), "it says nothing");
    assert_eq!(canary.reached(), 1, "but it was asked");
}

#[tokio::test]
async fn only_the_ports_of_the_web_are_fetched() {
    let names = Arc::new(Names::default());
    let web = WebAccess::with_names(Settings::default(), names.clone());
    for port in ["0", "22", "25", "6379", "8080", "65535", "99999", "-1", "80a"] {
        let url = format!("http://example.net:{port}/");
        assert!(web.get(&url, Limits::PAGE).await.is_err(), "{url}");
    }
    assert_eq!(names.lookups(), 0, "refused before the name was looked up");
}

// security.md SS6: no answer says more than another
#[tokio::test]
async fn what_lies_behind_a_refusal_cannot_be_told() {
    let server = Server::start(|path, _| match path {
        "/missing" => crate::support::status("404 Not Found"),
        _ => crate::support::status("500 Broken"),
    })
    .await;
    let closed = {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().port()
    };
    let opened = format!("{}:{closed}", crate::support::OPENED);
    let allow_hosts = [server.opened().allow_hosts, vec![opened.clone()]].concat();
    let names = Names::default().with(crate::support::OPENED, &["127.0.0.1"]);
    let settings = Settings { allow_hosts, ..Settings::default() };
    let web = WebAccess::with_names(settings, Arc::new(names));

    let mut texts = Vec::new();
    for url in [
        server.url("/missing"),
        server.url("/broken"),
        format!("http://{opened}/"),
        "http://unknown.example.net/".to_owned(),
        "http://127.0.0.1/".to_owned(),
        "http://169.254.169.254/latest".to_owned(),
        "http://example.net:22/".to_owned(),
        "gopher://example.net/".to_owned(),
    ] {
        let refused = web.get(&url, Limits::PAGE).await.unwrap_err();
        assert!(matches!(refused, FetchError::Unreachable(_)), "{url}");
        texts.push((refused.to_string(), refused.problem()));
    }
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{texts:?}");
    // spec §8
    assert_eq!(texts[0].0, "Unable to connect to web page, please refresh the page and try again.");
}

#[tokio::test]
async fn what_is_no_url_is_said_to_be_none() {
    let web = WebAccess::with_names(Settings::default(), Arc::new(Names::default()));
    for text in ["", "example.net", "//example.net", "http://", "http://exam\nple.net/"] {
        let refused = web.get(text, Limits::PAGE).await.unwrap_err();
        // spec §5: "Invalid URL"
        assert_eq!(refused.to_string(), "Invalid URL", "{text:?}");
    }
}
