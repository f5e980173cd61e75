//! The steps of a sign-in: after the password, or what stands for it, a second factor, a new password, and setting up an
//! authenticator app, where each is due. Only after the last one does a session begin, so nobody is signed in by half.

use ::store::Tx;
use identity::User;
use kernel::{Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::browser::Browser;
use crate::one_time_code::OneTimeCode;
use crate::problems::{PASSWORD_UNCHANGED, STEP_EXPIRED, WRONG_SECOND_FACTOR};
use crate::refusals::{Refused, note};
use crate::second_factor::{self, Factors, RecoveryCodes, SetUp};
use crate::sign_in::{NewSession, start, suspended};
use crate::tickets::{self, Purpose, Ticket};
use crate::{Accounts, rules};

/// The result of a step: signed in, or the next step.
pub(crate) enum Arrival {
    SignedIn(Box<NewSession>),
    Next(Box<Step>),
}

/// A step that a person has to take before they are signed in.
pub(crate) struct Step {
    pub kind: StepKind,
    pub ticket: OneTimeCode,
    pub expires_at: Timestamp,
    /// Second factors that the person has.
    pub factors: Factors,
    /// The secret with which an authenticator app is set up.
    pub set_up: Option<SetUp>,
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StepKind {
    SecondFactor,
    NewPassword,
    SetUp,
}

/// The state of a sign-in that waits for the next step.
#[derive(Serialize, Deserialize)]
struct Waiting {
    kind: StepKind,
    proven: Proven,
    /// Mark of the password that the sign-in began with: once it is changed, the sign-in begins anew.
    password_mark: Vec<u8>,
    /// The secret of an authenticator app that is being set up.
    secret: Option<Vec<u8>>,
}

/// The proofs that a person has given so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Proven {
    /// The password, a code from a mail, or a link from an operator.
    OneFactor,
    /// A second factor as well, or a passkey, which checks its person itself.
    BothFactors,
}

/// Returns the next step of a sign-in.
///
/// `is_required`: everybody with a password needs a second factor here. Somebody who has only passkeys is asked for one
/// then; an authenticator app set up instead would let in whoever knows the password.
fn next_step(
    proven: Proven,
    factors: Factors,
    is_required: bool,
    has_temporary_password: bool,
) -> Option<StepKind> {
    let is_asked = factors.has_totp || (is_required && factors.has_passkeys);
    if is_asked && proven == Proven::OneFactor {
        Some(StepKind::SecondFactor)
    } else if has_temporary_password {
        Some(StepKind::NewPassword)
    } else if is_required && !factors.any() {
        Some(StepKind::SetUp)
    } else {
        None
    }
}

/// Goes on with a sign-in of `user`: signs them in, or returns the next step.
///
/// Problems: the account is suspended.
pub(crate) async fn proceed(
    accounts: &Accounts,
    tx: &mut Tx,
    browser: &Browser,
    user: User,
    proven: Proven,
) -> Fallible<Arrival> {
    if user.suspended {
        return Err(suspended(&user).into());
    }
    let factors = second_factor::find_factors(tx, user.id).await?;
    let settings = accounts.0.settings.get();
    let is_required = settings.require_second_factor;
    // Where nothing takes a password, none can be chosen.
    let has_temporary = user.password_temporary && settings.password_sign_in;
    let Some(kind) = next_step(proven, factors, is_required, has_temporary) else {
        return Ok(Arrival::SignedIn(Box::new(start(accounts, tx, browser, user).await?)));
    };
    let set_up = match kind {
        StepKind::SetUp => Some(SetUp::new(tx, &user).await?),
        StepKind::SecondFactor | StepKind::NewPassword => None,
    };
    let waiting = Waiting {
        kind,
        proven,
        password_mark: password_mark(&user),
        secret: set_up.as_ref().map(|set_up| set_up.secret.to_vec()),
    };
    let issued = tickets::issue(accounts, tx, Purpose::SignIn, Some(user.id), &waiting).await?;
    let (ticket, expires_at) = (issued.ticket, issued.expires_at);
    Ok(Arrival::Next(Box::new(Step { kind, ticket, expires_at, factors, set_up })))
}

/// Takes the step [`StepKind::SecondFactor`] by a code of the authenticator app, or a recovery code.
///
/// Problems: [`WRONG_SECOND_FACTOR`], [`STEP_EXPIRED`], too many tries.
pub(crate) async fn enter_second_factor(
    accounts: &Accounts,
    browser: &Browser,
    ticket: &str,
    code: &str,
) -> Fallible<Arrival> {
    let ticket = open(accounts, StepKind::SecondFactor, ticket).await?;
    let mut tx = accounts.db.begin().await?;
    let user = person(accounts, &ticket, &mut tx).await?;
    check_pace(accounts, browser, &user)?;
    if !second_factor::accept(accounts, &mut tx, browser.actor(Some(user.id)), code).await? {
        drop(tx);
        let refused = Refused { user: Some(&user), key: &user.id.to_string() };
        note(accounts, browser, refused, "wrong_second_factor").await?;
        return Err(WRONG_SECOND_FACTOR.into());
    }
    ticket.take(&mut tx).await?;
    let arrival = proceed(accounts, &mut tx, browser, user, Proven::BothFactors).await?;
    tx.commit().await?;
    Ok(arrival)
}

/// Takes the step [`StepKind::NewPassword`]: chooses a password that nobody else knows.
///
/// Problems: those of a weak password, [`PASSWORD_UNCHANGED`], [`STEP_EXPIRED`].
pub(crate) async fn choose_password(
    accounts: &Accounts,
    browser: &Browser,
    ticket: &str,
    password: &str,
) -> Fallible<Arrival> {
    let ticket = open(accounts, StepKind::NewPassword, ticket).await?;
    let mut tx = accounts.db.begin().await?;
    let user = person(accounts, &ticket, &mut tx).await?;
    drop(tx);
    let new = rules::password(password, &rules::email(&user.email)?)?;
    if accounts.identity.verify_password(user.password_hash.clone(), password).await? {
        return Err(PASSWORD_UNCHANGED.into());
    }
    let hash = accounts.identity.hash_password(&new).await?;
    let mut tx = accounts.db.begin().await?;
    // Meanwhile an operator may have set another one.
    person(accounts, &ticket, &mut tx).await?;
    ticket.take(&mut tx).await?;
    crate::passwords::set(accounts, &mut tx, browser.actor(Some(user.id)), user.id, &hash, "first")
        .await?;
    let user = accounts.identity.find_user(&mut tx, user.id).await?.ok_or(STEP_EXPIRED)?;
    let arrival = proceed(accounts, &mut tx, browser, user, ticket.state.proven).await?;
    tx.commit().await?;
    Ok(arrival)
}

/// Takes the step [`StepKind::SetUp`]: turns the authenticator app on that this server requires.
///
/// Problems: [`WRONG_SECOND_FACTOR`], [`STEP_EXPIRED`].
pub(crate) async fn set_up(
    accounts: &Accounts,
    browser: &Browser,
    ticket: &str,
    code: &str,
) -> Fallible<(NewSession, RecoveryCodes)> {
    let ticket = open(accounts, StepKind::SetUp, ticket).await?;
    let secret = ticket.state.secret.clone().ok_or(STEP_EXPIRED)?;
    let mut tx = accounts.db.begin().await?;
    let user = person(accounts, &ticket, &mut tx).await?;
    ticket.take(&mut tx).await?;
    let actor = browser.actor(Some(user.id));
    let codes = second_factor::turn_on(accounts, &mut tx, actor, user.id, &secret, code).await?;
    let arrival = proceed(accounts, &mut tx, browser, user, Proven::BothFactors).await?;
    // It is the last step; another one would mean that the account changed meanwhile.
    let Arrival::SignedIn(session) = arrival else { return Err(STEP_EXPIRED.into()) };
    tx.commit().await?;
    Ok((*session, codes))
}

async fn open(accounts: &Accounts, kind: StepKind, text: &str) -> Fallible<Ticket<Waiting>> {
    let ticket: Ticket<Waiting> = tickets::open(accounts, Purpose::SignIn, text).await?;
    if ticket.state.kind == kind { Ok(ticket) } else { Err(STEP_EXPIRED.into()) }
}

/// Returns the person who signs in, if their password is still the one that the sign-in began with.
async fn person(accounts: &Accounts, ticket: &Ticket<Waiting>, tx: &mut Tx) -> Fallible<User> {
    let user = ticket.person(accounts, tx).await?;
    let is_same = password_mark(&user) == ticket.state.password_mark;
    if is_same { Ok(user) } else { Err(STEP_EXPIRED.into()) }
}

fn password_mark(user: &User) -> Vec<u8> {
    let hash = user.password_hash.as_deref().unwrap_or_default();
    Sha256::digest(hash.as_bytes()).to_vec()
}

/// Counts a try at the second factor. A device that the account knows has a limit of its own, so that whoever got hold
/// of the password cannot keep its owner out.
fn check_pace(accounts: &Accounts, browser: &Browser, user: &User) -> Fallible<()> {
    let known = rules::email(&user.email).ok().and_then(|it| browser.known_to(accounts, &it));
    match known {
        Some(device) => Ok(accounts.0.factors_per_device.check(device.key())?),
        None => Ok(accounts.0.factors_per_account.check(&user.id.to_string())?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Factors = Factors { has_totp: false, has_passkeys: false };
    const TOTP: Factors = Factors { has_totp: true, has_passkeys: false };
    const PASSKEYS: Factors = Factors { has_totp: false, has_passkeys: true };

    #[test]
    fn an_authenticator_app_is_asked_for_after_every_password() {
        for is_required in [false, true] {
            let next = |proven| next_step(proven, TOTP, is_required, false);
            assert_eq!(next(Proven::OneFactor), Some(StepKind::SecondFactor));
            assert_eq!(next(Proven::BothFactors), None);
        }
    }

    #[test]
    fn passkeys_alone_are_asked_for_only_where_a_second_factor_is_required() {
        let next = |is_required| next_step(Proven::OneFactor, PASSKEYS, is_required, false);
        assert_eq!(next(false), None);
        assert_eq!(next(true), Some(StepKind::SecondFactor));
    }

    #[test]
    fn where_it_is_required_an_app_is_set_up_by_who_has_no_factor_yet() {
        let next = |factors| next_step(Proven::OneFactor, factors, true, false);
        assert_eq!(next(NONE), Some(StepKind::SetUp));
        assert_eq!(next_step(Proven::OneFactor, NONE, false, false), None);
    }

    #[test]
    fn a_temporary_password_is_replaced_after_the_second_factor_and_before_a_set_up() {
        let next = |proven, factors| next_step(proven, factors, true, true);
        assert_eq!(next(Proven::OneFactor, TOTP), Some(StepKind::SecondFactor));
        assert_eq!(next(Proven::BothFactors, TOTP), Some(StepKind::NewPassword));
        assert_eq!(next(Proven::OneFactor, NONE), Some(StepKind::NewPassword));
    }
}
