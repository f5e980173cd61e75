//! Grants rewards for invitations when they are due, once: the state change and all grants are in one transaction under
//! a lock of the inviter.

use std::time::Duration;

use ::store::{Conn, StoreResult, Tx};
use area::{Services, Upkeep};
use entitlements::{Meter, PlanGrant, months_after};
use identity::User;
use kernel::{DAY, Fallible, Payer, Timestamp, Uuid};
use ledger::Grant;

use crate::origins::mailbox_mac;
use crate::rules::{
    self, FRIENDS_MAX, INVITE_ADVANCED_QUERIES, PLAN, QUERIES_DAYS, REGISTRATION_DAYS,
    REGISTRATION_HOLD_DAYS, SOURCE, SUBSCRIPTION_MONTHS,
};
use crate::store::{self, FriendRow};

/// Number of friends per read.
const PER_READ: i64 = 200;

/// Grants due rewards.
pub(crate) const APPROVE: Upkeep = Upkeep {
    name: "rewards.approve",
    every: Duration::from_secs(600),
    run: |services: Services| Box::pin(async move { approve_due(&services).await }),
};

/// Grants the rewards due now. If several processes do it at once, each is granted once.
async fn approve_due(services: &Services) -> Fallible<()> {
    if !services.payments.settings().enabled {
        return Ok(());
    }
    let before = services.clock.now().plus(-REGISTRATION_HOLD_DAYS * DAY);
    let mut after = Uuid::nil();
    loop {
        let mut conn = services.db.read().await?;
        let waiting = store::list_waiting(&mut conn, before, after, PER_READ).await?;
        drop(conn);
        let Some(last) = waiting.last() else { break };
        after = last.id;
        for friend in waiting {
            decide_registration(services, &friend).await?;
        }
    }
    after = Uuid::nil();
    loop {
        let mut conn = services.db.read().await?;
        let unpaid = store::list_unpaid(&mut conn, after, PER_READ).await?;
        drop(conn);
        let Some(last) = unpaid.last() else { return Ok(()) };
        after = last.id;
        for friend in unpaid {
            approve_subscription(services, &friend).await?;
        }
    }
}

/// Returns the inviter, locked, and the friend, where both are still here and welcome.
async fn both(
    services: &Services,
    tx: &mut Tx,
    friend: &FriendRow,
) -> StoreResult<Option<(User, User)>> {
    let Some(user_id) = friend.user_id else { return Ok(None) };
    services.identity.lock_user(tx, friend.inviter_id).await?;
    let inviter = services.identity.find_user(tx, friend.inviter_id).await?;
    let user = services.identity.find_user(tx, user_id).await?;
    let both = inviter.zip(user);
    Ok(both.filter(|(inviter, user)| !inviter.suspended && !user.suspended))
}

/// Returns true if a friend has used something, or is gone.
async fn has_begun(services: &Services, friend: &FriendRow) -> StoreResult<bool> {
    let Some(user_id) = friend.user_id else { return Ok(true) };
    let mut conn = services.db.read().await?;
    let Some(user) = services.identity.find_user(&mut conn, user_id).await? else {
        return Ok(true);
    };
    let payer = Payer { workspace_id: user.workspace_id, user_id };
    services.ledger.has_used(&mut conn, &payer).await
}

async fn decide_registration(services: &Services, friend: &FriendRow) -> Fallible<()> {
    let now = services.clock.now();
    let has_begun = has_begun(services, friend).await?;
    if !has_begun && rules::may_begin(friend.registered_at, now) {
        return Ok(());
    }
    let mut tx = services.db.begin().await?;
    // Friends of several inviters are compared: of two that are alike, one is second.
    ::store::lock(&mut tx, "rewards").await?;
    let found = both(services, &mut tx, friend).await?;
    let year = now.plus(-365 * DAY);
    let so_far = store::count_approved(&mut tx, friend.inviter_id, year).await?;
    let mut worth = None;
    if let Some((inviter, user)) = found.filter(|_| has_begun && so_far < FRIENDS_MAX)
        && is_new_person(services, &mut tx, friend, &inviter, year).await?
    {
        worth = Some((inviter, user));
    }
    let Some((inviter, user)) = worth else {
        store::move_registration(&mut tx, friend.id, "refused").await?;
        return Ok(tx.commit().await?);
    };
    if !store::move_registration(&mut tx, friend.id, "approved").await? {
        return Ok(());
    }
    for (meter, amount) in rules::queries() {
        give_queries(services, &mut tx, &inviter, friend.id, (meter, amount), now).await?;
    }
    let own = (Meter::AdvancedQuery, INVITE_ADVANCED_QUERIES);
    give_queries(services, &mut tx, &user, friend.id, own, now).await?;
    let end = |begins: Timestamp| begins.plus(REGISTRATION_DAYS * DAY);
    give_plan(services, &mut tx, &inviter, format!("registration {}", friend.id), end).await?;
    Ok(tx.commit().await?)
}

