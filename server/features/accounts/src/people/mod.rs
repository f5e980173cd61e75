//! Operators' management of people: adding them, their passwords, second factors and devices, deleting them.
//!
//! The same functions serve the app and the commands of `ensemble user`. An operator cannot do any of this to their own
//! account: their settings ask for the password first.

pub(crate) mod links;

use ::store::{Conn, sql};
use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::PlanGrant;
use identity::{CreateUserError, EndReason, NewUser, Role, Session, TeamRole, User};
use kernel::{Failure, Fallible, SessionId, UserId, WorkspaceId};

use crate::one_time_code::readable_code;
use crate::problems::{DEVICE_NOT_FOUND, EMAIL_TAKEN, OWN_ACCOUNT, PERSON_NOT_FOUND};
use crate::{deletion, passkeys, rules, second_factor};
pub use links::PasswordLink;

/// Groups of a password that is made for a person: 75 random bits.
const PASSWORD_GROUPS: usize = 3;

/// A person to be added.
#[derive(Debug, Clone, Copy)]
pub struct NewPerson<'a> {
    pub email: &'a str,
    pub name: &'a str,
    pub role: Role,
    /// Language of the mail, and the account's first setting.
    pub locale: Option<&'a str>,
    /// True if the link is mailed as well.
    pub is_mailed: bool,
}

/// The result for a team of deleting a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TeamFate {
    /// It stays as it is, without them.
    Stays,
    /// They are its only admin: the longest member becomes one.
    GetsNewAdmin,
    /// Nobody else is in it: it is deleted with all that is in it.
    Deleted,
}

/// A person's security, as operators see it.
pub(crate) struct Details {
    pub user: User,
    pub has_totp: bool,
    pub passkeys: usize,
    pub devices: Vec<Session>,
    /// Their teams, and what becomes of each if they are deleted.
    pub teams: Vec<(String, TeamFate)>,
}

/// Adds a person, who sets their password by the returned link.
///
/// Problems: the details are invalid, [`EMAIL_TAKEN`].
pub async fn add_person(
    services: &Services,
    by: Actor,
    new: NewPerson<'_>,
) -> Fallible<(User, PasswordLink)> {
    let (email, name) = (rules::email(new.email)?, rules::name(new.name)?);
    let (role, now) = (new.role, services.clock.now());
    let mut tx = services.db.begin().await?;
    let user = NewUser {
        email: &email,
        name: &name,
        role,
        password_hash: None,
        locale: new.locale.filter(|locale| identity::is_locale(locale)),
    };
    let user = services.identity.create_user(&mut tx, user).await.map_err(|error| match error {
        CreateUserError::EmailTaken => EMAIL_TAKEN.into(),
        CreateUserError::Store(error) => Failure::from(error),
    })?;
    if role == Role::Operator {
        let grant = PlanGrant::operator(user.workspace_id, now);
        services.entitlements.grant_plan(&mut tx, &grant, now).await?;
    }
    // An open invitation has become pointless.
    let key = email.key();
    sql!(&mut tx, execute, "DELETE FROM account_invitations WHERE email = $1", key)?;
    let made = Event::new(Kind::AccountMade, by).about(user.id).detail(role.as_str());
    services.audit.record(&mut tx, made).await?;
    let link = links::make(services, &mut tx, by, &user, new.is_mailed).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user.id, role = role.as_str(), "person added");
    Ok((user, link))
}

/// Makes a link by which a person sets a new password. Their password stays until then.
///
/// Problems: [`PERSON_NOT_FOUND`], [`OWN_ACCOUNT`].
pub async fn make_password_link(
    services: &Services,
    by: Actor,
    id: UserId,
    is_mailed: bool,
) -> Fallible<PasswordLink> {
    let mut tx = services.db.begin().await?;
    let user = find_other(services, &mut tx, by, id).await?;
    let link = links::make(services, &mut tx, by, &user, is_mailed).await?;
    tx.commit().await?;
    Ok(link)
}

