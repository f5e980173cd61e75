//! Redirects are judged like the URL that was typed (security.md SS3).

use testing::{Canary, REDIRECTS};
use url::form_urlencoded;
use web_access::{FetchError, Limits};

use crate::support::{Answer, Server, page, redirect};

/// Starts a server on which `/to/<n>` redirects to `/to/<n - 1>`, and `/to/0` is a page.
async fn chain() -> Server {
    Server::start(|path, _| {
        match path.strip_prefix("/to/").and_then(|steps| steps.parse::<u32>().ok()) {
            Some(0) | None => page("arrived"),
            Some(steps) => redirect(302, &format!("/to/{}", steps - 1)),
        }
    })
    .await
}

#[tokio::test]
async fn five_redirects_are_followed_but_not_six() {
    let server = chain().await;
    let web = server.web();
    let fetched = web.get(&server.url("/to/5"), Limits::PAGE).await.unwrap();
    assert_eq!((fetched.body.as_ref(), fetched.url.path()), (&b"arrived"[..], "/to/0"));
    assert!(web.get(&server.url("/to/6"), Limits::PAGE).await.is_err());
}

#[tokio::test]
async fn a_loop_ends() {
    let server = Server::start(|_, _| redirect(301, "/")).await;
    assert!(server.web().get(&server.url("/"), Limits::PAGE).await.is_err());
    assert_eq!(server.connections(), 6);
}

#[tokio::test]
async fn every_kind_of_redirect_is_followed_and_judged() {
    for status in [301, 302, 303, 307, 308] {
        let server = Server::start(move |path, _| match path {
            "/good" => redirect(status, "page"),
            "/page" => page("arrived"),
            _ => redirect(status, "http://127.0.0.1/"),
        })
        .await;
        assert!(server.web().get(&server.url("/good"), Limits::PAGE).await.is_ok(), "{status}");
        assert!(server.web().get(&server.url("/bad"), Limits::PAGE).await.is_err(), "{status}");
    }
}

#[tokio::test]
async fn no_redirect_reaches_what_could_not_be_typed() {
    let canary = Canary::start().await;
    let server = Server::start(|path, _| {
        let Some((status, to)) = path.strip_prefix('/').and_then(|path| path.split_once("?to="))
        else {
            // Target of a relative location.
            return crate::support::status("404 Not Found");
        };
        let (to, _) = form_urlencoded::parse(to.as_bytes()).next().unwrap_or_default();
        redirect(status.parse().unwrap_or(302), &to)
    })
    .await;
    let web = canary.web(server.opened().allow_hosts);
    let port = canary.port();
    let more = [
        format!("/\\127.0.0.1:{port}/"),
        format!("\\\\127.0.0.1:{port}/"),
        format!("http://opened.example.net@127.0.0.1:{port}/"),
        format!("http://user:pass@opened.example.net:{port}/"),
        "http://example.net:22/".to_owned(),
        "http://".to_owned(),
    ];
    for to in canary.addresses("http").iter().chain(&more) {
        for status in REDIRECTS {
            let told: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
            let start = server.url(&format!("/{status}?to={told}"));
            let fetched = web.get(&start, Limits::PAGE).await;
            assert!(fetched.is_err(), "{status} to {to:?}");
        }
    }
    assert!(server.connections() >= canary.addresses("http").len() * REDIRECTS.len());
    assert_eq!(canary.reached(), 0);
}

#[tokio::test]
async fn a_cookie_on_the_way_goes_back_to_who_set_it_and_addresses_may_be_in_utf_8() {
    let answer = |head: &str| Answer::Bytes(format!("HTTP/1.1 302 Found\r\n{head}\r\n\r\n").into());
    let server = Server::start(move |path, _| match path {
        "/first" => answer("location: /second\r\nset-cookie: seen=1; Path=/"),
        "/second" => answer("location: /caf\u{e9}"),
        _ => page("the café"),
    })
    .await;
    let fetched = server.web().get(&server.url("/first"), Limits::PAGE).await.unwrap();
    assert_eq!(fetched.body, "the café".as_bytes());
    let requests = server.requests();
    let has_cookie: Vec<bool> =
        requests.iter().map(|head| head.contains("cookie: seen=1\r\n")).collect();
    assert_eq!(has_cookie, [false, true, true]);
    assert!(requests[2].starts_with("GET /caf%C3%A9 "), "{}", requests[2]);
}

#[tokio::test]
async fn a_redirect_without_a_location_is_no_page() {
    let server = Server::start(|_, _| crate::support::status("302 Found")).await;
    assert!(server.web().get(&server.url("/"), Limits::PAGE).await.is_err());
}

#[tokio::test]
async fn a_request_carries_nothing_that_could_leak() {
    let server = chain().await;
    server.web().get(&server.url("/to/1"), Limits::PAGE).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for head in requests {
        let mut names: Vec<_> =
            head.lines().skip(1).filter_map(|line| line.split_once(": ")).map(|it| it.0).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"], "{head}");
    }
}

#[tokio::test]
async fn a_caller_that_stays_in_some_places_is_led_to_no_other() {
    let server = Server::start(|path, _| match path {
        "/in" => redirect(302, "/in/page"),
        "/in/page" => page("arrived"),
        "/out" => redirect(302, "/elsewhere"),
        _ => page("secret"),
    })
    .await;
    let web = server.web();
    let get = async |path: &str| {
        let stays = |url: &url::Url| url.path() != "/elsewhere";
        web.get_where(&server.url(path), Limits::PAGE, stays).await
    };
    assert!(get("/in").await.is_ok());
    let asked = server.connections();
    assert!(matches!(get("/out").await, Err(FetchError::NotWanted)));
    assert!(matches!(get("/elsewhere").await, Err(FetchError::NotWanted)));
    assert_eq!(server.connections(), asked + 1, "the other place was not asked");
}
