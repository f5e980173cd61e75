//! Each vendor's request, states and result.

use providers::Protocol;
use serde_json::{Value, json};
use testing::ScriptedAnswer;
use video_models::{ProviderJob, VideoModel, VideoRequest};

use super::setting::{KEY, Setting, asking, frame, mp4, result, working};

fn answer(body: Value) -> ScriptedAnswer {
    ScriptedAnswer::json(body)
}

fn video() -> ScriptedAnswer {
    ScriptedAnswer::new(200, "video/mp4", mp4())
}

/// Starts `request`, and polls it until it is done: once to a state of work.
async fn work(setting: &Setting, request: VideoRequest) -> (ProviderJob, Option<i64>) {
    let model = setting.resolve(&request.model).await.model;
    let (job, _, _) = working(model.start(&request).await.unwrap());
    let (job, percent, _) = working(model.poll(&job).await.unwrap());
    assert_has_video(&*model, &job).await;
    (job, percent)
}

async fn assert_has_video(model: &dyn VideoModel, job: &ProviderJob) {
    let videos = result(model, job).await.unwrap();
    assert_eq!((videos.len(), &videos[0].content), (1, &mp4()));
    assert_eq!(videos[0].media_type, "video/mp4");
}

#[tokio::test]
async fn openai_makes_a_video_that_begins_with_an_image() {
    let setting = Setting::over(Protocol::Openai).await;
    setting.server.answer(
        "POST /v1/videos",
        answer(json!({ "id": "video_1", "status": "queued", "progress": 0 })),
    );
    let place = "GET /v1/videos/video_1";
    setting
        .server
        .answer(place, answer(json!({ "id": "video_1", "status": "in_progress", "progress": 33 })));
    setting.server.answer(place, answer(json!({ "id": "video_1", "status": "completed" })));
    setting.server.answer("GET /v1/videos/video_1/content", video());
    setting.server.answer("DELETE /v1/videos/video_1", answer(json!({ "deleted": true })));
    let request = VideoRequest {
        seconds: Some(8),
        ratio: Some("9:16".to_owned()),
        resolution: Some("1024p".to_owned()),
        first_frame: frame(),
        ..asking("sora-2-pro")
    };

    let (job, percent) = work(&setting, request).await;
    setting.resolve("sora-2-pro").await.model.cancel(&job).await.unwrap();

    assert_eq!(percent, Some(33));
    let form = setting.server.request("POST").text();
    for part in [
        "name=\"seconds\"\r\n\r\n8",
        "name=\"size\"\r\n\r\n1024x1792",
        "name=\"input_reference\"; filename=\"frame.png\"",
    ] {
        assert!(form.contains(part), "{part} in {form}");
    }
    setting.server.request("DELETE");
}

#[tokio::test]
async fn openai_changes_a_video_that_it_made() {
    let setting = Setting::over(Protocol::Openai).await;
    let begun = json!({ "id": "video_2", "status": "queued", "remixed_from_video_id": "video_1" });
    setting.server.answer("POST /v1/videos/video_1/remix", answer(begun));
    let working = json!({ "id": "video_2", "status": "in_progress", "progress": 50 });
    setting.server.answer("GET /v1/videos/video_2", answer(working));
    let done = json!({ "id": "video_2", "status": "completed" });
    setting.server.answer("GET /v1/videos/video_2", answer(done));
    setting.server.answer("GET /v1/videos/video_2/content", video());
    let source = |id: &str| {
        let id = id.to_owned();
        Some(ProviderJob { id, model: "sora-2".to_owned(), ..ProviderJob::default() })
    };
    let request = |id| VideoRequest { remix_of: source(id), seconds: None, ..asking("sora-2") };

    let (job, _) = work(&setting, request("video_1")).await;

    assert_eq!(job.id, "video_2");
    let sent = setting.server.request("POST");
    assert_eq!(sent.json(), json!({ "prompt": "A cat jumps" }));
    assert_eq!(sent.header("idempotency-key"), Some("task-7"));
    assert!(setting.start(request("../files")).await.is_err(), "it leaves no path");
}

