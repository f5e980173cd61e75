use kernel::{Failure, Problem};

kernel::problems! {
    INVALID_URL: "web_access.invalid_url", 422, "Invalid URL", "spec §5";
    TOO_LARGE: "web_access.too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    UNREACHABLE: "web_access.unreachable", 502,
        "Unable to connect to web page, please refresh the page and try again.", "spec §8";
}

/// The reason why a fetch failed.
///
/// A forbidden address, a closed port, an unknown name and an error page look the same to the caller; otherwise the
/// answers would map the network behind the server. Only the log contains the reason.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The text is no URL that anybody could fetch.
    #[error("Invalid URL")]
    InvalidUrl,
    /// The answer is larger than the caller takes, as sent or when unpacked.
    #[error("File size exceeds the maximum size limit")]
    TooLarge,
    #[error("Unable to connect to web page, please refresh the page and try again.")]
    Unreachable(Reason),
    /// The caller does not fetch this address, or the one it leads to. See
    /// [`WebAccess::get_where`](crate::WebAccess::get_where).
    #[error("Unable to connect to web page, please refresh the page and try again.")]
    NotWanted,
}

/// The reason why a page was not reached. For the log only.
#[derive(Debug)]
pub struct Reason(Cause);

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Cause {
    #[error("scheme not allowed")]
    Scheme,
    #[error("user name or password in the URL")]
    Userinfo,
    #[error("port not allowed")]
    Port,
    #[error("name not allowed")]
    Name,
    #[error("address not allowed")]
    Address,
    #[error("connected to an address that is not allowed")]
    PeerAddress,
    #[error("too many redirects")]
    TooManyRedirects,
    #[error("redirect without a usable address")]
    Redirect,
    #[error("redirect from https to http")]
    Downgrade,
    #[error("answered with status {0}")]
    Status(u16),
    #[error("packed in a way that was not asked for, or broken")]
    Encoding,
    #[error("body too slow")]
    TooSlow,
    #[error("timed out")]
    TimedOut,
    #[error("connection: {0}")]
    Connection(String),
}

impl From<Cause> for FetchError {
    fn from(cause: Cause) -> Self {
        Self::Unreachable(Reason(cause))
    }
}

impl FetchError {
    /// Returns the problem that the caller may be told.
    pub fn problem(&self) -> Problem {
        match self {
            Self::InvalidUrl => INVALID_URL.into(),
            Self::TooLarge => TOO_LARGE.into(),
            Self::Unreachable(_) | Self::NotWanted => UNREACHABLE.into(),
        }
    }
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        error.problem().into()
    }
}
