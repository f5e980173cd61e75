//! Accounts: signing up and in, passwords, second factors, passkeys, devices, personal settings, deleting an account, signing
//! in through OpenID Connect, sign-in of our programs (`device_grants/`), and operators' management of people (`people/`).
//!
//! Routes are in `routes/`, their actions in the file of each noun (`sign_up.rs`, `sign_in.rs`, `passwords.rs`,
//! `deletion.rs`, `invitations.rs`, `server.rs`). `steps.rs` decides what a sign-in still needs before a session begins.
//! Identities and sessions are in the crate below, `identity`.

mod browser;
mod codes_per_hour;
mod deletion;
mod device_grants;
mod invitations;
mod mail_texts;
mod oidc;
mod one_time_code;
mod passkeys;
mod passwords;
mod people;
mod problems;
mod refusals;
mod routes;
mod rules;
mod second_factor;
mod server;
mod settings;
mod sign_in;
mod sign_up;
mod steps;
mod tickets;
mod view;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use area::{Area, Services, Upkeep};
use axum::extract::FromRef;
use identity::{Identity, User};
use kernel::Fallible;
use live_settings::Section;
use store::Migration;

pub use oidc::settings::{ClientAuth, NewAccounts, OidcSettings};
pub use people::{
    NewPerson, PasswordLink, add_person, delete_person, end_devices, make_password_link,
    reset_second_factor, set_temporary_password,
};
use problems::PROBLEMS;
use rules::LIMITS;
pub use settings::Settings;

use codes_per_hour::CodesPerHour;

const MIGRATIONS: &[Migration] = &[
    oidc::MIGRATIONS[0],
    oidc::MIGRATIONS[1],
    device_grants::MIGRATION,
    Migration {
        name: "20261128_0977_accounts_server",
        sql: include_str!("../migrations/20261128_0977_accounts_server.sql"),
    },
    second_factor::MIGRATION,
];

/// Returns everything that this area registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    services.mail.set_server_name(server::ChosenName);
    let accounts = Accounts::new(services.clone(), settings.clone());
    Area::new("accounts")
        .settings(&settings)
        .extension_paths(&[
            "/api/accounts/session",
            "/api/accounts/settings",
            "/api/accounts/sign-out",
        ])
        .essential_paths(&["/api/accounts/"])
        .migrations(MIGRATIONS)
        .impersonal_tables(&[
            ("account_oidc_returns", "that a sign-in came back, as a hash"),
            ("account_oidc_logouts", "that a logout token came, as a hash"),
            ("account_server", "what the operator chose for the server"),
        ])
        .check(oidc::health::ProvidersCheck(accounts.clone()))
        .routes(routes::router(accounts))
        .problems(PROBLEMS)
        .mails(&[
            &mail_texts::SIGN_UP,
            &mail_texts::RESET,
            &mail_texts::TAKEN,
            &mail_texts::INVITED,
            &mail_texts::PASSWORD_LINK,
        ])
        .exempt_paths(&[
            "/api/accounts/session",
            "/api/accounts/sign-in",
            "/api/accounts/sign-in/second-factor",
            "/api/accounts/sign-in/password",
            "/api/accounts/sign-in/set-up",
            "/api/accounts/sign-in/passkey",
            "/api/accounts/sign-in/passkey/options",
            "/api/accounts/sign-out",
            "/api/accounts/device-grants/redeem",
            "/api/user/oauth2_authorize",
            "/api/user/oauth2_callback",
            "/api/accounts/oidc/back-channel-logout",
        ])
        .webhook_paths(&["/api/accounts/oidc/back-channel-logout"])
        .limits(LIMITS)
        .upkeep(Upkeep {
            name: "accounts.forget_old",
            every: Duration::from_secs(3_600),
            run: |services| Box::pin(forget_old(services)),
        })
}

