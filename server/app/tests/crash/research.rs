use axum::Router;
use axum::extract::State;
use axum::routing::get;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::person::Person;

/// A SearXNG on loopback, and the pages that it finds.
pub struct SmallWeb {
    pub host: String,
    _server: JoinSet<()>,
}

impl SmallWeb {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = listener.local_addr().expect("its number").to_string();
        let routes = Router::new()
            .route("/search", get(found))
            .route(
                "/pages/tides",
                get(|| async { "The moon pulls the sea.\nTides rise twice a day." }),
            )
            .with_state(host.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { host, _server: server }
    }

    /// Returns the operator's settings that allow access to it.
    pub fn settings(&self) -> String {
        format!("[web_access]\nallow_hosts = [\"{}\"]\n", self.host)
    }
}

async fn found(State(host): State<String>) -> axum::Json<Value> {
    let url = format!("http://{host}/pages/tides");
    axum::Json(json!({ "results": [{ "url": url, "title": "Tides", "content": "Why they rise" }] }))
}

/// Makes all searches ask that SearXNG, and nothing else.
pub async fn search_with(person: &Person, web: &SmallWeb) {
    let address = json!({ "address": format!("http://{}", web.host) });
    person.call(Method::PATCH, "/api/search/finders/searxng", Some(&address)).await;
    let off = json!({ "enabled": false });
    person.call(Method::PATCH, "/api/search/finders/wikipedia", Some(&off)).await;
}

/// A research of a person's, followed from outside.
pub struct Research<'a> {
    person: &'a Person,
    path: String,
}

impl<'a> Research<'a> {
    /// Begins one and agrees on its plan.
    pub async fn begin(person: &'a Person, web: &SmallWeb, model: &str) -> Self {
        search_with(person, web).await;
        let id = Uuid::now_v7();
        let new = json!({
            "id": id, "question": "Why are there tides?", "sources": ["web"], "clarify": false, "model": model,
        });
        person.call(Method::POST, "/api/research/researches", Some(&new)).await;
        let research = Self { person, path: format!("/api/research/researches/{id}") };
        let planned = research.wait_until(|body| body["state"] == "planned").await;
        let plan: Vec<Value> = planned["plan"]
            .as_array()
            .expect("a plan")
            .iter()
            .map(|topic| json!({ "question": topic["question"], "queries": topic["queries"] }))
            .collect();
        let agreement = json!({ "plan": plan, "steps_max": 100, "spend_max": 100 });
        person.call(Method::POST, &format!("{}/plan", research.path), Some(&agreement)).await;
        research
    }

    /// Waits until so many steps are done, or all of them.
    pub async fn wait_for_steps(&self, count: usize) -> bool {
        let is_far = |body: &Value| {
            let steps = body["steps"].as_array().expect("steps");
            let done = steps.iter().filter(|step| step["state"] == "done").count();
            done >= count || body["state"] == "completed"
        };
        self.wait_until(is_far).await["state"] != "completed"
    }

    /// Waits for the end; returns the complete research.
    pub async fn wait_for_end(&self) -> Value {
        self.wait_until(|body| body["state"] == "completed").await
    }

    async fn wait_until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let is_so = |body: &Value| {
            assert_ne!(body["state"], "paused", "{body}");
            is_so(body)
        };
        self.person.wait_until(&self.path, is_so).await
    }
}
