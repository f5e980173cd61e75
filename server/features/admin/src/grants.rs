//! Grants that operators make to people and teams on their own initiative, and taking them back after a mistake.

pub(crate) mod mail_texts;
mod store;

use ::store::{Conn, Cursor, Page, StoreResult, Tx};
use area::Services;
use audit::{Event, Kind};
use entitlements::Meter;
use identity::SignedIn;
use kernel::{Fallible, UserId, Uuid, WorkspaceId, id};
use ledger::Grant;

pub(crate) use store::{Given, Lot, LotFilter, Recipient, Source};

use self::mail_texts::{GiftFacts, GiftMail, GiftOf};
use crate::problems::{GRANT_ID_TAKEN, GRANT_NOT_FOUND, RECIPIENT_NOT_FOUND};
use crate::rules::Gift;

/// The source of lots that operators gave.
pub(crate) const OPERATOR: &str = "operator";

/// Maximum number of recipients that a search returns.
const RECIPIENTS_SHOWN: i64 = 10;

id! {
    /// The id of an operator's grant.
    GrantId
}

/// Lists the lots that match, newest first, each with its operator's details.
pub(crate) async fn list(
    services: &Services,
    filter: &LotFilter,
    cursor: Cursor,
    limit: usize,
) -> Fallible<Page<(Lot, Option<Given>)>> {
    let mut conn = services.db.read().await?;
    let page = store::list_lots(&mut conn, filter, cursor, limit).await?;
    let ids: Vec<Uuid> = page.items.iter().filter_map(Lot::grant_id).collect();
    let given = store::list_given(&mut conn, &ids).await?;
    let said_of = |lot: Lot| {
        let said = lot.grant_id().and_then(|id| given.iter().find(|given| given.id.0 == id));
        let said = said.cloned();
        (lot, said)
    };
    Ok(page.map(said_of))
}

/// Finds recipients of grants: people and teams that match `search`.
pub(crate) async fn find_recipients(conn: &mut Conn, search: &str) -> StoreResult<Vec<Recipient>> {
    store::list_recipients(conn, search, RECIPIENTS_SHOWN).await
}

/// Grants a workspace something, only once per id, and notifies its people.
///
/// Problems: [`RECIPIENT_NOT_FOUND`], [`GRANT_ID_TAKEN`], those of [`Gift::checked`].
pub(crate) async fn give(
    services: &Services,
    operator: &SignedIn,
    id: GrantId,
    workspace_id: WorkspaceId,
    gift: Gift,
) -> Fallible<(Lot, Option<Given>)> {
    let now = services.clock.now();
    let gift = gift.checked(now)?;
    let mut tx = services.db.begin().await?;
    // Deleting the account waits for this, or came first.
    services.identity.lock_workspace(&mut tx, workspace_id).await?;
    store::find_recipient(&mut tx, workspace_id).await?.ok_or(RECIPIENT_NOT_FOUND)?;
    if !store::add_given(&mut tx, id, workspace_id, &gift, operator.user_id, now).await? {
        let before = store::find_given(&mut tx, id).await?;
        if !before.is_some_and(|given| given.is_same(workspace_id, &gift)) {
            return Err(GRANT_ID_TAKEN.into());
        }
        return read(&mut tx, id).await;
    }
    let grant = Grant {
        meter: gift.meter,
        amount: gift.amount,
        source: OPERATOR,
        reference: id.to_string(),
        ends_at: gift.ends_at,
        detail: gift.reason.clone(),
    };
    services.ledger.grant(&mut tx, workspace_id, &grant).await?;
    let kind = if gift.ends_at.is_some() { GiftMail::GivenUntil } else { GiftMail::Given };
    let done = Event::new(Kind::GrantGiven, operator.actor()).subject(id.0);
    tell(services, &mut tx, workspace_id, kind, &gift, (gift.amount, done)).await?;
    let given = read(&mut tx, id).await?;
    tx.commit().await?;
    tracing::info!(grant.id = %id, by = %operator.user_id, amount = gift.amount, "granted");
    Ok(given)
}

/// Takes back what is left of an operator's grant, and notifies its people. Repeating it changes nothing.
///
/// Problems: [`GRANT_NOT_FOUND`].
pub(crate) async fn take_back(
    services: &Services,
    operator: &SignedIn,
    id: GrantId,
) -> Fallible<(Lot, Option<Given>)> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let given = store::find_given(&mut tx, id).await?.ok_or(GRANT_NOT_FOUND)?;
    if store::note_taken(&mut tx, id, operator.user_id, now).await? {
        let meter = Meter::from_name(&given.meter).ok_or(GRANT_NOT_FOUND)?;
        let (workspace_id, reference) = (given.workspace_id, id.to_string());
        let ledger = &services.ledger;
        let left = ledger.take_back(&mut tx, workspace_id, meter, OPERATOR, &reference).await?;
        if left > 0 {
            let gift = Gift { meter, amount: left, ends_at: None, reason: given.reason };
            let done = Event::new(Kind::GrantTakenBack, operator.actor()).subject(id.0);
            let kind = GiftMail::TakenBack;
            tell(services, &mut tx, workspace_id, kind, &gift, (left, done)).await?;
        }
        tracing::info!(grant.id = %id, by = %operator.user_id, left, "taken back");
    }
    let taken = read(&mut tx, id).await?;
    tx.commit().await?;
    Ok(taken)
}

/// Returns a grant as it is now.
async fn read(conn: &mut Conn, id: GrantId) -> Fallible<(Lot, Option<Given>)> {
    let given = store::find_given(conn, id).await?.ok_or(GRANT_NOT_FOUND)?;
    let lot = store::find_lot(conn, &given).await?.ok_or(GRANT_NOT_FOUND)?;
    Ok((lot, Some(given)))
}

/// Mails the owner of a workspace, or the admins of a team, and makes their open windows refresh. Also records the
/// event `done`.
async fn tell(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    kind: GiftMail,
    gift: &Gift,
    (amount, done): (i64, Event),
) -> StoreResult<()> {
    let people = services.identity.list_managers(tx, workspace_id).await?;
    let done = done.in_workspace(workspace_id).detail(gift.meter.as_str()).amount(amount);
    let done = match people.as_slice() {
        [person] => done.about(person.id),
        _ => done,
    };
    services.audit.record(tx, done).await?;
    let page = services.page("/settings/usage");
    let facts = GiftFacts {
        of: match gift.meter {
            Meter::StandardQuery => GiftOf::StandardQueries,
            Meter::AdvancedQuery => GiftOf::AdvancedQueries,
            Meter::AdvancedCredit => GiftOf::Credits,
        },
        amount: &amount.to_string(),
        date: gift.ends_at,
        reason: &gift.reason,
        page: page.as_str(),
    };
    for person in &people {
        let locale = person.settings.locale.as_deref();
        let message = mail_texts::message(&person.email, kind, &facts, locale);
        services.mail.enqueue(tx, &message).await?;
    }
    let (bus, ids) = (services.bus.clone(), people.iter().map(|person| person.id));
    let ids: Vec<UserId> = ids.collect();
    tx.after_commit(move || {
        for user_id in ids {
            bus.notify_user(user_id, r#"{"event":"usage.changed"}"#);
        }
    });
    Ok(())
}
