//! Tasks that the tools of other tasks start: they cost as these do, and stop with them (decision 1016).

use area::Services;
use entitlements::Meter;
use kernel::Fallible;
use store::{Conn, StoreResult, sql};

use crate::TaskId;
use crate::actions::cancel_each;

/// Costs in one meter of the tasks that a task's tools started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChildCost {
    /// `None` for those that cost what their runs do.
    pub meter: Option<Meter>,
    pub charged: i64,
    /// The prices that are held for those that are open.
    pub held: i64,
}

/// Returns the costs of the tasks that a task's tools started, by meter.
pub async fn costs_of_children(conn: &mut Conn, id: TaskId) -> StoreResult<Vec<ChildCost>> {
    let rows = sql!(
        conn,
        all(Option<String>, i64, i64),
        "SELECT meter, CAST(SUM(COALESCE(charged, 0)) AS BIGINT),
             CAST(SUM(CASE WHEN state IN ('queued', 'running', 'paused') THEN price ELSE 0 END) AS BIGINT)
         FROM tasks WHERE parent_id = $1 GROUP BY meter ORDER BY meter",
        id
    )?;
    let cost = |(meter, charged, held): (Option<String>, i64, i64)| ChildCost {
        meter: meter.as_deref().and_then(Meter::from_name),
        charged,
        held,
    };
    Ok(rows.into_iter().map(cost).collect())
}

/// Lists the open tasks that a task's tools started.
pub(crate) async fn list_open_children(conn: &mut Conn, id: TaskId) -> StoreResult<Vec<TaskId>> {
    let find =
        "SELECT id FROM tasks WHERE parent_id = $1 AND state IN ('queued', 'running', 'paused')";
    Ok(sql!(conn, all(TaskId,), find, id)?.into_iter().map(|(id,)| id).collect())
}

/// Stops the open tasks that the tools of a stopped task started.
pub(crate) async fn cancel_children(services: &Services, id: TaskId) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let open = list_open_children(&mut conn, id).await?;
    drop(conn);
    cancel_each(services, open).await
}
