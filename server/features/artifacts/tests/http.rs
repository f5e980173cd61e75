//! Artifacts, through HTTP, with chats whose model answers what it is told.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/by_agents.rs"]
mod by_agents;
#[path = "http/gallery.rs"]
mod gallery;
#[path = "http/hosts.rs"]
mod hosts;
#[path = "http/in_chats.rs"]
mod in_chats;
#[path = "http/own.rs"]
mod own;
#[path = "http/published.rs"]
mod published;

use kernel::{ConversationId, MessageId, SECOND};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore};

/// An advanced model that answers with the question, a standard one, and one that calls the tools that the question names.
const MODELS: [&str; 3] = ["gpt-4.1-echo", "gpt-4o-mini-echo", "use-echo"];

struct Setting {
    server: TestServer,
    provider: FakeProvider,
    ana: TestPerson,
    ben: TestPerson,
}

impl Setting {
    async fn new(store: TestStore) -> Self {
        let server = TestServer::with(store, |services| {
            vec![
                agents::area(services),
                artifacts::area(services),
                chat::area(services),
                runs::area(),
                sharing::area(services),
                tasks::area(),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&MODELS).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let (ana, ben) = (server.operator().await, server.member("ben@example.com").await);
        Self { server, provider, ana, ben }
    }

    fn chat(&self) -> ConversationId {
        ConversationId::new(self.server.clock().now())
    }

    /// Has Ana's model, which is an advanced one, answer with `text`; returns the answer's id.
    async fn answer(&self, chat: ConversationId, parent: Option<&str>, text: &str) -> String {
        self.answer_of(&self.ana, MODELS[0], chat, parent, text).await
    }

    async fn answer_of(
        &self,
        person: &TestPerson,
        model: &str,
        chat: ConversationId,
        parent: Option<&str>,
        text: &str,
    ) -> String {
        self.server.clock().advance(SECOND);
        let id = MessageId::new(self.server.clock().now());
        let body = json!({ "id": id, "parent_id": parent, "text": text, "model": format!("fake/{model}") });
        let path = format!("/api/chat/conversations/{chat}/messages");
        let sent = person.post(&path, body).await.accepted();
        self.server.services.generation.wait_idle().await;
        self.server.run_jobs().await;
        sent["assistant_message"]["id"].as_str().unwrap().to_owned()
    }

    /// Returns the only artifact of Ana's, with its content.
    async fn only(&self) -> Value {
        let list = self.ana.get("/api/artifacts").await.ok();
        let items = list["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{list}");
        self.ana.get(&path_of(&items[0])).await.ok()
    }
}

fn path_of(artifact: &Value) -> String {
    format!("/api/artifacts/{}", artifact["id"].as_str().unwrap())
}

/// Returns an answer with an artifact.
fn page(content: &str) -> String {
    format!("Here:\n````html artifact=\"clock\" title=\"A clock\"\n{content}\n````\nDone.")
}

/// Returns an answer that edits the artifact.
fn edit(search: &str, replacement: &str) -> String {
    format!(
        "````html artifact=\"clock\" edit\n<<<<<<< SEARCH\n{search}\n=======\n{replacement}\n>>>>>>> REPLACE\n````"
    )
}
