//! A test server for chat, with a connected provider that does what the names of its models say.

use std::time::Duration;

use area::Services;
use kernel::{ConversationId, MessageId};
use providers::{NewConnection, Protocol, Providers, Timing};
use serde_json::{Value, json};
use testing::{Client, FakeProvider, NOW, TestPerson, TestServer, TestStore};

pub const SAYS_HI: &str = "fake/say-Hi there";
pub const ECHO: &str = "fake/echo";

/// The models that these tests ask for.
const MODELS: &[&str] = &[
    "say-Hi there",
    "echo",
    "t20",
    "t200",
    "k5-t5",
    "e401",
    "e429-r7",
    "e429-r7-n1-t5",
    "t20-a10-emid",
    "t20-a10-d3-edrop",
    "t60-d20",
    "t20-a10-enodone",
    "t20-a10-ehang",
    "e500",
    "fake-t0",
    "t3-unone",
];

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with(store, Vec::new).await
    }

    /// Creates a server with additional areas of a test.
    pub async fn with(
        store: TestStore,
        more: impl Fn() -> Vec<area::Area> + Send + Sync + 'static,
    ) -> Self {
        Self::on(TestServer::with(store, areas(more)).await).await
    }

    /// Creates a server on PostgreSQL whose processes hear each other over its notifications.
    pub async fn with_postgres_bus() -> Self {
        Self::on(TestServer::with_postgres_bus(areas(Vec::new)).await).await
    }

    /// Creates a server on which a provider that stays silent for `patience` counts as gone.
    pub async fn with_patience(store: TestStore, patience: Duration) -> Self {
        let change = |others: Services| {
            let Services { db, vault, bus, clock, .. } = others.clone();
            let timing = Timing { idle: patience, ..Timing::default() };
            let nothing_local = providers::Setup {
                timing,
                local_servers: Vec::new(),
                find_local_servers: false,
                ..providers::Setup::default()
            };
            let providers = Providers::new(db, vault, bus, clock, nothing_local);
            Services { providers, ..others }
        };
        Self::on(TestServer::with_changed(store, change, areas(Vec::new)).await).await
    }

    async fn on(server: TestServer) -> Self {
        let provider = FakeProvider::start_with(MODELS).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.expect("the provider is connected");
        Self { server, provider }
    }

    /// Runs the periodic work once.
    pub async fn do_upkeep(&self) {
        for work in chat::area(&self.server.services).upkeep {
            (work.run)(self.server.services.clone()).await.unwrap();
        }
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    pub async fn ben(&self) -> TestPerson {
        self.server.member("ben@example.com").await
    }
}

/// Returns chat, the areas it needs, and a test's own.
fn areas(
    more: impl Fn() -> Vec<area::Area> + Send + Sync + 'static,
) -> impl Fn(&Services) -> Vec<area::Area> + Send + Sync + 'static {
    move |services| {
        let mut areas = vec![
            chat::area(services),
            runs::area(),
            models::area(),
            billing::area(services, &billing::Settings::default()),
        ];
        areas.extend(more());
        areas
    }
}

pub fn new_conversation() -> ConversationId {
    ConversationId::new(NOW)
}

pub fn new_message() -> MessageId {
    MessageId::new(NOW)
}

pub fn message(text: &str, model: &str, parent: Option<&Value>) -> Value {
    json!({ "id": new_message(), "parent_id": parent, "text": text, "model": model })
}

pub fn messages_path(conversation: ConversationId) -> String {
    format!("/api/chat/conversations/{conversation}/messages")
}

pub fn conversation_path(conversation: ConversationId) -> String {
    format!("/api/chat/conversations/{conversation}")
}

/// Sends a message and waits for the end of its answer. Returns the response to sending.
pub async fn converse(
    client: &Client,
    conversation: ConversationId,
    text: &str,
    model: &str,
    parent: Option<&Value>,
) -> Value {
    let sent = client.post(&messages_path(conversation), message(text, model, parent)).await;
    let sent = sent.accepted();
    follow(client, &sent).await;
    sent
}

/// Returns the events of the answer that `sent` started, to their end.
pub async fn follow(client: &Client, sent: &Value) -> Vec<testing::Event> {
    client.events(&events_path(sent)).await.rest().await
}

/// Returns the events of a run, to its end.
pub async fn follow_run(client: &Client, run_id: &str) -> Vec<testing::Event> {
    client.events(&format!("/api/runs/{run_id}/events")).await.rest().await
}

pub fn events_path(sent: &Value) -> String {
    format!("/api/runs/{}/events", sent["assistant_message"]["run_id"].as_str().unwrap())
}

/// Returns the conversation's messages, all branches.
pub async fn messages(client: &Client, conversation: ConversationId) -> Vec<Value> {
    let detail = client.get(&conversation_path(conversation)).await.ok();
    detail["messages"].as_array().unwrap().clone()
}

/// Returns the text of a message.
pub fn text(message: &Value) -> String {
    let parts = message["parts"].as_array().unwrap();
    parts
        .iter()
        .filter(|part| part["kind"] == "text")
        .map(|part| part["text"].as_str().unwrap())
        .collect()
}
