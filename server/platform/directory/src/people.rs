//! People whom a company's provider keeps here, and suspending people, which operators and the provider do.

use ::store::{Conn, StoreResult, Tx, sql};
use area::Services;
use audit::{Actor, Event, Kind};
use identity::{Role, User, suspension_topic};
use kernel::{Fallible, Timestamp, UserId};

/// A person as the provider keeps them.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct ProvisionedPerson {
    pub user_id: UserId,
    /// The provider's own id of them.
    pub external_id: Option<String>,
    /// The name by which the provider knows them.
    pub user_name: String,
    /// Other attributes that the provider sends, as JSON.
    pub attributes: String,
    /// True if the account was made for them: nobody had it before.
    pub is_made: bool,
    /// True if the provider, not an operator, suspended them.
    pub is_out: bool,
    /// When the provider removed them.
    pub removed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

macro_rules! select_people {
    ($rest:literal) => {
        concat!(
            "SELECT user_id, external_id, user_name, attributes, is_made, is_out, removed_at,
                 created_at, changed_at FROM directory_people ",
            $rest
        )
    };
}

pub async fn find_person(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Option<ProvisionedPerson>> {
    sql!(conn, optional ProvisionedPerson, select_people!("WHERE user_id = $1"), user_id)
}

/// Returns the person with the provider's own id; `None` also if two have it.
pub async fn find_by_external_id(
    conn: &mut Conn,
    external_id: &str,
) -> StoreResult<Option<ProvisionedPerson>> {
    let mut found = sql!(
        conn,
        all ProvisionedPerson,
        select_people!("WHERE external_id = $1 AND removed_at IS NULL ORDER BY user_id LIMIT 2"),
        external_id
    )?;
    Ok(if found.len() == 1 { found.pop() } else { None })
}

/// Saves a person. Returns `false`, and changes nothing, if another one has the name.
pub async fn save_person(tx: &mut Tx, person: &ProvisionedPerson) -> StoreResult<bool> {
    let key = person.user_name.to_lowercase();
    let taken = sql!(
        tx,
        optional(UserId,),
        "SELECT user_id FROM directory_people WHERE user_name_key = $1",
        &key
    )?;
    if taken.is_some_and(|(user_id,)| user_id != person.user_id) {
        return Ok(false);
    }
    sql!(
        tx,
        execute,
        "INSERT INTO directory_people (user_id, external_id, user_name, user_name_key, attributes,
             is_made, is_out, removed_at, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (user_id) DO UPDATE SET external_id = excluded.external_id,
             user_name = excluded.user_name, user_name_key = excluded.user_name_key,
             attributes = excluded.attributes, is_out = excluded.is_out,
             removed_at = excluded.removed_at, changed_at = excluded.changed_at",
        person.user_id,
        person.external_id.as_deref(),
        &person.user_name,
        &key,
        &person.attributes,
        person.is_made,
        person.is_out,
        person.removed_at,
        person.created_at,
        person.changed_at
    )?;
    Ok(true)
}

/// Returns true if nobody but this person is a server admin who can sign in.
pub async fn is_last_operator(services: &Services, tx: &mut Tx, user: &User) -> Fallible<bool> {
    let is_counted = user.role == Role::Operator && !user.suspended;
    Ok(is_counted && services.identity.count_operators(tx).await? <= 1)
}

/// Suspends a person for a reason, which they are told. One who is suspended already is told the new reason. The caller sees
/// to it that a server admin is left, and calls [`end_work`] after the commit.
pub async fn suspend(
    services: &Services,
    tx: &mut Tx,
    by: Actor,
    user_id: UserId,
    reason: &str,
) -> Fallible<()> {
    services.identity.set_suspended(tx, user_id, Some(reason)).await?;
    forget_out(tx, user_id).await?;
    services.audit.record(tx, Event::new(Kind::AccountSuspended, by).about(user_id)).await?;
    Ok(())
}

/// Readmits a suspended person.
pub async fn readmit(services: &Services, tx: &mut Tx, by: Actor, user_id: UserId) -> Fallible<()> {
    services.identity.set_suspended(tx, user_id, None).await?;
    forget_out(tx, user_id).await?;
    services.audit.record(tx, Event::new(Kind::AccountReadmitted, by).about(user_id)).await?;
    Ok(())
}

/// Forgets that the provider suspended a person: somebody decided after it. If that is the provider itself, it saves the
/// person anew ([`save_person`]).
async fn forget_out(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE directory_people SET is_out = FALSE WHERE user_id = $1 AND is_out",
        user_id
    )?;
    Ok(())
}

/// Ends what runs for a suspended person: answers, imports, and tasks that would go on for hours.
pub async fn end_work(services: &Services, user_id: UserId) -> Fallible<()> {
    services.bus.publish(&suspension_topic(user_id), "suspended");
    tasks::cancel_all(services, user_id).await?;
    Ok(services.generation.cancel_all(user_id).await?)
}
