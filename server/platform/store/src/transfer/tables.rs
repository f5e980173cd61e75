use std::collections::HashMap;

use sqlx::{PgConnection, SqliteConnection};

use super::TransferError;

/// A table of both databases.
pub struct Table {
    pub name: String,
    /// The columns that both have.
    pub columns: Vec<Column>,
}

pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// True if PostgreSQL numbers the rows itself.
    pub is_identity: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Id,
    Text,
    Number,
    Flag,
    Bytes,
}

impl Table {
    /// Returns the columns, for a statement.
    pub fn columns_text(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }
}

/// Returns a name for a statement.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Tables of the schema itself, and of the move.
pub fn is_own(name: &str) -> bool {
    name == "schema_migrations" || name.starts_with("move_")
}

/// Returns the tables of a database on PostgreSQL, whose schema tells the kinds of columns.
pub async fn list_on_postgres(conn: &mut PgConnection) -> Result<Vec<Table>, TransferError> {
    let rows: Vec<(String, String, String, bool)> = sqlx::query_as(
        "SELECT c.table_name::text, c.column_name::text, c.data_type::text, c.is_identity = 'YES'
         FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
         ORDER BY c.table_name, c.ordinal_position",
    )
    .persistent(false)
    .fetch_all(conn)
    .await?;
    let mut tables: Vec<Table> = Vec::new();
    for (table, name, data_type, is_identity) in rows {
        if is_own(&table) {
            continue;
        }
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table.clone(), columns: Vec::new() });
        }
        let kind = match data_type.as_str() {
            "uuid" => Kind::Id,
            "text" => Kind::Text,
            "bigint" => Kind::Number,
            "boolean" => Kind::Flag,
            "bytea" => Kind::Bytes,
            // Made anew: see `WordIndex`.
            "tsvector" => continue,
            _ => return Err(TransferError::UnknownType { table, column: name, data_type }),
        };
        if let Some(last) = tables.last_mut() {
            last.columns.push(Column { name, kind, is_identity });
        }
    }
    Ok(tables)
}

/// Returns the tables of a SQLite database with their columns, without those of full-text search.
pub async fn list_on_sqlite(
    conn: &mut SqliteConnection,
) -> Result<HashMap<String, Vec<String>>, TransferError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .fetch_all(conn)
    .await?;
    let mut tables: HashMap<String, Vec<String>> = HashMap::new();
    for (table, column) in rows.into_iter().filter(|(table, _)| !is_own(table)) {
        tables.entry(table).or_default().push(column);
    }
    Ok(tables)
}

/// Returns the tables that both databases have, and the names of the others.
pub fn in_both(
    on_postgres: Vec<Table>,
    mut on_sqlite: HashMap<String, Vec<String>>,
) -> Result<(Vec<Table>, Vec<String>), TransferError> {
    let (mut both, mut others) = (Vec::new(), Vec::new());
    for table in on_postgres {
        let Some(columns) = on_sqlite.remove(&table.name) else {
            others.push(table.name);
            continue;
        };
        let is_same = columns.len() == table.columns.len()
            && table.columns.iter().all(|column| columns.contains(&column.name));
        if !is_same {
            return Err(TransferError::OtherColumns(table.name));
        }
        both.push(table);
    }
    others.extend(on_sqlite.into_keys());
    others.sort();
    Ok((both, others))
}
