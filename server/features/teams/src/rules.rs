//! Rules for teams: their settings, and when they are locked and disbanded. Decisions without I/O.

use kernel::{DAY, Problem, Timestamp, collapse_whitespace};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problems::{EXPIRY_OUT_OF_RANGE, INVITATION_INVALID, NAME_EMPTY, NAME_TOO_LONG};

kernel::limits! { "teams";
    /// Longest name of a team.
    NAME_MAX_CHARS: usize = 80, "characters", "ours (decision 0821)";
    /// Teams that one person may be the admin of.
    TEAMS_MAX: usize = 20, "teams", "ours (decision 0821)";
    /// Number of days for which the data of an unpaid team is kept before it is disbanded.
    LOCKED_DAYS: i64 = 30, "days", "ours (decision 0821), after spec §4";
    /// Number of days before a locked team is deleted at which its admins are warned.
    WARNING_DAYS: i64 = 7, "days", "ours (decision 0821)";
    /// Number of days in which disbanding can be undone.
    DISBAND_DAYS: i64 = 7, "days", "ours (decision 0821)";
    /// Default validity of an invitation link.
    INVITATION_DAYS: u16 = 7, "days", "ours (decision 0823)";
    /// Longest that an invitation link may be valid.
    INVITATION_MAX_DAYS: u16 = 90, "days", "ours (decision 0823)";
    /// Maximum number of people who may wait to join a team.
    WAITING_MAX: usize = 500, "people", "ours (decision 0823)";
    /// Largest picture of a team.
    AVATAR_MAX_BYTES: usize = 800_000, "bytes", "spec §5, §9";
    /// Side of a team's stored image.
    AVATAR_SIDE_PIXELS: u32 = 512, "pixels", "spec §9 (avatar crop)";
    /// Quality of a team's stored image.
    AVATAR_QUALITY: u8 = 75, "of 100", "spec §9 (avatar crop)";
    /// Longest side of a picture that is taken.
    AVATAR_SIDE_MAX_PIXELS: u32 = 8_192, "pixels", "ours (decision 0630)";
    /// Shortest side of a picture that is taken.
    AVATAR_SIDE_MIN_PIXELS: u32 = 100, "pixels", "spec §9";
}

/// The state of a team (spec §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TeamState {
    /// Nobody has paid for it yet; nothing can be used in it.
    Unpaid,
    Active,
    /// The paid period is over. Nothing can be used, and everything is kept.
    Locked,
    /// Its admin disbanded it. Nobody has access, and it can be undone.
    Disbanding,
}

/// The facts that determine a team's state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    /// True if this installation charges money at all.
    pub is_charged: bool,
    /// True if it currently has a plan.
    pub has_plan: bool,
    /// End of its last plan; `None`: it never had one.
    pub plan_end: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Time at which it is deleted because its admin disbanded it.
    pub closing_at: Option<Timestamp>,
}

/// Returns the state of a team, and the time at which it is deleted with all its content; `None`: never.
pub(crate) fn standing(facts: &Facts) -> (TeamState, Option<Timestamp>) {
    if let Some(at) = facts.closing_at {
        return (TeamState::Disbanding, Some(at));
    }
    if !facts.is_charged || facts.has_plan {
        return (TeamState::Active, None);
    }
    let (state, since) = match facts.plan_end {
        Some(end) => (TeamState::Locked, end),
        None => (TeamState::Unpaid, facts.created_at),
    };
    (state, Some(since.plus(LOCKED_DAYS * DAY)))
}

/// Returns true if a team's admins are to be warned now that it is deleted at `disband_at`: for a locked team, some
/// days before.
pub(crate) fn is_to_warn(state: TeamState, disband_at: Timestamp, now: Timestamp) -> bool {
    state == TeamState::Locked && now >= disband_at.plus(-WARNING_DAYS * DAY) && now < disband_at
}

