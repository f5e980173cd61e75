//! Documents: filled, looked at, and made into files.

use serde_json::{Value, json};
use testing::for_each_store;

use super::{begin, content_of, file_of, invoice, part_of, path_of, start};

for_each_store! {
    async fn an_invoice_is_calculated_in_all_formats(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let document = begin(&ana, "invoice", invoice()).await;
        assert_eq!(document["formats"], json!(["docx", "markdown"]));
        let markdown = String::from_utf8(file_of(&ana, &document, "markdown").await).unwrap();
        assert!(markdown.contains("| Site \\| five pages | 1 | 0.10 | 0.10 |"), "{markdown}");
        assert!(markdown.contains("Northwind \\*Ltd.\\*") && markdown.contains("**1107.12**"), "{markdown}");
        assert!(markdown.contains("November 30, 2026") && !markdown.contains("Due:"), "{markdown}");
        let word = part_of(&file_of(&ana, &document, "docx").await, "word/document.xml");
        assert!(word.contains("Northwind *Ltd.*") && word.contains("1107.12") && word.contains("<w:tbl>"), "{word}");
        let page = ana.get(&format!("{}/page?print=true", path_of(&document))).await.assert_status(200);
        assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
        assert!(page.text().contains("Northwind *Ltd.*") && page.text().contains("1107.12"), "{}", page.text());
        ana.post(&format!("{}/files", path_of(&document)), json!({ "format": "pptx" }))
            .await
            .assert_problem(422, "templates.format_unavailable");
    }

    async fn slides_are_a_presentation(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let slides = json!([{ "heading": "Growth", "points": "- More\n- Markets" }, { "heading": "Plans", "points": "x" }]);
        let document = begin(&ana, "slide-deck", json!({ "title": "Our year", "slides": slides })).await;
        let file = file_of(&ana, &document, "pptx").await;
        assert!(part_of(&file, "ppt/slides/slide1.xml").contains("Our year"));
        assert!(part_of(&file, "ppt/slides/slide2.xml").contains("Markets"));
        assert!(part_of(&file, "ppt/slides/slide3.xml").contains("Plans"));
        let page = ana.get(&format!("{}/page", path_of(&document))).await.assert_status(200).text();
        // The page shows what may still be written: here the closing slide.
        assert_eq!(page.matches("<section").count(), 4, "{page}");
    }

    async fn with_a_missing_field_nothing_is_made(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let document = begin(&ana, "invoice", json!({ "seller": "Silva", "items": [{ "description": "Logo" }] })).await;
        let refused = ana.post(&format!("{}/files", path_of(&document)), json!({ "format": "docx" })).await;
        let problem = refused.assert_problem(422, "templates.fields_missing");
        assert_eq!(problem["params"]["names"], "client,number,date,currency,items.0.quantity,items.0.price");
        assert!(problem["params"]["fields"].as_str().unwrap().starts_with("Client, Invoice number"), "{problem}");
        let printed = ana.get(&format!("{}/page?print=true", path_of(&document))).await;
        printed.assert_problem(422, "templates.fields_missing");
        assert_eq!(ana.get(&path_of(&document)).await.ok()["files"], json!([]));
        let preview = ana.get(&format!("{}/page", path_of(&document))).await.assert_status(200).text();
        assert!(preview.contains("<strong>[Client]</strong>"), "{preview}");
    }

    async fn a_document_is_changed_once_and_wrong_values_change_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let document = begin(&ana, "business-letter", json!({})).await;
        let path = path_of(&document);
        let change = |sender: &str| json!({ "title": "To Porto", "values": { "sender": sender } });
        let first = ana.client.clone().with_header("if-match", "\"1\"");
        let changed = first.put(&path, change(" Ana ")).await.ok();
        assert_eq!((&changed["title"], &changed["values"]["sender"], &changed["version"]), (&json!("To Porto"), &json!("Ana"), &json!(2)));
        first.put(&path, change("Late")).await.assert_problem(412, "templates.changed_elsewhere");
        let wrong = json!({ "title": "x", "values": { "date": "tomorrow" } });
        ana.put(&path, wrong).await.assert_problem(422, "templates.date_invalid");
        assert_eq!(ana.get(&path).await.ok()["values"], json!({ "sender": "Ana" }));
        let listed = ana.get("/api/templates/documents").await.ok();
        assert_eq!(listed["items"][0]["title"], "To Porto");
        assert_eq!(listed["items"][0]["template_name"], "Business letter");
    }

    async fn a_new_file_takes_the_place_of_the_last_and_goes_with_its_document(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let document = begin(&ana, "invoice", invoice()).await;
        file_of(&ana, &document, "markdown").await;
        let again = ana.post(&format!("{}/files", path_of(&document)), json!({ "format": "markdown" })).await.ok();
        let files = ana.get(&path_of(&document)).await.ok()["files"].clone();
        let files = files.as_array().unwrap();
        assert_eq!((files.len(), &files[0]["file_id"]), (1, &again["file_id"]));
        assert!(!content_of(&ana, &files[0]).await.is_empty());
        ana.delete(&path_of(&document)).await.no_content();
        ana.get(&path_of(&document)).await.assert_problem(404, "templates.document_not_found");
    }

    async fn nobody_gets_at_the_documents_of_others(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let document = begin(&ana, "invoice", invoice()).await;
        let path = path_of(&document);
        let gone = "templates.document_not_found";
        ben.get(&path).await.assert_problem(404, gone);
        ben.get(&format!("{path}/page")).await.assert_problem(404, gone);
        ben.put(&path, json!({ "title": "x", "values": {} })).await.assert_problem(404, gone);
        ben.post(&format!("{path}/files"), json!({ "format": "docx" })).await.assert_problem(404, gone);
        ben.delete(&path).await.assert_problem(404, gone);
        let taken = json!({ "id": document["id"], "template": "invoice" });
        ben.post("/api/templates/documents", taken).await.assert_problem(404, gone);
        assert_eq!(ben.get("/api/templates/documents").await.ok()["items"], json!([]));
    }

    async fn documents_move_with_the_archive(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let document = begin(&ana, "invoice", invoice()).await;
        file_of(&ana, &document, "docx").await;
        let files = ana.get(&path_of(&document)).await.ok()["files"].clone();
        let lines = server.archived(&ana, "template_documents").await;
        assert_eq!((lines.len(), server.archived(&ana, "documents").await.len()), (1, 1));
        ana.delete(&path_of(&document)).await.no_content();
        assert_eq!(server.restore(&ana, "template_documents", &lines[0]).await, area::Restored::Added);
        assert_eq!(ana.get(&path_of(&document)).await.ok()["files"], files, "made files come back");
        assert_eq!(server.archived(&ana, "template_documents").await, lines);
        ana.delete(&path_of(&document)).await.no_content();
        assert_eq!(server.restore(&ben, "template_documents", &lines[0]).await, area::Restored::Added);
        assert_eq!(server.restore(&ben, "template_documents", &lines[0]).await, area::Restored::Present);
        let restored: Value = ben.get(&path_of(&document)).await.ok();
        assert_eq!((&restored["values"], &restored["files"]), (&document["values"], &json!([])), "not the files of others");
        let wrong = json!({ "id": document["id"] });
        assert_eq!(server.restore(&ben, "template_documents", &wrong).await, area::Restored::Refused);
    }
}
