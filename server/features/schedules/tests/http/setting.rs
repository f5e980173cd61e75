//! A test server with chat, PowerUPs, a fake provider and schedules.

use kernel::{Timestamp, Uuid, uuid_v7};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, NOW, TestPerson, TestServer, TestStore};

pub const SAYS_HI: &str = "fake/say-Hi there";
pub const FAILS: &str = "fake/e500";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let server = TestServer::with(store, |services| {
            vec![
                agents::area(services),
                chat::area(services),
                ::powerups::area(services),
                runs::area(),
                schedules::area(services),
                tasks::area(),
            ]
        })
        .await;
        let models = ["say-Hi there", "say-NO CHANGES", "echo", "use-echo", "e500", "e401", "t20"];
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

    /// Does all that is due, and waits for the answers that it started.
    pub async fn settle(&self) {
        loop {
            let mut conn = self.server.db().read().await.unwrap();
            let open = "SELECT COUNT(*) FROM runs WHERE state IN ('queued', 'running')";
            let (open,) = store::sql!(&mut conn, one(i64,), open).unwrap();
            drop(conn);
            let done = self.server.run_jobs().await;
            if open == 0 && done == 0 {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    /// Signs Ana in again, whose session ended while the clock went on.
    pub async fn sign_in_again(&mut self) {
        self.ana = self.server.member("ana@example.com").await;
    }

    /// Moves the clock to `at` and does what is due.
    pub async fn at(&self, at: &str) {
        let at: Timestamp = serde_json::from_value(json!(at)).unwrap();
        self.server.clock().advance(at.since(self.server.clock().now()));
        self.settle().await;
    }

    /// Creates a schedule of Ana's.
    pub async fn create(&self, change: Value) -> Value {
        self.ana.post("/api/schedules", new_schedule(change)).await.created()
    }

    pub async fn get(&self, schedule: &Value) -> Value {
        self.ana.get(&path(schedule)).await.ok()
    }

    /// Lists the runs of a schedule, newest first.
    pub async fn runs(&self, schedule: &Value) -> Vec<Value> {
        let list = self.ana.get(&format!("{}/runs", path(schedule))).await.ok();
        list["items"].as_array().unwrap().clone()
    }

    /// Lists the states of the runs, newest first.
    pub async fn states(&self, schedule: &Value) -> Vec<String> {
        let runs = self.runs(schedule).await;
        runs.iter().map(|run| run["state"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn chats(&self) -> usize {
        let list = self.ana.get("/api/chat/conversations").await.ok();
        list["items"].as_array().unwrap().len()
    }

    /// Lists the subjects of the mails to Ana, newest first.
    pub async fn mails(&self) -> Vec<String> {
        let mut conn = self.server.db().read().await.unwrap();
        let mail = &self.server.services.mail;
        let outbox = mail.list_outbox(&mut conn, store::Cursor::FIRST, 100).await.unwrap();
        let to_ana = outbox.items.into_iter().filter(|mail| mail.to == "ana@example.com");
        to_ana.map(|mail| mail.subject).collect()
    }
}

pub fn path(schedule: &Value) -> String {
    format!("/api/schedules/{}", schedule["id"].as_str().unwrap())
}

pub fn new_id() -> Uuid {
    uuid_v7(NOW)
}

/// A daily prompt at 8 in Berlin, with `change` merged into it.
pub fn new_schedule(change: Value) -> Value {
    let mut new = wish(change);
    if new.get("id").is_none() {
        new["id"] = json!(new_id());
    }
    new
}

pub fn wish(change: Value) -> Value {
    let mut wish = json!({
        "title": "Tides",
        "kind": "prompt",
        "input": { "text": "How high is the tide?", "model": SAYS_HI },
        "times": { "start": "2026-11-21T08:00", "zone": "Europe/Berlin", "rule": "FREQ=DAILY" },
        "missed": "run_once",
        "only_changes": false,
        "by_mail": false,
        "by_push": false,
        "run_cap": null,
        "month_cap": null,
    });
    for (name, value) in change.as_object().unwrap() {
        wish[name] = value.clone();
    }
    wish
}
