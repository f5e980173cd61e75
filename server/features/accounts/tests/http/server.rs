//! The operator's choices for the server, and people whom operators invite.

use serde_json::{Value, json};
use testing::{Client, TestServer, for_each_store};

const PASSWORD: &str = "a long enough passphrase";

async fn invite(operator: &Client, email: &str, role: &str) -> Value {
    let body = json!({ "email": email, "name": "Ida", "role": role });
    operator.post("/api/accounts/invitations", body).await.created()
}

fn code_of(sent: &Value) -> String {
    let url: url::Url = sent["url"].as_str().unwrap().parse().unwrap();
    assert_eq!(url.path(), "/sign-up");
    url.query_pairs().find(|(name, _)| name == "invitation").unwrap().1.into_owned()
}

async fn sign_up(server: &TestServer, email: &str, invitation: Option<&str>) -> testing::Answer {
    let mut body = json!({ "email": email, "name": "Ida", "password": PASSWORD });
    if let Some(code) = invitation {
        body["invitation"] = json!(code);
    }
    server.visitor().post("/api/accounts/sign-up", body).await
}

for_each_store! {
    async fn sign_up_is_open_by_invitation_or_closed_as_the_operator_says(store) {
        let server = crate::server(store).await;
        let operator = server.operator().await;
        let choices = operator.get("/api/accounts/server").await.ok();
        assert_eq!((&choices["sign_up"], &choices["sign_up_from_file"]), (&json!("open"), &json!(true)));
        sign_up(&server, "ana@example.com", None).await.assert_status(202);

        let changed = operator.patch("/api/accounts/server", json!({ "sign_up": "invitation" })).await.ok();
        assert_eq!((&changed["sign_up"], &changed["sign_up_from_file"]), (&json!("invitation"), &json!(false)));
        sign_up(&server, "ben@example.com", None).await.assert_problem(403, "accounts.sign_up_closed");
        let setup = server.visitor().get("/api/accounts/session").await.ok()["setup"].clone();
        assert_eq!(setup["sign_up_open"], false);
        let sent = invite(&operator, "Ida@example.com", "member").await;
        let code = code_of(&sent);

        operator.patch("/api/accounts/server", json!({ "sign_up": "closed" })).await.ok();
        sign_up(&server, "ida@example.com", Some(&code)).await.assert_problem(403, "accounts.sign_up_closed");
        operator.patch("/api/accounts/server", json!({ "sign_up": "invitation" })).await.ok();
        sign_up(&server, "ida@example.com", Some(&code)).await.created();
    }

    async fn an_invitation_makes_one_account_with_its_role(store) {
        let server = crate::server(store).await;
        let operator = server.operator().await;
        let sent = invite(&operator, "ida@example.com", "operator").await;
        assert_eq!((&sent["mailed"], &sent["invitation"]["role"]), (&json!(false), &json!("operator")));
        let code = code_of(&sent);
        let asked = json!({ "invitation": code });
        let invited = server.visitor().post("/api/accounts/sign-up/invitation", asked.clone()).await.ok();
        assert_eq!(invited, json!({ "email": "ida@example.com", "name": "Ida" }));
        let listed = operator.get("/api/accounts/invitations").await.ok();
        assert_eq!(listed["items"][0]["email"], "ida@example.com");

        for (email, code) in [("eve@example.com", code.as_str()), ("ida@example.com", "guess")] {
            sign_up(&server, email, Some(code)).await.assert_problem(404, "accounts.invitation_gone");
        }
        let made = sign_up(&server, "ida@example.com", Some(&code)).await.created();
        assert_eq!((&made["state"], &made["session"]["me"]["role"]), (&json!("registered"), &json!("operator")));
        server.visitor().post("/api/accounts/sign-up/invitation", asked).await
            .assert_problem(404, "accounts.invitation_gone");
        assert_eq!(operator.get("/api/accounts/invitations").await.ok()["items"], json!([]));
        let taken = json!({ "email": "ida@example.com", "role": "member" });
        operator.post("/api/accounts/invitations", taken).await.assert_problem(409, "accounts.email_taken");
    }

    async fn an_invitation_is_replaced_withdrawn_and_over_in_seven_days(store) {
        let server = crate::server(store).await;
        let operator = server.operator().await;
        let first = code_of(&invite(&operator, "ida@example.com", "member").await);
        let second = invite(&operator, "IDA@example.com", "member").await;
        sign_up(&server, "ida@example.com", Some(&first)).await.assert_problem(404, "accounts.invitation_gone");

        let path = format!("/api/accounts/invitations/{}", second["invitation"]["id"].as_str().unwrap());
        operator.delete(&path).await.no_content();
        operator.delete(&path).await.assert_problem(404, "accounts.invitation_gone");
        sign_up(&server, "ida@example.com", Some(&code_of(&second))).await
            .assert_problem(404, "accounts.invitation_gone");

        let third = code_of(&invite(&operator, "ida@example.com", "member").await);
        server.clock().advance(7 * kernel::DAY);
        sign_up(&server, "ida@example.com", Some(&third)).await.assert_problem(404, "accounts.invitation_gone");
    }

    async fn the_server_has_a_name_that_everybody_sees(store) {
        let server = crate::server(store).await;
        let operator = server.operator().await;
        operator.patch("/api/accounts/server", json!({ "name": "  The \n Lamps " })).await.ok();
        let name = async || {
            let session = server.visitor().get("/api/accounts/session").await.ok();
            session["setup"]["server_name"].clone()
        };
        assert_eq!(name().await, "The Lamps");
        operator.patch("/api/accounts/server", json!({ "name": "x".repeat(61) })).await
            .assert_problem(422, "accounts.server_name_invalid");
        let subject = async || {
            let mut conn = server.db().read().await.unwrap();
            let mails = server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 1).await;
            mails.unwrap().items[0].subject.clone()
        };
        let _invited = invite(&operator, "ida@example.com", "member").await;
        assert_eq!(subject().await, "You're invited to The Lamps");
        operator.patch("/api/accounts/server", json!({ "name": "" })).await.ok();
        server.clock().advance(kernel::SECOND);
        let _invited = invite(&operator, "ben@example.com", "member").await;
        assert_eq!(subject().await, "You're invited to Ensemble");
        assert_eq!(name().await, Value::Null);

        let ana = server.member("ana@example.com").await;
        ana.patch("/api/accounts/server", json!({ "name": "Mine" })).await.assert_status(403);
        ana.get("/api/accounts/invitations").await.assert_status(403);
    }
}
