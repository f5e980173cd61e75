use area::Services;
use entitlements::{PlanGrant, ROLE};
use identity::{Role, User};
use kernel::{Fallible, UserId};
use store::Tx;

use crate::problems::{LAST_OPERATOR, USER_NOT_FOUND};

/// Changes what somebody is: their role, whether they are suspended. Returns them as they then are.
///
/// The operator's plan comes and goes with the role. Suspended, somebody is signed out everywhere and
/// their keys stop working. Problems: `admin.user_not_found`, `admin.last_operator`.
pub async fn change_user(
    services: &Services,
    id: UserId,
    role: Option<Role>,
    suspended: Option<bool>,
) -> Fallible<User> {
    let mut tx = services.db.begin().await?;
    // One such change at a time, or two operators could remove each other.
    services.identity.lock_first_account(&mut tx).await?;
    let user = services.identity.find_user(&mut tx, id).await?.ok_or(USER_NOT_FOUND)?;
    if let Some(role) = role.filter(|role| *role != user.role) {
        change_role(services, &mut tx, &user, role).await?;
    }
    if let Some(suspended) = suspended.filter(|suspended| *suspended != user.suspended) {
        services.identity.set_suspended(&mut tx, id, suspended).await?;
    }
    if services.identity.count_operators(&mut tx).await? == 0 {
        return Err(LAST_OPERATOR.into());
    }
    let changed = services.identity.find_user(&mut tx, id).await?.ok_or(USER_NOT_FOUND)?;
    tx.commit().await?;
    tracing::info!(user.id = %id, role = changed.role.as_str(), changed.suspended, "account changed");
    Ok(changed)
}

async fn change_role(services: &Services, tx: &mut Tx, user: &User, role: Role) -> Fallible<()> {
    let now = services.clock.now();
    services.identity.set_role(tx, user.id, role).await?;
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
