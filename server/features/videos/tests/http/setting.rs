//! A server with videos and a provider of them.

use area::{Area, Services};
use kernel::Uuid;
use ledger::{Grant, Meter};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{ScriptedAnswer, ScriptedServer, TestPerson, TestServer, TestStore};
use video_models::VideoModels;

/// Advanced credits for a second of `sora-2` (its row in the catalogue).
pub const PER_SECOND: i64 = 10;
/// Advanced credits that Ana has.
pub const GRANTED: i64 = 200;
pub const START: &str = "POST /v1/videos";
pub const POLL: &str = "GET /v1/videos/v-1";

/// The beginning of an MP4.
pub const MP4: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free\0\0\0\x08mdat";

pub struct Setting {
    pub server: TestServer,
    pub provider: ScriptedServer,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let provider = ScriptedServer::start().await;
        let models = json!({ "data": [{ "id": "sora-2" }] });
        provider.answer("GET /v1/models", ScriptedAnswer::json(models));
        let web = provider.web();
        let change = |services: Services| {
            let video_models = VideoModels::new(services.providers.clone(), web.clone());
            Services { video_models, web, ..services }
        };
        let server = TestServer::with_changed(store, change, areas).await;
        let new = NewConnection {
            name: "Lab".to_owned(),
            protocol: Protocol::Openai,
            base_url: Some(format!("{}/v1", provider.url())),
            api_key: Some(kernel::Secret::new("sk-12345678".to_owned())),
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        let grant = Grant {
            meter: Meter::AdvancedCredit,
            amount: GRANTED,
            source: "reward",
            reference: "a test".to_owned(),
            ends_at: None,
            detail: String::new(),
        };
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap();
        tx.commit().await.unwrap();
        Self { server, provider, ana }
    }

    /// Starts a video and does the work that is due; returns the path of its task.
    pub async fn begin(&self, changes: Value) -> String {
        let task = creation(changes);
        let path = format!("/api/videos/tasks/{}", task["id"].as_str().unwrap());
        self.ana.post("/api/videos/tasks", task).await.accepted();
        self.server.run_jobs().await;
        path
    }

    /// Writes down the answers of a provider that works for a while.
    pub fn work_at_it(&self) {
        let queued = json!({ "id": "v-1", "status": "queued", "progress": 0 });
        self.provider.answer(START, ScriptedAnswer::json(queued));
        let working = json!({ "id": "v-1", "status": "in_progress", "progress": 40 });
        self.provider.answer(POLL, ScriptedAnswer::json(working));
        let done = json!({ "id": "v-1", "status": "completed" });
        self.provider.answer(POLL, ScriptedAnswer::json(done));
        let content = ScriptedAnswer::new(200, "video/mp4", MP4);
        self.provider.answer("GET /v1/videos/v-1/content", content);
        self.provider.answer("DELETE /v1/videos/v-1", ScriptedAnswer::json(json!({})));
    }

    /// Does the work that is due in the next half minute.
    pub async fn go_on(&self) {
        self.server.clock().advance(30 * kernel::SECOND);
        self.server.run_jobs().await;
    }

    /// Makes a video to its end, and returns it.
    pub async fn made(&self, changes: Value) -> Value {
        self.work_at_it();
        let path = self.begin(changes).await;
        for _ in 0..3 {
            self.go_on().await;
        }
        self.ana.get(&path).await.ok()["videos"][0].clone()
    }

    /// Returns the credits that are neither used nor held.
    pub async fn left(&self) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let usage = self.server.services.ledger.usage(&mut conn, &self.ana.payer()).await.unwrap();
        usage.iter().find(|one| one.meter == Meter::AdvancedCredit).unwrap().left.unwrap()
    }
}

fn areas(services: &Services) -> Vec<Area> {
    let documents = documents::area(services, documents::Settings::default());
    vec![tasks::area(), videos::area(services), images::area(services), documents]
}

pub fn creation(changes: Value) -> Value {
    let mut work = json!({ "model": "lab/sora-2", "prompt": "Waves at night" });
    for (name, value) in changes.as_object().unwrap() {
        work[name] = value.clone();
    }
    json!({ "id": Uuid::now_v7(), "work": work })
}
