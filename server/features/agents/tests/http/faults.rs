//! Tools and models that fail.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, path, steps};

for_each_store! {
    // issue 28: "Tool that hangs, throws or returns 5 MB"
    async fn a_tool_that_fails_or_returns_too_much_does_not_end_the_task(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let text = "throw {}\nbig {}\nlook [1]\nnothing {}";
        let done = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let calls = steps(&done)[0]["calls"].as_array().unwrap();
        assert_eq!((&calls[0]["state"], &calls[0]["output"]), (&json!("failed"), &json!("The disk is on fire.")));
        assert_eq!(calls[1]["state"], "completed");
        assert!(calls[1]["output"].as_str().unwrap().len() < 41_000);
        let last = calls.last().unwrap();
        assert_eq!(last["state"], "failed");
    }

    async fn a_tool_that_hangs_is_stopped_with_its_task(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "look {}\nhang {}").await.accepted();
        let mut hanging = setting.hanging.clone();
        let stop = async {
            hanging.wait_for(|count| *count == 1).await.unwrap();
            ana.post(&format!("{}/cancel", path(&sent)), json!({})).await.assert_status(202);
        };
        tokio::join!(setting.settle(), stop);
        setting.settle().await;
        let stopped = setting.get(&ana, &sent).await;
        assert_eq!(stopped["state"], "cancelled", "{stopped}");
        let calls = steps(&stopped)[0]["calls"].as_array().unwrap();
        assert_eq!((&calls[0]["state"], &calls[1]["state"]), (&json!("completed"), &json!("failed")), "what there is stays");
    }

    // issue 28: "Stop keeps all there is"
    async fn what_a_stopped_model_wrote_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": [] })).await;
        setting.provider.hold_after(5);
        let sent = setting.sent(&ana, &agent, "t400", "Tell me").await.accepted();
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        let running = setting.get(&ana, &sent).await;
        assert!(running["run_id"].is_string(), "{running}");
        ana.post(&format!("{}/cancel", path(&sent)), json!({})).await.assert_status(202);
        setting.settle().await;
        let stopped = setting.get(&ana, &sent).await;
        assert_eq!(stopped["state"], "cancelled");
        let step = steps(&stopped)[0];
        assert_eq!(step["is_cut"], true);
        assert!(step["text"].as_str().unwrap().starts_with("the quick brown"), "{step}");
    }

    async fn a_task_whose_provider_failed_goes_on_where_it_was(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": [] })).await;
        let failed = setting.started(&ana, &agent, "emid-a0-n1-echo", "Hello").await;
        assert_eq!(failed["state"], "failed", "{failed}");
        assert!(failed["problem"]["code"].is_string());
        let done = setting.post(&ana, &failed, "retry", json!({})).await;
        assert_eq!((&done["state"], &done["charged"]), (&json!("succeeded"), &json!(1)), "{done}");
        assert_eq!(done["entries"].as_array().unwrap().len(), 2, "the message is said once");
    }
}
