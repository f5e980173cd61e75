//! Model prices for the operator: a list of patterns with prices, and the arithmetic. No I/O.

use kernel::matches_wildcard;
use live_settings::{Field, ListItem, Section};
use serde::{Deserialize, Deserializer};

use crate::rules::{ANSWER_TOKENS_ASSUMED, MONEY_MAX_MICROS};

/// Millionths in one unit of the currency.
pub const MICROS: i64 = 1_000_000;

/// The operator's settings of the section `spending`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpendingSettings {
    /// Currency of all prices and limits (ISO 4217).
    pub currency: String,
    /// Number of tokens assumed for an answer without a limit of its own when its cost is held.
    pub assumed_output_tokens: i64,
    /// The first that fits a model counts.
    pub prices: Vec<ModelPrice>,
}

impl Default for SpendingSettings {
    fn default() -> Self {
        let assumed_output_tokens = ANSWER_TOKENS_ASSUMED;
        Self { currency: "USD".to_owned(), assumed_output_tokens, prices: Vec::new() }
    }
}

/// Price of the models that match a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPrice {
    /// Pattern of model ids, in which `*` stands for any text: `openai/gpt-5*`.
    pub models: String,
    /// Price of a million input tokens, in millionths of the currency.
    #[serde(deserialize_with = "money")]
    pub input: i64,
    /// Price of a million output tokens.
    #[serde(default, deserialize_with = "money")]
    pub output: i64,
}

/// The price of one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// The model runs on the operator's machines.
    Free,
    /// The price is unknown.
    Unknown,
    /// A million tokens, in millionths of the currency.
    Of { input: i64, output: i64 },
}

impl Price {
    /// Returns the cost of so many tokens, in millionths, rounded up. `None` if the price is unknown.
    pub fn cost(self, input_tokens: i64, output_tokens: i64) -> Option<i64> {
        match self {
            Self::Free => Some(0),
            Self::Unknown => None,
            Self::Of { input, output } => {
                let part = |tokens: i64, price: i64| i128::from(tokens.max(0)) * i128::from(price);
                let sum = part(input_tokens, input) + part(output_tokens, output);
                let micros = (sum + i128::from(MICROS) - 1) / i128::from(MICROS);
                Some(i64::try_from(micros).unwrap_or(i64::MAX).min(MONEY_MAX_MICROS))
            }
        }
    }
}

impl SpendingSettings {
    /// Returns the price of the model with this id. `is_local`: it runs on the operator's own machine.
    pub fn price_of(&self, model: &str, is_local: bool) -> Price {
        let model = model.to_lowercase();
        let said =
            self.prices.iter().find(|said| matches_wildcard(&said.models.to_lowercase(), &model));
        match said {
            Some(ModelPrice { input, output, .. }) => Price::Of { input: *input, output: *output },
            None if is_local => Price::Free,
            None => Price::Unknown,
        }
    }

    /// Checks the settings; the error is a text for whoever starts the server.
    pub fn check(&self) -> Result<(), String> {
        if self.currency.len() != 3 || !self.currency.bytes().all(|it| it.is_ascii_uppercase()) {
            return Err("spending.currency has three letters: USD, EUR".to_owned());
        }
        if self.assumed_output_tokens <= 0 {
            return Err("spending.assumed_output_tokens must be above 0".to_owned());
        }
        match self.prices.iter().find(|said| said.models.trim().is_empty()) {
            Some(_) => Err("spending.prices: models must name some, as openai/*".to_owned()),
            None => Ok(()),
        }
    }
}

/// Most tokens that an answer is assumed to have.
const ASSUMED_TOKENS_MAX: i64 = 10_000_000;
/// Longest code of a currency.
const CURRENCY_MAX_CHARS: usize = 3;

impl SpendingSettings {
    /// Returns the settings, which the operator changes while the server runs.
    pub fn section(self) -> Section<Self> {
        let fields = vec![
            Field::line(
                "spending.currency",
                CURRENCY_MAX_CHARS,
                |it: &mut Self| &mut it.currency,
                read_currency,
            ),
            Field::number("spending.assumed_output_tokens", (1, ASSUMED_TOKENS_MAX), |it| {
                &mut it.assumed_output_tokens
            }),
            Field::list(
                "spending.prices",
                |it| &mut it.prices,
                |text| ModelPrice::from_text(text).map(|price| price.to_text()),
            ),
        ];
        Section::new(self, fields)
    }
}

fn read_currency(text: &str) -> Option<String> {
    let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| text.to_ascii_uppercase())
}

/// A price is written as its models and what a million tokens of input and output cost: `openai/gpt-5* 1.25 10.00`.
impl ListItem for ModelPrice {
    fn to_text(&self) -> String {
        format!("{} {} {}", self.models, write_money(self.input), write_money(self.output))
    }

    fn from_text(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (models, input, output) = (words.next()?, words.next()?, words.next().unwrap_or("0"));
        if words.next().is_some() {
            return None;
        }
        let (input, output) = (read_money(input)?, read_money(output)?);
        Some(Self { models: models.to_owned(), input, output })
    }
}

/// Parses `"1.25"`, `1.25` or `1` of the currency, in millionths.
fn money<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Whole(i64),
        Decimal(f64),
    }
    let text = match Written::deserialize(from)? {
        Written::Text(text) => text,
        Written::Whole(number) => number.to_string(),
        // As short as it was written.
        Written::Decimal(number) => number.to_string(),
    };
    read_money(&text).ok_or_else(|| {
        serde::de::Error::custom(format!(
            "{text:?} is no price: write \"1.25\", six decimals at most"
        ))
    })
}

