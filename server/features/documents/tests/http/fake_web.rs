//! A site on loopback with PDFs, and with other files.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use tokio::task::JoinSet;

pub struct FakeWeb {
    address: SocketAddr,
    _server: JoinSet<()>,
}

#[derive(Clone)]
struct Places {
    /// The same site by another name.
    other_name: String,
}

impl FakeWeb {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let other_name = format!("http://localhost:{}/tides.pdf", address.port());
        let places = Places { other_name };
        let routes = Router::new()
            .route("/{*path}", get(page))
            .route("/redirects/{status}", testing::redirects())
            .with_state(places);
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, _server: server }
    }

    /// Returns the host that the operator has to allow.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Returns its other name, which is also allowed.
    pub fn other_host(&self) -> String {
        format!("localhost:{}", self.address.port())
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }
}

async fn page(State(places): State<Places>, Path(path): Path<String>) -> Response {
    match path.as_str() {
        // Servers may state anything.
        "tides.pdf" => {
            ([(CONTENT_TYPE, "text/html")], "%PDF-plain\nThe moon pulls the sea.").into_response()
        }
        "page.pdf" => ([(CONTENT_TYPE, "application/pdf")], "<html>no PDF</html>").into_response(),
        "moved.pdf" => Redirect::temporary(&places.other_name).into_response(),
        "empty.pdf" => ([(CONTENT_TYPE, "application/pdf")], "").into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
