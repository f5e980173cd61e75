//! Memos, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/folders.rs"]
mod folders;
#[path = "http/interchange.rs"]
mod interchange;
#[path = "http/pictures.rs"]
mod pictures;
#[path = "http/summaries.rs"]
mod summaries;

use kernel::Uuid;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

async fn setting(store: TestStore) -> (TestServer, TestPerson, TestPerson) {
    let server = TestServer::with(store, |services| vec![memos::area(services)]).await;
    let (ana, ben) =
        (server.member("ana@example.com").await, server.member("ben@example.com").await);
    (server, ana, ben)
}

fn new_memo(change: Value) -> Value {
    let mut memo = json!({ "id": Uuid::now_v7(), "title": "Moon" });
    for (field, value) in change.as_object().unwrap() {
        memo[field] = value.clone();
    }
    memo
}

/// Creates a memo; returns its address.
async fn keep(person: &TestPerson, change: Value) -> String {
    let made = person.post("/api/memos", new_memo(change)).await.created();
    format!("/api/memos/{}", made["id"].as_str().unwrap())
}

fn person(person: &TestPerson) -> identity::Person {
    identity::Person { user_id: person.user_id, workspace_id: person.workspace_id }
}

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn titles(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

for_each_store! {
    async fn a_memo_says_where_here_it_comes_from(store) {
        let (_server, ana, _) = setting(store).await;
        let from = "/webapp/doc-chat?doc_id=0199&page=2&q=The%20rent";
        let path = keep(&ana, json!({ "kind": "highlight", "source_path": from })).await;
        assert_eq!(ana.get(&path).await.ok()["source_path"], from);
        ana.patch(&path, json!({ "title": "Rent" })).await.ok();
        assert_eq!(ana.get(&path).await.ok()["source_path"], from, "it stays");
        let one = ana.get(&format!("{path}/markdown")).await;
        assert!(one.text().contains(&format!("from: \"{from}\"")));
        for wrong in ["//example.org/home/", "https://example.org/", "/api/memos"] {
            let refused = ana.post("/api/memos", new_memo(json!({ "source_path": wrong }))).await;
            refused.assert_problem(422, "memos.source_invalid");
        }
    }

    // spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats, tweets,
    // audio to text, others), tags, title, created time, edited time. Note."
    async fn a_memo_has_a_type_tags_a_title_and_the_times_it_was_made_and_edited(store) {
        let (server, ana, _) = setting(store).await;
        let kinds = [
            "note", "reading", "video", "pdf", "highlight", "image", "search_result", "chat", "tweet",
            "audio_to_text", "other",
        ];
        for kind in kinds {
            keep(&ana, json!({ "kind": kind, "title": kind })).await;
            let found = ana.get(&format!("/api/memos?kind={kind}")).await.ok();
            assert_eq!(titles(&found), [kind]);
        }
        assert_eq!(ana.get("/api/memos").await.ok()["items"].as_array().unwrap().len(), kinds.len());

        let path = keep(&ana, json!({
            "kind": "reading", "title": "Tides", "body": "The **moon** pulls.",
            "source_url": "https://example.org/tides", "quote": "The sea rises twice a day.",
            "tags": ["Sea", "moon"],
        })).await;
        let memo = ana.get(&path).await.ok();
        assert_eq!(memo["kind"], "reading");
        assert_eq!(memo["tags"], json!(["moon", "Sea"]));
        assert_eq!(memo["quote"], "The sea rises twice a day.");
        assert_eq!(memo["created_at"], memo["updated_at"]);
        server.clock().advance(60_000_000);
        let changed = ana.patch(&path, json!({ "body": "More." })).await.ok();
        assert_eq!(changed["created_at"], memo["created_at"]);
        assert_ne!(changed["updated_at"], memo["updated_at"]);
        assert_eq!(changed["tags"], json!(["moon", "Sea"]), "what is not named stays");
        let cleared = ana.patch(&path, json!({ "quote": "", "source_url": "" })).await.ok();
        assert_eq!((&cleared["quote"], &cleared["source_url"]), (&Value::Null, &Value::Null));
        let mut other = new_memo(json!({}));
        other["kind"] = json!("spell");
        ana.post("/api/memos", other).await.assert_problem(400, "api.malformed_json");
    }

    // spec §5: "Tag at most 36 characters; duplicate gives \"Same tag existed\"."
    async fn a_tag_has_36_characters_and_is_there_once(store) {
        let (_server, ana, ben) = setting(store).await;
        let made = ana.post("/api/memos/tags", json!({ "name": "Work" })).await.created();
        let again = ana.post("/api/memos/tags", json!({ "name": " work" })).await;
        assert_eq!(again.assert_problem(409, "memos.tag_exists")["message"], "Same tag existed");
        let long = json!({ "name": "t".repeat(37) });
        ana.post("/api/memos/tags", long).await.assert_problem(422, "memos.tag_too_long");
        ana.post("/api/memos/tags", json!({ "name": "#" })).await
            .assert_problem(422, "memos.tag_empty");
        let twice = new_memo(json!({ "tags": ["Home", "HOME"] }));
        ana.post("/api/memos", twice).await.assert_problem(409, "memos.tag_exists");

        let path = keep(&ana, json!({ "tags": ["work", "Home"] })).await;
        let tags = ana.get("/api/memos/tags").await.ok();
        assert_eq!(tags["items"][0]["name"], "Home");
        assert_eq!(tags["items"][1]["name"], "Work", "it is written as it was first");
        assert_eq!(tags["items"][1]["memos"], 1);
        let work = format!("/api/memos/tags/{}", made["id"].as_str().unwrap());
        ana.patch(&work, json!({ "name": "home" })).await.assert_problem(409, "memos.tag_exists");
        assert_eq!(ana.patch(&work, json!({ "name": "WORK" })).await.ok()["name"], "WORK");
        ana.patch(&work, json!({ "name": "Office" })).await.ok();
        assert_eq!(ana.get(&path).await.ok()["tags"], json!(["Home", "Office"]));
        ben.patch(&work, json!({ "name": "x" })).await.assert_problem(404, "memos.tag_not_found");
        ben.delete(&work).await.assert_problem(404, "memos.tag_not_found");
        ana.delete(&work).await.no_content();
        assert_eq!(ana.get(&path).await.ok()["tags"], json!(["Home"]), "the memo stays");
    }

    async fn what_is_too_long_or_no_page_is_refused_and_changes_nothing(store) {
        let (_server, ana, _) = setting(store).await;
        let path = keep(&ana, json!({ "body": "Kept" })).await;
        for (field, text, code) in [
            ("title", "t".repeat(301), "memos.title_too_long"),
            ("body", "b".repeat(100_001), "memos.body_too_long"),
            ("quote", "q".repeat(100_001), "memos.body_too_long"),
            ("source_url", "javascript:alert(1)".to_owned(), "memos.source_invalid"),
        ] {
            ana.patch(&path, json!({ field: text })).await.assert_problem(422, code);
            ana.post("/api/memos", new_memo(json!({ field: text }))).await.assert_problem(422, code);
        }
        assert_eq!(ana.get(&path).await.ok()["version"], 1);
        assert_eq!(titles(&ana.get("/api/memos").await.ok()), ["Moon"]);
    }

    async fn a_late_edit_is_told_and_overwrites_nothing(store) {
        let (_server, ana, _) = setting(store).await;
        let path = keep(&ana, json!({ "body": "First" })).await;
        let with = |version: &str| ana.client.clone().with_header("if-match", version);
        with("\"1\"").patch(&path, json!({ "body": "Second" })).await.ok();
        let late = with("\"1\"").patch(&path, json!({ "body": "Late" })).await;
        late.assert_problem(412, "memos.changed_elsewhere");
        let memo = ana.get(&path).await.ok();
        assert_eq!((&memo["body"], &memo["version"]), (&json!("Second"), &json!(2)));
        with("x").patch(&path, json!({})).await.assert_problem(400, "api.bad_parameter");
    }

    async fn a_memo_sent_twice_is_kept_once(store) {
        let (_server, ana, ben) = setting(store).await;
        let new = new_memo(json!({}));
        ana.post("/api/memos", new.clone()).await.created();
        ana.post("/api/memos", new.clone()).await.created();
        assert_eq!(titles(&ana.get("/api/memos").await.ok()), ["Moon"]);
        ben.post("/api/memos", new).await.assert_problem(409, "memos.id_taken");
    }

    async fn a_memo_is_its_owners(store) {
        let (_server, ana, ben) = setting(store).await;
        let path = keep(&ana, json!({ "tags": ["Work"] })).await;
        for refused in [
            ben.get(&path).await,
            ben.patch(&path, json!({ "title": "Mine" })).await,
            ben.delete(&path).await,
            ben.post(&format!("{path}/restore"), json!({})).await,
        ] {
            refused.assert_problem(404, "memos.not_found");
        }
        for query in ["", "?q=moon", "?tag=Work"] {
            assert!(titles(&ben.get(&format!("/api/memos{query}")).await.ok()).is_empty());
        }
        let batch = json!({ "action": "delete", "memo_ids": [id_of(&path)] });
        let done = ben.post("/api/memos/batch", batch).await.ok();
        assert_eq!(done["memo_ids"], json!([]));
        assert!(ben.get("/api/memos/tags").await.ok()["items"].as_array().unwrap().is_empty());
        ana.get(&path).await.ok();
    }

    async fn words_of_any_script_find_titles_and_texts(store) {
        let (_server, ana, _) = setting(store).await;
        keep(&ana, json!({ "title": "Été à Paris", "body": "Rendez-vous chez le **dentiste**" })).await;
        keep(&ana, json!({ "title": "我的笔记", "body": "我喜欢人工智能" })).await;
        keep(&ana, json!({ "title": "ملاحظة", "quote": "مرحبًا بالعالم" })).await;
        let long = format!("alpha {} omega", "filler words here. ".repeat(400));
        keep(&ana, json!({ "title": "Long", "body": long })).await;
        for (query, title) in [
            ("ete", "Été à Paris"),
            ("dent", "Été à Paris"),
            ("人工智能", "我的笔记"),
            ("مرحبا", "ملاحظة"),
            ("alpha omega", "Long"),
        ] {
            let encoded: String =
                query.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let found = ana.get(&format!("/api/memos?q={encoded}")).await.ok();
            assert_eq!(titles(&found), [title], "{query}");
        }
        assert!(titles(&ana.get("/api/memos?q=dentiste%20omega").await.ok()).is_empty());
        // Searches use the memo's current text.
        let path = keep(&ana, json!({ "title": "Old" })).await;
        ana.patch(&path, json!({ "title": "New" })).await.ok();
        assert!(titles(&ana.get("/api/memos?q=old").await.ok()).is_empty());
        assert_eq!(titles(&ana.get("/api/memos?q=new").await.ok()), ["New"]);
    }

    async fn lists_are_paged_and_narrowed_by_type_and_tag(store) {
        let (server, ana, _) = setting(store).await;
        for number in 0..5 {
            let kind = if number % 2 == 0 { "note" } else { "chat" };
            keep(&ana, json!({ "title": format!("m{number}"), "kind": kind, "tags": [kind] })).await;
            server.clock().advance(1_000_000);
        }
        let first = ana.get("/api/memos?limit=2").await.ok();
        assert_eq!(titles(&first), ["m4", "m3"]);
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = ana.get(&format!("/api/memos?limit=2&cursor={cursor}")).await.ok();
        assert_eq!(titles(&second), ["m2", "m1"]);
        assert_eq!(titles(&ana.get("/api/memos?kind=chat&tag=CHAT").await.ok()), ["m3", "m1"]);
        assert_eq!(titles(&ana.get("/api/memos?q=m3&tag=chat").await.ok()), ["m3"]);
        assert!(titles(&ana.get("/api/memos?kind=note&tag=chat").await.ok()).is_empty());
    }

    async fn a_deleted_memo_comes_back_within_30_days(store) {
        let (server, ana, _) = setting(store).await;
        let path = keep(&ana, json!({})).await;
        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "memos.not_found");
        ana.patch(&path, json!({ "title": "x" })).await.assert_problem(404, "memos.not_found");
        assert!(titles(&ana.get("/api/memos?q=moon").await.ok()).is_empty());
        assert_eq!(titles(&ana.get("/api/memos?trash=true").await.ok()), ["Moon"]);
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(titles(&ana.get("/api/memos?q=moon").await.ok()), ["Moon"]);
        ana.post(&format!("{path}/restore"), json!({})).await.assert_problem(404, "memos.not_found");

        ana.delete(&path).await.no_content();
        server.clock().advance(31 * 24 * 3_600 * 1_000_000);
        for upkeep in memos::area(&server.services).upkeep {
            (upkeep.run)(server.services.clone()).await.unwrap();
        }
        // The session of the month before has ended.
        let ana = server.member("ana@example.com").await;
        assert!(titles(&ana.get("/api/memos?trash=true").await.ok()).is_empty());
    }

    async fn one_thing_is_done_to_many_memos(store) {
        let (_server, ana, _) = setting(store).await;
        let (one, two) = (keep(&ana, json!({})).await, keep(&ana, json!({})).await);
        let ids = json!([id_of(&one), id_of(&two), Uuid::now_v7()]);
        let both = json!([id_of(&one), id_of(&two)]);
        let batch = async |mut action: Value| {
            action["memo_ids"] = ids.clone();
            ana.post("/api/memos/batch", action).await.ok()["memo_ids"].clone()
        };
        assert_eq!(batch(json!({ "action": "tag", "tag": "Read" })).await, both);
        assert_eq!(batch(json!({ "action": "tag", "tag": "read" })).await, json!([]), "they have it");
        assert_eq!(ana.get(&one).await.ok()["tags"], json!(["Read"]));
        assert_eq!(batch(json!({ "action": "untag", "tag": "READ" })).await, both);
        assert_eq!(batch(json!({ "action": "delete" })).await, both);
        assert!(titles(&ana.get("/api/memos").await.ok()).is_empty());
        assert_eq!(batch(json!({ "action": "restore" })).await, both);
        let many: Vec<Uuid> = (0..501).map(|_| Uuid::now_v7()).collect();
        let refused = ana.post("/api/memos/batch", json!({ "action": "delete", "memo_ids": many })).await;
        refused.assert_problem(422, "memos.too_many_at_once");
    }

    // spec §1: "Knowledge sources: web, news, academic, developer, my_memo."
    async fn memos_are_what_searches_find(store) {
        let (server, ana, ben) = setting(store).await;
        let filler = "Nothing of note happened on that day. ".repeat(100);
        let path = keep(&ana, json!({
            "title": "Dates", "body": format!("{filler}\n\nThe *dentist* is on Tuesday.\n\n{filler}"),
        })).await;
        keep(&ana, json!({ "title": "Bread", "body": "Flour and water." })).await;
        keep(&ben, json!({ "title": "Dentist", "body": "Ben's dentist." })).await;
        let sources: Vec<_> = server.services.library_sources.iter().cloned().collect();
        let mine = sources.iter().find(|source| source.kind() == "my_memo").unwrap();
        let found = mine.find(ana.user_id, "When is the dentist?", 5).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "Dates");
        assert_eq!(found[0].path, path.replace("/api/memos/", "/home/memo/"));
        assert!(found[0].text.contains("The dentist is on Tuesday."));
        assert!(found[0].text.chars().count() < 5_000, "passages, not everything");

        let id: Uuid = id_of(&path).parse().unwrap();
        let whole = mine.read(ana.user_id, id).await.unwrap().unwrap();
        assert_eq!((whole.id, whole.title.as_str()), (id, "Dates"));
        assert_eq!(whole.text.matches("Nothing of note").count(), 200, "everything, for a model");
        assert_eq!(found[0].id, id);
        assert!(mine.read(ben.user_id, id).await.unwrap().is_none());
        ana.delete(&path).await.no_content();
        assert!(mine.read(ana.user_id, id).await.unwrap().is_none());
        assert!(mine.find(ana.user_id, "dentist", 5).await.unwrap().is_empty());
        assert!(mine.find(ana.user_id, "?!", 5).await.unwrap().is_empty());
    }
}
