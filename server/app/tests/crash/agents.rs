//! An agent whose server is killed at each of its steps (issue 28).

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testing::FakeProvider;
use uuid::Uuid;

use crate::books;
use crate::person::Person;
use crate::server::Server;

/// Uses both tools three times, and thinks before its answer.
const WORKS: &str = "u5-f150-echo";
const STEPS: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_goes_on_after_each_kill_and_does_nothing_twice() {
    kill_at_each_step(Server::new_on_sqlite().await).await;
}

async fn kill_at_each_step(mut server: Server) {
    let provider = FakeProvider::start_with(&[WORKS]).await;
    let person = Person::sign_up(&server, &provider).await;
    let agent = Uuid::now_v7();
    let definition = json!({ "name": "Clerk", "tools": ["calculate", "save_memo"] });
    let new = json!({ "id": agent, "definition": definition });
    person.call(Method::POST, "/api/agents", Some(&new)).await;
    let id = Uuid::now_v7();
    let text = "calculate {\"expression\": \"6 * 7\"}\nsave_memo {\"text\": \"Tides rise.\"}";
    let task = json!({ "id": id, "agent": agent, "text": text, "model": person.model(WORKS) });
    person.call(Method::POST, "/api/agents/tasks", Some(&task)).await;
    let path = format!("/api/agents/tasks/{id}");
    for steps in 0..STEPS {
        // Now at the question to the model, now while it thinks, now while tools run.
        let is_far = |body: &Value| body["steps"].as_i64() >= i64::try_from(steps).ok();
        person.wait_until(&path, |body| is_far(body) || body["state"] == "succeeded").await;
        tokio::time::sleep(Duration::from_millis(steps as u64 * 40)).await;
        server.kill().await;
        server.start().await;
    }
    let is_over = |body: &Value| body["state"] == "succeeded" || body["state"] == "failed";
    let mut done = person.wait_until(&path, is_over).await;
    if done["state"] == "failed" {
        // Three servers died at the same step: its person says that it is to go on.
        person.call(Method::POST, &format!("{path}/retry"), None).await;
        done = person.wait_until(&path, is_over).await;
    }
    assert_eq!(done["state"], "succeeded", "{done}");
    let entries = done["entries"].as_array().expect("entries");
    let steps: Vec<&Value> = entries.iter().filter(|entry| entry["kind"] == "step").collect();
    assert_eq!((steps.len(), entries.len()), (STEPS, STEPS + 1), "each step is there once: {done}");
    assert_eq!(done["charged"], json!(STEPS), "and is paid for once");
    check_memos(&person, &steps).await;
    books::wait_until_runs_end(&server).await;
    server.stop().await;
    books::assert_balanced(&server).await;
}

/// Checks that no memo was saved twice: one for each call that says so, and at most one for each that was cut short.
async fn check_memos(person: &Person, steps: &[&Value]) {
    let calls = steps.iter().flat_map(|step| step["calls"].as_array().expect("calls"));
    let saves: Vec<&Value> = calls.filter(|call| call["tool"] == "save_memo").collect();
    let told = saves.iter().filter(|call| call["state"] == "completed").count();
    let memos = person.call(Method::GET, "/api/memos", None).await;
    let memos = memos["items"].as_array().expect("memos").len();
    assert_eq!(saves.len(), STEPS - 1);
    assert!((told..=saves.len()).contains(&memos), "{memos} memos of {told} calls");
}
