//! Inserts a row into every table for one person, whatever the table is for: tables added in future must be deleted
//! with the account, too, or the test fails.

use std::collections::HashMap;

use kernel::{Timestamp, Uuid};
use store::sqlx::{AssertSqlSafe, raw_sql};
use store::{Db, Engine, FlushedConn};

use super::CANARY;
use super::schema::{Column, Kind, Table};

/// Ids of a person's objects that rows refer to.
pub struct Person {
    pub user_id: Uuid,
    pub workspace_id: Uuid,
    pub session_id: Uuid,
    pub email: String,
}

/// Columns of ids that refer to no table and are a person's all the same.
const NAMES_OF_PEOPLE: &[&str] =
    &["user_id", "affiliate_id", "inviter_id", "granted_by", "given_by", "taken_by"];

/// Writes a row that names `person` into each of `tables`, with the canary in all texts of it.
///
/// `parents`: rows of nobody that these tables refer to, as [`fill_parents`] made them.
pub async fn fill<'a>(
    db: &Db,
    tables: &[&'a Table],
    parents: &Made<'a>,
    person: &Person,
    now: Timestamp,
) {
    let mut made = parents.clone();
    made.extend([
        ("users", person.user_id),
        ("workspaces", person.workspace_id),
        ("sessions", person.session_id),
    ]);
    for table in tables {
        insert(db, table, &mut made, |column, made| value_of(column, table, made, person, now))
            .await;
    }
}

/// Ids of rows, by table.
pub type Made<'a> = HashMap<&'a str, Uuid>;

/// Writes a row into each of `tables`, which hold nothing of a person.
pub async fn fill_parents<'a>(db: &Db, tables: &[&'a Table], now: Timestamp) -> Made<'a> {
    let mut made = Made::new();
    for table in tables {
        insert(db, table, &mut made, |column, _| match column.kind {
            Kind::Uuid => Some(Value::Id(Uuid::new_v4())),
            Kind::Text => Some(Value::Text("of nobody".to_owned())),
            Kind::Number => Some(Value::Number(now.micros())),
            Kind::Bool => Some(Value::False),
            Kind::Bytes | Kind::ByEngine => None,
        })
        .await;
    }
    made
}

/// Inserts a row of these values, and notes its id.
async fn insert<'a>(
    db: &Db,
    table: &'a Table,
    made: &mut Made<'a>,
    value_of: impl Fn(&Column, &Made<'a>) -> Option<Value>,
) {
    let mut names = Vec::new();
    let mut values = Vec::new();
    for column in &table.columns {
        let value = value_of(column, made);
        if column.is_unique
            && let Some(Value::Id(id)) = value
        {
            made.entry(table.name).or_insert(id);
        }
        if let Some(value) = value {
            names.push(column.name);
            values.push(value.literal(db.engine()));
        }
    }
    let (name, names, values) = (table.name, names.join(", "), values.join(", "));
    run(db, &format!("INSERT INTO {name} ({names}) VALUES ({values})")).await;
}

#[derive(Clone)]
enum Value {
    Id(Uuid),
    Bytes(Vec<u8>),
    Number(i64),
    Text(String),
    False,
}

fn value_of(
    column: &Column,
    table: &Table,
    made: &Made<'_>,
    person: &Person,
    now: Timestamp,
) -> Option<Value> {
    let is_of_person = NAMES_OF_PEOPLE.contains(&column.name);
    match column.kind {
        Kind::ByEngine => None,
        Kind::Uuid => match column.refers_to {
            Some(parent) => Some(Value::Id(*made.get(parent).unwrap_or_else(|| {
                panic!("{}.{} names {parent}, which has no row yet", table.name, column.name)
            }))),
            None if is_of_person => Some(Value::Id(person.user_id)),
            None if column.name == "workspace_id" => Some(Value::Id(person.workspace_id)),
            None if column.is_optional => None,
            None => Some(Value::Id(Uuid::new_v4())),
        },
        Kind::Bytes => Some(Value::Bytes(unique().into_bytes())),
        Kind::Text => Some(Value::Text(match (column.allowed, column.name) {
            (Some(allowed), _) => allowed.to_owned(),
            // Rows keyed by an address are deleted by it.
            (None, "email_key" | "to_address") => person.email.clone(),
            (None, _) => unique(),
        })),
        Kind::Number if column.is_optional => None,
        // Long enough from now to be nothing that is due, and young enough not to be old.
        Kind::Number if column.name.ends_with("_at") => Some(Value::Number(now.micros())),
        Kind::Number => Some(Value::Number(1)),
        Kind::Bool => Some(Value::False),
    }
}

/// Returns words that occur nowhere else.
fn unique() -> String {
    format!("{CANARY} {}", Uuid::new_v4().simple())
}

impl Value {
    fn literal(&self, engine: Engine) -> String {
        match (self, engine) {
            (Self::Id(id), Engine::Sqlite) => format!("X'{}'", id.simple()),
            (Self::Id(id), Engine::Postgres) => format!("'{id}'"),
            (Self::Bytes(bytes), Engine::Sqlite) => format!("X'{}'", kernel::hex(bytes)),
            (Self::Bytes(bytes), Engine::Postgres) => format!("'\\x{}'", kernel::hex(bytes)),
            (Self::Number(number), _) => number.to_string(),
            (Self::Text(text), _) => format!("'{text}'"),
            (Self::False, _) => "FALSE".to_owned(),
        }
    }
}

async fn run(db: &Db, statement: &str) {
    let mut tx = db.begin().await.unwrap();
    let text = AssertSqlSafe(statement.to_owned());
    let done = match tx.flushed().await.unwrap() {
        FlushedConn::Sqlite(conn) => raw_sql(text).execute(conn).await.map(|_| ()),
        FlushedConn::Postgres(conn) => raw_sql(text).execute(conn).await.map(|_| ()),
    };
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
    tx.commit().await.unwrap();
}
