use identity::NewApiKey;
use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{Answer, Client, PASSWORD, TestPerson, TestServer, for_each_store};

use super::{me, server, server_in_use, session, sign_in, sign_up, wrong};

const ANA: &str = "ana@example.com";
const NEW: &str = "an entirely new password";

async fn forgot(client: &Client, email: &str) -> Answer {
    client.post("/api/accounts/password/forgot", json!({ "email": email })).await
}

async fn reset(client: &Client, email: &str, code: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "code": code, "password": password });
    client.post("/api/accounts/password/reset", body).await
}

async fn change(client: &Client, current: &str, new: &str) -> Answer {
    let body = json!({ "current_password": current, "new_password": new });
    client.post("/api/accounts/password/change", body).await
}

async fn give_key(server: &TestServer, person: &TestPerson) {
    let mut tx = server.db().begin().await.unwrap();
    let new = NewApiKey {
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        name: "script",
        cap: None,
        scopes: &identity::KeyScope::ALL,
    };
    server.services.identity.create_key(&mut tx, new).await.unwrap().unwrap();
    tx.commit().await.unwrap();
}

async fn count_keys(server: &TestServer, person: &TestPerson) -> usize {
    let mut conn = server.db().read().await.unwrap();
    server.services.identity.list_keys(&mut conn, person.user_id).await.unwrap().len()
}

for_each_store! {
    async fn a_forgotten_password_is_reset_by_a_code_and_everything_old_ends(store) {
        let server = server(store).await;
        let before = server.member(ANA).await;
        give_key(&server, &before).await;
        let browser = server.visitor();
        forgot(&browser, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;

        let session = reset(&browser, ANA, &code, NEW).await.ok();

        assert_eq!(session["me"]["email"], ANA);
        let ended = before.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "password_changed");
        assert_eq!(count_keys(&server, &before).await, 0);
        browser.get("/api/accounts/devices").await.ok();
        let old = sign_in(&server.visitor(), ANA, PASSWORD).await;
        old.assert_problem(403, "accounts.incorrect_password");
        sign_in(&server.visitor(), ANA, NEW).await.ok();
    }

    async fn a_reset_code_has_the_rules_of_every_code(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        forgot(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;

        reset(&eve, ANA, &code, NEW).await.assert_problem(422, "accounts.code_expired");
        let guess = reset(&ana, ANA, &wrong(&code), NEW).await;
        guess.assert_problem(422, "accounts.wrong_code");
        reset(&ana, ANA, &code, "short").await.assert_problem(422, "accounts.password_too_short");
        server.clock().advance(30 * MINUTE + SECOND);
        reset(&ana, ANA, &code, NEW).await.assert_problem(422, "accounts.code_expired");
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
    }

    async fn while_too_many_guess_wrongly_a_right_code_resets_nothing(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let ana = server.visitor();
        forgot(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        server.use_up_wrong_guesses().await;

        let refused = reset(&ana, ANA, &code, NEW).await;
        assert_eq!(refused.header("retry-after"), "1");
        refused.assert_problem(429, "api.too_many_requests");
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
        server.clock().advance(SECOND);
        reset(&ana, ANA, &code, NEW).await.ok();
    }

    // attacks.md, 6
    async fn somebody_elses_wish_for_a_code_neither_ends_nor_uses_up_those_of_the_owner(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        sign_in(&ana, ANA, PASSWORD).await.ok();
        ana.post("/api/accounts/sign-out", json!({})).await.no_content();
        forgot(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        for _ in 0..5 {
            forgot(&eve, ANA).await.accepted();
            reset(&eve, ANA, &wrong(&code), NEW).await.assert_status(422);
        }
        forgot(&eve, ANA).await.assert_problem(429, "accounts.too_many_codes");
        for _ in 0..10 {
            forgot(&eve, "bob@example.com").await;
        }

        // Eve has used up what their common network may ask for.
        forgot(&eve, "bob@example.com").await.assert_problem(429, "api.too_many_requests");
        assert_eq!(reset(&ana, ANA, &code, NEW).await.ok()["me"]["email"], ANA);
        forgot(&ana, ANA).await.accepted();
    }

    async fn a_code_for_signing_up_resets_no_password(store) {
        let server = server_in_use(store).await;
        let eve = server.visitor();
        sign_up(&eve, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        server.member(ANA).await;

        reset(&eve, ANA, &code, NEW).await.assert_problem(422, "accounts.code_expired");
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
    }

    async fn an_unknown_address_is_told_so(store) {
        let server = server(store).await;
        let answer = forgot(&server.visitor(), ANA).await;
        answer.assert_problem(404, "accounts.email_not_registered");
    }

    async fn changing_the_password_ends_all_other_devices_and_keys(store) {
        let server = server(store).await;
        let here = server.member(ANA).await;
        let elsewhere = server.member(ANA).await;
        let stranger = server.member("bob@example.com").await;
        give_key(&server, &here).await;
        let old = here.cookie("ensemble").unwrap();

        change(&here, PASSWORD, NEW).await.no_content();

        assert_eq!(me(&here).await["email"], ANA);
        assert_ne!(here.cookie("ensemble").unwrap(), old);
        assert_eq!(count_keys(&server, &here).await, 0);
        let told = session(&elsewhere).await;
        assert_eq!(told["me"], Value::Null);
        assert_eq!(told["ended_reason"], "password_changed");
        stranger.get("/api/accounts/devices").await.ok();
        let thief = server.visitor();
        thief.set_cookie("ensemble", &old);
        assert_eq!(me(&thief).await, Value::Null);
        sign_in(&server.visitor(), ANA, NEW).await.ok();
    }

    async fn a_password_is_changed_only_by_who_knows_it(store) {
        let server = server(store).await;
        let here = server.member(ANA).await;
        let elsewhere = server.member(ANA).await;

        let wrong = change(&here, "another password", NEW).await;
        wrong.assert_problem(403, "accounts.incorrect_password");
        change(&here, PASSWORD, "password1").await.assert_problem(422, "accounts.password_common");
        elsewhere.get("/api/accounts/devices").await.ok();
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
    }
}
