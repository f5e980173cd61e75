//! Connections to PostgreSQL: the servers of an address, and transactions.

mod hosts;
mod open_tx;

pub(crate) use hosts::PgHosts;
pub(crate) use open_tx::OpenPgTx;
