//! Actions of people on schedules: create, edit, pause, run now, delete.

use area::{Schedulable, Services};
use identity::SignedIn;
use kernel::{Fallible, Payer, ProblemKind, Timestamp, UserId};
use store::{Cursor, Page, StoreResult, Tx, to_json};

use crate::due::set_alarm;
use crate::hints::announce;
use crate::problems::{
    ID_TAKEN, KIND_UNKNOWN, NOT_FINISHED, NOT_FOUND, RUN_NOT_FOUND, START_INVALID, STILL_RUNNING,
    TOO_MANY,
};
use crate::recurrence::{Recurrence, parse_words, parse_zone};
use crate::rules::{DATES_SHOWN, SCHEDULES_MAX, WORDS_MAX_CHARS, check_cap, check_title};
use crate::schedule::{
    PauseReason, Schedule, ScheduleId, ScheduleRun, ScheduleRunId, ScheduleRunState,
};
use crate::start::StartRuns;
use crate::store::{
    count_schedules, find_own, find_run, has_open_run, insert_run, insert_schedule, last_result,
    list_runs, list_schedules, lock_schedule, mark_seen, newest_runs, save_schedule,
};
use crate::wire::{
    NewSchedule, NewScheduleRun, ScheduleBody, ScheduleList, SchedulePreview,
    SchedulePreviewQuestion, ScheduleRunBody, ScheduleRunChanges, ScheduleTimes, ScheduleWish,
};

/// Returns the kind of work of this name.
pub(crate) fn kind_of<'a>(services: &'a Services, name: &str) -> Option<&'a dyn Schedulable> {
    services.schedulables.iter().find(|kind| kind.kind() == name).map(AsRef::as_ref)
}

/// Creates a schedule, once however often it is sent.
///
/// Problems: [`TOO_MANY`], [`ID_TAKEN`], those of [`check`].
pub(crate) async fn create(
    services: &Services,
    payer: &Payer,
    new: NewSchedule,
) -> Fallible<ScheduleBody> {
    let now = services.clock.now();
    let id = new.id;
    let mut schedule = empty(id, payer, now);
    let next_at = check(services, &mut schedule, new.into()).await?;
    schedule.next_at = Some(next_at);
    let mut tx = services.db.begin().await?;
    check_workspace(services, &mut tx, &schedule).await?;
    if insert_schedule(&mut tx, &schedule).await? {
        if count_schedules(&mut tx, payer.user_id).await? > SCHEDULES_MAX {
            return Err(TOO_MANY.with("max", SCHEDULES_MAX).into());
        }
        put_times(services, &mut tx, &schedule).await?;
        tx.commit().await?;
        announce(services, &schedule);
    } else {
        find_own(&mut tx, payer.user_id, id, false).await?.ok_or(ID_TAKEN)?;
        drop(tx);
    }
    get(services, payer.user_id, id).await
}

/// Refuses what a team's workspace that nobody pays for would start.
///
/// Problems: the plan's own for a locked workspace.
async fn check_workspace(services: &Services, tx: &mut Tx, schedule: &Schedule) -> Fallible<()> {
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(tx, schedule.workspace_id, now).await?;
    Ok(plan.check_not_locked()?)
}

fn empty(id: ScheduleId, payer: &Payer, now: Timestamp) -> Schedule {
    Schedule {
        id,
        user_id: payer.user_id,
        workspace_id: payer.workspace_id,
        title: String::new(),
        kind: String::new(),
        input: String::new(),
        rule: None,
        starts_on: String::new(),
        zone: String::new(),
        missed: String::new(),
        only_changes: false,
        by_mail: false,
        by_push: false,
        run_cap: None,
        month_cap: None,
        paused_for: None,
        failures: 0,
        next_at: None,
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: None,
    }
}

