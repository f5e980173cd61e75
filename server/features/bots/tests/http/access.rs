use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, begin, make, message, messages_path};

for_each_store! {
    // spec §6: "Bot owner: edit, share, delete. Others can report …"
    async fn nobody_but_its_author_changes_a_bot(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let operator = server.operator().await;
        for other in [&ben.client, &operator.client] {
            let change = other.patch(&path, json!({ "name": "Mine now" })).await;
            change.assert_problem(404, "bots.no_access");
            other.delete(&path).await.assert_problem(404, "bots.no_access");
            other.delete(&format!("{path}/icon")).await.assert_problem(404, "bots.no_access");
        }
        server.visitor().get(&path).await.assert_problem(401, "identity.login_required");
        assert_eq!(ana.get(&path).await.ok()["name"], "Chef");
    }

    // spec §6: "A deleted or inaccessible bot says \"You don't have access to this bot.\""
    async fn a_bot_that_is_closed_is_closed_at_once(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({ "accessibility": "link" })).await;
        assert_eq!(ben.get("/api/bots/explore").await.ok()["items"], json!([]));
        let talk = begin(ben, &path).await;
        let sent = ben.post(&messages_path(&talk), message("Eggs", &talk["leaf_id"])).await.accepted();
        ben.events(&format!("/api/runs/{}/events", sent["assistant_message"]["run_id"].as_str().unwrap()))
            .await.rest().await;

        ana.patch(&path, json!({ "accessibility": "only_me" })).await.ok();
        let problem = ben.get(&path).await.assert_problem(404, "bots.no_access");
        assert_eq!(problem["message"], "You don't have access to this bot.");
        let next = message("And rice?", &sent["assistant_message"]["id"]);
        ben.post(&messages_path(&talk), next).await.assert_problem(404, "bots.no_access");
        ben.post(&format!("{path}/conversations"), json!({ "id": kernel::Uuid::new_v4() })).await
            .assert_problem(404, "bots.no_access");
    }

    // attacks.md, 8
    async fn the_bots_of_somebody_suspended_are_closed_until_they_are_readmitted(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let icon = format!("{path}/icon");
        let talk = begin(ben, &path).await;
        server.set_suspended(ana, true).await;

        ben.get(&path).await.assert_problem(404, "bots.no_access");
        ben.get(&icon).await.assert_status(404);
        ben.post(&messages_path(&talk), message("Eggs", &talk["leaf_id"])).await
            .assert_problem(404, "bots.no_access");
        assert_eq!(ben.get("/api/bots/explore").await.ok()["items"], json!([]));
        assert_eq!(ben.get("/api/bots").await.ok()["items"], json!([]));

        server.set_suspended(ana, false).await;
        assert_eq!(ben.get(&path).await.ok()["name"], "Chef");
        assert_eq!(ben.get("/api/bots/explore").await.ok()["items"][0]["name"], "Chef");
    }

    // spec §6: "the author cannot view other users' chats"
    async fn an_author_sees_how_many_talk_with_a_bot_and_nothing_else(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let talk = begin(ben, &path).await;
        let secret = "my landlord is called Quillfeather";
        let sent = ben.post(&messages_path(&talk), message(secret, &talk["leaf_id"])).await.accepted();
        ben.events(&format!("/api/runs/{}/events", sent["assistant_message"]["run_id"].as_str().unwrap()))
            .await.rest().await;

        let conversation = talk["conversation_id"].as_str().unwrap();
        assert_eq!(ana.get(&path).await.ok()["people"], 1);
        for address in [
            "/api/bots".to_owned(),
            path.clone(),
            "/api/bots/explore".to_owned(),
            "/api/chat/conversations".to_owned(),
            "/api/chat/search?q=Quillfeather".to_owned(),
        ] {
            let seen = ana.get(&address).await;
            assert!(!seen.text().contains("Quillfeather") && !seen.text().contains(conversation));
        }
        ana.get(&format!("/api/chat/conversations/{conversation}")).await.assert_status(404);
    }
}
