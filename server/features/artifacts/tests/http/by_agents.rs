//! Artifacts that agents write.

use kernel::uuid_v7;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::{MODELS, Setting};

impl Setting {
    /// Has an agent of Ana's call `write_artifact`; returns the call.
    async fn write(&self, arguments: Value) -> Value {
        let id = || uuid_v7(self.server.clock().now());
        let definition = json!({ "name": "Painter", "tools": ["write_artifact"] });
        let agent =
            self.ana.post("/api/agents", json!({ "id": id(), "definition": definition })).await;
        let task = json!({
            "id": id(),
            "agent": agent.created()["key"],
            "text": format!("write_artifact {arguments}"),
            "model": format!("fake/{}", MODELS[2]),
        });
        let sent = self.ana.post("/api/agents/tasks", task).await.accepted();
        loop {
            self.server.services.generation.wait_idle().await;
            if self.server.run_jobs().await == 0 {
                break;
            }
        }
        let path = format!("/api/agents/tasks/{}", sent["id"].as_str().unwrap());
        self.ana.get(&path).await.ok()["entries"][1]["calls"][0].clone()
    }
}

for_each_store! {
    // issue 28: "Tools of the house: … artifact …"
    async fn an_agent_writes_an_artifact_and_edits_it(store) {
        let setting = Setting::new(store).await;
        let page = json!({ "title": "A clock", "language": "html", "content": "<h1>One</h1>" });
        let call = setting.write(page).await;
        assert_eq!(call["state"], "completed", "{call}");
        let part = &call["parts"][0];
        assert_eq!((&part["of"], &part["title"]), (&json!("artifact"), &json!("A clock")));
        let artifact = setting.only().await;
        assert_eq!((&artifact["content"], &artifact["id"]), (&json!("<h1>One</h1>"), &part["thing_id"]));
        assert_eq!(artifact["versions"][0]["source"], "model");

        let edits = "<<<<<<< SEARCH\nOne\n=======\nTwo\n>>>>>>> REPLACE";
        let call = setting.write(json!({ "artifact_id": artifact["id"], "edits": edits })).await;
        assert_eq!(call["state"], "completed", "{call}");
        let edited = setting.only().await;
        assert_eq!((&edited["content"], &edited["version"]), (&json!("<h1>Two</h1>"), &json!(2)));
        let call = setting.write(json!({ "artifact_id": artifact["id"], "content": "<h1>Three</h1>" })).await;
        assert_eq!(call["state"], "completed", "{call}");
        assert_eq!(setting.only().await["content"], "<h1>Three</h1>");
    }

    async fn an_agent_is_told_why_an_artifact_was_not_written(store) {
        let setting = Setting::new(store).await;
        let page = json!({ "title": "A clock", "language": "html", "content": "<h1>One</h1>" });
        let id = setting.write(page).await["parts"][0]["thing_id"].clone();
        let edits = "<<<<<<< SEARCH\nZero\n=======\nTwo\n>>>>>>> REPLACE";
        let stranger = uuid_v7(setting.server.clock().now());
        for (arguments, why) in [
            (json!({ "title": "x", "language": "html" }), "An artifact can't be empty"),
            (json!({ "title": "", "language": "html", "content": "x" }), "at most 200 characters"),
            (json!({ "artifact_id": id, "edits": edits }), "A searched text is not in the artifact"),
            (json!({ "artifact_id": stranger, "content": "x" }), "Artifact not found"),
            (json!({ "artifact_id": "clock", "content": "x" }), "The arguments are wrong"),
        ] {
            let call = setting.write(arguments).await;
            assert_eq!(call["state"], "failed", "{call}");
            assert!(call["output"].as_str().unwrap().contains(why), "{call}");
        }
        assert_eq!(setting.only().await["version"], 1);
    }
}
