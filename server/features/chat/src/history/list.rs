use api::{PageBody, PageQuery};
use area::Services;
use conversations::{
    Filter, InGroup, find_conversation, list_filtered, list_groups, search_filtered,
};
use identity::SignedIn;
use kernel::{BotId, Fallible, GroupId, UserId};
use store::{Conn, StoreResult};

use crate::history::query::SearchWish;
use crate::history::wire::ListQuery;
use crate::rules::best_name;
use crate::wire::{ConversationSummary, SearchHitBody, SearchQuery};

/// Returns a page of the caller's conversations, the one that spoke last first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    which: &ListQuery,
    page: &PageQuery,
) -> Fallible<PageBody<ConversationSummary>> {
    let (cursor, limit) = page.bounds()?;
    let filter = Filter { workspace_id: Some(caller.workspace_id), ..which.filter()? };
    let mut conn = services.db.read().await?;
    if let Some(id) = which.id {
        let found = find_conversation(&mut conn, caller.user_id, id).await?;
        let listed = found.filter(|conversation| !conversation.temporary);
        let items = listed.map(ConversationSummary::from).into_iter().collect();
        return Ok(PageBody { items, next_cursor: None });
    }
    let page = list_filtered(&mut conn, caller.user_id, &filter, cursor, limit).await?;
    Ok(page.map(ConversationSummary::from).into())
}

/// Returns a page of the places in the caller's conversations that hold all the words, newest first; of the
/// conversations themselves where only filters are asked for.
pub(crate) async fn find(
    services: &Services,
    caller: &SignedIn,
    query: &SearchQuery,
    page: &PageQuery,
) -> Fallible<PageBody<SearchHitBody>> {
    let wish = SearchWish::parse(&query.q, query.utc_offset_minutes)?;
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let Some(filter) = filter_of(&mut conn, caller.user_id, &wish).await? else {
        return Ok(PageBody { items: Vec::new(), next_cursor: None });
    };
    let filter = Filter { workspace_id: Some(caller.workspace_id), ..filter };
    let found =
        search_filtered(&mut conn, caller.user_id, &wish.words, &filter, cursor, limit).await?;
    Ok(found.map(SearchHitBody::from).into())
}

/// Turns a parsed search into a filter; `None` if it names a group or a bot that does not exist.
async fn filter_of(
    conn: &mut Conn,
    user_id: UserId,
    wish: &SearchWish,
) -> StoreResult<Option<Filter>> {
    let group = match &wish.group {
        None => InGroup::Anywhere,
        Some(name) => match find_group(conn, user_id, name).await? {
            Some(id) => InGroup::Of(id),
            None => return Ok(None),
        },
    };
    let bot_id = match &wish.bot {
        None => None,
        Some(id) => match id.parse::<BotId>() {
            Ok(id) => Some(id),
            Err(_) => return Ok(None),
        },
    };
    Ok(Some(Filter {
        workspace_id: None,
        group,
        bot_id,
        pinned: wish.is_pinned.then_some(true),
        favorited: wish.is_favorite.then_some(true),
        from: wish.from,
        until: wish.until,
    }))
}

async fn find_group(conn: &mut Conn, user_id: UserId, name: &str) -> StoreResult<Option<GroupId>> {
    let groups = list_groups(conn, user_id).await?;
    let names = groups.iter().map(|group| group.name.as_str());
    Ok(best_name(names, name).map(|at| groups[at].id))
}
