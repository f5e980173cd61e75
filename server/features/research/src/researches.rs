//! Actions of people on researches: begin, answer, agree on a plan, have it wait and go on, stop, delete.

use std::sync::Arc;

use api::PageBody;
use area::{Services, choose_model, usual_model};
use generation::ParentTask;
use identity::SignedIn;
use kernel::{Failure, Fallible, Payer, Problem, UserId, collapse_whitespace, truncate};
use ledger::Charge;
use providers::Protocol;
use store::Tx;
use tasks::{Lane, NewTask, TaskPageQuery, announce, check_workspace, list_page};
use web_search::{Domains, Source, list_sources as list_places};

use crate::advance::{halt, resume};
use crate::answers::Draft;
use crate::limits::{
    ANSWER_MAX_CHARS, QUERIES_MAX, QUERY_MAX_CHARS, QUESTION_MAX_CHARS, SPEND_MAX, STEPS_MAX,
    STEPS_MIN, TOPIC_MAX_CHARS, TOPICS_MAX,
};
use crate::model_steps::as_it_is;
use crate::problems::{
    ANSWER_TOO_LONG, BOUND_INVALID, NOT_FOUND, NOT_NOW, PAGE_NOT_READ, PLAN_EMPTY, PLAN_TOO_LONG,
    QUESTION_EMPTY, QUESTION_TOO_LONG, SOURCE_UNAVAILABLE, TOPIC_TOO_LONG,
};
use crate::research::{
    Bounds, Input, Pause, Progress, Research, ResearchId, State, Topic, Wish, state_of,
};
use crate::schedules::catch_up;
use crate::store::{
    find_schedule, find_source, list_scheduled, list_sections, list_sources, list_statements,
    list_steps, lock_own, save_research,
};
use crate::wire::{
    EntryBody, NewResearch, NewResearchTopic, ResearchAgreement, ResearchBody,
    ResearchContinuation, SnapshotBody, Whole,
};
use crate::work::ResearchTask;

/// Longest title in the history; a longer question is cut.
const TITLE_MAX_CHARS: usize = 120;

/// Begins a research. The same one sent again gives what it has by then.
///
/// Problems: [`QUESTION_EMPTY`], [`QUESTION_TOO_LONG`], those of [`web_search::Domains::parse`],
/// [`SOURCE_UNAVAILABLE`], those of [`usual_model`] and [`tasks::start_now`].
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
    let model = usual_model(services, caller, new.model.as_deref()).await?;
    let model = model.map(|chosen| chosen.model.info.id);
    let task = task_of(new.id, wish, model, caller.locale.clone());
    let research = tasks::start_now::<ResearchTask>(services, caller, task).await?;
    get(services, caller, research.head.id).await
}

/// Begins a research for somebody who does not ask themselves: an agent of theirs does, at its task `parent`. It makes its
/// plan, and waits for them to agree on it.
///
/// Problems: those of [`begin`] and of [`ParentTask::admit`].
pub(crate) async fn begin_for(
    services: &Services,
    payer: Payer,
    question: String,
    parent: Option<Arc<dyn ParentTask>>,
) -> Fallible<Research> {
    if question.chars().count() > QUESTION_MAX_CHARS {
        return Err(QUESTION_TOO_LONG.with("max", QUESTION_MAX_CHARS).into());
    }
    let sources = check_sources(services, payer.user_id, vec![Source::Web]).await?;
    let wish = Wish { question, sources, domains: Domains::default(), clarify: false };
    let list = services.providers.list_models().await?;
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, payer.user_id).await?;
    drop(conn);
    let settings = user.map(|user| user.settings).unwrap_or_default();
    let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
    let wanted = settings.default_model.filter(is_known).unwrap_or(list.default_model);
    let chosen = choose_model(services, payer.workspace_id, &wanted).await?;
    let (info, charge) = (chosen.model.info, chosen.charge);
    let model = (info.protocol != Protocol::Builtin).then_some(info.id);
    let id = ResearchId::new(services.clock.now());
    let first_run = if model.is_some() { charge.amount } else { 0 };
    let task = task_of(id, wish, model, settings.locale);
    let task = NewTask { parent, first_run, ..task };
    tasks::start_for::<ResearchTask>(services, payer, task).await
}

fn task_of(
    id: ResearchId,
    wish: Wish,
    model: Option<String>,
    locale: Option<String>,
) -> NewTask<ResearchTask> {
    let line = collapse_whitespace(&wish.question);
    let mut output = Progress {
        stage: if wish.clarify { State::Clarifying } else { State::Planning },
        ..Progress::default()
    };
    // Without a model the plan is the question; its person makes more of it.
    if model.is_none() {
        let Draft { question, queries } = as_it_is(&wish);
        output.stage = State::Planned;
        output.plan = vec![Topic { number: 1, question, queries, of_gap: false }];
    }
    let input = Input { wish, locale, model, previous_id: None, root_id: id, of_schedule: false };
    NewTask { output, ..NewTask::new(id, truncate(&line, TITLE_MAX_CHARS), input) }
}

/// Returns the chosen sources, each once, if each can be searched now.
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

