//! Actions on teams: create, read, rename, disband, and switch to.

use ::store::{Conn, Tx};
use area::Services;
use audit::{Event, Kind};
use entitlements::Seats;
use identity::{EndReason, MemberTeam, SignedIn, TEAM_ADMIN_ONLY, TeamRole};
use kernel::{DAY, Fallible, Timestamp, Uuid, WorkspaceId};

use crate::avatar;
use crate::hints::{tell, tell_members};
use crate::problems::{NOT_DISBANDING, NOT_FOUND, TOO_MANY, WORKSPACE_NOT_FOUND};
use crate::rules::{self, DISBAND_DAYS, Facts, INVITATION_DAYS, TEAMS_MAX, TeamState};
use crate::store::{self, TeamRow};
use crate::wire::{NewTeam, Team, TeamEntry, TeamList};

/// Returns the caller's teams, and those that they asked to join.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<TeamList> {
    let mut conn = services.db.read().await?;
    let teams = services.identity.list_teams(&mut conn, caller.user_id).await?;
    let mut items = Vec::with_capacity(teams.len());
    for team in teams {
        let Some(row) = store::find_team(&mut conn, team.workspace_id).await? else { continue };
        items.push(entry(services, &mut conn, team, &row).await?);
    }
    Ok(TeamList { items })
}

async fn entry(
    services: &Services,
    conn: &mut Conn,
    team: MemberTeam,
    row: &TeamRow,
) -> Fallible<TeamEntry> {
    let (state, disband_at) = standing(services, conn, row, team.closing_at).await?;
    Ok(TeamEntry {
        id: team.workspace_id,
        name: team.name,
        role: team.role,
        waiting: !team.is_confirmed,
        state,
        disband_at: disband_at.filter(|_| team.is_confirmed),
        // A person who only asked to join sees nothing of it but its name.
        avatar: row.avatar_id.filter(|_| team.is_confirmed).map(|id| avatar::path(row, id)),
    })
}

/// Returns the state of a team, and the time at which it is deleted.
pub(crate) async fn standing(
    services: &Services,
    conn: &mut Conn,
    row: &TeamRow,
    closing_at: Option<Timestamp>,
) -> Fallible<(TeamState, Option<Timestamp>)> {
    let now = services.clock.now();
    let id = row.workspace_id;
    let plan = services.entitlements.plan_of(conn, id, now).await?;
    let facts = Facts {
        is_charged: services.payments.settings().enabled,
        has_plan: !plan.is_locked(),
        plan_end: services.entitlements.last_end(conn, id).await?,
        created_at: row.created_at,
        closing_at,
    };
    Ok(rules::standing(&facts))
}

/// Creates a team, with the caller as its admin.
///
/// Problems: `teams.name_empty`, `teams.name_too_long`, [`TOO_MANY`].
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: &NewTeam,
) -> Fallible<Team> {
    let name = rules::name(&new.name)?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let teams = services.identity.list_teams(&mut tx, caller.user_id).await?;
    if teams.iter().filter(|team| team.role == TeamRole::Admin).count() >= TEAMS_MAX {
        return Err(TOO_MANY.into());
    }
    let id = WorkspaceId::new(now);
    services.identity.create_team(&mut tx, id, caller.user_id, &name).await?;
    services.entitlements.set_seats(&mut tx, id, Seats { all: 0, open: 0 }, now).await?;
    let row = TeamRow {
        workspace_id: id,
        created_at: now,
        avatar_id: None,
        invite_code: new_code(),
        invite_open: false,
        invite_expires_at: rules::invitation_end(now, INVITATION_DAYS)?,
    };
    store::add_team(&mut tx, &row).await?;
    let made = Event::new(Kind::TeamMade, caller.actor()).in_workspace(id);
    services.audit.record(&mut tx, made).await?;
    tell(services, &mut tx, caller.user_id);
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, workspace.id = %id, "team made");
    get(services, caller, id).await
}

/// Returns a code that nobody can guess.
pub(crate) fn new_code() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Returns a team of the caller's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get(services: &Services, caller: &SignedIn, id: WorkspaceId) -> Fallible<Team> {
    let mut conn = services.db.read().await?;
    let (team, row) = own_team(services, &mut conn, caller, id).await?;
    let members = services.identity.list_members(&mut conn, id).await?;
    let waiting = members.iter().filter(|member| !member.is_confirmed).count() as i64;
    let confirmed = members.len() as i64 - waiting;
    let seats = seats_of(services, &mut conn, id).await?;
    Ok(Team {
        created_at: row.created_at,
        members: confirmed,
        waiting_members: if team.role == TeamRole::Admin { waiting } else { 0 },
        seats: seats.map(|seats| seats.all),
        free_seats: seats.map(|seats| (seats.open - confirmed).max(0)),
        entry: entry(services, &mut conn, team, &row).await?,
    })
}