/// Forgets ended sessions, codes and mails that are too old to matter.
async fn forget_old(services: Services) -> Fallible<()> {
    services.identity.forget_old().await?;
    let mut tx = services.db.begin().await?;
    services.mail.forget_old(&mut tx).await?;
    oidc::forget_old(&mut tx, services.clock.now()).await?;
    device_grants::forget_old(&mut tx, services.clock.now()).await?;
    invitations::forget_old(&mut tx, services.clock.now()).await?;
    tickets::forget_old(&mut tx, services.clock.now()).await?;
    people::links::forget_old(&mut tx, services.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// The state of this area's handlers: the services, and the area's own parts. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Accounts(Arc<Inner>);

struct Inner {
    services: Services,
    settings: Section<Settings>,
    /// Identity providers that people may sign in through: only the file has them, with their secrets.
    providers: Vec<OidcSettings>,
    oidc: oidc::OidcState,
    sign_ins_per_ip: RateLimit,
    sign_ins_per_email: RateLimit,
    sign_ins_per_device: RateLimit,
    codes_per_ip: CodesPerHour,
    guesses_per_ip: RateLimit,
    factors_per_account: RateLimit,
    factors_per_device: RateLimit,
    passkeys_per_ip: RateLimit,
    /// Checks passkeys; `None`: they cannot be used at this address.
    passkeys: Option<webauthn_rs::Webauthn>,
    refusals_noted_per_email: RateLimit,
    refusals_noted: RateLimit,
}

impl Accounts {
    fn new(services: Services, settings: Section<Settings>) -> Self {
        let limit = |name, burst, seconds| {
            RateLimit::new(&services.rates, name, burst, Duration::from_secs(seconds))
        };
        Self(Arc::new(Inner {
            sign_ins_per_ip: limit("accounts.sign_ins_per_ip", rules::SIGN_INS_PER_IP, 10),
            sign_ins_per_email: limit("accounts.sign_ins_per_email", rules::SIGN_INS_PER_EMAIL, 60),
            sign_ins_per_device: limit(
                "accounts.sign_ins_per_device",
                rules::SIGN_INS_PER_DEVICE,
                60,
            ),
            codes_per_ip: CodesPerHour::new(&services.rates, settings.get().codes_per_hour),
            guesses_per_ip: limit("accounts.guesses_per_ip", rules::GUESSES_PER_IP, 30),
            factors_per_account: limit(
                "accounts.factors_per_account",
                rules::FACTORS_PER_ACCOUNT,
                300,
            ),
            factors_per_device: limit("accounts.factors_per_device", rules::FACTORS_PER_DEVICE, 60),
            passkeys_per_ip: limit("accounts.passkeys_per_ip", rules::PASSKEYS_PER_IP, 2),
            passkeys: passkeys::checker(&services.base_url),
            refusals_noted_per_email: limit(
                "accounts.refusals_noted_per_email",
                rules::REFUSALS_NOTED_PER_EMAIL,
                rules::REFUSAL_NOTED_PER_EMAIL_SECONDS,
            ),
            refusals_noted: limit(
                "accounts.refusals_noted",
                rules::REFUSALS_NOTED,
                rules::REFUSAL_NOTED_SECONDS,
            ),
            oidc: oidc::OidcState::new(identity::ProviderHttp::new(&services.outbound)),
            providers: settings.get().oidc.clone(),
            services,
            settings,
        }))
    }

    /// Returns true if a person has a password, and passwords are not turned off.
    fn takes_password_of(&self, user: &User) -> bool {
        user.password_hash.is_some() && self.0.settings.get().password_sign_in
    }

    /// Returns the limit of codes that are mailed on behalf of one internet address.
    fn codes_per_ip(&self) -> RateLimit {
        self.0.codes_per_ip.limit(&self.rates, self.0.settings.get().codes_per_hour)
    }
}

impl std::ops::Deref for Accounts {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0.services
    }
}

impl FromRef<Accounts> for Identity {
    fn from_ref(accounts: &Accounts) -> Self {
        accounts.identity.clone()
    }
}
