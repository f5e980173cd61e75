//! A person's glossary in their archive. The memory of translations is not in it: it can be made again.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};

use crate::languages::Language;
use crate::rules::Term;
use crate::store::{StoredTerm, find_term, insert_term, list_terms};

/// Terms, as something that an archive holds.
pub(crate) struct Glossary(Db);

impl Glossary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct TermLine {
    id: Uuid,
    original: String,
    translation: String,
    source_language: String,
    target_language: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl TermLine {
    /// Returns true if the term could have been entered by hand.
    fn is_reasonable(&self) -> bool {
        Term::parse(&self.original, &self.translation).is_ok()
            && Language::parse(&self.target_language).is_ok()
            && Language::parse_open(Some(&self.source_language)).is_ok()
    }
}

#[async_trait]
impl ArchiveSource for Glossary {
    fn name(&self) -> &'static str {
        "glossary"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // A glossary is written by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let terms = list_terms(&mut conn, person.user_id).await?;
        archive_lines(terms.into_iter().map(TermLine::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = TermLine::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_reasonable() {
            return Ok(Restored::Refused);
        }
        let id = line.id;
        if insert_term(tx, person.user_id, &line.into()).await? {
            return Ok(Restored::Added);
        }
        let own = find_term(tx, person.user_id, id).await?;
        Ok(if own.is_some() { Restored::Present } else { Restored::Refused })
    }
}

impl From<StoredTerm> for TermLine {
    fn from(term: StoredTerm) -> Self {
        let StoredTerm {
            id,
            original,
            translation,
            source_language,
            target_language,
            created_at,
            updated_at,
        } = term;
        Self { id, original, translation, source_language, target_language, created_at, updated_at }
    }
}

impl From<TermLine> for StoredTerm {
    fn from(line: TermLine) -> Self {
        let TermLine {
            id,
            original,
            translation,
            source_language,
            target_language,
            created_at,
            updated_at,
        } = line;
        Self { id, original, translation, source_language, target_language, created_at, updated_at }
    }
}