/// Returns the seats of a team; `None`: unlimited.
pub(crate) async fn seats_of(
    services: &Services,
    conn: &mut Conn,
    id: WorkspaceId,
) -> Fallible<Option<Seats>> {
    if !services.payments.settings().enabled {
        return Ok(None);
    }
    let seats = services.entitlements.seats_of(conn, id).await?;
    Ok(Some(seats.unwrap_or(Seats { all: 0, open: 0 })))
}

/// Returns a team that the caller is a confirmed member of.
///
/// Problems: [`NOT_FOUND`], also for people who only asked to join.
pub(crate) async fn own_team(
    services: &Services,
    conn: &mut Conn,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<(MemberTeam, TeamRow)> {
    let team = services.identity.find_team(conn, id, caller.user_id).await?;
    let team = team.filter(|team| team.is_confirmed).ok_or(NOT_FOUND)?;
    let row = store::find_team(conn, id).await?.ok_or(NOT_FOUND)?;
    Ok((team, row))
}

/// Returns a team that the caller is an admin of, with its membership locked until the transaction ends.
///
/// Problems: [`NOT_FOUND`], [`TEAM_ADMIN_ONLY`].
pub(crate) async fn managed_team(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<(MemberTeam, TeamRow)> {
    services.identity.lock_workspace(tx, id).await?;
    let (team, row) = own_team(services, tx, caller, id).await?;
    match team.role {
        TeamRole::Admin => Ok((team, row)),
        TeamRole::Member => Err(TEAM_ADMIN_ONLY.into()),
    }
}

/// Renames a team.
///
/// Problems: those of [`managed_team`] and of a name.
pub(crate) async fn rename(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    name: &str,
) -> Fallible<Team> {
    let name = rules::name(name)?;
    let mut tx = services.db.begin().await?;
    managed_team(services, &mut tx, caller, id).await?;
    services.identity.rename_team(&mut tx, id, &name).await?;
    tell_members(services, &mut tx, id).await?;
    tx.commit().await?;
    get(services, caller, id).await
}

/// Disbands a team: everybody leaves it at once, and in 7 days it is deleted with all its content. Until then its admin
/// can undo it.
///
/// Problems: those of [`managed_team`].
pub(crate) async fn disband(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<Team> {
    let mut tx = services.db.begin().await?;
    let (team, _) = managed_team(services, &mut tx, caller, id).await?;
    if team.closing_at.is_none() {
        let closing_at = services.clock.now().plus(DISBAND_DAYS * DAY);
        services.identity.set_closing(&mut tx, id, Some(closing_at)).await?;
        let disbanded = Event::new(Kind::TeamDisbanded, caller.actor()).in_workspace(id);
        services.audit.record(&mut tx, disbanded).await?;
        services.identity.leave_for_own(&mut tx, id, caller.user_id).await?;
        services.identity.end_team_sessions(&mut tx, id, EndReason::TeamDisbanded).await?;
        tell_members(services, &mut tx, id).await?;
    }
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, workspace.id = %id, "team disbanded");
    get(services, caller, id).await
}

/// Keeps a team that is being disbanded.
///
/// Problems: those of [`managed_team`], [`NOT_DISBANDING`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<Team> {
    let mut tx = services.db.begin().await?;
    let (team, _) = managed_team(services, &mut tx, caller, id).await?;
    if team.closing_at.is_none() {
        return Err(NOT_DISBANDING.into());
    }
    services.identity.set_closing(&mut tx, id, None).await?;
    let kept = Event::new(Kind::TeamKept, caller.actor()).in_workspace(id);
    services.audit.record(&mut tx, kept).await?;
    tell_members(services, &mut tx, id).await?;
    tx.commit().await?;
    get(services, caller, id).await
}

/// Switches the caller's device to another workspace.
///
/// Problems: [`WORKSPACE_NOT_FOUND`], also for a person who only asked to join.
pub(crate) async fn switch(
    services: &Services,
    caller: &SignedIn,
    team_id: Option<WorkspaceId>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let workspace_id = match team_id {
        Some(id) => id,
        None => {
            let user = services.identity.find_user(&mut tx, caller.user_id).await?;
            user.ok_or(WORKSPACE_NOT_FOUND)?.workspace_id
        }
    };
    let (user_id, session_id) = (caller.user_id, caller.session_id);
    let identity = &services.identity;
    if !identity.switch_session(&mut tx, user_id, session_id, workspace_id).await? {
        return Err(WORKSPACE_NOT_FOUND.into());
    }
    Ok(tx.commit().await?)
}
