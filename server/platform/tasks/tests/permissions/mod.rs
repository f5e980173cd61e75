//! Permission fixtures of the operations on tasks of all kinds.

use async_trait::async_trait;
use kernel::Uuid;
use testing::TestPerson;

use crate::fixtures::{Fixtures, Wanted};
use crate::object::State;
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Locked, State::Unknown];
        (parameter == "task_id").then_some(states)
    }

    /// Makes a task that is over, so that it can be retried.
    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "task_id" {
            return None;
        }
        let id = Uuid::new_v4();
        let (user_id, workspace_id) = (wanted.owner.user_id, wanted.owner.workspace_id);
        let insert = r#"INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, input, output,
                 label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at)
             VALUES ($1, 'humanization', $2, $3, 't', 'succeeded', '', 1,
                 '{"tone":"plain","text":"t","words":1,"model_name":"m"}', '{"written":"t"}',
                 '{"tone":"plain","interrupted":false}', 0, 0, TRUE, 1, 1, 1, 1, 1)"#;
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, insert, id, user_id, workspace_id).unwrap();
        tx.commit().await.unwrap();
        Some(id.to_string())
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "task_id" {
            return false;
        }
        owner.delete(&format!("/api/tasks/{id}")).await.no_content();
        true
    }
}
