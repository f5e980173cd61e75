//! Calls of providers that make images and videos: what is sent as a file, results behind links, and jobs that take a
//! while.
//!
//! Start at `provider.rs`; `work.rs` has the life cycle of a request. `queues/` has the providers that work at images as they do at videos. Not here: which models
//! there are, and what they can do; that is `image_models` and `video_models`.

mod data_url;
mod fit;
mod job;
mod limits;
mod links;
mod media_type;
mod provider;
mod queues;
mod refusals;
mod retry;
mod work;

pub use data_url::{data_url, decode_base64, parse_data_url};
pub use fit::{Misfit, MisfitReason, SEED_RANGE, given, number, offered};
pub use job::{JobState, Progress, ProviderJob, Wait};
pub use limits::LIMITS;
pub use links::Bounds;
pub use media_type::{is_complete, media_type_of};
pub use provider::Provider;
pub use queues::{fal, replicate};
pub use refusals::{failure, is_moderation};
pub use retry::retry_after_seconds;
pub use work::{Next, Pace, Waiting};
