//! Teams buy seats, and have their credits ordered by themselves.

use identity::{NewMember, TeamRole};
use kernel::{DAY, Payer, WorkspaceId};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{
    buy, credits, mails_to, order, pass_days, plan, plan_of, quote, say, start, subscription, sweep,
};

/// Moves a person's browser to a team of theirs, created here.
pub async fn with_team(server: &TestServer, person: &TestPerson) -> TestPerson {
    let services = &server.services;
    let (identity, now) = (&services.identity, server.clock().now());
    let id = WorkspaceId::new(now);
    let mut tx = server.db().begin().await.unwrap();
    identity.create_team(&mut tx, id, person.user_id, "The Lamps").await.unwrap();
    let none = entitlements::Seats { all: 0, open: 0 };
    services.entitlements.set_seats(&mut tx, id, none, now).await.unwrap();
    tx.commit().await.unwrap();
    work_in(server, person, id).await
}

pub async fn work_in(server: &TestServer, person: &TestPerson, id: WorkspaceId) -> TestPerson {
    let identity = &server.services.identity;
    let mut tx = server.db().begin().await.unwrap();
    for session in identity.list_sessions(&mut tx, person.user_id).await.unwrap() {
        assert!(identity.switch_session(&mut tx, person.user_id, session.id, id).await.unwrap());
    }
    tx.commit().await.unwrap();
    TestPerson { workspace_id: id, ..person.clone() }
}

pub async fn take_in(server: &TestServer, team: &TestPerson, person: &TestPerson) -> TestPerson {
    let new = NewMember {
        workspace_id: team.workspace_id,
        user_id: person.user_id,
        role: TeamRole::Member,
        is_confirmed: true,
    };
    let mut tx = server.db().begin().await.unwrap();
    assert!(server.services.identity.add_member(&mut tx, new).await.unwrap());
    tx.commit().await.unwrap();
    work_in(server, person, team.workspace_id).await
}

pub fn seats(cycle: &str, seats: i64) -> Value {
    json!({ "plan": "team", "cycle": cycle, "seats": seats })
}

pub async fn seats_of(server: &TestServer, team: &TestPerson) -> (i64, i64) {
    let mut conn = server.db().read().await.unwrap();
    let seats = server.services.entitlements.seats_of(&mut conn, team.workspace_id).await;
    let seats = seats.unwrap().unwrap();
    (seats.all, seats.open)
}

