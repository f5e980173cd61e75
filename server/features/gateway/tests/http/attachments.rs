//! Images at addresses, files and recordings in requests of all formats.

use std::sync::Arc;

use area::Services;
use async_trait::async_trait;
use axum::Router;
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use parsing::{Extent, Format, ParseFailure, Parsed, Parser, PlainParser};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Canary, Client, TestStore, for_each_store};
use tokio::task::JoinSet;

use crate::setting::Setting;

const JPEG: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");
const PDF: &[u8] = b"%PDF-1.7 Tides rise twice a day.";
const WAV: &[u8] = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0";
const SEES: &str = "fake/see";
const ECHOES: &str = "fake/echo";

/// Reads PDFs as if they were text, as far as a test needs it.
struct ReadsPdfs;

#[async_trait]
impl Parser for ReadsPdfs {
    async fn parse_within(
        &self,
        format: Format,
        content: Bytes,
        extent: Extent,
    ) -> Result<Parsed, ParseFailure> {
        match format {
            Format::Pdf if content.ends_with(b"locked") => Err(ParseFailure::Encrypted),
            Format::Pdf => Ok(Parsed::single(String::from_utf8_lossy(&content).into_owned())),
            other => PlainParser.parse_within(other, content, extent).await,
        }
    }
}

struct Place {
    setting: Setting,
    canary: Canary,
    web: String,
    _server: JoinSet<()>,
}

impl Place {
    async fn new(store: TestStore) -> Self {
        let routes = Router::new()
            .route("/cat.jpg", get(|| async { JPEG }))
            .route("/tides.pdf", get(|| async { PDF }))
            .route("/page.html", get(|| async { "<p>No image</p>" }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let canary = Canary::start().await;
        let out = canary.web(vec![host.clone()]);
        let change = |services| Services { web: out, parser: Arc::new(ReadsPdfs), ..services };
        let setting = Setting::with_changed(store, change).await;
        Self { setting, canary, web: format!("http://{host}"), _server: server }
    }
}

fn base64(data: &[u8]) -> String {
    STANDARD.encode(data)
}

/// Returns the path and the request that say `part`, in the format that has such parts.
fn request(model: &str, format: &str, part: &Value) -> (&'static str, Value) {
    let content = json!([part]);
    let messages = json!([{ "role": "user", "content": content }]);
    match format {
        "chat" => ("/v1/chat/completions", json!({ "model": model, "messages": messages })),
        "messages" => {
            ("/v1/messages", json!({ "model": model, "max_tokens": 99, "messages": messages }))
        }
        _ => ("/v1/responses", json!({ "model": model, "input": messages })),
    }
}

async fn said(program: &Client, model: &str, format: &str, part: &Value) -> String {
    let (path, request) = request(model, format, part);
    let made = program.post(path, request).await.ok();
    let text = match format {
        "chat" => &made["choices"][0]["message"]["content"],
        "messages" => &made["content"][0]["text"],
        _ => &made["output"][0]["content"][0]["text"],
    };
    text.as_str().unwrap().to_owned()
}

for_each_store! {
    async fn images_at_addresses_are_seen_in_all_formats(store) {
        let place = Place::new(store).await;
        let program = place.setting.program(None).await;
        let url = format!("{}/cat.jpg", place.web);
        for (format, part) in [
            ("chat", json!({ "type": "image_url", "image_url": { "url": url } })),
            ("responses", json!({ "type": "input_image", "image_url": url })),
            ("messages", json!({ "type": "image", "source": { "type": "url", "url": url } })),
        ] {
            assert_eq!(said(&program, SEES, format, &part).await, "image/jpeg", "{format}");
        }
    }

    async fn the_text_of_files_is_told_to_models_in_all_formats(store) {
        let place = Place::new(store).await;
        let program = place.setting.program(None).await;
        let (data, url) = (base64(PDF), format!("{}/tides.pdf", place.web));
        let in_url = format!("data:application/pdf;base64,{data}");
        for (format, part) in [
            ("chat", json!({ "type": "file", "file": { "filename": "tides.pdf", "file_data": in_url } })),
            ("responses", json!({ "type": "input_file", "filename": "tides.pdf", "file_data": data })),
            ("responses", json!({ "type": "input_file", "file_url": url })),
            ("messages", json!({ "type": "document", "source":
                { "type": "base64", "media_type": "application/pdf", "data": data } })),
            ("messages", json!({ "type": "document", "source": { "type": "url", "url": url } })),
            ("chat", json!({ "type": "file", "file":
                { "filename": "tides.txt", "file_data": base64(b"Tides rise twice a day.") } })),
        ] {
            let text = said(&program, ECHOES, format, &part).await;
            assert!(text.contains("Tides rise twice a day.") && text.contains("<file name="), "{part}: {text}");
        }
    }

    async fn recordings_are_heard_by_models_that_hear(store) {
        let place = Place::new(store).await;
        let program = place.setting.program(None).await;
        let part = json!({ "type": "input_audio", "input_audio": { "data": base64(WAV), "format": "wav" } });
        assert_eq!(said(&program, SEES, "chat", &part).await, "audio/wav");
        let new = NewConnection {
            name: "Deaf".to_owned(),
            protocol: Protocol::Ollama,
            base_url: Some(place.setting.provider.url()),
            api_key: None,
        };
        place.setting.server.services.providers.create_connection(new).await.unwrap();
        let (path, mut request) = request("deaf/see", "chat", &part);
        let refused = program.post(path, request.clone()).await.assert_status(400).json();
        assert!(refused["error"]["message"].as_str().unwrap().contains("audio"), "{refused}");
        request["messages"][0]["role"] = json!("assistant");
        program.post(path, request).await.assert_status(400);
    }

    async fn what_cannot_be_loaded_is_refused_and_says_why(store) {
        let place = Place::new(store).await;
        let program = place.setting.program(None).await;
        let image = |url: &str| json!({ "type": "image_url", "image_url": { "url": url } });
        let file = |data: &[u8]| json!({ "type": "file", "file": { "filename": "a.pdf", "file_data": base64(data) } });
        let canary = place.canary.url();
        for (part, words) in [
            (image(&canary), "can't be fetched"),
            (image("http://169.254.169.254/latest/meta-data"), "can't be fetched"),
            (image(&format!("{}/gone.png", place.web)), "can't be fetched"),
            (image(&format!("{}/page.html", place.web)), "no PNG"),
            (file(b"%PDF locked"), "password"),
            (file(b"\0\x01"), "not a PDF"),
            (json!({ "type": "file", "file": { "file_id": "file-1" } }), "not kept"),
            (json!({ "type": "input_audio", "input_audio": { "data": base64(b"flac"), "format": "flac" } }), "neither WAV"),
        ] {
            let (path, request) = request(ECHOES, "chat", &part);
            let refused = program.post(path, request).await.assert_status(400).json();
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.contains(words), "{part}: {message}");
            let param = refused["error"]["param"].as_str().unwrap();
            assert!(param.starts_with("messages[0].content"), "{part}: {param}");
        }
        assert_eq!(place.canary.reached(), 0, "nothing of this network is reached");
        let many: Vec<Value> = (0..21).map(|_| image("https://example.org/a")).collect();
        let request = json!({ "model": ECHOES, "messages": [{ "role": "user", "content": many }] });
        program.post("/v1/chat/completions", request).await.assert_status(400);
        assert_eq!(place.setting.provider.call_count(), 0);
    }
}
