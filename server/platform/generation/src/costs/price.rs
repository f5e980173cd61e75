//! The price of an answer for its payer (decision 0892).

use ledger::{Charge, Ledger, Operation, Prices};
use providers::{ModelInfo, Protocol};

use crate::costs::{Used, likely_written};
use crate::draft::Draft;
use crate::{Run, RunRequest};

/// Tokens that an answer may have at least: with credits for fewer, a model that costs by tokens is not asked.
const TOKENS_LEAST: i64 = 1_000;

/// Returns the maximum charge for one answer of a model. `tokens`: the most the answer may have; without a limit, the
/// operator's settings provide an assumed length.
pub fn answer_charge(ledger: &Ledger, info: &ModelInfo, tokens: Option<u32>) -> Charge {
    let assumed = ledger.spending_settings().assumed_output_tokens;
    Prices::of(match (info.protocol, info.credits_per_1k) {
        (Protocol::Builtin, _) => Operation::BuiltinAnswer,
        (_, Some(credits_per_1k)) => {
            Operation::PricedAnswer { credits_per_1k, tokens: tokens.map_or(assumed, i64::from) }
        }
        (_, None) => Operation::ChatMessage { tier: info.tier },
    })
}

/// Returns the least to hold for an answer that may cost `most`: all of it, unless the model is priced by tokens.
pub(crate) fn least_held(credits_per_1k: Option<i64>, most: i64) -> i64 {
    let Some(credits_per_1k) = credits_per_1k else { return most };
    let least = Operation::PricedAnswer { credits_per_1k, tokens: TOKENS_LEAST };
    Prices::of(least).amount.min(most)
}

/// Returns the number of tokens that may still be written for an answer with `held` credits, of which `written` exist
/// by now.
pub(crate) fn tokens_left(credits_per_1k: i64, held: i64, written: i64) -> u32 {
    let left = Prices::tokens_for(held, credits_per_1k) - written;
    u32::try_from(left.max(0)).unwrap_or(u32::MAX)
}

/// Returns the part of the `held` credits that is charged. `counted`: the tokens the provider counted, plus an estimate
/// of those it did not; `came`: an estimate of those that arrived.
fn used_by_tokens(credits_per_1k: i64, held: i64, counted: Option<i64>, came: i64) -> i64 {
    let tokens = counted.filter(|counted| *counted > 0).unwrap_or(came);
    Prices::of(Operation::PricedAnswer { credits_per_1k, tokens }).amount.min(held)
}

impl RunRequest {
    /// Returns the model's price per thousand tokens; `None` if it is priced by the answer, or free.
    pub(crate) fn credits_per_1k(&self) -> Option<i64> {
        self.model.info.credits_per_1k.filter(|_| self.charge.meter.is_some())
    }
}

impl Run {
    /// Returns the part of its price that the run uses up: all or nothing by the ledger's rule, and where that is all,
    /// by tokens if the model is priced by tokens.
    pub(crate) fn charge_used(&self, draft: &Draft, is_completed: bool, used: &Used<'_>) -> i64 {
        let charge = Charge { meter: None, amount: self.price };
        let all = charge.used_by_answer(draft.has_text(), is_completed);
        match self.credits_per_1k {
            Some(credits_per_1k) if all > 0 => {
                used_by_tokens(credits_per_1k, all, used.written(), likely_written(&draft.parts))
            }
            _ => all,
        }
    }

    /// Returns the number of tokens the model may still write with what is held; `None` if it is not priced by tokens.
    pub(crate) fn tokens_left(&self, used: &Used<'_>) -> Option<u32> {
        Some(tokens_left(self.credits_per_1k?, self.price, used.written().unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    #[test]
    fn with_32_credits_a_model_of_32_per_1k_may_be_asked_and_writes_a_thousand_tokens() {
        assert_eq!(least_held(Some(32), 263), 32);
        assert_eq!(least_held(Some(32), 4), 4, "its answer was limited to a hundred tokens");
        assert_eq!(least_held(None, 1), 1, "a query is a query");
        assert_eq!((tokens_left(32, 32, 0), tokens_left(32, 32, 999)), (1_000, 1));
        assert_eq!((tokens_left(32, 32, 1_000), tokens_left(32, 32, 1_300)), (0, 0));
        assert_eq!(tokens_left(1, i64::MAX, 0), u32::MAX);
    }

    #[test]
    fn what_was_counted_is_charged_and_otherwise_what_came() {
        assert_eq!(used_by_tokens(32, 263, Some(200), 150), 7, "6.4 credits");
        assert_eq!(used_by_tokens(32, 263, None, 32), 2, "1.024 credits");
        assert_eq!(used_by_tokens(32, 263, Some(0), 1), 1, "its provider counts nothing");
        assert_eq!(used_by_tokens(32, 263, Some(0), 0), 0);
        assert_eq!(used_by_tokens(32, 263, Some(1_000_000), 9), 263, "never more than was held");
    }
}
