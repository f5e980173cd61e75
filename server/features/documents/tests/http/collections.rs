use http::Method;
use kernel::{ConversationId, Uuid};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::library::{add, ask, at, last_given};
use crate::setting::Setting;

const COLLECTIONS: &str = "/api/documents/collections";

for_each_store! {
    async fn what_is_in_a_collection_is_asked_about_together(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.server.operator().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        let tides = add(&setting, &ana, "tides.pdf", &["The moon pulls the sea."]).await;
        let failed = add(&setting, &ana, "empty.pdf", &[" "]).await;
        let other = add(&setting, &ben, "secret.pdf", &["Nobody knows."]).await;

        let new = json!({ "id": Uuid::now_v7(), "name": " All \n of it ", "document_ids": [lease["id"], failed["id"]] });
        let made = ana.post(COLLECTIONS, new.clone()).await.created();
        assert_eq!((&made["name"], made["documents"].as_array().unwrap().len()), (&json!("All of it"), 2));
        assert_eq!(ana.post(COLLECTIONS, new).await.created()["id"], made["id"]);
        let path = format!("{COLLECTIONS}/{}", made["id"].as_str().unwrap());
        let stolen = json!({ "document_ids": [other["id"]] });
        ana.patch(&path, stolen).await.assert_problem(404, "documents.not_found");
        ana.patch(&path, json!({ "name": " " })).await.assert_problem(422, "documents.name_empty");
        for (method, path) in [(Method::GET, path.clone()), (Method::DELETE, path.clone()), (Method::GET, format!("{path}/chats"))] {
            ben.call(method, &path, None).await.assert_problem(404, "documents.collection_not_found");
        }
        let changed = json!({ "document_ids": [lease["id"], tides["id"], failed["id"]] });
        assert_eq!(ana.patch(&path, changed).await.ok()["documents"].as_array().unwrap().len(), 3);
        assert_eq!(ana.get(COLLECTIONS).await.ok()["items"][0]["documents"], 3);

        let conversation = ConversationId::new(testing::NOW);
        let tie = format!("{path}/chats/{conversation}");
        ana.call(Method::PUT, &tie, None).await.assert_status(204);
        let elsewhere = format!("{}/chats/{conversation}", at(&lease));
        ana.call(Method::PUT, &elsewhere, None).await.assert_problem(409, "documents.chat_taken");
        let sent = ask(&ana, conversation, &Value::Null, "What pulls the sea?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        let given = last_given(&setting);
        assert!(given.contains("<file name=\"lease.pdf\"") && given.contains("The moon pulls the sea."), "{given}");
        assert!(!given.contains("empty.pdf"), "what failed is left out: {given}");
        let chats = ana.get(&format!("{path}/chats")).await.ok();
        assert_eq!((&chats["items"][0]["conversation_id"], &chats["by_meaning"]), (&json!(conversation), &json!(false)));

        ana.delete(&path).await.assert_status(204);
        ana.get(&path).await.assert_problem(404, "documents.collection_not_found");
        ask(&ana, conversation, &sent["assistant_message"]["id"], "And now?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        assert!(!last_given(&setting).contains("The moon pulls the sea."));
        ana.get(&at(&tides)).await.ok();
        let back = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(back["documents"].as_array().unwrap().len(), 3);
    }

    // The fake provider computes vectors from a text's words; this test checks that they are created and used.
    async fn what_a_document_means_is_searched_where_a_model_makes_vectors(store) {
        let setting = Setting::with_embedding(store).await;
        let ana = setting.server.operator().await;
        let filler = "Paragraph of rain, roofs and rivers, over and over again. ".repeat(20);
        let mut pages = vec![filler.as_str(); 60];
        pages.push("The deposit of 1850 euros is returned within sixty days.");
        let long = add(&setting, &ana, "long.pdf", &pages).await;
        let chats = ana.get(&format!("{}/chats", at(&long))).await.ok();
        assert_eq!(chats["by_meaning"], true);
        let conversation = ConversationId::new(testing::NOW);
        let tie = format!("{}/chats/{conversation}", at(&long));
        ana.call(Method::PUT, &tie, None).await.assert_status(204);
        ask(&ana, conversation, &Value::Null, "When is the deposit returned?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        let given = last_given(&setting);
        assert!(given.contains("The deposit of 1850 euros"), "{given}");
        let file_id = long["file_id"].as_str().unwrap().parse().unwrap();
        let mut conn = setting.server.services.db.read().await.unwrap();
        let (all, made) = retrieval::count_vectors(&mut conn, file_id, "vectors/text-embedding-1").await.unwrap();
        assert!(all > 0 && all == made, "{made} of {all}");
    }
}
