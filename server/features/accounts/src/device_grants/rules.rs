use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity::ClientType;
use kernel::Problem;
use sha2::{Digest, Sha256};

use crate::problems::{DEVICE_REFUSED, REDIRECT_REFUSED};
use crate::rules::{DEVICE_NAME_MAX_CHARS, DEVICE_STATE_MAX_CHARS};

/// Where each kind of program is sent back to, to the letter (security RD2). The extension reads the
/// code from the address of a page of ours, which it alone watches and for which PKCE is the lock.
const REDIRECTS: [(ClientType, &str); 1] = [(ClientType::Extension, "/auth-landing")];

/// A program that may sign in this way, and where it is sent back to.
pub(super) struct Program {
    pub client_type: ClientType,
    pub redirect_url: &'static str,
}

impl Program {
    pub fn check(client_type: ClientType, redirect_url: &str) -> Result<Self, Problem> {
        let (client_type, redirect_url) = REDIRECTS
            .into_iter()
            .find(|(known, at)| *known == client_type && *at == redirect_url)
            .ok_or(REDIRECT_REFUSED)?;
        Ok(Self { client_type, redirect_url })
    }

    /// The address to go to with what the program waits for. Both are plain in an address.
    pub fn landing(&self, code: &Code, state: &str) -> String {
        format!("{}?code={}&state={state}", self.redirect_url, code.0)
    }
}

/// What a program signs in by: 256 random bits, of which only the SHA-256 is stored.
pub(super) struct Code(String);

impl Code {
    pub fn new() -> Self {
        Self(URL_SAFE_NO_PAD.encode(vault::random_bytes::<32>()))
    }

    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

/// A challenge by the only method there is: `plain` would show the secret to whoever reads the address.
pub(super) fn challenge<'a>(text: &'a str, method: &str) -> Result<&'a str, Problem> {
    let is_sha256 = URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
    if method == "S256" && is_sha256 { Ok(text) } else { Err(DEVICE_REFUSED.into()) }
}

/// Whether `verifier` is what a challenge was made of (RFC 7636 §4.6).
pub(super) fn proves(verifier: &str, challenge: &str) -> bool {
    (43..=128).contains(&verifier.len())
        && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}

/// What the program knows its answer by: letters, digits, `-` and `_`.
pub(super) fn state(text: &str) -> Result<&str, Problem> {
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if is_plain && (1..=DEVICE_STATE_MAX_CHARS).contains(&text.len()) {
        Ok(text)
    } else {
        Err(DEVICE_REFUSED.into())
    }
}

/// What the person has been shown, and finds among the devices.
pub(super) fn device_name(text: &str) -> Result<String, Problem> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
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
