//! Access checks of the extractors, on SQLite and PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use area::{Area, Routes};
use axum::routing::get;
use futures::future::join_all;
use identity::{ApiKey, KeyCaller, KeyScope, NewApiKey, Operator, SignedIn, Visitor};
use testing::{Client, TestPerson, TestServer, TestStore, for_each_store};

/// Starts a server with one route for each kind of caller, which returns the caller.
async fn server(store: TestStore) -> TestServer {
    TestServer::with(store, |_| {
        let routes: Routes = Routes::new()
            .route("/visitor", get(|Visitor(who): Visitor| async move { name(who) }))
            .route("/signed-in", get(|who: SignedIn| async move { name(Some(who)) }))
            .route("/operator", get(|Operator(who): Operator| async move { name(Some(who)) }))
            .route("/key", get(|who: KeyCaller| async move { who.user_id.to_string() }));
        vec![Area::new("probe").routes(routes)]
    })
    .await
}

fn name(who: Option<SignedIn>) -> String {
    who.map_or_else(|| "nobody".to_owned(), |who| who.user_id.to_string())
}

async fn make_key(server: &TestServer, person: &TestPerson, cap: Option<i64>) -> (ApiKey, String) {
    let new = NewApiKey {
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        name: "script",
        cap,
        scopes: &KeyScope::ALL,
    };
    let mut tx = server.db().begin().await.unwrap();
    let made = server.services.identity.create_key(&mut tx, new).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    made
}

fn program(server: &TestServer, secret: &str) -> Client {
    server.visitor().with_header("authorization", &format!("Bearer {secret}"))
}

