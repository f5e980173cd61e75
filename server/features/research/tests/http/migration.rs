//! Researches of earlier versions become tasks, with all that belongs to them.

use kernel::{Uuid, uuid_v7};
use serde_json::{Value, json};
use testing::{NOW, TestServer, for_each_store};

/// The migration before which no research was a task.
const AS_TASKS: &str = "20261126_2020_researches_as_tasks";

const USER: &str = "INSERT INTO users (id, email, email_key, name, role, settings, created_at)
    VALUES ($1, 'a@example.com', 'a@example.com', 'A', 'member', '{}', 1)";

const OLD: &str = r#"INSERT INTO researches (id, user_id, workspace_id, title, wish, locale, model, state, pause, paused_in,
        clarifications, plan, bounds, steps_before, gaps, changes, previous_id, root_id, every, next_at, problem, created_at,
        updated_at, of_schedule)
    VALUES ($1, $2, $2, 'Tides', '{"question":"Why?","sources":["web"],"domains":{"only":[],"never":[]},"clarify":true}',
        NULL, 'fake/t', $3, $4, $5, '[]', '[{"number":1,"question":"Q","queries":["q"],"of_gap":false}]',
        '{"steps":50,"spend":9}', 2, '[]', $6, $7, $8, $9, $10, NULL, 5, 6, FALSE)"#;

const CHANGES: &str = r#"{"new_statements":[],"gone_statements":[],"new_sources":[2],"changed_sources":[],
    "missing_sources":[],"text":null,"cites":[]}"#;

const STEP: &str = "INSERT INTO research_steps (research_id, number, kind, topic, state, run_id, attempts, held, meter,
        charged, outcome, problem, started_at, ended_at)
    VALUES ($1, 1, 'plan', 0, 'running', $2, 1, 1, NULL, 3, '{}', NULL, 5, NULL)";

for_each_store! {
    async fn researches_of_earlier_versions_are_tasks(store) {
        let steps = TestServer::schema(|services| vec![research::area(services)]).await;
        let before: Vec<_> = steps.iter().copied().filter(|step| step.name != AS_TASKS).collect();
        let database = store.open(&before).await;
        let [user, root, second, run] = [(); 4].map(|()| uuid_v7(NOW));
        let mut tx = database.db.begin().await.unwrap();
        store::sql!(&mut tx, execute, USER, user).unwrap();
        let none = None::<Uuid>;
        store::sql!(&mut tx, execute, OLD, root, user, "completed", None::<&str>, None::<&str>, None::<&str>, none, root,
            "week", 99_i64).unwrap();
        store::sql!(&mut tx, execute, OLD, second, user, "paused", "steps", "writing", CHANGES, root, root, None::<&str>,
            None::<i64>).unwrap();
        store::sql!(&mut tx, execute, STEP, second, run).unwrap();
        for part in [
            "INSERT INTO research_unattended (research_id) VALUES ($1)",
            "INSERT INTO research_sources (research_id, number, page_key, about) VALUES ($1, 1, 'k', '{}')",
            "INSERT INTO research_statements (research_id, topic, place, statement) VALUES ($1, 1, 1, '{}')",
            "INSERT INTO research_sections (research_id, topic, title, text, cites) VALUES ($1, 1, 't', 'x', '[]')",
        ] {
            store::sql!(&mut tx, execute, part, second).unwrap();
        }
        let job = "INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at)
            VALUES ($1, 'research.keep_step', $2, 'waiting', 1, 0, 1)";
        let payload = json!({ "research_id": second, "run_id": run }).to_string();
        store::sql!(&mut tx, execute, job, run, payload).unwrap();
        tx.commit().await.unwrap();

        database.db.migrate(&steps, NOW).await.unwrap();
        let mut conn = database.db.read().await.unwrap();
        let find = "SELECT state, input, output, label, charged FROM tasks WHERE id = $1";
        type Found = (String, String, String, String, Option<i64>);
        let first: Found = store::sql!(&mut conn, one Found, find, root).unwrap();
        assert_eq!((first.0.as_str(), first.4), ("succeeded", None));
        let (state, input, output, label, charged) = store::sql!(&mut conn, one Found, find, second).unwrap();
        let read = |json: &str| serde_json::from_str::<Value>(json).unwrap();
        let (input, output, label) = (read(&input), read(&output), read(&label));
        assert_eq!((state.as_str(), charged), ("paused", Some(3)));
        let root_id: Uuid = input["root_id"].as_str().unwrap().parse().unwrap();
        assert_eq!((root_id, &input["root_id"]), (root, &input["previous_id"]));
        assert_eq!((&input["wish"]["question"], &input["of_schedule"]), (&json!("Why?"), &json!(false)));
        assert_eq!((&output["stage"], &output["pause"], &output["unattended"]), (&json!("writing"), &json!("steps"), &json!(true)));
        assert_eq!((&output["plan"][0]["number"], &output["changes"]["new_sources"]), (&json!(1), &json!([2])));
        assert_eq!(label, json!({ "stage": "writing", "pause": "steps", "again": true, "changed": false }));
        for (count, rows) in [
            ("SELECT COUNT(*) FROM research_steps", 1),
            ("SELECT COUNT(*) FROM research_sources", 1),
            ("SELECT COUNT(*) FROM research_statements", 1),
            ("SELECT COUNT(*) FROM research_sections", 1),
            ("SELECT COUNT(*) FROM research_versions", 2),
            ("SELECT COUNT(*) FROM research_schedules", 1),
        ] {
            assert_eq!(store::sql!(&mut conn, one(i64,), count).unwrap(), (rows,), "{count}");
        }
        let job = store::sql!(&mut conn, one(String, String), "SELECT name, payload FROM jobs").unwrap();
        assert_eq!((job.0.as_str(), read(&job.1)), ("research.do_step", json!({ "research_id": second, "number": 1 })));
    }
}
