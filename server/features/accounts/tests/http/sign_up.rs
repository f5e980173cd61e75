use accounts::Settings;
use futures::future::join_all;
use identity::{CodeAsker, CodeCheck, Email, FlowToken, Purpose};
use kernel::{HOUR, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{PASSWORD, TestServer, for_each_store};

use super::{me, server, server_in_use, server_with, session, sign_in, sign_up, verify, wrong};

const ANA: &str = "ana@example.com";
const ASKER: CodeAsker<'static> = CodeAsker::Network("203.0.113.9");

for_each_store! {
    async fn the_first_account_is_the_operators_and_needs_no_code(store) {
        let server = server(store).await;
        let ana = server.visitor();
        let before = session(&ana).await;
        assert_eq!(before["me"], Value::Null);
        assert_eq!(before["setup"]["needs_operator"], true);

        let answer = sign_up(&ana, "Ana@Example.com").await.created();

        assert_eq!(answer["state"], "registered");
        let after = session(&ana).await;
        assert_eq!(after["me"]["email"], "Ana@Example.com");
        assert_eq!(after["me"]["role"], "operator");
        assert_eq!(after["me"]["plan"], "operator");
        assert_eq!(after["setup"]["needs_operator"], false);
        assert_eq!(after["setup"]["mail"], "outbox");
    }

    async fn elsewhere_than_on_the_machine_of_the_server_the_first_account_needs_the_setup_code(store) {
        let server = server(store).await;
        let eve = server.visitor().at("203.0.113.9");
        assert_eq!(session(&eve).await["setup"]["needs_setup_code"], true);
        assert_eq!(session(&server.visitor()).await["setup"]["needs_setup_code"], false);
        let proxied = server.visitor().with_header("x-forwarded-for", "127.0.0.1");
        assert_eq!(session(&proxied).await["setup"]["needs_setup_code"], true);
        let sign_up_with = async |code: Value| {
            let body = json!({
                "email": ANA, "name": "Ana", "password": PASSWORD, "setup_code": code
            });
            eve.post("/api/accounts/sign-up", body).await
        };
        for code in [Value::Null, json!(""), json!("0000-0000-0000")] {
            sign_up_with(code).await.assert_problem(403, "accounts.setup_code_wrong");
        }
        sign_up(&eve, ANA).await.assert_problem(403, "accounts.setup_code_wrong");
        assert_eq!(session(&eve).await["setup"]["needs_operator"], true);

        let code = server.services.identity.setup_code().replace('-', " ").to_lowercase();
        let made = sign_up_with(json!(code)).await.created();

        assert_eq!(made["session"]["me"]["role"], "operator");
        let setup = &session(&eve).await["setup"];
        assert_eq!((&setup["needs_operator"], &setup["needs_setup_code"]), (&json!(false), &json!(false)));
    }

    async fn setup_codes_are_guessed_no_faster_than_passwords(store) {
        let server = server(store).await;
        let eve = server.visitor().at("203.0.113.9");
        for _ in 0..30 {
            sign_up(&eve, ANA).await.assert_problem(403, "accounts.setup_code_wrong");
        }
        sign_up(&eve, ANA).await.assert_problem(429, "api.too_many_requests");
    }

    async fn of_many_first_sign_ups_one_makes_the_operator(store) {
        let server = server(store).await;
        let browsers: Vec<_> = (0..6).map(|_| server.visitor()).collect();

        let emails: Vec<String> = (0..6).map(|n| format!("ana{n}@example.com")).collect();
        let sign_ups = browsers.iter().zip(&emails).map(|(browser, email)| sign_up(browser, email));
        let answers = join_all(sign_ups).await;

        let made = answers.iter().filter(|answer| answer.status == 201).count();
        let codes = answers.iter().filter(|answer| answer.status == 202).count();
        assert_eq!((made, codes), (1, 5));
    }

    async fn a_person_signs_up_by_the_code_that_is_mailed(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        let sent = sign_up(&ana, ANA).await;
        let code = server.code_sent_to(ANA).await;
        assert!(!sent.text().contains(&code));
        let sent = sent.accepted();
        assert_eq!(sent["state"], "code_sent");
        assert_eq!(sent["expires_at"], "2026-11-20T12:30:00.000000Z");
        assert_eq!(me(&ana).await, Value::Null);

        let session = verify(&ana, ANA, &code).await.created();

        assert_eq!(session["me"]["role"], "member");
        assert_eq!(session["me"]["plan"], "free");
        assert_eq!(me(&ana).await["name"], "Ana Lima");
        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();
        verify(&ana, ANA, &code).await.assert_problem(422, "accounts.code_expired");
    }
}

// spec §5: "6-digit verification code (expires in 30 minutes)"
for_each_store! {
    async fn a_code_works_for_30_minutes(store) {
        let server = server_in_use(store).await;
        for (email, wait, works) in
            [(ANA, 30 * MINUTE - SECOND, true), ("bob@example.com", 30 * MINUTE + SECOND, false)]
        {
            let browser = server.visitor();
            sign_up(&browser, email).await.accepted();
            let code = server.code_sent_to(email).await;
            server.clock().advance(wait);

            let answer = verify(&browser, email, &code).await;

            if works {
                answer.created();
            } else {
                answer.assert_problem(422, "accounts.code_expired");
                assert_eq!(me(&browser).await, Value::Null);
            }
        }
    }

    async fn five_wrong_guesses_burn_a_code(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        for _ in 0..5 {
            let problem = verify(&ana, ANA, &wrong(&code)).await;
            let problem = problem.assert_problem(422, "accounts.wrong_code");
            assert_eq!(problem["message"], "Please enter the correct verification code.");
        }

        verify(&ana, ANA, &code).await.assert_problem(422, "accounts.code_expired");
        assert_eq!(me(&ana).await, Value::Null);
    }

    async fn the_fifth_guess_may_be_right(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        for _ in 0..4 {
            verify(&ana, ANA, &wrong(&code)).await.assert_status(422);
        }

        verify(&ana, ANA, &code).await.created();
    }

    async fn of_200_guesses_at_once_five_are_looked_at(store) {
        let server = server_in_use(store).await;
        let (email, flow) = (Email::parse(ANA).unwrap(), FlowToken::new());
        let identity = &server.services.identity;
        let mut tx = server.db().begin().await.unwrap();
        let issued = identity.issue_code(&mut tx, Purpose::SignUp, &email, &flow, ASKER, "").await;
        let code = issued.unwrap().ok().unwrap().code;
        tx.commit().await.unwrap();

        let guess = wrong(&code);
        let guesses = (0..200).map(|_| guess_once(&server, &email, &flow, &guess));
        let checks = join_all(guesses).await;

        assert_eq!(checks.iter().filter(|check| **check == CodeCheck::Wrong).count(), 5);
        assert_eq!(guess_once(&server, &email, &flow, &code).await, CodeCheck::Expired);
    }

    async fn what_is_not_six_digits_is_no_code(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        for odd in [json!(null), json!([]), json!(0), json!({})] {
            let body = json!({ "email": ANA, "code": odd });
            let answer = ana.post("/api/accounts/sign-up/verify", body).await;
            answer.assert_problem(400, "api.malformed_json");
        }
        let wide: String = code.chars().map(|c| char::from_u32(c as u32 + 0xFEE0).unwrap()).collect();
        for odd in ["", &format!(" {code}"), &format!("{code}0"), &code[..5], &wide] {
            verify(&ana, ANA, odd).await.assert_problem(422, "accounts.wrong_code");
        }

        verify(&ana, ANA, &code).await.created();
    }

    async fn a_code_is_of_use_only_in_the_browser_that_asked(store) {
        let server = server_in_use(store).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        verify(&eve, ANA, &code).await.assert_problem(422, "accounts.code_expired");
        sign_up(&eve, "eve@example.com").await.accepted();

        verify(&eve, ANA, &code).await.assert_problem(422, "accounts.code_expired");
        assert_eq!(me(&eve).await, Value::Null);
        verify(&ana, ANA, &code).await.created();
    }

    async fn another_code_ends_the_one_before(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let first = server.code_sent_to(ANA).await;
        server.clock().advance(MINUTE);
        ana.post("/api/accounts/sign-up/resend", json!({ "email": ANA })).await.accepted();
        let second = server.code_sent_to(ANA).await;

        if first != second {
            verify(&ana, ANA, &first).await.assert_problem(422, "accounts.wrong_code");
        }
        assert_eq!(verify(&ana, ANA, &second).await.created()["me"]["name"], "Ana Lima");
    }

    // attacks.md, 6
    async fn somebody_elses_sign_up_neither_ends_nor_uses_up_the_codes_of_the_owner(store) {
        let server = server_in_use(store).await;
        let (ana, eve) = (server.visitor(), server.visitor());
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        for _ in 0..3 {
            sign_up(&eve, ANA).await.accepted();
        }
        for _ in 0..6 {
            verify(&eve, ANA, &wrong(&code)).await.assert_status(422);
        }

        server.clock().advance(SECOND);
        ana.post("/api/accounts/sign-up/resend", json!({ "email": ANA })).await.accepted();
        let newest = server.code_sent_to(ANA).await;
        verify(&ana, ANA, &newest).await.created();
        assert_eq!(me(&ana).await["email"], ANA);
    }

    async fn a_network_gets_five_codes_an_hour_for_one_address_and_others_go_on(store) {
        let server = server_in_use(store).await;
        for _ in 0..5 {
            sign_up(&server.visitor(), ANA).await.accepted();
        }
        let refused = sign_up(&server.visitor(), ANA).await;
        assert_eq!(refused.header("retry-after"), "3600");
        refused.assert_problem(429, "accounts.too_many_codes");
        sign_up(&server.visitor(), "bob@example.com").await.accepted();
        server.clock().advance(HOUR);
        sign_up(&server.visitor(), ANA).await.accepted();
    }

    async fn a_browser_gets_three_codes_an_hour(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        let resend = || ana.post("/api/accounts/sign-up/resend", json!({ "email": ANA }));
        sign_up(&ana, ANA).await.accepted();
        resend().await.accepted();
        resend().await.accepted();

        let refused = resend().await;
        assert_eq!(refused.header("retry-after"), "3600");
        refused.assert_problem(429, "accounts.too_many_codes");
        server.clock().advance(HOUR);
        resend().await.accepted();
        verify(&ana, ANA, &server.code_sent_to(ANA).await).await.created();
    }

    async fn one_internet_address_gets_ten_codes_an_hour(store) {
        let server = server_in_use(store).await;
        for n in 0..10 {
            sign_up(&server.visitor(), &format!("ana{n}@example.com")).await.accepted();
        }

        let refused = sign_up(&server.visitor(), ANA).await;
        assert_eq!(refused.header("retry-after"), "360");
        refused.assert_problem(429, "api.too_many_requests");
    }

    // security AU4: "one code against 10 000 addresses, 1 IP and 500 IPs"
    async fn one_internet_address_guesses_twenty_times_and_then_waits(store) {
        let server = server_in_use(store).await;
        for n in 0..4 {
            let (eve, email) = (server.visitor(), format!("ana{n}@example.com"));
            sign_up(&eve, &email).await.accepted();
            let guess = wrong(&server.code_sent_to(&email).await);
            for _ in 0..5 {
                verify(&eve, &email, &guess).await.assert_problem(422, "accounts.wrong_code");
            }
        }
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;

        let refused = verify(&ana, ANA, &wrong(&code)).await;
        assert_eq!(refused.header("retry-after"), "30");
        refused.assert_problem(429, "api.too_many_requests");
        server.clock().advance(30 * SECOND);
        verify(&ana, ANA, &code).await.created();
    }

    async fn while_too_many_guess_wrongly_a_right_code_waits_too_and_is_not_used_up(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        server.use_up_wrong_guesses().await;

        for guess in [&code, &wrong(&code), &code] {
            let refused = verify(&ana, ANA, guess).await;
            assert_eq!(refused.header("retry-after"), "1");
            refused.assert_problem(429, "api.too_many_requests");
        }
        assert_eq!(me(&ana).await, Value::Null);
        server.clock().advance(SECOND);
        verify(&ana, ANA, &code).await.created();
    }

    async fn guesses_at_once_are_no_more_than_guesses_in_a_row(store) {
        let server = server_in_use(store).await;
        server.use_up_wrong_guesses().await;
        server.clock().advance(3 * SECOND);
        let ana = FlowToken::new();
        let email = Email::parse(ANA).unwrap();
        let mut tx = server.db().begin().await.unwrap();
        let identity = &server.services.identity;
        let issued = identity.issue_code(&mut tx, Purpose::SignUp, &email, &ana, ASKER, "").await;
        let guess = wrong(&issued.unwrap().ok().unwrap().code);
        tx.commit().await.unwrap();

        let checks = join_all((0..5).map(|_| guess_once(&server, &email, &ana, &guess))).await;

        assert_eq!(checks.iter().filter(|check| **check == CodeCheck::Wrong).count(), 3);
        let waits = CodeCheck::TooMany { retry_after_seconds: 1 };
        assert_eq!(checks.iter().filter(|check| **check == waits).count(), 2);
    }
}

// spec §8: "Email already registered"
for_each_store! {
    async fn an_address_that_has_an_account_is_refused(store) {
        let server = server_in_use(store).await;
        let (early, late) = (server.visitor(), server.visitor());
        sign_up(&early, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        server.member(ANA).await;

        let refused = sign_up(&late, "ANA@Example.COM").await;
        let refused = refused.assert_problem(409, "accounts.email_taken");
        assert_eq!(refused["message"], "Email already registered");
        verify(&early, ANA, &code).await.assert_problem(409, "accounts.email_taken");
        assert_eq!(me(&early).await, Value::Null);
    }

    // attacks.md, 12
    async fn where_the_operator_wants_it_a_sign_up_does_not_tell_who_has_an_account(store) {
        let hidden = Settings { reveal_unknown_email: false, ..Settings::default() };
        let server = server_with(store, hidden).await;
        server.operator().await;
        server.member(ANA).await;
        let mut seen = Vec::new();
        for email in [ANA, "nobody@example.com"] {
            let eve = server.visitor();
            let sent = sign_up(&eve, email).await.accepted();
            let resent = eve.post("/api/accounts/sign-up/resend", json!({ "email": email })).await;
            let guess = verify(&eve, email, "000000").await;
            seen.push((sent, resent.accepted(), guess.status, guess.json()["code"].clone()));
        }
        assert_eq!(seen[0], seen[1]);

        let mail = server.newest_mail_to(ANA).await;
        assert!(mail.contains("You already have one") && mail.contains("/login"), "{mail}");
        server.code_sent_to("nobody@example.com").await;
    }

    // spec §5: "Sign-in: required fields, "Invalid email address.", minimum and maximum string lengths"
    async fn details_that_are_not_valid_are_refused(store) {
        let server = server(store).await;
        let browser = server.visitor();
        for (email, name, password, code) in [
            ("ana@example.c", "Ana", PASSWORD, "accounts.invalid_email"),
            ("ana@example.abcdefghijklm", "Ana", PASSWORD, "accounts.invalid_email"),
            (ANA, " ", PASSWORD, "accounts.name_invalid"),
            (ANA, "Ana", "1234567", "accounts.password_too_short"),
            (ANA, "Ana", &"ab".repeat(65), "accounts.password_too_long"),
            (ANA, "Ana", "password1", "accounts.password_common"),
        ] {
            let body = json!({ "email": email, "name": name, "password": password });
            browser.post("/api/accounts/sign-up", body).await.assert_problem(422, code);
        }
        let body = json!({ "email": ANA, "name": "Ana", "password": PASSWORD, "role": "operator" });
        browser.post("/api/accounts/sign-up", body).await.assert_problem(400, "api.malformed_json");
        assert_eq!(session(&browser).await["setup"]["needs_operator"], true);
    }

    // spec §8: "Registration failed, please try again later."
    async fn a_sign_up_that_cannot_be_finished_says_so_and_makes_nobody(store) {
        let server = server_in_use(store).await;
        let ana = server.visitor();
        sign_up(&ana, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        let mut tx = server.db().begin().await.unwrap();
        ::store::sql!(&mut tx, execute, "UPDATE codes SET payload = 'of another version'").unwrap();
        tx.commit().await.unwrap();

        let failed = verify(&ana, ANA, &code).await;

        let failed = failed.assert_problem(503, "accounts.registration_failed");
        assert_eq!(failed["message"], "Registration failed, please try again later.");
        assert_eq!(me(&ana).await, Value::Null);
    }

    async fn a_closed_server_takes_its_operator_and_nobody_else(store) {
        let closed = Settings { sign_up_open: false, ..Settings::default() };
        let server = server_with(store, closed).await;
        sign_up(&server.visitor(), "operator@example.com").await.created();

        let ana = server.visitor();
        sign_up(&ana, ANA).await.assert_problem(403, "accounts.sign_up_closed");
        assert_eq!(session(&ana).await["setup"]["sign_up_open"], false);
    }

    async fn the_mail_is_in_the_persons_language_and_the_code_nowhere_else(store) {
        let server = server_in_use(store).await;
        let body =
            json!({ "email": ANA, "name": "Ana", "password": PASSWORD, "locale": "zh-CN" });
        server.visitor().post("/api/accounts/sign-up", body).await.accepted();

        assert!(server.newest_mail_to(ANA).await.starts_with("请输入以下验证码完成注册："));
        let code = server.code_sent_to(ANA).await;
        let mut conn = server.db().read().await.unwrap();
        let stored: Vec<(Vec<u8>, String)> =
            store::sql!(&mut conn, all (Vec<u8>, String), "SELECT body, subject FROM mails").unwrap();
        let has_code = |bytes: &[u8]| bytes.windows(6).any(|window| window == code.as_bytes());
        assert!(stored.iter().all(|(body, subject)| !has_code(body) && !subject.contains(&code)));
    }
}

async fn guess_once(
    server: &TestServer,
    email: &Email,
    flow: &FlowToken,
    guess: &str,
) -> CodeCheck {
    let mut tx = server.db().begin().await.unwrap();
    let identity = &server.services.identity;
    let check = identity.check_code(&mut tx, Purpose::SignUp, email, Some(flow), guess).await;
    tx.commit().await.unwrap();
    check.unwrap()
}
