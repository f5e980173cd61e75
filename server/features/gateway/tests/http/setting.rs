//! A test server with a connected provider, and programs with keys.

use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Client, FakeProvider, TestPerson, TestServer, TestStore};

pub const SAYS_HI: &str = "fake/say-Hi there";
pub const REFUSES: &str = "fake/e401";
pub const BREAKS: &str = "fake/t20-a10-d3-edrop";
pub const LONG: &str = "fake/t200";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with(store, Vec::new).await
    }

    /// Creates a server with other areas besides the gateway.
    pub async fn with(
        store: TestStore,
        others: impl Fn() -> Vec<area::Area> + Send + Sync + 'static,
    ) -> Self {
        Self::with_areas(store, move |_| others()).await
    }

    /// Creates a server with areas that need services.
    pub async fn with_areas(
        store: TestStore,
        others: impl Fn(&area::Services) -> Vec<area::Area> + Send + Sync + 'static,
    ) -> Self {
        let areas = move |services: &area::Services| {
            std::iter::once(gateway::area()).chain(others(services)).collect()
        };
        Self::on(TestServer::with(store, areas).await).await
    }

    /// Creates a server with services that `change` replaces.
    pub async fn with_changed(
        store: TestStore,
        change: impl FnOnce(area::Services) -> area::Services,
    ) -> Self {
        Self::on(TestServer::with_changed(store, change, |_| vec![gateway::area()]).await).await
    }

    async fn on(server: TestServer) -> Self {
        let models = [
            "say-Hi there",
            "e401",
            "t20-a10-d3-edrop",
            "t200",
            "use-echo",
            "see",
            "text-embedding-1",
            "k2-t3",
            "k2-t3-c1",
            "echo",
        ];
        let provider = FakeProvider::start_with(&models).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        Self { server, provider, ana }
    }

    /// Returns a program with a new key of Ana's.
    pub async fn program(&self, cap: Option<i64>) -> Client {
        let scopes = ["models", "chat", "embeddings"];
        let new = json!({ "name": "p", "cap": cap, "scopes": scopes });
        let made = self.ana.post("/api/gateway/keys", new).await;
        let made = made.created();
        self.program_with(made["secret"].as_str().unwrap())
    }

    /// Creates a program: no browser's headers, no cookie.
    pub fn program_with(&self, secret: &str) -> Client {
        self.server
            .visitor()
            .with_header("origin", "")
            .with_header("sec-fetch-site", "")
            .with_header("authorization", &format!("Bearer {secret}"))
    }

    pub async fn keys(&self) -> Vec<Value> {
        let keys = self.ana.get("/api/gateway/keys").await.ok();
        keys["items"].as_array().unwrap().clone()
    }

    /// Waits until the uncharged part is given back to the key, a moment after the answer.
    pub async fn wait_for_spent(&self, spent: i64) {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(60), async {
            while self.keys().await[0]["spent"] != spent {
                tokio::task::yield_now().await;
            }
        });
        waited.await.expect("the key gets back what was not charged");
    }
}

/// Returns a question to `model`.
pub fn question(model: &str) -> Value {
    json!({ "model": model, "messages": [{ "role": "user", "content": "Hello?" }] })
}

/// Returns a question whose answer is streamed.
pub fn streamed(model: &str) -> Value {
    let mut body = question(model);
    body["stream"] = json!(true);
    body["stream_options"] = json!({ "include_usage": true });
    body
}
