//! Providers that work at a request for a while.

use image_models::ImageRequest;
use providers::{ModelError, Protocol};
use serde_json::{Value, json};
use testing::ScriptedAnswer;

use super::setting::{KEY, Setting, asking, png, reference, result, size, working};

fn json_answer(body: Value) -> ScriptedAnswer {
    ScriptedAnswer::json(body)
}

fn picture() -> ScriptedAnswer {
    ScriptedAnswer::new(200, "image/png", png())
}

#[tokio::test]
async fn black_forest_labs_is_asked_at_the_address_it_gives() {
    let setting = Setting::over(Protocol::BlackForestLabs).await;
    let poll_url = format!("{}/v1/get_result?id=j-1", setting.server.url());
    let started = json!({ "id": "j-1", "polling_url": poll_url });
    setting.server.answer("POST /v1/flux-pro-1.1", json_answer(started));
    let sample = format!("{}/results/j-1.png", setting.server.url());
    for state in [
        json!({ "id": "j-1", "status": "Pending", "progress": 0.25 }),
        json!({ "id": "j-1", "status": "Ready", "result": { "sample": sample, "seed": 9 } }),
    ] {
        setting.server.answer("GET /v1/get_result", json_answer(state));
    }
    setting.server.answer("GET /results/j-1.png", picture());
    let request = ImageRequest {
        size: size("1280x960"),
        seed: Some(9),
        references: vec![reference()],
        ..asking("flux-pro-1.1")
    };
    let model = setting.resolve("flux-pro-1.1").await.model;

    let (job, _, _) = working(model.start(&request).await.unwrap());
    let (job, percent, _) = working(model.poll(&job).await.unwrap());
    let images = result(&*model, &job).await.unwrap();

    assert_eq!((percent, images[0].seed, &images[0].content), (Some(25), Some(9), &png()));
    let body = setting.server.request("POST").json();
    assert_eq!(
        (&body["width"], &body["height"], &body["seed"]),
        (&json!(1280), &json!(960), &json!(9))
    );
    assert!(body["image_prompt"].is_string());
    assert_eq!(model.cancel(&job).await, Ok(()));
}

#[tokio::test]
async fn a_filling_has_a_white_mask_and_an_edit_several_images() {
    let setting = Setting::over(Protocol::BlackForestLabs).await;
    for model in ["flux-pro-1.0-fill", "flux-2-pro"] {
        setting.server.answer(&format!("POST /v1/{model}"), json_answer(json!({ "id": "j" })));
    }
    let fill = ImageRequest {
        references: vec![reference()],
        mask: Some(png()),
        ..asking("flux-pro-1.0-fill")
    };
    setting.start(fill).await.unwrap();
    let edit = ImageRequest { references: vec![reference(), reference()], ..asking("flux-2-pro") };
    setting.start(edit).await.unwrap();

    let fill = setting.server.request("POST /v1/flux-pro-1.0-fill").json();
    assert!(fill["image"].is_string() && fill["mask"].is_string());
    let edit = setting.server.request("POST /v1/flux-2-pro").json();
    assert!(edit["input_image"].is_string() && edit["input_image_2"].is_string());
}

#[tokio::test]
async fn black_forest_labs_states_are_told_apart() {
    for (state, wanted) in [
        (json!({ "status": "Content Moderated" }), "Moderated(Content Moderated)"),
        (
            json!({ "status": "Request Moderated", "details": { "Moderation Reasons": ["Derivative Works Filter"] } }),
            "Moderated(Request Moderated: Derivative Works Filter)",
        ),
        (json!({ "status": "Task not found" }), "ResultGone"),
        (
            json!({ "status": "Error", "details": { "error": "Out of GPUs" } }),
            "NoAnswer(Out of GPUs)",
        ),
        (json!({ "status": "Dreaming" }), "Broken(the job is in an unknown state)"),
        (json!({}), "Broken(the job is in an unknown state)"),
    ] {
        let setting = Setting::over(Protocol::BlackForestLabs).await;
        setting.server.answer("POST /v1/flux-dev", json_answer(json!({ "id": "j-1" })));
        setting.server.answer("GET /v1/get_result", json_answer(state.clone()));
        let model = setting.resolve("flux-dev").await.model;
        let (job, _, _) = working(model.start(&asking("flux-dev")).await.unwrap());
        assert_eq!(said(model.poll(&job).await.unwrap_err()), wanted, "{state}");
    }
}

/// Returns an error in short.
fn said(error: ModelError) -> String {
    match error {
        ModelError::Moderated { message } => format!("Moderated({message})"),
        ModelError::NoAnswer { message } => format!("NoAnswer({message})"),
        ModelError::Broken { message } => format!("Broken({message})"),
        ModelError::Refused { message } => format!("Refused({message})"),
        other => format!("{other:?}"),
    }
}

