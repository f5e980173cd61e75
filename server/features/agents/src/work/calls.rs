//! Runs the tools of a step. A call is marked before it begins: after a crash only what is safe to repeat is made again.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use area::Services;
use conversations::ToolCallState;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use generation::{Questions, Tool, ToolError, ToolOutput, ToolScope, run_within};
use kernel::{Clock, Fallible, FileId, RunId};
use serde_json::Value;
use tasks::{Step, TaskId, find_any, lock_any, release_slot, save};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::house_tools::{Given, Toolbox};
use crate::limits::{OUTPUT_MAX_CHARS, TOOL_SECONDS_MAX};
use crate::work::ask::model_of;
use crate::work::bots::{BotCost, count_costs};
use crate::work::children::AgentParent;
use crate::work::entry::{AskedQuestion, Call, Entry, StepEntry, last_step};
use crate::work::progress::{AgentTask, file_id_of};
use crate::work::questions::{CallQuestions, QuestionNews, StepPlace};
use crate::work::store::{find_step, list_entries, update_step};
use crate::work::task::{AgentKind, Control, Effect, commit};

const INTERRUPTED: &str = "The server was restarted while this ran. It may or may not have happened: check before you \
call it again.";
const NOT_ANSWERED: &str =
    "\n\n[The tool asked the person something, and nobody answered in time.]";

/// Runs the calls of the last step that may run, each kept as it ends.
pub(crate) async fn use_tools(
    services: &Services,
    task: &AgentTask,
    entries: &[Entry],
) -> Fallible<Step<Effect>> {
    let Some((number, step)) = last_step(entries) else { return Ok(Step::next()) };
    let chosen = model_of(services, task).await?;
    let toolbox = Toolbox::collect(services, task, &chosen.model.info, &step.text).await?;
    let control = control_of(&toolbox, step);
    let begun = begin(services, task.head.id, number, &toolbox).await?;
    let cancelled = CancellationToken::new();
    let (news, told) = unbounded_channel();
    let id = task.head.id;
    let knowledge = task.output.definition.knowledge.iter().copied();
    let given: Vec<FileId> = task.input.file_ids().chain(knowledge).collect();
    let place = StepPlace { services: services.clone(), id, number };
    let scope = ToolScope {
        run_id: RunId(id.0),
        user_id: task.head.user_id,
        workspace_id: task.head.workspace_id,
        conversation_id: None,
        message_id: None,
        files: files_of(&given, entries),
        cancelled: cancelled.clone(),
        questions: None,
        parent: Some(Arc::new(AgentParent(id))),
    };
    let (toolbox, scope, place) = (&toolbox, &scope, &place);
    // Each keeps its result as a part of itself: one that holds the database's writer goes on while another waits for it.
    let using: FuturesUnordered<_> = begun
        .into_iter()
        .map(|call| {
            let news = news.clone();
            async move {
                let (call, bots) = use_one(toolbox, call, scope, (place, news)).await;
                keep(services, id, number, call, bots).await
            }
        })
        .collect();
    let all = use_all(using, told, place);
    let stopped = async {
        wait_until_over(services, id).await?;
        cancelled.cancel();
        tokio::time::sleep(GIVE_UP_WITHIN).await;
        Fallible::Ok(())
    };
    tokio::select! {
        biased;
        done = all => done,
        stopped = stopped => stopped,
    }?;
    Ok(Step::next().with(Effect::Used(control)))
}

/// Runs calls to their ends. While the server of one waits for the person's answer, the job lets others go first.
async fn use_all(
    mut using: FuturesUnordered<impl Future<Output = Fallible<()>>>,
    mut told: UnboundedReceiver<QuestionNews>,
    place: &StepPlace,
) -> Fallible<()> {
    // They write, too: none may stand still while another one waits for the database.
    let mut ending = FuturesUnordered::new();
    let (mut open, mut released) = (0_usize, None);
    loop {
        tokio::select! {
            Some(news) = told.recv() => {
                match news {
                    QuestionNews::Opened => open += 1,
                    QuestionNews::Closed => open = open.saturating_sub(1),
                    QuestionNews::Left(question) => ending.push(place.end_question(question)),
                }
                match open {
                    0 => released = None,
                    _ if released.is_none() => released = release_slot(),
                    _ => {}
                }
            }
            Some(ended) = ending.next() => ended.map(drop)?,
            kept = using.next() => match kept {
                Some(kept) => kept?,
                None => return Ok(()),
            },
        }
    }
}

/// Returns the files that a task has: those that its tools made, the newest first, and those that it was given with it or with
/// its agent.
fn files_of(given: &[FileId], entries: &[Entry]) -> Vec<FileId> {
    let steps = entries.iter().rev().filter_map(Entry::step);
    let calls = steps.flat_map(|step| step.calls.iter().rev());
    let made = calls.flat_map(|call| &call.parts).filter_map(file_id_of);
    made.chain(given.iter().copied()).collect()
}

