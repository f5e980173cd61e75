//! The invitation link of a team (spec §4): open, closed, reset, with an expiry. People who follow it wait until an
//! admin accepts them.

use ::store::Conn;
use area::Services;
use audit::{Event, Kind};
use identity::{NewMember, SignedIn, TeamRole};
use kernel::{Fallible, WorkspaceId};

use crate::hints::tell_members;
use crate::problems::{ALREADY_MEMBER, INVITATION_INVALID, TOO_MANY_REQUESTS};
use crate::rules::{self, INVITATION_DAYS, WAITING_MAX};
use crate::store::{self, TeamRow};
use crate::teams::{managed_team, new_code, standing};
use crate::wire::{InvitationChange, InvitationPreview, InvitedStanding, TeamInvitation};

/// Returns a team's invitation, for its admins.
///
/// Problems: those of [`managed_team`].
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<TeamInvitation> {
    let mut tx = services.db.begin().await?;
    let (_, row) = managed_team(services, &mut tx, caller, id).await?;
    tx.commit().await?;
    Ok(shown(services, &row))
}

fn shown(services: &Services, row: &TeamRow) -> TeamInvitation {
    let mut url = services.page("/team/invitation");
    url.query_pairs_mut().append_pair("c", &row.invite_code);
    TeamInvitation {
        url: url.into(),
        open: row.invite_open,
        expires_at: row.invite_expires_at,
        valid: row.invite_open && services.clock.now() < row.invite_expires_at,
    }
}

/// Opens or closes a team's invitation, or changes how long it is valid.
///
/// Problems: those of [`managed_team`], `teams.expiry_out_of_range`.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    change: &InvitationChange,
) -> Fallible<TeamInvitation> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let (_, mut row) = managed_team(services, &mut tx, caller, id).await?;
    row.invite_open = change.open.unwrap_or(row.invite_open);
    if let Some(days) = change.days {
        row.invite_expires_at = rules::invitation_end(now, days)?;
    } else if change.open == Some(true) && row.invite_expires_at <= now {
        // Opening an expired one makes it valid again.
        row.invite_expires_at = rules::invitation_end(now, INVITATION_DAYS)?;
    }
    store::set_invitation(&mut tx, &row).await?;
    let state = if row.invite_open { "open" } else { "closed" };
    let changed =
        Event::new(Kind::InvitationChanged, caller.actor()).in_workspace(id).detail(state);
    services.audit.record(&mut tx, changed).await?;
    tx.commit().await?;
    Ok(shown(services, &row))
}

/// Creates a new link; the old one stops working.
///
/// Problems: those of [`managed_team`].
pub(crate) async fn reset(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<TeamInvitation> {
    let mut tx = services.db.begin().await?;
    let (_, row) = managed_team(services, &mut tx, caller, id).await?;
    let invite_expires_at = rules::invitation_end(services.clock.now(), INVITATION_DAYS)?;
    let row = TeamRow { invite_code: new_code(), invite_open: true, invite_expires_at, ..row };
    store::set_invitation(&mut tx, &row).await?;
    let changed =
        Event::new(Kind::InvitationChanged, caller.actor()).in_workspace(id).detail("reset");
    services.audit.record(&mut tx, changed).await?;
    tx.commit().await?;
    Ok(shown(services, &row))
}

/// Returns the preview of an invitation for somebody who follows it.
///
/// Problems: [`INVITATION_INVALID`].
pub(crate) async fn preview(
    services: &Services,
    caller: &SignedIn,
    code: &str,
) -> Fallible<InvitationPreview> {
    let mut conn = services.db.read().await?;
    let (row, team) = valid(services, &mut conn, code).await?;
    let known = services.identity.find_team(&mut conn, row.workspace_id, caller.user_id).await?;
    let standing = match known {
        None => InvitedStanding::None,
        Some(team) if team.is_confirmed => InvitedStanding::Member,
        Some(_) => InvitedStanding::Waiting,
    };
    let (team_id, expires_at) = (row.workspace_id, row.invite_expires_at);
    Ok(InvitationPreview { team_id, team, expires_at, standing })
}

/// Asks to join the team of an invitation. Repeating it is the same request.
///
/// Problems: [`INVITATION_INVALID`], [`ALREADY_MEMBER`], [`TOO_MANY_REQUESTS`].
pub(crate) async fn join(
    services: &Services,
    caller: &SignedIn,
    code: &str,
) -> Fallible<InvitationPreview> {
    let identity = &services.identity;
    let mut tx = services.db.begin().await?;
    let found = store::find_team_by_code(&mut tx, code).await?.ok_or(INVITATION_INVALID)?;
    let id = found.workspace_id;
    identity.lock_workspace(&mut tx, id).await?;
    // Read again: it may have been reset before it was locked.
    let (row, team) = valid(services, &mut tx, code).await?;
    let new = NewMember {
        workspace_id: id,
        user_id: caller.user_id,
        role: TeamRole::Member,
        is_confirmed: false,
    };
    let members = identity.list_members(&mut tx, id).await?;
    match members.iter().find(|member| member.user_id == caller.user_id) {
        Some(member) if member.is_confirmed => return Err(ALREADY_MEMBER.into()),
        Some(_) => {}
        None => {
            let waiting = members.iter().filter(|member| !member.is_confirmed).count();
            if waiting >= WAITING_MAX {
                return Err(TOO_MANY_REQUESTS.into());
            }
            identity.add_member(&mut tx, new).await?;
            let asked = Event::new(Kind::MemberAsked, caller.actor()).in_workspace(id);
            services.audit.record(&mut tx, asked).await?;
            tell_members(services, &mut tx, id).await?;
        }
    }
    tx.commit().await?;
    let standing = InvitedStanding::Waiting;
    Ok(InvitationPreview { team_id: id, team, expires_at: row.invite_expires_at, standing })
}

async fn valid(services: &Services, conn: &mut Conn, code: &str) -> Fallible<(TeamRow, String)> {
    let row = store::find_team_by_code(conn, code).await?.ok_or(INVITATION_INVALID)?;
    let found = store::find_workspace(conn, row.workspace_id).await?;
    let (name, closing_at) = found.ok_or(INVITATION_INVALID)?;
    let (state, _) = standing(services, conn, &row, closing_at).await?;
    let now = services.clock.now();
    rules::check_invitation(now, row.invite_open, row.invite_expires_at, state)?;
    Ok((row, name))
}
