//! A browser, as far as the server can tell: it keeps cookies and sends the origin of its requests.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use api::RequestContext;
use area::Services;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::header::{
    ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN,
    SET_COOKIE, USER_AGENT,
};
use http::{HeaderMap, Method, Request, Response};
use http_body_util::BodyExt;
use identity::SessionToken;
use serde_json::Value;
use tower::ServiceExt;

use crate::{Answer, EventStream, documented};

/// Address at which tests reach the server.
pub const BASE_URL: &str = "http://ensemble.test";

/// User agent of test clients.
const AGENT: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

/// One browser with its own cookies. Clones share them, like tabs.
#[derive(Clone)]
pub struct Client {
    router: Router,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
    headers: HeaderMap,
    /// The address of its machine; `None`: that of the server.
    peer: Option<IpAddr>,
}

impl Client {
    pub(crate) fn new(router: Router) -> Self {
        let mut headers = HeaderMap::new();
        let set = HeaderValue::from_static;
        headers.insert(HOST, set("ensemble.test"));
        headers.insert(ORIGIN, set(BASE_URL));
        headers.insert("sec-fetch-site", set("same-origin"));
        headers.insert(USER_AGENT, set(AGENT));
        Self { router, cookies: Arc::default(), headers, peer: None }
    }

    /// Returns the same browser, which sends this header with each request, or, with "", does not send it.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        let name = HeaderName::from_static(name);
        if value.is_empty() {
            self.headers.remove(name);
        } else {
            self.headers.insert(name, value.parse().expect("a header's value"));
        }
        self
    }

    /// Returns the same browser on another machine.
    #[must_use]
    pub fn at(self, address: &str) -> Self {
        Self { peer: Some(address.parse().expect("an address")), ..self }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    /// Sends bytes as they are.
    pub async fn put_bytes(&self, path: &str, content: &[u8]) -> Answer {
        let request = Request::builder()
            .method(Method::PUT)
            .uri(path)
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_LENGTH, content.len())
            .body(Body::from(content.to_vec()));
        self.send(request.expect("a test writes a proper request")).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Sends a request with a JSON body, or with none, and reads the whole answer.
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let request = Request::builder().method(method).uri(path);
        let request = match body {
            Some(json) => {
                request.header(CONTENT_TYPE, "application/json").body(Body::from(json.to_string()))
            }
            None => request.body(Body::empty()),
        };
        self.send(request.expect("a test writes a proper request")).await
    }

    /// Sends any request, with this browser's cookies and headers, and reads the whole answer.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let named = format!("{} {}", request.method(), request.uri());
        let (parts, body) = self.start(request).await.into_parts();
        let body = body.collect().await.expect("a body in memory cannot break").to_bytes();
        Answer { request: named, status: parts.status, headers: parts.headers, body }
    }

    /// Opens an event stream. Dropping it is like closing a tab.
    pub async fn events(&self, path: &str) -> EventStream {
        self.events_after(path, None).await
    }

    /// Opens an event stream behind the event with id `last`, as a browser does when it reconnects.
    pub async fn events_after(&self, path: &str, last: Option<&str>) -> EventStream {
        let mut request = Request::builder().method(Method::GET).uri(path);
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let request = request.body(Body::empty()).expect("a test writes a proper request");
        EventStream::new(self.start(request).await)
    }

    /// Sends a JSON body and reads the answer to it as an event stream.
    pub async fn post_for_events(&self, path: &str, body: Value) -> EventStream {
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream")
            .body(Body::from(body.to_string()))
            .expect("a test writes a proper request");
        EventStream::new(self.start(request).await)
    }

    /// Sends a request and returns as soon as the answer begins.
    pub async fn start(&self, mut request: Request<Body>) -> Response<Body> {
        for (name, value) in &self.headers {
            request.headers_mut().entry(name).or_insert_with(|| value.clone());
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer, 1)));
        }
        let cookies = self.cookie_line();
        if !cookies.is_empty() {
            let line = cookies.parse().expect("cookies are printable");
            request.headers_mut().insert(COOKIE, line);
        }
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        documented::check(&method, &path, response.status());
        self.keep_cookies(response.headers());
        response
    }

    /// Signs this browser in, without a request.
    pub(crate) fn sign_in_by(&self, services: &Services, token: &SessionToken) {
        let context = RequestContext {
            ip: [127, 0, 0, 1].into(),
            request_id: kernel::Uuid::nil(),
            is_https: false,
            is_local: true,
        };
        let mut headers = HeaderMap::new();
        services.identity.cookies(&context).set_session(&mut headers, token);
        self.keep_cookies(&headers);
    }

    /// Returns the value of a cookie that this browser has.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.jar().get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.jar().insert(name.to_owned(), value.to_owned());
    }

    fn cookie_line(&self) -> String {
        let pairs: Vec<_> =
            self.jar().iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        for line in headers.get_all(SET_COOKIE) {
            let line = line.to_str().expect("cookies are printable");
            let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').expect("a cookie has a name and a value");
            if attributes.contains("Max-Age=0;") {
                self.jar().remove(name);
            } else {
                self.set_cookie(name, value);
            }
        }
    }

    fn jar(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, String>> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
