//! The rows of questions that wait for their person.

use conversations::{QuestionField, QuestionState, mark_unread};
use kernel::{HOUR, RunId, Timestamp, Uuid};
use store::{Conn, StoreResult, Tx, sql};

use crate::generation::Inner;
use crate::pause::questions::{Call, Reply};

/// Returns true if a run waits for its person to answer a question.
pub async fn has_open_question(conn: &mut Conn, run_id: RunId) -> StoreResult<bool> {
    let open = sql!(
        conn,
        optional(Uuid,),
        "SELECT id FROM run_questions WHERE run_id = $1 AND state = 'waiting' LIMIT 1",
        run_id
    )?;
    Ok(open.is_some())
}

/// Deletes questions that a process left behind when it ended.
pub(crate) async fn delete_old_questions(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    let before = now.plus(-HOUR);
    sql!(tx, execute, "DELETE FROM run_questions WHERE asked_at < $1", before)?;
    Ok(())
}

fn state_text(state: QuestionState) -> &'static str {
    match state {
        QuestionState::Waiting => "waiting",
        QuestionState::Accepted => "accepted",
        QuestionState::Declined => "declined",
        QuestionState::Cancelled => "cancelled",
    }
}

/// Stores a question, and tells its person that the answer waits for them.
pub(super) async fn insert_question(
    call: &Call,
    id: Uuid,
    fields: &[QuestionField],
) -> StoreResult<()> {
    let (inner, run) = (&call.inner, &call.run);
    let fields = serde_json::to_string(fields).expect("fields have string keys");
    let now = inner.clock.now();
    let mut tx = inner.db.begin().await?;
    sql!(
        &mut tx,
        execute,
        "INSERT INTO run_questions (id, run_id, asked_at, fields) VALUES ($1, $2, $3, $4)",
        id,
        run.id,
        now,
        fields
    )?;
    if let Some(conversation_id) = run.conversation_id {
        mark_unread(&mut tx, conversation_id, now).await?;
    }
    for follower in inner.followers_of(run) {
        follower.paused(&mut tx, run).await?;
    }
    tx.commit().await?;
    if let Some(conversation_id) = run.conversation_id {
        inner.announce_change(run.user_id, conversation_id);
    }
    Ok(())
}

/// Returns true while nobody has answered a question.
pub(super) async fn is_waiting(inner: &Inner, id: Uuid) -> StoreResult<bool> {
    let mut conn = inner.db.read().await?;
    let waiting = sql!(
        &mut conn,
        optional(Uuid,),
        "SELECT id FROM run_questions WHERE id = $1 AND state = 'waiting'",
        id
    )?;
    Ok(waiting.is_some())
}

/// Adds to the time that a run waited for its person, in microseconds.
pub(super) async fn add_waited(inner: &Inner, run_id: RunId, waited: i64) -> StoreResult<()> {
    let mut tx = inner.db.begin().await?;
    let add = "UPDATE runs SET waited = waited + $2 WHERE id = $1";
    sql!(&mut tx, execute, add, run_id, waited)?;
    tx.commit().await
}

/// Ends a question, and returns its answer if there is one.
pub(super) async fn take_answer(inner: &Inner, id: Uuid) -> StoreResult<(QuestionState, Reply)> {
    let mut tx = inner.db.begin().await?;
    let taken = sql!(
        &mut tx,
        optional(String, Option<String>),
        "DELETE FROM run_questions WHERE id = $1 RETURNING state, answer",
        id
    )?;
    tx.commit().await?;
    let (state, answer) = taken.unwrap_or_default();
    Ok(match (state.as_str(), answer) {
        ("accepted", answer) => {
            let answer = answer.and_then(|json| serde_json::from_str(&json).ok());
            (QuestionState::Accepted, Reply::Accepted(answer.unwrap_or_default()))
        }
        ("declined", _) => (QuestionState::Declined, Reply::Declined),
        _ => (QuestionState::Cancelled, Reply::Cancelled),
    })
}

/// Returns the fields of a question of `run_id` that waits.
pub(super) async fn find_fields(
    tx: &mut Tx,
    run_id: RunId,
    id: Uuid,
) -> StoreResult<Option<Vec<QuestionField>>> {
    let row = sql!(
        tx,
        optional(String,),
        "SELECT fields FROM run_questions WHERE id = $1 AND run_id = $2 AND state = 'waiting'",
        id,
        run_id
    )?;
    Ok(row.and_then(|(json,)| match serde_json::from_str(&json) {
        Ok(fields) => Some(fields),
        Err(error) => {
            tracing::error!(run.id = %run_id, %error, "a question cannot be read");
            None
        }
    }))
}

/// Stores the person's answer; `false` if there is one, or nobody waits for it any more.
pub(super) async fn store_answer(
    tx: &mut Tx,
    id: Uuid,
    state: QuestionState,
    answer: Option<String>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE run_questions SET state = $2, answer = $3 WHERE id = $1 AND state = 'waiting'",
        id,
        state_text(state),
        answer
    )?;
    Ok(done == 1)
}

/// Deletes a question that nothing waits for any more.
pub(super) async fn delete_question(inner: &Inner, id: Uuid) -> StoreResult<()> {
    let mut tx = inner.db.begin().await?;
    sql!(&mut tx, execute, "DELETE FROM run_questions WHERE id = $1", id)?;
    tx.commit().await
}
