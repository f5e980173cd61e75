//! A server that is spoken with: greeted once, asked often.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::elicitation::{Asker, answer_all};
use crate::http_link::HttpLink;
use crate::mcp::{
    McpError, STATELESS_VERSION, Session, ToolInfo, chosen_version, greeting, notification, request,
};
use crate::rules::{CONNECT_SECONDS_MAX, TOOLS_MAX};
use crate::sse_link::SseLink;
use crate::stdio_link::StdioLink;

/// Time for which a server is asked to keep a task.
const TASK_TTL_MS: u64 = 600_000;
/// Time after which a task is asked for again, unless its server names another.
const TASK_POLL: Duration = Duration::from_secs(1);
const TASK_POLL_MIN: Duration = Duration::from_millis(50);
const TASK_POLL_MAX: Duration = Duration::from_secs(10);
/// Times that one call may want more input, without a handshake.
const INPUT_ROUNDS_MAX: usize = 5;
/// Time for a server to take that its question is cancelled, when the call of its tool is.
const CANCEL_QUESTION_WITHIN: Duration = Duration::from_millis(100);
/// Pages of a list that are read.
const PAGES_MAX: usize = 20;

pub(crate) enum Link {
    Http(HttpLink),
    Stdio(StdioLink),
}

/// The call of a tool: for whom, and until when.
#[derive(Clone, Copy)]
pub(crate) struct CallScope<'a> {
    pub asker: &'a Asker,
    pub cancelled: &'a CancellationToken,
}

/// A server and how it was greeted.
pub(crate) struct Peer {
    link: Link,
    /// The stream of a server that speaks the protocol of 2024-11-05.
    stream: std::sync::Mutex<Option<Arc<SseLink>>>,
    session: Mutex<Option<Session>>,
    next_id: AtomicI64,
}

impl Peer {
    pub fn new(link: Link) -> Self {
        let (stream, session) = (std::sync::Mutex::default(), Mutex::new(None));
        Self { link, stream, session, next_id: AtomicI64::new(1) }
    }

    /// Returns true if it has to be restarted.
    pub fn is_over(&self) -> bool {
        match &self.link {
            Link::Stdio(link) => link.is_over(),
            Link::Http(_) => self.stream().is_some_and(|stream| stream.is_over()),
        }
    }

    /// Returns all tools that the server has and a model could be given.
    pub async fn list_tools(&self) -> Result<Vec<ToolInfo>, McpError> {
        let listing = timeout(Duration::from_secs(CONNECT_SECONDS_MAX), self.list_all());
        listing.await.map_err(|_| McpError::TimedOut)?
    }

    async fn list_all(&self) -> Result<Vec<ToolInfo>, McpError> {
        let (mut tools, mut names, mut cursor) = (Vec::new(), HashSet::new(), Value::Null);
        for _ in 0..PAGES_MAX {
            let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
            let page = self.ask("tools/list", params, None).await?;
            let listed = page["tools"].as_array().ok_or(McpError::Protocol("it lists no tools"))?;
            let parsed = listed.iter().filter_map(ToolInfo::parse);
            tools.extend(parsed.filter(|tool| names.insert(tool.name.clone())));
            cursor = page["nextCursor"].clone();
            if cursor.is_null() || tools.len() >= TOOLS_MAX {
                break;
            }
        }
        tools.truncate(TOOLS_MAX);
        Ok(tools)
    }

    /// Calls a tool. If cancelled, it notifies the server.
    pub async fn call_tool(
        &self,
        tool: &ToolInfo,
        arguments: Value,
        scope: CallScope<'_>,
    ) -> Result<Value, McpError> {
        let mut params = json!({ "name": tool.name, "arguments": arguments });
        if !tool.is_task {
            return self.call_with_input(params, scope).await;
        }
        params["task"] = json!({ "ttl": TASK_TTL_MS });
        let begun = self.ask("tools/call", params, Some(scope)).await?;
        match begun["task"]["taskId"].as_str() {
            Some(id) => self.wait_for_task(id, begun["task"].clone(), scope).await,
            None => Ok(begun),
        }
    }

    /// Calls a tool, and again with what its results ask the person for.
    async fn call_with_input(
        &self,
        mut params: Value,
        scope: CallScope<'_>,
    ) -> Result<Value, McpError> {
        let mut result = self.ask("tools/call", params.clone(), Some(scope)).await?;
        for _ in 0..INPUT_ROUNDS_MAX {
            if result["resultType"] != "input_required" {
                break;
            }
            let answers = answer_all(&result["inputRequests"], scope.asker).await;
            params["inputResponses"] = answers.ok_or(McpError::Protocol("its question"))?.into();
            params["requestState"] = result["requestState"].take();
            if params["requestState"].is_null()
                && let Some(params) = params.as_object_mut()
            {
                params.remove("requestState");
            }
            result = self.ask("tools/call", params.clone(), Some(scope)).await?;
        }
        Ok(result)
    }

