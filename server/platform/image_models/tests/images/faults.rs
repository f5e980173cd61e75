//! What goes wrong at any provider.

use image_models::ImageRequest;
use providers::{ModelError, NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Canary, ScriptedAnswer, ScriptedServer};

use super::setting::{KEY, Setting, asking, png, png_base64, result, working};

fn refusal(status: u16, body: Value) -> ScriptedAnswer {
    ScriptedAnswer::refusal(status, body)
}

/// Returns the code of the problem that the person is shown, with the provider's words.
fn shown(error: &ModelError) -> (&'static str, String) {
    let problem = error.problem();
    (problem.kind.code, problem.params.get("message").cloned().unwrap_or_default())
}

#[tokio::test]
async fn every_fault_of_an_answer_has_its_problem() {
    let error =
        |code: &str, message: &str| json!({ "error": { "code": code, "message": message } });
    let image = |content: &str| ScriptedAnswer::json(json!({ "data": [{ "b64_json": content }] }));
    let png_cut = &png_base64()[..64];
    let safety = "Your request was rejected by the safety system.";
    for (answer, code, words) in [
        (refusal(400, error("moderation_blocked", safety)), "providers.moderated", safety),
        (refusal(400, error("content_policy_violation", safety)), "providers.moderated", safety),
        (refusal(400, error("invalid_size", "Bad size")), "providers.request_refused", "Bad size"),
        (
            refusal(401, error("invalid_api_key", &format!("Incorrect API key: {KEY}"))),
            "providers.key_refused",
            "Incorrect API key: …",
        ),
        (
            refusal(403, error("unverified", "Verify your organization")),
            "providers.forbidden",
            "Verify your organization",
        ),
        (
            refusal(402, error("", "Insufficient credits")),
            "providers.out_of_quota",
            "Insufficient credits",
        ),
        (
            refusal(429, error("insufficient_quota", "Add money")),
            "providers.out_of_quota",
            "Add money",
        ),
        (refusal(429, error("rate_limit", "Slow down")), "providers.busy", "Slow down"),
        (refusal(500, error("", "Boom")), "providers.overloaded", "Boom"),
        (ScriptedAnswer::new(502, "text/html", "<html>"), "providers.overloaded", ""),
        (
            refusal(302, json!({})).header("location", "https://example.org/"),
            "providers.request_refused",
            "the address redirects to another one",
        ),
        (
            ScriptedAnswer::new(200, "text/html", "<html>Sign in</html>"),
            "providers.answer_broke_off",
            "a web page came instead of an answer",
        ),
        (
            ScriptedAnswer::new(200, "application/json", "{\"data\":[{\"b64"),
            "providers.answer_broke_off",
            "the answer is no JSON",
        ),
        (image("iVBORw0KG"), "providers.answer_broke_off", "a file in the answer is incomplete"),
        (image(png_cut), "providers.answer_broke_off", "an image is incomplete"),
        (image("PGh0bWw+"), "providers.answer_broke_off", "what came is no image"),
        (image(""), "providers.answer_broke_off", "a file in the answer is incomplete"),
        (
            ScriptedAnswer::json(json!({ "data": [] })),
            "providers.no_answer",
            "The provider sent no image.",
        ),
        (ScriptedAnswer::json(json!([1, 2])), "providers.no_answer", "The provider sent no image."),
    ] {
        let setting = Setting::over(Protocol::Openai).await;
        setting.server.answer("POST /v1/images/generations", answer);
        let error = setting.start(asking("gpt-image-1")).await.unwrap_err();
        assert_eq!(shown(&error), (code, words.to_owned()));
        assert!(!format!("{error:?} {error}").contains(KEY), "{error:?}");
        setting.server.request("POST");
    }
}

