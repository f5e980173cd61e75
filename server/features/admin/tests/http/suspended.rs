//! What a suspension ends at once.

use kernel::{ConversationId, MessageId};
use providers::{NewConnection, Protocol};
use serde_json::json;
use testing::{FakeProvider, NOW, TestServer, for_each_store};

use crate::INSTALLATION;

for_each_store! {
    // attacks.md, 8
    async fn answers_in_the_making_end_with_what_they_have(store) {
        let server = TestServer::with(store, |services| {
            vec![admin::area(services, INSTALLATION), chat::area(services), runs::area()]
        })
        .await;
        let provider = FakeProvider::start_with(&["t200"]).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let conversation = ConversationId::new(NOW);
        provider.hold_after(10);
        let body = json!({
            "id": MessageId::new(NOW), "parent_id": null, "text": "Go", "model": "fake/t200"
        });
        let path = format!("/api/chat/conversations/{conversation}/messages");
        ana.post(&path, body).await.accepted();
        provider.wait_until_held(1).await;

        let path = format!("/api/admin/users/{}", ana.user_id);
        operator.patch(&path, json!({ "suspended": true, "reason": "spam" })).await.ok();

        server.services.generation.wait_idle().await;
        provider.wait_until_idle().await;
        operator.patch(&path, json!({ "suspended": false })).await.ok();
        let ana = server.member("ana@example.com").await;
        let chat = ana.get(&format!("/api/chat/conversations/{conversation}")).await.ok();
        let answer = chat["messages"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(answer["state"], "cancelled", "{chat}");
    }
}
