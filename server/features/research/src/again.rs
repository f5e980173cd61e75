//! Doing a research again, when its person asks for it or by itself. It reports what changed.

use area::Services;
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};
use web_search::{Reading, SearchResult};

use crate::limits::{AT_ONCE_MAX, SCHEDULED_MAX};
use crate::problems::{ID_TAKEN, NOT_FOUND, NOT_NOW, TOO_MANY, TOO_MANY_SCHEDULED};
use crate::research::{Every, Research, ResearchId, State};
use crate::researches::get;
use crate::store::{
    count_going, find_last_complete, find_own, insert_research, is_going, list_sources, lock_own,
    lock_research, note_unattended, save_research, save_source,
};
use crate::turn::{advance, announce};
use crate::wire::ResearchBody;

/// Does a research again: its plan, its sources and its bounds as they were.
///
/// Problems: [`NOT_FOUND`], [`NOT_NOW`], [`TOO_MANY`], [`ID_TAKEN`].
pub(crate) async fn again(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    new_id: ResearchId,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    let previous = lock_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if previous.state != State::Completed {
        return Err(NOT_NOW.into());
    }
    if let Some(known) = find_own(&mut tx, caller.user_id, new_id).await? {
        return match known.previous_id == Some(id) {
            true => {
                drop(tx);
                get(services, caller, new_id).await
            }
            false => Err(ID_TAKEN.into()),
        };
    }
    if count_going(&mut tx, caller.user_id).await?.0 >= AT_ONCE_MAX {
        return Err(TOO_MANY.with("max", AT_ONCE_MAX).into());
    }
    if !begin(&mut tx, services, &previous, new_id).await? {
        return Err(ID_TAKEN.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id, new_id);
    get(services, caller, new_id).await
}

/// Begins the next one of a row; `false`: the id is taken.
async fn begin(
    tx: &mut Tx,
    services: &Services,
    previous: &Research,
    id: ResearchId,
) -> StoreResult<bool> {
    let now = services.clock.now();
    let mut research = Research {
        id,
        state: State::Researching,
        pause: None,
        paused_in: None,
        steps_before: 0,
        gaps: Vec::new(),
        changes: None,
        previous_id: Some(previous.id),
        every: None,
        next_at: None,
        problem: None,
        created_at: now,
        updated_at: now,
        ..previous.clone()
    };
    if !insert_research(tx, &research).await? {
        return Ok(false);
    }
    // The same page has the same number, so that what still holds can stay as it is written.
    for kept in list_sources(tx, previous.id, false).await? {
        let about = SearchResult { reading: Reading::Unread, ..kept.about };
        save_source(tx, id, &about, None).await?;
    }
    advance(tx, services, &mut research, &mut Vec::new()).await?;
    Ok(true)
}

/// Sets how often a research is done again by itself. The first of a row has the schedule.
///
/// Problems: [`NOT_FOUND`], [`NOT_NOW`], [`TOO_MANY_SCHEDULED`].
pub(crate) async fn schedule(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    every: Option<Every>,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    let named = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let root = lock_own(&mut tx, caller.user_id, named.root_id).await?;
    // The schedule went with the first one, if that was deleted.
    let mut root = root.ok_or(NOT_NOW)?;
    if every.is_some() && find_last_complete(&mut tx, caller.user_id, root.root_id).await?.is_none()
    {
        return Err(NOT_NOW.into());
    }
    let is_new = every.is_some() && root.every.is_none();
    if is_new && count_going(&mut tx, caller.user_id).await?.1 >= SCHEDULED_MAX {
        return Err(TOO_MANY_SCHEDULED.with("max", SCHEDULED_MAX).into());
    }
    root.every = every;
    plan_next(&mut tx, services, &mut root).await?;
    save_research(&mut tx, &root).await?;
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

async fn plan_next(tx: &mut Tx, services: &Services, root: &mut Research) -> StoreResult<()> {
    root.next_at = root.every.map(|every| services.clock.now().plus(every.micros()));
    if let Some(at) = root.next_at {
        services.queue.enqueue_at(tx, &DoAgain { root_id: root.id, at }, at).await?;
    }
    Ok(())
}

/// Does a research again when its time has come, if that is still what its person wants.
#[derive(Serialize, Deserialize)]
pub(crate) struct DoAgain {
    root_id: ResearchId,
    at: Timestamp,
}

impl Job for DoAgain {
    type Context = Services;

    const NAME: &'static str = "research.do_again";

    async fn run(self, services: &Services) -> JobResult {
        let mut tx = services.db.begin().await?;
        let Some(mut root) = lock_research(&mut tx, self.root_id).await? else { return Ok(()) };
        if root.next_at != Some(self.at) {
            return Ok(());
        }
        // The one before may not be done yet: then this time is left out.
        if !is_going(&mut tx, root.id).await?
            && let Some(previous) = find_last_complete(&mut tx, root.user_id, root.id).await?
        {
            let id = ResearchId::new(services.clock.now());
            if begin(&mut tx, services, &previous, id).await? {
                note_unattended(&mut tx, id).await?;
            }
        }
        plan_next(&mut tx, services, &mut root).await?;
        save_research(&mut tx, &root).await?;
        tx.commit().await?;
        announce(services, root.user_id, root.id);
        Ok(())
    }
}
