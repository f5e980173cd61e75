//! Images for programs.

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::Request;
use http::header::CONTENT_TYPE;
use ledger::{Grant, Meter};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{
    Client, FakeProvider, ScriptedAnswer, ScriptedServer, TestStore, colorful_png, for_each_store,
};

use crate::setting::Setting;

const GENERATE: &str = "/v1/images/generations";
/// Its row in the catalogue says 6 advanced credits for an image.
const MODEL: &str = "lab/gpt-image-1-mini";
const PRICE: i64 = 6;

/// A provider of images, Ana with 30 credits, and a program of hers that may make images.
async fn start(store: TestStore) -> (Setting, FakeProvider, Client) {
    let setting = Setting::new(store).await;
    let lab = FakeProvider::start_with(&["gpt-image-1-mini", "gpt-image-1-mini-e500"]).await;
    let new = NewConnection {
        name: "Lab".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(lab.openai_url()),
        api_key: None,
    };
    setting.server.services.providers.create_connection(new).await.unwrap();
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: 30,
        source: "reward",
        reference: "a test".to_owned(),
        ends_at: None,
        detail: String::new(),
    };
    let mut tx = setting.server.db().begin().await.unwrap();
    let workspace_id = setting.ana.workspace_id;
    setting.server.services.ledger.grant(&mut tx, workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();
    let program = program(&setting, &["images"]).await;
    (setting, lab, program)
}

async fn program(setting: &Setting, scopes: &[&str]) -> Client {
    let new = json!({ "name": "p", "cap": null, "scopes": scopes });
    let made = setting.ana.post("/api/gateway/keys", new).await.created();
    setting.program_with(made["secret"].as_str().unwrap())
}

async fn left(setting: &Setting) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    let payer = setting.ana.payer();
    let usage = setting.server.services.ledger.usage(&mut conn, &payer).await.unwrap();
    usage.iter().find(|one| one.meter == Meter::AdvancedCredit).unwrap().left.unwrap()
}

