//! Deleted means gone (security P12): an account with data in every table is deleted, and nothing is left of it
//! anywhere, except what the books keep without its person.

mod filling;
mod looking;
mod schema;
use std::collections::{BTreeMap, BTreeSet};

use crate::support;
use app::areas;
use area::Services;
use axum::body::Body;
use filling::Person;
use http::{Method, Request};
use kernel::{ConversationId, DAY, FileId, MessageId, Uuid};
use looking::{count_rows, count_words, tables_that_say};
use providers::{NewConnection, Protocol};
use schema::Table;
use serde_json::json;
use store::Db;
use testing::{
    FakeProvider, PASSWORD, TestPerson, TestServer, TestStore, bytes_say, for_each_store,
};

/// A word that only this person used.
const CANARY: &str = "zanzibarquokka";
const EMAIL: &str = "zanzibarquokka@example.com";

/// Longer than any retention of data that a person has deleted: sessions tell their devices why they ended, mails are
/// in the outbox, notifications of payment providers are kept for a while.
const PAST_ALL_WINDOWS: i64 = 100 * DAY;

/// The audit log's table: it records actions, never texts; it keeps the id of a deleted person, and nothing else of
/// theirs.
const AUDIT: &str = "audit_events";

/// Tables of the platform that hold nothing of a person, each with what they hold. Areas name theirs.
const OF_NOBODY: &[(&str, &str)] = &[
    (AUDIT, "what was done stays for 400 days, under the id of somebody who then has no name"),
    ("audit_start", "where that begins"),
    ("entitlements_changes", "what the operator changed in the plans"),
    ("job_schedules", "when upkeep was done"),
    ("jobs", "emptied when they are done"),
    ("ledger_budgets", "an amount under the id of a bot or a research, whose areas take it away"),
    ("ledger_spending", "what the installation spent in a month"),
    ("ledger_spending_limits", "what it may spend"),
    ("processes", "which of them live"),
    ("provider_connections", "the operator's"),
    ("provider_discoveries", "servers that were found on this machine"),
    ("server_settings", "what the operator chose for the server"),
    ("server_settings_version", "how often that was changed"),
    ("vault_check", "whether the master key is the same"),
];

/// Tables of the platform whose rows stay without their person, each with the reason. Areas name theirs.
const KEPT_WITHOUT_PERSON: &[(&str, &str)] =
    &[("ledger_costs", "what models cost the operator stays in the books")];

/// Tables with rows created with the account, for which no rows are added.
const MADE_WITH_ACCOUNT: &[&str] = &["sessions", "users", "workspace_members", "workspaces"];

struct Setting {
    server: TestServer,
    provider: FakeProvider,
    tables: Vec<Table>,
    of_nobody: BTreeSet<&'static str>,
    kept_without_person: BTreeSet<&'static str>,
    folder: tempfile::TempDir,
}

impl Setting {
    async fn new(store: TestStore) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = support::settings(folder.path());
        let all = move |services: &Services| areas::areas(services, &settings);
        let server = TestServer::with(store, all.clone()).await;
        let areas = all(&server.services);
        let names = |tables: &[(&'static str, &'static str)]| {
            tables.iter().map(|(table, _)| *table).collect::<Vec<_>>()
        };
        let of_nobody = areas.iter().flat_map(|area| names(&area.impersonal_tables));
        let of_nobody = of_nobody.chain(names(OF_NOBODY)).collect();
        let kept = areas.iter().flat_map(|area| names(&area.retained_tables));
        let kept_without_person = kept.chain(names(KEPT_WITHOUT_PERSON)).collect();
        let mut steps = areas::migrations(&areas);
        steps.sort_by_key(|step| step.name);
        let tables = schema::tables(&steps);
        let provider = FakeProvider::start_with(&["echo"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider, tables, of_nobody, kept_without_person, folder }
    }

    fn db(&self) -> &Db {
        self.server.db()
    }

    /// Creates data of this person through the API: data that is indexed for search, and data stored outside of the
    /// database.
    async fn live(&self, person: &TestPerson) {
        let now = self.server.clock().now();
        let (conversation, message) = (ConversationId::new(now), MessageId::new(now));
        let said =
            json!({ "id": message, "parent_id": null, "text": CANARY, "model": "fake/echo" });
        let path = format!("/api/chat/conversations/{conversation}");
        person.post(&format!("{path}/messages"), said).await.accepted();
        self.server.services.generation.wait_idle().await;
        let share = json!({ "kind": "chat", "subject_id": conversation });
        person.post("/api/sharing/shares", share).await.created();
        let memo = json!({ "id": Uuid::new_v4(), "title": CANARY, "body": CANARY });
        person.post("/api/memos", memo).await.created();
        let reading = json!({ "id": Uuid::new_v4(), "source": { "type": "text", "text": CANARY } });
        person.post("/api/reading/readings", reading).await.accepted();
        self.upload(person).await;
        self.server.run_jobs().await;
    }

