//! The check of grammar, and the humanizer, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/archive.rs"]
mod archive;
#[path = "http/humanizer.rs"]
mod humanizer;
#[path = "http/kept.rs"]
mod kept;
#[path = "http/migration.rs"]
mod migration;
#[path = "http/setting.rs"]
mod setting;

use serde_json::json;
use testing::{TestServer, TestStore, for_each_store};

const GRAMMAR: &str = "/api/writing/grammar";

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![writing::area(services, writing::Settings::default())])
        .await
}

for_each_store! {
    async fn a_text_is_checked_where_browsers_count(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;

        let text = "🙂 I saw the the sea.";
        let report = ana.post(GRAMMAR, json!({ "text": text })).await.ok();

        assert_eq!(report, json!({
            "is_english": true,
            "checked": 21,
            "checker": "Repeated words",
            "findings": [{
                "start": 9,
                "end": 16,
                "options": ["the"],
                "is_mistake": true,
                "reason": "This word stands twice",
            }],
        }));
    }

    async fn another_language_is_left_alone_and_said_to_be_one(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let report = ana.post(GRAMMAR, json!({ "text": "我 我 喜欢" })).await.ok();
        assert_eq!(report["is_english"], false);
        assert_eq!(report["findings"], json!([]));
    }

    // spec §8: "Text too long"
    async fn a_text_is_at_most_20_000_characters(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ana.post(GRAMMAR, json!({ "text": "a".repeat(20_000) })).await.assert_status(200);
        ana.post(GRAMMAR, json!({ "text": "a".repeat(20_001) })).await
            .assert_problem(422, "writing.text_too_long");
        server.visitor().post(GRAMMAR, json!({ "text": "a" })).await
            .assert_problem(401, "identity.login_required");
    }

    async fn nobody_has_texts_checked_without_end(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for _ in 0..20 {
            ana.post(GRAMMAR, json!({ "text": "a" })).await.assert_status(200);
        }
        ana.post(GRAMMAR, json!({ "text": "a" })).await
            .assert_problem(429, "api.too_many_requests");
    }
}
