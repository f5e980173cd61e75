//! A test server for chat, with a model that uses tools, and a server that has some.

use area::Services;
use kernel::{ConversationId, MessageId};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Canary, Client, Event, FakeProvider, NOW, TestPerson, TestServer, TestStore};
use tools::Settings;

use crate::fake_mcp::FakeMcp;

/// A model that uses the tools its person names, then answers with their output.
pub const USES: &str = "fake/use-echo";
/// The same, and it sees pictures: the catalogue knows it by the beginning of its name.
pub const SEES: &str = "fake/gpt-4o-mini-use-echo";
const MODELS: &[&str] =
    &["use-echo", "u25-echo", "echo", "use-t3-emid", "gpt-4o-mini-use-echo", "gpt-4o-mini-echo"];

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub mcp: FakeMcp,
    pub canary: Canary,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with(store, Settings::default()).await
    }

    pub async fn with(store: TestStore, settings: Settings) -> Self {
        Self::reached(store, settings, testing::BASE_URL).await
    }

    /// Creates a server that people reach at `base_url`.
    pub async fn reached(store: TestStore, settings: Settings, base_url: &str) -> Self {
        Self::changed(store, settings, base_url, |services| services).await
    }

    /// The same, with other services.
    pub async fn changed(
        store: TestStore,
        settings: Settings,
        base_url: &str,
        change: impl FnOnce(Services) -> Services + 'static,
    ) -> Self {
        let mcp = FakeMcp::start().await;
        let base_url: url::Url = base_url.parse().unwrap();
        let areas = move |services: &Services| {
            let services = &Services { base_url: base_url.clone(), ..services.clone() };
            let tools = tools::area(services, settings.clone());
            vec![
                chat::area(services),
                ::runs::area(),
                bots::area(services, bots::Settings::default()),
                documents::area(services, documents::Settings::default()),
                tools,
            ]
        };
        let canary = Canary::start().await;
        let out = canary.web(vec![mcp.host()]);
        let reached = |services| Services { web: out, ..change(services) };
        let server = TestServer::with_changed(store, reached, areas).await;
        let provider = FakeProvider::start_with(MODELS).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider, mcp, canary }
    }

    /// Returns Ana, who has connected the server.
    pub async fn ana(&self) -> (TestPerson, String) {
        let ana = self.server.member("ana@example.com").await;
        let connected = self.connect(&ana).await;
        (ana, connected["key"].as_str().unwrap().to_owned())
    }

    pub async fn connect(&self, person: &Client) -> Value {
        let new = json!({ "name": "Desk", "url": self.mcp.url() });
        person.post("/api/tools/servers", new).await.created()
    }
}

/// Sends a message to a model that uses tools. Returns the response to sending.
pub async fn send(person: &Client, text: &str, model: &str) -> Value {
    send_to(person, &ConversationId::new(NOW).to_string(), &Value::Null, text, model).await
}

/// Sends a message below `parent` in a conversation.
pub async fn send_to(
    person: &Client,
    conversation: &str,
    parent: &Value,
    text: &str,
    model: &str,
) -> Value {
    let path = format!("/api/chat/conversations/{conversation}/messages");
    let message =
        json!({ "id": MessageId::new(NOW), "parent_id": parent, "text": text, "model": model });
    person.post(&path, message).await.accepted()
}

pub fn run_path(sent: &Value) -> String {
    format!("/api/runs/{}", sent["assistant_message"]["run_id"].as_str().unwrap())
}

/// Returns the events of the run up to the one with this name.
pub async fn until(person: &Client, sent: &Value, name: &str) -> Event {
    person.events(&format!("{}/events", run_path(sent))).await.next_of(name).await
}

/// Waits for the end of the run.
pub async fn finished(person: &Client, sent: &Value) -> Vec<Event> {
    person.events(&format!("{}/events", run_path(sent))).await.rest().await
}

/// Returns the stored answer.
pub async fn answer(person: &Client, sent: &Value) -> Value {
    let conversation = sent["conversation"]["id"].as_str().unwrap();
    let detail = person.get(&format!("/api/chat/conversations/{conversation}")).await.ok();
    let id = &sent["assistant_message"]["id"];
    let messages = detail["messages"].as_array().unwrap();
    messages.iter().find(|message| message["id"] == *id).unwrap().clone()
}

/// Returns the calls of tools in an answer, in order.
pub fn calls(answer: &Value) -> Vec<Value> {
    let parts = answer["parts"].as_array().unwrap();
    parts.iter().filter(|part| part["kind"] == "tool_call").cloned().collect()
}

pub fn text(answer: &Value) -> String {
    let parts = answer["parts"].as_array().unwrap();
    let texts = parts.iter().filter(|part| part["kind"] == "text");
    texts.map(|part| part["text"].as_str().unwrap()).collect()
}

/// Decides on a call that waits for approval.
pub async fn decide(
    person: &Client,
    sent: &Value,
    call: &Value,
    decision: &str,
) -> testing::Answer {
    let call_id = call["call_id"].as_str().unwrap();
    let path = format!("{}/tool-calls/{call_id}", run_path(sent));
    person.post(&path, json!({ "decision": decision })).await
}

/// Allows a tool to be used without asking.
pub async fn allow(person: &Client, server: &str, tool: &str) {
    let rule = json!({ "tool": tool, "rule": "always" });
    person.patch(&format!("/api/tools/servers/{server}/rule"), rule).await.no_content();
}

/// Returns a person's total charges, and the number of their open holds.
pub async fn charged(setting: &Setting, person: &TestPerson) -> (i64, i64) {
    let mut conn = setting.server.db().read().await.unwrap();
    let holds = store::sql!(
        &mut conn,
        all(i64, String),
        "SELECT charged, state FROM ledger_holds WHERE user_id = $1",
        person.user_id
    )
    .unwrap();
    let open = holds.iter().filter(|(_, state)| state == "open").count();
    (holds.iter().map(|(charged, _)| charged).sum(), open as i64)
}
