//! The ledger on a real schema, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod support;

mod store {
    mod budgets;
    mod cancelling;
    mod caps;
    mod charging;
    mod histories;
    mod keys;
    mod lots;
    mod midnight;
    mod races;
    mod spending;
    mod sweeping;
    mod usage;
}
