//! Doing a research again, when its person asks for it or by schedule. It reports what changed.

use std::time::Duration;

use area::{Services, Upkeep};
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{Fallible, HOUR, Problem, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};
use tasks::{NewTask, announce, check_limits, find_any, find_own, start_in};

use crate::limits::{SCHEDULE_CAP_MAX, SCHEDULED_MAX};
use crate::notices::tell_skipped;
use crate::problems::{CAP_INVALID, ID_TAKEN, NOT_FOUND, NOT_NOW, TOO_MANY_SCHEDULED};
use crate::research::{Input, Progress, Research, ResearchId, State, state_of};
use crate::researches::{get, price_of};
use crate::steps::most_again;
use crate::store::{
    Schedule, find_last_complete, find_schedule, is_going, list_overdue, list_scheduled, lock_own,
    lock_research, save_schedule,
};
use crate::wire::{ResearchBody, ResearchSchedule};
use crate::work::{Effect, ResearchTask};

/// A research that should have come again so long ago has nobody who begins it: a job is tried for less.
const OVERDUE: i64 = 6 * HOUR;

/// Does a research again: its plan, its sources and its bounds as they were.
///
/// Problems: [`NOT_FOUND`], [`NOT_NOW`], [`ID_TAKEN`], those of [`check_limits`].
pub(crate) async fn repeat(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    new_id: ResearchId,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    let previous = lock_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if state_of(&previous) != State::Completed {
        return Err(NOT_NOW.into());
    }
    match begin(&mut tx, services, &previous, new_id, false).await? {
        Some(research) => {
            check_limits::<ResearchTask>(services, &mut tx, &research).await?;
            tx.commit().await?;
            announce(services, &research.head);
        }
        None => {
            let known = find_own::<ResearchTask>(&mut tx, caller.user_id, new_id).await?;
            known.filter(|known| known.input.previous_id == Some(id)).ok_or(ID_TAKEN)?;
            drop(tx);
        }
    }
    get(services, caller, new_id).await
}

/// Begins the next one of a row, asked for or of its schedule; `None`: the id is taken.
pub(crate) async fn begin(
    tx: &mut Tx,
    services: &Services,
    previous: &Research,
    id: ResearchId,
    of_schedule: bool,
) -> Fallible<Option<Research>> {
    let known = previous.output.clone();
    let input =
        Input { previous_id: Some(previous.head.id), of_schedule, ..previous.input.clone() };
    let output = Progress {
        stage: State::Researching,
        unattended: of_schedule,
        clarifications: known.clarifications,
        plan: known.plan,
        bounds: known.bounds,
        ..Progress::default()
    };
    let new = NewTask::new(id, previous.head.title.clone(), input);
    let new = NewTask { output, effect: Some(Effect::Resume), ..new };
    start_in::<ResearchTask>(services, tx, previous.head.payer(), new).await
}

/// Sets how often a research is done again by itself, and its monthly budget. The first of a row has the schedule.
///
/// Problems: [`NOT_FOUND`], [`NOT_NOW`], [`CAP_INVALID`], [`TOO_MANY_SCHEDULED`].
pub(crate) async fn schedule(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    wanted: ResearchSchedule,
) -> Fallible<ResearchBody> {
    let ResearchSchedule { every, cap } = wanted;
    let user_id = caller.user_id;
    let mut conn = services.db.read().await?;
    let named = tasks::find::<ResearchTask>(&mut conn, user_id, id).await?;
    drop(conn);
    let root_id = named.input.root_id;
    let most = most_of_next(services, user_id, root_id).await?;
    // Without a schedule there is nothing to limit.
    let cap = parse_cap(cap.filter(|_| every.is_some()), most)?;
    let mut tx = services.db.begin().await?;
    // The schedule went with the first one, if that was deleted.
    lock_own(&mut tx, user_id, root_id).await?.ok_or(NOT_NOW)?;
    let mut schedule = None;
    if let Some(every) = every {
        find_last_complete(&mut tx, user_id, root_id).await?.ok_or(NOT_NOW)?;
        let known = find_schedule(&mut tx, user_id, root_id).await?;
        let is_full = list_scheduled(&mut tx, user_id).await?.len() >= SCHEDULED_MAX;
        if known.is_none() && is_full {
            return Err(TOO_MANY_SCHEDULED.with("max", SCHEDULED_MAX).into());
        }
        // Another limit alone does not put the next time off.
        let next_at = match known.filter(|known| known.every == every) {
            Some(known) => known.next_at,
            None => plan(&mut tx, services, root_id, every.micros()).await?,
        };
        schedule = Some(Schedule { every, next_at, left_out_at: None });
    }
    services.ledger.set_budget(&mut tx, root_id.0, cap).await?;
    save_schedule(&mut tx, root_id, schedule).await?;
    tx.commit().await?;
    announce(services, &named.head);
    get(services, caller, id).await
}

