//! Members of a team: accepting, promoting, removing and leaving.

use ::store::Tx;
use area::Services;
use audit::{Event, Kind};
use entitlements::TEAM_LOCKED;
use identity::{Member, SignedIn, TeamRole};
use kernel::{Fallible, UserId, WorkspaceId};

use crate::hints::{tell, tell_members};
use crate::problems::{LAST_ADMIN, MEMBER_NOT_FOUND, NO_SEAT, NOT_FOUND};
use crate::rules::TeamState;
use crate::teams::{managed_team, own_team, seats_of, standing};
use crate::wire::{TeamMember, TeamMemberList};

/// Lists a team's members; for its admins also the people who wait to join.
///
/// Problems: `teams.not_found`.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<TeamMemberList> {
    let mut conn = services.db.read().await?;
    let (team, _) = own_team(services, &mut conn, caller, id).await?;
    let members = services.identity.list_members(&mut conn, id).await?;
    let is_shown = |member: &Member| member.is_confirmed || team.role == TeamRole::Admin;
    let items = members.into_iter().filter(is_shown).map(TeamMember::from).collect();
    Ok(TeamMemberList { items })
}

impl From<Member> for TeamMember {
    fn from(member: Member) -> Self {
        Self {
            id: member.user_id,
            name: member.name,
            email: member.email,
            role: member.role,
            waiting: !member.is_confirmed,
            since: member.created_at,
        }
    }
}

/// Accepts a person who asked to join (spec §6).
///
/// Problems: those of [`managed_team`], [`TEAM_LOCKED`], [`NO_SEAT`], [`MEMBER_NOT_FOUND`].
pub(crate) async fn approve(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    member_id: UserId,
) -> Fallible<TeamMemberList> {
    let mut tx = services.db.begin().await?;
    let (team, row) = managed_team(services, &mut tx, caller, id).await?;
    let (state, _) = standing(services, &mut tx, &row, team.closing_at).await?;
    if state == TeamState::Locked || state == TeamState::Disbanding {
        return Err(TEAM_LOCKED.into());
    }
    let members = services.identity.count_members(&mut tx, id).await?;
    let seats = seats_of(services, &mut tx, id).await?;
    if seats.is_some_and(|seats| members >= seats.open) {
        return Err(NO_SEAT.into());
    }
    if !services.identity.confirm_member(&mut tx, id, member_id).await? {
        return Err(MEMBER_NOT_FOUND.into());
    }
    let approved = Event::new(Kind::MemberApproved, caller.actor()).about(member_id);
    services.audit.record(&mut tx, approved.in_workspace(id)).await?;
    tell_members(services, &mut tx, id).await?;
    tx.commit().await?;
    list(services, caller, id).await
}

/// Makes a member an admin, or an admin a member.
///
/// Problems: those of [`managed_team`], [`MEMBER_NOT_FOUND`], [`LAST_ADMIN`].
pub(crate) async fn set_role(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    member_id: UserId,
    role: TeamRole,
) -> Fallible<TeamMemberList> {
    let mut tx = services.db.begin().await?;
    managed_team(services, &mut tx, caller, id).await?;
    if role == TeamRole::Member {
        check_admin_stays(services, &mut tx, id, member_id).await?;
    }
    if !services.identity.set_team_role(&mut tx, id, member_id, role).await? {
        return Err(MEMBER_NOT_FOUND.into());
    }
    let changed = Event::new(Kind::MemberRoleChanged, caller.actor()).about(member_id);
    let changed = changed.in_workspace(id).detail(role.as_str());
    services.audit.record(&mut tx, changed).await?;
    tell_members(services, &mut tx, id).await?;
    tx.commit().await?;
    list(services, caller, id).await
}

/// Removes a person from a team; for the caller: leaves it, or withdraws their request to join.
///
/// Problems: `teams.not_found`, `identity.team_admin_only`, [`MEMBER_NOT_FOUND`], [`LAST_ADMIN`].
pub(crate) async fn remove(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    member_id: UserId,
) -> Fallible<()> {
    let identity = &services.identity;
    let mut tx = services.db.begin().await?;
    if member_id == caller.user_id {
        identity.lock_workspace(&mut tx, id).await?;
        identity.find_team(&mut tx, id, caller.user_id).await?.ok_or(NOT_FOUND)?;
        check_admin_stays(services, &mut tx, id, member_id).await?;
        // A person who leaves voluntarily is not signed out.
        identity.leave_for_own(&mut tx, id, member_id).await?;
    } else {
        managed_team(services, &mut tx, caller, id).await?;
    }
    tell_members(services, &mut tx, id).await?;
    if !identity.remove_member(&mut tx, id, member_id).await? {
        return Err(MEMBER_NOT_FOUND.into());
    }
    let removed = Event::new(Kind::MemberRemoved, caller.actor()).about(member_id).in_workspace(id);
    services.audit.record(&mut tx, removed).await?;
    tell(services, &mut tx, member_id);
    tx.commit().await?;
    tracing::info!(user.id = %member_id, workspace.id = %id, by = %caller.user_id, "left a team");
    Ok(())
}

/// Checks that a team keeps an admin. The workspace must be locked.
async fn check_admin_stays(
    services: &Services,
    tx: &mut Tx,
    id: WorkspaceId,
    leaving: UserId,
) -> Fallible<()> {
    let members = services.identity.list_members(tx, id).await?;
    let mut admins =
        members.iter().filter(|member| member.is_confirmed && member.role == TeamRole::Admin);
    let is_admin = admins.clone().any(|member| member.user_id == leaving);
    let has_another = admins.any(|member| member.user_id != leaving);
    if is_admin && !has_another { Err(LAST_ADMIN.into()) } else { Ok(()) }
}
