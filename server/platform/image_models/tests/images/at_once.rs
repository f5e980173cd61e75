//! Providers that answer a request with its images.

use bytes::Bytes;
use image_models::{ImageRequest, Progress};
use providers::{ModelError, Protocol};
use serde_json::{Value, json};
use testing::ScriptedAnswer;

use super::setting::{KEY, Setting, asking, png, png_base64, reference, size};

fn openai_images() -> ScriptedAnswer {
    ScriptedAnswer::json(json!({ "created": 1, "data": [
        { "b64_json": png_base64(), "revised_prompt": "A wet cat" }, { "b64_json": png_base64() },
    ] }))
}

#[tokio::test]
async fn openai_creates_images_of_a_text() {
    let setting = Setting::over(Protocol::Openai).await;
    setting.server.answer("POST /v1/images/generations", openai_images());
    let request = ImageRequest {
        count: 2,
        size: size("1024x1536"),
        quality: Some("high".to_owned()),
        transparent: true,
        ..asking("gpt-image-1")
    };

    let images = setting.make(request).await.unwrap();

    assert_eq!(images.len(), 2);
    assert_eq!((&images[0].content, images[0].media_type.as_str()), (&png(), "image/png"));
    assert_eq!(images[0].revised_prompt.as_deref(), Some("A wet cat"));
    let sent = setting.server.request("POST");
    assert_eq!(sent.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(sent.header("idempotency-key"), Some("task-7"));
    let body = json!({
        "model": "gpt-image-1", "prompt": "A cat in the rain", "n": 2, "size": "1024x1536",
        "quality": "high", "background": "transparent", "output_format": "png",
    });
    assert_eq!(sent.json(), body);
}

#[tokio::test]
async fn openai_edits_several_images_behind_a_mask() {
    let setting = Setting::over(Protocol::Openai).await;
    setting.server.answer("POST /v1/images/edits", openai_images());
    let request = ImageRequest {
        references: vec![reference(), reference()],
        mask: Some(png()),
        ..asking("gpt-image-1.5")
    };

    setting.make(request).await.unwrap();

    let sent = setting.server.request("POST");
    assert!(sent.header("content-type").unwrap().starts_with("multipart/form-data; boundary="));
    let form = sent.text();
    assert_eq!(form.matches("name=\"image[]\"; filename=\"image-").count(), 2);
    assert_eq!(form.matches("name=\"mask\"; filename=\"mask.png\"").count(), 1);
    assert!(form.contains("name=\"prompt\"\r\n\r\nA cat in the rain\r\n"));
}

#[tokio::test]
async fn a_compatible_server_may_answer_with_a_link_to_itself() {
    let setting = Setting::over(Protocol::OpenaiCompatible).await;
    let url = format!("{}/generated/1.png", setting.server.url());
    let answer = ScriptedAnswer::json(json!({ "data": [{ "url": url }] }));
    setting.server.answer("POST /v1/images/generations", answer);
    setting.server.answer("GET /generated/1.png", ScriptedAnswer::new(200, "image/png", png()));
    let request = ImageRequest { seed: Some(3), ..asking("FLUX.1-schnell") };

    let images = setting.make(request).await.unwrap();

    assert_eq!(images[0].content, png());
    assert_eq!(setting.server.request("POST").json()["seed"], json!(3));
}

#[tokio::test]
async fn a_chat_completion_answers_with_an_image() {
    let setting = Setting::over(Protocol::OpenaiCompatible).await;
    let url = format!("data:image/png;base64,{}", png_base64());
    let image = json!({ "type": "image_url", "image_url": { "url": url } });
    let message = json!({ "role": "assistant", "content": "Here it is.", "images": [image] });
    let answer = json!({ "choices": [{ "message": message, "finish_reason": "stop" }] });
    setting.server.answer("POST /v1/chat/completions", ScriptedAnswer::json(answer));
    let request = ImageRequest {
        ratio: Some("16:9".to_owned()),
        references: vec![reference()],
        ..asking("google/gemini-2.5-flash-image")
    };

    let images = setting.make(request).await.unwrap();

    assert_eq!(images[0].content, png());
    let sent = setting.server.request("POST").json();
    assert_eq!(sent["modalities"], json!(["image", "text"]));
    assert_eq!(sent["image_config"], json!({ "aspect_ratio": "16:9" }));
    assert_eq!(sent["messages"][0]["content"][1]["image_url"]["url"], json!(url));
}

#[tokio::test]
async fn gemini_answers_with_an_image_and_edits_one() {
    let setting = Setting::over(Protocol::Gemini).await;
    let parts = json!([
        { "text": "A sketch", "thought": true }, { "text": "Here it is." },
        { "inlineData": { "mimeType": "image/png", "data": png_base64() } },
    ]);
    let answer =
        json!({ "candidates": [{ "content": { "parts": parts }, "finishReason": "STOP" }] });
    let place = "POST /v1beta/models/gemini-3-pro-image-preview:generateContent";
    setting.server.answer(place, ScriptedAnswer::json(answer));
    let request = ImageRequest {
        ratio: Some("4:5".to_owned()),
        quality: Some("2K".to_owned()),
        references: vec![reference()],
        ..asking("gemini-3-pro-image-preview")
    };

    let images = setting.make(request).await.unwrap();

    assert_eq!(images.len(), 1);
    let sent = setting.server.request("POST");
    assert_eq!(sent.header("x-goog-api-key"), Some(KEY));
    let body = sent.json();
    let settings = json!({
        "responseModalities": ["TEXT", "IMAGE"],
        "imageConfig": { "aspectRatio": "4:5", "imageSize": "2K" },
    });
    assert_eq!(body["generationConfig"], settings);
    assert_eq!(body["contents"][0]["parts"][1]["inlineData"]["data"], json!(png_base64()));
}

#[tokio::test]
async fn imagen_predicts_images() {
    let setting = Setting::over(Protocol::Gemini).await;
    let prediction = json!({ "mimeType": "image/png", "bytesBase64Encoded": png_base64() });
    let answer = json!({ "predictions": [prediction, { "raiFilteredReason": "Filtered" }] });
    let place = "POST /v1beta/models/imagen-4.0-generate-001:predict";
    setting.server.answer(place, ScriptedAnswer::json(answer));
    let ratio = Some("3:4".to_owned());
    let request = ImageRequest { count: 2, ratio, ..asking("imagen-4.0-generate-001") };

    assert_eq!(setting.make(request).await.unwrap().len(), 1);

    let parameters = json!({ "sampleCount": 2, "aspectRatio": "3:4", "includeRaiReason": true });
    assert_eq!(setting.server.request("POST").json()["parameters"], parameters);
}

#[tokio::test]
async fn stability_is_sent_a_form_for_each_kind_of_work() {
    let made = ScriptedAnswer::json(
        json!({ "image": png_base64(), "finish_reason": "SUCCESS", "seed": 42 }),
    );
    for (request, place, has, has_not) in [
        (
            ImageRequest {
                ratio: Some("21:9".to_owned()),
                style: Some("anime".to_owned()),
                ..asking("stable-image-core")
            },
            "/v2beta/stable-image/generate/core",
            vec!["name=\"aspect_ratio\"\r\n\r\n21:9", "name=\"style_preset\"\r\n\r\nanime"],
            vec!["name=\"model\"", "name=\"image\""],
        ),
        (
            ImageRequest {
                references: vec![reference()],
                strength: Some(0.4),
                cfg_scale: Some(0.0),
                ..asking("sd3.5-large")
            },
            "/v2beta/stable-image/generate/sd3",
            vec![
                "name=\"mode\"\r\n\r\nimage-to-image",
                "name=\"strength\"\r\n\r\n0.4",
                "name=\"model\"\r\n\r\nsd3.5-large",
                "name=\"cfg_scale\"\r\n\r\n1\r\n",
                "name=\"image\"; filename",
            ],
            vec!["aspect_ratio"],
        ),
        (
            ImageRequest {
                references: vec![reference()],
                mask: Some(png()),
                ..asking("stable-image-ultra")
            },
            "/v2beta/stable-image/edit/inpaint",
            vec!["name=\"image\"; filename", "name=\"mask\"; filename"],
            vec!["name=\"strength\"", "name=\"mode\""],
        ),
    ] {
        let setting = Setting::over(Protocol::Stability).await;
        setting.server.answer(&format!("POST {place}"), made.clone());
        let images = setting.make(request).await.unwrap();
        assert_eq!(images[0].seed, Some(42));
        let sent = setting.server.request("POST");
        assert_eq!(sent.header("accept"), Some("application/json"));
        let form = sent.text();
        assert!(has.iter().all(|text| form.contains(text)), "{place}: {form}");
        assert!(!has_not.iter().any(|text| form.contains(text)), "{place}: {form}");
    }
}

#[tokio::test]
async fn a_mask_that_is_no_image_is_refused_before_anything_is_sent() {
    let setting = Setting::over(Protocol::Stability).await;
    let mask = Some(Bytes::from_static(b"no png"));
    let request =
        ImageRequest { references: vec![reference()], mask, ..asking("stable-image-ultra") };
    let refused = setting.start(request).await;
    assert!(matches!(refused, Err(ModelError::Refused { .. })), "{refused:?}");
    assert!(!setting.server.lines().iter().any(|line| line.starts_with("POST")));
}

#[tokio::test]
async fn a_provider_that_answers_at_once_has_no_jobs() {
    let setting = Setting::over(Protocol::Openai).await;
    let model = setting.resolve("dall-e-2").await.model;
    let job = image_models::ProviderJob::default();
    assert!(model.poll(&job).await.is_err());
    assert_eq!(model.cancel(&job).await, Ok(()));
    assert!(model.running_job(&asking("dall-e-2")).is_none());
}

/// The answer of a server that streams.
fn events(events: &[Value]) -> ScriptedAnswer {
    let lines = events.iter().map(|event| format!("event: x\ndata: {event}\n\n"));
    ScriptedAnswer::new(200, "text/event-stream; charset=utf-8", lines.collect::<String>())
}

/// Starts a request for two drafts; returns how many came, and the answer.
async fn start_with_drafts(setting: &Setting) -> (usize, Result<Progress, ModelError>) {
    let request = ImageRequest { drafts: 2, ..asking("gpt-image-1") };
    let model = setting.resolve("gpt-image-1").await;
    assert!(model.info.abilities.partial_images);
    let mut drafts = 0;
    let answer = model.model.start_with_drafts(&request, &mut |_| drafts += 1).await;
    (drafts, answer)
}

#[tokio::test]
async fn openai_shows_drafts_before_the_image() {
    let setting = Setting::over(Protocol::Openai).await;
    let draft = json!({ "type": "image_generation.partial_image", "b64_json": png_base64() });
    let cut = json!({ "type": "image_generation.partial_image", "b64_json": "iVBORw==" });
    let done = json!({ "type": "image_generation.completed", "b64_json": png_base64() });
    let answer = events(&[draft, cut, json!({ "type": "later" }), done]);
    setting.server.answer("POST /v1/images/generations", answer);

    let (drafts, answer) = start_with_drafts(&setting).await;

    let Ok(Progress::Done(images)) = answer else { panic!("{answer:?}") };
    assert_eq!((drafts, images.len(), &images[0].content), (1, 1, &png()));
    let sent = setting.server.request("POST").json();
    assert_eq!((&sent["stream"], &sent["partial_images"]), (&json!(true), &json!(2)));
}

#[tokio::test]
async fn a_stream_that_fails_or_ends_early_is_a_failure() {
    let setting = Setting::over(Protocol::Openai).await;
    let error =
        json!({ "code": "moderation_blocked", "message": "Rejected by the safety system." });
    let refused = events(&[json!({ "type": "error", "error": error })]);
    setting.server.answer("POST /v1/images/generations", refused);
    let (_, answer) = start_with_drafts(&setting).await;
    assert!(matches!(answer, Err(ModelError::Moderated { .. })), "{answer:?}");
    let setting = Setting::over(Protocol::Openai).await;
    let draft = json!({ "type": "image_generation.partial_image", "b64_json": png_base64() });
    setting.server.answer("POST /v1/images/generations", events(&[draft]));
    let (drafts, answer) = start_with_drafts(&setting).await;
    assert_eq!(drafts, 1);
    assert!(matches!(answer, Err(ModelError::NoAnswer { .. })), "{answer:?}");
}

#[tokio::test]
async fn a_server_that_does_not_stream_answers_whole() {
    let setting = Setting::over(Protocol::Openai).await;
    setting.server.answer("POST /v1/images/generations", openai_images());
    let (drafts, answer) = start_with_drafts(&setting).await;
    assert!(matches!(answer, Ok(Progress::Done(_))) && drafts == 0, "{answer:?}");
}
