use async_trait::async_trait;
use kernel::Uuid;
use url::Url;

use crate::PaymentError;

/// Who is to become a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCustomer {
    /// Who pays: one customer each.
    pub workspace_id: Uuid,
    /// How many were made before that the provider no longer has: another one is another customer.
    pub attempt: i64,
    /// Where receipts go to; empty: nowhere.
    pub email: String,
}

impl NewCustomer {
    /// What names it: the same one made twice is one customer, whatever address of theirs is known by then.
    pub(crate) fn key(&self) -> String {
        format!("customer-{}-{}", self.workspace_id, self.attempt)
    }
}

/// A provider that keeps cards, billing details and receipts of who pays, and has a page where they see to them
/// (decision 0898). What they are subscribed to is never kept there.
#[async_trait]
pub trait KeepsCustomers: Send + Sync {
    /// Makes a customer, and gives the provider's id of it. The same one again is the same customer.
    async fn make_customer(&self, new: &NewCustomer) -> Result<String, PaymentError>;

    /// Opens the page where a customer sees to their cards. It leads back to `return_to`.
    async fn open_portal(&self, customer: &str, return_to: &Url) -> Result<Url, PaymentError>;

    /// Deletes a customer and what is kept of them, for good. One that is gone is deleted.
    async fn delete_customer(&self, customer: &str) -> Result<(), PaymentError>;
}
