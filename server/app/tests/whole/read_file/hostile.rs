//! Malicious files, through all readers: each ends within its limits with a reason or with its text, and the readers
//! keep working (security.md UP5, UP6, UP8).

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use area::Services;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use futures::future::join_all;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use parsing::{Extent, Format, OcrSettings, ParseFailure, Parsed, Parser};
use serde_json::{Value, json};
use testing::{Canary, NOW, TestPerson, TestServer, TestStore};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::hostile_files::{HostileFile, Wanted, hostile_files};
use super::parser;

/// The part of a document that is read (spec §5: "only the first 20 pages kept").
const EXTENT: Extent = Extent { pages_max: Some(20), ..Extent::ATTACHMENT };

fn assert_wanted(file: &HostileFile, read: &Result<Parsed, ParseFailure>) {
    let place = format!("{:?}: {}", file.format, file.name);
    let text =
        read.as_ref().map(|parsed| parsed.pages.iter().map(|page| &*page.text).collect::<String>());
    if let Ok(text) = &text {
        assert!(!text.contains("root:"), "{place}: nothing of this machine is in it");
        assert!(!text.contains("haha"), "{place}: nothing is unfolded");
    }
    match (&file.wanted, text) {
        // That would be tried again.
        (_, Err(ParseFailure::Unavailable)) => panic!("{place}: its reader was not started"),
        (Wanted::Ends, _) | (Wanted::Refused, Err(_)) => {}
        (Wanted::Says(said), Ok(text)) if text.contains(said) => {}
        (_, other) => {
            panic!("{place}: {}", format!("{other:?}").chars().take(300).collect::<String>())
        }
    }
}

#[test]
fn files_made_to_harm_end_with_a_reason_or_with_what_they_say() {
    testing::run(async {
        let (parser, canary) = (parser(), Canary::start().await);
        let files = hostile_files(&canary.url());
        let reading = files.iter().map(|file| {
            let parser = parser.clone();
            let content = Bytes::from(file.content.clone());
            async move { parser.parse_within(file.format, content, EXTENT).await }
        });
        for (file, read) in files.iter().zip(join_all(reading).await) {
            assert_wanted(file, &read);
        }
        assert_eq!(canary.reached(), 0);
    });
}

/// The PDFs that are harmful only when rendered.
const DRAWN: [&str; 11] = [
    "pages that are their own parents",
    "a page as large as a country",
    "a page without end",
    "a page inside out",
    "content that is its own content",
    "a form that shows itself",
    "content packed five times",
    "a picture larger than memory",
    "a picture of no kind",
    "a picture of no bits",
    "many states that are kept",
];

/// Returns a text recognizer that does nothing: these tests cover the steps before it.
fn recogniser(folder: &std::path::Path) -> OcrSettings {
    let program = folder.join("recogniser");
    let script = "#!/bin/sh\n[ \"$1\" = --list-langs ] && printf 'List:\\neng\\n' && exit\ncat >/dev/null\necho read\n";
    let mut file = std::fs::File::create(&program).unwrap();
    file.write_all(script.as_bytes()).unwrap();
    file.set_permissions(std::fs::Permissions::from_mode(0o755)).unwrap();
    OcrSettings { program: Some(program), languages: Vec::new() }
}

#[test]
fn pages_made_to_harm_are_drawn_within_their_bounds() {
    testing::run(async {
        let folder = tempfile::tempdir().unwrap();
        let parser = parser().with_ocr(recogniser(folder.path()));
        assert!(parser.recognises().await);
        let canary = Canary::start().await;
        let files = hostile_files(&canary.url());
        let files: Vec<&HostileFile> =
            files.iter().filter(|file| DRAWN.contains(&file.name)).collect();
        assert_eq!(files.len(), DRAWN.len());
        // As many at once as there are cores to draw them.
        for pair in files.chunks(2) {
            let drawing = pair.iter().map(|file| {
                let content = Bytes::from(file.content.clone());
                parser.recognise_page(content, 1)
            });
            for (file, read) in pair.iter().zip(join_all(drawing).await) {
                let known =
                    [ParseFailure::Broken, ParseFailure::Encrypted, ParseFailure::Exhausted];
                match read {
                    Ok(read) => assert!(
                        read.page.as_ref().is_none_or(|page| page.text.is_empty()),
                        "{}: {read:?}",
                        file.name
                    ),
                    Err(failure) => assert!(known.contains(&failure), "{}: {failure:?}", file.name),
                }
            }
        }
        assert_eq!(canary.reached(), 0);
    });
}

