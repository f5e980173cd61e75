//! A task from its first word to its result.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, kinds, path, steps};

for_each_store! {
    // issue 28: "A run works in visible steps (activity groups with a plain sentence each, what was read and written, cost so far)"
    async fn an_agent_uses_its_tools_and_then_answers(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "instructions": "Be exact." })).await;
        let text = "calculate {\"expression\": \"6 * 7\"}\nlook {\"at\": \"the sea\"}";
        let done = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!(kinds(&done), ["said", "step", "step"]);
        let steps = steps(&done);
        let calls = steps[0]["calls"].as_array().unwrap();
        assert_eq!((&calls[0]["tool"], &calls[0]["output"]), (&json!("calculate"), &json!("42")));
        assert_eq!(calls[1]["title"], "LOOK");
        assert_eq!(calls[1]["source"], "Test");
        assert_eq!(calls[1]["state"], "completed");
        assert!(steps[1]["text"].as_str().unwrap().contains("look says"), "{done}");
        assert_eq!((&done["steps"], &done["charged"]), (&json!(2), &json!(2)));
        assert_eq!(setting.used(&ana).await, 2, "what is shown is what was charged");
        let asked = setting.provider.calls().remove(0).body;
        let system = asked["messages"][0]["content"].as_str().unwrap();
        assert!(system.contains("You are Probe") && system.contains("Be exact."), "{system}");
    }

    // spec §4: "Agent: runs up to a maximum number of steps, then pauses and can be continued."
    async fn an_agent_pauses_at_its_step_limit_and_goes_on(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "steps_max": 2 })).await;
        let paused = setting.started(&ana, &agent, "u5-say-done", "count {}").await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("steps")));
        assert_eq!((&paused["steps"], &paused["steps_max"]), (&json!(2), &json!(2)));
        assert_eq!(setting.count("count"), 2);
        let again = setting.post(&ana, &paused, "continue", json!({ "steps": 3 })).await;
        assert_eq!((&again["pause"], &again["steps"]), (&json!("steps"), &json!(5)));
        let done = setting.post(&ana, &again, "continue", json!({})).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!(steps(&done)[5]["text"], "done");
        assert_eq!(setting.count("count"), 5, "no call is made twice");
        let late = ana.post(&format!("{}/continue", path(&done)), json!({})).await;
        late.assert_problem(409, "agents.not_now");
    }

    // issue 28: "Steering while it runs"
    async fn a_message_is_taken_in_by_the_next_step_and_after_the_end(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        setting.provider.hold_after(0);
        let sent = setting.sent(&ana, &agent, "use-echo", "count {}").await.accepted();
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        let message = json!({ "id": setting.id(), "text": "look {\"n\": 2}" });
        let steered = ana.post(&format!("{}/messages", path(&sent)), message.clone()).await.accepted();
        assert_eq!(steered["inbox"][0]["text"], "look {\"n\": 2}");
        ana.post(&format!("{}/messages", path(&sent)), message).await.accepted();
        setting.provider.release();
        setting.settle().await;
        let done = setting.get(&ana, &sent).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!(kinds(&done), ["said", "step", "said", "step", "step"], "once, though it was sent twice");
        assert_eq!((setting.count("count"), setting.count("look")), (1, 1));
        let more = json!({ "id": setting.id(), "text": "look {\"n\": 3}" });
        let again = setting.post(&ana, &done, "messages", more).await;
        assert_eq!(again["state"], "succeeded");
        assert_eq!(kinds(&again)[5..], ["said", "step", "step"]);
        assert_eq!(setting.count("look"), 2);
    }

    // issue 28: "hand-over to another agent"
    async fn an_agent_hands_over_to_another(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let writer = setting.agent(&ana, json!({ "name": "Poet", "instructions": "Rhyme." })).await;
        let agent = setting.agent(&ana, json!({})).await;
        let text = format!("hand_over {}", json!({ "agent": writer, "note": "look {}" }));
        let done = setting.started(&ana, &agent, "use-echo", &text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!(kinds(&done), ["said", "step", "handover", "step", "step"]);
        assert_eq!((&done["name"], &done["agent"]), (&json!("Poet"), &json!(writer)));
        assert_eq!(done["entries"][2]["to_name"], "Poet");
        let last = setting.provider.calls().pop().unwrap().body;
        assert!(last["messages"][0]["content"].as_str().unwrap().contains("Rhyme."));
        let nobody = "hand_over {\"agent\": \"nobody\", \"note\": \"\"}";
        let stays = setting.started(&ana, &agent, "use-echo", nobody).await;
        assert_eq!(steps(&stays)[0]["calls"][0]["state"], "failed");
        assert_eq!(stays["name"], "Probe");
    }

    async fn a_task_sent_again_is_the_same_and_others_see_nothing_of_it(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let agent = setting.agent(&ana, json!({})).await;
        let new = json!({ "id": setting.id(), "agent": agent, "text": "Hi", "model": "fake/use-echo" });
        let first = ana.post("/api/agents/tasks", new.clone()).await.accepted();
        let again = ana.post("/api/agents/tasks", new.clone()).await.accepted();
        assert_eq!(first["id"], again["id"]);
        setting.settle().await;
        assert_eq!(setting.provider.call_count(), 2, "a step with a tool, and the answer");
        ben.post("/api/agents/tasks", new).await.assert_problem(404, "agents.not_found");
        ben.get(&path(&first)).await.assert_problem(404, "agents.task_not_found");
        for what in ["messages", "decisions", "answers", "continue", "cancel", "retry", "restore"] {
            let body = match what {
                "messages" => json!({ "id": setting.id(), "text": "Hi" }),
                "decisions" => json!({ "call_id": "c", "decision": "once" }),
                "answers" => json!({ "call_id": "c", "action": "decline" }),
                _ => json!({}),
            };
            let refused = ben.post(&format!("{}/{what}", path(&first)), body).await;
            refused.assert_problem(404, "agents.task_not_found");
        }
        let list = ana.get("/api/agents/tasks").await.ok();
        assert_eq!(list["items"].as_array().unwrap().len(), 1);
        assert_eq!(list["items"][0]["name"], "Probe");
        ana.delete(&path(&first)).await.no_content();
        ana.get(&path(&first)).await.assert_problem(404, "agents.task_not_found");
        ana.post(&format!("{}/restore", path(&first)), json!({})).await.ok();
        assert_eq!(setting.get(&ana, &first).await["state"], "succeeded");
    }
}
