//! Prompts and quick actions, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

async fn setting(store: TestStore) -> (TestServer, TestPerson, TestPerson) {
    let server = TestServer::with(store, |services| vec![prompts::area(services)]).await;
    let (ana, ben) =
        (server.member("ana@example.com").await, server.member("ben@example.com").await);
    (server, ana, ben)
}

fn mail() -> Value {
    json!({ "name": "Mail", "description": "Polite", "content": "Write to {{name}}." })
}

/// Creates a prompt; returns its address.
async fn make(author: &TestPerson, change: Value) -> String {
    let mut prompt = mail();
    for (field, value) in change.as_object().unwrap() {
        prompt[field] = value.clone();
    }
    let made = author.post("/api/prompts", prompt).await.created();
    format!("/api/prompts/{}", made["id"].as_str().unwrap())
}

fn names(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

for_each_store! {
    // attacks.md, 8
    async fn what_somebody_suspended_published_is_shown_to_nobody_until_they_are_readmitted(store) {
        let (server, ana, ben) = setting(store).await;
        let path = make(&ana, json!({ "public": true })).await;
        ben.patch(&format!("{path}/marks"), json!({ "favorited": true })).await.ok();
        let action = json!({ "name": "Shorten it", "prompt": "Shorten this.", "public": true });
        ana.post("/api/prompts/actions", action).await.created();
        let public = async || {
            let prompts = ben.get("/api/prompts?tab=public").await.ok();
            let actions = ben.get("/api/prompts/actions?public=true").await.ok();
            let is_of_ana = |name: &str, list: &Value| names(list).contains(&name);
            (is_of_ana("Mail", &prompts), is_of_ana("Shorten it", &actions))
        };
        let before = public().await;
        assert_eq!(before, (true, true));
        server.set_suspended(&ana, true).await;

        ben.get(&path).await.assert_problem(404, "prompts.not_found");
        assert_eq!(public().await, (false, false));
        assert!(!names(&ben.get("/api/prompts?tab=mine").await.ok()).contains(&"Mail"));

        server.set_suspended(&ana, false).await;
        assert_eq!(public().await, before);
        ben.get(&path).await.ok();
    }

    // spec §9: "Prompt name 128, description 320, token max 1000."
    async fn what_is_missing_or_too_long_is_refused_and_changes_nothing(store) {
        let (_server, ana, _) = setting(store).await;
        let path = make(&ana, json!({})).await;
        for (field, text, code) in [
            ("name", " ".to_owned(), "prompts.name_empty"),
            ("name", "n".repeat(129), "prompts.name_too_long"),
            ("description", "d".repeat(321), "prompts.description_too_long"),
            ("content", " ".to_owned(), "prompts.content_empty"),
            ("content", "字".repeat(1_001), "prompts.content_too_long"),
        ] {
            ana.patch(&path, json!({ field: text })).await.assert_problem(422, code);
            let mut new = mail();
            new[field] = json!(text);
            ana.post("/api/prompts", new).await.assert_problem(422, code);
        }
        assert_eq!(ana.get(&path).await.ok()["version"], 1);
        assert_eq!(names(&ana.get("/api/prompts").await.ok()), ["Mail"]);
    }

    // PostgreSQL cannot store it in a text, and people who paste it do not see it.
    async fn a_zero_character_is_left_out_of_what_is_written(store) {
        let (_server, ana, _) = setting(store).await;
        let path = make(&ana, json!({ "content": "Tides\0 rise.\\u0000" })).await;
        assert_eq!(ana.get(&path).await.ok()["content"], "Tides rise.\\u0000");
        ana.get("/api/prompts?q=a%00b").await.assert_problem(400, "api.bad_parameter");
    }

    // spec §3: "Prompt type values: my_prompt, selection_action, filling_action."
    async fn a_prompt_has_one_of_three_types(store) {
        let (_server, ana, _) = setting(store).await;
        for kind in ["my_prompt", "selection_action", "filling_action"] {
            let path = make(&ana, json!({ "kind": kind })).await;
            assert_eq!(ana.get(&path).await.ok()["kind"], kind);
        }
        let mut other = mail();
        other["kind"] = json!("spell");
        ana.post("/api/prompts", other).await.assert_problem(400, "api.malformed_json");
    }

    // spec §3: "Prompt: public or own, favorite."
    async fn a_prompt_is_ones_own_until_it_is_made_public(store) {
        let (_server, ana, ben) = setting(store).await;
        let path = make(&ana, json!({})).await;
        ben.get(&path).await.assert_problem(404, "prompts.not_found");
        ben.patch(&format!("{path}/marks"), json!({ "favorited": true })).await
            .assert_problem(404, "prompts.not_found");
        ana.patch(&path, json!({ "public": true })).await.ok();
        assert_eq!(ben.get(&path).await.ok()["mine"], false);
        let found = ben.get("/api/prompts?tab=public&q=POLITE").await.ok();
        assert_eq!(names(&found), ["Mail"]);
        ben.patch(&format!("{path}/marks"), json!({ "favorited": true })).await.ok();
        assert_eq!(names(&ben.get("/api/prompts").await.ok()), ["Mail"]);

        for refused in [
            ben.patch(&path, json!({ "name": "Mine" })).await,
            ben.delete(&path).await,
            ben.get(&format!("{path}/versions")).await,
            ben.post(&format!("{path}/restore"), json!({})).await,
        ] {
            refused.assert_problem(404, "prompts.not_found");
        }
        ana.patch(&path, json!({ "public": false })).await.ok();
        assert!(names(&ben.get("/api/prompts").await.ok()).is_empty());
        ben.get(&path).await.assert_problem(404, "prompts.not_found");
    }

    async fn the_products_own_prompts_are_public_and_can_be_favourites(store) {
        let (_server, ana, _) = setting(store).await;
        let list = ana.get("/api/prompts?tab=public").await.ok();
        let first = &list["items"][0];
        assert_eq!((&first["built_in"], &first["mine"]), (&json!(true), &json!(false)));
        let path = format!("/api/prompts/{}", first["id"].as_str().unwrap());
        ana.patch(&format!("{path}/marks"), json!({ "favorited": true })).await.ok();
        assert_eq!(ana.get("/api/prompts").await.ok()["items"][0]["id"], first["id"]);
        ana.delete(&path).await.assert_problem(404, "prompts.not_found");
    }

    async fn every_text_a_prompt_had_can_be_read_and_put_back(store) {
        let (_server, ana, _) = setting(store).await;
        let path = make(&ana, json!({})).await;
        ana.patch(&path, json!({ "content": "Second" })).await.ok();
        ana.patch(&path, json!({ "public": true })).await.ok();
        let late = ana.client.clone().with_header("if-match", "\"1\"");
        late.patch(&path, json!({ "content": "Late" })).await
            .assert_problem(412, "prompts.changed_elsewhere");
        let versions = ana.get(&format!("{path}/versions")).await.ok();
        let texts: Vec<_> =
            versions["items"].as_array().unwrap().iter().map(|v| v["content"].clone()).collect();
        assert_eq!(texts, ["Second", "Write to {{name}}."]);
    }

    async fn a_deleted_prompt_comes_back(store) {
        let (_server, ana, _) = setting(store).await;
        let path = make(&ana, json!({})).await;
        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "prompts.not_found");
        ana.delete(&path).await.assert_problem(404, "prompts.not_found");
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(names(&ana.get("/api/prompts").await.ok()), ["Mail"]);
        ana.post(&format!("{path}/restore"), json!({})).await.assert_problem(404, "prompts.not_found");
    }

    // spec §5: "Quick action: \"Please input name\", \"Please input prompt content\"; the last one cannot be
    // deleted (\"Please create a new one before delete the last one\"); at most 6 pinned actions."
    async fn quick_actions_keep_their_rules(store) {
        let (_server, ana, ben) = setting(store).await;
        let given = ana.get("/api/prompts/actions").await.ok();
        assert_eq!(given["items"].as_array().unwrap().len(), 6);
        let refused = ana.post("/api/prompts/actions", json!({ "prompt": "Do it" })).await;
        let problem = refused.assert_problem(422, "prompts.name_empty");
        assert_eq!(problem["message"], "Please input name");
        let refused = ana.post("/api/prompts/actions", json!({ "name": "Do" })).await;
        let problem = refused.assert_problem(422, "prompts.content_empty");
        assert_eq!(problem["message"], "Please input prompt content");

        let paths: Vec<String> = given["items"].as_array().unwrap().iter()
            .map(|action| format!("/api/prompts/actions/{}", action["id"].as_str().unwrap()))
            .collect();
        for path in &paths {
            ana.patch(path, json!({ "pinned": true })).await.ok();
        }
        let new = json!({ "name": "Do", "prompt": "Do it", "pinned": true });
        ana.post("/api/prompts/actions", new).await.assert_problem(409, "prompts.too_many_pinned");

        for path in &paths[1..] {
            ben.delete(path).await.assert_problem(404, "prompts.action_not_found");
            ana.delete(path).await.no_content();
        }
        let problem = ana.delete(&paths[0]).await.assert_problem(409, "prompts.last_action");
        assert_eq!(problem["message"], "Please create a new one before delete the last one");
        assert_eq!(ana.get("/api/prompts/actions").await.ok()["items"].as_array().unwrap().len(), 1);
    }

    // spec §3: "Quick action prompt: name, icon, prompt, behavior, scene, private or public, description,
    // category, language."
    async fn a_quick_action_has_all_that_the_product_says(store) {
        let (_server, ana, ben) = setting(store).await;
        let new = json!({
            "name": "Haiku", "icon": "pen", "prompt": "As a haiku", "behavior": "fill",
            "scene": "answer", "public": true, "description": "Seventeen syllables",
            "category": "write", "language": "ja", "pinned": false,
        });
        let made = ana.post("/api/prompts/actions", new.clone()).await.created();
        for (field, value) in new.as_object().unwrap() {
            assert_eq!(&made[field], value, "{field}");
        }
        let public = ben.get("/api/prompts/actions?public=true").await.ok();
        assert_eq!(names(&public), ["Haiku"]);
        let path = format!("/api/prompts/actions/{}", made["id"].as_str().unwrap());
        ben.patch(&path, json!({ "name": "Mine" })).await
            .assert_problem(404, "prompts.action_not_found");
        ana.patch(&path, json!({ "language": "no such tag" })).await
            .assert_problem(422, "prompts.language_invalid");
        let changed = ana.patch(&path, json!({ "public": false, "language": "" })).await.ok();
        assert_eq!((&changed["public"], &changed["language"]), (&json!(false), &json!(null)));
        assert!(names(&ben.get("/api/prompts/actions?public=true").await.ok()).is_empty());
        assert_eq!(ana.get("/api/prompts/actions").await.ok()["items"].as_array().unwrap().len(), 7);
    }

    // security P11: "If-Match version on edits ⇒ 412"
    async fn a_quick_action_that_was_changed_in_another_window_is_not_written_over(store) {
        let (server, ana, _) = setting(store).await;
        let given = ana.get("/api/prompts/actions").await.ok()["items"].clone();
        assert_eq!(given[0]["updated_at"], json!(null), "it is as it was made");
        let path = |at: usize| format!("/api/prompts/actions/{}", given[at]["id"].as_str().unwrap());
        let window = ana.client.clone().with_header("if-match", "\"\"");
        server.clock().advance(1);
        let changed = window.patch(&path(0), json!({ "prompt": "First" })).await.ok();
        window.patch(&path(0), json!({ "prompt": "Late" })).await
            .assert_problem(412, "prompts.changed_elsewhere");
        window.patch(&path(1), json!({ "prompt": "Another one" })).await.ok();
        let tag = format!("\"{}\"", changed["updated_at"].as_str().unwrap());
        let newer = ana.client.clone().with_header("if-match", &tag);
        newer.patch(&path(0), json!({ "prompt": "Second" })).await.ok();
        let list = ana.get("/api/prompts/actions").await.ok();
        assert_eq!(list["items"][0]["prompt"], "Second");
    }

    async fn other_windows_hear_of_changed_prompts_and_quick_actions(store) {
        let (server, ana, _) = setting(store).await;
        let mut hints = server.services.bus.subscribe_to_user(ana.user_id);
        let mut heard = async || {
            assert_eq!(hints.next().await.as_deref(), Some(r#"{"event":"prompts.changed"}"#));
        };
        let path = make(&ana, json!({})).await;
        heard().await;
        ana.patch(&path, json!({ "name": "Letter" })).await.ok();
        heard().await;
        ana.delete(&path).await.no_content();
        heard().await;
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        heard().await;
        let action = json!({ "name": "Haiku", "prompt": "As a haiku" });
        let made = ana.post("/api/prompts/actions", action).await.created();
        heard().await;
        let path = format!("/api/prompts/actions/{}", made["id"].as_str().unwrap());
        ana.patch(&path, json!({ "name": "Tanka" })).await.ok();
        heard().await;
        ana.delete(&path).await.no_content();
        heard().await;
    }
}
