//! Helpers of these tests: import archives, export them, look at the result.

use std::io::{Cursor, Write};

use axum::body::Body;
use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub const PIECE: usize = 1024 * 1024;

pub async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![chat::area(services), portability::area(services)])
        .await
}

pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub async fn put(person: &TestPerson, id: &str, number: usize, bytes: &[u8]) -> Answer {
    let request = Request::builder()
        .method(Method::PUT)
        .uri(format!("/api/portability/imports/{id}/pieces/{number}"))
        .header("content-type", "application/octet-stream")
        .body(Body::from(bytes.to_vec()));
    person.send(request.unwrap()).await
}

/// Sends an archive and has it checked.
pub async fn bring(server: &TestServer, person: &TestPerson, bytes: &[u8]) -> Value {
    let body = json!({ "name": "archive.zip", "size_bytes": bytes.len() });
    let made = person.post("/api/portability/imports", body).await.created();
    let id = made["id"].as_str().unwrap().to_owned();
    for (number, piece) in bytes.chunks(PIECE).enumerate() {
        put(person, &id, number, piece).await.no_content();
    }
    let path = format!("/api/portability/imports/{id}");
    person.post(&format!("{path}/check"), json!({})).await.accepted();
    server.run_jobs().await;
    person.get(&path).await.ok()
}

pub async fn import(server: &TestServer, person: &TestPerson, bytes: &[u8]) -> Value {
    let checked = bring(server, person, bytes).await;
    assert_eq!(checked["state"], "checked", "{checked}");
    let path = format!("/api/portability/imports/{}", checked["id"].as_str().unwrap());
    person.post(&format!("{path}/start"), json!({})).await.accepted();
    server.run_jobs().await;
    person.get(&path).await.ok()
}

pub async fn chats(person: &TestPerson) -> Vec<Value> {
    let list = person.get("/api/chat/conversations").await.ok();
    list["items"].as_array().unwrap().clone()
}

pub async fn chat_named(person: &TestPerson, title: &str) -> Value {
    let found = chats(person).await.into_iter().find(|chat| chat["title"] == title);
    let id = found.unwrap_or_else(|| panic!("no chat {title}"))["id"].as_str().unwrap().to_owned();
    person.get(&format!("/api/chat/conversations/{id}")).await.ok()
}

pub fn text_of(message: &Value) -> String {
    let parts = message["parts"].as_array().unwrap().iter();
    parts.filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("|")
}

pub async fn archive_of(person: &TestPerson) -> Vec<u8> {
    let answer = person.get("/api/portability/account").await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.body.to_vec()
}
