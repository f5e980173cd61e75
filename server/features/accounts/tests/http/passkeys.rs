use kernel::MINUTE;
use serde_json::{Value, json};
use testing::{Answer, Client, PASSWORD, TestPerson, for_each_store};

use super::authenticator::{Authenticator, code};
use super::second_factor::{enter, strict_server, ticket, turn_on};
use super::{me, server, sign_in};

const ANA: &str = "ana@example.com";
const BOB: &str = "bob@example.com";

async fn start(person: &Client) -> Value {
    let path = "/api/accounts/passkeys/options";
    person.post(path, json!({ "password": PASSWORD })).await.ok()
}

async fn finish(person: &Client, started: &Value, credential: Value) -> Answer {
    let body = json!({ "ticket": started["ticket"], "name": "Laptop", "credential": credential });
    person.post("/api/accounts/passkeys", body).await
}

/// Adds a passkey to a person's account. Returns its authenticator and its id.
async fn add(person: &TestPerson) -> (Authenticator, String) {
    let mut authenticator = Authenticator::new();
    let started = start(person).await;
    let credential = authenticator.create(&started["options"]);
    let added = finish(person, &started, credential).await.created();
    (authenticator, added["id"].as_str().unwrap().to_owned())
}

async fn ask(browser: &Client) -> Value {
    browser.post("/api/accounts/sign-in/passkey/options", json!({})).await.ok()
}

async fn answer(browser: &Client, asked: &Value, credential: Value) -> Answer {
    let body = json!({ "ticket": asked["ticket"], "credential": credential });
    browser.post("/api/accounts/sign-in/passkey", body).await
}

async fn use_passkey(browser: &Client, authenticator: &mut Authenticator) -> Answer {
    let asked = ask(browser).await;
    let credential = authenticator.sign(&asked["options"]);
    answer(browser, &asked, credential).await
}

for_each_store! {
    async fn a_passkey_is_added_used_renamed_and_removed(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let wrong = json!({ "password": "another password" });
        let wrong = ana.post("/api/accounts/passkeys/options", wrong).await;
        wrong.assert_problem(403, "accounts.incorrect_password");
        let (mut authenticator, id) = add(&ana).await;
        let browser = server.visitor();

        let session = use_passkey(&browser, &mut authenticator).await.ok();

        assert_eq!(session["me"]["email"], ANA);
        assert_eq!(me(&browser).await["email"], ANA);
        use_passkey(&server.visitor(), &mut authenticator).await.ok();
        let path = format!("/api/accounts/passkeys/{id}");
        ana.patch(&path, json!({ "name": " " })).await.assert_problem(422, "accounts.name_invalid");
        ana.patch(&path, json!({ "name": "Work laptop" })).await.ok();
        let methods = ana.get("/api/accounts/sign-in-methods").await.ok();
        assert_eq!(methods["passkeys"][0]["name"], "Work laptop");
        assert!(methods["passkeys"][0]["last_used_at"].is_string());
        ana.delete(&path).await.no_content();
        ana.delete(&path).await.assert_problem(404, "accounts.passkey_not_found");
        let removed = use_passkey(&server.visitor(), &mut authenticator).await;
        removed.assert_problem(422, "accounts.passkey_refused");
    }

    async fn a_passkey_stands_for_password_and_second_factor(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let (mut authenticator, _) = add(&ana).await;
        // A passkey alone changes nothing about the password.
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
        turn_on(&server, &ana).await;
        let step = sign_in(&server.visitor(), ANA, PASSWORD).await.accepted();
        assert_eq!((&step["has_totp"], &step["has_passkeys"]), (&json!(true), &json!(true)));
        use_passkey(&server.visitor(), &mut authenticator).await.ok();
    }

    async fn where_a_second_factor_is_required_a_passkey_is_one(store) {
        let server = strict_server(store).await;
        let ana = server.member(ANA).await;
        let (mut authenticator, id) = add(&ana).await;
        let browser = server.visitor();
        // Nobody who knows only the password sets up an app of their own.
        let held = ticket(&browser, ANA, "second_factor").await;
        let guess = enter(&browser, &held, "123456").await;
        guess.assert_problem(422, "accounts.wrong_second_factor");
        use_passkey(&browser, &mut authenticator).await.ok();
        let last = ana.delete(&format!("/api/accounts/passkeys/{id}")).await;
        last.assert_problem(409, "accounts.second_factor_required");
        let app = turn_on(&server, &ana).await;
        ana.delete(&format!("/api/accounts/passkeys/{id}")).await.no_content();
        let held = ticket(&browser, ANA, "second_factor").await;
        enter(&browser, &held, &code(&server, &app.key, 0)).await.ok();
    }
}

