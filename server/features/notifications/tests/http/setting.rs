//! Where these tests happen: chat with a slow model, and a push service.

use kernel::{ConversationId, MessageId, SECOND};
use providers::{NewConnection, Protocol};
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
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&["t20", "e500"]).await;
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

    /// Has the device told, which `name` names at the push service.
    pub async fn subscribe(&self, device: &Client, name: &str, with_title: bool) -> Browser {
        let browser = Browser::new();
        let wish = browser.subscription(&self.push.endpoint(name), with_title);
        device.put(PUSH, wish).await.ok();
        browser
    }

    /// Begins a conversation whose answer takes so many seconds, and is there. Returns what was accepted.
    pub async fn answer_after(&self, person: &Client, seconds: i64, text: &str) -> Value {
        self.provider.hold_after(5);
        let sent = send(person, text).await;
        self.provider.wait_until_held(1).await;
        self.server.clock().advance(seconds * SECOND);
        self.provider.release();
        finished(person, &sent).await;
        sent
    }

    /// Lets the time pass in which somebody may see an answer, and then whatever is due be done.
    pub async fn later(&self) {
        self.server.clock().advance(5 * SECOND);
        self.server.run_jobs().await;
    }
}

pub async fn send(person: &Client, text: &str) -> Value {
    let conversation = ConversationId::new(NOW);
    let path = format!("/api/chat/conversations/{conversation}/messages");
    let id = MessageId::new(NOW);
    let message = json!({ "id": id, "parent_id": null, "text": text, "model": "fake/t20" });
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
