//! Drafts that are seen while a model makes an image.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{ScriptedAnswer, for_each_store};
use tokio::sync::Notify;

use crate::creation::{GENERATE, creation, start};
use crate::setting::{REFERENCE, SMALL};

fn event(name: &str, image: &[u8]) -> String {
    let kind = format!("image_generation.{name}");
    let event = json!({ "type": kind, "b64_json": STANDARD.encode(image) });
    format!("event: {kind}\ndata: {event}\n\n")
}

for_each_store! {
    async fn a_draft_is_seen_while_the_image_is_made_and_gone_after_it(store) {
        let (server, provider, ana) = start(store).await;
        let new = NewConnection {
            name: "Studio".to_owned(),
            protocol: Protocol::Openai,
            base_url: Some(format!("{}/v1", provider.url())),
            api_key: Some(kernel::Secret::new("sk-12345678".to_owned())),
        };
        server.services.providers.create_connection(new).await.unwrap();
        let go_on = Arc::new(Notify::new());
        let first = ScriptedAnswer::new(200, "text/event-stream", event("partial_image", SMALL));
        provider.answer(GENERATE, first.then(event("completed", REFERENCE), go_on.clone()));
        let task = creation(json!({ "model": "studio/gpt-image-1" }));
        let path = format!("/api/images/tasks/{}", task["id"].as_str().unwrap());
        let draft = format!("{path}/draft");
        ana.post("/api/images/tasks", task).await.accepted();
        ana.get(&draft).await.assert_problem(404, "images.not_found");
        let look = async {
            let task = loop {
                let task = ana.get(&path).await.ok();
                if task["draft"] != Value::Null {
                    break task;
                }
                tokio::task::yield_now().await;
            };
            assert_eq!((&task["state"], &task["draft"]), (&json!("running"), &json!(1)));
            let seen = ana.get(&draft).await.assert_status(200);
            assert_eq!((&seen.body[..], seen.headers["cache-control"].as_bytes()), (SMALL, &b"private, no-store"[..]));
            let ben = server.member("ben@example.com").await;
            ben.get(&draft).await.assert_problem(404, "images.task_not_found");
            go_on.notify_one();
        };
        tokio::join!(server.run_jobs(), look);
        let done = ana.get(&path).await.ok();
        assert_eq!((&done["state"], &done["draft"]), (&json!("succeeded"), &Value::Null));
        assert_eq!((&done["images"][0]["width"], &done["charged"]), (&json!(320), &json!(25)));
        ana.get(&draft).await.assert_problem(404, "images.not_found");
    }
}
