//! Chats are in the workspace that they were made in, and a team's go with it.

use entitlements::{PlanGrant, Seats};
use kernel::{DAY, Payer, WorkspaceId};
use ledger::Meter;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{ECHO, Setting, conversation_path, converse, new_conversation};

const LIST: &str = "/api/chat/conversations";

/// Creates a paid team.
pub async fn team_of(server: &TestServer, person: &TestPerson) -> WorkspaceId {
    let services = &server.services;
    let now = server.clock().now();
    let id = WorkspaceId::new(now);
    let grant = PlanGrant {
        workspace_id: id,
        plan: "team".to_owned(),
        source: "test".to_owned(),
        reference: "first".to_owned(),
        starts_at: now,
        ends_at: Some(now.plus(20 * DAY)),
    };
    let mut tx = server.db().begin().await.unwrap();
    services.identity.create_team(&mut tx, id, person.user_id, "The Lamps").await.unwrap();
    services.entitlements.grant_plan(&mut tx, &grant, now).await.unwrap();
    let two = Seats { all: 2, open: 2 };
    services.entitlements.set_seats(&mut tx, id, two, now).await.unwrap();
    tx.commit().await.unwrap();
    id
}

pub async fn work_in(server: &TestServer, person: &TestPerson, id: WorkspaceId) {
    let identity = &server.services.identity;
    let mut tx = server.db().begin().await.unwrap();
    for session in identity.list_sessions(&mut tx, person.user_id).await.unwrap() {
        assert!(identity.switch_session(&mut tx, person.user_id, session.id, id).await.unwrap());
    }
    tx.commit().await.unwrap();
}

async fn titles(person: &TestPerson, path: &str) -> Vec<Value> {
    let page = person.get(path).await.ok();
    page["items"].as_array().unwrap().iter().map(|item| item["title"].clone()).collect()
}

for_each_store! {
    async fn chats_are_listed_found_and_charged_where_they_were_made(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (mine, ours) = (new_conversation(), new_conversation());
        converse(&ana, mine, "Tea", ECHO, None).await;
        let team = team_of(&setting.server, &ana).await;
        work_in(&setting.server, &ana, team).await;
        assert!(titles(&ana, LIST).await.is_empty());
        converse(&ana, ours, "Coffee", ECHO, None).await;
        assert_eq!(titles(&ana, LIST).await, ["Coffee"]);
        assert!(titles(&ana, "/api/chat/search?q=Tea").await.is_empty());

        let mut conn = setting.server.db().read().await.unwrap();
        let payer = Payer { workspace_id: team, user_id: ana.user_id };
        let usage = setting.server.services.ledger.usage(&mut conn, &payer).await.unwrap();
        drop(conn);
        assert!(usage.iter().any(|meter| meter.meter != Meter::AdvancedCredit && meter.used > 0));

        ana.delete(&conversation_path(ours)).await.assert_status(204);
        assert_eq!(titles(&ana, "/api/chat/trash").await, ["Coffee"]);
        work_in(&setting.server, &ana, ana.workspace_id).await;
        assert_eq!(titles(&ana, LIST).await, ["Tea"]);
        assert!(titles(&ana, "/api/chat/trash").await.is_empty());
        ana.delete("/api/chat/trash").await;
        work_in(&setting.server, &ana, team).await;
        assert_eq!(titles(&ana, "/api/chat/trash").await, ["Coffee"], "another one was emptied");
    }

    async fn who_is_no_longer_in_the_team_does_not_get_at_its_chats(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let team = team_of(&setting.server, &ana).await;
        work_in(&setting.server, &ana, team).await;
        let ours = new_conversation();
        converse(&ana, ours, "Coffee", ECHO, None).await;
        let identity = &setting.server.services.identity;
        let mut tx = setting.server.db().begin().await.unwrap();
        identity.leave_for_own(&mut tx, team, ana.user_id).await.unwrap();
        assert!(identity.remove_member(&mut tx, team, ana.user_id).await.unwrap());
        tx.commit().await.unwrap();
        ana.get(&conversation_path(ours)).await.assert_status(404);
        let renamed = ana.patch(&conversation_path(ours), json!({ "title": "Mine" })).await;
        renamed.assert_status(404);
    }

    async fn with_a_team_its_chats_go(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let mine = new_conversation();
        converse(&ana, mine, "Tea", ECHO, None).await;
        let team = team_of(&setting.server, &ana).await;
        work_in(&setting.server, &ana, team).await;
        converse(&ana, new_conversation(), "Coffee", ECHO, None).await;
        let mut tx = setting.server.db().begin().await.unwrap();
        setting.server.services.identity.delete_team(&mut tx, team).await.unwrap();
        tx.commit().await.unwrap();
        let ana = setting.ana().await;
        assert_eq!(titles(&ana, LIST).await, ["Tea"]);
        let mut conn = setting.server.db().read().await.unwrap();
        let left = "SELECT (SELECT COUNT(*) FROM conversations), (SELECT COUNT(*) FROM runs)";
        let left: (i64, i64) = store::sql!(&mut conn, one(i64, i64), left).unwrap();
        assert_eq!(left, (1, 1));
    }
}
