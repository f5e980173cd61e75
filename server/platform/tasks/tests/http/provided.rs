//! Tasks whose provider works by itself.

use kernel::{HOUR, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{assert_sums_hold, for_each_store};

use crate::provider::{self, Progress, id_of, order_of};
use crate::rendering::CREDITS;
use crate::setting::{Setting, wish};

/// Lets the provider be so far, and asks it once more.
async fn render(setting: &Setting, task: &Value, progress: Progress) {
    provider::set(id_of(task), |order| order.progress = progress);
    setting.server.clock().advance(5 * SECOND);
    setting.server.run_jobs().await;
}

async fn succeed(setting: &Setting, task: &Value) {
    setting.server.run_jobs().await;
    render(setting, task, Progress::Done).await;
    assert_eq!(setting.task(task).await["state"], "succeeded");
}

for_each_store! {
    async fn a_provider_is_asked_again_every_five_seconds_until_it_is_done(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.server.run_jobs().await;
        setting.server.clock().advance(4 * SECOND);
        setting.server.run_jobs().await;
        assert_eq!((order_of(&film).ordered, order_of(&film).asked), (1, 0), "not before its time");
        render(&setting, &film, Progress::Percent(40)).await;
        let task = setting.task(&film).await;
        assert_eq!((&task["state"], &task["stage"], &task["percent"]), (&json!("running"), &json!("rendering"), &json!(40)));
        render(&setting, &film, Progress::Percent(100)).await;
        assert_eq!(setting.task(&film).await["percent"], 99, "100 is for what is done");
        render(&setting, &film, Progress::Done).await;
        let done = setting.task(&film).await;
        assert_eq!((&done["state"], &done["percent"]), (&json!("succeeded"), &json!(100)));
        assert_eq!((order_of(&film).asked, done["charged"].as_i64()), (3, Some(CREDITS)));
    }

    async fn progress_that_no_provider_reports_is_simulated_up_to_99(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        let mut shown = vec![film["percent"].as_i64().unwrap()];
        setting.server.run_jobs().await;
        for _ in 0..8 {
            render(&setting, &film, Progress::Unknown).await;
            shown.push(setting.task(&film).await["percent"].as_i64().unwrap());
        }
        assert!(shown.is_sorted() && shown[0] == 0 && shown[4] > 0, "{shown:?}");
        setting.server.clock().advance(HOUR);
        setting.server.run_jobs().await;
        assert_eq!(setting.task(&film).await["percent"], 99);
    }

    async fn the_last_steps_are_done_in_the_slow_lane(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        succeed(&setting, &film).await;
        assert_eq!(setting.task(&film).await["label"], json!({ "converted": true, "slowly": true }));
    }

    async fn cancelling_a_task_reaches_its_provider_and_gives_its_price_back(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.server.run_jobs().await;
        assert_eq!(setting.left().await, 100 - CREDITS);
        setting.ana.post(&setting.path(&film, "/cancel"), json!({})).await.assert_status(202);
        let cancelled = setting.task(&film).await;
        assert_eq!((&cancelled["state"], &cancelled["charged"]), (&json!("cancelled"), &json!(0)));
        setting.server.run_jobs().await;
        assert!(order_of(&film).is_stopped);
        render(&setting, &film, Progress::Done).await;
        assert_eq!((&setting.task(&film).await["state"], order_of(&film).asked), (&json!("cancelled"), 0));
        assert_eq!(setting.left().await, 100);
        setting.ana.post(&setting.path(&film, "/cancel"), json!({})).await.assert_status(202);
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_provider_that_fails_is_told_with_its_cause_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.server.run_jobs().await;
        render(&setting, &film, Progress::Broken).await;
        let failed = setting.task(&film).await;
        assert_eq!((&failed["state"], &failed["problem"]["code"]), (&json!("failed"), &json!("tasks.interrupted")));
        assert_eq!((&failed["cause"]["code"], setting.left().await), (&json!("tasks.not_found"), 100));
        setting.ana.post(&setting.path(&film, "/retry"), json!({})).await.assert_status(202);
        let queued = setting.task(&film).await;
        assert_eq!((&queued["state"], &queued["problem"], &queued["cause"]), (&json!("queued"), &Value::Null, &Value::Null));
        succeed(&setting, &film).await;
        assert_eq!((order_of(&film).ordered, setting.left().await), (2, 100 - CREDITS), "from its first step");
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_task_that_succeeded_can_be_run_again_for_its_price(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        succeed(&setting, &film).await;
        setting.ana.post(&setting.path(&film, "/retry"), json!({})).await.assert_status(202);
        succeed(&setting, &film).await;
        assert_eq!((order_of(&film).ordered, setting.left().await), (2, 100 - 2 * CREDITS));
        assert_eq!(setting.task(&film).await["charged"], 2 * CREDITS);
    }

    async fn a_paused_task_waits_for_its_person_however_long(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({ "confirm": true })).await;
        setting.server.run_jobs().await;
        setting.ana.post(&setting.path(&film, "/resume"), json!({})).await.assert_status(202);
        assert_eq!(setting.task(&film).await["state"], "running", "there is nothing to resume");
        render(&setting, &film, Progress::Done).await;
        setting.server.clock().advance(HOUR);
        setting.sweep().await;
        setting.server.run_jobs().await;
        assert_eq!((&setting.task(&film).await["state"], setting.left().await), (&json!("paused"), 100 - CREDITS));
        setting.ana.post(&setting.path(&film, "/resume"), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        assert_eq!(setting.task(&film).await["state"], "succeeded");

        let other = setting.render(json!({ "confirm": true })).await;
        setting.server.run_jobs().await;
        render(&setting, &other, Progress::Done).await;
        setting.ana.post(&setting.path(&other, "/cancel"), json!({})).await.assert_status(202);
        assert_eq!((&setting.task(&other).await["state"], setting.left().await), (&json!("cancelled"), 100 - CREDITS));
    }

    async fn a_process_that_is_killed_loses_one_step_and_another_takes_over_when_its_lease_ends(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        let id = id_of(&film);
        provider::set(id, |order| order.is_held = true);
        tokio::select! {
            _ = setting.server.run_jobs() => panic!("it waits for its provider"),
            () = provider::wait_until(id, |order| order.ordered == 1) => {}
        }
        provider::set(id, |order| order.is_held = false);
        let other = setting.server.another_process().await;
        other.run_jobs().await;
        assert_eq!((order_of(&film).ordered, &setting.task(&film).await["stage"]), (1, &json!("prepared")), "it may be alive");
        setting.server.clock().advance(MINUTE + SECOND);
        other.run_jobs().await;
        assert_eq!((order_of(&film).prepared, order_of(&film).ordered), (1, 2), "the last step only");
        provider::set(id, |order| order.progress = Progress::Done);
        setting.server.clock().advance(5 * SECOND);
        other.run_jobs().await;
        assert_eq!((&setting.task(&film).await["state"], setting.left().await), (&json!("succeeded"), 100 - CREDITS));
        assert_sums_hold(setting.server.db()).await;
    }

    async fn three_are_open_at_a_time(store) {
        let setting = Setting::new(store).await;
        let first = setting.render(json!({})).await;
        for _ in 0..2 {
            setting.render(json!({})).await;
        }
        let refused = setting.ana.post("/api/rendering", wish(json!({}))).await.assert_problem(409, "tasks.too_many");
        assert_eq!((&refused["message"], setting.left().await), (&json!("Task creation failed"), 100 - 3 * CREDITS));
        setting.ana.post(&setting.path(&first, "/cancel"), json!({})).await.assert_status(202);
        setting.render(json!({})).await;
    }

    async fn a_day_has_its_limit_of_them_that_counts_what_was_delivered(store) {
        let setting = Setting::new(store).await;
        let failing = setting.render(json!({})).await;
        setting.server.run_jobs().await;
        render(&setting, &failing, Progress::Broken).await;
        let cancelled = setting.render(json!({})).await;
        setting.ana.post(&setting.path(&cancelled, "/cancel"), json!({})).await.assert_status(202);
        let mut last = Value::Null;
        for _ in 0..5 {
            last = setting.render(json!({})).await;
            succeed(&setting, &last).await;
        }
        setting.ana.delete(&setting.path(&last, "")).await.no_content();
        setting.ana.post("/api/rendering", wish(json!({}))).await.assert_problem(404, "tasks.not_found");
        setting.ana.post(&setting.path(&failing, "/retry"), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        let refused = setting.task(&failing).await;
        assert_eq!((&refused["state"], &refused["problem"]["code"]), (&json!("failed"), &json!("tasks.not_found")));
        assert_eq!((order_of(&failing).ordered, setting.left().await), (1, 100 - 5 * CREDITS));
        setting.server.clock().advance(24 * HOUR);
        setting.render(json!({})).await;
        assert_sums_hold(setting.server.db()).await;
    }
}
