//! Settings of identity providers, and the checks that are made of them at the start.

use directory::{GroupRule, SCIM, check_rules};
use kernel::Secret;
use serde::Deserialize;
use url::Url;

use super::client_key::ClientKey;
use super::issuer::is_for_tenants;
use crate::settings::Settings;

/// One identity provider, `[[accounts.oidc]]`. Its redirect address is
/// `<server.base_url>/api/user/oauth2_callback`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OidcSettings {
    /// Id of the provider, used as `type` in the sign-in address: `company`.
    pub id: String,
    /// The label on the button: `Company account`.
    pub name: String,
    /// The issuer as the provider writes it, with or without a slash at its end: `https://id.example.org`.
    pub issuer: String,
    pub client_id: String,
    /// Client secret; absent for a public client, and where a key is used.
    pub client_secret: Option<Secret<String>>,
    /// Private key in PKCS 8 (PEM) by which this server proves itself, in place of a secret.
    pub client_key: Option<Secret<String>>,
    /// The id under which the provider has the public half of it.
    pub client_key_id: Option<String>,
    /// The way in which this server proves itself; `auto`: as the provider says it can.
    pub client_auth: ClientAuth,
    /// Scopes to ask for besides `openid`.
    pub scopes: Option<Vec<String>>,
    /// True if the provider's email addresses belong to its people although it does not say `email_verified`. An
    /// address that is said not to be verified stays refused.
    pub trust_email: bool,
    /// The claim that has the address, where it is not `email`.
    pub email_claim: Option<String>,
    /// Domains of addresses whose people may have an account through this provider; empty: all.
    pub domains: Vec<String>,
    /// Tenants whose people may sign in, where the provider's issuer is that of all tenants.
    pub tenants: Vec<String>,
    /// The new people who get an account.
    pub new_accounts: NewAccounts,
    /// True if somebody with an address of `domains` signs in to the account that has it.
    pub link_by_email: bool,
    /// True if the people whom SCIM keeps here are this provider's.
    pub link_provisioned: bool,
    /// The claim that names a person's groups: `groups`, `realm_access.roles`. Absent: groups give nothing.
    pub groups_claim: Option<String>,
}

/// The way in which this server proves itself to a provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientAuth {
    #[default]
    Auto,
    /// The secret in a header (`client_secret_basic`).
    Basic,
    /// The secret in the form (`client_secret_post`).
    Post,
    /// A statement signed by the key (`private_key_jwt`).
    PrivateKeyJwt,
    /// Nothing but PKCE: a public client.
    None,
}

/// The new people of a provider who get an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewAccounts {
    /// Those who may sign up on this server.
    #[default]
    AsServer,
    /// Everybody, also while sign-up is closed.
    Always,
    /// Those only who are invited, or whom SCIM keeps here.
    Never,
}

const SCOPES: &[&str] = &["email", "profile"];

impl OidcSettings {
    /// Returns the secret, unless it is empty.
    pub(super) fn secret(&self) -> Option<&str> {
        self.client_secret
            .as_ref()
            .map(|secret| secret.expose().as_str())
            .filter(|it| !it.is_empty())
    }

    /// Returns all scopes, in one text.
    pub(super) fn scope(&self) -> String {
        let own = self.scopes.iter().flatten().map(String::as_str);
        let usual = SCOPES.iter().copied().filter(|_| self.scopes.is_none());
        let mut scopes = vec!["openid"];
        scopes.extend(own.chain(usual).filter(|scope| *scope != "openid"));
        scopes.join(" ")
    }

    fn check(&self) -> Result<(), String> {
        let id = &self.id;
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if id.is_empty() || id.len() > 60 || !id.chars().all(is_word) {
            return Err(format!("id = {id:?} is not a short word of letters, digits, - _ and ."));
        }
        if id == SCIM {
            return Err(
                "id = \"scim\" names the groups that SCIM brings: choose another one".into()
            );
        }
        let wrong = |text: &str| Err(format!("the provider {id:?} {text}"));
        if self.name.trim().is_empty() {
            return wrong("has no name: write what people see on the button");
        }
        let issuer = Url::parse(&self.issuer.replace("{tenantid}", "organizations"));
        if !issuer.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host()) {
            return wrong("has no issuer: write its address, https://id.example.org");
        }
        if self.client_id.trim().is_empty() {
            return wrong("has no client_id");
        }
        if is_for_tenants(&self.issuer) && self.tenants.is_empty() {
            return wrong(
                "is open to every tenant of Microsoft Entra: write tenants = [\"the tenant's id\"], or the issuer of \
                 one tenant",
            );
        }
        if self.link_by_email && self.domains.is_empty() {
            return wrong(
                "has link_by_email, but no domains: write domains = [\"example.org\"], those whose addresses the \
                 provider gives out",
            );
        }
        if let Some(domain) = self.domains.iter().find(|it| it.contains('@') || !it.contains('.')) {
            return wrong(&format!("has the domain {domain:?}: write example.org"));
        }
        self.check_client().or_else(|text| wrong(&text))
    }

    fn check_client(&self) -> Result<(), String> {
        if let Some(key) = &self.client_key {
            ClientKey::parse(key.expose())
                .map_err(|text| format!("has a client_key that {text}"))?;
        }
        let needs = match self.client_auth {
            ClientAuth::Basic | ClientAuth::Post if self.secret().is_none() => "client_secret",
            ClientAuth::PrivateKeyJwt if self.client_key.is_none() => "client_key",
            _ => return Ok(()),
        };
        Err(format!("has a client_auth that needs a {needs}"))
    }
}

