use ::store::{Conn, StoreResult};

use crate::Audit;
use crate::chain::{Head, link};
use crate::network::is_within;
use crate::store::{self, Start};

/// Number of rows per read.
const ROWS_PER_STEP: i64 = 1_000;

/// The state of an audit log whose chain is intact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainStatus {
    /// Rows of the chain.
    pub rows: i64,
    /// Rows that are not linked yet: of the last minute, where the server runs.
    pub unlinked: i64,
    /// The newest row; `None` if there is none.
    pub head: Option<Head>,
}

/// The place where a chain is broken: somebody modified the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    #[error("row {seq} of the audit log is missing")]
    Missing { seq: i64 },
    #[error("row {seq} of the audit log ({id}) was altered, or one before it")]
    Altered { seq: i64, id: kernel::Uuid },
    #[error("the address in row {seq} of the audit log ({id}) was altered")]
    Address { seq: i64, id: kernel::Uuid },
}

impl Audit {
    /// Reads the whole chain and computes it again.
    pub async fn check(&self, conn: &mut Conn) -> StoreResult<Result<ChainStatus, ChainError>> {
        loop {
            let start = store::find_start(conn).await?;
            let checked = check_from(conn, &start).await?;
            // Rows that are missing because the sweep took them meanwhile are not missed.
            if checked.is_ok() || store::find_start(conn).await? == start {
                return Ok(checked);
            }
        }
    }
}

async fn check_from(
    conn: &mut Conn,
    start: &Start,
) -> StoreResult<Result<ChainStatus, ChainError>> {
    let mut head = Head { seq: start.seq, hash: start.hash.clone() };
    loop {
        let rows = store::list_linked(conn, head.seq, ROWS_PER_STEP).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            let seq = head.seq + 1;
            if row.seq != Some(seq) {
                return Ok(Err(ChainError::Missing { seq }));
            }
            let hash = link(&head.hash, seq, &row);
            if row.hash.as_deref() != Some(hash.as_slice()) {
                return Ok(Err(ChainError::Altered { seq, id: row.id }));
            }
            if row.address.is_some_and(|address| !is_within(&address, &row.network)) {
                return Ok(Err(ChainError::Address { seq, id: row.id }));
            }
            head = Head { seq, hash };
        }
    }
    let rows = head.seq - start.seq;
    let unlinked = store::count_unlinked(conn).await?;
    Ok(Ok(ChainStatus { rows, unlinked, head: (rows > 0).then_some(head) }))
}
