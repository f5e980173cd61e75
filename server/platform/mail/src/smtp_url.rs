//! The address of the mail server, as operators write it.

use std::net::IpAddr;

use lettre::message::Mailbox;
use url::Url;

use crate::Settings;

/// The port on which mail servers speak TLS from the beginning (RFC 8314 §3.3).
const TLS_PORT: u16 = 465;

/// The section `mail` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MailSettingsError {
    #[error("mail.url is not an SMTP address: write smtp://user:password@host:587")]
    Url,
    #[error("mail.from is not an address: write Ensemble <ensemble@example.org>")]
    From,
    #[error("mail.bounce_to is not an address: write bounces@example.org")]
    BounceTo,
    #[error("mail.hello_name is not the name of a host: write mail.example.org")]
    HelloName,
    #[error("outbound.extra_ca has a certificate that mail cannot use: {0}")]
    Certificate(String),
}

/// Encryption of the line to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encryption {
    None,
    /// STARTTLS, if the server offers it.
    Opportunistic,
    /// STARTTLS.
    Required,
    /// TLS from the beginning.
    Wrapper,
}

/// Reads `mail.url` as the SMTP library takes it. Mails contain codes, so they are encrypted, except to this machine or if
/// the operator says `?tls=`; a port that speaks TLS from the beginning is spoken to so.
pub(crate) fn read_url(text: &str) -> Result<(Url, Encryption), MailSettingsError> {
    let mut url = Url::parse(text).map_err(|_| MailSettingsError::Url)?;
    // The host of a scheme that browsers do not know is a text, also when it is an address.
    let host = url.host_str().unwrap_or("").trim_matches(['[', ']']).to_owned();
    let is_here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    let said =
        url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let encryption = match (url.scheme(), said.as_deref()) {
        ("smtps", _) => Encryption::Wrapper,
        ("smtp", None) if url.port() == Some(TLS_PORT) => Encryption::Wrapper,
        ("smtp", None) if is_here => Encryption::None,
        ("smtp", None | Some("required")) => Encryption::Required,
        ("smtp", Some("opportunistic")) => Encryption::Opportunistic,
        ("smtp", Some("none")) => Encryption::None,
        _ => return Err(MailSettingsError::Url),
    };
    url.set_query(match encryption {
        Encryption::None | Encryption::Wrapper => None,
        Encryption::Opportunistic => Some("tls=opportunistic"),
        Encryption::Required => Some("tls=required"),
    });
    if encryption == Encryption::Wrapper {
        url.set_scheme("smtps").map_err(|()| MailSettingsError::Url)?;
    }
    Ok((url, encryption))
}

/// Returns who mails are from: the setting, or whoever signs in at the server.
pub(crate) fn sender(settings: &Settings, url: &Url) -> Option<Mailbox> {
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

    #[test]
    fn mail_is_encrypted_on_its_way_unless_it_stays_here() {
        for (text, expected) in [
            ("smtp://m.example:587", "smtp://m.example:587?tls=required"),
            ("smtp://m.example:587?tls=none", "smtp://m.example:587"),
            ("smtp://m.example:25?tls=opportunistic", "smtp://m.example:25?tls=opportunistic"),
            ("smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525"),
            ("smtp://[::1]:2525", "smtp://[::1]:2525"),
            ("smtp://127.0.0.1.example", "smtp://127.0.0.1.example?tls=required"),
            ("smtps://m.example:465", "smtps://m.example:465"),
            // What people write who were given a host and this port.
            ("smtp://m.example:465", "smtps://m.example:465"),
            ("smtp://m.example:465?tls=required", "smtp://m.example:465?tls=required"),
        ] {
            assert_eq!(read_url(text).unwrap().0.as_str(), expected, "{text}");
        }
        for wrong in ["mail.example.org", "http://m.example", "smtp://m.example?tls=yes"] {
            assert!(matches!(read_url(wrong), Err(MailSettingsError::Url)), "{wrong}");
        }
    }
}
