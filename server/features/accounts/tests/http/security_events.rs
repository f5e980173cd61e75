use audit::{EventFilter, Kind, RecordedEvent};
use kernel::{DAY, SECOND};
use serde_json::{Value, json};
use store::Cursor;
use testing::{Client, PASSWORD, TestServer, for_each_store};

use super::{server, server_in_use, session, sign_in, sign_up, verify};

const ANA: &str = "ana@example.com";
const PATH: &str = "/api/accounts/security-events";

async fn own(client: &Client) -> Vec<Value> {
    client.get(PATH).await.ok()["items"].as_array().unwrap().clone()
}

/// Returns the events, each with its detail, newest first.
fn told(events: &[Value]) -> Vec<String> {
    let told = |event: &Value| {
        let text =
            format!("{} {}", event["kind"].as_str().unwrap(), event["detail"].as_str().unwrap());
        text.trim_end().to_owned()
    };
    events.iter().map(told).collect()
}

/// Returns all that is written down, of anybody.
async fn all(server: &TestServer) -> Vec<RecordedEvent> {
    let mut conn = server.db().read().await.unwrap();
    let (filter, audit) = (EventFilter::default(), &server.services.audit);
    audit.list(&mut conn, &filter, Cursor::FIRST, 100).await.unwrap().items
}

