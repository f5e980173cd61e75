//! The loop of a run with tools: the model writes, its tool calls are executed, and it is asked again.

use std::sync::Arc;
use std::time::Duration;

use conversations::{Part, PartKind, ToolCallState, text_of};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use kernel::Problem;
use providers::{FinishReason, ModelRequest, ToolCall};
use serde_json::Value;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::costs::spending_gate::refusal;
use crate::engine::Engine;
use crate::outcome::{Ending, Outcome};
use crate::pause::questions::{OpenQuestions, Questions, RunQuestions};
use crate::progress::{PendingCall, Progress};
use crate::rules::{CALLS_PER_STEP_MAX, STEPS_MAX, TOOL_SECONDS_MAX, arguments_of, bounded};
use crate::writer::Writer;
use crate::{Tool, ToolError, ToolOutput, ToolScope};

/// Time that tools have to stop when their run is cancelled.
const GIVE_UP_WITHIN: Duration = Duration::from_millis(250);

const TOO_MANY_CALLS: &str = "Too many tools at once: this one was not used. Ask for it again.";
const NOT_ALLOWED: &str = "The person did not allow this tool to be used. Answer without it.";

impl Engine {
    /// Lives a run with tools; how it ended, or `None` when it waits for its person.
    pub async fn generate_in_steps(
        &self,
        mut progress: Progress,
        writer: &mut Writer,
    ) -> Option<Ending> {
        loop {
            if progress.calls.is_empty() {
                if progress.step > 0
                    && let Some(problem) = self.refused_step(&progress.request).await
                {
                    return Some(progress.ending(Outcome::Failed(problem)));
                }
                if let Some(left) = self.run.tokens_left(&progress.used()) {
                    if left == 0 {
                        return Some(progress.ending(Outcome::Completed(FinishReason::Length)));
                    }
                    let most = progress.request.max_output_tokens.unwrap_or(left);
                    progress.request.max_output_tokens = Some(most.min(left));
                }
                let first_part = writer.draft.parts.len();
                let ending = self.generate(&progress.request, writer).await;
                if writer.draft.parts.len() == first_part
                    && let Some(seconds) = self.retry_after(&ending.outcome)
                {
                    writer.finish().await;
                    if self.requeue(writer, &progress, seconds).await {
                        return None;
                    }
                }
                progress.add(ending.usage);
                progress.add_estimate(ending.likely);
                let calls = writer.take_calls();
                if calls.is_empty() || !matches!(ending.outcome, Outcome::Completed(_)) {
                    return Some(progress.ending(ending.outcome));
                }
                writer.close().await;
                progress.note_step(text_of(&writer.draft.parts[first_part..]), &calls);
                progress.calls = self.announce(calls, writer).await;
            }
            if let Err(outcome) = self.use_tools(&mut progress.calls, writer).await {
                return Some(progress.ending(outcome));
            }
            if progress.is_waiting() {
                writer.finish().await;
                return match self.pause(writer, &progress).await {
                    true => None,
                    false => Some(progress.ending(Outcome::Cancelled)),
                };
            }
            progress.note_results();
            if progress.step >= STEPS_MAX {
                writer.put(step_limit(writer)).await;
                let outcome = Outcome::Completed(FinishReason::ToolCalls);
                return Some(progress.ending(outcome));
            }
        }
    }

    /// Shows the tool calls that the model requested.
    async fn announce(&self, calls: Vec<ToolCall>, writer: &mut Writer) -> Vec<PendingCall> {
        let mut pending = Vec::with_capacity(calls.len());
        for (index, call) in calls.into_iter().enumerate() {
            let tool = self.tool(&call.name);
            let mut call = PendingCall {
                title: tool.map_or_else(|| call.name.clone(), |tool| tool.title()),
                source: tool.and_then(|tool| tool.source()),
                rule_key: tool.and_then(|tool| tool.rule_key()),
                id: call.id,
                name: call.name,
                arguments: call.arguments,
                part_id: writer.next_part_id(),
                state: match tool {
                    Some(tool) if tool.needs_approval() => ToolCallState::Waiting,
                    _ => ToolCallState::Running,
                },
                output: None,
                images: Vec::new(),
            };
            if index >= CALLS_PER_STEP_MAX {
                call.end(ToolCallState::Failed, TOO_MANY_CALLS);
            }
            writer.put(call.part()).await;
            pending.push(call);
        }
        pending
    }

