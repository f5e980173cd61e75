//! What people do with the tasks of agents: start, steer, decide, answer, go on, stop.

use api::PageBody;
use area::{Chosen, Services, choose_model, choose_writer};
use audit::{Event as Audited, Kind};
use conversations::{PartKind, QuestionField, QuestionState, ToolCallState, checked_answer};
use files::Upload;
use generation::{Decision, QuestionAction};
use identity::SignedIn;
use kernel::{
    Failure, Fallible, FileId, Problem, Tier, Timestamp, UserId, Uuid, WorkspaceId,
    collapse_whitespace, truncate,
};
use ledger::Charge;
use serde_json::{Map, Value};
use store::Tx;
use tasks::{
    Event, NewTask, TaskId, TaskPageQuery, check_workspace, costs_of_children, find_own, list_page,
    lock_any,
};

use crate::agents::definition::{Definition, check_bounds};
use crate::agents::house::House;
use crate::agents::own::{definition_of, has_advanced_models};
use crate::limits::{INBOX_MAX, MESSAGE_MAX_CHARS, STEPS_MAX};
use crate::problems::{
    ADVANCED_MODEL_NEEDED, ANSWER_INVALID, BOUND_INVALID, INBOX_FULL, MESSAGE_EMPTY, MODEL_NEEDED,
    NOT_NOW, TASK_NOT_FOUND, TEXT_TOO_LONG,
};
use crate::wire::{
    AgentAnswers, AgentContinuation, AgentTaskBody, AgentTaskEntry, NewAgentMessage, NewAgentTask,
};
use crate::work::children::charged;
use crate::work::control::answers_text;
use crate::work::entry::{Call, StepEntry, last_step};
use crate::work::progress::{AgentTask, Input, Message, Pause, Progress};
use crate::work::store::{list_entries, update_step};
use crate::work::task::{AgentKind, Effect, commit, enqueue};

const TITLE_MAX_CHARS: usize = 120;
const NOT_ALLOWED: &str = "The person did not allow this. Go on without it.";
const NOT_ANSWERED: &str =
    "The person did not want to answer. Decide yourself, and say what you assumed.";

/// Starts a task of an agent's. The same one sent again is returned as it is by then.
///
/// Problems: [`MESSAGE_EMPTY`], [`TEXT_TOO_LONG`], `agents.not_found`, those of the model, [`MODEL_NEEDED`],
/// [`ADVANCED_MODEL_NEEDED`], those of [`attached`] and [`tasks::start`], `agents.file_unknown`.
pub(crate) async fn start(
    services: &Services,
    caller: &SignedIn,
    new: NewAgentTask,
) -> Fallible<AgentTaskBody> {
    let text = checked_text(&new.text)?;
    let mut conn = services.db.read().await?;
    let definition = definition_of(&mut conn, caller.user_id, &new.agent).await?;
    drop(conn);
    check_plan(services, caller.workspace_id, &new.agent).await?;
    let wanted = definition.model.clone().or(new.model);
    let chosen = choose_writer(services, caller, wanted, MODEL_NEEDED).await?;
    check_model(services, &new.agent, &definition, &chosen).await?;
    let input = Input {
        agent: new.agent,
        message: text,
        files: attached(services, caller.user_id, &new.files).await?,
        model: chosen.model.info.id.clone(),
        locale: caller.locale.clone(),
    };
    let task = new_task(new.id, input, definition, services.clock.now());
    let task = tasks::start::<AgentKind>(services, caller, task).await?;
    body(services, task).await
}

/// Returns files that a task is given, as parts of its first message.
///
/// Problems: those of [`files::Files::attach`].
async fn attached(services: &Services, user_id: UserId, ids: &[FileId]) -> Fallible<Vec<PartKind>> {
    let mut conn = services.db.read().await?;
    let uploads = services.files.attach(&mut conn, user_id, ids).await?;
    let part = |upload: Upload| PartKind::File {
        file_id: upload.id,
        name: upload.name,
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
    };
    Ok(uploads.into_iter().map(part).collect())
}

