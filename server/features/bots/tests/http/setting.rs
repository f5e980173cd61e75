//! A test server for bots and chat, with a connected provider that does what the names of its models say.

use kernel::{ConversationId, MessageId};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Client, FakeProvider, NOW, TestPerson, TestServer, TestStore};

pub const SAYS_HI: &str = "fake/say-Hi there";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
    pub ben: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with(store, bots::Settings::default()).await
    }

    pub async fn with(store: TestStore, settings: bots::Settings) -> Self {
        let areas = move |services: &area::Services| {
            vec![
                bots::area(services, settings),
                chat::area(services),
                documents::area(services, documents::Settings::default()),
                gateway::area(),
                runs::area(),
                teams::area(services),
            ]
        };
        let server = TestServer::with(store, areas).await;
        let provider = FakeProvider::start_with(&[
            "say-Hi there",
            "echo",
            "e401",
            "ehang",
            "say-It closes at nine (guide.txt).",
        ])
        .await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        Self { server, provider, ana, ben }
    }
}

pub fn chef(change: Value) -> Value {
    let mut bot = json!({
        "name": "Chef", "description": "Cooks with what is there", "welcome": "What is in the fridge?",
        "prompt": "Answer with one recipe.", "model": SAYS_HI, "accessibility": "public",
        "published": true,
    });
    for (field, value) in change.as_object().unwrap() {
        bot[field] = value.clone();
    }
    bot
}

/// Creates a bot; returns its address.
pub async fn make(author: &Client, change: Value) -> String {
    let bot = author.post("/api/bots", chef(change)).await.created();
    format!("/api/bots/{}", bot["id"].as_str().unwrap())
}

pub fn names(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect()
}

/// Begins a conversation with the bot at `path`; returns the response.
pub async fn begin(client: &Client, path: &str) -> Value {
    let body = json!({ "id": ConversationId::new(NOW) });
    client.post(&format!("{path}/conversations"), body).await.created()
}

pub fn messages_path(talk: &Value) -> String {
    format!("/api/chat/conversations/{}/messages", talk["conversation_id"].as_str().unwrap())
}

pub fn message(text: &str, parent: &Value) -> Value {
    json!({ "id": MessageId::new(NOW), "parent_id": parent, "text": text, "model": null })
}
