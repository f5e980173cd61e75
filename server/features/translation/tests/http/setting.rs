//! A test server with a connected provider that does what the names of its models say.

use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Answer, FakeProvider, TestPerson, TestServer, TestStore};

/// A model that puts each line in « ».
pub const QUOTES: &str = "fake/quote";
/// A model that says two words, whatever it is asked.
pub const DEAF: &str = "fake/say-Hallo Welt";
pub const REFUSES: &str = "fake/e401";

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub ana: TestPerson,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let server = TestServer::with(store, |services| {
            vec![
                translation::area(services),
                billing::area(services, &billing::Settings::default()),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&["quote", "say-Hallo Welt", "e401"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        Self { server, provider, ana }
    }

    /// Returns the person's standard queries that are used.
    pub async fn used(&self) -> Value {
        self.ana.get("/api/billing/usage").await.ok()["meters"][0]["used"].clone()
    }
}

pub async fn translate(person: &TestPerson, texts: &[&str], model: &str) -> Vec<Value> {
    let asked = json!({ "texts": texts, "target_language": "de", "model": model });
    events(&person.post("/api/translation/texts", asked).await)
}

/// Returns the data of the events in an answer, in the order of their texts.
pub fn events(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    assert!(text.ends_with("event: done\ndata: {}\n\n"), "{text}");
    let lines = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let mut events: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|data| *data != json!({}))
        .collect();
    events.sort_by_key(|event| event["index"].as_u64());
    events
}

pub fn translations(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["text"].as_str().unwrap_or("failed")).collect()
}
