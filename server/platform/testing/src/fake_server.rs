//! A stand-in on loopback for a third-party server.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use tokio::task::JoinSet;
use web_access::WebAccess;

/// A stand-in that serves its `house` until it is dropped.
pub(crate) struct FakeServer<H> {
    address: SocketAddr,
    pub house: Arc<H>,
    _server: JoinSet<()>,
}

impl<H> FakeServer<H> {
    /// Starts it. `house`: builds its state from its address.
    pub async fn start(
        house: impl FnOnce(String) -> H,
        routes: impl FnOnce(Arc<H>) -> Router,
    ) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = Arc::new(house(url_of(address)));
        let routes = routes(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, house, _server: server }
    }

    pub fn url(&self) -> String {
        url_of(self.address)
    }

    /// Returns web access that reaches it, and nothing else on this machine.
    pub fn web(&self) -> WebAccess {
        reaching(self.address.to_string())
    }
}

fn url_of(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// Returns web access that reaches `host`, which is on this machine.
pub(crate) fn reaching(host: String) -> WebAccess {
    WebAccess::new(web_access::Settings { allow_hosts: vec![host], ..Default::default() })
}
