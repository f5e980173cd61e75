//! The kind of task that agents work on: what comes next, and what a step writes.

use area::Services;
use async_trait::async_trait;
use conversations::{PartKind, ToolCallState};
use entitlements::DailyUse;
use generation::{RunSnapshot, RunState};
use kernel::{Fallible, ProblemKind, Uuid};
use providers::ToolCall;
use serde_json::{Value, json};
use store::{StoreResult, Tx};
use tasks::{Lane, State, Step, TaskId, TaskKind, TaskOf, announce, find_any, lock_any, save};

use crate::agents::own::definition_of;
use crate::house_tools::Toolbox;
use crate::house_tools::names::{CREATE_DOCUMENT, RUN_CODE, SEARCH_WEB};
use crate::limits::{CALLS_MAX, OPEN_MAX, TRASH_DAYS, TRIES_MAX};
use crate::problems::{
    FILE_UNKNOWN, ID_TAKEN, INTERRUPTED, TASK_NOT_FOUND, TOO_MANY_OPEN, TOO_MANY_SEARCHES,
};
use crate::work::ask::{ask, model_of};
use crate::work::bots::end_bots;
use crate::work::calls::use_tools;
use crate::work::control::{Colleague, form_of};
use crate::work::entry::{Call, EntryKind, StepEntry, last_step};
use crate::work::next::{Next, next};
use crate::work::progress::{AgentTask, Input, Pause, Progress, file_id_of};
use crate::work::store::{append_entries, list_entries, update_step};

pub(crate) struct AgentKind;

/// What a step brought.
pub(crate) enum Effect {
    /// It begins with files, which are its own from now on.
    Attached,
    /// A model is asked; these messages are in what it reads.
    Asked {
        taken: Vec<Uuid>,
    },
    Wrote(Box<StepEntry>),
    /// The run was lost before it was whole, and was paid for or not.
    Lost {
        is_paid: bool,
    },
    Used(Control),
    Pause(Pause),
    Done,
}

/// What calls change beside their results.
#[derive(Debug, Default)]
pub(crate) struct Control {
    pub found: Vec<String>,
    pub hand_over: Option<(Colleague, String)>,
}

#[async_trait]
impl TaskKind for AgentKind {
    type Input = Input;
    type Output = Progress;
    type Effect = Effect;

    const NAME: &'static str = "agent";
    const JOB: &'static str = "agent.step";
    const SWEEP: &'static str = "agent.sweep";
    const FEATURE: &'static str = "agents";
    const EXPECTED_SECONDS: i64 = 60;
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((OPEN_MAX, TOO_MANY_OPEN));
    const PAGE: Option<&'static str> = Some("/ai-agent/task/");
    const NOT_FOUND: ProblemKind = TASK_NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(services: &Services, task: &AgentTask, _: Lane) -> Fallible<Step<Effect>> {
        if !task.output.bot_runs.is_empty() {
            // Their calls are over, or a process that died had begun them.
            end_bots(services, task.head.id, &task.output.bot_runs).await?;
            return Ok(Step::next());
        }
        let mut conn = services.db.read().await?;
        let entries = list_entries(&mut conn, task.head.id).await?;
        drop(conn);
        match next(&task.output, &entries) {
            Next::Ask => ask(services, task, &entries).await,
            Next::UseTools => use_tools(services, task, &entries).await,
            Next::Pause(why) => Ok(Step::pause().with(Effect::Pause(why))),
            Next::Done => Ok(Step::done().with(Effect::Done)),
        }
    }

    async fn after_run(
        services: &Services,
        task: &AgentTask,
        run: RunSnapshot,
    ) -> Fallible<Step<Effect>> {
        let is_paid = run.receipt.as_ref().is_some_and(|receipt| receipt.charged > 0);
        match run.state {
            RunState::Completed => {
                let step = written(services, task, &run).await?;
                Ok(Step::next().with(Effect::Wrote(Box::new(step))))
            }
            RunState::Interrupted if task.output.lost + 1 < TRIES_MAX => {
                Ok(Step::next().with(Effect::Lost { is_paid }))
            }
            // What there is stays.
            _ => Ok(Step::ended(&run).with(Effect::Wrote(Box::new(cut(&run))))),
        }
    }

