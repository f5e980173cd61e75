use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::future::join_all;
use kernel::{Fallible, MINUTE, SECOND, Timestamp};
use tokio::time::{Instant, timeout};

use crate::letter::Stamp;
use crate::smtp::SendError;
use crate::store::{self, MailRow};
use crate::{Body, Mail, MailState, Message};

/// Lease of a process that sends a mail, during which no other may send it: longer than a send may take.
const LEASE: i64 = 2 * MINUTE;

/// Mails that one process sends at the same time, so that a slow one does not hold up the others.
const SENDERS: usize = 4;

/// Time that mails on their way get when the server stops. One that is cut off is sent again after its lease.
const LAST_SENDS: Duration = Duration::from_secs(3);

/// Delays after the first, second, … failure. After the last one a mail is given up.
const RETRY_AFTER: [i64; 6] =
    [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE];

impl Mail {
    /// Sends mails until `stop`; what the mail server keeps waiting then is cut off.
    pub async fn deliver_until(&self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        loop {
            let mut delivering = pin!(self.deliver_due());
            let delivered = tokio::select! {
                delivered = &mut delivering => delivered,
                () = &mut stop => {
                    self.0.is_stopping.store(true, Ordering::Relaxed);
                    // Out of time: the lease brings them back.
                    timeout(LAST_SENDS, delivering).await.ok();
                    return;
                }
            };
            if let Err(error) = delivered {
                tracing::error!(%error, "the outbox could not be delivered");
            }
            tokio::select! {
                () = self.wait_for_work() => {}
                () = &mut stop => return,
            }
        }
    }

    /// Sends due mails, several at a time, and returns how many were sent. A mail that the server rejects temporarily
    /// is retried later; one that it rejects permanently is given up.
    ///
    /// If the process is killed between sending a mail and recording it, the mail is sent a second time, with the same
    /// `Message-ID`.
    pub async fn deliver_due(&self) -> Fallible<usize> {
        let mut sent = 0;
        // All are waited for: one that fails must not cut off the others.
        for count in join_all((0..SENDERS).map(|_| self.deliver_one_by_one())).await {
            sent += count?;
        }
        Ok(sent)
    }

    async fn deliver_one_by_one(&self) -> Fallible<usize> {
        let mut sent = 0;
        while let Some(row) = self.claim().await? {
            sent += usize::from(self.deliver(row).await?);
        }
        Ok(sent)
    }

    /// Sends a test mail at once, beside the outbox. Returns by what it went, or why it did not.
    pub async fn send_test(&self, to: &str) -> Result<String, String> {
        let smtp = self.0.smtp.as_ref().ok_or("no mail server is set (mail.url)")?;
        let now = self.0.clock.now();
        let stamp = Stamp { id: crate::MailId::new(now), created_at: now };
        let text = format!("This is a test mail. It came through {}.", smtp.describe());
        let message = Message {
            to: to.to_owned(),
            subject: "Test mail".to_owned(),
            body: Body { text, html: None },
        };
        smtp.send(message, stamp).await.map_err(|error| error.to_string())?;
        Ok(smtp.describe())
    }

    /// Connects to the mail server and signs in, without sending anything. Returns how mails are sent, or why they are not.
    pub async fn check(&self) -> Result<String, String> {
        match &self.0.smtp {
            None => Ok("no mail server: mails are kept in the outbox".to_owned()),
            Some(smtp) => match smtp.check().await {
                Ok(()) => Ok(smtp.describe()),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    async fn claim(&self) -> Fallible<Option<MailRow>> {
        if !self.is_smtp() || self.0.is_stopping.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let now = self.0.clock.now();
        let mut tx = self.0.db.begin().await?;
        let row = store::claim_due(&mut tx, now, now.plus(LEASE)).await?;
        tx.commit().await?;
        Ok(row)
    }

    async fn deliver(&self, row: MailRow) -> Fallible<bool> {
        let began = Instant::now();
        let result = self.send(&row).await;
        metrics::histogram!("mail_send_seconds").record(began.elapsed().as_secs_f64());
        let now = self.0.clock.now();
        let mut tx = self.0.db.begin().await?;
        match &result {
            Ok(()) => {
                count("sent");
                store::mark_sent(&mut tx, row.id, now).await?;
            }
            Err(error) => {
                let (state, next) = after_failure(error, row.attempts, now);
                count(if state == MailState::Failed { "failed" } else { "retry" });
                tracing::warn!(mail.id = %row.id, %error, state = state.as_str(), "mail not sent");
                store::mark_unsent(&mut tx, row.id, state, &error.to_string(), next).await?;
            }
        }
        tx.commit().await?;
        Ok(result.is_ok())
    }

    async fn send(&self, row: &MailRow) -> Result<(), SendError> {
        let Some(smtp) = &self.0.smtp else {
            return Err(SendError::Later("there is no SMTP server".to_owned()));
        };
        let Some(body) = self.unseal(row.id, &row.body) else {
            return Err(SendError::Never("it was sealed with another master key".to_owned()));
        };
        let (to, subject) = (row.to_address.clone(), row.subject.clone());
        let stamp = Stamp { id: row.id, created_at: row.created_at };
        smtp.send(Message { to, subject, body }, stamp).await
    }
}

fn count(outcome: &'static str) {
    metrics::counter!("mails_total", "outcome" => outcome).increment(1);
}

fn after_failure(error: &SendError, attempts: i64, now: Timestamp) -> (MailState, Timestamp) {
    let wait = usize::try_from(attempts - 1).ok().and_then(|index| RETRY_AFTER.get(index));
    match (error, wait) {
        (SendError::Later(_), Some(wait)) => (MailState::Waiting, now.plus(*wait)),
        _ => (MailState::Failed, now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_tried_seven_times_and_then_given_up() {
        let now = Timestamp::from_micros(0);
        let later = SendError::Later("busy".to_owned());
        assert_eq!(after_failure(&later, 1, now), (MailState::Waiting, now.plus(30 * SECOND)));
        assert_eq!(after_failure(&later, 6, now), (MailState::Waiting, now.plus(180 * MINUTE)));
        assert_eq!(after_failure(&later, 7, now).0, MailState::Failed);
    }

    #[test]
    fn a_mail_that_is_refused_for_good_is_not_tried_again() {
        let never = SendError::Never("no such mailbox".to_owned());
        assert_eq!(after_failure(&never, 1, Timestamp::from_micros(0)).0, MailState::Failed);
    }
}
