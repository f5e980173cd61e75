//! The education discount: who has it, and its amount.

use kernel::{DAY, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore, for_each_store};

use crate::setting::{at, buy, go_to, mails_to, order, pass_days, plan, quote, say, subscription};

async fn start_with(store: TestStore, settings: Value) -> TestServer {
    let settings: billing::Settings = serde_json::from_value(settings).unwrap();
    TestServer::with(store, move |services| vec![billing::area(services, &settings)]).await
}

async fn start(store: TestStore) -> TestServer {
    start_with(store, json!({ "education": { "on": true } })).await
}

async fn ask(person: &TestPerson, email: &str) -> Answer {
    person.post("/api/billing/education/codes", json!({ "email": email })).await
}

async fn guess(person: &TestPerson, email: &str, code: &str) -> Answer {
    let body = json!({ "email": email, "code": code });
    person.post("/api/billing/education/proof", body).await
}

async fn prove(server: &TestServer, person: &TestPerson, email: &str) -> Value {
    // So that the newest mail is this one.
    server.clock().advance(SECOND);
    ask(person, email).await.created();
    let code = server.code_sent_to(email).await;
    guess(person, email, &code).await.ok()
}

for_each_store! {
    // spec §1: "Education discount for verified students and staff."
    // spec §6: "Education discount for verified students and staff."
    async fn who_proves_a_schools_address_pays_less_each_time(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 990);
        let sent = ask(&ana, "Ana@cs.uni.edu").await.created();
        assert_eq!((&sent["expires_at"], &sent["resend_after_seconds"]), (&json!("2026-11-20T12:30:00.000000Z"), &json!(60)));
        let code = server.code_sent_to("Ana@cs.uni.edu").await;
        let has = guess(&ana, "ana@cs.uni.edu", &code).await.ok();
        assert_eq!(has["percent_off"], 40);
        assert_eq!((&has["proof"]["email"], &has["proof"]["ends_at"]), (&json!("ana@cs.uni.edu"), &json!("2027-11-20T12:00:00.000000Z")));
        let offer = ana.get("/api/billing/offer").await.ok();
        assert_eq!((&offer["education"], &offer["promotions"][0]["kind"]), (&json!(40), &json!("education")));
        let pro = offer["plans"].as_array().unwrap().iter().find(|it| it["id"] == "pro").unwrap();
        assert_eq!(pro["promoted"], json!({ "monthly": 594, "yearly": 5_940 }));
        assert_eq!(pro["later"], pro["promoted"], "and so is each period after it");
        assert_eq!(offer["team_plans"][0]["promoted"], json!({ "monthly": null, "yearly": null }));

        let bought = buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!((&bought["price"], &bought["discount"], &bought["amount"]), (&json!(990), &json!(396), &json!(594)));
        let is = subscription(&ana).await;
        assert_eq!((&is["terms"]["price"], &is["renewal_price"]), (&json!(990), &json!(594)));
        // Remaining days are worth what was paid for them.
        server.clock().advance(DAY / 2);
        let more = quote(&ana, plan("pro_plus", "monthly")).await;
        assert_eq!((&more["remaining_days"], &more["credit"], &more["discount"]), (&json!(29), &json!(574), &json!(796)));
        let end = is["period_end"].as_str().unwrap();
        go_to(&server, at(end)).await;
        let due = subscription(&ana).await["open_order"].clone();
        assert_eq!((&due["kind"], &due["discount"], &due["amount"]), (&json!("renew"), &json!(396), &json!(594)));
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("5.94 USD"), "{mail}");
        say(&server, &due, "paid").await.ok();
        assert_eq!(subscription(&ana).await["phase"], "active");
    }

    async fn it_ends_with_the_proof(store) {
        let server = start_with(store, json!({ "education": { "on": true, "days": 20 } })).await;
        let ana = server.member("ana@example.com").await;
        prove(&server, &ana, "ana@x.ac.uk").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let is = subscription(&ana).await;
        assert_eq!(is["renewal_price"], 990, "it is no longer proved by then");
        pass_days(&server, 1).await;
        subscription(&ana).await;
        go_to(&server, at(is["period_end"].as_str().unwrap())).await;
        assert_eq!(subscription(&ana).await["open_order"]["amount"], 990);
        // Verified again, before paying: the price is lower now.
        prove(&server, &ana, "ana@x.ac.uk").await;
        let again = order(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!((&again["kind"], &again["amount"]), (&json!("renew"), &json!(594)));
    }

    // spec §5: "Education email must be an edu address ("Please enter an email address with edu"); wrong code: "Please enter the correct verification code.""
    async fn only_an_address_of_a_school_and_the_right_code_count(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for wrong in ["ana@evil-edu.com", "ana@x.edu.evil.com", "a@x.education", "edu@gmail.com", "ana", "a@x.\u{435}du"] {
            let problem = ask(&ana, wrong).await.assert_problem(422, "billing.education_email_invalid");
            assert_eq!(problem["message"], "Please enter an email address with edu");
            server.clock().advance(12 * MINUTE);
        }
        assert_eq!(mails_to(&server, "ana@evil-edu.com").await, Vec::<String>::new());
        ask(&ana, "ana@x.edu").await.created();
        let code = server.code_sent_to("ana@x.edu").await;
        let other = if code == "000000" { "000001" } else { "000000" };
        for wrong in [other, "", "12345", "abcdef"] {
            let problem = guess(&ana, "ana@x.edu", wrong).await.assert_problem(422, "billing.education_code_wrong");
            assert_eq!(problem["message"], "Please enter the correct verification code.");
        }
        // The code is for one address and one account.
        let ben = server.member("ben@example.com").await;
        guess(&ben, "ana@x.edu", &code).await.assert_problem(422, "billing.education_code_expired");
        guess(&ana, "ben@x.edu", &code).await.assert_problem(422, "billing.education_code_expired");
        assert_eq!(ana.get("/api/billing/education").await.ok()["proof"], Value::Null);
        // Any of the account's browsers can use it, once.
        let elsewhere = server.member("ana@example.com").await;
        guess(&elsewhere, "ana@x.edu", &code).await.ok();
        guess(&elsewhere, "ana@x.edu", &code).await.assert_problem(422, "billing.education_code_expired");
    }

    async fn while_too_many_guess_wrongly_a_right_code_proves_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ask(&ana, "ana@x.edu").await.created();
        let code = server.code_sent_to("ana@x.edu").await;
        server.use_up_wrong_guesses().await;

        let refused = guess(&ana, "ana@x.edu", &code).await;
        assert_eq!(refused.header("retry-after"), "1");
        refused.assert_problem(429, "api.too_many_requests");
        server.clock().advance(SECOND);
        guess(&ana, "ana@x.edu", &code).await.ok();
    }

    async fn codes_end_and_are_few(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        ask(&ana, "ana@x.edu").await.created();
        let code = server.code_sent_to("ana@x.edu").await;
        server.clock().advance(30 * MINUTE);
        guess(&ana, "ana@x.edu", &code).await.assert_problem(422, "billing.education_code_expired");
        for _ in 0..2 {
            ask(&ana, "ana@x.edu").await.created();
        }
        ask(&ana, "ana@x.edu").await.assert_problem(429, "billing.education_codes_too_many");
        // Nor to ever other addresses.
        for letter in ["b", "c"] {
            ask(&ana, &format!("{letter}@x.edu")).await.created();
        }
        ask(&ana, "d@x.edu").await.assert_problem(429, "api.too_many_requests");
    }

    async fn one_mailbox_proves_one_account(store) {
        let server = start_with(store, json!({ "education": { "on": true, "days": 30 } })).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        prove(&server, &ana, "ana@x.edu").await;
        ask(&ben, "Ana+ben@x.edu").await.created();
        let code = server.code_sent_to("Ana+ben@x.edu").await;
        for _ in 0..2 {
            guess(&ben, "Ana+ben@x.edu", &code).await.assert_problem(409, "billing.education_email_taken");
        }
        assert_eq!(ben.get("/api/billing/education").await.ok()["proof"], Value::Null);
        assert_eq!(quote(&ben, plan("pro", "monthly")).await["amount"], 990);
        // Another address of her own takes the place of the first, and so frees it.
        prove(&server, &ana, "ana@y.edu").await;
        prove(&server, &ben, "ana@x.edu").await;
        // The earliest verification has expired.
        pass_days(&server, 31).await;
        let ana = server.member("ana@example.com").await;
        prove(&server, &ana, "ana@x.edu").await;
        // The verification is deleted with the account.
        let cai = server.member("cai@example.com").await;
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        let mut tx = server.db().begin().await.unwrap();
        server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();
        prove(&server, &cai, "ana@x.edu").await;
    }

    async fn what_was_promised_stays_when_the_offer_changes(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        prove(&server, &ana, "ana@x.edu").await;
        let operator = server.operator().await;
        let mut own = operator.get("/api/billing/own-offer").await.ok();
        own["education"]["percent_off"] = json!(20);
        let seen = operator.post("/api/billing/own-offer/preview", own.clone()).await.ok();
        assert_eq!(seen["education_changed"], true);
        operator.put("/api/billing/own-offer", own.clone()).await.assert_status(200);
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 594);
        assert_eq!(ben.get("/api/billing/education").await.ok()["percent_off"], 20);
        own["education"]["on"] = json!(false);
        operator.put("/api/billing/own-offer", own.clone()).await.assert_status(200);
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 594);
        let still = ana.get("/api/billing/education").await.ok();
        assert_eq!((&still["on"], &still["percent_off"]), (&json!(false), &json!(40)));
        ben.get("/api/billing/education").await.assert_problem(404, "billing.education_not_offered");
        ask(&ana, "ana@x.edu").await.assert_problem(404, "billing.education_not_offered");
        own["education"] = json!({ "on": true, "percent_off": 20, "days": 365, "domains": [".*"] });
        operator.put("/api/billing/own-offer", own).await.assert_problem(422, "billing.education_invalid");
    }

    async fn it_is_not_there_until_it_is_switched_on(store) {
        let server = crate::setting::start(store).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(ana.get("/api/billing/offer").await.ok()["education"], Value::Null);
        for person in [&server.visitor(), &*ana] {
            person.get("/api/billing/education").await.assert_problem(404, "billing.education_not_offered");
        }
        ask(&ana, "ana@x.edu").await.assert_problem(404, "billing.education_not_offered");
        guess(&ana, "ana@x.edu", "000000").await.assert_problem(404, "billing.education_not_offered");
    }

    async fn visitors_see_what_it_is_and_sign_in_to_have_it(store) {
        let server = start(store).await;
        let seen = server.visitor().get("/api/billing/education").await.ok();
        let ids: Vec<_> = seen["plans"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
        assert_eq!(ids, ["pro", "pro_plus", "unlimited"]);
        assert_eq!(seen["plans"][0]["promoted"]["yearly"], 5_940);
        let body = json!({ "email": "ana@x.edu" });
        server.visitor().post("/api/billing/education/codes", body).await.assert_problem(401, "identity.login_required");
    }
}
