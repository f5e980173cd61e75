//! People whom an operator invites: a link that creates their account, once.

use audit::{Actor, Event, Kind};
use identity::{Email, Role};
use kernel::{DAY, Failure, Fallible, Timestamp, UserId, Uuid, uuid_v7};
use store::{Conn, StoreResult, Tx, sql};
use url::Url;

use crate::one_time_code::OneTimeCode;
use crate::problems::{EMAIL_TAKEN, INVITATION_GONE, TOO_MANY_INVITATIONS};
use crate::rules::{INVITATION_DAYS, INVITATIONS_MAX};
use crate::{Accounts, mail_texts, rules};

/// An invitation that nobody has used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invitation {
    pub id: Uuid,
    pub email: String,
    /// Empty unless the operator gave one.
    pub name: String,
    pub role: Role,
    pub expires_at: Timestamp,
}

/// A person to be invited.
pub(crate) struct NewInvitation {
    pub email: String,
    pub name: String,
    pub role: Role,
    pub locale: Option<String>,
}

/// Invites a person, by mail where mails are sent. Returns the link as well: it is shown once. Inviting an address again
/// replaces its invitation.
///
/// Problems: the details are invalid, [`EMAIL_TAKEN`], [`TOO_MANY_INVITATIONS`].
pub(crate) async fn invite(
    accounts: &Accounts,
    by: Actor,
    inviter: (UserId, &str),
    new: NewInvitation,
) -> Fallible<(Invitation, Url)> {
    let email = rules::email(&new.email)?;
    let name = match new.name.trim() {
        "" => String::new(),
        name => rules::name(name)?,
    };
    let now = accounts.clock.now();
    let invitation = Invitation {
        id: uuid_v7(now),
        email: email.as_str().to_owned(),
        name,
        role: new.role,
        expires_at: now.plus(INVITATION_DAYS * DAY),
    };
    let code = OneTimeCode::new();
    let mut url = api::public_url(&accounts.base_url, "/sign-up").map_err(Failure::internal)?;
    url.query_pairs_mut().append_pair("invitation", code.as_str());
    let mut tx = accounts.db.begin().await?;
    if accounts.identity.find_user_by_email(&mut tx, &email).await?.is_some() {
        return Err(EMAIL_TAKEN.into());
    }
    let key = email.key();
    sql!(&mut tx, execute, "DELETE FROM account_invitations WHERE email = $1", &key)?;
    if list(&mut tx, now).await?.len() >= INVITATIONS_MAX {
        return Err(TOO_MANY_INVITATIONS.with("max", INVITATIONS_MAX).into());
    }
    sql!(
        &mut tx,
        execute,
        "INSERT INTO account_invitations
             (id, code_hash, email, name, role, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        invitation.id,
        code.hash(),
        &key,
        &invitation.name,
        invitation.role.as_str(),
        inviter.0,
        now,
        invitation.expires_at
    )?;
    let days = INVITATION_DAYS.to_string();
    let facts = [("days", days.as_str()), ("name", inviter.1)];
    let locale = new.locale.as_deref();
    let message = mail_texts::INVITED.write(&invitation.email, 0, &facts, url.as_str(), locale);
    accounts.mail.enqueue(&mut tx, &message).await?;
    let event = Event::new(Kind::PersonInvited, by).subject(invitation.id);
    accounts.audit.record(&mut tx, event.detail(invitation.role.as_str())).await?;
    tx.commit().await?;
    Ok((invitation, url))
}

/// Lists the invitations that can still be used, newest first.
pub(crate) async fn list(conn: &mut Conn, now: Timestamp) -> StoreResult<Vec<Invitation>> {
    let rows = sql!(
        conn,
        all(Uuid, String, String, String, Timestamp),
        "SELECT id, email, name, role, expires_at FROM account_invitations
         WHERE expires_at > $1 ORDER BY created_at DESC, id DESC",
        now
    )?;
    Ok(rows.into_iter().map(invitation).collect())
}

/// Withdraws an invitation.
///
/// Problems: [`INVITATION_GONE`].
pub(crate) async fn withdraw(accounts: &Accounts, by: Actor, id: Uuid) -> Fallible<()> {
    let mut tx = accounts.db.begin().await?;
    if sql!(&mut tx, execute, "DELETE FROM account_invitations WHERE id = $1", id)? == 0 {
        return Err(INVITATION_GONE.into());
    }
    let event = Event::new(Kind::PersonInvited, by).subject(id).detail("withdrawn");
    accounts.audit.record(&mut tx, event).await?;
    Ok(tx.commit().await?)
}

/// Returns the invitation of a link.
///
/// Problems: [`INVITATION_GONE`].
pub(crate) async fn find(conn: &mut Conn, code: &str, now: Timestamp) -> Fallible<Invitation> {
    let row = sql!(
        conn,
        optional(Uuid, String, String, String, Timestamp),
        "SELECT id, email, name, role, expires_at FROM account_invitations
         WHERE code_hash = $1 AND expires_at > $2",
        OneTimeCode::from_text(code).hash(),
        now
    )?;
    Ok(row.map(invitation).ok_or(INVITATION_GONE)?)
}

/// Uses up the invitation of an address. Returns its role; `None` if there is none.
pub(crate) async fn take(tx: &mut Tx, email: &Email, now: Timestamp) -> StoreResult<Option<Role>> {
    let row = sql!(
        tx,
        optional(String,),
        "DELETE FROM account_invitations WHERE email = $1 AND expires_at > $2 RETURNING role",
        email.key(),
        now
    )?;
    Ok(row.map(|(role,)| Role::from(role)))
}

/// Forgets invitations that nobody used in time.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_invitations WHERE expires_at <= $1", now)?;
    Ok(())
}

fn invitation(
    (id, email, name, role, expires_at): (Uuid, String, String, String, Timestamp),
) -> Invitation {
    Invitation { id, email, name, role: Role::from(role), expires_at }
}
