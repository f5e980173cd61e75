use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A code that works once: 256 random bits, of which only the SHA-256 is stored.
pub(crate) struct OneTimeCode(String);

impl OneTimeCode {
    pub fn new() -> Self {
        Self(URL_SAFE_NO_PAD.encode(vault::random_bytes::<32>()))
    }

    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

/// Digits of Crockford's base 32: none of them looks like another one.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns a random code that people copy by hand: groups of five digits with 25 random bits each.
pub(crate) fn readable_code(groups: usize) -> String {
    let group = || {
        // 32 divides 256: every digit is as likely.
        let bytes: [u8; 5] = vault::random_bytes();
        bytes.map(|byte| char::from(DIGITS[usize::from(byte % 32)])).iter().collect::<String>()
    };
    (0..groups).map(|_| group()).collect::<Vec<_>>().join("-")
}
