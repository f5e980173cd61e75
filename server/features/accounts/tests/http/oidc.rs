use accounts::{OidcSettings, Settings};
use axum::body::Body;
use http::Request;
use kernel::{MINUTE, SECOND, Secret};
use serde_json::{Value, json};
use testing::{Answer, BASE_URL, Client, PASSWORD, TestServer, TestStore, for_each_store};
use url::Url;

use super::identity_provider::{CLIENT_ID, IdentityProvider, param};
use super::{me, server_with, session, sign_in};

const ANA: &str = "ana@example.com";

async fn server(store: TestStore, provider: &IdentityProvider) -> TestServer {
    server_that_trusts(store, provider, false).await
}

async fn server_that_trusts(
    store: TestStore,
    provider: &IdentityProvider,
    trust_email: bool,
) -> TestServer {
    let oidc = OidcSettings {
        id: "company".to_owned(),
        name: "Company account".to_owned(),
        issuer: provider.issuer.clone(),
        client_id: CLIENT_ID.to_owned(),
        client_secret: Some(Secret::new("a client's secret".to_owned())),
        trust_email,
        ..OidcSettings::default()
    };
    let redirect_urls = vec!["https://desktop.example/done".to_owned()];
    let server =
        server_with(store, Settings { oidc: vec![oidc], redirect_urls, ..Settings::default() })
            .await;
    server.operator().await;
    server
}

/// Returns the address to which a browser is sent to sign in.
pub async fn authorize(client: &Client) -> Url {
    authorize_with(client, "redirect_url=/home/chat&client_type=web&type=company").await
}

async fn authorize_with(client: &Client, query: &str) -> Url {
    let answer = client.get(&format!("/api/user/oauth2_authorize?{query}")).await;
    answer.clone().assert_status(302);
    answer.header("location").parse().unwrap()
}

pub async fn come_back(client: &Client, query: &str) -> Answer {
    client.get(&format!("/api/user/oauth2_callback?{query}")).await
}

pub fn now_seconds(server: &TestServer) -> i64 {
    server.clock().now().micros() / SECOND
}

/// Does a whole sign-in as `subject` at the provider, with the claims modified by `change`.
pub async fn go(
    server: &TestServer,
    provider: &IdentityProvider,
    client: &Client,
    subject: &str,
    change: impl FnOnce(&mut Value),
) -> Answer {
    let address = authorize(client).await;
    let mut claims = provider.claims(&address, subject, now_seconds(server));
    change(&mut claims);
    come_back(client, &provider.sign_in(&address, claims)).await
}

pub fn assert_landed(answer: &Answer, address: &str) {
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (302, address),
        "{}",
        answer.text()
    );
}

