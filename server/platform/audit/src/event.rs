use std::net::IpAddr;

use kernel::{UserId, Uuid, WorkspaceId};

use crate::Kind;

/// The actor of an event, and their address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    /// The user; `None`: unknown, or the program itself.
    pub user_id: Option<UserId>,
    /// The address; `None`: the server itself.
    pub ip: Option<IpAddr>,
}

impl Actor {
    /// The program itself, or its command line.
    pub const SYSTEM: Self = Self { user_id: None, ip: None };

    pub fn person(user_id: UserId, ip: IpAddr) -> Self {
        Self { user_id: Some(user_id), ip: Some(ip) }
    }
}

/// An event to record. Its fields are all it can say: ids, one word of the program's own, a number. There is no field
/// for text written by people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub(crate) kind: Kind,
    pub(crate) by: Actor,
    pub(crate) person_id: Option<UserId>,
    pub(crate) workspace_id: Option<WorkspaceId>,
    pub(crate) subject_id: Option<Uuid>,
    pub(crate) detail: &'static str,
    pub(crate) amount: Option<i64>,
}

impl Event {
    /// Creates an event done by `by`, to their own account unless [`Event::about`] names another one.
    pub fn new(kind: Kind, by: Actor) -> Self {
        Self {
            kind,
            by,
            person_id: by.user_id,
            workspace_id: None,
            subject_id: None,
            detail: "",
            amount: None,
        }
    }

    /// Sets the person whose account it concerns: they see it among their own events. If unknown it stays the actor.
    #[must_use]
    pub fn about(self, user_id: impl Into<Option<UserId>>) -> Self {
        Self { person_id: user_id.into().or(self.person_id), ..self }
    }

    #[must_use]
    pub fn in_workspace(self, workspace_id: WorkspaceId) -> Self {
        Self { workspace_id: Some(workspace_id), ..self }
    }

    /// Sets the object of the event. Never use an id that grants access by itself, such as the address of a shared
    /// page.
    #[must_use]
    pub fn subject(self, id: impl Into<Option<Uuid>>) -> Self {
        Self { subject_id: id.into(), ..self }
    }

    /// Adds a detail: a word from the program.
    #[must_use]
    pub fn detail(self, word: &'static str) -> Self {
        Self { detail: word, ..self }
    }

    #[must_use]
    pub fn amount(self, amount: impl Into<Option<i64>>) -> Self {
        Self { amount: amount.into(), ..self }
    }
}
