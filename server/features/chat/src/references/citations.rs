//! Reference citations: checks what an answer cites from the things its person referred to with `#`. When the answer is
//! complete, each thing that it cites by number becomes a source under it, which leads to the cited words.

use std::collections::BTreeSet;

use area::{AnswerCheck, LibraryPassage, Services, cited_statement};
use async_trait::async_trait;
use conversations::{GivenSource, PartKind, find_answered, replace_citations, text_of};
use generation::RunNote;
use jobs::{Job, JobResult};
use kernel::{ConversationId, Fallible, MessageId, UserId, Uuid, collapse_whitespace};
use retrieval::{Cite, Mark, check_marks, marks_outside_code};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

/// Something that a model was given, with the number by which it cites it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct NumberedReference {
    pub number: i64,
    /// Kind of the thing, as in a reference.
    pub of: String,
    pub id: Uuid,
    pub title: String,
    /// The address of the thing in this product.
    pub path: String,
}

/// Records for an answer what was given for it.
pub(crate) struct NoteReferences(pub Vec<NumberedReference>);

#[async_trait]
impl RunNote for NoteReferences {
    async fn write(&self, tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
        sql!(
            tx,
            execute,
            "INSERT INTO chat_given (message_id, things) VALUES ($1, $2)
             ON CONFLICT (message_id) DO UPDATE SET things = excluded.things",
            message_id,
            to_json(&self.0)?
        )?;
        Ok(())
    }

    fn check(&self) -> Option<&'static str> {
        Some(CheckReferenceCitations::NAME)
    }
}

/// Compares an answer's citations with the things. Idempotent: the record is deleted afterwards.
#[derive(Serialize, Deserialize)]
pub(crate) struct CheckReferenceCitations {
    message_id: MessageId,
}

impl AnswerCheck for CheckReferenceCitations {
    fn of(message_id: MessageId) -> Self {
        Self { message_id }
    }
}

impl Job for CheckReferenceCitations {
    type Context = Services;

    const NAME: &'static str = "chat.check_given";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(things) = find_references(&mut conn, self.message_id).await? else {
            return Ok(());
        };
        let Some(answered) = find_answered(&mut conn, self.message_id).await? else {
            return Ok(());
        };
        drop(conn);
        let text = text_of(&answered.parts);
        let marks = marks_in(&text);
        let named: BTreeSet<i64> = marks.iter().flat_map(|mark| mark.numbers.clone()).collect();
        let mut sources = Vec::new();
        for thing in things.into_iter().filter(|thing| named.contains(&thing.number)) {
            sources.push(Source::read(services, answered.user_id, thing).await?);
        }
        let cited = cited(&text, &marks, &named, &sources);

        let mut tx = services.db.begin().await?;
        forget(&mut tx, self.message_id).await?;
        let is_changed = replace_citations(&mut tx, self.message_id, is_given, cited).await?;
        tx.commit().await?;
        if is_changed {
            services.generation.announce_change(answered.user_id, answered.conversation_id);
        }
        Ok(())
    }
}

fn is_given(kind: &PartKind) -> bool {
    matches!(kind, PartKind::Citation { given: Some(_), .. })
}

/// Finds the citation marks in an answer: `[#1]`, `[#1, #3]`, but not in code.
fn marks_in(answer: &str) -> Vec<Mark> {
    marks_outside_code(answer, |inside| {
        if !inside.starts_with(['#', '＃']) {
            return None;
        }
        let number = |one: &str| one.trim().trim_start_matches(['#', '＃']).parse::<i64>().ok();
        let numbers = inside.split([',', ';', '、', '，']);
        numbers.map(|one| number(one).filter(|number| *number > 0)).collect()
    })
}

/// A thing that an answer cites, with its text.
struct Source {
    thing: NumberedReference,
    places: Vec<LibraryPassage>,
    /// All of it.
    text: String,
}

impl Source {
    async fn read(
        services: &Services,
        user_id: UserId,
        thing: NumberedReference,
    ) -> Fallible<Self> {
        let places = match services.library_source(&thing.of) {
            Some(source) => source.passages(user_id, thing.id).await?,
            None => Vec::new(),
        };
        Ok(Self::of(thing, places))
    }

    fn of(thing: NumberedReference, places: Vec<LibraryPassage>) -> Self {
        let texts: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
        Self { text: texts.join("\n\n"), thing, places }
    }

    /// Returns the place of a quote in the thing.
    fn place_of(&self, quote: &str) -> Option<&LibraryPassage> {
        let wanted = flat(quote);
        self.places.iter().find(|place| flat(&place.text).contains(&wanted))
    }
}

/// Normalizes a text for comparing quotes.
fn flat(text: &str) -> String {
    collapse_whitespace(text).to_lowercase()
}

