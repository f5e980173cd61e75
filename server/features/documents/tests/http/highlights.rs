//! Highlights in documents.

use area::Restored;
use http::Method;
use kernel::{DAY, Uuid};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, for_each_store};

use crate::library::{add, at};
use crate::setting::Setting;

const NAME: &str = "library_highlights";

fn content(page: i64, y: f64) -> Value {
    json!({ "page": page, "color": "yellow", "quote": "The rent is 900.", "note": "",
        "boxes": [{ "x": 0.1, "y": y, "width": 0.5, "height": 0.02 }] })
}

async fn put(person: &TestPerson, document: &Value, id: Uuid, content: &Value) -> Answer {
    let path = format!("{}/highlights/{id}", at(document));
    person.call(Method::PUT, &path, Some(content.clone())).await
}

async fn list(person: &TestPerson, document: &Value) -> Vec<Value> {
    let list = person.get(&format!("{}/highlights", at(document))).await.ok();
    list["items"].as_array().unwrap().clone()
}

for_each_store! {
    async fn what_is_marked_is_kept_changed_removed_and_brought_back(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.server.operator().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900.", "Pets are welcome."]).await;
        let (first, second, third) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
        put(&ana, &lease, first, &content(2, 0.1)).await.ok();
        put(&ana, &lease, second, &content(1, 0.5)).await.ok();
        let kept = put(&ana, &lease, third, &content(1, 0.2)).await.ok();
        assert_eq!((&kept["quote"], &kept["boxes"][0]["y"]), (&json!("The rent is 900."), &json!(0.2)));
        let ids = |items: Vec<Value>| items.into_iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(list(&ana, &lease).await), [json!(third), json!(second), json!(first)], "as it is read");

        setting.server.clock().advance(DAY);
        let mut noted = content(1, 0.2);
        noted["note"] = json!(" ask the landlord ");
        noted["color"] = json!("pink");
        let changed = put(&ana, &lease, third, &noted).await.ok();
        assert_eq!((&changed["note"], &changed["color"]), (&json!("ask the landlord"), &json!("pink")));
        assert_eq!(changed["created_at"], kept["created_at"]);
        assert_eq!(list(&ana, &lease).await.len(), 3, "changed, not added");

        let path = format!("{}/highlights/{third}", at(&lease));
        ana.delete(&path).await.assert_status(204);
        ana.delete(&path).await.assert_problem(404, "documents.highlight_not_found");
        assert_eq!(list(&ana, &lease).await.len(), 2);
        put(&ana, &lease, third, &noted).await.ok();
        assert_eq!(list(&ana, &lease).await[0]["note"], "ask the landlord");

        // They are their person's alone, and the document's.
        put(&ben, &lease, first, &content(1, 0.1)).await.assert_problem(404, "documents.not_found");
        ben.delete(&path).await.assert_problem(404, "documents.not_found");
        ben.get(&format!("{}/highlights", at(&lease))).await.assert_problem(404, "documents.not_found");
        let other = add(&setting, &ben, "other.pdf", &["Other."]).await;
        put(&ben, &other, first, &content(1, 0.1)).await.assert_problem(409, "documents.highlight_id_taken");
        assert_eq!(ids(list(&ana, &lease).await)[2], json!(first));
        assert_eq!(list(&ben, &other).await, Vec::<Value>::new());
    }

    // issue 5: "One library and one index: … is an object that can be found, linked and given to any model"
    async fn a_highlight_is_found_by_its_words_and_its_note_and_leads_to_its_place(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.server.operator().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        let id = Uuid::now_v7();
        let mut noted = content(1, 0.2);
        noted["note"] = json!("Ask the landlord");
        put(&ana, &lease, id, &noted).await.ok();
        let sources = &setting.server.services.library_sources;
        let source = sources.iter().find(|source| source.kind() == "highlight").unwrap();
        let document = lease["id"].as_str().unwrap();
        for words in ["rent 900", "LANDLORD", "lease"] {
            let found = source.find(ana.user_id, words, 5).await.unwrap();
            assert_eq!(found[0].title, "The rent is 900.", "{words}");
            assert_eq!(found[0].path, format!("/webapp/doc-chat?doc_id={document}&page=1&highlight={id}"));
        }
        assert!(source.find(ben.user_id, "rent", 5).await.unwrap().is_empty());
        assert!(source.read(ben.user_id, id).await.unwrap().is_none());
        let said = source.read(ana.user_id, id).await.unwrap().unwrap().text;
        assert_eq!(said, "The rent is 900.\nAsk the landlord\nlease.pdf");
        ana.delete(&at(&lease)).await.assert_status(204);
        assert!(source.find(ana.user_id, "rent", 5).await.unwrap().is_empty());
        assert!(source.read(ana.user_id, id).await.unwrap().is_none());
    }

    async fn what_is_no_place_or_too_long_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        let id = Uuid::now_v7();
        put(&ana, &lease, id, &content(2, 0.1)).await.assert_problem(422, "documents.highlight_outside");
        put(&ana, &lease, id, &content(1, 0.99)).await.assert_problem(422, "documents.highlight_outside");
        let mut long = content(1, 0.1);
        long["note"] = json!("x".repeat(2_001));
        put(&ana, &lease, id, &long).await.assert_problem(422, "documents.highlight_too_long");
        let mut red = content(1, 0.1);
        red["color"] = json!("red");
        assert_eq!(put(&ana, &lease, id, &red).await.status.as_u16(), 400);
        assert_eq!(list(&ana, &lease).await, Vec::<Value>::new());
        for number in 0..500 {
            put(&ana, &lease, Uuid::now_v7(), &content(1, f64::from(number) / 1_000.0)).await.ok();
        }
        put(&ana, &lease, id, &content(1, 0.1)).await.assert_problem(422, "documents.too_many_highlights");
        // One that is there can still be changed.
        let known: Uuid = list(&ana, &lease).await[0]["id"].as_str().unwrap().parse().unwrap();
        put(&ana, &lease, known, &content(1, 0.7)).await.ok();
    }

    async fn they_go_with_their_document_and_come_back_with_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        put(&ana, &lease, Uuid::now_v7(), &content(1, 0.1)).await.ok();
        ana.delete(&at(&lease)).await.assert_status(204);
        ana.get(&format!("{}/highlights", at(&lease))).await.assert_problem(404, "documents.not_found");
        ana.post(&format!("{}/restore", at(&lease)), json!({})).await.ok();
        assert_eq!(list(&ana, &lease).await.len(), 1);
        ana.delete(&at(&lease)).await.assert_status(204);
        setting.server.clock().advance(31 * DAY);
        let services = &setting.server.services;
        for upkeep in documents::area(services, documents::Settings::default()).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
        let mut conn = services.db.read().await.unwrap();
        let (left,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM document_highlights").unwrap();
        assert_eq!(left, 0);
    }

    async fn the_archive_carries_them(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.server.operator().await, &setting.server);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        put(&ana, &lease, Uuid::now_v7(), &content(1, 1.0 / 3.0)).await.ok();
        put(&ana, &lease, Uuid::now_v7(), &content(1, 0.1)).await.ok();
        let seen = list(&ana, &lease).await;
        let out = server.archived(&ana, NAME).await;
        assert_eq!(out.len(), 2);
        assert_eq!(server.restore(&ana, NAME, &out[0]).await, Restored::Present);
        let ben = setting.ben().await;
        assert_eq!(server.restore(&ben, NAME, &out[0]).await, Restored::NotHere, "nor is its document");
        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM document_highlights").unwrap();
        tx.commit().await.unwrap();
        for line in &out {
            assert_eq!(server.restore(&ana, NAME, line).await, Restored::Added);
        }
        assert_eq!(server.archived(&ana, NAME).await, out);
        assert_eq!(list(&ana, &lease).await, seen);
        let mut wrong = out[0].clone();
        wrong["id"] = json!(kernel::uuid_v7(testing::NOW));
        wrong["content"]["page"] = json!(7);
        assert_eq!(server.restore(&ana, NAME, &wrong).await, Restored::Refused);
    }
}
