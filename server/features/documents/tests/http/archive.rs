//! Documents and collections in a person's archive.

use area::Restored;
use http::Method;
use kernel::{ConversationId, Uuid};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::library::{add, add_address, ask, at, tie};
use crate::setting::Setting;

const LIBRARY: &str = "library";
const COLLECTIONS: &str = "library_collections";

/// Creates a document, one from the web, one that was not found there and one without words; the first two in a
/// collection; a chat about the first, and one about the collection.
async fn whole_library(setting: &Setting, ana: &TestPerson) -> Vec<Value> {
    let lease = add(setting, ana, "lease.pdf", &["The rent is 900.", "Pets are welcome."]).await;
    ana.patch(&at(&lease), json!({ "name": "My lease" })).await.ok();
    let tides = add_address(ana, &setting.web.url("tides.pdf")).await.created();
    let lost = add_address(ana, &setting.web.url("nothing")).await.created();
    let empty = add(setting, ana, "empty.pdf", &[" "]).await;
    ana.patch(&at(&lost), json!({ "ignored": true })).await.ok();
    let new =
        json!({ "id": Uuid::now_v7(), "name": "Both", "document_ids": [lease["id"], tides["id"]] });
    let made = ana.post("/api/documents/collections", new).await.created();
    for about in [at(&lease), collection(&made)] {
        let conversation = ConversationId::new(NOW);
        let path = format!("{about}/chats/{conversation}");
        ana.call(Method::PUT, &path, None).await.assert_status(204);
        ask(ana, conversation, &Value::Null, "How much is the rent?").await.accepted();
        setting.server.services.generation.wait_idle().await;
    }
    setting.server.run_jobs().await;
    let mut seen = vec![ana.get(&collection(&made)).await.ok()];
    for document in [&lease, &tides, &lost, &empty] {
        seen.push(ana.get(&at(document)).await.ok());
    }
    seen
}

fn collection(made: &Value) -> String {
    format!("/api/documents/collections/{}", made["id"].as_str().unwrap())
}

async fn chats(person: &TestPerson, about: &str) -> Value {
    person.get(&format!("{about}/chats")).await.ok()["items"].clone()
}

