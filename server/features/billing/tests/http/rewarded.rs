//! Time granted for invitations, combined with purchases.

use entitlements::{PlanGrant, REWARD};
use kernel::{DAY, Timestamp};
use serde_json::json;
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{at, buy, pass_days, plan, plan_of, say, start, subscription};

/// Grants time as `rewards` does: after everything the person has.
async fn give(server: &TestServer, person: &TestPerson, reference: &str, days: i64) {
    let entitlements = &server.services.entitlements;
    let now = server.clock().now();
    let mut tx = server.db().begin().await.unwrap();
    let last_end = entitlements.last_end(&mut tx, person.workspace_id).await.unwrap();
    let starts_at = last_end.map_or(now, |end| end.max(now));
    let grant = PlanGrant {
        workspace_id: person.workspace_id,
        plan: "pro".to_owned(),
        source: REWARD.to_owned(),
        reference: reference.to_owned(),
        starts_at,
        ends_at: Some(starts_at.plus(days * DAY)),
    };
    entitlements.grant_plan(&mut tx, &grant, now).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns the end of everything a person has.
async fn end_of_all(server: &TestServer, person: &TestPerson) -> Timestamp {
    let mut conn = server.db().read().await.unwrap();
    let end = server.services.entitlements.last_end(&mut conn, person.workspace_id).await;
    end.unwrap().unwrap()
}

async fn period_end(person: &TestPerson) -> Timestamp {
    at(subscription(person).await["period_end"].as_str().unwrap())
}

for_each_store! {
    // spec §9: "Referral rewards: 7-day Pro for registration, 1-month Pro for a subscription, advanced queries +5."
    async fn an_inviter_who_renews_has_the_reward_when_the_subscription_ends(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        give(&server, &ana, "registration 1", 7).await;
        give(&server, &ana, "subscription 1", 30).await;
        for _ in 0..2 {
            pass_days(&server, 30).await;
            let ana = server.member("ana@example.com").await;
            pass_days(&server, 2).await;
            let bill = subscription(&ana).await["open_order"].clone();
            say(&server, &bill, "paid").await.ok();
            let end = period_end(&ana).await;
            assert_eq!(end_of_all(&server, &ana).await, end.plus(37 * DAY), "none of it is lost");
        }
    }

    async fn an_inviter_who_does_not_pay_has_it_after_the_days_of_grace(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("unlimited", "monthly")).await;
        give(&server, &ana, "registration 1", 7).await;
        pass_days(&server, 30).await;
        pass_days(&server, 7).await;
        assert_eq!(plan_of(&server, &ana).await, "pro", "the reward begins");
        pass_days(&server, 6).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass_days(&server, 1).await;
        assert_eq!(plan_of(&server, &ana).await, "free");
    }

    async fn a_reward_that_runs_goes_on_after_what_is_bought_meanwhile(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        give(&server, &ana, "registration 1", 7).await;
        pass_days(&server, 3).await;
        ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
        assert_eq!(end_of_all(&server, &ana).await, period_end(&ana).await.plus(4 * DAY));
        ana.post("/api/billing/trial/extension", json!({})).await.ok();
        assert_eq!(end_of_all(&server, &ana).await, period_end(&ana).await.plus(4 * DAY));
        buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!(end_of_all(&server, &ana).await, period_end(&ana).await.plus(4 * DAY));
        buy(&server, &ana, plan("unlimited", "yearly")).await;
        assert_eq!(end_of_all(&server, &ana).await, period_end(&ana).await.plus(4 * DAY));
    }

    async fn what_was_put_off_comes_at_once_when_the_plan_ends_early(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let paid = buy(&server, &ana, plan("unlimited", "yearly")).await;
        give(&server, &ana, "registration 1", 7).await;
        pass_days(&server, 5).await;
        say(&server, &paid, "refund").await.ok();
        assert_eq!(plan_of(&server, &ana).await, "pro");
        assert_eq!(end_of_all(&server, &ana).await, server.clock().now().plus(7 * DAY));
        // Also if a bill is cancelled.
        buy(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 30).await;
        let ana = server.member("ana@example.com").await;
        let cancel = json!({ "reason": "not_used" });
        ana.post("/api/billing/subscription/cancel", cancel).await.ok();
        assert_eq!(end_of_all(&server, &ana).await, server.clock().now().plus(7 * DAY));
    }
}
