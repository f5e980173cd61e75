//! Web search: search engines are queried, their results are merged into one list, pages are read.
//!
//! Start at `find.rs`. The list of search engines is data, `search-engines.toml`; `asking.rs` queries one, `hits.rs`
//! parses its answer, `fusion.rs` merges all lists, `pages.rs` reads the first pages. `operator.rs` has the operator's
//! settings of search engines; `custom_engine.rs` validates an operator's description of one, `page_list.rs` reads lists
//! in pages, `looking.rs` diagnoses mistakes. `feeds.rs` has the feeds in which news are searched, `sites.rs` the sites
//! that a person ranks first, or excludes.
//!
//! The tables it uses were created by migrations of the area `search`, and stay there: an applied migration is never
//! changed (decision 0800).

mod asking;
mod custom_engine;
pub mod custom_engines;
mod domains;
mod excerpts;
pub mod feeds;
mod find;
mod fusion;
mod hits;
mod limits;
mod looking;
mod matching;
mod noted;
pub mod operator;
mod page_list;
mod pages;
mod problems;
mod results;
mod search_engines;
mod selector;
pub mod sites;
mod source;
mod template;

pub use asking::{Fault, SearchRequest, language_of};
pub use domains::{Domains, host_of};
pub use excerpts::{excerpt, key_sentences};
pub use find::{Found, find, list_sources};
pub use fusion::same_page;
pub use limits::{LIMITS, SNAPSHOT_MAX_CHARS};
pub use pages::{read_first, read_page, read_within};
pub use problems::PROBLEMS;
pub use results::{Reading, Report, SearchResult};
pub use source::Source;
