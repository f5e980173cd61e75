use async_trait::async_trait;
use kernel::{UserId, Uuid, WorkspaceId};
use store::{StoreResult, Tx};

/// An order that was paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOrder {
    pub id: Uuid,
    /// The workspace it was bought for.
    pub workspace_id: WorkspaceId,
    /// The user who gets the workspace's bills.
    pub user_id: UserId,
    /// Amount paid after all discounts, in the currency's smallest unit.
    pub amount: i64,
    /// ISO 4217, upper case.
    pub currency: String,
}

/// Notified when something was paid or refunded. Called in the transaction that records it: either both take effect or
/// neither does. Each is called once per order, the payment first.
#[async_trait]
pub trait PaymentFollower: Send + Sync {
    async fn paid(&self, tx: &mut Tx, order: &PaidOrder) -> StoreResult<()>;

    async fn given_back(&self, tx: &mut Tx, order_id: Uuid) -> StoreResult<()>;
}
