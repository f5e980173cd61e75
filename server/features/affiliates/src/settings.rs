use live_settings::{Field, Section};
use serde::Deserialize;

/// The settings section `[payments.affiliates]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub enabled: bool,
    /// Percentage of a payment that is earned.
    pub percent: u8,
    /// For how many months after somebody registered their payments count.
    pub months: u16,
    /// Days until a commission is approved: longer than payments are refunded.
    pub hold_days: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self { enabled: false, percent: 20, months: 12, hold_days: 30 }
    }
}

/// The reason why affiliates cannot be paid as the settings say.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error(
        "payments.affiliates.hold_days = {hold_days}: write more than payments.refund_days = {refund_days}"
    )]
    HoldTooShort { hold_days: u16, refund_days: u16 },
    #[error("payments.affiliates.percent = {0}: write 1 to 90")]
    Percent(u8),
    #[error("payments.affiliates.months = {0}: write 1 to 120")]
    Months(u16),
}

impl Settings {
    /// Checks that affiliates can be paid as the settings say.
    ///
    /// # Errors
    ///
    /// A value out of bounds, if the program is on.
    pub fn check(&self, payments: &payments::Settings) -> Result<(), SettingsError> {
        let Self { enabled, percent, months, hold_days } = *self;
        let refund_days = payments.refund_days;
        if !enabled {
            return Ok(());
        }
        if hold_days <= refund_days {
            return Err(SettingsError::HoldTooShort { hold_days, refund_days });
        }
        if !(1..=90).contains(&percent) {
            return Err(SettingsError::Percent(percent));
        }
        if !(1..=120).contains(&months) {
            return Err(SettingsError::Months(months));
        }
        Ok(())
    }

    /// Returns the settings, which the operator changes while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let fields = vec![
            Field::switch("payments.affiliates.enabled", |it: &mut Self| &mut it.enabled),
            Field::number("payments.affiliates.percent", (1, 90), |it| &mut it.percent),
            Field::number("payments.affiliates.months", (1, 120), |it| &mut it.months),
            Field::number("payments.affiliates.hold_days", (1, 3_650), |it| &mut it.hold_days),
        ];
        Section::new(self, fields)
    }

    /// Returns the program, if there is one: where nothing is sold, nothing is earned. A commission waits for longer than
    /// money is refunded, whichever of the two was changed last.
    pub(crate) fn program(self, payments: &payments::Settings) -> Option<Self> {
        let hold_days = self.hold_days.max(payments.refund_days.saturating_add(1));
        let program = Self { hold_days, ..self };
        Some(program).filter(|program| payments.enabled && program.enabled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut Settings)) -> Settings {
        let mut settings = Settings { enabled: true, ..Settings::default() };
        change(&mut settings);
        settings
    }

    fn check(settings: Settings) -> Result<(), SettingsError> {
        settings.check(&payments::Settings::default())
    }

    #[test]
    fn a_commission_waits_for_longer_than_money_is_given_back() {
        assert_eq!(check(with(|_| ())), Ok(()));
        let too_short = check(with(|it| it.hold_days = 14));
        assert_eq!(too_short, Err(SettingsError::HoldTooShort { hold_days: 14, refund_days: 14 }));
        assert_eq!(check(with(|it| it.hold_days = 15)), Ok(()));
        assert!(check(with(|it| it.percent = 0)).is_err());
        assert!(check(with(|it| it.percent = 91)).is_err());
        assert!(check(with(|it| it.months = 0)).is_err());
    }

    #[test]
    fn there_is_no_program_until_it_is_switched_on_or_where_nothing_is_sold() {
        let payments = payments::Settings::default();
        assert_eq!(Settings::default().program(&payments), None);
        assert!(with(|_| ()).program(&payments).is_some());
        let longer = payments::Settings { refund_days: 60, ..payments.clone() };
        assert_eq!(with(|_| ()).program(&longer).map(|program| program.hold_days), Some(61));
        let free = payments::Settings { enabled: false, ..payments };
        assert_eq!(with(|_| ()).program(&free), None);
    }
}
