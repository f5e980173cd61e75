//! Semantic search in documents: vectors of their passages, created by an embedding model if one is connected. With
//! them, passages are found by words and by meaning; without them, by words alone.

use std::time::Duration;

use area::Services;
use generation::embedding_use;
use jobs::{Job, JobResult};
use kernel::{Clock, Failure, Fallible, FileId, RunId, Timestamp};
use ledger::{Ledger, ModelUse, OpenCost};
use providers::{EmbeddingRequest, Providers, ResolvedEmbedding};
use retrieval::{
    count_vectors, have_all_vectors, have_any_vector, list_without_vectors, store_vectors,
};
use serde::{Deserialize, Serialize};
use store::{Conn, Db, StoreResult, Tx};
use tokio::time::timeout;

use super::store::find_by_file;
use crate::rules::{EMBEDDED_AT_ONCE, EMBEDDED_BATCHES, QUESTION_EMBEDDING_SECONDS, VECTORS_MAX};

/// Returns the model that makes vectors here: the first one that is connected.
pub(crate) async fn embedding_model(providers: &Providers) -> Fallible<Option<ResolvedEmbedding>> {
    match providers.list_embedding_models().await?.first() {
        Some(info) => Ok(Some(providers.resolve_embedding(&info.id).await?)),
        None => Ok(None),
    }
}

/// Computes vectors of a document's passages. May run twice: passages with vectors are skipped.
#[derive(Serialize, Deserialize)]
pub(crate) struct EmbedDocument {
    pub file_id: FileId,
}

impl Job for EmbedDocument {
    type Context = Services;

    const NAME: &'static str = "documents.embed_document";
    const MAX_ATTEMPTS: u32 = 5;
    const AT_ONCE: usize = 1;

    async fn run(self, services: &Services) -> JobResult {
        let Some(model) = embedding_model(&services.providers).await? else { return Ok(()) };
        for _ in 0..EMBEDDED_BATCHES {
            if !embed_some(services, &model, self.file_id).await? {
                return Ok(());
            }
        }
        // Others wait for their turn, too.
        let mut tx = services.db.begin().await?;
        services.queue.enqueue(&mut tx, &self).await?;
        Ok(tx.commit().await?)
    }
}

/// Computes the next vectors; `false` if there are none left.
async fn embed_some(
    services: &Services,
    model: &ResolvedEmbedding,
    file_id: FileId,
) -> Fallible<bool> {
    let mut conn = services.db.read().await?;
    if find_by_file(&mut conn, file_id).await?.is_none() {
        return Ok(false);
    }
    let (_, made) = count_vectors(&mut conn, file_id, &model.info.id).await?;
    let left = (VECTORS_MAX - made).clamp(0, EMBEDDED_AT_ONCE);
    let bare = list_without_vectors(&mut conn, file_id, &model.info.id, left).await?;
    drop(conn);
    if bare.is_empty() {
        return Ok(false);
    }
    let texts = bare.iter().map(|passage| passage.text.clone()).collect();
    let request =
        EmbeddingRequest { model: model.name_at_provider.clone(), texts, dimensions: None };
    let is_local = services.providers.is_local(&model.info.id).await;
    let asked = embedding_use(model, is_local, &request, None);
    let mut conn = services.db.read().await?;
    if let Err(refused) = services.ledger.may_spend(&mut conn, &asked).await {
        // It is found by words until somebody opens it when the limit allows more.
        tracing::info!(%refused, model = model.info.id, "a document was not embedded");
        return Ok(false);
    }
    drop(conn);
    // The model's own timeout applies.
    let made = model.model.embed(request.clone()).await.map_err(Failure::internal)?;
    let cost = embedding_use(model, is_local, &request, made.input_tokens);
    let positions = bare.iter().map(|passage| passage.position);
    let vectors: Vec<(i64, Vec<f32>)> = positions.zip(made.vectors).collect();
    let mut tx = services.db.begin().await?;
    store_vectors(&mut tx, file_id, &model.info.id, &vectors).await?;
    book(&services.ledger, &mut tx, &cost, services.clock.now()).await?;
    tx.commit().await?;
    Ok(true)
}

/// Books what nothing was held for.
async fn book(
    ledger: &Ledger,
    tx: &mut Tx,
    cost: &ModelUse<'_>,
    now: Timestamp,
) -> StoreResult<()> {
    ledger.book_cost(tx, OpenCost::unheld(RunId::new(now), now), Some(cost)).await
}

/// Embeds a question; returns the model with the vector. `None` if none of the files has vectors of a connected model,
/// or if the model does not respond in time: then passages are found by words.
pub(crate) async fn meaning_of(
    providers: &Providers,
    (db, ledger, clock): (&Db, &Ledger, &Clock),
    file_ids: &[FileId],
    question: &str,
) -> Fallible<Option<(String, Vec<f32>)>> {
    let Some(model) = embedding_model(providers).await? else { return Ok(None) };
    // Before taking a connection: it may need one itself.
    let is_local = providers.is_local(&model.info.id).await;
    let mut conn = db.read().await?;
    let has_any = have_any_vector(&mut conn, file_ids, &model.info.id).await?;
    if !has_any {
        return Ok(None);
    }
    let request = EmbeddingRequest {
        model: model.name_at_provider.clone(),
        texts: vec![question.to_owned()],
        dimensions: None,
    };
    let asked = embedding_use(&model, is_local, &request, None);
    if let Err(refused) = ledger.may_spend(&mut conn, &asked).await {
        tracing::info!(%refused, model = model.info.id, "a question was not embedded");
        return Ok(None);
    }
    drop(conn);
    let wait = Duration::from_secs(QUESTION_EMBEDDING_SECONDS);
    let made = timeout(wait, model.model.embed(request.clone())).await;
    if let Ok(Ok(made)) = &made
        && !is_local
    {
        let cost = embedding_use(&model, is_local, &request, made.input_tokens);
        let mut tx = db.begin().await?;
        book(ledger, &mut tx, &cost, clock.now()).await?;
        tx.commit().await?;
    }
    match made {
        Ok(Ok(made)) => Ok(made.vectors.into_iter().next().map(|vector| (model.info.id, vector))),
        Ok(Err(error)) => {
            tracing::warn!(%error, model = model.info.id, "a question was not embedded");
            Ok(None)
        }
        Err(_) => {
            tracing::warn!(model = model.info.id, "a question was not embedded in time");
            Ok(None)
        }
    }
}

/// Returns true if all of these files are also found by meaning.
pub(crate) async fn are_found_by_meaning(
    providers: &Providers,
    conn: &mut Conn,
    file_ids: &[FileId],
) -> Fallible<bool> {
    if file_ids.is_empty() {
        return Ok(false);
    }
    match embedding_model(providers).await? {
        Some(model) => Ok(have_all_vectors(conn, file_ids, &model.info.id, VECTORS_MAX).await?),
        None => Ok(false),
    }
}