/// Checks what its person wants and puts it into a schedule; returns the first time.
///
/// Problems: `schedules.title_invalid`, [`KIND_UNKNOWN`], `schedules.cap_invalid`, those of [`Recurrence`] and of the
/// kind.
async fn check(
    services: &Services,
    schedule: &mut Schedule,
    wish: ScheduleWish,
) -> Fallible<Timestamp> {
    let recurrence = read_times(&wish.times)?;
    let next_at = recurrence.check(services.clock.now())?;
    // Kinds read it as a struct, which serde takes from a list, too.
    let kind = kind_of(services, &wish.kind).filter(|_| wish.input.is_object());
    let kind = kind.ok_or(KIND_UNKNOWN)?;
    schedule.title = check_title(&wish.title)?;
    schedule.input = to_json(&kind.check(&schedule.payer(), wish.input).await?)?;
    schedule.kind = wish.kind;
    let ScheduleTimes { start, zone, rule } = written(&recurrence, &wish.times.zone);
    (schedule.starts_on, schedule.zone, schedule.rule) = (start, zone, rule);
    wish.missed.as_str().clone_into(&mut schedule.missed);
    (schedule.only_changes, schedule.by_mail) = (wish.only_changes, wish.by_mail);
    schedule.by_push = wish.by_push;
    schedule.run_cap = check_cap(wish.run_cap)?;
    schedule.month_cap = check_cap(wish.month_cap)?;
    Ok(next_at)
}

fn read_times(times: &ScheduleTimes) -> Result<Recurrence, kernel::Problem> {
    Recurrence::parse(&times.start, &times.zone, times.rule.as_deref())
}

/// Writes times as they are stored, in the zone under the name that the person gave it.
fn written(recurrence: &Recurrence, zone: &str) -> ScheduleTimes {
    ScheduleTimes { zone: zone.to_owned(), ..ScheduleTimes::from(recurrence) }
}

/// Writes what lies beside a schedule: its limit of the month, and the alarm for its next time.
async fn put_times(services: &Services, tx: &mut Tx, schedule: &Schedule) -> StoreResult<()> {
    services.ledger.set_budget(tx, schedule.id.0, schedule.month_cap).await?;
    match schedule.next_at {
        Some(at) => set_alarm(services, tx, at).await,
        None => Ok(()),
    }
}

/// Returns a schedule of a person's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get(
    services: &Services,
    user_id: UserId,
    id: ScheduleId,
) -> Fallible<ScheduleBody> {
    let mut conn = services.db.read().await?;
    let schedule = find_own(&mut conn, user_id, id, false).await?.ok_or(NOT_FOUND)?;
    let newest = newest_runs(&mut conn, user_id).await?;
    Ok(body_of(schedule, &newest)?)
}

/// Lists the caller's schedules, newest first.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<ScheduleList> {
    let mut conn = services.db.read().await?;
    let schedules = list_schedules(&mut conn, caller.user_id).await?;
    let newest = newest_runs(&mut conn, caller.user_id).await?;
    let items = schedules.into_iter().map(|schedule| body_of(schedule, &newest));
    Ok(ScheduleList { items: items.collect::<StoreResult<_>>()? })
}

fn body_of(schedule: Schedule, newest: &[(ScheduleId, String, i64)]) -> StoreResult<ScheduleBody> {
    let next_dates = match (schedule.next_at, schedule.recurrence()) {
        // The next one is in the row: what comes after it is computed.
        (Some(next), Ok(recurrence)) => {
            let after = recurrence.dates_after(next).take(DATES_SHOWN - 1);
            std::iter::once(next).chain(after).collect()
        }
        _ => Vec::new(),
    };
    let found = newest.iter().find(|(id, ..)| *id == schedule.id);
    let newest = found.map(|(_, state, unseen)| (ScheduleRunState::parse(state), *unseen));
    ScheduleBody::of(schedule, next_dates, newest)
}

