//! The audit log of the whole program: what matters for security is written down by the area that does it, and nothing of
//! what people write (security §4.8).

use std::collections::BTreeSet;

use crate::support;
use app::areas;
use area::Services;
use audit::{EventFilter, RecordedEvent};
use entitlements::Seats;
use kernel::{ConversationId, MessageId, Uuid, WorkspaceId, uuid_v7};
use serde_json::{Value, json};
use store::Cursor;
use testing::{FakeProvider, PASSWORD, TestPerson, TestServer, TestStore, for_each_store};

/// A word that everybody in this test writes wherever they can.
const CANARY: &str = "zanzibarquokka";

struct Setting {
    server: TestServer,
    provider: FakeProvider,
    operator: TestPerson,
    ana: TestPerson,
    ben: TestPerson,
    _folder: tempfile::TempDir,
}

impl Setting {
    async fn new(store: TestStore) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = support::settings(folder.path());
        let all = move |services: &Services| areas::areas(services, &settings);
        let server = TestServer::with(store, all).await;
        let provider = FakeProvider::start_with(&["echo"]).await;
        let operator = server.operator().await;
        let ana = server.member(&format!("{CANARY}@example.com")).await;
        let ben = server.member("ben@example.com").await;
        Self { server, provider, operator, ana, ben, _folder: folder }
    }

    async fn connect(&self) {
        let path = "/api/models/connections";
        let new = json!({
            "name": CANARY, "protocol": "openai_compatible", "base_url": self.provider.openai_url(),
            "api_key": CANARY,
        });
        let made = self.operator.post(path, new).await.created();
        let path = format!("{path}/{}", made["id"].as_str().unwrap());
        self.operator.patch(&path, json!({ "name": format!("{CANARY}2") })).await.ok();
        self.operator.delete(&path).await.no_content();
        let new = json!({
            "name": "Fake", "protocol": "openai_compatible", "base_url": self.provider.openai_url(),
        });
        self.operator.post("/api/models/connections", new).await.created();
    }

    async fn choose_engines(&self) {
        let path = "/api/search/finders";
        let set = async |engine: &str, change: Value| {
            self.operator.patch(&format!("{path}/{engine}"), change).await.ok()
        };
        set("brave", json!({ "api_key": CANARY, "enabled": false })).await;
        set("brave", json!({ "api_key": "", "enabled": true })).await;
        let address = format!("https://{CANARY}.example.org");
        set("searxng", json!({ "address": address })).await;
        let own = json!({
            "name": CANARY, "sources": ["web"], "url": format!("{address}/?q={{query}}"),
            "items": "/a", "title": "/t", "link": "/l",
        });
        let made = self.operator.post(path, json!({ "own": own })).await.created();
        let path = format!("{path}/{}", made["id"].as_str().unwrap());
        self.operator.delete(&path).await.no_content();
    }

    async fn use_keys(&self) {
        let new = json!({ "name": CANARY });
        let made = self.ana.post("/api/gateway/keys", new).await.created();
        let path = format!("/api/gateway/keys/{}", made["key"]["id"].as_str().unwrap());
        self.ana.delete(&path).await.no_content();
    }

    async fn share(&self) {
        let now = self.server.clock().now();
        let (conversation, message) = (ConversationId::new(now), MessageId::new(now));
        let said =
            json!({ "id": message, "parent_id": null, "text": CANARY, "model": "fake/echo" });
        let path = format!("/api/chat/conversations/{conversation}/messages");
        self.ana.post(&path, said).await.accepted();
        self.server.services.generation.wait_idle().await;
        let share = json!({ "kind": "chat", "subject_id": conversation });
        let shared = self.ana.post("/api/sharing/shares", share.clone()).await.created();
        let id = shared["id"].as_str().unwrap();
        self.ana.delete(&format!("/api/sharing/shares/{id}")).await.no_content();
        let shared = self.ana.post("/api/sharing/shares", share).await.created();
        let id = shared["id"].as_str().unwrap();
        self.operator.delete(&format!("/api/sharing/public/{id}")).await.no_content();
    }

    async fn publish(&self) {
        let bot = json!({
            "name": CANARY, "description": CANARY, "welcome": CANARY, "prompt": CANARY,
            "model": "fake/echo", "accessibility": "public", "published": true,
        });
        let made = self.ana.post("/api/bots", bot).await.created();
        let path = format!("/api/bots/{}", made["id"].as_str().unwrap());
        self.ana.patch(&path, json!({ "prompt": format!("{CANARY} again") })).await.ok();
        self.ana.patch(&path, json!({ "accessibility": "only_me" })).await.ok();
    }

    async fn give_seats(&self, id: WorkspaceId) {
        let now = self.server.clock().now();
        let mut tx = self.server.db().begin().await.unwrap();
        let seats = Seats { all: 3, open: 3 };
        self.server.services.entitlements.set_seats(&mut tx, id, seats, now).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn team_up(&self) {
        let (ana, ben) = (&self.ana, &self.ben);
        let team = ana.post("/api/teams", json!({ "name": CANARY })).await.created();
        let id: WorkspaceId = team["id"].as_str().unwrap().parse().unwrap();
        self.give_seats(id).await;
        let path = format!("/api/teams/{id}");
        let open = json!({ "open": true });
        let link = ana.patch(&format!("{path}/invitation"), open).await.ok();
        let (_, code) = link["url"].as_str().unwrap().split_once("c=").unwrap();
        ben.post(&format!("/api/teams/invitations/{code}/join"), json!({})).await.ok();
        let member = format!("{path}/members/{}", ben.user_id);
        ana.post(&format!("{member}/approve"), json!({})).await.ok();
        ana.patch(&member, json!({ "role": "admin" })).await.ok();
        ana.delete(&member).await.no_content();
        ana.post(&format!("{path}/disband"), json!({})).await.ok();
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
    }

    async fn move_out(&self) {
        self.ana.get("/api/portability/account").await.assert_status(200);
    }

    async fn administer(&self) {
        let path = format!("/api/admin/users/{}", self.ben.user_id);
        self.operator.patch(&path, json!({ "role": "operator" })).await.ok();
        self.operator.patch(&path, json!({ "role": "member" })).await.ok();
        let suspended = json!({ "suspended": true, "reason": CANARY });
        self.operator.patch(&path, suspended).await.ok();
        self.operator.patch(&path, json!({ "suspended": false })).await.ok();
        let cap = json!({ "meter": "advanced_credit", "amount": 9 });
        self.operator.put(&format!("{path}/caps"), cap).await.ok();
        let grant = json!({
            "id": uuid_v7(self.server.clock().now()), "workspace_id": self.ana.workspace_id,
            "meter": "advanced_credit", "amount": 500, "ends_at": null, "reason": CANARY,
        });
        self.operator.post("/api/admin/grants", grant).await.created();
        self.operator.get("/api/admin/outbox").await.ok();
    }

    async fn sign_in_and_out(&self) {
        let browser = self.server.visitor();
        let mut who = json!({ "email": self.ana.email, "password": CANARY });
        browser.post("/api/accounts/sign-in", who.clone()).await.assert_status(403);
        who["password"] = json!(PASSWORD);
        browser.post("/api/accounts/sign-in", who).await.ok();
        browser.post("/api/accounts/sign-out", json!({})).await.no_content();
    }

    async fn recorded(&self) -> Vec<RecordedEvent> {
        let mut conn = self.server.db().read().await.unwrap();
        let (filter, audit) = (EventFilter::default(), &self.server.services.audit);
        let page = audit.list(&mut conn, &filter, Cursor::FIRST, 500).await.unwrap();
        assert_eq!(page.next, None);
        page.items
    }
}

