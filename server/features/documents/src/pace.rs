use std::time::Duration;

use api::RateLimit;
use identity::SignedIn;
use kernel::{Clock, Problem};

use crate::rules::{BEGIN_BURST, BEGIN_EVERY_MS};

/// Rate limits for starting uploads and for reading files again, per person (security RL1).
pub(crate) struct Pace(RateLimit);

impl Pace {
    pub fn new(clock: &Clock) -> Self {
        Self(RateLimit::new(clock.clone(), BEGIN_BURST, Duration::from_millis(BEGIN_EVERY_MS)))
    }

    pub fn check(&self, caller: &SignedIn) -> Result<(), Problem> {
        self.0.check(&caller.user_id.to_string())
    }
}
