//! What people write into a schedule.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, new_id, new_schedule, path, wish};

for_each_store! {
    async fn a_schedule_is_created_once_and_edited(store) {
        let setting = Setting::new(store).await;
        let new = new_schedule(json!({}));
        let created = setting.ana.post("/api/schedules", new.clone()).await.created();
        assert_eq!(setting.ana.post("/api/schedules", new.clone()).await.created(), created);
        let ben = setting.server.member("ben@example.com").await;
        ben.post("/api/schedules", new).await.assert_problem(409, "schedules.id_taken");
        ben.get(&path(&created)).await.assert_problem(404, "schedules.not_found");
        let times = json!({ "start": "2026-11-21T09:30", "zone": "Asia/Tokyo", "rule": "RRULE:freq=weekly;byday=mo" });
        let change = wish(json!({ "title": " Moon ", "times": times }));
        let edited = setting.ana.put(&path(&created), change).await.ok();
        assert_eq!(edited["title"], "Moon");
        assert_eq!(edited["times"]["rule"], "FREQ=WEEKLY;BYDAY=MO");
        assert_eq!(edited["next_dates"][0], "2026-11-23T00:30:00.000000Z");
    }

    // issue 28: "schedule of every second (refused)"
    async fn what_makes_no_sense_is_refused_with_its_reason(store) {
        let setting = Setting::new(store).await;
        let times = |rule: &str| json!({ "start": "2026-11-21T08:00", "zone": "UTC", "rule": rule });
        for (change, code) in [
            (json!({ "times": times("FREQ=SECONDLY") }), "schedules.too_often"),
            (json!({ "times": times("FREQ=MINUTELY") }), "schedules.too_often"),
            (json!({ "times": times("FREQ=NEVER") }), "schedules.rule_invalid"),
            (json!({ "times": { "start": "2026-11-21T08:00", "zone": "Mars", "rule": null } }), "schedules.zone_unknown"),
            (json!({ "times": { "start": "soon", "zone": "UTC", "rule": null } }), "schedules.start_invalid"),
            (json!({ "times": { "start": "2020-01-01T08:00", "zone": "UTC", "rule": null } }), "schedules.no_dates"),
            (json!({ "times": { "start": "2040-01-01T08:00", "zone": "UTC", "rule": null } }), "schedules.too_far"),
            (json!({ "title": " " }), "schedules.title_invalid"),
            (json!({ "kind": "dance" }), "schedules.kind_unknown"),
            (json!({ "run_cap": 0 }), "schedules.cap_invalid"),
            (json!({ "input": { "text": " " } }), "chat.text_empty"),
            (json!({ "input": { "text": "x", "model": "fake/gone" } }), "providers.model_unknown"),
            (json!({ "input": { "prompt": "x" } }), "chat.invalid_scheduled_prompt"),
        ] {
            let answer = setting.ana.post("/api/schedules", new_schedule(change.clone())).await;
            assert_eq!(answer.json()["code"], code, "{change}");
        }
    }

    async fn words_become_times(store) {
        let setting = Setting::new(store).await;
        let words = json!({ "words": "Summarize the news every weekday at 8", "zone": "Europe/Berlin" });
        let preview = setting.ana.post("/api/schedules/preview", words).await.ok();
        assert_eq!(preview["rest"], "Summarize the news");
        assert_eq!(preview["times"]["rule"], "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
        assert_eq!(preview["times"]["zone"], "Europe/Berlin");
        assert_eq!(preview["next_dates"][0], "2026-11-23T07:00:00.000000Z");
        let none = json!({ "words": "Summarize the news", "zone": "Europe/Berlin" });
        let answer = setting.ana.post("/api/schedules/preview", none).await;
        answer.assert_problem(422, "schedules.not_understood");
        let times = json!({ "times": { "start": "2026-12-24T18:00", "zone": "UTC", "rule": null }, "zone": "UTC" });
        let preview = setting.ana.post("/api/schedules/preview", times).await.ok();
        assert_eq!(preview["next_dates"], json!(["2026-12-24T18:00:00.000000Z"]));
    }

    async fn one_may_have_fifty(store) {
        let setting = Setting::new(store).await;
        for _ in 0..50 {
            setting.create(json!({})).await;
        }
        let one_more = setting.ana.post("/api/schedules", new_schedule(json!({}))).await;
        one_more.assert_problem(409, "schedules.too_many");
        let list = setting.ana.get("/api/schedules").await.ok();
        let first = &list["items"][0];
        setting.ana.delete(&path(first)).await.no_content();
        setting.create(json!({})).await;
        let restore = format!("{}/restore", path(first));
        setting.ana.post(&restore, json!({})).await.assert_problem(409, "schedules.too_many");
        let runs = format!("{}/runs", path(first));
        setting.ana.post(&runs, json!({ "id": new_id() })).await.assert_problem(404, "schedules.not_found");
    }
}
