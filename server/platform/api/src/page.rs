use kernel::Problem;
use serde::{Deserialize, Serialize};
use store::{Cursor, Page};
use utoipa::{IntoParams, ToSchema};

use crate::BAD_PARAMETER;

/// Maximum number of rows per page.
pub const PAGE_MAX: usize = 100;
const PAGE_DEFAULT: usize = 50;

/// The requested page of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
}

impl PageQuery {
    /// Returns the start and the length of the page.
    pub fn bounds(&self) -> Result<(Cursor, usize), Problem> {
        let cursor = match &self.cursor {
            None => Cursor::FIRST,
            Some(text) => {
                Cursor::decode(text).ok_or_else(|| BAD_PARAMETER.with("detail", "cursor"))?
            }
        };
        Ok((cursor, self.limit.unwrap_or(PAGE_DEFAULT).clamp(1, PAGE_MAX)))
    }
}

/// One page of a list, on the wire.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageBody<T> {
    pub items: Vec<T>,
    /// Asks for the next page; null on the last.
    pub next_cursor: Option<String>,
}

impl<T> From<Page<T>> for PageBody<T> {
    fn from(page: Page<T>) -> Self {
        Self { items: page.items, next_cursor: page.next.map(|cursor| cursor.encode()) }
    }
}
