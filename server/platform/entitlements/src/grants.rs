use kernel::{Timestamp, WorkspaceId};

/// That a workspace has a plan, from a moment, until another or for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanGrant {
    pub workspace_id: WorkspaceId,
    /// [`crate::FREE`], [`crate::OPERATOR`], or what `plans.toml` has.
    pub plan: String,
    /// What gave it: `role`, `purchase`, `reward`.
    pub source: String,
    /// Which one of those. The same source and reference give a workspace a plan once.
    pub reference: String,
    pub starts_at: Timestamp,
    /// The first moment without it.
    pub ends_at: Option<Timestamp>,
}

impl PlanGrant {
    /// The operator's plan, as long as the role lasts.
    pub fn operator(workspace_id: WorkspaceId, starts_at: Timestamp) -> Self {
        Self {
            workspace_id,
            plan: crate::OPERATOR.to_owned(),
            source: ROLE.to_owned(),
            // A person may become operator a second time: each time is a grant of its own.
            reference: starts_at.to_string(),
            starts_at,
            ends_at: None,
        }
    }
}

/// The source of grants that come with a role.
pub const ROLE: &str = "role";
