//! Templates: presets, one's own, and Word files.

use kernel::Uuid;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use super::{begin, file_of, part_of, path_of, start, word_file};

fn letter(name: &str) -> Value {
    json!({
        "name": name, "output": "document", "content": "Dear {{client}},\n\n{{#items}}\n- {{what}}\n{{/items}}",
        "fields": [
            { "name": "client", "label": "Client", "kind": "text", "required": true },
            { "name": "items", "label": "Items", "kind": "list", "columns": [{ "name": "what", "label": "What", "kind": "text" }] },
        ],
    })
}

async fn create(person: &TestPerson, definition: Value) -> Value {
    let new = json!({ "id": Uuid::now_v7(), "definition": definition });
    person.post("/api/templates", new).await.created()
}

fn template_path(template: &Value) -> String {
    format!("/api/templates/{}", template["key"].as_str().unwrap())
}

async fn upload(person: &TestPerson, name: &str, content: &[u8]) -> testing::Answer {
    person
        .put_bytes(&format!("/api/templates/uploads?id={}&name={name}", Uuid::now_v7()), content)
        .await
}

for_each_store! {
    async fn presets_are_listed_behind_ones_own(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        create(&ana, letter("Mine")).await;
        let items = ana.get("/api/templates").await.ok()["items"].clone();
        let items = items.as_array().unwrap();
        assert!(items.len() > 12 && items[0]["definition"]["name"] == "Mine" && items[0]["mine"] == true);
        assert!(items.iter().any(|item| item["key"] == "invoice" && item["mine"] == false));
        assert!(items.iter().all(|item| item["definition"]["content"] == ""), "texts are left out");
        let invoice = ana.get("/api/templates/invoice").await.ok();
        assert!(invoice["definition"]["content"].as_str().unwrap().contains("{{total}}"));
        ana.get("/api/templates/nothing").await.assert_problem(404, "templates.not_found");
    }

    async fn a_template_is_created_changed_and_deleted(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let template = create(&ana, letter("Letter")).await;
        let path = template_path(&template);
        let key = template["key"].as_str().unwrap();
        let document = begin(&ana, key, json!({ "client": "Ben", "items": [{ "what": "a" }] })).await;
        let markdown = String::from_utf8(file_of(&ana, &document, "markdown").await).unwrap();
        assert_eq!(markdown, "Dear Ben,\n\n- a\n");

        let first = ana.client.clone().with_header("if-match", "\"1\"");
        assert_eq!(first.put(&path, letter("Other")).await.ok()["definition"]["name"], "Other");
        first.put(&path, letter("Late")).await.assert_problem(412, "templates.changed_elsewhere");
        let mut unknown = letter("x");
        unknown["content"] = json!("Dear {{clinet}}");
        let problem = ana.put(&path, unknown).await.assert_problem(422, "templates.placeholder_unknown");
        assert_eq!((&problem["params"]["name"], &problem["params"]["field"]), (&json!("clinet"), &json!("content")));

        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "templates.not_found");
        assert_eq!(ana.get(&path_of(&document)).await.ok()["definition"]["name"], "Letter", "documents stay");
    }

    async fn a_preset_is_copied_and_a_retry_creates_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let id = Uuid::now_v7();
        let copied = ana.post("/api/templates/invoice/copies", json!({ "id": id })).await.created();
        assert_eq!((&copied["mine"], &copied["definition"]["name"]), (&json!(true), &json!("Invoice")));
        let again = ana.post("/api/templates/offer/copies", json!({ "id": id })).await.created();
        assert_eq!(again, copied);
    }

    async fn nobody_gets_at_the_templates_of_others(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let template = create(&ana, letter("Letter")).await;
        let path = template_path(&template);
        let gone = "templates.not_found";
        ben.get(&path).await.assert_problem(404, gone);
        ben.put(&path, letter("x")).await.assert_problem(404, gone);
        ben.delete(&path).await.assert_problem(404, gone);
        ben.post(&format!("{path}/copies"), json!({ "id": Uuid::now_v7() })).await.assert_problem(404, gone);
        let of = json!({ "id": Uuid::now_v7(), "template": template["key"] });
        ben.post("/api/templates/documents", of).await.assert_problem(404, gone);
        let taken = json!({ "id": template["key"], "definition": letter("x") });
        ben.post("/api/templates", taken).await.assert_problem(404, gone);
    }

    async fn a_word_file_is_a_template_and_keeps_its_looks(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let file = word_file(&["Dear {{client_name}}, {{due_date}}", "{{#items}}", "{{what}}", "{{/items}}"]);
        let template = upload(&ana, "Reminder.docx", &file).await.ok();
        assert_eq!((&template["definition"]["name"], &template["formats"]), (&json!("Reminder"), &json!(["docx"])));
        let kinds: Vec<_> = template["definition"]["fields"].as_array().unwrap().iter().map(|field| field["kind"].clone()).collect();
        assert_eq!(kinds, ["text", "date", "list"]);
        let values = json!({ "client_name": "Ana <b>", "due_date": "2026-12-01", "items": [{ "what": "One" }, { "what": "Two" }] });
        let document = begin(&ana, template["key"].as_str().unwrap(), values).await;
        let made = part_of(&file_of(&ana, &document, "docx").await, "word/document.xml");
        assert!(made.contains("Dear Ana &lt;b&gt;, December 1, 2026") && made.contains("<w:rPr><w:b/></w:rPr>"), "{made}");
        assert_eq!(made.matches("<w:p>").count(), 3, "{made}");
        let page = ana.get(&format!("{}/page", path_of(&document))).await.assert_status(200).text();
        assert!(page.contains("<strong>Dear Ana &lt;b&gt;"), "{page}");

        let mut fewer = template["definition"].clone();
        fewer["fields"] = json!([]);
        ana.put(&template_path(&template), fewer).await.assert_problem(422, "templates.field_invalid");
        ana.delete(&template_path(&template)).await.no_content();
        assert!(!file_of(&ana, &document, "docx").await.is_empty(), "the document has its file still");
    }

    async fn sections_of_a_word_file_depend_on_fields_or_are_refused(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let file = word_file(&["Dear {{client}}{{#vip}}, our guest{{/vip}}{{^vip}}!{{/vip}}"]);
        let template = upload(&ana, "Offer.docx", &file).await.ok();
        let vip = &template["definition"]["fields"][1];
        assert_eq!((&vip["kind"], &vip["required"], &vip["options"]), (&json!("choice"), &json!(false), &json!(["Yes"])));
        let key = template["key"].as_str().unwrap();
        for (values, wanted, other) in [
            (json!({ "client": "Ana", "vip": "Yes" }), ", our guest", "<w:t xml:space=\"preserve\">!"),
            (json!({ "client": "Ana" }), "<w:t xml:space=\"preserve\">!", ", our guest"),
        ] {
            let document = begin(&ana, key, values).await;
            let made = part_of(&file_of(&ana, &document, "docx").await, "word/document.xml");
            assert!(made.contains("Dear Ana") && made.contains(wanted) && !made.contains(other), "{made}");
        }
        let apart = upload(&ana, "a.docx", &word_file(&["Items: {{#items}}{{what}}", "{{/items}}"])).await;
        let problem = apart.assert_problem(422, "templates.word_section");
        assert_eq!(problem["params"], json!({ "tag": "{{#items}}", "text": "Items: {{#items}}{{what}}" }));
    }

    async fn other_files_are_no_templates(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        upload(&ana, "a.docm", &word_file(&["{{a}}"])).await.assert_problem(415, "templates.word_only");
        upload(&ana, "a.docx", b"no zip").await.assert_problem(422, "templates.word_broken");
        upload(&ana, "a.docx", &word_file(&["no fields"])).await.assert_problem(422, "templates.no_placeholders");
        let large = vec![0; 10_000_001];
        upload(&ana, "a.docx", &large).await.assert_problem(413, "templates.word_too_large");
        let mine = ana.get("/api/templates").await.ok();
        assert!(mine["items"].as_array().unwrap().iter().all(|item| item["mine"] == false));
    }

    async fn templates_move_with_the_archive(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let template = create(&ana, letter("Letter")).await;
        let lines = server.archived(&ana, "templates").await;
        ana.delete(&template_path(&template)).await.no_content();
        assert_eq!(server.restore(&ben, "templates", &lines[0]).await, area::Restored::Added);
        assert_eq!(server.restore(&ben, "templates", &lines[0]).await, area::Restored::Present);
        assert_eq!(ben.get(&template_path(&template)).await.ok()["definition"]["name"], "Letter");
        let mut wrong = lines[0].clone();
        wrong["id"] = json!(Uuid::now_v7());
        wrong["definition"]["content"] = json!("{{unknown}}");
        assert_eq!(server.restore(&ben, "templates", &wrong).await, area::Restored::Refused);
    }

    async fn a_word_file_is_in_the_archive_as_long_as_something_is_made_of_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let template = upload(&ana, "Reminder.docx", &word_file(&["Dear {{client}}"])).await.ok();
        assert_eq!(server.archived(&ana, "documents").await[0]["name"], "Reminder.docx");
        let lines = server.archived(&ana, "templates").await;
        let document = begin(&ana, template["key"].as_str().unwrap(), json!({})).await;
        ana.delete(&template_path(&template)).await.no_content();
        assert_eq!(server.archived(&ana, "documents").await.len(), 1, "the document has it still");
        ana.delete(&path_of(&document)).await.no_content();
        assert!(server.archived(&ana, "documents").await.is_empty());
        assert_eq!(server.restore(&ana, "templates", &lines[0]).await, area::Restored::Added);
        assert_eq!(server.archived(&ana, "documents").await.len(), 1);
        let mut missing = lines[0].clone();
        missing["id"] = json!(Uuid::now_v7());
        missing["file_id"] = json!(Uuid::now_v7());
        assert_eq!(server.restore(&ana, "templates", &missing).await, area::Restored::Refused);
    }
}
