//! Agents that wait for their person.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, path, settle, steps};

fn call(task: &Value, at: usize) -> &Value {
    &steps(task)[0]["calls"][at]
}

for_each_store! {
    // issue 28: "pauses for approvals"; "a pause survives restart and another device"
    async fn a_call_that_needs_an_approval_waits_also_for_another_process(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let text = "ring {\"n\": 1}\nring {\"n\": 2}\ncount {}";
        let paused = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("approval")));
        assert_eq!((setting.count("count"), setting.count("ring")), (1, 0), "what may run has run");
        let (first, second) = (call(&paused, 0)["id"].clone(), call(&paused, 1)["id"].clone());
        let once = json!({ "call_id": first, "decision": "once" });
        let still = setting.post(&ana, &paused, "decisions", once.clone()).await;
        assert_eq!((&still["state"], setting.count("ring")), (&json!("paused"), 0));
        let twice = ana.post(&format!("{}/decisions", path(&paused)), once).await;
        twice.assert_problem(409, "agents.not_now");
        let other = setting.server.another_process().await;
        let deny = json!({ "call_id": second, "decision": "deny" });
        ana.post(&format!("{}/decisions", path(&paused)), deny).await.accepted();
        settle(&other).await;
        let done = setting.get(&ana, &paused).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!((&call(&done, 0)["state"], &call(&done, 1)["state"]), (&json!("completed"), &json!("denied")));
        assert_eq!((setting.count("ring"), setting.count("count")), (1, 1));
    }

    async fn a_standing_decision_is_for_all_calls_of_the_tool(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let paused = setting.started(&ana, &agent, "use-echo", "ring {}\nring {}").await;
        let always = json!({ "call_id": call(&paused, 1)["id"], "decision": "always" });
        let done = setting.post(&ana, &paused, "decisions", always).await;
        assert_eq!((&done["state"], setting.count("ring")), (&json!("succeeded"), 2), "{done}");
    }

    // issue 28: "up to four questions in one form"
    async fn questions_come_in_one_form_and_the_answers_go_to_the_model(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let questions = json!({ "questions": [
            { "question": "Which sea?", "options": ["North", "Baltic"] },
            { "question": "Which months?", "options": ["May", "June"], "several": true },
            { "question": "For whom?" },
            { "question": "How long?" },
        ] });
        let asked = setting.started(&ana, &agent, "use-echo", &format!("ask_user {questions}")).await;
        assert_eq!((&asked["state"], &asked["pause"]), (&json!("paused"), &json!("questions")));
        let form = call(&asked, 0)["questions"].as_array().unwrap();
        assert_eq!(form.len(), 4);
        assert_eq!(form[0]["input"], "choice");
        let id = &call(&asked, 0)["id"];
        let answer = |content: Value| json!({ "call_id": id, "action": "accept", "content": content });
        let wrong = ana.post(&format!("{}/answers", path(&asked)), answer(json!({ "q1": "Red" }))).await;
        wrong.assert_problem(422, "agents.answer_invalid");
        let right = answer(json!({ "q1": "North", "q2": ["May", "June"], "q3": "Sailors" }));
        let done = setting.post(&ana, &asked, "answers", right).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let said = steps(&done)[1]["text"].as_str().unwrap();
        assert!(said.contains("A: North") && said.contains("May; June") && said.contains("(not answered)"), "{said}");
    }

    async fn a_form_can_be_declined_and_one_of_five_questions_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let form = json!({ "questions": [{ "question": "Which sea?" }] });
        let asked = setting.started(&ana, &agent, "use-echo", &format!("ask_user {form}")).await;
        let decline = json!({ "call_id": call(&asked, 0)["id"], "action": "decline" });
        let done = setting.post(&ana, &asked, "answers", decline).await;
        assert_eq!((&done["state"], &call(&done, 0)["state"]), (&json!("succeeded"), &json!("denied")));
        let five = json!({ "questions": vec![json!({ "question": "?" }); 5] });
        let told = setting.started(&ana, &agent, "use-echo", &format!("ask_user {five}")).await;
        assert_eq!(call(&told, 0)["state"], "failed");
        assert_eq!(told["state"], "succeeded", "the model is told, and goes on");
    }

    async fn a_stopped_task_waits_for_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let paused = setting.started(&ana, &agent, "use-echo", "ring {}").await;
        let stopped = setting.post(&ana, &paused, "cancel", json!({})).await;
        assert_eq!((&stopped["state"], &call(&stopped, 0)["state"]), (&json!("cancelled"), &json!("denied")));
        let late = json!({ "call_id": call(&paused, 0)["id"], "decision": "once" });
        ana.post(&format!("{}/decisions", path(&paused)), late).await.assert_problem(409, "agents.not_now");
        let message = json!({ "id": setting.id(), "text": "count {}" });
        let again = setting.post(&ana, &stopped, "messages", message).await;
        assert_eq!((&again["state"], setting.count("count")), (&json!("succeeded"), 1), "{again}");
    }
}