for_each_store! {
    // security §4.8: "User sees own security events."
    async fn people_see_what_was_done_with_their_account_and_from_where(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let ben = server.member("ben@example.com").await;
        let browser = server.visitor();
        server.clock().advance(SECOND);
        sign_in(&browser, ANA, "not the password").await.assert_problem(403, "accounts.incorrect_password");
        server.clock().advance(SECOND);
        sign_in(&browser, ANA, PASSWORD).await.ok();
        server.clock().advance(SECOND);
        browser.delete("/api/accounts/devices").await.no_content();
        server.clock().advance(SECOND);
        let change = json!({ "current_password": PASSWORD, "new_password": "gently rowing upstream" });
        browser.post("/api/accounts/password/change", change).await.no_content();

        let events = own(&browser).await;

        assert_eq!(told(&events), [
            "password_changed changed", "session_ended signed_out", "signed_in web",
            "sign_in_refused wrong_password", "signed_in web",
        ]);
        let by: Vec<&Value> = events.iter().map(|event| &event["by"]).collect();
        assert_eq!(by, ["you", "you", "you", "unknown", "you"]);
        assert!(events.iter().all(|event| event["address"] == "127.0.0.1"), "{events:?}");
        assert_eq!(told(&own(&ben).await), ["signed_in web"], "nothing of anybody else's");
        server.visitor().get(PATH).await.assert_problem(401, "identity.login_required");
    }

    async fn signing_out_says_from_where_and_a_full_list_of_devices_says_that_it_was_full(store) {
        let server = server(store).await;
        let first = server.member(ANA).await;
        first.post("/api/accounts/sign-out", json!({})).await.no_content();
        server.clock().advance(SECOND);
        for _ in 0..11 {
            server.member(ANA).await;
            server.clock().advance(SECOND);
        }

        let events = own(&server.member(ANA).await.client).await;

        let ended: Vec<&Value> = events.iter().filter(|it| it["kind"] == "session_ended").collect();
        assert_eq!(told(&ended.iter().map(|it| (*it).clone()).collect::<Vec<_>>()), [
            "session_ended device_limit", "session_ended device_limit", "session_ended signed_out",
        ]);
        assert_eq!((&ended[0]["by"], &ended[0]["address"]), (&json!("server"), &Value::Null));
        assert_eq!((&ended[2]["by"], &ended[2]["address"]), (&json!("you"), &json!("127.0.0.1")));
    }

    async fn an_account_that_is_made_reset_and_deleted_says_so_without_its_address(store) {
        let server = server_in_use(store).await;
        let browser = server.visitor();
        sign_up(&browser, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        verify(&browser, ANA, &code).await.created();
        let id = session(&browser).await["me"]["id"].as_str().unwrap().to_owned();
        server.clock().advance(SECOND);
        browser.post("/api/accounts/password/forgot", json!({ "email": ANA })).await.accepted();
        server.clock().advance(SECOND);
        let code = server.code_sent_to(ANA).await;
        let new = "gently rowing upstream";
        let reset = json!({ "email": ANA, "code": code, "password": new });
        browser.post("/api/accounts/password/reset", reset).await.ok();
        let mut listed = told(&own(&browser).await);
        // Events of one transaction have the same time.
        listed.sort();
        assert_eq!(listed, [
            "account_made member", "password_changed reset", "password_reset_asked",
            "session_ended password_changed", "signed_in web", "signed_in web",
        ]);
        server.clock().advance(SECOND);
        browser.post("/api/accounts/deletion", json!({ "password": new })).await.no_content();

        let events = all(&server).await;

        let about = |it: &&RecordedEvent| it.person_id.is_some_and(|person| person.to_string() == id);
        let of_ana: Vec<&RecordedEvent> = events.iter().filter(about).collect();
        assert_eq!(of_ana.len(), 8, "what was done stays: {of_ana:?}");
        assert!(of_ana.iter().any(|event| event.kind == Kind::AccountDeleted));
        assert!(of_ana.iter().all(|event| event.address.is_none()), "{of_ana:?}");
        let text = format!("{events:?}").to_lowercase();
        for secret in [ANA, "ana lima", PASSWORD, new] {
            assert!(!text.contains(&secret.to_lowercase()), "{secret} stands in {text}");
        }
    }

    async fn who_tries_again_and_again_fills_no_table(store) {
        let server = server(store).await;
        server.member(ANA).await;
        let browser = server.visitor();
        for _ in 0..14 {
            sign_in(&browser, ANA, "not the password").await.assert_status(403);
            sign_in(&browser, "nobody@example.com", "not the password").await.assert_status(404);
        }

        let events = all(&server).await;
        let refused: Vec<&RecordedEvent> =
            events.iter().filter(|event| event.kind == Kind::SignInRefused).collect();

        assert_eq!(refused.iter().filter(|event| event.person_id.is_some()).count(), 10);
        assert_eq!(refused.iter().filter(|event| event.detail == "unknown_address").count(), 10);
        server.clock().advance(600 * SECOND);
        sign_in(&browser, ANA, "not the password").await.assert_status(403);
        let later = all(&server).await;
        assert_eq!(later.len(), events.len() + 1, "one more after ten minutes");
    }

    // security AU12: "400, no session, audit row"
    async fn a_sign_in_through_a_provider_that_is_refused_is_written_down(store) {
        let server = server(store).await;
        let browser = server.visitor();
        browser.get("/api/user/oauth2_callback?state=s&code=c").await.assert_status(400);

        let events = all(&server).await;

        assert_eq!(events.len(), 1);
        assert_eq!((events[0].kind, events[0].detail.as_str()), (Kind::SignInRefused, "identity_provider"));
        assert_eq!((events[0].actor_id, events[0].person_id), (None, None));
    }

    // security AU4: "global failure breaker fires + audit event"
    async fn that_codes_are_held_back_is_written_down_once_a_minute(store) {
        let server = server_in_use(store).await;
        let browser = server.visitor();
        sign_up(&browser, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        server.use_up_wrong_guesses().await;
        for _ in 0..3 {
            verify(&browser, ANA, &code).await.assert_problem(429, "api.too_many_requests");
        }

        let held = all(&server).await.into_iter().filter(|event| event.kind == Kind::CodesHeldBack);

        assert_eq!(held.count(), 1);
    }

    async fn the_list_comes_in_pages_and_refuses_a_cursor_that_is_none(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        server.clock().advance(DAY);
        server.member(ANA).await;

        let first = ana.get(&format!("{PATH}?limit=1")).await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = ana.get(&format!("{PATH}?limit=1&cursor={cursor}")).await.ok();

        assert!(first["items"][0]["at"].as_str() > second["items"][0]["at"].as_str());
        assert!(second["next_cursor"].is_null());
        ana.get(&format!("{PATH}?cursor=nonsense")).await.assert_problem(400, "api.bad_parameter");
    }
}
