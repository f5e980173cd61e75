//! Results: the answers that a person finds again.

use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::Setting;

const RESULTS: &str = "/api/powerups/results";

/// Runs a PowerUP to its end; returns the id of its run.
async fn run(setting: &Setting, person: &TestPerson, path: &str, input: Value) -> String {
    let run = person.post(&format!("{path}/runs"), input).await.created();
    setting.answer(person, &run).await;
    setting.server.run_jobs().await;
    // Results are listed in the order of their times.
    setting.server.clock().advance(kernel::SECOND);
    run["run_id"].as_str().unwrap().to_owned()
}

fn titles(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["title"].as_str().unwrap()).collect()
}

for_each_store! {
    async fn answers_are_found_again_by_who_asked(store) {
        let setting = Setting::new(store).await;
        let path = setting.public(json!({ "icon": "🌊" })).await;
        let other = setting.create(json!({ "name": "Teach" })).await;
        run(&setting, &setting.ana, &other, json!({ "text": "Locks" })).await;
        let named = json!({ "text": "Tides", "title": " Tides \n at  noon " });
        let first = run(&setting, &setting.ana, &path, named).await;
        run(&setting, &setting.ana, &path, json!({ "url": setting.page })).await;

        let all = setting.ana.get(RESULTS).await.ok();
        assert_eq!(titles(&all), [setting.page.as_str(), "Tides at noon", ""]);
        let result = &all["items"][1];
        assert_eq!((&result["name"], &result["icon"]), (&json!("Explain"), &json!("🌊")));
        assert!(result["answer"].as_str().unwrap().contains("Tides"), "{result}");
        let id = path.rsplit('/').next().unwrap();
        let of_one = setting.ana.get(&format!("{RESULTS}?powerup_id={id}&limit=1")).await.ok();
        assert_eq!(titles(&of_one), [setting.page.as_str()]);
        let next = format!("{RESULTS}?powerup_id={id}&cursor={}", of_one["next_cursor"].as_str().unwrap());
        assert_eq!(titles(&setting.ana.get(&next).await.ok()), ["Tides at noon"]);

        assert_eq!(setting.ben.get(RESULTS).await.ok()["items"], json!([]));
        let one = format!("{RESULTS}/{first}");
        setting.ben.delete(&one).await.assert_problem(404, "powerups.result_not_found");
        setting.ana.delete(&one).await.no_content();
        setting.ana.delete(&one).await.assert_problem(404, "powerups.result_not_found");
        setting.ana.delete(&format!("{RESULTS}?powerup_id={id}")).await.no_content();
        assert_eq!(titles(&setting.ana.get(RESULTS).await.ok()), [""]);
        setting.ana.delete(RESULTS).await.no_content();
        assert_eq!(setting.ana.get(RESULTS).await.ok()["items"], json!([]));
    }

    async fn what_is_to_be_forgotten_or_came_to_nothing_is_not_kept(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        run(&setting, &setting.ana, &path, json!({ "text": "My diary", "forget": true })).await;
        // A run that goes on, and is deleted meanwhile, leaves nothing.
        let going = setting.ana.post(&format!("{path}/runs"), json!({ "text": "Tides" })).await.created();
        setting.ana.delete(&format!("{RESULTS}/{}", going["run_id"].as_str().unwrap())).await.no_content();
        setting.answer(&setting.ana, &going).await;
        setting.server.run_jobs().await;
        let tried = json!({ "definition": crate::setting::tool(json!({})), "input": { "text": "Tides" } });
        let tried = setting.ana.post("/api/powerups/tries", tried).await.created();
        setting.answer(&setting.ana, &tried).await;
        setting.server.run_jobs().await;
        assert_eq!(setting.ana.get(RESULTS).await.ok()["items"], json!([]));
    }

    async fn old_results_make_room(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        let oldest = run(&setting, &setting.ana, &path, json!({ "text": "a" })).await;
        let mut tx = setting.server.services.db.begin().await.unwrap();
        let copy = "INSERT INTO powerup_results SELECT $1, user_id, powerup_id, name, icon, title, model_name, finished, answer,
            created_at FROM powerup_results WHERE run_id = $2";
        let id: kernel::Uuid = oldest.parse().unwrap();
        for _ in 1..200 {
            store::sql!(&mut tx, execute, copy, kernel::Uuid::now_v7(), id).unwrap();
        }
        tx.commit().await.unwrap();
        run(&setting, &setting.ana, &path, json!({ "text": "b" })).await;
        let mut conn = setting.server.services.db.read().await.unwrap();
        let (left,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM powerup_results").unwrap();
        assert_eq!(left, 200);
        setting.ana.delete(&format!("{RESULTS}/{oldest}")).await.assert_problem(404, "powerups.result_not_found");
    }
}