async fn is_new_person(
    services: &Services,
    conn: &mut Conn,
    friend: &FriendRow,
    inviter: &User,
    since: Timestamp,
) -> StoreResult<bool> {
    let origin = store::origin_of(conn, friend.id).await?;
    let alike = store::count_alike(conn, &origin, since).await?;
    let is_own =
        origin.mailbox_mac.is_some() && origin.mailbox_mac == mailbox_mac(services, &inviter.email);
    Ok(rules::is_new_person(&alike, is_own))
}

/// Grants the reward for a friend's subscription. Most friends have none each time this checks, so the lock is only
/// taken for those who do.
async fn approve_subscription(services: &Services, friend: &FriendRow) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    if !has_kept(services, &mut conn, friend).await? {
        return Ok(());
    }
    drop(conn);
    let mut tx = services.db.begin().await?;
    let Some((inviter, _)) = both(services, &mut tx, friend).await? else { return Ok(()) };
    let kept = has_kept(services, &mut tx, friend).await?;
    if !kept || !store::approve_subscription(&mut tx, friend.id).await? {
        return Ok(());
    }
    let end = |begins: Timestamp| months_after(begins, SUBSCRIPTION_MONTHS);
    give_plan(services, &mut tx, &inviter, format!("subscription {}", friend.id), end).await?;
    Ok(tx.commit().await?)
}

/// Returns true if a friend kept what they bought for long enough.
async fn has_kept(services: &Services, conn: &mut Conn, friend: &FriendRow) -> StoreResult<bool> {
    let Some(user_id) = friend.user_id else { return Ok(false) };
    let Some(user) = services.identity.find_user(conn, user_id).await? else { return Ok(false) };
    let days = rules::subscription_hold_days(services.payments.settings().refund_days);
    let (held, now) = (days * DAY, services.clock.now());
    services.entitlements.kept_paid_plan(conn, user.workspace_id, held, now).await
}

async fn give_queries(
    services: &Services,
    tx: &mut Tx,
    to: &User,
    friend_id: Uuid,
    (meter, amount): (Meter, i64),
    now: Timestamp,
) -> StoreResult<()> {
    let grant = Grant {
        meter,
        amount,
        source: SOURCE,
        reference: friend_id.to_string(),
        ends_at: Some(now.plus(QUERIES_DAYS * DAY)),
        detail: "invitation".to_owned(),
    };
    services.ledger.grant(tx, to.workspace_id, &grant).await.map(|_| ())
}

async fn give_plan(
    services: &Services,
    tx: &mut Tx,
    to: &User,
    reference: String,
    end: impl Fn(Timestamp) -> Timestamp,
) -> StoreResult<()> {
    let now = services.clock.now();
    // A period that begins at this moment has it put off after this, or it is seen here.
    services.identity.lock_workspace(tx, to.workspace_id).await?;
    let last_end = services.entitlements.last_end(tx, to.workspace_id).await?;
    let starts_at = rules::begins_at(last_end, now);
    let grant = PlanGrant {
        workspace_id: to.workspace_id,
        plan: PLAN.to_owned(),
        source: SOURCE.to_owned(),
        reference,
        starts_at,
        ends_at: Some(end(starts_at)),
    };
    services.entitlements.grant_plan(tx, &grant, now).await.map(|_| ())
}
