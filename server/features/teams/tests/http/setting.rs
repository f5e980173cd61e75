//! Teams that are paid for, and people in them.

use api::Json;
use area::{Area, Routes};
use axum::routing::get;
use entitlements::{PlanGrant, Seats};
use identity::SignedIn;
use kernel::{DAY, Timestamp, WorkspaceId};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore};

pub async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![teams::area(services), which()]).await
}

/// Returns an area whose route shows the workspace of a session.
fn which() -> Area {
    let tell = |caller: SignedIn| async move { Json(json!({ "id": caller.workspace_id })) };
    Area::new("test").routes(Routes::new().route("/api/test/workspace", get(tell)))
}

pub fn id_of(team: &Value) -> WorkspaceId {
    serde_json::from_value(team["id"].clone()).unwrap()
}

/// Returns its address.
pub fn team_of(team: &Value) -> String {
    format!("/api/teams/{}", team["id"].as_str().unwrap())
}

/// Creates a team with so many seats, paid for 30 days.
pub async fn found(server: &TestServer, admin: &TestPerson, seats: i64) -> Value {
    let team = admin.post("/api/teams", json!({ "name": "The Lamps" })).await.created();
    pay(server, &team, seats).await;
    team
}

/// Does what `billing` does when a team's order is paid, for 30 days from now.
pub async fn pay(server: &TestServer, team: &Value, seats: i64) {
    pay_until(server, team, seats, server.clock().now().plus(30 * DAY)).await;
}

pub async fn pay_until(server: &TestServer, team: &Value, seats: i64, ends_at: Timestamp) {
    let now = server.clock().now();
    let entitlements = &server.services.entitlements;
    let grant = PlanGrant {
        workspace_id: id_of(team),
        plan: "team".to_owned(),
        source: "test".to_owned(),
        reference: now.to_string(),
        starts_at: now,
        ends_at: Some(ends_at),
    };
    let mut tx = server.db().begin().await.unwrap();
    assert!(entitlements.grant_plan(&mut tx, &grant, now).await.unwrap());
    let all = Seats { all: seats, open: seats };
    entitlements.set_seats(&mut tx, id_of(team), all, now).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns the plan of a team's workspace.
pub async fn plan(server: &TestServer, _person: &TestPerson, team: &Value) -> String {
    let mut conn = server.db().read().await.unwrap();
    let now = server.clock().now();
    let plan = server.services.entitlements.plan_of(&mut conn, id_of(team), now).await.unwrap();
    plan.id.clone()
}

pub fn code_of(invitation: &Value) -> String {
    let url = invitation["url"].as_str().unwrap();
    url.split_once("/team/invitation?c=").unwrap().1.to_owned()
}

/// Opens a team's link and gives its code.
pub async fn open_link(admin: &TestPerson, team: &Value) -> String {
    let path = format!("{}/invitation", team_of(team));
    code_of(&admin.patch(&path, json!({ "open": true })).await.ok())
}

pub async fn join(person: &TestPerson, code: &str) -> Answer {
    person.post(&format!("/api/teams/invitations/{code}/join"), json!({})).await
}

/// Makes a person ask to join, and accepts them.
pub async fn take_in(admin: &TestPerson, person: &TestPerson, team: &Value) {
    let code = open_link(admin, team).await;
    join(person, &code).await.ok();
    let path = format!("{}/members/{}/approve", team_of(team), person.user_id);
    admin.post(&path, json!({})).await.ok();
}

/// Switches a person's device to a team's workspace.
pub async fn enter(person: &TestPerson, team: &Value) {
    let choice = json!({ "team_id": team["id"] });
    person.post("/api/teams/workspace", choice).await.no_content();
}

/// Runs the periodic work.
pub async fn sweep(server: &TestServer) {
    for upkeep in teams::area(&server.services).upkeep {
        (upkeep.run)(server.services.clone()).await.unwrap();
    }
    server.run_jobs().await;
}
