//! A server with images, whose engines are a script that always makes the same image.

use std::path::Path;

use area::Services;
use image_tools::ImageTools;
use kernel::Uuid;
use parsing::Sandbox;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore};

/// A PNG of 100 by 100 pixels.
pub const SMALL: &[u8] = include_bytes!("../pictures/small.png");
/// A PNG of 320 by 320 pixels.
pub const REFERENCE: &[u8] = include_bytes!("../pictures/reference.png");

pub async fn start(store: TestStore) -> TestServer {
    start_with(store, Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine.sh")).await
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
    TestServer::with_changed(store, change, |services| {
        vec![
            tasks::area(),
            images::area(services),
            documents::area(services, documents::Settings::default()),
        ]
    })
    .await
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
