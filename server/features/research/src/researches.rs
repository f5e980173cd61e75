//! What people do with researches: begin, answer, agree on a plan, have it wait and go on, stop, delete.

use api::{PageBody, PageQuery};
use area::{Services, choose_model};
use identity::SignedIn;
use kernel::{Fallible, Problem, RunId, UserId, truncate};
use providers::Protocol;
use store::{Conn, Cursor, Page, StoreResult, Tx};
use web_search::{Source, list_sources as list_places};

use crate::again::plan_next;
use crate::limits::{
    ANSWER_MAX_CHARS, AT_ONCE_MAX, QUERIES_MAX, QUERY_MAX_CHARS, QUESTION_MAX_CHARS, SPEND_MAX,
    STEPS_MAX, STEPS_MIN, STEPS_USUAL, TOPIC_MAX_CHARS, TOPICS_MAX,
};
use crate::problems::{
    ANSWER_TOO_LONG, BOUND_INVALID, ID_TAKEN, NOT_FOUND, NOT_NOW, PAGE_NOT_READ, PLAN_EMPTY,
    PLAN_TOO_LONG, QUESTION_EMPTY, QUESTION_TOO_LONG, SOURCE_UNAVAILABLE, TOO_MANY, TOPIC_TOO_LONG,
};
use crate::research::{Bounds, Pause, Research, ResearchId, State, Topic, Wish};
use crate::steps::StepState;
use crate::store::{
    count_going, find_own, find_research, find_source, insert_research, list_entries,
    list_sections, list_sources, list_statements, list_steps, lock_own, lock_research,
    save_research, set_deleted, take_unattended, update_step,
};
use crate::thinking::as_it_is;
use crate::turn::{advance, announce, halt};
use crate::wire::{
    BudgetBody, EntryBody, NewResearch, NewResearchTopic, Price, ResearchAgreement, ResearchBody,
    ResearchContinuation, Schedule, SnapshotBody, Whole,
};
use crate::work::DoStep;

/// Longest title in the history; a longer question is cut.
const TITLE_MAX_CHARS: usize = 120;

/// Begins a research. The same one sent again gives what it has by then.
///
/// Problems: [`QUESTION_EMPTY`], [`QUESTION_TOO_LONG`], those of [`web_search::Domains::parse`],
/// [`SOURCE_UNAVAILABLE`], [`TOO_MANY`], [`ID_TAKEN`], those of [`choose_model`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewResearch,
) -> Fallible<ResearchBody> {
    let question = new.question.replace('\0', "").trim().to_owned();
    match question.chars().count() {
        0 => return Err(QUESTION_EMPTY.into()),
        chars if chars > QUESTION_MAX_CHARS => {
            return Err(QUESTION_TOO_LONG.with("max", QUESTION_MAX_CHARS).into());
        }
        _ => {}
    }
    let sources = check_sources(services, caller.user_id, new.sources).await?;
    let wish = Wish { question, sources, domains: new.domains.parse()?, clarify: new.clarify };
    let model = find_model(services, caller, new.model.as_deref()).await?;
    let mut research = fresh(services, caller, new.id, wish, model);
    let mut tx = services.db.begin().await?;
    if count_going(&mut tx, caller.user_id).await?.0 >= AT_ONCE_MAX
        && find_research(&mut tx, new.id).await?.is_none()
    {
        return Err(TOO_MANY.with("max", AT_ONCE_MAX).into());
    }
    if !insert_research(&mut tx, &research).await? {
        let known = find_own(&mut tx, caller.user_id, new.id).await?;
        let known = known.filter(|known| known.wish == research.wish).ok_or(ID_TAKEN)?;
        return whole(services, &mut tx, known).await;
    }
    advance(&mut tx, services, &mut research, &mut Vec::new()).await?;
    tx.commit().await?;
    announce(services, caller.user_id, research.id);
    get(services, caller, research.id).await
}

fn fresh(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    wish: Wish,
    model: Option<String>,
) -> Research {
    let now = services.clock.now();
    let line = wish.question.split_whitespace().collect::<Vec<_>>().join(" ");
    let state = match (&model, wish.clarify) {
        (Some(_), true) => State::Clarifying,
        (Some(_), false) => State::Planning,
        // Without a model the plan is the question; its person makes more of it.
        (None, _) => State::Planned,
    };
    let mut research = Research {
        id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        title: truncate(&line, TITLE_MAX_CHARS),
        wish,
        locale: caller.locale.clone(),
        model,
        state,
        pause: None,
        paused_in: None,
        clarifications: Vec::new(),
        plan: Vec::new(),
        bounds: Bounds { steps: STEPS_USUAL, spend: SPEND_MAX },
        steps_before: 0,
        gaps: Vec::new(),
        changes: None,
        previous_id: None,
        root_id: id,
        every: None,
        next_at: None,
        left_out_at: None,
        of_schedule: false,
        problem: None,
        created_at: now,
        updated_at: now,
    };
    if research.state == State::Planned {
        let draft = as_it_is(&research);
        let (question, queries) = (draft.question, draft.queries);
        research.plan = vec![Topic { number: 1, question, queries, of_gap: false }];
    }
    research
}

