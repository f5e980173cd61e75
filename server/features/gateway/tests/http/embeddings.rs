//! Vectors for programs.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{SAYS_HI, Setting};

const PATH: &str = "/v1/embeddings";
const EMBEDS: &str = "fake/text-embedding-1";

for_each_store! {
    async fn texts_become_vectors_in_their_order(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let made = program.post(PATH, json!({ "model": EMBEDS, "input": ["abba", "cab"] })).await.ok();

        assert_eq!((&made["object"], &made["model"]), (&json!("list"), &json!(EMBEDS)));
        assert_eq!(made["data"][0]["embedding"][0], 2.0);
        assert_eq!((&made["data"][1]["index"], &made["data"][1]["embedding"][2]), (&json!(1), &json!(1.0)));
        assert_eq!(made["usage"]["prompt_tokens"], 2);
        let base64 = json!({ "model": EMBEDS, "input": "a", "encoding_format": "base64" });
        let made = program.post(PATH, base64).await.ok();
        assert!(made["data"][0]["embedding"].as_str().unwrap().starts_with("AACAPwAA"));
    }

    async fn a_hundred_texts_cost_one_query_and_a_failure_none(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(Some(2)).await;

        let many = json!({ "model": EMBEDS, "input": vec!["a"; 101] });
        program.post(PATH, many).await.ok();
        assert_eq!(setting.keys().await[0]["spent"], 2);
        let over = program.post(PATH, json!({ "model": EMBEDS, "input": "a" })).await;
        assert_eq!(over.assert_status(402).json()["error"]["code"], "insufficient_quota");

        let another = setting.program(None).await;
        setting.provider.require_key("another");
        another.post(PATH, json!({ "model": EMBEDS, "input": "a" })).await.assert_status(502);
        let spent: Vec<_> = setting.keys().await.iter().map(|key| key["spent"].clone()).collect();
        assert!(spent.contains(&json!(0)), "{spent:?}");
    }

    async fn a_model_that_chats_makes_no_vectors(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let answer = program.post(PATH, json!({ "model": SAYS_HI, "input": "a" })).await;
        assert_eq!(answer.assert_status(422).json()["error"]["code"], "providers.no_embeddings");
        let list = program.get("/v1/models").await.ok().to_string();
        assert!(list.contains(EMBEDS), "{list}");
    }
}
