//! Calls of servers that a person connected: under the same rules, and never led elsewhere.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use web_access::{Call, Settings, WebAccess};

use crate::support::{Names, Server, page, redirect};

fn call(url: &str) -> Call<'_> {
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer secret"));
    Call {
        method: Method::POST,
        url,
        headers,
        body: Bytes::from_static(b"{}"),
        first_byte: Duration::from_secs(5),
    }
}

#[tokio::test]
async fn an_answer_of_any_status_is_given_and_a_redirect_is_one() {
    let elsewhere = Server::start(|_, _| page("secret")).await;
    let target = elsewhere.url("/");
    let server = Server::start(move |path, _| match path {
        "/away" => redirect(307, &target),
        _ => page("here"),
    })
    .await;
    let web = server.web();

    let url = server.url("/");
    let answer = web.call(call(&url)).await.unwrap();
    assert_eq!((answer.status, answer.read(100).await.unwrap().as_ref()), (200, &b"here"[..]));
    let url = server.url("/away");
    assert_eq!(web.call(call(&url)).await.unwrap().status, 307);
    assert_eq!(elsewhere.connections(), 0, "nor was the key taken there");
}

#[tokio::test]
async fn no_name_leads_a_call_into_the_network() {
    let canary = Server::start(|_, _| page("secret")).await;
    let names = Names::default().with("public.example.net", &["127.0.0.1"]);
    let settings = Settings { allow_ports: vec![canary.port], ..Settings::default() };
    let web = WebAccess::with_names(settings, Arc::new(names));

    for host in ["public.example.net", "127.0.0.1", "localhost", "[::1]"] {
        let url = format!("https://{host}:{}/", canary.port);
        assert!(web.call(call(&url)).await.is_err(), "{host}");
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn a_body_is_taken_up_to_its_limit_and_not_a_byte_more() {
    let server = Server::start(|_, _| page(&"x".repeat(100))).await;
    let url = server.url("/");
    assert!(server.web().call(call(&url)).await.unwrap().read(100).await.is_ok());
    assert!(server.web().call(call(&url)).await.unwrap().read(99).await.is_err());
}
