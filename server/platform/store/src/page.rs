use kernel::{Timestamp, Uuid};

/// Start of the next page: after the row with this time and id (keyset paging, newest first).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub at: Timestamp,
    pub id: Uuid,
}

impl Cursor {
    /// Start before every row: the first page.
    pub const FIRST: Self = Self { at: Timestamp::from_micros(i64::MAX), id: Uuid::max() };

    /// Returns the cursor as clients carry it.
    pub fn encode(&self) -> String {
        format!("{:x}-{}", self.at.micros(), self.id.simple())
    }

    /// Reads what [`Cursor::encode`] wrote; `None` for anything else.
    pub fn decode(text: &str) -> Option<Self> {
        let (micros, id) = text.split_once('-')?;
        let at = Timestamp::from_micros(i64::from_str_radix(micros, 16).ok()?);
        Some(Self { at, id: Uuid::parse_str(id).ok()? })
    }
}

/// One page of a list.
#[derive(Debug, Clone)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Start of the next page; `None` on the last.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Returns a page of at most `limit` from rows that were fetched with `LIMIT limit + 1`.
    pub fn of(mut rows: Vec<T>, limit: usize, cursor: impl Fn(&T) -> Cursor) -> Self {
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = if more { rows.last().map(cursor) } else { None };
        Self { items: rows, next }
    }

    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(convert).collect(), next: self.next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_its_text() {
        let cursor = Cursor { at: Timestamp::from_micros(1_795_172_400_000_001), id: Uuid::max() };
        assert_eq!(Cursor::decode(&cursor.encode()), Some(cursor));
        assert_eq!(Cursor::decode("zz"), None);
    }

    #[test]
    fn only_a_page_with_rows_beyond_it_has_a_next_one() {
        let cursor = |n: &i64| Cursor { at: Timestamp::from_micros(*n), id: Uuid::nil() };
        assert_eq!(Page::of(vec![3, 2, 1], 2, cursor).next.map(|c| c.at.micros()), Some(2));
        assert_eq!(Page::of(vec![3, 2], 2, cursor).next, None);
    }
}
