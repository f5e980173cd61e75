use std::time::Duration;

use ::store::{StoreResult, Tx};
use area::{Services, Upkeep};
use async_trait::async_trait;
use identity::{Eraser, Person, TeamRole};
use kernel::{DAY, Fallible, Timestamp, Uuid, WorkspaceId};

use crate::avatar::DeleteAvatar;
use crate::hints::tell_members;
use crate::mail_texts::{self, DeletionFacts};
use crate::rules::{self, LOCKED_DAYS, WARNING_DAYS};
use crate::store;
use crate::teams::standing;

/// Number of teams per read.
const PER_READ: i64 = 200;

/// Deletes expired teams with all their content, and warns the admins of those about to expire.
pub(crate) const DISBAND: Upkeep = Upkeep {
    name: "teams.disband",
    every: Duration::from_secs(600),
    run: |services: Services| Box::pin(async move { disband_due(&services).await }),
};

async fn disband_due(services: &Services) -> Fallible<()> {
    let before = services.clock.now().plus((WARNING_DAYS - LOCKED_DAYS) * DAY);
    let mut after = WorkspaceId(Uuid::nil());
    loop {
        let mut conn = services.db.read().await?;
        let teams = store::list_old(&mut conn, before, after, PER_READ).await?;
        drop(conn);
        let Some(last) = teams.last() else { return Ok(()) };
        after = *last;
        for id in teams {
            warn_or_disband(services, id).await?;
        }
    }
}

async fn warn_or_disband(services: &Services, id: WorkspaceId) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    services.identity.lock_workspace(&mut tx, id).await?;
    let (Some(row), Some((_, closing_at))) =
        (store::find_team(&mut tx, id).await?, store::find_workspace(&mut tx, id).await?)
    else {
        return Ok(());
    };
    let (state, disband_at) = standing(services, &mut tx, &row, closing_at).await?;
    let Some(at) = disband_at else { return Ok(()) };
    if rules::is_to_warn(state, at, now) && store::note_warning(&mut tx, id, at).await? {
        warn_admins(services, &mut tx, id, at).await?;
        return Ok(tx.commit().await?);
    }
    if at > now {
        return Ok(());
    }
    delete(services, &mut tx, id).await?;
    Ok(tx.commit().await?)
}

/// Writes to a team's admins that it is deleted at `at`, in the caller's transaction.
async fn warn_admins(
    services: &Services,
    tx: &mut Tx,
    id: WorkspaceId,
    at: Timestamp,
) -> StoreResult<()> {
    let Some((name, _)) = store::find_workspace(tx, id).await? else { return Ok(()) };
    let page = services.page("/team/billing");
    let facts = DeletionFacts { team: &name, date: at, page: page.as_str() };
    for admin in services.identity.list_admins(tx, id).await? {
        let locale = admin.settings.locale.as_deref();
        let message = mail_texts::message(&admin.email, &facts, locale);
        services.mail.enqueue(tx, &message).await?;
    }
    Ok(())
}

/// Deletes a team with all that is in it, in the caller's transaction.
async fn delete(services: &Services, tx: &mut Tx, id: WorkspaceId) -> StoreResult<()> {
    tell_members(services, tx, id).await?;
    if let Some(avatar_id) = store::find_team(tx, id).await?.and_then(|row| row.avatar_id) {
        let job = DeleteAvatar { workspace_id: id, avatar_id };
        services.queue.enqueue(tx, &job).await?;
    }
    let held = services.ledger.forget(tx, id).await?;
    services.entitlements.forget(tx, id).await?;
    services.identity.delete_team(tx, id).await?;
    services.ledger.free_costs(tx, held).await
}

/// Handles the teams of a deleted account: if it was the only admin, the longest member becomes one; a team without
/// other members is deleted.
pub(crate) struct Successors {
    services: Services,
}

impl Successors {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

#[async_trait]
impl Eraser for Successors {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        let identity = &self.services.identity;
        for team in identity.list_teams(tx, person.user_id).await? {
            let id = team.workspace_id;
            identity.lock_workspace(tx, id).await?;
            let mut others = identity.list_members(tx, id).await?;
            others.retain(|member| member.is_confirmed && member.user_id != person.user_id);
            if !team.is_confirmed || others.iter().any(|it| it.role == TeamRole::Admin) {
                continue;
            }
            match others.first() {
                Some(heir) => {
                    identity.set_team_role(tx, id, heir.user_id, TeamRole::Admin).await?;
                    tell_members(&self.services, tx, id).await?;
                }
                None => delete(&self.services, tx, id).await?,
            }
        }
        Ok(())
    }
}
