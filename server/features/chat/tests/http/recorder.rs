use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use kernel::collapse_whitespace;
use store::{STATEMENTS_TARGET, TRANSACTIONS_TARGET};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Records the statements of this process: tests that use it have it to themselves.
#[derive(Clone, Default)]
pub struct Recorder(Arc<Mutex<Recorded>>);

#[derive(Default)]
pub struct Recorded {
    pub statements: Vec<Statement>,
    /// Number of transactions for writing, without the journal's.
    pub transactions: usize,
}

/// A statement, and its place in the code.
#[derive(Clone, Default)]
pub struct Statement {
    text: String,
    at: String,
}

impl Recorder {
    /// Returns the recorder of this process, which records from the first call on.
    pub fn get() -> &'static Self {
        static RECORDER: LazyLock<Recorder> = LazyLock::new(|| {
            let recorder = Recorder::default();
            let set = tracing::subscriber::set_global_default(recorder.clone());
            set.expect("nothing else records here");
            recorder
        });
        &RECORDER
    }

    /// Returns what was recorded since the last call.
    pub fn take(&self) -> Recorded {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Recorded {
    /// Leaves out the statements that write the journal of running answers.
    pub fn beside_the_journal(mut self) -> Self {
        let is_journal = |statement: &Statement| {
            let first_table = statement.text.split("INSERT INTO ").nth(1);
            first_table.is_some_and(|table| table.starts_with("run_events"))
        };
        self.statements.retain(|statement| !is_journal(statement));
        self
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = collapse_whitespace(&self.text);
        let text: String = text.chars().take(150).collect();
        let at = self.at.trim_start_matches("server/");
        write!(f, "{at:<60} {text}")
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        [STATEMENTS_TARGET, TRANSACTIONS_TARGET].contains(&metadata.target())
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let mut recorded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event.metadata().target() {
            STATEMENTS_TARGET => recorded.statements.push(fields.statement),
            _ if fields.is_durable => recorded.transactions += 1,
            _ => {}
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Fields {
    statement: Statement,
    is_durable: bool,
}

impl Visit for Fields {
    fn record_bool(&mut self, _: &Field, value: bool) {
        self.is_durable = value;
    }

    fn record_str(&mut self, _: &Field, value: &str) {
        self.statement.text = value.to_owned();
    }

    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        self.statement.at = format!("{value:?}");
    }
}
