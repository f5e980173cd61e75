use kernel::{DAY, Secret};
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
    pub affiliates: AffiliateSettings,
    pub stripe: StripeSettings,
    pub paypal: PayPalSettings,
}

/// Commissions of affiliates: `[payments.affiliates]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AffiliateSettings {
    pub enabled: bool,
    /// Share of payments, in percent.
    pub percent: u8,
    /// Number of months after sign-up in which a person's payments count.
    pub months: u16,
    /// Number of days until a commission is confirmed: longer than the refund period.
    pub hold_days: u16,
}

impl Default for AffiliateSettings {
    fn default() -> Self {
        Self { enabled: false, percent: 20, months: 12, hold_days: 30 }
    }
}

/// The reason why the settings do not allow collecting money, or paying affiliates.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentSettingsError {
    #[error(
        "payments.affiliates.hold_days = {hold_days}: write more than payments.refund_days = {refund_days}"
    )]
    HoldTooShort { hold_days: u16, refund_days: u16 },
    #[error("payments.affiliates.percent = {0}: write 1 to 90")]
    Percent(u8),
    #[error("payments.affiliates.months = {0}: write 1 to 120")]
    Months(u16),
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
            affiliates: AffiliateSettings::default(),
            stripe: StripeSettings::default(),
            paypal: PayPalSettings::default(),
        }
    }
}

impl Settings {
    /// Checks that money can be collected and affiliates paid with these settings. Call it before the server starts.
    pub fn check(&self) -> Result<(), PaymentSettingsError> {
        let AffiliateSettings { enabled, percent, months, hold_days } = self.affiliates;
        let refund_days = self.refund_days;
        if self.low_balance_percent > 90 {
            return Err(PaymentSettingsError::LowBalance(self.low_balance_percent));
        }
        if !enabled {
            return Ok(());
        }
        if hold_days <= refund_days {
            return Err(PaymentSettingsError::HoldTooShort { hold_days, refund_days });
        }
        if !(1..=90).contains(&percent) {
            return Err(PaymentSettingsError::Percent(percent));
        }
        if !(1..=120).contains(&months) {
            return Err(PaymentSettingsError::Months(months));
        }
        Ok(())
    }

    /// Returns the affiliate program, if there is one: where nothing is sold, nothing is earned.
    pub fn affiliate_program(&self) -> Option<&AffiliateSettings> {
        Some(&self.affiliates).filter(|program| self.enabled && program.enabled)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut AffiliateSettings)) -> Settings {
        let mut settings = Settings::default();
        settings.affiliates.enabled = true;
        change(&mut settings.affiliates);
        settings
    }

    #[test]
    fn a_commission_waits_for_longer_than_money_is_given_back() {
        assert_eq!(with(|_| ()).check(), Ok(()));
        let too_short = with(|it| it.hold_days = 14).check();
        assert_eq!(
            too_short,
            Err(PaymentSettingsError::HoldTooShort { hold_days: 14, refund_days: 14 })
        );
        assert_eq!(with(|it| it.hold_days = 15).check(), Ok(()));
        assert!(with(|it| it.percent = 0).check().is_err());
        assert!(with(|it| it.percent = 91).check().is_err());
        assert!(with(|it| it.months = 0).check().is_err());
    }

    #[test]
    fn a_warning_of_few_credits_comes_when_less_than_90_percent_are_left() {
        let of = |low_balance_percent| Settings { low_balance_percent, ..Settings::default() };
        for right in [0, 10, 90] {
            assert_eq!(of(right).check(), Ok(()));
        }
        assert_eq!(of(91).check(), Err(PaymentSettingsError::LowBalance(91)));
    }

    #[test]
    fn there_is_no_program_until_it_is_switched_on_or_where_nothing_is_sold() {
        assert_eq!(Settings::default().affiliate_program(), None);
        assert!(with(|_| ()).affiliate_program().is_some());
        let free = Settings { enabled: false, ..with(|_| ()) };
        assert_eq!(free.affiliate_program(), None);
    }
}
