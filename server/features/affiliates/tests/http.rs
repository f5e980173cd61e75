//! Affiliates, through HTTP, with the real billing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/sums.rs"]
mod sums;

use std::sync::Arc;

use axum::body::Body;
use http::Request;
use kernel::{DAY, HOUR};
use serde_json::{Value, json};
use testing::{Answer, Client, FakeStripe, TestPerson, TestServer, TestStore, for_each_store};

/// Cookie with the last click.
const CLICK: &str = "ensemble-click";

async fn start_with(store: TestStore, settings: affiliates::Settings) -> TestServer {
    TestServer::with(store, move |services| {
        let billing = billing::area(services, &billing::Settings::default());
        vec![billing, affiliates::area(services, settings)]
    })
    .await
}

fn on() -> affiliates::Settings {
    affiliates::Settings { enabled: true, ..affiliates::Settings::default() }
}

async fn start(store: TestStore) -> TestServer {
    start_with(store, on()).await
}

async fn apply(person: &TestPerson) -> Value {
    let said = json!({ "about": "A newsletter for translators", "payout_to": "IBAN XX00" });
    person.put("/api/affiliates/own", said).await.ok()
}

async fn say(server: &TestServer, person: &TestPerson, what: &str) -> Answer {
    let path = format!("/api/affiliates/all/{}/{what}", person.user_id);
    server.operator().await.post(&path, json!({})).await
}

/// Makes a person an affiliate. Returns the code of their link.
async fn approved(server: &TestServer, person: &TestPerson) -> String {
    apply(person).await;
    say(server, person, "approve").await.ok();
    let own = person.get("/api/affiliates/own").await.ok();
    own["url"]
        .as_str()
        .unwrap()
        .split_once("/invitation-affiliate-landing?code=")
        .unwrap()
        .1
        .to_owned()
}

async fn follow(browser: &Client, code: &str) -> Answer {
    browser.post("/api/affiliates/clicks", json!({ "code": code })).await
}

async fn claim(person: &Client) -> Answer {
    person.post("/api/affiliates/claims", json!({})).await
}

/// Creates a person who signs up in a browser.
async fn registers_in(server: &TestServer, browser: &Client, email: &str) -> TestPerson {
    let person = server.member(email).await;
    if let Some(click) = browser.cookie(CLICK) {
        person.set_cookie(CLICK, &click);
    }
    person
}

/// Creates a person who follows a link, signs up, and claims the click.
async fn brought(server: &TestServer, code: &str, email: &str) -> TestPerson {
    let browser = server.visitor();
    follow(&browser, code).await.ok();
    let person = registers_in(server, &browser, email).await;
    claim(&person).await.no_content();
    person
}

async fn order(server: &TestServer, person: &TestPerson, item: Value) -> Value {
    let quote = person.post("/api/billing/quotes", item.clone()).await.ok();
    let id = kernel::uuid_v7(server.clock().now());
    let (amount, currency) = (&quote["amount"], &quote["currency"]);
    let body = json!({ "id": id, "item": item, "amount": amount, "currency": currency });
    person.post("/api/billing/orders", body).await.created()
}

async fn word(server: &TestServer, order: &Value, what: &str) -> Answer {
    let path = format!("/api/billing/all-orders/{}/{what}", order["id"].as_str().unwrap());
    server.operator().await.post(&path, json!({})).await
}

async fn buy(server: &TestServer, person: &TestPerson, item: Value) -> Value {
    let order = order(server, person, item).await;
    word(server, &order, "paid").await.ok();
    order
}

fn pro(cycle: &str) -> Value {
    json!({ "plan": "pro", "cycle": cycle })
}

/// Runs the periodic work `time` later.
async fn pass(server: &TestServer, time: i64) {
    server.clock().advance(time);
    for upkeep in affiliates::area(&server.services, on()).upkeep {
        (upkeep.run)(server.services.clone()).await.unwrap();
    }
}

/// Returns the sums in the only currency: pending, approved, paid, clawed back, due.
async fn sums(server: &TestServer, email: &str) -> [i64; 5] {
    let own = server.member(email).await.get("/api/affiliates/own").await.ok();
    let sums = &own["counts"]["sums"][0];
    ["pending", "approved", "paid", "clawed_back", "due"].map(|it| sums[it].as_i64().unwrap_or(0))
}

