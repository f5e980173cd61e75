//! Runs the tools of a step. A call is marked before it begins: after a crash only what is safe to repeat is made again.

use std::sync::Arc;
use std::time::Duration;

use area::Services;
use conversations::ToolCallState;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use generation::{Tool, ToolError, ToolScope};
use kernel::{Fallible, RunId};
use serde_json::Value;
use tasks::{Step, TaskId, announce, find_any, lock_any, save};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::house_tools::{Given, Toolbox};
use crate::limits::{OUTPUT_MAX_CHARS, TOOL_SECONDS_MAX};
use crate::work::ask::model_of;
use crate::work::entry::{Call, Entry, StepEntry, last_step};
use crate::work::progress::AgentTask;
use crate::work::store::{list_entries, update_step};
use crate::work::task::{AgentKind, Control, Effect};

const INTERRUPTED: &str = "The server was restarted while this ran. It may or may not have happened: check before you \
call it again.";

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
    let scope = ToolScope {
        run_id: RunId(task.head.id.0),
        user_id: task.head.user_id,
        workspace_id: task.head.workspace_id,
        conversation_id: None,
        message_id: None,
        cancelled: cancelled.clone(),
        questions: None,
    };
    let id = task.head.id;
    let (toolbox, scope) = (&toolbox, &scope);
    // Each keeps its result as a part of itself: one that holds the database's writer goes on while another waits for it.
    let mut using: FuturesUnordered<_> = begun
        .into_iter()
        .map(|call| async move {
            let (call, charged) = use_one(toolbox, call, scope).await;
            keep(services, id, number, call, charged).await
        })
        .collect();
    let all = async {
        while let Some(kept) = using.next().await {
            kept?;
        }
        Fallible::Ok(())
    };
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
    lock_any::<AgentKind>(&mut tx, id).await?;
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
        call.begun = true;
        begun.push(call.clone());
    }
    update_step(&mut tx, id, number, step).await?;
    tx.commit().await?;
    Ok(begun)
}

/// Runs one call. Returns it as it ended, and what it cost.
async fn use_one(toolbox: &Toolbox, mut call: Call, scope: &ToolScope) -> (Call, i64) {
    let limit = Duration::from_secs(TOOL_SECONDS_MAX);
    let given = match timeout(limit, given(toolbox, &call, scope)).await {
        Ok(given) => given,
        Err(_) => Err(ToolError(format!("The tool gave nothing in {TOOL_SECONDS_MAX} s."))),
    };
    match given {
        Ok(output) => {
            call.end(ToolCallState::Completed, bounded(output.text));
            call.parts = output.parts;
        }
        Err(error) => call.end(ToolCallState::Failed, bounded(error.0)),
    }
    (call, toolbox.take_charged())
}

async fn given(
    toolbox: &Toolbox,
    call: &Call,
    scope: &ToolScope,
) -> Result<generation::ToolOutput, ToolError> {
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
    charged: i64,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut task) = lock_any::<AgentKind>(&mut tx, id).await? else { return Ok(()) };
    let entries = list_entries(&mut tx, id).await?;
    let found = entries.iter().find(|entry| entry.number == number).and_then(Entry::step);
    let Some(mut step) = found.cloned() else { return Ok(()) };
    let Some(known) = step.calls.iter_mut().find(|known| known.id == call.id) else {
        return Ok(());
    };
    if known.state != ToolCallState::Running {
        return Ok(());
    }
    *known = call;
    step.charged += charged;
    update_step(&mut tx, id, number, step).await?;
    if charged > 0 {
        task.head.charged = Some(task.head.charged.unwrap_or(0) + charged);
    }
    task.head.version += 1;
    task.head.updated_at = services.clock.now();
    save::<AgentKind>(&mut tx, &mut task).await?;
    tx.commit().await?;
    announce(services, &task.head);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // issue 28: "Tool that … returns 5 MB"
    #[test]
    fn an_output_of_five_megabytes_is_cut() {
        let cut = bounded("x".repeat(5_000_000));
        assert!(cut.len() < 41_000, "{}", cut.len());
        assert!(cut.ends_with("4960000 more characters were cut.]"));
        assert_eq!(bounded("a\0b".to_owned()), "ab");
    }
}
