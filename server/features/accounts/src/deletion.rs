use area::Services;
use audit::{Actor, Event, Kind};
use identity::{Person, Role, SignedIn, User};
use kernel::Fallible;

use crate::problems::{INCORRECT_PASSWORD, LAST_OPERATOR, SIGN_IN_AGAIN};
use crate::{Accounts, rules};
use store::{Cursor, Tx};

/// Deletes the caller's account and everything that belongs to it, immediately and permanently.
///
/// Problems: [`INCORRECT_PASSWORD`], or [`SIGN_IN_AGAIN`] if there is no password; [`LAST_OPERATOR`] while other people
/// would be left without an operator.
pub(crate) async fn delete_account(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<()> {
    accounts.0.sign_ins_per_email.check(&caller.user_id.to_string())?;
    let mut conn = accounts.db.read().await?;
    let user = accounts.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let user = user.ok_or(INCORRECT_PASSWORD)?;
    check_is_really_them(accounts, caller, &user, password).await?;

    erase(accounts, caller.actor(), &user).await
}

/// Deletes an account and everything that belongs to it, after all checks of who asks for it.
///
/// Problems: [`LAST_OPERATOR`].
pub(crate) async fn erase(services: &Services, by: Actor, user: &User) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    services.identity.lock_first_account(&mut tx).await?;
    check_operator_stays(services, &mut tx, user).await?;
    let person = Person { user_id: user.id, workspace_id: user.workspace_id };
    let held = services.ledger.forget(&mut tx, user.workspace_id).await?;
    services.entitlements.forget(&mut tx, user.workspace_id).await?;
    services.mail.forget(&mut tx, &user.email).await?;
    let deleted = Event::new(Kind::AccountDeleted, by).about(user.id);
    // Before the account is deleted: the address of this request is deleted with it.
    services.audit.record(&mut tx, deleted).await?;
    services.identity.delete_user(&mut tx, person).await?;
    services.ledger.free_costs(&mut tx, held).await?;
    Ok(tx.commit().await?)
}

/// Checks that the caller is who signed in: by their password, or, where there is none, or passwords are turned off, by how
/// recent the sign-in is.
///
/// Problems: [`INCORRECT_PASSWORD`], [`SIGN_IN_AGAIN`].
pub(crate) async fn check_is_really_them(
    accounts: &Accounts,
    caller: &SignedIn,
    user: &User,
    password: &str,
) -> Fallible<()> {
    if accounts.takes_password_of(user) {
        let hash = user.password_hash.clone();
        let is_right = accounts.identity.verify_password(hash, password).await?;
        return if is_right { Ok(()) } else { Err(INCORRECT_PASSWORD.into()) };
    }
    let mut conn = accounts.db.read().await?;
    let sessions = accounts.identity.list_sessions(&mut conn, user.id).await?;
    let now = accounts.clock.now();
    let is_recent = sessions.iter().any(|session| {
        session.id == caller.session_id
            && now.since(session.created_at) <= rules::RECENT_SIGN_IN_MICROS
    });
    if is_recent { Ok(()) } else { Err(SIGN_IN_AGAIN.into()) }
}

async fn check_operator_stays(services: &Services, tx: &mut Tx, user: &User) -> Fallible<()> {
    // Operators who are suspended are not among those who are counted.
    let is_counted = user.role == Role::Operator && !user.suspended;
    if !is_counted || services.identity.count_operators(tx).await? > 1 {
        return Ok(());
    }
    let everybody = services.identity.list_users(tx, Cursor::FIRST, 2).await?;
    if everybody.items.len() > 1 { Err(LAST_OPERATOR.into()) } else { Ok(()) }
}
