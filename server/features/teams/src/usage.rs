//! Monthly usage and caps of a team and its members.

use area::Services;
use entitlements::AMOUNT_MAX;
use identity::{SignedIn, TeamRole};
use kernel::{Fallible, UserId, WorkspaceId};
use ledger::use_under_caps;

use crate::problems::{CAP_OUT_OF_RANGE, MEMBER_NOT_FOUND};
use crate::teams::{managed_team, own_team};
use crate::wire::{MemberUsage, MeterUse, NewCap, TeamUsage};

/// Returns a team's usage this month. Members who are not admins see the sums and themselves.
///
/// Problems: `teams.not_found`.
pub(crate) async fn read(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<TeamUsage> {
    let mut conn = services.db.read().await?;
    let (team, _) = own_team(services, &mut conn, caller, id).await?;
    let (since, used) = services.ledger.member_use(&mut conn, id).await?;
    let caps = services.ledger.list_caps(&mut conn, id).await?;
    let members = services.identity.list_members(&mut conn, id).await?;
    let is_shown = |user_id: UserId| team.role == TeamRole::Admin || user_id == caller.user_id;
    let shown = members.into_iter().filter(|it| it.is_confirmed && is_shown(it.user_id));
    let of_one = |user_id| use_under_caps(user_id, &used, &caps).map(MeterUse::from).collect();
    let members = shown.map(|member| MemberUsage {
        id: member.user_id,
        name: member.name,
        meters: of_one(Some(member.user_id)),
    });
    Ok(TeamUsage { since, team: of_one(None), members: members.collect() })
}

/// Sets how much a member, or (`None`) all of the team, may use in a month.
///
/// Problems: those of [`managed_team`], [`MEMBER_NOT_FOUND`], [`CAP_OUT_OF_RANGE`].
pub(crate) async fn set_cap(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    member_id: Option<UserId>,
    new: &NewCap,
) -> Fallible<TeamUsage> {
    if new.amount.is_some_and(|amount| !(0..=AMOUNT_MAX).contains(&amount)) {
        return Err(CAP_OUT_OF_RANGE.with("max", AMOUNT_MAX).into());
    }
    let mut tx = services.db.begin().await?;
    managed_team(services, &mut tx, caller, id).await?;
    if let Some(member_id) = member_id {
        let member = services.identity.find_team(&mut tx, id, member_id).await?;
        member.filter(|it| it.is_confirmed).ok_or(MEMBER_NOT_FOUND)?;
    }
    services.ledger.set_cap(&mut tx, id, (member_id, new.meter), new.amount).await?;
    tx.commit().await?;
    read(services, caller, id).await
}
