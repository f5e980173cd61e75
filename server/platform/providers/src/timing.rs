use std::time::Duration;

use crate::limits::{
    DISCOVERY_TIMEOUT_SECONDS, FIRST_EVENT_TIMEOUT_SECONDS, IDLE_TIMEOUT_SECONDS,
    MODELS_TIMEOUT_SECONDS,
};

/// Timeouts of calls to providers. Tests shorten them.
#[derive(Debug, Clone)]
pub struct Timing {
    /// Timeout from sending a request to the first piece of its answer.
    pub first_event: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// Timeout from the end of an answer to the end of its stream, in which usage may still arrive.
    pub epilogue: Duration,
    /// Delays before a request without a response is retried; one per retry.
    pub retry_delays: Vec<Duration>,
    /// For a list of models.
    pub models: Duration,
    /// For a local server that may not be there.
    pub discovery: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            first_event: Duration::from_secs(FIRST_EVENT_TIMEOUT_SECONDS),
            idle: Duration::from_secs(IDLE_TIMEOUT_SECONDS),
            epilogue: Duration::from_secs(5),
            retry_delays: vec![Duration::from_millis(250), Duration::from_secs(1)],
            models: Duration::from_secs(MODELS_TIMEOUT_SECONDS),
            discovery: Duration::from_secs(DISCOVERY_TIMEOUT_SECONDS),
        }
    }
}
