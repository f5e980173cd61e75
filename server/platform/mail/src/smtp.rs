use std::net::IpAddr;
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message as Letter, Tokio1Executor};
use url::Url;

use crate::{Message, Settings};

/// Maximum time an SMTP server may take for each step.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The section `mail` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MailSettingsError {
    #[error("mail.url is not an SMTP address: write smtp://user:password@host:587")]
    Url,
    #[error("mail.from is not an address: write Ensemble <ensemble@example.org>")]
    From,
}

/// The reason why a mail was not sent, and whether a retry may help.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SendError {
    #[error("{0}")]
    Later(String),
    #[error("{0}")]
    Never(String),
}

/// One SMTP server.
pub(crate) struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Smtp {
    pub fn from_settings(settings: &Settings) -> Result<Option<Self>, MailSettingsError> {
        let Some(url) = &settings.url else {
            return Ok(None);
        };
        let mut url = Url::parse(url.expose()).map_err(|_| MailSettingsError::Url)?;
        let from = sender(settings, &url).ok_or(MailSettingsError::From)?;
        require_encryption(&mut url);
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str())
            .map_err(|_| MailSettingsError::Url)?
            .timeout(Some(TIMEOUT))
            .build();
        Ok(Some(Self { transport, from }))
    }

    pub async fn send(&self, message: Message) -> Result<(), SendError> {
        let letter = self.letter(message)?;
        match self.transport.send(letter).await {
            Ok(_) => Ok(()),
            // SMTP 5yz: the server says that retrying is useless (RFC 5321 §4.2.1).
            Err(error) if error.is_permanent() => Err(SendError::Never(error.to_string())),
            Err(error) => Err(SendError::Later(error.to_string())),
        }
    }

    fn letter(&self, message: Message) -> Result<Letter, SendError> {
        let never = |error: &dyn std::error::Error| SendError::Never(error.to_string());
        let to: Mailbox = message.to.parse().map_err(|error| never(&error))?;
        let letter = Letter::builder().from(self.from.clone()).to(to).subject(message.subject);
        match message.body.html {
            Some(html) => {
                letter.multipart(MultiPart::alternative_plain_html(message.body.text, html))
            }
            None => letter.singlepart(SinglePart::plain(message.body.text)),
        }
        .map_err(|error| never(&error))
    }
}

/// Requires encryption, because mails contain codes, except to this machine or if the operator says `?tls=`.
fn require_encryption(url: &mut Url) {
    // The host of a scheme that browsers do not know is a text, also when it is an address.
    let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
    let is_here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    let is_said = url.query_pairs().any(|(name, _)| name == "tls");
    if url.scheme() == "smtp" && !is_here && !is_said {
        url.query_pairs_mut().append_pair("tls", "required");
    } else if url.query() == Some("tls=none") {
        url.set_query(None);
    }
}

fn sender(settings: &Settings, url: &Url) -> Option<Mailbox> {
    if let Some(from) = &settings.from {
        return from.parse().ok();
    }
    let user = url.username().replace("%40", "@");
    if let Ok(address) = user.parse() {
        return Some(Mailbox::new(Some("Ensemble".to_owned()), address));
    }
    let address = format!("ensemble@{}", url.host_str()?).parse();
    address
        .or_else(|_| "ensemble@localhost".parse())
        .ok()
        .map(|address| Mailbox::new(Some("Ensemble".to_owned()), address))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Secret;

    fn encrypted(text: &str) -> String {
        let mut url = Url::parse(text).unwrap();
        require_encryption(&mut url);
        url.to_string()
    }

    fn smtp(url: &str, from: Option<&str>) -> Result<Option<Smtp>, MailSettingsError> {
        let url = Some(Secret::new(url.to_owned()));
        Smtp::from_settings(&Settings { url, from: from.map(str::to_owned) })
    }

    #[test]
    fn mail_is_encrypted_on_its_way_unless_it_stays_here() {
        assert_eq!(encrypted("smtp://m.example:587"), "smtp://m.example:587?tls=required");
        assert_eq!(encrypted("smtp://m.example:587?tls=none"), "smtp://m.example:587");
        assert_eq!(encrypted("smtp://127.0.0.1:2525"), "smtp://127.0.0.1:2525");
        assert_eq!(encrypted("smtp://[::1]:2525"), "smtp://[::1]:2525");
        assert_eq!(encrypted("smtp://127.0.0.1.example"), "smtp://127.0.0.1.example?tls=required");
        assert_eq!(encrypted("smtps://m.example:465"), "smtps://m.example:465");
    }

    #[tokio::test]
    async fn the_sender_is_who_signs_in_to_the_server_unless_it_is_set() {
        let of = |url, from| smtp(url, from).unwrap().unwrap().from.to_string();
        let url = "smtp://ana%40example.org:pw@m.example:587";
        assert_eq!(of(url, None), "Ensemble <ana@example.org>");
        assert_eq!(of(url, Some("Us <us@example.org>")), "Us <us@example.org>");
        assert_eq!(of("smtp://m.example", None), "Ensemble <ensemble@m.example>");
    }

    #[test]
    fn an_address_that_is_none_stops_the_start() {
        assert!(matches!(smtp("mail.example.org", None), Err(MailSettingsError::Url)));
        assert!(matches!(smtp("http://m.example", None), Err(MailSettingsError::Url)));
        let error = smtp("smtp://m.example", Some("nobody")).err();
        assert!(matches!(error, Some(MailSettingsError::From)));
    }
}
