use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::{RateExchange, RateLimit};

/// The limit of codes that are mailed on behalf of one internet address, which follows the operator's setting.
pub(crate) struct CodesPerHour(Mutex<(u32, RateLimit)>);

impl CodesPerHour {
    pub fn new(rates: &RateExchange, per_hour: u32) -> Self {
        Self(Mutex::new((per_hour, limit(rates, per_hour))))
    }

    /// Returns the limit of `per_hour`. When the number was changed, counting begins anew.
    pub fn limit(&self, rates: &RateExchange, per_hour: u32) -> RateLimit {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if current.0 != per_hour {
            *current = (per_hour, limit(rates, per_hour));
        }
        current.1.clone()
    }
}

fn limit(rates: &RateExchange, per_hour: u32) -> RateLimit {
    let per_hour = per_hour.clamp(1, 3_600);
    let every = Duration::from_secs(3_600 / u64::from(per_hour));
    RateLimit::new(rates, "accounts.codes_per_ip", per_hour, every)
}

#[cfg(test)]
mod tests {
    use bus::Bus;
    use kernel::Clock;

    use super::*;

    #[test]
    fn a_changed_number_counts_from_the_next_code_on() {
        let clock = Clock::frozen(kernel::Timestamp::from_micros(0));
        let rates = RateExchange::new(clock, Bus::in_process());
        let codes = CodesPerHour::new(&rates, 1);
        assert!(codes.limit(&rates, 1).check("a").is_ok());
        assert!(codes.limit(&rates, 1).check("a").is_err());
        assert!(codes.limit(&rates, 2).check("a").is_ok());
        assert!(codes.limit(&rates, 2).check("a").is_ok());
        assert!(codes.limit(&rates, 2).check("a").is_err());
    }
}
