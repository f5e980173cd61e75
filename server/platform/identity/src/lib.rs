//! Identity: accounts, passwords, codes, sessions and devices, workspaces, API keys; and the extractors by which a
//! handler declares who may call it.
//!
//! Start at `extract.rs` ([`SignedIn`] and the like: nothing else gives a handler a user's id) and `sessions.rs`. Rules
//! are in `email.rs` and `password.rs`; the other files are one noun each.

mod api_keys;
mod chat_settings;
mod codes;
mod cookies;
mod device;
mod device_scope;
mod email;
mod end_reason;
mod erase;
mod extract;
mod key_scopes;
mod known_devices;
mod limits;
mod password;
mod problems;
mod provider_http;
mod sessions;
mod setup_code;
mod token;
mod user_identities;
mod user_settings;
mod users;
mod workspaces;
mod wrong_codes;

use std::sync::{Arc, OnceLock};

use audit::Audit;
use bus::Bus;
use kernel::{Clock, Fallible};
use memory_budget::MemoryBudget;
use store::{Db, Migration};
use vault::Vault;

pub use api_keys::{ApiKey, ApiKeyId, NewApiKey};
pub use chat_settings::{ContextLimit, ContextMode, ContextSettings, ScrollBehaviour};
pub use codes::{CodeAsker, CodeCheck, CodeRefused, Purpose, SentCode};
pub use cookies::{Cookies, FlowToken};
pub use device::{ClientType, Device};
pub use email::Email;
pub use end_reason::{EndReason, Ended};
pub use erase::{Eraser, Person};
pub use extract::{KeyCaller, Operator, SessionState, SignedIn, Visitor};
pub use key_scopes::KeyScope;
pub use known_devices::{DeviceCookie, KnownDevice};
pub use limits::*;
pub use password::{Password, WeakPassword};
pub use problems::*;
pub use provider_http::{ProviderHttp, ProviderHttpError};
pub use sessions::{Session, SessionToken};
pub use user_identities::UserIdentity;
pub use user_settings::{ContentWidth, FontSize, SendWith, Theme, UserSettings, is_locale};
pub use users::{CreateUserError, NewUser, Role, User, UserSearch, suspension_topic};
pub use workspaces::{Member, MemberTeam, NewMember, TeamRole};

/// This crate's tables.
pub const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261120_0100_identity",
        sql: include_str!("../migrations/20261120_0100_identity.sql"),
    },
    Migration {
        name: "20261121_0672_key_scopes",
        sql: include_str!("../migrations/20261121_0672_key_scopes.sql"),
    },
    Migration {
        name: "20261122_0820_teams_workspaces",
        sql: include_str!("../migrations/20261122_0820_teams.sql"),
    },
    Migration {
        name: "20261123_1500_identity_bans",
        sql: include_str!("../migrations/20261123_1500_bans.sql"),
    },
    Migration {
        name: "20261127_0020_code_askers",
        sql: include_str!("../migrations/20261127_0020_code_askers.sql"),
    },
    Migration {
        name: "20261128_1100_temporary_passwords",
        sql: include_str!("../migrations/20261128_1100_temporary_passwords.sql"),
    },
];

/// The identity service. Cheap to clone.
#[derive(Clone)]
pub struct Identity(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub audit: Audit,
    pub clock: Clock,
    pub bus: Bus,
    pub vault: Vault,
    pub passwords: password::Passwords,
    pub wrong_codes: wrong_codes::WrongCodeLimiter,
    /// Browsers reach us by https, whatever the last hop speaks.
    pub is_https: bool,
    /// Path of this server at its host, `/ensemble`; empty at the root.
    pub base_path: OnceLock<&'static str>,
    pub erasers: OnceLock<Vec<Arc<dyn Eraser>>>,
    /// The paths that the browser extension may use.
    pub extension_paths: OnceLock<Vec<&'static str>>,
}

impl Identity {
    /// Creates the service. `is_https`: the configured base URL is https, so cookies must be secure. `memory`: what hashes
    /// draw from.
    pub fn new(
        db: Db,
        clock: Clock,
        bus: Bus,
        vault: Vault,
        memory: MemoryBudget,
        is_https: bool,
    ) -> Self {
        let passwords = password::Passwords::new(memory);
        let wrong_codes = wrong_codes::WrongCodeLimiter::new(clock.clone());
        let erasers = OnceLock::new();
        let audit = Audit::new(clock.clone());
        Self(Arc::new(Inner {
            db,
            audit,
            clock,
            bus,
            vault,
            passwords,
            wrong_codes,
            is_https,
            base_path: OnceLock::new(),
            erasers,
            extension_paths: OnceLock::new(),
        }))
    }

    /// Sets the erasers of data that must be deleted with an account, beyond rows that refer to the person or the
    /// workspace by foreign key. Call it once, at start.
    pub fn set_erasers(&self, erasers: Vec<Arc<dyn Eraser>>) {
        assert!(self.0.erasers.set(erasers).is_ok(), "the erasers are set once, at the start");
    }

    /// Sets the paths that the browser extension may use; `/*` stands for all that is below. Set once, at the start; until
    /// then it may use none.
    pub fn set_extension_paths(&self, paths: Vec<&'static str>) {
        assert!(self.0.extension_paths.set(paths).is_ok(), "the paths are set once, at the start");
    }

    /// Returns true if somebody signed in with a client of this kind may use `path`.
    fn opens(&self, client_type: ClientType, path: &str) -> bool {
        let paths = self.0.extension_paths.get().map(Vec::as_slice);
        device_scope::opens(client_type, path, paths.unwrap_or_default())
    }

    /// Hashes `password` for storage. Takes some 30 ms of a core: call it outside of a transaction.
    ///
    /// Problems: `memory_budget.busy`.
    pub async fn hash_password(&self, password: &Password) -> Fallible<String> {
        self.0.passwords.hash(password).await
    }

    /// Returns true if `text` is the password of `hash`. Without a hash it takes as long, and returns false.
    ///
    /// Problems: `memory_budget.busy`.
    pub async fn verify_password(&self, hash: Option<String>, text: &str) -> Fallible<bool> {
        self.0.passwords.verify(hash, text).await
    }

    /// Deletes outdated rows: sessions that ended 30 days ago, codes of yesterday.
    pub async fn forget_old(&self) -> Fallible<()> {
        let now = self.0.clock.now();
        let mut tx = self.0.db.begin().await?;
        sessions::delete_old(&mut tx, now).await?;
        codes::delete_old(&mut tx, now).await?;
        Ok(tx.commit().await?)
    }
}
