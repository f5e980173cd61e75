use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Request;
use http::header::CONTENT_TYPE;
use kernel::SECOND;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testing::{Answer, Client, PASSWORD, TestServer, for_each_store};

use super::{me, server, session};

const ANA: &str = "ana@example.com";
const VERIFIER: &str = "a-secret-of-the-extension-that-nobody-else-knows";

fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

fn wish() -> Value {
    json!({
        "client_type": "extension",
        "redirect_url": "/auth-landing",
        "code_challenge": challenge(VERIFIER),
        "code_challenge_method": "S256",
        "state": "what-it-waits-for",
        "device_name": "Chrome on Linux",
    })
}

fn claim() -> Value {
    json!({
        "client_type": "extension",
        "redirect_url": "/auth-landing",
        "code_verifier": VERIFIER,
    })
}

async fn allow(client: &Client, wish: Value) -> Answer {
    client.post("/api/accounts/device-grants", wish).await
}

/// Returns the code that `client` allows a program to sign in by.
async fn code_of(client: &Client) -> String {
    let landing = allow(client, wish()).await.ok()["redirect_to"].as_str().unwrap().to_owned();
    let query = landing.strip_prefix("/auth-landing?code=").unwrap();
    let (code, state) = query.split_once("&state=").unwrap();
    assert_eq!(state, "what-it-waits-for");
    code.to_owned()
}

async fn redeem(server: &TestServer, code: &str, claim: Value) -> Answer {
    bearing(server, code).post("/api/accounts/device-grants/redeem", claim).await
}

/// Returns a program that has no cookie, and is on no page of ours.
fn bearing(server: &TestServer, secret: &str) -> Client {
    server
        .visitor()
        .with_header("authorization", &format!("Bearer {secret}"))
        .with_header("sec-fetch-site", "cross-site")
}

/// Returns an extension that Ana has let in.
async fn extension(server: &TestServer, browser: &Client) -> Client {
    let made = redeem(server, &code_of(browser).await, claim()).await.ok();
    bearing(server, made["token"].as_str().unwrap())
}

/// The address at which the desktop app listens.
const LOOPBACK: &str = "http://127.0.0.1:40123/auth-landing";

/// Returns the code that `client` allows the desktop app to sign in by.
async fn desktop_code_of(client: &Client) -> String {
    let mut asked = wish();
    asked["client_type"] = json!("desktop");
    asked["redirect_url"] = json!(LOOPBACK);
    let landing = allow(client, asked).await.ok()["redirect_to"].as_str().unwrap().to_owned();
    let query = landing.strip_prefix(&format!("{LOOPBACK}?code=")).unwrap();
    query.strip_suffix("&state=what-it-waits-for").unwrap().to_owned()
}

fn desktop_claim() -> Value {
    let mut claim = claim();
    claim["client_type"] = json!("desktop");
    claim["redirect_url"] = json!(LOOPBACK);
    claim
}

