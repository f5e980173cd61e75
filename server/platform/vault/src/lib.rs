//! Stores secrets that the server must be able to read again: provider keys, webhook secrets.
//!
//! One master key, one derived key per purpose (HKDF-SHA256), XChaCha20-Poly1305 with the storage location of a value
//! as associated data: a sealed value copied to another row cannot be opened there. Start at [`Vault`]; `master_key.rs`
//! decides where the master key comes from.

mod master_key;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use kernel::Secret;
use master_key::MasterKey;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;
use sha2::Sha256;

/// The operator's settings of the section `vault`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The secret that all sealed values depend on, at least 32 bytes. If not set, one is created at the first start
    /// and stored in `master.key` in the data folder.
    pub secret: Option<Secret<String>>,
    /// Earlier secrets: values sealed with them can still be opened, nothing new is sealed with them.
    pub previous_secrets: Vec<Secret<String>>,
}

#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    #[error("vault.secret is {0}: write at least 32 random bytes there, or leave it out")]
    UnsafeSecret(&'static str),
    #[error("the key file {path} is {what}: restore it from a backup")]
    BrokenKeyFile { path: PathBuf, what: &'static str },
    #[error("the key file {path}: {source}")]
    KeyFile { path: PathBuf, source: std::io::Error },
    #[error(
        "a value was sealed with another master key: set vault.secret to the one it was sealed with"
    )]
    OtherKey,
    #[error("a sealed value is damaged, or belongs to another place")]
    Damaged,
}

/// The layout of a sealed value: format, id of the master key, nonce, ciphertext with tag.
const FORMAT: u8 = 1;
const KEY_ID_BYTES: usize = 4;
const NONCE_BYTES: usize = 24;
const HEADER_BYTES: usize = 1 + KEY_ID_BYTES + NONCE_BYTES;

/// The master key and its operations. Cheap to clone.
#[derive(Clone)]
pub struct Vault {
    current: Arc<MasterKey>,
    previous: Arc<[MasterKey]>,
}

impl Vault {
    /// Opens the vault with the master key from `settings`, or from `dir`, where it is created if missing.
    pub fn open(dir: &Path, settings: &Settings) -> Result<Self, VaultError> {
        let current = match &settings.secret {
            Some(secret) => MasterKey::from_secret(secret)?,
            None => MasterKey::from_file(dir)?,
        };
        let previous = settings
            .previous_secrets
            .iter()
            .map(MasterKey::from_secret)
            .collect::<Result<_, _>>()?;
        Ok(Self { current: Arc::new(current), previous })
    }

    /// Returns true if [`Vault::open`] finds a master key, and does not make one.
    pub fn has_key(dir: &Path, settings: &Settings) -> bool {
        settings.secret.is_some() || dir.join(master_key::FILE_NAME).exists()
    }

    /// Returns true if `sealed` was sealed with the current master key, not with an earlier one.
    pub fn is_current(&self, sealed: &[u8]) -> bool {
        sealed.len() > HEADER_BYTES && sealed[1..=KEY_ID_BYTES] == *self.current.id()
    }

    /// Encrypts `plain` for `purpose` (`"provider_key"`), bound to `place` (`"table|row|column"`).
    pub fn seal(&self, purpose: &str, place: impl AsRef<[u8]>, plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE_BYTES] = random_bytes();
        let ciphertext = cipher(&self.current, purpose)
            .encrypt(&XNonce::from(nonce), Payload { msg: plain, aad: place.as_ref() })
            .expect("the cipher only refuses texts of more than 256 GiB");
        let mut sealed = Vec::with_capacity(HEADER_BYTES + ciphertext.len());
        sealed.push(FORMAT);
        sealed.extend(self.current.id());
        sealed.extend(nonce);
        sealed.extend(ciphertext);
        sealed
    }

    /// Decrypts what [`Vault::seal`] made for the same purpose and place.
    pub fn open_sealed(
        &self,
        purpose: &str,
        place: impl AsRef<[u8]>,
        sealed: &[u8],
    ) -> Result<Vec<u8>, VaultError> {
        if sealed.len() < HEADER_BYTES || sealed[0] != FORMAT {
            return Err(VaultError::Damaged);
        }
        let (header, ciphertext) = sealed.split_at(HEADER_BYTES);
        let (key_id, nonce) = header[1..].split_at(KEY_ID_BYTES);
        let key = std::iter::once(&*self.current)
            .chain(self.previous.iter())
            .find(|key| key.id() == key_id)
            .ok_or(VaultError::OtherKey)?;
        let nonce = XNonce::try_from(nonce).map_err(|_| VaultError::Damaged)?;
        cipher(key, purpose)
            .decrypt(&nonce, Payload { msg: ciphertext, aad: place.as_ref() })
            .map_err(|_| VaultError::Damaged)
    }

    /// Returns a keyed fingerprint of `message` that only this server can make (HMAC-SHA256).
    pub fn mac(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        fingerprint(&self.current, purpose, message)
    }

    /// Returns the fingerprints of `message` by the current master key and by each earlier one that is still listed: one
    /// that was stored before a rotation is found among them.
    pub fn macs(&self, purpose: &str, message: &[u8]) -> Vec<[u8; 32]> {
        let keys = std::iter::once(&*self.current).chain(self.previous.iter());
        keys.map(|key| fingerprint(key, purpose, message)).collect()
    }
}