/// Checks the providers and what depends on them. The error says what to write.
pub(crate) fn check(settings: &Settings) -> Result<(), String> {
    let mut sources: Vec<&str> = Vec::new();
    for provider in &settings.oidc {
        provider.check().map_err(|text| format!("accounts.oidc: {text}"))?;
        if sources.contains(&provider.id.as_str()) {
            let id = &provider.id;
            return Err(format!(
                "accounts.oidc: two providers have the id {id:?}: give each its own"
            ));
        }
        sources.push(&provider.id);
    }
    if !settings.password_sign_in && settings.oidc.is_empty() {
        return Err(
            "accounts.password_sign_in = false, but nobody could sign in without a provider: add one to accounts.oidc"
                .to_owned(),
        );
    }
    sources.push(SCIM);
    let rules: &[GroupRule] = &settings.groups;
    check_rules(rules, &sources).map_err(|text| format!("accounts.groups: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(id: &str) -> OidcSettings {
        OidcSettings {
            id: id.to_owned(),
            name: "Company".to_owned(),
            issuer: "https://id.example.org".to_owned(),
            client_id: "ensemble".to_owned(),
            ..OidcSettings::default()
        }
    }

    fn with(oidc: Vec<OidcSettings>) -> Settings {
        Settings { oidc, ..Settings::default() }
    }

    #[test]
    fn two_providers_have_two_ids() {
        assert_eq!(check(&with(vec![provider("a"), provider("b")])), Ok(()));
        let error = check(&with(vec![provider("a"), provider("a")])).unwrap_err();
        assert!(error.contains("two providers have the id \"a\""), "{error}");
    }

    #[test]
    fn settings_that_nobody_can_sign_in_by_are_refused() {
        let secret = || Some(Secret::new("s".to_owned()));
        for wrong in [
            OidcSettings { id: String::new(), ..provider("a") },
            OidcSettings { id: "a b".to_owned(), ..provider("a") },
            provider("scim"),
            OidcSettings { name: " ".to_owned(), ..provider("a") },
            OidcSettings { issuer: "id.example.org".to_owned(), ..provider("a") },
            OidcSettings { client_id: String::new(), ..provider("a") },
            OidcSettings { link_by_email: true, ..provider("a") },
            OidcSettings { domains: vec!["@example.org".to_owned()], ..provider("a") },
            OidcSettings { client_auth: ClientAuth::Post, ..provider("a") },
            OidcSettings {
                client_auth: ClientAuth::PrivateKeyJwt,
                client_secret: secret(),
                ..provider("a")
            },
            OidcSettings { client_key: secret(), ..provider("a") },
        ] {
            assert!(check(&with(vec![wrong.clone()])).is_err(), "{wrong:?}");
        }
        let nobody = Settings { password_sign_in: false, ..Settings::default() };
        assert!(check(&nobody).unwrap_err().contains("password_sign_in"));
    }

    #[test]
    fn the_issuer_of_all_tenants_needs_their_ids() {
        for all in ["common", "organizations", "{tenantid}"] {
            let issuer = format!("https://login.microsoftonline.com/{all}/v2.0");
            let entra = OidcSettings { issuer, ..provider("a") };
            assert!(check(&with(vec![entra.clone()])).unwrap_err().contains("tenants"), "{all}");
            let tenants = vec!["72f988bf-86f1-41af-91ab-2d7cd011db47".to_owned()];
            assert_eq!(check(&with(vec![OidcSettings { tenants, ..entra }])), Ok(()));
        }
    }

    #[test]
    fn scopes_are_the_usual_ones_or_those_of_the_operator() {
        assert_eq!(provider("a").scope(), "openid email profile");
        let scopes = Some(vec!["openid".to_owned(), "email".to_owned(), "groups".to_owned()]);
        assert_eq!(OidcSettings { scopes, ..provider("a") }.scope(), "openid email groups");
    }
}
