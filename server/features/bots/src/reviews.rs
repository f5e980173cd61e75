//! Reviews of public bots: the operator approves them before others see them. Decision 0899.

use crate::mail_texts::{self, BotNews};
use api::{PageBody, PageQuery};
use area::Services;
use audit::{Event, Kind};
use axum::body::Bytes;
use identity::SignedIn;
use kernel::{BotId, Failure, Fallible, FileId, Uuid, WorkspaceId};
use store::Tx;

use crate::author::own_bot;
use crate::extras::Extras;
use crate::files::release_files;
use crate::hints::announce_change;
use crate::icon::key;
use crate::problems::{ICON_NOT_FOUND, REVIEW_CHANGED, REVIEW_NOT_FOUND};
use crate::reading::{author_name, get_bot};
use crate::review_rules::{ReviewState, Step, step};
use crate::review_store::{
    Review, end_review, find_review, hold, list_waiting, lock_bot, set_review_state,
};
use crate::rules::parse_details;
use crate::store::Bot;
use crate::upkeep::DeleteIcon;
use crate::wire::{BotBody, OfferBody, ReviewBody, ReviewOutcome, ReviewSettlement};

/// Updates what others see of a bot that was `before` and is stored as `after`, in a transaction that holds its lock;
/// images that nobody sees any more are deleted, and files released. `asks` and `is_reviewed` as in [`step`].
pub(crate) async fn follow(
    services: &Services,
    tx: &mut Tx,
    before: Option<&Bot>,
    after: &Bot,
    asks: bool,
    is_reviewed: bool,
) -> Fallible<()> {
    let held = find_review(tx, after.id).await?.map(|review| review.held());
    let seen_icon = held.as_ref().and_then(|held| held.seen.as_ref()?.icon_id);
    let seen_files = held.as_ref().and_then(|held| Some(held.seen.as_ref()?.extras.files.clone()));
    let seen_files = seen_files.unwrap_or_default();
    let had = [before.and_then(|before| before.icon_id), seen_icon];
    let had_files = before.map(|before| Extras::of(&before.extras).files).unwrap_or_default();
    let next = step(before, held.as_ref(), after, asks, is_reviewed);
    let seen_icon = match &next {
        Step::Keep => seen_icon,
        Step::Open => None,
        Step::Hold { seen } => seen.as_ref().and_then(|seen| seen.icon_id),
    };
    let still_seen = match &next {
        Step::Keep => seen_files.clone(),
        Step::Open => Vec::new(),
        Step::Hold { seen } => {
            seen.as_ref().map(|seen| seen.extras.files.clone()).unwrap_or_default()
        }
    };
    match &next {
        Step::Keep => {}
        Step::Open => end_review(tx, after.id).await?,
        Step::Hold { seen } => {
            hold(tx, after.id, after.version, seen.as_deref(), services.clock.now()).await?;
            tracing::info!(bot.id = %after.id, "bot sent to review");
        }
    }
    let has_files = Extras::of(&after.extras).files;
    release_files(services, tx, [&had_files, &seen_files], [&has_files, &still_seen]).await?;
    forget_icons(services, tx, after.workspace_id, had, [after.icon_id, seen_icon]).await
}

/// Deletes the images that a bot no longer uses.
async fn forget_icons(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    had: [Option<Uuid>; 2],
    has: [Option<Uuid>; 2],
) -> Fallible<()> {
    let [first, second] = had;
    let second = second.filter(|_| first != second);
    for icon_id in [first, second].into_iter().flatten() {
        if !has.contains(&Some(icon_id)) {
            services.queue.enqueue(tx, &DeleteIcon { workspace_id, icon_id }).await?;
        }
    }
    Ok(())
}

/// Withdraws a bot from review. Others keep seeing the version before.
pub(crate) async fn withdraw(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    lock_bot(&mut tx, id).await?;
    own_bot(&mut tx, caller, id).await?;
    find_waiting(&mut tx, id).await?;
    set_review_state(&mut tx, id, ReviewState::Withdrawn, "").await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, id).await
}

/// Lists the bots that await review.
pub(crate) async fn list(services: &Services, page: &PageQuery) -> Fallible<PageBody<ReviewBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let found = list_waiting(&mut conn, cursor, limit).await?;
    let mut items = Vec::new();
    for review in found.items {
        let author = author_name(services, &mut conn, review.author_id).await?;
        let files = [&review.extras, &review.seen_extras].map(|extras| Extras::of(extras).files);
        let uploads =
            services.files.find_uploads(&mut conn, review.author_id, &files.concat()).await?;
        let names = |ids: &[FileId]| {
            let found = ids.iter().filter_map(|id| uploads.get(id));
            found.map(|upload| upload.name.clone()).collect()
        };
        let names = files.map(|ids| names(&ids));
        items.push(body(review, author, names));
    }
    Ok(PageBody { items, next_cursor: found.next.map(|cursor| cursor.encode()) })
}

