use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use kernel::{Failure, Fallible};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::{Email, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS};

/// A password that may be set: long enough, and not one that everybody tries first.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// The reason why a password may not be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeakPassword {
    TooShort,
    TooLong,
    Common,
}

impl Password {
    /// Checks a password that somebody wants to set for `email`. Any characters are allowed, and all of them count.
    pub fn parse(text: &str, email: &Email) -> Result<Self, WeakPassword> {
        let length = text.chars().count();
        if length < PASSWORD_MIN_CHARS {
            return Err(WeakPassword::TooShort);
        }
        if length > PASSWORD_MAX_CHARS {
            return Err(WeakPassword::TooLong);
        }
        let lower = text.to_lowercase();
        let is_one_character = text.chars().all(|c| text.starts_with(c));
        if is_one_character || lower == email.key() || COMMON.lines().any(|common| common == lower)
        {
            return Err(WeakPassword::Common);
        }
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Passwords of eight characters and more that are tried first.
const COMMON: &str = include_str!("common_passwords.txt");

/// Argon2id (m = 19 MiB, t = 2, p = 1: OWASP's first choice), off the async threads and never more at
/// once than there are cores: each needs 19 MiB.
#[derive(Clone)]
pub(crate) struct Passwords {
    permits: Arc<Semaphore>,
}

impl Passwords {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { permits: Arc::new(Semaphore::new(cores)) }
    }

    pub async fn hash(&self, password: &Password) -> Fallible<String> {
        let text = normal(&password.0);
        let salt: [u8; 16] = vault::random_bytes();
        self.run(move || {
            let hash: PasswordHash = argon2()
                .hash_password_with_salt(text.as_bytes(), &salt)
                .map_err(Failure::internal)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Returns true if `text` is the password of `hash`. Without a hash it takes as long, and returns false.
    pub async fn verify(&self, hash: Option<String>, text: &str) -> Fallible<bool> {
        if text.chars().count() > PASSWORD_MAX_CHARS {
            return Ok(false);
        }
        let text = normal(text);
        self.run(move || {
            let parsed = PasswordHash::new(hash.as_deref().unwrap_or(NOBODYS_HASH))
                .map_err(Failure::internal)?;
            let is_right = argon2().verify_password(text.as_bytes(), &parsed).is_ok();
            Ok(is_right && hash.is_some())
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Fallible<T> + Send + 'static,
    ) -> Fallible<T> {
        let permit = self.permits.clone().acquire_owned().await.map_err(Failure::internal)?;
        tokio::task::spawn_blocking(move || {
            let _held_until_done = permit;
            work()
        })
        .await
        .map_err(Failure::internal)?
    }
}

/// The hash of a random password that nobody knows, with our parameters.
const NOBODYS_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$\
     MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";

fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("these parameters are within bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Normalizes a password, so that all keyboards yield the same text (Unicode NFC).
fn normal(text: &str) -> String {
    text.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Password, WeakPassword> {
        Password::parse(text, &Email::parse("ana@example.com").unwrap())
    }

    #[test]
    fn a_password_has_8_to_128_characters() {
        assert_eq!(parse("äöü-567"), Err(WeakPassword::TooShort));
        assert!(parse("äöü-5678").is_ok());
        assert!(parse(&"ab".repeat(64)).is_ok());
        assert_eq!(parse(&("ab".repeat(64) + "c")), Err(WeakPassword::TooLong));
    }

    #[test]
    fn passwords_that_are_tried_first_are_refused() {
        for text in ["password", "Password1", "12345678", "qwertyuiop", "aaaaaaaaaa"] {
            assert_eq!(parse(text), Err(WeakPassword::Common), "{text}");
        }
        assert_eq!(parse("Ana@Example.com"), Err(WeakPassword::Common));
    }

    #[tokio::test]
    async fn every_character_counts_even_the_73rd_byte() {
        let passwords = Passwords::new();
        let long = "correct horse battery staple ".repeat(3) + "1";
        let hash = passwords.hash(&parse(&long).unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");

        assert!(passwords.verify(Some(hash.clone()), &long).await.unwrap());
        let other = long.trim_end_matches('1').to_owned() + "2";
        assert!(!passwords.verify(Some(hash), &other).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_is_the_same_from_every_keyboard() {
        let passwords = Passwords::new();
        let hash = passwords.hash(&parse("caf\u{e9} noir").unwrap()).await.unwrap();
        assert!(passwords.verify(Some(hash), "cafe\u{301} noir").await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let passwords = Passwords::new();
        assert!(!passwords.verify(None, "correct horse").await.unwrap());
    }
}
