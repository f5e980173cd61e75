//! The outbox and what sends it, on SQLite and PostgreSQL, against an SMTP server of our own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod smtp_server;

use std::path::PathBuf;

use kernel::{MINUTE, SECOND, Secret};
use mail::{CodeTemplate, CodeTexts, MailBacklog, MailState, Message, OutboxMail, Settings};
use outbound::{Outbound, Settings as Way};
use smtp_server::{AUTHORITY, SmtpServer};
use store::Cursor;
use testing::{TestServer, TestStore, for_each_store};

static CODE: CodeTemplate = CodeTemplate {
    name: "test.code",
    languages: &[CodeTexts {
        tag: "en",
        subject: "Your Ensemble verification code",
        intro: "Enter this code to finish signing up:",
        expiry: "It works for {minutes} minutes.",
        ignore: "If you did not ask for it, ignore this mail.",
    }],
};

fn code_mail(to: &str) -> Message {
    CODE.write(to, "012345", 30, None)
}

async fn without_smtp(store: TestStore) -> TestServer {
    TestServer::with(store, |_| Vec::new()).await
}

async fn with_smtp(store: TestStore, smtp: &SmtpServer) -> TestServer {
    let url = Some(Secret::new(smtp.url()));
    let from = Some("Ensemble <us@example.org>".to_owned());
    let settings = Settings { url, from, ..Settings::default() };
    TestServer::with_mail(store, &settings, |_| Vec::new()).await
}

async fn enqueue(server: &TestServer, to: &str) {
    let mut tx = server.db().begin().await.unwrap();
    server.services.mail.enqueue(&mut tx, &code_mail(to)).await.unwrap();
    tx.commit().await.unwrap();
}

async fn outbox(server: &TestServer) -> Vec<OutboxMail> {
    let mut conn = server.db().read().await.unwrap();
    server.services.mail.list_outbox(&mut conn, Cursor::FIRST, 10).await.unwrap().items
}

async fn deliver(server: &TestServer) -> usize {
    server.services.mail.deliver_due().await.unwrap()
}