    async fn write(
        services: &Services,
        tx: &mut Tx,
        task: &mut AgentTask,
        effect: Effect,
    ) -> Fallible<()> {
        let (id, now) = (task.head.id, services.clock.now());
        match effect {
            Effect::Attached => {
                for file_id in task.input.file_ids() {
                    if !services.files.retain_archived_upload(tx, file_id).await? {
                        return Err(FILE_UNKNOWN.into());
                    }
                }
            }
            Effect::Asked { taken } => {
                let inbox = std::mem::take(&mut task.output.inbox);
                let (taken, left): (Vec<_>, Vec<_>) =
                    inbox.into_iter().partition(|message| taken.contains(&message.id));
                task.output.inbox = left;
                let said: Vec<EntryKind> = taken.into_iter().map(EntryKind::Said).collect();
                append_entries(tx, id, &said, now).await?;
                task.output.pause = None;
            }
            Effect::Wrote(step) => {
                if !step.is_cut {
                    task.output.asked += 1;
                    // A step that was paid for and lost is not paid again when its person retries it.
                    task.output.is_paid = false;
                }
                task.output.lost = 0;
                if !step.text.is_empty() || !step.reasoning.is_empty() || !step.calls.is_empty() {
                    append_entries(tx, id, &[EntryKind::Step(*step)], now).await?;
                }
            }
            Effect::Lost { is_paid } => {
                task.output.lost += 1;
                task.output.is_paid |= is_paid;
            }
            Effect::Used(control) => use_control(services, tx, task, control).await?,
            Effect::Pause(why) => task.output.pause = Some(why),
            Effect::Done => go_on_with_messages(services, tx, task).await?,
        }
        Ok(())
    }

    /// Ends the calls that nobody waits for any more, and the bots that they asked.
    async fn cancel(services: &Services, task: &AgentTask) -> Fallible<()> {
        let id = task.head.id;
        if !task.output.bot_runs.is_empty() {
            end_bots(services, id, &task.output.bot_runs).await?;
        }
        let mut tx = services.db.begin().await?;
        let Some(found) = lock_any::<AgentKind>(&mut tx, id).await? else { return Ok(()) };
        if found.head.state != State::Cancelled {
            return Ok(());
        }
        let entries = list_entries(&mut tx, id).await?;
        let Some((number, step)) = last_step(&entries) else { return Ok(()) };
        if !step.calls.iter().any(Call::is_open) {
            return Ok(());
        }
        let mut step = step.clone();
        for call in step.calls.iter_mut().filter(|call| call.is_open()) {
            let state =
                if call.is_waiting() { ToolCallState::Denied } else { ToolCallState::Failed };
            call.end(state, crate::work::ask::STOPPED);
        }
        update_step(&mut tx, id, number, step).await?;
        tx.commit().await?;
        announce(services, &task.head);
        Ok(())
    }

    /// Releases the files that the tasks were given, and those that tools made for them.
    async fn erase(services: &Services, tx: &mut Tx, ids: &[TaskId]) -> StoreResult<()> {
        for id in ids {
            if let Some(task) = find_any::<Self>(tx, *id).await? {
                for file_id in task.input.file_ids() {
                    services.files.release_upload(tx, file_id).await?;
                }
            }
            for entry in list_entries(tx, *id).await? {
                let calls = entry.step().map(|step| step.calls.as_slice()).unwrap_or_default();
                let made =
                    calls.iter().filter(|call| owns_files(call)).flat_map(|call| &call.parts);
                for file_id in made.filter_map(file_id_of) {
                    services.files.release_upload(tx, file_id).await?;
                }
            }
        }
        Ok(())
    }

    fn is_same(known: &Input, new: &Input) -> bool {
        (&known.agent, &known.message, &known.files) == (&new.agent, &new.message, &new.files)
    }

    fn label(task: &TaskOf<Self>) -> Value {
        let Progress { agent, definition, .. } = &task.output;
        let pause = task.output.waits_for(task.head.state);
        json!({ "agent": agent, "name": definition.name, "icon": definition.icon, "pause": pause })
    }

    /// A task of an agent that searches the web counts as one search of the day. Spec §6: free plans.
    fn daily_use(task: &TaskOf<Self>) -> Option<(DailyUse, ProblemKind)> {
        let tools = &task.output.definition.tools;
        let searches = tools.iter().any(|tool| tool == SEARCH_WEB);
        searches.then_some((DailyUse::Search, TOO_MANY_SEARCHES))
    }

    fn has_result(task: &TaskOf<Self>) -> bool {
        task.output.asked > 0
    }

    fn interrupted() -> (kernel::Problem, Option<kernel::Problem>) {
        (INTERRUPTED.into(), None)
    }
}

/// Returns true if the files of a call are the task's own: those of a program, a document or a server of tools. Images are
/// their area's.
fn owns_files(call: &Call) -> bool {
    call.source.is_some() || [CREATE_DOCUMENT, RUN_CODE].contains(&call.tool.as_str())
}

