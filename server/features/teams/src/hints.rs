use area::Services;
use kernel::{UserId, WorkspaceId};
use store::{StoreResult, Tx};

const CHANGED: &str = r#"{"event":"teams.changed"}"#;

/// Makes the windows of everybody in a team, and of those who asked to join, reload it.
pub(crate) async fn tell_members(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
) -> StoreResult<()> {
    let members = services.identity.list_members(tx, workspace_id).await?;
    for member in members {
        tell(services, tx, member.user_id);
    }
    Ok(())
}

/// Makes one person's windows reload their teams.
pub(crate) fn tell(services: &Services, tx: &mut Tx, user_id: UserId) {
    let bus = services.bus.clone();
    tx.after_commit(move || {
        bus.notify_user(user_id, CHANGED);
    });
}
