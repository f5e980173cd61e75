//! Second factors: codes of an authenticator app (`totp.rs`), and recovery codes for when it is lost (`recovery.rs`).
//!
//! The app's secret is sealed; recovery codes are stored as keyed fingerprints. Each code counts once.

mod recovery;
mod set_up;
mod totp;

use ::store::{Conn, Migration, StoreResult, Tx, sql};
use audit::{Actor, Event, Kind};
use identity::{SignedIn, User};
use kernel::{Fallible, Timestamp, UserId};
use serde::{Deserialize, Serialize};

use crate::Accounts;
use crate::deletion::check_is_really_them;
use crate::problems::{
    SECOND_FACTOR_REQUIRED, STEP_EXPIRED, TOTP_OFF, TOTP_ON, WRONG_SECOND_FACTOR,
};
use crate::tickets::{self, Issued, Purpose, Ticket};
pub(crate) use recovery::RecoveryCodes;
pub(crate) use set_up::SetUp;

pub(crate) const MIGRATION: Migration = Migration {
    name: "20261128_1101_accounts_second_factors",
    sql: include_str!("../../migrations/20261128_1101_accounts_second_factors.sql"),
};

/// The second factors that a person has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Factors {
    pub has_totp: bool,
    pub has_passkeys: bool,
}

impl Factors {
    pub fn any(self) -> bool {
        self.has_totp || self.has_passkeys
    }
}

/// The state of a person's authenticator app.
pub(crate) struct TotpState {
    /// The time since when it is on; `None`: off.
    pub since: Option<Timestamp>,
    pub recovery_codes_left: i64,
}

/// The secret that waits for the first code of an app.
#[derive(Serialize, Deserialize)]
struct Offered {
    secret: Vec<u8>,
}

pub(crate) async fn find_factors(conn: &mut Conn, user_id: UserId) -> StoreResult<Factors> {
    let (has_totp, has_passkeys) = sql!(
        conn,
        one(bool, bool),
        "SELECT EXISTS (SELECT 1 FROM account_totp WHERE user_id = $1),
                EXISTS (SELECT 1 FROM account_passkeys WHERE user_id = $1)",
        user_id
    )?;
    Ok(Factors { has_totp, has_passkeys })
}

pub(crate) async fn find_totp(conn: &mut Conn, user_id: UserId) -> StoreResult<TotpState> {
    let row = sql!(
        conn,
        optional(Timestamp,),
        "SELECT created_at FROM account_totp WHERE user_id = $1",
        user_id
    )?;
    let recovery_codes_left = recovery::count_left(conn, user_id).await?;
    Ok(TotpState { since: row.map(|(since,)| since), recovery_codes_left })
}

/// Accepts a code of the actor's app, or one of their recovery codes, and uses it up. Returns false if it is neither.
pub(crate) async fn accept(
    accounts: &Accounts,
    tx: &mut Tx,
    actor: Actor,
    code: &str,
) -> Fallible<bool> {
    let Some(user_id) = actor.user_id else { return Ok(false) };
    if let Some(digits) = totp::digits(code) {
        return accept_totp(accounts, tx, user_id, &digits).await;
    }
    let now = accounts.clock.now();
    if !recovery::take(tx, &accounts.vault, user_id, code, now).await? {
        return Ok(false);
    }
    accounts.audit.record(tx, Event::new(Kind::RecoveryCodeUsed, actor)).await?;
    Ok(true)
}

async fn accept_totp(
    accounts: &Accounts,
    tx: &mut Tx,
    user_id: UserId,
    digits: &str,
) -> Fallible<bool> {
    let row = sql!(
        tx,
        optional(Vec<u8>, i64),
        "SELECT secret, last_step FROM account_totp WHERE user_id = $1",
        user_id
    )?;
    let Some((sealed, last_step)) = row else { return Ok(false) };
    let secret = match accounts.vault.open_sealed(SEALED_FOR, place(user_id), &sealed) {
        Ok(secret) => secret,
        Err(error) => {
            // The master key is another one: no code can be right any more, and an operator has to help.
            tracing::error!(user.id = %user_id, %error, "an authenticator app cannot be checked: reset it");
            return Ok(false);
        }
    };
    let Some(step) = totp::accepted_step(&secret, digits, now_seconds(accounts), last_step) else {
        return Ok(false);
    };
    // Two requests with the same code at once: one of them finds the step used.
    let used = sql!(
        tx,
        execute,
        "UPDATE account_totp SET last_step = $2 WHERE user_id = $1 AND last_step < $2",
        user_id,
        step
    )?;
    Ok(used == 1)
}