#[tokio::test]
async fn veo_runs_an_operation_and_its_file_lies_behind_a_redirect() {
    let setting = Setting::over(Protocol::Gemini).await;
    let place = "/v1beta/models/veo-3.1-generate-preview";
    let name = "models/veo-3.1-generate-preview/operations/op1";
    setting
        .server
        .answer(&format!("POST {place}:predictLongRunning"), answer(json!({ "name": name })));
    let poll = format!("GET /v1beta/{name}");
    setting.server.answer(&poll, answer(json!({ "name": name })));
    let uri = format!("{}/v1beta/files/f1:download?alt=media", setting.server.url());
    let response =
        json!({ "generateVideoResponse": { "generatedSamples": [{ "video": { "uri": uri } }] } });
    setting
        .server
        .answer(&poll, answer(json!({ "name": name, "done": true, "response": response })));
    let moved = ScriptedAnswer::new(302, "text/html", "moved");
    let moved = moved.header("location", &format!("{}/blobs/f1", setting.server.url()));
    setting.server.answer("GET /v1beta/files/f1:download", moved);
    setting.server.answer("GET /blobs/f1", video());
    let request = VideoRequest {
        seconds: Some(6),
        ratio: Some("16:9".to_owned()),
        first_frame: frame(),
        last_frame: frame(),
        negative_prompt: Some("dogs".to_owned()),
        ..asking("veo-3.1-generate-preview")
    };

    work(&setting, request).await;

    let sent = setting.server.request("POST").json();
    let parameters =
        json!({ "aspectRatio": "16:9", "durationSeconds": 6, "negativePrompt": "dogs" });
    assert_eq!(sent["parameters"], parameters);
    let instance = &sent["instances"][0];
    assert!(
        instance["image"]["bytesBase64Encoded"].is_string() && instance["lastFrame"].is_object()
    );
    let file = setting.server.request("GET /v1beta/files");
    assert_eq!(file.header("x-goog-api-key"), Some(KEY));
    let blob = setting.server.request("GET /blobs/f1");
    assert!(blob.header("x-goog-api-key").is_none(), "the key follows no redirect");
}

#[tokio::test]
async fn runway_makes_an_image_move() {
    let setting = Setting::over(Protocol::Runway).await;
    setting.server.answer("POST /v1/image_to_video", answer(json!({ "id": "t1" })));
    setting.server.answer(
        "GET /v1/tasks/t1",
        answer(json!({ "id": "t1", "status": "RUNNING", "progress": 0.6 })),
    );
    let url = format!("{}/out.mp4", setting.server.url());
    setting.server.answer(
        "GET /v1/tasks/t1",
        answer(json!({ "id": "t1", "status": "SUCCEEDED", "output": [url] })),
    );
    setting.server.answer("GET /out.mp4", video());
    setting.server.answer("DELETE /v1/tasks/t1", ScriptedAnswer::new(204, "application/json", ""));
    let ratio = Some("16:9".to_owned());
    let request =
        VideoRequest { first_frame: frame(), last_frame: frame(), ratio, ..asking("gen4_turbo") };

    let (job, percent) = work(&setting, request).await;
    setting.resolve("gen4_turbo").await.model.cancel(&job).await.unwrap();

    assert_eq!(percent, Some(60));
    let sent = setting.server.request("POST");
    assert_eq!(sent.header("x-runway-version"), Some("2024-11-06"));
    let body = sent.json();
    assert_eq!((&body["ratio"], &body["duration"]), (&json!("1280:720"), &json!(5)));
    assert_eq!(body["promptImage"][1]["position"], json!("last"));
    setting.server.request("DELETE /v1/tasks/t1");
}

#[tokio::test]
async fn kling_signs_its_requests_and_never_sends_the_secret() {
    let setting = Setting::with_key(Protocol::Kling, "access-key-1:secret-key-22").await;
    let data = |data: Value| answer(json!({ "code": 0, "message": "SUCCEED", "data": data }));
    setting.server.answer(
        "POST /v1/videos/image2video",
        data(json!({ "task_id": "k1", "task_status": "submitted" })),
    );
    let place = "GET /v1/videos/image2video/k1";
    setting.server.answer(place, data(json!({ "task_id": "k1", "task_status": "processing" })));
    let url = format!("{}/out.mp4", setting.server.url());
    setting.server.answer(
        place,
        data(json!({ "task_status": "succeed", "task_result": { "videos": [{ "url": url }] } })),
    );
    setting.server.answer("GET /out.mp4", video());
    let request = VideoRequest {
        first_frame: frame(),
        last_frame: frame(),
        resolution: Some("1080p".to_owned()),
        cfg_scale: Some(5.0),
        ..asking("kling-v2-1")
    };

    work(&setting, request).await;

    let body = setting.server.request("POST").json();
    assert_eq!(
        (&body["duration"], &body["mode"], &body["cfg_scale"]),
        (&json!("5"), &json!("pro"), &json!(0.5))
    );
    assert!(body["image"].is_string() && body["image_tail"].is_string());
    for sent in setting.server.requests() {
        let token = sent.header("authorization").unwrap().to_owned();
        assert!(token.starts_with("Bearer eyJ") && token.matches('.').count() == 2, "{token}");
        assert!(!format!("{:?}{}", sent.headers, sent.text()).contains("secret-key-22"));
    }
}

