use dashmap::DashMap;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::mcp::McpError;

type Answered = Result<Value, McpError>;

/// Requests whose answers come on a stream of all answers.
#[derive(Default)]
pub(crate) struct Waiting(DashMap<i64, oneshot::Sender<Answered>>);

impl Waiting {
    /// Begins to wait for the answer to `id`; dropping what it returns ends that.
    pub fn begin(&self, id: i64) -> Pending<'_> {
        let (sender, receiver) = oneshot::channel();
        self.0.insert(id, sender);
        Pending { waiting: self, id, receiver }
    }

    /// Hands an answer to whoever waits for it.
    pub fn answer(&self, id: i64, answered: Answered) {
        if let Some((_, waiting)) = self.0.remove(&id) {
            // The caller may have given up.
            let _gave_up = waiting.send(answered);
        }
    }

    /// Ends all waiting: nothing is answered any more.
    pub fn clear(&self) {
        self.0.clear();
    }
}

/// A request that waits for its answer.
pub(crate) struct Pending<'a> {
    waiting: &'a Waiting,
    id: i64,
    receiver: oneshot::Receiver<Answered>,
}

impl Pending<'_> {
    pub async fn answer(mut self) -> Answered {
        (&mut self.receiver).await.map_err(|_| McpError::Unreachable)?
    }
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.waiting.0.remove(&self.id);
    }
}