/// Time that tools have to stop when their task is.
const GIVE_UP_WITHIN: Duration = Duration::from_millis(250);

/// Waits until a task is stopped.
async fn wait_until_over(services: &Services, id: TaskId) -> Fallible<()> {
    let mut hints = services.bus.subscribe(&format!("task:{id}"));
    loop {
        let mut conn = services.db.read().await?;
        let found = find_any::<AgentKind>(&mut conn, id).await?;
        drop(conn);
        if found.is_none_or(|task| task.head.state.is_final()) || hints.next().await.is_none() {
            return Ok(());
        }
    }
}

/// Returns what the calls of a step change beside their results.
fn control_of(toolbox: &Toolbox, step: &StepEntry) -> Control {
    let running = step.calls.iter().filter(|call| call.state == ToolCallState::Running);
    let mut control = Control::default();
    for call in running {
        match toolbox.control(call) {
            Some(Given::Found(names)) => control.found.extend(names),
            // The first one counts.
            Some(Given::HandOver(colleague, note)) if control.hand_over.is_none() => {
                control.hand_over = Some((colleague, note));
            }
            _ => {}
        }
    }
    control
}

/// Marks the calls that begin now, and ends those that began before and cannot be repeated.
async fn begin(
    services: &Services,
    id: TaskId,
    number: i64,
    toolbox: &Toolbox,
) -> Fallible<Vec<Call>> {
    let mut tx = services.db.begin().await?;
    let Some(mut task) = lock_any::<AgentKind>(&mut tx, id).await? else { return Ok(Vec::new()) };
    let entries = list_entries(&mut tx, id).await?;
    let Some((_, step)) = last_step(&entries).filter(|(of, _)| *of == number) else {
        return Ok(Vec::new());
    };
    let mut step = step.clone();
    let mut begun = Vec::new();
    for call in step.calls.iter_mut().filter(|call| call.state == ToolCallState::Running) {
        if call.begun && !toolbox.is_repeatable(&call.tool) {
            call.end(ToolCallState::Failed, INTERRUPTED);
            continue;
        }
        // A process that died may have left some.
        call.asked.iter_mut().for_each(AskedQuestion::end);
        call.begun = true;
        begun.push(call.clone());
    }
    update_step(&mut tx, id, number, step).await?;
    if task.output.is_asking {
        task.output.is_asking = false;
        save::<AgentKind>(&mut tx, &mut task).await?;
    }
    tx.commit().await?;
    Ok(begun)
}

/// Runs one call. Returns it as it ended, and what bots cost that were asked for it.
async fn use_one(
    toolbox: &Toolbox,
    mut call: Call,
    scope: &ToolScope,
    (place, news): (&StepPlace, UnboundedSender<QuestionNews>),
) -> (Call, Vec<BotCost>) {
    let cancelled = scope.cancelled.child_token();
    let asks = CallQuestions::new(place.clone(), call.id.clone(), cancelled.clone(), news);
    let asks = Arc::new(asks);
    let scope =
        ToolScope { cancelled: cancelled.clone(), questions: Some(asks.clone()), ..scope.clone() };
    let limit = Duration::from_secs(TOOL_SECONDS_MAX);
    let clock = &place.services.clock;
    let given = within(limit, &*asks, clock, &cancelled, given(toolbox, &call, &scope)).await;
    let unanswered = if asks.is_unanswered() { NOT_ANSWERED } else { "" };
    match given {
        Ok(output) => {
            call.end(ToolCallState::Completed, bounded(output.text) + unanswered);
            call.parts = output.parts;
        }
        Err(error) => call.end(ToolCallState::Failed, bounded(error.0) + unanswered),
    }
    (call, toolbox.take_bot_costs())
}

/// Runs a tool for at most `limit`; the time in which one of its questions waits does not count. One that takes longer is told
/// to stop before it is dropped.
async fn within(
    limit: Duration,
    asks: &dyn Questions,
    clock: &Clock,
    cancelled: &CancellationToken,
    work: impl Future<Output = Result<ToolOutput, ToolError>>,
) -> Result<ToolOutput, ToolError> {
    let mut work = pin!(work);
    let (given, _) = run_within(limit, asks.open(), clock, work.as_mut()).await;
    if let Some(given) = given {
        return given;
    }
    cancelled.cancel();
    // What it gives now came too late.
    let _late = timeout(GIVE_UP_WITHIN, work).await;
    Err(ToolError(format!("The tool gave nothing in {TOOL_SECONDS_MAX} s.")))
}