/// Returns a research of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
) -> Fallible<ResearchBody> {
    let mut conn = services.db.read().await?;
    let research = tasks::find::<ResearchTask>(&mut conn, caller.user_id, id).await?;
    let (user_id, root_id) = (caller.user_id, research.input.root_id);
    let schedule = match find_schedule(&mut conn, user_id, root_id).await? {
        Some(schedule) => Some((schedule, services.ledger.budget_use(&mut conn, root_id.0).await?)),
        None => None,
    };
    let price = price_of(services, &research).await?;
    let whole = Whole {
        steps: list_steps(&mut conn, id).await?,
        sources: list_sources(&mut conn, id, false).await?,
        statements: list_statements(&mut conn, id).await?,
        sections: list_sections(&mut conn, id).await?,
        price,
        schedule,
        research,
    };
    Ok(whole.into())
}

/// Returns what a question to the model that is asked costs now.
pub(crate) async fn price_of(services: &Services, research: &Research) -> Fallible<Charge> {
    let Some(model) = &research.input.model else { return Ok(Charge::FREE) };
    match choose_model(services, research.head.workspace_id, model).await {
        Ok(chosen) => Ok(chosen.charge),
        // A model that is gone by now costs nothing; that it is gone is said when it is asked.
        Err(Failure::Problem(_)) => Ok(Charge::FREE),
        Err(fault) => Err(fault),
    }
}

/// Lists the caller's researches, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let page = list_page::<ResearchTask>(services, &caller.payer(), query).await?;
    let mut conn = services.db.read().await?;
    let scheduled = list_scheduled(&mut conn, caller.user_id).await?;
    Ok(page.map(|head| EntryBody::of(head, &scheduled)).into())
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
    for (asked, answer) in research.output.clarifications.iter_mut().zip(answers) {
        let answer = answer.map(|answer| answer.replace('\0', "").trim().to_owned());
        if answer.as_ref().is_some_and(|answer| answer.chars().count() > ANSWER_MAX_CHARS) {
            return Err(ANSWER_TOO_LONG.with("max", ANSWER_MAX_CHARS).into());
        }
        asked.answer = answer.filter(|answer| !answer.is_empty());
    }
    research.output.stage = State::Planning;
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
    let output = &mut research.output;
    (output.plan, output.bounds, output.stage) = (plan, bounds, State::Researching);
    output.steps_before = list_steps(&mut tx, id).await?.len() as i64;
    go_on(services, caller, tx, research).await
}

fn parse_plan(topics: Vec<NewResearchTopic>) -> Result<Vec<Topic>, Problem> {
    let one_line = |text: &str| collapse_whitespace(&text.replace('\0', ""));
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

/// Pauses a research. What goes on is finished and kept; nothing new begins.
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
    let now = services.clock.now();
    halt(&mut research, Pause::Person, None, now);
    // Who has it wait is there.
    research.output.unattended = false;
    save_research(&mut tx, &mut research, now).await?;
    tx.commit().await?;
    announce(services, &research.head);
    get(services, caller, id).await
}

/// Takes a paused research up, with room for as many steps again.
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
    let Bounds { steps, spend } = research.output.bounds;
    research.output.bounds =
        parse_bounds(wanted.steps_max.unwrap_or(steps), wanted.spend_max.unwrap_or(spend))?;
    research.output.steps_before = list_steps(&mut tx, id).await?.len() as i64;
    go_on(services, caller, tx, research).await
}

/// Stops a research for good, with the steps that are open. What it found and wrote is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: ResearchId) -> Fallible<()> {
    tasks::cancel(services, caller.user_id, id, NOT_FOUND).await?;
    tasks::advance::<ResearchTask>(services, id, Lane::Normal).await
}

/// Deletes a research; it can be brought back for 30 days. One that goes on is stopped.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ResearchId) -> Fallible<()> {
    cancel(services, caller, id).await?;
    tasks::delete(services, caller.user_id, id, NOT_FOUND).await
}

/// Brings a deleted research back.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
) -> Fallible<ResearchBody> {
    tasks::restore(services, caller.user_id, id, NOT_FOUND).await?;
    // What was to begin it again meanwhile found it deleted, and ended with that.
    catch_up(services, id, services.clock.now(), false).await?;
    get(services, caller, id).await
}

/// Returns what stood in a page when it was read.
pub(crate) async fn snapshot(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    number: i64,
) -> Fallible<SnapshotBody> {
    let mut conn = services.db.read().await?;
    tasks::find::<ResearchTask>(&mut conn, caller.user_id, id).await?;
    let kept = find_source(&mut conn, id, number).await?;
    Ok(SnapshotBody { number, text: kept.and_then(|kept| kept.text).ok_or(PAGE_NOT_READ)? })
}

/// Locks a research of the caller's that is in one of these states.
async fn lock_in(
    tx: &mut Tx,
    user_id: UserId,
    id: ResearchId,
    states: &[State],
) -> Fallible<Research> {
    let research = lock_own(tx, user_id, id).await?.ok_or(NOT_FOUND)?;
    match states.contains(&state_of(&research)) {
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
    check_workspace(services, &mut tx, &research.head).await?;
    resume(&mut tx, services, &mut research).await?;
    save_research(&mut tx, &mut research, now).await?;
    tx.commit().await?;
    announce(services, &research.head);
    get(services, caller, research.head.id).await
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
