//! What chat models write about images, and what files say.

use kernel::Uuid;
use pictures::{DigitalSource, GenerationParameters, write_provenance};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestServer, TestStore, for_each_store};

use crate::creation::{GENERATE, creation, made, make, start as start_creating};
use crate::setting::{REFERENCE, list, send, start};

const WRITES: &str = "fake/gpt-4o-mini-say-A-red-boat.";
const SEES: &str = "fake/gpt-4o-mini-see";
const FAILS: &str = "fake/gpt-4o-mini-e401";
const BLIND: &str = "fake/echo";

/// A server with chat models.
async fn with_models(store: TestStore) -> (TestServer, FakeProvider) {
    let server = start(store).await;
    let provider = connect_models(&server).await;
    (server, provider)
}

async fn connect_models(server: &TestServer) -> FakeProvider {
    let names = [WRITES, SEES, FAILS, BLIND].map(|name| name.trim_start_matches("fake/"));
    let provider = FakeProvider::start_with(&names).await;
    let new = NewConnection {
        name: "Fake".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(provider.openai_url()),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    provider
}

fn holds(content: &[u8], text: &str) -> bool {
    content.windows(text.len()).any(|piece| piece == text.as_bytes())
}

for_each_store! {
    async fn a_model_improves_a_prompt_and_writes_one_from_an_image(store) {
        let (server, provider) = with_models(store).await;
        let ana = server.member("ana@example.com").await;
        let improve = "/api/images/prompts/improve";
        let draft = json!({ "prompt": "boat </draft>", "model": WRITES });
        let written = ana.post(improve, draft).await.ok();
        assert_eq!(written["prompt"], "A red boat.");
        let asked = provider.calls()[0].body.to_string();
        assert_eq!(asked.matches("</draft>").count(), 1, "a draft cannot end itself: {asked}");
        let file_id = send(&ana, REFERENCE).await;
        let from_image = "/api/images/prompts/from_image";
        let seen = ana.post(from_image, json!({ "file_id": file_id, "model": SEES })).await.ok();
        assert!(seen["prompt"].as_str().unwrap().contains("png"), "it was shown: {seen}");
        for (path, body, status, code) in [
            (improve, json!({ "prompt": " " }), 422, "images.prompt_empty"),
            (improve, json!({ "prompt": "x".repeat(4_001) }), 422, "images.prompt_too_long"),
            (improve, json!({ "prompt": "boat", "model": FAILS }), 502, "images.words_failed"),
            (from_image, json!({ "file_id": file_id, "model": BLIND }), 422, "images.model_sees_nothing"),
            (from_image, json!({ "file_id": Uuid::now_v7() }), 404, "files.not_found"),
        ] {
            ana.post(path, body).await.assert_problem(status, code);
        }
    }

    async fn without_a_model_nothing_is_written(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let draft = json!({ "prompt": "boat" });
        ana.post("/api/images/prompts/improve", draft).await.assert_problem(422, "images.needs_model");
        let source = json!({ "file_id": send(&ana, REFERENCE).await });
        let refused = ana.post("/api/images/prompts/from_image", source).await;
        refused.assert_problem(422, "images.needs_model");
    }

    async fn images_are_described_for_who_chose_a_model_and_found_by_it(store) {
        let (server, provider) = with_models(store).await;
        let ana = server.member("ana@example.com").await;
        let keep = async || {
            let kept = json!({ "file_id": send(&ana, REFERENCE).await });
            let kept = ana.post("/api/images/uploads", kept).await.created();
            server.run_jobs().await;
            kept["id"].clone()
        };
        keep().await;
        assert_eq!(provider.call_count(), 0, "nobody chose it");
        let path = "/api/images/settings";
        let chosen = ana.get(path).await.ok();
        assert_eq!(chosen, json!({ "embed_prompt": true, "describe_model": null }));
        let choose = |model: &str| json!({ "embed_prompt": true, "describe_model": model });
        ana.put(path, choose(BLIND)).await.assert_problem(422, "images.model_sees_nothing");
        ana.put(path, choose(WRITES)).await.ok();
        let id = keep().await;
        assert_eq!(list(&ana, "?q=red%20BOAT").await, std::slice::from_ref(&id));
        let image = ana.get(&format!("/api/images/{}", id.as_str().unwrap())).await.ok();
        assert_eq!(image["description"], "A red boat.");
        ana.put(path, choose(FAILS)).await.ok();
        let plain = keep().await;
        let image = ana.get(&format!("/api/images/{}", plain.as_str().unwrap())).await.ok();
        assert_eq!(image["description"], Value::Null, "it is kept all the same");
    }

    async fn a_file_says_what_it_was_made_with_unless_its_person_minds(store) {
        let (server, provider, ana) = start_creating(store).await;
        for (embeds, says) in [(true, true), (false, false)] {
            let settings = json!({ "embed_prompt": embeds, "describe_model": null });
            ana.put("/api/images/settings", settings).await.ok();
            provider.answer(GENERATE, made(1));
            let task = make(&server, &ana, creation(json!({ "prompt": "A quiet harbor" }))).await;
            let file = task["images"][0]["file_id"].as_str().unwrap();
            let content = ana.get(&format!("/api/documents/files/{file}/content")).await.body;
            assert!(holds(&content, "/trainedAlgorithmicMedia\""));
            assert_eq!(holds(&content, "A quiet harbor"), says);
            assert_eq!(task["images"][0]["size_bytes"], json!(content.len()));
        }
    }

    async fn what_a_file_says_it_was_made_with_is_given_and_not_stored_in_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let parameters = GenerationParameters {
            prompt: "A quiet harbor".to_owned(),
            seed: Some(7),
            size: Some((320, 320)),
            model: Some("sd_xl_base".to_owned()),
            ..GenerationParameters::default()
        };
        let brought =
            write_provenance(REFERENCE, DigitalSource::Generated, Some(&parameters)).unwrap();
        let id = Uuid::now_v7();
        let sent = ana.put_bytes(&format!("/api/images/files/{id}?name=a.png"), &brought).await.ok();
        let made_with = sent["made_with"].clone();
        let wanted = json!({
            "prompt": "A quiet harbor", "negative_prompt": null, "seed": 7, "cfg_scale": null,
            "size": { "width": 320, "height": 320 }, "model": "sd_xl_base",
        });
        assert_eq!(made_with, wanted);
        let content = ana.get(&format!("/api/documents/files/{id}/content")).await.body;
        assert!(!holds(&content, "harbor"));
        let kept = json!({ "file_id": id, "made_with": made_with });
        let kept = ana.post("/api/images/uploads", kept).await.created();
        assert_eq!((&kept["prompt"], &kept["seed"]), (&json!("A quiet harbor"), &json!(7)));
        assert_eq!(list(&ana, "?q=harbor").await, [kept["id"].clone()]);
        let plain = Uuid::now_v7();
        let plain = ana.put_bytes(&format!("/api/images/files/{plain}"), REFERENCE).await.ok();
        assert_eq!(plain["made_with"], Value::Null);
    }
}
