//! A test server for chat with a slow model, and a push service.

use std::sync::Arc;

use area::Area;
use async_trait::async_trait;
use generation::{
    ContextScope, ContextSource, Contribution, Tool, ToolError, ToolOutput, ToolScope,
};
use kernel::{ConversationId, Fallible, MessageId, SECOND};
use providers::{NewConnection, Protocol, ToolSpec};
use serde_json::{Value, json};
use testing::{Client, FakeProvider, NOW, TestPerson, TestServer, TestStore};

use crate::push_service::{Browser, PushService};

pub const PUSH: &str = "/api/notifications/push";
pub const UNREAD: &str = "/api/notifications/unread";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub push: PushService,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let push = PushService::start().await;
        let server = TestServer::with_web(store, vec![push.host()], |services| {
            vec![
                chat::area(services),
                ::runs::area(),
                accounts::area(services, accounts::Settings::default()),
                notifications::area(services),
                Area::new("bells").context(Bell),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&["t20", "e500", "use-echo"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider, push }
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    /// Subscribes the device, known as `name` at the push service.
    pub async fn subscribe(&self, device: &Client, name: &str, with_title: bool) -> Browser {
        let browser = Browser::new();
        let wish = browser.subscription(&self.push.endpoint(name), with_title);
        device.put(PUSH, wish).await.ok();
        browser
    }

    /// Begins a conversation whose answer takes so many seconds, and completes it. Returns the response to sending.
    pub async fn answer_after(&self, person: &Client, seconds: i64, text: &str) -> Value {
        self.provider.hold_after(5);
        let sent = send(person, text).await;
        self.provider.wait_until_held(1).await;
        self.server.clock().advance(seconds * SECOND);
        self.provider.release();
        finished(person, &sent).await;
        sent
    }

    /// Begins a conversation whose answer waits for its person, a second after it was asked for.
    pub async fn waiting(&self, person: &Client) -> Value {
        self.provider.hold_after(0);
        let sent = send_to_model(person, "ring {}", "fake/use-echo").await;
        self.provider.wait_until_held(1).await;
        self.server.clock().advance(SECOND);
        self.provider.release();
        person.events(&format!("{}/events", run_path(&sent))).await.next_of("run.paused").await;
        sent
    }

    /// Lets the time pass in which a person may see an answer, and runs what is due.
    pub async fn later(&self) {
        self.server.clock().advance(5 * SECOND);
        self.server.run_jobs().await;
    }
}

pub async fn send(person: &Client, text: &str) -> Value {
    send_to_model(person, text, "fake/t20").await
}

async fn send_to_model(person: &Client, text: &str, model: &str) -> Value {
    let conversation = ConversationId::new(NOW);
    let path = format!("/api/chat/conversations/{conversation}/messages");
    let id = MessageId::new(NOW);
    let message = json!({ "id": id, "parent_id": null, "text": text, "model": model });
    person.post(&path, message).await.accepted()
}

pub fn run_path(sent: &Value) -> String {
    format!("/api/runs/{}", sent["assistant_message"]["run_id"].as_str().unwrap())
}

pub async fn finished(person: &Client, sent: &Value) {
    person.events(&format!("{}/events", run_path(sent))).await.rest().await;
}

pub fn conversation_path(sent: &Value) -> String {
    format!("/api/chat/conversations/{}", sent["conversation"]["id"].as_str().unwrap())
}

/// A tool that is used when its person has said so.
struct Bell;

#[async_trait]
impl ContextSource for Bell {
    async fn contribute(&self, _scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        Ok(Contribution { tools: vec![Arc::new(Self)], ..Contribution::default() })
    }
}

#[async_trait]
impl Tool for Bell {
    fn spec(&self) -> ToolSpec {
        let (name, description) = ("ring".to_owned(), "Rings the bell.".to_owned());
        ToolSpec { name, description, parameters: json!({ "type": "object" }) }
    }

    fn title(&self) -> String {
        "Ring".to_owned()
    }

    fn needs_approval(&self) -> bool {
        true
    }

    async fn call(&self, _arguments: Value, _scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput { text: "It rang.".to_owned(), ..ToolOutput::default() })
    }
}
