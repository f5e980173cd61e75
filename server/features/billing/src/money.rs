//! Amounts as mails say them. Clients write their own, in their language.

/// `9.90 USD`, `990 JPY`: an amount in the smallest unit, as a number of the currency.
pub(crate) fn written(amount: i64, currency: &str) -> String {
    format!("{} {currency}", payments::decimal(amount, currency))
}
