//! Documents of the rows of a table, one each, in one archive (decision 1087).

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use area::Services;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{Failure, Fallible, FileId, Problem};
use parsing::Format as FileFormat;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::table::Table;
use crate::definition::{Definition, FieldKind};
use crate::documents::{hash, new_upload, read_file};
use crate::filling::{FieldValue, Values, check_complete, check_values};
use crate::limits::{BATCH_MAX_BYTES, BATCH_ROWS_MAX};
use crate::problems::{BATCH_TOO_LARGE, COLUMNS_UNKNOWN, ROW_INVALID, TABLE_UNREADABLE, TOO_MANY};
use crate::produce::{Content, produce};
use crate::templates::find;
use crate::wire::{BatchBody, FileBody, NewBatch};

/// Makes a document of each row. If one is wrong nothing is made.
///
/// Problems: `templates.not_found`, `templates.source_not_found`, [`TABLE_UNREADABLE`], [`COLUMNS_UNKNOWN`], [`TOO_MANY`],
/// [`ROW_INVALID`], [`BATCH_TOO_LARGE`]; those of [`produce`]; the person has too much stored already.
pub(crate) async fn make(
    services: &Services,
    caller: &SignedIn,
    new: NewBatch,
) -> Fallible<BatchBody> {
    let locale = caller.locale.as_deref();
    let template = find(services, caller.user_id, locale, &new.template).await?;
    let table = read_table(services, caller, new.file_id).await?;
    let (all, unused_columns) = values_of(&template.definition, &table)?;
    let (mut files, mut size) = (Vec::with_capacity(all.len()), 0);
    for (number, values) in (1..).zip(&all) {
        let content = Content {
            title: &template.definition.name,
            definition: &template.definition,
            values,
            locale,
            file_id: template.file_id,
            user_id: caller.user_id,
        };
        let name = file_name(number, &template.definition, values, new.format.ending());
        let file = produce(services, &content, new.format).await?;
        size += file.len();
        if size > BATCH_MAX_BYTES {
            return Err(BATCH_TOO_LARGE.with("max_bytes", BATCH_MAX_BYTES).into());
        }
        files.push((name, file));
    }
    let archive = zipped(&files)?;
    let name = format!("{}.zip", printed::file_name(&template.definition.name, "documents"));
    let now = services.clock.now();
    let upload = new_upload(caller.into(), name, "application/zip", &archive, now);
    // Nothing keeps it: it goes with drafts that nobody sent.
    let sha256 = hash(&archive);
    let upload = services.files.begin_single_upload(&services.db, &upload, archive, now).await?;
    let mut tx = services.db.begin().await?;
    services.files.finish_single_upload(&mut tx, upload.id, &sha256, now).await?;
    tx.commit().await?;
    let file = FileBody::new("zip", upload);
    Ok(BatchBody { file, documents: all.len(), unused_columns })
}

async fn read_table(services: &Services, caller: &SignedIn, id: FileId) -> Fallible<Table> {
    let (upload, content) = read_file(services, caller.user_id, id).await?;
    let format = FileFormat::of_name(&upload.name).ok_or(TABLE_UNREADABLE)?;
    let table = match format {
        FileFormat::Csv => Table::of_csv(&parsing::decode_text(&content)),
        FileFormat::Xlsx | FileFormat::Xlsb | FileFormat::Ods | FileFormat::Xls => {
            let parsed = services.parser.parse(format, content).await;
            let parsed = parsed.map_err(|_| TABLE_UNREADABLE)?;
            parsed.pages.first().and_then(|page| Table::of_sheet(&page.text))
        }
        _ => None,
    };
    Ok(table.ok_or(TABLE_UNREADABLE)?)
}

/// The target of a column's cells: a field, or a column of a list.
type Target = (String, Option<String>);

/// Returns the values of all rows, and the headings that name no field.
fn values_of(
    definition: &Definition,
    table: &Table,
) -> Result<(Vec<Values>, Vec<String>), Problem> {
    if table.rows.len() > BATCH_ROWS_MAX {
        return Err(TOO_MANY.with("max", BATCH_ROWS_MAX));
    }
    let targets: Vec<Option<Target>> =
        table.headings.iter().map(|heading| target_of(definition, heading)).collect();
    if targets.iter().all(Option::is_none) {
        return Err(COLUMNS_UNKNOWN.into());
    }
    let mut all = Vec::new();
    for (number, row) in (1..).zip(&table.rows) {
        let values = check_values(definition, &values_of_row(&targets, row))
            .and_then(|values| check_complete(definition, &values).map(|()| values));
        all.push(values.map_err(|problem| of_row(number, problem))?);
    }
    let unused = table.headings.iter().zip(&targets);
    let unused = unused.filter(|(heading, target)| target.is_none() && !heading.trim().is_empty());
    Ok((all, unused.map(|(heading, _)| heading.clone()).collect()))
}