for_each_store! {
    // spec §7: "reached by browser redirect to start third-party sign-in. Query: redirect_url, client_type,
    // first_from_platform, refer, type, origin, optional utm."
    async fn a_person_signs_in_through_their_provider_and_again_after_their_address_changed(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let query = "redirect_url=/home/chat&client_type=desktop&first_from_platform=web&refer=x\
                     &type=company&origin=y&utm=z";
        let address = authorize_with(&browser, query).await;
        assert_eq!(param(&address, "redirect_uri"), format!("{BASE_URL}/api/user/oauth2_callback"));
        assert_eq!(param(&address, "response_type"), "code");
        let claims = provider.claims(&address, "ana", now_seconds(&server));

        let answer = come_back(&browser, &provider.sign_in(&address, claims)).await;

        assert_landed(&answer, &format!("{BASE_URL}/home/chat"));
        let first = me(&browser).await;
        assert_eq!((&first["email"], &first["name"]), (&json!(ANA), &json!("Ana Lima")));
        assert_eq!((&first["role"], &first["has_password"]), (&json!("member"), &json!(false)));
        let devices = browser.get("/api/accounts/devices").await.ok();
        assert_eq!(devices["items"][0]["client_type"], "desktop");
        let again = server.visitor();
        go(&server, &provider, &again, "ana", |claims| {
            claims["email"] = json!("ana@married.example");
            claims["email_verified"] = json!(false);
        })
        .await;
        assert_eq!(me(&again).await["id"], first["id"]);
    }

    async fn an_address_that_is_told_only_on_asking_is_asked_for(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let told = json!({ "sub": "ana", "email": ANA, "email_verified": true, "name": "Ana L" });
        provider.tell_on_asking(told);
        let browser = server.visitor();
        let short = |claims: &mut Value| {
            let claims = claims.as_object_mut().unwrap();
            claims.retain(|name, _| !["email", "email_verified", "name"].contains(&name.as_str()));
        };

        go(&server, &provider, &browser, "ana", short).await.assert_status(302);

        assert_eq!(me(&browser).await["email"], ANA);
        assert_eq!(me(&browser).await["name"], "Ana L");
        let eve = server.visitor();
        let answer = go(&server, &provider, &eve, "eve", short).await;
        answer.assert_problem(403, "accounts.oidc_email_unverified");
    }

    async fn the_first_account_may_come_from_the_provider(store) {
        let provider = IdentityProvider::start().await;
        let oidc = OidcSettings {
            id: "company".to_owned(),
            name: "Company account".to_owned(),
            issuer: provider.issuer.clone(),
            client_id: CLIENT_ID.to_owned(),
            client_secret: None,
            ..OidcSettings::default()
        };
        let server = server_with(store, Settings { oidc: vec![oidc], ..Settings::default() }).await;
        let browser = server.visitor();
        assert_eq!(
            session(&browser).await["setup"]["oidc"],
            json!([{ "id": "company", "name": "Company account" }])
        );

        go(&server, &provider, &browser, "ana", |_| {}).await.assert_status(302);

        assert_eq!(me(&browser).await["plan"], "operator");
    }
}

// security AU12
for_each_store! {
    async fn only_the_browser_that_began_comes_back_and_once(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        let address = authorize(&ana).await;
        let claims = provider.claims(&address, "ana", now_seconds(&server));
        let back = provider.sign_in(&address, claims);
        let cookie = ana.cookie("ensemble-oidc").unwrap();

        come_back(&eve, &back).await.assert_problem(400, "accounts.oidc_refused");
        authorize(&eve).await;
        come_back(&eve, &back).await.assert_problem(400, "accounts.oidc_refused");
        come_back(&ana, &back).await.assert_status(302);

        assert_eq!(me(&eve).await, Value::Null);
        let replay = server.visitor();
        replay.set_cookie("ensemble-oidc", &cookie);
        come_back(&replay, &back).await.assert_problem(400, "accounts.oidc_refused");
        assert_eq!(me(&replay).await, Value::Null);
    }

    async fn a_return_without_or_with_another_state_is_refused(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        for back in ["", "code=x", "code=x&state=", "code=x&state=guess", "state=guess"] {
            let browser = server.visitor();
            authorize(&browser).await;
            come_back(&browser, back).await.assert_problem(400, "accounts.oidc_refused");
            assert_eq!(me(&browser).await, Value::Null);
        }
    }

    async fn a_sign_in_that_took_longer_than_15_minutes_is_refused(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let address = authorize(&browser).await;
        server.clock().advance(15 * MINUTE);
        let claims = provider.claims(&address, "ana", now_seconds(&server));
        let back = provider.sign_in(&address, claims);
        come_back(&browser, &back).await.assert_problem(400, "accounts.oidc_refused");
    }

    async fn what_the_provider_says_must_be_for_us_for_this_and_for_now(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let now = now_seconds(&server);
        for (field, value) in [
            ("iss", json!("http://127.0.0.1:1")),
            ("aud", json!("another client")),
            ("aud", json!([CLIENT_ID, "another client"])),
            ("nonce", json!("another nonce")),
            ("nonce", Value::Null),
            ("exp", json!(now - 60)),
            ("sub", Value::Null),
        ] {
            let browser = server.visitor();
            let answer = go(&server, &provider, &browser, "ana", |claims| {
                claims[field] = value.clone();
            })
            .await;
            answer.assert_problem(400, "accounts.oidc_refused");
            assert_eq!(me(&browser).await, Value::Null, "{field} {value}");
        }
    }

    async fn a_code_is_of_no_use_without_the_verifier(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        let of_ana = authorize(&ana).await;
        let claims = provider.claims(&of_ana, "ana", now_seconds(&server));
        let stolen = provider.sign_in(&of_ana, claims);
        let of_eve = authorize(&eve).await;
        let (code, _) = stolen.split_once('&').unwrap();

        let injected = format!("{code}&state={}", param(&of_eve, "state"));

        come_back(&eve, &injected).await.assert_problem(400, "accounts.oidc_refused");
        assert_eq!(me(&eve).await, Value::Null);
    }

    async fn another_issuer_in_the_answer_is_refused(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let address = authorize(&browser).await;
        let claims = provider.claims(&address, "ana", now_seconds(&server));
        let back = format!("{}&iss=http://evil.example", provider.sign_in(&address, claims));
        come_back(&browser, &back).await.assert_problem(400, "accounts.oidc_refused");
    }

    async fn a_provider_may_change_its_keys(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        go(&server, &provider, &server.visitor(), "ana", |_| {}).await.assert_status(302);
        provider.change_key();
        let browser = server.visitor();

        // Not asked again within the same minute, whatever is sent.
        let answer = go(&server, &provider, &browser, "bob", |_| {}).await;
        answer.assert_problem(400, "accounts.oidc_refused");
        server.clock().advance(MINUTE);
        go(&server, &provider, &browser, "bob", |_| {}).await.assert_status(302);
        assert_eq!(me(&browser).await["email"], "bob@example.com");
    }
}

