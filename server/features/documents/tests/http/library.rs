use http::Method;
use kernel::{ConversationId, DAY, FileId, MessageId, Uuid};
use serde_json::{Value, json};
use testing::{Answer, NOW, TestPerson, for_each_store};

use crate::setting::{Setting, send_chunk};

pub const LIBRARY: &str = "/api/documents/library";
/// Neither sees nor uses tools.
pub const ECHO: &str = "fake/echo";

pub fn at(document: &Value) -> String {
    format!("{LIBRARY}/{}", document["id"].as_str().unwrap())
}

/// Returns content that [`parsing::PlainParser`] reads as a PDF with these pages.
fn pdf(pages: &[&str]) -> Vec<u8> {
    format!("%PDF-plain\n{}", pages.join("\u{c}")).into_bytes()
}

async fn add_file(person: &TestPerson, name: &str, size: usize) -> Answer {
    let source =
        json!({ "type": "upload", "file_id": FileId::new(NOW), "name": name, "size_bytes": size });
    person.post(LIBRARY, json!({ "id": Uuid::now_v7(), "source": source })).await
}

pub async fn add_address(person: &TestPerson, url: &str) -> Answer {
    let source = json!({ "type": "address", "url": url });
    person.post(LIBRARY, json!({ "id": Uuid::now_v7(), "source": source })).await
}

/// Adds a document, sends it, has it read, and gives it as it is then.
pub async fn add(setting: &Setting, person: &TestPerson, name: &str, pages: &[&str]) -> Value {
    let content = pdf(pages);
    let added = add_file(person, name, content.len()).await.created();
    let file_id = added["file_id"].as_str().unwrap();
    // As clients do, which send a document's bytes like those of any file.
    let body = json!({ "id": file_id, "name": name, "size_bytes": content.len() });
    person.post("/api/documents/files", body).await.created();
    for (index, chunk) in content.chunks(1_048_576).enumerate() {
        send_chunk(person, file_id, index * 1_048_576, chunk).await.ok();
    }
    setting.server.run_jobs().await;
    person.get(&at(&added)).await.ok()
}

pub async fn tie(person: &TestPerson, document: &Value, conversation: ConversationId) -> Answer {
    let path = format!("{}/chats/{conversation}", at(document));
    person.call(Method::PUT, &path, None).await
}

pub async fn ask(
    person: &TestPerson,
    conversation: ConversationId,
    after: &Value,
    text: &str,
) -> Answer {
    let body =
        json!({ "id": MessageId::new(NOW), "parent_id": after, "text": text, "model": ECHO });
    person.post(&format!("/api/chat/conversations/{conversation}/messages"), body).await
}

pub fn last_given(setting: &Setting) -> String {
    let calls = setting.provider.calls();
    let messages = calls.last().unwrap().body["messages"].as_array().unwrap().clone();
    messages.last().unwrap()["content"].as_str().unwrap_or_default().to_owned()
}