/// Returns a task that is not stored yet.
pub(crate) fn new_task(
    id: TaskId,
    input: Input,
    definition: Definition,
    now: Timestamp,
) -> NewTask<AgentKind> {
    let (text, parts) = (input.message.clone(), input.files.clone());
    let message = Message { id: id.0, text, parts, sent_at: now };
    let effect = (!input.files.is_empty()).then_some(Effect::Attached);
    let mut output = Progress {
        agent: input.agent.clone(),
        steps_max: definition.steps_max,
        spend_max: definition.spend_max,
        inbox: vec![message],
        definition,
        ..Progress::default()
    };
    output.note_place();
    let title = truncate(&collapse_whitespace(&input.message), TITLE_MAX_CHARS);
    NewTask { output, effect, ..NewTask::new(id, title, input) }
}

/// Returns what the person asks, without spaces around it.
///
/// Problems: [`MESSAGE_EMPTY`], [`TEXT_TOO_LONG`].
pub(crate) fn checked_text(text: &str) -> Fallible<String> {
    let text = text.replace('\0', "").trim().to_owned();
    match text.chars().count() {
        0 => Err(MESSAGE_EMPTY.into()),
        chars if chars > MESSAGE_MAX_CHARS => {
            Err(TEXT_TOO_LONG.with("field", "text").with("max", MESSAGE_MAX_CHARS).into())
        }
        _ => Ok(text),
    }
}

/// Checks that the plan of a workspace holds an agent that needs an advanced model: "Upgrade to Unlock" comes before any word
/// on models.
pub(crate) async fn check_plan(
    services: &Services,
    workspace_id: WorkspaceId,
    agent: &str,
) -> Fallible<()> {
    if !House::parse(agent).is_some_and(House::needs_advanced_model)
        || !has_advanced_models(services).await?
    {
        return Ok(());
    }
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, workspace_id, now).await?;
    Ok(plan.check_tier(Tier::Advanced)?)
}

/// Checks that a model can work as an agent.
///
/// Problems: [`MODEL_NEEDED`], [`ADVANCED_MODEL_NEEDED`].
pub(crate) async fn check_model(
    services: &Services,
    agent: &str,
    definition: &Definition,
    chosen: &Chosen,
) -> Fallible<()> {
    let info = &chosen.model.info;
    if !info.tools && !definition.tools.is_empty() {
        return Err(MODEL_NEEDED.into());
    }
    let needs = House::parse(agent).is_some_and(House::needs_advanced_model);
    match needs && info.tier != Tier::Advanced && has_advanced_models(services).await? {
        true => Err(ADVANCED_MODEL_NEEDED.into()),
        false => Ok(()),
    }
}

/// Returns a task of the caller's.
///
/// Problems: [`TASK_NOT_FOUND`].
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<AgentTaskBody> {
    let mut conn = services.db.read().await?;
    let task = tasks::find::<AgentKind>(&mut conn, caller.user_id, id).await?;
    drop(conn);
    body(services, task).await
}

async fn body(services: &Services, task: AgentTask) -> Fallible<AgentTaskBody> {
    let mut conn = services.db.read().await?;
    let entries = list_entries(&mut conn, task.head.id).await?;
    let children = costs_of_children(&mut conn, task.head.id).await?;
    drop(conn);
    let wanted = task.output.definition.model.as_deref().unwrap_or(&task.input.model);
    let (charge, name) = match choose_model(services, task.head.workspace_id, wanted).await {
        Ok(chosen) => (chosen.charge, chosen.model.info.name),
        // A model that is gone by now; that it is gone is said when it is asked.
        Err(Failure::Problem(_)) => (Charge::FREE, wanted.to_owned()),
        Err(fault) => return Err(fault),
    };
    Ok(AgentTaskBody::new(task, entries, (charge, name), &children))
}

/// Lists the caller's tasks, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<AgentTaskEntry>> {
    let page = list_page::<AgentKind>(services, &caller.payer(), query).await?;
    Ok(page.map(AgentTaskEntry::from).into())
}

