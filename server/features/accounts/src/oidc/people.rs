//! The account of a person who comes from a provider: the one they have, one that is theirs, or a new one.
//!
//! An address alone opens no account. It does where the operator said that the provider gives out addresses of that domain
//! (`link_by_email`), and for accounts that the provider itself made by SCIM.

use ::store::Tx;
use audit::{Event, Kind};
use directory::gives_operator;
use identity::{Email, NewUser, Role, User, UserIdentity};
use kernel::{Fallible, Problem};

use super::claims::Claims;
use super::settings::{NewAccounts, OidcSettings};
use super::{issuer, store};
use crate::Accounts;
use crate::browser::Browser;
use crate::invitations;
use crate::problems::{
    EMAIL_TAKEN, INVALID_EMAIL, OIDC_DOMAIN_REFUSED, OIDC_EMAIL_UNCONFIRMED, OIDC_EMAIL_UNVERIFIED,
    SIGN_UP_CLOSED,
};
use crate::server::{SignUpMode, find_choices};
use crate::sign_up::{check_first, check_open, create};

const GOOGLE: &str = "https://accounts.google.com";

/// A person who comes from a provider.
#[derive(Clone, Copy)]
pub(super) struct Comer<'a> {
    pub claims: &'a Claims,
    /// The code from the server's log, if they gave one.
    pub setup_code: Option<&'a str>,
}

/// Returns the account of a person. Call it after [`identity::Identity::lock_first_account`].
///
/// Problems: [`OIDC_EMAIL_UNVERIFIED`], [`OIDC_EMAIL_UNCONFIRMED`], [`OIDC_DOMAIN_REFUSED`], [`EMAIL_TAKEN`], sign-up is
/// closed.
pub(super) async fn find_or_create(
    accounts: &Accounts,
    settings: &OidcSettings,
    browser: &Browser,
    tx: &mut Tx,
    comer: Comer<'_>,
) -> Fallible<User> {
    let claims = comer.claims;
    if let Some(user) = find_linked(accounts, tx, &claims.identity).await? {
        return Ok(user);
    }
    if let Some(user) = find_provisioned(accounts, settings, tx, claims).await? {
        return link(accounts, browser, tx, user, &claims.identity).await;
    }
    let address = trusted_email(settings, claims)?;
    let email = Email::parse(address).ok_or(INVALID_EMAIL)?;
    if !is_of_domains(settings, claims, &email) {
        return Err(OIDC_DOMAIN_REFUSED.into());
    }
    if let Some(user) = accounts.identity.find_user_by_email(tx, &email).await? {
        let is_theirs = may_link(settings, &email) || is_made_for(settings, tx, &user).await?;
        // An identity of the same provider that was there before: the address was given to somebody else.
        return match is_theirs && !has_identity_of(tx, &user, &claims.identity).await? {
            true => link(accounts, browser, tx, user, &claims.identity).await,
            false => Err(EMAIL_TAKEN.into()),
        };
    }
    let role = new_role(accounts, settings, browser, tx, comer, &email).await?;
    let name = claims.name.as_deref().and_then(|name| crate::rules::name(name).ok());
    let name = name.unwrap_or_else(|| address.split('@').next().unwrap_or(address).to_owned());
    let locale = claims.locale.as_deref();
    let new = NewUser { email: &email, name: &name, role, password_hash: None, locale };
    let user = create(accounts, browser, tx, new).await?;
    accounts.identity.link_identity(tx, user.id, &claims.identity).await?;
    Ok(user)
}

/// Returns the role of a new account.
///
/// Problems: that nobody new may have one.
async fn new_role(
    accounts: &Accounts,
    settings: &OidcSettings,
    browser: &Browser,
    tx: &mut Tx,
    comer: Comer<'_>,
    email: &Email,
) -> Fallible<Role> {
    if accounts.identity.needs_operator(tx).await? {
        let rules = &accounts.0.settings.get().groups;
        let groups = comer.claims.groups.as_deref().unwrap_or_default();
        // Whom the operator's own file makes a server admin needs no setup code.
        if !gives_operator(rules, &settings.id, groups) {
            check_first(accounts, browser, comer.setup_code)?;
        }
        return Ok(Role::Operator);
    }
    let mode = find_choices(tx).await?.sign_up(accounts);
    let invited = invitations::take(tx, email, accounts.clock.now()).await?;
    match settings.new_accounts {
        NewAccounts::AsServer => check_open(browser, mode, invited.is_some())?,
        NewAccounts::Always => check_open(browser, SignUpMode::Open, true)?,
        NewAccounts::Never if invited.is_some() => check_open(browser, mode, true)?,
        NewAccounts::Never => return Err(SIGN_UP_CLOSED.into()),
    }
    Ok(invited.unwrap_or(Role::Member))
}

/// Returns the address that is the person's: the provider says so, or the operator trusts it.
fn trusted_email<'a>(settings: &OidcSettings, claims: &'a Claims) -> Result<&'a str, Problem> {
    let address = claims.email.as_deref().ok_or(OIDC_EMAIL_UNVERIFIED)?;
    match claims.email_verified {
        Some(true) => Ok(address),
        Some(false) => Err(OIDC_EMAIL_UNVERIFIED.into()),
        None if settings.trust_email => Ok(address),
        None => {
            let setting = format!("accounts.oidc.{}.trust_email", settings.id);
            tracing::warn!(issuer = settings.issuer, setting, "sign-up needs email_verified");
            Err(OIDC_EMAIL_UNCONFIRMED.with("setting", "trust_email"))
        }
    }
}

