use kernel::{Fallible, MINUTE, SECOND, Timestamp};

use crate::smtp::SendError;
use crate::store::{self, MailRow};
use crate::{Mail, MailState, Message};

/// Lease of a process that sends a mail, during which no other may send it: longer than an SMTP timeout.
const LEASE: i64 = 5 * MINUTE;

/// Delays after the first, second, … failure. After the last one a mail is given up.
const RETRY_AFTER: [i64; 6] =
    [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE];

impl Mail {
    /// Sends due mails, one after the other, and returns how many were sent. A mail that the server rejects temporarily
    /// is retried later; one that it rejects permanently is given up.
    ///
    /// If the process is killed between sending a mail and recording it, the mail is sent a second time.
    pub async fn deliver_due(&self) -> Fallible<usize> {
        let mut sent = 0;
        while let Some(row) = self.claim().await? {
            sent += usize::from(self.deliver(row).await?);
        }
        Ok(sent)
    }

    async fn claim(&self) -> Fallible<Option<MailRow>> {
        if !self.is_smtp() {
            return Ok(None);
        }
        let now = self.0.clock.now();
        let mut tx = self.0.db.begin().await?;
        let row = store::claim_due(&mut tx, now, now.plus(LEASE)).await?;
        tx.commit().await?;
        Ok(row)
    }

    async fn deliver(&self, row: MailRow) -> Fallible<bool> {
        let result = self.send(&row).await;
        let now = self.0.clock.now();
        let mut tx = self.0.db.begin().await?;
        match &result {
            Ok(()) => store::mark_sent(&mut tx, row.id, now).await?,
            Err(error) => {
                let (state, next) = after_failure(error, row.attempts, now);
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
        smtp.send(Message { to, subject, body }).await
    }
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