for_each_store! {
    async fn each_route_takes_the_callers_it_names_and_nobody_else(store) {
        let server = server(store).await;
        let (operator, ana) = (server.operator().await, server.member("ana@example.com").await);
        let (_, secret) = make_key(&server, &ana, None).await;
        let program = program(&server, &secret);
        let visitor = server.visitor();
        let ana_id = ana.user_id.to_string();

        assert_eq!(visitor.get("/visitor").await.text(), "nobody");
        assert_eq!(ana.get("/visitor").await.text(), ana_id);
        assert_eq!(ana.get("/signed-in").await.text(), ana_id);
        visitor.get("/signed-in").await.assert_problem(401, "identity.login_required");
        program.get("/signed-in").await.assert_problem(401, "identity.login_required");
        assert_eq!(operator.get("/operator").await.text(), operator.user_id.to_string());
        ana.get("/operator").await.assert_problem(403, "identity.operator_only");
        visitor.get("/operator").await.assert_problem(401, "identity.login_required");
        assert_eq!(program.get("/key").await.text(), ana_id);
        ana.get("/key").await.assert_problem(401, "identity.key_unknown");
        visitor.get("/key").await.assert_problem(401, "identity.key_unknown");
    }

    // security AU16
    async fn two_credentials_in_one_request_are_refused(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let (_, secret) = make_key(&server, &ana, None).await;
        let both = ana.client.clone().with_header("authorization", &format!("Bearer {secret}"));
        for path in ["/visitor", "/signed-in", "/key"] {
            both.get(path).await.assert_problem(400, "identity.two_credentials");
        }
    }

    // A proxy in front may ask for a password, which browsers then send along.
    async fn a_password_for_a_proxy_is_no_credential(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        for scheme in ["Basic YTpi", "Negotiate YTpi", "Digest username=\"a\""] {
            let through = ana.client.clone().with_header("authorization", scheme);
            for path in ["/visitor", "/signed-in"] {
                assert_eq!(through.get(path).await.text(), ana.user_id.to_string(), "{scheme}");
            }
        }
    }

    async fn a_key_opens_in_the_headers_of_other_services_too(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let (_, secret) = make_key(&server, &ana, None).await;
        for name in ["x-api-key", "api-key"] {
            let program = server.visitor().with_header(name, &secret);
            program.get("/key").await.assert_status(200);
            program.get("/signed-in").await.assert_problem(401, "identity.login_required");
            ana.client.clone().with_header(name, &secret).get("/key").await
                .assert_problem(400, "identity.two_credentials");
        }
    }

    async fn headers_that_claim_to_be_somebody_are_ignored(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let (_, secret) = make_key(&server, &ana, None).await;
        for (name, value) in [
            ("x-user-id", ana.user_id.to_string()),
            ("x-forwarded-user", ana.email.clone()),
            ("authorization", format!("Basic {secret}")),
        ] {
            let eve = server.visitor().with_header(name, &value);
            eve.get("/signed-in").await.assert_problem(401, "identity.login_required");
            eve.get("/key").await.assert_problem(401, "identity.key_unknown");
        }
    }

    async fn a_key_is_shown_once_stored_as_a_hash_and_gone_when_deleted(store) {
        let server = server(store).await;
        let (ana, bob) = (server.member("ana@example.com").await, server.member("bob@example.com").await);
        let (key, secret) = make_key(&server, &ana, None).await;
        assert!(secret.starts_with("ens_") && secret.len() == 47);
        assert_eq!(key.prefix, secret[..10]);
        let caller = program(&server, &secret);
        caller.get("/key").await.assert_status(200);
        let identity = &server.services.identity;
        let mut conn = server.db().read().await.unwrap();
        let listed = identity.list_keys(&mut conn, ana.user_id).await.unwrap();
        assert_eq!(listed[0].last_used_at, Some(testing::NOW));
        drop(conn);

        let mut tx = server.db().begin().await.unwrap();
        assert!(!identity.delete_key(&mut tx, bob.user_id, key.id).await.unwrap());
        assert!(identity.delete_key(&mut tx, ana.user_id, key.id).await.unwrap());
        tx.commit().await.unwrap();

        caller.get("/key").await.assert_problem(401, "identity.key_unknown");
        program(&server, &secret[..46]).get("/key").await.assert_problem(401, "identity.key_unknown");
    }

    async fn the_keys_of_a_suspended_person_are_dead(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let (_, secret) = make_key(&server, &ana, None).await;
        server.set_suspended(&ana, true).await;
        let answer = program(&server, &secret).get("/key").await;
        answer.assert_problem(401, "identity.key_unknown");
    }

    async fn a_key_is_never_charged_above_its_cap_however_many_ask_at_once(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let (key, _) = make_key(&server, &ana, Some(10)).await;
        let identity = &server.services.identity;
        let spend = |amount| {
            let server = &server;
            async move {
                let mut tx = server.db().begin().await.unwrap();
                let is_charged = identity.spend_key(&mut tx, key.id, amount).await.unwrap();
                tx.commit().await.unwrap();
                is_charged
            }
        };

        let charged = join_all((0..8).map(|_| spend(3))).await;

        assert_eq!(charged.iter().filter(|is_charged| **is_charged).count(), 3);
        assert!(spend(1).await && !spend(1).await);
        assert!(spend(-10).await && !spend(-1).await);
    }

    async fn what_one_process_ends_is_ended_in_all(store) {
        let server = server(store).await;
        let other = server.another_process().await;
        let ana = server.member("ana@example.com").await;
        let elsewhere = other.visitor();
        elsewhere.set_cookie("ensemble", &ana.cookie("ensemble").unwrap());
        assert_eq!(elsewhere.get("/signed-in").await.text(), ana.user_id.to_string());

        let identity = &server.services.identity;
        let mut tx = server.db().begin().await.unwrap();
        let reason = identity::EndReason::SignedOut;
        identity.end_sessions(&mut tx, audit::Actor::SYSTEM, ana.user_id, None, reason).await.unwrap();
        tx.commit().await.unwrap();

        elsewhere.get("/signed-in").await.assert_problem(401, "identity.session_ended");
    }

    async fn ended_sessions_and_old_codes_are_forgotten_in_time(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        server.clock().advance(61 * kernel::DAY);
        server.services.identity.forget_old().await.unwrap();
        ana.get("/signed-in").await.assert_problem(401, "identity.login_required");
    }
}
