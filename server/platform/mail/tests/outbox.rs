//! The outbox and what sends it, on SQLite and PostgreSQL, against an SMTP server of our own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod smtp_server;

use kernel::{MINUTE, SECOND, Secret};
use mail::{CodeTemplate, CodeTexts, MailState, Message, OutboxMail, Settings};
use smtp_server::SmtpServer;
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
    let settings = Settings { url, from: Some("Ensemble <us@example.org>".to_owned()) };
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
