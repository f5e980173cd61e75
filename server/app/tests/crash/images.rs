//! Images whose server dies while a provider works on them, and images of tools (issue 27: "kill -9 while a provider works:
//! task goes on, charged once").

use reqwest::Method;
use serde_json::{Value, json};
use testing::{FakeProvider, ScriptedAnswer, ScriptedServer, colorful_png};
use uuid::Uuid;

use crate::books;
use crate::person::Person;
use crate::server::Server;

const START: &str = "POST /v1/flux-pro-1.1";
const POLL: &str = "GET /v1/get_result";

/// Starts a provider that works on one image until it is told that it is done.
async fn working_provider() -> ScriptedServer {
    let provider = ScriptedServer::start().await;
    provider.answer("GET /v1/credits", ScriptedAnswer::json(json!({ "credits": 9 })));
    let poll_url = format!("{}/v1/get_result?id=j-1", provider.url());
    provider.answer(START, ScriptedAnswer::json(json!({ "id": "j-1", "polling_url": poll_url })));
    provider.answer(POLL, ScriptedAnswer::json(json!({ "id": "j-1", "status": "Pending" })));
    provider
}

fn finish(provider: &ScriptedServer) {
    let sample = format!("{}/j-1.png", provider.url());
    let ready = json!({ "id": "j-1", "status": "Ready", "result": { "sample": sample } });
    provider.answer(POLL, ScriptedAnswer::json(ready));
    let image = ScriptedAnswer::new(200, "image/png", colorful_png((320, 320), 7));
    provider.answer("GET /j-1.png", image);
}

async fn connect(person: &Person, provider: &ScriptedServer) -> String {
    let connection = json!({
        "name": "Lab", "protocol": "black_forest_labs", "base_url": provider.url(), "api_key": "k-12345678",
    });
    person.call(Method::POST, "/api/models/connections", Some(&connection)).await;
    let is_offered = |body: &Value| find_model(body).is_some();
    let models = person.wait_until("/api/images/models", is_offered).await;
    find_model(&models).expect("the model is offered").to_owned()
}

fn find_model(models: &Value) -> Option<&str> {
    let ids = models["models"].as_array()?.iter().filter_map(|model| model["id"].as_str());
    ids.into_iter().find(|id| id.ends_with("/flux-pro-1.1"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_that_a_provider_works_on_outlives_its_server_and_is_ordered_and_charged_once() {
    let (chats, provider) = (FakeProvider::start().await, working_provider().await);
    let host = provider.url().replace("http://", "");
    let settings = format!("[web_access]\nallow_hosts = [\"{host}\"]\n");
    let mut server = Server::new_on_sqlite_with(&settings).await;
    let person = Person::sign_up(&server, &chats).await;
    let model = connect(&person, &provider).await;
    let id = Uuid::now_v7();
    let work = json!({ "type": "create", "model": model, "prompt": "A lighthouse" });
    let new = json!({ "id": id, "work": work });
    person.call(Method::POST, "/api/images/tasks", Some(&new)).await;
    let path = format!("/api/images/tasks/{id}");
    let is_working = |body: &Value| body["state"] == "running" && body["stage"] == "generating";
    person.wait_until(&path, is_working).await;
    for _ in 0..3 {
        server.kill().await;
        server.start().await;
        let body = person.wait_until(&path, is_working).await;
        assert_eq!(body["charged"], Value::Null, "nothing was made");
    }
    finish(&provider);
    let done = person.wait_until(&path, |body| body["state"] == "succeeded").await;
    assert_eq!(done["charged"], done["price"]);
    assert_eq!(done["images"].as_array().map(Vec::len), Some(1));
    let orders = provider.lines().into_iter().filter(|line| line.starts_with(START)).count();
    assert_eq!(orders, 1, "the provider is asked for it once");

    server.kill().await;
    server.start().await;
    let again = person.call(Method::GET, &path, None).await;
    assert_eq!(again["images"], done["images"]);
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_whose_server_dies_makes_its_image_once() {
    let chats = FakeProvider::start().await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &chats).await;
    let file_id = send(&person).await;
    for wait_millis in [0, 20, 80, 200] {
        let id = Uuid::now_v7();
        let tool = json!({ "tool": "sketch" });
        let new =
            json!({ "id": id, "work": { "type": "tool", "tool": tool, "file_ids": [file_id] } });
        person.call(Method::POST, "/api/images/tasks", Some(&new)).await;
        tokio::time::sleep(std::time::Duration::from_millis(wait_millis)).await;
        server.kill().await;
        server.start().await;
        let path = format!("/api/images/tasks/{id}");
        let done = person.wait_until(&path, |body| body["state"] == "succeeded").await;
        assert_eq!(done["images"].as_array().map(Vec::len), Some(1), "{done}");
    }
    server.stop().await;
    books::assert_balanced(&server).await;
}

/// Sends an image file, and returns its id.
async fn send(person: &Person) -> Uuid {
    let id = Uuid::now_v7();
    let path = format!("/api/images/files/{id}?name=sea.png");
    let request = person.request(Method::PUT, &path).body(colorful_png((320, 320), 7));
    let (status, answer) = person.ask(request).await;
    assert!(status.is_success(), "{answer}");
    id
}