/// Parses a text such as `1.25` as millionths. `None`: it is not such a number, below 0 or too large.
pub fn read_money(text: &str) -> Option<i64> {
    let (whole, rest) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || rest.len() > 6 || !is_number(whole) || !is_number(rest) {
        return None;
    }
    let micros: i64 = format!("{whole}{rest:0<6}").parse().ok()?;
    (micros <= MONEY_MAX_MICROS).then_some(micros)
}

/// Millionths as `1.25`, with two decimals at least.
pub fn write_money(micros: i64) -> String {
    let (whole, rest) = (micros / MICROS, (micros % MICROS).abs());
    let rest = format!("{rest:06}");
    let kept = rest.trim_end_matches('0');
    format!("{}{whole}.{kept:0<2}", if micros < 0 && whole == 0 { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn priced(list: &[(&str, i64, i64)]) -> SpendingSettings {
        let prices = list.iter().map(|(models, input, output)| ModelPrice {
            models: (*models).to_owned(),
            input: *input,
            output: *output,
        });
        SpendingSettings { prices: prices.collect(), ..SpendingSettings::default() }
    }

    #[test]
    fn a_price_is_written_in_one_line() {
        for (text, kept) in [
            ("openai/gpt-5*  1.25 10", Some("openai/gpt-5* 1.25 10.00")),
            ("mistral/* 0.2", Some("mistral/* 0.20 0.00")),
            ("mistral/*", None),
            ("mistral/* cheap", None),
            ("mistral/* 1 2 3", None),
            ("mistral/* -1", None),
        ] {
            let read = ModelPrice::from_text(text).map(|price| price.to_text());
            assert_eq!(read.as_deref(), kept, "{text}");
        }
        assert_eq!(read_currency("eur").as_deref(), Some("EUR"));
        assert_eq!(read_currency("€"), None);
    }

    #[test]
    fn tokens_cost_what_a_million_of_them_cost_in_parts_and_begun_millionths_whole() {
        let price = Price::Of { input: 1_250_000, output: 10_000_000 };
        assert_eq!(price.cost(1_000_000, 0), Some(1_250_000));
        assert_eq!(price.cost(1_000, 500), Some(1_250 + 5_000));
        assert_eq!(price.cost(1, 0), Some(2), "1.25 millionths are two");
        assert_eq!(price.cost(0, 0), Some(0));
        assert_eq!(price.cost(i64::MAX, i64::MAX), Some(MONEY_MAX_MICROS));
        assert_eq!(Price::Free.cost(9, 9), Some(0));
        assert_eq!(Price::Unknown.cost(9, 9), None, "no price is made up");
    }

    #[test]
    fn the_first_pattern_that_fits_counts_and_local_models_are_free_unless_priced() {
        let settings =
            priced(&[("openai/GPT-5*-mini*", 1, 2), ("openai/*", 3, 4), ("big/*:cloud", 5, 6)]);
        let of = |model, is_local| settings.price_of(model, is_local);
        assert_eq!(of("openai/gpt-5.1-mini-2026", false), Price::Of { input: 1, output: 2 });
        assert_eq!(of("openai/gpt-5.1", false), Price::Of { input: 3, output: 4 });
        assert_eq!(of("big/qwen:cloud", true), Price::Of { input: 5, output: 6 });
        assert_eq!(of("big/qwen:7b", true), Price::Free);
        assert_eq!(of("router/openai/gpt-5", false), Price::Unknown);
    }

    #[test]
    fn money_is_read_and_written_without_loss() {
        let read = [("1.25", 1_250_000), ("10", 10_000_000), ("0.000001", 1), (" 0.15 ", 150_000)];
        for (text, micros) in read {
            assert_eq!(read_money(text), Some(micros), "{text}");
        }
        for wrong in ["", ".5", "-1", "1.0000001", "1,5", "1e3", "NaN", "1000000000.000001"] {
            assert_eq!(read_money(wrong), None, "{wrong}");
        }
        assert_eq!(write_money(1_250_000), "1.25");
        assert_eq!(write_money(10_000_000), "10.00");
        assert_eq!(write_money(1), "0.000001");
        assert_eq!(write_money(-500_000), "-0.50");
    }

    #[test]
    fn settings_are_read_from_texts_and_numbers() {
        let json = serde_json::json!({ "currency": "EUR", "prices": [
            { "models": "a/*", "input": "0.15", "output": 0.6 }, { "models": "b/*", "input": 2 },
        ] });
        let settings: SpendingSettings = serde_json::from_value(json).unwrap();
        assert_eq!(settings.price_of("a/m", false), Price::Of { input: 150_000, output: 600_000 });
        assert_eq!(settings.price_of("b/m", false), Price::Of { input: 2_000_000, output: 0 });
        assert_eq!(settings.assumed_output_tokens, 8_192);
        assert_eq!(settings.check(), Ok(()));
        let wrong = serde_json::json!({ "prices": [{ "models": "a/*", "input": -1 }] });
        assert!(serde_json::from_value::<SpendingSettings>(wrong).is_err());
        let nameless = SpendingSettings { currency: "dollars".into(), ..settings };
        assert!(nameless.check().is_err());
    }
}
