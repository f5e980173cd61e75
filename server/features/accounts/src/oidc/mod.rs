//! Sign-in through OpenID Connect (authorization code, PKCE S256).
//!
//! [`begin`] sends a browser to the identity provider, with a sealed cookie that holds the request (`flow.rs`);
//! [`finish`] handles its return. `provider.rs` talks to the provider, `token.rs` checks what it signs, `claims.rs` reads
//! it, `people.rs` finds the account: people are identified by issuer and subject, and only where the operator says so by
//! their address. `logout.rs` lets the provider end sessions, `settings.rs` checks what the operator wrote.

mod claims;
mod client_key;
mod flow;
pub(crate) mod health;
mod issuer;
mod landing;
mod logout;
mod metadata;
mod people;
mod provider;
pub(crate) mod settings;
mod store;
mod token;
mod token_endpoint;

use std::collections::HashMap;
use std::sync::Mutex;

use ::store::{Migration, StoreResult, Tx};
use audit::{Event, Kind};
use identity::{ClientType, ProviderHttp, SignedIn};
use kernel::{Fallible, ProblemKind, Timestamp, UserId};
use url::Url;

use crate::browser::Browser;
use crate::problems::{
    OIDC_CANCELLED, OIDC_LINKED_ELSEWHERE, OIDC_MISCONFIGURED, OIDC_REFUSED, OIDC_UNKNOWN,
    OIDC_UNREACHABLE,
};
use crate::sign_in::{NewSession, start, start_ended};
use crate::{Accounts, OidcSettings};
use claims::Claims;
pub(crate) use flow::Flow;
pub(crate) use logout::log_out;
use metadata::Metadata;
use people::Comer;

pub(crate) const MIGRATIONS: [Migration; 2] = [
    Migration {
        name: "20261120_0900_accounts",
        sql: include_str!("../../migrations/20261120_0900_accounts.sql"),
    },
    Migration {
        name: "20261128_1095_accounts_oidc_sessions",
        sql: include_str!("../../migrations/20261128_1095_accounts_oidc_sessions.sql"),
    },
];

/// State about identity providers that is kept between requests.
pub(crate) struct OidcState {
    http: ProviderHttp,
    /// Metadata by issuer, with the time it was fetched.
    metadata: Mutex<HashMap<String, (Metadata, Timestamp)>>,
}

impl OidcState {
    pub fn new(http: ProviderHttp) -> Self {
        Self { http, metadata: Mutex::default() }
    }
}

/// A browser's request to start signing in.
pub(crate) struct Start<'a> {
    pub provider_id: Option<&'a str>,
    pub landing: Option<&'a str>,
    pub client_type: ClientType,
    /// The code from the server's log, with which the first account is made.
    pub setup_code: Option<&'a str>,
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
        setup_code: start.setup_code.map(str::to_owned),
        linking: start.linking.map(|caller| caller.user_id),
        expires_at: accounts.clock.now().plus(flow::LIFE),
    };
    Ok((request.address, flow))
}

/// Signs in the person who came back, if they are who started, and the provider vouches for them.
///
/// Problems: [`OIDC_REFUSED`] for all that only an attack or a long break makes, [`OIDC_CANCELLED`],
/// [`OIDC_LINKED_ELSEWHERE`], those of [`people::find_or_create`] and of a provider that does not answer.
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
    let settings = find_provider(accounts, Some(&flow.provider_id)).ok_or(OIDC_REFUSED)?;
    if let Some(error) = back.error.as_deref() {
        tracing::warn!(issuer = settings.issuer, error, "the identity provider sent an error");
        return Err(returned_error(error).into());
    }
    let claims = provider::redeem(accounts, settings, &flow, &back).await?;
    let landing = flow.landing.parse().map_err(kernel::Failure::internal)?;
    if let Some(user_id) = flow.linking {
        link(accounts, browser, user_id, &claims).await?;
        return Ok(Arrived { session: None, landing });
    }
    browser.device.client_type = flow.client_type;
    let comer = Comer { claims: &claims, setup_code: flow.setup_code.as_deref() };
    arrive(accounts, settings, browser, comer, landing).await
}

/// Signs in the person of these claims: what their groups give them is theirs first.
async fn arrive(
    accounts: &Accounts,
    settings: &OidcSettings,
    browser: &Browser,
    comer: Comer<'_>,
    landing: Url,
) -> Fallible<Arrived> {
    let claims = comer.claims;
    let mut tx = accounts.db.begin().await?;
    accounts.identity.lock_first_account(&mut tx).await?;
    let mut user = people::find_or_create(accounts, settings, browser, &mut tx, comer).await?;
    if user.suspended && browser.signed_in.is_none() {
        let page =
            api::public_url(&accounts.base_url, "/banned").map_err(kernel::Failure::internal)?;
        let session = start_ended(accounts, &mut tx, browser, user).await?;
        tx.commit().await?;
        return Ok(Arrived { session: Some(session), landing: page });
    }
    if let Some(groups) = &claims.groups {
        let rules = &accounts.0.settings.get().groups;
        directory::apply_groups(accounts, &mut tx, rules, &settings.id, user.id, groups).await?;
        let changed = accounts.identity.find_user(&mut tx, user.id).await?;
        user = changed.ok_or(OIDC_REFUSED)?;
    }
    let session = start(accounts, &mut tx, browser, user).await?;
    let begun = store::BegunSession {
        id: session.id,
        user_id: session.user.id,
        provider_id: &settings.id,
        identity: &claims.identity,
        sid: claims.session_id.as_deref(),
    };
    store::add_session(&mut tx, &begun).await?;
    tx.commit().await?;
    Ok(Arrived { session: Some(session), landing })
}

/// Returns the problem for an error that a provider sends a browser back with (RFC 6749 §4.1.2.1).
fn returned_error(error: &str) -> ProblemKind {
    match error {
        "invalid_request"
        | "invalid_scope"
        | "unauthorized_client"
        | "unsupported_response_type" => OIDC_MISCONFIGURED,
        "server_error" | "temporarily_unavailable" => OIDC_UNREACHABLE,
        // Whatever else it is, the person did not go on.
        _ => OIDC_CANCELLED,
    }
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

/// Forgets flows that came back, and logout tokens that came, too long ago to come again.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    store::delete_logouts_before(tx, now.plus(-2 * logout::TOKEN_LIFE)).await?;
    store::delete_returns_before(tx, now.plus(-2 * flow::LIFE)).await
}
