//! Conversation starters and tools of bots.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, chef, make};

for_each_store! {
    async fn starters_are_written_shown_to_everybody_and_replaced(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({ "starters": [" What  can I cook? ", "", "Use up eggs"] })).await;
        let expected = json!(["What can I cook?", "Use up eggs"]);
        assert_eq!(ben.get(&path).await.ok()["starters"], expected);
        ana.patch(&path, json!({ "name": "Cook" })).await.ok();
        assert_eq!(ben.get("/api/bots/explore").await.ok()["items"][0]["starters"], expected);
        ana.patch(&path, json!({ "starters": [] })).await.ok();
        assert_eq!(ben.get(&path).await.ok()["starters"], json!([]));
    }

    async fn too_many_or_too_long_ones_are_refused(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        let keys: Vec<String> = (0..51).map(|at| at.to_string()).collect();
        for (change, code) in [
            (json!({ "starters": ["a", "b", "c", "d", "e"] }), "bots.too_many_starters"),
            (json!({ "starters": ["字".repeat(201)] }), "bots.starter_too_long"),
            (json!({ "tools": keys }), "bots.too_many_tools"),
        ] {
            ana.post("/api/bots", chef(change.clone())).await.assert_problem(422, code);
            ana.patch(&path, change).await.assert_problem(422, code);
        }
        assert_eq!(ana.get(&path).await.ok()["version"], 1);
    }

    async fn tools_are_all_none_or_selected(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        assert_eq!(ana.get(&path).await.ok()["tools"], Value::Null);
        for tools in [json!([]), json!(["web_search"]), Value::Null] {
            assert_eq!(ana.patch(&path, json!({ "tools": tools })).await.ok()["tools"], tools);
            let kept = ana.patch(&path, json!({ "welcome": "Hi" })).await.ok();
            assert_eq!(kept["tools"], tools, "what is not named stays");
        }
    }

    async fn a_deleted_bot_shows_nothing_of_them(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({ "starters": ["Eggs"], "tools": [] })).await;
        ana.delete(&path).await.no_content();
        let gone = ana.get(&path).await.ok();
        assert_eq!((&gone["starters"], &gone["tools"]), (&json!([]), &Value::Null));
        let back = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!((&back["starters"], &back["tools"]), (&json!(["Eggs"]), &json!([])));
    }

    async fn others_see_the_starters_that_were_approved(store) {
        let setting = Setting::with(store, bots::Settings { review_public: true }).await;
        let Setting { ana, ben, .. } = &setting;
        let operator = setting.server.operator().await;
        let path = make(ana, json!({ "starters": ["Eggs"] })).await;
        let approve = async || {
            let list = operator.get("/api/bots/reviews").await.ok();
            let review = list["items"][0].clone();
            let said = json!({ "outcome": "approved", "version": review["version"] });
            let address = format!("/api/bots/reviews/{}", review["bot_id"].as_str().unwrap());
            operator.patch(&address, said).await.no_content();
            review
        };
        assert_eq!(approve().await["sent"]["starters"], json!(["Eggs"]));
        ana.patch(&path, json!({ "starters": ["Pans for sale"] })).await.ok();
        assert_eq!(ben.get(&path).await.ok()["starters"], json!(["Eggs"]));
        let review = approve().await;
        assert_eq!(review["seen"]["starters"], json!(["Eggs"]));
        assert_eq!(ben.get(&path).await.ok()["starters"], json!(["Pans for sale"]));
    }
}
