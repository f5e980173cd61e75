//! Servers that speak the protocol in other ways, on the host of [`crate::fake_mcp`]: on a stream of 2024-11-05 at `/old`, on
//! streams that break off at `/cut`, and with tasks at `/tasks`.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use futures::StreamExt;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

#[derive(Default)]
struct House {
    /// The open stream of `/old`.
    stream: Mutex<Option<UnboundedSender<String>>>,
    /// The answer of `/cut` that is still to come.
    kept: Mutex<Option<Value>>,
    /// Methods that came at `/tasks`, in order.
    asked: Mutex<Vec<String>>,
}

pub fn routes() -> Router {
    let house = Arc::new(House::default());
    Router::new()
        .route("/old", get(open).post(|| async { StatusCode::METHOD_NOT_ALLOWED }))
        .route("/old/messages", post(take))
        .route("/elsewhere", get(name_elsewhere).post(|| async { StatusCode::NOT_FOUND }))
        .route("/cut", post(cut).get(resume))
        .route("/tasks", post(do_tasks))
        .with_state(house)
}

fn events(text: impl Into<Body>) -> Response {
    ([("content-type", "text/event-stream")], text.into()).into_response()
}

fn answer(message: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": message["id"], "result": result })
}

fn said(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": false })
}

/// Answers what every server is asked; `None`: a call of a tool, or something else.
fn common(message: &Value, version: &str, execution: &Value) -> Option<Value> {
    let tool =
        json!({ "name": "echo", "inputSchema": { "type": "object" }, "execution": execution });
    Some(match message["method"].as_str()? {
        "initialize" => {
            json!({ "protocolVersion": version, "capabilities": { "tools": {}, "tasks": {} } })
        }
        "tools/list" => json!({ "tools": [tool] }),
        _ => return None,
    })
}

async fn open(State(house): State<Arc<House>>) -> Response {
    let (sender, mut receiver) = unbounded_channel::<String>();
    sender.send("event: endpoint\ndata: /old/messages?session=1\n\n".to_owned()).unwrap();
    *house.stream.lock().unwrap() = Some(sender);
    let stream = futures::stream::poll_fn(move |context| receiver.poll_recv(context));
    events(Body::from_stream(stream.map(|text| Ok::<_, Infallible>(Bytes::from(text)))))
}

async fn take(State(house): State<Arc<House>>, body: axum::Json<Value>) -> StatusCode {
    let result = common(&body, "2024-11-05", &Value::Null);
    let result =
        result.or_else(|| (body["method"] == "tools/call").then(|| said("from the stream")));
    if let Some(result) = result {
        let told = format!("event: message\ndata: {}\n\n", answer(&body, &result));
        let stream = house.stream.lock().unwrap();
        stream.as_ref().unwrap().send(told).unwrap();
    }
    StatusCode::ACCEPTED
}

async fn name_elsewhere() -> Response {
    events("event: endpoint\ndata: https://evil.example/messages\n\n")
}

/// Ends the stream of a call before its answer, behind an event that can be resumed after.
async fn cut(State(house): State<Arc<House>>, body: axum::Json<Value>) -> Response {
    if let Some(result) = common(&body, "2025-11-25", &Value::Null) {
        return axum::Json(answer(&body, &result)).into_response();
    }
    if body["method"] != "tools/call" {
        return StatusCode::ACCEPTED.into_response();
    }
    *house.kept.lock().unwrap() = Some(answer(&body, &said("from the second stream")));
    events("id: 1\nretry: 1\ndata: \n\n")
}

async fn resume(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    match headers.get("last-event-id").and_then(|id| id.to_str().ok()) {
        // Nothing yet, behind another event.
        Some("1") => {
            events("id: 2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n")
        }
        Some("2") => {
            let kept = house.kept.lock().unwrap().take();
            events(format!("id: 3\ndata: {}\n\n", kept.unwrap_or_default()))
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

async fn do_tasks(State(house): State<Arc<House>>, body: axum::Json<Value>) -> Response {
    let method = body["method"].as_str().unwrap_or_default().to_owned();
    if let Some(result) = common(&body, "2025-11-25", &json!({ "taskSupport": "required" })) {
        return axum::Json(answer(&body, &result)).into_response();
    }
    let working = json!({ "taskId": "t1", "status": "working", "pollInterval": 1 });
    if method.starts_with("notifications/") {
        return StatusCode::ACCEPTED.into_response();
    }
    let mut asked = house.asked.lock().unwrap();
    asked.push(method.clone());
    let result = match method.as_str() {
        "tools/call" if body["params"]["task"].is_object() => json!({ "task": working }),
        "tasks/get" if asked.iter().filter(|method| *method == "tasks/get").count() < 2 => working,
        "tasks/get" => json!({ "taskId": "t1", "status": "completed" }),
        "tasks/result" => said(&asked.join(" ")),
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    axum::Json(answer(&body, &result)).into_response()
}
