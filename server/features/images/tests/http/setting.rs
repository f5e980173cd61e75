//! A server with images, whose engines are a script that always makes the same image.

use std::path::Path;

use area::{Area, Services};
use image_models::ImageModels;
use image_tools::ImageTools;
use kernel::Uuid;
use parsing::Sandbox;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{ScriptedServer, TestPerson, TestServer, TestStore};

/// A PNG of 100 by 100 pixels.
pub const SMALL: &[u8] = include_bytes!("../pictures/small.png");
/// A PNG of 320 by 320 pixels.
pub const REFERENCE: &[u8] = include_bytes!("../pictures/reference.png");

pub async fn start(store: TestStore) -> TestServer {
    start_with(store, Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine.sh")).await
}

/// Starts a server with a connection `lab` to a provider in OpenAI's protocol.
pub async fn connect(store: TestStore, provider: &ScriptedServer) -> TestServer {
    let web = provider.web();
    let change = |services: Services| {
        let image_models = ImageModels::new(services.providers.clone(), web.clone());
        Services { image_models, web, ..services }
    };
    let server = TestServer::with_changed(store, change, areas).await;
    let new = NewConnection {
        name: "Lab".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(format!("{}/v1", provider.url())),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    server
}

fn areas(services: &Services) -> Vec<Area> {
    let documents = documents::area(services, documents::Settings::default());
    vec![tasks::area(), images::area(services), documents]
}

/// Starts a server whose engines are this program.
pub async fn start_with(store: TestStore, engine: impl Into<std::path::PathBuf>) -> TestServer {
    let engine = engine.into();
    let change = move |services: Services| {
        let sandbox = Sandbox::new(engine);
        let memory = services.memory.clone();
        let image_tools = ImageTools::new(memory, sandbox, "/no/weights".into());
        Services { image_tools, ..services }
    };
    TestServer::with_changed(store, change, areas).await
}

/// Sends an image file, and returns its id.
pub async fn send(person: &TestPerson, content: &[u8]) -> Uuid {
    let id = Uuid::now_v7();
    let path = format!("/api/images/files/{id}?name=beach.png");
    person.put_bytes(&path, content).await.ok();
    id
}

/// Keeps a new image of the person's, and returns it.
pub async fn add_image(person: &TestPerson) -> Value {
    let file_id = send(person, SMALL).await;
    person.post("/api/images/uploads", json!({ "file_id": file_id })).await.created()
}

/// Runs a tool on a new image to its end, and returns its task.
pub async fn use_tool(server: &TestServer, person: &TestPerson, tool: Value) -> Value {
    let file_id = send(person, SMALL).await;
    let id = Uuid::now_v7();
    let work = json!({ "type": "tool", "tool": tool, "file_ids": [file_id] });
    person.post("/api/images/tasks", json!({ "id": id, "work": work })).await.accepted();
    server.run_jobs().await;
    person.get(&format!("/api/images/tasks/{id}")).await.ok()
}

/// Returns the ids of the images that a list has.
pub async fn list(person: &TestPerson, query: &str) -> Vec<Value> {
    let list = person.get(&format!("/api/images{query}")).await.ok();
    list["items"].as_array().unwrap().iter().map(|image| image["id"].clone()).collect()
}
