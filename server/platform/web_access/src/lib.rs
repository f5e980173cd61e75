//! The only way out to the open web.
//!
//! [`WebAccess::get`] fetches addresses named by a person, a page or a model, and reaches nothing but the open web,
//! whatever a name resolves to. [`WebAccess::call`] calls a server that a person connected, under the same rules. Start
//! at `fetch.rs`; `policy.rs` decides where a fetch may go, `address.rs` which addresses are public. Not here: calls to
//! model providers, whose addresses the operator sets and which may be private; they have a client of their own.

mod address;
mod body;
mod call;
mod cookies;
mod error;
mod fetch;
mod limits;
mod names;
mod policy;
mod settings;

pub use address::is_public;
pub use call::{Answer, Call};
pub use error::{FetchError, INVALID_URL, PROBLEMS, Reason, TOO_LARGE, UNREACHABLE};
pub use fetch::{Fetched, WebAccess};
pub use limits::{LIMITS, Limits, PAGE_MAX_BYTES, REDIRECTS_MAX};
pub use names::{Resolve, SystemNames};
pub use policy::is_web_name;
pub use settings::Settings;