// security AU13
for_each_store! {
    async fn an_address_at_the_provider_never_opens_an_account_here(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        server.member(ANA).await;
        let eve = server.visitor();

        let answer = go(&server, &provider, &eve, "ana", |_| {}).await;
        answer.assert_problem(409, "accounts.email_taken");
        for (verified, code) in [
            (json!("true"), "accounts.email_taken"),
            (json!(false), "accounts.oidc_email_unverified"),
            (json!("false"), "accounts.oidc_email_unverified"),
            (Value::Null, "accounts.oidc_email_unconfirmed"),
        ] {
            let answer = go(&server, &provider, &eve, "new", |claims| {
                claims["email"] = json!(ANA);
                claims["email_verified"] = verified;
            })
            .await;
            assert_eq!(answer.json()["code"], code);
        }
        let answer = go(&server, &provider, &eve, "new", |claims| {
            claims["email"] = Value::Null;
            claims["upn"] = json!(ANA);
        })
        .await;
        answer.assert_problem(403, "accounts.oidc_email_unverified");
        assert_eq!(me(&eve).await, Value::Null);
    }

    async fn an_address_that_the_operator_trusts_creates_an_account_and_opens_none(store) {
        let provider = IdentityProvider::start().await;
        let server = server_that_trusts(store, &provider, true).await;
        let absent = |claims: &mut Value| {
            claims.as_object_mut().unwrap().remove("email_verified");
        };
        let new = server.visitor();
        go(&server, &provider, &new, "new", absent).await.assert_status(302);
        assert_eq!(me(&new).await["email"], "new@example.com");

        server.member(ANA).await;
        let eve = server.visitor();
        go(&server, &provider, &eve, "ana", absent).await.assert_problem(409, "accounts.email_taken");
        let answer = go(&server, &provider, &eve, "eve", |claims| {
            claims["email_verified"] = json!(false);
        })
        .await;
        answer.assert_problem(403, "accounts.oidc_email_unverified");
        assert_eq!(me(&eve).await, Value::Null);
    }

    async fn a_provider_that_writes_true_as_a_text_says_that_the_address_is_verified(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let text = |claims: &mut Value| claims["email_verified"] = json!("true");
        go(&server, &provider, &browser, "ana", text).await.assert_status(302);
        assert_eq!(me(&browser).await["email"], ANA);
    }

    async fn somebody_signed_in_links_an_identity_from_a_page_of_ours(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let ana = server.member(ANA).await;

        let answer = go(&server, &provider, &ana, "ana-at-work", |_| {}).await;

        assert_landed(&answer, &format!("{BASE_URL}/home/chat"));
        let browser = server.visitor();
        go(&server, &provider, &browser, "ana-at-work", |_| {}).await.assert_status(302);
        assert_eq!(me(&browser).await["email"], ANA);
        let bob = server.member("bob@example.com").await;
        let answer = go(&server, &provider, &bob, "ana-at-work", |_| {}).await;
        answer.assert_problem(409, "accounts.oidc_linked_elsewhere");
        assert_eq!(me(&bob).await["email"], "bob@example.com");
    }

    async fn another_site_links_no_identity(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let ana = server.member(ANA).await;
        let sent_here = ana.client.clone().with_header("sec-fetch-site", "cross-site");

        go(&server, &provider, &sent_here, "eve", |_| {}).await.assert_status(302);

        assert_eq!(me(&sent_here).await["email"], "eve@example.com");
        let eve = server.visitor();
        go(&server, &provider, &eve, "eve", |_| {}).await.assert_status(302);
        assert_eq!(me(&eve).await["email"], "eve@example.com");
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
    }
}

