//! Secrets that clients carry: 256 random bits, of which only the SHA-256 is stored.

use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// 43 characters of base 62 hold 256 bits.
const CHARS: usize = 43;

/// Returns a fresh random secret, as text.
pub(crate) fn random_token() -> String {
    let mut text = String::with_capacity(CHARS);
    while text.len() < CHARS {
        // 248 = 4 · 62: bytes above it would favour the first characters.
        let bytes: [u8; 64] = vault::random_bytes();
        let chars = bytes.iter().filter(|byte| **byte < 248);
        let missing = CHARS - text.len();
        text.extend(chars.take(missing).map(|byte| char::from(ALPHABET[usize::from(byte % 62)])));
    }
    text
}

/// Returns the hash that is stored of a secret. Secrets are random, so a plain hash is enough.
pub(crate) fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_43_characters_and_never_the_same() {
        let tokens: std::collections::HashSet<String> =
            (0..1_000).map(|_| random_token()).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|t| t.len() == 43 && t.bytes().all(|b| ALPHABET.contains(&b))));
    }
}
