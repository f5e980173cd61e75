use accounts::Settings;
use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{Answer, Client, PASSWORD, TestServer, TestStore, for_each_store};

use super::authenticator::code;
use super::{me, server, server_with, sign_in};

const ANA: &str = "ana@example.com";
const BOB: &str = "bob@example.com";
const NEW: &str = "an entirely new password";
const STEP: i64 = 30 * SECOND;

/// A person's app, and the recovery codes that they wrote down.
pub struct App {
    pub key: String,
    pub recovery_codes: Vec<String>,
}

/// Turns an authenticator app on for who is signed in. The code that it took counts no more.
pub async fn turn_on(server: &TestServer, client: &Client) -> App {
    let offered = client.post("/api/accounts/second-factor", json!({ "password": PASSWORD })).await;
    let offered = offered.ok();
    let key = text(&offered["set_up"]["key"]);
    let body = json!({ "ticket": offered["ticket"], "code": code(server, &key, 0) });
    let made = client.post("/api/accounts/second-factor/confirm", body).await.ok();
    server.clock().advance(STEP);
    App { key, recovery_codes: serde_json::from_value(made["recovery_codes"].clone()).unwrap() }
}

pub async fn enter(client: &Client, ticket: &str, code: &str) -> Answer {
    let body = json!({ "ticket": ticket, "code": code });
    client.post("/api/accounts/sign-in/second-factor", body).await
}

