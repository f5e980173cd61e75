//! Results of runs, which their person finds again (decision 1092). Of what was read nothing is stored.

pub(crate) mod routes;
mod store;
mod wire;

use ::store::{Page, StoreResult, Tx};
use api::PageQuery;
use area::Services;
use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use identity::SignedIn;
use jobs::{Job, JobResult, Queue};
use kernel::{Fallible, RunId, UserId};
use serde::{Deserialize, Serialize};

use self::store::{self as rows, NewResult};
use self::wire::ResultBody;
use crate::hints::announce_change;
use crate::limits::{RESULTS_MAX, TITLE_MAX_CHARS};
use crate::problems::RESULT_NOT_FOUND;
use crate::runs::FEATURE;
use crate::store::PowerupId;

/// A PowerUP and what it runs on, as its result is called.
pub(crate) struct Named<'a> {
    pub powerup_id: PowerupId,
    pub name: &'a str,
    pub icon: &'a str,
    /// The page or text; `None`: it has no name.
    pub title: Option<&'a str>,
}

/// Keeps the result of a run that starts in this transaction.
pub(crate) async fn keep(
    tx: &mut Tx,
    services: &Services,
    user_id: UserId,
    run: (RunId, &str),
    named: &Named<'_>,
) -> StoreResult<()> {
    let (run_id, model_name) = run;
    let title = kernel::collapse_whitespace(named.title.unwrap_or_default());
    let title = kernel::truncate(&title, TITLE_MAX_CHARS);
    let new = NewResult {
        run_id,
        user_id,
        powerup_id: named.powerup_id,
        name: named.name,
        icon: named.icon,
        title: &title,
        model_name,
        created_at: services.clock.now(),
    };
    rows::insert(tx, &new).await?;
    rows::delete_old(tx, user_id, RESULTS_MAX).await
}

/// Lists the caller's results, of one PowerUP or of all, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    powerup_id: Option<PowerupId>,
    page: &PageQuery,
) -> Fallible<Page<ResultBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let Page { items, next } =
        rows::list(&mut conn, caller.user_id, powerup_id, cursor, limit).await?;
    Ok(Page { items: items.into_iter().map(ResultBody::from).collect(), next })
}

/// Deletes a result of the caller's.
///
/// Problems: [`RESULT_NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, run_id: RunId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !rows::delete(&mut tx, caller.user_id, run_id).await? {
        return Err(RESULT_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Deletes the caller's results, of one PowerUP or of all.
pub(crate) async fn delete_all(
    services: &Services,
    caller: &SignedIn,
    powerup_id: Option<PowerupId>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    rows::delete_all(&mut tx, caller.user_id, powerup_id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Enqueues storing the result when a run ends.
pub(crate) struct ResultFollower(pub Queue);

#[async_trait]
impl RunFollower for ResultFollower {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Of(&[FEATURE])
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        if rows::find_writing(tx, run.id).await?.is_some() {
            self.0.enqueue(tx, &StoreResultOf { run_id: run.id }).await?;
        }
        Ok(())
    }
}

/// Stores what a run wrote, also one that was stopped. May run twice, or too early: then it stores nothing.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoreResultOf {
    run_id: RunId,
}

impl Job for StoreResultOf {
    type Context = Services;

    const NAME: &'static str = "powerups.store_result";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let found = rows::find_writing(&mut conn, self.run_id).await?;
        drop(conn);
        let Some(user_id) = found else { return Ok(()) };
        let look = services.generation.snapshot(self.run_id).await?;
        if look.as_ref().is_some_and(|look| !look.state.is_final()) {
            return Ok(());
        }
        let answer = look.map(|look| look.text).unwrap_or_default();
        let mut tx = services.db.begin().await?;
        match answer.trim() {
            "" => rows::discard(&mut tx, self.run_id).await?,
            answer => rows::finish(&mut tx, self.run_id, answer).await?,
        }
        tx.commit().await?;
        announce_change(services, user_id);
        Ok(())
    }
}