/// A site that serves the files by number, with their content types.
struct Site {
    url: String,
    _server: JoinSet<()>,
}

impl Site {
    async fn start(files: Arc<Vec<HostileFile>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().route("/{number}", get(serve)).with_state(files);
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { url, _server: server }
    }
}

async fn serve(State(files): State<Arc<Vec<HostileFile>>>, Path(number): Path<usize>) -> Response {
    let Some(file) = files.get(number) else { return StatusCode::NOT_FOUND.into_response() };
    let media_type = match file.format {
        Format::Html => "text/html",
        Format::Text => "text/plain",
        // Servers may state anything.
        _ => "application/pdf",
    };
    ([(CONTENT_TYPE, media_type)], file.content.clone()).into_response()
}

async fn with_address(person: &TestPerson, path: &str, url: String) -> Value {
    let source = json!({ "type": "address", "url": url });
    let answer = person.post(path, json!({ "id": kernel::uuid_v7(NOW), "source": source })).await;
    assert!(answer.status.is_success(), "{}", answer.text());
    answer.json()
}

#[test]
fn addresses_of_files_made_to_harm_end_with_a_reason_and_keep_nothing_of_them() {
    testing::run(async {
        let canary = Canary::start().await;
        let files = Arc::new(hostile_files(&canary.url()));
        let site = Site::start(files.clone()).await;
        let out = canary.web(vec![site.url.trim_start_matches("http://").to_owned()]);
        let reached = |services| Services { web: out, parser: Arc::new(parser()), ..services };
        let areas = |services: &Services| {
            vec![documents::area(services, documents::Settings::default()), reading::area(services)]
        };
        let server = TestServer::with_changed(TestStore::Sqlite, reached, areas).await;
        let ana = server.operator().await;
        // One of each kind is enough: the others were read above.
        let mut kinds: Vec<Format> = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let seen = kinds.iter().filter(|kind| **kind == file.format).count();
            kinds.push(file.format);
            if seen >= 2 {
                continue;
            }
            let url = format!("{}/{number}", site.url);
            let document = with_address(&ana, "/api/documents/library", url.clone()).await;
            let text = with_address(&ana, "/api/reading/readings", url).await;
            server.run_jobs().await;
            let place = format!("{:?}: {}", file.format, file.name);
            let path = format!("/api/documents/library/{}", document["id"].as_str().unwrap());
            let document = ana.get(&path).await.ok();
            let path = format!("/api/reading/readings/{}", text["id"].as_str().unwrap());
            let text = ana.get(&path).await.ok();
            match file.format {
                Format::Pdf => assert!(
                    ["parsed", "failed"].contains(&document["state"].as_str().unwrap()),
                    "{place}: {document}"
                ),
                _ => {
                    assert_eq!(document["problem"]["code"], "documents.not_a_pdf", "{place}");
                    assert_eq!(document["file_id"], Value::Null, "{place}: nothing of it is kept");
                }
            }
            let state = text["state"].as_str().unwrap();
            assert!(["complete", "failed"].contains(&state), "{place}: {text}");
            assert_eq!(text["has_source"], state == "complete", "{place}: {text}");
            if state == "failed" {
                assert_eq!(text["problem"]["code"], "reading.failed", "{place}: {text}");
                assert!(text["cause"]["code"].is_string(), "{place}: {text}");
            }
            assert!(!text.to_string().contains("root:"), "{place}");
        }
        assert_eq!(canary.reached(), 0);
    });
}
