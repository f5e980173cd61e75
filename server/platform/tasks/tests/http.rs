//! The life of tasks, shown with an area that is as small as can be.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/counting.rs"]
mod counting;
#[path = "http/gone.rs"]
mod gone;
#[path = "http/notices.rs"]
mod notices;
#[path = "http/provided.rs"]
mod provided;
#[path = "http/provider.rs"]
mod provider;
#[path = "http/rendering.rs"]
mod rendering;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/waiting.rs"]
mod waiting;

use kernel::{DAY, MINUTE, SECOND};
use serde_json::{Value, json};
use setting::{Setting, TWELVE, wish};
use testing::{assert_sums_hold, for_each_store};

for_each_store! {
    async fn a_task_goes_on_step_by_step_and_is_charged_what_it_delivered(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 3 })).await;
        assert_eq!((&begun["state"], &begun["price"], &begun["percent"]), (&json!("queued"), &json!(3), &json!(0)));
        assert_eq!((&begun["queue"]["position"], setting.left().await), (&json!(1), 97));
        setting.server.run_jobs().await;
        let done = setting.task(&begun).await;
        assert_eq!((&done["state"], &done["percent"], &done["charged"]), (&json!("succeeded"), &json!(100), &json!(3)));
        assert_eq!(setting.result(&begun).await["number"], 3);
        assert_eq!(setting.left().await, 97);
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_task_that_fails_keeps_why_and_what_it_has_and_gives_back_the_rest(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 10, "break_at": 3 })).await;
        setting.server.run_jobs().await;
        let failed = setting.task(&begun).await;
        assert_eq!((&failed["state"], &failed["problem"]["code"]), (&json!("failed"), &json!("tasks.interrupted")));
        assert_eq!((setting.result(&begun).await["number"].as_i64(), setting.left().await), (Some(2), 98));
        setting.ana.post(&setting.path(&begun, "/retry"), json!({})).await.assert_status(202);
        assert_eq!(setting.left().await, 88, "held again");
        setting.ana.post(&setting.path(&begun, "/retry"), json!({})).await.assert_problem(409, "tasks.not_finished");
        setting.ana.post(&setting.path(&begun, "/cancel"), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        assert_eq!((&setting.task(&begun).await["state"], setting.left().await), (&json!("cancelled"), 98));
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_task_sent_twice_is_started_once(store) {
        let setting = Setting::new(store).await;
        let body = wish(json!({ "to": 2 }));
        let first = setting.ana.post("/api/counting", body.clone()).await.accepted();
        assert_eq!(setting.ana.post("/api/counting", body.clone()).await.accepted()["id"], first["id"]);
        let mut other = body;
        other["to"] = json!(3);
        setting.ana.post("/api/counting", other).await.assert_problem(409, "tasks.id_taken");
        assert_eq!(setting.left().await, 98);
    }

    async fn another_process_goes_on_where_one_died(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 4, "model": "fake/t12" })).await;
        let other = setting.server.another_process().await;
        other.run_jobs().await;
        other.services.generation.wait_idle().await;
        other.run_jobs().await;
        assert_eq!(setting.result(&begun).await, json!({ "number": 4, "said": TWELVE }));
        assert_eq!(setting.task(&begun).await["state"], "succeeded");
    }

    async fn what_a_run_wrote_and_no_job_kept_is_kept_by_upkeep(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 1, "model": "fake/t12" })).await;
        setting.server.run_jobs().await;
        setting.server.services.generation.wait_idle().await;
        setting.execute("DELETE FROM jobs").await;
        setting.sweep().await;
        assert_eq!(setting.task(&begun).await["state"], "running", "it may be on its way");
        setting.server.clock().advance(2 * MINUTE);
        setting.sweep().await;
        assert_eq!(setting.result(&begun).await["said"], TWELVE);
    }

    async fn a_task_that_nobody_goes_on_with_ends_and_its_hold_is_freed(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 5 })).await;
        setting.execute("DELETE FROM jobs").await;
        setting.server.clock().advance(31 * MINUTE);
        setting.sweep().await;
        assert_eq!((&setting.task(&begun).await["state"], setting.left().await), (&json!("failed"), 100));
    }

    async fn a_deleted_task_comes_back_and_goes_for_good_after_30_days(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 2 })).await;
        setting.ana.delete(&setting.path(&begun, "")).await.no_content();
        setting.server.run_jobs().await;
        setting.ana.get(&setting.path(&begun, "")).await.assert_problem(404, "tasks.not_found");
        let trash = setting.ana.get("/api/tasks?deleted=true").await.ok();
        assert_eq!(trash["items"][0]["id"], begun["id"]);
        setting.ana.post(&setting.path(&begun, "/restore"), json!({})).await.ok();
        setting.server.run_jobs().await;
        assert_eq!(setting.task(&begun).await["state"], "succeeded");
        setting.ana.delete(&setting.path(&begun, "")).await.no_content();
        setting.server.clock().advance(31 * DAY);
        setting.sweep().await;
        assert_eq!(setting.count("SELECT COUNT(*) FROM tasks").await, 0);
    }

    async fn tasks_are_listed_newest_first_by_kind_and_by_words(store) {
        let setting = Setting::new(store).await;
        for to in [1, 2, 3] {
            setting.start(json!({ "to": to })).await;
            setting.server.clock().advance(SECOND);
        }
        let titles = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap().iter();
            items.map(|one| one["title"].as_str().unwrap().to_owned()).collect()
        };
        let first = setting.ana.get("/api/tasks?kind=counting&limit=2").await.ok();
        assert_eq!(titles(&first), ["Count to 3", "Count to 2"]);
        let rest = format!("/api/tasks?limit=2&cursor={}", first["next_cursor"].as_str().unwrap());
        assert_eq!(titles(&setting.ana.get(&rest).await.ok()), ["Count to 1"]);
        assert_eq!(titles(&setting.ana.get("/api/tasks?q=TO%202").await.ok()), ["Count to 2"]);
        assert!(titles(&setting.ana.get("/api/tasks?kind=other").await.ok()).is_empty());
        let ben = setting.server.member("ben@example.com").await;
        assert!(titles(&ben.get("/api/tasks").await.ok()).is_empty());
    }

    async fn events_go_on_after_the_last_one_that_was_seen(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 3 })).await;
        let path = setting.path(&begun, "/events");
        let mut events = setting.ana.events(&path).await;
        let first = events.next_of("task.updated").await;
        assert_eq!(first.data["state"], "queued");
        setting.server.run_jobs().await;
        let rest = events.rest().await;
        assert_eq!(rest.last().unwrap().event, "done");
        let last = rest.iter().rev().find(|event| event.event == "task.updated").unwrap();
        assert_eq!((&last.data["state"], &last.data["percent"]), (&json!("succeeded"), &json!(100)));
        let again = setting.ana.events_after(&path, first.id.as_deref()).await.rest().await;
        assert_eq!((again.len(), &again[0].id), (2, &last.id));
        let none = setting.ana.events_after(&path, last.id.as_deref()).await.rest().await;
        assert_eq!(none.len(), 1, "{none:?}");
    }
}
