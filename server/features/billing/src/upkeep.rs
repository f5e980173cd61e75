use std::time::Duration;

use area::{Services, Upkeep};
use kernel::{DAY, Fallible};

use crate::{collecting, orders, periods, store};

/// Time for which payment notifications are kept, in microseconds: longer than any provider resends them.
const NOTICES_KEPT: i64 = 30 * DAY;
/// Maximum number of subscriptions and orders per run; the next run continues.
const PER_TURN: i64 = 200;

/// Does due steps whose job was lost, looks up payments without a notification, and closes orders that nobody paid.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "billing.sweep",
    every: Duration::from_secs(600),
    run: |services: Services| Box::pin(async move { sweep(&services).await }),
};

/// Looks up disputed payments at providers. Notifications may have been lost; until the outcome is known the order
/// cannot be refunded (decision 0847).
pub(crate) const DISPUTES: Upkeep = Upkeep {
    name: "billing.ask_disputes",
    every: Duration::from_secs(3_600),
    run: |services: Services| Box::pin(async move { ask_disputes(&services).await }),
};

async fn ask_disputes(services: &Services) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let disputed = store::list_disputed_orders(&mut conn).await?;
    drop(conn);
    for order in disputed {
        let id = order.id;
        if let Err(error) = collecting::look_up(services, order).await {
            tracing::warn!(order.id = %id, %error, "a disputed payment could not be looked up");
        }
    }
    Ok(())
}

pub(crate) async fn sweep(services: &Services) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    store::delete_notices(&mut tx, now.plus(-NOTICES_KEPT)).await?;
    tx.commit().await?;
    let mut conn = services.db.read().await?;
    let due = store::list_due(&mut conn, now, PER_TURN).await?;
    let open = store::list_stale_orders(&mut conn, now, PER_TURN).await?;
    drop(conn);
    for (workspace_id, user_id) in due {
        periods::advance(services, workspace_id, user_id).await?;
    }
    for order in open {
        let is_known = !order.reference.is_empty();
        let id = order.id;
        if is_known && let Err(error) = collecting::look_up(services, order.clone()).await {
            tracing::warn!(order.id = %id, %error, "a payment could not be looked up");
            continue;
        }
        orders::expire(services, order).await?;
    }
    Ok(())
}
