//! Pauses of a research: at a number of steps, at a cost, at a problem, when it is told to.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, agreement, path};

for_each_store! {
    // spec §4: "Agent: runs up to a maximum number of steps, then pauses and can be continued."
    // issue 5: "pauses at a step limit and continues"
    async fn a_research_pauses_after_so_many_steps_and_goes_on_when_it_is_told_to(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let paused = setting.agreed(&ana, &planned, json!({ "steps_max": 5 })).await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("steps")));
        assert_eq!(paused["cost"]["steps"], 5);
        let asked = setting.web.asked();

        let again = setting.post(&ana, &paused, "continue", json!({})).await;
        assert_eq!((&again["state"], &again["pause"]), (&json!("paused"), &json!("steps")));
        let mut last = again;
        for _ in 0..3 {
            if last["state"] == "paused" {
                last = setting.post(&ana, &last, "continue", json!({})).await;
            }
        }
        assert_eq!(last["state"], "completed", "{last}");
        assert!(setting.web.asked() <= asked + 2, "nothing was searched for twice");
    }

    // issue 5: "a spend cap"
    async fn nothing_is_spent_beyond_what_was_agreed_on(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let paused = setting.agreed(&ana, &planned, json!({ "spend_max": 3 })).await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("spend")), "{paused}");
        assert_eq!(paused["cost"]["spent"], 3);
        assert_eq!(setting.provider.call_count(), 3);
        let done = setting.post(&ana, &paused, "continue", json!({ "spend_max": 20 })).await;
        assert_eq!((&done["state"], &done["cost"]["spent"]), (&json!("completed"), &json!(9)));
        assert_eq!(setting.provider.call_count(), 9);
    }

    // spec §8: "Your queries have been used up"
    async fn without_queries_left_it_waits_and_keeps_what_it_has(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..3 {
            setting.done(&ana, json!({})).await;
            setting.server.clock().advance(60_000_000);
        }
        let planned = setting.planned(&ana, json!({})).await;
        setting.server.clock().advance(60_000_000);
        let done = setting.agreed(&ana, &planned, json!({})).await;
        assert_eq!(done["state"], "completed", "four are 36 of 40");
        let planned = setting.planned(&ana, json!({})).await;
        let paused = setting.agreed(&ana, &planned, json!({})).await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("problem")));
        assert_eq!(paused["problem"]["message"], "Your queries have been used up");
        assert!(!paused["statements"].as_array().unwrap().is_empty());
        setting.server.clock().advance(kernel::DAY);
        let done = setting.post(&ana, &paused, "continue", json!({})).await;
        assert_eq!(done["state"], "completed", "{done}");
    }

    async fn a_model_that_fails_has_it_wait_and_the_step_is_done_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let refused = setting.begin(&ana, json!({ "model": "fake/research-e401" })).await;
        assert_eq!((&refused["state"], &refused["pause"]), (&json!("paused"), &json!("problem")));
        assert!(refused["problem"]["code"].as_str().unwrap().starts_with("providers."), "{refused}");
        assert_eq!(refused["cost"]["spent"], 0);
        let again = setting.post(&ana, &refused, "continue", json!({})).await;
        assert_eq!(again["state"], "paused", "it still refuses");
        ana.post(&format!("{}/cancel", path(&again)), json!({})).await.assert_status(202);
        assert_eq!(setting.get(&ana, &again).await["state"], "cancelled");
        ana.post(&format!("{}/continue", path(&again)), json!({})).await
            .assert_problem(409, "research.not_now");
    }

    async fn a_person_has_it_wait_and_go_on(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        ana.post(&format!("{}/plan", path(&planned)), agreement(&planned, json!({}))).await.accepted();
        let paused = ana.post(&format!("{}/pause", path(&planned)), json!({})).await.ok();
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("person")));
        setting.settle().await;
        assert_eq!(setting.web.asked(), 0, "what had not begun does not begin");
        let done = setting.post(&ana, &paused, "continue", json!({})).await;
        assert_eq!((&done["state"], &done["pause"]), (&json!("completed"), &Value::Null));
    }

    async fn a_stopped_research_stays_stopped_and_others_may_begin(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let mut going = Vec::new();
        for _ in 0..3 {
            let new = crate::setting::new_research(json!({ "model": "fake/research-ehang" }));
            going.push(ana.post("/api/research/researches", new).await.accepted());
        }
        setting.server.run_jobs().await;
        let more = crate::setting::new_research(json!({}));
        ana.post("/api/research/researches", more.clone()).await.assert_problem(409, "research.too_many");
        for one in &going {
            ana.post(&format!("{}/cancel", path(one)), json!({})).await.assert_status(202);
        }
        setting.settle().await;
        for one in &going {
            let stopped = setting.get(&ana, one).await;
            assert_eq!(stopped["state"], "cancelled");
            assert_eq!(stopped["steps"][0]["state"], "dropped");
            assert_eq!(stopped["cost"]["spent"], 0);
        }
        ana.post("/api/research/researches", more).await.accepted();
    }
}