/// Returns the sources that an answer names, by their numbers.
fn cited(answer: &str, marks: &[Mark], named: &BTreeSet<i64>, sources: &[Source]) -> Vec<PartKind> {
    let of = |number: i64| sources.iter().find(|source| source.thing.number == number);
    let cites = check_marks(answer, marks, |number| of(number).map(|source| source.text.as_str()));
    let citation = |number: &i64| {
        let own: Vec<&Cite> = cites.iter().filter(|cite| cite.number == *number).collect();
        (!own.is_empty()).then(|| citation(*number, of(*number), &own))
    };
    named.iter().filter_map(citation).collect()
}

fn citation(number: i64, source: Option<&Source>, own: &[&Cite]) -> PartKind {
    let quote = own.iter().find_map(|cite| cite.quote.clone());
    let place = source.zip(quote.as_deref()).and_then(|(source, quote)| source.place_of(quote));
    let thing = source.map(|source| &source.thing);
    let message_id = place.and_then(|place| place.message_id);
    let in_chat = thing.filter(|_| message_id.is_some()).map(|thing| ConversationId(thing.id));
    PartKind::Citation {
        title: thing.map_or_else(|| format!("[#{number}]"), |thing| thing.title.clone()),
        url: None,
        page: place.and_then(|place| place.page),
        quote,
        conversation_id: in_chat,
        message_id,
        file_id: None,
        cites: own.iter().map(|cite| cited_statement(cite)).collect(),
        web: None,
        given: Some(GivenSource {
            number,
            of: thing.map(|thing| thing.of.clone()),
            thing_id: thing.map(|thing| thing.id),
            path: thing.map(|thing| thing.path.clone()),
            at_seconds: place.and_then(|place| place.at_seconds),
        }),
    }
}

async fn find_references(
    conn: &mut Conn,
    message_id: MessageId,
) -> StoreResult<Option<Vec<NumberedReference>>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT things FROM chat_given WHERE message_id = $1",
        message_id
    )?;
    row.map(|(things,)| from_json(&things)).transpose()
}

async fn forget(tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
    sql!(tx, deferred, "DELETE FROM chat_given WHERE message_id = $1", message_id)
}

#[cfg(test)]
mod tests {
    use conversations::CitedState;
    use retrieval::MARKS_MAX;

    use super::*;

    fn talk(number: i64) -> Source {
        let place = |at_seconds, text: &str| LibraryPassage {
            at_seconds: Some(at_seconds),
            ..LibraryPassage::of(text.to_owned())
        };
        let thing = NumberedReference {
            number,
            of: "reading".to_owned(),
            id: Uuid::from_u128(7),
            title: "A talk".to_owned(),
            path: "/home/read/7".to_owned(),
        };
        Source::of(thing, vec![place(0, "Welcome to all."), place(95, "The moon pulls the sea.")])
    }

    fn sources(answer: &str) -> Vec<PartKind> {
        let marks = marks_in(answer);
        let named = marks.iter().flat_map(|mark| mark.numbers.clone()).collect();
        cited(answer, &marks, &named, &[talk(2)])
    }

    #[test]
    fn a_number_leads_to_when_it_is_said() {
        let found = sources("The moon pulls the sea [#2]. Boats are of oak [#2].");
        let [PartKind::Citation { title, cites, quote, given: Some(given), .. }] = &found[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!((title.as_str(), given.at_seconds), ("A talk", Some(95)));
        assert_eq!(quote.as_deref(), Some("The moon pulls the sea."));
        let states: Vec<CitedState> = cites.iter().map(|cite| cite.state).collect();
        assert_eq!(states, [CitedState::Close, CitedState::NotFound]);
    }

    #[test]
    fn a_number_that_nothing_has_is_no_source() {
        let found = sources("The sun is cold [#5].");
        let [PartKind::Citation { title, cites, given: Some(given), .. }] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((title.as_str(), given.thing_id), ("[#5]", None));
        assert_eq!(cites[0].state, CitedState::NotFound);
    }

    #[test]
    fn marks_are_found_as_models_write_them_and_none_in_code_or_links() {
        let numbers = |answer| -> Vec<Vec<i64>> {
            marks_in(answer).into_iter().map(|mark| mark.numbers).collect()
        };
        assert_eq!(
            numbers("a [#1][#2] b [#1, #3] c [#1; 2]"),
            [vec![1], vec![2], vec![1, 3], vec![1, 2]]
        );
        assert!(numbers("`a[#1]` [#1](https://a.example) [1] [#x] [#0]").is_empty());
        assert_eq!(numbers("[a [#2]"), [vec![2]]);
    }

    #[test]
    fn an_answer_of_nothing_but_marks_costs_little() {
        assert_eq!(marks_in(&"[#1]".repeat(50_000)).len(), MARKS_MAX);
        assert!(marks_in(&"[#".repeat(200_000)).is_empty());
    }
}
