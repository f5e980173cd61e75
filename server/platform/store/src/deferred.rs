use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Encode, Sqlite, SqliteConnection, Type};

use crate::StoreResult;
use crate::statement::{Statement, Value};

/// A deferred statement, whose result is not needed, for [`crate::sql!`].
pub enum DeferredStatement<'a> {
    /// Batched with the next statement: each statement of its own costs a round trip to SQLite's thread.
    Sqlite(&'a mut Pending),
    /// Run at once.
    Postgres(Statement<'a>),
}

impl DeferredStatement<'_> {
    /// Adds the next value of the statement.
    pub fn bind<'q, T: Value<'q>>(&mut self, value: T) {
        match self {
            Self::Sqlite(pending) => {
                pending.bind(value);
            }
            Self::Postgres(statement) => statement.bind(value),
        }
    }

    /// Leaves it to what runs next, or runs it.
    pub async fn execute(self) -> StoreResult<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(statement) => statement.execute().await.map(|_| ()),
        }
    }
}

/// Statements of a transaction that are run together, in their order, with the next one that is asked
/// for its outcome, or with the commit.
#[derive(Debug, Default)]
pub struct Pending {
    text: String,
    arguments: SqliteArguments,
    /// Error of a value that could not be encoded, returned when the statements are run.
    failed: Option<BoxDynError>,
}

impl Pending {
    /// Adds a statement, or several. Its values follow in the order of their numbers.
    pub fn add(&mut self, sql: &str) -> &mut Self {
        let before = self.arguments.len();
        renumber(&mut self.text, sql, before);
        self.text.push_str(";\n");
        self
    }

    /// Adds the next value of the statement that was added last.
    pub fn bind<'q, T: Encode<'q, Sqlite> + Type<Sqlite>>(&mut self, value: T) -> &mut Self {
        if let Err(error) = self.arguments.add(value) {
            self.failed.get_or_insert(error);
        }
        self
    }

    /// Returns the statement that begins a transaction on SQLite, followed by `first`.
    ///
    /// The write lock is taken with the first statement, so that a transaction that has read can always
    /// write.
    pub(crate) fn begin(first: Self) -> Self {
        let Self { text, arguments, failed } = first;
        Self { text: format!("BEGIN IMMEDIATE;\n{text}"), arguments, failed }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text of all statements, and their values.
    pub(crate) fn into_parts(self) -> sqlx::Result<(AssertSqlSafe<String>, SqliteArguments)> {
        match self.failed {
            Some(error) => Err(sqlx::Error::Encode(error)),
            // It consists of statements from the code.
            None => Ok((AssertSqlSafe(self.text), self.arguments)),
        }
    }

    /// Runs all statements.
    pub(crate) async fn run(self, conn: &mut SqliteConnection) -> sqlx::Result<()> {
        let (text, arguments) = self.into_parts()?;
        sqlx::query_with(text, arguments).execute(conn).await.map(|_| ())
    }
}

/// Writes `sql` behind `text` with each `$n` become `$(n + before)`.
fn renumber(text: &mut String, sql: &str, before: usize) {
    let mut pieces = sql.split('$');
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = piece.split_at(digits);
        text.push('$');
        match number.parse::<usize>() {
            Ok(number) => text.push_str(&(number + before).to_string()),
            Err(_) => text.push_str(number),
        }
        text.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_counted_on_from_those_before() {
        let mut text = String::new();
        renumber(&mut text, "UPDATE t SET a = $2, b = $1 WHERE c = $10", 3);
        assert_eq!(text, "UPDATE t SET a = $5, b = $4 WHERE c = $13");
    }

    #[test]
    fn statements_stand_in_their_order() {
        let mut pending = Pending::default();
        pending.add("INSERT INTO a VALUES ($1, $2)").bind(1_i64).bind("x");
        pending.add("INSERT INTO b VALUES ($1)").bind(2_i64);
        assert_eq!(pending.text, "INSERT INTO a VALUES ($1, $2);\nINSERT INTO b VALUES ($3);\n");
        assert_eq!(pending.arguments.len(), 3);
    }
}