/// Checks a monthly budget: it must cover at least one run, or the research would never be done again.
fn parse_cap(cap: Option<i64>, most: i64) -> Result<Option<i64>, Problem> {
    let least = most.max(1);
    match cap {
        Some(cap) if !(least..=SCHEDULE_CAP_MAX).contains(&cap) => {
            Err(CAP_INVALID.with("min", least).with("max", SCHEDULE_CAP_MAX))
        }
        cap => Ok(cap),
    }
}

/// Returns what the next one of a row costs at most. Outside of transactions: models are asked for their prices.
async fn most_of_next(services: &Services, user_id: UserId, root_id: ResearchId) -> Fallible<i64> {
    let mut conn = services.db.read().await?;
    let previous = find_last_complete(&mut conn, user_id, root_id).await?;
    drop(conn);
    let Some(previous) = previous else { return Ok(0) };
    let price = price_of(services, &previous).await?;
    Ok(most_again(&previous, price.amount))
}

/// Has a research come again in `micros`; returns the time.
async fn plan(
    tx: &mut Tx,
    services: &Services,
    root_id: ResearchId,
    micros: i64,
) -> StoreResult<Timestamp> {
    let at = services.clock.now().plus(micros);
    services.queue.enqueue_at(tx, &DoAgain { root_id, at }, at).await?;
    Ok(at)
}

/// Plans the next time of a research that should have come again before `before`: its job was given up, or found it
/// deleted. `at_once`: it is now.
pub(crate) async fn catch_up(
    services: &Services,
    root_id: ResearchId,
    before: Timestamp,
    at_once: bool,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(root) = lock_research(&mut tx, root_id).await? else { return Ok(()) };
    let found = find_schedule(&mut tx, root.head.user_id, root_id).await?;
    let Some(mut known) = found.filter(|known| known.next_at <= before) else { return Ok(()) };
    let micros = if at_once { 0 } else { known.every.micros() };
    known.next_at = plan(&mut tx, services, root_id, micros).await?;
    save_schedule(&mut tx, root_id, Some(known)).await?;
    Ok(tx.commit().await?)
}

/// Has researches come again that were to come by themselves, and whose job was given up.
pub(crate) const CATCH_UP: Upkeep = Upkeep {
    name: "research.catch_up",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let overdue = services.clock.now().plus(-OVERDUE);
            let mut conn = services.db.read().await?;
            let missed = list_overdue(&mut conn, overdue).await?;
            drop(conn);
            for id in missed {
                catch_up(&services, id, overdue, true).await?;
            }
            Ok(())
        })
    },
};

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
        let root_id = self.root_id;
        let mut conn = services.db.read().await?;
        let Some(known) = find_any::<ResearchTask>(&mut conn, root_id).await? else {
            return Ok(());
        };
        drop(conn);
        let user_id = known.head.user_id;
        let most = most_of_next(services, user_id, root_id).await?;
        let mut tx = services.db.begin().await?;
        let Some(root) = lock_research(&mut tx, root_id).await? else { return Ok(()) };
        let found = find_schedule(&mut tx, user_id, root_id).await?;
        let Some(mut schedule) = found.filter(|found| found.next_at == self.at) else {
            return Ok(());
        };
        // Whoever left a team does nothing at its cost any more, and sees nothing of it.
        if find_own::<ResearchTask>(&mut tx, user_id, root_id).await?.is_none() {
            services.ledger.set_budget(&mut tx, root_id.0, None).await?;
            save_schedule(&mut tx, root_id, None).await?;
            return Ok(tx.commit().await?);
        }
        // The one before may not be done yet, or its person is suspended: then this time is left out.
        if !services.identity.is_suspended(&mut tx, user_id).await?
            && !is_going(&mut tx, root_id).await?
            && let Some(previous) = find_last_complete(&mut tx, user_id, root_id).await?
        {
            // This decides whether it begins. Each of its steps is held against the limit anew.
            let budget = services.ledger.budget_use(&mut tx, root_id.0).await?;
            if budget.has_room_for(most) {
                let id = ResearchId::new(services.clock.now());
                begin(&mut tx, services, &previous, id, true).await?;
                schedule.left_out_at = None;
            } else {
                leave_out(&mut tx, services, &root, &mut schedule).await?;
            }
        }
        schedule.next_at = plan(&mut tx, services, root_id, schedule.every.micros()).await?;
        save_schedule(&mut tx, root_id, Some(schedule)).await?;
        tx.commit().await?;
        announce(services, &root.head);
        Ok(())
    }
}

/// Leaves a time out. Of several in a row its person is told once.
async fn leave_out(
    tx: &mut Tx,
    services: &Services,
    root: &Research,
    schedule: &mut Schedule,
) -> StoreResult<()> {
    if schedule.left_out_at.is_none() {
        tell_skipped(tx, services, root).await?;
    }
    schedule.left_out_at = Some(services.clock.now());
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
