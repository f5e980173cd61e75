use std::sync::Arc;

use futures::future::try_join_all;
use kernel::Fallible;
use store::{Db, StoreResult, sql, sqlx::AssertSqlSafe};

use crate::{BotResources, ContextScope, ContextSource, Contribution};

/// The context sources of all areas, and the single statement that asks all of them whether they have anything stored.
pub(crate) struct Sources {
    list: Vec<Arc<dyn ContextSource>>,
    /// Query that returns a bit for each source in the order of the list; `None` if no source stores anything.
    asked: Option<String>,
}

impl Sources {
    pub fn new(list: Vec<Arc<dyn ContextSource>>) -> Self {
        let asked = statement(list.iter().map(|source| source.kept_where()));
        Self { list, asked }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn ContextSource>> {
        self.list.iter()
    }

    /// Collects what all areas add to the run that answers `scope`, in the order of the areas.
    ///
    /// Most people keep nothing that most sources could add: that is one way to the database, not one for each.
    pub async fn gather(&self, db: &Db, scope: &mut ContextScope) -> Fallible<Contribution> {
        if scope.bot_id.is_some() {
            scope.bot = self.bot_resources(scope).await?;
        }
        let (scope, kept) = (&*scope, self.kept(db, scope).await?);
        let sources = self.list.iter().zip(0_u32..);
        // Their remaining queries run concurrently, and are waited for once.
        let given = sources.map(|(source, bit)| source.contribute(scope, kept >> bit & 1 == 1));
        let mut all = Contribution::default();
        for contribution in try_join_all(given).await? {
            all.add(contribution);
        }
        Ok(all)
    }

    /// Returns the resources of the bot that answers.
    async fn bot_resources(&self, scope: &ContextScope) -> Fallible<BotResources> {
        let asked = self.list.iter().map(|source| source.bot_resources(scope));
        Ok(try_join_all(asked).await?.into_iter().flatten().next().unwrap_or_default())
    }

    async fn kept(&self, db: &Db, scope: &ContextScope) -> StoreResult<i64> {
        let Some(asked) = &self.asked else { return Ok(0) };
        let mut conn = db.read().await?;
        // Of the sources' own words, which no request adds to.
        let asked = AssertSqlSafe(asked.clone());
        let (bits,) = sql!(
            &mut conn,
            one Bits,
            asked,
            scope.user_id,
            scope.conversation_id
        )?;
        Ok(bits)
    }
}

type Bits = (i64,);

/// Builds a `SELECT` of a number whose bit n tells if condition n holds.
fn statement<'a>(conditions: impl Iterator<Item = Option<&'a str>>) -> Option<String> {
    let bits: Vec<String> = conditions
        .zip(0_u32..)
        .filter_map(|(condition, bit)| {
            let weight = 1_i64 << bit;
            condition.map(|it| format!("CASE WHEN {it} THEN CAST({weight} AS BIGINT) ELSE 0 END"))
        })
        .collect();
    (!bits.is_empty()).then(|| format!("SELECT {}", bits.join(" + ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_that_keeps_something_has_the_bit_of_its_place() {
        assert_eq!(statement([None, None].into_iter()), None);
        assert_eq!(
            statement([None, Some("EXISTS (a)"), None, Some("EXISTS (b)")].into_iter()).as_deref(),
            Some(
                "SELECT CASE WHEN EXISTS (a) THEN CAST(2 AS BIGINT) ELSE 0 END \
                 + CASE WHEN EXISTS (b) THEN CAST(8 AS BIGINT) ELSE 0 END"
            )
        );
    }
}
