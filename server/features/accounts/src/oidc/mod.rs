//! Sign-in through OpenID Connect (authorization code, PKCE S256).
//!
//! [`begin`] sends a browser to the identity provider, with a sealed cookie that holds the request (`flow.rs`);
//! [`finish`] handles its return. People are identified by issuer and subject, never by their email address; an address
//! only creates a new account, and only if the provider has verified it, or the operator trusts its addresses.

mod flow;
mod landing;
mod provider;
mod store;

use std::collections::HashMap;
use std::sync::Mutex;

use ::store::{Migration, StoreResult, Tx};
use audit::{Event, Kind};
use identity::{ClientType, Email, NewUser, ProviderHttp, SignedIn, User, UserIdentity};
use kernel::{Fallible, Problem, Timestamp, UserId};
use openidconnect::core::CoreProviderMetadata;
use url::Url;

use crate::browser::Browser;
use crate::invitations;
use crate::problems::{
    EMAIL_TAKEN, INVALID_EMAIL, OIDC_CANCELLED, OIDC_EMAIL_UNCONFIRMED, OIDC_EMAIL_UNVERIFIED,
    OIDC_LINKED_ELSEWHERE, OIDC_REFUSED, OIDC_UNKNOWN,
};
use crate::server::find_choices;
use crate::sign_in::{NewSession, start, start_ended};
use crate::sign_up::{check_first, check_open, create};
use crate::{Accounts, OidcSettings};
pub(crate) use flow::Flow;
use provider::Claims;

pub(crate) const MIGRATION: Migration = Migration {
    name: "20261120_0900_accounts",
    sql: include_str!("../../migrations/20261120_0900_accounts.sql"),
};

/// State about identity providers that is kept between requests.
#[derive(Default)]
pub(crate) struct OidcState {
    http: ProviderHttp,
    /// Metadata by issuer, with the time it was fetched.
    metadata: Mutex<HashMap<String, (CoreProviderMetadata, Timestamp)>>,
}

/// A browser's request to start signing in.
pub(crate) struct Start<'a> {
    pub provider_id: Option<&'a str>,
    pub landing: Option<&'a str>,
    pub client_type: ClientType,
    /// The signed-in person, on a page of ours, who links an identity to their account.
    pub linking: Option<&'a SignedIn>,
}

/// The parameters with which an identity provider sends a browser back.
#[derive(Default)]
pub(crate) struct Return {
    pub state: Option<String>,
    pub code: Option<String>,
    pub issuer: Option<String>,
    pub error: Option<String>,
}

/// A person who came back, and their destination.
pub(crate) struct Arrived {
    /// The new session; `None`: a signed-in person has linked an identity, and stays signed in. For a suspended person
    /// it has ended.
    pub session: Option<NewSession>,
    pub landing: Url,
}

/// Returns the address of the identity provider to send the browser to, and what to remember meanwhile.
///
/// Problems: [`OIDC_UNKNOWN`], an address to end at that is not ours, a provider that does not answer.
pub(crate) async fn begin(accounts: &Accounts, start: Start<'_>) -> Fallible<(Url, Flow)> {
    let settings = find_provider(accounts, start.provider_id).ok_or(OIDC_UNKNOWN)?;
    let registered = &accounts.0.settings.get().redirect_urls;
    let landing = landing::check(&accounts.base_url, registered, start.landing)?;
    let request = provider::authorization(accounts, settings).await?;
    let flow = Flow {
        provider_id: settings.id.clone(),
        state: request.state,
        nonce: request.nonce,
        verifier: request.verifier,
        landing: landing.into(),
        client_type: start.client_type,
        linking: start.linking.map(|caller| caller.user_id),
        expires_at: accounts.clock.now().plus(flow::LIFE),
    };
    Ok((request.address, flow))
}

