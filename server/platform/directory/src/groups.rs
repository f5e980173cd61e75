//! Gives people what their groups say, and takes back what they do not say any more.
//!
//! Only what a group gave is taken back: somebody who was made a server admin or a member by hand stays it.

use ::store::Tx;
use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::{PlanGrant, ROLE};
use identity::{NewMember, Role, TeamRole, User};
use kernel::{Fallible, UserId, WorkspaceId};

use crate::rules::{GroupRule, Target, stronger, wanted};
use crate::store::{self, Grant};

const CHANGED: &str = r#"{"event":"teams.changed"}"#;

/// Gives a person what their `groups` at `source` say, and takes back what these do not say any more. Other sources keep
/// what they gave. Call it after [`identity::Identity::lock_first_account`].
pub async fn apply_groups(
    services: &Services,
    tx: &mut Tx,
    rules: &[GroupRule],
    source: &str,
    user_id: UserId,
    groups: &[String],
) -> Fallible<()> {
    services.identity.lock_user(tx, user_id).await?;
    let Some(user) = services.identity.find_user(tx, user_id).await? else { return Ok(()) };
    let wanted = wanted(rules, source, groups);
    let before = store::list_grants(tx, user_id).await?;
    let (own, others): (Vec<_>, Vec<_>) =
        before.into_iter().partition(|grant| grant.source == source);
    for grant in own.iter().filter(|grant| !wanted.contains_key(&grant.target)) {
        let rest = others.iter().find(|other| other.target == grant.target);
        take_back(services, tx, &user, grant, rest).await?;
    }
    for (target, team_role) in wanted {
        let is_known = own.iter().chain(&others).any(|grant| grant.target == target);
        let of_others = others.iter().filter(|other| other.target == target);
        let role = of_others.fold(team_role, |role, other| stronger(role, other.team_role));
        let is_given = match target {
            Target::Operator => give_operator(services, tx, &user, is_known).await?,
            Target::Team(id) => give_team(services, tx, &user, id, role, is_known).await?,
        };
        if is_given {
            let grant = Grant { source: source.to_owned(), target, team_role };
            store::save_grant(tx, user_id, &grant, services.clock.now()).await?;
        }
    }
    Ok(())
}

/// Returns true if the group gives the role: not if the person has it by hand.
async fn give_operator(
    services: &Services,
    tx: &mut Tx,
    user: &User,
    is_known: bool,
) -> Fallible<bool> {
    if user.role == Role::Operator {
        return Ok(is_known);
    }
    let now = services.clock.now();
    services.identity.set_role(tx, user.id, Role::Operator).await?;
    let grant = PlanGrant::operator(user.workspace_id, now);
    services.entitlements.grant_plan(tx, &grant, now).await?;
    note_role(services, tx, user.id, Role::Operator).await?;
    Ok(true)
}

async fn note_role(services: &Services, tx: &mut Tx, user_id: UserId, role: Role) -> Fallible<()> {
    let changed = Event::new(Kind::RoleChanged, Actor::SYSTEM).about(user_id);
    services.audit.record(tx, changed.detail(role.as_str())).await?;
    tracing::info!(user.id = %user_id, role = role.as_str(), "role changed by a group");
    Ok(())
}

/// Returns true if the group gives the membership: not if the person has it by hand, or there is no such team or no seat.
async fn give_team(
    services: &Services,
    tx: &mut Tx,
    user: &User,
    id: WorkspaceId,
    role: TeamRole,
    is_known: bool,
) -> Fallible<bool> {
    let identity = &services.identity;
    identity.lock_workspace(tx, id).await?;
    if !store::is_open_team(tx, id).await? {
        tracing::warn!(team.id = %id, "accounts.groups names a team that there is not");
        return Ok(false);
    }
    let member = identity.find_team(tx, id, user.id).await?;
    match &member {
        Some(member) if member.is_confirmed => {
            if is_known && member.role != role {
                change_team_role(services, tx, id, user.id, role).await?;
            }
            return Ok(is_known);
        }
        _ if !has_seat(services, tx, id).await? => {
            tracing::warn!(team.id = %id, user.id = %user.id, "a group's team has no seat left");
            return Ok(false);
        }
        Some(_) => {
            identity.confirm_member(tx, id, user.id).await?;
            identity.set_team_role(tx, id, user.id, role).await?;
        }
        None => {
            let (workspace_id, user_id) = (id, user.id);
            let new = NewMember { workspace_id, user_id, role, is_confirmed: true };
            identity.add_member(tx, new).await?;
        }
    }
    let joined = Event::new(Kind::MemberApproved, Actor::SYSTEM).about(user.id).in_workspace(id);
    services.audit.record(tx, joined.detail("group")).await?;
    tell_members(services, tx, id).await?;
    Ok(true)
}

