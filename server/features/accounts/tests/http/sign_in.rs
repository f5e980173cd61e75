use serde_json::{Value, json};
use testing::{PASSWORD, for_each_store};

use super::{me, server, sign_in, sign_up};

for_each_store! {
    async fn the_first_account_is_the_operators_and_needs_no_code(store) {
        let server = server(store).await;
        let ana = server.visitor();
        let before = ana.get("/api/accounts/session").await.ok();
        assert_eq!(before["me"], Value::Null);
        assert_eq!(before["setup"]["needs_operator"], true);

        let answer = sign_up(&ana, "Ana@Example.com").await.created();

        assert_eq!(answer["state"], "registered");
        let me = me(&ana).await;
        assert_eq!(me["email"], "Ana@Example.com");
        assert_eq!(me["role"], "operator");
        assert_eq!(me["plan"], "operator");
        let after = ana.get("/api/accounts/session").await.ok();
        assert_eq!(after["setup"]["needs_operator"], false);
        assert_eq!(after["setup"]["mail"], "outbox");
    }

    async fn a_person_signs_in_and_out(store) {
        let server = server(store).await;
        server.member("ana@example.com").await;
        let browser = server.visitor();

        let session = sign_in(&browser, " ANA@example.com", PASSWORD).await.ok();

        assert_eq!(session["me"]["email"], "ana@example.com");
        assert_eq!(session["me"]["plan"], "free");
        browser.get("/api/accounts/devices").await.ok();
        browser.post("/api/accounts/sign-out", json!({})).await.no_content();
        assert_eq!(me(&browser).await, Value::Null);
        let refused = browser.get("/api/accounts/devices").await;
        refused.assert_problem(401, "identity.login_required");
    }
}

// spec §8
for_each_store! {
    async fn a_wrong_password_or_address_is_said_as_the_spec_words_it(store) {
        let server = server(store).await;
        server.member("ana@example.com").await;
        let browser = server.visitor();

        let wrong = sign_in(&browser, "ana@example.com", "another password").await;
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
}
