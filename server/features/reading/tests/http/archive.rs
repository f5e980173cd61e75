//! Readings in a person's archive.

use area::Restored;
use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::fake_web::TIDES;
use crate::setting::{Setting, address, path};

const NAME: &str = "readings";

/// Forgets all but the bytes of files.
async fn forget_all(setting: &Setting) {
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM tasks").unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM uploads").unwrap();
    tx.commit().await.unwrap();
}

/// The PDF that a reading's places are in.
async fn pdf_of(person: &TestPerson, reading: &Value) -> Value {
    person.get(&format!("{}/source", path(reading))).await.ok()["pdf_file_id"].clone()
}

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        let done = setting.summarized(&ana, json!({ "length": "short" })).await;
        server.clock().advance(60_000_000);
        let going_on = setting.read(&ana, json!({ "length": "long" })).await;
        assert_eq!(going_on["state"], "summarizing");
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
        // The run that wrote the summary is not in the archive.
        let mut done = done;
        done["run_id"] = json!(null);
        assert_eq!(setting.get(&ana, &done).await, done);
        let source = ana.get(&format!("{}/source", path(&done))).await.ok();
        assert_eq!(source["places"][0]["number"], 1);
    }

    // issue 5: "each cited quote is matched against a stored snapshot (page, …)"
    async fn the_pdf_of_a_reading_comes_back_with_it_and_goes_with_it(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        let kept = setting.summarized(&ana, address(&setting.web.url("tides.pdf"))).await;
        let out = server.archived(&ana, NAME).await;
        assert_eq!(out[0]["pdf"]["name"], "tides.pdf");
        assert!(server.use_blob(&ana, NAME, &out[0]).await, "it is here already");

        forget_all(&setting).await;
        assert_eq!(server.restore(&ana, NAME, &out[0]).await, Restored::Added);
        assert_eq!(pdf_of(&ana, &kept).await, Value::Null, "its bytes are still to come");
        for _ in 0..2 {
            assert!(server.use_blob(&ana, NAME, &out[0]).await);
        }
        assert_eq!(server.archived(&ana, NAME).await, out);
        let file_id = pdf_of(&ana, &kept).await;
        let content = format!("/api/documents/files/{}/content", file_id.as_str().unwrap());
        assert_eq!(ana.get(&content).await.text(), TIDES);
        ana.patch(&path(&kept), json!({ "keep_source": false })).await.ok();
        ana.get(&content).await.assert_status(404);
    }

    async fn a_pdf_that_is_not_what_was_promised_is_not_kept(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        setting.summarized(&ana, address(&setting.web.url("tides.pdf"))).await;
        let out = server.archived(&ana, NAME).await;
        let mut longer = out[0].clone();
        longer["pdf"]["size_bytes"] = json!(out[0]["pdf"]["size_bytes"].as_i64().unwrap() + 1);
        forget_all(&setting).await;
        assert_eq!(server.restore(&ana, NAME, &longer).await, Restored::Added);
        assert!(!server.use_blob(&ana, NAME, &longer).await);

        forget_all(&setting).await;
        assert_eq!(server.restore(&ana, NAME, &out[0]).await, Restored::Added);
        let mut tx = server.db().begin().await.unwrap();
        let keep = "INSERT INTO upload_keeps (upload_id) SELECT id FROM uploads";
        store::sql!(&mut tx, execute, keep).unwrap();
        tx.commit().await.unwrap();
        assert!(!server.use_blob(&ana, NAME, &out[0]).await, "something else has it");

        forget_all(&setting).await;
        assert_eq!(server.restore(&ana, NAME, &out[0]).await, Restored::Added);
        server.clock().advance(2 * DAY);
        let swept = server.services.files.sweep_uploads(server.db(), server.clock().now()).await;
        assert_eq!(swept.unwrap(), 1, "its bytes never came");
    }

    async fn what_breaks_the_rules_is_refused(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        setting.summarized(&ana, json!({})).await;
        let out = server.archived(&ana, NAME).await;
        let long = "x".repeat(1_000);
        for (field, value) in [("state", json!("reading")), ("title", json!(long)), ("source", json!({}))] {
            let mut line = out[0].clone();
            line["id"] = json!(kernel::uuid_v7(testing::NOW));
            line[field] = value;
            assert_eq!(server.restore(&ana, NAME, &line).await, Restored::Refused, "{field}");
        }
    }
}
