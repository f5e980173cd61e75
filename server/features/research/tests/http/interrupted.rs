//! What becomes of a research whose process is gone.

use serde_json::json;
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
}
