//! Actions on people: make, read, change, remove. Suspension is as an operator's: everything ends, nothing is deleted.

use ::store::{Conn, Tx};
use audit::{Actor, Event, Kind};
use directory::{
    ProvisionedPerson, SCIM, apply_groups, end_work, find_person, is_last_operator, readmit,
    save_person, suspend,
};
use http::StatusCode;
use identity::{CreateUserError, NewUser, Role, User};
use kernel::{Timestamp, UserId, Uuid};
use serde_json::{Map, Value};

use crate::error::{ScimError, ScimResult};
use crate::listing::{Asked, Place, Sent, Shape, complete};
use crate::patch;
use crate::routes::Scim;
use crate::store::{self, UserNarrowing};
use crate::user::{self, UserRow, WantedUser};

/// People per read of a filtered list.
const PER_READ: usize = 500;

/// The reason that a person reads whom the provider suspended.
const REASON: &str = "Your organization has deactivated this account.";

/// Returns a page of people, and the number of all that match.
pub(crate) async fn list(scim: &Scim, asked: &Asked) -> ScimResult<(Vec<Value>, usize)> {
    let mut conn = scim.services.db.read().await?;
    let (rows, total) = match &asked.filter {
        None => store::page_users(&mut conn, asked.offset, asked.count).await?,
        Some(filter) => {
            let narrowing = UserNarrowing {
                user_name: filter.equal_text("userName").unwrap_or_default().to_owned(),
                external_id: filter.equal_text("externalId").unwrap_or_default().to_owned(),
            };
            matching(scim, &mut conn, asked, &narrowing).await?
        }
    };
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        found.push(sent(scim, &mut conn, &row, &asked.shape).await?.body);
    }
    Ok((found, total))
}

async fn matching(
    scim: &Scim,
    conn: &mut Conn,
    asked: &Asked,
    narrowing: &UserNarrowing,
) -> ScimResult<(Vec<UserRow>, usize)> {
    let Some(filter) = &asked.filter else { return Ok((Vec::new(), 0)) };
    let compared = Shape::compared_by(filter, "groups");
    let (mut found, mut total) = (Vec::new(), 0);
    let mut after = (Timestamp::from_micros(i64::MIN), UserId(Uuid::nil()));
    loop {
        let rows = store::list_users(conn, narrowing, after, PER_READ).await?;
        let Some(last) = rows.last() else { return Ok((found, total)) };
        after = (last.created_at, last.id);
        for row in rows {
            let whole = sent(scim, conn, &row, &compared).await?.body;
            if filter.matches(&whole) {
                if total >= asked.offset && found.len() < asked.count {
                    found.push(row);
                }
                total += 1;
            }
        }
    }
}

/// Returns a person.
///
/// Errors: not found.
pub(crate) async fn get(scim: &Scim, id: &str, shape: &Shape) -> ScimResult<Sent> {
    let mut conn = scim.services.db.read().await?;
    let row = find(&mut conn, id).await?;
    sent(scim, &mut conn, &row, shape).await
}

async fn find(conn: &mut Conn, id: &str) -> ScimResult<UserRow> {
    let missing = || ScimError::not_found("User");
    let id: UserId = id.parse().map_err(|_| missing())?;
    store::find_user(conn, id).await?.ok_or_else(missing)
}

async fn sent(scim: &Scim, conn: &mut Conn, row: &UserRow, shape: &Shape) -> ScimResult<Sent> {
    let groups = match shape.has("groups") {
        true => store::groups_of(conn, row.id).await?,
        false => Vec::new(),
    };
    let place = Place {
        kind: "User",
        location: format!("{}/Users/{}", scim.base(), row.id),
        created_at: row.created_at,
        changed_at: row.changed_at.unwrap_or(row.created_at),
        shape,
        // Also if they are not asked for: the version is that of the whole.
        many: ("groups", row.group_names.clone().unwrap_or_default()),
    };
    Ok(complete(user::resource(row, &groups), place))
}

