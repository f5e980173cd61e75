use ::store::{StoreResult, Tx};
use area::Services;
use async_trait::async_trait;
use identity::{Eraser, Person};
use kernel::WorkspaceId;
use ledger::Ledger;

use crate::store::{Whose, delete_of_workspace, list_limited};

/// Deletes the researches in a team's workspace with the team; a person's go with their account by themselves, but for
/// what they may use in a month.
pub(crate) struct Researches {
    ledger: Ledger,
}

impl Researches {
    pub fn new(services: &Services) -> Self {
        Self { ledger: services.ledger.clone() }
    }
}

#[async_trait]
impl Eraser for Researches {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        forget_limits(&self.ledger, tx, Whose::Person(person.user_id)).await
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        forget_limits(&self.ledger, tx, Whose::Workspace(workspace_id)).await?;
        delete_of_workspace(tx, workspace_id).await
    }
}

/// Forgets what researches may use in a month that are about to be deleted for good.
pub(crate) async fn forget_limits(ledger: &Ledger, tx: &mut Tx, whose: Whose) -> StoreResult<()> {
    for id in list_limited(tx, whose).await? {
        ledger.set_budget(tx, id.0, None).await?;
    }
    Ok(())
}
