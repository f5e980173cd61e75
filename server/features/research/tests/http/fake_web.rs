//! A small web on loopback: a SearXNG, and pages that a test may change.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

pub struct FakeWeb {
    address: SocketAddr,
    house: Arc<House>,
    _server: JoinSet<()>,
}

#[derive(Default)]
struct House {
    address: String,
    pages: Mutex<BTreeMap<String, String>>,
    /// Addresses that are found instead.
    found: Mutex<Option<Value>>,
    asked: Mutex<Vec<String>>,
    read: Mutex<Vec<String>>,
    /// So many pages are answered together.
    together: Mutex<Option<Arc<Barrier>>>,
}

impl FakeWeb {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = Arc::new(House { address: address.to_string(), ..House::default() });
        let routes = Router::new()
            .route("/search", get(search))
            .route("/pages/{name}", get(page))
            .route("/redirects/{status}", testing::redirects())
            .with_state(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let web = Self { address, house, _server: server };
        web.set("moon", "The moon pulls the sea.\nTides rise and fall twice a day.");
        web.set(
            "sun",
            "The sun pulls the sea too.\nSpring tides come when sun and moon are in line.",
        );
        web
    }

    /// What the operator opens for it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Has a page say this from now on.
    pub fn set(&self, name: &str, text: &str) {
        self.house.pages.lock().unwrap().insert(name.to_owned(), text.to_owned());
    }

    /// Has these found from now on.
    pub fn finds(&self, found: Value) {
        *self.house.found.lock().unwrap() = Some(found);
    }

    /// Has no page answer before so many are asked for.
    pub fn answer_together(&self, pages: usize) {
        *self.house.together.lock().unwrap() = Some(Arc::new(Barrier::new(pages)));
    }

    /// How often it was searched, and which pages were read.
    pub fn asked(&self) -> usize {
        self.house.asked.lock().unwrap().len()
    }

    pub fn read(&self) -> Vec<String> {
        self.house.read.lock().unwrap().clone()
    }
}

async fn search(State(house): State<Arc<House>>, RawQuery(query): RawQuery) -> Response {
    house.asked.lock().unwrap().push(query.unwrap_or_default());
    let own = house.found.lock().unwrap().clone();
    let pages: Vec<String> = house.pages.lock().unwrap().keys().cloned().collect();
    let found = pages.iter().map(|name| {
        json!({
            "url": format!("http://{}/pages/{name}", house.address), "title": format!("About the {name}"),
            "content": "What a service says", "publishedDate": "2026-05-01T00:00:00",
        })
    });
    let found: Vec<Value> = found.collect();
    axum::Json(json!({ "results": own.unwrap_or(json!(found)) })).into_response()
}

async fn page(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    house.read.lock().unwrap().push(name.clone());
    let together = house.together.lock().unwrap().clone();
    if let Some(together) = together {
        together.wait().await;
    }
    let text = house.pages.lock().unwrap().get(&name).cloned();
    match text {
        Some(text) => ([(CONTENT_TYPE, "text/plain")], text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
