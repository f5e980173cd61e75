//! Sign-in of our programs through a browser (OAuth's authorization code with PKCE S256): the program opens our page in
//! a tab, the person allows it there, and the page redirects to an address with a code. The code works once, for the
//! program that can prove that it started the sign-in.
//!
//! The program gets a session of its own, as a browser does: listed among the devices, ended with them, checked at each
//! request. It never uses the browser's cookie: the extension sends the secret in a header; the desktop app, whose
//! window is a browser on our pages, in a cookie of that window.

mod rules;
mod store;

use ::store::{Migration, StoreResult, Tx};
use audit::{Actor, Event, Kind};
use identity::{ClientType, Device, EndReason, SessionToken, SignedIn, User};
use kernel::{Fallible, Timestamp};

use crate::Accounts;
use crate::one_time_code::OneTimeCode;
use crate::problems::{DEVICE_CODE_REFUSED, DEVICE_NEEDS_BROWSER, DEVICE_NEEDS_HTTPS};
use crate::rules::DEVICE_CODE_LIFE_MICROS;
use crate::sign_in::suspended;
use rules::Program;
use store::Grant;

pub(crate) const MIGRATION: Migration = Migration {
    name: "20261121_2040_device_grants",
    sql: include_str!("../../migrations/20261121_2040_device_grants.sql"),
};

/// A program's request to sign in.
pub(crate) struct Wish<'a> {
    pub client_type: ClientType,
    pub redirect_url: &'a str,
    pub challenge: &'a str,
    pub challenge_method: &'a str,
    pub state: &'a str,
    pub device_name: &'a str,
}

/// The proof with which a program redeems its code.
pub(crate) struct Claim<'a> {
    pub code: &'a str,
    pub verifier: &'a str,
    pub client_type: ClientType,
    pub redirect_url: &'a str,
}

/// A program that is signed in.
pub(crate) struct Redeemed {
    pub token: SessionToken,
    /// The secret goes into a cookie, out of reach of the page that asked.
    pub in_cookie: bool,
    pub user: User,
}

/// Allows a program to sign in as the caller. Returns the address of ours to go to, with the code.
///
/// Problems: an invalid address, program or challenge; [`DEVICE_NEEDS_BROWSER`] for a caller that is not a browser;
/// [`DEVICE_NEEDS_HTTPS`] if secrets would be sent unencrypted.
pub(crate) async fn allow(
    accounts: &Accounts,
    caller: &SignedIn,
    is_safe_way: bool,
    wish: Wish<'_>,
) -> Fallible<String> {
    if caller.client_type != ClientType::Web {
        return Err(DEVICE_NEEDS_BROWSER.into());
    }
    if !is_safe_way {
        return Err(DEVICE_NEEDS_HTTPS.into());
    }
    let program = Program::check(wish.client_type, wish.redirect_url)?;
    let challenge = rules::challenge(wish.challenge, wish.challenge_method)?;
    let state = rules::state(wish.state)?;
    let device_name = rules::device_name(wish.device_name)?;
    let code = OneTimeCode::new();
    let grant = Grant {
        user_id: caller.user_id,
        granted_by: caller.session_id,
        client_type: program.client_type.as_str().to_owned(),
        redirect_url: program.redirect_url.to_owned(),
        challenge: challenge.to_owned(),
        device_name,
        expires_at: accounts.clock.now().plus(DEVICE_CODE_LIFE_MICROS),
        session_id: None,
    };
    let mut tx = accounts.db.begin().await?;
    store::add(&mut tx, &code.hash(), &grant).await?;
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, client = grant.client_type, "device allowed");
    Ok(program.landing(&code, state))
}

/// Signs a program in by its code.
///
/// Problems: [`DEVICE_CODE_REFUSED`] for anything wrong with the code, which a correct program never sees. Redeeming a
/// code a second time also ends the session of the first.
pub(crate) async fn redeem(
    accounts: &Accounts,
    device: Device,
    rate_key: &str,
    claim: Claim<'_>,
) -> Fallible<Redeemed> {
    accounts.0.guesses_per_ip.check(rate_key)?;
    let hash = OneTimeCode::from_text(claim.code).hash();
    let mut tx = accounts.db.begin().await?;
    let grant = store::find_locked(&mut tx, &hash).await?.ok_or(DEVICE_CODE_REFUSED)?;
    if let Some(session_id) = grant.session_id {
        let (user_id, reason) = (grant.user_id, EndReason::SignedOut);
        accounts.identity.end_session(&mut tx, Actor::SYSTEM, user_id, session_id, reason).await?;
        accounts.audit.record(&mut tx, refused(&device, &grant)).await?;
        tx.commit().await?;
        tracing::warn!(user.id = %user_id, "a device's code came twice");
        return Err(DEVICE_CODE_REFUSED.into());
    }
    let now = accounts.clock.now();
    let is_theirs = grant.client_type == claim.client_type.as_str()
        && grant.redirect_url == claim.redirect_url
        && rules::proves(claim.verifier, &grant.challenge);
    if !is_theirs || grant.expires_at <= now {
        // Whoever has the code, but not its verifier, gets no second attempt.
        store::delete(&mut tx, &hash).await?;
        accounts.audit.record(&mut tx, refused(&device, &grant)).await?;
        tx.commit().await?;
        tracing::warn!(user.id = %grant.user_id, "a device's code was refused");
        return Err(DEVICE_CODE_REFUSED.into());
    }
    let session = sign_in(accounts, &mut tx, device, &grant, &hash).await?;
    tx.commit().await?;
    Ok(session)
}

/// Returns the event of a refused code. Whoever presents it has got hold of a real code, so strangers cannot fill the
/// table this way.
fn refused(device: &Device, grant: &Grant) -> Event {
    let refused = Event::new(Kind::SignInRefused, device.actor(None));
    refused.about(grant.user_id).detail("device_code")
}

async fn sign_in(
    accounts: &Accounts,
    tx: &mut Tx,
    device: Device,
    grant: &Grant,
    hash: &[u8],
) -> Fallible<Redeemed> {
    let identity = &accounts.identity;
    let live = identity.list_sessions(tx, grant.user_id).await?;
    if live.iter().all(|session| session.id != grant.granted_by) {
        return Err(DEVICE_CODE_REFUSED.into());
    }
    let user = identity.find_user(tx, grant.user_id).await?.ok_or(DEVICE_CODE_REFUSED)?;
    if user.suspended {
        return Err(suspended(&user).into());
    }
    let device = Device {
        client_type: ClientType::from_text(&grant.client_type),
        device_name: grant.device_name.clone(),
        ..device
    };
    let in_cookie = device.client_type == ClientType::Desktop;
    let (session_id, token) = if in_cookie {
        identity.start_session(tx, user.id, user.workspace_id, &device).await?
    } else {
        identity.start_device_session(tx, user.id, user.workspace_id, &device).await?
    };
    store::set_session(tx, hash, session_id).await?;
    tracing::info!(user.id = %user.id, session.id = %session_id, "device signed in");
    Ok(Redeemed { token, in_cookie, user })
}

/// Forgets codes that are too old to come back.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    store::delete_expired_before(tx, now.plus(-kernel::DAY)).await
}
