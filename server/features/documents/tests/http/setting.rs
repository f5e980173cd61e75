//! A test server for documents and chat, with a provider that does what the names of its models say.

use area::Services;
use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Method, Request};
use kernel::{ConversationId, FileId, MessageId};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Answer, Canary, FakeProvider, NOW, TestPerson, TestServer, TestStore};

use crate::fake_web::FakeWeb;

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub web: FakeWeb,
    pub canary: Canary,
    /// The embedding provider, kept alive as long as the setting.
    _vectors: Option<FakeProvider>,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        Self::with_settings(store, documents::Settings::default()).await
    }

    pub async fn with_settings(store: TestStore, settings: documents::Settings) -> Self {
        let canary = Canary::start().await;
        let web = FakeWeb::start().await;
        let areas = move |services: &Services| {
            vec![documents::area(services, settings.clone()), chat::area(services), runs::area()]
        };
        let out = canary.web(vec![web.host(), web.other_host()]);
        let reached = |services| Services { web: out, ..services };
        let server = TestServer::with_changed(store, reached, areas).await;
        let provider =
            FakeProvider::start_with(&["echo", "gpt-4o-mini-echo", "gpt-4o-mini-use-echo"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider, web, canary, _vectors: None }
    }

    /// Creates a server with an embedding model, too.
    pub async fn with_embedding(store: TestStore) -> Self {
        let setting = Self::new(store).await;
        let provider = FakeProvider::start_with(&["echo", "text-embedding-1"]).await;
        let new = NewConnection {
            name: "Vectors".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        setting.server.services.providers.create_connection(new).await.unwrap();
        Self { _vectors: Some(provider), ..setting }
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    pub async fn ben(&self) -> TestPerson {
        self.server.member("ben@example.com").await
    }

    /// Runs the periodic work.
    pub async fn sweep(&self) {
        let services = &self.server.services;
        for upkeep in documents::area(services, documents::Settings::default()).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
    }

    /// Uploads a file in one chunk, has it read, and gives it as it is then.
    pub async fn upload(&self, person: &TestPerson, name: &str, content: &[u8]) -> Value {
        let begun = begin(person, name, content.len()).await.created();
        let id = begun["id"].as_str().unwrap();
        for (index, chunk) in content.chunks(1_048_576).enumerate() {
            send_chunk(person, id, index * 1_048_576, chunk).await.ok();
        }
        self.server.run_jobs().await;
        person.get(&file_path(id)).await.ok()
    }
}

pub fn file_path(id: &str) -> String {
    format!("/api/documents/files/{id}")
}

pub async fn begin(person: &TestPerson, name: &str, size: usize) -> Answer {
    let body = json!({ "id": FileId::new(NOW), "name": name, "size_bytes": size });
    person.post("/api/documents/files", body).await
}

pub async fn send_chunk(person: &TestPerson, id: &str, offset: usize, chunk: &[u8]) -> Answer {
    let request = Request::builder()
        .method(Method::PATCH)
        .uri(file_path(id))
        .header(CONTENT_TYPE, "application/offset+octet-stream")
        .header("upload-offset", offset.to_string())
        .body(Body::from(chunk.to_vec()))
        .unwrap();
    person.send(request).await
}

/// Sends a message with files to a new conversation.
pub async fn ask(person: &TestPerson, text: &str, model: &str, files: &[&Value]) -> Answer {
    let attachments: Vec<&Value> = files.iter().map(|file| &file["id"]).collect();
    let body = json!({
        "id": MessageId::new(NOW), "parent_id": null, "text": text, "model": model,
        "attachments": attachments,
    });
    let conversation = ConversationId::new(NOW);
    person.post(&format!("/api/chat/conversations/{conversation}/messages"), body).await
}
