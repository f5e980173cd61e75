use async_trait::async_trait;
use kernel::{UserId, Uuid, WorkspaceId};
use store::{StoreResult, Tx};

/// Something that was paid for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOrder {
    pub id: Uuid,
    /// What it was bought for.
    pub workspace_id: WorkspaceId,
    /// Who the workspace's bills go to.
    pub user_id: UserId,
    /// What was paid, after all that was taken off; in the currency's smallest unit.
    pub amount: i64,
    /// ISO 4217, upper case.
    pub currency: String,
}

/// What an area does when something was paid or given back. Called in the transaction that says so: either both are
/// true or neither is. Of one order it is told each once, that it was paid first.
#[async_trait]
pub trait PaymentFollower: Send + Sync {
    async fn paid(&self, tx: &mut Tx, order: &PaidOrder) -> StoreResult<()>;

    async fn given_back(&self, tx: &mut Tx, order_id: Uuid) -> StoreResult<()>;
}
