use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::asking::Fault;

/// A page, or something of the person's own, that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchResult {
    /// The number that the answer cites it by, from 1.
    pub number: i64,
    pub title: String,
    /// An address, or a path in this product.
    pub url: String,
    /// The site's name.
    pub site: String,
    pub snippet: Option<String>,
    /// Date in ISO 8601, as much of it as is known.
    pub date: Option<String>,
    pub authors: Option<String>,
    pub place: Option<String>,
    /// Names of the services that found it.
    pub found_by: Vec<String>,
    pub reading: Reading,
}

/// Tells if a result's page was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchReading)]
pub enum Reading {
    /// Only the service's description of the page is known.
    Unread,
    Read,
    Failed,
}

/// The outcome of asking one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SearchReport)]
pub struct Report {
    pub name: String,
    pub found: i64,
    pub fault: Option<Fault>,
}
