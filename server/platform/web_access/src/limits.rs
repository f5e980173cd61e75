use std::time::Duration;

kernel::limits! { "web_access";
    /// How many redirects are followed.
    REDIRECTS_MAX: usize = 5, "redirects", "security.md 4.6";
    /// Longest URL that is read.
    URL_MAX_BYTES: usize = 4_096, "bytes", "ours";
    /// How long the resolver may take for a name.
    NAME_SECONDS: u64 = 3, "seconds", "security.md 4.6";
    /// How long a connection may take to stand.
    CONNECT_SECONDS: u64 = 3, "seconds", "security.md 4.6";
    /// How long an answer may take to begin.
    FIRST_BYTE_SECONDS: u64 = 10, "seconds", "security.md 4.6";
    /// How long a fetch may take, with all its redirects.
    TOTAL_SECONDS: u64 = 30, "seconds", "security.md 4.6";
    /// Slowest body that is waited for, once [`RATE_GRACE_SECONDS`] are over.
    RATE_MIN_BYTES_PER_SECOND: u64 = 1_024, "bytes per second", "security.md 4.6";
    /// How long a body may begin slowly.
    RATE_GRACE_SECONDS: u64 = 5, "seconds", "security.md 4.6";
    /// How many fetches one process does at once; more wait, within their own time.
    FETCHES_MAX: usize = 32, "fetches", "ours";
    /// Largest web page that is taken, unpacked.
    PAGE_MAX_BYTES: usize = 5_000_000, "bytes", "ours";
    /// Largest image that is taken.
    IMAGE_MAX_BYTES: usize = 4_000_000, "bytes", "spec §5";
}

/// What one fetch may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Of the body, as sent and as unpacked.
    pub max_bytes: usize,
    pub first_byte: Duration,
    pub total: Duration,
    /// Whether `http://` may be fetched. Nothing goes from https to http in any case.
    pub plain_http: bool,
}

impl Limits {
    /// For a page that somebody wants read.
    pub const PAGE: Self = Self { plain_http: true, ..Self::https_only(PAGE_MAX_BYTES) };
    /// For an image.
    pub const IMAGE: Self = Self::https_only(IMAGE_MAX_BYTES);

    const fn https_only(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            first_byte: Duration::from_secs(FIRST_BYTE_SECONDS),
            total: Duration::from_secs(TOTAL_SECONDS),
            plain_http: false,
        }
    }
}