/// Returns a problem as that of a row, counted from 1. Clients say it in other languages by its code and its parameters.
fn of_row(number: usize, problem: Problem) -> Problem {
    let named = ROW_INVALID.with("row", number).with("detail", problem.message());
    let named = named.with("code", problem.kind.code);
    problem.params.into_iter().fold(named, |all, (name, value)| all.with(name, value))
}

fn values_of_row(targets: &[Option<Target>], row: &[String]) -> Values {
    let mut values = Values::new();
    for (target, cell) in targets.iter().zip(row) {
        let Some((name, column)) = target else { continue };
        match column {
            None => {
                values.insert(name.clone(), FieldValue::Text(cell.clone()));
            }
            Some(column) => {
                let rows = FieldValue::Rows(vec![BTreeMap::new()]);
                if let FieldValue::Rows(rows) = values.entry(name.clone()).or_insert(rows)
                    && let Some(row) = rows.first_mut()
                {
                    row.insert(column.clone(), cell.clone());
                }
            }
        }
    }
    values
}

/// Returns the field that a heading names, by its name or its label; `items.price` or `Items: Price` for columns of lists.
fn target_of(definition: &Definition, heading: &str) -> Option<Target> {
    let wanted = folded(heading);
    for field in definition.fields.iter().filter(|field| field.is_filled()) {
        if field.kind != FieldKind::List {
            if wanted == folded(&field.name) || wanted == folded(&field.label) {
                return Some((field.name.clone(), None));
            }
            continue;
        }
        for column in field.columns.iter().filter(|column| column.is_filled()) {
            let by_name = folded(&format!("{}.{}", field.name, column.name));
            let by_label = folded(&format!("{}: {}", field.label, column.label));
            if wanted == by_name || wanted == by_label {
                return Some((field.name.clone(), Some(column.name.clone())));
            }
        }
    }
    None
}

/// Returns the letters and digits of a heading in lower case.
fn folded(text: &str) -> String {
    text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the name of a document in the archive: its number, and what its first text says.
fn file_name(number: usize, definition: &Definition, values: &Values, ending: &str) -> String {
    let texts = definition.fields.iter().filter(|field| field.kind == FieldKind::Text);
    let mut first = texts.filter_map(|field| match values.get(&field.name) {
        Some(FieldValue::Text(text)) if !text.is_empty() => Some(text.as_str()),
        _ => None,
    });
    let name = printed::file_name(first.next().unwrap_or_default(), "document");
    format!("{number:03} {name}.{ending}")
}

fn zipped(files: &[(String, Bytes)]) -> Fallible<Bytes> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name, SimpleFileOptions::default()).map_err(Failure::internal)?;
        zip.write_all(content).map_err(Failure::internal)?;
    }
    Ok(zip.finish().map_err(Failure::internal)?.into_inner().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::find_preset;

    fn values(csv: &str) -> Result<(Vec<Values>, Vec<String>), Problem> {
        let invoice = find_preset("invoice", None).unwrap();
        values_of(&invoice, &Table::of_csv(csv).unwrap())
    }

    #[test]
    fn headings_name_fields_and_columns() {
        let csv = "Your company,client,Invoice number,date,Currency,Items: Description,items.quantity,ITEMS.PRICE,Color\n\
             Silva,Northwind,1,2026-11-30,EUR,Logo,2,450,red\n";
        let (all, unused) = values(csv).unwrap();
        assert_eq!(unused, ["Color"]);
        let FieldValue::Rows(rows) = &all[0]["items"] else { panic!("rows") };
        assert_eq!(rows[0]["price"], "450");
        let invoice = find_preset("invoice", None).unwrap();
        assert_eq!(file_name(7, &invoice, &all[0], "docx"), "007 Silva.docx");
    }

    #[test]
    fn a_wrong_row_is_named_and_a_foreign_table_refused() {
        let problem = values("seller,date\nA,2026-11-30\n").unwrap_err();
        assert_eq!(problem.kind, ROW_INVALID);
        assert_eq!(problem.params["row"], "1");
        assert!(problem.params["detail"].starts_with("Fill in: Client"), "{problem:?}");
        assert_eq!(problem.params["code"], "templates.fields_missing");
        assert!(problem.params["fields"].starts_with("Client"), "{problem:?}");
        assert_eq!(values("color\nred\n").unwrap_err().kind, COLUMNS_UNKNOWN);
        let many = format!("seller\n{}", "A\n".repeat(BATCH_ROWS_MAX + 1));
        assert_eq!(values(&many).unwrap_err().kind, TOO_MANY);
    }
}