    async fn upload(&self, person: &TestPerson) {
        let id = FileId::new(self.server.clock().now());
        let name = format!("{CANARY}.txt");
        let new = json!({ "id": id, "name": name, "size_bytes": CANARY.len() });
        person.post("/api/documents/files", new).await.created();
        let chunk = Request::builder()
            .method(Method::PATCH)
            .uri(format!("/api/documents/files/{id}"))
            .header("content-type", "application/offset+octet-stream")
            .header("upload-offset", "0")
            .body(Body::from(CANARY))
            .unwrap();
        person.send(chunk).await.assert_status(200);
    }

    /// Lets all retention periods pass, and runs the periodic work.
    async fn let_time_pass(&self) {
        let services = &self.server.services;
        self.server.run_jobs().await;
        self.server.clock().advance(PAST_ALL_WINDOWS);
        let settings = support::settings(self.folder.path());
        for area in areas::areas(services, &settings) {
            for upkeep in area.upkeep {
                let done = (upkeep.run)(services.clone()).await;
                done.unwrap_or_else(|fault| panic!("{}: {fault}", upkeep.name));
            }
        }
        self.server.run_jobs().await;
        // The platform's, of each day.
        services.db.scrub_deleted().await.unwrap();
    }

    fn filled_tables(&self) -> Vec<&Table> {
        let is_filled = |table: &&Table| {
            let name = table.name;
            !MADE_WITH_ACCOUNT.contains(&name) && !self.of_nobody.contains(name)
        };
        self.tables.iter().filter(is_filled).collect()
    }

    /// Returns the tables of nobody that rows of people refer to.
    fn parent_tables(&self) -> Vec<&Table> {
        let columns = || self.filled_tables().into_iter().flat_map(|table| &table.columns);
        let is_parent = |name| columns().any(|column| column.refers_to == Some(name));
        let of_nobody = self.tables.iter().filter(|table| self.of_nobody.contains(table.name));
        of_nobody.filter(|table| is_parent(table.name)).collect()
    }
}

for_each_store! {
    // security P12: "Delete means gone: DB, search index, memory, cache, blobs, exports"
    async fn of_a_deleted_account_nothing_is_left_anywhere(store) {
        let setting = Setting::new(store).await;
        let services = &setting.server.services;
        setting.server.operator().await;
        setting.let_time_pass().await;
        let now = setting.server.clock().now();
        let parents = filling::fill_parents(setting.db(), &setting.parent_tables(), now).await;
        let before = count_rows(setting.db()).await;
        let ana = setting.server.member(EMAIL).await;
        setting.live(&ana).await;
        let person = person(&setting.server, &ana).await;
        let filled = setting.filled_tables();
        let now = setting.server.clock().now();
        filling::fill(setting.db(), &filled, &parents, &person, now).await;
        let said = tables_that_say(setting.db(), CANARY).await;
        assert!(filled.len() > 80 && said.len() > 60, "{} tables say it: {said:?}", said.len());
        assert!(!services.files.list(None).await.unwrap().is_empty(), "a file is kept");

        let password = json!({ "password": PASSWORD });
        ana.post("/api/accounts/deletion", password).await.no_content();
        setting.let_time_pass().await;

        for id in [person.user_id, person.workspace_id] {
            let mut saying = tables_that_say(setting.db(), &id.to_string()).await;
            saying.retain(|table| table != AUDIT);
            assert_eq!(saying, [""; 0]);
        }
        let kept = &setting.kept_without_person;
        let mut saying = tables_that_say(setting.db(), CANARY).await;
        saying.retain(|table| !kept.contains(table.as_str()));
        assert_eq!(saying, [""; 0], "{CANARY} stands there");
        assert_eq!(count_words(setting.db(), CANARY).await, 0, "{CANARY} is found");
        assert_eq!(services.files.list(None).await.unwrap(), [], "blobs");
        let more: BTreeMap<_, _> = count_rows(setting.db()).await.into_iter()
            .filter(|(table, count)| count > before.get(table).unwrap_or(&0))
            .filter(|(table, _)| table != AUDIT && !kept.contains(table.as_str()))
            .collect();
        assert_eq!(more, BTreeMap::new(), "rows that were not there before");
        assert!(setting.provider.call_count() > 0, "a model was asked");
    }
}

// security P12: "Delete means gone: DB, search index"
#[tokio::test]
async fn of_a_deleted_account_no_byte_is_left_in_the_file_of_the_database() {
    let setting = Setting::new(TestStore::Sqlite).await;
    setting.server.operator().await;
    let ana = setting.server.member(EMAIL).await;
    setting.live(&ana).await;
    setting.db().scrub_deleted().await.unwrap();
    assert!(bytes_say(setting.db(), CANARY), "it was said");

    let password = json!({ "password": PASSWORD });
    ana.post("/api/accounts/deletion", password).await.no_content();
    setting.let_time_pass().await;

    assert!(!bytes_say(setting.db(), CANARY));
}

async fn person(server: &TestServer, who: &TestPerson) -> Person {
    let mut conn = server.db().read().await.unwrap();
    let sessions = server.services.identity.list_sessions(&mut conn, who.user_id).await.unwrap();
    Person {
        user_id: who.user_id.0,
        workspace_id: who.workspace_id.0,
        session_id: sessions[0].id.0,
        email: who.email.clone(),
    }
}
