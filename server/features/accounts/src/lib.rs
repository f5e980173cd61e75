//! Accounts: signing up and in, passwords, devices, a person's own settings, deleting an account, and
//! signing in through OpenID Connect.
//!
//! Routes are in `routes/`, what they do in the file of its noun (`sign_up.rs`, `sign_in.rs`,
//! `passwords.rs`, `deletion.rs`). Who somebody is lies below, in `identity`.

mod browser;
mod deletion;
mod passwords;
mod problems;
mod routes;
mod rules;
mod settings;
mod sign_in;
mod sign_up;
mod view;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use axum::extract::FromRef;
use entitlements::Entitlements;
use identity::Identity;
use kernel::Clock;
use ledger::Ledger;
use mail::Mail;
use store::Db;
use url::Url;
use vault::Vault;

pub use problems::PROBLEMS;
pub use routes::routes;
pub use rules::LIMITS;
pub use settings::{OidcSettings, Settings};

/// What this area works with. Cheap to clone.
#[derive(Clone)]
pub struct Accounts(Arc<Inner>);

/// What this area is given.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub identity: Identity,
    pub entitlements: Entitlements,
    pub ledger: Ledger,
    pub mail: Mail,
    pub vault: Vault,
    /// Where people reach this server.
    pub base_url: Url,
    /// The server's version, for clients.
    pub version: &'static str,
    pub settings: Settings,
}

struct Inner {
    given: Parts,
    sign_ins_per_ip: RateLimit,
    sign_ins_per_email: RateLimit,
    codes_per_ip: RateLimit,
    guesses_per_ip: RateLimit,
    wrong_guesses: RateLimit,
}

impl Accounts {
    pub fn new(given: Parts) -> Self {
        let clock = &given.clock;
        let limit =
            |burst, seconds| RateLimit::new(clock.clone(), burst, Duration::from_secs(seconds));
        let codes_per_hour = given.settings.codes_per_hour.max(1);
        Self(Arc::new(Inner {
            sign_ins_per_ip: limit(rules::SIGN_INS_PER_IP, 10),
            sign_ins_per_email: limit(rules::SIGN_INS_PER_EMAIL, 60),
            codes_per_ip: limit(codes_per_hour, 3_600 / u64::from(codes_per_hour.min(3_600))),
            guesses_per_ip: limit(rules::GUESSES_PER_IP, 30),
            wrong_guesses: limit(rules::WRONG_GUESSES, 1),
            given,
        }))
    }
}

impl std::ops::Deref for Accounts {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.given
    }
}

impl FromRef<Accounts> for Identity {
    fn from_ref(accounts: &Accounts) -> Self {
        accounts.identity.clone()
    }
}
