//! Administration, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod http {
    mod caps;
    mod checks;
    mod events;
    mod grants;
    mod notice;
    mod people;
    mod settings;
    mod suspended;
}

use admin::Installation;
use mail::{Body, Message};
use serde_json::json;
use testing::{NOW, TestServer, TestStore, for_each_store};

const INSTALLATION: Installation =
    Installation { version: "1.2.3", files: "disk", started_at: NOW };

async fn server(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![admin::area(services, INSTALLATION)]).await
}

for_each_store! {
    async fn only_the_operator_is_let_in(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        for path in ["/api/admin/outbox", "/api/admin/users", "/api/admin/status"] {
            ana.get(path).await.assert_problem(403, "identity.operator_only");
            server.visitor().get(path).await.assert_problem(401, "identity.login_required");
            server.operator().await.get(path).await.ok();
        }
    }

    async fn the_outbox_shows_mails_newest_first(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        for subject in ["first", "second"] {
            let body = Body { text: "Your code is 123456.".into(), html: None };
            let message = Message { to: "ana@example.com".into(), subject: subject.into(), body };
            let mut tx = server.db().begin().await.unwrap();
            server.services.mail.enqueue(&mut tx, &message).await.unwrap();
            tx.commit().await.unwrap();
            server.clock().advance(1_000_000);
        }

        let page = operator.get("/api/admin/outbox?limit=1").await.ok();
        let cursor = page["next_cursor"].as_str().unwrap();
        let rest = operator.get(&format!("/api/admin/outbox?cursor={cursor}")).await.ok();

        assert_eq!(page["items"][0]["subject"], "second");
        assert_eq!(page["items"][0]["state"], "kept");
        assert_eq!(page["items"][0]["text"], "Your code is 123456.");
        assert_eq!(rest["items"][0]["subject"], "first");
        assert!(rest["next_cursor"].is_null());
    }

    async fn somebody_suspended_is_signed_out_until_readmitted(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = format!("/api/admin/users/{}", ana.user_id);

        let suspended = operator.patch(&path, json!({ "suspended": true, "reason": "spam" })).await.ok();
        assert_eq!((&suspended["suspended"], &suspended["suspended_reason"]), (&json!(true), &json!("spam")));
        ana.get("/api/admin/status").await.assert_status(401);

        operator.patch(&path, json!({ "suspended": false })).await.ok();
        let ana = server.member("ana@example.com").await;
        ana.get("/api/admin/status").await.assert_problem(403, "identity.operator_only");
    }

    async fn the_operators_plan_comes_and_goes_with_the_role(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = format!("/api/admin/users/{}", ana.user_id);
        let plan = async || {
            let mut conn = server.db().read().await.unwrap();
            let (workspace_id, now) = (ana.workspace_id, server.clock().now());
            let plans = &server.services.entitlements;
            plans.plan_of(&mut conn, workspace_id, now).await.unwrap().id.clone()
        };

        operator.patch(&path, json!({ "role": "operator" })).await.ok();
        assert_eq!(plan().await, "operator");
        server.clock().advance(1_000_000);
        operator.patch(&path, json!({ "role": "member" })).await.ok();
        assert_eq!(plan().await, "free");
    }

    async fn the_last_operator_stays(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let path = format!("/api/admin/users/{}", operator.user_id);

        for change in [json!({ "role": "member" }), json!({ "suspended": true, "reason": "spam" })] {
            operator.patch(&path, change).await.assert_problem(409, "admin.last_operator");
        }
        operator.get("/api/admin/status").await.ok();
    }

    async fn an_unknown_person_and_an_unknown_field_change_nothing(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let nobody = format!("/api/admin/users/{}", kernel::Uuid::nil());
        operator.patch(&nobody, json!({ "suspended": true, "reason": "spam" })).await
            .assert_problem(404, "admin.user_not_found");
        let own = format!("/api/admin/users/{}", operator.user_id);
        operator.patch(&own, json!({ "plan": "free" })).await
            .assert_problem(400, "api.malformed_json");
    }

    async fn the_status_says_how_the_server_is_set_up(store) {
        let server = server(store).await;
        server.clock().advance(5_000_000);

        let status = server.operator().await.get("/api/admin/status").await.ok();

        assert_eq!(status["version"], "1.2.3");
        assert!(["sqlite", "postgres"].contains(&status["store"].as_str().unwrap()));
        assert_eq!(status["uptime_seconds"], 5);
        assert_eq!(status["mail"], "outbox");
    }
}
