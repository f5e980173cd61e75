//! Rewritten texts in a person's archive.

use area::Restored;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{SAYS, Setting, run_path, words};

const NAME: &str = "humanizations";

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (&setting.ana, &setting.server);
        let begun = setting.begin("In 2024 [1].", SAYS).await;
        let done = setting.ended(&begun).await;
        server.clock().advance(60_000_000);
        let going_on = setting.begin(&words(20), "fake/t40-ehang-a3").await;
        ana.events(&format!("{}/events", run_path(&going_on))).await.next_of("part.started").await;
        let out = server.archived(ana, NAME).await;
        assert_eq!(out.len(), 2);
        let stopped = out.iter().find(|line| line["id"] == going_on["id"]).unwrap();
        assert_eq!(stopped["state"], "stopped", "nobody goes on with it elsewhere");
        assert!(stopped["written"].as_str().unwrap().starts_with("the"), "{stopped}");
        assert_eq!(server.restore(ana, NAME, &out[0]).await, Restored::Present);
        let ben = server.member("ben@example.com").await;
        assert_eq!(server.restore(&ben, NAME, &out[0]).await, Restored::Refused, "it is somebody else's");

        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM tasks").unwrap();
        tx.commit().await.unwrap();
        for line in &out {
            assert_eq!(server.restore(ana, NAME, line).await, Restored::Added);
        }
        assert_eq!(server.archived(ana, NAME).await, out);
        assert_eq!(setting.get(&done).await, done);
    }

    async fn what_breaks_the_rules_is_refused(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin("In 2024 [1].", SAYS).await;
        setting.ended(&begun).await;
        let out = setting.server.archived(&setting.ana, NAME).await;
        let wrong: [(&str, Value); 5] = [
            ("state", json!("running")),
            ("text", json!(" ")),
            ("text", json!("x".repeat(20_001))),
            ("tone", json!("undetectable")),
            ("credits", json!(-1)),
        ];
        for (field, value) in wrong {
            let mut line = out[0].clone();
            line["id"] = json!(kernel::uuid_v7(testing::NOW));
            line[field] = value;
            assert_eq!(setting.server.restore(&setting.ana, NAME, &line).await, Restored::Refused, "{field}");
        }
    }
}
