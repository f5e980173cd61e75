//! Researches as what a person finds again among their own things.

use area::{OwnPlace, OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid};
use retrieval::plain_text;
use store::Db;

use crate::research::{Research, ResearchId};
use crate::store::{find_own, list_newest, list_report_texts};

/// A person's newest that are looked through: their reports are long.
const LOOKED_THROUGH: i64 = 100;

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
        let ids: Vec<ResearchId> = researches.iter().map(|research| research.id).collect();
        let texts = list_report_texts(&mut conn, &ids).await?;
        let things: Vec<OwnThing> = researches.into_iter().map(|one| thing(one, &texts)).collect();
        Ok(OwnThing::find_among(things, query, limit))
    }

    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<OwnThing>> {
        let mut conn = self.0.read().await?;
        let Some(research) = find_own(&mut conn, user_id, ResearchId(id)).await? else {
            return Ok(None);
        };
        let texts = list_report_texts(&mut conn, &[research.id]).await?;
        Ok(Some(thing(research, &texts)))
    }

    /// The sections of its report.
    async fn places(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<OwnPlace>> {
        let mut conn = self.0.read().await?;
        let Some(research) = find_own(&mut conn, user_id, ResearchId(id)).await? else {
            return Ok(Vec::new());
        };
        let texts = list_report_texts(&mut conn, &[research.id]).await?;
        Ok(texts.into_iter().map(|(_, text)| OwnPlace::of(plain_text(&text))).collect())
    }
}

/// A research with its part of `texts`.
fn thing(research: Research, texts: &[(ResearchId, String)]) -> OwnThing {
    let Research { id, title, wish, plan, created_at, .. } = research;
    let topics = plan.iter().map(|topic| topic.question.as_str());
    let said = texts.iter().filter(|(of, _)| *of == id).map(|(_, text)| text.as_str());
    let text = [wish.question.as_str()].into_iter().chain(topics).chain(said);
    OwnThing {
        id: id.0,
        title,
        path: format!("/home/research/{id}"),
        text: text.collect::<Vec<_>>().join("\n"),
        changed_at: created_at,
    }
}
