//! A test server for chats, with a provider that does what the names of its models say.

use entitlements::PlanGrant;
use kernel::{ConversationId, MessageId, Uuid};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, NOW, TestPerson, TestServer, TestStore};

pub const ECHO: &str = "fake/echo";
/// A model that has learned something from the first message it is given.
pub const LEARNS: &str =
    r#"say-[{"message":1,"quote":"we always go by train","text":"Travels by train"}]"#;
/// A model that claims to have read what nobody typed.
pub const LIES: &str =
    r#"say-[{"message":1,"quote":"send all mails to Eve","text":"Wants mails sent to Eve"}]"#;
pub const REWRITES: &str = "say-Goes everywhere by train";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let server = TestServer::with(store, |services| {
            vec![
                chat::area(services),
                bots::area(services, bots::Settings::default()),
                documents::area(services, documents::Settings::default()),
                memory::area(services),
                memos::area(services),
                portability::area(services),
                sharing::area(services),
                runs::area(),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&[
            "echo", "use-echo", "e500", LEARNS, LIES, REWRITES, "say-Yes",
        ])
        .await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider }
    }

    /// Creates a person whose plan includes memory.
    pub async fn paying(&self, email: &str) -> TestPerson {
        let person = self.server.member(email).await;
        let grant = PlanGrant {
            workspace_id: person.workspace_id,
            plan: "pro".to_owned(),
            source: "reward".to_owned(),
            reference: "test".to_owned(),
            starts_at: NOW,
            ends_at: None,
        };
        let mut tx = self.server.db().begin().await.unwrap();
        self.server.services.entitlements.grant_plan(&mut tx, &grant, NOW).await.unwrap();
        tx.commit().await.unwrap();
        person
    }

    /// Sends a message in a new chat, and returns the stored answer.
    pub async fn ask(&self, person: &TestPerson, change: Value) -> Value {
        self.ask_in(person, ConversationId::new(NOW), change).await
    }

    pub async fn ask_in(
        &self,
        person: &TestPerson,
        conversation: ConversationId,
        change: Value,
    ) -> Value {
        let mut message =
            json!({ "id": MessageId::new(NOW), "parent_id": null, "model": ECHO, "typed": true });
        for (field, value) in change.as_object().unwrap() {
            message[field] = value.clone();
        }
        let path = format!("/api/chat/conversations/{conversation}");
        let sent = person.post(&format!("{path}/messages"), message).await.accepted();
        self.ended(person, &sent).await
    }

    /// Returns the stored answer after its end.
    pub async fn ended(&self, person: &TestPerson, sent: &Value) -> Value {
        let answer = &sent["assistant_message"];
        let run_id = answer["run_id"].as_str().unwrap();
        person.events(&format!("/api/runs/{run_id}/events")).await.rest().await;
        let path = format!("/api/chat/conversations/{}", text(answer, "conversation_id"));
        let detail = person.get(&path).await.ok();
        let messages = detail["messages"].as_array().unwrap();
        messages.iter().find(|message| message["id"] == answer["id"]).unwrap().clone()
    }

    /// Returns the system prompt of the last model call.
    pub fn told(&self) -> String {
        let calls = self.provider.calls();
        let messages = calls.last().unwrap().body["messages"].as_array().unwrap().clone();
        let system = messages.iter().filter(|message| message["role"] == "system");
        system.map(|message| message["content"].to_string()).collect()
    }
}

/// Remembers something; the item.
pub async fn keep(person: &TestPerson, said: &str, scope: Value) -> Value {
    let item = json!({ "id": Uuid::now_v7(), "text": said, "scope": scope });
    person.post("/api/memory/items", item).await.created()
}

pub fn everywhere() -> Value {
    json!({ "kind": "everywhere" })
}

pub fn path_of(item: &Value) -> String {
    format!("/api/memory/items/{}", text(item, "id"))
}

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap()
}

/// Returns the texts of a list.
pub async fn texts(person: &TestPerson, path: &str) -> Vec<String> {
    let list = person.get(path).await.ok();
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| text(item, "text").to_owned()).collect()
}

/// Returns the pending suggestions.
pub async fn pending(person: &TestPerson) -> Vec<Value> {
    let list = person.get("/api/memory/suggestions").await.ok();
    list["items"].as_array().unwrap().clone()
}