/// Signs in the person who came back, if they are who started, and the provider vouches for them.
///
/// Problems: [`OIDC_REFUSED`] for all that only an attack or a long break makes, [`OIDC_CANCELLED`],
/// [`OIDC_EMAIL_UNVERIFIED`], [`OIDC_EMAIL_UNCONFIRMED`], [`EMAIL_TAKEN`], [`OIDC_LINKED_ELSEWHERE`], sign-up is closed.
pub(crate) async fn finish(
    accounts: &Accounts,
    browser: &mut Browser,
    flow: Option<Flow>,
    back: Return,
) -> Fallible<Arrived> {
    let flow = flow.ok_or(OIDC_REFUSED)?;
    let is_same = back.state.as_deref() == Some(flow.state.as_str());
    if !is_same || flow.expires_at <= accounts.clock.now() {
        return Err(OIDC_REFUSED.into());
    }
    use_up(accounts, &flow).await?;
    if back.error.is_some() {
        return Err(OIDC_CANCELLED.into());
    }
    let settings = find_provider(accounts, Some(&flow.provider_id)).ok_or(OIDC_REFUSED)?;
    // RFC 9207: the response names its issuer, so that one provider cannot impersonate another.
    if back.issuer.is_some_and(|issuer| issuer != settings.issuer) {
        return Err(OIDC_REFUSED.into());
    }
    let code = back.code.ok_or(OIDC_REFUSED)?;
    let claims = provider::redeem(accounts, settings, &flow, code).await?;
    let landing = flow.landing.parse().map_err(kernel::Failure::internal)?;

    if let Some(user_id) = flow.linking {
        link(accounts, browser, user_id, &claims).await?;
        return Ok(Arrived { session: None, landing });
    }
    browser.device.client_type = flow.client_type;
    let mut tx = accounts.db.begin().await?;
    accounts.identity.lock_first_account(&mut tx).await?;
    let user = find_or_create(accounts, settings, browser, &mut tx, &claims).await?;
    let (session, landing) = match user.suspended && browser.signed_in.is_none() {
        true => {
            let page = accounts.base_url.join("/banned").map_err(kernel::Failure::internal)?;
            (start_ended(accounts, &mut tx, browser, user).await?, page)
        }
        false => (start(accounts, &mut tx, browser, user).await?, landing),
    };
    tx.commit().await?;
    Ok(Arrived { session: Some(session), landing })
}

/// Finds a provider by its id; without one, the only one there is.
fn find_provider<'a>(accounts: &'a Accounts, id: Option<&str>) -> Option<&'a OidcSettings> {
    match (id.unwrap_or(""), accounts.0.providers.as_slice()) {
        ("", [only]) => Some(only),
        (id, all) => all.iter().find(|provider| provider.id == id),
    }
}

/// Marks a flow as used: it may come back only once.
async fn use_up(accounts: &Accounts, flow: &Flow) -> Fallible<()> {
    let mut tx = accounts.db.begin().await?;
    if !store::add_return(&mut tx, &flow.state, accounts.clock.now()).await? {
        return Err(OIDC_REFUSED.into());
    }
    Ok(tx.commit().await?)
}

async fn link(
    accounts: &Accounts,
    browser: &Browser,
    user_id: UserId,
    claims: &Claims,
) -> Fallible<()> {
    if browser.signed_in.as_ref().map(|caller| caller.user_id) != Some(user_id) {
        return Err(OIDC_REFUSED.into());
    }
    let mut tx = accounts.db.begin().await?;
    if !accounts.identity.link_identity(&mut tx, user_id, &claims.identity).await? {
        return Err(OIDC_LINKED_ELSEWHERE.into());
    }
    let linked = Event::new(Kind::IdentityLinked, browser.actor(Some(user_id)));
    accounts.audit.record(&mut tx, linked).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user_id, issuer = claims.identity.issuer, "identity linked");
    Ok(())
}

/// Returns the address with which an account may be created. No address ever opens an existing account.
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

async fn find_or_create(
    accounts: &Accounts,
    settings: &OidcSettings,
    browser: &Browser,
    tx: &mut Tx,
    claims: &Claims,
) -> Fallible<User> {
    if let Some(user) = find_linked(accounts, tx, &claims.identity).await? {
        return Ok(user);
    }
    let address = trusted_email(settings, claims)?;
    let email = Email::parse(address).ok_or(INVALID_EMAIL)?;
    // The owner of the address at the provider need not be the owner of the account here.
    if accounts.identity.find_user_by_email(tx, &email).await?.is_some() {
        return Err(EMAIL_TAKEN.into());
    }
    let is_first = accounts.identity.needs_operator(tx).await?;
    let mut invited = None;
    if is_first {
        check_first(accounts, browser, None)?;
    } else {
        let mode = find_choices(tx).await?.sign_up(accounts);
        invited = invitations::take(tx, &email, accounts.clock.now()).await?;
        check_open(browser, mode, invited.is_some())?;
    }
    let name = claims.name.as_deref().and_then(|name| crate::rules::name(name).ok());
    let name = name.unwrap_or_else(|| address.split('@').next().unwrap_or(address).to_owned());
    let role = match invited {
        Some(role) => role,
        None if is_first => identity::Role::Operator,
        None => identity::Role::Member,
    };
    let locale = claims.locale.as_deref();
    let new = NewUser { email: &email, name: &name, role, password_hash: None, locale };
    let user = create(accounts, browser, tx, new).await?;
    accounts.identity.link_identity(tx, user.id, &claims.identity).await?;
    Ok(user)
}

async fn find_linked(
    accounts: &Accounts,
    tx: &mut Tx,
    identity: &UserIdentity,
) -> StoreResult<Option<User>> {
    match accounts.identity.find_user_by_identity(tx, identity).await? {
        Some(user_id) => accounts.identity.find_user(tx, user_id).await,
        None => Ok(None),
    }
}

/// Forgets flows that came back too long ago to come back again.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    store::delete_returns_before(tx, now.plus(-2 * flow::LIFE)).await
}