#[tokio::test]
async fn a_busy_providers_own_waiting_time_is_passed_on() {
    let setting = Setting::over(Protocol::Replicate).await;
    let busy = refusal(429, json!({ "detail": "Throttled" })).header("retry-after", "17");
    setting.server.answer("POST /v1/models/google/imagen-4/predictions", busy);
    let error = setting.start(asking("google/imagen-4")).await.unwrap_err();
    let message = Some("Throttled".to_owned());
    assert_eq!(error, ModelError::Busy { retry_after_seconds: Some(17), message });
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_unreachable() {
    let setting = Setting::over(Protocol::Stability).await;
    let gone = NewConnection {
        name: "Gone".to_owned(),
        protocol: Protocol::Automatic1111,
        base_url: Some("http://127.0.0.1:9".to_owned()),
        api_key: None,
    };
    setting.providers.create_connection(gone).await.unwrap();
    let model = setting.models.resolve("gone/dream").await.unwrap().model;
    assert_eq!(model.start(&asking("dream")).await, Err(ModelError::Unreachable));
}

#[tokio::test]
async fn gemini_says_why_there_is_no_image() {
    for (answer, code, words) in [
        (
            json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } }),
            "providers.moderated",
            "PROHIBITED_CONTENT",
        ),
        (
            json!({ "candidates": [{ "finishReason": "IMAGE_SAFETY", "finishMessage": "Unable to show the image." }] }),
            "providers.moderated",
            "Unable to show the image.",
        ),
        (
            json!({ "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": "Which cat do you mean?" }] } }] }),
            "providers.no_answer",
            "Which cat do you mean?",
        ),
        (
            json!({ "candidates": [{ "finishReason": "NO_IMAGE" }] }),
            "providers.no_answer",
            "The provider sent no image.",
        ),
        (json!({}), "providers.no_answer", "The provider sent no image."),
    ] {
        let setting = Setting::over(Protocol::Gemini).await;
        let place = "POST /v1beta/models/gemini-2.5-flash-image:generateContent";
        setting.server.answer(place, ScriptedAnswer::json(answer.clone()));
        let error = setting.start(asking("gemini-2.5-flash-image")).await.unwrap_err();
        assert_eq!(shown(&error), (code, words.to_owned()), "{answer}");
    }
}

#[tokio::test]
async fn filtered_images_are_refused_with_the_providers_words() {
    let filtered = json!({ "predictions": [{ "raiFilteredReason": "Sensitive words: 58061214" }] });
    let setting = Setting::over(Protocol::Gemini).await;
    let place = "POST /v1beta/models/imagen-4.0-generate-001:predict";
    setting.server.answer(place, ScriptedAnswer::json(filtered));
    let error = setting.start(asking("imagen-4.0-generate-001")).await.unwrap_err();
    assert_eq!(shown(&error), ("providers.moderated", "Sensitive words: 58061214".to_owned()));

    let setting = Setting::over(Protocol::Stability).await;
    let blurred = json!({ "image": png_base64(), "finish_reason": "CONTENT_FILTERED", "seed": 1 });
    setting.server.answer("POST /v2beta/stable-image/generate/core", ScriptedAnswer::json(blurred));
    let error = setting.start(asking("stable-image-core")).await.unwrap_err();
    assert_eq!(shown(&error).0, "providers.moderated");

    let setting = Setting::over(Protocol::OpenaiCompatible).await;
    let message =
        json!({ "message": { "content": "I can't." }, "finish_reason": "content_filter" });
    let answer = ScriptedAnswer::json(json!({ "choices": [message] }));
    setting.server.answer("POST /v1/chat/completions", answer);
    let error = setting.start(asking("google/gemini-2.5-flash-image")).await.unwrap_err();
    assert_eq!(shown(&error), ("providers.moderated", "I can't.".to_owned()));
}

#[tokio::test]
async fn a_link_that_is_gone_says_so_and_the_job_is_not_made_again() {
    for (status, own) in [(403, true), (404, true), (410, true), (404, false)] {
        let elsewhere = ScriptedServer::start().await;
        let setting = match own {
            true => Setting::over(Protocol::OpenaiCompatible).await,
            false => Setting::reaching(Protocol::OpenaiCompatible, &elsewhere).await,
        };
        let host = if own { &setting.server } else { &elsewhere };
        host.answer("GET /1.png", refusal(status, json!({})));
        let answer = json!({ "data": [{ "url": format!("{}/1.png", host.url()) }] });
        setting.server.answer("POST /v1/images/generations", ScriptedAnswer::json(answer));
        let error = setting.start(asking("flux-dev")).await.unwrap_err();
        assert_eq!(shown(&error).0, "providers.result_gone", "{status} {own}");
        setting.server.request("POST");
    }
}

