//! Files that are attached to the first message of a task.

use files::NewUpload;
use kernel::{DAY, FileId};
use serde_json::{Value, json};
use store::sql;
use testing::{TestPerson, for_each_store};

use crate::setting::{Setting, steps};

/// Stores a picture of a person's that nothing uses.
async fn stored(setting: &Setting, person: &TestPerson) -> FileId {
    let (services, now) = (&setting.server.services, setting.server.clock().now());
    let content = testing::colorful_png((8, 8), 1);
    let new = NewUpload {
        id: FileId::new(now),
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        name: "beach.png".to_owned(),
        media_type: "image/png".to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let stored = services.files.store_generated_file(&services.db, &new, content.into(), None, now);
    let id = stored.await.unwrap().id;
    let mut tx = services.db.begin().await.unwrap();
    services.files.release_upload(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn keeps(setting: &Setting) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM upload_keeps").unwrap().0
}

fn new_task(setting: &Setting, agent: &str, files: &[FileId]) -> Value {
    let text = "given {}";
    json!({ "id": setting.id(), "agent": agent, "text": text, "model": "fake/use-echo", "files": files })
}

for_each_store! {
    async fn a_file_is_the_tasks_and_its_tools_have_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["given"] })).await;
        let file_id = stored(&setting, &ana).await;
        let new = new_task(&setting, &agent, &[file_id]);
        let sent = ana.post("/api/agents/tasks", new.clone()).await.accepted();
        assert_eq!(ana.post("/api/agents/tasks", new).await.accepted()["id"], sent["id"], "once");
        setting.settle().await;
        let done = setting.get(&ana, &sent).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let part = &done["entries"][0]["parts"][0];
        assert_eq!((&part["name"], &part["file_id"]), (&json!("beach.png"), &json!(file_id)));
        let output = steps(&done)[0]["calls"][0]["output"].as_str().unwrap();
        assert!(output.contains(&file_id.to_string()), "{output}");
        let asked = setting.provider.calls().remove(0).body.to_string();
        assert!(asked.contains("A picture that you cannot see"), "{asked}");
        assert_eq!(keeps(&setting).await, 1);

        ana.delete(&crate::setting::path(&done)).await.no_content();
        setting.server.clock().advance(31 * DAY);
        let services = &setting.server.services;
        for upkeep in agents::area(services).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
        assert_eq!(keeps(&setting).await, 0, "it goes with its task");
    }

    async fn a_file_that_is_not_there_or_not_ones_own_is_refused(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let agent = setting.agent(&ana, json!({ "tools": ["given"] })).await;
        let bens = stored(&setting, &ben).await;
        let new = new_task(&setting, &agent, &[bens]);
        ana.post("/api/agents/tasks", new).await.assert_problem(404, "files.not_found");
        let anas = stored(&setting, &ana).await;
        let first = new_task(&setting, &agent, &[anas]);
        ana.post("/api/agents/tasks", first).await.accepted();
        let second = new_task(&setting, &agent, &[anas]);
        ana.post("/api/agents/tasks", second).await.assert_problem(422, "agents.file_unknown");
    }
}
