use std::time::Duration;

use axum::body::Body;
use futures::StreamExt;
use http::Request;
use kernel::DAY;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{DEAF, QUOTES, REFUSES, Setting, events, translate, translations};

for_each_store! {
    async fn texts_are_translated_with_their_marks(store) {
        let setting = Setting::new(store).await;
        let told = translate(&setting.ana, &["One <1>word</1>", "Run <2/>", "One <1>word</1>"], QUOTES).await;
        assert_eq!(translations(&told), ["«One <1>word</1>»", "«Run <2/>»", "«One <1>word</1>»"]);
        assert!(told.iter().all(|event| event["type"] == "translated" && event["remembered"] == false));
        let calls = setting.provider.calls();
        assert_eq!(calls.len(), 1, "what is said twice is translated once");
        let said = calls[0].body.to_string();
        assert!(said.contains("into German (de)"), "{said}");
    }

    // issue 4: "never retranslates what is in the memory of translations"
    async fn what_was_translated_is_remembered_for_its_person_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        translate(&setting.ana, &["One", "Two"], QUOTES).await;
        assert_eq!(setting.used().await, 1);
        setting.server.clock().advance(2 * DAY);
        let told = translate(&setting.ana, &["Two", "One"], REFUSES).await;
        assert_eq!(translations(&told), ["«Two»", "«One»"]);
        assert!(told.iter().all(|event| event["remembered"] == true));
        assert_eq!((setting.provider.call_count(), setting.used().await), (1, json!(0)));
        let memory = setting.ana.get("/api/translation/memory").await.ok();
        assert_eq!(memory["translations"], 2);

        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(translate(&ben, &["One"], QUOTES).await[0]["remembered"], false);
        setting.ana.delete("/api/translation/memory").await.no_content();
        assert_eq!(translate(&setting.ana, &["One"], QUOTES).await[0]["remembered"], false);
        assert_eq!(translate(&ben, &["One"], REFUSES).await[0]["remembered"], true);
    }

    // issue 4: "shows failures per paragraph with retry"; spec §8: "Translation failed, Please try again later."
    async fn a_text_whose_marks_do_not_come_back_fails_alone(store) {
        let setting = Setting::new(store).await;
        let told = translate(&setting.ana, &["One <1/>", "Two"], DEAF).await;
        assert_eq!(told[0]["problem"]["code"], "translation.failed");
        assert_eq!(told[0]["problem"]["message"], "Translation failed, Please try again later.");
        assert_eq!(told[1]["text"], "Hallo Welt");
        assert_eq!(setting.provider.call_count(), 3, "together, then each alone");
        let again = translate(&setting.ana, &["One <1/>", "Two"], DEAF).await;
        assert_eq!(again[0]["type"], "failed", "what failed is not remembered");
        assert_eq!(again[1]["remembered"], true);
    }

    async fn why_a_provider_refused_is_told_for_each_text(store) {
        let setting = Setting::new(store).await;
        let told = translate(&setting.ana, &["One", "Two"], REFUSES).await;
        assert_eq!(told.len(), 2);
        for event in &told {
            assert_eq!(event["problem"]["code"], "providers.key_refused", "{event}");
        }
        assert_eq!(setting.used().await, 0, "nothing came, so nothing is charged");
    }

    // spec §8: "Out of queries. Upgrade to access more translation services."
    async fn who_has_no_queries_left_is_told_to_upgrade(store) {
        let setting = Setting::new(store).await;
        for number in 0..40 {
            let text = format!("Sentence {number}");
            translate(&setting.ana, &[&text], QUOTES).await;
        }
        let told = translate(&setting.ana, &["Sentence 0", "Something new"], QUOTES).await;
        assert_eq!(told[0]["remembered"], true);
        assert_eq!(told[1]["problem"]["code"], "translation.out_of_queries");
        let text = "Out of queries. Upgrade to access more translation services.";
        assert_eq!(told[1]["problem"]["message"], text);
        assert_eq!(setting.provider.call_count(), 40);
    }

    async fn without_a_model_only_what_is_remembered_is_translated(store) {
        let setting = Setting::new(store).await;
        let engine = std::sync::Arc::new(Silent);
        setting.server.services.providers.register("builtin", engine, vec![builtin_info()]);
        translate(&setting.ana, &["One"], QUOTES).await;
        let asked = |texts: &[&str]| {
            json!({ "texts": texts, "target_language": "de", "model": "builtin/assistant" })
        };
        let refused = setting.ana.post("/api/translation/texts", asked(&["Two"])).await;
        refused.assert_problem(409, "translation.model_needed");
        let told = events(&setting.ana.post("/api/translation/texts", asked(&["One", "Two"])).await);
        assert_eq!(told[0]["text"], "«One»");
        assert_eq!(told[1]["problem"]["code"], "translation.model_needed");
    }

    // spec §5: "Translate has a character limit."
    async fn what_cannot_be_translated_is_refused(store) {
        let setting = Setting::new(store).await;
        let long = "é".repeat(5_001);
        for (texts, target, code) in [
            (json!([]), "de", "translation.text_empty"),
            (json!([" "]), "de", "translation.text_empty"),
            (json!([long]), "de", "translation.text_too_long"),
            (json!(vec!["a"; 51]), "de", "translation.too_many_texts"),
            (json!(["<1>a"]), "de", "translation.marks_invalid"),
            (json!(["a"]), "tlh", "translation.language_unknown"),
        ] {
            let asked = json!({ "texts": texts, "target_language": target });
            setting.ana.post("/api/translation/texts", asked).await.assert_problem(422, code);
        }
        let asked = json!({ "texts": ["a"], "target_language": "de", "model": "fake/unknown" });
        setting.ana.post("/api/translation/texts", asked).await
            .assert_problem(422, "providers.model_unknown");
        assert_eq!(setting.provider.call_count(), 0);
        let languages = setting.ana.get("/api/translation/languages").await.ok();
        assert_eq!(languages["items"].as_array().unwrap().len(), 46);
    }

    async fn each_text_is_told_as_soon_as_it_is_done_and_hanging_up_ends_the_rest(store) {
        let setting = Setting::new(store).await;
        // «One» is whole once the line that numbers the next text is there.
        setting.provider.hold_after(5);
        let asked = json!({
            "texts": ["One two", "Three", "Four", "Five six seven"], "target_language": "de", "model": QUOTES,
        });
        let request = Request::post("/api/translation/texts")
            .header("content-type", "application/json")
            .body(Body::from(asked.to_string()))
            .unwrap();
        let mut body = setting.ana.start(request).await.into_body().into_data_stream();
        let first = String::from_utf8(body.next().await.unwrap().unwrap().to_vec()).unwrap();
        assert!(first.starts_with("event: translated\n") && first.contains("«One two»"), "{first}");
        assert_eq!(setting.provider.open_streams(), 1);
        drop(body);
        setting.provider.wait_until_idle().await;
        let kept = async {
            while setting.ana.get("/api/translation/memory").await.ok()["translations"] != 1 {}
        };
        tokio::time::timeout(Duration::from_secs(20), kept).await.expect("what was told is kept");
        let told = translate(&setting.ana, &["One two"], REFUSES).await;
        assert_eq!(told[0]["remembered"], true, "what was told is remembered");
    }
}

/// The built-in engine as far as this area needs it: present, and no translator.
struct Silent;

#[async_trait::async_trait]
impl providers::TextModel for Silent {
    async fn stream(
        &self,
        _request: providers::ModelRequest,
    ) -> Result<providers::ModelStream, providers::ModelError> {
        panic!("it is not asked")
    }
}

fn builtin_info() -> providers::ModelInfo {
    providers::ModelInfo {
        id: "builtin/assistant".to_owned(),
        name: "Built-in helper".to_owned(),
        connection_name: "Ensemble".to_owned(),
        protocol: providers::Protocol::Builtin,
        tier: kernel::Tier::Standard,
        credits_per_1k: None,
        context_tokens: None,
        vision: false,
        tools: false,
        reasoning: false,
    }
}
