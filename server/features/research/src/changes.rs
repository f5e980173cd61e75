//! Differences from the time before: pure.

use kernel::collapse_whitespace;
use retrieval::{Cite, CiteState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web_search::same_page;

use crate::research::Statement;

/// The differences from the research before.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchChanges)]
pub(crate) struct Changes {
    /// Statements that are made now and were not then.
    pub new_statements: Vec<Said>,
    /// Statements that were made then, on pages that do not make them any more.
    pub gone_statements: Vec<Said>,
    /// Numbers of pages that were not found then.
    pub new_sources: Vec<i64>,
    /// Numbers of pages that say something else than then.
    pub changed_sources: Vec<i64>,
    /// Titles of pages that were not found this time.
    pub missing_sources: Vec<String>,
    /// The summary of the changes by the model; null: nothing changed, or none was asked.
    pub text: Option<String>,
    pub cites: Vec<Cite>,
}

/// A statement of a page that can be read without the research it is from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchSaid)]
pub(crate) struct Said {
    pub topic: i64,
    /// Its number in the research that said it.
    pub source: i64,
    pub claim: String,
    pub quote: Option<String>,
    pub title: String,
    pub url: String,
}

impl Changes {
    /// Returns true if nothing was said that matters: which pages services find changes every day.
    pub fn is_empty(&self) -> bool {
        self.new_statements.is_empty() && self.gone_statements.is_empty()
    }
}

/// A page with what it said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Page {
    pub number: i64,
    pub title: String,
    pub url: String,
    pub text: String,
}

/// The pages and statements of one time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'a> {
    pub pages: &'a [Page],
    pub statements: &'a [Statement],
}

impl<'a> Found<'a> {
    fn page(self, number: i64) -> Option<&'a Page> {
        self.pages.iter().find(|page| page.number == number)
    }

    /// The same page here.
    pub fn same(self, other: &Page) -> Option<&'a Page> {
        let wanted = same_page(&other.url);
        self.pages.iter().find(|page| same_page(&page.url) == wanted)
    }

    fn said(self, statement: &Statement) -> Option<Said> {
        let page = self.page(statement.source)?;
        Some(Said {
            topic: statement.topic,
            source: statement.source,
            claim: statement.claim.clone(),
            quote: statement.quote.clone(),
            title: page.title.clone(),
            url: page.url.clone(),
        })
    }
}

/// Holds what was found now against what was found before.
pub(crate) fn compare(before: Found<'_>, now: Found<'_>) -> Changes {
    let mut changes = Changes::default();
    for page in now.pages {
        match before.same(page) {
            None => changes.new_sources.push(page.number),
            Some(old) if !is_same_text(&old.text, &page.text) => {
                changes.changed_sources.push(page.number);
            }
            Some(_) => {}
        }
    }
    let missing = before.pages.iter().filter(|old| now.same(old).is_none());
    changes.missing_sources = missing.map(|old| old.title.clone()).collect();
    for statement in now.statements.iter().filter(|one| stands(one)) {
        let Some(page) = now.page(statement.source) else { continue };
        let was_there = match before.same(page) {
            Some(old) => says(&old.text, statement),
            None => before.statements.iter().any(|old| is_same(old, statement)),
        };
        if !was_there {
            changes.new_statements.extend(now.said(statement));
        }
    }
    for statement in before.statements.iter().filter(|one| stands(one)) {
        let page = before.page(statement.source).and_then(|old| now.same(old));
        if page.is_some_and(|page| !says(&page.text, statement)) {
            changes.gone_statements.extend(before.said(statement));
        }
    }
    changes
}

/// Returns true if a statement was found in its source.
pub(crate) fn stands(statement: &Statement) -> bool {
    statement.found != CiteState::NotFound
}

/// Returns true if two texts say the same, but for white space and case.
pub(crate) fn is_same_text(one: &str, other: &str) -> bool {
    one == other || flat(one) == flat(other)
}

fn says(text: &str, statement: &Statement) -> bool {
    statement.quote.as_deref().is_some_and(|quote| flat(text).contains(&flat(quote)))
}

fn is_same(one: &Statement, other: &Statement) -> bool {
    let words = |statement: &Statement| flat(statement.quote.as_ref().unwrap_or(&statement.claim));
    words(one) == words(other)
}

fn flat(text: &str) -> String {
    collapse_whitespace(text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::Stance;

    fn page(number: i64, url: &str, text: &str) -> Page {
        Page { number, title: format!("Page {number}"), url: url.into(), text: text.into() }
    }

    fn statement(source: i64, quote: &str) -> Statement {
        Statement {
            topic: 1,
            source,
            claim: quote.to_owned(),
            quote: Some(quote.to_owned()),
            date: None,
            stance: Stance::Supports,
            found: CiteState::Quoted,
        }
    }

    fn quotes(said: &[Said]) -> Vec<&str> {
        said.iter().filter_map(|one| one.quote.as_deref()).collect()
    }

    // issue 5: "re-run and scheduled re-run that report *what changed*"
    #[test]
    fn what_pages_say_now_and_did_not_say_then_is_a_change() {
        let old = [
            page(1, "https://a.org/", "The tide is high. It is cold."),
            page(2, "https://b.org/", "Old."),
        ];
        let new = [
            page(1, "https://c.org/", "A storm comes."),
            page(2, "http://www.a.org", "The tide is LOW.  It is cold."),
        ];
        let said =
            [statement(1, "The tide is high."), statement(1, "It is cold."), statement(2, "Old.")];
        let says = [
            statement(1, "A storm comes."),
            statement(2, "The tide is LOW."),
            statement(2, "It is cold."),
        ];
        let changes = compare(
            Found { pages: &old, statements: &said },
            Found { pages: &new, statements: &says },
        );
        assert_eq!(quotes(&changes.new_statements), ["A storm comes.", "The tide is LOW."]);
        assert_eq!(quotes(&changes.gone_statements), ["The tide is high."]);
        assert_eq!((changes.new_sources, changes.changed_sources), (vec![1], vec![2]));
        assert_eq!(
            changes.missing_sources,
            ["Page 2"],
            "that a page was not found is no news in itself"
        );
    }

    #[test]
    fn other_sentences_of_a_page_that_did_not_change_are_no_news() {
        let pages = [page(1, "https://a.org/", "The tide is high. It is cold.")];
        let before = [statement(1, "The tide is high.")];
        let now = [statement(1, "It is cold.")];
        let found = |statements| Found { pages: &pages, statements };
        let changes = compare(found(&before), found(&now));
        assert!(changes.is_empty(), "{changes:?}");
        assert!(changes.new_sources.is_empty() && changes.changed_sources.is_empty());
    }

    #[test]
    fn what_another_page_said_before_and_what_stands_nowhere_are_no_news() {
        let (old, new) =
            ([page(1, "https://a.org/", "High.")], [page(1, "https://z.org/", "High.")]);
        let said = [statement(1, "High.")];
        let made_up = Statement { found: CiteState::NotFound, ..statement(1, "Cheese.") };
        let says = [statement(1, "High."), made_up];
        let changes = compare(
            Found { pages: &old, statements: &said },
            Found { pages: &new, statements: &says },
        );
        assert!(changes.is_empty());
        assert_eq!(changes.new_sources, [1]);
    }
}
