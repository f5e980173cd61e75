//! A person's invitation code, and the people who used it.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, UserId, Uuid};

use crate::origins::Origin;
use crate::problems::{
    ALREADY_INVITED, INVITATION_UNKNOWN, NOTHING_REWARDED, OWN_INVITATION, TOO_LATE,
};
use crate::rules;
use crate::store::{self, FriendRow};

/// Maximum number of friends shown.
const SHOWN: i64 = 200;

/// A person's code, and the people it brought.
pub(crate) struct Invited {
    pub code: String,
    pub friends: Vec<(FriendRow, String)>,
}

/// Refuses if nothing is charged: then there is nothing to grant.
///
/// Problems: [`NOTHING_REWARDED`].
pub(crate) fn check_rewarded(services: &Services) -> Fallible<()> {
    if services.payments.settings().enabled { Ok(()) } else { Err(NOTHING_REWARDED.into()) }
}

/// Returns the caller's code, created on first use, and the people it brought.
///
/// Problems: [`NOTHING_REWARDED`].
pub(crate) async fn read(services: &Services, caller: &SignedIn) -> Fallible<Invited> {
    check_rewarded(services)?;
    let mut tx = services.db.begin().await?;
    let new = rules::code(Uuid::new_v4().as_bytes());
    let code = store::code_of(&mut tx, caller.user_id, &new, services.clock.now()).await?;
    let mut friends = Vec::new();
    for row in store::list_friends(&mut tx, caller.user_id, SHOWN).await? {
        let user = match row.user_id {
            Some(id) => services.identity.find_user(&mut tx, id).await?,
            None => None,
        };
        friends.push((row, user.map(|user| user.name).unwrap_or_default()));
    }
    tx.commit().await?;
    Ok(Invited { code, friends })
}

/// Returns the name of the person who invites by a code.
///
/// Problems: [`INVITATION_UNKNOWN`], [`NOTHING_REWARDED`].
pub(crate) async fn preview(services: &Services, code: &str) -> Fallible<String> {
    check_rewarded(services)?;
    let inviter_id = inviter(services, code).await?;
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, inviter_id).await?;
    let user = user.filter(|user| !user.suspended).ok_or(INVITATION_UNKNOWN)?;
    Ok(user.name)
}

async fn inviter(services: &Services, code: &str) -> Fallible<UserId> {
    if !rules::is_code(code) {
        return Err(INVITATION_UNKNOWN.into());
    }
    let mut conn = services.db.read().await?;
    Ok(store::find_inviter(&mut conn, code).await?.ok_or(INVITATION_UNKNOWN)?)
}

/// Records who invited the caller. Repeating it has no effect.
///
/// Problems: [`INVITATION_UNKNOWN`], [`OWN_INVITATION`], [`ALREADY_INVITED`], [`TOO_LATE`], [`NOTHING_REWARDED`].
pub(crate) async fn claim(services: &Services, caller: &SignedIn, code: &str) -> Fallible<()> {
    check_rewarded(services)?;
    let inviter_id = inviter(services, code).await?;
    if inviter_id == caller.user_id {
        return Err(OWN_INVITATION.into());
    }
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    // Both record who invited them: of two people who name each other at once, one is second.
    let mut both = [inviter_id, caller.user_id];
    both.sort_unstable();
    for id in both {
        services.identity.lock_user(&mut tx, id).await?;
    }
    if let Some(known) = store::find_invited(&mut tx, caller.user_id).await? {
        let is_same = known.inviter_id == inviter_id;
        return if is_same { Ok(()) } else { Err(ALREADY_INVITED.into()) };
    }
    let user = services.identity.find_user(&mut tx, caller.user_id).await?;
    let inviter = services.identity.find_user(&mut tx, inviter_id).await?;
    let (Some(user), Some(inviter)) = (user, inviter) else {
        return Err(INVITATION_UNKNOWN.into());
    };
    // An existing user was not invited by somebody who signed up later.
    if !rules::may_claim(user.created_at, now) || inviter.created_at > user.created_at {
        return Err(TOO_LATE.into());
    }
    let row = FriendRow {
        id: kernel::uuid_v7(now),
        inviter_id,
        user_id: Some(caller.user_id),
        registered_at: user.created_at,
        registration: "pending".to_owned(),
        subscription: "none".to_owned(),
    };
    let origin = Origin::of(services, &user.email, caller.ip);
    store::add_friend(&mut tx, &row, &origin, now).await?;
    Ok(tx.commit().await?)
}
