//! Answers that are merged by themselves, when the last of their batch is there.

use api::ProblemBody;
use area::Services;
use conversations::{
    Conversation, Message, MessageKind, MessageState, Role, find_message, find_message_owner,
    insert_message, touch_conversation,
};
use jobs::{Job, JobResult, Queue};
use kernel::{
    ConversationId, Failure, Fallible, MessageId, Problem, Timestamp, UserId, Uuid, WorkspaceId,
};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};

use crate::answers::access::lock_live;
use crate::answers::asker::Asker;
use crate::answers::start::start;
use crate::ensemble::merge::{prepare_merge, read};

/// Records that a batch is to be merged when it is complete, if its person wants that.
pub(crate) async fn merge_when_all_answered(
    services: &Services,
    asker: &Asker,
    tx: &mut Tx,
    batch_id: Uuid,
    answers: &[Message],
) -> Fallible<()> {
    let user = services.identity.find_user(tx, asker.user_id).await?;
    let settings = user.map(|user| user.settings).unwrap_or_default();
    let first = &answers[0];
    if let (true, Some(question_id)) = (settings.merge_at_once, first.parent_id) {
        let model = settings.merge_model.or(first.model.clone()).unwrap_or_default();
        let merge = MergeAnswers {
            batch_id,
            question_id,
            answer_id: MessageId::new(first.created_at),
            user_id: asker.user_id,
            workspace_id: asker.workspace_id,
            locale: asker.locale.clone(),
            model,
        };
        insert_merge(tx, &merge, first.created_at).await?;
    }
    Ok(())
}

/// Starts the merging of a batch in the transaction that makes its last answer, `answer_id`, final, so
/// neither a crash nor a second process can lose it or do it twice.
pub(crate) async fn merge_if_last(
    queue: &Queue,
    tx: &mut Tx,
    conversation_id: ConversationId,
    batch_id: Uuid,
    answer_id: MessageId,
) -> StoreResult<()> {
    let Some(merge) = lock_merge(tx, batch_id).await? else { return Ok(()) };
    if others_are_written(tx, conversation_id, batch_id, answer_id).await? {
        return Ok(());
    }
    delete_merge(tx, batch_id).await?;
    queue.enqueue(tx, &merge).await
}

/// Merges the answers of a batch.
#[derive(Debug, Clone, Serialize, Deserialize, ::store::FromRow)]
pub(crate) struct MergeAnswers {
    batch_id: Uuid,
    question_id: MessageId,
    /// Id of the merged answer; it exists if this was done before.
    answer_id: MessageId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    locale: Option<String>,
    model: String,
}

impl Job for MergeAnswers {
    type Context = Services;
    const NAME: &'static str = "chat.merge_answers";

    async fn run(self, services: &Services) -> JobResult {
        match self.merge(services).await {
            Err(Failure::Problem(problem)) => self.say_why_not(services, &problem).await,
            done => done,
        }
    }
}

impl MergeAnswers {
    async fn merge(&self, services: &Services) -> Fallible<()> {
        let mut conn = services.db.read().await?;
        if find_message_owner(&mut conn, self.answer_id).await?.is_some()
            || services.identity.is_suspended(&mut conn, self.user_id).await?
        {
            return Ok(());
        }
        let question = find_message(&mut conn, self.user_id, self.question_id).await?;
        // A conversation that was deleted meanwhile needs nothing.
        let Some(question) = question else { return Ok(()) };
        let to_merge = read(&mut conn, &question, &[]).await?;
        drop(conn);
        let Self { user_id, workspace_id, locale, .. } = self.clone();
        let asker = Asker { user_id, workspace_id, locale, settings: None };
        let prepared = prepare_merge(services, &asker, &to_merge, Some(&self.model)).await?;

        let (id, now) = (question.conversation_id, services.clock.now());
        let mut tx = services.db.begin().await?;
        let conversation = lock_live(&mut tx, user_id, id).await?;
        let shows_batch = self.shows_batch(&mut tx, &conversation).await?;
        let place = to_merge.place(self.answer_id, services);
        start(services, &asker, &mut tx, prepared, place).await?;
        if shows_batch {
            touch_conversation(&mut tx, id, self.answer_id, None, now).await?;
        }
        tx.commit().await?;
        services.generation.announce_change(user_id, id);
        Ok(())
    }