/// Takes a message of the person's: the next step of a task that works takes it in, one that ended or took all its steps
/// goes on. Sent again, nothing is added.
///
/// Problems: [`TASK_NOT_FOUND`], [`MESSAGE_EMPTY`], [`TEXT_TOO_LONG`], [`INBOX_FULL`], those of [`tasks::start_again`].
pub(crate) async fn send(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    new: NewAgentMessage,
) -> Fallible<AgentTaskBody> {
    let text = checked_text(&new.text)?;
    let sent_at = services.clock.now();
    let message = Message { id: new.id, text, parts: Vec::new(), sent_at };
    loop {
        let mut tx = services.db.begin().await?;
        let mut task = lock_own(&mut tx, caller, id).await?;
        if is_known(&mut tx, &task, &message).await? {
            break;
        }
        if task.output.inbox.len() >= INBOX_MAX {
            return Err(INBOX_FULL.with("max", INBOX_MAX).into());
        }
        if task.head.state.is_final() {
            drop(tx);
            match start_again(services, caller, id, &message).await {
                // Another window was faster: it works by now.
                Err(Failure::Problem(problem)) if problem.kind == NOT_NOW => continue,
                started => started?,
            }
            break;
        }
        task.output.inbox.push(message.clone());
        if task.output.pause == Some(Pause::Steps) {
            task.output.steps_max = task.output.asked + task.output.definition.steps_max;
            resume(services, &mut tx, &mut task).await?;
        }
        commit(services, tx, task).await?;
        break;
    }
    get(services, caller, id).await
}

async fn is_known(tx: &mut Tx, task: &AgentTask, message: &Message) -> Fallible<bool> {
    use crate::work::entry::EntryKind;
    let entries = list_entries(tx, task.head.id).await?;
    let is_said = entries
        .iter()
        .any(|entry| matches!(&entry.kind, EntryKind::Said(said) if said.id == message.id));
    Ok(is_said || task.output.inbox.iter().any(|known| known.id == message.id))
}

async fn start_again(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    message: &Message,
) -> Fallible<()> {
    let change = |task: &mut AgentTask| {
        task.output.note_place();
        task.output.inbox.push(message.clone());
        task.output.pause = None;
        (task.output.lost, task.output.is_paid) = (0, false);
        task.output.steps_max = task.output.asked + task.output.definition.steps_max;
    };
    tasks::start_again::<AgentKind>(services, caller, id, NOT_NOW, change).await?;
    Ok(())
}

/// Has a task go on that took all its steps, or spent all it may, with new limits.
///
/// Problems: [`TASK_NOT_FOUND`], [`NOT_NOW`], [`BOUND_INVALID`], its team is locked.
pub(crate) async fn proceed(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    wanted: AgentContinuation,
) -> Fallible<AgentTaskBody> {
    let mut tx = services.db.begin().await?;
    let mut task = lock_own(&mut tx, caller, id).await?;
    let more = wanted.steps.unwrap_or(task.output.definition.steps_max);
    check_bounds(more, wanted.spend_max)?;
    let charged = charged(&mut tx, &task).await?;
    match task.output.pause {
        Some(Pause::Spend) if wanted.spend_max.is_some_and(|max| max <= charged) => {
            return Err(BOUND_INVALID.with("max", STEPS_MAX).into());
        }
        Some(Pause::Spend | Pause::Steps) => {}
        _ => return Err(NOT_NOW.into()),
    }
    if task.output.asked >= task.output.steps_max {
        task.output.steps_max = task.output.asked + more;
    }
    if task.output.pause == Some(Pause::Spend) || wanted.spend_max.is_some() {
        // Without a new cap it goes on without one.
        task.output.spend_max = wanted.spend_max;
    }
    resume(services, &mut tx, &mut task).await?;
    commit(services, tx, task).await?;
    get(services, caller, id).await
}

