//! Researches whose process is gone.

use kernel::MINUTE;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, agreement, path};

for_each_store! {
    // issue 5: "survives a restart"
    async fn another_process_goes_on_and_charges_nothing_twice(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        ana.post(&format!("{}/plan", path(&planned)), agreement(&planned, json!({}))).await.accepted();
        // The other one does all the work from here on: all that this one knew is in the database.
        let other = setting.server.another_process().await;
        loop {
            let done = other.run_jobs().await;
            other.services.generation.wait_idle().await;
            if done == 0 {
                break;
            }
        }
        let done = setting.get(&ana, &planned).await;
        assert_eq!(done["state"], "completed", "{done}");
        assert_eq!(done["cost"]["spent"], 9);
        let steps = done["steps"].as_array().unwrap();
        assert!(steps.iter().all(|step| step["charged"].as_i64().unwrap() <= 1), "{steps:?}");
    }

    async fn a_step_whose_answer_nobody_kept_is_done_again_and_paid_for_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let spent = planned["cost"]["spent"].clone();
        // As where the job that keeps it was given up.
        let mut tx = setting.server.db().begin().await.unwrap();
        let forget = "UPDATE research_steps SET state = 'running', ended_at = NULL";
        store::sql!(&mut tx, execute, forget).unwrap();
        let (kept,) = store::sql!(&mut tx, one(String,), "SELECT output FROM tasks").unwrap();
        let mut output: Value = serde_json::from_str(&kept).unwrap();
        (output["stage"], output["plan"]) = (json!("planning"), json!([]));
        let forget = "UPDATE tasks SET state = 'running', output = $1";
        store::sql!(&mut tx, execute, forget, output.to_string()).unwrap();
        tx.commit().await.unwrap();
        setting.sweep().await;
        assert_eq!(setting.get(&ana, &planned).await["state"], "planning", "it may be on its way");
        setting.server.clock().advance(31 * MINUTE);
        setting.sweep().await;
        let paused = setting.get(&ana, &planned).await;
        assert_eq!((&paused["state"], &paused["pause"]), (&json!("paused"), &json!("problem")));
        let again = setting.post(&ana, &paused, "continue", json!({})).await;
        assert_eq!((&again["state"], &again["plan"]), (&json!("planned"), &planned["plan"]), "{again}");
        assert_eq!(again["cost"]["spent"], spent);
    }
}
