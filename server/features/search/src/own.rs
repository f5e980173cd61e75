//! Searches as what a person finds again among their own things.

use area::{OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId};
use retrieval::{excerpt, find_by_words};
use store::Db;

use crate::store::{Search, list_newest};

/// A person's newest that are looked through.
const LOOKED_THROUGH: i64 = 500;
/// Characters of what one says that are shown.
const SHOWN_CHARS: usize = 300;

pub(crate) struct OwnSearches(Db);

impl OwnSearches {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl OwnSource for OwnSearches {
    fn word(&self) -> &'static str {
        "search"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>> {
        let mut conn = self.0.read().await?;
        let searches = list_newest(&mut conn, user_id, LOOKED_THROUGH).await?;
        let thing = |search: Search| OwnThing {
            path: format!("/home/search/{}", search.id),
            text: format!("{}\n{}", search.wish.query, search.answer.unwrap_or_default()),
            title: search.title,
            changed_at: search.created_at,
        };
        let things: Vec<OwnThing> = searches.into_iter().map(thing).collect();
        let found = find_by_words(things, query, limit, |one| (&one.title, &one.text));
        let shown =
            |one: OwnThing| OwnThing { text: excerpt(&one.text, query, SHOWN_CHARS), ..one };
        Ok(found.into_iter().map(shown).collect())
    }
}