/// The chosen sources, each once, if each can be searched now.
async fn check_sources(
    services: &Services,
    user_id: UserId,
    wanted: Vec<Source>,
) -> Fallible<Vec<Source>> {
    let places = list_places(services, user_id).await?;
    let mut sources = Vec::new();
    for source in wanted {
        if !places.iter().any(|(known, _)| *known == source) {
            return Err(SOURCE_UNAVAILABLE.with("source", source.as_str()).into());
        }
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    if sources.is_empty() {
        return Err(SOURCE_UNAVAILABLE.into());
    }
    Ok(sources)
}

/// The model that is to plan and write; `None` where the built-in engine would, which does neither.
async fn find_model(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<Option<String>> {
    let id = match wanted {
        Some(id) => id.to_owned(),
        None => {
            let list = services.providers.list_models().await?;
            if list.models.is_empty() {
                return Ok(None);
            }
            let own = caller.settings.default_model.clone();
            let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
            own.filter(is_known).unwrap_or(list.default_model)
        }
    };
    let chosen = choose_model(services, caller.workspace_id, &id).await?;
    Ok((chosen.model.info.protocol != Protocol::Builtin).then_some(id))
}

/// A research of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
) -> Fallible<ResearchBody> {
    let mut conn = services.db.read().await?;
    let research = find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    whole(services, &mut conn, research).await
}

async fn whole(services: &Services, conn: &mut Conn, research: Research) -> Fallible<ResearchBody> {
    let id = research.id;
    let schedule = match research.root_id == id {
        true => schedule_of(services, conn, &research).await?,
        false => match find_own(conn, research.user_id, research.root_id).await? {
            Some(root) => schedule_of(services, conn, &root).await?,
            None => Schedule::default(),
        },
    };
    let price = price_of(services, &research).await?;
    let whole = Whole {
        steps: list_steps(conn, id).await?,
        sources: list_sources(conn, id, false).await?,
        statements: list_statements(conn, id).await?,
        sections: list_sections(conn, id).await?,
        price,
        schedule,
        research,
    };
    Ok(whole.into())
}

/// How the first of those that do the same has them come again.
async fn schedule_of(services: &Services, conn: &mut Conn, root: &Research) -> Fallible<Schedule> {
    let Research { id, every, next_at, left_out_at, .. } = *root;
    let budget = match every {
        Some(_) => {
            let budget = services.ledger.budget_use(conn, id.0).await?;
            Some(BudgetBody::new(budget, left_out_at))
        }
        None => None,
    };
    Ok(Schedule { every, next_at, budget })
}

/// What a question to the model that is asked costs now.
pub(crate) async fn price_of(services: &Services, research: &Research) -> Fallible<Price> {
    let Some(model) = &research.model else { return Ok(Price::default()) };
    match choose_model(services, research.workspace_id, model).await {
        Ok(chosen) => Ok(Price {
            meter: chosen.charge.meter.map(|meter| meter.as_str().to_owned()),
            amount: chosen.charge.amount,
        }),
        // A model that is gone by now costs nothing; that it is gone is said when it is asked.
        Err(kernel::Failure::Problem(_)) => Ok(Price::default()),
        Err(fault) => Err(fault),
    }
}

/// The caller's researches, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let rows = list_entries(&mut conn, &caller.payer(), cursor, limit).await?;
    let page = Page::of(rows, limit, |entry| Cursor { at: entry.created_at, id: entry.id.0 });
    Ok(page.map(EntryBody::from).into())
}

/// Takes answers to the questions back, and has the plan made.
///
/// Problems: [`NOT_NOW`], [`ANSWER_TOO_LONG`].
pub(crate) async fn answer(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    answers: Vec<Option<String>>,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    let mut research = lock_in(&mut tx, caller.user_id, id, &[State::Asking]).await?;
    for (asked, answer) in research.clarifications.iter_mut().zip(answers) {
        let answer = answer.map(|answer| answer.replace('\0', "").trim().to_owned());
        if answer.as_ref().is_some_and(|answer| answer.chars().count() > ANSWER_MAX_CHARS) {
            return Err(ANSWER_TOO_LONG.with("max", ANSWER_MAX_CHARS).into());
        }
        asked.answer = answer.filter(|answer| !answer.is_empty());
    }
    research.state = State::Planning;
    go_on(services, caller, tx, research).await
}

