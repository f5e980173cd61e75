//! Bots that agents ask.

use serde_json::{Value, json};
use store::sql;
use testing::for_each_store;

use crate::setting::{Setting, path, steps};

for_each_store! {
    async fn a_bot_is_asked_and_what_it_costs_is_the_tasks(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["ask_bot"] })).await;
        let text = format!("ask_bot {}", json!({ "bot": "Oracle", "question": "Why?" }));
        let done = setting.started(&ana, &agent, "use-echo", &text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let call = &steps(&done)[0]["calls"][0];
        assert!(call["output"].as_str().unwrap().starts_with("the quick brown"), "{call}");
        assert_eq!((&done["charged"], setting.used(&ana).await), (&json!(3), 3), "two steps and the bot");
    }

    // issue 28: "spending cap"
    async fn a_bot_that_would_go_beyond_the_cap_is_not_asked(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["ask_bot"], "spend_max": 2 })).await;
        let ask = json!({ "bot": "Oracle", "question": "Why?" });
        let text = format!("ask_bot {ask}\nask_bot {ask}");
        let paused = setting.started(&ana, &agent, "use-echo", &text).await;
        assert_eq!((&paused["pause"], &paused["charged"]), (&json!("spend"), &json!(2)), "{paused}");
        let calls = steps(&paused)[0]["calls"].as_array().unwrap();
        let refused = calls.iter().filter(|call| call["state"] == "failed").collect::<Vec<_>>();
        assert_eq!(refused.len(), 1, "one of both is asked");
        assert!(refused[0]["output"].as_str().unwrap().contains("more than the person allows"));
    }

    // Work ends when its owner ends it.
    async fn a_bot_that_is_asked_stops_with_its_agent_and_its_cost_is_counted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["ask_bot"] })).await;
        // The step of the agent has fewer words.
        setting.provider.hold_after(5);
        let text = format!("ask_bot {}", json!({ "bot": "Oracle", "question": "Why?" }));
        let sent = setting.sent(&ana, &agent, "use-echo", &text).await.accepted();
        let person = async {
            setting.provider.wait_until_held(1).await;
            ana.post(&format!("{}/cancel", path(&sent)), json!({})).await.assert_status(202);
        };
        tokio::join!(setting.settle(), person);
        setting.settle().await;
        let stopped = setting.get(&ana, &sent).await;
        assert_eq!(stopped["state"], "cancelled", "{stopped}");
        let mut conn = setting.server.db().read().await.unwrap();
        let bots = "SELECT state FROM runs WHERE feature = 'agents.bot'";
        let (state,) = sql!(&mut conn, one(String,), bots).unwrap();
        assert_eq!(state, "cancelled");
        let (output,) = sql!(&mut conn, one(String,), "SELECT output FROM tasks").unwrap();
        drop(conn);
        let output: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(output["bot_runs"], json!([]), "nothing is left to be counted");
        assert_eq!(stopped["charged"], json!(setting.used(&ana).await));
    }
}
