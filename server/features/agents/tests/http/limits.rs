//! Spending caps, plans, and how many tasks may be open.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, path};

for_each_store! {
    // issue 28: "spending cap"
    async fn an_agent_waits_before_it_spends_more_than_it_may(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "spend_max": 2 })).await;
        let paused = setting.started(&ana, &agent, "u5-say-done", "count {}").await;
        assert_eq!((&paused["pause"], &paused["charged"]), (&json!("spend"), &json!(2)));
        let address = format!("{}/continue", path(&paused));
        ana.post(&address, json!({ "spend_max": 2 })).await.assert_problem(422, "agents.bound_invalid");
        let more = setting.post(&ana, &paused, "continue", json!({ "spend_max": 3 })).await;
        assert_eq!((&more["pause"], &more["charged"]), (&json!("spend"), &json!(3)));
        let done = setting.post(&ana, &more, "continue", json!({})).await;
        assert_eq!((&done["state"], &done["charged"]), (&json!("succeeded"), &json!(6)));
        assert_eq!(setting.used(&ana).await, 6);
    }

    // spec §6: "Advanced models … are locked ("Upgrade to Unlock") … Some agents need an advanced model."
    async fn the_auto_agent_needs_an_advanced_model(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let list = ana.get("/api/agents").await.ok();
        let auto = &list["agents"][2];
        assert_eq!((&auto["key"], &auto["is_locked"]), (&json!("auto"), &json!(true)));
        assert_eq!(list["agents"][0]["is_locked"], false);
        let refused = setting.sent(&ana, "auto", "use-echo", "Hi").await;
        refused.assert_problem(403, "entitlements.upgrade_to_unlock");
        let operator = setting.server.operator().await;
        assert_eq!(operator.get("/api/agents/auto").await.ok()["is_locked"], false);
        let standard = setting.sent(&operator, "auto", "use-echo", "Hi").await;
        standard.assert_problem(403, "agents.advanced_model_needed");
        let done = setting.started(&operator, "auto", "gpt-4o", "Hi").await;
        assert_eq!(done["state"], "succeeded", "{done}");
    }

    async fn only_so_many_tasks_are_open_at_a_time(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        for _ in 0..8 {
            setting.sent(&ana, &agent, "use-echo", "look {}").await.accepted();
        }
        let ninth = setting.sent(&ana, &agent, "use-echo", "ring {}").await;
        ninth.assert_problem(409, "agents.too_many_open");
    }

    async fn messages_have_limits(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.sent(&ana, "search", "use-echo", "  ").await.assert_problem(422, "agents.message_empty");
        let long = "a".repeat(20_001);
        setting.sent(&ana, "search", "use-echo", &long).await.assert_problem(422, "agents.text_too_long");
        setting.sent(&ana, "cooking", "use-echo", "Hi").await.assert_problem(404, "agents.not_found");
        let agent = setting.agent(&ana, json!({})).await;
        let paused = setting.started(&ana, &agent, "use-echo", "ring {}").await;
        for n in 0..9 {
            let message = json!({ "id": setting.id(), "text": format!("{n}") });
            let sent = ana.post(&format!("{}/messages", path(&paused)), message).await;
            match n {
                8 => {
                    sent.assert_problem(409, "agents.inbox_full");
                }
                _ => {
                    sent.accepted();
                }
            }
        }
    }
}
