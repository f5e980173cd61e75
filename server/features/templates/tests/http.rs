//! Templates, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/documents.rs"]
mod documents;
#[path = "http/own.rs"]
mod own;
#[path = "http/sources.rs"]
mod sources;

use std::io::{Cursor, Read, Write};

use kernel::Uuid;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore};
use zip::ZipArchive;
use zip::write::SimpleFileOptions;

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| {
        let documents = ::documents::area(services, ::documents::Settings::default());
        vec![templates::area(services), documents]
    })
    .await
}

/// Begins a document of a template.
async fn begin(person: &TestPerson, template: &str, values: Value) -> Value {
    let new = json!({ "id": Uuid::now_v7(), "template": template, "values": values });
    person.post("/api/templates/documents", new).await.created()
}

fn path_of(document: &Value) -> String {
    format!("/api/templates/documents/{}", document["id"].as_str().unwrap())
}

/// Makes a file of a document and returns its bytes.
async fn file_of(person: &TestPerson, document: &Value, format: &str) -> Vec<u8> {
    let made = person
        .post(&format!("{}/files", path_of(document)), json!({ "format": format }))
        .await
        .ok();
    content_of(person, &made).await
}

async fn content_of(person: &TestPerson, file: &Value) -> Vec<u8> {
    let id = file["file_id"].as_str().unwrap();
    person.get(&format!("/api/documents/files/{id}/content")).await.assert_status(200).body.to_vec()
}

fn invoice() -> Value {
    json!({
        "seller": "Silva Design", "client": "Northwind *Ltd.*", "number": "41", "date": "2026-11-30", "currency": "EUR",
        "tax_rate": "23",
        "items": [
            { "description": "Logo", "quantity": "2", "price": "450.00" },
            { "description": "Site | five pages", "quantity": "1", "price": "0.10" },
        ],
    })
}

/// Makes a Word file of paragraphs.
fn word_file(paragraphs: &[&str]) -> Vec<u8> {
    const TYPES: &str = "<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let body: String = paragraphs
        .iter()
        .map(|text| format!("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r></w:p>"))
        .collect();
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("[Content_Types].xml", TYPES), ("word/document.xml", document.as_str())] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn part_of(file: &[u8], name: &str) -> String {
    let mut text = String::new();
    ZipArchive::new(Cursor::new(file))
        .unwrap()
        .by_name(name)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}
