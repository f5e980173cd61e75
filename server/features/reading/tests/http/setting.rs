//! Where these tests happen: a small web, and a model that says what its name says.

use area::Services;
use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Method, Request};
use kernel::FileId;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Canary, FakeProvider, NOW, TestPerson, TestServer, TestStore};

use crate::fake_web::FakeWeb;

/// Quotes the first place rightly, and then wrongly.
pub const QUOTES: &str =
    "fake/say-They-write-“the-moon-pulls-the-sea”-[1]-and-“the-sun-is-a-cold-stone”-[1]";
const MODELS: &[&str] = &[
    "say-They-write-“the-moon-pulls-the-sea”-[1]-and-“the-sun-is-a-cold-stone”-[1]",
    "echo",
    "t5-ehang",
    "e401",
];

pub struct Setting {
    pub server: TestServer,
    pub web: FakeWeb,
    pub canary: Canary,
    pub provider: FakeProvider,
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
        Self::changed(store, |services| services).await
    }

    /// The same, with services that `change` puts in place of others.
    pub async fn changed(store: TestStore, change: impl FnOnce(Services) -> Services) -> Self {
        let canary = Canary::start().await;
        let web = FakeWeb::start().await;
        let areas = |services: &Services| {
            vec![
                reading::area(services),
                documents::area(services, documents::Settings::default()),
                runs::area(),
                billing::area(services, &billing::Settings::default()),
            ]
        };
        let out = canary.web(vec![web.host()]);
        let reached = |services| change(Services { web: out, ..services });
        let server = TestServer::with_changed(store, reached, areas).await;
        let provider = FakeProvider::start_with(MODELS).await;
        Self { server, web, canary, provider }
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    /// Begins a reading, and does all the work that there is without waiting for a model.
    pub async fn read(&self, person: &TestPerson, more: Value) -> Value {
        let begun = person.post("/api/reading/readings", self.new_reading(more)).await.accepted();
        assert_eq!(begun["state"], "waiting");
        self.server.run_jobs().await;
        self.get(person, &begun).await
    }

    /// The same, to its end.
    pub async fn summarized(&self, person: &TestPerson, more: Value) -> Value {
        let reading = self.read(person, more).await;
        self.ended(person, &reading).await
    }

    /// Does what is done from time to time.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        for upkeep in reading::area(services).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
        self.server.run_jobs().await;
    }

    pub async fn get(&self, person: &TestPerson, reading: &Value) -> Value {
        person.get(&path(reading)).await.ok()
    }

    /// Waits for the model, and gives what is kept then.
    pub async fn ended(&self, person: &TestPerson, reading: &Value) -> Value {
        if let Some(run_id) = reading["run_id"].as_str() {
            person.events(&format!("/api/runs/{run_id}/events")).await.rest().await;
            self.server.services.generation.wait_idle().await;
        }
        self.server.run_jobs().await;
        self.get(person, reading).await
    }

    pub async fn again(&self, person: &TestPerson, reading: &Value, how: Value) -> Value {
        person.post(&format!("{}/again", path(reading)), how).await.accepted();
        self.server.run_jobs().await;
        let reading = self.get(person, reading).await;
        self.ended(person, &reading).await
    }

    pub fn new_reading(&self, more: Value) -> Value {
        let mut new = json!({
            "id": kernel::uuid_v7(NOW),
            "source": { "type": "address", "url": self.web.url("moon.txt") },
            "model": QUOTES,
        });
        for (name, value) in more.as_object().unwrap() {
            new[name] = value.clone();
        }
        new
    }

    /// Uploads a file, has it read, and gives its id.
    pub async fn upload(&self, person: &TestPerson, name: &str, content: &[u8]) -> Value {
        let id = FileId::new(NOW);
        let new = json!({ "id": id, "name": name, "size_bytes": content.len() });
        person.post("/api/documents/files", new).await.created();
        let request = Request::builder()
            .method(Method::PATCH)
            .uri(format!("/api/documents/files/{id}"))
            .header(CONTENT_TYPE, "application/offset+octet-stream")
            .header("upload-offset", "0")
            .body(Body::from(content.to_vec()))
            .unwrap();
        person.send(request).await.ok();
        json!(id)
    }
}

pub fn path(reading: &Value) -> String {
    format!("/api/reading/readings/{}", reading["id"].as_str().unwrap())
}

pub fn address(url: &str) -> Value {
    json!({ "source": { "type": "address", "url": url } })
}