for_each_store! {
    async fn a_sign_in_ends_only_at_our_pages_or_where_the_operator_said(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        for elsewhere in ["//evil.example", "https://evil.example/", "javascript:alert(1)", "/..//e"] {
            let encoded: String =
                url::form_urlencoded::byte_serialize(elsewhere.as_bytes()).collect();
            let path = format!("/api/user/oauth2_authorize?type=company&redirect_url={encoded}");
            browser.get(&path).await.assert_problem(400, "accounts.redirect_refused");
        }
        let query = "type=company&redirect_url=https://desktop.example/done";
        let address = authorize_with(&browser, query).await;
        let claims = provider.claims(&address, "ana", now_seconds(&server));
        let answer = come_back(&browser, &provider.sign_in(&address, claims)).await;
        assert_landed(&answer, "https://desktop.example/done");
    }

    async fn a_person_sees_the_sign_in_page_with_what_went_wrong(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let address = authorize(&browser).await;
        let path = format!(
            "/api/user/oauth2_callback?error=access_denied&state={}",
            param(&address, "state")
        );
        let request = Request::get(path).header("accept", "text/html,*/*").body(Body::empty());

        let answer = browser.send(request.unwrap()).await;

        assert_landed(&answer, &format!("{BASE_URL}/login?error=accounts.oidc_cancelled"));
    }

    // spec §2: "/banned"
    async fn somebody_suspended_who_comes_back_is_told_why_once(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        go(&server, &provider, &browser, "ana", |_| {}).await.assert_status(302);
        let id: kernel::UserId = serde_json::from_value(me(&browser).await["id"].clone()).unwrap();
        let mut tx = server.db().begin().await.unwrap();
        let suspended = server.services.identity.set_suspended(&mut tx, id, Some("Sent spam.")).await;
        assert!(suspended.unwrap());
        tx.commit().await.unwrap();

        let elsewhere = server.visitor();
        let answer = go(&server, &provider, &elsewhere, "ana", |_| {}).await;
        assert_landed(&answer, &format!("{BASE_URL}/banned"));
        elsewhere.get("/api/accounts/devices").await
            .assert_problem(401, "identity.session_ended");
        let told = session(&elsewhere).await;
        assert_eq!((&told["me"], &told["ended_reason"]), (&Value::Null, &json!("suspended")));
        assert_eq!(told["ended_note"], "Sent spam.");
        assert_eq!(session(&elsewhere).await["ended_reason"], Value::Null);

        // The signed-in person of a browser stays signed in when a suspended person tries to sign in there.
        let ben = server.member("ben@example.com").await;
        let sent_here = ben.client.clone().with_header("sec-fetch-site", "cross-site");
        let answer = go(&server, &provider, &sent_here, "ana", |_| {}).await;
        let problem = answer.assert_problem(403, "accounts.suspended");
        assert_eq!(problem["params"]["reason"], "Sent spam.");
        assert_eq!(me(&ben).await["email"], "ben@example.com");
    }

    async fn a_provider_that_is_unknown_or_away_is_said(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, &provider).await;
        let browser = server.visitor();
        let answer = browser.get("/api/user/oauth2_authorize?type=other").await;
        answer.assert_problem(404, "accounts.oidc_unknown");
        drop(provider);
        let answer = browser.get("/api/user/oauth2_authorize?type=company").await;
        answer.assert_problem(502, "accounts.oidc_unreachable");
    }
}
