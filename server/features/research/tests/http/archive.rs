//! Researches in a person's archive.

use area::Restored;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, path};

const NAME: &str = "researches";

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let done = setting.done(&ana, json!({})).await;
        setting.server.clock().advance(60_000_000);
        let planned = setting.planned(&ana, json!({})).await;
        let out = setting.server.archived(&ana, NAME).await;
        assert_eq!(out.len(), 2);
        assert_eq!(setting.server.restore(&ana, NAME, &out[0]).await, Restored::Present);
        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(setting.server.restore(&ben, NAME, &out[0]).await, Restored::Refused, "it is somebody else's");

        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM tasks").unwrap();
        tx.commit().await.unwrap();
        for line in &out {
            assert_eq!(setting.server.restore(&ana, NAME, line).await, Restored::Added);
        }
        assert_eq!(setting.server.archived(&ana, NAME).await, out);
        assert_eq!(setting.get(&ana, &done).await["sections"], done["sections"]);
        assert_eq!(setting.agreed(&ana, &planned, json!({})).await["state"], "completed", "it goes on");
        ana.get(&format!("{}/pages/1", path(&done))).await.ok();
    }

    async fn what_breaks_the_rules_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.planned(&ana, json!({})).await;
        let out = setting.server.archived(&ana, NAME).await;
        for (field, value) in [("state", json!("researching")), ("plan", json!("none")), ("wish", json!({}))] {
            let mut line = out[0].clone();
            line["id"] = json!(kernel::uuid_v7(testing::NOW));
            line[field] = value;
            assert_eq!(setting.server.restore(&ana, NAME, &line).await, Restored::Refused, "{field}");
        }
    }
}
