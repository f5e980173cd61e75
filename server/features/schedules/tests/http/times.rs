//! A time that came starts its work once.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, new_id, path};

async fn due_times(setting: &Setting, schedule: &Value) -> Vec<String> {
    let runs = setting.runs(schedule).await;
    runs.iter().map(|run| run["due_at"].as_str().unwrap()[..16].to_owned()).collect()
}

for_each_store! {
    // issue 28: "RRULE with the person's zone, next five dates shown"
    async fn a_prompt_is_asked_at_its_time_in_a_chat_of_its_own(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        assert_eq!(schedule["state"], "active");
        assert_eq!(schedule["next_dates"][0], "2026-11-21T07:00:00.000000Z");
        assert_eq!(schedule["next_dates"].as_array().unwrap().len(), 5);
        setting.at("2026-11-21T06:59:59Z").await;
        assert_eq!(setting.chats().await, 0);
        setting.at("2026-11-21T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
        let run = &setting.runs(&schedule).await[0];
        assert_eq!(run["due_at"], "2026-11-21T07:00:00.000000Z");
        let chat = run["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let window = setting.ana.get(&format!("/api/chat/conversations/{chat}")).await.ok();
        assert!(window.to_string().contains("Tides"), "{window}");
        let list = setting.ana.get("/api/schedules").await.ok();
        let shown = &list["items"][0];
        assert_eq!((&shown["last_state"], &shown["unseen"]), (&json!("succeeded"), &json!(1)));
        assert_eq!(shown["next_dates"][0], "2026-11-22T07:00:00.000000Z");
        setting.ana.post(&format!("{}/seen", path(&schedule)), json!({})).await.no_content();
        assert_eq!(setting.get(&schedule).await["unseen"], 0);
    }

    // issue 28: "Exactly once over restarts, clock changes and several processes"
    async fn a_time_comes_once_over_processes_and_restarts(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        let other = setting.server.another_process().await;
        setting.server.clock().advance(19 * kernel::HOUR);
        let upkeep = schedules::area(&other.services).upkeep;
        let catch_up = upkeep.iter().find(|work| work.name == "schedules.catch_up").unwrap();
        let (first, second, third) = tokio::join!(
            setting.server.run_jobs(),
            other.run_jobs(),
            (catch_up.run)(other.services.clone())
        );
        third.unwrap();
        assert!(first + second > 0);
        setting.settle().await;
        drop(other);
        let restarted = setting.server.another_process().await;
        restarted.run_jobs().await;
        (catch_up.run)(restarted.services.clone()).await.unwrap();
        setting.settle().await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
        assert_eq!(setting.chats().await, 1);
    }

    async fn a_clock_that_goes_back_starts_nothing_twice(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        setting.at("2026-11-21T07:00:00Z").await;
        setting.at("2026-11-20T07:00:00Z").await;
        setting.at("2026-11-21T07:00:30Z").await;
        assert_eq!(setting.chats().await, 1);
        setting.at("2026-11-22T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["succeeded", "succeeded"]);
    }

    // issue 28: "frozen-clock tests over two DST changes"
    async fn half_past_two_comes_once_a_day_over_both_changes_of_the_clock(store) {
        let mut setting = Setting::new(store).await;
        let times = json!({ "start": "2027-03-27T02:30", "zone": "Europe/Berlin", "rule": "FREQ=DAILY" });
        let schedule = setting.create(json!({ "times": times })).await;
        for at in ["2027-03-27T01:30:00Z", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"] {
            setting.at(at).await;
        }
        setting.sign_in_again().await;
        // On the 28th clocks go from 2 to 3: 02:30 is 03:30.
        assert_eq!(due_times(&setting, &schedule).await, ["2027-03-29T00:30", "2027-03-28T01:30", "2027-03-27T01:30"]);

        let times = json!({ "start": "2027-10-30T02:30", "zone": "Europe/Berlin", "rule": "FREQ=DAILY" });
        let moved = crate::setting::wish(json!({ "times": times }));
        setting.ana.put(&path(&schedule), moved).await.ok();
        // On the 31st 02:30 comes twice: at 00:30 and 01:30 UTC.
        for at in ["2027-10-30T00:30:00Z", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z", "2027-11-01T01:30:00Z"] {
            setting.at(at).await;
        }
        setting.sign_in_again().await;
        assert_eq!(due_times(&setting, &schedule).await[..3], ["2027-11-01T01:30", "2027-10-31T00:30", "2027-10-30T00:30"]);
        assert_eq!(setting.chats().await, 6);
    }

    async fn what_passed_while_no_server_ran_is_made_up_for_once_or_skipped(store) {
        let setting = Setting::new(store).await;
        let once = setting.create(json!({ "title": "Once" })).await;
        let skip = setting.create(json!({ "title": "Skip", "missed": "skip" })).await;
        setting.at("2026-11-24T12:00:00Z").await;
        assert_eq!(setting.states(&once).await, ["succeeded"]);
        let run = &setting.runs(&once).await[0];
        assert_eq!((&run["missed"], &run["due_at"]), (&json!(3), &json!("2026-11-24T07:00:00.000000Z")));
        let skipped = &setting.runs(&skip).await[0];
        assert_eq!(skipped["state"], "skipped");
        assert_eq!(skipped["problem"]["code"], "schedules.missed");
        assert_eq!(skipped["problem"]["params"]["missed"], "4");
        setting.at("2026-11-25T07:05:00Z").await;
        assert_eq!(setting.states(&skip).await, ["succeeded", "skipped"], "a few minutes late is not missed");
    }

    async fn a_schedule_of_once_ends(store) {
        let setting = Setting::new(store).await;
        let times = json!({ "start": "2026-11-21T08:00", "zone": "Europe/Berlin", "rule": null });
        let schedule = setting.create(json!({ "times": times })).await;
        assert_eq!(schedule["next_dates"].as_array().unwrap().len(), 1);
        setting.at("2026-11-21T07:00:00Z").await;
        let ended = setting.get(&schedule).await;
        assert_eq!((&ended["state"], &ended["next_dates"]), (&json!("ended"), &json!([])));
        setting.at("2026-11-29T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
    }

    // issue 28: "Run now, pause"
    async fn a_run_by_hand_changes_no_times_and_is_not_doubled(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        let runs = format!("{}/runs", path(&schedule));
        let id = json!({ "id": new_id() });
        setting.ana.post(&runs, id.clone()).await.accepted();
        setting.ana.post(&runs, id).await.accepted();
        setting.ana.post(&runs, json!({ "id": new_id() })).await.assert_problem(409, "schedules.still_running");
        setting.settle().await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
        assert_eq!(setting.runs(&schedule).await[0]["by_hand"], true);
        assert_eq!(setting.get(&schedule).await["next_dates"][0], "2026-11-21T07:00:00.000000Z");
        let ben = setting.server.member("ben@example.com").await;
        ben.post(&runs, json!({ "id": new_id() })).await.assert_problem(404, "schedules.not_found");
    }

    async fn a_paused_schedule_starts_nothing_until_it_goes_on(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        let pause = format!("{}/pause", path(&schedule));
        let paused = setting.ana.put(&pause, json!({ "paused": true })).await.ok();
        assert_eq!((&paused["state"], &paused["paused_for"]), (&json!("paused"), &json!("person")));
        setting.at("2026-11-22T12:00:00Z").await;
        assert_eq!(setting.chats().await, 0);
        let resumed = setting.ana.put(&pause, json!({ "paused": false })).await.ok();
        assert_eq!(resumed["next_dates"][0], "2026-11-23T07:00:00.000000Z");
        setting.at("2026-11-23T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
    }

    // attacks.md, 8
    async fn nothing_runs_for_somebody_suspended_or_deleted_schedules(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        setting.server.set_suspended(&setting.ana, true).await;
        setting.at("2026-11-21T07:00:00Z").await;
        assert_eq!(setting.provider.call_count(), 0);
        setting.server.set_suspended(&setting.ana, false).await;
        let ana = setting.server.member("ana@example.com").await;
        let runs: Value = ana.get(&format!("{}/runs", path(&schedule))).await.ok();
        assert_eq!(runs["items"][0]["state"], "stopped");
        ana.delete(&path(&schedule)).await.no_content();
        setting.at("2026-11-22T07:00:00Z").await;
        assert_eq!(setting.provider.call_count(), 0);
        let back = ana.post(&format!("{}/restore", path(&schedule)), json!({})).await.ok();
        assert_eq!(back["next_dates"][0], "2026-11-23T07:00:00.000000Z");
    }
}
