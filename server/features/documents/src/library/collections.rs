//! Actions on collections: documents that are asked about together.

use api::{PageBody, PageQuery};
use area::Services;
use identity::SignedIn;
use kernel::{ConversationId, Fallible};
use store::{Conn, Cursor, Page, Tx};

use super::chats;
use super::collection_store::{
    Collection, find_collection, insert_collection, list_collections, list_items,
    rename_collection, set_collection_deleted, set_items,
};
use super::document::{CollectionId, DocumentId};
use super::documents::{announce, bodies, clean_name};
use super::store::find_own;
use super::wire::{
    CollectionBody, CollectionChange, CollectionEntryBody, DocumentChatsBody, NewCollection,
};
use crate::problems::{
    COLLECTION_ID_TAKEN, COLLECTION_NOT_FOUND, DOCUMENT_NOT_FOUND, NAME_EMPTY,
    TOO_MANY_IN_COLLECTION,
};
use crate::rules::COLLECTION_DOCUMENTS_MAX;

/// Creates a collection. Repeating the request returns it in its current state.
///
/// Problems: [`NAME_EMPTY`], [`COLLECTION_ID_TAKEN`], those of its documents.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewCollection,
) -> Fallible<CollectionBody> {
    let name = clean_name(&new.name).ok_or(NAME_EMPTY)?;
    let collection = Collection { id: new.id, name, created_at: services.clock.now() };
    let mut tx = services.db.begin().await?;
    if !insert_collection(&mut tx, &caller.payer(), &collection).await? {
        let known = find_collection(&mut tx, caller.user_id, new.id).await?;
        let known = known.ok_or(COLLECTION_ID_TAKEN)?;
        return whole(services, &mut tx, caller, known).await;
    }
    put(&mut tx, caller, new.id, &new.document_ids).await?;
    let body = whole(services, &mut tx, caller, collection).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Sets the documents of a collection.
///
/// Problems: [`TOO_MANY_IN_COLLECTION`]; one is not the caller's.
async fn put(
    tx: &mut Tx,
    caller: &SignedIn,
    id: CollectionId,
    document_ids: &[DocumentId],
) -> Fallible<()> {
    if document_ids.len() > COLLECTION_DOCUMENTS_MAX {
        return Err(TOO_MANY_IN_COLLECTION.with("max", COLLECTION_DOCUMENTS_MAX).into());
    }
    for document_id in document_ids {
        find_own(tx, caller.user_id, *document_id).await?.ok_or(DOCUMENT_NOT_FOUND)?;
    }
    Ok(set_items(tx, id, document_ids).await?)
}

async fn whole(
    services: &Services,
    conn: &mut Conn,
    caller: &SignedIn,
    collection: Collection,
) -> Fallible<CollectionBody> {
    let documents = list_items(conn, caller.user_id, collection.id).await?;
    let documents = bodies(services, conn, caller.user_id, documents).await?;
    let Collection { id, name, created_at } = collection;
    Ok(CollectionBody { id, name, documents, created_at })
}

/// Returns the caller's collections, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<CollectionEntryBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let rows = list_collections(&mut conn, &caller.payer(), cursor, limit).await?;
    let page = Page::of(rows, limit, |one| Cursor { at: one.created_at, id: one.id.0 });
    let items = page.items.into_iter().map(CollectionEntryBody::from).collect();
    Ok(Page { items, next: page.next }.into())
}

/// Returns a collection of the caller's, with its documents.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
) -> Fallible<CollectionBody> {
    let mut conn = services.db.read().await?;
    let found = find_collection(&mut conn, caller.user_id, id).await?;
    whole(services, &mut conn, caller, found.ok_or(COLLECTION_NOT_FOUND)?).await
}

/// Renames a collection, or says which documents are in it.
///
/// Problems: [`NAME_EMPTY`], those of its documents.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
    change: CollectionChange,
) -> Fallible<CollectionBody> {
    let mut tx = services.db.begin().await?;
    let found = find_collection(&mut tx, caller.user_id, id).await?;
    let mut collection = found.ok_or(COLLECTION_NOT_FOUND)?;
    if let Some(name) = change.name {
        collection.name = clean_name(&name).ok_or(NAME_EMPTY)?;
        rename_collection(&mut tx, id, &collection.name).await?;
    }
    if let Some(document_ids) = change.document_ids {
        put(&mut tx, caller, id, &document_ids).await?;
    }
    let body = whole(services, &mut tx, caller, collection).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Deletes a collection; it can be restored for 30 days. Its documents stay.
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let now = services.clock.now();
    if !set_collection_deleted(&mut tx, caller.user_id, id, Some(now)).await? {
        return Err(COLLECTION_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(())
}

/// Restores a deleted collection.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
) -> Fallible<CollectionBody> {
    let mut tx = services.db.begin().await?;
    if !set_collection_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(COLLECTION_NOT_FOUND.into());
    }
    let found = find_collection(&mut tx, caller.user_id, id).await?;
    let body = whole(services, &mut tx, caller, found.ok_or(COLLECTION_NOT_FOUND)?).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Returns the conversations about a collection, the one that went on last first.
pub(crate) async fn list_its_chats(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
) -> Fallible<DocumentChatsBody> {
    let mut conn = services.db.read().await?;
    find_collection(&mut conn, caller.user_id, id).await?.ok_or(COLLECTION_NOT_FOUND)?;
    let documents = list_items(&mut conn, caller.user_id, id).await?;
    chats::list_about(services, &mut conn, caller, id.0, &documents).await
}

/// Links a conversation to a collection.
///
/// Problems: it is about something else.
pub(crate) async fn tie(
    services: &Services,
    caller: &SignedIn,
    id: CollectionId,
    conversation_id: ConversationId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_collection(&mut tx, caller.user_id, id).await?.ok_or(COLLECTION_NOT_FOUND)?;
    let documents = list_items(&mut tx, caller.user_id, id).await?;
    chats::tie_subject(services, &mut tx, caller, conversation_id, id.0, &documents).await?;
    Ok(tx.commit().await?)
}