/// Offers the caller, who proves themselves by their password, a secret for an authenticator app.
///
/// Problems: [`TOTP_ON`], those of [`check_is_really_them`].
pub(crate) async fn offer(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<(SetUp, Issued)> {
    let user = proven_caller(accounts, caller, password).await?;
    let mut tx = accounts.db.begin().await?;
    if find_factors(&mut tx, user.id).await?.has_totp {
        return Err(TOTP_ON.into());
    }
    let set_up = SetUp::new(&mut tx, &user).await?;
    let offered = Offered { secret: set_up.secret.to_vec() };
    let issued =
        tickets::issue(accounts, &mut tx, Purpose::SetUpTotp, Some(user.id), &offered).await?;
    tx.commit().await?;
    Ok((set_up, issued))
}

/// Turns the caller's authenticator app on by its first code. Returns the recovery codes.
///
/// Problems: [`WRONG_SECOND_FACTOR`], [`TOTP_ON`], [`STEP_EXPIRED`].
pub(crate) async fn confirm(
    accounts: &Accounts,
    caller: &SignedIn,
    ticket: &str,
    code: &str,
) -> Fallible<RecoveryCodes> {
    let ticket: Ticket<Offered> = tickets::open(accounts, Purpose::SetUpTotp, ticket).await?;
    if ticket.user_id != Some(caller.user_id) {
        return Err(STEP_EXPIRED.into());
    }
    let mut tx = accounts.db.begin().await?;
    ticket.take(&mut tx).await?;
    let (actor, secret) = (caller.actor(), &ticket.state.secret);
    let codes = turn_on(accounts, &mut tx, actor, caller.user_id, secret, code).await?;
    tx.commit().await?;
    Ok(codes)
}

/// Turns on an authenticator app that has `secret`, in the caller's transaction.
///
/// Problems: [`WRONG_SECOND_FACTOR`], [`TOTP_ON`].
pub(crate) async fn turn_on(
    accounts: &Accounts,
    tx: &mut Tx,
    actor: Actor,
    user_id: UserId,
    secret: &[u8],
    code: &str,
) -> Fallible<RecoveryCodes> {
    let digits = totp::digits(code).ok_or(WRONG_SECOND_FACTOR)?;
    let step = totp::accepted_step(secret, &digits, now_seconds(accounts), -1);
    let step = step.ok_or(WRONG_SECOND_FACTOR)?;
    let made = sql!(
        tx,
        execute,
        "INSERT INTO account_totp (user_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO NOTHING",
        user_id,
        accounts.vault.seal(SEALED_FOR, place(user_id), secret),
        step,
        accounts.clock.now()
    )?;
    if made == 0 {
        return Err(TOTP_ON.into());
    }
    accounts.audit.record(tx, Event::new(Kind::TotpTurnedOn, actor).about(user_id)).await?;
    tracing::info!(user.id = %user_id, "authenticator app turned on");
    Ok(recovery::replace(tx, &accounts.vault, user_id).await?)
}

/// Turns the caller's authenticator app off.
///
/// Problems: [`TOTP_OFF`], [`SECOND_FACTOR_REQUIRED`] if it is the last factor where one is required, those of
/// [`check_is_really_them`].
pub(crate) async fn turn_off(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<()> {
    let user = proven_caller(accounts, caller, password).await?;
    let mut tx = accounts.db.begin().await?;
    // The app and the last passkey removed at once must not leave nothing.
    accounts.identity.lock_user(&mut tx, user.id).await?;
    let factors = find_factors(&mut tx, user.id).await?;
    if !factors.has_totp {
        return Err(TOTP_OFF.into());
    }
    check_may_lose(accounts, factors.has_passkeys)?;
    remove(&mut tx, user.id).await?;
    accounts.audit.record(&mut tx, Event::new(Kind::TotpTurnedOff, caller.actor())).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user.id, "authenticator app turned off");
    Ok(())
}

/// Refuses to lose the last second factor where one is required.
///
/// Problems: [`SECOND_FACTOR_REQUIRED`].
pub(crate) fn check_may_lose(accounts: &Accounts, has_another: bool) -> Fallible<()> {
    let is_required = accounts.0.settings.get().require_second_factor;
    if is_required && !has_another { Err(SECOND_FACTOR_REQUIRED.into()) } else { Ok(()) }
}

/// Removes a person's authenticator app and recovery codes. Returns false if they had none.
pub(crate) async fn remove(tx: &mut Tx, user_id: UserId) -> StoreResult<bool> {
    recovery::delete(tx, user_id).await?;
    let removed = sql!(tx, execute, "DELETE FROM account_totp WHERE user_id = $1", user_id)?;
    Ok(removed == 1)
}

/// Replaces the caller's recovery codes by new ones.
///
/// Problems: [`TOTP_OFF`], those of [`check_is_really_them`].
pub(crate) async fn make_recovery_codes(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<RecoveryCodes> {
    let user = proven_caller(accounts, caller, password).await?;
    let mut tx = accounts.db.begin().await?;
    // Two at once would leave the codes of both.
    accounts.identity.lock_user(&mut tx, user.id).await?;
    if !find_factors(&mut tx, user.id).await?.has_totp {
        return Err(TOTP_OFF.into());
    }
    let codes = recovery::replace(&mut tx, &accounts.vault, user.id).await?;
    accounts.audit.record(&mut tx, Event::new(Kind::RecoveryCodesMade, caller.actor())).await?;
    tx.commit().await?;
    Ok(codes)
}

/// Returns the caller, who proves themselves once more.
///
/// Problems: those of [`check_is_really_them`], too many tries.
pub(crate) async fn proven_caller(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<User> {
    accounts.0.sign_ins_per_email.check(&caller.user_id.to_string())?;
    let mut conn = accounts.db.read().await?;
    let user = accounts.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let user = user.ok_or(identity::LOGIN_REQUIRED)?;
    check_is_really_them(accounts, caller, &user, password).await?;
    Ok(user)
}

/// The purpose for which secrets of authenticator apps are sealed.
const SEALED_FOR: &str = "totp";

fn place(user_id: UserId) -> String {
    format!("account_totp|{user_id}|secret")
}

fn now_seconds(accounts: &Accounts) -> i64 {
    accounts.clock.now().micros() / kernel::SECOND
}
