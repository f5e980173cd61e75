use kernel::hex;

use crate::token::random_token;
use crate::{Email, Identity, KNOWN_ACCOUNTS_MAX};

/// Bytes of a mark: too many to guess one.
const MARK_BYTES: usize = 16;
const SEPARATOR: char = '.';

/// The cookie of a browser in which people signed in: a random name of the browser, and a mark of each of their accounts.
///
/// A mark is a keyed fingerprint of the browser's name and the account's address. Nothing is stored of it, and nobody
/// reads an address from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceCookie {
    device: String,
    marks: Vec<String>,
}

/// A device in which an account was signed in before. Attempts on it are counted apart from those of strangers, who
/// therefore cannot lock its person out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDevice(String);

impl KnownDevice {
    /// Returns the key of limits that count its attempts.
    pub fn key(&self) -> &str {
        &self.0
    }
}

impl DeviceCookie {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if !text.chars().all(|c| c.is_ascii_alphanumeric() || c == SEPARATOR) {
            return None;
        }
        let mut parts = text.split(SEPARATOR).map(str::to_owned);
        let device = parts.next().filter(|device| !device.is_empty())?;
        Some(Self { device, marks: parts.take(KNOWN_ACCOUNTS_MAX).collect() })
    }

    pub(crate) fn to_text(&self) -> String {
        let parts = [&self.device].into_iter().chain(&self.marks).map(String::as_str);
        parts.collect::<Vec<_>>().join(&SEPARATOR.to_string())
    }

    /// Puts `mark` first; of too many, the oldest is forgotten.
    fn marked(mut self, mark: String) -> Self {
        self.marks.retain(|known| *known != mark);
        self.marks.insert(0, mark);
        self.marks.truncate(KNOWN_ACCOUNTS_MAX);
        self
    }
}

impl Identity {
    /// Returns the device of `cookie` if the account of `email` was signed in on it before.
    pub fn known_device(
        &self,
        cookie: Option<&DeviceCookie>,
        email: &Email,
    ) -> Option<KnownDevice> {
        let cookie = cookie?;
        let mark = self.device_mark(&cookie.device, email);
        // Marks are keyed, so the time of a comparison tells nothing that helps to make one.
        let is_known = cookie.marks.contains(&mark);
        is_known.then(|| KnownDevice(format!("{} {}", cookie.device, email.key())))
    }

    /// Returns the cookie by which a device is known to the account of `email` from now on, beside the accounts of the
    /// cookie that it has.
    pub fn mark_device(&self, cookie: Option<&DeviceCookie>, email: &Email) -> DeviceCookie {
        let cookie = cookie.cloned();
        let cookie =
            cookie.unwrap_or_else(|| DeviceCookie { device: random_token(), marks: Vec::new() });
        let mark = self.device_mark(&cookie.device, email);
        cookie.marked(mark)
    }

    fn device_mark(&self, device: &str, email: &Email) -> String {
        let named = format!("{device}|{}", email.key());
        hex(&self.0.vault.mac("known device", named.as_bytes())[..MARK_BYTES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_as_it_was_written() {
        let cookie = DeviceCookie { device: "d".into(), marks: vec!["a".into(), "b".into()] };
        assert_eq!(DeviceCookie::parse(&cookie.to_text()), Some(cookie));
        assert_eq!(DeviceCookie::parse(""), None);
        assert_eq!(DeviceCookie::parse(".a"), None);
        assert_eq!(DeviceCookie::parse("d.a\"b"), None);
        assert_eq!(DeviceCookie::parse("d").unwrap().marks.len(), 0);
    }

    #[test]
    fn the_last_accounts_of_a_browser_are_known() {
        let none = DeviceCookie { device: "d".into(), marks: Vec::new() };
        let marks = (0..KNOWN_ACCOUNTS_MAX + 2).map(|number| number.to_string());
        let cookie = marks.fold(none, DeviceCookie::marked).marked("5".into());
        assert_eq!(cookie.to_text(), "d.5.6.4.3.2");
        let long = format!("d{}", ".x".repeat(1_000));
        assert_eq!(DeviceCookie::parse(&long).unwrap().marks.len(), KNOWN_ACCOUNTS_MAX);
    }
}
