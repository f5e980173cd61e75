//! HTTP conventions of all areas: extractors whose rejections are problems, `Problem` → response, pages, server-sent
//! events, request ids, request context, rate limits, the same-origin rule.
//!
//! Start at `error.rs` (what an error looks like on the wire) and `extract.rs`.

mod context;
mod csrf;
mod disposition;
mod error;
mod extract;
mod forwarded;
mod if_match;
mod objects_only;
mod page;
mod problems;
mod public_url;
mod rate;
mod rate_exchange;
pub mod sse;

pub use context::{RequestContext, SOCKET_PEER, TrustedProxies, request_context};
pub use csrf::{SameOrigin, require_same_origin};
pub use disposition::Disposition;
pub use error::{ApiError, ApiResult, ProblemBody, overloaded, problem_of};
pub use extract::{Json, Path, Query, SlowBody, is_too_slow};
pub use if_match::{expected_time, expected_version};
pub use objects_only::{read_json, read_value};
pub use page::{PageBody, PageQuery};
pub use problems::*;
pub use public_url::{base_path, public_url};
pub use rate::RateLimit;
pub use rate_exchange::RateExchange;
