//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Filled, Fixtures, Request, Wanted, made};
use crate::object::State;
use crate::setting::Setting;

const INSERT_RUN: &str =
    "INSERT INTO schedule_runs (id, schedule_id, due_at, by_hand, missed, state, attempts, charged,
         result, created_at, ended_at)
     VALUES ($1, $2, 1, FALSE, 0, 'succeeded', 1, 0, 't', 1, 1)";
const CHANGES: &str = "/api/schedules/{schedule_id}/runs/{schedule_run_id}/changes";

pub struct Permissions;

fn wish() -> Value {
    json!({
        "title": "t",
        "kind": "prompt",
        "input": { "text": "t" },
        "times": { "start": "2027-01-01T08:00", "zone": "UTC", "rule": "FREQ=DAILY" },
        "missed": "skip",
        "only_changes": false,
        "by_mail": false,
        "by_push": false,
        "run_cap": null,
        "month_cap": null,
    })
}

fn new_schedule(id: impl serde::Serialize) -> Value {
    let mut new = wish();
    new["id"] = json!(id);
    new
}

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/schedules"]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Locked, State::Unknown];
        (parameter == "schedule_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/schedules") => new_schedule(request.new_id),
            ("post", "/api/schedules/preview") => json!({ "words": "daily", "zone": "UTC" }),
            ("put", "/api/schedules/{schedule_id}") => wish(),
            ("put", "/api/schedules/{schedule_id}/pause") => json!({ "paused": true }),
            ("post", "/api/schedules/{schedule_id}/runs") => json!({ "id": request.new_id }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "schedule_id" => {
                let new = new_schedule(Uuid::now_v7());
                Some(made(wanted.owner, "/api/schedules", new).await)
            }
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "schedule_id" {
            return false;
        }
        owner.delete(&format!("/api/schedules/{id}")).await.no_content();
        true
    }

    async fn fill(&self, setting: &Setting, filled: &Filled<'_>) {
        if filled.operation == ("get", CHANGES) {
            let id: Uuid = filled.id.parse().expect("ids are UUIDs");
            let mut tx = setting.server.db().begin().await.expect("the database is open");
            let inserted = store::sql!(&mut tx, execute, INSERT_RUN, filled.part, id);
            inserted.expect("the run is new");
            tx.commit().await.expect("the run is kept");
        }
    }
}
