//! Researches as what a person finds again among their own things.

use area::{OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId};
use retrieval::{excerpt, find_by_words};
use store::Db;

use crate::research::Research;
use crate::store::{list_newest, list_sections};

/// A person's newest that are looked through.
const LOOKED_THROUGH: i64 = 100;
/// Characters of what one says that are shown.
const SHOWN_CHARS: usize = 300;

pub(crate) struct OwnResearches(Db);

impl OwnResearches {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl OwnSource for OwnResearches {
    fn word(&self) -> &'static str {
        "research"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>> {
        let mut conn = self.0.read().await?;
        let researches = list_newest(&mut conn, user_id, LOOKED_THROUGH).await?;
        let mut things: Vec<OwnThing> = Vec::new();
        for Research { id, title, wish, plan, created_at, .. } in researches {
            let sections = list_sections(&mut conn, id).await?;
            let said = sections.iter().map(|section| section.text.as_str());
            let topics = plan.iter().map(|topic| topic.question.as_str());
            let text = [wish.question.as_str()].into_iter().chain(topics).chain(said);
            things.push(OwnThing {
                title,
                path: format!("/home/research/{id}"),
                text: text.collect::<Vec<_>>().join("\n"),
                changed_at: created_at,
            });
        }
        let found = find_by_words(things, query, limit, |one| (&one.title, &one.text));
        let shown =
            |one: OwnThing| OwnThing { text: excerpt(&one.text, query, SHOWN_CHARS), ..one };
        Ok(found.into_iter().map(shown).collect())
    }
}
