use std::sync::Arc;

use identity::{SignedIn, UserSettings};
use kernel::{Payer, UserId, WorkspaceId};

/// The person an answer is written for: they ask now, or asked before and are away.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    pub user_id: UserId,
    /// The workspace they act in, and that pays.
    pub workspace_id: WorkspaceId,
    pub locale: Option<String>,
    /// The person's settings, if already known.
    pub settings: Option<Arc<UserSettings>>,
}

impl Asker {
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }
}

impl From<&SignedIn> for Asker {
    fn from(caller: &SignedIn) -> Self {
        let SignedIn { user_id, workspace_id, locale, settings, .. } = caller;
        let (locale, settings) = (locale.clone(), Some(settings.clone()));
        Self { user_id: *user_id, workspace_id: *workspace_id, locale, settings }
    }
}