for_each_store! {
    // spec §4: "Documents: upload and parse; failed sources can be ignored or retried."
    async fn a_document_is_uploaded_read_renamed_deleted_and_brought_back(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let added = add(&setting, &ana, "lease.pdf", &["The rent is 900.", "Pets are welcome."]).await;
        assert_eq!((&added["state"], &added["page_count"], &added["pages_kept"]), (&json!("parsed"), &json!(2), &json!(2)));
        let list = ana.get(LIBRARY).await.ok();
        assert_eq!((&list["items"][0]["name"], list["items"].as_array().unwrap().len()), (&json!("lease.pdf"), 1));

        let path = at(&added);
        let renamed = ana.patch(&path, json!({ "name": " My \n lease " })).await.ok();
        assert_eq!(renamed["name"], "My lease");
        ana.patch(&path, json!({ "name": "  " })).await.assert_problem(422, "documents.name_empty");
        ana.post(&format!("{path}/retry"), json!({})).await.assert_problem(409, "documents.nothing_to_retry");
        for (method, path) in [(Method::GET, path.clone()), (Method::DELETE, path.clone()), (Method::GET, format!("{path}/chats"))] {
            ben.call(method, &path, None).await.assert_problem(404, "documents.not_found");
        }
        assert_eq!(ben.get(LIBRARY).await.ok()["items"], json!([]));

        ana.delete(&path).await.assert_status(204);
        ana.get(&path).await.assert_problem(404, "documents.not_found");
        let back = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(back["name"], "My lease");
    }

    async fn the_same_document_added_twice_is_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let (id, file_id) = (Uuid::now_v7(), FileId::new(NOW));
        let source = json!({ "type": "upload", "file_id": file_id, "name": "a.pdf", "size_bytes": 9 });
        let body = json!({ "id": id, "source": source });
        ana.post(LIBRARY, body.clone()).await.created();
        assert_eq!(ana.post(LIBRARY, body).await.created()["state"], "receiving");
        let other = json!({ "id": id, "source": { "type": "address", "url": "https://example.org/a.pdf" } });
        ana.post(LIBRARY, other).await.assert_problem(409, "documents.id_taken");
        let again = json!({ "id": Uuid::now_v7(), "source": source });
        ana.post(LIBRARY, again).await.assert_problem(409, "documents.id_taken");
        assert_eq!(ana.get(LIBRARY).await.ok()["items"].as_array().unwrap().len(), 1);
    }

    // spec §5: "Documents for chat: PDF only, at most 50MB; only the first 20 pages kept."
    async fn only_pdfs_of_at_most_50_megabytes_are_taken(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let refused = add_file(&ana, "a.docx", 5).await.assert_problem(415, "documents.not_a_pdf");
        assert_eq!(refused["message"], "Non-PDF type file");
        add_file(&ana, "a.pdf", 50_000_001).await.assert_problem(413, "files.too_large");
        let large = add_file(&ana, "a.pdf", 50_000_000).await.created();
        // A file in a message may not be as large; this one was begun as a document.
        let body = json!({ "id": large["file_id"], "name": "a.pdf", "size_bytes": 50_000_000 });
        ana.post("/api/documents/files", body).await.created();
        let begun = add_file(&ana, "b.pdf", 5).await.created();
        let chunk = send_chunk(&ana, begun["file_id"].as_str().unwrap(), 0, b"hello").await;
        chunk.assert_problem(415, "files.type_not_supported");
    }

    // spec §6: "PDF chat limited to 20 pages per file and 1 file, 1 upload or 3 PDF queries per day."
    // spec §9: "Chat PDF: 50MB, 20 pages, free users 1 upload per day or 3 PDF queries per day."
    async fn who_pays_nothing_has_one_pdf_of_twenty_pages_and_three_questions_a_day(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let pages: Vec<String> = (1..=25).map(|page| format!("This is page {page}.")).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let added = add(&setting, &ana, "book.pdf", &pages).await;
        assert_eq!((&added["page_count"], &added["pages_kept"]), (&json!(25), &json!(20)));
        let text = format!("/api/documents/files/{}/text", added["file_id"].as_str().unwrap());
        let text = ana.get(&text).await.ok();
        assert_eq!(text["pages"].as_array().unwrap().len(), 20);
        let retried = ana.post(&format!("{}/retry", at(&added)), json!({})).await;
        retried.assert_problem(409, "documents.nothing_to_retry");

        add_file(&ana, "b.pdf", 5).await.assert_problem(403, "documents.too_many");
        ana.delete(&at(&added)).await.assert_status(204);
        add_file(&ana, "b.pdf", 5).await.assert_problem(403, "documents.too_many_uploads");
        ana.post(&format!("{}/restore", at(&added)), json!({})).await.ok();

        let conversation = ConversationId::new(NOW);
        tie(&ana, &added, conversation).await.assert_status(204);
        let mut after = Value::Null;
        for _ in 0..3 {
            let sent = ask(&ana, conversation, &after, "What is on page 7?").await.accepted();
            setting.server.services.generation.wait_idle().await;
            after = sent["assistant_message"]["id"].clone();
        }
        let refused = ask(&ana, conversation, &after, "And on page 8?").await;
        refused.assert_problem(403, "documents.too_many_questions");
        // Other chats go on.
        ask(&ana, ConversationId::new(NOW), &Value::Null, "Hi").await.accepted();
        setting.server.services.generation.wait_idle().await;

        setting.server.clock().advance(DAY);
        ask(&ana, conversation, &after, "And on page 8?").await.accepted();
        ana.delete(&at(&added)).await.assert_status(204);
        add_file(&ana, "b.pdf", 5).await.created();
        let back = ana.post(&format!("{}/restore", at(&added)), json!({})).await;
        back.assert_problem(403, "documents.too_many");
    }

    async fn a_chat_about_a_document_is_answered_from_it(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900.", "The deposit is 1850."]).await;
        ana.patch(&at(&lease), json!({ "name": "My lease" })).await.ok();
        let conversation = ConversationId::new(NOW);
        tie(&ana, &lease, conversation).await.assert_status(204);
        tie(&ana, &lease, conversation).await.assert_status(204);
        tie(&ben, &lease, conversation).await.assert_problem(404, "documents.not_found");
        assert_eq!(ana.get(&format!("{}/chats", at(&lease))).await.ok()["items"], json!([]), "not begun");

        let sent = ask(&ana, conversation, &Value::Null, "How much is the deposit?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        let given = last_given(&setting);
        assert!(given.contains("<file name=\"My lease\" pages=\"2\">"), "{given}");
        assert!(given.contains("The deposit is 1850."), "{given}");
        assert!(given.trim_end().ends_with("How much is the deposit?"), "{given}");
        let system = setting.provider.calls().last().unwrap().body["messages"][0]["content"].clone();
        assert!(system.as_str().unwrap().contains("name the page"), "{system}");
        let chats = ana.get(&format!("{}/chats", at(&lease))).await.ok();
        assert_eq!(chats["items"][0]["conversation_id"], json!(conversation));

        // It stays with the conversation, whatever is asked next; other chats are not affected.
        let after = sent["assistant_message"]["id"].clone();
        ask(&ana, conversation, &after, "And the rent?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        assert!(last_given(&setting).contains("The rent is 900."));
        ask(&ana, ConversationId::new(NOW), &Value::Null, "And here?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        assert!(!last_given(&setting).contains("The rent is 900."));
        // Another person's conversation of the same id is theirs.
        ana.delete(&at(&lease)).await.assert_status(204);
        let last = ana.get(&format!("/api/chat/conversations/{conversation}")).await.ok();
        let leaf = last["conversation"]["leaf_id"].clone();
        ask(&ana, conversation, &leaf, "Still there?").await.accepted();
        setting.server.services.generation.wait_idle().await;
        assert!(!last_given(&setting).contains("The rent is 900."), "it was deleted");
    }

    // spec §4: "Documents: upload and parse; failed sources can be ignored or retried."
    async fn what_failed_is_ignored_or_tried_again_and_counts_for_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let failed = add(&setting, &ana, "a.pdf", &[" "]).await;
        assert_eq!((&failed["state"], &failed["problem"]["code"]), (&json!("failed"), &json!("files.no_text")));
        let path = at(&failed);
        assert_eq!(ana.patch(&path, json!({ "ignored": true })).await.ok()["ignored"], true);
        let again = ana.post(&format!("{path}/retry"), json!({})).await.ok();
        assert_eq!((&again["state"], &again["ignored"]), (&json!("waiting"), &json!(false)));
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["state"], "failed");

        let fetched = add_address(&ana, &setting.web.url("nothing")).await.created();
        setting.server.run_jobs().await;
        let again = ana.post(&format!("{}/retry", at(&fetched)), json!({})).await.ok();
        assert_eq!((&again["state"], &again["problem"]), (&json!("fetching"), &Value::Null));
        // A person who has ignored it meanwhile is not warned again.
        ana.patch(&at(&fetched), json!({ "ignored": true })).await.ok();
        setting.server.run_jobs().await;
        let failed = ana.get(&at(&fetched)).await.ok();
        assert_eq!((&failed["state"], &failed["ignored"]), (&json!("failed"), &json!(true)));
        // Its plan has one a day; these were none.
        add(&setting, &ana, "b.pdf", &["words"]).await;
    }

    // spec §9: "Chat PDF: 50MB, 20 pages, free users 1 upload per day or 3 PDF queries per day."
    async fn what_failed_takes_no_place_that_another_one_took(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let failed = add(&setting, &ana, "a.pdf", &[" "]).await;
        assert_eq!(failed["state"], "failed");
        let kept = add(&setting, &ana, "b.pdf", &["words"]).await;
        let retry = format!("{}/retry", at(&failed));
        ana.post(&retry, json!({})).await.assert_problem(403, "documents.too_many");
        ana.delete(&at(&kept)).await.assert_status(204);
        ana.post(&retry, json!({})).await.assert_problem(403, "documents.too_many_uploads");
        setting.server.clock().advance(DAY);
        assert_eq!(ana.post(&retry, json!({})).await.ok()["state"], "waiting");
    }

    async fn a_document_that_a_message_refers_to_is_given_like_a_file(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900.", "The deposit is 1850."]).await;
        let conversation = ConversationId::new(NOW);
        let path = format!("/api/chat/conversations/{conversation}/messages");
        let asked = |parent: &Value| json!({
            "id": MessageId::new(NOW), "parent_id": parent, "text": "How much is it?", "model": ECHO,
            "references": [{ "kind": "document", "id": lease["id"] }],
        });
        ben.post(&path, asked(&Value::Null)).await.assert_problem(422, "chat.reference_not_found");
        let last = || setting.provider.calls().pop().unwrap().body.to_string();

        let sent = ana.post(&path, asked(&Value::Null)).await.accepted();
        let ended = async |sent: &Value| {
            let run = sent["assistant_message"]["run_id"].as_str().unwrap();
            ana.events(&format!("/api/runs/{run}/events")).await.rest().await;
        };
        ended(&sent).await;
        let body = last();
        assert!(body.contains("<file name=\\\"lease.pdf\\\" pages=\\\"2\\\">"), "{body}");
        assert!(body.contains("The deposit is 1850.") && body.contains("[page 2]"), "{body}");
        assert!(!body.contains("<reference"), "once");

        ana.delete(&at(&lease)).await.assert_status(204);
        let leaf = &sent["assistant_message"]["id"];
        ended(&ask(&ana, conversation, leaf, "And now?").await.accepted()).await;
        assert!(last().contains("deleted or cannot be read: lease.pdf"), "{}", last());
        ana.post(&path, asked(leaf)).await.assert_problem(422, "chat.reference_not_found");
    }

    // spec §6: "PDF chat limited to 20 pages per file and 1 file, 1 upload or 3 PDF queries per day."
    async fn a_question_that_refers_to_a_document_is_one_of_three_a_day(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900."]).await;
        let asked = async |refers: bool| {
            let references = match refers {
                true => json!([{ "kind": "document", "id": lease["id"] }]),
                false => json!([]),
            };
            let path = format!("/api/chat/conversations/{}/messages", ConversationId::new(NOW));
            let body = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": "How much?",
                "model": ECHO, "references": references });
            let sent = ana.post(&path, body).await;
            setting.server.services.generation.wait_idle().await;
            sent
        };
        for _ in 0..2 {
            asked(true).await.accepted();
        }
        // In a chat about a document the question counts once, even if it refers to one.
        let conversation = ConversationId::new(NOW);
        tie(&ana, &lease, conversation).await.assert_status(204);
        let both = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": "How much?", "model": ECHO,
            "references": [{ "kind": "document", "id": lease["id"] }] });
        ana.post(&format!("/api/chat/conversations/{conversation}/messages"), both).await.accepted();
        setting.server.services.generation.wait_idle().await;
        let refused = asked(true).await.assert_problem(403, "documents.too_many_questions");
        assert_eq!(refused["params"]["max"], "3");
        asked(false).await.accepted();
    }

    async fn a_document_is_found_among_its_persons_own_things(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let lease = add(&setting, &ana, "lease.pdf", &["The rent is 900.", "The deposit is 1850."]).await;
        let to = format!("/webapp/doc-chat?doc_id={}", lease["id"].as_str().unwrap());
        assert_eq!(found(&setting, &ana, "LEASE").await, [to.as_str()]);
        assert_eq!(found(&setting, &ana, "deposit").await, [format!("{to}&page=2")]);
        assert_eq!(found(&setting, &ben, "deposit").await, [""; 0]);
        ana.delete(&at(&lease)).await.assert_status(204);
        assert_eq!(found(&setting, &ana, "deposit").await, [""; 0]);
    }

    async fn a_document_stays_until_it_is_deleted_for_good(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let added = add(&setting, &ana, "a.pdf", &["words"]).await;
        let services = &setting.server.services;
        let blobs = async || services.files.list(None).await.unwrap().len();
        setting.server.clock().advance(100 * DAY);
        setting.sweep().await;
        assert_eq!(blobs().await, 1);
        let member = setting.ana().await;
        member.delete(&at(&added)).await.assert_status(204);
        setting.server.clock().advance(29 * DAY);
        setting.sweep().await;
        assert_eq!(blobs().await, 1);
        setting.server.clock().advance(2 * DAY);
        setting.sweep().await;
        assert_eq!(blobs().await, 0);
    }
}

/// Returns the paths of a person's own things that contain these words.
async fn found(setting: &Setting, person: &TestPerson, words: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for source in setting.server.services.library_sources.iter() {
        let things = source.find(person.user_id, words, 5).await.unwrap();
        paths.extend(things.into_iter().map(|thing| thing.path));
    }
    paths
}
