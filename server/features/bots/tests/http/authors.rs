use serde_json::json;
use testing::for_each_store;

use crate::setting::{SAYS_HI, Setting, chef, make, names};

for_each_store! {
    // spec §3: "Bot: name (default \"Untitled\"; a new chat bot is named \"New Chat\"), uid, description, …"
    async fn a_new_bot_is_called_new_chat_and_one_without_a_name_untitled(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let bot = ana.post("/api/bots", json!({})).await.created();
        assert_eq!(bot["name"], "New Chat");
        let path = format!("/api/bots/{}", bot["id"].as_str().unwrap());
        assert_eq!(ana.patch(&path, json!({ "name": " " })).await.ok()["name"], "Untitled");
        let nameless = ana.post("/api/bots", json!({ "name": "" })).await.created();
        assert_eq!(nameless["name"], "Untitled");
        assert_eq!((&bot["state"], &bot["accessibility"]), (&json!("draft"), &json!("only_me")));
        assert_eq!((&bot["mine"], &bot["model"]), (&json!(true), &json!(null)));
    }

    // spec §5: "Prompt name at most 128 characters, description at most 320, token maximum 1000."
    async fn what_is_too_long_is_refused_and_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        for (field, text, code) in [
            ("name", "n".repeat(129), "bots.name_too_long"),
            ("description", "d".repeat(321), "bots.description_too_long"),
            ("prompt", "字".repeat(1_001), "bots.prompt_too_long"),
            ("welcome", "字".repeat(1_001), "bots.welcome_too_long"),
        ] {
            let new = ana.post("/api/bots", chef(json!({ field: text }))).await;
            new.assert_problem(422, code);
            ana.patch(&path, json!({ field: text })).await.assert_problem(422, code);
        }
        let unknown = ana.patch(&path, json!({ "model": "nobody/nothing" })).await;
        unknown.assert_problem(422, "bots.model_unknown");
        assert_eq!(ana.get(&path).await.ok()["version"], 1);
        assert_eq!(ana.get("/api/bots").await.ok()["items"].as_array().unwrap().len(), 1);
    }

    // spec §4: "Bot: draft or published; accessibility only me, anyone with link, public."
    async fn a_draft_is_published_and_taken_back(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({ "published": false, "prompt": "" })).await;
        ben.get(&path).await.assert_problem(404, "bots.no_access");
        let refused = ana.patch(&path, json!({ "published": true })).await;
        let problem = refused.assert_problem(422, "bots.prompt_empty");
        assert_eq!(problem["message"], "Please input prompt content");

        let change = json!({ "published": true, "prompt": "Cook.", "model": "" });
        let bot = ana.patch(&path, change).await.ok();
        assert_eq!((&bot["state"], &bot["model"]), (&json!("published"), &json!(null)));
        let seen = ben.get(&path).await.ok();
        assert_eq!((&seen["author"], &seen["mine"]), (&json!("ana"), &json!(false)));
        assert_eq!(names(&ben.get("/api/bots/explore").await.ok()), ["Chef"]);

        ana.patch(&path, json!({ "published": false })).await.ok();
        ben.get(&path).await.assert_problem(404, "bots.no_access");
    }

    async fn a_change_of_what_was_changed_elsewhere_is_refused(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        let first = ana.client.clone().with_header("if-match", "\"1\"");
        assert_eq!(first.patch(&path, json!({ "name": "Cook" })).await.ok()["version"], 2);
        let late = first.patch(&path, json!({ "name": "Baker" })).await;
        late.assert_problem(412, "bots.changed_elsewhere");
        assert_eq!(ana.get(&path).await.ok()["name"], "Cook");
    }

    async fn explore_finds_public_bots_by_name_and_description_in_any_script(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        for (name, description, accessibility) in [
            ("Chef", "Cooks ÖSTERREICHISCH", "public"),
            ("法律助手", "回答法律问题", "public"),
            ("100% Coach", "Runs", "public"),
            ("Quiet", "For those with the link", "link"),
            ("Diary", "Mine", "only_me"),
        ] {
            let change = json!({ "name": name, "description": description, "accessibility": accessibility });
            make(ana, change).await;
            server.clock().advance(1_000_000);
        }
        let find = async |query: &str| {
            let found = ben.get(&format!("/api/bots/explore?q={query}")).await.ok();
            names(&found).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(find("").await, ["100% Coach", "法律助手", "Chef"]);
        assert_eq!(find("%C3%B6sterreichisch").await, ["Chef"]);
        assert_eq!(find("%E6%B3%95%E5%BE%8B").await, ["法律助手"]);
        assert_eq!(find("0%25").await, ["100% Coach"]);
        assert!(find("diary").await.is_empty());

        let page = ben.get("/api/bots/explore?limit=2").await.ok();
        let next = page["next_cursor"].as_str().unwrap();
        let rest = ben.get(&format!("/api/bots/explore?limit=2&cursor={next}")).await.ok();
        assert_eq!(names(&rest), ["Chef"]);
    }

    async fn favourites_and_pins_are_each_persons_own(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let (chef, other) = (make(ana, json!({})).await, make(ana, json!({ "name": "Other" })).await);
        ben.patch(&format!("{chef}/marks"), json!({ "favorited": true })).await.ok();
        let marked = ben.patch(&format!("{other}/marks"), json!({ "pinned": true })).await.ok();
        assert_eq!((&marked["pinned"], &marked["favorited"]), (&json!(true), &json!(false)));
        let list = ben.get("/api/bots").await.ok();
        assert_eq!(names(&list), ["Other", "Chef"], "pinned ones first");
        assert_eq!(ana.get(&chef).await.ok()["favorited"], false);

        ben.patch(&format!("{chef}/marks"), json!({ "favorited": false })).await.ok();
        ana.patch(&other, json!({ "accessibility": "only_me" })).await.ok();
        assert_eq!(names(&ben.get("/api/bots").await.ok()), ["Chef"]);
        let hidden = ben.patch(&format!("{other}/marks"), json!({ "pinned": false })).await;
        hidden.assert_problem(404, "bots.no_access");
    }

    async fn a_deleted_bot_comes_back_for_30_days_to_its_author_only(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        ben.delete(&path).await.assert_problem(404, "bots.no_access");
        ana.delete(&path).await.no_content();
        ana.delete(&path).await.assert_problem(409, "bots.deleted");
        assert!(names(&ben.get("/api/bots/explore").await.ok()).is_empty());
        let gone = ana.get(&path).await.ok();
        assert_eq!((&gone["state"], &gone["prompt"]), (&json!("deleted"), &json!("")));
        ben.get(&path).await.assert_problem(404, "bots.no_access");

        ben.post(&format!("{path}/restore"), json!({})).await.assert_problem(404, "bots.no_access");
        let back = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!((&back["state"], &back["model"]), (&json!("published"), &json!(SAYS_HI)));

        ana.delete(&path).await.no_content();
        server.clock().advance(31 * kernel::DAY);
        let ana = server.member("ana@example.com").await;
        let late = ana.post(&format!("{path}/restore"), json!({})).await;
        late.assert_problem(409, "bots.deleted");
    }

    async fn other_windows_hear_of_every_change_of_a_bot(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let mut window = ana.events("/api/events").await;
        let mut heard = async || window.next_of("bots.changed").await;
        let path = make(ana, json!({})).await;
        heard().await;
        ana.patch(&path, json!({ "name": "Cook" })).await.ok();
        heard().await;
        ana.patch(&format!("{path}/marks"), json!({ "pinned": true })).await.ok();
        heard().await;
        ana.delete(&path).await.no_content();
        heard().await;
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        heard().await;
        ben.post(&format!("{path}/reports"), json!({ "reason": "spam" })).await.no_content();
        let operator = server.operator().await;
        let reports = operator.get("/api/bots/reports").await.ok();
        let report = format!("/api/bots/reports/{}", reports["items"][0]["id"].as_str().unwrap());
        operator.patch(&report, json!({ "outcome": "removed" })).await.no_content();
        heard().await;
    }
}
