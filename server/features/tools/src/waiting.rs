use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::UserId;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::elicitation::Asker;
use crate::mcp::McpError;

type Answered = Result<Value, McpError>;

/// Requests whose answers come on a stream of all answers.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<BTreeMap<i64, Entry>>);

struct Entry {
    sender: oneshot::Sender<Answered>,
    /// The person for whom a tool is called; `None`: it is another request.
    asker: Option<Asker>,
}

impl Waiting {
    /// Begins to wait for the answer to `id`; dropping what it returns ends that.
    pub fn begin(&self, id: i64, asker: Option<&Asker>) -> Pending<'_> {
        let (sender, receiver) = oneshot::channel();
        self.entries().insert(id, Entry { sender, asker: asker.cloned() });
        Pending { waiting: self, id, receiver }
    }

    /// Hands an answer to whoever waits for it.
    pub fn answer(&self, id: i64, answered: Answered) {
        let waiting = self.entries().remove(&id);
        if let Some(waiting) = waiting {
            // The caller may have given up.
            let _gave_up = waiting.sender.send(answered);
        }
    }

    /// Returns who is asked by a question that does not say to which call it belongs: the person of the last one, if all
    /// calls are that person's.
    pub fn asker(&self) -> Option<Asker> {
        let entries = self.entries();
        let askers: Vec<_> = entries.values().filter_map(|entry| entry.asker.as_ref()).collect();
        let last = askers.last()?;
        is_one_person(askers.iter().map(|asker| asker.user_id)).then(|| (*last).clone())
    }

    /// Ends all waiting: nothing is answered any more.
    pub fn clear(&self) {
        self.entries().clear();
    }

    /// Locks the entries. No code panics while it holds them.
    fn entries(&self) -> MutexGuard<'_, BTreeMap<i64, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.waiting.entries().remove(&self.id);
    }
}

fn is_one_person(mut callers: impl Iterator<Item = UserId>) -> bool {
    let first = callers.next();
    callers.all(|other| Some(other) == first)
}

#[cfg(test)]
mod tests {
    use kernel::Uuid;

    use super::*;

    #[test]
    fn a_question_goes_to_the_last_call_of_one_person_and_to_nobody_among_several() {
        let asker = |user: u128, server: &str| Asker {
            user_id: UserId(Uuid::from_u128(user)),
            server: server.to_owned(),
            questions: None,
        };
        let waiting = Waiting::default();
        let asked = || waiting.asker().map(|asker| asker.server);
        let _list = waiting.begin(1, None);
        assert_eq!(asked(), None);
        let _first = waiting.begin(2, Some(&asker(1, "first")));
        let last = waiting.begin(3, Some(&asker(1, "last")));
        assert_eq!(asked().as_deref(), Some("last"));
        drop(last);
        assert_eq!(asked().as_deref(), Some("first"));
        let _other = waiting.begin(4, Some(&asker(2, "other")));
        assert_eq!(asked(), None);
    }
}