#[tokio::test]
async fn the_key_does_not_follow_a_link_to_another_host() {
    let elsewhere = ScriptedServer::start().await;
    elsewhere.answer("GET /1.png", ScriptedAnswer::new(200, "image/png", png()));
    let setting = Setting::reaching(Protocol::OpenaiCompatible, &elsewhere).await;
    let answer = json!({ "data": [{ "url": format!("{}/1.png", elsewhere.url()) }] });
    setting.server.answer("POST /v1/images/generations", ScriptedAnswer::json(answer));

    let images = setting.make(asking("flux-dev")).await.unwrap();

    assert_eq!(images[0].content, png());
    let sent = elsewhere.request("GET /1.png");
    assert!(!format!("{:?}", sent.headers).contains(KEY));
    assert!(sent.header("authorization").is_none());
}

#[tokio::test]
async fn the_key_is_not_sent_to_an_address_of_another_host_that_a_job_names() {
    let elsewhere = ScriptedServer::start().await;
    let setting = Setting::over(Protocol::BlackForestLabs).await;
    let started = json!({ "id": "j-1", "polling_url": format!("{}/poll", elsewhere.url()) });
    setting.server.answer("POST /v1/flux-dev", ScriptedAnswer::json(started));
    let model = setting.resolve("flux-dev").await.model;
    let (job, _, _) = working(model.start(&asking("flux-dev")).await.unwrap());

    let refused = result(&*model, &job).await.unwrap_err();

    assert!(matches!(refused, ModelError::Broken { .. }), "{refused:?}");
    assert_eq!(elsewhere.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_link_into_the_network_behind_the_server_is_not_followed() {
    let canary = Canary::start().await;
    let setting = Setting::over(Protocol::OpenaiCompatible).await;
    let links =
        [canary.url(), "http://169.254.169.254/latest".to_owned(), "file:///etc/passwd".to_owned()];
    for url in links {
        let answer = json!({ "data": [{ "url": url }] });
        setting.server.answer("POST /v1/images/generations", ScriptedAnswer::json(answer));
        let error = setting.start(asking("flux-dev")).await.unwrap_err();
        assert_eq!(error, ModelError::ResultGone, "{url}");
    }
    assert_eq!(canary.reached(), 0);
}

#[tokio::test]
async fn an_image_that_is_too_large_is_not_read_to_its_end() {
    let setting = Setting::over(Protocol::OpenaiCompatible).await;
    let large = [png().as_ref(), &vec![0; 33_554_433]].concat();
    setting.server.answer("GET /1.png", ScriptedAnswer::new(200, "image/png", large));
    let answer = json!({ "data": [{ "url": format!("{}/1.png", setting.server.url()) }] });
    setting.server.answer("POST /v1/images/generations", ScriptedAnswer::json(answer));
    let error = setting.start(ImageRequest { count: 1, ..asking("flux-dev") }).await.unwrap_err();
    assert_eq!(error, ModelError::broken("the answer is too long"));
}

#[tokio::test]
async fn a_link_to_another_host_is_bounded_and_what_is_behind_it_has_to_be_a_whole_image() {
    let large = vec![0; 33_554_433];
    let page = ScriptedAnswer::new(200, "text/html", "<html>Expired</html>");
    let cut = ScriptedAnswer::new(200, "image/png", png().slice(..40));
    for (file, wanted) in [
        (ScriptedAnswer::new(200, "image/png", large), "the result is too large"),
        (page, "what came is no image"),
        (cut, "an image is incomplete"),
    ] {
        let elsewhere = ScriptedServer::start().await;
        let setting = Setting::reaching(Protocol::OpenaiCompatible, &elsewhere).await;
        elsewhere.answer("GET /1.png", file);
        let answer = json!({ "data": [{ "url": format!("{}/1.png", elsewhere.url()) }] });
        setting.server.answer("POST /v1/images/generations", ScriptedAnswer::json(answer));
        assert_eq!(setting.start(asking("flux-dev")).await, Err(ModelError::broken(wanted)));
    }
}
