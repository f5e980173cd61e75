//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Operation, Reason, Request, Wanted, body, made};
use crate::object::State;
use crate::setting::Setting;

pub struct Permissions;

fn definition() -> Value {
    json!({ "name": "n", "prompt": "p" })
}

fn new(id: impl serde::Serialize) -> Value {
    json!({ "id": id, "definition": definition() })
}

fn app(artifact_id: &str) -> Value {
    json!({ "name": "n", "kind": "mini_app", "artifact_id": artifact_id })
}

/// Makes a PowerUP that others have as `state` says: the operator approves it.
async fn powerup(setting: &Setting, owner: &TestPerson, state: State) -> String {
    let id = made(owner, "/api/powerups", new(Uuid::now_v7())).await;
    let scope = match state {
        State::Link => "link",
        State::Public => "public",
        _ => return id,
    };
    let path = format!("/api/powerups/{id}/sharing");
    let sharing = owner.put(&path, json!({ "scope": scope })).await.ok();
    if sharing["state"] == "auditing" {
        let operator = setting.server.operator().await;
        let approved = json!({ "outcome": "approved", "version": 1 });
        operator.patch(&format!("/api/powerups/reviews/{id}"), approved).await.no_content();
    }
    id
}

/// Makes a result as a run would leave it.
async fn result(setting: &Setting, owner: &TestPerson) -> String {
    let id = Uuid::now_v7();
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO powerup_results (run_id, user_id, powerup_id, name, icon, title, model_name, finished, answer, created_at)
         VALUES ($1, $2, $1, 'n', '', '', 'm', TRUE, 'a', 0)",
        id,
        owner.user_id
    )
    .unwrap();
    tx.commit().await.unwrap();
    id.to_string()
}

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/powerups/public/"]
    }

    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/powerups/price", "/api/powerups/tries"]
    }

    fn open_to_others(&self) -> &[Operation] {
        &[
            ("get", "/api/powerups/{powerup_id}"),
            ("get", "/api/powerups/public/{powerup_id}"),
            ("put", "/api/powerups/{powerup_id}/favorite"),
            ("post", "/api/powerups/{powerup_id}/copies"),
            ("post", "/api/powerups/{powerup_id}/runs"),
        ]
    }

    fn alike(&self) -> &[Reason] {
        &[("/api/powerups/reviews/", "only the operator may")]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Link, State::Public, State::Deleted, State::Unknown];
        (parameter == "powerup_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/powerups") => new(request.new_id),
            ("post", "/api/powerups/tries") => {
                json!({ "definition": definition(), "input": { "text": "t" } })
            }
            ("put", "/api/powerups/{powerup_id}") => definition(),
            ("put", "/api/powerups/{powerup_id}/sharing") => json!({ "scope": "private" }),
            ("put", "/api/powerups/{powerup_id}/favorite") => json!({ "favorited": true }),
            ("post", "/api/powerups/{powerup_id}/copies") => json!({ "id": request.new_id }),
            ("post", "/api/powerups/{powerup_id}/runs") => json!({ "text": "t" }),
            ("patch", "/api/powerups/reviews/{powerup_id}") => {
                json!({ "outcome": "approved", "version": 1 })
            }
            ("post", "/api/powerups/reviews/{powerup_id}/removal") => json!({ "reason": "spam" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "powerup_id" => Some(powerup(setting, wanted.owner, wanted.state).await),
            "result_id" => Some(result(setting, wanted.owner).await),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "powerup_id" {
            return false;
        }
        owner.delete(&format!("/api/powerups/{id}")).await.no_content();
        true
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[("/api/powerups/results", "powerup_id", "narrows down the caller's own results")]
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        match kind {
            "powerup_id" => Some(format!("/api/powerups/{id}")),
            "artifact_id" => Some(format!("/api/artifacts/{id}")),
            _ => None,
        }
    }

    /// The artifact of a mini app must be its author's.
    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/powerups",
                name: "definition.artifact_id",
                kind: "artifact_id",
                send: |id| body(json!({ "id": Uuid::now_v7(), "definition": app(id) })),
                status: 422,
            },
            IdField {
                method: "put",
                path: "/api/powerups/{powerup_id}",
                name: "artifact_id",
                kind: "artifact_id",
                send: |id| body(app(id)),
                status: 422,
            },
            IdField {
                method: "post",
                path: "/api/powerups/tries",
                name: "definition.artifact_id",
                kind: "artifact_id",
                send: |id| body(json!({ "definition": app(id), "input": {} })),
                status: 409,
            },
        ]
    }
}
