use kernel::{DAY, MINUTE, Problem, Timestamp};

use crate::problems::DATE_UNREADABLE;
use crate::rules::parse_query;

/// A parsed search: the text of the search field, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SearchWish {
    pub words: String,
    /// The name of a group, or its beginning.
    pub group: Option<String>,
    /// The name of a bot, or its id.
    pub bot: Option<String>,
    pub is_pinned: bool,
    pub is_favorite: bool,
    /// Start of the range, inclusive.
    pub from: Option<Timestamp>,
    /// End of the range, exclusive.
    pub until: Option<Timestamp>,
}

impl SearchWish {
    /// Extracts `group:name`, `bot:"two words"`, `is:pinned`, `is:favorite`, `before:2026-01-31` and `after:2026-01-31`
    /// from the words. Days are the reader's own, `offset_minutes` east of UTC; `after` begins with its day, `before`
    /// ends where its day begins.
    ///
    /// A filter without a value is still being typed and is ignored; unknown filters count as words.
    pub fn parse(text: &str, offset_minutes: i64) -> Result<Self, Problem> {
        let mut wish = Self::default();
        let mut words = Vec::new();
        for piece in pieces(parse_query(text)?) {
            let (name, value) = piece.split_once(':').unwrap_or(("", piece));
            let value = value.trim_matches('"').trim();
            let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
            let day = || read_day(value, offset_minutes);
            match (name.to_ascii_lowercase().as_str(), value.to_ascii_lowercase().as_str()) {
                ("group", _) => wish.group = text(),
                ("bot", _) => wish.bot = text(),
                ("is", "pinned") => wish.is_pinned = true,
                ("is", "favorite" | "favourite") => wish.is_favorite = true,
                ("is" | "before" | "after", "") => {}
                ("before", _) => wish.until = Some(day()?),
                ("after", _) => wish.from = Some(day()?),
                _ => words.push(piece),
            }
        }
        wish.words = words.join(" ");
        Ok(wish)
    }
}

/// Returns the beginning of a day, written `2026-01-31`.
fn read_day(text: &str, offset_minutes: i64) -> Result<Timestamp, Problem> {
    let day = Timestamp::of_utc_date(text).ok_or(DATE_UNREADABLE)?;
    Ok(day.plus(-offset_minutes.clamp(-DAY / MINUTE, DAY / MINUTE) * MINUTE))
}

/// Returns the text at its white space, but for white space in quotation marks.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let at_space = move |c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    };
    text.split(at_space).filter(|piece| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SearchWish {
        SearchWish::parse(text, 0).unwrap()
    }

    #[test]
    fn words_without_filters_stay_as_they_are() {
        assert_eq!(parse("  rust   owner ").words, "rust owner");
        assert_eq!(
            parse("10:30 http://example.com is:odd").words,
            "10:30 http://example.com is:odd"
        );
        assert_eq!(parse(""), SearchWish::default());
    }

    #[test]
    fn filters_are_taken_out_of_the_words_wherever_they_stand() {
        let wish = parse(r#"tea Group:"My work" is:pinned green BOT:muse is:favorite"#);
        assert_eq!(wish.words, "tea green");
        assert_eq!(wish.group.as_deref(), Some("My work"));
        assert_eq!(wish.bot.as_deref(), Some("muse"));
        assert!(wish.is_pinned && wish.is_favorite);
    }

    #[test]
    fn a_name_may_be_in_any_script() {
        assert_eq!(parse("group:工作 茶").group.as_deref(), Some("工作"));
        assert_eq!(parse(r#"group:"عمل جديد" شاي"#).group.as_deref(), Some("عمل جديد"));
    }

    #[test]
    fn after_begins_with_its_day_and_before_ends_where_its_day_begins() {
        let day = Timestamp::of_utc_date("2026-01-31");
        assert_eq!(parse("after:2026-01-31").from, day);
        assert_eq!(parse("before:2026-01-31").until, day);
        let in_tokyo = SearchWish::parse("after:2026-01-31", 9 * 60).unwrap();
        assert_eq!(in_tokyo.from, day.map(|day| day.plus(-9 * 60 * MINUTE)));
    }

    #[test]
    fn a_filter_that_is_still_being_typed_asks_for_nothing() {
        for text in ["group:", "bot:\"", "is:", "before:", "after:"] {
            assert_eq!(parse(text), SearchWish::default(), "{text}");
        }
    }

    #[test]
    fn a_day_that_is_none_is_refused() {
        for text in ["before:2026-02-30", "after:yesterday", "after:2026-1"] {
            assert_eq!(SearchWish::parse(text, 0).unwrap_err().kind, DATE_UNREADABLE, "{text}");
        }
    }
}
