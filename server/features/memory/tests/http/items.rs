//! Memory items: created, edited, forgotten, restored, deleted.

use kernel::{DAY, Uuid};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, everywhere, keep, path_of, text, texts};

const ITEMS: &str = "/api/memory/items";

for_each_store! {
    // spec §3: "Memory: items with added, updated and forgotten dates; an "about you" text; a "how to respond" text."
    async fn an_item_has_the_dates_it_was_added_updated_and_forgotten(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let item = keep(&ana, "  I am\nvegan. ", everywhere()).await;
        assert_eq!(item["text"], "I am vegan.");
        assert_eq!(item["added_at"], item["updated_at"]);
        assert_eq!((&item["forgotten_at"], &item["source"]), (&Value::Null, &Value::Null));
        setting.server.clock().advance(60_000_000);
        let path = path_of(&item);
        let changed = ana.patch(&path, json!({ "text": "I am vegetarian" })).await.ok();
        assert_eq!(changed["added_at"], item["added_at"]);
        assert_ne!(changed["updated_at"], item["updated_at"]);
        assert_eq!(changed["version"], 2);
        let forgotten = ana.post(&format!("{path}/forget"), json!({})).await.ok();
        assert!(forgotten["forgotten_at"].is_string());
        assert!(texts(&ana, ITEMS).await.is_empty());
        assert_eq!(texts(&ana, "/api/memory/items?forgotten=true").await, ["I am vegetarian"]);
        ana.patch(&path, json!({ "text": "x" })).await.assert_problem(404, "memory.not_found");
        let back = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(back["forgotten_at"], Value::Null);
        ana.post(&format!("{path}/restore"), json!({})).await.assert_problem(404, "memory.not_found");
        ana.delete(&path).await.no_content();
        ana.delete(&path).await.assert_problem(404, "memory.not_found");
    }

    // spec §3: "an "about you" text; a "how to respond" text."
    async fn a_person_writes_what_every_answer_may_know_and_how_to_respond(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let memory = ana.get("/api/memory").await.ok();
        assert_eq!((&memory["recall"], &memory["learn"]), (&json!(true), &json!("statements")));
        assert_eq!((&memory["about"], &memory["about_updated_at"]), (&json!(""), &Value::Null));
        let change = json!({ "about": "I teach.\nTwo cats.", "respond": "Briefly." });
        let memory = ana.patch("/api/memory", change).await.ok();
        assert_eq!(memory["about"], "I teach.\nTwo cats.");
        assert!(memory["about_updated_at"].is_string());
        let memory = ana.patch("/api/memory", json!({ "about": "" })).await.ok();
        assert_eq!(memory["about_updated_at"], Value::Null);
        assert_eq!(memory["respond"], "Briefly.", "what is not named stays");
        let long = json!({ "respond": "r".repeat(2_001) });
        ana.patch("/api/memory", long).await.assert_problem(422, "memory.text_too_long");
    }

    // security P11: "If-Match version on edits ⇒ 412"
    async fn what_was_written_in_another_window_is_not_written_over(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let never = ana.client.clone().with_header("if-match", "\"\"");
        let memory = never.patch("/api/memory", json!({ "about": "I teach." })).await.ok();
        never.patch("/api/memory", json!({ "about": "I sing." })).await
            .assert_problem(412, "memory.changed_elsewhere");
        assert_eq!(ana.get("/api/memory").await.ok()["about"], "I teach.");
        never.patch("/api/memory", json!({ "respond": "Briefly." })).await.ok();
        let tag = format!("\"{}\"", memory["about_updated_at"].as_str().unwrap());
        let known = ana.client.clone().with_header("if-match", &tag);
        known.patch("/api/memory", json!({ "about": "I sing." })).await.ok();
        ana.client.clone().with_header("if-match", "\"yesterday\"")
            .patch("/api/memory", json!({ "about": "x" })).await
            .assert_problem(400, "api.bad_parameter");
    }

    // spec §5: "Memory needs content."
    async fn memory_needs_content_and_keeps_a_thing_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let new = |said: &str| json!({ "id": Uuid::now_v7(), "text": said });
        ana.post(ITEMS, new(" \n")).await.assert_problem(422, "memory.needs_content");
        ana.post(ITEMS, new(&"x".repeat(501))).await.assert_problem(422, "memory.text_too_long");
        let item = new("I like tea");
        ana.post(ITEMS, item.clone()).await.created();
        ana.post(ITEMS, item).await.created();
        ana.post(ITEMS, new("i like TEA!")).await.assert_problem(409, "memory.exists");
        let other = keep(&ana, "I like cake", everywhere()).await;
        let same = ana.patch(&path_of(&other), json!({ "text": "I like tea." })).await;
        same.assert_problem(409, "memory.exists");
        assert_eq!(texts(&ana, ITEMS).await, ["I like cake", "I like tea"]);
        assert_eq!(texts(&ana, "/api/memory/items?q=TE").await, ["I like tea"]);
        // A forgotten item is replaced by the same one created again.
        ana.post(&format!("{}/forget", path_of(&other)), json!({})).await.ok();
        keep(&ana, "I like cake", everywhere()).await;
        assert!(texts(&ana, "/api/memory/items?forgotten=true").await.is_empty());
    }

    async fn a_late_edit_is_told_and_overwrites_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let path = path_of(&keep(&ana, "I like tea", everywhere()).await);
        let with = |version: &str| ana.client.clone().with_header("if-match", version);
        with("\"1\"").patch(&path, json!({ "text": "I like cake" })).await.ok();
        let late = with("\"1\"").patch(&path, json!({ "text": "I like rain" })).await;
        late.assert_problem(412, "memory.changed_elsewhere");
        assert_eq!(texts(&ana, ITEMS).await, ["I like cake"]);
    }

    // spec §8: "exhausted dialogs for monthly plan usage, advanced credits, team credits, memory storage full"
    async fn storage_that_is_full_takes_nothing_more_and_says_how_much_it_holds(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let mut last = Value::Null;
        for number in 0..100 {
            last = keep(&ana, &format!("Fact {number}"), everywhere()).await;
        }
        let memory = ana.get("/api/memory").await.ok();
        assert_eq!((&memory["items"], &memory["max_items"]), (&json!(100), &json!(100)));
        let full = ana.post(ITEMS, json!({ "id": Uuid::now_v7(), "text": "One more" })).await;
        let problem = full.assert_problem(409, "memory.full");
        assert_eq!(problem["message"], "Memory storage full");
        assert_eq!(problem["params"]["max"], "100");
        setting.ask(&ana, json!({ "text": "My name is Ana." })).await;
        let suggestion = &crate::setting::pending(&ana).await[0];
        let adopt = format!("/api/memory/suggestions/{}/adopt", text(suggestion, "id"));
        ana.post(&adopt, json!({})).await.assert_problem(409, "memory.full");
        ana.post(&format!("{}/forget", path_of(&last)), json!({})).await.ok();
        ana.post(&adopt, json!({})).await.ok();
        let restore = format!("{}/restore", path_of(&last));
        ana.post(&restore, json!({})).await.assert_problem(409, "memory.full");
    }

    // spec §6: "Advanced models, memory, credits and some tools are locked ("Upgrade to Unlock")."
    async fn memory_is_locked_for_free_users_and_what_they_have_stays_theirs_to_take_away(store) {
        let setting = Setting::new(store).await;
        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(ben.get("/api/memory").await.ok()["max_items"], 0);
        let item = json!({ "id": Uuid::now_v7(), "text": "I like tea" });
        let locked = ben.post(ITEMS, item).await;
        let problem = locked.assert_problem(403, "entitlements.upgrade_to_unlock");
        assert_eq!(problem["message"], "Upgrade to Unlock");
        ben.patch("/api/memory", json!({ "about": "I teach" })).await
            .assert_problem(403, "entitlements.upgrade_to_unlock");
        ben.patch("/api/memory", json!({ "recall": false, "about": "" })).await.ok();
        setting.ask(&ben, json!({ "text": "My name is Ben." })).await;
        assert!(crate::setting::pending(&ben).await.is_empty(), "nothing is learned");
        ben.delete("/api/memory").await.no_content();
    }

    async fn nobody_sees_or_touches_what_others_have_remembered(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let ben = setting.paying("ben@example.com").await;
        let item = keep(&ana, "I like tea", everywhere()).await;
        let path = path_of(&item);
        ben.patch(&path, json!({ "text": "x" })).await.assert_problem(404, "memory.not_found");
        ben.delete(&path).await.assert_problem(404, "memory.not_found");
        for action in ["forget", "restore"] {
            let answer = ben.post(&format!("{path}/{action}"), json!({})).await;
            answer.assert_problem(404, "memory.not_found");
        }
        let taken = json!({ "id": item["id"], "text": "Mine" });
        ben.post(ITEMS, taken).await.assert_problem(409, "memory.id_taken");
        let nobodys = json!({ "kind": "group", "group_id": Uuid::now_v7() });
        for scope in [nobodys, json!({ "kind": "bot", "bot_id": Uuid::now_v7() })] {
            let new = json!({ "id": Uuid::now_v7(), "text": "x", "scope": scope });
            ben.post(ITEMS, new).await.assert_problem(404, "memory.scope_not_found");
        }
        assert!(texts(&ben, ITEMS).await.is_empty());
        ana.delete("/api/memory").await.no_content();
        assert!(texts(&ana, ITEMS).await.is_empty());
    }

    async fn what_was_forgotten_is_gone_after_thirty_days(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let path = path_of(&keep(&ana, "I like tea", everywhere()).await);
        keep(&ana, "I like cake", everywhere()).await;
        ana.post(&format!("{path}/forget"), json!({})).await.ok();
        let upkeep = async || {
            let area = memory::area(&setting.server.services);
            (area.upkeep[0].run)(setting.server.services.clone()).await.unwrap();
        };
        setting.server.clock().advance(29 * DAY);
        upkeep().await;
        let ana = setting.server.member("ana@example.com").await;
        assert_eq!(texts(&ana, "/api/memory/items?forgotten=true").await, ["I like tea"]);
        setting.server.clock().advance(2 * DAY);
        upkeep().await;
        let ana = setting.server.member("ana@example.com").await;
        assert!(texts(&ana, "/api/memory/items?forgotten=true").await.is_empty());
        assert_eq!(texts(&ana, ITEMS).await, ["I like cake"]);
    }

    async fn an_archive_takes_memory_out_and_puts_it_back_as_it_was(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let profile = json!({ "about": "I teach", "respond": "Briefly", "recall": false });
        ana.patch("/api/memory", profile).await.ok();
        keep(&ana, "I like tea", everywhere()).await;
        let forgotten = path_of(&keep(&ana, "I like cake", everywhere()).await);
        ana.post(&format!("{forgotten}/forget"), json!({})).await.ok();
        let area = memory::area(&setting.server.services);
        let archive = &area.archives[0];
        let who = |person: &testing::TestPerson| identity::Person {
            user_id: person.user_id,
            workspace_id: person.workspace_id,
        };
        let mut lines = Vec::new();
        loop {
            let more = archive.lines(who(&ana), lines.last()).await.unwrap();
            if more.is_empty() {
                break;
            }
            lines.extend(more);
        }
        assert_eq!(lines.len(), 3);
        ana.delete("/api/memory").await.no_content();
        ana.patch("/api/memory", json!({ "about": "", "respond": "", "recall": true })).await.ok();
        let mut tx = setting.server.db().begin().await.unwrap();
        for line in &lines {
            let restored = archive.restore(&mut tx, who(&ana), line).await.unwrap();
            assert_eq!(restored, area::Restored::Added, "{line}");
            let again = archive.restore(&mut tx, who(&ana), line).await.unwrap();
            assert_eq!(again, area::Restored::Present, "{line}");
        }
        let spoiled = json!({ "id": Uuid::now_v7(), "text": "", "scope": everywhere(),
            "message_id": null, "added_at": lines[1]["added_at"], "updated_at": lines[1]["added_at"] });
        let refused = archive.restore(&mut tx, who(&ana), &spoiled).await.unwrap();
        assert_eq!(refused, area::Restored::Refused);
        tx.commit().await.unwrap();
        let mut again = archive.lines(who(&ana), None).await.unwrap();
        again.extend(archive.lines(who(&ana), again.last()).await.unwrap());
        assert_eq!(again, lines);
    }
}
