//! Doing a research again, when its person asks for it or by itself. It reports what changed.

use area::Services;
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{Fallible, Problem, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};
use web_search::{Reading, SearchResult};

use crate::away::tell_left_out;
use crate::limits::{AT_ONCE_MAX, SCHEDULE_CAP_MAX, SCHEDULED_MAX};
use crate::problems::{CAP_INVALID, ID_TAKEN, NOT_FOUND, NOT_NOW, TOO_MANY, TOO_MANY_SCHEDULED};
use crate::research::{Research, ResearchId, State};
use crate::researches::{get, price_of};
use crate::steps::most_again;
use crate::store::{
    count_going, find_last_complete, find_own, find_research, insert_research, is_going,
    is_in_workspace, list_sources, lock_own, lock_research, note_unattended, save_research,
    save_source,
};
use crate::turn::{advance, announce};
use crate::wire::{ResearchBody, ResearchSchedule};

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
    if !begin(&mut tx, services, &previous, new_id, false).await? {
        return Err(ID_TAKEN.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id, new_id);
    get(services, caller, new_id).await
}

/// Begins the next one of a row, asked for or of its schedule; `false`: the id is taken.
async fn begin(
    tx: &mut Tx,
    services: &Services,
    previous: &Research,
    id: ResearchId,
    of_schedule: bool,
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
        left_out_at: None,
        of_schedule,
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

/// Sets how often a research is done again by itself, and how much that may use in a month. The first of a row has the
/// schedule.
///
/// Problems: [`NOT_FOUND`], [`NOT_NOW`], [`CAP_INVALID`], [`TOO_MANY_SCHEDULED`].
pub(crate) async fn schedule(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    wanted: ResearchSchedule,
) -> Fallible<ResearchBody> {
    let ResearchSchedule { every, cap } = wanted;
    let mut conn = services.db.read().await?;
    let named = find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    drop(conn);
    let most = most_of_next(services, caller.user_id, named.root_id).await?;
    // Without a schedule there is nothing to limit.
    let cap = parse_cap(cap.filter(|_| every.is_some()), most)?;
    let mut tx = services.db.begin().await?;
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
    // Another limit alone does not put the next time off.
    if root.every != every {
        root.every = every;
        plan_next(&mut tx, services, &mut root).await?;
    }
    root.left_out_at = None;
    services.ledger.set_budget(&mut tx, root.id.0, cap).await?;
    save_research(&mut tx, &root).await?;
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

/// What may be used in a month: at least what the next time may cost, or it would never be done again.
fn parse_cap(cap: Option<i64>, most: i64) -> Result<Option<i64>, Problem> {
    let least = most.max(1);
    match cap {
        Some(cap) if !(least..=SCHEDULE_CAP_MAX).contains(&cap) => {
            Err(CAP_INVALID.with("min", least).with("max", SCHEDULE_CAP_MAX))
        }
        cap => Ok(cap),
    }
}

/// What the next one of a row costs at most. Outside of transactions: models are asked for their prices.
async fn most_of_next(services: &Services, user_id: UserId, root_id: ResearchId) -> Fallible<i64> {
    let mut conn = services.db.read().await?;
    let previous = find_last_complete(&mut conn, user_id, root_id).await?;
    drop(conn);
    let Some(previous) = previous else { return Ok(0) };
    let price = price_of(services, &previous).await?;
    Ok(most_again(&previous, price.amount))
}

/// Plans the next time of a schedule, counted from now.
pub(crate) async fn plan_next(
    tx: &mut Tx,
    services: &Services,
    root: &mut Research,
) -> StoreResult<()> {
    let now = services.clock.now();
    let next_at = root.every.map(|every| now.plus(every.micros()));
    plan(tx, services, root, next_at).await
}

/// Has a research come again at once, whose time passed without it: the job that was to begin it was given up.
pub(crate) async fn catch_up(
    tx: &mut Tx,
    services: &Services,
    root: &mut Research,
) -> StoreResult<()> {
    plan(tx, services, root, Some(services.clock.now())).await?;
    save_research(tx, root).await
}

async fn plan(
    tx: &mut Tx,
    services: &Services,
    root: &mut Research,
    next_at: Option<Timestamp>,
) -> StoreResult<()> {
    root.next_at = next_at;
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
        let mut conn = services.db.read().await?;
        let Some(known) = find_research(&mut conn, self.root_id).await? else { return Ok(()) };
        drop(conn);
        let most = most_of_next(services, known.user_id, known.id).await?;
        let mut tx = services.db.begin().await?;
        let Some(mut root) = lock_research(&mut tx, self.root_id).await? else { return Ok(()) };
        if root.next_at != Some(self.at) {
            return Ok(());
        }
        // Whoever left a team does nothing at its cost any more, and sees nothing of it.
        if !is_in_workspace(&mut tx, &root).await? {
            (root.every, root.next_at, root.left_out_at) = (None, None, None);
            services.ledger.set_budget(&mut tx, root.id.0, None).await?;
            save_research(&mut tx, &root).await?;
            return Ok(tx.commit().await?);
        }
        // The one before may not be done yet: then this time is left out.
        if !is_going(&mut tx, root.id).await?
            && let Some(previous) = find_last_complete(&mut tx, root.user_id, root.id).await?
        {
            // This decides whether it begins. Each of its steps is held against the limit anew.
            let budget = services.ledger.budget_use(&mut tx, root.id.0).await?;
            if budget.has_room_for(most) {
                begin_by_itself(&mut tx, services, &mut root, &previous).await?;
            } else {
                leave_out(&mut tx, services, &mut root).await?;
            }
        }
        plan_next(&mut tx, services, &mut root).await?;
        save_research(&mut tx, &root).await?;
        tx.commit().await?;
        announce(services, root.user_id, root.id);
        Ok(())
    }
}

async fn begin_by_itself(
    tx: &mut Tx,
    services: &Services,
    root: &mut Research,
    previous: &Research,
) -> StoreResult<()> {
    let id = ResearchId::new(services.clock.now());
    if begin(tx, services, previous, id, true).await? {
        note_unattended(tx, id).await?;
    }
    root.left_out_at = None;
    Ok(())
}

/// Leaves a time out. Of several in a row its person is told once.
async fn leave_out(tx: &mut Tx, services: &Services, root: &mut Research) -> StoreResult<()> {
    if root.left_out_at.is_none() {
        tell_left_out(tx, services, root).await?;
    }
    root.left_out_at = Some(services.clock.now());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_leaves_room_for_once_at_least() {
        for (cap, most) in [(None, 9), (Some(9), 9), (Some(1), 0), (Some(100_000), 9)] {
            assert_eq!(parse_cap(cap, most), Ok(cap));
        }
        for (cap, most, min) in [(8, 9, 9), (0, 0, 1), (-1, 0, 1), (100_001, 9, 9)] {
            let refused = CAP_INVALID.with("min", min).with("max", 100_000);
            assert_eq!(parse_cap(Some(cap), most), Err(refused));
        }
    }
}
