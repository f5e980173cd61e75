//! Setting of these tests: the counting area, a model that says twelve words, and Ana with 100 credits.

use entitlements::Meter;
use identity::Person;
use kernel::WorkspaceId;
use ledger::Grant;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore};

use crate::{counting, rendering};

/// The words of the model `fake/t12`.
pub const TWELVE: &str = "the quick brown fox jumps over the lazy dog and runs on ";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let areas = |services: &area::Services| {
            vec![tasks::area(), counting::area(services), rendering::area(services)]
        };
        let server = TestServer::with(store, areas).await;
        let provider = FakeProvider::start_with(&["t12"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        let grant = Grant {
            meter: Meter::AdvancedCredit,
            amount: 100,
            source: ledger::ADD_ON,
            reference: "given".to_owned(),
            ends_at: None,
            detail: String::new(),
        };
        let mut tx = server.db().begin().await.unwrap();
        assert!(server.services.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap());
        tx.commit().await.unwrap();
        Self { server, provider, ana }
    }

    /// Starts counting.
    pub async fn start(&self, what: Value) -> Value {
        self.ana.post("/api/counting", wish(what)).await.accepted()
    }

    /// Starts a rendering.
    pub async fn render(&self, what: Value) -> Value {
        self.ana.post("/api/rendering", wish(what)).await.accepted()
    }

    pub fn path(&self, task: &Value, of: &str) -> String {
        format!("/api/tasks/{}{of}", task["id"].as_str().unwrap())
    }

    pub async fn task(&self, task: &Value) -> Value {
        self.ana.get(&self.path(task, "")).await.ok()
    }

    pub async fn result(&self, task: &Value) -> Value {
        self.ana.get(&format!("/api/counting/{}", task["id"].as_str().unwrap())).await.ok()
    }

    /// Credits that are neither used nor held.
    pub async fn left(&self) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let usage = self.server.services.ledger.usage(&mut conn, &self.ana.payer()).await.unwrap();
        let credits = usage.into_iter().find(|meter| meter.meter == Meter::AdvancedCredit);
        credits.and_then(|meter| meter.left).unwrap_or(0)
    }

    /// Does what is done from time to time.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        let kinds = [counting::area(services), rendering::area(services)];
        for upkeep in kinds.into_iter().flat_map(|area| area.upkeep) {
            (upkeep.run)(services.clone()).await.unwrap();
        }
    }

    /// Deletes an account.
    pub async fn erase_person(&self, of: &TestPerson) {
        let person = Person { user_id: of.user_id, workspace_id: of.workspace_id };
        let mut tx = self.server.db().begin().await.unwrap();
        self.server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Deletes what is in a workspace, as when a team is disbanded.
    pub async fn erase_team(&self, workspace_id: WorkspaceId) {
        let mut tx = self.server.db().begin().await.unwrap();
        self.server.services.identity.delete_team(&mut tx, workspace_id).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn execute(&self, statement: &'static str) {
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, statement).unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        store::sql!(&mut conn, one(i64,), query).unwrap().0
    }
}

/// A request to count, with an id of its own.
pub fn wish(what: Value) -> Value {
    let mut wish = json!({ "id": kernel::uuid_v7(testing::NOW) });
    wish.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    wish
}
