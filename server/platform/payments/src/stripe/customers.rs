//! Customers of Stripe's: cards, billing details and receipts, and the page where people see to them.

use async_trait::async_trait;
use http::Method;
use url::Url;

use super::Stripe;
use crate::exchange::{check_id, page_at};
use crate::{KeepsCustomers, NewCustomer, PaymentError};

/// Returns the address of a customer.
fn path_of(customer: &str) -> Result<String, PaymentError> {
    Ok(format!("/v1/customers/{}", check_id(customer, b"_")?))
}

#[async_trait]
impl KeepsCustomers for Stripe {
    /// Creates a customer in two calls, because Stripe refuses a key that is reused with other parameters: those of the
    /// first call never change, and the payer's address may.
    async fn make_customer(&self, new: &NewCustomer) -> Result<String, PaymentError> {
        let form = [("metadata[workspace_id]", new.workspace_id.to_string())];
        let made = self.call(Method::POST, "/v1/customers", &form, Some(&new.key())).await?;
        let id = made["id"].as_str().unwrap_or_default();
        let path = path_of(id)
            .map_err(|_| PaymentError::Unavailable("an answer without a customer".to_owned()))?;
        if !new.email.is_empty() {
            self.call(Method::POST, &path, &[("email", new.email.clone())], None).await?;
        }
        Ok(id.to_owned())
    }

    async fn open_portal(&self, customer: &str, return_to: &Url) -> Result<Url, PaymentError> {
        let form = [("customer", customer.to_owned()), ("return_url", return_to.to_string())];
        let opened = self.call(Method::POST, "/v1/billing_portal/sessions", &form, None).await?;
        let page = opened["url"].as_str().and_then(page_at);
        page.ok_or_else(|| PaymentError::Unavailable("an answer without a page".to_owned()))
    }

    async fn delete_customer(&self, customer: &str) -> Result<(), PaymentError> {
        match self.call(Method::DELETE, &path_of(customer)?, &[], None).await {
            Ok(_) | Err(PaymentError::NoCustomer) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_gets_into_the_address_of_a_customer() {
        assert!(path_of("cus_A1").is_ok());
        for wrong in ["", "../refunds", "a?b", "a b", "ä"] {
            assert!(path_of(wrong).is_err());
        }
    }
}
