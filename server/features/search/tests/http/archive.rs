//! Searches in a person's archive.

use area::Restored;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, path};

const NAME: &str = "searches";

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        let found = setting.search(&ana, json!({})).await;
        let done = setting.answered(&ana, &found).await;
        server.clock().advance(60_000_000);
        let going_on = setting.search(&ana, json!({ "query": "Why is the sea salt?" })).await;
        assert_eq!(going_on["state"], "answering");
        let out = server.archived(&ana, NAME).await;
        assert_eq!(out.len(), 2);
        let stopped = out.iter().find(|line| line["id"] == going_on["id"]).unwrap();
        assert_eq!(stopped["state"], "cancelled", "nobody goes on with it elsewhere");
        assert_eq!(server.restore(&ana, NAME, &out[0]).await, Restored::Present);
        let ben = server.member("ben@example.com").await;
        assert_eq!(server.restore(&ben, NAME, &out[0]).await, Restored::Refused, "it is somebody else's");

        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM tasks").unwrap();
        tx.commit().await.unwrap();
        for line in &out {
            assert_eq!(server.restore(&ana, NAME, line).await, Restored::Added);
        }
        assert_eq!(server.archived(&ana, NAME).await, out);
        // The run that wrote the answer is not in the archive.
        let mut done = done;
        done["run_id"] = json!(null);
        assert_eq!(ana.get(&path(&done)).await.ok(), done);
        let page = ana.get(&format!("{}/pages/1", path(&done))).await.ok();
        assert!(page["text"].as_str().unwrap().contains("The moon pulls the sea."));
    }

    async fn what_breaks_the_rules_is_refused(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        setting.search(&ana, json!({ "effort": "quick" })).await;
        let out = server.archived(&ana, NAME).await;
        let long = "x".repeat(1_000);
        for (field, value) in [("state", json!("answering")), ("title", json!(long)), ("wish", json!({}))] {
            let mut line = out[0].clone();
            line["id"] = json!(kernel::uuid_v7(testing::NOW));
            line[field] = value;
            assert_eq!(server.restore(&ana, NAME, &line).await, Restored::Refused, "{field}");
        }
    }
}
