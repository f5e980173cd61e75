//! The states of a PowerUP between its author and the reviewer (spec §4). No I/O.

use kernel::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::{FAVORITED, REMOVED};

/// The state of a PowerUP. The words are those of spec §4, and `shared`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupState)]
pub(crate) enum State {
    /// Nobody else ever had it.
    Unpublished,
    /// It waits for the reviewer. Others keep the version before.
    Auditing,
    /// The reviewer said no, with a reason. Others keep the version before.
    AuditRejected,
    /// Others have what its author has.
    Shared,
    /// Its author took it back. Those who favorited it keep it.
    Unshared,
    /// Its author deleted it. Told, never stored: a deleted one may be restored as it was.
    Deleted,
    /// The operator took it from everybody, with a reason.
    Removed,
}

/// The people who are to have a PowerUP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupScope)]
pub(crate) enum Scope {
    Private,
    /// Everybody who has its link.
    Link,
    /// Everybody: it can be found.
    Public,
}

/// What others have of a PowerUP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown {
    pub scope: Scope,
    /// `None`: nobody ever had it.
    pub version: Option<i64>,
}

/// What follows when an author chooses who has a PowerUP, or saves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Only the state changes, and who has what others have.
    Keep { state: State, shown: Scope },
    /// It is sent to the reviewer.
    Audit,
    /// Others have it as it is now.
    Show,
}

/// Decides what follows when an author wants `wanted` to have `version`.
///
/// `is_trusted`: the author is the reviewer.
///
/// # Errors
///
/// [`REMOVED`] if it was removed and is to be shared.
pub(crate) fn share(
    state: State,
    shown: Shown,
    version: i64,
    wanted: Scope,
    is_trusted: bool,
) -> Result<Next, Problem> {
    let was_shown = shown.version.is_some();
    if state == State::Removed {
        return match wanted {
            Scope::Private => Ok(Next::Keep { state, shown: Scope::Private }),
            _ => Err(REMOVED.into()),
        };
    }
    if wanted == Scope::Private {
        let state = if was_shown { State::Unshared } else { State::Unpublished };
        return Ok(Next::Keep { state, shown: Scope::Private });
    }
    if shown.version == Some(version) && wanted <= shown.scope {
        return Ok(Next::Keep { state: State::Shared, shown: wanted });
    }
    Ok(if is_trusted { Next::Show } else { Next::Audit })
}

/// Decides what follows when an author saves a new version. A rejected one is sent again only when its author says so.
pub(crate) fn save(state: State, wanted: Scope, is_trusted: bool) -> Option<Next> {
    let is_sent = wanted != Scope::Private && matches!(state, State::Shared | State::Auditing);
    is_sent.then_some(if is_trusted { Next::Show } else { Next::Audit })
}

/// Refuses changes of what others favorited (spec §4: "One favorited by others cannot be updated or deleted").
///
/// # Errors
///
/// [`FAVORITED`].
pub(crate) fn check_not_favorited(favorites: i64) -> Result<(), Problem> {
    match favorites > 0 {
        true => Err(FAVORITED.with("favorites", favorites)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: Shown = Shown { scope: Scope::Private, version: None };
    const ALL: Shown = Shown { scope: Scope::Public, version: Some(2) };
    const LINK: Shown = Shown { scope: Scope::Link, version: Some(2) };

    // spec §4: "Shareable only after review passes."
    #[test]
    fn nothing_is_shared_before_it_was_reviewed() {
        for wanted in [Scope::Link, Scope::Public] {
            for state in
                [State::Unpublished, State::AuditRejected, State::Unshared, State::Auditing]
            {
                assert_eq!(share(state, NOBODY, 1, wanted, false), Ok(Next::Audit));
            }
            assert_eq!(share(State::Shared, ALL, 3, wanted, false), Ok(Next::Audit));
            assert_eq!(share(State::Unpublished, NOBODY, 1, wanted, true), Ok(Next::Show));
        }
        assert_eq!(share(State::Shared, LINK, 2, Scope::Public, false), Ok(Next::Audit));
    }

    #[test]
    fn fewer_people_need_no_review() {
        let keep = |state, shown| Ok(Next::Keep { state, shown });
        assert_eq!(
            share(State::Shared, ALL, 2, Scope::Link, false),
            keep(State::Shared, Scope::Link)
        );
        assert_eq!(
            share(State::Auditing, ALL, 3, Scope::Private, false),
            keep(State::Unshared, Scope::Private)
        );
        assert_eq!(
            share(State::Auditing, NOBODY, 1, Scope::Private, false),
            keep(State::Unpublished, Scope::Private)
        );
    }

    #[test]
    fn what_was_removed_stays_removed() {
        let refused = share(State::Removed, NOBODY, 1, Scope::Link, true).unwrap_err();
        assert_eq!(refused.kind, REMOVED);
        let kept = share(State::Removed, NOBODY, 1, Scope::Private, false);
        assert_eq!(kept, Ok(Next::Keep { state: State::Removed, shown: Scope::Private }));
    }

    #[test]
    fn a_new_version_of_what_is_shared_is_reviewed() {
        assert_eq!(save(State::Shared, Scope::Public, false), Some(Next::Audit));
        assert_eq!(save(State::Auditing, Scope::Link, false), Some(Next::Audit));
        assert_eq!(save(State::Shared, Scope::Public, true), Some(Next::Show));
        for state in [State::Unpublished, State::AuditRejected, State::Unshared, State::Removed] {
            assert_eq!(save(state, Scope::Public, false), None);
        }
        assert_eq!(save(State::Shared, Scope::Private, false), None);
    }

    // spec §4: "One favorited by others cannot be updated or deleted (contact support)."
    #[test]
    fn what_others_favorited_is_not_changed() {
        assert!(check_not_favorited(0).is_ok());
        assert_eq!(check_not_favorited(1).unwrap_err().kind, FAVORITED);
    }
}
