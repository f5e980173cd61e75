use std::sync::Arc;

use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::{Meter, Plan, PlanGrant, ROLE};
use identity::{Role, User, UserSearch};
use kernel::{Fallible, Payer, UserId};
use store::{Conn, Cursor, Page, Tx};

use crate::problems::{BAN_INVALID, LAST_OPERATOR, USER_NOT_FOUND};
use crate::rules;

/// Changes to a person; absent fields stay as they are.
#[derive(Debug, Clone, Default)]
pub struct UserChange {
    pub role: Option<Role>,
    pub suspended: Option<bool>,
    /// Reason of a suspension. The person is told.
    pub reason: String,
}

/// Changes a person's role, or suspends them. Returns the updated person.
///
/// The operator's plan is granted and revoked with the role. A suspended person is signed out everywhere, their keys stop
/// working, what runs for them ends, and what they shared or published is shown to nobody.
///
/// Problems: `admin.user_not_found`, `admin.last_operator`, `admin.ban_invalid` for a suspension without a reason.
pub async fn change_user(
    services: &Services,
    by: Actor,
    id: UserId,
    change: &UserChange,
) -> Fallible<User> {
    let reason = match change.suspended {
        Some(true) => {
            let said = rules::reason(&change.reason);
            Some(said.ok_or_else(|| BAN_INVALID.with("field", "reason"))?)
        }
        _ => None,
    };
    let mut tx = services.db.begin().await?;
    // Serialize such changes, or two operators could remove each other.
    services.identity.lock_first_account(&mut tx).await?;
    let user = services.identity.find_user(&mut tx, id).await?.ok_or(USER_NOT_FOUND)?;
    if let Some(role) = change.role.filter(|role| *role != user.role) {
        change_role(services, &mut tx, by, &user, role).await?;
    }
    if let Some(reason) = &reason {
        directory::suspend(services, &mut tx, by, id, reason).await?;
    } else if change.suspended == Some(false) && user.suspended {
        directory::readmit(services, &mut tx, by, id).await?;
    }
    if services.identity.count_operators(&mut tx).await? == 0 {
        return Err(LAST_OPERATOR.into());
    }
    let changed = services.identity.find_user(&mut tx, id).await?.ok_or(USER_NOT_FOUND)?;
    tx.commit().await?;
    if changed.suspended {
        directory::end_work(services, id).await?;
    }
    tracing::info!(user.id = %id, role = changed.role.as_str(), changed.suspended, "account changed");
    Ok(changed)
}

async fn change_role(
    services: &Services,
    tx: &mut Tx,
    by: Actor,
    user: &User,
    role: Role,
) -> Fallible<()> {
    let now = services.clock.now();
    services.identity.set_role(tx, user.id, role).await?;
    let changed = Event::new(Kind::RoleChanged, by).about(user.id).detail(role.as_str());
    services.audit.record(tx, changed).await?;
    match role {
        Role::Operator => {
            let grant = PlanGrant::operator(user.workspace_id, now);
            services.entitlements.grant_plan(tx, &grant, now).await?;
        }
        Role::Member => {
            services.entitlements.end_plans(tx, user.workspace_id, ROLE, now).await?;
        }
    }
    Ok(())
}

/// A person, and what they may use.
pub(crate) struct Standing {
    pub user: User,
    /// Plan of the person's own workspace.
    pub plan: Arc<Plan>,
    /// Advanced credits that are left there; `None`: without a limit.
    pub credits_left: Option<i64>,
}

/// Lists the people that match a search, newest first, each with what they may use.
pub(crate) async fn search(
    services: &Services,
    search: &UserSearch,
    cursor: Cursor,
    limit: usize,
) -> Fallible<Page<Standing>> {
    let mut conn = services.db.read().await?;
    let page = services.identity.search_users(&mut conn, search, cursor, limit).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for user in page.items {
        items.push(standing(services, &mut conn, user).await?);
    }
    Ok(Page { items, next: page.next })
}

/// Returns what a person may use in their own workspace.
pub(crate) async fn standing(
    services: &Services,
    conn: &mut Conn,
    user: User,
) -> Fallible<Standing> {
    let payer = Payer { workspace_id: user.workspace_id, user_id: user.id };
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(conn, user.workspace_id, now).await?;
    let usage = services.ledger.usage(conn, &payer).await?;
    let credits = usage.into_iter().find(|it| it.meter == Meter::AdvancedCredit);
    Ok(Standing { user, plan, credits_left: credits.map_or(Some(0), |it| it.left) })
}
