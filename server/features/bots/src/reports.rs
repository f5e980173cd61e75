//! Reports about bots, and the operator's decisions.

mod report_store;

use api::{PageBody, PageQuery};
use area::Services;
use audit::{Event, Kind};
use identity::SignedIn;
use kernel::{BotId, Fallible, Uuid, uuid_v7};

use self::report_store::{find_report, insert_report, list_reports, resolve_reports};
use crate::hints::announce_change;
use crate::problems::{OWN_BOT, REPORT_NOT_FOUND};
use crate::reading::author_name;
use crate::rules::{check_access, parse_details};
use crate::store::{find_author, find_bot, set_deleted};
use crate::wire::{NewReport, ReportBody, ReportOutcome, ReportReason};

/// Reports another person's bot to the operator. A second report by the same person replaces the first.
pub(crate) async fn report_bot(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
    new: NewReport,
) -> Fallible<()> {
    let details = parse_details(&new.details, new.reason == ReportReason::Other)?;
    let mut tx = services.db.begin().await?;
    let bot = find_bot(&mut tx, caller.user_id, id).await?;
    let bot = check_access(bot, caller.user_id)?;
    if bot.user_id == caller.user_id {
        return Err(OWN_BOT.into());
    }
    let now = services.clock.now();
    let said = (new.reason.as_str(), details.as_str());
    insert_report(&mut tx, uuid_v7(now), id, caller.user_id, said, now).await?;
    tx.commit().await?;
    tracing::info!(bot.id = %id, reason = new.reason.as_str(), "bot reported");
    Ok(())
}

/// Lists the open reports.
pub(crate) async fn list(services: &Services, page: &PageQuery) -> Fallible<PageBody<ReportBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let found = list_reports(&mut conn, cursor, limit).await?;
    let mut items = Vec::new();
    for report in found.items {
        items.push(ReportBody {
            author: author_name(services, &mut conn, report.author_id).await?,
            id: report.id,
            bot_id: report.bot_id,
            reason: report.reason,
            details: report.details,
            name: report.name,
            description: report.description,
            welcome: report.welcome,
            prompt: report.prompt,
            created_at: report.created_at,
        });
    }
    Ok(PageBody { items, next_cursor: found.next.map(|cursor| cursor.encode()) })
}

/// Settles a report.
pub(crate) async fn settle(
    services: &Services,
    operator: &SignedIn,
    id: Uuid,
    outcome: ReportOutcome,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let bot_id = find_report(&mut tx, id).await?.ok_or(REPORT_NOT_FOUND)?;
    let now = services.clock.now();
    let removed = (outcome == ReportOutcome::Removed).then_some(bot_id);
    resolve_reports(&mut tx, id, removed, now).await?;
    let mut author_id = None;
    if removed.is_some() {
        set_deleted(&mut tx, bot_id, Some(now)).await?;
        author_id = find_author(&mut tx, bot_id).await?;
        let removed = Event::new(Kind::BotVisibilityChanged, operator.actor()).subject(bot_id.0);
        services.audit.record(&mut tx, removed.detail("removed").about(author_id)).await?;
    }
    tx.commit().await?;
    if let Some(author_id) = author_id {
        announce_change(services, author_id);
    }
    tracing::info!(bot.id = %bot_id, removed = removed.is_some(), "report settled");
    Ok(())
}
