//! What of a rewriting is kept, whatever happens while it is written.

use kernel::{DAY, MINUTE};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{HUMANIZATIONS, SAYS, Setting, TWELVE, path, run_path, words};

for_each_store! {
    async fn what_is_written_by_now_is_there_after_a_reload(store) {
        let setting = Setting::new(store).await;
        setting.provider.hold_after(3);
        let begun = setting.begin(&words(20), TWELVE).await;
        let mut events = setting.ana.events(&format!("{}/events", run_path(&begun))).await;
        events.next_of("part.started").await;
        setting.provider.wait_until_held(1).await;

        let reloaded = setting.get(&begun).await;
        assert_eq!((&reloaded["state"], &reloaded["credits"]), (&json!("running"), &Value::Null));
        assert!(reloaded["written"].as_str().unwrap().starts_with("the"), "{reloaded}");
        assert_eq!(setting.left(&setting.ana).await, 98, "held");
        let elsewhere = setting.server.another_process().await;
        let other = elsewhere.member("ana@example.com").await;
        assert!(other.get(&path(&begun)).await.ok()["written"].as_str().unwrap().starts_with("the"));

        setting.provider.release();
        let done = setting.ended(&begun).await;
        assert_eq!(done["written"], "the quick brown fox jumps over the lazy dog and runs on");
    }

    async fn one_that_is_stopped_keeps_half_of_its_text_and_is_charged(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin(&format!("{} 7", words(19)), "fake/t40-ehang-a3").await;
        let mut events = setting.ana.events(&format!("{}/events", run_path(&begun))).await;
        events.next_of("part.started").await;
        setting.ana.post(&format!("{}/cancel", run_path(&begun)), json!({})).await.assert_status(202);
        let done = setting.ended(&begun).await;
        assert_eq!((&done["state"], &done["credits"]), (&json!("stopped"), &json!(2)));
        assert!(done["written"].as_str().unwrap().starts_with("the"), "{done}");
        assert_eq!(done["missing"], json!([]));
        assert_eq!(setting.left(&setting.ana).await, 98);
    }

    async fn one_that_is_stopped_before_its_first_word_costs_nothing(store) {
        let setting = Setting::new(store).await;
        setting.provider.hold_after(0);
        let begun = setting.begin(&words(20), TWELVE).await;
        setting.provider.wait_for_calls(1).await;
        setting.ana.post(&format!("{}/cancel", run_path(&begun)), json!({})).await.assert_status(202);
        let done = setting.ended(&begun).await;
        assert_eq!((&done["state"], &done["credits"], &done["written"]), (&json!("stopped"), &json!(0), &Value::Null));
        assert_eq!(setting.left(&setting.ana).await, 100);
    }

    async fn what_a_run_wrote_outlives_its_journal(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin("In 2024 [1].", SAYS).await;
        let done = setting.ended(&begun).await;
        drop_journals(&setting).await;
        assert_eq!(setting.get(&begun).await, done);
        assert_eq!((&done["state"], &done["credits"]), (&json!("completed"), &json!(1)));
    }

    async fn what_no_job_kept_is_kept_by_the_next_look(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin("In 2024 [1].", SAYS).await;
        setting.server.services.generation.wait_idle().await;
        let before = setting.get(&begun).await;
        assert_eq!(before["state"], "completed", "told at once, kept or not");
        // As where the job was given up.
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM jobs").unwrap();
        tx.commit().await.unwrap();
        setting.server.clock().advance(2 * MINUTE);
        setting.sweep().await;
        drop_journals(&setting).await;
        assert_eq!(setting.get(&begun).await, before);
    }

    async fn one_whose_process_died_is_interrupted_with_its_text_and_charged_once(store) {
        let setting = Setting::new(store).await;
        setting.provider.hold_after(3);
        let begun = setting.begin(&words(20), TWELVE).await;
        let mut events = setting.ana.events(&format!("{}/events", run_path(&begun))).await;
        events.next_of("part.delta").await;
        setting.provider.wait_until_held(1).await;

        // Its process says no more; another one looks after a minute.
        setting.server.clock().advance(MINUTE);
        let other = setting.server.another_process().await;
        other.run_jobs().await;
        let ana_there = other.member("ana@example.com").await;
        let done = ana_there.get(&path(&begun)).await.ok();
        assert_eq!((&done["state"], &done["credits"]), (&json!("interrupted"), &json!(2)));
        assert_eq!(done["problem"]["code"], "generation.interrupted");
        assert!(done["written"].as_str().unwrap().starts_with("the"), "{done}");

        // The first process wakes up: what is final stays as it is.
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;
        other.run_jobs().await;
        assert_eq!(ana_there.get(&path(&begun)).await.ok(), done);
        assert_eq!(setting.left(&setting.ana).await, 98);
    }

    async fn one_that_is_deleted_is_gone_and_its_run_ends(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin(&words(20), "fake/t40-ehang-a3").await;
        setting.provider.wait_for_calls(1).await;
        setting.ana.delete(&path(&begun)).await.no_content();
        setting.provider.wait_until_idle().await;
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        setting.ana.get(&path(&begun)).await.assert_problem(404, "writing.humanization_not_found");
        setting.ana.delete(&path(&begun)).await.assert_problem(404, "writing.humanization_not_found");
        let run = setting.ana.get(&run_path(&begun)).await.ok();
        assert_eq!(run["state"], "cancelled");
        setting.server.clock().advance(31 * DAY);
        setting.sweep().await;
        let mut conn = setting.server.db().read().await.unwrap();
        let (left,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM tasks").unwrap();
        assert_eq!(left, 0, "neither of its texts is left");
    }

    async fn one_that_was_deleted_by_mistake_is_in_the_trash_and_comes_back(store) {
        let setting = Setting::new(store).await;
        let begun = setting.begin("It is late.", TWELVE).await;
        let done = setting.ended(&begun).await;
        setting.ana.delete(&path(&begun)).await.no_content();
        assert_eq!(setting.ana.get(HUMANIZATIONS).await.ok()["items"], json!([]));
        let trash = setting.ana.get(&format!("{HUMANIZATIONS}?deleted=true&q=LATE")).await.ok();
        assert_eq!(trash["items"][0]["id"], begun["id"]);
        let restored = setting.ana.post(&format!("{}/restore", path(&begun)), json!({})).await.ok();
        assert_eq!((&restored, setting.get(&begun).await), (&done, done.clone()));
    }

    async fn the_newest_are_listed_first_page_by_page(store) {
        let setting = Setting::new(store).await;
        for text in ["one", "two", "three"] {
            let begun = setting.begin(text, TWELVE).await;
            setting.ended(&begun).await;
            setting.server.clock().advance(MINUTE);
        }
        let first = setting.ana.get(&format!("{HUMANIZATIONS}?limit=2")).await.ok();
        let excerpts = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap().iter();
            items.map(|one| one["excerpt"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(excerpts(&first), ["three", "two"]);
        let cursor = first["next_cursor"].as_str().unwrap();
        let rest = setting.ana.get(&format!("{HUMANIZATIONS}?limit=2&cursor={cursor}")).await.ok();
        assert_eq!((excerpts(&rest), &rest["next_cursor"]), (vec!["one".to_owned()], &Value::Null));
    }
}

/// As a day later.
async fn drop_journals(setting: &Setting) {
    setting.server.clock().advance(2 * DAY);
    let mut tx = setting.server.db().begin().await.unwrap();
    let now = setting.server.clock().now();
    assert!(generation::delete_old_events(&mut tx, now).await.unwrap() > 0);
    tx.commit().await.unwrap();
}