/// Changes a schedule.
///
/// Problems: [`NOT_FOUND`], those of [`check`].
pub(crate) async fn edit(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
    wish: ScheduleWish,
) -> Fallible<ScheduleBody> {
    let mut conn = services.db.read().await?;
    let mut wanted = find_own(&mut conn, caller.user_id, id, false).await?.ok_or(NOT_FOUND)?;
    drop(conn);
    let next_at = check(services, &mut wanted, wish).await?;
    let mut tx = services.db.begin().await?;
    let known = lock_live(&mut tx, caller, id).await?;
    // What happened meanwhile holds: only what was chosen is changed.
    let has_same_times = (&known.starts_on, &known.zone, &known.rule)
        == (&wanted.starts_on, &wanted.zone, &wanted.rule);
    wanted.next_at = match (&known.paused_for, has_same_times) {
        (Some(_), _) => None,
        (None, true) => known.next_at.or(Some(next_at)),
        (None, false) => Some(next_at),
    };
    wanted.paused_for = known.paused_for;
    wanted.failures = known.failures;
    wanted.updated_at = services.clock.now();
    save_schedule(&mut tx, &wanted).await?;
    put_times(services, &mut tx, &wanted).await?;
    tx.commit().await?;
    announce(services, &wanted);
    get(services, caller.user_id, id).await
}

async fn lock_live(tx: &mut Tx, caller: &SignedIn, id: ScheduleId) -> Fallible<Schedule> {
    find_own(tx, caller.user_id, id, false).await?.ok_or(NOT_FOUND)?;
    let locked = lock_schedule(tx, id).await?.filter(|known| known.deleted_at.is_none());
    locked.ok_or_else(|| NOT_FOUND.into())
}

/// Pauses a schedule, or has it go on with its next time from now.
///
/// Problems: [`NOT_FOUND`], `schedules.no_dates`.
pub(crate) async fn set_paused(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
    is_paused: bool,
) -> Fallible<ScheduleBody> {
    let mut tx = services.db.begin().await?;
    let mut schedule = lock_live(&mut tx, caller, id).await?;
    if is_paused {
        schedule.pause(PauseReason::Person);
    } else if schedule.paused_for.is_some() {
        resume(services, &mut schedule)?;
    }
    schedule.updated_at = services.clock.now();
    save_schedule(&mut tx, &schedule).await?;
    put_times(services, &mut tx, &schedule).await?;
    tx.commit().await?;
    announce(services, &schedule);
    get(services, caller.user_id, id).await
}

fn resume(services: &Services, schedule: &mut Schedule) -> Fallible<()> {
    schedule.paused_for = None;
    schedule.failures = 0;
    let next_at = schedule.recurrence()?.next_after(services.clock.now());
    schedule.next_at = Some(next_at.ok_or(crate::problems::NO_DATES)?);
    Ok(())
}

/// Moves a schedule to the trash. It can be restored for 30 days.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ScheduleId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut schedule = lock_live(&mut tx, caller, id).await?;
    schedule.deleted_at = Some(services.clock.now());
    schedule.next_at = None;
    save_schedule(&mut tx, &schedule).await?;
    tx.commit().await?;
    announce(services, &schedule);
    Ok(())
}

/// Restores a deleted schedule as it was. Times that passed meanwhile are not made up for.
///
/// Problems: [`NOT_FOUND`], [`TOO_MANY`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
) -> Fallible<ScheduleBody> {
    let mut tx = services.db.begin().await?;
    if find_own(&mut tx, caller.user_id, id, true).await?.is_some()
        && let Some(mut schedule) = lock_schedule(&mut tx, id).await?
    {
        if count_schedules(&mut tx, caller.user_id).await? >= SCHEDULES_MAX {
            return Err(TOO_MANY.with("max", SCHEDULES_MAX).into());
        }
        schedule.deleted_at = None;
        if schedule.paused_for.is_none() {
            schedule.next_at = schedule.recurrence()?.next_after(services.clock.now());
        }
        save_schedule(&mut tx, &schedule).await?;
        put_times(services, &mut tx, &schedule).await?;
        tx.commit().await?;
        announce(services, &schedule);
    } else {
        drop(tx);
    }
    get(services, caller.user_id, id).await
}