for_each_store! {
    async fn an_answer_for_another_site_or_without_its_person_is_refused(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let (mut authenticator, _) = add(&ana).await;
        let browser = server.visitor();
        let refused = async |authenticator: &mut Authenticator| {
            let answer = use_passkey(&browser, authenticator).await;
            answer.assert_problem(422, "accounts.passkey_refused");
        };
        let ours = authenticator.origin;
        for origin in ["http://evil.test", "https://ensemble.test", "http://ensemble.test.evil.test"] {
            authenticator.origin = origin;
            refused(&mut authenticator).await;
        }
        authenticator.origin = ours;
        authenticator.verifies_person = false;
        refused(&mut authenticator).await;
        authenticator.verifies_person = true;
        assert_eq!(me(&browser).await, Value::Null);
        use_passkey(&browser, &mut authenticator).await.ok();

        // Registration checks the same.
        let mut elsewhere = Authenticator::new();
        elsewhere.origin = "http://evil.test";
        let started = start(&ana).await;
        let credential = elsewhere.create(&started["options"]);
        let answer = finish(&ana, &started, credential).await;
        answer.assert_problem(422, "accounts.passkey_refused");
    }

    async fn a_challenge_is_answered_once_and_in_time(store) {
        let server = server(store).await;
        let (mut authenticator, _) = add(&server.member(ANA).await).await;
        let browser = server.visitor();
        let asked = ask(&browser).await;
        let credential = authenticator.sign(&asked["options"]);
        answer(&browser, &asked, credential.clone()).await.ok();
        let thief = server.visitor();
        let replayed = answer(&thief, &asked, credential.clone()).await;
        replayed.assert_problem(422, "accounts.step_expired");
        // The same answer to another challenge.
        let other = answer(&thief, &ask(&thief).await, credential).await;
        other.assert_problem(422, "accounts.passkey_refused");

        let asked = ask(&browser).await;
        let credential = authenticator.sign(&asked["options"]);
        server.clock().advance(15 * MINUTE);
        let late = answer(&browser, &asked, credential).await;
        late.assert_problem(422, "accounts.step_expired");
    }

    async fn a_counter_that_goes_back_is_a_copy(store) {
        let server = server(store).await;
        let (mut authenticator, _) = add(&server.member(ANA).await).await;
        authenticator.count = 10;
        use_passkey(&server.visitor(), &mut authenticator).await.ok();
        authenticator.count = 5;
        let copy = use_passkey(&server.visitor(), &mut authenticator).await;
        copy.assert_problem(422, "accounts.passkey_refused");
        authenticator.count = 11;
        use_passkey(&server.visitor(), &mut authenticator).await.ok();
    }

    async fn a_passkey_opens_its_own_account_only(store) {
        let server = server(store).await;
        let (ana, bob) = (server.member(ANA).await, server.member(BOB).await);
        let (mut of_ana, id) = add(&ana).await;
        of_ana.user_handle = bob.user_id.0.as_bytes().to_vec();
        let answer = use_passkey(&server.visitor(), &mut of_ana).await;
        answer.assert_problem(422, "accounts.passkey_refused");
        of_ana.user_handle = b"nobody".to_vec();
        let answer = use_passkey(&server.visitor(), &mut of_ana).await;
        answer.assert_problem(422, "accounts.passkey_refused");

        let path = format!("/api/accounts/passkeys/{id}");
        bob.delete(&path).await.assert_problem(404, "accounts.passkey_not_found");
        let renamed = bob.patch(&path, json!({ "name": "Mine" })).await;
        renamed.assert_problem(404, "accounts.passkey_not_found");
        // A registration that Ana began is not finished by Bob, and her passkey is not added to his account.
        let started = start(&ana).await;
        let credential = Authenticator::new().create(&started["options"]);
        let stolen = finish(&bob, &started, credential).await;
        stolen.assert_problem(422, "accounts.step_expired");
        let started = start(&bob).await;
        let credential = of_ana.create(&started["options"]);
        let twice = finish(&bob, &started, credential).await;
        twice.assert_problem(409, "accounts.passkey_taken");
    }

    async fn a_suspended_person_has_no_use_of_it(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let (mut authenticator, _) = add(&ana).await;
        server.set_suspended(&ana, true).await;
        let browser = server.visitor();
        let answer = use_passkey(&browser, &mut authenticator).await;
        answer.assert_problem(403, "accounts.suspended");
        assert_eq!(me(&browser).await, Value::Null);
    }

    async fn an_answer_that_is_none_is_refused(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let browser = server.visitor();
        for credential in [json!(null), json!({}), json!({ "id": "x", "rawId": "!", "type": 1 })] {
            let wrong = answer(&browser, &ask(&browser).await, credential.clone()).await;
            wrong.assert_problem(422, "accounts.passkey_refused");
            let wrong = finish(&ana, &start(&ana).await, credential).await;
            wrong.assert_problem(422, "accounts.passkey_refused");
        }
    }
}