/// Changes a role; the last admin of a team stays one.
async fn change_team_role(
    services: &Services,
    tx: &mut Tx,
    id: WorkspaceId,
    user_id: UserId,
    role: TeamRole,
) -> Fallible<()> {
    if role == TeamRole::Member && other_admins(services, tx, id, user_id).await? == 0 {
        return Ok(());
    }
    services.identity.set_team_role(tx, id, user_id, role).await?;
    let changed = Event::new(Kind::MemberRoleChanged, Actor::SYSTEM).about(user_id);
    services.audit.record(tx, changed.in_workspace(id).detail(role.as_str())).await?;
    tell_members(services, tx, id).await
}

async fn other_admins(
    services: &Services,
    tx: &mut Tx,
    id: WorkspaceId,
    user_id: UserId,
) -> Fallible<usize> {
    let admins = services.identity.list_admins(tx, id).await?;
    Ok(admins.iter().filter(|admin| admin.id != user_id).count())
}

async fn has_seat(services: &Services, tx: &mut Tx, id: WorkspaceId) -> Fallible<bool> {
    if !services.payments.settings().enabled {
        return Ok(true);
    }
    let open = services.entitlements.seats_of(tx, id).await?.map_or(0, |seats| seats.open);
    Ok(services.identity.count_members(tx, id).await? < open)
}

/// Takes back what a group gave. `rest`: what another source gives of the same.
async fn take_back(
    services: &Services,
    tx: &mut Tx,
    user: &User,
    grant: &Grant,
    rest: Option<&Grant>,
) -> Fallible<()> {
    match (grant.target, rest) {
        (Target::Operator, None) if !take_operator(services, tx, user).await? => return Ok(()),
        (Target::Team(id), None) => leave_team(services, tx, user.id, id).await?,
        (Target::Team(id), Some(rest)) if rest.team_role != grant.team_role => {
            change_team_role(services, tx, id, user.id, rest.team_role).await?;
        }
        _ => {}
    }
    Ok(store::delete_grant(tx, user.id, &grant.source, grant.target).await?)
}

/// Takes the role back; `false`: nobody else has it, and somebody must.
async fn take_operator(services: &Services, tx: &mut Tx, user: &User) -> Fallible<bool> {
    if user.role != Role::Operator {
        return Ok(true);
    }
    if !user.suspended && services.identity.count_operators(tx).await? <= 1 {
        tracing::warn!(user.id = %user.id, "the last server admin stays it, although no group says so");
        return Ok(false);
    }
    let now = services.clock.now();
    services.identity.set_role(tx, user.id, Role::Member).await?;
    services.entitlements.end_plans(tx, user.workspace_id, ROLE, now).await?;
    note_role(services, tx, user.id, Role::Member).await?;
    Ok(true)
}

/// Removes somebody from a team. If they were its only admin, who is in it for longest becomes one.
async fn leave_team(
    services: &Services,
    tx: &mut Tx,
    user_id: UserId,
    id: WorkspaceId,
) -> Fallible<()> {
    let identity = &services.identity;
    identity.lock_workspace(tx, id).await?;
    tell_members(services, tx, id).await?;
    if !identity.remove_member(tx, id, user_id).await? {
        return Ok(());
    }
    let left = identity.list_members(tx, id).await?;
    let mut left = left.iter().filter(|member| member.is_confirmed);
    if !left.clone().any(|member| member.role == TeamRole::Admin)
        && let Some(heir) = left.next()
    {
        identity.set_team_role(tx, id, heir.user_id, TeamRole::Admin).await?;
    }
    let removed = Event::new(Kind::MemberRemoved, Actor::SYSTEM).about(user_id).in_workspace(id);
    services.audit.record(tx, removed.detail("group")).await?;
    Ok(())
}

async fn tell_members(services: &Services, tx: &mut Tx, id: WorkspaceId) -> Fallible<()> {
    for member in services.identity.list_members(tx, id).await? {
        let bus = services.bus.clone();
        tx.after_commit(move || {
            bus.notify_user(member.user_id, CHANGED);
        });
    }
    Ok(())
}
