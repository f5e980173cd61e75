//! The part of S3's protocol that blobs need, over real HTTP: PUT, GET, HEAD, DELETE, list.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Query, Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};

use crate::fake_server::FakeServer;

/// A bucket on loopback. It goes when it is dropped.
pub struct FakeS3(FakeServer<Objects>);

type Objects = Mutex<BTreeMap<String, Bytes>>;

/// Largest object that it takes.
const OBJECT_MAX_BYTES: usize = 8 * 1024 * 1024;

impl FakeS3 {
    pub async fn start() -> Self {
        let routes = |objects: Arc<Objects>| Router::new().fallback(answer).with_state(objects);
        Self(FakeServer::start(|_| Objects::default(), routes).await)
    }

    /// Returns the value for `files.url`.
    pub fn files_url(&self) -> String {
        let endpoint = self.0.url();
        format!(
            "s3://bucket/ensemble?endpoint={endpoint}&access_key_id=id&secret_access_key=secret"
        )
    }

    /// Returns the value for `files.url` with a key for some hours, which works with its token only.
    pub fn session_url(&self) -> String {
        self.files_url().replace("access_key_id=id&", "access_key_id=temporary&session_token=a+b&")
    }

    /// Returns the number of stored objects.
    pub fn object_count(&self) -> usize {
        self.0.house.lock().unwrap().len()
    }
}

async fn answer(
    State(objects): State<Arc<Objects>>,
    Query(query): Query<HashMap<String, String>>,
    request: Request,
) -> Response {
    if !is_signed(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let method = request.method().clone();
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let (_, key) = path.split_once('/').unwrap_or((&path, ""));
    if query.contains_key("list-type") {
        return list(&objects, query.get("prefix").map_or("", String::as_str));
    }
    match method {
        Method::PUT => {
            let is_new_only = request.headers().contains_key("if-none-match");
            let body = axum::body::to_bytes(request.into_body(), OBJECT_MAX_BYTES).await.unwrap();
            let mut objects = objects.lock().unwrap();
            if is_new_only && objects.contains_key(key) {
                return StatusCode::PRECONDITION_FAILED.into_response();
            }
            objects.insert(key.to_owned(), body);
            ([("etag", "\"1\"")], "").into_response()
        }
        Method::GET | Method::HEAD => match objects.lock().unwrap().get(key) {
            Some(body) => {
                let headers =
                    [("etag", "\"1\""), ("last-modified", "Fri, 20 Nov 2026 11:00:00 GMT")];
                (headers, body.clone()).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Method::DELETE => {
            objects.lock().unwrap().remove(key);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

fn is_signed(headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let signature = header("authorization").unwrap_or_default();
    match signature.strip_prefix("AWS4-HMAC-SHA256 Credential=") {
        Some(by) if by.starts_with("id/") => true,
        Some(by) if by.starts_with("temporary/") => {
            header("x-amz-security-token") == Some("a+b") && by.contains("x-amz-security-token")
        }
        _ => false,
    }
}

fn list(objects: &Objects, prefix: &str) -> Response {
    let objects = objects.lock().unwrap();
    let rows = objects.iter().filter(|(key, _)| key.starts_with(prefix)).map(|(key, body)| {
        format!(
            "<Contents><Key>{key}</Key><LastModified>2026-11-20T11:00:00.000Z</LastModified>\
             <ETag>\"1\"</ETag><Size>{}</Size></Contents>",
            body.len()
        )
    });
    let rows: String = rows.collect();
    format!("<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>")
        .into_response()
}