for_each_store! {
    // spec §3: "Plans: monthly, yearly, team monthly, team yearly; also Pro, Pro+, Unlimited."
    // spec §6: "buy seats"
    async fn a_team_buys_seats_and_has_what_they_give_together(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let offer = ana.get("/api/billing/offer").await.ok();
        assert_eq!(offer["team_plans"][0]["prices"], json!({ "monthly": 2490, "yearly": 24900 }));
        let own = ana.post("/api/billing/quotes", seats("monthly", 3)).await;
        own.assert_problem(404, "billing.not_sold");
        let team = with_team(&server, &ana).await;
        assert_eq!(plan_of(&server, &team).await, "locked");
        let personal = team.post("/api/billing/quotes", plan("pro", "monthly")).await;
        personal.assert_problem(404, "billing.not_sold");
        let trial = team.post("/api/billing/trial", json!({ "cycle": "monthly" })).await;
        trial.assert_problem(404, "billing.not_sold");
        let packs = team.post("/api/billing/quotes", json!({ "pack": "small" })).await;
        packs.assert_problem(403, "entitlements.team_locked");

        let paid = buy(&server, &team, seats("monthly", 3)).await;
        assert_eq!((&paid["amount"], &paid["seats"]), (&json!(3 * 2490), &json!(3)));
        assert_eq!(plan_of(&server, &team).await, "team");
        assert_eq!(credits(&server, &team).await, 3_000);
        assert_eq!(seats_of(&server, &team).await, (3, 3));
        assert_eq!(plan_of(&server, &ana).await, "free", "the person's own stays their own");
        assert_eq!(subscription(&team).await["lower"], Value::Null);
    }

    async fn more_seats_count_at_once_and_fewer_at_the_end_of_the_period(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 2)).await;
        pass_days(&server, 10).await;
        let shown = quote(&team, seats("monthly", 4)).await;
        // 20 whole days of 30 are left of 49.80.
        assert_eq!((&shown["kind"], &shown["credit"]), (&json!("upgrade"), &json!(3320)));
        assert_eq!(shown["amount"], 4 * 2490 - 3320);
        buy(&server, &team, seats("monthly", 4)).await;
        assert_eq!(seats_of(&server, &team).await, (4, 4));

        let ben = server.member("ben@example.com").await;
        take_in(&server, &team, &ben).await;
        let fewer = |seats: i64| json!({
            "plan": "team", "cycle": "monthly", "seats": seats, "price": seats * 2490, "currency": "USD",
        });
        let path = "/api/billing/subscription/downgrade";
        let taken = team.post(path, fewer(1)).await.assert_problem(409, "billing.seats_taken");
        assert_eq!(taken["params"]["members"], "2");
        let is = team.post(path, fewer(2)).await.ok();
        assert_eq!((&is["terms"]["seats"], &is["next"]["seats"]), (&json!(4), &json!(2)));
        assert_eq!(seats_of(&server, &team).await, (4, 2), "those that go are not taken any more");
        team.post("/api/billing/subscription/resume", json!({})).await.ok();
        assert_eq!(seats_of(&server, &team).await, (4, 4));
        team.post(path, fewer(2)).await.ok();

        pass_days(&server, 30).await;
        // The session of then is over.
        let ana = server.member("ana@example.com").await;
        let team = work_in(&server, &ana, team.workspace_id).await;
        let is = subscription(&team).await;
        assert_eq!((&is["phase"], &is["open_order"]["seats"]), (&json!("past_due"), &json!(2)));
        say(&server, &is["open_order"], "paid").await.ok();
        assert_eq!(seats_of(&server, &team).await, (2, 2));
        for wrong in [0, 1_001] {
            let refused = team.post("/api/billing/quotes", seats("monthly", wrong)).await;
            refused.assert_problem(422, "billing.seats_out_of_range");
        }
    }

    async fn no_more_is_taken_of_a_team_than_an_open_order_gives(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 4)).await;
        // A year of fewer seats is more, so it would count at once.
        let year = order(&server, &team, seats("yearly", 2)).await;
        assert_eq!(seats_of(&server, &team).await, (4, 2));
        let path = format!("/api/billing/orders/{}/cancel", year["id"].as_str().unwrap());
        team.post(&path, json!({})).await.ok();
        assert_eq!(seats_of(&server, &team).await, (4, 4), "it is not wanted any more");
        order(&server, &team, seats("yearly", 2)).await;
        let other = order(&server, &team, seats("yearly", 3)).await;
        assert_eq!(seats_of(&server, &team).await, (4, 3), "in the place of the first one");
        say(&server, &other, "refused").await.ok();
        assert_eq!(seats_of(&server, &team).await, (4, 4));
        order(&server, &team, seats("yearly", 1)).await;
        pass_days(&server, 15).await;
        sweep(&server).await;
        assert_eq!(seats_of(&server, &team).await, (4, 4), "nobody paid it in time");

        pass_days(&server, 15).await;
        let ana = server.member("ana@example.com").await;
        let team = work_in(&server, &ana, team.workspace_id).await;
        assert_eq!(subscription(&team).await["open_order"]["seats"], 4);
        let fewer = order(&server, &team, seats("monthly", 2)).await;
        assert_eq!(seats_of(&server, &team).await, (4, 2), "the bill is of two");
        let ben = server.member("ben@example.com").await;
        take_in(&server, &team, &ben).await;
        let one = quote(&team, seats("monthly", 1)).await;
        let wanted = json!({
            "id": kernel::uuid_v7(server.clock().now()), "item": seats("monthly", 1),
            "amount": one["amount"], "currency": "USD",
        });
        let taken = team.post("/api/billing/orders", wanted).await;
        taken.assert_problem(409, "billing.seats_taken");
        say(&server, &fewer, "paid").await.ok();
        assert_eq!(seats_of(&server, &team).await, (2, 2));
    }

    // spec §6: "Team members have pages for members, usage, billing and settings but cannot renew; they are told to switch workspace or contact the admin."
    async fn a_member_sees_what_the_team_pays_and_buys_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 2)).await;
        let ben = server.member("ben@example.com").await;
        let ben = take_in(&server, &team, &ben).await;
        assert_eq!(subscription(&ben).await["phase"], "active");
        assert_eq!(ben.get("/api/billing/orders").await.ok()["items"].as_array().unwrap().len(), 1);
        let shown = quote(&ben, seats("monthly", 3)).await;
        let wanted = json!({
            "id": kernel::uuid_v7(server.clock().now()), "item": seats("monthly", 3),
            "amount": shown["amount"], "currency": "USD",
        });
        let cancel = json!({ "reason": "not_used" });
        let fewer = json!({
            "plan": "team", "cycle": "monthly", "seats": 2, "price": 4980, "currency": "USD",
        });
        let deduction = json!({ "enabled": true, "amount": 490, "monthly_limit": 490 });
        for answer in [
            ben.post("/api/billing/orders", wanted).await,
            ben.post("/api/billing/subscription/cancel", cancel).await,
            ben.post("/api/billing/subscription/downgrade", fewer).await,
            ben.put("/api/billing/auto-deduction", deduction).await,
        ] {
            let problem = answer.assert_problem(403, "identity.team_admin_only");
            assert_eq!(problem["message"], "Please switch workspace or contact the admin");
        }
        let pack = order(&server, &team, json!({ "pack": "small" })).await;
        let path = format!("/api/billing/orders/{}/cancel", pack["id"].as_str().unwrap());
        ben.post(&path, json!({})).await.assert_problem(403, "identity.team_admin_only");
        pass_days(&server, 24).await;
        let mails = mails_to(&server, "ana@example.com").await;
        assert_eq!(mails.len(), 1, "the admin is reminded: {mails:?}");
        assert!(mails_to(&server, "ben@example.com").await.is_empty());
    }

    // spec §5: "Auto deduction has a minimum deduction amount."
    // spec §6: "set auto deduction"
    // spec §3: "Team: name, avatar, plan, seat count, next billing date, invite link with expiry, auto deduction settings (single amount, monthly limit)."
    async fn credits_are_ordered_by_themselves_within_the_monthly_limit(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let path = "/api/billing/auto-deduction";
        let set = |amount: i64, limit: i64| {
            json!({ "enabled": true, "amount": amount, "monthly_limit": limit })
        };
        ana.put(path, set(490, 490)).await.assert_problem(409, "billing.not_a_team");
        let team = with_team(&server, &ana).await;
        buy(&server, &team, seats("monthly", 1)).await;
        let small = team.put(path, set(489, 5_000)).await;
        let small = small.assert_problem(422, "billing.deduction_too_small");
        assert_eq!(small["params"]["min"], "490");
        let wide = team.put(path, set(500, 499)).await;
        wide.assert_problem(422, "billing.deduction_above_limit");
        let is = team.put(path, set(980, 2_000)).await.ok();
        assert_eq!((&is["credits"], &is["least"]), (&json!(1_000), &json!(490)));

        server.run_jobs().await;
        let orders = |state: &'static str| {
            let team = team.clone();
            async move {
                let all = team.get("/api/billing/orders").await.ok();
                let all = all["items"].as_array().unwrap().clone();
                let of = |order: &Value| order["pack"] == "auto_deduction" && order["state"] == state;
                all.into_iter().filter(of).collect::<Vec<_>>()
            }
        };
        assert!(orders("open").await.is_empty(), "there are 1,000 left");
        // All but a few are used.
        let payer = Payer { workspace_id: team.workspace_id, user_id: ana.user_id };
        crate::setting::use_credits(&server, &payer, 950).await;
        for _ in 0..2 {
            team.put(path, set(980, 2_000)).await.ok();
            server.run_jobs().await;
        }
        let open = orders("open").await;
        assert_eq!(open.len(), 1, "one at a time");
        assert_eq!((&open[0]["amount"], &open[0]["credits"]), (&json!(980), &json!(1_000)));
        say(&server, &open[0], "paid").await.ok();
        assert_eq!(credits(&server, &team).await, 1_050);
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("bought 1000 credits") && mail.contains("9.80 USD"), "{mail}");

        for _ in 0..2 {
            crate::setting::use_credits(&server, &payer, 1_000).await;
            team.put(path, set(980, 2_000)).await.ok();
            server.run_jobs().await;
            for order in orders("open").await {
                say(&server, &order, "paid").await.ok();
            }
        }
        assert_eq!(orders("paid").await.len(), 2, "a third one would be beyond the month's limit");
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("limit of 20.00 USD for this month"), "{mail}");
        server.clock().advance(11 * DAY);
        team.put(path, set(980, 2_000)).await.ok();
        server.run_jobs().await;
        let open = orders("open").await;
        assert_eq!(open.len(), 1, "another month");
        say(&server, &open[0], "refused").await.ok();
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("the payment didn't go through"), "{mail}");
        server.clock().advance(1);
        team.put(path, set(980, 2_000)).await.ok();
        server.run_jobs().await;
        assert_eq!(orders("open").await.len(), 1, "who sets it anew has it tried anew");
    }
}