for_each_store! {
    async fn an_extension_is_let_in_and_is_a_device_that_can_be_signed_out(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;

        let made = redeem(&server, &code_of(&ana).await, claim()).await.ok();

        assert_eq!(made["session"]["me"]["email"], ANA);
        let extension = bearing(&server, made["token"].as_str().unwrap());
        assert_eq!(me(&extension).await["email"], ANA);
        let patch = json!({ "theme": "dark" });
        extension.patch("/api/accounts/settings", patch).await.ok();
        let devices = ana.get("/api/accounts/devices").await.ok();
        let items = devices["items"].as_array().unwrap();
        assert_eq!(items.len(), 2);
        let device = items.iter().find(|device| device["client_type"] == "extension").unwrap();
        assert_eq!(device["device_name"], "Chrome on Linux");

        let path = format!("/api/accounts/devices/{}", device["id"].as_str().unwrap());
        ana.delete(&path).await.no_content();

        let ended = extension.patch("/api/accounts/settings", json!({})).await;
        ended.assert_problem(401, "identity.session_ended");
        assert_eq!(session(&extension).await["ended_reason"], "signed_out");
        assert_eq!(me(&ana).await["email"], ANA);
    }

    async fn the_desktop_app_gets_a_cookie_and_reaches_the_account(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let code = desktop_code_of(&ana).await;

        let answer = redeem(&server, &code, desktop_claim()).await;

        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        let made = answer.ok();
        assert_eq!(made["token"], Value::Null);
        assert_eq!(made["session"]["me"]["email"], ANA);
        assert!(cookie.contains("HttpOnly"), "{cookie}");
        let (secret, _) = cookie.split_once(';').unwrap();
        let window = server.visitor().with_header("cookie", secret);
        let devices = window.get("/api/accounts/devices").await.ok();
        let kinds: Vec<_> = devices["items"].as_array().unwrap().iter()
            .map(|device| device["client_type"].as_str().unwrap().to_owned()).collect();
        assert!(kinds.contains(&"desktop".to_owned()), "{kinds:?}");

        redeem(&server, &code, desktop_claim()).await
            .assert_problem(400, "accounts.device_code_refused");
        assert_eq!(me(&window).await, Value::Null);
    }

    async fn the_desktop_app_is_not_sent_to_another_computer(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        for elsewhere in ["https://evil.example/auth-landing", "http://localhost:4000/auth-landing"] {
            let mut asked = wish();
            asked["client_type"] = json!("desktop");
            asked["redirect_url"] = json!(elsewhere);
            allow(&ana, asked).await.assert_problem(400, "accounts.redirect_refused");
        }
    }

    async fn an_extension_signs_itself_out(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let extension = extension(&server, &ana).await;

        extension.post("/api/accounts/sign-out", json!({})).await.no_content();

        assert_eq!(me(&extension).await, Value::Null);
        assert_eq!(me(&ana).await["email"], ANA);
    }

    // security AU12
    async fn a_code_works_once_and_coming_twice_ends_what_came_of_it(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let code = code_of(&ana).await;
        let made = redeem(&server, &code, claim()).await.ok();
        let extension = bearing(&server, made["token"].as_str().unwrap());
        assert_eq!(me(&extension).await["email"], ANA);

        let again = redeem(&server, &code, claim()).await;

        again.assert_problem(400, "accounts.device_code_refused");
        assert_eq!(me(&extension).await, Value::Null);
    }

    async fn a_code_works_for_one_minute(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let (in_time, late) = (code_of(&ana).await, code_of(&ana).await);

        server.clock().advance(59 * SECOND);
        redeem(&server, &in_time, claim()).await.ok();
        server.clock().advance(SECOND);
        redeem(&server, &late, claim()).await.assert_problem(400, "accounts.device_code_refused");
    }

    async fn a_code_is_of_no_use_without_what_the_program_began_with(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        for (field, value) in [
            ("code_verifier", "another-secret-that-is-long-enough-to-be-one-of-them"),
            ("code_verifier", &challenge(VERIFIER)),
            ("redirect_url", "/"),
            ("client_type", "desktop"),
        ] {
            let code = code_of(&ana).await;
            let mut wrong = claim();
            wrong[field] = json!(value);
            let refused = redeem(&server, &code, wrong).await;
            refused.assert_problem(400, "accounts.device_code_refused");
            // The code is used up: nobody can guess twice.
            redeem(&server, &code, claim()).await.assert_problem(400, "accounts.device_code_refused");
        }
        redeem(&server, "nonsense", claim()).await.assert_problem(400, "accounts.device_code_refused");
        assert_eq!(ana.get("/api/accounts/devices").await.ok()["items"].as_array().unwrap().len(), 1);
    }

    async fn what_a_program_asks_for_must_be_in_order(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        for (field, value, code) in [
            ("redirect_url", "https://evil.example/", "accounts.redirect_refused"),
            ("redirect_url", "//evil.example", "accounts.redirect_refused"),
            ("client_type", "desktop", "accounts.redirect_refused"),
            ("code_challenge", "short", "accounts.device_refused"),
            ("code_challenge_method", "plain", "accounts.device_refused"),
            ("state", "a&code=b", "accounts.device_refused"),
            ("device_name", " ", "accounts.device_refused"),
        ] {
            let mut wrong = wish();
            wrong[field] = json!(value);
            let status = if code.ends_with("redirect_refused") { 400 } else { 422 };
            allow(&ana, wrong).await.assert_problem(status, code);
        }
        allow(&server.visitor(), wish()).await.assert_problem(401, "identity.login_required");
        let foreign = ana.client.clone().with_header("sec-fetch-site", "cross-site");
        allow(&foreign, wish()).await.assert_problem(403, "api.cross_site");
    }

    async fn a_code_ends_with_the_session_that_allowed_it(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let code = code_of(&ana).await;

        ana.post("/api/accounts/sign-out", json!({})).await.no_content();

        redeem(&server, &code, claim()).await.assert_problem(400, "accounts.device_code_refused");
    }

    // security AU9
    async fn a_new_password_signs_extensions_out(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let extension = extension(&server, &ana).await;

        let body = json!({ "current_password": PASSWORD, "new_password": "an other one, longer" });
        ana.post("/api/accounts/password/change", body).await.no_content();

        let ended = extension.patch("/api/accounts/settings", json!({})).await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "password_changed");
    }

    // security AU16, §4.2
    async fn a_cookie_and_a_device_secret_never_stand_for_each_other(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let made = redeem(&server, &code_of(&ana).await, claim()).await.ok();
        let token = made["token"].as_str().unwrap();

        let both = ana.client.clone().with_header("authorization", &format!("Bearer {token}"));
        both.get("/api/accounts/session").await.assert_problem(400, "identity.two_credentials");
        let claimed = ana.client.clone().with_header("authorization", &format!("Bearer {}", code_of(&ana).await));
        let claimed = claimed.post("/api/accounts/device-grants/redeem", claim()).await;
        claimed.assert_problem(400, "identity.two_credentials");

        let cookie = ana.cookie("ensemble").unwrap();
        assert_eq!(me(&bearing(&server, &cookie)).await, Value::Null);
        let browser = server.visitor();
        browser.set_cookie("ensemble", token);
        assert_eq!(me(&browser).await, Value::Null);
    }

    async fn an_extension_gets_at_no_account_and_lets_nobody_in(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let extension = extension(&server, &ana).await;

        extension.get("/api/accounts/devices").await.assert_problem(403, "identity.device_may_not");
        allow(&extension, wish()).await.assert_problem(403, "identity.device_may_not");
        let body = json!({ "password": PASSWORD });
        let refused = extension.post("/api/accounts/deletion", body).await;
        refused.assert_problem(403, "identity.device_may_not");
    }

    async fn secrets_do_not_travel_in_the_open(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let request = Request::post("/api/accounts/device-grants")
            .header(CONTENT_TYPE, "application/json")
            .extension(ConnectInfo(SocketAddr::from(([192, 0, 2, 7], 5_000))))
            .body(Body::from(wish().to_string()));

        let refused = ana.send(request.unwrap()).await;

        refused.assert_problem(403, "accounts.device_needs_https");
    }
}
