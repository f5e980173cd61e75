use entitlements::Meter;
use kernel::Tier;

/// Something that may cost. Adding one without a price does not compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// One question to a connected model.
    ChatMessage { tier: Tier },
    /// One answer of the built-in engine.
    BuiltinAnswer,
    /// Vectors for this many texts.
    Embedding { texts: usize },
    /// Texts of this many characters, given to a model at once.
    Translation { tier: Tier, chars: usize },
}

/// What an operation may cost at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    /// `None` where the operation is free.
    pub meter: Option<Meter>,
    pub amount: i64,
}

/// How many texts are embedded for one standard query.
const TEXTS_PER_QUERY: usize = 100;

/// How many characters an advanced model translates for one credit.
const CHARS_PER_CREDIT: usize = 1_000;

/// The price table of the product.
pub struct Prices;

impl Prices {
    pub fn of(operation: Operation) -> Charge {
        match operation {
            // spec §6: "Standard queries serve basic models, advanced queries serve advanced models"
            Operation::ChatMessage { tier: Tier::Standard } => Charge::of(Meter::StandardQuery, 1),
            Operation::ChatMessage { tier: Tier::Advanced } => Charge::of(Meter::AdvancedQuery, 1),
            Operation::BuiltinAnswer => Charge::FREE,
            // Ours (decision 0672): a text is read, nothing is written.
            Operation::Embedding { texts } => {
                let begun = texts.div_ceil(TEXTS_PER_QUERY).max(1);
                Charge::of(Meter::StandardQuery, i64::try_from(begun).unwrap_or(i64::MAX))
            }
            Operation::Translation { tier: Tier::Standard, .. } => {
                Charge::of(Meter::StandardQuery, 1)
            }
            // spec §9: "advanced translation costs credits per 1K characters (amount not shown)": one, by decision 0747.
            Operation::Translation { tier: Tier::Advanced, chars } => {
                let begun = chars.div_ceil(CHARS_PER_CREDIT).max(1);
                Charge::of(Meter::AdvancedCredit, i64::try_from(begun).unwrap_or(i64::MAX))
            }
        }
    }
}

impl Charge {
    pub const FREE: Self = Self { meter: None, amount: 0 };

    fn of(meter: Meter, amount: i64) -> Self {
        Self { meter: Some(meter), amount }
    }

    /// What of this charge an answer uses up (decision 0040).
    ///
    /// All of it when the model wrote any text, or was reached and finished without one; nothing
    /// when the run failed or was stopped before the first text.
    pub fn used_by_answer(self, has_text: bool, is_completed: bool) -> i64 {
        if has_text || is_completed { self.amount } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §6: "Standard queries serve basic models, advanced queries serve advanced models"
    #[test]
    fn a_chat_message_costs_one_query_of_its_models_class() {
        let standard = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
        assert_eq!(standard, Charge { meter: Some(Meter::StandardQuery), amount: 1 });
        let advanced = Prices::of(Operation::ChatMessage { tier: Tier::Advanced });
        assert_eq!(advanced, Charge { meter: Some(Meter::AdvancedQuery), amount: 1 });
    }

    #[test]
    fn the_built_in_engine_is_free() {
        assert_eq!(Prices::of(Operation::BuiltinAnswer), Charge { meter: None, amount: 0 });
    }

    #[test]
    fn a_hundred_texts_are_embedded_for_one_standard_query() {
        let queries = |texts| Prices::of(Operation::Embedding { texts }).amount;
        assert_eq!((queries(1), queries(100), queries(101)), (1, 1, 2));
    }

    // spec §9: "advanced translation costs credits per 1K characters (amount not shown)"
    #[test]
    fn an_advanced_model_translates_a_thousand_characters_for_a_credit() {
        let price = |tier, chars| Prices::of(Operation::Translation { tier, chars });
        let credits = |chars| price(Tier::Advanced, chars);
        assert_eq!(credits(1), Charge { meter: Some(Meter::AdvancedCredit), amount: 1 });
        assert_eq!((credits(1_000).amount, credits(1_001).amount), (1, 2));
        let query = Charge { meter: Some(Meter::StandardQuery), amount: 1 };
        assert_eq!(price(Tier::Standard, 3_000), query);
    }

    #[test]
    fn an_answer_is_charged_when_it_brought_text_or_was_completed() {
        let charge = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
        assert_eq!(charge.used_by_answer(true, true), 1);
        assert_eq!(charge.used_by_answer(true, false), 1, "stopped or broken after the first text");
        assert_eq!(charge.used_by_answer(false, true), 1, "an empty answer was an answer");
        assert_eq!(charge.used_by_answer(false, false), 0, "nothing came");
    }
}
