//! Suspended users cannot cancel, so nothing more is billed to them.

use identity::TeamRole;
use serde_json::{Value, json};
use testing::{TestServer, for_each_store};

use crate::seats::{seats, take_in, with_team, work_in};
use crate::setting::{
    buy, mails_to, order, pass_days, plan, plan_of, quote, say, start, subscription, use_credits,
};

async fn orders_of(server: &TestServer, state: &str) -> Vec<Value> {
    let path = format!("/api/billing/all-orders?state={state}");
    server.operator().await.get(&path).await.ok()["items"].as_array().unwrap().clone()
}

for_each_store! {
    async fn what_somebody_suspended_has_ends_with_what_they_paid(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let upgrade = order(&server, &ana, plan("unlimited", "monthly")).await;
        server.set_suspended(&ana, true).await;

        pass_days(&server, 29).await;
        assert_eq!(plan_of(&server, &ana).await, "pro", "it goes on being theirs");
        pass_days(&server, 1).await;
        assert_eq!(plan_of(&server, &ana).await, "free", "no days of grace");
        assert!(orders_of(&server, "open").await.is_empty(), "no bill, and the upgrade is closed");
        assert!(mails_to(&server, "ana@example.com").await.is_empty());
        say(&server, &upgrade, "paid").await.assert_problem(409, "billing.order_closed");

        server.set_suspended(&ana, false).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(subscription(&ana).await["phase"], "ended");
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["kind"], "subscribe");
        buy(&server, &ana, plan("pro", "monthly")).await;
        server.set_suspended(&ana, true).await;
        server.set_suspended(&ana, false).await;
        pass_days(&server, 31).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(subscription(&ana).await["phase"], "past_due", "readmitted in time, as before");
    }

    async fn a_team_is_billed_while_one_of_its_admins_is_there(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 2)).await;
        let ben = server.member("ben@example.com").await;
        take_in(&server, &team, &ben).await;
        let mut tx = server.db().begin().await.unwrap();
        let (id, identity) = (team.workspace_id, &server.services.identity);
        assert!(identity.set_team_role(&mut tx, id, ben.user_id, TeamRole::Admin).await.unwrap());
        tx.commit().await.unwrap();
        server.set_suspended(&ana, true).await;

        pass_days(&server, 24).await;
        pass_days(&server, 6).await;
        let bills = orders_of(&server, "open").await;
        assert_eq!(bills.len(), 1);
        assert_eq!(mails_to(&server, "ben@example.com").await.len(), 2, "a reminder, and the bill");
        assert!(mails_to(&server, "ana@example.com").await.is_empty());
        say(&server, &bills[0], "paid").await.ok();

        let ben = server.member("ben@example.com").await;
        let ben = work_in(&server, &ben, team.workspace_id).await;
        server.set_suspended(&ben, true).await;
        pass_days(&server, 31).await;
        assert!(orders_of(&server, "open").await.is_empty(), "nobody is left who could cancel");
        assert_eq!(plan_of(&server, &team).await, "locked");
    }

    async fn nothing_is_ordered_by_itself_that_nobody_could_switch_off(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 1)).await;
        use_credits(&server, &team.payer(), 990).await;
        let deduction = json!({ "enabled": true, "amount": 490, "monthly_limit": 490 });
        team.put("/api/billing/auto-deduction", deduction.clone()).await.ok();
        server.set_suspended(&ana, true).await;
        server.run_jobs().await;
        assert!(orders_of(&server, "open").await.is_empty());

        server.set_suspended(&ana, false).await;
        let ana = server.member("ana@example.com").await;
        let team = work_in(&server, &ana, team.workspace_id).await;
        team.put("/api/billing/auto-deduction", deduction).await.ok();
        server.run_jobs().await;
        assert_eq!(orders_of(&server, "open").await.len(), 1);
    }
}