/// Returns the step that a run wrote, with its calls as they are to be made.
async fn written(services: &Services, task: &AgentTask, run: &RunSnapshot) -> Fallible<StepEntry> {
    let chosen = model_of(services, task).await?;
    let mut step = StepEntry { model: chosen.model.info.name.clone(), is_cut: false, ..cut(run) };
    let calls = calls_of(run);
    if calls.is_empty() {
        return Ok(step);
    }
    let toolbox = Toolbox::collect(services, task, &chosen.model.info, &step.text).await?;
    step.calls =
        calls.into_iter().zip(0..).map(|(call, at)| announced(&toolbox, call, at)).collect();
    Ok(step)
}

/// Returns the step that a run wrote, without its calls.
fn cut(run: &RunSnapshot) -> StepEntry {
    let reasoning = run.parts.iter().filter_map(|part| match &part.kind {
        PartKind::Reasoning { text, .. } => Some(text.as_str()),
        _ => None,
    });
    StepEntry {
        text: run.text.clone(),
        reasoning: reasoning.collect::<Vec<_>>().join("\n\n"),
        charged: run.receipt.as_ref().map_or(0, |receipt| receipt.charged),
        is_cut: true,
        ..StepEntry::default()
    }
}

fn calls_of(run: &RunSnapshot) -> Vec<ToolCall> {
    let call = |kind: &PartKind| match kind {
        PartKind::ToolCall { call_id, tool, arguments, provider_state, .. } => Some(ToolCall {
            id: call_id.clone(),
            name: tool.clone(),
            arguments: arguments.clone(),
            provider_state: provider_state.clone(),
        }),
        _ => None,
    };
    run.parts.iter().filter_map(|part| call(&part.kind)).collect()
}

/// Returns a call as the person sees it first: about to run, waiting for an approval or for answers, or refused.
fn announced(toolbox: &Toolbox, call: ToolCall, at: usize) -> Call {
    let mut call = Call::new(call, ToolCallState::Running);
    if at >= CALLS_MAX {
        call.end(ToolCallState::Failed, "Too many tools at once: this one was not used.");
        return call;
    }
    if call.tool == crate::house_tools::names::ASK_USER {
        match form_of(&call.arguments) {
            Ok(form) => (call.questions, call.state) = (form, ToolCallState::Waiting),
            Err(why) => call.end(ToolCallState::Failed, why),
        }
        return call;
    }
    if let Some(tool) = toolbox.find(&call.tool) {
        (call.title, call.source, call.rule_key) = (tool.title(), tool.source(), tool.rule_key());
        if tool.needs_approval() {
            call.state = ToolCallState::Waiting;
        }
    }
    call
}

async fn use_control(
    services: &Services,
    tx: &mut Tx,
    task: &mut AgentTask,
    control: Control,
) -> Fallible<()> {
    for name in control.found {
        if !task.output.found_tools.contains(&name) {
            task.output.found_tools.push(name);
        }
    }
    let Some((to, note)) = control.hand_over else { return Ok(()) };
    let definition = definition_of(tx, task.head.user_id, &to.key).await?;
    let from = std::mem::replace(&mut task.output.agent, to.key.clone());
    let entry = EntryKind::Handover {
        from,
        to: to.key,
        to_name: definition.name.clone(),
        to_icon: definition.icon.clone(),
        note,
    };
    task.output.definition = definition;
    append_entries(tx, task.head.id, &[entry], services.clock.now()).await?;
    Ok(())
}

/// Goes on with a task that would be done, where its person wrote meanwhile.
async fn go_on_with_messages(
    services: &Services,
    tx: &mut Tx,
    task: &mut AgentTask,
) -> Fallible<()> {
    if task.output.inbox.is_empty() {
        return Ok(());
    }
    (task.head.state, task.head.ended_at) = (State::Running, None);
    enqueue(services, tx, task.head.id).await?;
    Ok(())
}

/// Commits a changed task as its next version, and tells its person's windows of it.
pub(crate) async fn commit(services: &Services, mut tx: Tx, mut task: AgentTask) -> Fallible<()> {
    task.head.version += 1;
    task.head.updated_at = services.clock.now();
    save::<AgentKind>(&mut tx, &mut task).await?;
    tx.commit().await?;
    announce(services, &task.head);
    Ok(())
}

/// Enqueues the next step of a task.
pub(crate) async fn enqueue(services: &Services, tx: &mut Tx, id: TaskId) -> StoreResult<()> {
    let payload = json!({ "task_id": id }).to_string();
    services.queue.enqueue_named(tx, AgentKind::JOB, &payload).await
}
