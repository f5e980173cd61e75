//! The guard where a proxy connects: it judges what it can know, and the rest is the proxy's (decision 1123).

use std::sync::Arc;

use kernel::Secret;
use outbound::{Outbound, Settings as Way};
use web_access::{Limits, Settings, WebAccess};

use crate::support::{Names, OPENED, Server, page};

const PUBLIC: &str = "public.example.net";

/// Returns web access through a proxy, which answers every request with its target.
async fn through(names: Names, settings: Settings) -> (WebAccess, Server) {
    let proxy = Server::start(|target, _| page(target)).await;
    let way = Way {
        proxy: Some(Secret::new(format!("http://127.0.0.1:{}", proxy.port))),
        no_proxy: vec!["direct.example.net".to_owned()],
        extra_ca: None,
    };
    let outbound = Outbound::open(&way, &[]).unwrap();
    (WebAccess::with_names_through(settings, Arc::new(names), &outbound), proxy)
}

#[tokio::test]
async fn a_page_is_fetched_through_the_proxy_by_its_name() {
    // The second is known to nobody here, as behind most proxies.
    let names = Names::default().with(PUBLIC, &["93.184.215.14"]);
    let (web, proxy) = through(names, Settings::default()).await;
    for url in [format!("http://{PUBLIC}/a"), "http://elsewhere.example.net/".to_owned()] {
        let fetched = web.get(&url, Limits::PAGE).await.unwrap();
        assert_eq!(fetched.body, url.as_bytes());
    }
    assert_eq!(proxy.connections(), 2);
}

#[tokio::test]
async fn what_is_known_to_lead_into_the_network_never_reaches_the_proxy() {
    let names = Names::default().with(PUBLIC, &["93.184.215.14", "10.0.0.1"]);
    let (web, proxy) = through(names, Settings::default()).await;
    for url in [
        &format!("http://{PUBLIC}/"),
        "http://10.0.0.1/",
        "http://127.0.0.1/",
        "http://[fd00::1]/",
        "http://169.254.169.254/",
        "http://wiki.lan/",
        "http://localhost/",
        "http://elsewhere.example.net:8080/",
    ] {
        assert!(web.get(url, Limits::PAGE).await.is_err(), "{url}");
    }
    assert_eq!(proxy.connections(), 0);
}

#[tokio::test]
async fn hosts_without_a_proxy_are_guarded_as_ever() {
    let server = Server::start(|_, _| page("here")).await;
    let settings =
        Settings { allow_hosts: vec![format!("{OPENED}:{}", server.port)], ..Settings::default() };
    let names = Names::default().with("direct.example.net", &["10.0.0.1"]);
    let (web, proxy) = through(names, settings).await;

    assert!(web.get("http://direct.example.net/", Limits::PAGE).await.is_err());
    assert_eq!(proxy.connections(), 0);
    // One that the operator opened goes through the proxy too, unless it is named in no_proxy.
    let opened = server.url("/page");
    assert_eq!(web.get(&opened, Limits::PAGE).await.unwrap().body, opened.as_bytes());
    assert_eq!((proxy.connections(), server.connections()), (1, 0));
}
