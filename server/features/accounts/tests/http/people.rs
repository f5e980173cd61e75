use kernel::DAY;
use serde_json::{Value, json};
use store::sql;
use testing::{Answer, Client, PASSWORD, TestPerson, TestServer, for_each_store};

use super::second_factor::{ticket, turn_on};
use super::{me, server, sign_in};

const ANA: &str = "ana@example.com";
const NEW: &str = "an entirely new password";

fn of(person: &TestPerson, rest: &str) -> String {
    format!("/api/accounts/people/{}{rest}", person.user_id)
}

fn new_person(mail: bool) -> Value {
    json!({ "email": ANA, "name": "Ana Lima", "role": "member", "locale": "ar", "mail": mail })
}

async fn count_mails(server: &TestServer) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM mails").unwrap().0
}

/// Returns the code in the address of a link.
fn code_of(link: &Value) -> String {
    let url = url::Url::parse(link["url"].as_str().unwrap()).unwrap();
    assert_eq!(url.path(), "/set-password");
    url.query_pairs().find(|(name, _)| name == "link").unwrap().1.into_owned()
}

async fn redeem(browser: &Client, link: &str, password: &str) -> Answer {
    let body = json!({ "link": link, "password": password });
    browser.post("/api/accounts/password/link/redeem", body).await
}

for_each_store! {
    async fn a_person_who_was_added_sets_their_password_by_a_link_once(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let added = operator.post("/api/accounts/people", new_person(false)).await.created();
        assert_eq!(added["link"]["mailed"], false);
        assert_eq!(count_mails(&server).await, 0);
        let link = code_of(&added["link"]);
        let browser = server.visitor();
        sign_in(&browser, ANA, "").await.assert_problem(403, "accounts.incorrect_password");
        let person = browser.post("/api/accounts/password/link", json!({ "link": link })).await.ok();
        assert_eq!(person, json!({ "email": ANA, "name": "Ana Lima" }));
        redeem(&browser, &link, "short").await.assert_problem(422, "accounts.password_too_short");

        let session = redeem(&browser, &link, NEW).await.ok();

        assert_eq!(session["me"]["settings"]["locale"], "ar");
        assert_eq!(me(&browser).await["email"], ANA);
        let used = redeem(&server.visitor(), &link, "yet another password").await;
        used.assert_problem(404, "accounts.password_link_gone");
        sign_in(&server.visitor(), ANA, NEW).await.ok();
        let twice = operator.post("/api/accounts/people", new_person(false)).await;
        twice.assert_problem(409, "accounts.email_taken");
    }

    async fn a_link_ends_after_a_week_and_with_a_newer_one(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member(ANA).await;
        let make = async |mail: bool| {
            let path = of(&ana, "/password-link");
            code_of(&operator.post(&path, json!({ "mail": mail })).await.created())
        };
        let first = make(false).await;
        let second = make(true).await;
        assert_eq!(count_mails(&server).await, 1);
        let browser = server.visitor();
        redeem(&browser, &first, NEW).await.assert_problem(404, "accounts.password_link_gone");
        server.clock().advance(7 * DAY);
        redeem(&browser, &second, NEW).await.assert_problem(404, "accounts.password_link_gone");
        // Their password stays until a link is used.
        sign_in(&browser, ANA, PASSWORD).await.ok();
    }

    async fn a_temporary_password_is_replaced_at_the_next_sign_in(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member(ANA).await;
        let path = of(&ana, "/password");
        let weak = operator.post(&path, json!({ "password": "short" })).await;
        weak.assert_problem(422, "accounts.password_too_short");

        let made = operator.post(&path, json!({})).await.ok();

        let temporary = made["password"].as_str().unwrap();
        ana.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
        let browser = server.visitor();
        sign_in(&browser, ANA, PASSWORD).await.assert_problem(403, "accounts.incorrect_password");
        let step = sign_in(&browser, ANA, temporary).await.accepted();
        assert_eq!(step["step"], "new_password");
        assert_eq!(me(&browser).await, Value::Null);
        let choose = async |password: &str| {
            let body = json!({ "ticket": step["ticket"], "password": password });
            browser.post("/api/accounts/sign-in/password", body).await
        };
        choose("short").await.assert_problem(422, "accounts.password_too_short");
        choose(temporary).await.assert_problem(422, "accounts.password_unchanged");
        choose(NEW).await.ok();
        assert_eq!(me(&browser).await["email"], ANA);
        choose("yet another password").await.assert_problem(422, "accounts.step_expired");
        sign_in(&server.visitor(), ANA, NEW).await.ok();
    }

    async fn a_lost_second_factor_is_reset(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member(ANA).await;
        turn_on(&server, &ana).await;
        ticket(&server.visitor(), ANA, "second_factor").await;
        let security = operator.get(&of(&ana, "")).await.ok();
        assert_eq!((&security["has_totp"], &security["passkeys"]), (&json!(true), &json!(0)));

        operator.delete(&of(&ana, "/second-factor")).await.no_content();

        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
        let events = ana.get("/api/accounts/security-events").await.ok();
        let off = events["items"].as_array().unwrap().iter();
        let mut off = off.filter(|event| event["kind"] == "totp_turned_off");
        let event = off.next().unwrap();
        assert_eq!((&event["detail"], &event["by"]), (&json!("reset"), &json!("another")));
    }

    async fn a_persons_devices_are_listed_and_ended(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let (first, second) = (server.member(ANA).await, server.member(ANA).await);
        let security = operator.get(&of(&first, "")).await.ok();
        let devices = security["devices"].as_array().unwrap();
        assert_eq!(devices.len(), 2);
        assert!(devices.iter().all(|device| device["current"] == false));
        let one = of(&first, &format!("/devices/{}", devices[0]["id"].as_str().unwrap()));

        operator.delete(&one).await.no_content();

        operator.delete(&one).await.assert_problem(404, "accounts.device_not_found");
        let left = operator.get(&of(&first, "")).await.ok();
        assert_eq!(left["devices"].as_array().unwrap().len(), 1);
        operator.delete(&of(&first, "/devices")).await.no_content();
        for person in [&first, &second] {
            person.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
        }
        operator.get("/api/accounts/devices").await.ok();
    }

    async fn a_person_is_deleted_with_what_is_theirs(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member(ANA).await;
        turn_on(&server, &ana).await;

        operator.delete(&of(&ana, "")).await.no_content();

        operator.delete(&of(&ana, "")).await.assert_problem(404, "accounts.person_not_found");
        operator.get(&of(&ana, "")).await.assert_problem(404, "accounts.person_not_found");
        let ended = ana.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "account_deleted");
        let gone = sign_in(&server.visitor(), ANA, PASSWORD).await;
        gone.assert_problem(404, "accounts.email_not_registered");
    }

    async fn operators_manage_others_and_not_themselves(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let own = "accounts.own_account";
        operator.delete(&of(&operator, "")).await.assert_problem(409, own);
        operator.delete(&of(&operator, "/second-factor")).await.assert_problem(409, own);
        operator.post(&of(&operator, "/password"), json!({})).await.assert_problem(409, own);
        let link = json!({ "mail": false });
        operator.post(&of(&operator, "/password-link"), link).await.assert_problem(409, own);
        operator.get("/api/accounts/devices").await.ok();
    }
}
