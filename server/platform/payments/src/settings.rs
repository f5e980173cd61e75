use kernel::{DAY, Secret};
use serde::Deserialize;

/// The settings section `[payments]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Off: nothing is sold, no price is shown, and everybody may use everything.
    pub enabled: bool,
    pub provider: ProviderName,
    /// What payers read where the operator takes the money: an account, an address.
    pub how_to_pay: String,
    /// How long what is due may be paid late, while the plan goes on.
    pub grace_days: u16,
    /// How long an order waits to be paid.
    pub order_days: u16,
    /// How long credits of a pack are good.
    pub pack_days: u16,
    pub stripe: StripeSettings,
    pub paypal: PayPalSettings,
}

/// Who collects the money.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderName {
    /// The operator, by hand.
    #[default]
    Manual,
    /// Stripe, on a page of its own.
    Stripe,
    /// PayPal, on a page of its own.
    Paypal,
}

/// What Stripe needs: `[payments.stripe]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StripeSettings {
    /// Where it is. Not set: `https://api.stripe.com`.
    pub address: Option<String>,
    /// `sk_…`
    pub key: Option<Secret<String>>,
    /// `whsec_…`: what its news are signed with.
    pub notice_secret: Option<Secret<String>>,
    /// The one before, while Stripe still uses both.
    pub former_notice_secret: Option<Secret<String>>,
}

/// What PayPal needs: `[payments.paypal]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PayPalSettings {
    /// Where it is. Not set: `https://api-m.paypal.com`.
    pub address: Option<String>,
    /// Of the app that was made at PayPal.
    pub client_id: Option<String>,
    pub client_secret: Option<Secret<String>>,
    /// The id of the webhook that its news are sent by: they are proved against it.
    pub webhook_id: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            enabled: true,
            provider: ProviderName::Manual,
            how_to_pay: String::new(),
            grace_days: 7,
            order_days: 14,
            pack_days: 365,
            stripe: StripeSettings::default(),
            paypal: PayPalSettings::default(),
        }
    }
}

impl Settings {
    /// In microseconds.
    pub fn grace(&self) -> i64 {
        i64::from(self.grace_days) * DAY
    }

    /// In microseconds.
    pub fn order_time(&self) -> i64 {
        i64::from(self.order_days) * DAY
    }

    /// In microseconds.
    pub fn pack_time(&self) -> i64 {
        i64::from(self.pack_days) * DAY
    }
}