/// Returns a team's name, without white space around it.
///
/// Problems: [`NAME_EMPTY`], [`NAME_TOO_LONG`].
pub(crate) fn name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(text);
    if name.is_empty() {
        return Err(NAME_EMPTY.into());
    }
    if name.chars().count() > NAME_MAX_CHARS {
        return Err(NAME_TOO_LONG.with("max", NAME_MAX_CHARS));
    }
    Ok(name)
}

/// Returns the expiry of an invitation that is valid for so many days from `now`.
///
/// Problems: [`EXPIRY_OUT_OF_RANGE`].
pub(crate) fn invitation_end(now: Timestamp, days: u16) -> Result<Timestamp, Problem> {
    if (1..=INVITATION_MAX_DAYS).contains(&days) {
        return Ok(now.plus(i64::from(days) * DAY));
    }
    Err(EXPIRY_OUT_OF_RANGE.with("max", INVITATION_MAX_DAYS))
}

/// Checks that an invitation is valid.
///
/// Problems: [`INVITATION_INVALID`].
pub(crate) fn check_invitation(
    now: Timestamp,
    is_open: bool,
    expires_at: Timestamp,
    state: TeamState,
) -> Result<(), Problem> {
    let is_valid = is_open && now < expires_at && state != TeamState::Disbanding;
    if is_valid { Ok(()) } else { Err(INVITATION_INVALID.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(days: i64) -> Timestamp {
        Timestamp::from_micros(1_000 * DAY + days * DAY)
    }

    const PAID: Facts = Facts {
        is_charged: true,
        has_plan: true,
        plan_end: None,
        created_at: Timestamp::from_micros(1_000 * DAY),
        closing_at: None,
    };

    // spec §4: "Team: active; expired and locked during a grace period (data kept), then disbanded with data deleted; resubscribed."
    #[test]
    fn a_team_is_locked_when_its_plan_is_over_and_disbanded_30_days_later() {
        assert_eq!(standing(&PAID), (TeamState::Active, None));
        let over = Facts { has_plan: false, plan_end: Some(at(10)), ..PAID };
        assert_eq!(standing(&over), (TeamState::Locked, Some(at(40))));
        let again = Facts { has_plan: true, plan_end: Some(at(45)), ..over };
        assert_eq!(standing(&again), (TeamState::Active, None));
    }

    #[test]
    fn a_team_that_nobody_ever_paid_for_goes_after_30_days() {
        let unpaid = Facts { has_plan: false, ..PAID };
        assert_eq!(standing(&unpaid), (TeamState::Unpaid, Some(at(30))));
    }

    #[test]
    fn a_disbanded_team_goes_when_it_was_said_to_even_where_it_is_paid() {
        let closing = Facts { closing_at: Some(at(7)), ..PAID };
        assert_eq!(standing(&closing), (TeamState::Disbanding, Some(at(7))));
    }

    #[test]
    fn where_nothing_is_charged_no_team_is_locked() {
        let free = Facts { is_charged: false, has_plan: false, ..PAID };
        assert_eq!(standing(&free), (TeamState::Active, None));
    }

    // spec §4: "Invite link: open, closed, reset (old link invalid), with expiry date."
    #[test]
    fn an_invitation_is_valid_while_it_is_open_and_not_over() {
        let check = |open, days| check_invitation(at(0), open, at(days), TeamState::Active);
        assert_eq!(check(true, 1), Ok(()));
        assert_eq!(check(false, 1), Err(INVITATION_INVALID.into()));
        assert_eq!(check(true, 0), Err(INVITATION_INVALID.into()));
        assert_eq!(invitation_end(at(0), 7), Ok(at(7)));
        assert_eq!(invitation_end(at(0), 90), Ok(at(90)));
        assert!(invitation_end(at(0), 0).is_err() && invitation_end(at(0), 91).is_err());
    }

    #[test]
    fn a_name_has_80_characters_at_most() {
        assert_eq!(name("  The   Lamps \n").unwrap(), "The Lamps");
        assert!(name(&"é".repeat(80)).is_ok());
        assert_eq!(name(&"é".repeat(81)).unwrap_err().kind, NAME_TOO_LONG);
        assert_eq!(name(" \u{3000} ").unwrap_err().kind, NAME_EMPTY);
    }
}
