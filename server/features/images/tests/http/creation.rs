//! Images that a model makes, and their price.

use kernel::Uuid;
use ledger::{Grant, Meter};
use serde_json::{Value, json};
use testing::{ScriptedAnswer, ScriptedServer, TestPerson, TestServer, TestStore, for_each_store};

use crate::setting::{REFERENCE, SMALL, connect, list, send};

/// Advanced credits for an image of `gpt-image-1` (its row in the catalogue).
const PRICE: i64 = 25;
pub const GENERATE: &str = "POST /v1/images/generations";
const EDIT: &str = "POST /v1/images/edits";

/// A server with a provider of images, and somebody who has 100 credits.
pub async fn start(store: TestStore) -> (TestServer, ScriptedServer, TestPerson) {
    let provider = ScriptedServer::start().await;
    let models = json!({ "data": [{ "id": "gpt-image-1" }] });
    provider.answer("GET /v1/models", ScriptedAnswer::json(models));
    let server = connect(store, &provider).await;
    let ana = server.member("ana@example.com").await;
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: 100,
        source: "reward",
        reference: "a test".to_owned(),
        ends_at: None,
        detail: String::new(),
    };
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();
    (server, provider, ana)
}

/// The answer of a provider that made so many images.
pub fn made(count: usize) -> ScriptedAnswer {
    use base64::Engine;
    let image = base64::engine::general_purpose::STANDARD.encode(SMALL);
    let data = vec![json!({ "b64_json": image }); count];
    ScriptedAnswer::json(json!({ "created": 1, "data": data }))
}

pub fn creation(changes: Value) -> Value {
    let mut work =
        json!({ "type": "create", "model": "lab/gpt-image-1", "prompt": "A lighthouse" });
    for (name, value) in changes.as_object().unwrap() {
        work[name] = value.clone();
    }
    json!({ "id": Uuid::now_v7(), "work": work })
}

/// Starts a task and does all its work.
pub async fn make(server: &TestServer, person: &TestPerson, task: Value) -> Value {
    person.post("/api/images/tasks", task.clone()).await.accepted();
    server.run_jobs().await;
    person.get(&format!("/api/images/tasks/{}", task["id"].as_str().unwrap())).await.ok()
}

/// Returns the credits that are neither used nor held.
async fn left(server: &TestServer, person: &TestPerson) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
    usage.iter().find(|one| one.meter == Meter::AdvancedCredit).unwrap().left.unwrap()
}