/// Gives a person a password, made unless one is given, which they replace at their next sign-in. Their devices are
/// signed out, and their keys end. Returns the password.
///
/// Problems: [`PERSON_NOT_FOUND`], [`OWN_ACCOUNT`], those of a weak password.
pub async fn set_temporary_password(
    services: &Services,
    by: Actor,
    id: UserId,
    password: Option<&str>,
) -> Fallible<String> {
    let mut conn = services.db.read().await?;
    let user = find_other(services, &mut conn, by, id).await?;
    drop(conn);
    let text = password.map_or_else(|| readable_code(PASSWORD_GROUPS), str::to_owned);
    let password = rules::password(&text, &rules::email(&user.email)?)?;
    let hash = services.identity.hash_password(&password).await?;
    let mut tx = services.db.begin().await?;
    services.identity.set_temporary_password(&mut tx, id, &hash).await?;
    links::end(&mut tx, id).await?;
    let changed = Event::new(Kind::PasswordChanged, by).about(id).detail("operator");
    services.audit.record(&mut tx, changed).await?;
    tx.commit().await?;
    tracing::info!(user.id = %id, "temporary password set");
    Ok(text)
}

/// Removes a person's authenticator app, recovery codes and passkeys: they lost what they sign in with.
///
/// Problems: [`PERSON_NOT_FOUND`], [`OWN_ACCOUNT`].
pub async fn reset_second_factor(services: &Services, by: Actor, id: UserId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_other(services, &mut tx, by, id).await?;
    if second_factor::remove(&mut tx, id).await? {
        let off = Event::new(Kind::TotpTurnedOff, by).about(id).detail("reset");
        services.audit.record(&mut tx, off).await?;
    }
    let passkeys = passkeys::remove_all(&mut tx, id).await?;
    if passkeys > 0 {
        let removed = Event::new(Kind::PasskeyRemoved, by).about(id).detail("reset");
        services.audit.record(&mut tx, removed.amount(passkeys as i64)).await?;
    }
    tx.commit().await?;
    tracing::info!(user.id = %id, "second factor reset");
    Ok(())
}

/// Returns what an operator sees of a person's security.
///
/// Problems: [`PERSON_NOT_FOUND`].
pub(crate) async fn details(services: &Services, id: UserId) -> Fallible<Details> {
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, id).await?.ok_or(PERSON_NOT_FOUND)?;
    let has_totp = second_factor::find_factors(&mut conn, id).await?.has_totp;
    let passkeys = passkeys::list(&mut conn, id).await?.len();
    let devices = services.identity.list_sessions(&mut conn, id).await?;
    let mut teams = Vec::new();
    for team in services.identity.list_teams(&mut conn, id).await? {
        if team.is_confirmed {
            let fate = fate_of(services, &mut conn, team.workspace_id, id).await?;
            teams.push((team.name, fate));
        }
    }
    Ok(Details { user, has_totp, passkeys, devices, teams })
}

/// Returns what becomes of a team without a person (the eraser of `teams` does it).
async fn fate_of(
    services: &Services,
    conn: &mut Conn,
    team: WorkspaceId,
    leaving: UserId,
) -> Fallible<TeamFate> {
    let mut others = services.identity.list_members(conn, team).await?;
    others.retain(|member| member.is_confirmed && member.user_id != leaving);
    Ok(match others.iter().any(|member| member.role == TeamRole::Admin) {
        true => TeamFate::Stays,
        false if others.is_empty() => TeamFate::Deleted,
        false => TeamFate::GetsNewAdmin,
    })
}

/// Signs one of a person's devices out, or all of them.
///
/// Problems: [`PERSON_NOT_FOUND`], [`DEVICE_NOT_FOUND`].
pub async fn end_devices(
    services: &Services,
    by: Actor,
    id: UserId,
    device: Option<SessionId>,
) -> Fallible<()> {
    let reason = EndReason::SignedOut;
    let mut tx = services.db.begin().await?;
    services.identity.find_user(&mut tx, id).await?.ok_or(PERSON_NOT_FOUND)?;
    match device {
        None => services.identity.end_sessions(&mut tx, by, id, None, reason).await?,
        Some(device) => {
            if !services.identity.end_session(&mut tx, by, id, device, reason).await? {
                return Err(DEVICE_NOT_FOUND.into());
            }
        }
    }
    Ok(tx.commit().await?)
}

/// Deletes a person's account and everything that belongs to it, at once and for good.
///
/// Problems: [`PERSON_NOT_FOUND`], [`OWN_ACCOUNT`], nobody would be an operator.
pub async fn delete_person(services: &Services, by: Actor, id: UserId) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let user = find_other(services, &mut conn, by, id).await?;
    drop(conn);
    deletion::erase(services, by, &user).await
}

/// Returns a person who is not the actor.
async fn find_other(services: &Services, conn: &mut Conn, by: Actor, id: UserId) -> Fallible<User> {
    if by.user_id == Some(id) {
        return Err(OWN_ACCOUNT.into());
    }
    Ok(services.identity.find_user(conn, id).await?.ok_or(PERSON_NOT_FOUND)?)
}