/// Makes an account for a person, takes over the one that their address has, or brings back one that was removed.
///
/// Errors: `uniqueness`, those of [`user::read`].
pub(crate) async fn create(scim: &Scim, body: &Value, shape: &Shape) -> ScimResult<Sent> {
    let wanted = user::read(body)?;
    let identity = &scim.services.identity;
    let mut tx = scim.services.db.begin().await?;
    identity.lock_first_account(&mut tx).await?;
    if identity.needs_operator(&mut tx).await? {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        return Err(ScimError::new(status, "Create the first server admin's account before"));
    }
    let now = scim.services.clock.now();
    let (user, before) = match identity.find_user_by_email(&mut tx, &wanted.email).await? {
        None => {
            let user = make(scim, &mut tx, &wanted).await?;
            let before = unknown(&user, true, now);
            (user, before)
        }
        Some(user) => match find_person(&mut tx, user.id).await? {
            Some(person) if person.removed_at.is_none() => return Err(taken()),
            Some(person) => (user, person),
            None => {
                let before = unknown(&user, false, now);
                (user, before)
            }
        },
    };
    finish(scim, tx, user, before, wanted, shape).await
}

fn taken() -> ScimError {
    ScimError::taken("Another user has this userName or email address")
}

async fn make(scim: &Scim, tx: &mut Tx, wanted: &WantedUser) -> ScimResult<User> {
    let new = NewUser {
        email: &wanted.email,
        name: &wanted.name,
        role: Role::Member,
        password_hash: None,
        locale: wanted.locale.as_deref(),
    };
    let user = scim.services.identity.create_user(tx, new).await.map_err(|error| match error {
        CreateUserError::EmailTaken => taken(),
        CreateUserError::Store(error) => error.into(),
    })?;
    let made = Event::new(Kind::AccountMade, Actor::SYSTEM).about(user.id);
    scim.services.audit.record(tx, made.detail(SCIM)).await?;
    tracing::info!(user.id = %user.id, "account made by the identity provider");
    Ok(user)
}

/// Returns the record of a person of whom the provider said nothing yet.
fn unknown(user: &User, is_made: bool, now: Timestamp) -> ProvisionedPerson {
    ProvisionedPerson {
        user_id: user.id,
        external_id: None,
        user_name: user.email.clone(),
        attributes: "{}".to_owned(),
        is_made,
        is_out: false,
        removed_at: None,
        created_at: now,
        changed_at: now,
    }
}

/// Replaces a person.
///
/// Errors: not found, `uniqueness`, those of [`user::read`], another version.
pub(crate) async fn replace(
    scim: &Scim,
    id: &str,
    body: &Value,
    shape: &Shape,
    if_match: Option<&str>,
) -> ScimResult<Sent> {
    let change = |_: &mut Map<String, Value>| -> ScimResult<Value> { Ok(body.clone()) };
    change_user(scim, id, shape, if_match, change).await
}

/// Changes a person by operations.
///
/// Errors: those of [`replace`] and of [`patch::apply`].
pub(crate) async fn patch_user(
    scim: &Scim,
    id: &str,
    body: &Value,
    shape: &Shape,
    if_match: Option<&str>,
) -> ScimResult<Sent> {
    let change = |resource: &mut Map<String, Value>| -> ScimResult<Value> {
        patch::apply(resource, body)?;
        Ok(Value::Object(resource.clone()))
    };
    change_user(scim, id, shape, if_match, change).await
}

async fn change_user(
    scim: &Scim,
    id: &str,
    shape: &Shape,
    if_match: Option<&str>,
    change: impl FnOnce(&mut Map<String, Value>) -> ScimResult<Value>,
) -> ScimResult<Sent> {
    let identity = &scim.services.identity;
    let mut tx = scim.services.db.begin().await?;
    identity.lock_first_account(&mut tx).await?;
    let row = find(&mut tx, id).await?;
    let whole = sent(scim, &mut tx, &row, &Shape::default()).await?;
    scim.check_version(if_match, &whole)?;
    let groups = store::groups_of(&mut tx, row.id).await?;
    let wanted = user::read(&change(&mut user::resource(&row, &groups))?)?;
    let user = identity.find_user(&mut tx, row.id).await?;
    let user = user.ok_or_else(|| ScimError::not_found("User"))?;
    let person = find_person(&mut tx, row.id).await?;
    let now = scim.services.clock.now();
    let before = person.unwrap_or_else(|| unknown(&user, false, now));
    finish(scim, tx, user, before, wanted, shape).await
}