async fn forget_all(setting: &Setting) {
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM document_collections").unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM document_chats").unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM documents").unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM uploads").unwrap();
    tx.commit().await.unwrap();
}

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.server.operator().await, &setting.server);
        let seen = whole_library(&setting, &ana).await;
        let receiving = json!({ "id": Uuid::now_v7(), "source":
            { "type": "upload", "file_id": Uuid::now_v7(), "name": "half.pdf", "size_bytes": 9 } });
        ana.post("/api/documents/library", receiving).await.created();
        let thrown = add(&setting, &ana, "thrown.pdf", &["Old."]).await;
        ana.delete(&at(&thrown)).await.assert_status(204);
        let out = server.archived(&ana, LIBRARY).await;
        let collections = server.archived(&ana, COLLECTIONS).await;
        assert_eq!((out.len(), collections.len()), (4, 1), "what is on its way and what is deleted stays");
        assert_eq!(server.restore(&ana, LIBRARY, &out[0]).await, Restored::Present);
        assert_eq!(server.restore(&ana, COLLECTIONS, &collections[0]).await, Restored::Present);
        let ben = setting.ben().await;
        assert_eq!(server.restore(&ben, LIBRARY, &out[0]).await, Restored::Refused, "it is somebody else's");
        assert_eq!(server.restore(&ben, COLLECTIONS, &collections[0]).await, Restored::Refused);

        forget_all(&setting).await;
        for line in &out {
            assert_eq!(server.restore(&ana, LIBRARY, line).await, Restored::Added);
        }
        assert_eq!(server.restore(&ana, COLLECTIONS, &collections[0]).await, Restored::Added);
        for line in &out {
            assert_eq!(server.use_blob(&ana, LIBRARY, line).await, !line["file"].is_null());
        }
        assert_eq!(server.archived(&ana, LIBRARY).await, out);
        assert_eq!(server.archived(&ana, COLLECTIONS).await, collections);
        server.run_jobs().await;
        assert_eq!(server.archived(&ana, LIBRARY).await, out, "and once it is read again");
        assert_eq!(ana.get(&collection(&seen[0])).await.ok(), seen[0]);
        for document in &seen[1..] {
            assert_eq!(ana.get(&at(document)).await.ok(), *document);
        }
        for about in [at(&seen[1]), collection(&seen[0])] {
            assert_eq!(chats(&ana, &about).await.as_array().unwrap().len(), 1, "{about}");
        }
        let text = format!("/api/documents/files/{}/text", seen[1]["file_id"].as_str().unwrap());
        assert!(ana.get(&text).await.ok().to_string().contains("The rent is 900."));
        // It is stored as before.
        ana.delete(&format!("/api/documents/files/{}", seen[1]["file_id"].as_str().unwrap())).await
            .assert_problem(409, "files.in_use");
    }

    async fn a_chat_stays_about_what_it_is_about_here(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.server.operator().await, &setting.server);
        let seen = whole_library(&setting, &ana).await;
        let out = server.archived(&ana, LIBRARY).await;
        let line = out.iter().find(|line| line["id"] == seen[1]["id"]).unwrap();
        forget_all(&setting).await;
        let other = add(&setting, &ana, "other.pdf", &["Other."]).await;
        let conversation = line["chats"][0].as_str().unwrap().parse().unwrap();
        tie(&ana, &other, conversation).await.assert_status(204);
        assert_eq!(server.restore(&ana, LIBRARY, line).await, Restored::Added);
        assert_eq!(chats(&ana, &at(&seen[1])).await, json!([]));
        assert_eq!(chats(&ana, &at(&other)).await.as_array().unwrap().len(), 1);
    }

    async fn what_breaks_the_rules_is_refused(store) {
        let setting = Setting::new(store).await;
        let (ana, server) = (setting.server.operator().await, &setting.server);
        let seen = whole_library(&setting, &ana).await;
        let (out, collections) = (server.archived(&ana, LIBRARY).await, server.archived(&ana, COLLECTIONS).await);
        let lease = out.iter().find(|line| line["id"] == seen[1]["id"]).unwrap();
        for (path, value) in [
            ("/name", json!(" ")),
            ("/url", json!("file:///etc/passwd")),
            ("/file", json!(null)),
            ("/file/name", json!("lease.docx")),
            ("/file/size_bytes", json!(50_000_001)),
            ("/file/problem", json!("no.such_problem")),
            ("/pages_kept", json!(3)),
            ("/page_count", json!(-1)),
            ("/chats", json!(["no id"])),
        ] {
            let mut line = lease.clone();
            line["id"] = json!(kernel::uuid_v7(NOW));
            line["file"]["id"] = json!(kernel::uuid_v7(NOW));
            *line.pointer_mut(path).unwrap() = value;
            assert_eq!(server.restore(&ana, LIBRARY, &line).await, Restored::Refused, "{path}");
        }
        let mut twice = lease.clone();
        twice["id"] = json!(kernel::uuid_v7(NOW));
        assert_eq!(server.restore(&ana, LIBRARY, &twice).await, Restored::Refused, "its file is the lease's");
        for (field, value) in [("name", json!("a\nb")), ("documents", json!(vec![Uuid::nil(); 501]))] {
            let mut line = collections[0].clone();
            line["id"] = json!(kernel::uuid_v7(NOW));
            line[field] = value;
            assert_eq!(server.restore(&ana, COLLECTIONS, &line).await, Restored::Refused, "{field}");
        }
        // Documents of other people are left out of a collection.
        let ben = setting.ben().await;
        let secret = add(&setting, &ben, "secret.pdf", &["Nobody knows."]).await;
        let mut line = collections[0].clone();
        line["id"] = json!(kernel::uuid_v7(NOW));
        line["documents"] = json!([secret["id"], seen[1]["id"]]);
        assert_eq!(server.restore(&ana, COLLECTIONS, &line).await, Restored::Added);
        let got = ana.get(&collection(&line)).await.ok();
        assert_eq!((got["documents"].as_array().unwrap().len(), &got["documents"][0]["id"]), (1, &seen[1]["id"]));
    }
}