    /// Waits for the end of a task, and returns its result.
    async fn wait_for_task(
        &self,
        id: &str,
        mut task: Value,
        scope: CallScope<'_>,
    ) -> Result<Value, McpError> {
        let params = json!({ "taskId": id });
        // A task that wants to ask something asks it on the stream of its result.
        while !matches!(
            task["status"].as_str(),
            Some("completed" | "failed" | "cancelled" | "input_required")
        ) {
            let wait = task["pollInterval"].as_u64().map_or(TASK_POLL, Duration::from_millis);
            tokio::select! {
                () = tokio::time::sleep(wait.clamp(TASK_POLL_MIN, TASK_POLL_MAX)) => {}
                () = scope.cancelled.cancelled() => {
                    if let Err(error) = self.ask("tasks/cancel", params, None).await {
                        tracing::debug!(%error, "a server was not told that its task is not needed");
                    }
                    return Err(McpError::TimedOut);
                }
            }
            task = self.ask("tasks/get", params.clone(), Some(scope)).await?;
        }
        self.ask("tasks/result", params, Some(scope)).await
    }

    /// Sends a request, after a handshake if there was none; once more after a new one if the server forgot it.
    async fn ask(
        &self,
        method: &str,
        params: Value,
        scope: Option<CallScope<'_>>,
    ) -> Result<Value, McpError> {
        let session = self.greeted().await?;
        match self.send(method, params.clone(), &session, scope).await {
            Err(McpError::SessionGone) => {
                *self.session.lock().await = None;
                let session = self.greeted().await?;
                self.send(method, params, &session, scope).await
            }
            answered => answered,
        }
    }

    async fn send(
        &self,
        method: &str,
        params: Value,
        session: &Session,
        scope: Option<CallScope<'_>>,
    ) -> Result<Value, McpError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let message = request(id, method, params, Some(session));
        let asker = scope.map(|scope| scope.asker);
        let mut answered = pin!(self.exchange(&message, id, Some(session), asker));
        let Some(CallScope { asker, cancelled }) = scope else { return Ok(answered.await?.0) };
        tokio::select! {
            answered = &mut answered => Ok(answered?.0),
            () = cancelled.cancelled() => {
                if asker.is_asking() {
                    let answered = timeout(CANCEL_QUESTION_WITHIN, answered).await;
                    if let Ok(Err(error)) = answered {
                        tracing::debug!(%error, "a server was not told that its question is cancelled");
                    }
                }
                let params = json!({ "requestId": id, "reason": "The person stopped the answer." });
                let told = notification("notifications/cancelled", params);
                if let Err(error) = self.tell(&told, Some(session)).await {
                    tracing::debug!(%error, "a server was not told that its tool is not needed");
                }
                Err(McpError::TimedOut)
            }
        }
    }

    #[expect(
        clippy::await_holding_invalid_type,
        reason = "one greets a server for all who wait for the same one, within CONNECT_SECONDS_MAX"
    )]
    async fn greeted(&self) -> Result<Session, McpError> {
        let mut known = self.session.lock().await;
        if let Some(session) = &*known {
            return Ok(session.clone());
        }
        let greeting = timeout(Duration::from_secs(CONNECT_SECONDS_MAX), self.greet());
        let session = greeting.await.map_err(|_| McpError::TimedOut)??;
        *known = Some(session.clone());
        Ok(session)
    }

    async fn greet(&self) -> Result<Session, McpError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let message = request(id, "initialize", greeting(), None);
        match self.exchange(&message, id, None, None).await {
            Ok((greeted, session_id)) => {
                let session = Session { version: chosen_version(&greeted)?, id: session_id };
                let told = notification("notifications/initialized", json!({}));
                self.tell(&told, Some(&session)).await?;
                Ok(session)
            }
            Err(error) if error.may_be_stateless() => match self.discover().await {
                Ok(session) => Ok(session),
                Err(_) => self.greet_on_stream().await.map_err(|_| error),
            },
            Err(error) => Err(error),
        }
    }

    /// Greets a server whose answers come on a stream.
    async fn greet_on_stream(&self) -> Result<Session, McpError> {
        let Link::Http(link) = &self.link else {
            return Err(McpError::Protocol("a program has no streams"));
        };
        let stream = Arc::new(SseLink::open(link).await?);
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let greeted =
            stream.request(&request(id, "initialize", greeting(), None), id, None).await?;
        let session = Session { version: chosen_version(&greeted)?, id: None };
        stream.tell(&notification("notifications/initialized", json!({}))).await?;
        *self.stream.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream);
        Ok(session)
    }

    fn stream(&self) -> Option<Arc<SseLink>> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Greets a server that knows no handshake.
    async fn discover(&self) -> Result<Session, McpError> {
        let session = Session { version: STATELESS_VERSION.to_owned(), id: None };
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let message = request(id, "server/discover", json!({}), Some(&session));
        self.exchange(&message, id, Some(&session), None).await?;
        Ok(session)
    }

    async fn exchange(
        &self,
        message: &Value,
        id: i64,
        session: Option<&Session>,
        asker: Option<&Asker>,
    ) -> Result<(Value, Option<String>), McpError> {
        if let Some(stream) = self.stream() {
            return Ok((stream.request(message, id, asker).await?, None));
        }
        match &self.link {
            Link::Http(link) => link.request(message, id, session, asker).await,
            Link::Stdio(link) => Ok((link.request(message, id, asker).await?, None)),
        }
    }

    async fn tell(&self, message: &Value, session: Option<&Session>) -> Result<(), McpError> {
        if let Some(stream) = self.stream() {
            return stream.tell(message).await;
        }
        match &self.link {
            Link::Http(link) => link.tell(message, session).await,
            Link::Stdio(link) => link.tell(message).await,
        }
    }
}
