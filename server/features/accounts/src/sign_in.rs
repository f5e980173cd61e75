use audit::Actor;
use identity::{Email, EndReason, SessionToken, User};
use kernel::{Fallible, Problem, SessionId};
use store::Tx;

use crate::browser::Browser;
use crate::problems::{EMAIL_NOT_REGISTERED, INCORRECT_PASSWORD, SUSPENDED};
use crate::refusals::{Refused, note};
use crate::steps::{Arrival, Proven, proceed};
use crate::{Accounts, rules};

/// A new session and its person.
pub(crate) struct NewSession {
    pub id: SessionId,
    pub user: User,
    pub token: SessionToken,
}

/// Signs in with a password, or returns the step that is due after it.
///
/// Problems: [`EMAIL_NOT_REGISTERED`], [`INCORRECT_PASSWORD`], [`SUSPENDED`], too many attempts.
pub(crate) async fn sign_in(
    accounts: &Accounts,
    browser: &Browser,
    email: &str,
    password: &str,
) -> Fallible<Arrival> {
    let email = rules::email(email)?;
    check_pace(accounts, browser, &email)?;

    let mut conn = accounts.db.read().await?;
    let found = accounts.identity.find_user_by_email(&mut conn, &email).await?;
    drop(conn);
    let hash = found.as_ref().and_then(|user| user.password_hash.clone());
    let is_right = accounts.identity.verify_password(hash, password).await?;
    let key = email.key();
    let refused = Refused { user: found.as_ref(), key: &key };
    match &found {
        None => note(accounts, browser, refused, "unknown_address").await?,
        Some(_) if !is_right => note(accounts, browser, refused, "wrong_password").await?,
        Some(user) if user.suspended => note(accounts, browser, refused, "suspended").await?,
        Some(_) => {}
    }
    let Some(user) = found else {
        let told = accounts.0.settings.get().reveal_unknown_email;
        return Err(if told { EMAIL_NOT_REGISTERED } else { INCORRECT_PASSWORD }.into());
    };
    if !is_right {
        tracing::info!(user.id = %user.id, "wrong password");
        return Err(INCORRECT_PASSWORD.into());
    }

    let mut tx = accounts.db.begin().await?;
    let arrival = proceed(accounts, &mut tx, browser, user, Proven::OneFactor).await?;
    tx.commit().await?;
    Ok(arrival)
}

/// Counts an attempt to sign in. Those on a device that the account knows have a limit of their own: strangers cannot
/// lock its person out, neither by guessing nor from the same network.
fn check_pace(accounts: &Accounts, browser: &Browser, email: &Email) -> Result<(), Problem> {
    if let Some(device) = browser.known_to(accounts, email) {
        return accounts.0.sign_ins_per_device.check(device.key());
    }
    accounts.0.sign_ins_per_ip.check(&browser.rate_key)?;
    accounts.0.sign_ins_per_email.check(&email.key())
}

/// Signs `user` in on this browser. The person signed in before is signed out.
pub(crate) async fn start(
    accounts: &Accounts,
    tx: &mut Tx,
    browser: &Browser,
    user: User,
) -> Fallible<NewSession> {
    if user.suspended {
        return Err(suspended(&user).into());
    }
    let identity = &accounts.identity;
    if let Some(before) = &browser.signed_in {
        let (user_id, session_id) = (before.user_id, before.session_id);
        let reason = EndReason::SignedOut;
        identity.end_session(tx, before.actor(), user_id, session_id, reason).await?;
    }
    let (session_id, token) =
        identity.start_session(tx, user.id, user.workspace_id, &browser.device).await?;
    tracing::info!(user.id = %user.id, session.id = %session_id, "signed in");
    Ok(NewSession { id: session_id, user, token })
}

/// Starts a session of a suspended person that has already ended. A person sent here by an identity provider reads no
/// response of ours: their browser learns from it why they are not signed in.
pub(crate) async fn start_ended(
    accounts: &Accounts,
    tx: &mut Tx,
    browser: &Browser,
    user: User,
) -> Fallible<NewSession> {
    let identity = &accounts.identity;
    let (session_id, token) =
        identity.start_session(tx, user.id, user.workspace_id, &browser.device).await?;
    let (by, reason) = (Actor::SYSTEM, EndReason::Suspended);
    identity.end_session(tx, by, user.id, session_id, reason).await?;
    Ok(NewSession { id: session_id, user, token })
}

/// Returns the problem for a suspended person, with the reason if the operator gave one.
pub(crate) fn suspended(user: &User) -> Problem {
    match user.suspended_reason.as_str() {
        "" => SUSPENDED.into(),
        reason => SUSPENDED.with("reason", reason),
    }
}
