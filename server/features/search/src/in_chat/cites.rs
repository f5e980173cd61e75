//! What an answer in a chat takes from the web, held against the pages that were found for it: when it is there,
//! each page that it names by its number becomes a source under it, and no other. What stood there stays with the answer.

use std::collections::BTreeSet;

use area::{AnswerCheck, Services, cited_statement};
use async_trait::async_trait;
use conversations::{
    CitedStatement, PartKind, WebSource, find_answered, replace_citations, text_of,
};
use generation::RunNote;
use jobs::{Job, JobResult};
use kernel::MessageId;
use retrieval::{check_marks, marks_outside_code, number_list};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::in_chat::pages::{ChatPage, forget_pages, insert_pages, keep_pages, list_answer_pages};

/// Greatest number that is taken for a source's where there is no such source: years are none.
const NUMBER_MAX: i64 = 99;

/// Keeps with an answer what was found for it before it began.
pub(crate) struct NotePages(pub Vec<ChatPage>);

#[async_trait]
impl RunNote for NotePages {
    async fn write(&self, tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
        forget_pages(tx, message_id).await?;
        insert_pages(tx, message_id, &self.0).await
    }

    fn check(&self) -> Option<&'static str> {
        Some(CheckChat::NAME)
    }
}

/// Holds the numbers of an answer against the pages. Those that it names stay, to be opened as they were read; done
/// twice it finds the same.
#[derive(Serialize, Deserialize)]
pub(crate) struct CheckChat {
    message_id: MessageId,
}

impl AnswerCheck for CheckChat {
    fn of(message_id: MessageId) -> Self {
        Self { message_id }
    }
}

impl Job for CheckChat {
    type Context = Services;

    const NAME: &'static str = "search.check_chat";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let pages = list_answer_pages(&mut conn, self.message_id).await?;
        let answered = find_answered(&mut conn, self.message_id).await?;
        drop(conn);
        let Some(answered) = answered.filter(|_| !pages.is_empty()) else { return Ok(()) };
        let cited = cited(&text_of(&answered.parts), &pages, self.message_id);
        let named: Vec<i64> = cited.iter().filter_map(number_of).collect();

        let mut tx = services.db.begin().await?;
        keep_pages(&mut tx, self.message_id, &pages, |number| named.contains(&number)).await?;
        let is_changed =
            replace_citations(&mut tx, self.message_id, is_from_the_web, cited).await?;
        tx.commit().await?;
        if is_changed {
            services.generation.announce_change(answered.user_id, answered.conversation_id);
        }
        Ok(())
    }
}

fn is_from_the_web(kind: &PartKind) -> bool {
    matches!(kind, PartKind::Citation { web: Some(_), .. })
}

/// The number of a source: its page stays, read or not, or the answer held against it again would find another.
fn number_of(kind: &PartKind) -> Option<i64> {
    match kind {
        PartKind::Citation { web: Some(web), .. } => Some(web.number),
        _ => None,
    }
}

/// The sources that an answer names, by their numbers.
fn cited(answer: &str, pages: &[ChatPage], message_id: MessageId) -> Vec<PartKind> {
    let marks = marks_outside_code(answer, number_list);
    let named: BTreeSet<i64> = marks.iter().flat_map(|mark| mark.numbers.clone()).collect();
    let texts: Vec<(i64, String)> = pages
        .iter()
        .filter(|page| named.contains(&page.number))
        .map(|page| (page.number, page.says()))
        .collect();
    let said = |number: i64| {
        texts.iter().find(|(known, _)| *known == number).map(|(_, text)| text.as_str())
    };
    let cites = check_marks(answer, &marks, said);
    let source = |number: i64| {
        let own = cites.iter().filter(|cite| cite.number == number).map(cited_statement).collect();
        match pages.iter().find(|page| page.number == number) {
            Some(page) => Some(page.cited_in(message_id, own)),
            None => unknown(number, own),
        }
    };
    named.into_iter().filter_map(source).collect()
}

/// A number behind a statement that no source has.
fn unknown(number: i64, cites: Vec<CitedStatement>) -> Option<PartKind> {
    (number <= NUMBER_MAX && !cites.is_empty()).then(|| PartKind::Citation {
        title: format!("[{number}]"),
        url: None,
        quote: None,
        conversation_id: None,
        message_id: None,
        file_id: None,
        page: None,
        cites,
        web: Some(WebSource { number, read: false, kept_with: None }),
        given: None,
    })
}

#[cfg(test)]
mod tests {
    use conversations::CitedState;

    use super::*;

    const MESSAGE: MessageId = MessageId(kernel::Uuid::from_u128(1));

    fn page(number: i64, text: &str) -> ChatPage {
        ChatPage {
            number,
            title: format!("Page {number}"),
            url: format!("https://example.org/{number}"),
            about: String::new(),
            snippet: "What an engine says".to_owned(),
            text: Some(text.to_owned()),
        }
    }

    /// The numbers of the sources, each with what became of its statements.
    fn states(answer: &str, pages: &[ChatPage]) -> Vec<(i64, Vec<CitedState>)> {
        let state = |source: PartKind| match source {
            PartKind::Citation { web: Some(web), cites, .. } => {
                Some((web.number, cites.iter().map(|cite| cite.state).collect()))
            }
            _ => None,
        };
        cited(answer, pages, MESSAGE).into_iter().filter_map(state).collect()
    }

    #[test]
    fn only_what_is_named_stays_and_each_statement_is_checked() {
        let pages =
            [page(1, "The moon pulls the sea."), page(2, "Boats float."), page(3, "Birds.")];
        let answer = "The moon pulls the sea [1]. The sun is cold [1]. Cats sing [2]. So it is [8]. In [2024].";
        let expected = [
            (1, vec![CitedState::Close, CitedState::NotFound]),
            (2, vec![CitedState::NotFound]),
            (8, vec![CitedState::NotFound]),
        ];
        assert_eq!(states(answer, &pages), expected);
        assert!(cited("The moon pulls the sea.", &pages, MESSAGE).is_empty());
    }

    // A job may run twice: what it leaves must give the same sources again.
    #[test]
    fn an_answer_held_against_what_stayed_has_the_same_sources() {
        let unread = ChatPage { text: None, ..page(2, "") };
        let pages = [page(1, "The moon pulls the sea."), unread, page(3, "Birds.")];
        let answer = "The moon pulls the sea [1]. Boats float [2].";
        let first = cited(answer, &pages, MESSAGE);
        let named: Vec<i64> = first.iter().filter_map(number_of).collect();
        let stayed: Vec<ChatPage> =
            pages.into_iter().filter(|page| named.contains(&page.number)).collect();
        assert_eq!(stayed.len(), 2);
        assert_eq!(cited(answer, &stayed, MESSAGE), first);
    }

    #[test]
    fn code_names_no_sources_and_links_are_none() {
        let answer =
            "Use `a[1]` or\n```\nb[2]\n```\nsee [4](https://example.org), as birds do [3].";
        let numbers: Vec<i64> =
            states(answer, &[page(3, "x")]).into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [3]);
    }
}