    /// Runs all approved tools concurrently, and shows each result as it arrives.
    async fn use_tools(
        &self,
        calls: &mut [PendingCall],
        writer: &mut Writer,
    ) -> Result<(), Outcome> {
        for call in calls.iter_mut().filter(|call| call.state == ToolCallState::Denied) {
            call.output.get_or_insert_with(|| NOT_ALLOWED.to_owned());
        }
        let scope = ToolScope {
            run_id: self.run.id,
            user_id: self.run.user_id,
            workspace_id: self.run.workspace_id,
            conversation_id: self.run.conversation_id,
            message_id: self.run.message_id,
            files: Vec::new(),
            cancelled: CancellationToken::new(),
            questions: None,
            parent: None,
        };
        let mut questions = OpenQuestions::new();
        let wanted: Vec<_> = calls
            .iter()
            .enumerate()
            .filter(|(_, call)| call.state == ToolCallState::Running)
            .map(|(index, call)| {
                let asks = questions.of(&self.inner, &self.run, &call.id, &scope.cancelled);
                let way = asks.clone().map(|asks| asks as Arc<dyn Questions>);
                let scope = ToolScope { questions: way, ..scope.clone() };
                (index, call.name.clone(), call.arguments.clone(), scope, asks)
            })
            .collect();
        let mut using: FuturesUnordered<_> = wanted
            .into_iter()
            .map(|(index, name, arguments, scope, asks)| async move {
                (index, self.use_one(&name, &arguments, &scope, asks.as_deref()).await)
            })
            .collect();
        loop {
            let was_waiting = questions.is_any_open();
            let next = async {
                tokio::select! {
                    biased;
                    part = questions.next() => Next::Question(Box::new(part)),
                    given = using.next() => Next::Given(given),
                }
            };
            match self.unless_ended(next).await {
                Ok(Next::Given(None)) => return Ok(()),
                Ok(Next::Question(part)) => {
                    self.inner.forget_cancelled(std::slice::from_ref(&*part)).await;
                    writer.put(*part).await;
                }
                Ok(Next::Given(Some((index, given)))) => {
                    let call = &mut calls[index];
                    let ended = questions.end_call(&call.id);
                    self.inner.forget_cancelled(&ended).await;
                    for part in ended {
                        writer.put(part).await;
                    }
                    let parts = match given {
                        Ok(output) => {
                            call.end(ToolCallState::Completed, bounded(output.text));
                            call.images = output.images;
                            output.parts
                        }
                        Err(error) => {
                            call.end(ToolCallState::Failed, bounded(error.0));
                            Vec::new()
                        }
                    };
                    writer.put(call.part()).await;
                    for kind in parts {
                        writer.put(Part { id: writer.next_part_id(), kind }).await;
                    }
                }
                Err(outcome) => {
                    scope.cancelled.cancel();
                    let give_up = async { while using.next().await.is_some() {} };
                    // A tool that does not hear is dropped.
                    timeout(GIVE_UP_WITHIN, give_up).await.ok();
                    self.inner.forget_cancelled(&questions.end_all()).await;
                    return Err(outcome);
                }
            }
            if questions.is_any_open() != was_waiting {
                self.set_waiting(!was_waiting);
            }
        }
    }

    async fn use_one(
        &self,
        name: &str,
        arguments: &str,
        scope: &ToolScope,
        asks: Option<&RunQuestions>,
    ) -> Result<ToolOutput, ToolError> {
        let Some(tool) = self.tool(name) else {
            return Err(ToolError(format!("There is no tool with the name {name:?}.")));
        };
        let arguments: Value = arguments_of(arguments).map_err(ToolError)?;
        let used = tool.call(arguments, scope);
        let limit = Duration::from_secs(TOOL_SECONDS_MAX);
        let given = match asks {
            Some(questions) => questions.within(limit, used).await,
            None => timeout(limit, used).await.ok(),
        };
        given.unwrap_or_else(|| {
            Err(ToolError(format!("The tool gave nothing in {TOOL_SECONDS_MAX} s.")))
        })
    }

    fn tool(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.iter().find(|tool| tool.spec().name == name)
    }
}

/// The next event while tools run.
enum Next<T> {
    /// One of them asks its person something, or that has ended.
    Question(Box<Part>),
    /// One of them has ended; `None`: all of them have.
    Given(Option<T>),
}

fn step_limit(writer: &Writer) -> Part {
    let kind = PartKind::Notice {
        code: "generation.step_limit".to_owned(),
        text: format!("The model used tools {STEPS_MAX} times in a row and was stopped there."),
        action: None,
    };
    Part { id: writer.next_part_id(), kind }
}

impl Engine {
    /// Returns the problem if the operator's limit does not allow another call of the model; the run's hold covered the
    /// first one.
    pub async fn refused_step(&self, request: &ModelRequest) -> Option<Problem> {
        let inner = &self.inner;
        if !inner.ledger.limits_spending() {
            return None;
        }
        let model = self.run.model.as_str();
        let is_local = inner.is_local(model).await;
        refusal(&inner.ledger, &inner.db, (model, is_local), request).await.unwrap_or_else(|fault| {
            tracing::warn!(run.id = %self.run.id, %fault, "a limit of spending could not be read");
            None
        })
    }
}