for_each_store! {
    async fn without_an_smtp_server_mails_are_kept_for_the_operator(store) {
        let server = without_smtp(store).await;
        assert!(!server.services.mail.is_smtp());

        enqueue(&server, "ana@example.com").await;

        assert_eq!(deliver(&server).await, 0);
        let mails = outbox(&server).await;
        assert_eq!(mails[0].state, MailState::Kept);
        assert_eq!(mails[0].to, "ana@example.com");
        assert!(mails[0].text.contains("012345"));
    }

    async fn a_mail_is_sent_once_and_what_it_said_is_forgotten(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        enqueue(&server, "ana@example.com").await;
        assert_eq!(outbox(&server).await[0].state, MailState::Waiting);

        assert_eq!(deliver(&server).await, 1);
        assert_eq!(deliver(&server).await, 0);

        let received = smtp.received();
        assert_eq!(received.len(), 1);
        assert!(received[0].contains("012345") && received[0].contains("us@example.org"));
        assert!(received[0].contains("Subject: Your Ensemble verification code"));
        let mails = outbox(&server).await;
        assert_eq!((mails[0].state, mails[0].text.as_str()), (MailState::Sent, ""));
        assert_eq!(mails[0].sent_at, Some(testing::NOW));
    }

    async fn a_mail_of_a_change_that_was_not_made_does_not_exist(store) {
        let server = without_smtp(store).await;
        let mut tx = server.db().begin().await.unwrap();
        let message = code_mail("ana@example.com");
        server.services.mail.enqueue(&mut tx, &message).await.unwrap();
        drop(tx);
        assert!(outbox(&server).await.is_empty());
    }

    async fn a_server_that_is_busy_gets_the_mail_later(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        enqueue(&server, "ana@example.com").await;
        smtp.answer_mails_with("451 try again later");

        assert_eq!(deliver(&server).await, 0);

        let mails = outbox(&server).await;
        assert_eq!(mails[0].state, MailState::Waiting);
        assert!(mails[0].error.as_deref().unwrap().contains("try again later"));
        smtp.answer_mails_with("250 ok");
        assert_eq!(deliver(&server).await, 0);
        server.clock().advance(30 * SECOND);
        assert_eq!(deliver(&server).await, 1);
        assert_eq!(smtp.received().len(), 1);
    }

    async fn a_mail_that_is_refused_for_good_is_given_up(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        enqueue(&server, "ana@example.com").await;
        smtp.answer_mails_with("550 no such mailbox");

        assert_eq!(deliver(&server).await, 0);

        assert_eq!(outbox(&server).await[0].state, MailState::Failed);
        server.clock().advance(60 * MINUTE);
        smtp.answer_mails_with("250 ok");
        assert_eq!(deliver(&server).await, 0);
    }

    async fn a_server_that_is_away_gets_the_mail_when_it_is_back(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        drop(smtp);
        enqueue(&server, "ana@example.com").await;

        assert_eq!(deliver(&server).await, 0);

        assert_eq!(outbox(&server).await[0].state, MailState::Waiting);
    }

    // Port 465 spoken to without TLS, or a firewall that swallows everything.
    async fn a_server_that_accepts_and_says_nothing_holds_up_nobody(store) {
        let smtp = SmtpServer::start_silent().await;
        let url = Some(Secret::new(smtp.url()));
        let settings = Settings { url, timeout_seconds: 1, ..Settings::default() };
        let server = TestServer::with_mail(store, &settings, |_| Vec::new()).await;
        for n in 0..4 {
            enqueue(&server, &format!("ana{n}@example.com")).await;
        }
        let began = std::time::Instant::now();

        assert_eq!(deliver(&server).await, 0);

        // All four at once, one second each.
        assert!(began.elapsed() < std::time::Duration::from_secs(3), "{:?}", began.elapsed());
        for mail in outbox(&server).await {
            assert_eq!(mail.state, MailState::Waiting);
            let error = mail.error.unwrap();
            assert!(error.contains("did not finish within 1 s"), "{error}");
            assert!(error.contains("smtps://"), "{error}");
        }
        let error = server.services.mail.check().await.unwrap_err();
        assert!(error.contains("did not finish within 1 s"), "{error}");
    }

    async fn a_server_that_says_nothing_does_not_delay_the_stop(store) {
        let smtp = SmtpServer::start_silent().await;
        let url = Some(Secret::new(smtp.url()));
        let settings = Settings { url, timeout_seconds: 600, ..Settings::default() };
        let server = TestServer::with_mail(store, &settings, |_| Vec::new()).await;
        enqueue(&server, "ana@example.com").await;
        let began = std::time::Instant::now();

        server.services.mail.deliver_until(smtp.called()).await;

        assert!(began.elapsed() < std::time::Duration::from_secs(8), "{:?}", began.elapsed());
        assert_eq!(outbox(&server).await[0].state, MailState::Waiting);
        assert_eq!(deliver(&server).await, 0, "no other is begun");
    }

    async fn a_test_mail_goes_out_at_once_or_says_why_not(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        let mail = &server.services.mail;

        assert!(mail.check().await.unwrap().contains("us@example.org"));
        let said = mail.send_test("ana@example.com").await.unwrap();

        assert!(said.contains("127.0.0.1"), "{said}");
        let received = &smtp.received()[0];
        assert!(received.contains("Message-ID: <") && received.contains("Date: "), "{received}");
        assert!(outbox(&server).await.is_empty());
        smtp.answer_mails_with("550 we do not know you");
        let error = mail.send_test("ana@example.com").await.unwrap_err();
        assert!(error.contains("we do not know you"), "{error}");
        assert!(mail.send_test("nobody").await.is_err());
    }

    async fn a_certificate_of_the_companys_own_authority_is_trusted_if_it_is_named(store) {
        let smtp = SmtpServer::start_with_tls().await;
        let trusting = |extra_ca: Option<PathBuf>| {
            let way = Way { extra_ca, ..Way::default() };
            let outbound = Outbound::open(&way, &[]).unwrap();
            let url = Some(Secret::new(smtp.tls_url()));
            Settings { url, timeout_seconds: 5, outbound, ..Settings::default() }
        };
        let settings = trusting(Some(AUTHORITY.into()));
        let server = TestServer::with_mail(store, &settings, |_| Vec::new()).await;
        enqueue(&server, "ana@example.com").await;
        assert_eq!(deliver(&server).await, 1);
        assert_eq!(smtp.received().len(), 1);

        let server = TestServer::with_mail(store, &trusting(None), |_| Vec::new()).await;
        let error = server.services.mail.check().await.unwrap_err();
        assert!(error.contains("its certificate is not trusted"), "{error}");
    }

    async fn what_waits_is_counted(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        enqueue(&server, "ana@example.com").await;
        let mut conn = server.db().read().await.unwrap();

        let backlog = server.services.mail.backlog(&mut conn).await.unwrap();

        let expected = MailBacklog { waiting: 1, oldest_waiting: Some(testing::NOW), failed: 0 };
        assert_eq!(backlog, expected);
    }

    async fn two_deliveries_at_once_send_each_mail_once(store) {
        let smtp = SmtpServer::start().await;
        let server = with_smtp(store, &smtp).await;
        for n in 0..6 {
            enqueue(&server, &format!("ana{n}@example.com")).await;
        }

        let (a, b) = tokio::join!(deliver(&server), deliver(&server));

        assert_eq!(a + b, 6);
        assert_eq!(smtp.received().len(), 6);
    }
}