/// Applies the person's decision to a call that waits for an approval; the last one has the task go on.
///
/// Problems: [`TASK_NOT_FOUND`], [`NOT_NOW`].
pub(crate) async fn decide(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    call_id: &str,
    decision: Decision,
) -> Fallible<AgentTaskBody> {
    let allows = matches!(decision, Decision::Once | Decision::Always);
    let is_standing = matches!(decision, Decision::Always | Decision::Never);
    let mut conn = services.db.read().await?;
    tasks::find::<AgentKind>(&mut conn, caller.user_id, id).await?;
    let entries = list_entries(&mut conn, id).await?;
    drop(conn);
    let waiting = last_step(&entries).and_then(|(_, step)| find_waiting(step, call_id, false));
    let key = waiting.ok_or(NOT_NOW)?.rule_key.clone().filter(|_| is_standing);
    if let Some(key) = &key {
        services.generation.remember_decision(caller.user_id, key, allows).await?;
    }
    let mut tx = services.db.begin().await?;
    let said =
        Audited::new(Kind::ToolDecided, caller.actor()).subject(id.0).detail(word_of(decision));
    services.audit.record(&mut tx, said).await?;
    change_step(services, tx, caller, id, |step| {
        find_waiting(step, call_id, false).ok_or(NOT_NOW)?;
        for call in
            step.calls.iter_mut().filter(|call| call.is_waiting() && call.questions.is_empty())
        {
            if call.id == call_id || (key.is_some() && call.rule_key == key) {
                match allows {
                    true => call.state = ToolCallState::Running,
                    false => call.end(ToolCallState::Denied, NOT_ALLOWED),
                }
            }
        }
        Ok(())
    })
    .await?;
    get(services, caller, id).await
}

fn word_of(decision: Decision) -> &'static str {
    match decision {
        Decision::Once => "once",
        Decision::Always => "always",
        Decision::Deny => "deny",
        Decision::Never => "never",
    }
}

/// Takes the answers to a form, or that there are none; the task goes on. Those to a question of a tool's server go to the
/// process that runs the tool.
///
/// Problems: [`TASK_NOT_FOUND`], [`NOT_NOW`], [`ANSWER_INVALID`].
pub(crate) async fn answer(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    call_id: &str,
    answers: AgentAnswers,
) -> Fallible<AgentTaskBody> {
    if let Some(question_id) = answers.question_id {
        answer_server(services, caller, id, question_id, answers).await?;
        return get(services, caller, id).await;
    }
    let tx = services.db.begin().await?;
    change_step(services, tx, caller, id, |step| {
        let at =
            step.calls.iter().position(|call| is_waiting_form(call, call_id)).ok_or(NOT_NOW)?;
        let call = &mut step.calls[at];
        match answers.action {
            QuestionAction::Accept => {
                let checked = checked(&call.questions, answers.content)?;
                let text = answers_text(&call.questions, &checked);
                call.end(ToolCallState::Completed, text);
            }
            QuestionAction::Decline | QuestionAction::Cancel => {
                call.end(ToolCallState::Denied, NOT_ANSWERED);
            }
        }
        Ok(())
    })
    .await?;
    get(services, caller, id).await
}

/// Takes the person's answer to a question of a tool's server. The first one counts.
async fn answer_server(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    question_id: Uuid,
    answers: AgentAnswers,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut task = lock_own(&mut tx, caller, id).await?;
    let entries = list_entries(&mut tx, id).await?;
    let last = last_step(&entries).filter(|_| task.head.state == tasks::State::Running);
    let (number, step) = last.ok_or(NOT_NOW)?;
    let mut step = step.clone();
    let asking = step.calls.iter_mut().filter(|call| call.id == answers.call_id && call.is_open());
    let mut asked = asking.flat_map(|call| &mut call.asked);
    let waiting = asked.find(|one| one.question_id == question_id && one.is_waiting());
    let waiting = waiting.ok_or(NOT_NOW)?;
    (waiting.state, waiting.answer) = match answers.action {
        QuestionAction::Accept => {
            (QuestionState::Accepted, Some(checked(&waiting.fields, answers.content)?))
        }
        QuestionAction::Decline => (QuestionState::Declined, None),
        QuestionAction::Cancel => (QuestionState::Cancelled, None),
    };
    task.output.is_asking = step.is_asking();
    update_step(&mut tx, id, number, step).await?;
    commit(services, tx, task).await
}

