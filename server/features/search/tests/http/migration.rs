//! Searches of earlier versions become tasks, with their pages.

use kernel::{Uuid, uuid_v7};
use testing::{NOW, TestServer, for_each_store};

/// The name before which nothing was a task.
const TASKS: &str = "20261126_1600_tasks";

const USER: &str = "INSERT INTO users (id, email, email_key, name, role, settings, created_at)
    VALUES ($1, 'a@example.com', 'a@example.com', 'A', 'member', '{}', 1)";

const OLD: &str = r#"INSERT INTO searches (id, user_id, workspace_id, title, wish, locale, model, state, results, reports, answer,
        cites, created_at)
    VALUES ($1, $2, $2, 'Tides', '{"query":"Tides"}', 'en', NULL, 'completed', '[]', '[]', 'The "moon"', '[]', 5)"#;

for_each_store! {
    async fn searches_of_earlier_versions_are_tasks(store) {
        let areas = |services: &area::Services| vec![search::area(services, search::Settings::default())];
        let steps = TestServer::schema(areas).await;
        let before: Vec<_> = steps.iter().copied().filter(|step| step.name < TASKS).collect();
        let database = store.open(&before).await;
        let (user, done) = (uuid_v7(NOW), uuid_v7(NOW));
        let mut tx = database.db.begin().await.unwrap();
        store::sql!(&mut tx, execute, USER, user).unwrap();
        store::sql!(&mut tx, execute, OLD, done, user).unwrap();
        let page = "INSERT INTO search_pages (search_id, number, text) VALUES ($1, 1, 'The page')";
        store::sql!(&mut tx, execute, page, done).unwrap();
        tx.commit().await.unwrap();

        database.db.migrate(&steps, NOW).await.unwrap();
        let mut conn = database.db.read().await.unwrap();
        let find = "SELECT state, input, output FROM tasks WHERE id = $1 AND has_result";
        let (state, input, output) =
            store::sql!(&mut conn, one(String, String, String), find, done).unwrap();
        assert_eq!(state, "succeeded");
        let [input, output]: [serde_json::Value; 2] =
            [&input, &output].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!((&input["wish"]["query"], &output["answer"]), (&"Tides".into(), &"The \"moon\"".into()));
        let pages = "SELECT search_id, text FROM search_pages";
        let pages = store::sql!(&mut conn, all(Uuid, String), pages).unwrap();
        assert_eq!(pages, [(done, "The page".to_owned())]);
    }
}
