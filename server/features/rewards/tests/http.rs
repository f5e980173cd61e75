//! Invitations, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use entitlements::{Meter, PlanGrant};
use kernel::{DAY, HOUR, RunId};
use ledger::{Charge, Reservation};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![rewards::area(services)]).await
}

async fn code_of(person: &TestPerson) -> String {
    let rewards = person.get("/api/rewards").await.ok();
    rewards["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn claim(person: &TestPerson, code: &str) -> testing::Answer {
    person.post("/api/rewards/claims", json!({ "code": code })).await
}

async fn friends(person: &TestPerson) -> Value {
    person.get("/api/rewards").await.ok()["friends"].clone()
}

/// Returns the balance of a meter.
async fn left(server: &TestServer, person: &TestPerson, meter: Meter) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
    let found = usage.iter().find(|usage| usage.meter == meter);
    found.map_or(0, |usage| usage.left.unwrap())
}

async fn plan_of(server: &TestServer, person: &TestPerson) -> String {
    let mut conn = server.db().read().await.unwrap();
    let now = server.clock().now();
    let plan = server.services.entitlements.plan_of(&mut conn, person.workspace_id, now).await;
    plan.unwrap().id.clone()
}

/// Does what billing does when somebody pays for a month.
async fn buy(server: &TestServer, person: &TestPerson, reference: &str) {
    let now = server.clock().now();
    let grant = PlanGrant {
        workspace_id: person.workspace_id,
        plan: "pro".to_owned(),
        source: "subscription".to_owned(),
        reference: reference.to_owned(),
        starts_at: now,
        ends_at: Some(now.plus(30 * DAY)),
    };
    let mut tx = server.db().begin().await.unwrap();
    server.services.entitlements.grant_plan(&mut tx, &grant, now).await.unwrap();
    tx.commit().await.unwrap();
}

/// Gives a person an answer.
async fn answer(server: &TestServer, person: &TestPerson) {
    let run_id = RunId::new(server.clock().now());
    let wanted = Reservation {
        run_id,
        payer: &person.payer(),
        charge: Charge { meter: Some(Meter::StandardQuery), amount: 1 },
        plan: None,
        budget: None,
        feature: "chat",
        detail: "",
    };
    let ledger = &server.services.ledger;
    let mut tx = server.db().begin().await.unwrap();
    ledger.reserve(&mut tx, &wanted).await.unwrap();
    ledger.settle(&mut tx, run_id, 1).await.unwrap();
    tx.commit().await.unwrap();
}

/// Claims an invitation for a person who then asks something.
async fn claim_and_ask(server: &TestServer, person: &TestPerson, code: &str) {
    claim(person, code).await.assert_status(204);
    answer(server, person).await;
}

/// Runs the periodic work.
async fn look(server: &TestServer) {
    for upkeep in rewards::area(&server.services).upkeep {
        (upkeep.run)(server.services.clone()).await.unwrap();
    }
}

async fn pass(server: &TestServer, time: i64) {
    server.clock().advance(time);
    look(server).await;
}

