//! Reading of bots: one, one's own, and public ones.

use api::{PageBody, PageQuery};
use area::Services;
use identity::SignedIn;
use kernel::{BotId, Fallible, UserId};
use store::{Conn, like_pattern};

use crate::Settings;
use crate::extras::Extras;
use crate::files::list_files;
use crate::problems::NO_ACCESS;
use crate::review_rules::ReviewState;
use crate::rules::{Access, access};
use crate::store::{Bot, find_bot, list_own, list_public};
use crate::wire::{BotBody, BotListBody, BotReviewBody, BotState, ExploreQuery};

/// Returns one bot. Of a deleted one, people who knew it still get the name and the image.
pub(crate) async fn get_bot(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
) -> Fallible<BotBody> {
    let mut conn = services.db.read().await?;
    let bot = find_bot(&mut conn, caller.user_id, id).await?.ok_or(NO_ACCESS)?;
    if access(&bot, caller.user_id) == Access::Denied {
        return Err(NO_ACCESS.into());
    }
    let author = author_name(services, &mut conn, bot.user_id).await?;
    let budget = match bot.user_id == caller.user_id {
        true => Some(services.ledger.budget_use(&mut conn, bot.id.0).await?.into()),
        false => None,
    };
    let files = list_files(services, &mut conn, &bot).await?;
    Ok(BotBody { author, budget, files, ..body(bot, caller.user_id) })
}

/// Lists the bots the caller created, marked or chatted with.
pub(crate) async fn list_bots(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
) -> Fallible<BotListBody> {
    let mut conn = services.db.read().await?;
    let bots = list_own(&mut conn, caller.user_id).await?;
    let items = bots.into_iter().map(|bot| body(bot, caller.user_id)).collect();
    Ok(BotListBody { items, reviewed: settings.reviews(caller.role) })
}

/// Lists public bots, the newest first.
pub(crate) async fn explore(
    services: &Services,
    caller: &SignedIn,
    query: ExploreQuery,
) -> Fallible<PageBody<BotBody>> {
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let mut conn = services.db.read().await?;
    let pattern = like_pattern(&query.q);
    let page = list_public(&mut conn, caller.user_id, &pattern, cursor, limit).await?;
    Ok(page.map(|bot| body(bot, caller.user_id)).into())
}

pub(crate) async fn author_name(
    services: &Services,
    conn: &mut Conn,
    author: UserId,
) -> Fallible<Option<String>> {
    let user = services.identity.find_user(conn, author).await?;
    Ok(user.map(|user| user.name))
}

/// Returns a bot as `reader` sees it. Of a deleted one, only what names it.
pub(crate) fn body(bot: Bot, reader: UserId) -> BotBody {
    let is_deleted = bot.deleted_at.is_some();
    let shown = |text: String| if is_deleted { String::new() } else { text };
    let state = match (is_deleted, bot.published) {
        (true, _) => BotState::Deleted,
        (false, true) => BotState::Published,
        (false, false) => BotState::Draft,
    };
    let review = bot.review.as_deref().filter(|_| !is_deleted).map(|state| BotReviewBody {
        state: ReviewState::parse(state),
        reason: bot.review_reason.clone().unwrap_or_default(),
        seen: bot.review_seen,
    });
    let Extras { starters, tools, .. } =
        if is_deleted { Extras::default() } else { Extras::of(&bot.extras) };
    BotBody {
        review,
        starters,
        tools,
        files: Vec::new(),
        icon: bot.icon_id.map(|icon| format!("/api/bots/{}/icon?v={}", bot.id, icon.simple())),
        accessibility: bot.accessibility(),
        mine: bot.user_id == reader,
        id: bot.id,
        name: bot.name,
        description: shown(bot.description),
        welcome: shown(bot.welcome),
        prompt: shown(bot.prompt),
        model: bot.model,
        state,
        author: None,
        favorited: bot.favorited,
        pinned: bot.pinned,
        people: bot.people,
        budget: None,
        version: bot.version,
        created_at: bot.created_at,
        updated_at: bot.updated_at,
    }
}
