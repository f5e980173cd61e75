//! Searches for people, what they may use, and what suspended people are told.

use accounts::Settings;
use serde_json::json;
use testing::{PASSWORD, TestServer, TestStore, for_each_store};

use crate::INSTALLATION;

async fn server(store: TestStore) -> TestServer {
    TestServer::with(store, |services| {
        vec![
            accounts::area(services, Settings { sign_up_open: true, ..Settings::default() }),
            admin::area(services, INSTALLATION),
        ]
    })
    .await
}

fn emails(page: &serde_json::Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|it| it["email"].as_str().unwrap()).collect()
}

for_each_store! {
    async fn people_are_found_by_name_address_role_and_state(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        server.clock().advance(1_000_000);
        server.member("ben_1@other.org").await;
        let path = format!("/api/admin/users/{}", ana.user_id);
        operator.patch(&path, json!({ "suspended": true, "reason": "spam" })).await.ok();

        let found = async |query: &str| operator.get(&format!("/api/admin/users?{query}")).await.ok();
        assert_eq!(emails(&found("q=BEN_1").await), ["ben_1@other.org"]);
        assert_eq!(emails(&found("q=example.com&role=member").await), ["ana@example.com"]);
        assert_eq!(emails(&found("role=operator").await), ["operator@example.com"]);
        assert_eq!(emails(&found("suspended=true").await), ["ana@example.com"]);
        assert_eq!(found("suspended=false").await["items"].as_array().unwrap().len(), 2);
        assert!(emails(&found("q=benx1").await).is_empty(), "a line below is no joker");
    }

    async fn the_list_says_what_people_may_use(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        server.member("ana@example.com").await;

        let page = operator.get("/api/admin/users?q=ana").await.ok();
        assert_eq!(page["items"][0]["plan_name"], "Free");
        assert_eq!(page["items"][0]["credits_left"], 0);
        let page = operator.get("/api/admin/users?q=operator").await.ok();
        assert_eq!(page["items"][0]["plan"], "operator");
        assert_eq!(page["items"][0]["credits_left"], serde_json::Value::Null);
    }

    // spec §2: "/banned"
    async fn somebody_suspended_is_told_why_on_open_pages_and_at_signing_in(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = format!("/api/admin/users/{}", ana.user_id);
        let credentials = json!({ "email": "ana@example.com", "password": PASSWORD });

        let ban = json!({ "suspended": true, "reason": " Sent spam. " });
        let banned = operator.patch(&path, ban).await.ok();
        assert_eq!(banned["suspended_reason"], "Sent spam.");
        let refused = ana.patch("/api/accounts/me", json!({ "name": "A" })).await;
        let problem = refused.assert_problem(401, "identity.session_ended");
        assert_eq!(problem["params"]["reason"], "suspended");
        assert_eq!(problem["params"]["note"], "Sent spam.");
        let session = ana.get("/api/accounts/session").await.ok();
        assert_eq!(session["ended_reason"], "suspended");
        assert_eq!(session["ended_note"], "Sent spam.");
        let refused = ana.post("/api/accounts/sign-in", credentials.clone()).await;
        let problem = refused.assert_problem(403, "accounts.suspended");
        assert_eq!(problem["params"]["reason"], "Sent spam.");

        let again = json!({ "suspended": true, "reason": "Sent more." });
        let banned = operator.patch(&path, again).await.ok();
        assert_eq!(banned["suspended_reason"], "Sent more.");
        let lifted = operator.patch(&path, json!({ "suspended": false })).await.ok();
        assert_eq!(lifted["suspended_reason"], "");
        ana.post("/api/accounts/sign-in", credentials).await.ok();
        let session = ana.get("/api/accounts/session").await.ok();
        assert_eq!(session["ended_reason"], serde_json::Value::Null);
    }

    async fn nobody_is_suspended_without_a_reason(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = format!("/api/admin/users/{}", ana.user_id);

        for reason in [String::new(), "  ".to_owned(), "a".repeat(201)] {
            let ban = json!({ "suspended": true, "reason": reason });
            let problem = operator.patch(&path, ban).await.assert_problem(422, "admin.ban_invalid");
            assert_eq!(problem["params"]["field"], "reason");
        }
        ana.get("/api/admin/users").await.assert_problem(403, "identity.operator_only");
    }
}
