//! Notices to everybody, and a server that is closed for maintenance.

use accounts::Settings;
use identity::{KeyScope, NewApiKey};
use kernel::{HOUR, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{PASSWORD, TestServer, TestStore, for_each_store};

use crate::INSTALLATION;

async fn server(store: TestStore) -> TestServer {
    TestServer::with(store, |services| {
        vec![
            accounts::area(services, Settings::default()),
            runs::area(),
            admin::area(services, INSTALLATION),
        ]
    })
    .await
}

fn closed() -> Value {
    json!({ "level": "closed", "text": "New disks", "starts_at": null, "ends_at": null })
}

for_each_store! {
    async fn a_notice_is_told_to_everybody_until_it_is_taken_away(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let visitor = server.visitor();
        let mut told = server.services.bus.subscribe(bus::NOTICE_TOPIC);
        assert_eq!(visitor.get("/api/admin/notice").await.ok()["notice"], Value::Null);

        let body = json!({ "level": "notice", "text": " Hello ", "starts_at": null, "ends_at": null });
        operator.put("/api/admin/own-notice", body).await.ok();
        assert!(told.next().await.is_some());
        let notice = visitor.get("/api/admin/notice").await.ok();
        assert_eq!((&notice["notice"]["text"], &notice["notice"]["level"]), (&json!("Hello"), &json!("notice")));
        server.member("ana@example.com").await.get("/api/accounts/devices").await.ok();

        operator.delete("/api/admin/own-notice").await.no_content();
        assert_eq!(visitor.get("/api/admin/notice").await.ok()["notice"], Value::Null);
    }

    async fn a_notice_waits_for_its_time(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let now = server.clock().now();
        let (from, until) = (now.plus(HOUR), now.plus(2 * HOUR));
        let body = json!({ "level": "notice", "text": "Hello", "starts_at": from, "ends_at": until });
        operator.put("/api/admin/own-notice", body).await.ok();
        let shown = async || server.visitor().get("/api/admin/notice").await.ok()["notice"].is_object();

        assert!(!shown().await);
        assert_eq!(operator.get("/api/admin/own-notice").await.ok()["notice"]["text"], "Hello");
        server.clock().advance(HOUR);
        assert!(shown().await);
        server.clock().advance(HOUR);
        assert!(!shown().await);
    }

    // spec §8: "Service under maintenance"
    async fn while_it_is_closed_only_operators_get_in(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        operator.put("/api/admin/own-notice", closed()).await.ok();

        for answer in [
            ana.get("/api/accounts/devices").await,
            ana.patch("/api/accounts/me", json!({ "name": "A" })).await,
            server.visitor().post("/api/accounts/password/forgot", json!({})).await,
            server.visitor().get("/api/nowhere").await,
        ] {
            let retry_after = answer.headers["retry-after"].clone();
            let problem = answer.assert_problem(503, "api.maintenance");
            assert_eq!(problem["message"], "Service under maintenance");
            assert_eq!(problem["params"]["text"], "New disks");
            assert_eq!(retry_after, "60");
        }
        operator.get("/api/accounts/devices").await.ok();
        operator.get("/api/admin/users").await.ok();
        // Everybody gets the reason, and operators can sign in.
        assert_eq!(ana.get("/api/admin/notice").await.ok()["notice"]["level"], "closed");
        assert!(ana.get("/api/accounts/session").await.ok()["me"].is_object());
        let credentials = json!({ "email": "operator@example.com", "password": PASSWORD });
        let browser = server.visitor();
        browser.post("/api/accounts/sign-in", credentials).await.ok();
        browser.get("/api/admin/status").await.ok();

        operator.delete("/api/admin/own-notice").await.no_content();
        ana.get("/api/accounts/devices").await.ok();
    }

    async fn keys_get_in_where_they_are_an_operators(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let mut keys = Vec::new();
        for person in [&operator, &ana] {
            let mut tx = server.db().begin().await.unwrap();
            let new = NewApiKey {
                user_id: person.user_id,
                workspace_id: person.workspace_id,
                name: "k",
                cap: None,
                scopes: &[KeyScope::Models],
            };
            let made = server.services.identity.create_key(&mut tx, new).await.unwrap();
            let (_, secret) = made.unwrap();
            tx.commit().await.unwrap();
            keys.push(format!("Bearer {secret}"));
        }
        operator.put("/api/admin/own-notice", closed()).await.ok();

        let status = async |key: &str| {
            let program = server.visitor().with_header("authorization", key);
            program.get("/api/nowhere").await.status.as_u16()
        };
        assert_eq!(status(&keys[0]).await, 404);
        assert_eq!(status(&keys[1]).await, 503);
    }

    async fn it_closes_and_opens_by_itself_and_says_when(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let now = server.clock().now();
        let mut body = closed();
        body["starts_at"] = json!(now.plus(HOUR));
        body["ends_at"] = json!(now.plus(2 * HOUR));
        operator.put("/api/admin/own-notice", body).await.ok();

        ana.get("/api/accounts/devices").await.ok();
        assert!(ana.get("/api/admin/notice").await.ok()["notice"].is_object(), "it is announced");
        server.clock().advance(HOUR + 58 * MINUTE);
        let refused = ana.get("/api/accounts/devices").await;
        assert_eq!(refused.headers["retry-after"], "121");
        refused.assert_problem(503, "api.maintenance");
        server.clock().advance(2 * MINUTE);
        ana.get("/api/accounts/devices").await.ok();
    }

    async fn another_process_closes_within_two_seconds(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let other = server.another_process().await;
        let ana = other.member("ana@example.com").await;
        ana.get("/api/accounts/devices").await.ok();

        operator.put("/api/admin/own-notice", closed()).await.ok();
        server.clock().advance(2 * SECOND);
        ana.get("/api/accounts/devices").await.assert_problem(503, "api.maintenance");
    }

    async fn who_listens_hears_of_it_and_keeps_listening(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let mut line = ana.events("/api/events").await;

        operator.put("/api/admin/own-notice", closed()).await.ok();
        assert_eq!(line.next().await.unwrap().event, "notice.changed");
        operator.delete("/api/admin/own-notice").await.no_content();
        assert_eq!(line.next().await.unwrap().event, "notice.changed");
    }

    async fn what_cannot_be_shown_names_the_field(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let mut body = closed();
        body["level"] = json!("notice");
        body["text"] = json!(" ");
        let problem = operator.put("/api/admin/own-notice", body).await
            .assert_problem(422, "admin.notice_invalid");
        assert_eq!(problem["params"]["field"], "text");
        server.member("ana@example.com").await.put("/api/admin/own-notice", closed()).await
            .assert_problem(403, "identity.operator_only");
    }
}
