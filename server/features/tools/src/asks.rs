//! Questions of a server that are being answered, on the stream on which they came.

use std::collections::HashMap;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::elicitation::{Asker, declined};
use crate::mcp::{Asked, refused, responded};

/// Questions that one stream may have brought; more are declined.
const ASKS_MAX: usize = 100;

#[derive(Default)]
pub(crate) struct Asks {
    answers: FuturesUnordered<BoxFuture<'static, Option<Value>>>,
    /// All that came, by their ids: a resumed stream may repeat one.
    withdrawals: HashMap<String, CancellationToken>,
}

impl Asks {
    /// Begins to answer the question with this id.
    pub fn begin(&mut self, id: Value, asked: Asked, asker: Option<Asker>) {
        let key = id.to_string();
        if self.withdrawals.contains_key(&key) {
            return;
        }
        let Some(asker) = asker.filter(|_| self.withdrawals.len() < ASKS_MAX) else {
            let answer = responded(&id, declined());
            self.answers.push(Box::pin(async { Some(answer) }));
            return;
        };
        let withdrawn = CancellationToken::new();
        self.withdrawals.insert(key, withdrawn.clone());
        self.answers.push(Box::pin(async move {
            tokio::select! {
                answer = asker.answer(&asked) => Some(match answer {
                    Ok(result) => responded(&id, result),
                    Err(reason) => refused(&id, reason),
                }),
                () = withdrawn.cancelled() => None,
            }
        }));
    }

    /// Ends a question that its server does not want to be answered any more.
    pub fn withdraw(&self, id: &Value) {
        if let Some(withdrawn) = self.withdrawals.get(&id.to_string()) {
            withdrawn.cancel();
        }
    }

    /// Returns the next answer, as it is sent.
    pub async fn next(&mut self) -> Value {
        loop {
            match self.answers.next().await {
                Some(Some(answer)) => return answer,
                Some(None) => {}
                None => std::future::pending().await,
            }
        }
    }
}
