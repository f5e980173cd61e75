//! The ledger on a real schema, on SQLite and on PostgreSQL.

mod support;

mod store {
    mod charging;
    mod midnight;
    mod races;
    mod sweeping;
    mod usage;
}
