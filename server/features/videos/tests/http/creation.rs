use kernel::Uuid;
use serde_json::{Value, json};
use testing::{ScriptedAnswer, colorful_png, for_each_store};

use crate::setting::{GRANTED, MP4, PER_SECOND, START, Setting, creation};

for_each_store! {
    async fn a_video_is_made_step_by_step_and_charged_by_the_second(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let models = ana.get("/api/videos/models").await.ok();
        assert_eq!((&models["models"][0]["id"], &models["models"][0]["credits_per_second"]), (&json!("lab/sora-2"), &json!(PER_SECOND)));
        setting.work_at_it();
        let path = setting.begin(json!({ "seconds": 8 })).await;
        let task = ana.get(&path).await.ok();
        assert_eq!((&task["state"], &task["price"], &task["charged"]), (&json!("running"), &json!(8 * PER_SECOND), &Value::Null));
        assert_eq!(setting.left().await, GRANTED - 8 * PER_SECOND, "it is held before anything is made");
        for _ in 0..3 {
            setting.go_on().await;
        }
        let done = ana.get(&path).await.ok();
        assert_eq!((&done["state"], &done["charged"]), (&json!("succeeded"), &json!(8 * PER_SECOND)));
        let video = &done["videos"][0];
        assert_eq!((&video["prompt"], &video["seconds"], &video["media_type"]), (&json!("Waves at night"), &json!(8), &json!("video/mp4")));
        let file = format!("/api/documents/files/{}/content", video["file_id"].as_str().unwrap());
        assert_eq!(ana.get(&file).await.body, MP4);
        assert_eq!(setting.provider.lines().iter().filter(|line| line.starts_with(START)).count(), 1);
    }

    // spec §8: "Failed to generate video, please retry later."
    async fn a_video_that_fails_costs_nothing_and_says_why(store) {
        let setting = Setting::new(store).await;
        let refused = json!({ "error": { "message": "Blocked by our moderation system.", "code": "moderation_blocked" } });
        setting.provider.answer(START, ScriptedAnswer::refusal(400, refused));
        let path = setting.begin(json!({})).await;
        let failed = setting.ana.get(&path).await.ok();
        assert_eq!(failed["problem"]["message"], "Failed to generate video, please retry later.");
        assert!(failed["cause"]["params"]["message"].as_str().unwrap().contains("moderation"));
        assert_eq!((&failed["charged"], setting.left().await), (&json!(0), GRANTED));
    }

    async fn a_cancelled_video_is_stopped_at_its_provider_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        setting.work_at_it();
        let path = setting.begin(json!({})).await;
        let id = path.rsplit('/').next().unwrap();
        setting.ana.post(&format!("/api/tasks/{id}/cancel"), json!({})).await.assert_status(202);
        setting.go_on().await;
        let lines = setting.provider.lines();
        assert!(lines.contains(&"DELETE /v1/videos/v-1".to_owned()), "{lines:?}");
        assert_eq!(setting.ana.get(&path).await.ok()["state"], "cancelled");
        assert_eq!(setting.left().await, GRANTED);
    }

    async fn what_a_model_cannot_do_and_what_nobody_can_pay_is_refused_before_it_starts(store) {
        let setting = Setting::new(store).await;
        let small = Uuid::now_v7();
        let path = format!("/api/images/files/{small}?name=small.png");
        setting.ana.put_bytes(&path, &colorful_png((120, 120), 1)).await.ok();
        for (changes, status, code) in [
            (json!({ "model": "lab/nothing" }), 422, "video_models.model_unknown"),
            (json!({ "prompt": "" }), 422, "videos.prompt_empty"),
            (json!({ "seconds": 0 }), 422, "videos.setting_invalid"),
            (json!({ "seconds": 7 }), 422, "videos.setting_invalid"),
            (json!({ "cfg_scale": 1 }), 422, "videos.setting_invalid"),
            (json!({ "first_frame_file_id": Uuid::now_v7() }), 404, "files.not_found"),
            (json!({ "first_frame_file_id": small }), 422, "image_sources.size"),
        ] {
            let refused = setting.ana.post("/api/videos/tasks", creation(changes.clone())).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (status, Some(code)), "{changes}");
        }
        setting.work_at_it();
        setting.begin(json!({ "seconds": 12 })).await;
        let poor = setting.ana.post("/api/videos/tasks", creation(json!({ "seconds": 12 }))).await;
        poor.assert_problem(402, "ledger.insufficient_credits");
    }

    async fn a_remix_changes_the_video_at_its_provider_for_the_price_of_its_length(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let first = setting.made(json!({ "seconds": 8, "ratio": "9:16" })).await;
        assert_eq!(first["can_remix"], true);
        let begun = json!({ "id": "v-2", "status": "queued" });
        setting.provider.answer("POST /v1/videos/v-1/remix", ScriptedAnswer::json(begun));
        let done = json!({ "id": "v-2", "status": "completed" });
        setting.provider.answer("GET /v1/videos/v-2", ScriptedAnswer::json(done));
        setting.provider.answer("GET /v1/videos/v-2/content", ScriptedAnswer::new(200, "video/mp4", MP4));
        let remix = json!({ "prompt": "By day", "parent_id": first["id"], "remix": true, "seconds": 4, "seed": 7 });
        let path = setting.begin(remix.clone()).await;
        let task = ana.get(&path).await.ok();
        assert_eq!(task["price"], 8 * PER_SECOND);
        setting.go_on().await;
        let done = ana.get(&path).await.ok();
        let video = &done["videos"][0];
        assert_eq!((&video["parent_id"], &video["prompt"], &video["seconds"]), (&first["id"], &json!("By day"), &json!(8)));
        assert_eq!((&video["work"]["ratio"], &video["work"]["seed"]), (&json!("9:16"), &Value::Null));
        assert_eq!((&done["charged"], setting.left().await), (&json!(8 * PER_SECOND), GRANTED - 16 * PER_SECOND));
        let ben = setting.server.member("ben@example.com").await;
        let theirs = ben.post("/api/videos/tasks", creation(remix.clone())).await;
        theirs.assert_problem(404, "videos.not_found");
        let mut other = remix.clone();
        other["prompt"] = json!("");
        let silent = ana.post("/api/videos/tasks", creation(other)).await;
        silent.assert_problem(422, "videos.prompt_empty");
        let mut alone = remix;
        alone["parent_id"] = Value::Null;
        ana.post("/api/videos/tasks", creation(alone)).await.assert_problem(404, "videos.not_found");
    }

    async fn a_retry_orders_anew(store) {
        let setting = Setting::new(store).await;
        setting.work_at_it();
        let path = setting.begin(json!({})).await;
        let id = path.rsplit('/').next().unwrap();
        setting.ana.post(&format!("/api/tasks/{id}/cancel"), json!({})).await.assert_status(202);
        setting.go_on().await;
        setting.ana.post(&format!("/api/tasks/{id}/retry"), json!({})).await.assert_status(202);
        for _ in 0..4 {
            setting.go_on().await;
        }
        assert_eq!(setting.ana.get(&path).await.ok()["state"], "succeeded");
        let orders = setting.provider.lines().iter().filter(|line| line.starts_with(START)).count();
        assert_eq!(orders, 2, "what was cancelled is over");
    }

    async fn a_video_sent_again_is_made_once_and_is_nobody_elses(store) {
        let setting = Setting::new(store).await;
        setting.work_at_it();
        let task = creation(json!({}));
        let path = format!("/api/videos/tasks/{}", task["id"].as_str().unwrap());
        for _ in 0..2 {
            setting.ana.post("/api/videos/tasks", task.clone()).await.accepted();
        }
        setting.server.run_jobs().await;
        assert_eq!(setting.provider.lines().iter().filter(|line| line.starts_with(START)).count(), 1);
        let ben = setting.server.member("ben@example.com").await;
        ben.get(&path).await.assert_problem(404, "videos.task_not_found");
        let list = setting.ana.get("/api/videos/tasks").await.ok();
        assert_eq!(list["items"].as_array().unwrap().len(), 1);
    }
}
