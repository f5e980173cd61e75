use retrieval::Cite;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::source::Length;

/// Finished summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReadingSummary)]
pub(crate) struct Summary {
    pub length: Length,
    /// Model that wrote it; null: sentences were picked from the text.
    pub model: Option<String>,
    /// Markdown, with the numbers of places in square brackets.
    pub text: String,
    /// Numbered statements with the text of the places they cite.
    pub cites: Vec<Cite>,
    /// Number of places of the text.
    pub places: i64,
    /// Number of places it covers; a long text is sampled.
    pub places_given: i64,
    /// True if it is incomplete.
    pub partial: bool,
}

/// Replaces the summary of the same length.
pub(crate) fn put(summaries: &mut Vec<Summary>, summary: Summary) {
    match summaries.iter_mut().find(|known| known.length == summary.length) {
        // What is whole is not replaced by what is not.
        Some(known) if !known.partial && summary.partial => {}
        Some(known) => *known = summary,
        None => summaries.push(summary),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(length: Length, text: &str, partial: bool) -> Summary {
        let text = text.to_owned();
        Summary {
            length,
            model: None,
            text,
            cites: Vec::new(),
            places: 1,
            places_given: 1,
            partial,
        }
    }

    #[test]
    fn there_is_one_summary_of_each_length_and_a_whole_one_stays() {
        let mut all = Vec::new();
        put(&mut all, summary(Length::Short, "a", true));
        put(&mut all, summary(Length::Short, "b", false));
        put(&mut all, summary(Length::Short, "c", true));
        put(&mut all, summary(Length::Long, "d", true));
        let texts: Vec<&str> = all.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["b", "d"]);
    }
}
