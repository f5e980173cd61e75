//! Servers that ask the person while their tool runs, on the host of [`crate::fake_mcp`]: at `/ask` on the stream of the
//! call, at `/ask-old` on a stream of 2024-11-05, and at `/ask-again` in results of 2026-07-28.
//!
//! Their tool `ask` asks what its argument `questions` holds, and gives back the answers.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, LazyLock, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use futures::StreamExt;
use http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

pub struct House {
    stream: Mutex<Option<UnboundedSender<String>>>,
    calls: Mutex<Vec<Call>>,
    /// All that the client sent besides requests.
    pub got: watch::Sender<Vec<Value>>,
    /// What the client said that it can do.
    pub capabilities: Mutex<Value>,
}

struct Call {
    id: Value,
    to: UnboundedSender<String>,
    questions: usize,
    answers: BTreeMap<String, Value>,
}

pub fn routes() -> (Router, Arc<House>) {
    let house = Arc::new(House {
        stream: Mutex::default(),
        calls: Mutex::default(),
        got: watch::Sender::new(Vec::new()),
        capabilities: Mutex::default(),
    });
    let routes = Router::new()
        .route("/ask", post(ask))
        .route("/ask-old", get(open).post(|| async { StatusCode::METHOD_NOT_ALLOWED }))
        .route("/ask-old/messages", post(take))
        .route("/ask-again", post(ask_again))
        .with_state(house.clone());
    (routes, house)
}

impl House {
    /// Waits until the client has sent something of which `is_it` is true.
    pub async fn wait_until_got(&self, is_it: impl Fn(&Value) -> bool) {
        self.got.subscribe().wait_for(|got| got.iter().any(&is_it)).await.unwrap();
    }

    /// Answers what is asked without a person; `None`: a call of the tool, or no request.
    fn common(&self, message: &Value, version: &str) -> Option<Value> {
        let result = match message["method"].as_str()? {
            "initialize" => {
                *self.capabilities.lock().unwrap() = message["params"]["capabilities"].clone();
                json!({ "protocolVersion": version, "capabilities": { "tools": {} } })
            }
            "tools/list" => {
                json!({ "tools": [{ "name": "ask", "inputSchema": { "type": "object" } }] })
            }
            _ => return None,
        };
        Some(answer(&message["id"], &result))
    }

    fn begin(&self, message: &Value, to: UnboundedSender<String>) {
        static NUMBER: LazyLock<Mutex<usize>> = LazyLock::new(Mutex::default);
        let arguments = &message["params"]["arguments"];
        let questions = arguments["questions"].as_array().unwrap();
        let id = message["id"].clone();
        let (answers, count) = (BTreeMap::new(), questions.len());
        let call = Call { id: id.clone(), to: to.clone(), questions: count, answers };
        self.calls.lock().unwrap().push(call);
        for (at, params) in questions.iter().enumerate() {
            let number = {
                let mut number = NUMBER.lock().unwrap();
                *number += 1;
                *number
            };
            let id = format!("{at}-{number}-{id}");
            let asked = json!({ "jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params });
            to.send(frame(&asked)).unwrap();
            if arguments["withdraw"] == true {
                let params = json!({ "requestId": id });
                let told = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
                to.send(frame(&told)).unwrap();
            }
        }
        if arguments["leave"] == true {
            to.send(frame(&answer(&id, &said("left")))).unwrap();
        }
    }

    /// Takes what is no request: an answer, or a notification.
    fn hear(&self, message: &Value) {
        let mut calls = self.calls.lock().unwrap();
        if let Some(id) = message["id"].as_str() {
            let call_id: Value = id.rsplit_once('-').unwrap().1.parse().unwrap();
            if let Some(call) = calls.iter_mut().rev().find(|call| call.id == call_id) {
                let outcome = message.get("result").unwrap_or(&message["error"]["code"]);
                call.answers.insert(id.to_owned(), outcome.clone());
                if call.answers.len() == call.questions {
                    let answers: Vec<_> = call.answers.values().collect();
                    let text = serde_json::to_string(&answers).unwrap();
                    // The call may have been given up.
                    let _over = call.to.send(frame(&answer(&call.id, &said(&text))));
                }
            }
        }
        self.got.send_modify(|got| got.push(message.clone()));
    }
}

fn frame(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

fn answer(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

fn said(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": false })
}

fn stream() -> (UnboundedSender<String>, Response) {
    let (sender, mut receiver) = unbounded_channel::<String>();
    let stream = futures::stream::poll_fn(move |context| receiver.poll_recv(context));
    let body = Body::from_stream(stream.map(|text| Ok::<_, Infallible>(Bytes::from(text))));
    (sender, ([("content-type", "text/event-stream")], body).into_response())
}

async fn ask(State(house): State<Arc<House>>, message: axum::Json<Value>) -> Response {
    if let Some(answer) = house.common(&message, "2025-11-25") {
        return axum::Json(answer).into_response();
    }
    if message["method"] != "tools/call" {
        house.hear(&message);
        return StatusCode::ACCEPTED.into_response();
    }
    let (sender, response) = stream();
    house.begin(&message, sender);
    response
}

async fn open(State(house): State<Arc<House>>) -> Response {
    let (sender, response) = stream();
    sender.send("event: endpoint\ndata: /ask-old/messages\n\n".to_owned()).unwrap();
    *house.stream.lock().unwrap() = Some(sender);
    response
}

async fn take(State(house): State<Arc<House>>, message: axum::Json<Value>) -> StatusCode {
    let stream = house.stream.lock().unwrap().clone().unwrap();
    match house.common(&message, "2024-11-05") {
        Some(answer) => stream.send(frame(&answer)).unwrap(),
        None if message["method"] == "tools/call" => house.begin(&message, stream),
        None => house.hear(&message),
    }
    StatusCode::ACCEPTED
}

async fn ask_again(State(house): State<Arc<House>>, message: axum::Json<Value>) -> Response {
    let params = &message["params"];
    let result = match message["method"].as_str().unwrap() {
        "tools/list" => return axum::Json(house.common(&message, "")).into_response(),
        "server/discover" => json!({}),
        "tools/call" if params["requestState"] == "s1" => {
            let answers: Vec<_> = params["inputResponses"].as_object().unwrap().values().collect();
            said(&serde_json::to_string(&answers).unwrap())
        }
        "tools/call" => {
            let questions = params["arguments"]["questions"].as_array().unwrap();
            let request =
                |params: &Value| json!({ "method": "elicitation/create", "params": params });
            let requests: serde_json::Map<_, _> = questions
                .iter()
                .enumerate()
                .map(|(at, params)| (at.to_string(), request(params)))
                .collect();
            json!({ "resultType": "input_required", "inputRequests": requests, "requestState": "s1" })
        }
        _ => {
            let error = json!({ "code": -32601, "message": "Unknown" });
            let body = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
            return axum::Json(body).into_response();
        }
    };
    axum::Json(answer(&message["id"], &result)).into_response()
}
