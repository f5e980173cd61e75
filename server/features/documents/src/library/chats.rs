//! The documents a conversation is about, and the daily limit of questions about documents.

use area::{DailySource, Services};
use async_trait::async_trait;
use entitlements::{DailyUse, Entitlements, day_of};
use generation::RunNote;
use identity::SignedIn;
use kernel::{Clock, ConversationId, Fallible, FileId, MessageId, Payer, Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx};

use super::document::{Document, DocumentId};
use super::embed::{EmbedDocument, are_found_by_meaning};
use super::store::{
    count_documents, count_questions, find_own, insert_question, list_chats, tie_chat,
};
use super::wire::{DocumentChatBody, DocumentChatsBody};
use crate::problems::{CHAT_TAKEN, DOCUMENT_NOT_FOUND, TOO_MANY_QUESTIONS};

pub(crate) use super::store::documents_of_chat;

/// Conversations that are shown of one document.
const CHATS_SHOWN: i64 = 50;

/// Returns the conversations about a document, the one that went on last first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    id: DocumentId,
) -> Fallible<DocumentChatsBody> {
    let mut conn = services.db.read().await?;
    let document = find_own(&mut conn, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    list_about(services, &mut conn, caller, id.0, &[document]).await
}

/// Lists the conversations about anything made of `documents`.
pub(crate) async fn list_about(
    services: &Services,
    conn: &mut Conn,
    caller: &SignedIn,
    subject_id: Uuid,
    documents: &[Document],
) -> Fallible<DocumentChatsBody> {
    let files: Vec<FileId> = documents.iter().filter_map(|document| document.file_id).collect();
    let by_meaning = are_found_by_meaning(&services.providers, conn, &files).await?;
    let chats = list_chats(conn, caller.user_id, subject_id, CHATS_SHOWN).await?;
    Ok(DocumentChatsBody {
        items: chats.into_iter().map(DocumentChatBody::from).collect(),
        by_meaning,
    })
}

/// Links a conversation to a document, before or after its first message. Idempotent.
///
/// Problems: [`CHAT_TAKEN`].
pub(crate) async fn tie(
    services: &Services,
    caller: &SignedIn,
    id: DocumentId,
    conversation_id: ConversationId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let document = find_own(&mut tx, caller.user_id, id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    tie_subject(services, &mut tx, caller, conversation_id, id.0, &[document]).await?;
    Ok(tx.commit().await?)
}

/// Links a conversation to anything made of `documents`. Passages without vectors get them, if an embedding model is
/// connected.
pub(crate) async fn tie_subject(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    conversation_id: ConversationId,
    subject_id: Uuid,
    documents: &[Document],
) -> Fallible<()> {
    let now = services.clock.now();
    if !tie_chat(tx, caller.user_id, conversation_id, subject_id, now).await? {
        return Err(CHAT_TAKEN.into());
    }
    for file_id in documents.iter().filter_map(|document| document.file_id) {
        services.queue.enqueue(tx, &EmbedDocument { file_id }).await?;
    }
    Ok(())
}

/// Checks that another question about documents may be asked today.
///
/// Problems: [`TOO_MANY_QUESTIONS`].
pub(crate) async fn check_questions(
    conn: &mut Conn,
    entitlements: &Entitlements,
    clock: &Clock,
    whose: &Payer,
) -> Fallible<()> {
    let now = clock.now();
    let plan = entitlements.plan_of(conn, whose.workspace_id, now).await?;
    let Some(max) = plan.daily_limit(DailyUse::PdfQuestion) else { return Ok(()) };
    match count_questions(conn, whose.user_id, day_of(now)).await? >= max {
        true => Err(TOO_MANY_QUESTIONS.with("max", max).into()),
        false => Ok(()),
    }
}

/// Counts a question when its answer begins.
pub(crate) struct CountQuestion {
    pub user_id: UserId,
    pub clock: Clock,
}

#[async_trait]
impl RunNote for CountQuestion {
    async fn write(&self, tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
        insert_question(tx, message_id, self.user_id, self.clock.now()).await
    }
}

/// Counts the uploads and questions used up today.
pub(crate) struct AskedToday;

#[async_trait]
impl DailySource for AskedToday {
    async fn count(
        &self,
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<Vec<(DailyUse, i64)>> {
        let (_, added) = count_documents(conn, whose, since).await?;
        let asked = count_questions(conn, whose.user_id, since).await?;
        Ok(vec![(DailyUse::PdfUpload, added), (DailyUse::PdfQuestion, asked)])
    }
}
