//! Where these tests happen: a connected provider that does what its models' names say, and people with credits.

use entitlements::Meter;
use ledger::Grant;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore};

pub const HUMANIZATIONS: &str = "/api/writing/humanizations";
/// Says the same of any text.
pub const SAYS: &str = "fake/say-Tides-come-twice-a-day,-in-2024-too-[1].";
/// Twelve words, one after the other.
pub const TWELVE: &str = "fake/t12";
pub const REFUSES: &str = "fake/e401";
const MODELS: &[&str] =
    &["say-Tides-come-twice-a-day,-in-2024-too-[1].", "t12", "e401", "emid-a3", "t40-ehang-a3"];

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with(store, writing::Settings::default()).await
    }

    pub async fn with(store: TestStore, settings: writing::Settings) -> Self {
        let setting = Self::without_model(store, settings).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(setting.provider.openai_url()),
            api_key: None,
        };
        setting.server.services.providers.create_connection(new).await.unwrap();
        setting
    }

    /// Ana has 100 credits.
    pub async fn without_model(store: TestStore, settings: writing::Settings) -> Self {
        let server = TestServer::with(store, move |services| {
            vec![
                writing::area(services, settings),
                runs::area(),
                billing::area(services, &billing::Settings::default()),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(MODELS).await;
        let ana = server.member("ana@example.com").await;
        let setting = Self { server, provider, ana };
        setting.give(&setting.ana, 100).await;
        setting
    }

    pub async fn give(&self, person: &TestPerson, credits: i64) {
        let grant = Grant {
            meter: Meter::AdvancedCredit,
            amount: credits,
            source: ledger::ADD_ON,
            reference: "given".to_owned(),
            ends_at: None,
            detail: String::new(),
        };
        let mut tx = self.server.db().begin().await.unwrap();
        assert!(
            self.server.services.ledger.grant(&mut tx, person.workspace_id, &grant).await.unwrap()
        );
        tx.commit().await.unwrap();
    }

    /// Credits that are neither used nor held.
    pub async fn left(&self, person: &TestPerson) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let usage = self.server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
        let credits = usage.into_iter().find(|meter| meter.meter == Meter::AdvancedCredit);
        credits.and_then(|meter| meter.left).unwrap_or(0)
    }

    pub async fn begin(&self, text: &str, model: &str) -> Value {
        self.ana.post(HUMANIZATIONS, wanted(text, model)).await.created()
    }

    pub async fn get(&self, one: &Value) -> Value {
        self.ana.get(&path(one)).await.ok()
    }

    /// Waits for the model, and for what is kept then.
    pub async fn ended(&self, one: &Value) -> Value {
        self.server.services.generation.wait_idle().await;
        self.server.run_jobs().await;
        self.get(one).await
    }

    /// Does what is done from time to time.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        for upkeep in writing::area(services, writing::Settings::default()).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
    }

    pub async fn rows(&self) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let count = "SELECT (SELECT COUNT(*) FROM tasks) + (SELECT COUNT(*) FROM runs)
             + (SELECT COUNT(*) FROM ledger_holds)";
        store::sql!(&mut conn, one(i64,), count).unwrap().0
    }
}

pub fn wanted(text: &str, model: &str) -> Value {
    json!({ "text": text, "tone": "natural", "model": model })
}

pub fn path(one: &Value) -> String {
    format!("{HUMANIZATIONS}/{}", one["id"].as_str().unwrap())
}

pub fn run_path(one: &Value) -> String {
    format!("/api/runs/{}", one["run_id"].as_str().unwrap())
}

/// A text of so many words.
pub fn words(count: usize) -> String {
    vec!["word"; count].join(" ")
}