/// Returns true if a person belongs to a domain whose people may have an account.
fn is_of_domains(settings: &OidcSettings, claims: &Claims, email: &Email) -> bool {
    if settings.domains.is_empty() {
        return true;
    }
    let has = |domain: &str| settings.domains.iter().any(|it| it.eq_ignore_ascii_case(domain));
    if !issuer::is_same(&settings.issuer, GOOGLE) {
        return has(domain_of(email));
    }
    // At Google everybody can have an account with an address of a company that is not at Google. The claim is Google's:
    // elsewhere people may be able to write it.
    claims.hosted_domain.as_deref().is_some_and(has)
}

fn domain_of(email: &Email) -> &str {
    email.as_str().rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// Returns true if the provider gives out addresses of this domain, as the operator said.
fn may_link(settings: &OidcSettings, email: &Email) -> bool {
    let domain = domain_of(email);
    settings.link_by_email && settings.domains.iter().any(|it| it.eq_ignore_ascii_case(domain))
}

/// Returns true if SCIM made the account for this provider's person, and nobody has a password of it.
async fn is_made_for(settings: &OidcSettings, tx: &mut Tx, user: &User) -> Fallible<bool> {
    if !settings.link_provisioned || user.password_hash.is_some() {
        return Ok(false);
    }
    let person = directory::find_person(tx, user.id).await?;
    Ok(person.is_some_and(|person| person.is_made && person.removed_at.is_none()))
}

/// Returns the account that SCIM keeps under the provider's own id of the person.
async fn find_provisioned(
    accounts: &Accounts,
    settings: &OidcSettings,
    tx: &mut Tx,
    claims: &Claims,
) -> Fallible<Option<User>> {
    if !settings.link_provisioned {
        return Ok(None);
    }
    for id in &claims.external_ids {
        if let Some(person) = directory::find_by_external_id(tx, id).await?
            && let Some(user) = accounts.identity.find_user(tx, person.user_id).await?
            // Whoever keeps people elsewhere must not become the server admin who was here before.
            && (person.is_made || user.role != Role::Operator)
            && !has_identity_of(tx, &user, &claims.identity).await?
        {
            return Ok(Some(user));
        }
    }
    Ok(None)
}

async fn has_identity_of(tx: &mut Tx, user: &User, identity: &UserIdentity) -> Fallible<bool> {
    Ok(store::has_identity_of(tx, user.id, &spellings(identity)).await?)
}

/// Links an identity to the account that is the person's.
async fn link(
    accounts: &Accounts,
    browser: &Browser,
    tx: &mut Tx,
    user: User,
    identity: &UserIdentity,
) -> Fallible<User> {
    accounts.identity.link_identity(tx, user.id, identity).await?;
    let linked = Event::new(Kind::IdentityLinked, browser.actor(Some(user.id)));
    accounts.audit.record(tx, linked.detail("address")).await?;
    tracing::info!(user.id = %user.id, issuer = identity.issuer, "identity linked by its address");
    Ok(user)
}

/// Returns the identity's issuer with and without a slash at its end: the settings may have been written the other way.
fn spellings(identity: &UserIdentity) -> [String; 2] {
    let plain = identity.issuer.trim_end_matches('/');
    [plain.to_owned(), format!("{plain}/")]
}

/// Returns the account that an identity signs in to.
pub(super) async fn find_linked(
    accounts: &Accounts,
    tx: &mut Tx,
    identity: &UserIdentity,
) -> Fallible<Option<User>> {
    for issuer in spellings(identity) {
        let identity = UserIdentity { issuer, subject: identity.subject.clone() };
        if let Some(user_id) = accounts.identity.find_user_by_identity(tx, &identity).await? {
            return Ok(accounts.identity.find_user(tx, user_id).await?);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(issuer: &str, domains: &[&str]) -> OidcSettings {
        OidcSettings {
            issuer: issuer.to_owned(),
            domains: domains.iter().map(|domain| (*domain).to_owned()).collect(),
            ..OidcSettings::default()
        }
    }

    #[test]
    fn people_are_of_a_domain_by_their_address_or_by_what_google_says() {
        for (issuer, domains, email, hosted, is_of) in [
            ("https://id.example", &[][..], "a@x.org", None, true),
            ("https://id.example", &["x.org"], "a@x.org", None, true),
            ("https://id.example", &["X.org"], "a@x.ORG", None, true),
            ("https://id.example", &["x.org"], "a@sub.x.org", None, false),
            ("https://id.example", &["x.org"], "a@evilx.org", None, false),
            ("https://id.example", &["x.org"], "a@y.org", Some("x.org"), false),
            (GOOGLE, &["x.org"], "a@x.org", Some("x.org"), true),
            (GOOGLE, &["x.org"], "a@second.org", Some("x.org"), true),
            (GOOGLE, &["x.org"], "a@x.org", None, false),
            (GOOGLE, &["x.org"], "a@x.org", Some("y.org"), false),
        ] {
            let settings = settings(issuer, domains);
            let identity = UserIdentity { issuer: issuer.to_owned(), subject: "s".to_owned() };
            let claims = Claims::read(&settings, identity, &json!({ "hd": hosted }));
            let email = Email::parse(email).unwrap();
            let case = (issuer, domains, email.as_str(), hosted);
            assert_eq!(is_of_domains(&settings, &claims, &email), is_of, "{case:?}");
        }
    }

    #[test]
    fn an_address_links_only_where_the_operator_named_its_domain() {
        let email = Email::parse("a@x.org").unwrap();
        let with = |link_by_email, domains: &[&str]| OidcSettings {
            link_by_email,
            ..settings("https://id.example", domains)
        };
        assert!(may_link(&with(true, &["x.org"]), &email));
        assert!(!may_link(&with(false, &["x.org"]), &email));
        assert!(!may_link(&with(true, &[]), &email));
        assert!(!may_link(&with(true, &["y.org"]), &email));
    }
}
