//! Finding a past conversation by its words.

use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{ECHO, Setting, conversation_path, converse, new_conversation};

async fn titles(client: &Client, query: &str) -> Vec<Value> {
    let found = client.get(&format!("/api/chat/search?q={query}")).await.ok();
    found["items"].as_array().unwrap().iter().map(|hit| hit["title"].clone()).collect()
}

for_each_store! {
    async fn a_conversation_is_found_by_words_of_its_messages(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "About the ownership of memory", ECHO, None).await;
        converse(&ana, new_conversation(), "About tea", ECHO, None).await;

        let found = ana.get("/api/chat/search?q=memory+owner").await.ok();

        let hits = found["items"].as_array().unwrap();
        // The title, the question and the answer that repeats it.
        assert_eq!(hits.len(), 3);
        assert_eq!(hits[0]["title"], "About the ownership of memory");
        let snippet = hits[0]["snippet"].as_str().unwrap();
        let [from, to] = [0, 1].map(|n| hits[0]["marks"][0][n].as_u64().unwrap() as usize);
        assert_eq!(&snippet[from..to], "owner");
        assert!(titles(&ana, "memory+coffee").await.is_empty());
        assert!(titles(&ana, "").await.is_empty());
    }

    async fn words_of_scripts_without_spaces_are_found(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "我喜欢人工智能技术", ECHO, None).await;
        converse(&ana, new_conversation(), "مرحبا بالعالم", ECHO, None).await;

        assert_eq!(titles(&ana, "%E4%BA%BA%E5%B7%A5").await.len(), 3);
        assert_eq!(titles(&ana, "%D9%85%D8%B1%D8%AD%D8%A8%D8%A7").await.len(), 3);
    }

    async fn nobody_finds_what_another_wrote(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        converse(&ana, new_conversation(), "A secret garden", ECHO, None).await;

        assert_eq!(titles(&ana, "garden").await.len(), 3);
        assert!(titles(&ben, "garden").await.is_empty());
        let owner = format!("u{}", ana.user_id.0.simple());
        assert!(titles(&ben, &owner).await.is_empty());
    }

    async fn a_new_title_is_found_instead_of_the_old_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "x", ECHO, None).await;
        let path = conversation_path(conversation);
        ana.patch(&path, json!({ "title": "Zebra crossing" })).await.ok();
        ana.patch(&path, json!({ "title": "Giraffe" })).await.ok();

        assert_eq!(titles(&ana, "giraffe").await.len(), 1);
        assert!(titles(&ana, "zebra").await.is_empty());
    }

    async fn pages_of_hits_do_not_overlap(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..3 {
            converse(&ana, new_conversation(), "common word", ECHO, None).await;
        }

        let first = ana.get("/api/chat/search?q=common&limit=5").await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = ana.get(&format!("/api/chat/search?q=common&limit=5&cursor={cursor}")).await;

        assert_eq!(first["items"].as_array().unwrap().len(), 5);
        assert_eq!(second.ok()["items"].as_array().unwrap().len(), 4);
    }
}