async fn pay_out(server: &TestServer, person: &TestPerson, amount: i64) -> Answer {
    let path = format!("/api/affiliates/all/{}/payouts", person.user_id);
    let body = json!({ "amount": amount, "currency": "USD" });
    server.operator().await.post(&path, body).await
}

async fn mails_to(server: &TestServer, address: &str) -> usize {
    let mut conn = server.db().read().await.unwrap();
    let outbox = server.services.mail.list_outbox(&mut conn, ::store::Cursor::FIRST, 100).await;
    outbox.unwrap().items.iter().filter(|mail| mail.to == address).count()
}

const ANA: &str = "ana@example.com";

for_each_store! {
    // spec §1: "Affiliate program and invite rewards."
    // spec §6: "Affiliates have their own program."
    async fn who_brings_a_payer_earns_a_fifth_and_is_paid_it(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let applied = apply(&ana).await;
        assert_eq!((&applied["state"], &applied["url"]), (&json!("applied"), &Value::Null));
        let code = approved(&server, &ana).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        buy(&server, &ben, pro("monthly")).await;
        let own = ana.get("/api/affiliates/own").await.ok();
        assert_eq!((&own["counts"]["clicks"], &own["counts"]["sign_ups"]), (&json!(1), &json!(1)));
        assert_eq!(sums(&server, ANA).await, [198, 0, 0, 0, 0]);
        let list = ana.get("/api/affiliates/commissions").await.ok();
        assert_eq!((&list["items"][0]["amount"], &list["items"][0]["state"]), (&json!(198), &json!("pending")));
        assert_eq!(list["items"][0]["due_at"], "2026-12-20T12:00:00.000000Z");

        pass(&server, 30 * DAY - HOUR).await;
        assert_eq!(sums(&server, ANA).await, [198, 0, 0, 0, 0]);
        pay_out(&server, &ana, 198).await.assert_problem(409, "affiliates.sum_changed");
        pass(&server, HOUR).await;
        assert_eq!(sums(&server, ANA).await, [0, 198, 0, 0, 198]);
        let approved = server.newest_mail_to(ANA).await;
        assert!(approved.contains("1.98 USD of your earnings was approved"), "{approved}");
        pass(&server, HOUR).await;
        for wrong in [0, -198, 197, 199] {
            pay_out(&server, &ana, wrong).await.assert_problem(409, "affiliates.sum_changed");
        }
        let paid = pay_out(&server, &ana, 198).await.ok();
        assert_eq!(paid["counts"]["sums"][0]["paid"], 198);
        assert_eq!(sums(&server, ANA).await, [0, 0, 198, 0, 0]);
        pay_out(&server, &ana, 198).await.assert_problem(409, "affiliates.sum_changed");
        let ana = server.member(ANA).await;
        assert_eq!(ana.get("/api/affiliates/own").await.ok()["payouts"][0]["amount"], 198);
        let told = server.newest_mail_to(ANA).await;
        assert!(told.contains("1.98 USD was paid out to you"), "{told}");
        assert_eq!(mails_to(&server, ANA).await, 2, "each is told once");
    }

    async fn what_somebody_has_their_bank_take_back_earns_nothing(store) {
        let stripe = FakeStripe::start().await;
        let settings = payments::Settings::default();
        let payments = payments::Payments::new(settings, Arc::new(stripe.provider()));
        let change = |services: area::Services| area::Services { payments, ..services };
        let server = TestServer::with_changed(store, change, |services| {
            let billing = billing::area(services, &billing::Settings::default());
            vec![billing, affiliates::area(services, on())]
        })
        .await;
        let code = approved(&server, &server.member(ANA).await).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        let order = order(&server, &ben, pro("monthly")).await;
        let id = order["id"].as_str().unwrap();
        stripe.pay(id, None);
        ben.post(&format!("/api/billing/orders/{id}/check"), json!({})).await.ok();
        assert_eq!(sums(&server, ANA).await, [198, 0, 0, 0, 0]);
        pass(&server, 30 * DAY).await;
        assert_eq!(sums(&server, ANA).await, [0, 198, 0, 0, 198]);
        for (news, status) in [("evt_1", "under_review"), ("evt_2", "lost"), ("evt_2", "lost")] {
            stripe.dispute(id, status);
            let news = stripe.dispute_event(news, id, server.clock().now());
            let mut request = Request::post("/api/billing/notices/stripe");
            for (name, value) in &news.headers {
                request = request.header(*name, value);
            }
            let request = request.header("content-type", "application/json");
            let elsewhere = server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
            elsewhere.send(request.body(Body::from(news.body)).unwrap()).await.assert_status(200);
            let earned = if status == "lost" { [0, 0, 0, 198, 0] } else { [0, 198, 0, 0, 198] };
            assert_eq!(sums(&server, ANA).await, earned, "{status}");
        }
    }

    async fn what_is_given_back_earns_nothing_before_and_after_it_was_paid_out(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        let first = buy(&server, &ben, pro("monthly")).await;
        word(&server, &first, "refund").await.ok();
        word(&server, &first, "refund").await.assert_problem(409, "billing.order_not_paid");
        assert_eq!(sums(&server, ANA).await, [0, 0, 0, 198, 0]);
        pass(&server, 31 * DAY).await;
        assert_eq!(sums(&server, ANA).await, [0, 0, 0, 198, 0], "it does not come back");

        let ben = server.member("ben@example.com").await;
        let second = buy(&server, &ben, pro("yearly")).await;
        pass(&server, 30 * DAY).await;
        pay_out(&server, &ana, 1_980).await.ok();
        word(&server, &second, "refund").await.ok();
        assert_eq!(sums(&server, ANA).await, [0, 0, 0, 2_178, -1_980]);
        // Later commissions are retained until the balance is even.
        let ben = server.member("ben@example.com").await;
        buy(&server, &ben, json!({ "plan": "unlimited", "cycle": "yearly" })).await;
        pass(&server, 30 * DAY).await;
        assert_eq!(sums(&server, ANA).await, [0, 7_980, 0, 2_178, 6_000]);
        pay_out(&server, &ana, 6_000).await.ok();
        assert_eq!(sums(&server, ANA).await, [0, 0, 7_980, 2_178, 0]);
    }

    async fn payments_after_twelve_months_earn_nothing(store) {
        let server = start(store).await;
        let code = approved(&server, &server.member(ANA).await).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        let cai = brought(&server, &code, "cai@example.com").await;
        drop((ben, cai));
        pass(&server, 364 * DAY).await;
        buy(&server, &server.member("ben@example.com").await, pro("monthly")).await;
        assert_eq!(sums(&server, ANA).await[0], 198);
        pass(&server, DAY).await;
        buy(&server, &server.member("cai@example.com").await, pro("monthly")).await;
        assert_eq!(sums(&server, ANA).await[..2], [198, 0]);
    }

    async fn a_click_is_made_here_and_kept_for_90_days(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        let browser = server.visitor();
        let answer = follow(&browser, &code).await;
        let cookie = answer.header("set-cookie").to_owned();
        assert!(cookie.starts_with("ensemble-click=") && cookie.contains("Max-Age=7776000"), "{cookie}");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let clicked = answer.ok();
        assert_eq!(clicked["name"], "ana");
        // Followed again, it is the same click.
        assert_eq!(follow(&browser, &code).await.ok()["click_id"], clicked["click_id"]);
        assert_eq!(ana.get("/api/affiliates/own").await.ok()["counts"]["clicks"], 1);
        server.clock().advance(90 * DAY);
        let late = registers_in(&server, &browser, "late@example.com").await;
        claim(&late).await.assert_problem(409, "affiliates.too_late");
        assert_ne!(follow(&browser, &code).await.ok()["click_id"], clicked["click_id"]);
        // Only the cookie tells which click it was.
        for made_up in ["", "x", "00000000000040008000000000000000"] {
            let person = server.member("made-up@example.com").await;
            person.set_cookie(CLICK, made_up);
            claim(&person).await.assert_problem(404, "affiliates.no_click");
        }
        for unknown in ["", "abcdefghjk", "../x"] {
            follow(&browser, unknown).await.assert_problem(404, "affiliates.unknown");
        }
    }

    async fn the_last_link_counts_and_only_for_who_is_new(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member(ANA).await, server.member("ben@example.com").await);
        let (of_ana, of_ben) = (approved(&server, &ana).await, approved(&server, &ben).await);
        let old = server.member("old@example.com").await;
        server.clock().advance(HOUR);
        follow(&old, &of_ana).await.ok();
        claim(&old).await.assert_problem(409, "affiliates.too_late");
        let browser = server.visitor();
        follow(&browser, &of_ana).await.ok();
        follow(&browser, &of_ben).await.ok();
        let cai = registers_in(&server, &browser, "cai@example.com").await;
        claim(&cai).await.no_content();
        assert_eq!(cai.cookie(CLICK), None, "it is kept no longer");
        claim(&cai).await.assert_problem(404, "affiliates.no_click");
        buy(&server, &cai, pro("monthly")).await;
        assert_eq!(sums(&server, ANA).await, [0; 5]);
        assert_eq!(sums(&server, "ben@example.com").await[0], 198);
        // Nobody is attributed to two affiliates.
        let other = server.visitor();
        follow(&other, &of_ana).await.ok();
        let dia = registers_in(&server, &other, "dia@example.com").await;
        claim(&dia).await.no_content();
        let another = server.visitor();
        follow(&another, &of_ben).await.ok();
        dia.set_cookie(CLICK, &another.cookie(CLICK).unwrap());
        claim(&dia).await.assert_problem(409, "affiliates.already_brought");
    }

    async fn nobody_earns_of_themselves(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        // Signed in, and signed out in a browser that showed them their link.
        assert_eq!(follow(&ana, &code).await.ok()["click_id"], Value::Null);
        ana.get("/api/affiliates/own").await.ok();
        let own_browser = server.visitor();
        own_browser.set_cookie("ensemble-own-link", &ana.cookie("ensemble-own-link").unwrap());
        assert_eq!(follow(&own_browser, &code).await.ok()["click_id"], Value::Null);
        assert_eq!(own_browser.cookie(CLICK), None);
        // In another browser, by hand.
        let elsewhere = server.visitor();
        follow(&elsewhere, &code).await.ok();
        ana.set_cookie(CLICK, &elsewhere.cookie(CLICK).unwrap());
        claim(&ana).await.assert_problem(409, "affiliates.own_link");
        assert_eq!(ana.get("/api/affiliates/own").await.ok()["counts"]["sign_ups"], 0);
    }

    // attacks.md, 10
    async fn nobody_earns_of_another_account_with_their_mailbox(store) {
        let server = start(store).await;
        let ana = server.member("ana+1@example.com").await;
        let code = approved(&server, &ana).await;
        let again = brought(&server, &code, "ana+2@example.com").await;
        buy(&server, &again, pro("monthly")).await;
        assert_eq!(sums(&server, "ana+1@example.com").await, [0; 5]);
    }

    async fn a_team_that_the_affiliate_is_in_earns_nothing(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        // As billing reports a team's payment.
        let tell = async |with_ana: bool| {
            let mut tx = server.db().begin().await.unwrap();
            let identity = &server.services.identity;
            let team = kernel::WorkspaceId::new(server.clock().now());
            identity.create_team(&mut tx, team, ben.user_id, "Team").await.unwrap();
            if with_ana {
                let (role, is_confirmed) = (identity::TeamRole::Member, true);
                let new = identity::NewMember {
                    workspace_id: team,
                    user_id: ana.user_id,
                    role,
                    is_confirmed,
                };
                identity.add_member(&mut tx, new).await.unwrap();
            }
            let order = area::PaidOrder {
                id: kernel::uuid_v7(server.clock().now()),
                workspace_id: team,
                user_id: ben.user_id,
                amount: 1_000,
                currency: "USD".to_owned(),
            };
            for follower in server.services.payment_followers.iter() {
                // Reported twice, it is one commission.
                follower.paid(&mut tx, &order).await.unwrap();
                follower.paid(&mut tx, &order).await.unwrap();
            }
            tx.commit().await.unwrap();
        };
        tell(true).await;
        assert_eq!(sums(&server, ANA).await, [0; 5]);
        tell(false).await;
        assert_eq!(sums(&server, ANA).await[0], 200);
    }

    async fn who_is_no_affiliate_any_more_earns_nothing_new(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        buy(&server, &ben, pro("monthly")).await;
        let browser = server.visitor();
        follow(&browser, &code).await.ok();
        say(&server, &ana, "refuse").await.ok();
        follow(&server.visitor(), &code).await.assert_problem(404, "affiliates.unknown");
        let cai = registers_in(&server, &browser, "cai@example.com").await;
        claim(&cai).await.assert_problem(404, "affiliates.no_click");
        server.clock().advance(HOUR);
        buy(&server, &ben, json!({ "pack": "small" })).await;
        pass(&server, 30 * DAY).await;
        assert_eq!(sums(&server, ANA).await, [0, 198, 0, 0, 198], "what was earned stays");
        let said = json!({ "about": "Again", "payout_to": "IBAN" });
        server.member(ANA).await.put("/api/affiliates/own", said).await.assert_problem(409, "affiliates.refused");
        pay_out(&server, &ana, 198).await.ok();
    }

    async fn an_application_is_said_and_can_be_changed(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let put = async |about: String, payout_to: String| {
            let said = json!({ "about": about, "payout_to": payout_to });
            ana.put("/api/affiliates/own", said).await
        };
        put(" ".into(), "IBAN".into()).await.assert_problem(422, "affiliates.about_invalid");
        put("a".repeat(1_001), "IBAN".into()).await.assert_problem(422, "affiliates.about_invalid");
        put("a".into(), String::new()).await.assert_problem(422, "affiliates.payout_invalid");
        assert_eq!(ana.get("/api/affiliates/own").await.ok()["state"], Value::Null);
        let code = approved(&server, &ana).await;
        let changed = put("Elsewhere".into(), "IBAN 2".into()).await.ok();
        assert_eq!((&changed["state"], &changed["payout_to"]), (&json!("approved"), &json!("IBAN 2")));
        assert!(changed["url"].as_str().unwrap().ends_with(&code), "the link stays");
        let operator = server.operator().await;
        let all = operator.get("/api/affiliates/all?state=approved").await.ok();
        assert_eq!((&all["items"][0]["email"], &all["items"][0]["about"]), (&json!(ANA), &json!("Elsewhere")));
        assert_eq!(operator.get("/api/affiliates/all?state=applied").await.ok()["items"], json!([]));
        ana.get("/api/affiliates/all").await.assert_problem(403, "identity.operator_only");
        let nobody = server.member("nobody@example.com").await;
        say(&server, &nobody, "approve").await.assert_problem(404, "affiliates.unknown");
        pay_out(&server, &nobody, 1).await.assert_problem(404, "affiliates.unknown");
    }

    async fn with_an_account_goes_what_it_earned_and_a_friend_loses_only_the_name(store) {
        let server = start(store).await;
        let ana = server.member(ANA).await;
        let code = approved(&server, &ana).await;
        let ben = brought(&server, &code, "ben@example.com").await;
        let bought = buy(&server, &ben, pro("monthly")).await;
        let delete = async |person: &TestPerson| {
            let person = identity::Person { user_id: person.user_id, workspace_id: person.workspace_id };
            let mut tx = server.db().begin().await.unwrap();
            server.services.identity.delete_user(&mut tx, person).await.unwrap();
            tx.commit().await.unwrap();
        };
        delete(&ben).await;
        let own = ana.get("/api/affiliates/own").await.ok();
        assert_eq!((&own["counts"]["sign_ups"], &own["counts"]["sums"][0]["pending"]), (&json!(1), &json!(198)));
        // Refund to a deleted account.
        word(&server, &bought, "refund").await.ok();
        assert_eq!(sums(&server, ANA).await, [0, 0, 0, 198, 0]);
        delete(&ana).await;
        let operator = server.operator().await;
        assert_eq!(operator.get("/api/affiliates/all").await.ok()["items"], json!([]));
        follow(&server.visitor(), &code).await.assert_problem(404, "affiliates.unknown");
    }

    async fn where_it_is_off_nothing_of_it_exists(store) {
        let on = start(store).await;
        let is_on = |server: &TestServer| server.services.features.iter().any(|it| it.is_on());
        assert!(is_on(&on));
        let server = start_with(store, affiliates::Settings::default()).await;
        assert!(!is_on(&server), "clients show no way to it");
        let ana = server.member(ANA).await;
        let operator = server.operator().await;
        for answer in [
            ana.get("/api/affiliates/own").await,
            ana.get("/api/affiliates/commissions").await,
            ana.put("/api/affiliates/own", json!({ "about": "a", "payout_to": "b" })).await,
            claim(&ana).await,
            follow(&server.visitor(), "abcdefghjk").await,
            operator.get("/api/affiliates/all").await,
            say(&server, &ana, "approve").await,
            pay_out(&server, &ana, 1).await,
        ] {
            answer.assert_problem(404, "affiliates.not_offered");
        }
        buy(&server, &ana, pro("monthly")).await;
    }
}
