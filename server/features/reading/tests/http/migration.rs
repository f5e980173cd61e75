//! Readings of earlier versions become tasks, with all that belongs to them.

use kernel::{Timestamp, Uuid, uuid_v7};
use testing::{NOW, TestServer, for_each_store};

/// The name before which nothing was a task.
const TASKS: &str = "20261126_1600_tasks";

const USER: &str = "INSERT INTO users (id, email, email_key, name, role, settings, created_at)
    VALUES ($1, 'a@example.com', 'a@example.com', 'A', 'member', '{}', 1)";

const OLD: &str = r#"INSERT INTO readings (id, user_id, workspace_id, source, kind, title, locale, model, length, keep_source,
        state, summaries, created_at, begun_at)
    VALUES ($1, $2, $2, '{"type":"address","url":"https://example.org/"}', 'page', 'Tides', NULL, 'fake/t', 'short', TRUE,
        $3, '[]', 5, 6)"#;

for_each_store! {
    async fn readings_of_earlier_versions_are_tasks(store) {
        let steps = TestServer::schema(|services| vec![reading::area(services)]).await;
        let before: Vec<_> = steps.iter().copied().filter(|step| step.name < TASKS).collect();
        let database = store.open(&before).await;
        let (user, done, open) = (uuid_v7(NOW), uuid_v7(NOW), uuid_v7(NOW));
        let mut tx = database.db.begin().await.unwrap();
        store::sql!(&mut tx, execute, USER, user).unwrap();
        store::sql!(&mut tx, execute, OLD, done, user, "complete").unwrap();
        store::sql!(&mut tx, execute, OLD, open, user, "waiting").unwrap();
        let text = "INSERT INTO reading_snapshots (reading_id, places) VALUES ($1, '[]')";
        store::sql!(&mut tx, execute, text, done).unwrap();
        let job = "INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at)
            VALUES ($1, 'reading.do_reading', $2, 'waiting', 1, 0, 1)";
        store::sql!(&mut tx, execute, job, open, format!(r#"{{"reading_id":"{open}"}}"#)).unwrap();
        tx.commit().await.unwrap();

        database.db.migrate(&steps, NOW).await.unwrap();
        let mut conn = database.db.read().await.unwrap();
        let find = "SELECT state, input, label, has_result, begun_at, daily_use FROM tasks WHERE id = $1";
        type Found = (String, String, String, bool, Timestamp, String);
        let (state, input, label, has_result, begun_at, daily_use) =
            store::sql!(&mut conn, one Found, find, done).unwrap();
        assert_eq!((state.as_str(), has_result, begun_at.micros(), daily_use.as_str()), ("succeeded", false, 6, "reading"));
        let input: serde_json::Value = serde_json::from_str(&input).unwrap();
        assert_eq!((&input["keep_source"], &input["source"]["url"]), (&true.into(), &"https://example.org/".into()));
        let label: serde_json::Value = serde_json::from_str(&label).unwrap();
        assert_eq!(label, serde_json::json!({ "kind": "page", "url": "https://example.org/" }));
        let texts = "SELECT reading_id FROM reading_snapshots";
        assert_eq!(store::sql!(&mut conn, all(Uuid,), texts).unwrap(), [(done,)]);
        let jobs = "SELECT name, payload FROM jobs";
        let job = store::sql!(&mut conn, one(String, String), jobs).unwrap();
        assert_eq!(job, ("reading.step".to_owned(), format!(r#"{{"task_id":"{open}"}}"#)));
    }
}
