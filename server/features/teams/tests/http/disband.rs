//! Locked, disbanded, undone: by the clock and by its admin.

use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestServer, for_each_store};

use crate::setting::{
    enter, found, id_of, join, open_link, pay, pay_until, start, sweep, take_in, team_of,
};

/// Returns the number of warnings sent that a team is deleted soon.
async fn warnings(server: &TestServer) -> usize {
    let mut conn = server.db().read().await.unwrap();
    let outbox = server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 100).await;
    let mails = outbox.unwrap().items;
    mails.iter().filter(|mail| mail.subject.contains("deleted soon")).count()
}

for_each_store! {
    // spec §4: "Team: active; expired and locked during a grace period (data kept), then disbanded with data deleted; resubscribed."
    // spec §6: "resubscribe"
    async fn an_unpaid_team_is_locked_then_disbanded_and_paying_again_saves_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = ana.post("/api/teams", json!({ "name": "The Lamps" })).await.created();
        let month_end = serde_json::from_value(json!("2027-01-31T12:00:00Z")).unwrap();
        pay_until(&server, &team, 3, month_end).await;
        take_in(&ana, &ben, &team).await;
        server.clock().advance(month_end.since(server.clock().now()) - 1);
        // A session is over sooner than the plan.
        let ana = server.member("ana@example.com").await;
        assert_eq!(ana.get(&team_of(&team)).await.ok()["state"], "active");
        server.clock().advance(1);
        sweep(&server).await;

        let ben = server.member("ben@example.com").await;
        let locked = ben.get(&team_of(&team)).await.ok();
        assert_eq!(locked["state"], "locked");
        assert_eq!(locked["disband_at"], "2027-03-02T12:00:00.000000Z", "30 days past a month's end");
        let carl = server.member("carl@example.com").await;
        let code = open_link(&ana, &team).await;
        join(&carl, &code).await.ok();
        let approve = format!("{}/members/{}/approve", team_of(&team), carl.user_id);
        ana.post(&approve, json!({})).await.assert_problem(403, "entitlements.team_locked");

        // Its admins are warned a week before, once.
        server.clock().advance(23 * DAY - 1);
        sweep(&server).await;
        assert_eq!(warnings(&server).await, 0);
        server.clock().advance(1);
        for _ in 0..2 {
            sweep(&server).await;
        }
        assert_eq!(warnings(&server).await, 1);
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("The Lamps") && mail.contains("March 2, 2027, "), "{mail}");

        server.clock().advance(7 * DAY - 1);
        sweep(&server).await;
        pay(&server, &team, 3).await;
        server.clock().advance(1);
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(ana.get(&team_of(&team)).await.ok()["state"], "active");

        server.clock().advance(60 * DAY);
        // Nobody was here for that long.
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        enter(&ben, &team).await;
        sweep(&server).await;
        ana.get(&team_of(&team)).await.assert_problem(404, "teams.not_found");
        let ended = ben.get("/api/teams").await.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "team_disbanded");
        let mut conn = server.db().read().await.unwrap();
        let seats = server.services.entitlements.seats_of(&mut conn, id_of(&team)).await.unwrap();
        assert_eq!(seats, None);
    }

    async fn a_team_that_was_never_paid_goes_after_30_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = ana.post("/api/teams", json!({ "name": "The Lamps" })).await.created();
        assert_eq!(team["disband_at"], "2026-12-20T12:00:00.000000Z");
        server.clock().advance(30 * DAY - 1);
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        ana.get(&team_of(&team)).await.ok();
        server.clock().advance(1);
        sweep(&server).await;
        ana.get(&team_of(&team)).await.assert_problem(404, "teams.not_found");
    }

    // spec §8: "Device auto-logged-out dialog (device limit, session expiry, team disbanded, member removed)."
    async fn a_team_that_is_disbanded_is_left_at_once_and_can_be_kept_for_7_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &team).await;
        enter(&ana, &team).await;
        enter(&ben, &team).await;
        let path = team_of(&team);

        let gone = ana.post(&format!("{path}/disband"), json!({})).await.ok();
        assert_eq!((&gone["state"], &gone["disband_at"]),
            (&json!("disbanding"), &json!("2026-11-27T12:00:00.000000Z")));
        let ended = ben.get("/api/teams").await.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "team_disbanded");
        let ben = server.member("ben@example.com").await;
        let shut = ben.post("/api/teams/workspace", json!({ "team_id": team["id"] })).await;
        shut.assert_problem(404, "teams.workspace_not_found");
        let not_his = ben.post(&format!("{path}/restore"), json!({})).await;
        not_his.assert_problem(403, "identity.team_admin_only");

        server.clock().advance(7 * DAY - 1);
        sweep(&server).await;
        let kept = ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!((&kept["state"], &kept["members"]), (&json!("active"), &json!(2)));
        enter(&ben, &team).await;
        let twice = ana.post(&format!("{path}/restore"), json!({})).await;
        twice.assert_problem(409, "teams.not_disbanding");

        ana.post(&format!("{path}/disband"), json!({})).await.ok();
        server.clock().advance(7 * DAY);
        sweep(&server).await;
        ana.get(&path).await.assert_problem(404, "teams.not_found");
        assert_eq!(ana.get("/api/teams").await.ok()["items"], json!([]));
    }

    async fn with_an_admins_account_the_team_gets_another_one_or_goes(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let shared = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &shared).await;
        server.clock().advance(1_000);
        let alone = found(&server, &ana, 1).await;

        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        let mut tx = server.db().begin().await.unwrap();
        server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();

        assert_eq!(ben.get(&team_of(&shared)).await.ok()["role"], "admin");
        let mut conn = server.db().read().await.unwrap();
        let seats = server.services.entitlements.seats_of(&mut conn, id_of(&alone)).await.unwrap();
        assert_eq!(seats, None);
        assert_eq!(ben.get(&team_of(&shared)).await.ok()["avatar"], Value::Null);
    }
}
