//! A team of an object's owner, and people with every possible relation to it.

use entitlements::{PlanGrant, Seats};
use identity::{NewMember, TeamRole};
use kernel::{DAY, UserId, WorkspaceId};
use serde_json::json;
use testing::{TestPerson, TestServer};

/// Callers related to a team: members, an invited person, and a former member.
pub const CALLERS: [&str; 4] = ["team_admin", "team_member", "pending", "removed"];

/// Its admins, a member, and one more.
pub const SEATS: i64 = 3;

/// Source of the team's plan.
const SOURCE: &str = "test";

/// A team that is paid for.
pub struct Team {
    pub id: WorkspaceId,
}

impl Team {
    /// Returns a team of `founder`'s, and `founder` working in it.
    pub async fn found(server: &TestServer, founder: TestPerson) -> (Self, TestPerson) {
        let made = founder.post("/api/teams", json!({ "name": "n" })).await.created();
        let id: WorkspaceId = serde_json::from_value(made["id"].clone()).unwrap();
        let now = server.clock().now();
        let grant = PlanGrant {
            workspace_id: id,
            plan: "team".to_owned(),
            source: SOURCE.to_owned(),
            reference: SOURCE.to_owned(),
            starts_at: now.plus(-DAY),
            ends_at: None,
        };
        let entitlements = &server.services.entitlements;
        let mut tx = server.db().begin().await.unwrap();
        assert!(entitlements.grant_plan(&mut tx, &grant, now).await.unwrap());
        let seats = Seats { all: SEATS, open: SEATS };
        entitlements.set_seats(&mut tx, id, seats, now).await.unwrap();
        tx.commit().await.unwrap();
        let team = Self { id };
        team.enter(server, founder.user_id).await;
        (team, TestPerson { workspace_id: id, ..founder })
    }

    /// Gives `person` the relation `kind` to the team. Members work in it.
    pub async fn take(&self, server: &TestServer, person: TestPerson, kind: &str) -> TestPerson {
        let role = if kind == "team_admin" { TeamRole::Admin } else { TeamRole::Member };
        let user_id = person.user_id;
        let is_confirmed = kind != "pending";
        let new = NewMember { workspace_id: self.id, user_id, role, is_confirmed };
        let identity = &server.services.identity;
        let mut tx = server.db().begin().await.unwrap();
        assert!(identity.add_member(&mut tx, new).await.unwrap());
        tx.commit().await.unwrap();
        if !is_confirmed {
            return person;
        }
        self.enter(server, user_id).await;
        if kind != "removed" {
            return TestPerson { workspace_id: self.id, ..person };
        }
        let mut tx = server.db().begin().await.unwrap();
        assert!(identity.remove_member(&mut tx, self.id, user_id).await.unwrap());
        tx.commit().await.unwrap();
        // Their sessions in it ended, so they sign in again.
        server.member(&person.email).await
    }

    /// Ends the team's plan.
    pub async fn lock(&self, server: &TestServer) {
        let now = server.clock().now();
        let mut tx = server.db().begin().await.unwrap();
        let entitlements = &server.services.entitlements;
        entitlements.end_plans(&mut tx, self.id, SOURCE, now).await.unwrap();
        assert!(entitlements.plan_of(&mut tx, self.id, now).await.unwrap().is_locked());
        tx.commit().await.unwrap();
    }

    async fn enter(&self, server: &TestServer, user_id: UserId) {
        let identity = &server.services.identity;
        let mut tx = server.db().begin().await.unwrap();
        for session in identity.list_sessions(&mut tx, user_id).await.unwrap() {
            assert!(identity.switch_session(&mut tx, user_id, session.id, self.id).await.unwrap());
        }
        tx.commit().await.unwrap();
    }
}
