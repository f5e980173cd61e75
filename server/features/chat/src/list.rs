use api::{PageBody, PageQuery};
use area::Services;
use conversations::{list_conversations, search};
use identity::SignedIn;
use kernel::Fallible;

use crate::rules::parse_query;
use crate::wire::{ConversationSummary, SearchHitBody, SearchQuery};

/// A page of the caller's conversations, the one that spoke last first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<ConversationSummary>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = list_conversations(&mut conn, caller.user_id, cursor, limit).await?;
    Ok(page.map(ConversationSummary::from).into())
}

/// A page of the places in the caller's conversations that hold all the words, newest first.
pub(crate) async fn find(
    services: &Services,
    caller: &SignedIn,
    query: SearchQuery,
) -> Fallible<PageBody<SearchHitBody>> {
    let words = parse_query(&query.q)?;
    let page = PageQuery { cursor: query.cursor.clone(), limit: query.limit };
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = search(&mut conn, caller.user_id, words, cursor, limit).await?;
    Ok(page.map(SearchHitBody::from).into())
}