fn body(review: Review, author: Option<String>, names: [Vec<String>; 2]) -> ReviewBody {
    let [sent_files, seen_files] = names;
    let id = review.bot_id;
    let seen = review.seen().map(|seen| OfferBody {
        name: seen.texts.name,
        description: seen.texts.description,
        welcome: seen.texts.welcome,
        prompt: seen.texts.prompt,
        model: seen.model,
        icon: seen.icon_id.map(|icon| format!("/api/bots/{id}/icon?v={}", icon.simple())),
        starters: seen.extras.starters,
        tools: seen.extras.tools,
        files: seen_files,
    });
    let Extras { starters, tools, .. } = Extras::of(&review.extras);
    let icon = review.icon_id.map(|icon| icon.simple());
    ReviewBody {
        bot_id: id,
        version: review.version,
        author,
        sent_at: review.sent_at,
        sent: OfferBody {
            name: review.name,
            description: review.description,
            welcome: review.welcome,
            prompt: review.prompt,
            model: review.model,
            icon: icon.map(|icon| format!("/api/bots/reviews/{id}/icon?v={icon}")),
            starters,
            tools,
            files: sent_files,
        },
        seen,
    }
}

/// Returns the picture of a bot that waits for the operator.
pub(crate) async fn read_icon(services: &Services, id: BotId) -> Fallible<Bytes> {
    let mut conn = services.db.read().await?;
    let review = find_review(&mut conn, id).await?;
    drop(conn);
    let review = review.filter(is_waiting).ok_or(REVIEW_NOT_FOUND)?;
    let icon_id = review.icon_id.ok_or(ICON_NOT_FOUND)?;
    let content = services.files.get(&key(review.workspace_id, icon_id)).await;
    content.map_err(Failure::internal)?.ok_or_else(|| ICON_NOT_FOUND.into())
}

/// Approves or rejects a bot, and mails its author. If it was changed or withdrawn since the operator read it, nothing
/// happens.
pub(crate) async fn settle(
    services: &Services,
    operator: &SignedIn,
    id: BotId,
    settlement: ReviewSettlement,
) -> Fallible<()> {
    let is_approved = settlement.outcome == ReviewOutcome::Approved;
    let reason = parse_details(&settlement.reason, !is_approved)?;
    let mut tx = services.db.begin().await?;
    lock_bot(&mut tx, id).await?;
    let review = find_waiting(&mut tx, id).await?;
    if review.version != settlement.version {
        return Err(REVIEW_CHANGED.with("version", review.version).into());
    }
    if is_approved {
        end_review(&mut tx, id).await?;
        let had = [review.seen_icon_id, None];
        let has = [review.icon_id, None];
        forget_icons(services, &mut tx, review.workspace_id, had, has).await?;
        let had = Extras::of(&review.seen_extras).files;
        let has = Extras::of(&review.extras).files;
        release_files(services, &mut tx, [&had, &[]], [&has, &[]]).await?;
    } else {
        set_review_state(&mut tx, id, ReviewState::NotApproved, &reason).await?;
    }
    write_to_author(services, &mut tx, &review, is_approved, &reason).await?;
    let outcome = if is_approved { "approved" } else { "not_approved" };
    let reviewed = Event::new(Kind::BotReviewed, operator.actor()).about(review.author_id);
    services.audit.record(&mut tx, reviewed.subject(id.0).detail(outcome)).await?;
    tx.commit().await?;
    announce_change(services, review.author_id);
    tracing::info!(bot.id = %id, approved = is_approved, "review settled");
    Ok(())
}

async fn write_to_author(
    services: &Services,
    tx: &mut Tx,
    review: &Review,
    is_approved: bool,
    reason: &str,
) -> Fallible<()> {
    let Some(user) = services.identity.find_user(tx, review.author_id).await? else {
        return Ok(());
    };
    let news = if is_approved { BotNews::Approved } else { BotNews::NotApproved };
    let page = services.page(&format!("/bots/{}", review.bot_id));
    let locale = user.settings.locale.as_deref();
    let message =
        mail_texts::message(&user.email, news, &review.name, reason, page.as_str(), locale);
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}

async fn find_waiting(tx: &mut Tx, id: BotId) -> Fallible<Review> {
    let review = find_review(tx, id).await?.filter(is_waiting);
    Ok(review.ok_or(REVIEW_NOT_FOUND)?)
}

fn is_waiting(review: &Review) -> bool {
    ReviewState::parse(&review.state) == ReviewState::InReview
}
