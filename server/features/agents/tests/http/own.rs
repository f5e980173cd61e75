//! The agents that people make.

use area::Restored;
use kernel::{DAY, Uuid};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::Setting;

fn names(list: &Value) -> Vec<&str> {
    let agents = list["agents"].as_array().unwrap().iter();
    agents.map(|agent| agent["definition"]["name"].as_str().unwrap()).collect()
}

for_each_store! {
    // spec §1: "Agents (search, writing, auto)."
    async fn agents_are_made_changed_deleted_and_restored(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let id = Uuid::now_v7();
        let definition = json!({ "name": " Scout ", "icon": "🦊", "tools": ["calculate"], "steps_max": 7 });
        let new = json!({ "id": id, "definition": definition });
        let made = ana.post("/api/agents", new.clone()).await.created();
        assert_eq!(made["definition"]["name"], "Scout");
        assert_eq!(ana.post("/api/agents", new.clone()).await.created()["key"], made["key"]);
        ben.post("/api/agents", new).await.assert_problem(409, "agents.id_taken");
        let list = ana.get("/api/agents").await.ok();
        assert_eq!(names(&list), ["Search agent", "Writing agent", "Auto agent", "Scout"]);
        assert!(list["tools"].as_array().unwrap().contains(&json!("search_web")));
        assert!(list["tools"].as_array().unwrap().contains(&json!("count")), "other areas' tools, too");
        assert_eq!(names(&ben.get("/api/agents").await.ok()).len(), 3);

        let path = format!("/api/agents/{id}");
        let changed = ana.put(&path, json!({ "name": "Fox", "spend_max": 50 })).await.ok();
        assert_eq!((&changed["definition"]["name"], &changed["version"]), (&json!("Fox"), &json!(2)));
        ben.put(&path, json!({ "name": "Mine" })).await.assert_problem(404, "agents.not_found");
        ben.get(&path).await.assert_problem(404, "agents.not_found");
        ana.put("/api/agents/search", json!({ "name": "Mine" })).await.assert_problem(404, "agents.not_found");
        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "agents.not_found");
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(ana.get(&path).await.ok()["definition"]["name"], "Fox");
    }

    async fn a_definition_is_checked(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for (definition, code) in [
            (json!({ "name": "" }), "agents.name_invalid"),
            (json!({ "name": "x", "steps_max": 0 }), "agents.bound_invalid"),
            (json!({ "name": "x", "instructions": "y".repeat(20_001) }), "agents.text_too_long"),
            (json!({ "name": "x", "knowledge": [Uuid::now_v7()] }), "agents.file_unknown"),
        ] {
            let new = json!({ "id": Uuid::now_v7(), "definition": definition });
            ana.post("/api/agents", new).await.assert_problem(422, code);
        }
    }

    async fn a_deleted_agent_is_gone_after_thirty_days_and_what_it_did_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({})).await;
        let paused = setting.started(&ana, &agent, "use-echo", "ring {}").await;
        ana.delete(&format!("/api/agents/{agent}")).await.no_content();
        setting.server.clock().advance(31 * DAY);
        for upkeep in agents::area(&setting.server.services).upkeep {
            (upkeep.run)(setting.server.services.clone()).await.unwrap();
        }
        let ana = setting.ana().await;
        ana.post(&format!("/api/agents/{agent}/restore"), json!({})).await.assert_problem(404, "agents.not_found");
        assert_eq!(setting.get(&ana, &paused).await["name"], "Probe");
    }

    // spec promise of archives: an export followed by an import is lossless
    async fn agents_and_what_they_did_come_back_from_an_archive(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let agent = setting.agent(&ana, json!({})).await;
        setting.started(&ana, &agent, "use-echo", "look {}").await;
        for name in ["agents", "agent_tasks"] {
            let lines = setting.server.archived(&ana, name).await;
            assert_eq!(lines.len(), 1);
            assert_eq!(setting.server.restore(&ana, name, &lines[0]).await, Restored::Present);
            assert_eq!(setting.server.restore(&ben, name, &lines[0]).await, Restored::Refused);
            let mut other = lines[0].clone();
            other["id"] = json!(Uuid::now_v7());
            assert_eq!(setting.server.restore(&ben, name, &other).await, Restored::Added);
            assert_eq!(setting.server.archived(&ben, name).await, [other]);
        }
    }
}
