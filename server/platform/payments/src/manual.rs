use async_trait::async_trait;
use http::HeaderMap;
use kernel::Timestamp;

use crate::{Begun, Bill, Notice, Payment, PaymentError, PaymentProvider};

/// Payments by hand: by bank transfer or in cash. The operator confirms them, so no service is called here.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manual;

#[async_trait]
impl PaymentProvider for Manual {
    fn id(&self) -> &'static str {
        "manual"
    }

    async fn begin(&self, _bill: &Bill) -> Result<Begun, PaymentError> {
        Ok(Begun::ByHand)
    }

    /// Returns pending: only the operator knows.
    async fn look_up(&self, _reference: &str) -> Result<Payment, PaymentError> {
        Ok(Payment::Open)
    }

    async fn cancel(&self, _reference: &str) -> Result<(), PaymentError> {
        Ok(())
    }

    /// Records a refund: the operator returns the money by hand, and confirms it with this call.
    async fn refund(&self, _reference: &str) -> Result<(), PaymentError> {
        Ok(())
    }

    async fn read_notice(
        &self,
        _headers: &HeaderMap,
        _body: &[u8],
        _now: Timestamp,
    ) -> Result<Notice, PaymentError> {
        Err(PaymentError::Unproved("nobody sends news of payments by hand"))
    }
}
