use std::time::Duration;

kernel::limits! { "web_access";
    /// Maximum number of redirects followed.
    REDIRECTS_MAX: usize = 5, "redirects", "security.md 4.6";
    /// Longest URL that is read.
    URL_MAX_BYTES: usize = 4_096, "bytes", "ours";
    /// Maximum time for resolving a name.
    NAME_SECONDS: u64 = 3, "seconds", "security.md 4.6";
    /// Maximum time for establishing a connection.
    CONNECT_SECONDS: u64 = 3, "seconds", "security.md 4.6";
    /// Maximum time until a response begins.
    FIRST_BYTE_SECONDS: u64 = 10, "seconds", "security.md 4.6";
    /// Maximum time for a fetch, with all its redirects.
    TOTAL_SECONDS: u64 = 30, "seconds", "security.md 4.6";
    /// Slowest body that is waited for, once [`RATE_GRACE_SECONDS`] are over.
    RATE_MIN_BYTES_PER_SECOND: u64 = 1_024, "bytes per second", "security.md 4.6";
    /// Time in which the beginning of a body may be slow.
    RATE_GRACE_SECONDS: u64 = 5, "seconds", "security.md 4.6";
    /// Maximum number of concurrent fetches of one process; more wait, within their own time limit.
    FETCHES_MAX: usize = 32, "fetches", "ours";
    /// Maximum number of concurrent fetches for one person; more wait, within their own time limit.
    FETCHES_PER_SHARE_MAX: usize = 16, "fetches", "ours (decision 0965)";
    /// Largest web page that is taken, unpacked.
    PAGE_MAX_BYTES: usize = 5_000_000, "bytes", "ours";
    /// Largest image that is taken.
    IMAGE_MAX_BYTES: usize = 4_000_000, "bytes", "spec §5";
}

/// Limits of one fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of the body, both as sent and decompressed.
    pub max_bytes: usize,
    pub first_byte: Duration,
    pub total: Duration,
    /// True if `http://` may be fetched. A redirect from https to http is never followed.
    pub plain_http: bool,
}

impl Limits {
    /// Limits for a page that somebody wants to read.
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
