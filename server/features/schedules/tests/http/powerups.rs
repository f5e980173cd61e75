//! Schedules of PowerUPs.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{SAYS_HI, Setting, new_id, new_schedule};

/// Creates a PowerUP of Ana's; returns its id.
async fn powerup(setting: &Setting, change: Value) -> Value {
    let mut definition =
        json!({ "name": "News", "prompt": "What is new?", "reads": "none", "model": SAYS_HI });
    for (name, value) in change.as_object().unwrap() {
        definition[name] = value.clone();
    }
    let new = json!({ "id": new_id(), "definition": definition });
    setting.ana.post("/api/powerups", new).await.created()["id"].clone()
}

fn runs(powerup: &Value) -> Value {
    json!({ "kind": "powerup", "input": { "powerup_id": powerup } })
}

for_each_store! {
    // issue 28: "Anything can be scheduled: … a recipe"
    async fn a_powerup_runs_at_its_time_and_its_answer_is_kept(store) {
        let setting = Setting::new(store).await;
        let id = powerup(&setting, json!({})).await;
        let schedule = setting.create(runs(&id)).await;
        setting.at("2026-11-21T07:00:00Z").await;
        let run = &setting.runs(&schedule).await[0];
        assert_eq!((&run["state"], &run["has_result"]), (&json!("succeeded"), &json!(true)));
        assert_eq!(run["path"], format!("/powerup-ai/{}", id.as_str().unwrap()));
        let results = setting.ana.get("/api/powerups/results").await.ok();
        assert_eq!((&results["items"][0]["name"], &results["items"][0]["answer"]), (&json!("News"), &json!("Hi there")));
    }

    async fn what_can_only_run_by_hand_is_refused(store) {
        let setting = Setting::new(store).await;
        let ben = setting.server.member("ben@example.com").await;
        let quiet = powerup(&setting, json!({})).await;
        ben.post("/api/schedules", new_schedule(runs(&quiet))).await.assert_problem(404, "powerups.not_found");
        let page = powerup(&setting, json!({ "reads": "all", "sites": { "scope": "site", "patterns": ["example.com"] } })).await;
        let selection = powerup(&setting, json!({ "reads": "selection" })).await;
        let parameter = json!({ "kind": "text", "field": "topic", "label": "Topic", "required": true });
        let asks = powerup(&setting, json!({ "parameters": [parameter] })).await;
        for (id, url, code) in [
            (&page, Value::Null, "powerups.content_needed"),
            (&page, json!("https://elsewhere.test/"), "powerups.wrong_site"),
            (&selection, json!("https://example.com/"), "powerups.content_needed"),
            (&asks, Value::Null, "powerups.required"),
        ] {
            let mut wanted = runs(id);
            wanted["input"]["url"] = url;
            setting.ana.post("/api/schedules", new_schedule(wanted)).await.assert_problem(422, code);
        }
        let page = json!({ "kind": "powerup", "input": { "powerup_id": page, "url": "https://www.example.com/a#b" } });
        let schedule = setting.create(page).await;
        assert_eq!(schedule["input"]["url"], "https://www.example.com/a");
    }
}