#[tokio::test]
async fn luma_makes_a_video_of_a_text() {
    let setting = Setting::over(Protocol::Luma).await;
    setting.server.answer(
        "POST /dream-machine/v1/generations",
        answer(json!({ "id": "l1", "state": "queued" })),
    );
    let place = "GET /dream-machine/v1/generations/l1";
    setting.server.answer(place, answer(json!({ "id": "l1", "state": "dreaming" })));
    let url = format!("{}/out.mp4", setting.server.url());
    setting.server.answer(
        place,
        answer(json!({ "id": "l1", "state": "completed", "assets": { "video": url } })),
    );
    setting.server.answer("GET /out.mp4", video());
    let request = VideoRequest { camera: Some("push_in".to_owned()), ..asking("ray-2") };

    work(&setting, request).await;

    let wanted = json!({ "model": "ray-2", "prompt": "A cat jumps", "duration": "5s", "concepts": [{ "key": "push_in" }] });
    assert_eq!(setting.server.request("POST").json(), wanted);
}

#[tokio::test]
async fn minimax_names_a_file_that_is_retrieved() {
    let setting = Setting::over(Protocol::Minimax).await;
    let fine = json!({ "status_code": 0, "status_msg": "success" });
    setting
        .server
        .answer("POST /v1/video_generation", answer(json!({ "task_id": "m1", "base_resp": fine })));
    let place = "GET /v1/query/video_generation?task_id=m1";
    setting.server.answer(
        place,
        answer(json!({ "task_id": "m1", "status": "Processing", "base_resp": fine })),
    );
    setting.server.answer(
        place,
        answer(json!({ "task_id": "m1", "status": "Success", "file_id": 77, "base_resp": fine })),
    );
    let file = json!({ "file": { "download_url": format!("{}/out.mp4", setting.server.url()) }, "base_resp": fine });
    setting.server.answer("GET /v1/files/retrieve", answer(file));
    setting.server.answer("GET /out.mp4", video());
    let request = VideoRequest {
        camera: Some("Pan left".to_owned()),
        seconds: Some(6),
        ..asking("MiniMax-Hailuo-02")
    };

    work(&setting, request).await;

    assert_eq!(setting.server.request("POST").json()["prompt"], json!("[Pan left] A cat jumps"));
    let retrieved = setting.server.request("GET /v1/files/retrieve");
    assert_eq!(retrieved.line, "GET /v1/files/retrieve?file_id=77");
}

#[tokio::test]
async fn replicate_and_fal_are_sent_each_models_own_inputs() {
    let setting = Setting::over(Protocol::Replicate).await;
    let place = "POST /v1/models/stability-ai/stable-video-diffusion/predictions";
    setting.server.answer(place, answer(json!({ "id": "p1", "status": "starting" })));
    setting
        .server
        .answer("GET /v1/predictions/p1", answer(json!({ "id": "p1", "status": "processing" })));
    let url = format!("{}/out.mp4", setting.server.url());
    setting.server.answer(
        "GET /v1/predictions/p1",
        answer(json!({ "id": "p1", "status": "succeeded", "output": url })),
    );
    setting.server.answer("GET /out.mp4", video());
    let model = "stability-ai/stable-video-diffusion";
    work(&setting, VideoRequest { first_frame: frame(), motion: Some(0.5), ..asking(model) }).await;
    let input = setting.server.request(place).json()["input"].take();
    assert_eq!(input["motion_bucket_id"], json!(128));
    assert!(input["input_image"].as_str().unwrap().starts_with("data:image/png;base64,"));
    assert!(input["duration"].is_null(), "its videos have one length");

    let setting = Setting::over(Protocol::Fal).await;
    let model = "fal-ai/veo3.1/image-to-video";
    setting.server.answer(&format!("POST /{model}"), answer(json!({ "request_id": "r1" })));
    let status = "GET /fal-ai/veo3.1/requests/r1/status";
    setting.server.answer(status, answer(json!({ "status": "IN_PROGRESS" })));
    setting.server.answer(status, answer(json!({ "status": "COMPLETED" })));
    let url = format!("{}/out.mp4", setting.server.url());
    setting
        .server
        .answer("GET /fal-ai/veo3.1/requests/r1", answer(json!({ "video": { "url": url } })));
    setting.server.answer("GET /out.mp4", video());
    let request = VideoRequest {
        first_frame: frame(),
        seconds: Some(8),
        audio: Some(false),
        ..asking(model)
    };
    work(&setting, request).await;
    let input = setting.server.request("POST").json();
    assert_eq!((&input["duration"], &input["generate_audio"]), (&json!("8s"), &json!(false)));
    assert!(input["image_url"].is_string());
}
