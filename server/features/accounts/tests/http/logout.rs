//! Back-channel logout: a provider ends the sessions it began.

use accounts::OidcSettings;
use axum::body::Body;
use http::Request;
use serde_json::{Value, json};
use testing::{Answer, PASSWORD, TestServer, for_each_store};

use super::companies::{company, server};
use super::identity_provider::{CLIENT_ID, IdentityProvider};
use super::oidc::{go, now_seconds};
use super::{me, sign_in};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// Returns the claims of a proper logout token.
fn claims(server: &TestServer, provider: &IdentityProvider, id: &str) -> Value {
    let now = now_seconds(server);
    json!({
        "iss": provider.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 120, "jti": id,
        "events": { EVENT: {} },
    })
}

/// Posts a token as a provider does: without cookies, from elsewhere.
async fn post(server: &TestServer, token: &str) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("logout_token", token)
        .finish();
    let request = Request::post("/api/accounts/oidc/back-channel-logout")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(body))
        .unwrap();
    let provider = server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
    provider.send(request).await
}

for_each_store! {
    async fn a_provider_ends_one_session_or_all_of_a_person(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, company(&provider)).await;
        let (one, other, ben) = (server.visitor(), server.visitor(), server.visitor());
        for (browser, subject, sid) in [(&one, "ana", "s1"), (&other, "ana", "s2"), (&ben, "ben", "s3")] {
            go(&server, &provider, browser, subject, |claims| claims["sid"] = json!(sid)).await;
            assert_ne!(me(browser).await, Value::Null);
        }

        let mut token = claims(&server, &provider, "j1");
        token["sid"] = json!("s1");
        let answer = post(&server, &provider.sign("logout+jwt", &token)).await;
        answer.clone().assert_status(200);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(me(&one).await, Value::Null);
        assert_ne!(me(&other).await, Value::Null);

        let mut token = claims(&server, &provider, "j2");
        token["sub"] = json!("ana");
        post(&server, &provider.sign("JWT", &token)).await.assert_status(200);
        assert_eq!(me(&other).await, Value::Null);
        assert_ne!(me(&ben).await, Value::Null);
        // Nobody to sign out is no error.
        token["jti"] = json!("j3");
        post(&server, &provider.sign("logout+jwt", &token)).await.assert_status(200);
    }

    async fn a_session_by_password_is_none_of_the_providers(store) {
        let provider = IdentityProvider::start().await;
        let oidc = OidcSettings {
            link_by_email: true,
            domains: vec!["example.com".to_owned()],
            ..company(&provider)
        };
        let server = server(store, oidc).await;
        server.member("ana@example.com").await;
        let (by_password, by_provider) = (server.visitor(), server.visitor());
        sign_in(&by_password, "ana@example.com", PASSWORD).await.ok();
        go(&server, &provider, &by_provider, "ana", |_| {}).await.assert_status(302);
        let mut token = claims(&server, &provider, "j1");
        token["sub"] = json!("ana");
        post(&server, &provider.sign("logout+jwt", &token)).await.assert_status(200);
        assert_eq!(me(&by_provider).await, Value::Null);
        assert_ne!(me(&by_password).await, Value::Null);
    }

    async fn programs_of_a_person_without_a_password_end_after_their_browser_signed_out(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, company(&provider)).await;
        let browser = server.visitor();
        go(&server, &provider, &browser, "ana", |_| {}).await.assert_status(302);
        let ana = me(&browser).await;
        let user_id = serde_json::from_value(ana["id"].clone()).unwrap();
        let workspace_id = serde_json::from_value(ana["workspace_id"].clone()).unwrap();
        let device = identity::Device::of(&http::HeaderMap::new(), [127, 0, 0, 1].into());
        let identity = &server.services.identity;
        let mut tx = server.db().begin().await.unwrap();
        let started = identity.start_device_session(&mut tx, user_id, workspace_id, &device).await;
        let (_, secret) = started.unwrap();
        tx.commit().await.unwrap();
        browser.post("/api/accounts/sign-out", json!({})).await.no_content();
        // As after a month: of the session that the provider began nothing is left.
        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM account_oidc_sessions").unwrap();
        tx.commit().await.unwrap();
        let bearer = format!("Bearer {}", secret.expose());
        let program = server.visitor().with_header("authorization", &bearer);
        program.get("/api/accounts/devices").await.ok();

        let mut token = claims(&server, &provider, "j1");
        token["sub"] = json!("ana");
        post(&server, &provider.sign("logout+jwt", &token)).await.assert_status(200);

        program.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
    }

    async fn what_is_no_logout_token_of_the_provider_ends_nothing(store) {
        let provider = IdentityProvider::start().await;
        let other = IdentityProvider::start().await;
        let server = server(store, company(&provider)).await;
        let ana = server.visitor();
        go(&server, &provider, &ana, "ana", |_| {}).await.assert_status(302);
        let mut right = claims(&server, &provider, "j1");
        right["sub"] = json!("ana");
        let now = now_seconds(&server);
        for change in [
            json!({ "iss": "https://evil.example" }),
            json!({ "aud": "another client" }),
            json!({ "exp": now - 60 }),
            json!({ "exp": null }),
            json!({ "iat": null }),
            json!({ "jti": null }),
            json!({ "events": {} }),
            json!({ "nonce": "n" }),
            json!({ "sub": null }),
        ] {
            let mut wrong = right.clone();
            for (name, value) in change.as_object().unwrap() {
                wrong[name] = value.clone();
            }
            if wrong["nonce"].is_null() {
                wrong.as_object_mut().unwrap().remove("nonce");
            }
            let answer = post(&server, &provider.sign("logout+jwt", &wrong)).await;
            answer.assert_problem(400, "accounts.logout_token_refused");
        }
        for token in [other.sign("logout+jwt", &right), provider.sign("at+jwt", &right), String::new()] {
            post(&server, &token).await.assert_problem(400, "accounts.logout_token_refused");
        }
        assert_ne!(me(&ana).await, Value::Null);

        let token = provider.sign("logout+jwt", &right);
        post(&server, &token).await.assert_status(200);
        go(&server, &provider, &ana, "ana", |_| {}).await.assert_status(302);
        // A token counts once.
        post(&server, &token).await.assert_problem(400, "accounts.logout_token_refused");
        assert_ne!(me(&ana).await, Value::Null);
    }
}
