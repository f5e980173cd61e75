use accounts::Settings;
use axum::body::Body;
use http::Request;
use kernel::{DAY, HOUR, SECOND};
use serde_json::{Value, json};
use testing::{PASSWORD, for_each_store};

use super::{me, server, server_with, session, sign_in};

const ANA: &str = "ana@example.com";

for_each_store! {
    async fn a_person_signs_in_and_out(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let browser = server.visitor();

        let session = sign_in(&browser, " ANA@example.com", PASSWORD).await.ok();

        assert_eq!(session["me"]["email"], ANA);
        assert_eq!(session["me"]["plan"], "free");
        browser.get("/api/accounts/devices").await.ok();
        let old = browser.cookie("ensemble").unwrap();
        browser.post("/api/accounts/sign-out", json!({})).await.no_content();
        assert_eq!(me(&browser).await, Value::Null);
        let refused = browser.get("/api/accounts/devices").await;
        let refused = refused.assert_problem(401, "identity.login_required");
        assert_eq!(refused["message"], "Please login to use this feature");
        browser.set_cookie("ensemble", &old);
        let refused = browser.get("/api/accounts/devices").await;
        refused.assert_problem(401, "identity.session_ended");
    }

    async fn signing_in_always_makes_a_new_session(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let browser = server.visitor();
        sign_in(&browser, ANA, PASSWORD).await.ok();
        let first = browser.cookie("ensemble").unwrap();

        sign_in(&browser, ANA, PASSWORD).await.ok();

        assert_ne!(browser.cookie("ensemble").unwrap(), first);
        let fixed = server.visitor();
        fixed.set_cookie("ensemble", &first);
        fixed.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
    }
}

// spec §8: "Email not registered. Please 'Sign up' to create an account"; "Incorrect password.Please click on
// 'Forgot password?' to recover your account"
// spec §5: "Invalid email address."
for_each_store! {
    async fn a_wrong_password_or_address_is_said_as_the_spec_words_it(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let browser = server.visitor();

        let wrong = sign_in(&browser, ANA, "another password").await;
        let wrong = wrong.assert_problem(403, "accounts.incorrect_password");
        assert_eq!(
            wrong["message"],
            "Incorrect password.Please click on 'Forgot password?' to recover your account"
        );
        let unknown = sign_in(&browser, "eve@example.com", PASSWORD).await;
        let unknown = unknown.assert_problem(404, "accounts.email_not_registered");
        assert_eq!(
            unknown["message"],
            "Email not registered. Please 'Sign up' to create an account"
        );
        let invalid = sign_in(&browser, "ana@example", PASSWORD).await;
        let invalid = invalid.assert_problem(422, "accounts.invalid_email");
        assert_eq!(invalid["message"], "Invalid email address.");
        assert_eq!(me(&browser).await, Value::Null);
    }

    async fn where_the_operator_wants_it_strangers_cannot_tell_who_has_an_account(store) {
        let hidden = Settings { reveal_unknown_email: false, ..Settings::default() };
        let server = server_with(store, hidden).await;
        server.member(ANA).await;
        let eve = server.visitor();

        for email in [ANA, "nobody@example.com"] {
            let answer = sign_in(&eve, email, "another password").await;
            answer.assert_problem(403, "accounts.incorrect_password");
            let body = json!({ "email": email });
            eve.post("/api/accounts/password/forgot", body).await.accepted();
        }
        assert!(!server.newest_mail_to(ANA).await.is_empty());
    }

    async fn signing_in_is_limited_per_internet_address(store) {
        let server = server(store).await;
        let eve = server.visitor();
        for _ in 0..30 {
            sign_in(&eve, ANA, "a guess of eve's").await.assert_status(404);
        }

        let refused = sign_in(&eve, ANA, "a guess of eve's").await;
        assert_eq!(refused.header("retry-after"), "10");
        refused.assert_problem(429, "api.too_many_requests");
        server.clock().advance(10 * SECOND);
        sign_in(&eve, ANA, "a guess of eve's").await.assert_status(404);
    }

    // attacks.md, 6
    async fn a_device_that_the_account_knows_is_not_locked_out_by_strangers(store) {
        let server = server(store).await;
        server.member(ANA).await;
        server.member("bob@example.com").await;
        let (ana, eve) = (server.visitor(), server.visitor());
        sign_in(&ana, ANA, PASSWORD).await.ok();
        sign_in(&ana, "bob@example.com", PASSWORD).await.ok();
        ana.post("/api/accounts/sign-out", json!({})).await.no_content();
        // Eve has an account of her own on her device.
        server.member("eve@example.com").await;
        sign_in(&eve, "eve@example.com", PASSWORD).await.ok();
        for address in ["203.0.113.1", "203.0.113.2", "127.0.0.1"] {
            let eve = eve.clone().at(address);
            for _ in 0..30 {
                sign_in(&eve, ANA, "a guess of eve's").await;
            }
        }
        for address in ["203.0.113.3", "127.0.0.1"] {
            let stranger = server.visitor().at(address);
            let refused = sign_in(&stranger, ANA, PASSWORD).await;
            refused.assert_problem(429, "api.too_many_requests");
        }

        assert_eq!(sign_in(&ana, ANA, PASSWORD).await.ok()["me"]["email"], ANA);
        ana.post("/api/accounts/sign-out", json!({})).await.no_content();
        sign_in(&ana, ANA, "a typing error").await.assert_status(403);
        sign_in(&ana, ANA, PASSWORD).await.ok();
        sign_in(&ana, "bob@example.com", PASSWORD).await.ok();
    }

    async fn guesses_on_a_known_device_are_limited_too(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let device = server.visitor();
        sign_in(&device, ANA, PASSWORD).await.ok();
        for _ in 0..50 {
            sign_in(&device, ANA, "a guess").await.assert_status(403);
        }
        let refused = sign_in(&device, ANA, "a guess").await;
        assert_eq!(refused.header("retry-after"), "60");
        refused.assert_problem(429, "api.too_many_requests");
    }

    async fn a_cookie_that_somebody_made_up_makes_no_device_known(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        sign_in(&ana, ANA, PASSWORD).await.ok();
        let own = ana.cookie("ensemble-device").unwrap();
        let (device, mark) = own.split_once('.').unwrap();
        for _ in 0..29 {
            sign_in(&eve, ANA, "a guess of eve's").await.assert_status(403);
        }
        for made_up in [device.to_owned(), format!("x{device}.{mark}"), format!("{device}.{}0", &mark[1..])] {
            eve.set_cookie("ensemble-device", &made_up);
            let refused = sign_in(&eve, ANA, PASSWORD).await;
            refused.assert_problem(429, "api.too_many_requests");
        }
    }

    async fn a_suspended_person_is_out_at_once_and_stays_out(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        server.set_suspended(&ana, true).await;

        ana.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
        let answer = sign_in(&server.visitor(), ANA, PASSWORD).await;
        answer.assert_problem(403, "accounts.suspended");
    }
}

