//! Checks of a ledger's sums.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use store::{Db, sql};

/// Asserts the invariants of every bucket and hold in a ledger:
///
/// - I1: the entries of a bucket add up to its balance.
/// - I2: nothing is below 0, and no more is used and held than was granted.
/// - I3: the open holds add up to what is held.
/// - I4: a run is charged what was posted for it, and nothing before its end.
pub async fn assert_sums_hold(db: &Db) {
    let mut conn = db.read().await.unwrap();
    let buckets = sql!(
        &mut conn,
        all(bool, i64, i64, i64, i64, i64),
        "SELECT is_unlimited, granted, used, held,
            CAST((SELECT COALESCE(SUM(e.change), 0) FROM ledger_entries e
                  WHERE e.bucket_id = b.id) AS BIGINT),
            CAST((SELECT COALESCE(SUM(l.amount), 0) FROM ledger_hold_lines l
                  JOIN ledger_holds h ON h.run_id = l.run_id AND h.state = 'open'
                  WHERE l.bucket_id = b.id) AS BIGINT)
         FROM ledger_buckets b"
    )
    .unwrap();
    for (is_unlimited, granted, used, held, entries, open_lines) in buckets {
        assert_eq!(entries, granted - used, "I1: the entries add up to the balance");
        assert!(granted >= 0 && used >= 0 && held >= 0, "I2: nothing is below 0");
        assert!(is_unlimited || used + held <= granted, "I2: no more than was granted");
        assert_eq!(open_lines, held, "I3: the open holds add up to what is held");
    }
    let holds = sql!(
        &mut conn,
        all(kernel::RunId, String, i64),
        "SELECT run_id, state, charged FROM ledger_holds"
    )
    .unwrap();
    let posted = sql!(
        &mut conn,
        all(String, i64),
        "SELECT reference, CAST(-SUM(change) AS BIGINT) FROM ledger_entries
         WHERE reason = 'usage' GROUP BY reference"
    )
    .unwrap();
    for (run_id, state, charged) in holds {
        let of_run = posted.iter().find(|(reference, _)| *reference == run_id.to_string());
        assert_eq!(of_run.map_or(0, |(_, sum)| *sum), charged, "I4: charged as posted");
        assert!(state == "settled" || charged == 0, "I4: nothing is charged before the end");
    }
}
