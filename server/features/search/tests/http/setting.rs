//! Where these tests happen: a server whose operator connected a SearXNG, and a model that says what its
//! name says.

use area::Services;
use providers::{NewConnection, Protocol};
use search::Settings;
use serde_json::{Value, json};
use testing::{Canary, FakeProvider, NOW, TestPerson, TestServer, TestStore};

use crate::fake_web::FakeWeb;

/// Quotes the first source rightly, and the second one wrongly.
pub const QUOTES: &str =
    "fake/say-They-write-“the-moon-pulls-the-sea”-[1]-and-“the-sun-is-a-cold-stone”-[2]";
const MODELS: &[&str] = &[
    "say-They-write-“the-moon-pulls-the-sea”-[1]-and-“the-sun-is-a-cold-stone”-[2]",
    "echo",
    "t5-ehang",
    "e401",
];

pub struct Setting {
    pub server: TestServer,
    pub web: FakeWeb,
    pub canary: Canary,
    pub provider: FakeProvider,
    pub operator: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let setting = Self::without_model(store).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(setting.provider.openai_url()),
            api_key: None,
        };
        setting.server.services.providers.create_connection(new).await.unwrap();
        setting
    }

    pub async fn without_model(store: TestStore) -> Self {
        let web = FakeWeb::start().await;
        let areas =
            |services: &Services| vec![search::area(services, Settings::default()), runs::area()];
        let canary = Canary::start().await;
        let out = canary.web(vec![web.host()]);
        let reached = |services| Services { web: out, ..services };
        let server = TestServer::with_changed(store, reached, areas).await;
        let provider = FakeProvider::start_with(MODELS).await;
        let operator = server.operator().await;
        let setting = Self { server, web, canary, provider, operator };
        setting.set("searxng", json!({ "address": setting.web.url() })).await;
        setting.set("wikipedia", json!({ "enabled": false })).await;
        setting
    }

    /// Sets what the operator sets for a service.
    pub async fn set(&self, engine: &str, change: Value) -> Value {
        self.operator.patch(&format!("/api/search/finders/{engine}"), change).await.ok()
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    /// Searches, and does all the work that there is without waiting for a model.
    pub async fn search(&self, person: &TestPerson, more: Value) -> Value {
        let begun = person.post("/api/search/searches", new_search(more)).await.accepted();
        assert_eq!(begun["state"], "searching");
        self.server.run_jobs().await;
        self.get(person, &begun).await
    }

    /// Does what is done from time to time.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        for upkeep in search::area(services, Settings::default()).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
    }

    pub async fn get(&self, person: &TestPerson, search: &Value) -> Value {
        person.get(&path(search)).await.ok()
    }

    /// Waits for the model, and gives what is kept then.
    pub async fn answered(&self, person: &TestPerson, search: &Value) -> Value {
        let run_id = search["run_id"].as_str().unwrap();
        person.events(&format!("/api/runs/{run_id}/events")).await.rest().await;
        self.server.services.generation.wait_idle().await;
        self.server.run_jobs().await;
        self.get(person, search).await
    }
}

pub fn new_search(more: Value) -> Value {
    let mut new = json!({
        "id": kernel::uuid_v7(NOW), "query": "Why are there tides?", "source": "web", "model": QUOTES,
    });
    for (name, value) in more.as_object().unwrap() {
        new[name] = value.clone();
    }
    new
}

pub fn path(search: &Value) -> String {
    format!("/api/search/searches/{}", search["id"].as_str().unwrap())
}