for_each_store! {
    // spec §8: "Device auto-logged-out dialog (device limit, session expiry"
    async fn a_session_that_is_not_used_ends_after_30_days(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        server.clock().advance(30 * DAY - SECOND);
        ana.get("/api/accounts/devices").await.ok();
        server.clock().advance(30 * DAY - SECOND);
        ana.get("/api/accounts/devices").await.ok();
        server.clock().advance(30 * DAY);

        let ended = ana.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "expired");
        assert_eq!(session(&ana).await["ended_reason"], "expired");
        assert_eq!(session(&ana).await["ended_reason"], Value::Null);
    }

    async fn a_session_ends_after_90_days_however_it_is_used(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        for _ in 0..89 {
            server.clock().advance(DAY);
            ana.get("/api/accounts/devices").await.ok();
        }
        server.clock().advance(DAY - HOUR);
        ana.get("/api/accounts/devices").await.ok();
        server.clock().advance(HOUR);

        ana.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
    }
}

// security CF1, CF5
for_each_store! {
    async fn other_sites_cannot_sign_anybody_in_or_out(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let body = json!({ "email": ANA, "password": PASSWORD });
        for site in ["cross-site", "same-site", "none"] {
            let elsewhere = ana.client.clone().with_header("sec-fetch-site", site);
            let answer = elsewhere.post("/api/accounts/sign-in", body.clone()).await;
            answer.assert_problem(403, "api.cross_site");
            let answer = elsewhere.post("/api/accounts/sign-out", json!({})).await;
            answer.assert_problem(403, "api.cross_site");
        }
        let old = ana.client.clone().with_header("sec-fetch-site", "");
        old.clone().post("/api/accounts/sign-in", body.clone()).await.ok();
        let foreign = old.with_header("origin", "http://ensemble.test:81");
        foreign.post("/api/accounts/sign-in", body).await.assert_problem(403, "api.cross_site");
        assert_eq!(me(&ana).await["email"], ANA);
    }

    async fn only_json_is_taken(store) {
        let server = server(store).await;
        let body = json!({ "email": ANA, "password": PASSWORD }).to_string();
        for content_type in ["text/plain", "application/x-www-form-urlencoded"] {
            let request = Request::post("/api/accounts/sign-in").header("content-type", content_type);
            let request = request.body(Body::from(body.clone())).unwrap();
            server.visitor().send(request).await.assert_problem(415, "api.not_json");
        }
    }
}
