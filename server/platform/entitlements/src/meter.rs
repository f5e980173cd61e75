use serde::{Deserialize, Serialize};

/// Meters: each kind of use that plans have an amount of.
///
/// Later areas add their own (`reading`, `image`, …); a meter that is in no plan is refused to everybody.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Meter {
    /// One question to a basic model.
    StandardQuery,
    /// One question to an advanced model.
    AdvancedQuery,
    /// Paid by images, live voice and similar operations.
    AdvancedCredit,
}

impl Meter {
    /// All meters, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::StandardQuery, Self::AdvancedQuery, Self::AdvancedCredit];

    /// Returns the name in SQL, in JSON and in `plans.toml`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StandardQuery => "standard_query",
            Self::AdvancedQuery => "advanced_query",
            Self::AdvancedCredit => "advanced_credit",
        }
    }

    /// Returns the meter of this name; `None` when a newer version wrote it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|meter| meter.as_str() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_has_one_name_in_sql_and_in_json() {
        for meter in Meter::ALL {
            assert_eq!(Meter::from_name(meter.as_str()), Some(meter));
            let in_toml = toml::Value::try_from(meter).unwrap();
            assert_eq!(in_toml.as_str(), Some(meter.as_str()));
        }
        assert_eq!(Meter::from_name("telepathy"), None);
    }
}
