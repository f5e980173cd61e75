//! A small web on loopback: pages, a talk with captions, and what leads elsewhere.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use tokio::task::JoinSet;
use url::form_urlencoded::byte_serialize;

pub struct FakeWeb {
    address: SocketAddr,
    fetched: Arc<AtomicUsize>,
    _server: JoinSet<()>,
}

#[derive(Clone)]
struct House {
    fetched: Arc<AtomicUsize>,
}

pub const MOON: &str = "The moon pulls the sea.\nTides rise and fall twice a day.\nBoats float.";

/// Two pages, as the tests' parser reads them.
pub const TIDES: &str = "%PDF-plain\nBoats float.\u{c}The moon pulls the sea.";

/// Two pages, the first of which is a picture for it.
pub const SCAN: &str = "%PDF-plain\n!The moon pulls the sea.\u{c}Boats float.";

const TALK: &str = "<html><head><title>A talk on tides</title></head><body><h1>A talk</h1>
    <video src='talk.mp4'><track kind='chapters' src='chapters.vtt'>
    <track kind='captions' src='talk.vtt' srclang='en'></video>";

const CAPTIONS: &str = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome to this talk.\n\n\
    00:01:23.000 --> 00:01:27.000\n<v Ana>The moon pulls the sea.\n\n\
    00:02:30.000 --> 00:02:34.000\nThank you.\n";

impl FakeWeb {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let fetched = Arc::new(AtomicUsize::new(0));
        let house = House { fetched: fetched.clone() };
        let routes = Router::new()
            .route("/{*path}", get(page))
            .route("/talk-elsewhere", get(talk_elsewhere))
            .route("/redirects/{status}", testing::redirects())
            .with_state(house);
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, fetched, _server: server }
    }

    /// What the operator opens for it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// A page of a video whose captions are there.
    pub fn captions_at(&self, to: &str) -> String {
        self.url(&format!(
            "talk-elsewhere?to={}",
            byte_serialize(to.as_bytes()).collect::<String>()
        ))
    }

    pub fn fetched(&self) -> usize {
        self.fetched.load(Ordering::SeqCst)
    }
}

async fn page(State(house): State<House>, Path(path): Path<String>) -> Response {
    house.fetched.fetch_add(1, Ordering::SeqCst);
    match path.as_str() {
        "moon.txt" => ([(CONTENT_TYPE, "text/plain")], MOON).into_response(),
        "empty.txt" => ([(CONTENT_TYPE, "text/plain")], "  \n ").into_response(),
        "tides.pdf" => ([(CONTENT_TYPE, "application/pdf")], TIDES).into_response(),
        "scan.pdf" => ([(CONTENT_TYPE, "application/pdf")], SCAN).into_response(),
        "empty-scan.pdf" => {
            ([(CONTENT_TYPE, "application/pdf")], "%PDF-plain\n!\u{c}!").into_response()
        }
        "talk" => Html(TALK).into_response(),
        "talk.vtt" => ([(CONTENT_TYPE, "text/vtt")], CAPTIONS).into_response(),
        // As an old page that moved: the next one is in an encoding that its header states.
        "moved" => {
            Html("<meta http-equiv=refresh content='0; url=old.txt'><p>One moment.").into_response()
        }
        "old.txt" => {
            let kind = "text/plain; charset=windows-1251";
            ([(CONTENT_TYPE, kind)], b"\xcb\xf3\xed\xe0 pulls the sea.".to_vec()).into_response()
        }
        // Captions in another folder, as the page says.
        "lecture" => Html(format!("<base href='/media/'>{TALK}")).into_response(),
        "media/talk.vtt" => ([(CONTENT_TYPE, "text/vtt")], CAPTIONS).into_response(),
        "picture" => ([(CONTENT_TYPE, "image/png")], "\u{89}PNG").into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn talk_elsewhere(
    State(house): State<House>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    house.fetched.fetch_add(1, Ordering::SeqCst);
    Html(format!("<video><track src=\"{}\"></video>", query["to"])).into_response()
}