/// Agrees on a plan, as it was made or as its person changed it, and has the research begin.
///
/// Problems: [`NOT_NOW`], [`PLAN_EMPTY`], [`PLAN_TOO_LONG`], [`TOPIC_TOO_LONG`], [`BOUND_INVALID`].
pub(crate) async fn agree(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    agreement: ResearchAgreement,
) -> Fallible<ResearchBody> {
    let plan = parse_plan(agreement.plan)?;
    let bounds = parse_bounds(agreement.steps_max, agreement.spend_max)?;
    let mut tx = services.db.begin().await?;
    let mut research = lock_in(&mut tx, caller.user_id, id, &[State::Planned]).await?;
    let steps = list_steps(&mut tx, id).await?;
    research.plan = plan;
    research.bounds = bounds;
    research.steps_before = steps.len() as i64;
    research.state = State::Researching;
    go_on(services, caller, tx, research).await
}

fn parse_plan(topics: Vec<NewResearchTopic>) -> Result<Vec<Topic>, Problem> {
    let one_line =
        |text: &str| text.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut plan: Vec<Topic> = Vec::new();
    for topic in topics {
        let question = one_line(&topic.question);
        if question.is_empty() {
            continue;
        }
        let mut queries: Vec<String> = topic.queries.iter().map(|query| one_line(query)).collect();
        queries.retain(|query| !query.is_empty());
        if queries.is_empty() {
            queries.push(truncate(&question, QUERY_MAX_CHARS));
        }
        let is_long = |text: &String, max: usize| text.chars().count() > max;
        if is_long(&question, TOPIC_MAX_CHARS)
            || queries.len() > QUERIES_MAX
            // The sign that a text was cut comes beside.
            || queries.iter().any(|query| is_long(query, QUERY_MAX_CHARS + 1))
        {
            return Err(TOPIC_TOO_LONG.with("max", TOPIC_MAX_CHARS));
        }
        let number = plan.len() as i64 + 1;
        plan.push(Topic { number, question, queries, of_gap: false });
    }
    match plan.len() {
        0 => Err(PLAN_EMPTY.into()),
        length if length > TOPICS_MAX => Err(PLAN_TOO_LONG.with("max", TOPICS_MAX)),
        _ => Ok(plan),
    }
}

fn parse_bounds(steps: i64, spend: i64) -> Result<Bounds, Problem> {
    match (STEPS_MIN..=STEPS_MAX).contains(&steps) && (0..=SPEND_MAX).contains(&spend) {
        true => Ok(Bounds { steps, spend }),
        false => Err(BOUND_INVALID.with("steps", STEPS_MAX).with("spend", SPEND_MAX)),
    }
}

/// Has a research wait. What goes on is finished and kept; nothing new begins.
///
/// Problems: [`NOT_NOW`].
pub(crate) async fn pause(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
) -> Fallible<ResearchBody> {
    let working = [State::Clarifying, State::Planning, State::Researching, State::Writing];
    let mut tx = services.db.begin().await?;
    let mut research = lock_in(&mut tx, caller.user_id, id, &working).await?;
    halt(&mut research, Pause::Person, None, services.clock.now());
    save_research(&mut tx, &research).await?;
    // Who has it wait is there.
    take_unattended(&mut tx, id).await?;
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

/// Has a research that waits go on, with room for as many steps again.
///
/// Problems: [`NOT_NOW`], [`BOUND_INVALID`].
pub(crate) async fn proceed(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    wanted: ResearchContinuation,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    let mut research = lock_in(&mut tx, caller.user_id, id, &[State::Paused]).await?;
    let Bounds { steps, spend } = research.bounds;
    research.bounds =
        parse_bounds(wanted.steps_max.unwrap_or(steps), wanted.spend_max.unwrap_or(spend))?;
    let mut steps = list_steps(&mut tx, id).await?;
    research.steps_before = steps.len() as i64;
    research.state = research.paused_in.take().unwrap_or(State::Researching);
    research.pause = None;
    research.problem = None;
    for step in steps.iter_mut().filter(|step| step.state == StepState::Waiting) {
        step.attempts = 0;
        update_step(&mut tx, id, step).await?;
        let job = DoStep { research_id: id, number: step.number };
        services.queue.enqueue(&mut tx, &job).await?;
    }
    go_on(services, caller, tx, research).await
}

/// Stops a research for good. What it found and wrote is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: ResearchId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut research = lock_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if research.state.is_over() {
        return Ok(());
    }
    let runs = end_for_good(&mut tx, services, &mut research).await?;
    tx.commit().await?;
    stop(services, runs).await?;
    announce(services, caller.user_id, id);
    Ok(())
}

