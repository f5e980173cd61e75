//! Descriptions of images, written by models.

use kernel::MINUTE;
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore, assert_sums_hold, for_each_store};

use crate::interchange::bring;
use crate::pictures::{PICTURE, upload};
use crate::{id_of, keep, person, titles};

const SAYS: &str = "fake/gpt-4o-mini-say-A-red-boat.";
const MODELS: &[&str] =
    &["gpt-4o-mini-say-A-red-boat.", "gpt-4o-mini-see", "gpt-4o-mini-e401", "echo"];

struct Setting {
    server: TestServer,
    provider: FakeProvider,
    ana: TestPerson,
    ben: TestPerson,
}

impl Setting {
    async fn new(store: TestStore) -> Self {
        Self::with_models(store, MODELS).await
    }

    async fn with_models(store: TestStore, models: &[&str]) -> Self {
        let server = TestServer::with(store, |services| {
            vec![
                memos::area(services),
                documents::area(services, documents::Settings::default()),
                billing::area(services, &billing::Settings::default()),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(models).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        Self { server, provider, ana, ben }
    }

    /// Returns a memo of Ana's that is a picture; its address.
    async fn picture(&self) -> String {
        let file_id = upload(&self.server, &self.ana, "board.jpg", PICTURE).await;
        let new = json!({ "kind": "image", "title": "A board", "file_id": file_id });
        keep(&self.ana, new).await
    }

    async fn ask(&self, path: &str, model: &str) -> testing::Answer {
        self.ana.post(&format!("{path}/summary"), json!({ "model": model })).await
    }

    /// Returns the summary of a memo after its run ended.
    async fn ended(&self, path: &str) -> Value {
        self.server.services.generation.wait_idle().await;
        self.server.run_jobs().await;
        self.ana.get(path).await.ok()["summary"].clone()
    }

    /// Returns the standard queries that Ana has used.
    async fn used(&self) -> Value {
        self.ana.get("/api/billing/usage").await.ok()["meters"][0]["used"].clone()
    }
}

/// Returns the state of a summary without its model and cost.
fn bare(summary: &Value) -> Value {
    json!({ "state": summary["state"], "text": summary["text"], "problem": summary["problem"] })
}

fn code(summary: &Value) -> &str {
    summary["problem"]["code"].as_str().unwrap()
}

for_each_store! {
    // spec §2: "memo list and grid with tags, image summary, multi-select"
    // spec §5: "Image summary: summarizing, complete, failed, cancelled."
    async fn a_picture_is_summarised_once_charged_once_and_found_by_it(store) {
        let setting = Setting::new(store).await;
        let path = setting.picture().await;
        let before = setting.ana.get(&path).await.ok();
        assert_eq!(before["summary"], Value::Null);
        setting.provider.hold_after(1);
        let begun = setting.ask(&path, SAYS).await.accepted();
        let going_on = json!({ "state": "summarizing", "text": null, "problem": null });
        assert_eq!(bare(&begun["summary"]), going_on);
        assert_eq!(begun["summary"]["receipt"], Value::Null);
        setting.ask(&path, SAYS).await.assert_problem(409, "memos.summary_goes_on");
        let list = setting.ana.get("/api/memos").await.ok();
        assert_eq!(bare(&list["items"][0]["summary"]), going_on);
        setting.provider.release();

        let whole = json!({ "state": "complete", "text": "A red boat.", "problem": null });
        let ended = setting.ended(&path).await;
        assert_eq!(bare(&ended), whole);
        // Its cost, and the model.
        assert_eq!(ended["model_name"], SAYS.trim_start_matches("fake/"));
        let receipt = &ended["receipt"];
        assert_eq!((&receipt["meter"], &receipt["charged"]), (&json!("standard_query"), &json!(1)));
        assert_eq!((setting.used().await, setting.provider.call_count()), (json!(1), 1));
        assert_sums_hold(setting.server.db()).await;
        let after = setting.ana.get(&path).await.ok();
        for field in ["version", "updated_at", "quote", "body"] {
            assert_eq!(after[field], before[field], "{field} is its person's");
        }
        let found = setting.ana.get("/api/memos?q=boat").await.ok();
        assert_eq!((titles(&found), bare(&found["items"][0]["summary"])), (vec!["A board"], whole));
        let sources = &setting.server.services.library_sources;
        let mine = sources.iter().find(|source| source.kind() == "my_memo").unwrap();
        assert_eq!(mine.find(setting.ana.user_id, "boat", 5).await.unwrap().len(), 1);
        let id = id_of(&path).parse().unwrap();
        let places = mine.passages(setting.ana.user_id, id).await.unwrap();
        assert!(places.iter().any(|place| place.text == "A red boat."));

        // Edits by its person do not remove it.
        setting.ana.patch(&path, json!({ "title": "Harbour" })).await.ok();
        assert_eq!(titles(&setting.ana.get("/api/memos?q=boat").await.ok()), ["Harbour"]);
    }

    async fn a_summary_is_in_what_is_taken_along_and_in_an_archive(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, server, .. } = &setting;
        let path = setting.picture().await;
        setting.ask(&path, SAYS).await.accepted();
        setting.ended(&path).await;
        let markdown = ana.get(&format!("{path}/markdown")).await.text();
        assert!(markdown.contains("\nsummary: \"A red boat.\"\n"), "{markdown}");
        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        bring(ben, zip, "").await.ok();
        let found = ben.get("/api/memos?q=boat").await.ok();
        assert_eq!(found["items"][0]["summary"]["state"], "complete");

        let archive = memos::area(&server.services).archives.remove(0);
        let mut line = archive.lines(person(ana), None).await.unwrap().remove(0);
        assert_eq!(line["summary"], "A red boat.");
        line["id"] = json!(kernel::Uuid::now_v7());
        let mut tx = server.db().begin().await.unwrap();
        let restored = archive.restore(&mut tx, person(ben), &line).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(restored, area::Restored::Added);
        assert_eq!(titles(&ben.get("/api/memos?q=boat").await.ok()), ["A board"; 2]);
    }

    async fn a_picture_is_shown_to_a_model_that_takes_pictures_and_to_no_other(store) {
        let setting = Setting::new(store).await;
        let path = setting.picture().await;
        let refused = setting.ask(&path, "fake/echo").await;
        let problem = refused.assert_problem(422, "memos.model_not_supported");
        assert_eq!(problem["message"], "The current model is not supported");
        setting.ask(&path, "fake/unknown").await.assert_problem(422, "providers.model_unknown");
        let note = keep(&setting.ana, json!({})).await;
        setting.ask(&note, SAYS).await.assert_problem(422, "memos.no_picture");
        let others = setting.ben.post(&format!("{path}/summary"), json!({})).await;
        others.assert_problem(404, "memos.not_found");
        let others = setting.ben.post(&format!("{path}/summary/cancel"), json!({})).await;
        others.assert_problem(404, "memos.not_found");
        assert_eq!(setting.ana.get(&path).await.ok()["summary"], Value::Null);
        assert_eq!(setting.provider.call_count(), 0);

        setting.ask(&path, "fake/gpt-4o-mini-see").await.accepted();
        let seen = setting.ended(&path).await;
        assert!(seen["text"].as_str().unwrap().contains("jpeg"), "{seen}");
        // Without a name one is found that sees.
        setting.ana.post(&format!("{path}/summary"), json!({})).await.accepted();
        setting.ended(&path).await;
        assert!(setting.provider.calls()[1].model.starts_with("gpt-4o-mini"));
    }

    async fn without_a_model_that_takes_pictures_that_is_said(store) {
        let setting = Setting::with_models(store, &["echo"]).await;
        let path = setting.picture().await;
        let refused = setting.ana.post(&format!("{path}/summary"), json!({})).await;
        refused.assert_problem(409, "memos.needs_model");
        assert_eq!(setting.ana.get(&path).await.ok()["summary"], Value::Null);
    }

    // spec §8: "Failed to summarize your image"
    async fn a_summary_is_cancelled_and_asked_again_and_what_fails_takes_nothing_away(store) {
        let setting = Setting::new(store).await;
        let path = setting.picture().await;
        let cancel = async || {
            let asked = setting.ana.post(&format!("{path}/summary/cancel"), json!({})).await;
            asked.assert_status(202);
        };
        setting.provider.hold_after(1);
        setting.ask(&path, SAYS).await.accepted();
        setting.provider.wait_until_held(1).await;
        cancel().await;
        let cancelled = json!({ "state": "cancelled", "text": null, "problem": null });
        assert_eq!(bare(&setting.ended(&path).await), cancelled);
        setting.provider.release();
        cancel().await;
        let again = setting.ended(&path).await;
        assert_eq!(bare(&again), cancelled, "there is nothing to cancel");
        assert_sums_hold(setting.server.db()).await;

        setting.ask(&path, SAYS).await.accepted();
        assert_eq!(setting.ended(&path).await["state"], "complete");
        setting.ask(&path, "fake/gpt-4o-mini-e401").await.accepted();
        let failed = setting.ended(&path).await;
        assert_eq!((&failed["state"], &failed["text"]), (&json!("failed"), &json!("A red boat.")));
        assert!(!code(&failed).is_empty());
        assert_eq!(titles(&setting.ana.get("/api/memos?q=boat").await.ok()), ["A board"]);
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_deleted_memo_is_looked_at_no_more(store) {
        let setting = Setting::new(store).await;
        let paths = [setting.picture().await, setting.picture().await];
        setting.provider.hold_after(1);
        for path in &paths {
            setting.ask(path, SAYS).await.accepted();
        }
        setting.provider.wait_until_held(2).await;
        setting.ana.delete(&paths[0]).await.no_content();
        let many = json!({ "action": "delete", "memo_ids": [id_of(&paths[1])] });
        setting.ana.post("/api/memos/batch", many).await.ok();
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        for path in &paths {
            let back = setting.ana.post(&format!("{path}/restore"), json!({})).await.ok();
            assert_eq!(back["summary"]["state"], "cancelled");
        }
        assert_sums_hold(setting.server.db()).await;
    }

    async fn a_summary_whose_process_died_says_so_and_is_charged_once(store) {
        let setting = Setting::new(store).await;
        let path = setting.picture().await;
        setting.provider.hold_after(1);
        setting.ask(&path, SAYS).await.accepted();
        setting.provider.wait_until_held(1).await;

        setting.server.clock().advance(MINUTE);
        let other = setting.server.another_process().await;
        other.run_jobs().await;
        let there = other.member("ana@example.com").await;
        let failed = there.get(&path).await.ok()["summary"].clone();
        assert_eq!((&failed["state"], code(&failed)), (&json!("failed"), "generation.interrupted"));
        let used = setting.used().await;

        // The first process resumes: final states stay as they are.
        setting.provider.release();
        assert_eq!(setting.ended(&path).await, failed);
        assert_eq!(setting.used().await, used);
        assert_sums_hold(setting.server.db()).await;
        setting.ask(&path, SAYS).await.accepted();
        assert_eq!(setting.ended(&path).await["state"], "complete");
    }

    async fn five_pictures_are_summarised_at_once_and_no_more(store) {
        let setting = Setting::new(store).await;
        setting.provider.hold_after(1);
        for _ in 0..5 {
            setting.ask(&setting.picture().await, SAYS).await.accepted();
        }
        let sixth = setting.picture().await;
        setting.ask(&sixth, SAYS).await.assert_problem(409, "memos.too_many_summaries");
        assert_eq!(setting.ana.get(&sixth).await.ok()["summary"], Value::Null);
        setting.provider.release();
        setting.ended(&sixth).await;
        setting.ask(&sixth, SAYS).await.accepted();
        assert_eq!(setting.ended(&sixth).await["state"], "complete");
    }
}