for_each_store! {
    async fn a_model_makes_images_that_are_kept_and_charged_for(store) {
        let (server, provider, ana) = start(store).await;
        provider.answer(GENERATE, made(2));
        let models = ana.get("/api/images/models").await.ok();
        assert_eq!((&models["models"][0]["id"], &models["models"][0]["credits"]), (&json!("lab/gpt-image-1"), &json!(PRICE)));

        let task = creation(json!({ "count": 2, "size": { "width": 1536, "height": 1024 }, "quality": "high" }));
        let begun = ana.post("/api/images/tasks", task.clone()).await.accepted();
        assert_eq!((&begun["price"], &begun["charged"]), (&json!(2 * PRICE), &Value::Null));
        assert_eq!(left(&server, &ana).await, 100 - 2 * PRICE, "it is held before anything is made");
        server.run_jobs().await;
        let done = ana.get(&format!("/api/images/tasks/{}", task["id"].as_str().unwrap())).await.ok();
        assert_eq!((&done["state"], &done["charged"]), (&json!("succeeded"), &json!(2 * PRICE)));
        assert_eq!(done["images"].as_array().unwrap().len(), 2);
        let image = &done["images"][0];
        assert_eq!((&image["origin"], &image["prompt"], &image["cost"]), (&json!("created"), &json!("A lighthouse"), &json!(PRICE)));
        assert_eq!(list(&ana, "?q=lighthouse").await.len(), 2);
        let asked = provider.request(GENERATE).json();
        assert_eq!((&asked["size"], &asked["n"]), (&json!("1536x1024"), &json!(2)));
    }

    // spec §8: "Failed to generate image, please retry later."
    async fn fewer_images_cost_less_and_none_cost_nothing(store) {
        let (server, provider, ana) = start(store).await;
        provider.answer(GENERATE, made(1));
        let done = make(&server, &ana, creation(json!({ "count": 3 }))).await;
        assert_eq!((&done["state"], &done["charged"]), (&json!("succeeded"), &json!(PRICE)));
        assert_eq!(left(&server, &ana).await, 100 - PRICE);

        provider.answer(GENERATE, ScriptedAnswer::refusal(400, json!({ "error": {
            "message": "Your request was rejected by the safety system.", "code": "moderation_blocked" } })));
        let failed = make(&server, &ana, creation(json!({ "prompt": "Something else" }))).await;
        // The first answer is given once more to what was asked before it.
        let failed = match failed["state"].as_str() {
            Some("failed") => failed,
            _ => make(&server, &ana, creation(json!({ "prompt": "Something else again" }))).await,
        };
        assert_eq!(failed["problem"]["message"], "Failed to generate image, please retry later.");
        let cause = failed["cause"]["params"]["message"].as_str().unwrap();
        assert!(cause.contains("safety system"), "the provider's own words: {cause}");
        assert_eq!(failed["charged"], json!(0));
    }

    async fn what_a_model_cannot_do_and_what_nobody_can_pay_is_refused_before_it_starts(store) {
        let (server, provider, ana) = start(store).await;
        for (changes, status, code) in [
            (json!({ "model": "lab/nothing" }), 422, "image_models.model_unknown"),
            (json!({ "prompt": " " }), 422, "images.prompt_empty"),
            (json!({ "seed": 7 }), 422, "images.setting_invalid"),
            (json!({ "count": 11 }), 422, "images.setting_invalid"),
            (json!({ "size": { "width": 1, "height": 1 } }), 422, "images.setting_invalid"),
            (json!({ "cfg_scale": 11 }), 422, "images.setting_invalid"),
            (json!({ "count": 5 }), 402, "ledger.insufficient_credits"),
            (json!({ "references": [{ "file_id": Uuid::now_v7() }] }), 404, "files.not_found"),
        ] {
            let refused = ana.post("/api/images/tasks", creation(changes.clone())).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (status, Some(code)), "{changes}");
        }
        let small = send(&ana, SMALL).await;
        let references = json!({ "references": [{ "file_id": small }] });
        let refused = ana.post("/api/images/tasks", creation(references)).await;
        assert_eq!(refused.json()["message"], "The image of this size cannot be parsed.");
        assert_eq!((left(&server, &ana).await, provider.lines().len()), (100, 1), "nothing was asked");
    }

    async fn an_edit_keeps_the_image_that_it_was_made_from(store) {
        let (server, provider, ana) = start(store).await;
        provider.answer(EDIT, made(1));
        let file_id = send(&ana, REFERENCE).await;
        let mask = send(&ana, REFERENCE).await;
        let done = make(&server, &ana, creation(json!({
            "references": [{ "file_id": file_id }], "mask_file_id": mask }))).await;
        let image = &done["images"][0];
        assert_eq!(image["origin"], "edited");
        let parent = ana.get(&format!("/api/images/{}", image["parent_id"].as_str().unwrap())).await.ok();
        assert_eq!((&parent["file_id"], &parent["origin"]), (&json!(file_id), &json!("uploaded")));
        let form = provider.request(EDIT).text();
        assert!(form.contains("name=\"mask\"") && form.contains("A lighthouse"));
    }

    async fn a_busy_provider_is_asked_again_and_a_cancelled_task_costs_nothing(store) {
        let (server, provider, ana) = start(store).await;
        let busy = ScriptedAnswer::refusal(429, json!({ "error": { "message": "Slow down" } }));
        provider.answer(GENERATE, busy.header("retry-after", "7"));
        provider.answer(GENERATE, made(1));
        let task = creation(json!({}));
        let path = format!("/api/images/tasks/{}", task["id"].as_str().unwrap());
        let waiting = make(&server, &ana, task).await;
        assert_eq!((&waiting["state"], &waiting["stage"]), (&json!("running"), &json!("busy")));
        server.clock().advance(8 * kernel::SECOND);
        server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["state"], "succeeded");

        let task = creation(json!({}));
        let cancel = format!("/api/tasks/{}/cancel", task["id"].as_str().unwrap());
        ana.post("/api/images/tasks", task).await.accepted();
        ana.post(&cancel, json!({})).await.assert_status(202);
        server.run_jobs().await;
        assert_eq!(left(&server, &ana).await, 100 - PRICE);
    }
}
