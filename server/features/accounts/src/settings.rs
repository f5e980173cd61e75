use directory::GroupRule;
use live_settings::{Field, Section};
use serde::Deserialize;
use url::Url;

use crate::OidcSettings;

/// The operator's settings of the section `accounts`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// True if people may create accounts themselves. The first account can always be created.
    pub sign_up_open: bool,
    /// True if people are told that an address has no account, or has one. If they are, as the product does by default,
    /// strangers can find out who has an account by signing in, signing up or resetting a password.
    pub reveal_unknown_email: bool,
    /// True if everybody who signs in with a password needs a second factor. Those without one set up an authenticator app
    /// at their next sign-in.
    pub require_second_factor: bool,
    /// Codes that are mailed on behalf of one internet address in an hour.
    pub codes_per_hour: u32,
    /// Complete addresses, besides our own pages, at which a sign-in through OpenID Connect may end.
    pub redirect_urls: Vec<String>,
    /// False: people sign in through an identity provider only, and nothing takes a password.
    pub password_sign_in: bool,
    /// Identity providers that people may sign in through.
    pub oidc: Vec<OidcSettings>,
    /// Roles and teams that the groups of these providers, and those that SCIM keeps here, give people.
    pub groups: Vec<GroupRule>,
}

/// Most codes in an hour for one internet address.
const CODES_PER_HOUR_MAX: i64 = 3_600;

impl Settings {
    /// Checks what depends on other settings. The error says what to write.
    pub fn check(&self) -> Result<(), String> {
        crate::oidc::settings::check(self)
    }

    /// Returns the settings, of which the operator changes those without secrets while the server runs. Who may sign up has
    /// its own place (`server.rs`).
    pub(crate) fn section(self) -> Section<Self> {
        let fields = vec![
            Field::switch("accounts.reveal_unknown_email", |it: &mut Self| {
                &mut it.reveal_unknown_email
            }),
            Field::switch("accounts.require_second_factor", |it: &mut Self| {
                &mut it.require_second_factor
            }),
            Field::number("accounts.codes_per_hour", (1, CODES_PER_HOUR_MAX), |it| {
                &mut it.codes_per_hour
            }),
            Field::list(
                "accounts.redirect_urls",
                |it| &mut it.redirect_urls,
                |text| {
                    let is_address = Url::parse(text).is_ok_and(|url| !url.cannot_be_a_base());
                    is_address.then(|| text.to_owned())
                },
            ),
        ];
        Section::new(self, fields)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sign_up_open: true,
            reveal_unknown_email: true,
            require_second_factor: false,
            codes_per_hour: 10,
            redirect_urls: Vec::new(),
            password_sign_in: true,
            oidc: Vec::new(),
            groups: Vec::new(),
        }
    }
}
