//! Searches as what a person finds again among their own things.

use area::{OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId};
use store::Db;

use crate::store::{Search, list_newest};

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
        let searches = list_newest(&mut conn, user_id, OwnThing::LOOKED_THROUGH).await?;
        let thing = |search: Search| OwnThing {
            path: format!("/home/search/{}", search.id),
            text: format!("{}\n{}", search.wish.query, search.answer.unwrap_or_default()),
            title: search.title,
            changed_at: search.created_at,
        };
        let things: Vec<OwnThing> = searches.into_iter().map(thing).collect();
        Ok(OwnThing::find_among(things, query, limit))
    }
}
