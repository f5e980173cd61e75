//! Where these tests happen: an operator, Ana and Ben, two models, and a page of the web.

use axum::Router;
use axum::routing::get;
use kernel::Uuid;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore};
use tokio::task::JoinSet;

pub const POWERUPS: &str = "/api/powerups";
/// An advanced model that answers with the question, and a standard one.
pub const MODELS: [&str; 2] = ["gpt-4.1-echo", "gpt-4o-mini-echo"];

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub operator: TestPerson,
    pub ana: TestPerson,
    pub ben: TestPerson,
    /// A page that says that tides come twice a day.
    pub page: String,
    _web: JoinSet<()>,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let tides = || async { "Tides come twice a day." };
        let long = || async { "Tides. ".repeat(10_000) };
        let pages = Router::new().route("/tides", get(tides)).route("/long", get(long));
        let mut web = JoinSet::new();
        web.spawn(async move { axum::serve(listener, pages).await.unwrap() });
        let server = TestServer::with_web(store, vec![host.clone()], |services| {
            vec![powerups::area(services), artifacts::area(services), ::runs::area()]
        })
        .await;
        let provider = FakeProvider::start_with(&MODELS).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let page = format!("http://{host}/tides");
        Self { server, provider, operator, ana, ben, page, _web: web }
    }

    /// Creates a PowerUP of Ana's; returns its path.
    pub async fn create(&self, fields: Value) -> String {
        let new = json!({ "id": Uuid::now_v7(), "definition": tool(fields) });
        path_of(&self.ana.post(POWERUPS, new).await.created())
    }

    /// Has Ana share a PowerUP.
    pub async fn share(&self, path: &str, scope: &str) -> Value {
        self.ana.put(&format!("{path}/sharing"), json!({ "scope": scope })).await.ok()
    }

    /// Settles the review that waits.
    pub async fn settle(&self, path: &str, outcome: &str) {
        let waiting = self.operator.get("/api/powerups/reviews").await.ok();
        let version = &waiting["items"][0]["powerup"]["version"];
        let said = json!({ "outcome": outcome, "version": version, "reason": "Sells pans" });
        self.operator.patch(&review_of(path), said).await.no_content();
    }

    /// Creates a PowerUP that everybody has.
    pub async fn public(&self, fields: Value) -> String {
        let path = self.create(fields).await;
        self.share(&path, "public").await;
        self.settle(&path, "approved").await;
        path
    }

    /// Waits for a run; returns its answer and its receipt.
    pub async fn answer(&self, person: &TestPerson, run: &Value) -> (String, Value) {
        let events = format!("/api/runs/{}/events", run["run_id"].as_str().unwrap());
        let events = person.events(&events).await.rest().await;
        let ended = events.iter().find(|event| event.event == "run.completed").unwrap();
        let ended = ended.data.clone();
        let calls = self.provider.calls();
        let asked =
            calls.last().unwrap().body["messages"][1]["content"].as_str().unwrap().to_owned();
        (asked, ended["receipt"].clone())
    }
}

/// Returns the definition of a tool with these fields.
pub fn tool(fields: Value) -> Value {
    let mut tool = json!({ "name": "Explain", "prompt": "Explain this." });
    tool.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    tool
}

pub fn path_of(powerup: &Value) -> String {
    format!("{POWERUPS}/{}", powerup["id"].as_str().unwrap())
}

pub fn review_of(path: &str) -> String {
    path.replace("/powerups/", "/powerups/reviews/")
}

pub fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["definition"]["name"].as_str().unwrap()).collect()
}
