//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use store::sql;
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, Request, Wanted};
use crate::object::State;
use crate::setting::Setting;

const INSERT_AGENT: &str = r#"INSERT INTO agents (id, user_id, definition, version, created_at, updated_at)
    VALUES ($1, $2, '{"name":"n"}', 1, 1, 1)"#;
const INSERT_TASK: &str = r#"INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds,
        input, output, label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at)
    VALUES ($1, 'agent', $2, $3, 't', 'paused', '', 60,
        '{"agent":"search","message":"m","model":"m","locale":null}',
        '{"agent":"search","pause":"approval","steps_max":5}', 'null', 0, 0, TRUE, 1, 1, 1, 1, 1)"#;
const INSERT_STEP: &str = r#"INSERT INTO agent_entries (task_id, number, body, created_at) VALUES ($1, 1,
    '{"kind":"step","calls":[{"id":"c","tool":"t","title":"t","source":null,"arguments":"{}","state":"waiting",
        "output":null}]}', 1)"#;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/agents/tasks"]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Unknown];
        matches!(parameter, "agent_task_id").then_some(states)
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        const OF_ITS_TASK: &str = "the model's own word for a call of this task";
        &[
            ("/api/agents/tasks/{agent_task_id}/answers", "call_id", OF_ITS_TASK),
            ("/api/agents/tasks/{agent_task_id}/answers", "question_id", OF_ITS_TASK),
            ("/api/agents/tasks/{agent_task_id}/decisions", "call_id", OF_ITS_TASK),
        ]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/agents") => {
                json!({ "id": request.new_id, "definition": { "name": "n" } })
            }
            ("put", "/api/agents/{agent_key}") => json!({ "name": "n" }),
            ("post", "/api/agents/tasks") => {
                json!({ "id": request.new_id, "agent": "search", "text": "t" })
            }
            ("post", "/api/agents/tasks/{agent_task_id}/messages") => {
                json!({ "id": request.new_id, "text": "t" })
            }
            ("post", "/api/agents/tasks/{agent_task_id}/decisions") => {
                json!({ "call_id": "c", "decision": "once" })
            }
            ("post", "/api/agents/tasks/{agent_task_id}/answers") => {
                json!({ "call_id": "c", "action": "decline" })
            }
            ("post", "/api/agents/tasks/{agent_task_id}/continue") => json!({}),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        let id = Uuid::new_v4();
        let owner = wanted.owner;
        let mut tx = setting.server.db().begin().await.unwrap();
        match wanted.name {
            "agent_key" => {
                sql!(&mut tx, execute, INSERT_AGENT, id, owner.user_id).unwrap();
            }
            "agent_task_id" => {
                let workspace_id = owner.workspace_id;
                sql!(&mut tx, execute, INSERT_TASK, id, owner.user_id, workspace_id).unwrap();
                sql!(&mut tx, execute, INSERT_STEP, id).unwrap();
            }
            _ => return None,
        }
        tx.commit().await.unwrap();
        Some(id.to_string())
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "agent_task_id" {
            return false;
        }
        owner.delete(&format!("/api/agents/tasks/{id}")).await.no_content();
        true
    }
}
