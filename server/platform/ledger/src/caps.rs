//! Monthly caps of team members, of teams and of people's own workspaces, and what they used.

use entitlements::{Meter, Window};
use kernel::{Payer, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::{Ledger, ReserveError};

/// Stands for the member in caps that the operator set on a whole team: its admins do not change these.
const BY_OPERATOR: Uuid = Uuid::max();

/// The most that somebody may use of one meter in a calendar month (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cap {
    /// The member; `None`: the whole team together, or the owner of a personal workspace.
    pub user_id: Option<UserId>,
    pub meter: Meter,
    pub amount: i64,
}

/// Use of one meter by one member, with what running answers hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberUse {
    pub user_id: UserId,
    pub meter: Meter,
    pub used: i64,
}

/// Use and cap of one meter in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CappedUse {
    pub meter: Meter,
    pub used: i64,
    /// The cap; `None`: limited by the plan only.
    pub cap: Option<i64>,
}

/// Sums the use of each meter, of one member or (`None`) of all together.
pub fn use_under_caps(
    user_id: Option<UserId>,
    used: &[MemberUse],
    caps: &[Cap],
) -> impl Iterator<Item = CappedUse> {
    Meter::ALL.into_iter().map(move |meter| {
        let is_of =
            |it: &&MemberUse| it.meter == meter && user_id.is_none_or(|id| it.user_id == id);
        let cap = caps.iter().find(|cap| cap.meter == meter && cap.user_id == user_id);
        let used = used.iter().filter(is_of).map(|it| it.used).sum();
        CappedUse { meter, used, cap: cap.map(|cap| cap.amount) }
    })
}

impl Ledger {
    /// Sets a cap, or takes it away.
    pub async fn set_cap(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        (user_id, meter): (Option<UserId>, Meter),
        amount: Option<i64>,
    ) -> StoreResult<()> {
        let subject = user_id.map_or(Uuid::nil(), |id| id.0);
        write_cap(tx, workspace_id, (subject, meter), amount).await
    }

    /// Sets the operator's cap on a team, which counts besides those of its admins, or takes it away.
    pub async fn set_operator_cap(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        meter: Meter,
        amount: Option<i64>,
    ) -> StoreResult<()> {
        write_cap(tx, workspace_id, (BY_OPERATOR, meter), amount).await
    }

    /// Returns the operator's caps on a team.
    pub async fn list_operator_caps(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<Cap>> {
        let rows = sql!(
            conn,
            all(String, i64),
            "SELECT meter, amount FROM ledger_caps WHERE workspace_id = $1 AND user_id = $2
             ORDER BY meter",
            workspace_id,
            BY_OPERATOR
        )?;
        let to_cap = |(meter, amount): (String, i64)| {
            Some(Cap { user_id: None, meter: Meter::from_name(&meter)?, amount })
        };
        Ok(rows.into_iter().filter_map(to_cap).collect())
    }

    /// Returns the caps of a team and of its members, except the operator's on the team.
    pub async fn list_caps(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<Cap>> {
        let rows = sql!(
            conn,
            all(Uuid, String, i64),
            "SELECT user_id, meter, amount FROM ledger_caps
             WHERE workspace_id = $1 AND user_id <> $2 ORDER BY user_id, meter",
            workspace_id,
            BY_OPERATOR
        )?;
        let to_cap = |(subject, meter, amount): (Uuid, String, i64)| {
            let user_id = (!subject.is_nil()).then_some(UserId(subject));
            Some(Cap { user_id, meter: Meter::from_name(&meter)?, amount })
        };
        Ok(rows.into_iter().filter_map(to_cap).collect())
    }

    /// Returns what each member used of a workspace this month, and the start of the month.
    pub async fn member_use(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<(Timestamp, Vec<MemberUse>)> {
        let since = Window::Monthly.period(self.clock.now()).starts_at;
        let rows = sql!(
            conn,
            all(UserId, Option<String>, i64),
            "SELECT user_id, meter,
                 CAST(SUM(CASE WHEN state = 'open' THEN amount ELSE charged END) AS BIGINT)
             FROM ledger_holds WHERE workspace_id = $1 AND created_at >= $2
             GROUP BY user_id, meter ORDER BY user_id, meter",
            workspace_id,
            since
        )?;
        let to_use = |(user_id, meter, used): (UserId, Option<String>, i64)| {
            Some(MemberUse { user_id, meter: Meter::from_name(&meter?)?, used })
        };
        Ok((since, rows.into_iter().filter_map(to_use).collect()))
    }
}

async fn write_cap(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    (subject, meter): (Uuid, Meter),
    amount: Option<i64>,
) -> StoreResult<()> {
    let Some(amount) = amount else {
        return sql!(
            tx,
            execute,
            "DELETE FROM ledger_caps WHERE workspace_id = $1 AND user_id = $2 AND meter = $3",
            workspace_id,
            subject,
            meter.as_str()
        )
        .map(|_| ());
    };
    sql!(
        tx,
        execute,
        "INSERT INTO ledger_caps (workspace_id, user_id, meter, amount) VALUES ($1, $2, $3, $4)
         ON CONFLICT (workspace_id, user_id, meter) DO UPDATE SET amount = $4",
        workspace_id,
        subject,
        meter.as_str(),
        amount.max(0)
    )
    .map(|_| ())
}

/// Returns the room under the cap of the member or of the whole team; refuses if it is less than `least`, with the
/// problem of a team or of an operator. The meter's buckets must be locked, so that nobody else uses what is counted
/// here.
pub(crate) async fn room_under_caps(
    tx: &mut Tx,
    payer: &Payer,
    meter: Meter,
    (least, is_team): (i64, bool),
    now: Timestamp,
) -> Result<i64, ReserveError> {
    let month = Window::Monthly.period(now);
    let rows = sql!(
        tx,
        all(Uuid, i64, i64),
        "SELECT c.user_id, c.amount, COALESCE((SELECT
                 CAST(SUM(CASE WHEN h.state = 'open' THEN h.amount ELSE h.charged END) AS BIGINT)
             FROM ledger_holds h WHERE h.workspace_id = $1 AND h.created_at >= $5
                 AND h.meter = $4 AND (c.user_id IN ($3, $6) OR h.user_id = c.user_id)), 0)
         FROM ledger_caps c
         WHERE c.workspace_id = $1 AND c.user_id IN ($2, $3, $6) AND c.meter = $4",
        payer.workspace_id,
        payer.user_id,
        Uuid::nil(),
        meter.as_str(),
        month.starts_at,
        BY_OPERATOR
    )?;
    let rooms =
        rows.into_iter().map(|(subject, cap, used)| (cap.saturating_sub(used), cap, subject));
    match rooms.min() {
        Some((room, cap, subject)) if room < least && is_team && subject != BY_OPERATOR => {
            Err(ReserveError::CapReached { meter, cap })
        }
        Some((room, cap, _)) if room < least => {
            Err(ReserveError::AccountCapReached { meter, cap, resets_at: month.ends_at })
        }
        Some((room, ..)) => Ok(room),
        None => Ok(i64::MAX),
    }
}
