use std::panic::Location;

/// Target of the trace of each statement, with its text and its place in the code: for tests that count statements.
pub const STATEMENTS_TARGET: &str = "store::statements";
/// Target of the trace of each transaction for writing.
pub const TRANSACTIONS_TARGET: &str = "store::transactions";

pub(crate) fn trace_statement(text: &str, at: &'static Location<'static>) {
    tracing::trace!(target: STATEMENTS_TARGET, text, %at);
}

pub(crate) fn trace_transaction(is_durable: bool) {
    tracing::trace!(target: TRANSACTIONS_TARGET, is_durable);
}
