//! Questions of tool servers to the person of a task, while their tools run.

use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::crashed::lose_results;
use crate::setting::{Setting, path, settle, steps};

fn call(task: &Value) -> &Value {
    &steps(task)[0]["calls"][0]
}

fn answer(task: &Value, action: &str, content: Value) -> Value {
    let (call, question) = (call(task), &call(task)["asked"][0]);
    json!({
        "call_id": call["id"],
        "question_id": question["question_id"],
        "action": action,
        "content": content,
    })
}

for_each_store! {
    // issue 26 §3: the person gets the question as a form, and the answer goes to the server
    async fn a_question_of_a_server_is_answered_while_its_tool_runs(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let ben = setting.server.member("ben@example.com").await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
        let answers = format!("{}/answers", path(&sent));
        let person = async {
            let asked = setting.asking(&ana, &sent).await;
            assert_eq!(asked["state"], "running", "{asked}");
            let question = &call(&asked)["asked"][0];
            assert_eq!((&question["source"], &question["message"]), (&json!("Test"), &json!("Who are you?")));
            assert_eq!((&question["state"], &question["fields"][0]["input"]), (&json!("waiting"), &json!("text")));
            let list = ana.get("/api/agents/tasks").await.ok();
            assert_eq!(list["items"][0]["pause"], "questions");

            let right = answer(&asked, "accept", json!({ "name": "Mira" }));
            ben.post(&answers, right.clone()).await.assert_problem(404, "agents.task_not_found");
            let long = answer(&asked, "accept", json!({ "name": "a".repeat(11) }));
            let refused = ana.post(&answers, long).await;
            refused.assert_problem(422, "agents.answer_invalid");
            let form = json!({ "call_id": call(&asked)["id"], "action": "decline" });
            ana.post(&answers, form).await.assert_problem(409, "agents.not_now");
            let taken = ana.post(&answers, right.clone()).await.accepted();
            assert!(!taken.to_string().contains("Mira"), "it is between the person and the server");
            ana.post(&answers, right).await.assert_problem(409, "agents.not_now");
        };
        let other = setting.server.another_process().await;
        tokio::join!(settle(&other), person);
        let done = setting.get(&ana, &sent).await;
        assert_eq!((&done["state"], &done["pause"]), (&json!("succeeded"), &Value::Null), "{done}");
        assert_eq!(call(&done)["output"], "accepted \"Mira\"");
        assert_eq!(call(&done)["asked"][0]["state"], "accepted");
    }

    async fn a_question_can_be_declined_and_cancelled(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        for (action, state) in [("decline", "declined"), ("cancel", "cancelled")] {
            let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
            let person = async {
                let asked = setting.asking(&ana, &sent).await;
                ana.post(&format!("{}/answers", path(&sent)), answer(&asked, action, json!({}))).await.accepted();
            };
            tokio::join!(setting.settle(), person);
            let done = setting.get(&ana, &sent).await;
            assert_eq!((&done["state"], &call(&done)["output"]), (&json!("succeeded"), &json!(state)), "{done}");
            assert_eq!(call(&done)["asked"][0]["state"], state);
        }
    }

    async fn a_question_that_nobody_answers_ends_in_ten_minutes_and_the_model_is_told(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
        let time = async {
            setting.asking(&ana, &sent).await;
            setting.server.clock().advance(10 * MINUTE);
            // Whoever waits looks at the time now, not only in some seconds.
            let topic = format!("task:{}", sent["id"].as_str().unwrap());
            setting.server.services.bus.publish(&topic, "");
        };
        tokio::join!(setting.settle(), time);
        let done = setting.get(&ana, &sent).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let output = call(&done)["output"].as_str().unwrap();
        assert!(output.starts_with("cancelled") && output.contains("nobody answered in time"), "{output}");
        assert_eq!(call(&done)["asked"][0]["state"], "cancelled");
    }

    async fn somebody_who_looks_elsewhere_is_told_of_a_question(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
        let other = setting.server.another_process().await;
        let person = async {
            let asked = setting.asking(&ana, &sent).await;
            let mut hints = setting.server.services.bus.subscribe_to_user(ana.user_id);
            setting.server.clock().advance(6 * SECOND);
            other.run_jobs().await;
            let notice = loop {
                let hint: Value = serde_json::from_str(&hints.next().await.unwrap()).unwrap();
                if hint["event"] == "task.ended" {
                    break hint;
                }
            };
            assert_eq!((&notice["state"], &notice["task_id"]), (&json!("paused"), &sent["id"]));
            ana.post(&format!("{}/answers", path(&sent)), answer(&asked, "decline", json!({}))).await.accepted();
        };
        tokio::join!(setting.settle(), person);
    }

    async fn a_question_ends_with_its_task(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
        let person = async {
            let asked = setting.asking(&ana, &sent).await;
            ana.post(&format!("{}/cancel", path(&sent)), json!({})).await.assert_status(202);
            asked
        };
        let ((), asked) = tokio::join!(setting.settle(), person);
        setting.settle().await;
        let stopped = setting.get(&ana, &sent).await;
        assert_eq!((&stopped["state"], &stopped["pause"]), (&json!("cancelled"), &Value::Null), "{stopped}");
        assert_eq!(call(&stopped)["asked"][0]["state"], "cancelled");
        let late = answer(&asked, "accept", json!({ "name": "Mira" }));
        ana.post(&format!("{}/answers", path(&sent)), late).await.assert_problem(409, "agents.not_now");
    }

    async fn a_question_ends_with_the_process_that_asks_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "use-echo", "wonder {}").await.accepted();
        let person = async {
            let asked = setting.asking(&ana, &sent).await;
            ana.post(&format!("{}/answers", path(&sent)), answer(&asked, "decline", json!({}))).await.accepted();
        };
        tokio::join!(setting.settle(), person);
        lose_results(&setting).await;
        settle(&setting.server.another_process().await).await;
        let done = setting.get(&ana, &sent).await;
        assert_eq!((&done["state"], setting.count("wonder")), (&json!("succeeded"), 1), "{done}");
        assert_eq!((&call(&done)["state"], &call(&done)["asked"][0]["state"]), (&json!("failed"), &json!("cancelled")));
        assert!(call(&done)["output"].as_str().unwrap().contains("restarted"));
    }
}
