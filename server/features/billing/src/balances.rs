//! Balance warnings: credits that expire soon, and balances that run low. Each is sent once, by mail, in the
//! transaction that records that it was sent.

use std::time::Duration;

use crate::mails::credits::{self, Counted, CreditsFacts, CreditsNews};
use ::store::{StoreResult, Tx};
use area::{Services, Upkeep};
use kernel::{DAY, Fallible, Payer, Timestamp, Uuid, WorkspaceId};
use ledger::{EndingLot, LowMonth, Meter};

use crate::rules::{EXPIRY_REMINDER_DAYS, is_low};

/// Number of rows per read.
const PER_READ: i64 = 200;

/// Sends warnings about expiring lots and low balances.
pub(crate) const WARN: Upkeep = Upkeep {
    name: "billing.warn",
    every: Duration::from_secs(600),
    run: |services: Services| Box::pin(async move { warn(&services).await }),
};

/// Sends each warning once, even if several processes do it, or it is repeated.
async fn warn(services: &Services) -> Fallible<()> {
    // If nothing is charged everything is unlimited, earlier purchases included.
    if !services.payments.settings().enabled {
        return Ok(());
    }
    warn_of_ends(services).await?;
    warn_of_low(services).await
}

async fn warn_of_ends(services: &Services) -> Fallible<()> {
    let within = EXPIRY_REMINDER_DAYS * DAY;
    loop {
        let mut conn = services.db.read().await?;
        let ending = services.ledger.ending_lots(&mut conn, within, PER_READ).await?;
        drop(conn);
        if ending.is_empty() {
            return Ok(());
        }
        for lot in ending {
            let mut tx = services.db.begin().await?;
            if services.ledger.note_warned(&mut tx, lot.id).await? {
                let EndingLot { workspace_id, meter, left, ends_at, .. } = lot;
                let news = (CreditsNews::EndSoon, CreditsNews::TeamEndSoon);
                tell(services, &mut tx, workspace_id, news, (meter, left, ends_at)).await?;
            }
            tx.commit().await?;
        }
    }
}

async fn warn_of_low(services: &Services) -> Fallible<()> {
    let percent = services.payments.settings().low_balance_percent;
    if percent == 0 {
        return Ok(());
    }
    let mut after = Uuid::nil();
    loop {
        let mut conn = services.db.read().await?;
        let low = services.ledger.low_months(&mut conn, percent.into(), after, PER_READ).await?;
        drop(conn);
        let Some(last) = low.last() else { return Ok(()) };
        after = last.id;
        for month in low {
            warn_of_month(services, &month, percent).await?;
        }
    }
}

async fn warn_of_month(services: &Services, month: &LowMonth, percent: u8) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let LowMonth { id, workspace_id, meter } = *month;
    let managers = services.identity.list_managers(&mut tx, workspace_id).await?;
    // The account may have been deleted since.
    let Some(user_id) = managers.first().map(|user| user.id) else { return Ok(()) };
    let usage = services.ledger.usage(&mut tx, &Payer { workspace_id, user_id }).await?;
    let usage = usage.into_iter().find(|usage| usage.meter == meter);
    // It may be a month of a replaced plan: what counts is the current balance.
    let low = usage.filter(|usage| is_low(usage, percent));
    let Some((left, resets_at)) = low.and_then(|usage| usage.left.zip(usage.resets_at)) else {
        return Ok(());
    };
    if services.ledger.note_warned(&mut tx, id).await? {
        let news = (CreditsNews::Low, CreditsNews::TeamLow);
        tell(services, &mut tx, workspace_id, news, (meter, left, resets_at)).await?;
    }
    Ok(tx.commit().await?)
}

/// Writes to whose workspace it is, or to the admins of the team; `news`: which mail each is.
async fn tell(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    (own, of_team): (CreditsNews, CreditsNews),
    (meter, left, date): (Meter, i64, Timestamp),
) -> StoreResult<()> {
    let left = left.to_string();
    for user in services.identity.list_managers(tx, workspace_id).await? {
        let team = services.identity.find_team(tx, workspace_id, user.id).await?;
        let page = services.page(if team.is_some() { "/team/usage" } else { "/settings/usage" });
        let news = if team.is_some() { of_team } else { own };
        let team = team.map_or_else(String::new, |team| team.name);
        let facts = CreditsFacts {
            counted: counted(meter),
            left: &left,
            date,
            team: &team,
            page: page.as_str(),
        };
        let locale = user.settings.locale.as_deref();
        services.mail.enqueue(tx, &credits::message(&user.email, news, &facts, locale)).await?;
    }
    Ok(())
}

fn counted(meter: Meter) -> Counted {
    match meter {
        Meter::StandardQuery => Counted::StandardQueries,
        Meter::AdvancedQuery => Counted::AdvancedQueries,
        Meter::AdvancedCredit => Counted::AdvancedCredits,
    }
}
