use async_trait::async_trait;
use kernel::Uuid;
use url::Url;

use crate::PaymentError;

/// The details of a customer to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCustomer {
    /// The paying workspace: one customer each.
    pub workspace_id: Uuid,
    /// Number of earlier customers that the provider no longer has; each attempt creates another customer.
    pub attempt: i64,
    /// Address for receipts; empty: none.
    pub email: String,
}

impl NewCustomer {
    /// Returns the idempotency key: creating the same customer twice yields one, even if their address changed in
    /// between.
    pub(crate) fn key(&self) -> String {
        format!("customer-{}-{}", self.workspace_id, self.attempt)
    }
}

/// A provider that keeps payers' cards, billing details and receipts, and has a page where they manage them (decision
/// 0898). Subscriptions are never kept there.
#[async_trait]
pub trait KeepsCustomers: Send + Sync {
    /// Creates a customer, and returns the provider's id for it. Repeating the same call returns the same customer.
    async fn make_customer(&self, new: &NewCustomer) -> Result<String, PaymentError>;

    /// Opens the page where a customer sees to their cards. It leads back to `return_to`.
    async fn open_portal(&self, customer: &str, return_to: &Url) -> Result<Url, PaymentError>;

    /// Deletes a customer with all their data, permanently. One that no longer exists counts as deleted.
    async fn delete_customer(&self, customer: &str) -> Result<(), PaymentError>;
}