/// Ends a research with the steps that are open; the runs that they wait for are to be stopped.
pub(crate) async fn end_for_good(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
) -> StoreResult<Vec<RunId>> {
    let mut steps = list_steps(tx, research.id).await?;
    let mut runs = Vec::new();
    for step in steps.iter_mut().filter(|step| step.state.is_open()) {
        step.state = StepState::Dropped;
        runs.extend(step.run_id);
        update_step(tx, research.id, step).await?;
    }
    research.state = State::Cancelled;
    research.pause = None;
    research.problem = None;
    research.updated_at = services.clock.now();
    save_research(tx, research).await?;
    Ok(runs)
}

pub(crate) async fn stop(services: &Services, runs: Vec<RunId>) -> Fallible<()> {
    for run_id in runs {
        services.generation.cancel(run_id).await?;
    }
    Ok(())
}

/// Deletes a research; it can be brought back for 30 days. One that goes on is stopped.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ResearchId) -> Fallible<()> {
    cancel(services, caller, id).await?;
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    Ok(())
}

/// Brings a deleted research back.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
) -> Fallible<ResearchBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    // What was to begin it again meanwhile found it deleted, and ended with that.
    let now = services.clock.now();
    let restored = lock_research(&mut tx, id).await?;
    if let Some(mut root) = restored.filter(|one| one.next_at.is_some_and(|at| at <= now)) {
        plan_next(&mut tx, services, &mut root).await?;
        save_research(&mut tx, &root).await?;
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

/// What stood in a page when it was read.
pub(crate) async fn snapshot(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    number: i64,
) -> Fallible<SnapshotBody> {
    let mut conn = services.db.read().await?;
    find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let kept = find_source(&mut conn, id, number).await?;
    Ok(SnapshotBody { number, text: kept.and_then(|kept| kept.text).ok_or(PAGE_NOT_READ)? })
}

/// A research of the caller's that is in one of these states, held until the transaction ends.
async fn lock_in(
    tx: &mut Tx,
    user_id: UserId,
    id: ResearchId,
    states: &[State],
) -> Fallible<Research> {
    let research = lock_own(tx, user_id, id).await?.ok_or(NOT_FOUND)?;
    match states.contains(&research.state) {
        true => Ok(research),
        false => Err(NOT_NOW.into()),
    }
}

/// Takes a research up again, where something may be used in its workspace.
///
/// Problems: it is a team's that nobody pays for.
async fn go_on(
    services: &Services,
    caller: &SignedIn,
    mut tx: Tx,
    mut research: Research,
) -> Fallible<ResearchBody> {
    let now = services.clock.now();
    services.entitlements.plan_of(&mut tx, research.workspace_id, now).await?.check_not_locked()?;
    let mut steps = list_steps(&mut tx, research.id).await?;
    advance(&mut tx, services, &mut research, &mut steps).await?;
    tx.commit().await?;
    announce(services, caller.user_id, research.id);
    get(services, caller, research.id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(question: &str, queries: &[&str]) -> NewResearchTopic {
        let queries = queries.iter().map(|query| (*query).to_owned()).collect();
        NewResearchTopic { question: question.to_owned(), queries }
    }

    // issue 5: "plan (editable)"
    #[test]
    fn a_plan_of_a_persons_own_keeps_the_limits() {
        let plan =
            parse_plan(vec![topic(" a \n b ", &["x", " "]), topic(" ", &["y"]), topic("c", &[])]);
        let plan = plan.unwrap();
        assert_eq!(plan.len(), 2);
        assert_eq!((plan[0].question.as_str(), plan[0].queries.len()), ("a b", 1));
        assert_eq!((plan[1].number, plan[1].queries[0].as_str()), (2, "c"));
        let code = |topics| parse_plan(topics).unwrap_err().kind.code;
        assert_eq!(code(Vec::new()), "research.plan_empty");
        let many = (0..11).map(|_| topic("a", &[])).collect();
        assert_eq!(code(many), "research.plan_too_long");
        assert_eq!(code(vec![topic(&"x".repeat(301), &[])]), "research.topic_too_long");
        assert!(parse_plan(vec![topic(&"x".repeat(300), &[])]).is_ok());
        assert_eq!(code(vec![topic("a", &["1", "2", "3", "4"])]), "research.topic_too_long");
    }

    #[test]
    fn five_to_a_hundred_steps_and_up_to_a_thousand_units() {
        for (steps, spend) in [(5, 0), (100, 1_000)] {
            assert!(parse_bounds(steps, spend).is_ok());
        }
        for (steps, spend) in [(4, 0), (101, 0), (5, -1), (5, 1_001)] {
            assert!(parse_bounds(steps, spend).is_err(), "{steps} {spend}");
        }
    }
}
