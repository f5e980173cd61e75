//! Rewritten texts of earlier versions become tasks.

use kernel::uuid_v7;
use testing::{NOW, TestServer, for_each_store};

/// The name before which nothing was a task.
const TASKS: &str = "20261126_1600_tasks";

const USER: &str = "INSERT INTO users (id, email, email_key, name, role, settings, created_at)
    VALUES ($1, 'a@example.com', 'a@example.com', 'A', 'member', '{}', 1)";

const OLD: &str = "INSERT INTO humanizations (id, user_id, workspace_id, tone, original, words, model_name, run_id, state,
        written, credits, created_at)
    VALUES ($1, $2, $2, 'plain', 'A text', 2, 'm', $1, 'interrupted', 'A te', 1, 5)";

for_each_store! {
    async fn rewritten_texts_of_earlier_versions_are_tasks(store) {
        let areas = |services: &area::Services| vec![writing::area(services, writing::Settings::default())];
        let steps = TestServer::schema(areas).await;
        let before: Vec<_> = steps.iter().copied().filter(|step| step.name < TASKS).collect();
        let database = store.open(&before).await;
        let (user, done) = (uuid_v7(NOW), uuid_v7(NOW));
        let mut tx = database.db.begin().await.unwrap();
        store::sql!(&mut tx, execute, USER, user).unwrap();
        store::sql!(&mut tx, execute, OLD, done, user).unwrap();
        tx.commit().await.unwrap();

        database.db.migrate(&steps, NOW).await.unwrap();
        let mut conn = database.db.read().await.unwrap();
        let find = "SELECT state, input, output, charged FROM tasks WHERE id = $1";
        let (state, input, output, charged) =
            store::sql!(&mut conn, one(String, String, String, i64), find, done).unwrap();
        assert_eq!((state.as_str(), charged), ("failed", 1));
        let [input, output]: [serde_json::Value; 2] =
            [&input, &output].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(input, serde_json::json!({ "tone": "plain", "text": "A text", "words": 2, "model_name": "m" }));
        assert_eq!(output, serde_json::json!({ "written": "A te", "interrupted": true }));
    }
}