/// Returns a form with texts and one image.
fn form(texts: &[(&str, &str)], image: &[u8]) -> Request<Body> {
    let mut body = Vec::new();
    for (name, text) in texts {
        let part =
            format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = "--X\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\
        Content-Type: image/png\r\n\r\n";
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(image);
    body.extend_from_slice(b"\r\n--X--\r\n");
    let request = Request::post("/v1/images/edits");
    request.header(CONTENT_TYPE, "multipart/form-data; boundary=X").body(Body::from(body)).unwrap()
}

/// Returns the data of the events in a stream.
fn events_of(text: &str) -> Vec<Value> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

for_each_store! {
    async fn images_come_in_base64_and_are_charged_each(store) {
        let (setting, _lab, program) = start(store).await;
        let asked = json!({ "model": MODEL, "prompt": "A lighthouse", "n": 2, "size": "1024x1024" });
        let made = program.post(GENERATE, asked).await.ok();
        assert_eq!(made["data"].as_array().unwrap().len(), 2);
        let image = STANDARD.decode(made["data"][0]["b64_json"].as_str().unwrap()).unwrap();
        assert!(image.starts_with(b"\x89PNG"));
        assert_eq!((&made["output_format"], left(&setting).await), (&json!("png"), 30 - 2 * PRICE));
    }

    async fn an_image_is_changed_by_a_form(store) {
        let (setting, lab, program) = start(store).await;
        let texts = [("model", MODEL), ("prompt", "Add a boat"), ("n", "1")];
        let made = program.send(form(&texts, &colorful_png((320, 320), 3))).await.ok();
        assert_eq!(made["data"].as_array().unwrap().len(), 1);
        assert_eq!(lab.calls()[0].body["prompt"], "Add a boat");
        assert_eq!(left(&setting).await, 30 - PRICE);
        let refused = program.send(form(&texts[..2], b"GIF89a")).await.assert_status(400);
        assert_eq!(refused.json()["error"]["param"], "image");
    }

    async fn what_fails_costs_nothing_and_says_why(store) {
        let (setting, _lab, program) = start(store).await;
        let error = async |asked: Value, status: u16| {
            program.post(GENERATE, asked).await.assert_status(status).json()["error"].clone()
        };
        let moderated = json!({ "model": MODEL, "prompt": "A [moderated] thing" });
        let said = error(moderated, 400).await;
        assert!(said["message"].as_str().unwrap().contains("safety system"), "{said}");
        let broken = json!({ "model": "lab/gpt-image-1-mini-e500", "prompt": "A lighthouse" });
        error(broken, 503).await;
        let unknown = json!({ "model": "lab/nothing", "prompt": "A lighthouse" });
        error(unknown, 404).await;
        let seeded = json!({ "model": MODEL, "prompt": "A lighthouse", "seed": 7 });
        assert_eq!(error(seeded, 400).await["param"], "seed");
        let many = json!({ "model": MODEL, "prompt": "A lighthouse", "n": 6 });
        error(many, 402).await;
        assert_eq!(left(&setting).await, 30);
    }

    async fn images_are_streamed_with_their_drafts(store) {
        let (setting, _lab, program) = start(store).await;
        let studio = ScriptedServer::start().await;
        let models = json!({ "data": [{ "id": "gpt-image-1-mini" }] });
        studio.answer("GET /v1/models", ScriptedAnswer::json(models));
        let events = ["partial_image", "completed"].map(|name| {
            let image = STANDARD.encode(colorful_png((64, 64), 3));
            let event = json!({ "type": format!("image_generation.{name}"), "b64_json": image });
            format!("data: {event}\n\n")
        });
        let answer = ScriptedAnswer::new(200, "text/event-stream", events.concat());
        studio.answer("POST /v1/images/generations", answer);
        let new = NewConnection {
            name: "Studio".to_owned(),
            protocol: Protocol::Openai,
            base_url: Some(format!("{}/v1", studio.url())),
            api_key: Some(kernel::Secret::new("sk-12345678".to_owned())),
        };
        setting.server.services.providers.create_connection(new).await.unwrap();
        let asked = json!({
            "model": "studio/gpt-image-1-mini", "prompt": "Waves", "stream": true, "partial_images": 1,
        });
        let events = events_of(&program.post(GENERATE, asked).await.assert_status(200).text());
        let kinds: Vec<&Value> = events.iter().map(|event| &event["type"]).collect();
        assert_eq!(kinds, ["image_generation.partial_image", "image_generation.completed"]);
        assert_eq!((&events[0]["partial_image_index"], &events[1]["size"]), (&json!(0), &json!("auto")));
        let image = STANDARD.decode(events[1]["b64_json"].as_str().unwrap()).unwrap();
        assert!(String::from_utf8_lossy(&image).contains("trainedAlgorithmicMedia"));
        assert_eq!(left(&setting).await, 30 - PRICE);
    }

    async fn a_model_without_drafts_streams_its_images_and_failures_keep_their_status(store) {
        let (setting, _lab, program) = start(store).await;
        let asked = json!({ "model": MODEL, "prompt": "Waves", "n": 2, "stream": true, "partial_images": 3 });
        let events = events_of(&program.post(GENERATE, asked).await.assert_status(200).text());
        assert_eq!(events.len(), 2);
        assert!(events.iter().all(|event| event["type"] == "image_generation.completed"));
        let refused = json!({ "model": MODEL, "prompt": "A [moderated] thing", "stream": true });
        program.post(GENERATE, refused).await.assert_status(400);
        assert_eq!(left(&setting).await, 30 - 2 * PRICE);
    }

    async fn a_key_without_the_permission_makes_no_images(store) {
        let (setting, lab, _) = start(store).await;
        let chats = program(&setting, &["models", "chat"]).await;
        let asked = json!({ "model": MODEL, "prompt": "A lighthouse" });
        chats.post(GENERATE, asked).await.assert_status(403);
        chats.send(form(&[("model", MODEL)], b"")).await.assert_status(403);
        assert_eq!(lab.call_count(), 0);
    }
}
