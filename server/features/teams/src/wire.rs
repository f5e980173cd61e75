//! Wire types of teams.

use entitlements::Meter;
use identity::TeamRole;
use kernel::{Timestamp, UserId, WorkspaceId};
use ledger::CappedUse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::TeamState;

/// A team that the caller is in, or asked to be in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamEntry {
    pub id: WorkspaceId,
    pub name: String,
    pub role: TeamRole,
    /// True: the caller asked to join, and an admin has not yet said yes.
    pub waiting: bool,
    pub state: TeamState,
    /// Time at which it is deleted with all its content; null: it stays.
    pub disband_at: Option<Timestamp>,
    /// Path of its image; null: it has none.
    pub avatar: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamList {
    pub items: Vec<TeamEntry>,
}

/// A team, for its members.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Team {
    #[serde(flatten)]
    pub entry: TeamEntry,
    pub created_at: Timestamp,
    /// Number of members.
    pub members: i64,
    /// Number of people who wait to join.
    pub waiting_members: i64,
    /// Number of seats; null: unlimited.
    pub seats: Option<i64>,
    /// Number of members who can still join; null: unlimited.
    pub free_seats: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTeam {
    pub name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeamChange {
    pub name: String,
}

/// The workspace to switch this device to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkspaceChoice {
    /// A team's id; null: the caller's own.
    pub team_id: Option<WorkspaceId>,
}

/// A member of a team, or a person who asked to join.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMember {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub role: TeamRole,
    /// True: they asked to join, and may do nothing yet.
    pub waiting: bool,
    pub since: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMemberList {
    pub items: Vec<TeamMember>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberChange {
    pub role: TeamRole,
}

/// The link that people ask to join by.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamInvitation {
    pub url: String,
    pub open: bool,
    /// The first moment at which it is no longer valid.
    pub expires_at: Timestamp,
    /// True if it can be used now.
    pub valid: bool,
}

/// Changes to an invitation; absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InvitationChange {
    #[serde(default)]
    pub open: Option<bool>,
    /// Number of days for which it is valid from now on.
    #[serde(default)]
    pub days: Option<u16>,
}

/// The preview of an invitation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InvitationPreview {
    pub team_id: WorkspaceId,
    pub team: String,
    pub expires_at: Timestamp,
    /// The caller's relation to it: none yet, waiting, or a member.
    pub standing: InvitedStanding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InvitedStanding {
    None,
    Waiting,
    Member,
}

/// A team's usage in this calendar month (UTC).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamUsage {
    pub since: Timestamp,
    /// All of the team together.
    pub team: Vec<MeterUse>,
    /// Each member; for members who are not admins, only the caller.
    pub members: Vec<MemberUsage>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberUsage {
    pub id: UserId,
    pub name: String,
    pub meters: Vec<MeterUse>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MeterUse {
    pub meter: Meter,
    pub used: i64,
    /// Maximum use per month; null: no limit of its own.
    pub cap: Option<i64>,
}

impl From<CappedUse> for MeterUse {
    fn from(CappedUse { meter, used, cap }: CappedUse) -> Self {
        Self { meter, used, cap }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCap {
    pub meter: Meter,
    /// Maximum use per calendar month (UTC); null: no limit.
    pub amount: Option<i64>,
}