fn prediction(setting: &Setting, status: &str, more: Value) -> Value {
    let base = format!("{}/v1/predictions/p1", setting.server.url());
    let mut prediction = json!({
        "id": "p1", "status": status, "output": null, "error": null, "logs": "",
        "urls": { "get": base, "cancel": format!("{base}/cancel") },
    });
    for (name, value) in more.as_object().unwrap() {
        prediction[name] = value.clone();
    }
    prediction
}

#[tokio::test]
async fn replicate_works_at_a_prediction_until_it_has_an_output() {
    let setting = Setting::over(Protocol::Replicate).await;
    let started = ScriptedAnswer::refusal(201, prediction(&setting, "starting", json!({})));
    let place = "POST /v1/models/black-forest-labs/flux-dev/predictions";
    setting.server.answer(place, started);
    let logs = json!({ "logs": "seed 4\n 50%|##  | 14/28" });
    let url = format!("{}/out/0.png", setting.server.url());
    for state in [
        prediction(&setting, "processing", logs),
        prediction(&setting, "succeeded", json!({ "output": [url] })),
    ] {
        setting.server.answer("GET /v1/predictions/p1", json_answer(state));
    }
    setting.server.answer("GET /out/0.png", picture());
    let canceled = json_answer(prediction(&setting, "canceled", json!({})));
    setting.server.answer("POST /v1/predictions/p1/cancel", canceled);
    let request = ImageRequest {
        count: 2,
        ratio: Some("16:9".to_owned()),
        cfg_scale: Some(3.5),
        strength: Some(0.8),
        references: vec![reference()],
        ..asking("black-forest-labs/flux-dev")
    };
    let model = setting.resolve("black-forest-labs/flux-dev").await.model;

    let (job, _, _) = working(model.start(&request).await.unwrap());
    let (job, percent, _) = working(model.poll(&job).await.unwrap());
    let images = result(&*model, &job).await.unwrap();
    model.cancel(&job).await.unwrap();

    assert_eq!((percent, &images[0].content), (Some(50), &png()));
    let mut input = setting.server.request(place).json()["input"].take();
    assert!(input["image"].take().as_str().unwrap().starts_with("data:image/png;base64,"));
    let wanted = json!({
        "prompt": "A cat in the rain", "num_outputs": 2, "aspect_ratio": "16:9", "guidance": 3.5,
        "prompt_strength": 0.8, "image": null,
    });
    assert_eq!(input, wanted);
    setting.server.request("POST /v1/predictions/p1/cancel");
}

#[tokio::test]
async fn a_large_image_is_uploaded_to_replicate_first() {
    let setting = Setting::over(Protocol::Replicate).await;
    let urls = json!({ "urls": { "get": "https://api.replicate.com/v1/files/f1" } });
    setting.server.answer("POST /v1/files", ScriptedAnswer::refusal(201, urls));
    let started = prediction(&setting, "starting", json!({}));
    setting.server.answer("POST /v1/predictions", ScriptedAnswer::refusal(201, started));
    let mut large = reference();
    large.content = [png().as_ref(), &[0; 300_000]].concat().into();
    let model = "black-forest-labs/flux-kontext-pro:0f1e2d";

    setting.start(ImageRequest { references: vec![large], ..asking(model) }).await.unwrap();

    let sent = setting.server.request("POST /v1/predictions").json();
    assert_eq!(sent["version"], json!("0f1e2d"));
    assert_eq!(sent["input"]["input_image"], json!("https://api.replicate.com/v1/files/f1"));
}

#[tokio::test]
async fn replicates_failures_are_told_apart() {
    for (state, more, wanted) in [
        ("failed", json!({ "error": "NSFW content detected" }), "Moderated(NSFW content detected)"),
        ("failed", json!({ "error": "CUDA out of memory" }), "NoAnswer(CUDA out of memory)"),
        ("failed", json!({}), "NoAnswer(The job failed without a reason.)"),
        ("canceled", json!({}), "NoAnswer(The prediction was canceled.)"),
        ("aborted", json!({}), "NoAnswer(The prediction was canceled.)"),
        ("dreaming", json!({}), "Broken(the job is in an unknown state)"),
        ("succeeded", json!({}), "NoAnswer(The provider sent no image.)"),
    ] {
        let setting = Setting::over(Protocol::Replicate).await;
        let started = prediction(&setting, "starting", json!({}));
        setting.server.answer("POST /v1/models/google/imagen-4/predictions", json_answer(started));
        let end = prediction(&setting, state, more.clone());
        setting.server.answer("GET /v1/predictions/p1", json_answer(end));
        let model = setting.resolve("google/imagen-4").await.model;
        let (job, _, _) = working(model.start(&asking("google/imagen-4")).await.unwrap());
        assert_eq!(said(model.poll(&job).await.unwrap_err()), wanted, "{state} {more}");
    }
}

