//! The corpus of security.md SS1: none of it may reach a listener on loopback.

use std::sync::Arc;

use web_access::{FetchError, Limits, Settings, WebAccess};

use crate::support::{Names, Server, page};

/// Every way to write an address that is not of the open web, and names that mean one.
const HOSTS: &[&str] = &[
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
    "0177.0.0.01",
    "0",
    "0.0.0.0",
    "127.0.0.1.",
    "127%2e0%2e0%2e1",
    "%31%32%37.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "１２７.０.０.１",
    "ⓛocalhost",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "foo.localhost",
    "127.0\t.0.1",
    "127.0\n.0.1",
    // Metadata services.
    "2852039166",
    "0xa9fea9fe",
    "169.254.43518",
    "169.254.169.254",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "[fd00:ec2::254]",
    // IPv6, and IPv4 inside it.
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::169.254.169.254]",
    "[64:ff9b:1::a9fe:a9fe]",
    "[2002:7f00:1::]",
    "[2001::80ff:fffe]",
    "[fe80::1]",
    "[fe80::1%25eth0]",
    "[fc00::1]",
    "[fec0::1]",
    "[ff02::1]",
    // Private, shared, for tests, for many.
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "100.64.0.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    // Names.
    "metadata",
    "intranet",
    "metadata.google.internal",
    "router.local",
    "nas.lan",
    "printer.home.arpa",
    "example.onion",
    "a..example.net",
    ".example.net",
    "127.0.0.1.nip.io",
    "ours.example.net",
    "OURS.example.net.",
    "198.41.0.4",
];

/// Shapes that a check on text reads otherwise than the parser; `PORT` is the listener's.
const SHAPES: &[&str] = &[
    "http://example.net@127.0.0.1:PORT/",
    "http://example.net:80@127.0.0.1:PORT/",
    "http://user:pass@example.net:PORT/",
    "http://127.0.0.1:PORT\\@example.net/",
    "http://127.0.0.1:PORT#@example.net/",
    "http://127.0.0.1:PORT?@example.net/",
    "http:127.0.0.1:PORT",
    "http:/127.0.0.1:PORT",
    "http:///127.0.0.1:PORT",
    "http:\\\\127.0.0.1:PORT",
    "  http://127.0.0.1:PORT/",
    "HTTP://127.0.0.1:PORT/",
    "ht\ttp://127.0.0.1:PORT/",
    "http://127.0.0.1:PORT/\r\nHost: example.net",
    "http://example.net/\r\nX-Injected: 1",
    "gopher://127.0.0.1:PORT/",
    "file://127.0.0.1/etc/passwd",
    "file:///etc/passwd",
    "ftp://127.0.0.1:PORT/",
    "data:text/html,hello",
    "blob:http://127.0.0.1:PORT/a",
    "jar:http://127.0.0.1:PORT/a!/b",
    "ws://127.0.0.1:PORT/",
    "javascript:alert(1)",
    "",
    "127.0.0.1:PORT",
    "//127.0.0.1:PORT/",
];

/// A client that may use the listener's port, so that only the host stands between them.
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
    for host in HOSTS {
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
    for shape in SHAPES {
        let url = shape.replace("PORT", &canary.port.to_string());
        assert!(web.get(&url, Limits::PAGE).await.is_err(), "{url:?}");
    }
    assert_eq!(canary.connections(), 0);
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
