mod hash_threads;

use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use fair_queue::{FairQueue, Share};
use kernel::{Failure, Fallible};
use memory_budget::MemoryBudget;
use subtle::ConstantTimeEq;
use unicode_normalization::UnicodeNormalization;

use self::hash_threads::HashThreads;
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

/// Argon2id (m = 19 MiB, t = 2, p = 1: OWASP's first choice), on threads of its own. The memory of each hash is reserved,
/// and people take turns.
#[derive(Clone)]
pub(crate) struct Passwords {
    memory: MemoryBudget,
    turns: FairQueue,
    /// Started with the first hash.
    threads: Arc<OnceLock<HashThreads>>,
}

impl Passwords {
    pub fn new(memory: MemoryBudget) -> Self {
        let turns = FairQueue::new(thread_count(), thread_count());
        Self { memory, turns, threads: Arc::default() }
    }

    pub async fn hash(&self, password: &Password) -> Fallible<String> {
        let text = normal(&password.0);
        let salt: [u8; 16] = vault::random_bytes();
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params());
        self.run(&params(), move |blocks| {
            let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
            argon2
                .hash_password_into_with_memory(text.as_bytes(), &salt, &mut output, blocks)
                .map_err(Failure::internal)?;
            let hash = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params()).map_err(Failure::internal)?,
                salt: Some(Salt::new(&salt).map_err(Failure::internal)?),
                hash: Some(Output::new(&output).map_err(Failure::internal)?),
            };
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
        let wanted = Wanted::parse(hash.as_deref().unwrap_or(NOBODYS_HASH))?;
        let params = wanted.params.clone();
        let is_right = self.run(&params, move |blocks| {
            let argon2 = Argon2::new(wanted.algorithm, wanted.version, wanted.params);
            let mut output = vec![0; wanted.output.len()];
            argon2
                .hash_password_into_with_memory(text.as_bytes(), &wanted.salt, &mut output, blocks)
                .map_err(Failure::internal)?;
            Ok(bool::from(output.ct_eq(&wanted.output)))
        });
        Ok(is_right.await? && hash.is_some())
    }

    async fn run<T: Send + 'static>(
        &self,
        params: &Params,
        work: impl FnOnce(&mut [Block]) -> Fallible<T> + Send + 'static,
    ) -> Fallible<T> {
        let blocks = params.block_count();
        let memory = self.memory.reserve((blocks * Block::SIZE) as u64).await?;
        let turn = self.turns.acquire(Share::current()).await;
        let work = move |blocks: &mut [Block]| {
            let _held_until_done = turn;
            work(blocks)
        };
        self.threads()?.run(blocks, memory, work).await?
    }

    fn threads(&self) -> Fallible<&HashThreads> {
        if let Some(threads) = self.threads.get() {
            return Ok(threads);
        }
        let started = HashThreads::start(thread_count())?;
        Ok(self.threads.get_or_init(|| started))
    }
}

/// Returns the number of hashes at once: not more than there are cores, and few enough for the memory budget.
fn thread_count() -> usize {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    cores.min(THREADS_MAX)
}

const THREADS_MAX: usize = 4;

/// A stored hash, with its algorithm and parameters.
struct Wanted {
    algorithm: Algorithm,
    version: Version,
    params: Params,
    salt: Vec<u8>,
    output: Vec<u8>,
}

impl Wanted {
    fn parse(hash: &str) -> Fallible<Self> {
        let hash = PasswordHash::new(hash).map_err(Failure::internal)?;
        let incomplete = || Failure::internal("a stored hash is incomplete");
        let version = hash.version.map_or(Ok(Version::V0x13), Version::try_from);
        Ok(Self {
            algorithm: Algorithm::try_from(hash.algorithm.as_str()).map_err(Failure::internal)?,
            version: version.map_err(Failure::internal)?,
            params: Params::try_from(&hash).map_err(Failure::internal)?,
            salt: hash.salt.ok_or_else(incomplete)?.as_ref().to_vec(),
            output: hash.hash.ok_or_else(incomplete)?.as_bytes().to_vec(),
        })
    }
}

/// The hash of a random password that nobody knows, with our parameters.
const NOBODYS_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$\
     MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";

fn params() -> Params {
    Params::new(19 * 1024, 2, 1, None).expect("these parameters are within bounds")
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
        let passwords = Passwords::new(MemoryBudget::default());
        let long = "correct horse battery staple ".repeat(3) + "1";
        let hash = passwords.hash(&parse(&long).unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");

        assert!(passwords.verify(Some(hash.clone()), &long).await.unwrap());
        let other = long.trim_end_matches('1').to_owned() + "2";
        assert!(!passwords.verify(Some(hash), &other).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_is_the_same_from_every_keyboard() {
        let passwords = Passwords::new(MemoryBudget::default());
        let hash = passwords.hash(&parse("caf\u{e9} noir").unwrap()).await.unwrap();
        assert!(passwords.verify(Some(hash), "cafe\u{301} noir").await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let passwords = Passwords::new(MemoryBudget::default());
        assert!(!passwords.verify(None, "correct horse").await.unwrap());
    }

    #[tokio::test]
    async fn hashes_of_the_library_are_still_verified() {
        use argon2::PasswordHasher;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params());
        let hash: PasswordHash =
            argon2.hash_password_with_salt(b"horse", b"0123456789abcdef").unwrap();
        let passwords = Passwords::new(MemoryBudget::default());
        let hash = Some(hash.to_string());
        assert!(passwords.verify(hash.clone(), "horse").await.unwrap());
        assert!(!passwords.verify(hash, "house").await.unwrap());
    }

    // attacks.md, row 2: "30 parallel wrong sign-ins from one address: 25 -> 562 MB"
    #[tokio::test]
    async fn fifty_wrong_passwords_at_once_stay_within_the_share_of_one() {
        let memory = MemoryBudget::default();
        let passwords = Passwords::new(memory.clone());
        let tries = (0..50).map(|_| passwords.verify(None, "guess"));
        let told = futures::future::join_all(tries).await;
        let refused: Vec<_> =
            told.iter().filter_map(|one| one.as_ref().err()).map(Failure::code).collect();
        assert!(refused.iter().all(|code| *code == Some("memory_budget.busy")));
        // Who waits too long on a slow machine is refused as well.
        assert!(!refused.is_empty() && refused.len() < 50);
        assert!(memory.usage().peak_bytes <= memory.share_bytes());
    }

    #[tokio::test]
    async fn a_hash_that_claims_more_memory_than_there_is_costs_none() {
        let memory = MemoryBudget::default();
        let hash = NOBODYS_HASH.replace("m=19456", "m=4000000");
        let passwords = Passwords::new(memory.clone());
        assert!(passwords.verify(Some(hash), "x").await.is_err());
        assert_eq!(memory.usage().peak_bytes, 0);
    }
}
