//! Readings as what a person finds again among their own things.

use area::{OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId};
use store::Db;

use crate::store::{Reading, list_newest};

pub(crate) struct OwnReadings(Db);

impl OwnReadings {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl OwnSource for OwnReadings {
    fn word(&self) -> &'static str {
        "reading"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>> {
        let mut conn = self.0.read().await?;
        let readings = list_newest(&mut conn, user_id, OwnThing::LOOKED_THROUGH).await?;
        let thing = |reading: Reading| {
            let said = reading.summaries.iter().map(|summary| summary.text.as_str());
            let text = said.chain(reading.source.url()).collect::<Vec<_>>().join("\n");
            OwnThing {
                title: reading.title,
                path: format!("/home/read/{}", reading.id),
                text,
                changed_at: reading.created_at,
            }
        };
        let things: Vec<OwnThing> = readings.into_iter().map(thing).collect();
        Ok(OwnThing::find_among(things, query, limit))
    }
}
