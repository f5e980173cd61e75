//! The objects that operations name by an id, and the states they can be in.

use std::str::FromStr;

use crate::fixtures::{self, all};

/// The state of an operation's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The operation names none.
    None,
    Live,
    /// Open to whoever has its address: a bot "anyone with link", a shared conversation.
    Link,
    /// Open to every signed-in person.
    Public,
    /// In the trash, if there is one; a memory item: forgotten; a suggestion: rejected.
    Deleted,
    /// Belongs to a team that nobody pays for any more; if the operation names no object, it runs in that team's
    /// workspace.
    Locked,
    Unknown,
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Live => "live",
            Self::Link => "link",
            Self::Public => "public",
            Self::Deleted => "deleted",
            Self::Locked => "locked",
            Self::Unknown => "unknown",
        })
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "live" => Ok(Self::Live),
            "link" => Ok(Self::Link),
            "public" => Ok(Self::Public),
            "deleted" => Ok(Self::Deleted),
            "locked" => Ok(Self::Locked),
            "unknown" => Ok(Self::Unknown),
            other => Err(format!("{other:?} is no state")),
        }
    }
}

/// The name of the id in a path: `conversation_id`.
pub fn parameter(path: &str) -> Option<&str> {
    if path == "/api/teams/workspace" {
        // It is in the body.
        return Some("team_id");
    }
    Some(path.split_once('{')?.1.split_once('}')?.0)
}

/// Returns the states that the object of an operation can be in.
pub fn states_of(path: &str) -> &'static [State] {
    match parameter(path) {
        None if uses_workspace(path) => &[State::None, State::Locked],
        None => &[State::None],
        Some(name) => {
            let states = fixtures::first(|fixtures| fixtures.states(name));
            states.unwrap_or(&[State::Live, State::Unknown])
        }
    }
}

/// Returns true if the operation buys for the workspace that the caller works in, or uses what it pays for.
fn uses_workspace(path: &str) -> bool {
    let fits =
        |listed: &&str| *listed == path || (listed.ends_with('/') && path.starts_with(*listed));
    all().any(|(_, fixtures)| fixtures.uses_workspace().iter().any(&fits))
}

/// Returns true for what others may do to something that its author opened to them: see it, use it, mark it for themselves
/// and report it. A conversation that was shared stays its owner's: others see the share.
pub fn is_open_to_others(method: &str, path: &str) -> bool {
    fixtures::lists_operation((method, path), |fixtures| fixtures.open_to_others())
}

/// Returns true for what a team has together: itself, and what is bought for it. Everything else in its workspace is its
/// maker's.
pub fn is_of_team(path: &str) -> bool {
    fixtures::lists_beginning(path, |fixtures| fixtures.of_team())
}

/// Returns true for what is asked by a POST and changes nothing: what something would cost, and what became of a payment.
pub fn is_read_by_posting(path: &str) -> bool {
    all().any(|(_, fixtures)| fixtures.read_by_posting().contains(&path))
}

/// Returns true if the operation makes the object that it names, under the id that the client chose.
pub fn is_made_by_its_caller(method: &str, path: &str) -> bool {
    fixtures::lists_operation((method, path), |fixtures| fixtures.made_by_caller())
}

/// Returns true for what is open to whoever knows its address, which nobody guesses.
pub fn is_known_by_address(path: &str) -> bool {
    fixtures::lists_beginning(path, |fixtures| fixtures.known_by_address())
}

/// Returns the query that the operation cannot do without.
pub fn query_of(path: &str) -> &'static str {
    fixtures::first(|fixtures| fixtures.query(path)).unwrap_or_default()
}
