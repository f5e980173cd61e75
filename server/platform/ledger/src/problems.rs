use entitlements::{Meter, TEAM_LOCKED};
use kernel::{Failure, Problem, Timestamp};
use store::StoreError;

kernel::problems! {
    QUERIES_USED_UP: "ledger.queries_used_up", 402, "Your queries have been used up", "spec §8";
    INSUFFICIENT_CREDITS: "ledger.insufficient_credits", 402, "Insufficient Advanced Credits", "spec §8";
    CAP_REACHED: "ledger.cap_reached", 402, "You have used as much of your team's plan as its admin allows", "ours";
}

/// Why a charge was not reserved.
#[derive(Debug, thiserror::Error)]
pub enum ReserveError {
    #[error("{needed} of {meter:?} needed, {left} left")]
    Insufficient {
        meter: Meter,
        needed: i64,
        left: i64,
        /// When the plan gives more by itself.
        resets_at: Option<Timestamp>,
    },
    /// More than a team's admin allows this member, or all of the team, in a month.
    #[error("the cap of {cap} of {meter:?} is reached")]
    CapReached { meter: Meter, cap: i64 },
    /// A team's workspace that nobody pays for.
    #[error("the team is locked")]
    Locked,
    #[error(transparent)]
    Store(#[from] StoreError),
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
    let problem = kind.with("meter", meter.as_str()).with("left", left);
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
