use live_settings::{Field, Section};
use serde::Deserialize;

/// The settings section `[writing]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Number of words rewritten for one advanced credit.
    pub words_per_credit: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { words_per_credit: 10 }
    }
}

/// Error for an invalid price of the humanizer.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("writing.words_per_credit = {0}: write 1 to 1000")]
pub struct WordsPerCreditError(u32);

impl Settings {
    /// Returns the settings, which the operator changes while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let words = Field::number("writing.words_per_credit", (1, 1_000), |it: &mut Self| {
            &mut it.words_per_credit
        });
        Section::new(self, vec![words])
    }

    /// Checks the price of the humanizer.
    ///
    /// # Errors
    ///
    /// A number of words that is out of bounds.
    pub fn check(self) -> Result<(), WordsPerCreditError> {
        match self.words_per_credit {
            1..=1_000 => Ok(()),
            wrong => Err(WordsPerCreditError(wrong)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_is_for_1_to_1000_words() {
        assert_eq!(Settings::default().words_per_credit, 10);
        for (words_per_credit, is_right) in
            [(0, false), (1, true), (5, true), (1_000, true), (1_001, false)]
        {
            assert_eq!(
                Settings { words_per_credit }.check().is_ok(),
                is_right,
                "{words_per_credit}"
            );
        }
        let said = WordsPerCreditError(0).to_string();
        assert_eq!(said, "writing.words_per_credit = 0: write 1 to 1000");
    }
}