    /// Stores a failed merged answer in place of the merged one: nobody waits for a response to this, and a person who
    /// comes back reads why there is none, and can retry.
    async fn say_why_not(&self, services: &Services, problem: &Problem) -> Fallible<()> {
        tracing::info!(code = problem.kind.code, "answers were not merged");
        let mut tx = services.db.begin().await?;
        let question = find_message(&mut tx, self.user_id, self.question_id).await?;
        let Some(question) = question else { return Ok(()) };
        if self.was_stopped(&mut tx, question.conversation_id).await? {
            return Ok(());
        }
        let listed = services.providers.list_models().await?.models;
        let known = listed.into_iter().find(|model| model.id == self.model);
        let at = services.clock.now().plus(1);
        let (id, role) = (question.conversation_id, Role::Assistant);
        let failed = Message {
            parent_id: Some(question.id),
            model: Some(self.model.clone()),
            model_name: known.map(|model| model.name),
            state: MessageState::Failed,
            problem: Some(ProblemBody::from(problem)),
            kind: MessageKind::Ensemble,
            batch_id: Some(self.batch_id),
            ..Message::new(self.answer_id, id, role, at)
        };
        insert_message(&mut tx, &failed).await?;
        tx.commit().await?;
        services.generation.announce_change(self.user_id, id);
        Ok(())
    }

    /// Returns true if the person stopped one of the answers: then nobody waits for the merge.
    async fn was_stopped(&self, conn: &mut Conn, id: ConversationId) -> StoreResult<bool> {
        let stopped = sql!(
            conn,
            optional(Uuid,),
            "SELECT id FROM messages WHERE conversation_id = $1 AND state = 'cancelled' AND batch_id = $2
             LIMIT 1",
            id,
            self.batch_id
        )?;
        Ok(stopped.is_some())
    }

    /// Returns true if the conversation ends in one of the batch's answers. Otherwise the person has gone on meanwhile,
    /// and is not taken elsewhere.
    async fn shows_batch(&self, tx: &mut Tx, conversation: &Conversation) -> Fallible<bool> {
        let Some(leaf_id) = conversation.leaf_id else { return Ok(false) };
        let leaf = find_message(tx, self.user_id, leaf_id).await?;
        Ok(leaf.is_some_and(|leaf| leaf.batch_id == Some(self.batch_id)))
    }
}

async fn insert_merge(tx: &mut Tx, merge: &MergeAnswers, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO chat_merges (batch_id, question_id, answer_id, user_id, workspace_id, locale, model,
             created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        merge.batch_id,
        merge.question_id,
        merge.answer_id,
        merge.user_id,
        merge.workspace_id,
        merge.locale.as_deref(),
        merge.model.as_str(),
        now
    )?;
    Ok(())
}

/// Locks the merge that waits for this batch until the transaction ends: of two answers that end at once, the second
/// sees what the first one wrote.
async fn lock_merge(tx: &mut Tx, batch_id: Uuid) -> StoreResult<Option<MergeAnswers>> {
    sql!(
        tx,
        optional MergeAnswers,
        {
            sqlite: "SELECT * FROM chat_merges WHERE batch_id = $1",
            postgres: "SELECT * FROM chat_merges WHERE batch_id = $1 FOR UPDATE",
        },
        batch_id
    )
}

async fn delete_merge(tx: &mut Tx, batch_id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM chat_merges WHERE batch_id = $1", batch_id)?;
    Ok(())
}

/// Returns true if other answers of the batch than the one that ends are still being written.
async fn others_are_written(
    conn: &mut Conn,
    conversation_id: ConversationId,
    batch_id: Uuid,
    answer_id: MessageId,
) -> StoreResult<bool> {
    let running = sql!(
        conn,
        optional(Uuid,),
        "SELECT id FROM messages WHERE conversation_id = $1 AND state = 'running' AND batch_id = $2
             AND id <> $3 LIMIT 1",
        conversation_id,
        batch_id,
        answer_id
    )?;
    Ok(running.is_some())
}
