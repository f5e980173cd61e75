//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, Request, Wanted};
use crate::object::State;
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/writing/humanizations"]
    }

    fn read_by_posting(&self) -> &[&'static str] {
        &["/api/writing/humanizations/price"]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Unknown];
        (parameter == "humanization_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/writing/humanizations") => {
                json!({ "text": "It is late.", "tone": "plain" })
            }
            ("post", "/api/writing/humanizations/price") => json!({ "text": "It is late." }),
            ("post", "/api/writing/grammar") => json!({ "text": "It it is late." }),
            _ => return None,
        };
        Some(json.into())
    }

    /// Makes a text that was rewritten: there is no model here that could.
    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "humanization_id" {
            return None;
        }
        let id = Uuid::new_v4();
        let (user_id, workspace_id) = (wanted.owner.user_id, wanted.owner.workspace_id);
        let insert = r#"INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, run_id, input,
                 output, label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at)
             VALUES ($1, 'humanization', $2, $3, 't', 'succeeded', '', 1, $1,
                 '{"tone":"plain","text":"t","words":1,"model_name":"m"}', '{"written":"t"}',
                 '{"tone":"plain","interrupted":false}', 0, 0, TRUE, 1, 1, 1, 1, 1)"#;
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, insert, id, user_id, workspace_id).unwrap();
        tx.commit().await.unwrap();
        Some(id.to_string())
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "humanization_id" {
            return false;
        }
        owner.delete(&format!("/api/writing/humanizations/{id}")).await.no_content();
        true
    }
}