/// Events of the actions above, each recorded by the area that performs it.
const DONE: &[&str] = &[
    "account_readmitted",
    "account_suspended",
    "bot_visibility_changed",
    "connection_changed",
    "connection_deleted",
    "connection_made",
    "data_read",
    "exported",
    "finder_added",
    "finder_changed",
    "finder_key_removed",
    "finder_key_set",
    "finder_removed",
    "finder_switched_off",
    "finder_switched_on",
    "grant_given",
    "invitation_changed",
    "key_made",
    "key_revoked",
    "limit_changed",
    "member_approved",
    "member_asked",
    "member_removed",
    "member_role_changed",
    "role_changed",
    "session_ended",
    "share_made",
    "share_taken_down",
    "share_withdrawn",
    "sign_in_refused",
    "signed_in",
    "team_disbanded",
    "team_kept",
    "team_made",
];

for_each_store! {
    // security §4.8: "auth events, authz denials, membership, share/visibility changes, key use"
    // security §4.8: "No content."
    async fn what_is_done_is_written_down_once_and_nothing_that_anybody_wrote(store) {
        let setting = Setting::new(store).await;
        setting.connect().await;
        setting.choose_engines().await;
        setting.use_keys().await;
        setting.share().await;
        setting.publish().await;
        setting.team_up().await;
        setting.move_out().await;
        setting.administer().await;
        setting.sign_in_and_out().await;

        let events = setting.recorded().await;

        let kinds: BTreeSet<&str> = events.iter().map(|event| event.kind.as_str()).collect();
        assert_eq!(kinds, DONE.iter().copied().collect());
        let count = |kind: &str| events.iter().filter(|event| event.kind.as_str() == kind).count();
        assert_eq!(count("bot_visibility_changed"), 2, "another prompt is no other visibility");
        assert_eq!((count("key_made"), count("share_made"), count("exported")), (1, 2, 1));
        let text = format!("{events:?}").to_lowercase();
        assert!(!text.contains(CANARY), "{text}");
        assert!(events.iter().all(|event| event.subject_id != Some(Uuid::nil())));

        setting.server.services.audit.link(setting.server.db()).await.unwrap();
        let mut conn = setting.server.db().read().await.unwrap();
        let standing = setting.server.services.audit.check(&mut conn).await.unwrap().unwrap();
        assert_eq!((standing.rows, standing.unlinked), (events.len() as i64, 0));
    }
}