/// Starts a run now, whatever the times and the state of the schedule.
///
/// Problems: [`NOT_FOUND`], [`STILL_RUNNING`], [`ID_TAKEN`].
pub(crate) async fn run_now(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
    new: NewScheduleRun,
) -> Fallible<ScheduleRunId> {
    let mut tx = services.db.begin().await?;
    let schedule = lock_live(&mut tx, caller, id).await?;
    if let Some(known) = find_run(&mut tx, new.id).await? {
        let is_same = known.schedule_id == id && known.by_hand;
        return is_same.then_some(new.id).ok_or_else(|| ID_TAKEN.into());
    }
    if has_open_run(&mut tx, id).await? {
        return Err(STILL_RUNNING.into());
    }
    check_workspace(services, &mut tx, &schedule).await?;
    let now = services.clock.now();
    let run = ScheduleRun { by_hand: true, ..ScheduleRun::new(new.id, id, now, now) };
    if !insert_run(&mut tx, &run).await? {
        return Err(STILL_RUNNING.into());
    }
    services.queue.enqueue(&mut tx, &StartRuns { ids: vec![new.id] }).await?;
    tx.commit().await?;
    announce(services, &schedule);
    Ok(new.id)
}

/// Lists the runs of a schedule, newest first.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn runs(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<ScheduleRunBody>> {
    let mut conn = services.db.read().await?;
    find_own(&mut conn, caller.user_id, id, false).await?.ok_or(NOT_FOUND)?;
    let Page { items, next } = list_runs(&mut conn, id, cursor, limit).await?;
    let items = items.into_iter().map(ScheduleRunBody::try_from);
    Ok(Page { items: items.collect::<StoreResult<_>>()?, next })
}

/// Returns the result of a run beside the one before.
///
/// Problems: [`NOT_FOUND`], [`RUN_NOT_FOUND`], [`NOT_FINISHED`].
pub(crate) async fn changes(
    services: &Services,
    caller: &SignedIn,
    id: ScheduleId,
    run_id: ScheduleRunId,
) -> Fallible<ScheduleRunChanges> {
    let mut conn = services.db.read().await?;
    find_own(&mut conn, caller.user_id, id, false).await?.ok_or(NOT_FOUND)?;
    let run = find_run(&mut conn, run_id).await?.filter(|run| run.schedule_id == id);
    let run = run.ok_or(RUN_NOT_FOUND)?;
    let after = run.result.ok_or::<ProblemKind>(NOT_FINISHED)?;
    Ok(ScheduleRunChanges { before: last_result(&mut conn, id, run.created_at).await?, after })
}

/// Writes down that the caller saw the runs of a schedule.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn see(services: &Services, caller: &SignedIn, id: ScheduleId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let schedule = find_own(&mut tx, caller.user_id, id, false).await?.ok_or(NOT_FOUND)?;
    mark_seen(&mut tx, id, services.clock.now()).await?;
    tx.commit().await?;
    announce(services, &schedule);
    Ok(())
}

/// Returns the times that are meant by words or a rule, and the next dates.
///
/// Problems: those of [`parse_words`] and [`Recurrence`].
pub(crate) fn preview(
    services: &Services,
    question: SchedulePreviewQuestion,
) -> Fallible<SchedulePreview> {
    let now = services.clock.now();
    let (recurrence, zone, rest) = match (question.times, question.words) {
        (Some(times), _) => (read_times(&times)?, times.zone, String::new()),
        (None, Some(words)) => {
            let words: String = words.chars().take(WORDS_MAX_CHARS).collect();
            let spoken = parse_words(&words, &parse_zone(&question.zone)?, now)?;
            (spoken.recurrence, question.zone, spoken.rest)
        }
        (None, None) => return Err(START_INVALID.into()),
    };
    recurrence.check(now)?;
    let next_dates = recurrence.dates_after(now).take(DATES_SHOWN).collect();
    Ok(SchedulePreview { times: written(&recurrence, &zone), next_dates, rest })
}
