//! The audit log as the operator reads it, and the operator's own actions in it.

use kernel::{SECOND, uuid_v7};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::server;

const PATH: &str = "/api/admin/security-events";

async fn events(operator: &TestPerson, query: &str) -> Vec<Value> {
    let page = operator.get(&format!("{PATH}{query}")).await.ok();
    page["items"].as_array().unwrap().clone()
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["kind"].as_str().unwrap()).collect()
}

/// Promotes and demotes a person, suspends, readmits, limits them and makes a grant.
async fn administer(server: &TestServer, operator: &TestPerson, ana: &TestPerson) {
    let path = format!("/api/admin/users/{}", ana.user_id);
    for change in [
        json!({ "role": "operator" }),
        json!({ "role": "member" }),
        json!({ "suspended": true, "reason": "a secret reason" }),
        json!({ "suspended": false }),
    ] {
        server.clock().advance(SECOND);
        operator.patch(&path, change).await.ok();
    }
    server.clock().advance(SECOND);
    let cap = json!({ "meter": "advanced_credit", "amount": 9 });
    operator.put(&format!("{path}/caps"), cap).await.ok();
    server.clock().advance(SECOND);
    let id = uuid_v7(server.clock().now());
    let grant = json!({
        "id": id, "workspace_id": ana.workspace_id, "meter": "advanced_credit", "amount": 500,
        "ends_at": null, "reason": "a secret reason",
    });
    operator.post("/api/admin/grants", grant).await.created();
    server.clock().advance(SECOND);
    operator.post(&format!("/api/admin/grants/{id}/take-back"), json!({})).await.ok();
}

for_each_store! {
    // security §4.8: "credit grants"
    async fn what_an_operator_does_to_somebody_says_who_and_to_whom_and_not_why(store) {
        let server = server(store).await;
        let (operator, ana) = (server.operator().await, server.member("ana@example.com").await);
        administer(&server, &operator, &ana).await;

        let all = events(&operator, "?q=ana@example").await;

        let told: Vec<String> = all.iter()
            .filter(|event| event["actor"]["email"] == "operator@example.com")
            .map(|event| format!("{} {} {}", event["kind"], event["detail"], event["amount"]).replace('"', ""))
            .collect();
        assert_eq!(told, [
            "grant_taken_back advanced_credit 500", "grant_given advanced_credit 500",
            "limit_changed advanced_credit 9", "account_readmitted  null", "account_suspended  null",
            "role_changed member null", "role_changed operator null",
        ]);
        assert!(all.iter().all(|event| event["person"]["name"] == "ana"), "{all:?}");
        assert!(all.iter().any(|event| event["kind"] == "session_ended" && event["detail"] == "suspended"));
        assert!(!format!("{all:?}").contains("secret"), "{all:?}");
    }

    async fn events_are_narrowed_by_kind_and_by_person(store) {
        let server = server(store).await;
        let (operator, ana) = (server.operator().await, server.member("ana@example.com").await);
        server.clock().advance(SECOND);
        server.member("ben@example.com").await;
        server.clock().advance(SECOND);

        assert_eq!(kinds(&events(&operator, "?kind=signed_in").await), ["signed_in"; 3]);
        let of_ana = events(&operator, &format!("?kind=signed_in&q={}", ana.user_id)).await;
        assert_eq!(kinds(&of_ana), ["signed_in"]);
        assert_eq!(of_ana[0]["actor"], json!({ "id": ana.user_id, "name": "ana", "email": "ana@example.com" }));
        assert_eq!(of_ana[0]["address"], "127.0.0.1");
        assert_eq!(kinds(&events(&operator, "?q=nobody-at-all").await), [""; 0]);
        let wrong = operator.get(&format!("{PATH}?kind=coffee")).await;
        wrong.assert_problem(400, "api.bad_parameter");
    }

    async fn who_is_gone_is_found_by_the_id_and_has_no_name(store) {
        let server = server(store).await;
        let (operator, ana) = (server.operator().await, server.member("ana@example.com").await);
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        let mut tx = server.db().begin().await.unwrap();
        server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();

        let left = events(&operator, &format!("?q={}&kind=signed_in", ana.user_id)).await;

        assert_eq!(left[0]["person"], json!({ "id": ana.user_id, "name": null, "email": null }));
        assert_eq!(left[0]["address"], "127.0.0.0/24", "the address went with the account");
    }

    // security §4.8: "admin reads"
    async fn that_an_operator_looked_is_written_down_once_for_a_while(store) {
        let server = server(store).await;
        let (operator, ana) = (server.operator().await, server.member("ana@example.com").await);
        for _ in 0..3 {
            server.clock().advance(SECOND);
            operator.get("/api/admin/outbox").await.ok();
            operator.get("/api/admin/users").await.ok();
            operator.get(&format!("/api/admin/users/{}/caps", ana.user_id)).await.ok();
        }

        let mut read = events(&operator, "?kind=data_read").await;

        read.sort_by_key(|event| event["detail"].as_str().unwrap().to_owned());
        let told: Vec<(&Value, &Value)> =
            read.iter().map(|event| (&event["detail"], &event["person"]["name"])).collect();
        let nobody = Value::Null;
        assert_eq!(told, [
            (&json!("limits"), &json!("ana")), (&json!("outbox"), &nobody),
            (&json!("people"), &nobody), (&json!("security_events"), &nobody),
        ]);
    }

    async fn nobody_else_reads_them(store) {
        let server = server(store).await;
        server.operator().await;
        let ana = server.member("ana@example.com").await;
        ana.get(PATH).await.assert_problem(403, "identity.operator_only");
        server.visitor().get(PATH).await.assert_problem(401, "identity.login_required");
    }
}
