//! What a browser began and has to finish: a sign-in of several steps, a new authenticator app or passkey.
//!
//! The browser holds a random text; what the server has to know at the end lies sealed in a row, so that any process
//! can finish it. A ticket works once, for some minutes, and for few tries.

use ::store::{StoreResult, Tx, sql};
use identity::User;
use kernel::{Failure, Fallible, Timestamp, UserId, hex};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Accounts;
use crate::one_time_code::OneTimeCode;
use crate::problems::STEP_EXPIRED;
use crate::rules::{TICKET_LIFE_MICROS, TICKET_TRIES_MAX};

/// The purpose of a ticket. One for something else is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    SignIn,
    SetUpTotp,
    AddPasskey,
    UsePasskey,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::SetUpTotp => "set_up_totp",
            Self::AddPasskey => "add_passkey",
            Self::UsePasskey => "use_passkey",
        }
    }
}

/// A ticket that was just issued.
pub(crate) struct Issued {
    pub ticket: OneTimeCode,
    pub expires_at: Timestamp,
}

/// A ticket that came back.
pub(crate) struct Ticket<S> {
    hash: Vec<u8>,
    pub user_id: Option<UserId>,
    pub state: S,
}

/// Issues a ticket, which `state` waits for.
pub(crate) async fn issue(
    accounts: &Accounts,
    tx: &mut Tx,
    purpose: Purpose,
    user_id: Option<UserId>,
    state: &impl Serialize,
) -> Fallible<Issued> {
    let ticket = OneTimeCode::new();
    let (hash, expires_at) = (ticket.hash(), accounts.clock.now().plus(TICKET_LIFE_MICROS));
    let state = serde_json::to_vec(state).map_err(Failure::internal)?;
    let sealed = accounts.vault.seal(purpose.as_str(), place(&hash), &state);
    sql!(
        tx,
        execute,
        "INSERT INTO account_tickets (ticket_hash, purpose, user_id, state, tries, expires_at)
         VALUES ($1, $2, $3, $4, 0, $5)",
        hash,
        purpose.as_str(),
        user_id,
        sealed,
        expires_at
    )?;
    Ok(Issued { ticket, expires_at })
}

/// Counts a try, at once and for good, and returns the ticket.
///
/// Problems: [`STEP_EXPIRED`].
pub(crate) async fn open<S: DeserializeOwned>(
    accounts: &Accounts,
    purpose: Purpose,
    text: &str,
) -> Fallible<Ticket<S>> {
    let hash = OneTimeCode::from_text(text).hash();
    let mut tx = accounts.db.begin().await?;
    let found = sql!(
        &mut tx,
        optional(Option<UserId>, Vec<u8>),
        "UPDATE account_tickets SET tries = tries + 1
         WHERE ticket_hash = $1 AND purpose = $2 AND tries < $3 AND expires_at > $4
         RETURNING user_id, state",
        hash.clone(),
        purpose.as_str(),
        TICKET_TRIES_MAX,
        accounts.clock.now()
    )?;
    tx.commit().await?;
    let (user_id, sealed) = found.ok_or(STEP_EXPIRED)?;
    let state = accounts.vault.open_sealed(purpose.as_str(), place(&hash), &sealed);
    let state = serde_json::from_slice(&state.map_err(Failure::internal)?);
    Ok(Ticket { hash, user_id, state: state.map_err(Failure::internal)? })
}

impl<S> Ticket<S> {
    /// Uses the ticket up, in the transaction of what it was for.
    ///
    /// Problems: [`STEP_EXPIRED`] if another request did so meanwhile.
    pub async fn take(&self, tx: &mut Tx) -> Fallible<()> {
        let hash = self.hash.clone();
        let taken = sql!(tx, execute, "DELETE FROM account_tickets WHERE ticket_hash = $1", hash)?;
        if taken == 1 { Ok(()) } else { Err(STEP_EXPIRED.into()) }
    }

    /// Returns the person of the ticket, locked: nothing changes between what is checked of them and what follows.
    ///
    /// Problems: [`STEP_EXPIRED`] if their account is gone.
    pub async fn person(&self, accounts: &Accounts, tx: &mut Tx) -> Fallible<User> {
        let id = self.user_id.ok_or(STEP_EXPIRED)?;
        accounts.identity.lock_user(tx, id).await?;
        Ok(accounts.identity.find_user(tx, id).await?.ok_or(STEP_EXPIRED)?)
    }
}

/// Forgets tickets that can no longer be used.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_tickets WHERE expires_at <= $1", now)?;
    Ok(())
}

fn place(hash: &[u8]) -> String {
    format!("account_tickets|{}|state", hex(hash))
}
