use std::error::Error;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use outbound::{Outbound, with_causes};
use tokio::time::timeout;

use crate::letter::{Stamp, write_letter};
use crate::smtp_url::{Encryption, MailSettingsError, read_url, sender};
use crate::{Message, Settings};

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Maximum time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time of a whole send, whatever the settings say: its lease ends soon after it, and then another process sends it.
const SEND_MAX_SECONDS: u64 = 90;
/// Maximum time of a check, which somebody waits for.
const CHECK_TIMEOUT: Duration = Duration::from_secs(12);

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
    transport: Transport,
    from: Mailbox,
    bounce_to: Option<Address>,
    /// Host and port.
    place: String,
    encryption: Encryption,
    /// Maximum time of a whole send: a server may accept the connection and say nothing.
    longest: Duration,
}

impl Smtp {
    pub fn from_settings(settings: &Settings) -> Result<Option<Self>, MailSettingsError> {
        let Some(text) = &settings.url else {
            return Ok(None);
        };
        let (url, encryption) = read_url(text.expose())?;
        let from = sender(settings, &url).ok_or(MailSettingsError::From)?;
        let bounce_to = settings.bounce_to.as_ref().map(|address| address.parse()).transpose();
        let mut builder = Transport::from_url(url.as_str())
            .map_err(|_| MailSettingsError::Url)?
            .timeout(Some(CONNECT_TIMEOUT));
        let host = url.host_str().unwrap_or_default();
        if encryption != Encryption::None && !settings.outbound.certificates().is_empty() {
            builder = builder.tls(tls(encryption, trusting(host, &settings.outbound)?));
        }
        if let Some(name) = &settings.hello_name {
            builder = builder.hello_name(hello(name)?);
        }
        let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
        Ok(Some(Self {
            transport: builder.build(),
            from,
            bounce_to: bounce_to.map_err(|_| MailSettingsError::BounceTo)?,
            place: format!("{host}{port}"),
            encryption,
            longest: Duration::from_secs(settings.timeout_seconds.clamp(1, SEND_MAX_SECONDS)),
        }))
    }

    /// Returns where mails go, and who they are from.
    pub fn describe(&self) -> String {
        format!("{} as {}", self.place, self.from)
    }

    pub async fn send(&self, message: Message, stamp: Stamp) -> Result<(), SendError> {
        let letter = write_letter(message, stamp, &self.from, self.bounce_to.as_ref())?;
        match timeout(self.longest, self.transport.send(letter)).await {
            Ok(Ok(_)) => Ok(()),
            // SMTP 5yz: the server says that retrying is useless (RFC 5321 §4.2.1).
            Ok(Err(error)) if error.is_permanent() => Err(SendError::Never(self.cause(&error))),
            Ok(Err(error)) => Err(SendError::Later(self.cause(&error))),
            Err(_) => Err(SendError::Later(self.silence(self.longest))),
        }
    }

    /// Connects, encrypts and signs in.
    pub async fn check(&self) -> Result<(), SendError> {
        let longest = self.longest.min(CHECK_TIMEOUT);
        match timeout(longest, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(SendError::Later(format!("{} hung up", self.place))),
            Ok(Err(error)) => Err(SendError::Later(self.cause(&error))),
            Err(_) => Err(SendError::Later(self.silence(longest))),
        }
    }

    fn silence(&self, waited: Duration) -> String {
        let hint = match self.encryption {
            Encryption::Wrapper => {
                "if it expects STARTTLS, write smtp:// and its port, usually 587"
            }
            _ => "if it speaks TLS from the beginning, write smtps:// and its port, usually 465",
        };
        format!("{} did not finish within {} s: {hint}", self.place, waited.as_secs())
    }

    fn cause(&self, error: &dyn Error) -> String {
        let said = with_causes(error);
        let hint = if said.contains("invalid peer certificate") {
            ": its certificate is not trusted; name its authority in outbound.extra_ca"
        } else if self.encryption == Encryption::Wrapper && said.contains("corrupt message") {
            ": it does not speak TLS from the beginning; write smtp://"
        } else {
            ""
        };
        format!("{}: {said}{hint}", self.place)
    }
}

fn trusting(host: &str, outbound: &Outbound) -> Result<TlsParameters, MailSettingsError> {
    let wrong = |error: &dyn Error| MailSettingsError::Certificate(error.to_string());
    let mut parameters = TlsParameters::builder(host.to_owned());
    for der in outbound.certificates() {
        let certificate = Certificate::from_der(der.clone()).map_err(|error| wrong(&error))?;
        parameters = parameters.add_root_certificate(certificate);
    }
    parameters.build().map_err(|error| wrong(&error))
}

fn tls(encryption: Encryption, parameters: TlsParameters) -> Tls {
    match encryption {
        Encryption::None => Tls::None,
        Encryption::Opportunistic => Tls::Opportunistic(parameters),
        Encryption::Required => Tls::Required(parameters),
        Encryption::Wrapper => Tls::Wrapper(parameters),
    }
}

/// Reads a name for the greeting. Line ends would be commands of their own.
fn hello(name: &str) -> Result<ClientId, MailSettingsError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Ok(ClientId::Domain(name.to_owned())),
        false => Err(MailSettingsError::HelloName),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Secret;

    fn settings(url: &str) -> Settings {
        Settings { url: Some(Secret::new(url.to_owned())), ..Settings::default() }
    }

    fn smtp(url: &str, from: Option<&str>) -> Result<Option<Smtp>, MailSettingsError> {
        Smtp::from_settings(&Settings { from: from.map(str::to_owned), ..settings(url) })
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
    fn what_mail_cannot_be_sent_with_stops_the_start() {
        assert!(matches!(smtp("mail.example.org", None), Err(MailSettingsError::Url)));
        let error = smtp("smtp://m.example", Some("nobody")).err();
        assert!(matches!(error, Some(MailSettingsError::From)));
        let wrong = Settings { hello_name: Some("a b".into()), ..settings("smtp://m.example") };
        let error = Smtp::from_settings(&wrong).err();
        assert!(matches!(error, Some(MailSettingsError::HelloName)));
        let wrong = Settings { bounce_to: Some("nobody".into()), ..settings("smtp://m.example") };
        let error = Smtp::from_settings(&wrong).err();
        assert!(matches!(error, Some(MailSettingsError::BounceTo)));
    }
}
