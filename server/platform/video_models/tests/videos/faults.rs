//! What goes wrong at a provider of videos.

use providers::{ModelError, Protocol};
use serde_json::{Value, json};
use testing::ScriptedAnswer;

use super::setting::{KEY, Setting, asking, result, working};

/// Returns the code of the problem that the person is shown, with the provider's words.
fn shown(error: &ModelError) -> (&'static str, String) {
    let problem = error.problem();
    (problem.kind.code, problem.params.get("message").cloned().unwrap_or_default())
}

/// A way in which a job ends: the protocol and the model, where it starts and is polled, and both answers.
struct Ending {
    protocol: Protocol,
    model: &'static str,
    start: (&'static str, Value),
    poll: &'static str,
}

fn endings() -> [Ending; 6] {
    let veo = "models/veo-2/operations/o";
    [
        Ending {
            protocol: Protocol::Openai,
            model: "sora-2",
            start: ("POST /v1/videos", json!({ "id": "j", "status": "queued" })),
            poll: "GET /v1/videos/j",
        },
        Ending {
            protocol: Protocol::Gemini,
            model: "veo-2",
            start: ("POST /v1beta/models/veo-2:predictLongRunning", json!({ "name": veo })),
            poll: "GET /v1beta/models/veo-2/operations/o",
        },
        Ending {
            protocol: Protocol::Runway,
            model: "gen4.5",
            start: ("POST /v1/text_to_video", json!({ "id": "j" })),
            poll: "GET /v1/tasks/j",
        },
        Ending {
            protocol: Protocol::Kling,
            model: "kling-v1-6",
            start: ("POST /v1/videos/text2video", json!({ "code": 0, "data": { "task_id": "j" } })),
            poll: "GET /v1/videos/text2video/j",
        },
        Ending {
            protocol: Protocol::Luma,
            model: "ray-2",
            start: ("POST /dream-machine/v1/generations", json!({ "id": "j", "state": "queued" })),
            poll: "GET /dream-machine/v1/generations/j",
        },
        Ending {
            protocol: Protocol::Minimax,
            model: "MiniMax-Hailuo-02",
            start: ("POST /v1/video_generation", json!({ "task_id": "j" })),
            poll: "GET /v1/query/video_generation",
        },
    ]
}

/// Starts a job, and polls it into `end`.
async fn ended(ending: &Ending, end: ScriptedAnswer) -> ModelError {
    let setting = Setting::over(ending.protocol).await;
    setting.server.answer(ending.start.0, ScriptedAnswer::json(ending.start.1.clone()));
    setting.server.answer(ending.poll, end);
    let model = setting.resolve(ending.model).await.model;
    let (job, _, _) = working(model.start(&asking(ending.model)).await.unwrap());
    result(&*model, &job).await.unwrap_err()
}

#[tokio::test]
async fn a_refused_subject_is_told_in_the_providers_words() {
    let ends = [
        (
            json!({ "status": "failed", "error": { "code": "moderation_blocked", "message": "Blocked." } }),
            "Blocked.",
        ),
        (
            json!({ "done": true, "response": { "generateVideoResponse": { "raiMediaFilteredCount": 1, "raiMediaFilteredReasons": ["Celebrity"] } } }),
            "Celebrity",
        ),
        (
            json!({ "status": "FAILED", "failure": "Not allowed.", "failureCode": "SAFETY.INPUT.TEXT" }),
            "Not allowed.",
        ),
        (json!({ "code": 1301, "message": "Content security policy" }), "Content security policy"),
        (
            json!({ "state": "failed", "failure_reason": "400: advanced moderation failed" }),
            "400: advanced moderation failed",
        ),
        (
            json!({ "base_resp": { "status_code": 1027, "status_msg": "output new_sensitive" } }),
            "output new_sensitive",
        ),
    ];
    for (ending, (end, words)) in endings().iter().zip(ends) {
        let error = ended(ending, ScriptedAnswer::json(end)).await;
        assert_eq!(
            shown(&error),
            ("providers.moderated", words.to_owned()),
            "{:?}",
            ending.protocol
        );
    }
}

#[tokio::test]
async fn a_failed_job_says_why() {
    let ends = [
        (
            json!({ "status": "failed", "error": { "code": "internal_error", "message": "Try again" } }),
            "Try again",
        ),
        (json!({ "done": true, "error": { "code": 13, "message": "Internal" } }), "Internal"),
        (
            json!({ "status": "FAILED", "failureCode": "INTERNAL.BAD_OUTPUT.CODE01" }),
            "INTERNAL.BAD_OUTPUT.CODE01",
        ),
        (
            json!({ "code": 0, "data": { "task_status": "failed", "task_status_msg": "Service busy" } }),
            "Service busy",
        ),
        (json!({ "state": "failed", "failure_reason": "No capacity" }), "No capacity"),
        (json!({ "status": "Fail" }), "The job failed without a reason."),
    ];
    for (ending, (end, words)) in endings().iter().zip(ends) {
        let error = ended(ending, ScriptedAnswer::json(end)).await;
        assert_eq!(
            shown(&error),
            ("providers.no_answer", words.to_owned()),
            "{:?}",
            ending.protocol
        );
    }
}

#[tokio::test]
async fn a_state_that_nobody_knows_and_a_page_and_a_busy_provider_are_told_apart() {
    for ending in &endings() {
        let odd =
            json!({ "status": "dreaming", "state": "???", "code": 0, "data": {}, "done": true });
        let error = ended(ending, ScriptedAnswer::json(odd)).await;
        let wanted = match ending.protocol {
            Protocol::Gemini => "providers.no_answer",
            _ => "providers.answer_broke_off",
        };
        assert_eq!(shown(&error).0, wanted, "{:?}", ending.protocol);

        let error = ended(ending, ScriptedAnswer::new(200, "text/html", "<html>")).await;
        assert_eq!(shown(&error).0, "providers.answer_broke_off", "{:?}", ending.protocol);

        let busy =
            ScriptedAnswer::refusal(429, json!({ "message": KEY })).header("retry-after", "9");
        let error = ended(ending, busy).await;
        let message = Some("…".to_owned());
        assert_eq!(error, ModelError::Busy { retry_after_seconds: Some(9), message });

        let down = ScriptedAnswer::refusal(503, json!({ "message": "Down" }));
        let error = ended(ending, down).await;
        assert_eq!(error, ModelError::Overloaded { message: Some("Down".to_owned()) });
    }
}

#[tokio::test]
async fn codes_in_answers_of_success_are_refusals() {
    let kling = |code: i64| json!({ "code": code, "message": "Said" });
    let minimax = |code: i64| json!({ "base_resp": { "status_code": code, "status_msg": "Said" } });
    for (at, end, wanted) in [
        (3, kling(1002), "providers.key_refused"),
        (3, kling(1102), "providers.out_of_quota"),
        (3, kling(1103), "providers.forbidden"),
        (3, kling(1302), "providers.busy"),
        (3, kling(1201), "providers.request_refused"),
        (3, kling(5001), "providers.overloaded"),
        (5, minimax(1002), "providers.busy"),
        (5, minimax(1008), "providers.out_of_quota"),
        (5, minimax(2049), "providers.key_refused"),
        (5, minimax(2013), "providers.request_refused"),
        (5, minimax(1013), "providers.overloaded"),
    ] {
        let error = ended(&endings()[at], ScriptedAnswer::json(end.clone())).await;
        assert_eq!(shown(&error), (wanted, "Said".to_owned()), "{end}");
    }
}

#[tokio::test]
async fn a_result_that_is_gone_or_no_video_says_so() {
    for (file, wanted) in [
        (ScriptedAnswer::refusal(404, json!({})), "providers.result_gone"),
        (ScriptedAnswer::new(200, "image/png", "\u{89}PNG"), "providers.answer_broke_off"),
    ] {
        let setting = Setting::over(Protocol::Luma).await;
        let url = format!("{}/out.mp4", setting.server.url());
        let made = json!({ "id": "l1", "state": "completed", "assets": { "video": url } });
        setting.server.answer("POST /dream-machine/v1/generations", ScriptedAnswer::json(made));
        setting.server.answer("GET /out.mp4", file);
        let error = setting.start(asking("ray-2")).await.unwrap_err();
        assert_eq!(shown(&error).0, wanted);
    }
}

#[tokio::test]
async fn a_job_whose_name_is_a_path_is_not_asked_about() {
    let setting = Setting::over(Protocol::Runway).await;
    let odd = ScriptedAnswer::json(json!({ "id": "../organization" }));
    setting.server.answer("POST /v1/text_to_video", odd);
    let model = setting.resolve("gen4.5").await.model;
    let (job, _, _) = working(model.start(&asking("gen4.5")).await.unwrap());
    assert!(matches!(model.poll(&job).await, Err(ModelError::Broken { .. })));
    assert!(
        !setting
            .server
            .lines()
            .iter()
            .any(|line| line.contains("organization") && line.contains("tasks"))
    );
}
