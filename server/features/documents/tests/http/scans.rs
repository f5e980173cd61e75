//! Pages that are pictures. [`parsing::PlainParser`] takes those for pictures that begin with an exclamation mark.

use kernel::HOUR;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::library::{add, at};
use crate::setting::{Setting, begin, file_path, send_chunk};

const SCAN: &[u8] = b"%PDF-plain\n!The rent is 900.";

async fn text_of(person: &TestPerson, document: &Value) -> Vec<(u64, String)> {
    let path = format!("/api/documents/files/{}/text", document["file_id"].as_str().unwrap());
    let text = person.get(&path).await.ok();
    let pages = text["pages"].as_array().unwrap().iter();
    let page = |page: &Value| {
        (page["number"].as_u64().unwrap(), page["text"].as_str().unwrap().to_owned())
    };
    pages.map(page).collect()
}

for_each_store! {
    async fn pages_that_are_pictures_are_read_in_their_place_and_counted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let pages = ["!The rent is 900.", "Pets are welcome.", "!", "!No smoking."];
        let added = add(&setting, &ana, "lease.pdf", &pages).await;
        assert_eq!(added["state"], "parsed");
        assert_eq!((&added["page_count"], &added["pages_kept"]), (&json!(4), &json!(4)));
        assert_eq!(added["recognised_pages"], 2, "one is empty, and one is text");
        let expected = [(1, "The rent is 900."), (2, "Pets are welcome."), (4, "No smoking.")];
        let expected: Vec<(u64, String)> =
            expected.into_iter().map(|(number, text)| (number, text.to_owned())).collect();
        assert_eq!(text_of(&ana, &added).await, expected);
    }

    // issue 5: "OCR for scans; each cited quote jumps to the highlighted place"
    async fn the_words_of_a_picture_are_given_with_their_places(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let added = add(&setting, &ana, "lease.pdf", &["!The rent is 900.", "Pets are welcome."]).await;
        let words = |page: u64| format!("/api/documents/files/{}/recognised/{page}", added["file_id"].as_str().unwrap());
        let read = ana.get(&words(1)).await.ok();
        let first = json!({ "text": "The", "x": 0.0, "y": 0.0, "width": 0.1, "height": 0.02 });
        assert_eq!((&read["lines"][0][0], &read["lines"][0][3]["text"]), (&first, &json!("900.")));
        for page in [2, 7] {
            assert_eq!(ana.get(&words(page)).await.ok(), json!({ "lines": [] }), "no picture");
        }
        setting.server.member("ben@example.com").await.get(&words(1)).await.assert_status(404);

        // As if read before positions were stored.
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE recognised_pages SET words = NULL").unwrap();
        tx.commit().await.unwrap();
        assert_eq!(ana.get(&words(1)).await.ok(), json!({ "lines": [] }));
        assert_eq!(text_of(&ana, &added).await.len(), 2, "its text is there");
    }

    // spec §5: "only the first 20 pages kept"
    async fn of_a_scan_a_plan_has_as_many_pages_as_of_a_text(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let pages: Vec<String> = (1..=25).map(|page| format!("!This is page {page}.")).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let added = add(&setting, &ana, "book.pdf", &pages).await;
        assert_eq!((&added["page_count"], &added["pages_kept"]), (&json!(25), &json!(20)));
        assert_eq!(added["recognised_pages"], 20);
        assert_eq!(text_of(&ana, &added).await.len(), 20);
    }

    async fn two_hundred_pictures_are_read_in_one_go_and_the_rest_when_asked(store) {
        let setting = Setting::new(store).await;
        let operator = setting.server.operator().await;
        let pages: Vec<String> = (1..=203).map(|page| format!("!This is page {page}.")).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let added = add(&setting, &operator, "book.pdf", &pages).await;
        assert_eq!((&added["page_count"], &added["pages_kept"]), (&json!(203), &json!(200)));
        operator.post(&format!("{}/retry", at(&added)), json!({})).await.ok();
        setting.server.run_jobs().await;
        let whole = operator.get(&at(&added)).await.ok();
        assert_eq!((&whole["pages_kept"], &whole["recognised_pages"]), (&json!(203), &json!(203)));
    }

    async fn a_scan_with_nothing_on_it_has_no_text(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let added = add(&setting, &ana, "blank.pdf", &["!", "!"]).await;
        assert_eq!((&added["state"], &added["problem"]["code"]), (&json!("failed"), &json!("files.no_text")));
    }

    async fn a_file_in_a_message_is_read_from_its_pictures_too(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let read = setting.upload(&ana, "scan.pdf", b"%PDF-plain\n!The rent is 900.").await;
        assert_eq!((&read["state"], &read["pages"]), (&json!("parsed"), &json!(1)));
    }

    async fn a_document_that_was_read_in_part_is_read_again_when_asked(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let added = add(&setting, &ana, "lease.pdf", &["!The rent is 900.", "Pets are welcome."]).await;
        ana.post(&format!("{}/retry", at(&added)), json!({})).await.assert_status(409);
        // As if its recognition had failed.
        let unread = r#"[{"part":{"pages":{"first":1,"last":1}},"reason":"damaged"}]"#;
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE uploads SET unread = $1", unread).unwrap();
        tx.commit().await.unwrap();
        let partly = ana.get(&at(&added)).await.ok();
        assert_eq!((&partly["unread"][0]["first_page"], &partly["unread"][0]["reason"]), (&json!(1), &json!("damaged")));
        ana.post(&format!("{}/retry", at(&added)), json!({})).await.ok();
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&at(&added)).await.ok()["unread"], json!([]));
    }

    async fn of_two_hundred_pictures_in_a_message_the_rest_is_named_and_read_when_asked(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let pages: Vec<String> = (1..=203).map(|page| format!("!This is page {page}.")).collect();
        let pdf = format!("%PDF-plain\n{}\u{c}The last one.", pages.join("\u{c}"));
        let read = setting.upload(&ana, "scan.pdf", pdf.as_bytes()).await;
        let rest = json!([{ "first_page": 201, "last_page": 203, "name": null, "images": null, "reason": "limit" }]);
        assert_eq!((&read["state"], &read["pages"], &read["unread"]), (&json!("parsed"), &json!(201), &rest));
        let path = file_path(read["id"].as_str().unwrap());
        ana.post(&format!("{path}/retry"), json!({})).await.ok();
        setting.server.run_jobs().await;
        let whole = ana.get(&path).await.ok();
        assert_eq!((&whole["pages"], &whole["unread"]), (&json!(204), &json!([])));
        ana.post(&format!("{path}/retry"), json!({})).await.assert_status(409);
    }

    // A scan takes an hour of CPU time, and others wait behind it.
    async fn a_file_that_waits_for_its_turn_is_read_however_long_that_takes(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "scan.pdf", SCAN.len()).await.created();
        let id = begun["id"].as_str().unwrap();
        send_chunk(&ana, id, 0, SCAN).await.ok();
        setting.server.clock().advance(3 * HOUR);
        setting.sweep().await;
        assert_eq!(ana.get(&file_path(id)).await.ok()["state"], "waiting");
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&file_path(id)).await.ok()["state"], "parsed");
    }

    async fn a_file_that_nobody_is_to_read_any_more_fails_after_an_hour(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "scan.pdf", SCAN.len()).await.created();
        let id = begun["id"].as_str().unwrap();
        send_chunk(&ana, id, 0, SCAN).await.ok();
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE jobs SET state = 'dead'").unwrap();
        tx.commit().await.unwrap();
        setting.sweep().await;
        assert_eq!(ana.get(&file_path(id)).await.ok()["state"], "waiting");
        setting.server.clock().advance(HOUR + 1);
        setting.sweep().await;
        let failed = ana.get(&file_path(id)).await.ok();
        assert_eq!((&failed["state"], &failed["problem"]["code"]), (&json!("failed"), &json!("files.parse_failed")));
        ana.post(&format!("{}/retry", file_path(id)), json!({})).await.ok();
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&file_path(id)).await.ok()["state"], "parsed");
    }
}