/// Writes what a provider wants a person to be.
async fn finish(
    scim: &Scim,
    mut tx: Tx,
    user: User,
    before: ProvisionedPerson,
    wanted: WantedUser,
    shape: &Shape,
) -> ScimResult<Sent> {
    let identity = &scim.services.identity;
    if wanted.email.key() != user.email.to_ascii_lowercase() {
        // Whoever has a server admin's address can set their password.
        if user.role == Role::Operator && !before.is_made {
            return Err(ScimError::mutability("A server admin changes their address themselves"));
        }
        if !identity.change_email(&mut tx, user.id, &wanted.email).await? {
            return Err(taken());
        }
        let changed = Event::new(Kind::EmailChanged, Actor::SYSTEM).about(user.id).detail(SCIM);
        scim.services.audit.record(&mut tx, changed).await?;
        tracing::info!(user.id = %user.id, "address changed by the identity provider");
    }
    if wanted.name != user.name && !wanted.name.is_empty() {
        identity.rename_user(&mut tx, user.id, &wanted.name).await?;
    }
    let is_out = set_active(scim, &mut tx, &user, before.is_out, wanted.active).await?;
    let person = ProvisionedPerson {
        external_id: wanted.external_id,
        user_name: wanted.user_name,
        attributes: wanted.attributes,
        is_out,
        removed_at: None,
        changed_at: scim.services.clock.now(),
        ..before
    };
    if !save_person(&mut tx, &person).await? {
        return Err(taken());
    }
    let row = store::find_user(&mut tx, user.id).await?;
    let row = row.ok_or_else(|| ScimError::not_found("User"))?;
    let sent = sent(scim, &mut tx, &row, shape).await?;
    tx.commit().await?;
    if row.suspended && !user.suspended {
        end_work(&scim.services, user.id).await?;
    }
    Ok(sent)
}

/// Suspends or readmits a person. Returns true if the provider has them suspended. What an operator suspended, the provider
/// does not readmit.
async fn set_active(
    scim: &Scim,
    tx: &mut Tx,
    user: &User,
    was_out: bool,
    is_active: bool,
) -> ScimResult<bool> {
    match (is_active, user.suspended) {
        (true, true) if was_out => {
            readmit(&scim.services, tx, Actor::SYSTEM, user.id).await?;
            Ok(false)
        }
        (true, _) => Ok(false),
        (false, true) => Ok(was_out),
        (false, false) => {
            if is_last_operator(&scim.services, tx, user).await? {
                let why = "The only server admin can't be deactivated";
                return Err(ScimError::mutability(why));
            }
            suspend(&scim.services, tx, Actor::SYSTEM, user.id, REASON).await?;
            Ok(true)
        }
    }
}

/// Removes a person: they are suspended, leave all groups, and are not found any more. Their things stay.
///
/// Errors: not found, the only server admin.
pub(crate) async fn delete(scim: &Scim, id: &str, if_match: Option<&str>) -> ScimResult<()> {
    let identity = &scim.services.identity;
    let mut tx = scim.services.db.begin().await?;
    identity.lock_first_account(&mut tx).await?;
    let row = find(&mut tx, id).await?;
    let whole = sent(scim, &mut tx, &row, &Shape::default()).await?;
    scim.check_version(if_match, &whole)?;
    let user = identity.find_user(&mut tx, row.id).await?;
    let user = user.ok_or_else(|| ScimError::not_found("User"))?;
    let now = scim.services.clock.now();
    let before = find_person(&mut tx, user.id).await?;
    let before = before.unwrap_or_else(|| unknown(&user, false, now));
    let is_out = set_active(scim, &mut tx, &user, before.is_out, false).await?;
    store::leave_groups(&mut tx, user.id).await?;
    apply_groups(&scim.services, &mut tx, &scim.rules, SCIM, user.id, &[]).await?;
    let removed = ProvisionedPerson { is_out, removed_at: Some(now), changed_at: now, ..before };
    if !save_person(&mut tx, &removed).await? {
        return Err(taken());
    }
    tx.commit().await?;
    Ok(end_work(&scim.services, user.id).await?)
}
