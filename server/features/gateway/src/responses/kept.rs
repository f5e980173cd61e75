//! Responses that are kept, so that a later request can name them instead of sending them again.

use std::time::Duration;

use area::{Services, Upkeep};
use identity::KeyCaller;
use kernel::{DAY, Fallible, RunId, UserId, WorkspaceId};
use serde_json::Value;
use store::{Conn, StoreResult, sql};

use crate::error::{OpenAiError, OpenAiResult};
use crate::problems::{RESPONSE_CHAIN_MAX, RESPONSES_KEPT_DAYS};

pub(crate) const FORGET_OLD: Upkeep = Upkeep {
    name: "gateway.forget_responses",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-RESPONSES_KEPT_DAYS * DAY);
            let mut tx = services.db.begin().await?;
            let delete = "DELETE FROM gateway_responses WHERE created_at <= $1";
            sql!(&mut tx, execute, delete, before)?;
            Ok(tx.commit().await?)
        })
    },
};

/// A response to be kept.
pub(crate) struct Keeping {
    pub services: Services,
    pub id: RunId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub previous_id: Option<RunId>,
    /// The items of the request.
    pub input: Vec<Value>,
}

impl Keeping {
    /// Stores the response. A repeated request finds it stored already.
    pub async fn store(self, response: &Value) -> StoreResult<()> {
        let now = self.services.clock.now();
        let mut tx = self.services.db.begin().await?;
        sql!(
            &mut tx,
            execute,
            "INSERT INTO gateway_responses (id, user_id, workspace_id, previous_id, input, response, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
            self.id,
            self.user_id,
            self.workspace_id,
            self.previous_id,
            Value::Array(self.input).to_string(),
            response.to_string(),
            now
        )?;
        tx.commit().await
    }
}

/// A kept response.
struct Kept {
    previous_id: Option<RunId>,
    input: Vec<Value>,
    response: Value,
}

impl Kept {
    fn into_items(self) -> Vec<Value> {
        let mut items = self.input;
        items.extend(self.response["output"].as_array().cloned().unwrap_or_default());
        items
    }
}

/// Returns the run of a response's id.
pub(crate) fn run_of(id: &str) -> Option<RunId> {
    id.strip_prefix("resp_")?.parse().ok()
}

/// Returns the run of an item's id: `msg_<run>_<number>` and the like.
fn run_of_item(id: &str) -> Option<RunId> {
    let (_, rest) = id.split_once('_')?;
    let (run, _) = rest.rsplit_once('_')?;
    run.parse().ok()
}

/// Returns a kept response of the caller's.
pub(crate) async fn find(services: &Services, caller: &KeyCaller, id: &str) -> OpenAiResult<Value> {
    let found = match run_of(id) {
        Some(run_id) => {
            let mut conn = services.db.read().await.map_err(kernel::Failure::from)?;
            load(&mut conn, caller, run_id).await?
        }
        None => None,
    };
    found.map(|kept| kept.response).ok_or_else(|| unknown(id))
}

/// Deletes a kept response of the caller's.
pub(crate) async fn delete(services: &Services, caller: &KeyCaller, id: &str) -> OpenAiResult<()> {
    let run_id = run_of(id).ok_or_else(|| unknown(id))?;
    match delete_row(services, caller, run_id).await? {
        0 => Err(unknown(id)),
        _ => Ok(()),
    }
}

async fn delete_row(services: &Services, caller: &KeyCaller, run_id: RunId) -> Fallible<u64> {
    let mut tx = services.db.begin().await?;
    let deleted = sql!(
        &mut tx,
        execute,
        "DELETE FROM gateway_responses WHERE id = $1 AND user_id = $2 AND workspace_id = $3",
        run_id,
        caller.user_id,
        caller.workspace_id
    )?;
    tx.commit().await?;
    Ok(deleted)
}

fn unknown(id: &str) -> OpenAiError {
    OpenAiError::not_found(format!("Response with id '{id}' not found."))
}

/// Returns the items of the conversation up to and with the response `id`, oldest first.
pub(crate) async fn history(
    services: &Services,
    caller: &KeyCaller,
    id: &str,
) -> OpenAiResult<Vec<Value>> {
    let param = "previous_response_id";
    let unknown = || {
        let message = format!("Previous response with id '{id}' not found.");
        OpenAiError::invalid(param, message).with_code("previous_response_not_found")
    };
    let mut next = Some(run_of(id).ok_or_else(unknown)?);
    let mut newest_first = Vec::new();
    let mut conn = services.db.read().await.map_err(kernel::Failure::from)?;
    while let Some(run_id) = next {
        if newest_first.len() >= RESPONSE_CHAIN_MAX {
            let message = "This conversation has too many responses: send its items as input.";
            return Err(OpenAiError::invalid(param, message));
        }
        let kept = load(&mut conn, caller, run_id).await?.ok_or_else(unknown)?;
        next = kept.previous_id;
        newest_first.push(kept);
    }
    Ok(newest_first.into_iter().rev().flat_map(Kept::into_items).collect())
}

/// Returns the item of a kept response that a reference names.
pub(crate) async fn find_item(
    services: &Services,
    caller: &KeyCaller,
    id: &str,
) -> OpenAiResult<Value> {
    let found = match run_of_item(id) {
        Some(run_id) => {
            let mut conn = services.db.read().await.map_err(kernel::Failure::from)?;
            load(&mut conn, caller, run_id).await?
        }
        None => None,
    };
    let items = found.map(Kept::into_items).unwrap_or_default();
    let item = items.into_iter().find(|item| item["id"] == id);
    item.ok_or_else(|| OpenAiError::not_found(format!("Item with id '{id}' not found.")))
}

async fn load(conn: &mut Conn, caller: &KeyCaller, run_id: RunId) -> Fallible<Option<Kept>> {
    let row = sql!(
        conn,
        optional(Option<RunId>, String, String),
        "SELECT previous_id, input, response FROM gateway_responses
         WHERE id = $1 AND user_id = $2 AND workspace_id = $3",
        run_id,
        caller.user_id,
        caller.workspace_id
    )?;
    let Some((previous_id, input, response)) = row else { return Ok(None) };
    let input = serde_json::from_str(&input).map_err(kernel::Failure::internal)?;
    let response = serde_json::from_str(&response).map_err(kernel::Failure::internal)?;
    Ok(Some(Kept { previous_id, input, response }))
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::*;

    #[test]
    fn ids_of_responses_and_items_name_their_run() {
        let run_id = RunId::new(Timestamp::from_micros(0));
        assert_eq!(run_of(&format!("resp_{run_id}")), Some(run_id));
        assert_eq!(run_of_item(&format!("msg_{run_id}_0")), Some(run_id));
        assert_eq!(run_of_item(&format!("fc_{run_id}_12")), Some(run_id));
        for wrong in ["", "resp_", "resp_1", "msg_1_2", &format!("msg_{run_id}")] {
            assert_eq!((run_of(wrong), run_of_item(wrong)), (None, None), "{wrong}");
        }
    }
}