/// Enters the password, and returns the ticket for the step that is due.
pub async fn ticket(client: &Client, email: &str, step: &str) -> String {
    let answer = sign_in(client, email, PASSWORD).await.accepted();
    assert_eq!(answer["step"], step);
    text(&answer["ticket"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns a server that requires a second factor.
pub async fn strict_server(store: TestStore) -> TestServer {
    server_with(store, Settings { require_second_factor: true, ..Settings::default() }).await
}

for_each_store! {
    async fn an_app_is_turned_on_by_its_first_code_and_asked_for_from_then_on(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let path = "/api/accounts/second-factor";
        let wrong = ana.post(path, json!({ "password": "another password" })).await;
        wrong.assert_problem(403, "accounts.incorrect_password");
        let offered = ana.post(path, json!({ "password": PASSWORD })).await.ok();
        let key = text(&offered["set_up"]["key"]);
        let uri = text(&offered["set_up"]["uri"]);
        assert!(uri.starts_with("otpauth://totp/Ensemble:ana%40example.com?secret="), "{uri}");
        let confirm = async |digits: &str| {
            let body = json!({ "ticket": offered["ticket"], "code": digits });
            ana.post("/api/accounts/second-factor/confirm", body).await
        };
        confirm(&code(&server, &key, 9)).await.assert_problem(422, "accounts.wrong_second_factor");
        // Nothing is on before the first code.
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();

        let codes = confirm(&code(&server, &key, 0)).await.ok();

        assert_eq!(codes["recovery_codes"].as_array().unwrap().len(), 10);
        let again = ana.post(path, json!({ "password": PASSWORD })).await;
        again.assert_problem(409, "accounts.totp_on");
        let browser = server.visitor();
        let held = ticket(&browser, ANA, "second_factor").await;
        assert_eq!(me(&browser).await, Value::Null);
        let repeated = enter(&browser, &held, &code(&server, &key, 0)).await;
        repeated.assert_problem(422, "accounts.wrong_second_factor");
        server.clock().advance(STEP);
        let session = enter(&browser, &held, &code(&server, &key, 0)).await.ok();
        assert_eq!(session["me"]["email"], ANA);
        assert_eq!(me(&browser).await["email"], ANA);
        let methods = ana.get("/api/accounts/sign-in-methods").await.ok();
        assert_eq!(methods["recovery_codes_left"], 10);
        assert!(methods["totp_since"].is_string());
    }

    async fn a_code_counts_once_even_for_another_sign_in(store) {
        let server = server(store).await;
        let app = turn_on(&server, &server.member(ANA).await.client).await;
        let (first, second) = (server.visitor(), server.visitor());
        let tickets = (
            ticket(&first, ANA, "second_factor").await,
            ticket(&second, ANA, "second_factor").await,
        );
        let digits = code(&server, &app.key, 0);

        enter(&first, &tickets.0, &digits).await.ok();

        let replayed = enter(&second, &tickets.1, &digits).await;
        replayed.assert_problem(422, "accounts.wrong_second_factor");
        // The code before it was never used, and counts no more either.
        let older = enter(&second, &tickets.1, &code(&server, &app.key, -1)).await;
        older.assert_problem(422, "accounts.wrong_second_factor");
        // The ticket of a finished sign-in is used up.
        server.clock().advance(STEP);
        let late = enter(&first, &tickets.0, &code(&server, &app.key, 0)).await;
        late.assert_problem(422, "accounts.step_expired");
    }

    async fn a_clock_may_be_wrong_by_one_step_either_way(store) {
        let server = server(store).await;
        let app = turn_on(&server, &server.member(ANA).await.client).await;
        server.clock().advance(10 * STEP);
        for (skew, is_right) in [(-2, false), (2, false), (-1, true), (1, true)] {
            let browser = server.visitor();
            let held = ticket(&browser, ANA, "second_factor").await;
            let answer = enter(&browser, &held, &code(&server, &app.key, skew)).await;
            if is_right {
                answer.ok();
            } else {
                answer.assert_problem(422, "accounts.wrong_second_factor");
            }
        }
    }

    async fn a_recovery_code_stands_for_the_app_once(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let app = turn_on(&server, &ana).await;
        let typed = app.recovery_codes[3].to_lowercase().replace('-', " ");
        let browser = server.visitor();
        let held = ticket(&browser, ANA, "second_factor").await;

        enter(&browser, &held, &typed).await.ok();

        let held = ticket(&browser, ANA, "second_factor").await;
        let again = enter(&browser, &held, &typed).await;
        again.assert_problem(422, "accounts.wrong_second_factor");
        let methods = ana.get("/api/accounts/sign-in-methods").await.ok();
        assert_eq!(methods["recovery_codes_left"], 9);
        let path = "/api/accounts/second-factor/recovery-codes";
        let wrong = ana.post(path, json!({ "password": "another password" })).await;
        wrong.assert_problem(403, "accounts.incorrect_password");
        let made = ana.post(path, json!({ "password": PASSWORD })).await.ok();
        let old = enter(&browser, &held, &app.recovery_codes[4]).await;
        old.assert_problem(422, "accounts.wrong_second_factor");
        enter(&browser, &held, made["recovery_codes"][4].as_str().unwrap()).await.ok();
    }

    async fn codes_of_another_account_are_refused(store) {
        let server = server(store).await;
        turn_on(&server, &server.member(ANA).await.client).await;
        let of_bob = turn_on(&server, &server.member(BOB).await.client).await;
        let browser = server.visitor();
        let held = ticket(&browser, ANA, "second_factor").await;
        for typed in [code(&server, &of_bob.key, 0), of_bob.recovery_codes[0].clone()] {
            let answer = enter(&browser, &held, &typed).await;
            answer.assert_problem(422, "accounts.wrong_second_factor");
        }
        // Bob's own codes are still there.
        let browser = server.visitor();
        let held = ticket(&browser, BOB, "second_factor").await;
        enter(&browser, &held, &of_bob.recovery_codes[0]).await.ok();
    }
}

for_each_store! {
    async fn a_step_is_tried_five_times_and_for_a_quarter_of_an_hour(store) {
        let server = server(store).await;
        let app = turn_on(&server, &server.member(ANA).await.client).await;
        let browser = server.visitor();
        let held = ticket(&browser, ANA, "second_factor").await;
        for _ in 0..5 {
            let wrong = enter(&browser, &held, &code(&server, &app.key, 7)).await;
            wrong.assert_problem(422, "accounts.wrong_second_factor");
        }
        let right = enter(&browser, &held, &code(&server, &app.key, 0)).await;
        right.assert_problem(422, "accounts.step_expired");

        let held = ticket(&browser, ANA, "second_factor").await;
        server.clock().advance(15 * MINUTE);
        let late = enter(&browser, &held, &code(&server, &app.key, 0)).await;
        late.assert_problem(422, "accounts.step_expired");
        let unknown = enter(&browser, "no such ticket", &code(&server, &app.key, 0)).await;
        unknown.assert_problem(422, "accounts.step_expired");
    }

    async fn who_guesses_with_the_right_password_does_not_lock_its_owner_out(store) {
        let server = server(store).await;
        let ana = server.visitor();
        let app = turn_on(&server, &server.member(ANA).await.client).await;
        let held = ticket(&ana, ANA, "second_factor").await;
        enter(&ana, &held, &code(&server, &app.key, 0)).await.ok();
        server.clock().advance(STEP);
        let stranger = server.visitor();
        // Her own try on a device that was unknown then was the first of ten.
        for tries in [5, 4] {
            let held = ticket(&stranger, ANA, "second_factor").await;
            for _ in 0..tries {
                let wrong = enter(&stranger, &held, &code(&server, &app.key, 7)).await;
                wrong.assert_problem(422, "accounts.wrong_second_factor");
            }
        }
        let held = ticket(&stranger, ANA, "second_factor").await;
        let refused = enter(&stranger, &held, &code(&server, &app.key, 0)).await;
        refused.assert_problem(429, "api.too_many_requests");

        ana.post("/api/accounts/sign-out", json!({})).await.no_content();
        let held = ticket(&ana, ANA, "second_factor").await;
        enter(&ana, &held, &code(&server, &app.key, 0)).await.ok();
    }

    async fn a_new_password_ends_the_sign_ins_that_began_with_the_old_one(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let app = turn_on(&server, &ana).await;
        let thief = server.visitor();
        let held = ticket(&thief, ANA, "second_factor").await;
        let change = json!({ "current_password": PASSWORD, "new_password": NEW });
        ana.post("/api/accounts/password/change", change).await.no_content();

        let late = enter(&thief, &held, &code(&server, &app.key, 0)).await;

        late.assert_problem(422, "accounts.step_expired");
    }

    async fn a_mailbox_alone_signs_nobody_in(store) {
        let server = server(store).await;
        let app = turn_on(&server, &server.member(ANA).await.client).await;
        let browser = server.visitor();
        let forgot = json!({ "email": ANA });
        browser.post("/api/accounts/password/forgot", forgot).await.accepted();
        let mailed = server.code_sent_to(ANA).await;
        let body = json!({ "email": ANA, "code": mailed, "password": NEW });

        let step = browser.post("/api/accounts/password/reset", body).await.accepted();

        assert_eq!(step["step"], "second_factor");
        assert_eq!(me(&browser).await, Value::Null);
        let held = text(&step["ticket"]);
        enter(&browser, &held, &code(&server, &app.key, 0)).await.ok();
        assert_eq!(me(&browser).await["email"], ANA);
    }

    async fn a_suspended_person_is_refused_before_and_after_the_code(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let app = turn_on(&server, &ana).await;
        let browser = server.visitor();
        let held = ticket(&browser, ANA, "second_factor").await;
        server.set_suspended(&ana, true).await;
        let answer = enter(&browser, &held, &code(&server, &app.key, 0)).await;
        answer.assert_problem(403, "accounts.suspended");
        sign_in(&browser, ANA, PASSWORD).await.assert_problem(403, "accounts.suspended");
    }

    async fn turning_the_app_off_needs_the_password(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let path = "/api/accounts/second-factor/off";
        let off = ana.post(path, json!({ "password": PASSWORD })).await;
        off.assert_problem(409, "accounts.totp_off");
        turn_on(&server, &ana).await;
        let wrong = ana.post(path, json!({ "password": "another password" })).await;
        wrong.assert_problem(403, "accounts.incorrect_password");

        ana.post(path, json!({ "password": PASSWORD })).await.no_content();

        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
        let methods = ana.get("/api/accounts/sign-in-methods").await.ok();
        assert_eq!((&methods["totp_since"], &methods["recovery_codes_left"]), (&Value::Null, &json!(0)));
    }
}

for_each_store! {
    async fn where_a_second_factor_is_required_it_is_set_up_at_the_next_sign_in(store) {
        let server = strict_server(store).await;
        server.member(ANA).await;
        let browser = server.visitor();
        let step = sign_in(&browser, ANA, PASSWORD).await.accepted();
        assert_eq!(step["step"], "set_up");
        assert_eq!(me(&browser).await, Value::Null);
        let key = text(&step["set_up"]["key"]);
        let set_up = async |digits: String| {
            let body = json!({ "ticket": step["ticket"], "code": digits });
            browser.post("/api/accounts/sign-in/set-up", body).await
        };
        set_up(code(&server, &key, 5)).await.assert_problem(422, "accounts.wrong_second_factor");
        // The ticket is for this step only.
        let other = enter(&browser, step["ticket"].as_str().unwrap(), "123456").await;
        other.assert_problem(422, "accounts.step_expired");

        let done = set_up(code(&server, &key, 0)).await.ok();

        assert_eq!(done["session"]["me"]["email"], ANA);
        assert_eq!(done["recovery_codes"].as_array().unwrap().len(), 10);
        let off = json!({ "password": PASSWORD });
        let off = browser.post("/api/accounts/second-factor/off", off).await;
        off.assert_problem(409, "accounts.second_factor_required");
        ticket(&server.visitor(), ANA, "second_factor").await;
    }

    async fn programs_go_on_working_with_a_second_factor(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let mut tx = server.db().begin().await.unwrap();
        let device = identity::Device::of(&Default::default(), [127, 0, 0, 1].into());
        let identity = &server.services.identity;
        let started = identity.start_device_session(&mut tx, ana.user_id, ana.workspace_id, &device);
        let (_, token) = started.await.unwrap();
        tx.commit().await.unwrap();

        turn_on(&server, &ana).await;

        let program = server.visitor();
        let program = program.with_header("authorization", &format!("Bearer {}", token.expose()));
        program.get("/api/accounts/devices").await.ok();
    }
}
