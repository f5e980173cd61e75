//! The setting of these tests: a server whose operator connected a SearXNG, and a model that does the steps of a
//! research.

use area::Services;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Canary, FakeProvider, NOW, TestPerson, TestServer, TestStore};

use crate::fake_web::FakeWeb;

const MODELS: &[&str] =
    &["research", "research-e401", "research-e500-n1", "say-No-form-at-all", "research-ehang"];

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
        let web = FakeWeb::start().await;
        let areas = |services: &Services| {
            let search = search::area(services, search::Settings::default());
            vec![search, research::area(services), runs::area()]
        };
        let canary = Canary::start().await;
        let out = canary.web(vec![web.host()]);
        let reached = |services| Services { web: out, ..services };
        let server = TestServer::with_changed(store, reached, areas).await;
        let provider = FakeProvider::start_with(MODELS).await;
        let operator = server.operator().await;
        for (engine, change) in [
            ("searxng", json!({ "address": web.url() })),
            ("wikipedia", json!({ "enabled": false })),
        ] {
            operator.patch(&format!("/api/search/finders/{engine}"), change).await.ok();
        }
        Self { server, web, canary, provider }
    }

    /// What mails to somebody say, the newest first.
    pub async fn mails_to(&self, address: &str) -> Vec<(String, String)> {
        let mut conn = self.server.db().read().await.unwrap();
        let outbox = self.server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 100);
        let mails = outbox.await.unwrap().items.into_iter().filter(|mail| mail.to == address);
        mails.map(|mail| (mail.subject, mail.text)).collect()
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    /// Begins a research, and does what it does before it asks.
    pub async fn begin(&self, person: &TestPerson, more: Value) -> Value {
        let begun = person.post("/api/research/researches", new_research(more)).await.accepted();
        self.settle().await;
        self.get(person, &begun).await
    }

    /// The same, up to its plan, with nothing asked back.
    pub async fn planned(&self, person: &TestPerson, more: Value) -> Value {
        let mut wanted = json!({ "clarify": false });
        for (name, value) in more.as_object().unwrap() {
            wanted[name] = value.clone();
        }
        let planned = self.begin(person, wanted).await;
        assert_eq!(planned["state"], "planned", "{planned}");
        planned
    }

    /// Agrees on the plan as it is, and does all that there is to do.
    pub async fn agreed(&self, person: &TestPerson, planned: &Value, more: Value) -> Value {
        person.post(&format!("{}/plan", path(planned)), agreement(planned, more)).await.accepted();
        self.settle().await;
        self.get(person, planned).await
    }

    /// A whole research.
    pub async fn done(&self, person: &TestPerson, more: Value) -> Value {
        let planned = self.planned(person, more).await;
        let done = self.agreed(person, &planned, json!({})).await;
        assert_eq!(done["state"], "completed", "{done}");
        done
    }

    pub async fn post(
        &self,
        person: &TestPerson,
        research: &Value,
        what: &str,
        body: Value,
    ) -> Value {
        person.post(&format!("{}/{what}", path(research)), body).await.accepted();
        self.settle().await;
        self.get(person, research).await
    }

    /// Does what is done from time to time.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        for upkeep in research::area(services).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
    }

    /// Does all jobs and waits for all runs until nothing is left.
    pub async fn settle(&self) {
        loop {
            let done = self.server.run_jobs().await;
            self.server.services.generation.wait_idle().await;
            if done == 0 {
                return;
            }
        }
    }

    pub async fn get(&self, person: &TestPerson, research: &Value) -> Value {
        person.get(&path(research)).await.ok()
    }
}

pub fn new_research(more: Value) -> Value {
    let mut new = json!({
        "id": kernel::uuid_v7(NOW), "question": "Why are there tides?", "sources": ["web"], "model": "fake/research",
    });
    for (name, value) in more.as_object().unwrap() {
        new[name] = value.clone();
    }
    new
}

pub fn agreement(planned: &Value, more: Value) -> Value {
    let topics = planned["plan"].as_array().unwrap().iter();
    let plan: Vec<Value> = topics
        .map(|one| json!({ "question": one["question"], "queries": one["queries"] }))
        .collect();
    let mut agreement = json!({ "plan": plan, "steps_max": 50, "spend_max": 50 });
    for (name, value) in more.as_object().unwrap() {
        agreement[name] = value.clone();
    }
    agreement
}

pub fn path(research: &Value) -> String {
    format!("/api/research/researches/{}", research["id"].as_str().unwrap())
}

pub fn kinds(research: &Value) -> Vec<String> {
    let steps = research["steps"].as_array().unwrap().iter();
    steps.map(|step| format!("{} {}", step["kind"].as_str().unwrap(), step["topic"])).collect()
}
