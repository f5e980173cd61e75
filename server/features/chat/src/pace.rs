use std::time::Duration;

use api::{RateExchange, RateLimit};
use identity::SignedIn;
use kernel::Problem;

use crate::rules::{SEARCH_BURST, SEARCH_EVERY_MS, SEND_BURST, SEND_EVERY_MS};

/// Rate limits for expensive requests of one person, whatever their plan pays for (security RL1).
pub(crate) struct Pace {
    send: RateLimit,
    search: RateLimit,
}

impl Pace {
    pub fn new(rates: &RateExchange) -> Self {
        let every = |ms| Duration::from_millis(ms);
        Self {
            send: RateLimit::new(rates, "chat.send", SEND_BURST, every(SEND_EVERY_MS)),
            search: RateLimit::new(rates, "chat.search", SEARCH_BURST, every(SEARCH_EVERY_MS)),
        }
    }

    /// Counts one message, or one answer written again.
    pub fn check_send(&self, caller: &SignedIn) -> Result<(), Problem> {
        self.send.check(&caller.user_id.to_string())
    }

    /// Counts one search.
    pub fn check_search(&self, caller: &SignedIn) -> Result<(), Problem> {
        self.search.check(&caller.user_id.to_string())
    }
}
