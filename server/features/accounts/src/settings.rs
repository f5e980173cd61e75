use kernel::Secret;
use live_settings::{Field, Section};
use serde::Deserialize;
use url::Url;

/// The operator's settings of the section `accounts`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// True if people may create accounts themselves. The first account can always be created.
    pub sign_up_open: bool,
    /// True if people are told that an address has no account, or has one. If they are, as the product does by default,
    /// strangers can find out who has an account by signing in, signing up or resetting a password.
    pub reveal_unknown_email: bool,
    /// Codes that are mailed on behalf of one internet address in an hour.
    pub codes_per_hour: u32,
    /// True if everybody who signs in with a password needs a second factor. Those without one set up an authenticator app
    /// at their next sign-in.
    pub require_second_factor: bool,
    /// Complete addresses, besides our own pages, at which a sign-in through OpenID Connect may end.
    pub redirect_urls: Vec<String>,
    /// Identity providers that people may sign in through.
    pub oidc: Vec<OidcSettings>,
}

/// Most codes in an hour for one internet address.
const CODES_PER_HOUR_MAX: i64 = 3_600;

impl Settings {
    /// Returns the settings, of which the operator changes those without secrets while the server runs. Who may sign up has
    /// its own place (`server.rs`).
    pub(crate) fn section(self) -> Section<Self> {
        let fields = vec![
            Field::switch("accounts.reveal_unknown_email", |it: &mut Self| {
                &mut it.reveal_unknown_email
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
            Field::switch("accounts.require_second_factor", |it: &mut Self| {
                &mut it.require_second_factor
            }),
        ];
        Section::new(self, fields)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sign_up_open: true,
            reveal_unknown_email: true,
            codes_per_hour: 10,
            redirect_urls: Vec::new(),
            oidc: Vec::new(),
        }
    }
}

/// One identity provider, `[[accounts.oidc]]`. Its redirect address is
/// `<server.base_url>/api/user/oauth2_callback`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
            require_second_factor: false,
pub struct OidcSettings {
    /// Id of the provider, used as `type` in the sign-in address: `company`.
    pub id: String,
    /// The label on the button: `Company account`.
    pub name: String,
    /// The issuer exactly as the provider writes it: `https://id.example.org`.
    pub issuer: String,
    pub client_id: String,
    /// Client secret; absent for a public client.
    pub client_secret: Option<Secret<String>>,
    /// True if the provider's email addresses belong to its people although it does not say `email_verified`. New
    /// accounts are then created with them; an address that is said not to be verified stays refused.
    #[serde(default)]
    pub trust_email: bool,
}
