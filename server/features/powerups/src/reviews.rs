//! The operator reviews what people share, and removes what should not be there (decision 1083).

use api::{PageBody, PageQuery};
use area::Services;
use audit::{Event, Kind};
use identity::SignedIn;
use kernel::{Fallible, Problem};
use store::{Page, Tx};

use crate::access::{View, waiting};
use crate::changes::changes;
use crate::definition::{Kind as PowerupKind, Reads, Skill};
use crate::hints::announce_change;
use crate::limits::REASON_MAX_CHARS;
use crate::mail_texts::{self, News};
use crate::powerups::detail;
use crate::problems::{NOT_FOUND, REQUIRED, REVIEW_CHANGED, REVIEW_NOT_FOUND, TOO_LONG};
use crate::sharing::{AUDITED_AS, show};
use crate::states::{Scope, State};
use crate::store::{self as rows, PowerupId, Row};
use crate::wire::{PermissionsBody, ReviewBody, ReviewOutcome, ReviewSettlement};

/// Lists what waits for the reviewer, the last sent first.
pub(crate) async fn list(
    services: &Services,
    reviewer: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<ReviewBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let Page { items, next } =
        rows::list_waiting(&mut conn, reviewer.user_id, cursor, limit).await?;
    let mut reviews = Vec::with_capacity(items.len());
    for row in items {
        let view = waiting(Some(row), REVIEW_NOT_FOUND)?;
        let shown = view.row.shown_definition()?;
        let author = services.identity.find_user(&mut conn, view.row.user_id).await?;
        reviews.push(ReviewBody {
            author: author.map(|user| user.name),
            sent_at: view.row.sent_at.unwrap_or(view.row.updated_at),
            permissions: permissions(&view),
            changes: shown.map(|shown| changes(&shown, &view.definition)),
            powerup: detail(services, &mut conn, view).await?,
        });
    }
    Ok(PageBody { items: reviews, next_cursor: next.map(|cursor| cursor.encode()) })
}

/// Returns what a PowerUP may do: where it runs, what it reads, and what leaves the page for whom.
fn permissions(view: &View) -> PermissionsBody {
    let definition = &view.definition;
    PermissionsBody {
        sites: definition.sites.clone(),
        // A mini app gets nothing of a page.
        reads: match definition.kind {
            PowerupKind::Tool => definition.reads,
            PowerupKind::MiniApp => Reads::None,
        },
        skills: definition.skills.clone(),
        searches_web: definition.skills.contains(&Skill::SearchEnhance),
        runs_code: definition.kind == PowerupKind::MiniApp,
    }
}

/// Approves or rejects a PowerUP, and mails its author. If it was changed or taken back since the reviewer read it,
/// nothing happens.
///
/// Problems: [`REVIEW_NOT_FOUND`], [`REVIEW_CHANGED`], those of a reason.
pub(crate) async fn settle(
    services: &Services,
    reviewer: &SignedIn,
    id: PowerupId,
    settlement: ReviewSettlement,
) -> Fallible<()> {
    let is_approved = settlement.outcome == ReviewOutcome::Approved;
    let reason = check_reason(&settlement.reason, !is_approved)?;
    let mut tx = services.db.begin().await?;
    rows::lock_powerup(&mut tx, id).await?;
    let view = waiting(rows::find(&mut tx, None, id).await?, REVIEW_NOT_FOUND)?;
    if view.row.version != settlement.version {
        return Err(REVIEW_CHANGED.with("version", view.row.version).into());
    }
    let news = if is_approved {
        show(services, &mut tx, reviewer, id).await?;
        News::Approved
    } else {
        let shown = view.row.shown()?.scope;
        rows::set_state(&mut tx, id, State::AuditRejected, shown, &reason).await?;
        News::Rejected
    };
    write_to_author(services, &mut tx, &view.row, news, &reason).await?;
    tx.commit().await?;
    announce_change(services, view.row.user_id);
    tracing::info!(powerup.id = %id, approved = is_approved, "review of a PowerUP settled");
    Ok(())
}

/// Takes a PowerUP from everybody but its author, with a reason.
///
/// Problems: [`NOT_FOUND`], those of a reason.
pub(crate) async fn remove(
    services: &Services,
    operator: &SignedIn,
    id: PowerupId,
    reason: &str,
) -> Fallible<()> {
    let reason = check_reason(reason, true)?;
    let mut tx = services.db.begin().await?;
    rows::lock_powerup(&mut tx, id).await?;
    let row = rows::find(&mut tx, None, id).await?;
    let is_there = |row: &Row| row.deleted_at.is_none() && row.shown_version.is_some();
    let row = row.filter(is_there).ok_or(NOT_FOUND)?;
    rows::set_state(&mut tx, id, State::Removed, Scope::Private, &reason).await?;
    rows::clear_favorites(&mut tx, id).await?;
    let event = Event::new(Kind::ShareTakenDown, operator.actor()).about(row.user_id);
    services.audit.record(&mut tx, event.subject(id.0).detail(AUDITED_AS)).await?;
    write_to_author(services, &mut tx, &row, News::Removed, &reason).await?;
    tx.commit().await?;
    announce_change(services, row.user_id);
    Ok(())
}

fn check_reason(reason: &str, is_required: bool) -> Result<String, Problem> {
    let reason = reason.trim();
    if reason.is_empty() && is_required {
        return Err(REQUIRED.with("field", "reason"));
    }
    match reason.chars().count() > REASON_MAX_CHARS {
        true => Err(TOO_LONG.with("field", "reason").with("max", REASON_MAX_CHARS)),
        false => Ok(reason.to_owned()),
    }
}

async fn write_to_author(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    news: News,
    reason: &str,
) -> Fallible<()> {
    let Some(user) = services.identity.find_user(tx, row.user_id).await? else {
        return Ok(());
    };
    let name = row.definition()?.name;
    let page = services.page(&format!("/powerup-ai/{}", row.id));
    let locale = user.settings.locale.as_deref();
    let mail = mail_texts::message(&user.email, news, &name, reason, page.as_str(), locale);
    services.mail.enqueue(tx, &mail).await?;
    Ok(())
}
