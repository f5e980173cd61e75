//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Request, Sent, Wanted, body};
use crate::object::State;
use crate::setting::Setting;

/// A request that is refused for its model alone: no provider is there.
fn video(id: Uuid) -> Value {
    json!({ "id": id, "work": { "model": "no/model", "prompt": "Waves" } })
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/videos", "/api/videos/tasks"]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/videos/tasks") => video(request.new_id),
            ("patch", "/api/videos/{video_id}") => json!({ "starred": true }),
            _ => return None,
        };
        Some(json.into())
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Unknown];
        (parameter == "video_id").then_some(states)
    }

    // No provider of videos is there: what one would have made comes from an archive, and its task is a row.
    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        let id = Uuid::now_v7();
        match wanted.name {
            "video_id" => {
                let line = json!({
                    "id": id, "file_id": Uuid::now_v7(), "work": { "model": "no/model", "prompt": "Waves" },
                    "seed": null, "seconds": 5, "media_type": "video/mp4", "size_bytes": 9, "cost": 0,
                    "starred": false, "created_at": "2026-11-20T12:00:00.000000Z",
                });
                setting.server.restore(wanted.owner, "videos", &line).await;
            }
            "video_task_id" => add_task(setting, wanted.owner, id).await,
            _ => return None,
        }
        Some(id.to_string())
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "video_id").then(|| format!("/api/videos/{id}"))
    }

    fn id_fields(&self) -> Vec<IdField> {
        let field = |name, kind, send, status| IdField {
            method: "post",
            path: "/api/videos/tasks",
            name,
            kind,
            send,
            status,
        };
        // A model that nobody has is missed before its frames are read.
        vec![
            field("work.parent_id", "video_id", |id| with(json!({ "parent_id": id })), 404),
            field(
                "work.first_frame_file_id",
                "file_id",
                |id| with(json!({ "first_frame_file_id": id })),
                422,
            ),
            field(
                "work.last_frame_file_id",
                "file_id",
                |id| with(json!({ "last_frame_file_id": id })),
                422,
            ),
            field(
                "work.reference_file_ids",
                "file_id",
                |id| with(json!({ "reference_file_ids": [id] })),
                422,
            ),
        ]
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "video_id" {
            return false;
        }
        owner.delete(&format!("/api/videos/{id}")).await.no_content();
        true
    }
}

async fn add_task(setting: &Setting, owner: &TestPerson, id: Uuid) {
    let work = video(id)["work"].to_string();
    let now = setting.server.clock().now();
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, input, output,
             label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at, ended_at)
         VALUES ($1, 'video', $2, $3, 'Waves', 'failed', '', 120, $4, '{}', 'null', 0, 0, FALSE, 1, 1, $5, $5, $5, $5)",
        id,
        owner.user_id,
        owner.workspace_id,
        work,
        now
    )
    .unwrap();
    tx.commit().await.unwrap();
}

fn with(changes: Value) -> Sent {
    let mut task = video(Uuid::new_v4());
    for (name, value) in changes.as_object().unwrap() {
        task["work"][name] = value.clone();
    }
    body(task)
}
