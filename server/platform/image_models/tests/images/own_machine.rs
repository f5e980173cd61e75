//! Servers on the operator's own machine.

use image_models::ImageRequest;
use providers::{ModelError, Protocol};
use serde_json::{Value, json};
use testing::ScriptedAnswer;

use super::setting::{Setting, asking, png, png_base64, reference, result, size, working};

fn json_answer(body: Value) -> ScriptedAnswer {
    ScriptedAnswer::json(body)
}

#[tokio::test]
async fn a_web_ui_makes_images_of_a_text_and_tells_how_far_it_is() {
    let setting = Setting::over(Protocol::Automatic1111).await;
    let info = json!({ "all_seeds": [11, 12] }).to_string();
    let made = json!({ "images": [png_base64(), png_base64(), png_base64()], "info": info });
    setting.server.answer("POST /sdapi/v1/txt2img", json_answer(made));
    setting.server.answer("GET /sdapi/v1/progress", json_answer(json!({ "progress": 0.42 })));
    setting.server.answer("POST /sdapi/v1/interrupt", json_answer(json!({})));
    let request = ImageRequest {
        count: 2,
        size: size("768x512"),
        seed: Some(11),
        cfg_scale: Some(6.5),
        negative_prompt: Some("dogs".to_owned()),
        ..asking("dream.safetensors [31e3]")
    };
    let model = setting.resolve("dream.safetensors [31e3]").await.model;

    let job = model.running_job(&request).unwrap();
    let (_, percent, _) = working(model.poll(&job).await.unwrap());
    let images = setting.make(request).await.unwrap();
    model.cancel(&job).await.unwrap();

    assert_eq!(percent, Some(42));
    let seeds: Vec<_> = images.iter().map(|image| image.seed).collect();
    assert_eq!(
        seeds,
        [Some(11), Some(12)],
        "what an extension appended is no image of the request"
    );
    let wanted = json!({
        "prompt": "A cat in the rain", "negative_prompt": "dogs", "batch_size": 2, "seed": 11,
        "override_settings": { "sd_model_checkpoint": "dream.safetensors [31e3]" },
        "override_settings_restore_afterwards": false, "save_images": false, "width": 768,
        "height": 512, "cfg_scale": 6.5,
    });
    assert_eq!(setting.server.request("POST /sdapi/v1/txt2img").json(), wanted);
    setting.server.request("POST /sdapi/v1/interrupt");
}

#[tokio::test]
async fn a_web_ui_changes_an_image_behind_a_mask() {
    let setting = Setting::over(Protocol::Automatic1111).await;
    let made =
        json!({ "images": [format!("data:image/png;base64,{}", png_base64())], "info": "{" });
    setting.server.answer("POST /sdapi/v1/img2img", json_answer(made));
    let request = ImageRequest {
        references: vec![reference()],
        mask: Some(png()),
        strength: Some(0.6),
        ..asking("dream")
    };

    let images = setting.make(request).await.unwrap();

    assert_eq!((&images[0].content, images[0].seed), (&png(), None));
    let sent = setting.server.request("POST").json();
    assert_eq!(sent["init_images"], json!([png_base64()]));
    assert_eq!((&sent["denoising_strength"], &sent["seed"]), (&json!(0.6), &json!(-1)));
    assert!(sent["mask"].is_string());
}

#[tokio::test]
async fn a_workflow_waits_in_the_queue_runs_and_is_done() {
    let setting = Setting::over(Protocol::Comfyui).await;
    setting.server.answer(
        "POST /prompt",
        json_answer(json!({ "prompt_id": "w-1", "number": 3, "node_errors": {} })),
    );
    let outputs = json!({ "9": { "images": [
        { "filename": "a b.png", "subfolder": "", "type": "output" },
        { "filename": "p.png", "subfolder": "", "type": "temp" },
    ] } });
    let prompt = json!([3, "w-1", { "3": { "inputs": { "seed": 77 } } }]);
    let entry =
        json!({ "status": { "status_str": "success" }, "outputs": outputs, "prompt": prompt });
    for state in [json!({}), json!({}), json!({ "w-1": entry })] {
        setting.server.answer("GET /history/w-1", json_answer(state));
    }
    let other = |number: i64, id: &str| json!([number, id, {}]);
    for (running, pending) in [
        (json!([other(1, "x")]), json!([other(3, "w-1"), other(2, "y")])),
        (json!([other(3, "w-1")]), json!([])),
    ] {
        let queue = json!({ "queue_running": running, "queue_pending": pending });
        setting.server.answer("GET /queue", json_answer(queue));
    }
    setting.server.answer("GET /view", ScriptedAnswer::new(200, "image/png", png()));
    let model = setting.resolve("sd.safetensors").await.model;

    let (job, _, _) = working(model.start(&asking("sd.safetensors")).await.unwrap());
    let (_, _, waiting) = working(model.poll(&job).await.unwrap());
    let (_, _, running) = working(model.poll(&job).await.unwrap());
    let images = result(&*model, &job).await.unwrap();

    assert_eq!((waiting, running), (Some(2), Some(0)));
    assert_eq!((images.len(), images[0].seed), (1, Some(77)));
    let view = setting.server.request("GET /view");
    assert_eq!(view.line, "GET /view?filename=a+b.png&subfolder=&type=output");
    let sent = setting.server.request("POST /prompt").json();
    assert_eq!(sent["client_id"], json!("task-7"));
    assert_eq!(sent["prompt"]["4"]["inputs"]["ckpt_name"], json!("sd.safetensors"));
}

