use entitlements::{Meter, TEAM_LOCKED};
use kernel::{Failure, Problem, ProblemKind, Timestamp};
use store::StoreError;

kernel::problems! {
    QUERIES_USED_UP: "ledger.queries_used_up", 402, "Your queries have been used up", "spec §8";
    INSUFFICIENT_CREDITS: "ledger.insufficient_credits", 402, "Insufficient Advanced Credits", "spec §8";
    CAP_REACHED: "ledger.cap_reached", 402, "You've reached the limit set by your team admin", "ours";
    ACCOUNT_CAP_REACHED: "ledger.account_cap_reached", 402,
        "You've reached this month's limit set by your server admin", "ours (decision 0900)";
    SPENDING_LIMIT: "ledger.spending_limit", 402,
        "This server has reached its spending limit for paid models. Free models still work.", "ours (decision 0778)";
    MODEL_UNPRICED: "ledger.model_unpriced", 402,
        "This server limits spending, and this model has no price yet. Free models still work.",
        "ours (decision 0778)";
}

/// The reason why a charge was not reserved.
#[derive(Debug, thiserror::Error)]
pub enum ReserveError {
    #[error("{needed} of {meter:?} needed, {left} left")]
    Insufficient {
        meter: Meter,
        needed: i64,
        left: i64,
        /// Time at which the plan is refilled.
        resets_at: Option<Timestamp>,
    },
    /// The monthly cap that a team's admin set for this member, or for the whole team, is reached.
    #[error("the cap of {cap} of {meter:?} is reached")]
    CapReached { meter: Meter, cap: i64 },
    /// The monthly cap that the operator set for a person's own workspace, or for a team, is reached.
    #[error("the account's cap of {cap} of {meter:?} is reached")]
    AccountCapReached {
        meter: Meter,
        cap: i64,
        /// Start of the next month.
        resets_at: Option<Timestamp>,
    },
    /// The monthly budget of a bot, or of a recurring research, is used up.
    #[error("the budget of {cap} is used up")]
    BudgetReached {
        refusal: ProblemKind,
        cap: i64,
        /// Start of the next month.
        resets_at: Option<Timestamp>,
    },
    /// A team's workspace that nobody pays for.
    #[error("the team is locked")]
    Locked,
    /// The operator's limit of the day or the month leaves no room for its maximum cost.
    #[error("the limit of spending is reached")]
    SpendingLimit {
        /// Time at which there is room again, unless the operator raises the limit before.
        resets_at: Option<Timestamp>,
    },
    /// There is a limit, and the model has no price.
    #[error("the model has no price")]
    Unpriced,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReserveError {
    /// Counts a refusal for the operator. What failed is none.
    pub(crate) fn counted(self) -> Self {
        if let Some(reason) = self.reason() {
            metrics::counter!("ledger_refusals_total", "reason" => reason).increment(1);
        }
        self
    }

    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Insufficient { meter, .. } => Some(meter.as_str()),
            Self::CapReached { .. } => Some("team_cap"),
            Self::AccountCapReached { .. } => Some("account_cap"),
            Self::BudgetReached { .. } => Some("budget"),
            Self::Locked => Some("team_locked"),
            Self::SpendingLimit { .. } => Some("spending_limit"),
            Self::Unpriced => Some("unpriced"),
            Self::Store(_) => None,
        }
    }
}

impl From<ReserveError> for Failure {
    fn from(error: ReserveError) -> Self {
        match error {
            ReserveError::Insufficient { meter, left, resets_at, .. } => {
                insufficient(meter, left, resets_at).into()
            }
            ReserveError::CapReached { meter, cap } => {
                CAP_REACHED.with("meter", meter.as_str()).with("cap", cap).into()
            }
            ReserveError::AccountCapReached { meter, cap, resets_at } => {
                let problem = ACCOUNT_CAP_REACHED.with("meter", meter.as_str()).with("cap", cap);
                with_reset(problem, resets_at).into()
            }
            ReserveError::BudgetReached { refusal, cap, resets_at } => {
                with_reset(refusal.with("cap", cap), resets_at).into()
            }
            ReserveError::SpendingLimit { resets_at } => {
                with_reset(SPENDING_LIMIT.into(), resets_at).into()
            }
            ReserveError::Unpriced => MODEL_UNPRICED.into(),
            ReserveError::Locked => TEAM_LOCKED.into(),
            ReserveError::Store(error) => error.into(),
        }
    }
}

fn insufficient(meter: Meter, left: i64, resets_at: Option<Timestamp>) -> Problem {
    let kind = match meter {
        Meter::StandardQuery | Meter::AdvancedQuery => QUERIES_USED_UP,
        Meter::AdvancedCredit => INSUFFICIENT_CREDITS,
    };
    with_reset(kind.with("meter", meter.as_str()).with("left", left), resets_at)
}

fn with_reset(problem: Problem, resets_at: Option<Timestamp>) -> Problem {
    match resets_at {
        Some(resets_at) => problem.with("resets_at", resets_at),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(meter: Meter) -> Problem {
        let resets_at = Some(Timestamp::from_micros(1_795_219_200_000_000));
        let error = ReserveError::Insufficient { meter, needed: 1, left: 0, resets_at };
        match error.into() {
            Failure::Problem(problem) => problem,
            Failure::Internal(cause) => panic!("{cause}"),
        }
    }

    // spec §8: "Your queries have been used up", "Insufficient Advanced Credits"
    #[test]
    fn each_meter_is_refused_with_its_own_text() {
        for meter in [Meter::StandardQuery, Meter::AdvancedQuery] {
            assert_eq!(refused(meter).kind.text, "Your queries have been used up");
            assert_eq!(refused(meter).kind.status, 402);
        }
        assert_eq!(refused(Meter::AdvancedCredit).kind.text, "Insufficient Advanced Credits");
    }

    #[test]
    fn a_refusal_says_when_there_is_more() {
        let problem = refused(Meter::StandardQuery);
        assert_eq!(problem.params["resets_at"], "2026-11-21T00:00:00.000000Z");
        assert_eq!(problem.params["left"], "0");
    }
}
