use std::time::Duration;

use kernel::limits;

limits! { "providers";
    /// Longest wait for a connection to a provider.
    CONNECT_TIMEOUT_SECONDS: u64 = 10, "seconds", "ours (decision 0301)";
    /// Longest silence in the middle of an answer.
    IDLE_TIMEOUT_SECONDS: u64 = 60, "seconds", "security CR7";
    /// Longest wait for the first piece of an answer: local models load first, others think first.
    FIRST_EVENT_TIMEOUT_SECONDS: u64 = 120, "seconds", "ours (decision 0301)";
    /// Longest single line of an answer; a longer one is no answer.
    LINE_MAX_BYTES: usize = 8_388_608, "bytes", "security CR7 (5 MB lines must pass)";
    /// Largest token count that is believed.
    USAGE_MAX_TOKENS: u32 = 10_000_000, "tokens", "ours, above the largest context of spec §9";
    /// Unreadable pieces after which an answer is given up.
    UNREADABLE_PIECES_MAX: u32 = 16, "pieces", "ours (decision 0301)";
    /// Age at which a cached list of models is fetched again in the background.
    MODELS_MAX_AGE_SECONDS: u64 = 900, "seconds", "ours";
    /// Longest wait for a list of models.
    MODELS_TIMEOUT_SECONDS: u64 = 10, "seconds", "ours";
    /// Longest wait for a local server that may not be there.
    DISCOVERY_TIMEOUT_SECONDS: u64 = 1, "seconds", "ours";
}

/// How long calls to providers wait. Tests shorten it.
#[derive(Debug, Clone)]
pub struct Timing {
    /// From sending a request to the first piece of its answer.
    pub first_event: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// From the end of an answer to the end of its stream, in which usage may still come.
    pub epilogue: Duration,
    /// Waiting times before a request that was not answered is sent again; as many as retries.
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