async fn given(toolbox: &Toolbox, call: &Call, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
    if let Some(given) = toolbox.control(call) {
        return given.into_output();
    }
    let Some(tool): Option<&Arc<dyn Tool>> = toolbox.find(&call.tool) else {
        return Err(ToolError(format!("There is no tool with the name {:?}.", call.tool)));
    };
    let arguments: Value = match call.arguments.trim().is_empty() {
        true => serde_json::json!({}),
        false => serde_json::from_str(&call.arguments)
            .map_err(|error| ToolError(format!("The arguments are not JSON: {error}.")))?,
    };
    if !arguments.is_object() {
        return Err(ToolError("The arguments must be a JSON object.".to_owned()));
    }
    tool.call(arguments, scope).await
}

/// Returns an output as it is kept: whole, or cut with a word on how much is missing.
fn bounded(output: String) -> String {
    // PostgreSQL stores no NUL.
    let output = if output.contains('\0') { output.replace('\0', "") } else { output };
    let Some((end, _)) = output.char_indices().nth(OUTPUT_MAX_CHARS) else { return output };
    let cut = output[end..].chars().count();
    format!("{}\n\n[The output was too long: {cut} more characters were cut.]", &output[..end])
}

/// Keeps how a call ended, whatever became of its task meanwhile.
async fn keep(
    services: &Services,
    id: TaskId,
    number: i64,
    call: Call,
    bots: Vec<BotCost>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut task) = lock_any::<AgentKind>(&mut tx, id).await? else { return Ok(()) };
    let charged = count_costs(&mut task, &bots);
    let step = find_step(&mut tx, id, number).await?;
    if let Some(mut step) = step {
        step.charged += charged;
        if let Some(known) = step.calls.iter_mut().find(|known| known.id == call.id)
            && known.state == ToolCallState::Running
        {
            let mut asked = std::mem::take(&mut known.asked);
            asked.iter_mut().for_each(AskedQuestion::end);
            *known = Call { asked, ..call };
        }
        task.output.is_asking = step.is_asking();
        update_step(&mut tx, id, number, step).await?;
    }
    commit(services, tx, task).await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use async_trait::async_trait;
    use conversations::PartKind;
    use generation::{Question, Reply};
    use kernel::{Timestamp, Uuid};
    use providers::ToolCall;
    use tokio::sync::watch;

    use super::*;
    use crate::work::entry::EntryKind;

    /// Asks nobody; so many questions wait.
    struct Asking(watch::Sender<usize>);

    #[async_trait]
    impl Questions for Asking {
        async fn ask(&self, _question: Question) -> Reply {
            Reply::Cancelled
        }

        fn open(&self) -> watch::Receiver<usize> {
            self.0.subscribe()
        }
    }

    #[tokio::test]
    async fn a_tool_that_takes_too_long_is_told_to_stop() {
        let (asks, clock) = (Asking(watch::Sender::new(0)), Clock::default());
        let (cancelled, has_stopped) = (CancellationToken::new(), AtomicBool::new(false));
        let work = async {
            cancelled.cancelled().await;
            has_stopped.store(true, Ordering::Relaxed);
            Ok(ToolOutput::default())
        };
        let given = within(Duration::ZERO, &asks, &clock, &cancelled, work).await;
        assert!(given.unwrap_err().0.contains("gave nothing"));
        assert!(has_stopped.load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn the_time_in_which_a_question_waits_does_not_count() {
        let (asks, clock) = (Asking(watch::Sender::new(1)), Clock::default());
        let cancelled = CancellationToken::new();
        let work = async {
            tokio::task::yield_now().await;
            Ok(ToolOutput::default())
        };
        let given = within(Duration::ZERO, &asks, &clock, &cancelled, work).await;
        assert!(given.is_ok() && !cancelled.is_cancelled());
    }

    #[test]
    fn tools_have_the_files_of_the_task_and_of_its_agent() {
        let id = |number| FileId(Uuid::from_u128(number));
        let made = |number: i64| {
            let file = PartKind::File {
                file_id: id(number as u128),
                name: "total.txt".to_owned(),
                media_type: "text/plain".to_owned(),
                size_bytes: 3,
            };
            let call = ToolCall {
                id: "c".into(),
                name: "run_code".into(),
                arguments: "{}".into(),
                provider_state: None,
            };
            let call = Call { parts: vec![file], ..Call::new(call, ToolCallState::Completed) };
            let step = StepEntry { calls: vec![call], ..StepEntry::default() };
            Entry { number, at: Timestamp::from_micros(1), kind: EntryKind::Step(step) }
        };
        assert_eq!(files_of(&[id(9)], &[made(1), made(2)]), [id(2), id(1), id(9)]);
    }

    // issue 28: "Tool that … returns 5 MB"
    #[test]
    fn an_output_of_five_megabytes_is_cut() {
        let cut = bounded("x".repeat(5_000_000));
        assert!(cut.len() < 41_000, "{}", cut.len());
        assert!(cut.ends_with("4960000 more characters were cut.]"));
        assert_eq!(bounded("a\0b".to_owned()), "ab");
    }
}
