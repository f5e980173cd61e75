use conversations::Receipt;
use kernel::{RunId, UserId};
use store::{Conn, StoreResult, Tx, sql, to_json};

use crate::rules::SummaryEnd;
use crate::store::reindex_memo;
use crate::wire::{MemoId, SummaryState};

/// Records that `run_id` writes the summary of a memo by the model called `model_name`; `false` if one is already being
/// written, or the memo has no image.
pub(crate) async fn begin_summary(
    tx: &mut Tx,
    owner: UserId,
    id: MemoId,
    run_id: RunId,
    model_name: &str,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memos SET summary_state = $4, summary_run_id = $3, summary_problem = NULL,
             summary_model = $5, summary_receipt = NULL
         WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL AND file_id IS NOT NULL
             AND summary_run_id IS NULL",
        id,
        owner,
        run_id,
        SummaryState::Summarizing.as_str(),
        model_name
    )?;
    Ok(done == 1)
}

/// Returns the number of summaries being written for a person.
pub(crate) async fn count_summarizing(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM memos WHERE user_id = $1 AND summary_run_id IS NOT NULL",
        owner
    )?;
    Ok(count)
}

/// Returns the run that writes the summary of a memo.
pub(crate) async fn find_summary_run(conn: &mut Conn, id: MemoId) -> StoreResult<Option<RunId>> {
    let found = sql!(
        conn,
        optional(RunId,),
        "SELECT summary_run_id FROM memos WHERE id = $1 AND summary_run_id IS NOT NULL",
        id
    )?;
    Ok(found.map(|(run_id,)| run_id))
}

/// Returns the memo whose summary a run writes, with its owner.
pub(crate) async fn find_by_summary_run(
    conn: &mut Conn,
    run_id: RunId,
) -> StoreResult<Option<(MemoId, UserId)>> {
    sql!(
        conn,
        optional(MemoId, UserId),
        "SELECT id, user_id FROM memos WHERE summary_run_id = $1",
        run_id
    )
}

/// Stores the end of the summary that `run_id` wrote, and indexes the memo by it; `false` if that is already stored. It
/// does not count as a change by its person. The earlier text stays if there is no new one.
pub(crate) async fn end_summary(
    tx: &mut Tx,
    (id, owner): (MemoId, UserId),
    run_id: RunId,
    end: &SummaryEnd,
    receipt: Option<&Receipt>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memos SET summary_state = $3, summary = COALESCE($4, summary), summary_problem = $5,
             summary_receipt = $6, summary_run_id = NULL
         WHERE id = $1 AND summary_run_id = $2",
        id,
        run_id,
        end.state.as_str(),
        end.text.as_deref(),
        end.problem.as_ref().map(to_json).transpose()?,
        receipt.map(to_json).transpose()?
    )?;
    if done == 1 && end.text.is_some() {
        reindex_memo(tx, owner, id).await?;
    }
    Ok(done == 1)
}
