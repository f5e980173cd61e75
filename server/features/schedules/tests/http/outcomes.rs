//! What comes of a run: results, failures, limits, notices.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{FAILS, Setting, path};

fn prompt(model: &str) -> Value {
    json!({ "text": "How high is the tide?", "model": model })
}

for_each_store! {
    // issue 28: "mail and Web Push"
    async fn a_result_is_mailed_with_its_text(store) {
        let setting = Setting::new(store).await;
        setting.create(json!({ "by_mail": true })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        assert_eq!(setting.mails().await, ["Your scheduled result is ready"]);
        let text = setting.server.newest_mail_to("ana@example.com").await;
        assert!(text.contains("Tides") && text.contains("Hi there") && text.contains("/home/chat/"), "{text}");
    }

    // issue 28: "only when something changed"
    async fn a_result_like_the_last_one_is_no_news(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({ "by_mail": true, "only_changes": true })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        setting.at("2026-11-22T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["unchanged", "succeeded"]);
        assert_eq!(setting.mails().await.len(), 1);
        let asked = setting.provider.calls().last().unwrap().body.to_string();
        assert!(asked.contains("> Hi there") && asked.contains("NO CHANGES"), "{asked}");
        let chats = setting.ana.get("/api/chat/conversations").await.ok();
        assert_eq!(chats["items"][0]["unread"], false, "{chats}");

        let says_so = json!({ "by_mail": true, "only_changes": true, "input": prompt("fake/say-NO CHANGES") });
        setting.ana.put(&path(&schedule), crate::setting::wish(says_so)).await.ok();
        setting.at("2026-11-23T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await[0], "unchanged");

        let echo = json!({ "by_mail": true, "only_changes": true, "input": prompt("fake/echo") });
        setting.ana.put(&path(&schedule), crate::setting::wish(echo)).await.ok();
        setting.at("2026-11-24T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await[0], "succeeded");
        assert_eq!(setting.mails().await.len(), 2);
        let run = &setting.runs(&schedule).await[0];
        let changes = format!("{}/runs/{}/changes", path(&schedule), run["id"].as_str().unwrap());
        let changes = setting.ana.get(&changes).await.ok();
        assert_eq!(changes["before"], "Hi there");
        assert!(changes["after"].as_str().unwrap().contains("How high"), "{changes}");
    }

    // issue 28: "retries with the last error shown, pause after repeated failures with a notice"
    async fn what_fails_is_tried_again_and_pauses_after_three_times(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({ "input": prompt(FAILS) })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        let run = &setting.runs(&schedule).await[0];
        assert_eq!((&run["state"], &run["attempts"]), (&json!("due"), &json!(1)));
        assert_eq!(run["retry_at"], "2026-11-21T07:01:00.000000Z");
        assert!(run["problem"]["code"].as_str().is_some(), "{run}");
        setting.at("2026-11-21T07:01:00Z").await;
        setting.at("2026-11-21T07:06:00Z").await;
        let run = &setting.runs(&schedule).await[0];
        assert_eq!((&run["state"], &run["attempts"]), (&json!("failed"), &json!(3)));
        assert_eq!(setting.mails().await, Vec::<String>::new(), "no mail was wanted");
        for day in 22..24 {
            for at in ["07:00", "07:01", "07:06"] {
                setting.at(&format!("2026-11-{day}T{at}:00Z")).await;
            }
        }
        let paused = setting.get(&schedule).await;
        assert_eq!((&paused["state"], &paused["paused_for"]), (&json!("paused"), &json!("failures")));
        assert_eq!(setting.mails().await, ["A schedule was paused"]);
        setting.at("2026-11-24T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await.len(), 3);
    }

    async fn what_cannot_get_better_is_not_tried_again(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({})).await;
        setting.provider.set_models(&["echo"]);
        let connections = setting.server.services.providers.list_connections().await.unwrap();
        setting.server.services.providers.delete_connection(connections[0].id).await.unwrap();
        setting.at("2026-11-21T07:00:00Z").await;
        let run = &setting.runs(&schedule).await[0];
        assert_eq!((&run["state"], &run["attempts"]), (&json!("failed"), &json!(1)), "{run}");
    }

    // issue 28: "per-run and per-month caps"
    async fn limits_of_spending_hold(store) {
        let setting = Setting::new(store).await;
        let schedule = setting.create(json!({ "month_cap": 1, "by_mail": true })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await, ["succeeded"]);
        setting.at("2026-11-22T07:00:00Z").await;
        let run = &setting.runs(&schedule).await[0];
        assert_eq!((&run["state"], &run["problem"]["code"]), (&json!("skipped"), &json!("schedules.month_cap")));
        assert_eq!(setting.mails().await[0], "A scheduled run was skipped");
        setting.at("2026-12-01T07:00:00Z").await;
        assert_eq!(setting.states(&schedule).await[0], "succeeded", "a new month");
        assert_eq!(setting.get(&schedule).await["state"], "active");
        testing::assert_sums_hold(setting.server.db()).await;
    }

    async fn a_run_goes_on_one_at_a_time(store) {
        let setting = Setting::new(store).await;
        let rule = json!({ "start": "2026-11-20T14:00", "zone": "Europe/Berlin", "rule": "FREQ=HOURLY" });
        let schedule = setting.create(json!({ "times": rule, "input": prompt("fake/t20") })).await;
        setting.provider.hold_after(5);
        setting.server.clock().advance(kernel::HOUR);
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        setting.server.clock().advance(kernel::HOUR);
        setting.server.run_jobs().await;
        assert_eq!(setting.states(&schedule).await, ["skipped", "running"]);
        setting.provider.release();
        setting.settle().await;
        assert_eq!(setting.states(&schedule).await, ["skipped", "succeeded"]);
    }
}
