//! Bringing archives, saving chats, and taking a whole account along, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/account.rs"]
mod account;
#[path = "http/exports.rs"]
mod exports;
#[path = "http/knowledge.rs"]
mod knowledge;
#[path = "http/setting.rs"]
mod setting;

use std::io::{Cursor, Read};

use kernel::{ConversationId, Uuid};
use serde_json::{Value, json};
use store::sql;
use testing::for_each_store;

use setting::{PIECE, archive_of, bring, chat_named, chats, import, put, start, text_of, zip};

fn chatgpt() -> Vec<u8> {
    zip(&[
        ("user.json", br#"{"id": "u", "email": "a@b.c"}"#),
        ("conversations-000.json", include_bytes!("fixtures/chatgpt-000.json")),
        ("conversations-001.json", include_bytes!("fixtures/chatgpt-001.json")),
        ("chat.html", b"<html></html>"),
    ])
}

for_each_store! {
    async fn a_dry_run_counts_and_names_what_is_left_behind_and_changes_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;

        let checked = bring(&server, &ana, &chatgpt()).await;

        assert_eq!(checked["state"], "checked");
        let report = &checked["report"];
        assert_eq!(report["origins"], json!(["chatgpt"]));
        assert_eq!(report["conversations"], 2);
        assert_eq!(report["messages"], 5);
        assert_eq!(report["branches"], 1);
        assert_eq!(report["new_conversations"], 2);
        assert_eq!(report["unmapped_counts"], json!({
            "empty": 1, "file": 1, "image": 1, "not_a_conversation": 1,
        }));
        let unmapped = report["unmapped"].to_string();
        for name in ["engine.pdf", "file-service://file-abc", "user.json", "Nothing"] {
            assert!(unmapped.contains(name), "{name} in {unmapped}");
        }
        assert!(chats(&ana).await.is_empty());
    }

    async fn branches_times_models_and_words_come_in(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;

        let done = import(&server, &ana, &chatgpt()).await;

        assert_eq!(done["state"], "done", "{done}");
        assert_eq!(done["report"]["new_messages"], 5);
        let chat = chat_named(&ana, "Steam engines").await;
        assert_eq!(chat["conversation"]["created_at"], "2024-09-30T12:40:00.250000Z");
        assert_eq!(chat["conversation"]["favorited"], true);
        assert_eq!(chat["conversation"]["unread"], false);
        let messages = chat["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 3, "steps of one answer are one message");
        assert_eq!(messages[0]["created_at"], "2024-09-30T12:40:10.000000Z");
        assert_eq!(messages[1]["model_name"], "gpt-4o");
        assert_eq!(messages[1]["parts"][0]["output"], "James Watt, 1769");
        assert_eq!(messages[2]["model_name"], "o3");
        assert_eq!(messages[2]["parts"][0]["kind"], "reasoning");
        assert_eq!(messages[1]["parent_id"], messages[0]["id"]);
        assert_eq!(messages[2]["parent_id"], messages[0]["id"]);
        assert_eq!(chat["leaf_id"], messages[2]["id"]);
        for words in ["condenser", "塔什干", "旅行"] {
            let found = ana.get(&format!("/api/chat/search?q={}", encoded(words))).await.ok();
            assert!(!found["items"].as_array().unwrap().is_empty(), "{words}");
        }
    }

    // attacks.md, row 3: "120 imports of 8 GB each are accepted, outside the quota"
    async fn only_so_many_imports_wait_to_be_finished(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let new = json!({ "name": "archive.zip", "size_bytes": 1_000 });
        let mut ids = Vec::new();
        for _ in 0..5 {
            let made = ana.post("/api/portability/imports", new.clone()).await.created();
            ids.push(made["id"].as_str().unwrap().to_owned());
        }
        let refused = ana.post("/api/portability/imports", new.clone()).await;
        refused.assert_problem(409, "portability.too_much_unfinished");
        ana.delete(&format!("/api/portability/imports/{}", ids[0])).await.no_content();
        let whole = json!({ "name": "archive.zip", "size_bytes": 8_000_000_000_u64 });
        let refused = ana.post("/api/portability/imports", whole).await;
        refused.assert_problem(409, "portability.too_much_unfinished");
        ana.post("/api/portability/imports", new).await.created();
    }

    async fn importing_twice_adds_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        import(&server, &ana, &chatgpt()).await;

        let again = import(&server, &ana, &chatgpt()).await;

        let report = &again["report"];
        assert_eq!(report["new_conversations"], 0);
        assert_eq!(report["new_messages"], 0);
        assert_eq!(report["present_conversations"], 2);
        assert_eq!(chats(&ana).await.len(), 2);
        let ben = server.member("ben@example.com").await;
        assert_eq!(import(&server, &ben, &chatgpt()).await["report"]["new_conversations"], 2);
        assert_eq!(chats(&ana).await.len(), 2);
    }

    async fn what_was_said_since_is_added_to_what_is_here(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let mut chats: Value = serde_json::from_slice(include_bytes!("fixtures/chatgpt-001.json")).unwrap();
        import(&server, &ana, chats.to_string().as_bytes()).await;
        chats[0]["mapping"]["c"] = json!({ "id": "c", "parent": "b", "message": {
            "id": "c", "author": { "role": "user" }, "create_time": 1728000050.0,
            "content": { "content_type": "text", "parts": ["谢谢"] } } });

        let report = import(&server, &ana, chats.to_string().as_bytes()).await["report"].clone();

        assert_eq!((&report["new_conversations"], &report["new_messages"]), (&json!(0), &json!(1)));
        assert_eq!(chat_named(&ana, "旅行计划").await["messages"].as_array().unwrap().len(), 3);
    }

    async fn every_product_s_archive_is_known_by_its_content(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let all = zip(&[
            ("x/claude.json", include_bytes!("fixtures/claude.json")),
            ("Takeout/My Activity/Gemini Apps/MyActivity.json", include_bytes!("fixtures/gemini.json")),
            ("open.json", include_bytes!("fixtures/open_webui.json")),
            ("libre.json", include_bytes!("fixtures/librechat.json")),
        ]);

        let done = import(&server, &ana, &all).await;

        let mut origins: Vec<&str> =
            done["report"]["origins"].as_array().unwrap().iter().map(|o| o.as_str().unwrap()).collect();
        origins.sort_unstable();
        assert_eq!(origins, ["claude", "gemini", "librechat", "open_webui"]);
        let counts = &done["report"]["unmapped_counts"];
        assert_eq!(counts["activity"], json!(1));

        let rice = chat_named(&ana, "A recipe").await;
        assert_eq!(rice["messages"].as_array().unwrap().len(), 3);
        assert!(text_of(&rice["messages"][0]).contains("basmati"));
        assert_eq!(rice["leaf_id"], rice["messages"][2]["id"]);
        let river = chat_named(&ana, "Name a river in Peru").await;
        assert_eq!(text_of(&river["messages"][1]), "The **Ucayali**.");
        let knots = chat_named(&ana, "Knots").await;
        assert_eq!(knots["conversation"]["pinned"], true);
        assert_eq!(knots["messages"][2]["model_name"], "Qwen 3");
        assert_eq!(text_of(&chat_named(&ana, "Bees").await["messages"][1]), "Yes, at night.");
    }

    // issue 3: "Import, from the ZIP as it is: ChatGPT (also numbered conversation files), Claude, Gemini Takeout"
    async fn gemini_s_takeout_is_read_as_html_as_it_is_given_by_default(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let page = include_bytes!("fixtures/gemini.html");
        let takeout = zip(&[
            ("Takeout/archive_browser.html", b"<html><body>An index</body></html>"),
            ("Takeout/My Activity/Gemini Apps/MyActivity.html", page),
        ]);

        let done = import(&server, &ana, &takeout).await;

        let report = &done["report"];
        assert_eq!(report["origins"], json!(["gemini"]));
        assert_eq!((&report["conversations"], &report["messages"]), (&json!(4), &json!(8)));
        assert_eq!(report["unmapped_counts"], json!({
            "activity": 1, "file": 1, "image": 1, "not_a_conversation": 1, "time": 1, "time_zone": 1,
        }));
        let unmapped = report["unmapped"].to_string();
        for name in ["cat.png", "generated.png", "Lake", "XYZT"] {
            assert!(unmapped.contains(name), "{name} in {unmapped}");
        }
        let river = chat_named(&ana, "Name a river in Peru").await;
        assert_eq!(text_of(&river["messages"][1]), "The **Ucayali**.");
        assert_eq!(river["messages"][1]["model_name"], "Gemini");
        assert_eq!(river["conversation"]["created_at"], "2025-03-01T10:00:00.000000Z");

        // The same as JSON, and as a separate file, adds nothing.
        for again in [&include_bytes!("fixtures/gemini.json")[..], page] {
            let report = import(&server, &ana, again).await["report"].clone();
            assert_eq!(report["new_conversations"], 0, "{report}");
            assert_eq!(report["new_messages"], 0);
        }
        let nothing = bring(&server, &ana, b"<html><p>A page</p></html>").await;
        assert_eq!(nothing["problem"]["code"], "portability.nothing_found");
    }

    async fn what_is_no_archive_says_so_and_changes_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for (bytes, code) in [
            (&b"PK\x03\x04 torn"[..], "portability.unreadable"),
            (b"not json", "portability.unreadable"),
            (b"[]", "portability.nothing_found"),
            (br#"[{"a": 1}]"#, "portability.nothing_found"),
        ] {
            let failed = bring(&server, &ana, bytes).await;
            assert_eq!(failed["state"], "failed");
            assert_eq!(failed["problem"]["code"], code);
            let path = format!("/api/portability/imports/{}", failed["id"].as_str().unwrap());
            ana.post(&format!("{path}/start"), json!({})).await
                .assert_problem(409, "portability.not_now");
        }
        assert!(chats(&ana).await.is_empty());
    }

    async fn a_torn_file_gives_what_stands_before_the_tear(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let whole = include_str!("fixtures/claude.json").trim_end();
        let torn = format!("{}, {{\"uuid\": \"x\", \"chat_me", whole.strip_suffix(']').unwrap());
        let done = import(&server, &ana, torn.as_bytes()).await;
        assert_eq!(done["report"]["new_conversations"], 1);
        assert_eq!(done["report"]["unmapped_counts"]["unreadable"], 1);
    }

    async fn an_import_that_an_earlier_version_began_goes_on_in_its_larger_pieces(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let text = format!("{}{}", " ".repeat(PIECE), include_str!("fixtures/librechat.json"));
        let body = json!({ "name": "a.json", "size_bytes": text.len() });
        let made = ana.post("/api/portability/imports", body).await.created();
        assert_eq!(made["piece_bytes"], PIECE);
        let path = format!("/api/portability/imports/{}", made["id"].as_str().unwrap());
        let mut tx = server.db().begin().await.unwrap();
        sql!(&mut tx, execute, "UPDATE imports SET piece_bytes = 8388608").unwrap();
        tx.commit().await.unwrap();

        assert_eq!(ana.get(&path).await.ok()["piece_bytes"], 8_388_608);
        put(&ana, made["id"].as_str().unwrap(), 0, text.as_bytes()).await.no_content();
        ana.post(&format!("{path}/check"), json!({})).await.accepted();
        server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["report"]["conversations"], 1);
    }

    async fn an_archive_comes_in_pieces_that_must_fit(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let padding = " ".repeat(PIECE + 10);
        let text = format!("{padding}{}", include_str!("fixtures/librechat.json"));
        let bytes = text.as_bytes();
        let body = json!({ "name": "a.json", "size_bytes": bytes.len() });
        let made = ana.post("/api/portability/imports", body).await.created();
        let id = made["id"].as_str().unwrap();
        let path = format!("/api/portability/imports/{id}");

        put(&ana, id, 1, &bytes[PIECE..]).await.assert_problem(422, "portability.piece_wrong");
        put(&ana, id, 0, &bytes[..5]).await.assert_problem(422, "portability.piece_wrong");
        put(&ben, id, 0, &bytes[..PIECE]).await.assert_problem(404, "portability.import_not_found");
        put(&ana, id, 0, &bytes[..PIECE]).await.no_content();
        put(&ana, id, 0, &bytes[..PIECE]).await.no_content();
        ana.post(&format!("{path}/check"), json!({})).await
            .assert_problem(409, "portability.pieces_missing");
        put(&ana, id, 1, &bytes[PIECE..]).await.no_content();
        put(&ana, id, 2, b"x").await.assert_problem(422, "portability.piece_wrong");
        ana.post(&format!("{path}/check"), json!({})).await.accepted();
        server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["report"]["conversations"], 1);
        put(&ana, id, 1, &bytes[PIECE..]).await.assert_problem(409, "portability.not_now");

        assert_eq!(server.services.files.list(Some("portability")).await.unwrap().len(), 2);
        ben.delete(&path).await.assert_problem(404, "portability.import_not_found");
        ana.delete(&path).await.no_content();
        server.run_jobs().await;
        assert!(server.services.files.list(Some("portability")).await.unwrap().is_empty());
    }

    async fn limits_of_an_archive_are_told(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for (body, code) in [
            (json!({ "name": "a", "size_bytes": 0 }), "portability.archive_too_large"),
            (json!({ "name": "a", "size_bytes": 8_000_000_001_u64 }), "portability.archive_too_large"),
            (json!({ "name": "n".repeat(201), "size_bytes": 1 }), "portability.name_too_long"),
        ] {
            ana.post("/api/portability/imports", body).await.assert_problem(422, code);
        }
    }

    async fn an_account_comes_back_byte_for_byte(store) {
        let here = start(store).await;
        let ana = here.member("ana@example.com").await;
        import(&here, &ana, &chatgpt()).await;
        import(&here, &ana, include_bytes!("fixtures/open_webui.json")).await;
        let group = ana.post("/api/chat/groups", json!({ "name": "Old chats" })).await.created();
        let chat = chat_named(&ana, "Knots").await;
        let path = format!("/api/chat/conversations/{}", chat["conversation"]["id"].as_str().unwrap());
        ana.patch(&path, json!({ "group_id": group["id"], "title": "Knots & ropes" })).await.ok();
        let theme = |settings: identity::UserSettings| {
            settings.patched(json!({ "theme": "dark" }).as_object().unwrap().clone())
        };
        here.services.identity.change_settings(ana.user_id, theme).await.unwrap();
        let archive = archive_of(&ana).await;
        assert!(archive == archive_of(&ana).await, "the same account gives the same bytes");

        let there = start(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &archive).await;

        assert_eq!(done["report"]["origins"], json!(["ensemble"]));
        assert_eq!(done["report"]["new_conversations"], 3);
        assert_eq!(done["report"]["unmapped"], json!([]));
        assert!(archive_of(&other).await == archive, "byte for byte");
        assert_eq!(import(&there, &other, &archive).await["report"]["new_messages"], 0);
        assert!(archive_of(&other).await == archive, "byte for byte");
        let found = other.get("/api/chat/search?q=rabbit").await.ok();
        assert_eq!(found["items"].as_array().unwrap().len(), 1);

        // On the same server the ids are Ana's: nothing of hers is changed, nothing of hers is revealed.
        let ben = here.member("ben@example.com").await;
        let refused = import(&here, &ben, &archive).await;
        assert_eq!(refused["report"]["unmapped_counts"]["belongs_to_others"], 3);
        assert!(chats(&ben).await.is_empty());
        assert!(archive_of(&ana).await == archive, "untouched");
    }

    async fn records_are_added_only_when_they_are_wanted(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let names = |bytes: &[u8]| {
            let zip = zip::ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
            zip.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert!(!names(&archive_of(&ana).await).contains("records/"));
        let full = ana.get("/api/portability/account?records=true").await;
        assert!(names(&full.body).contains("records/usage.jsonl"));
        server.visitor().get("/api/portability/account").await
            .assert_problem(401, "identity.login_required");
    }

    async fn one_chat_goes_out_in_every_format(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let mut chats: Value = serde_json::from_slice(include_bytes!("fixtures/claude.json")).unwrap();
        chats[0]["chat_messages"][2]["text"] =
            json!("## Minutes\n\n| rice | time |\n|---|---|\n| basmati | 12 |\n| =1+1 | 3 |\n\n<script>alert(1)</script>");
        import(&server, &ana, chats.to_string().as_bytes()).await;
        let chat = chat_named(&ana, "A recipe").await;
        let id = chat["conversation"]["id"].as_str().unwrap().to_owned();
        let get = async |query: &str| ana.get(&format!("/api/portability/chats/{id}?{query}")).await;

        let markdown = get("format=markdown").await;
        assert_eq!(markdown.headers["content-disposition"],
            "attachment; filename=\"A recipe.md\"; filename*=UTF-8''A%20recipe.md");
        assert!(markdown.text().contains("| basmati | 12 |") && !markdown.text().contains("About twelve"));
        let html = get("format=html").await;
        assert!(html.text().contains("<td dir=\"auto\">basmati</td>"));
        assert!(!html.text().contains("<script"));
        let shown = get("format=html&shown=true").await;
        assert_eq!(shown.headers["content-security-policy"],
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'");
        assert!(!shown.headers.contains_key("content-disposition"));
        let csv = get("format=csv").await;
        assert_eq!(csv.text(), "\u{feff}rice,time\r\nbasmati,12\r\n'=1+1,3\r\n");
        for (format, file) in [("docx", "word/document.xml"), ("xlsx", "xl/worksheets/sheet1.xml")] {
            let answer = get(&format!("format={format}")).await;
            let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
            let mut text = String::new();
            zip.by_name(file).unwrap().read_to_string(&mut text).unwrap();
            assert!(text.contains("basmati"), "{format}");
        }
        let all = get("format=json").await;
        let all: Value = serde_json::from_slice(&all.body).unwrap();
        assert_eq!(all["messages"].as_array().unwrap().len(), 3, "JSON has all branches");
        let one = get(&format!("format=markdown&message_id={}", chat["messages"][1]["id"].as_str().unwrap())).await;
        assert!(one.text().contains("About twelve minutes."));

        get("format=exe").await.assert_problem(400, "api.bad_parameter");
        get(&format!("format=markdown&message_id={}", Uuid::nil())).await
            .assert_problem(404, "portability.chat_not_found");
        ben.get(&format!("/api/portability/chats/{id}?format=json")).await
            .assert_problem(404, "portability.chat_not_found");
        let unknown = ConversationId::new(server.clock().now());
        ana.get(&format!("/api/portability/chats/{unknown}?format=json")).await
            .assert_problem(404, "portability.chat_not_found");
    }

    async fn a_chat_without_tables_has_none_to_give(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        import(&server, &ana, include_bytes!("fixtures/librechat.json")).await;
        let chat = chat_named(&ana, "Bees").await;
        let id = chat["conversation"]["id"].as_str().unwrap();
        ana.get(&format!("/api/portability/chats/{id}?format=csv")).await
            .assert_problem(422, "portability.no_tables");
    }
}

/// Encodes a text as a browser does in an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
