//! Looking for something on the web: services are asked, what they found becomes one list, pages are read.
//!
//! Start at `find.rs`. Which services there are is data, `finders.toml`; `asking.rs` asks one, `hits.rs` reads
//! what it says, `fusion.rs` makes one list of all, `pages.rs` reads the first pages. `operator.rs` is what
//! the operator sets for services; `own_finder.rs` holds what an operator says of a service against the rules,
//! `page_list.rs` reads lists in pages, `looking.rs` tells what is wrong. `feeds.rs` has the feeds that news are searched
//! in, `sites.rs` the sites that a person has come first, or never.
//!
//! The tables it uses came with the steps of the area `search`, and stay there: a step that has been
//! taken is not written again (decision 0800).

mod asking;
mod domains;
mod excerpts;
mod feed;
mod feed_reading;
mod feed_store;
pub mod feeds;
mod find;
mod finders;
mod fusion;
mod hits;
mod limits;
mod looking;
mod matching;
mod noted;
pub mod operator;
mod opml;
mod own_finder;
pub mod own_finders;
mod page_list;
mod pages;
mod problems;
mod results;
mod selector;
pub mod sites;
mod source;
mod template;

pub use asking::{Fault, Wanted, language_of};
pub use domains::{Domains, host_of};
pub use excerpts::{excerpt, key_sentences};
pub use find::{Found, find, list_sources};
pub use fusion::same_page;
pub use limits::{LIMITS, SNAPSHOT_MAX_CHARS};
pub use pages::{read_first, read_page, read_within};
pub use problems::PROBLEMS;
pub use results::{Reading, Report, SearchResult};
pub use source::Source;
