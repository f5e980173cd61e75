use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity::ClientType;
use kernel::{Problem, collapse_whitespace};
use sha2::{Digest, Sha256};

use crate::one_time_code::OneTimeCode;
use crate::problems::{DEVICE_REFUSED, REDIRECT_REFUSED};
use crate::rules::{DEVICE_NAME_MAX_CHARS, DEVICE_STATE_MAX_CHARS};

/// Path to which programs are sent back. The extension reads the code from the address of a page of ours, which only it
/// watches and which PKCE protects; the desktop app listens at this path.
const LANDING: &str = "/auth-landing";

/// A program that may sign in this way, and where it is sent back to, to the letter (security RD2).
pub(super) struct Program<'a> {
    pub client_type: ClientType,
    pub redirect_url: &'a str,
}

impl<'a> Program<'a> {
    pub fn check(client_type: ClientType, redirect_url: &'a str) -> Result<Self, Problem> {
        let is_theirs = match client_type {
            ClientType::Extension => redirect_url == LANDING,
            ClientType::Desktop => is_on_this_computer(redirect_url),
            ClientType::Web | ClientType::Mobile | ClientType::Cli => false,
        };
        if is_theirs {
            Ok(Self { client_type, redirect_url })
        } else {
            Err(REDIRECT_REFUSED.into())
        }
    }

    /// Returns the address to go to with the code and state, which need no encoding.
    pub fn landing(&self, code: &OneTimeCode, state: &str) -> String {
        format!("{}?code={}&state={state}", self.redirect_url, code.as_str())
    }
}

/// Returns true if an address leads to a program on the person's own computer, on any port (RFC 8252 §7.3). By IP
/// address: a name may lead elsewhere.
fn is_on_this_computer(redirect_url: &str) -> bool {
    let port = redirect_url
        .strip_prefix("http://127.0.0.1:")
        .and_then(|rest| rest.strip_suffix(LANDING))
        .and_then(|digits| digits.parse::<u16>().ok());
    // Written back, so that one address has one spelling.
    port.is_some_and(|port| {
        port >= 1024 && redirect_url == format!("http://127.0.0.1:{port}{LANDING}")
    })
}

/// Checks a challenge and its method, of which only one is supported: `plain` would reveal the secret to whoever reads
/// the address.
pub(super) fn challenge<'a>(text: &'a str, method: &str) -> Result<&'a str, Problem> {
    let is_sha256 = URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
    if method == "S256" && is_sha256 { Ok(text) } else { Err(DEVICE_REFUSED.into()) }
}

/// Returns true if the challenge was made from `verifier` (RFC 7636 §4.6).
pub(super) fn proves(verifier: &str, challenge: &str) -> bool {
    (43..=128).contains(&verifier.len())
        && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}

/// Checks the state by which the program recognizes its answer: letters, digits, `-` and `_`.
pub(super) fn state(text: &str) -> Result<&str, Problem> {
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if is_plain && (1..=DEVICE_STATE_MAX_CHARS).contains(&text.len()) {
        Ok(text)
    } else {
        Err(DEVICE_REFUSED.into())
    }
}

/// Normalizes and checks the name that the person is shown, and finds among the devices.
pub(super) fn device_name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(text);
    let length = name.chars().count();
    if !(1..=DEVICE_NAME_MAX_CHARS).contains(&length) || name.chars().any(char::is_control) {
        return Err(DEVICE_REFUSED.into());
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The example of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn only_the_verifier_of_a_challenge_proves_it() {
        assert!(proves(VERIFIER, CHALLENGE));
        assert!(!proves(CHALLENGE, CHALLENGE));
        assert!(!proves("", CHALLENGE));
        assert!(!proves(&VERIFIER[..42], CHALLENGE));
    }

    #[test]
    fn a_challenge_is_a_sha_256_and_nothing_plainer() {
        assert_eq!(challenge(CHALLENGE, "S256"), Ok(CHALLENGE));
        for (text, method) in [
            (CHALLENGE, "plain"),
            (CHALLENGE, ""),
            ("", "S256"),
            ("abc", "S256"),
            (VERIFIER, "s256"),
        ] {
            assert_eq!(challenge(text, method), Err(DEVICE_REFUSED.into()), "{text:?} {method:?}");
        }
    }

    // security RD2
    #[test]
    fn a_program_is_sent_back_to_its_own_address_to_the_letter() {
        assert!(Program::check(ClientType::Extension, "/auth-landing").is_ok());
        for wanted in [
            "/auth-landing/",
            "/auth-landing?x=1",
            "//auth-landing",
            "/",
            "",
            "https://e/auth-landing",
        ] {
            assert!(Program::check(ClientType::Extension, wanted).is_err(), "{wanted:?}");
        }
        assert!(Program::check(ClientType::Web, "/auth-landing").is_err());
        assert!(Program::check(ClientType::Desktop, "/auth-landing").is_err());
    }

    // security RD2: "loopback any port 127.0.0.1/[::1] only"
    #[test]
    fn the_desktop_app_is_sent_back_to_this_computer_and_nowhere_else() {
        for wanted in ["http://127.0.0.1:1024/auth-landing", "http://127.0.0.1:65535/auth-landing"]
        {
            assert!(Program::check(ClientType::Desktop, wanted).is_ok(), "{wanted}");
            assert!(Program::check(ClientType::Extension, wanted).is_err(), "{wanted}");
        }
        for wanted in [
            "https://127.0.0.1:4000/auth-landing",
            "http://localhost:4000/auth-landing",
            "http://127.0.0.1/auth-landing",
            "http://127.0.0.1:80/auth-landing",
            "http://127.0.0.1:65536/auth-landing",
            "http://127.0.0.1:04000/auth-landing",
            "http://127.0.0.1:+4000/auth-landing",
            "http://127.0.0.1:4000@evil.example/auth-landing",
            "http://127.0.0.1:4000/auth-landing?x=1",
            "http://127.0.0.1:4000/",
            "http://127.0.0.1.evil.example:4000/auth-landing",
        ] {
            assert!(Program::check(ClientType::Desktop, wanted).is_err(), "{wanted}");
        }
    }

    #[test]
    fn what_comes_back_in_an_address_is_plain() {
        assert!(state("aZ0-_").is_ok());
        for text in ["", "a b", "a&b", "a\n", "é", &"a".repeat(129)] {
            assert!(state(text).is_err(), "{text:?}");
        }
        assert_eq!(device_name("  Chrome  on Linux ").unwrap(), "Chrome on Linux");
        assert!(device_name("").is_err() && device_name(&"é".repeat(81)).is_err());
    }
}
