use std::time::Duration;

use api::{RateExchange, RateLimit};
use identity::SignedIn;
use kernel::Problem;

use crate::rules::{BEGIN_BURST, BEGIN_EVERY_MS};

/// Rate limits for starting uploads and for reading files again, per person (security RL1).
pub(crate) struct Pace(RateLimit);

impl Pace {
    pub fn new(rates: &RateExchange) -> Self {
        let every = Duration::from_millis(BEGIN_EVERY_MS);
        Self(RateLimit::new(rates, "documents.begin", BEGIN_BURST, every))
    }

    pub fn check(&self, caller: &SignedIn) -> Result<(), Problem> {
        self.0.check(&caller.user_id.to_string())
    }
}