/// Returns an answer as it is passed on.
///
/// Problems: [`ANSWER_INVALID`].
fn checked(
    fields: &[QuestionField],
    content: Map<String, Value>,
) -> Result<Map<String, Value>, Problem> {
    checked_answer(fields, content).map_err(|invalid| {
        ANSWER_INVALID.with("field", invalid.field).with("reason", invalid.reason.as_str())
    })
}

fn is_waiting_form(call: &Call, call_id: &str) -> bool {
    call.id == call_id && call.is_waiting() && !call.questions.is_empty()
}

fn find_waiting<'a>(step: &'a StepEntry, call_id: &str, is_form: bool) -> Option<&'a Call> {
    step.calls.iter().find(|call| {
        call.id == call_id && call.is_waiting() && call.questions.is_empty() != is_form
    })
}

/// Changes the last step of an open task. The task goes on when none of its calls waits any more.
async fn change_step(
    services: &Services,
    mut tx: Tx,
    caller: &SignedIn,
    id: TaskId,
    change: impl FnOnce(&mut StepEntry) -> Result<(), Failure>,
) -> Fallible<()> {
    let mut task = lock_own(&mut tx, caller, id).await?;
    if task.head.state.is_final() {
        return Err(NOT_NOW.into());
    }
    let entries = list_entries(&mut tx, id).await?;
    let (number, step) = last_step(&entries).ok_or(NOT_NOW)?;
    let mut step = step.clone();
    change(&mut step)?;
    let waits = |is_form: bool| {
        step.calls.iter().any(|call| call.is_waiting() && call.questions.is_empty() != is_form)
    };
    let (approval, form) = (waits(false), waits(true));
    update_step(&mut tx, id, number, step.clone()).await?;
    if task.head.state == tasks::State::Paused {
        match (approval, form) {
            (true, _) => task.output.pause = Some(Pause::Approval),
            (false, true) => task.output.pause = Some(Pause::Questions),
            (false, false) => resume(services, &mut tx, &mut task).await?,
        }
    }
    commit(services, tx, task).await
}

/// Has a locked task go on that waits for its person. The caller writes it.
async fn resume(services: &Services, tx: &mut Tx, task: &mut AgentTask) -> Fallible<()> {
    check_workspace(services, tx, &task.head).await?;
    task.output.pause = None;
    if let Some(state) = task.head.state.after(Event::Resume) {
        task.head.state = state;
        enqueue(services, tx, task.head.id).await?;
    }
    Ok(())
}

/// Locks a task of the caller's that they act on from where they are now.
async fn lock_own(tx: &mut Tx, caller: &SignedIn, id: TaskId) -> Fallible<AgentTask> {
    find_own::<AgentKind>(tx, caller.user_id, id).await?.ok_or(TASK_NOT_FOUND)?;
    let mut task = lock_any::<AgentKind>(tx, id).await?.ok_or(TASK_NOT_FOUND)?;
    task.output.note_place();
    Ok(task)
}

/// Stops a task. What there is stays.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    tasks::cancel(services, caller.user_id, id, TASK_NOT_FOUND).await
}

/// Tries the step again at which a task failed.
pub(crate) async fn retry(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<AgentTaskBody> {
    let mut tx = services.db.begin().await?;
    let change = |task: &mut AgentTask| task.output.note_place();
    tasks::change::<AgentKind>(services, &mut tx, caller.user_id, id, change).await?;
    tx.commit().await?;
    tasks::retry(services, caller.user_id, id, TASK_NOT_FOUND).await?;
    get(services, caller, id).await
}

/// Moves a task to the trash; one that works is stopped.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    cancel(services, caller, id).await?;
    tasks::delete(services, caller.user_id, id, TASK_NOT_FOUND).await
}

/// Takes a task out of the trash.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<AgentTaskBody> {
    tasks::restore(services, caller.user_id, id, TASK_NOT_FOUND).await?;
    get(services, caller, id).await
}
