use entitlements::Meter;
use kernel::Tier;

/// An operation that may have a price. Adding one without a price does not compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// One question to a connected model.
    ChatMessage { tier: Tier },
    /// An answer of this many tokens, including reasoning, of a model with this price in advanced credits per thousand
    /// (decision 0892).
    PricedAnswer { credits_per_1k: i64, tokens: i64 },
    /// One answer of the built-in engine.
    BuiltinAnswer,
    /// Vectors for this many texts.
    Embedding { texts: usize },
    /// Texts of this many characters, given to a model at once.
    Translation { tier: Tier, chars: usize },
    /// A text of this many words, rewritten to read naturally, at so many words per credit.
    Humanization { words: usize, words_per_credit: u32 },
    /// This many images of a model with this price in advanced credits each.
    Images { credits: i64, count: u32 },
    /// A video of a model with this price in advanced credits a second.
    Video { credits_per_second: i64, seconds: u32 },
}

/// The maximum cost of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    /// The meter; `None` if the operation is free.
    pub meter: Option<Meter>,
    pub amount: i64,
}

/// Number of texts embedded for one standard query.
const TEXTS_PER_QUERY: usize = 100;

/// Number of characters that an advanced model translates for one credit.
const CHARS_PER_CREDIT: usize = 1_000;

/// Number of tokens that the price of a token-priced model refers to.
const PRICED_TOKENS: i64 = 1_000;

/// The price table of the product.
pub struct Prices;

impl Prices {
    pub fn of(operation: Operation) -> Charge {
        match operation {
            // spec §6: "Standard queries serve basic models, advanced queries serve advanced models"
            Operation::ChatMessage { tier: Tier::Standard } => Charge::of(Meter::StandardQuery, 1),
            Operation::ChatMessage { tier: Tier::Advanced } => Charge::of(Meter::AdvancedQuery, 1),
            // A begun credit is a whole one.
            Operation::PricedAnswer { credits_per_1k, tokens } => {
                let thousandths = i128::from(credits_per_1k.max(0)) * i128::from(tokens.max(0));
                let thousand = i128::from(PRICED_TOKENS);
                let begun = (thousandths + thousand - 1) / thousand;
                Charge::of(Meter::AdvancedCredit, i64::try_from(begun).unwrap_or(i64::MAX))
            }
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
            // spec §9: "humanize 1 advanced credit per 10 words in one place and per 5 words in another": the operator
            // says which (decision 0893). Whichever model writes, and whatever it costs otherwise.
            Operation::Humanization { words, words_per_credit } => {
                let words_per_credit =
                    usize::try_from(words_per_credit.max(1)).unwrap_or(usize::MAX);
                let begun = words.div_ceil(words_per_credit).max(1);
                Charge::of(Meter::AdvancedCredit, i64::try_from(begun).unwrap_or(i64::MAX))
            }
            // spec §6: "advanced credits serve images, live voice and similar". A model on the operator's own machine
            // costs none.
            Operation::Images { credits, count } => credits_times(credits, count),
            Operation::Video { credits_per_second, seconds } => {
                credits_times(credits_per_second, seconds)
            }
        }
    }

    /// Returns the number of tokens that so many credits pay for, of a model that costs `credits_per_1k`.
    pub fn tokens_for(credits: i64, credits_per_1k: i64) -> i64 {
        credits.max(0).saturating_mul(PRICED_TOKENS) / credits_per_1k.max(1)
    }
}

/// Returns the charge for this many things of so many advanced credits each.
fn credits_times(credits: i64, count: u32) -> Charge {
    match credits.max(0).saturating_mul(i64::from(count)) {
        0 => Charge::FREE,
        amount => Charge::of(Meter::AdvancedCredit, amount),
    }
}

impl Charge {
    pub const FREE: Self = Self { meter: None, amount: 0 };

    fn of(meter: Meter, amount: i64) -> Self {
        Self { meter: Some(meter), amount }
    }

    /// Returns the part of this charge that an answer uses up (decision 0040).
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

    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    #[test]
    fn a_model_of_32_credits_per_1k_tokens_costs_what_it_writes_in_begun_credits() {
        let price = |tokens| Prices::of(Operation::PricedAnswer { credits_per_1k: 32, tokens });
        assert_eq!(price(1_000), Charge { meter: Some(Meter::AdvancedCredit), amount: 32 });
        // security.md QB8: 0, 1, and one beside each border.
        let credits = [0, 1, 31, 32, 999, 1_000, 1_001, 8_192].map(|tokens| price(tokens).amount);
        assert_eq!(credits, [0, 1, 1, 2, 32, 32, 33, 263]);
        assert_eq!((price(-5).amount, price(i64::MAX).amount > 0), (0, true));
    }

    #[test]
    fn what_is_held_is_enough_for_all_that_may_be_written_with_it() {
        let tokens = [0, 1, 32, 263].map(|credits| Prices::tokens_for(credits, 32));
        assert_eq!(tokens, [0, 31, 1_000, 8_218]);
        for (credits, credits_per_1k) in (0..300).flat_map(|it| [(it, 1), (it, 32), (it, 4_001)]) {
            let tokens = Prices::tokens_for(credits, credits_per_1k);
            let price = Prices::of(Operation::PricedAnswer { credits_per_1k, tokens });
            assert!(price.amount <= credits, "{tokens} tokens at {credits_per_1k}");
        }
        assert_eq!(Prices::tokens_for(-1, 32), 0);
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

    // spec §9: "humanize 1 advanced credit per 10 words in one place and per 5 words in another (both readings given)"
    #[test]
    fn a_text_is_rewritten_for_a_credit_per_10_words_or_per_5_where_the_operator_says_so() {
        let price = |words, words_per_credit| {
            Prices::of(Operation::Humanization { words, words_per_credit })
        };
        let credits = |words_per_credit| {
            [0, 1, 10, 11, 20, 21, 1_000].map(|words| price(words, words_per_credit).amount)
        };
        assert_eq!(price(1, 10).meter, Some(Meter::AdvancedCredit));
        assert_eq!(credits(10), [1, 1, 1, 2, 2, 3, 100]);
        assert_eq!(credits(5), [1, 1, 2, 3, 4, 5, 200]);
        assert_eq!(price(7, 0).amount, 7, "no setting makes it free");
    }

    // spec §6: "advanced credits serve images, live voice and similar"
    #[test]
    fn images_cost_advanced_credits_each_and_nothing_on_the_operators_own_machine() {
        let price = |credits, count| Prices::of(Operation::Images { credits, count });
        assert_eq!(price(15, 4), Charge { meter: Some(Meter::AdvancedCredit), amount: 60 });
        assert_eq!(
            (price(0, 4), price(15, 0), price(-1, 1)),
            (Charge::FREE, Charge::FREE, Charge::FREE)
        );
    }

    // spec §4: "A video end frame does not support 10s": what is charged is the length that was asked for.
    #[test]
    fn a_video_costs_advanced_credits_by_the_second() {
        let video = Prices::of(Operation::Video { credits_per_second: 10, seconds: 8 });
        assert_eq!(video, Charge { meter: Some(Meter::AdvancedCredit), amount: 80 });
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
