//! Processes that die in the middle of a step.

use serde_json::{Value, json};
use store::sql;
use testing::for_each_store;

use crate::setting::{Setting, settle, steps};

/// Puts a task back to the moment at which its tools had begun, and their results were not there.
pub async fn lose_results(setting: &Setting) {
    let mut tx = setting.server.db().begin().await.unwrap();
    let rows =
        sql!(&mut tx, all(i64, String), "SELECT number, body FROM agent_entries ORDER BY number")
            .unwrap();
    for (number, body) in rows {
        let mut body: Value = serde_json::from_str(&body).unwrap();
        let Some(calls) = body["calls"].as_array_mut().filter(|calls| !calls.is_empty()) else {
            if number > 2 {
                sql!(&mut tx, execute, "DELETE FROM agent_entries WHERE number = $1", number)
                    .unwrap();
            }
            continue;
        };
        for call in calls {
            (call["state"], call["output"], call["begun"]) =
                (json!("running"), Value::Null, json!(true));
            for question in call["asked"].as_array_mut().into_iter().flatten() {
                question["state"] = json!("waiting");
            }
        }
        let change = "UPDATE agent_entries SET body = $2 WHERE number = $1";
        sql!(&mut tx, execute, change, number, body.to_string()).unwrap();
    }
    let again = "UPDATE tasks SET state = 'running', ended_at = NULL, run_id = NULL";
    sql!(&mut tx, execute, again).unwrap();
    let (id,) = sql!(&mut tx, one(kernel::Uuid,), "SELECT id FROM tasks").unwrap();
    let payload = json!({ "task_id": id }).to_string();
    setting.server.services.queue.enqueue_named(&mut tx, "agent.step", &payload).await.unwrap();
    tx.commit().await.unwrap();
}

for_each_store! {
    // issue 28: "kill -9 at every step of an agent: nothing doubled, nothing charged twice, all written steps there"
    async fn a_call_that_changes_something_is_not_made_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let first = setting.started(&ana, &agent, "use-echo", "count {}\nlook {}").await;
        assert_eq!((setting.count("count"), setting.count("look")), (1, 1));
        lose_results(&setting).await;
        let other = setting.server.another_process().await;
        settle(&other).await;
        let done = setting.get(&ana, &first).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!((setting.count("count"), setting.count("look")), (1, 2), "only what reads is repeated");
        let calls = &steps(&done)[0]["calls"];
        assert_eq!((&calls[0]["state"], &calls[1]["state"]), (&json!("failed"), &json!("completed")));
        assert!(calls[0]["output"].as_str().unwrap().contains("may or may not"));
    }

    async fn another_process_goes_on_with_every_step(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let sent = setting.sent(&ana, &agent, "u2-echo", "count {}").await.accepted();
        // Each process does one thing and is gone.
        for _ in 0..12 {
            let process = setting.server.another_process().await;
            process.run_jobs().await;
            process.services.generation.wait_idle().await;
        }
        let done = setting.get(&ana, &sent).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!((setting.count("count"), &done["charged"]), (2, &json!(3)));
        assert_eq!(setting.used(&ana).await, 3);
    }

    async fn a_step_that_was_lost_is_asked_for_again_and_paid_for_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": [] })).await;
        setting.provider.hold_after(5);
        let sent = setting.sent(&ana, &agent, "t400", "Tell me").await.accepted();
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        // As where the process stops: the run is interrupted, with what it has.
        setting.server.services.generation.stop(std::time::Duration::ZERO).await;
        setting.provider.release();
        let other = setting.server.another_process().await;
        settle(&other).await;
        let done = setting.get(&ana, &sent).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!(steps(&done).len(), 1, "what was lost is not there twice");
        assert_eq!(done["charged"], 1);
        assert_eq!(setting.used(&ana).await, 1, "it is paid for once");
    }
}