fn fingerprint(key: &MasterKey, purpose: &str, message: &[u8]) -> [u8; 32] {
    let key = key.derive(&format!("mac|{purpose}"));
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&key)
        .expect("HMAC takes keys of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault(…)")
    }
}

fn cipher(key: &MasterKey, purpose: &str) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.derive(&format!("seal|{purpose}")).into())
}

/// Returns random bytes from the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system has a random source");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "9d2f1c7be05a4863b1f0c2d4e6a8907766554433";
    const OTHER: &str = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567";

    fn vault(secret: &str, previous: &[&str]) -> Vault {
        let settings = Settings {
            secret: Some(Secret::new(secret.to_owned())),
            previous_secrets: previous.iter().map(|text| Secret::new((*text).to_owned())).collect(),
        };
        Vault::open(Path::new("."), &settings).unwrap()
    }

    #[test]
    fn a_sealed_value_opens_at_its_place_only() {
        let vault = vault(SECRET, &[]);
        let sealed = vault.seal("provider_key", "connections|1|key", b"sk-123");
        let open = |purpose, place| vault.open_sealed(purpose, place, &sealed);

        assert_eq!(open("provider_key", "connections|1|key").unwrap(), b"sk-123");
        let elsewhere = open("provider_key", "connections|2|key");
        assert!(matches!(elsewhere, Err(VaultError::Damaged)));
        assert!(matches!(open("other", "connections|1|key"), Err(VaultError::Damaged)));
    }

    #[test]
    fn the_same_value_is_sealed_differently_each_time() {
        let vault = vault(SECRET, &[]);
        assert_ne!(vault.seal("p", "x", b"sk-123"), vault.seal("p", "x", b"sk-123"));
    }

    #[test]
    fn a_changed_byte_anywhere_is_refused() {
        let vault = vault(SECRET, &[]);
        let sealed = vault.seal("p", "x", b"sk-123");
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert!(vault.open_sealed("p", "x", &changed).is_err(), "byte {index}");
        }
        for length in 0..sealed.len() {
            assert!(vault.open_sealed("p", "x", &sealed[..length]).is_err(), "length {length}");
        }
    }

    #[test]
    fn after_a_rotation_old_values_open_while_the_old_secret_is_listed() {
        let sealed = vault(SECRET, &[]).seal("p", "x", b"sk-123");
        let rotated = vault(OTHER, &[SECRET]).open_sealed("p", "x", &sealed);
        assert_eq!(rotated.unwrap(), b"sk-123");
        let forgotten = vault(OTHER, &[]).open_sealed("p", "x", &sealed);
        assert!(matches!(forgotten, Err(VaultError::OtherKey)));
    }

    #[test]
    fn a_fingerprint_depends_on_secret_purpose_and_message() {
        let mac = vault(SECRET, &[]).mac("code", b"123456");
        assert_eq!(mac, vault(SECRET, &[]).mac("code", b"123456"));
        assert_ne!(mac, vault(OTHER, &[]).mac("code", b"123456"));
        assert_ne!(mac, vault(SECRET, &[]).mac("other", b"123456"));
        assert_ne!(mac, vault(SECRET, &[]).mac("code", b"123457"));
        assert!(vault(OTHER, &[SECRET]).macs("code", b"123456").contains(&mac));
        assert!(!vault(OTHER, &[]).macs("code", b"123456").contains(&mac));
    }
}