#[tokio::test]
async fn a_workflow_reads_uploaded_files() {
    let setting = Setting::over(Protocol::Comfyui).await;
    let upload = |name: &str, folder: &str| {
        json_answer(json!({ "name": name, "subfolder": folder, "type": "input" }))
    };
    setting.server.answer("POST /upload/image", upload("in (1).png", ""));
    setting.server.answer("POST /upload/image", upload("mask.png", "masks"));
    setting.server.answer("POST /prompt", json_answer(json!({ "prompt_id": "w-1" })));
    let request = ImageRequest {
        references: vec![reference()],
        mask: Some(png()),
        ..asking("sd.safetensors")
    };

    setting.start(request).await.unwrap();

    let workflow = setting.server.request("POST /prompt").json()["prompt"].take();
    assert_eq!(workflow["10"]["inputs"]["image"], json!("in (1).png"));
    assert_eq!(workflow["12"]["inputs"]["image"], json!("masks/mask.png"));
}

#[tokio::test]
async fn a_workflow_that_fails_or_is_forgotten_says_so() {
    let entry = |messages: Value| json!({ "w-1": { "status": { "status_str": "error", "messages": messages }, "outputs": {} } });
    let failed = entry(
        json!([["execution_start", {}], ["execution_error", { "exception_message": "CUDA out of memory" }]]),
    );
    let stopped = entry(json!([["execution_interrupted", { "node_id": "3" }]]));
    for (history, wanted) in [
        (failed, ModelError::NoAnswer { message: "CUDA out of memory".to_owned() }),
        (stopped, ModelError::NoAnswer { message: "The workflow was interrupted.".to_owned() }),
        (json!({}), ModelError::ResultGone),
    ] {
        let setting = Setting::over(Protocol::Comfyui).await;
        setting.server.answer("POST /prompt", json_answer(json!({ "prompt_id": "w-1" })));
        setting.server.answer("GET /history/w-1", json_answer(history));
        setting
            .server
            .answer("GET /queue", json_answer(json!({ "queue_running": [], "queue_pending": [] })));
        let model = setting.resolve("sd.safetensors").await.model;
        let (job, _, _) = working(model.start(&asking("sd.safetensors")).await.unwrap());
        assert_eq!(model.poll(&job).await, Err(wanted));
    }
}

#[tokio::test]
async fn only_the_job_itself_is_interrupted() {
    for (running, line) in [("w-1", "POST /interrupt"), ("other", "POST /queue")] {
        let setting = Setting::over(Protocol::Comfyui).await;
        setting.server.answer("POST /prompt", json_answer(json!({ "prompt_id": "w-1" })));
        let queue = json!({ "queue_running": [[1, running, {}]], "queue_pending": [] });
        setting.server.answer("GET /queue", json_answer(queue));
        setting.server.answer("POST /interrupt", ScriptedAnswer::new(200, "application/json", ""));
        setting.server.answer("POST /queue", ScriptedAnswer::new(200, "application/json", ""));
        let model = setting.resolve("sd.safetensors").await.model;
        let (job, _, _) = working(model.start(&asking("sd.safetensors")).await.unwrap());
        model.cancel(&job).await.unwrap();
        setting.server.request(line);
        let lines = setting.server.lines();
        let told =
            lines.iter().filter(|line| line.starts_with("POST") && !line.ends_with("prompt"));
        assert_eq!(told.count(), 1, "{lines:?}");
    }
}
