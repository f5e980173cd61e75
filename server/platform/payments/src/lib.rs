//! Collects money: payment providers behind one trait.
//!
//! A provider is asked to collect a [`Bill`] and to report what became of it; it does not know what is sold, to whom,
//! or what a payment grants. Nothing here is stored. Start at [`PaymentProvider`]; `manual.rs` needs no third party: a
//! person takes the money, and the operator confirms it. `stripe.rs` and `paypal.rs` let the payer pay on a page of
//! theirs. A provider that also keeps the payer's cards is a [`KeepsCustomers`].

mod customers;
mod exchange;
mod manual;
mod money;
mod paypal;
mod settings;
mod stripe;

use std::sync::Arc;

use async_trait::async_trait;
use http::HeaderMap;
use kernel::{Timestamp, Uuid};
use live_settings::Section;
use url::Url;

pub use customers::{KeepsCustomers, NewCustomer};
pub use manual::Manual;
pub use money::{decimal, parts_of_unit, read_decimal};
pub use paypal::PayPal;
pub use settings::{PayPalSettings, PaymentSettingsError, ProviderName, Settings, StripeSettings};
pub use stripe::Stripe;

/// The payment settings and provider of this installation. Cheap to clone.
#[derive(Clone)]
pub struct Payments(Arc<Inner>);

struct Inner {
    settings: Section<Settings>,
    provider: Arc<dyn PaymentProvider>,
    /// Providers that collected earlier orders, and are still configured.
    former: Vec<Arc<dyn PaymentProvider>>,
}

impl Payments {
    pub fn new(settings: Settings, provider: Arc<dyn PaymentProvider>) -> Self {
        Self::with_former(settings, provider, Vec::new())
    }

    /// Sets up payments. `former`: providers that still handle lookups and refunds of earlier orders.
    pub fn with_former(
        settings: Settings,
        provider: Arc<dyn PaymentProvider>,
        former: Vec<Arc<dyn PaymentProvider>>,
    ) -> Self {
        Self(Arc::new(Inner { settings: settings::section(settings), provider, former }))
    }

    /// Returns the provider that new orders are paid with.
    pub fn provider(&self) -> &dyn PaymentProvider {
        &*self.0.provider
    }

    /// Returns the provider of this word, for orders that were begun with it; `None` where it is no longer set up.
    pub fn provider_of(&self, id: &str) -> Option<&dyn PaymentProvider> {
        let former = self.0.former.iter().map(|provider| &**provider);
        let all = std::iter::once(self.provider()).chain(former).chain([&Manual as _]);
        all.into_iter().find(|provider: &&dyn PaymentProvider| provider.id() == id)
    }

    /// Returns the settings of now.
    pub fn settings(&self) -> Arc<Settings> {
        self.0.settings.get()
    }

    /// Returns the settings, of which the operator changes some while the server runs.
    pub fn section(&self) -> &Section<Settings> {
        &self.0.settings
    }
}

impl Default for Payments {
    /// Returns payments by hand, as on a fresh installation.
    fn default() -> Self {
        Self::new(Settings::default(), Arc::new(Manual))
    }
}

/// An amount to collect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// The order it is for.
    pub order_id: Uuid,
    /// Number of earlier attempts that failed; another attempt is another payment.
    pub attempt: i64,
    /// Amount in the currency's smallest unit; above 0.
    pub amount: i64,
    /// ISO 4217, upper case.
    pub currency: String,
    /// Description for the payer: `Pro, monthly`.
    pub description: String,
    /// Address that a receipt is sent to.
    pub email: String,
    /// The payer's customer id at the provider; `None`: it keeps no customers.
    pub customer: Option<String>,
    /// The page to which the payer's browser returns afterwards.
    pub return_to: Url,
}

impl Bill {
    /// Returns the idempotency key: a provider that gets the same one twice collects it once.
    pub(crate) fn key(&self) -> String {
        match self.attempt {
            0 => self.order_id.to_string(),
            attempt => format!("{}-{attempt}", self.order_id),
        }
    }
}

/// The start of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// Paid outside of every program; the operator confirms it.
    ByHand,
    /// Paid on a page of the provider's.
    There { reference: String, page: Url },
}

/// The state of a payment (spec §4: "successful, failed or cancelled, with a reason").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payment {
    Open,
    /// The payer agreed to it, and nothing is taken until [`PaymentProvider::collect`] is called.
    Agreed,
    Paid {
        amount: i64,
        currency: String,
    },
    Failed {
        reason: String,
    },
    Cancelled {
        reason: String,
    },
    /// Paid, and its payer disputes it: the outcome is still open.
    Disputed {
        amount: i64,
        currency: String,
    },
    Refunded,
    /// Its payer disputed it and has the money back.
    ChargedBack,
}

/// A webhook notification of a provider. The state of the payment is always looked up, never taken from here:
/// notifications arrive twice, late, and out of order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The provider's id of it: a repeated one has the same id.
    pub id: String,
    /// The payment it is about, where it names one.
    pub reference: Option<String>,
    /// The order it is about, where it names one.
    pub order_id: Option<Uuid>,
}

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The provider did not respond, or asked to retry later.
    #[error("the payment provider does not answer: {0}")]
    Unavailable(String),
    /// The provider refused the request.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// The customer that was named is not the provider's, or no longer.
    #[error("the payment provider has no such customer")]
    NoCustomer,
    /// A notification that is not authentic, or too old to be trusted.
    #[error("these news are not the payment provider's: {0}")]
    Unproved(&'static str),
}

/// A provider that collects money.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Returns the provider's word in the database and in addresses, which never changes.
    fn id(&self) -> &'static str;

    /// Returns the keeper of payers' cards and billing details; `None` if the provider keeps none.
    fn customers(&self) -> Option<&dyn KeepsCustomers> {
        None
    }

    /// Begins to collect `bill`. Repeating the same attempt, for the same customer, returns the same payment.
    async fn begin(&self, bill: &Bill) -> Result<Begun, PaymentError>;

    /// Looks up the state of a payment.
    async fn look_up(&self, reference: &str) -> Result<Payment, PaymentError>;

    /// Collects what the payer agreed to, once. Call it only for an open order: what is not collected is never owed.
    async fn collect(&self, reference: &str) -> Result<Payment, PaymentError> {
        self.look_up(reference).await
    }

    /// Cancels the wait for a payment. One that was made meanwhile stays.
    async fn cancel(&self, reference: &str) -> Result<(), PaymentError>;

    /// Refunds a payment, once.
    async fn refund(&self, reference: &str) -> Result<(), PaymentError>;

    /// Reads news, and proves that they are the provider's.
    async fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notice, PaymentError>;
}