for_each_store! {
    // spec §9: "Invite reward 2500 free queries."
    // spec §9: "Referral rewards: 7-day Pro for registration, 1-month Pro for a subscription, advanced queries +5."
    // spec §3: "Invite record: friend with registration time."
    async fn a_friend_who_registers_is_worth_queries_and_seven_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        assert_eq!(code, code_of(&ana).await, "a code stays");
        let ben = server.member("ben@example.com").await;
        claim(&ben, &code).await.assert_status(204);
        claim_and_ask(&server, &ben, &code).await;
        let seen = friends(&ana).await;
        assert_eq!(seen.as_array().unwrap().len(), 1);
        assert_eq!((&seen[0]["registration"], &seen[0]["subscription"]), (&json!("pending"), &json!("none")));
        assert!(seen[0]["registered_at"].is_string());

        pass(&server, DAY - HOUR).await;
        assert_eq!(friends(&ana).await[0]["registration"], "pending");
        pass(&server, HOUR).await;
        assert_eq!(friends(&ana).await[0]["registration"], "approved");
        assert_eq!(plan_of(&server, &ana).await, "pro");
        let queries = left(&server, &ana, Meter::StandardQuery).await;
        let advanced = left(&server, &ben, Meter::AdvancedQuery).await;
        assert!(queries > 2_500 && advanced == 5, "{queries} {advanced}");
        // Running again grants nothing more.
        pass(&server, HOUR).await;
        assert_eq!(left(&server, &ana, Meter::StandardQuery).await, queries);
        pass(&server, 7 * DAY).await;
        assert_eq!(plan_of(&server, &ana).await, "free");
        assert!(left(&server, &ana, Meter::StandardQuery).await >= 2_500, "queries stay");
    }

    // attacks.md, 10
    async fn a_friend_counts_who_has_used_something_within_thirty_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        let ben = server.member("ben@example.com").await;
        let cai = server.member("cai@example.com").await;
        for friend in [&ben, &cai] {
            claim(friend, &code).await.assert_status(204);
        }
        let states = async || {
            let ana = server.member("ana@example.com").await;
            let friends = friends(&ana).await;
            let states = friends.as_array().unwrap().iter().map(|it| it["registration"].clone());
            let mut states: Vec<String> = states.map(|it| it.as_str().unwrap().to_owned()).collect();
            states.sort_unstable();
            states
        };
        pass(&server, 10 * DAY).await;
        assert_eq!(states().await, ["pending", "pending"]);
        answer(&server, &ben).await;
        pass(&server, HOUR).await;
        assert_eq!(states().await, ["approved", "pending"]);
        pass(&server, 20 * DAY).await;
        assert_eq!(states().await, ["approved", "refused"]);
        // What comes too late changes nothing.
        answer(&server, &cai).await;
        pass(&server, HOUR).await;
        assert_eq!(states().await, ["approved", "refused"]);
        assert_eq!(left(&server, &cai, Meter::AdvancedQuery).await, 0);
    }

    // attacks.md, 10
    async fn one_mailbox_with_many_spellings_is_one_friend(store) {
        let server = start(store).await;
        let ana = server.member("ana@gmail.com").await;
        let ben = server.member("ben@example.com").await;
        let (of_ana, of_ben) = (code_of(&ana).await, code_of(&ben).await);
        for (email, code) in [
            ("bob+1@example.com", &of_ana),
            ("bob+2@example.com", &of_ana),
            ("BOB@example.com", &of_ben),
            ("a.n.a+friend@googlemail.com", &of_ana),
            ("b.o.b@example.com", &of_ben),
        ] {
            server.clock().advance(HOUR);
            claim_and_ask(&server, &server.member(email).await, code).await;
        }

        pass(&server, 2 * DAY).await;

        let states = async |person| {
            let friends = friends(person).await;
            let states = friends.as_array().unwrap().iter().rev();
            states.map(|it| it["registration"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(states(&ana).await, ["approved", "refused", "refused"]);
        assert_eq!(states(&ben).await, ["refused", "approved"]);
    }

    async fn an_address_brings_three_friends_and_a_network_ten(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        let bring = async |number: u8, address: String| {
            server.clock().advance(HOUR);
            let mut friend = server.member(&format!("friend{number}@example.com")).await;
            friend.client = friend.client.at(&address);
            claim_and_ask(&server, &friend, &code).await;
        };
        for number in 0..4 {
            bring(number, "203.0.113.1".to_owned()).await;
        }
        for number in 4..12 {
            bring(number, format!("203.0.113.{number}")).await;
        }
        bring(12, "203.0.114.1".to_owned()).await;

        pass(&server, 3 * DAY).await;

        let friends = friends(&ana).await;
        let refused: Vec<usize> = (0..13)
            .filter(|number| friends[12 - number]["registration"] == "refused")
            .collect();
        assert_eq!(refused, [3, 11]);
    }

    async fn many_who_look_at_once_give_it_once(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        let ben = server.member("ben@example.com").await;
        let claims = (0..8).map(|_| claim(&ben, &code));
        for claimed in futures::future::join_all(claims).await {
            claimed.assert_status(204);
        }
        answer(&server, &ben).await;
        server.clock().advance(DAY);
        futures::future::join_all((0..8).map(|_| look(&server))).await;
        assert_eq!(friends(&ana).await.as_array().unwrap().len(), 1);
        assert_eq!(left(&server, &ben, Meter::AdvancedQuery).await, 5);
        let mut conn = server.db().read().await.unwrap();
        let end = server.services.entitlements.last_end(&mut conn, ana.workspace_id).await.unwrap();
        assert_eq!(end, Some(server.clock().now().plus(7 * DAY)));
    }

    async fn a_friend_who_keeps_a_subscription_is_worth_a_month(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        claim_and_ask(&server, &ben, &code_of(&ana).await).await;
        // A trial is no subscription.
        buy(&server, &ben, "trial 1").await;
        pass(&server, 15 * DAY).await;
        assert_eq!(friends(&ana).await[0]["subscription"], "none");
        pass(&server, 20 * DAY).await;
        // Reading keeps her signed in.
        friends(&ana).await;
        // Bought, and refunded.
        buy(&server, &ben, "order-1").await;
        let mut tx = server.db().begin().await.unwrap();
        let later = server.clock().now().plus(2 * DAY);
        let entitlements = &server.services.entitlements;
        entitlements.end_plans(&mut tx, ben.workspace_id, "subscription", later).await.unwrap();
        tx.commit().await.unwrap();
        pass(&server, 20 * DAY).await;
        assert_eq!(friends(&ana).await[0]["subscription"], "none");
        // Bought, and kept.
        buy(&server, &ben, "order-2").await;
        pass(&server, 14 * DAY - HOUR).await;
        assert_eq!(friends(&ana).await[0]["subscription"], "none");
        pass(&server, HOUR).await;
        assert_eq!(friends(&ana).await[0]["subscription"], "approved");
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass(&server, 27 * DAY).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass(&server, 4 * DAY).await;
        assert_eq!(plan_of(&server, &ana).await, "free");
    }

    async fn a_friend_keeps_a_subscription_for_as_long_as_its_money_is_given_back(store) {
        let payments = payments::Payments::new(
            payments::Settings { refund_days: 45, ..Default::default() },
            std::sync::Arc::new(payments::Manual),
        );
        let change = |services: area::Services| area::Services { payments, ..services };
        let areas = |services: &area::Services| vec![rewards::area(services)];
        let server = TestServer::with_changed(store, change, areas).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        let ben = server.member("ben@example.com").await;
        let cai = server.member("cai@example.com").await;
        for friend in [&ben, &cai] {
            claim_and_ask(&server, friend, &code).await;
            // Paid for a month, which is shorter.
            buy(&server, friend, "order-1").await;
        }
        assert_eq!(ana.get("/api/rewards").await.ok()["worth"]["hold_days"], 45);
        pass(&server, 45 * DAY - HOUR).await;
        let counted = async || {
            let ana = server.member("ana@example.com").await;
            let friends = friends(&ana).await;
            let mut counted = Vec::new();
            for friend in friends.as_array().unwrap() {
                counted.push(friend["subscription"] == "approved");
            }
            counted
        };
        assert_eq!(counted().await, [false, false]);
        // His money is refunded after his month, within the 45 days.
        let mut tx = server.db().begin().await.unwrap();
        let entitlements = &server.services.entitlements;
        let (source, reference) = ("subscription", "order-1");
        entitlements.revoke_plan(&mut tx, cai.workspace_id, source, reference).await.unwrap();
        tx.commit().await.unwrap();
        pass(&server, HOUR).await;
        // The newest first: both registered at once, so by their ids.
        let counted = counted().await;
        assert_eq!(counted.iter().filter(|is| **is).count(), 1, "{counted:?}");
    }

    async fn what_several_friends_are_worth_comes_one_after_another(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let code = code_of(&ana).await;
        for email in ["ben@example.com", "cai@example.com"] {
            claim_and_ask(&server, &server.member(email).await, &code).await;
        }
        pass(&server, DAY).await;
        pass(&server, 13 * DAY).await;
        assert_eq!(plan_of(&server, &ana).await, "pro");
        pass(&server, DAY).await;
        assert_eq!(plan_of(&server, &ana).await, "free");
    }

    async fn only_new_people_are_brought_and_only_once(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        server.clock().advance(HOUR);
        let ben = server.member("ben@example.com").await;
        server.clock().advance(HOUR);
        let cai = server.member("cai@example.com").await;
        let (of_ana, of_ben, of_cai) = (code_of(&ana).await, code_of(&ben).await, code_of(&cai).await);
        claim(&ana, &of_ana).await.assert_problem(409, "rewards.own_invitation");
        claim(&ana, &of_cai).await.assert_problem(409, "rewards.too_late");
        claim(&cai, &of_ben).await.assert_status(204);
        claim(&cai, &of_ana).await.assert_problem(409, "rewards.already_invited");
        for unknown in ["abcdefghjk", "x", "..%2F"] {
            claim(&ben, unknown).await.assert_problem(404, "rewards.invitation_unknown");
        }
        server.clock().advance(7 * DAY);
        claim(&ben, &of_ana).await.assert_problem(409, "rewards.too_late");
        assert_eq!(friends(&ana).await, json!([]));
    }

    // spec §2: "/{code} (invitation landing)"
    async fn a_visitor_sees_who_invites(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let path = format!("/api/rewards/invitations/{}", code_of(&ana).await);
        let seen = server.visitor().get(&path).await.ok();
        assert_eq!(seen["worth"], json!({
            "queries": 2_500, "advanced_queries": 5, "days": 7, "months": 1, "hold_days": 14,
        }));
        assert!(seen.get("email").is_none() && seen["name"].is_string());
        let unknown = server.visitor().get("/api/rewards/invitations/abcdefghjk").await;
        unknown.assert_problem(404, "rewards.invitation_unknown");
        server.visitor().get("/api/rewards").await.assert_problem(401, "identity.login_required");
    }

    async fn where_nothing_is_charged_there_is_nothing_to_win(store) {
        let payments = payments::Payments::new(
            payments::Settings { enabled: false, ..Default::default() },
            std::sync::Arc::new(payments::Manual),
        );
        let change = |services: area::Services| area::Services { payments, ..services };
        let areas = |services: &area::Services| vec![rewards::area(services)];
        let server = TestServer::with_changed(store, change, areas).await;
        let ana = server.member("ana@example.com").await;
        ana.get("/api/rewards").await.assert_problem(404, "rewards.nothing_rewarded");
        claim(&ana, "abcdefghjk").await.assert_problem(404, "rewards.nothing_rewarded");
    }
}
