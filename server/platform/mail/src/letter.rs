//! A mail as it goes over the line.

use std::time::{Duration, SystemTime};

use kernel::Timestamp;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message as Letter};

use crate::smtp::SendError;
use crate::{MailId, Message};

/// The identity of a mail: the same at each attempt, so that one that arrives twice is shown once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub id: MailId,
    pub created_at: Timestamp,
}

impl Stamp {
    fn message_id(&self, from: &Mailbox) -> String {
        format!("<{}@{}>", self.id, from.email.domain())
    }

    fn date(&self) -> SystemTime {
        let micros = u64::try_from(self.created_at.micros()).unwrap_or_default();
        SystemTime::UNIX_EPOCH + Duration::from_micros(micros)
    }
}

/// Returns a mail with all that receivers expect of one. No automatic reply may come back (RFC 3834).
///
/// `bounce_to`: receiver of notices of failed delivery, if it is not the sender.
pub(crate) fn write_letter(
    message: Message,
    stamp: Stamp,
    from: &Mailbox,
    bounce_to: Option<&Address>,
) -> Result<Letter, SendError> {
    let never = |error: &dyn std::error::Error| SendError::Never(error.to_string());
    let to: Mailbox = message.to.parse().map_err(|error| never(&error))?;
    let sender = bounce_to.unwrap_or(&from.email).clone();
    let envelope = Envelope::new(Some(sender), vec![to.email.clone()]);
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    let letter = Letter::builder()
        .from(from.clone())
        .to(to)
        .envelope(envelope.map_err(|error| never(&error))?)
        .message_id(Some(stamp.message_id(from)))
        .date(stamp.date())
        .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
        .subject(message.subject);
    match message.body.html {
        Some(html) => letter.multipart(MultiPart::alternative_plain_html(message.body.text, html)),
        None => letter.singlepart(SinglePart::plain(message.body.text)),
    }
    .map_err(|error| never(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;

    #[test]
    fn a_mail_has_what_receivers_refuse_mails_for_the_lack_of() {
        let from: Mailbox = "Ensemble <us@example.org>".parse().unwrap();
        let now = Timestamp::from_micros(1_764_345_600_000_000);
        let stamp = Stamp { id: MailId::new(now), created_at: now };
        let body = Body { text: "Hello".to_owned(), html: None };
        let message = Message { to: "ana@example.com".to_owned(), subject: "Hi".to_owned(), body };
        let bounces: Address = "bounces@example.net".parse().unwrap();

        let letter = write_letter(message.clone(), stamp, &from, Some(&bounces)).unwrap();

        assert_eq!(letter.envelope().from(), Some(&bounces));
        let text = String::from_utf8(letter.formatted()).unwrap();
        assert!(text.contains(&format!("Message-ID: <{}@example.org>\r\n", stamp.id)), "{text}");
        assert!(text.contains("Date: Fri, 28 Nov 2025 16:00:00 +0000\r\n"), "{text}");
        assert!(text.contains("Auto-Submitted: auto-generated\r\n"), "{text}");
        assert!(text.contains("From: Ensemble <us@example.org>\r\n"), "{text}");
        let again = write_letter(message, stamp, &from, None).unwrap();
        assert_eq!(again.envelope().from(), Some(&from.email));
    }
}
