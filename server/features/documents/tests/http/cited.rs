//! Citations of files in answers, compared with their content.

use kernel::{ConversationId, FileId};
use parsing::{Page, Parsed};
use retrieval::{Passages, store_passages};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::library::{ECHO, add, ask as ask_about, tie};
use crate::setting::{Setting, ask};

/// Returns the sources under the last answer of a conversation, after its citations were checked.
async fn cited(setting: &Setting, person: &TestPerson, sent: &Value) -> Vec<Value> {
    setting.server.services.generation.wait_idle().await;
    setting.server.run_jobs().await;
    let id = sent["conversation"]["id"].as_str().unwrap();
    let detail = person.get(&format!("/api/chat/conversations/{id}")).await.ok();
    let answer = detail["messages"].as_array().unwrap().last().unwrap().clone();
    let parts = answer["parts"].as_array().unwrap().clone();
    parts.into_iter().filter(|part| part["kind"] == "citation").collect()
}

for_each_store! {
    async fn places_that_an_answer_names_are_held_against_the_pages(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let pages = ["The rent is 900 euros a month.", "The deposit is 1850 euros. Pets are not welcome."];
        let lease = add(&setting, &ana, "lease.pdf", &pages).await;
        let conversation = ConversationId::new(NOW);
        tie(&ana, &lease, conversation).await.assert_status(204);
        let says = "The deposit is 1850 euros (lease.pdf, p. 2). The rent is 700 euros a month (lease.pdf, p. 1). \
            \"Pets are not welcome\" (p. 2). Pets are welcome (p. 2). It ends in May (deed.pdf, p. 9). \
            It has a garden (lease.pdf, p. 8).";
        let sent = ask_about(&ana, conversation, &Value::Null, says).await.accepted();
        let cited = cited(&setting, &ana, &sent).await;
        let named: Vec<Value> = cited.iter().map(|one| json!([one["title"], one["page"], one["file_id"]])).collect();
        let file = &lease["file_id"];
        assert_eq!(named, [
            json!(["lease.pdf", 2, file]), json!(["lease.pdf", 1, file]), json!(["deed.pdf", 9, null]),
            json!(["lease.pdf", 8, file]),
        ]);
        let states = |at: usize| -> Vec<&str> {
            cited[at]["cites"].as_array().unwrap().iter().map(|cite| cite["state"].as_str().unwrap()).collect()
        };
        assert_eq!(states(0), ["close", "quoted", "not_found"]);
        assert_eq!(cited[0]["cites"][0]["quote"], "The deposit is 1850 euros.");
        assert_eq!(cited[0]["quote"], "The deposit is 1850 euros.");
        assert_eq!(cited[0]["cites"][2]["statement"], "Pets are welcome");
        assert_eq!((states(1), states(2), states(3)), (vec!["not_found"], vec!["not_found"], vec!["not_found"]));
        assert_eq!(cited[1]["quote"], Value::Null);
    }

    async fn cells_of_a_sheet_are_held_against_their_rows(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let file = setting.upload(&ana, "costs.txt", b"words").await;
        let text = "1\tMonth\tRent\n2\tMay\t900\n3\tJune\t950".to_owned();
        let pages = vec![Page { number: 1, title: Some("Costs".to_owned()), text }];
        let mut tx = setting.server.db().begin().await.unwrap();
        let file_id: FileId = file["id"].as_str().unwrap().parse().unwrap();
        store_passages(&mut tx, Passages::of(file_id, &Parsed::of_pages(pages))).await.unwrap();
        tx.commit().await.unwrap();
        let says = "In May it was 900 [Costs!B2]. In June it was 900 (costs.txt, Costs!B3).";
        let sent = ask(&ana, says, ECHO, &[&file]).await.accepted();
        let cited = cited(&setting, &ana, &sent).await;
        assert_eq!((&cited[0]["title"], &cited[0]["page"]), (&json!("costs.txt, Costs!B2"), &json!(1)));
        assert_eq!(cited[0]["cites"][0]["state"], "close");
        assert_eq!(cited[0]["cites"][0]["quote"], "May\t900");
        assert_eq!((&cited[1]["title"], &cited[1]["cites"][0]["state"]), (&json!("costs.txt, Costs!B3"), &json!("not_found")));
    }

    async fn an_answer_without_files_is_left_alone(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let sent = ask(&ana, "It is 900 (lease.pdf, p. 1).", ECHO, &[]).await.accepted();
        assert!(cited(&setting, &ana, &sent).await.is_empty());
    }
}
