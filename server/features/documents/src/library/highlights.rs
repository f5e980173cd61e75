//! Actions on highlights: add, list, remove. They belong to the document and are deleted with it.

use area::Services;
use identity::SignedIn;
use kernel::Fallible;
use store::Tx;

use super::document::{Document, DocumentId};
use super::documents::announce;
use super::highlight::{Content, Highlight, HighlightId};
use super::highlight_store::{
    count_highlights, delete_highlight, find_highlight, keep_highlight, list_highlights,
};
use super::store::find_own;
use super::wire::{HighlightBody, HighlightsBody};
use crate::problems::{
    DOCUMENT_NOT_FOUND, HIGHLIGHT_ID_TAKEN, HIGHLIGHT_NOT_FOUND, TOO_MANY_HIGHLIGHTS,
};
use crate::rules::HIGHLIGHTS_MAX;

/// Lists the caller's highlights in a document, in reading order.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    document_id: DocumentId,
) -> Fallible<HighlightsBody> {
    let mut conn = services.db.read().await?;
    find_own(&mut conn, caller.user_id, document_id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    let items = list_highlights(&mut conn, document_id).await?;
    Ok(HighlightsBody { items: items.into_iter().map(HighlightBody::from).collect() })
}

/// Creates or updates a highlight. Idempotent; after a removal it undoes that.
///
/// Problems: those of [`Content::checked`], [`HIGHLIGHT_ID_TAKEN`], [`TOO_MANY_HIGHLIGHTS`].
pub(crate) async fn put(
    services: &Services,
    caller: &SignedIn,
    document_id: DocumentId,
    id: HighlightId,
    content: Content,
) -> Fallible<HighlightBody> {
    let mut tx = services.db.begin().await?;
    let document = find_own(&mut tx, caller.user_id, document_id).await?;
    let document = document.ok_or(DOCUMENT_NOT_FOUND)?;
    let content = content.checked(document.pages_kept)?;
    let known = find_highlight(&mut tx, id).await?;
    let created_at = known.as_ref().map_or(services.clock.now(), |known| known.created_at);
    let highlight = Highlight { id, document_id, content, created_at };
    keep(&mut tx, &document, &highlight, known.is_none()).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(highlight.into())
}

/// Writes a highlight that is checked into its document.
///
/// Problems: [`HIGHLIGHT_ID_TAKEN`], [`TOO_MANY_HIGHLIGHTS`].
pub(crate) async fn keep(
    tx: &mut Tx,
    document: &Document,
    highlight: &Highlight,
    is_new: bool,
) -> Fallible<()> {
    if is_new && count_highlights(tx, document.id).await? >= HIGHLIGHTS_MAX {
        return Err(TOO_MANY_HIGHLIGHTS.with("max", HIGHLIGHTS_MAX).into());
    }
    match keep_highlight(tx, highlight).await? {
        true => Ok(()),
        false => Err(HIGHLIGHT_ID_TAKEN.into()),
    }
}

/// Deletes a highlight permanently: undo creates it once more.
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    document_id: DocumentId,
    id: HighlightId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_own(&mut tx, caller.user_id, document_id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    if !delete_highlight(&mut tx, document_id, id).await? {
        return Err(HIGHLIGHT_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(())
}