fn fal_started(setting: &Setting) -> Value {
    let base = format!("{}/fal-ai/flux/requests/r1", setting.server.url());
    json!({
        "request_id": "r1", "queue_position": 3, "response_url": base,
        "status_url": format!("{base}/status"), "cancel_url": format!("{base}/cancel"),
    })
}

#[tokio::test]
async fn fal_tells_the_place_in_its_queue_until_it_is_done() {
    let setting = Setting::over(Protocol::Fal).await;
    setting.server.answer("POST /fal-ai/flux/dev", json_answer(fal_started(&setting)));
    let status = "GET /fal-ai/flux/requests/r1/status";
    let waiting = json!({ "status": "IN_QUEUE", "queue_position": 1 });
    setting.server.answer(status, ScriptedAnswer::refusal(202, waiting));
    setting.server.answer(status, ScriptedAnswer::refusal(202, json!({ "status": "IN_PROGRESS" })));
    setting.server.answer(status, json_answer(json!({ "status": "COMPLETED" })));
    let url = format!("{}/files/cat.png", setting.server.url());
    let result_json =
        json!({ "images": [{ "url": url }], "seed": 5, "has_nsfw_concepts": [false] });
    setting.server.answer("GET /fal-ai/flux/requests/r1", json_answer(result_json));
    setting.server.answer("GET /files/cat.png", picture());
    let too_late = ScriptedAnswer::refusal(400, json!({ "status": "ALREADY_COMPLETED" }));
    setting.server.answer("PUT /fal-ai/flux/requests/r1/cancel", too_late);
    let model = setting.resolve("fal-ai/flux/dev").await.model;
    let request = ImageRequest { size: size("1024x768"), ..asking("fal-ai/flux/dev") };

    let (job, _, place) = working(model.start(&request).await.unwrap());
    assert_eq!(place, Some(3));
    let (_, _, place) = working(model.poll(&job).await.unwrap());
    assert_eq!(place, Some(1));
    working(model.poll(&job).await.unwrap());
    let images = result(&*model, &job).await.unwrap();
    assert_eq!((images[0].seed, &images[0].content), (Some(5), &png()));
    assert_eq!(model.cancel(&job).await, Ok(()), "it is too late to cancel");

    let sent = setting.server.request("POST");
    assert_eq!(sent.header("authorization"), Some(format!("Key {KEY}").as_str()));
    let body = json!({
        "prompt": "A cat in the rain", "num_images": 1,
        "image_size": { "width": 1024, "height": 768 },
    });
    assert_eq!(sent.json(), body);
}

#[tokio::test]
async fn fals_failures_are_told_apart() {
    let violation = json!({ "detail": [{
        "loc": ["body", "prompt"], "msg": "The content was flagged", "type": "content_policy_violation",
    }] });
    let fine = || json!({ "status": "COMPLETED" });
    for (status, answer, wanted) in [
        (fine(), ScriptedAnswer::refusal(422, violation), "Moderated(The content was flagged)"),
        (
            fine(),
            json_answer(json!({ "images": [], "has_nsfw_concepts": [true] })),
            "Moderated(has_nsfw_concepts)",
        ),
        (fine(), json_answer(json!({})), "NoAnswer(The provider sent no image.)"),
        (
            json!({ "status": "COMPLETED", "error": "Runner died" }),
            json_answer(json!({})),
            "NoAnswer(Runner died)",
        ),
        (
            json!({ "status": "FAILED" }),
            json_answer(json!({})),
            "NoAnswer(The job failed without a reason.)",
        ),
        (
            json!({ "status": "NAPPING" }),
            json_answer(json!({})),
            "Broken(the job is in an unknown state)",
        ),
    ] {
        let setting = Setting::over(Protocol::Fal).await;
        setting.server.answer("POST /fal-ai/flux/dev", json_answer(fal_started(&setting)));
        setting.server.answer("GET /fal-ai/flux/requests/r1/status", json_answer(status));
        setting.server.answer("GET /fal-ai/flux/requests/r1", answer);
        let model = setting.resolve("fal-ai/flux/dev").await.model;
        let (job, _, _) = working(model.start(&asking("fal-ai/flux/dev")).await.unwrap());
        assert_eq!(said(model.poll(&job).await.unwrap_err()), wanted);
    }
}

#[tokio::test]
async fn a_model_with_a_name_that_is_a_path_is_refused() {
    let setting = Setting::over(Protocol::BlackForestLabs).await;
    let model = setting.resolve("flux-dev").await.model;
    for name in ["../v1/credits", "flux-dev?x=1", "", ".."] {
        let refused = model.start(&asking(name)).await;
        assert!(matches!(refused, Err(ModelError::Refused { .. })), "{name}");
    }
}
