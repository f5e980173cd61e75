use kernel::{DAY, Secret};
use live_settings::{Field, Section};
use serde::Deserialize;

/// The settings section `[payments]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Off: nothing is sold, no price is shown, and everybody may use everything.
    pub enabled: bool,
    pub provider: ProviderName,
    /// Payment instructions shown where the operator collects the money: an account, an address.
    pub how_to_pay: String,
    /// Number of days for which a due payment may be late while the plan goes on.
    pub grace_days: u16,
    /// Number of days an order waits for payment.
    pub order_days: u16,
    /// Number of days for which a pack's credits are valid.
    pub pack_days: u16,
    /// Number of days after a payment in which it is refunded.
    pub refund_days: u16,
    /// Share of a plan's monthly allowance, in percent, below which its owner is warned, counting other grants. 0:
    /// never.
    pub low_balance_percent: u8,
    pub stripe: StripeSettings,
    pub paypal: PayPalSettings,
}

/// The reason why money cannot be taken as the settings say.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentSettingsError {
    #[error("payments.low_balance_percent = {0}: write 0 to 90")]
    LowBalance(u8),
}

/// The payment provider.
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

/// Settings of Stripe: `[payments.stripe]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StripeSettings {
    /// Base address. Default: `https://api.stripe.com`.
    pub address: Option<String>,
    /// `sk_…`
    pub key: Option<Secret<String>>,
    /// `whsec_…`: what its news are signed with.
    pub notice_secret: Option<Secret<String>>,
    /// The one before, while Stripe still uses both.
    pub former_notice_secret: Option<Secret<String>>,
}

/// Settings of PayPal: `[payments.paypal]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PayPalSettings {
    /// Base address. Default: `https://api-m.paypal.com`.
    pub address: Option<String>,
    /// Client id of the app created at PayPal.
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
            refund_days: 14,
            low_balance_percent: 10,
            stripe: StripeSettings::default(),
            paypal: PayPalSettings::default(),
        }
    }
}

impl Settings {
    /// Checks that money can be collected with these settings. Call it before the server starts.
    pub fn check(&self) -> Result<(), PaymentSettingsError> {
        match self.low_balance_percent {
            0..=90 => Ok(()),
            wrong => Err(PaymentSettingsError::LowBalance(wrong)),
        }
    }

    /// Returns the grace period in microseconds.
    pub fn grace(&self) -> i64 {
        i64::from(self.grace_days) * DAY
    }

    /// Returns the lifetime of an order in microseconds.
    pub fn order_time(&self) -> i64 {
        i64::from(self.order_days) * DAY
    }

    /// Returns the lifetime of a pack's credits in microseconds.
    pub fn pack_time(&self) -> i64 {
        i64::from(self.pack_days) * DAY
    }
}

/// Longest instructions for payers.
const HOW_TO_PAY_MAX_CHARS: usize = 2_000;
/// Longest period in days.
const DAYS_MAX: i64 = 3_650;

/// Returns the settings, of which the operator changes those without secrets while the server runs.
pub(crate) fn section(file: Settings) -> Section<Settings> {
    let fields = vec![
        Field::switch("payments.enabled", |settings: &mut Settings| &mut settings.enabled),
        Field::text("payments.how_to_pay", HOW_TO_PAY_MAX_CHARS, |it| &mut it.how_to_pay),
        Field::number("payments.grace_days", (0, DAYS_MAX), |it| &mut it.grace_days),
        Field::number("payments.order_days", (1, DAYS_MAX), |it| &mut it.order_days),
        Field::number("payments.pack_days", (1, DAYS_MAX), |it| &mut it.pack_days),
        Field::number("payments.refund_days", (0, DAYS_MAX), |it| &mut it.refund_days),
        Field::number("payments.low_balance_percent", (0, 90), |it| &mut it.low_balance_percent),
    ];
    Section::new(file, fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_of_few_credits_comes_when_less_than_90_percent_are_left() {
        let of = |low_balance_percent| Settings { low_balance_percent, ..Settings::default() };
        for right in [0, 10, 90] {
            assert_eq!(of(right).check(), Ok(()));
        }
        assert_eq!(of(91).check(), Err(PaymentSettingsError::LowBalance(91)));
    }
}
