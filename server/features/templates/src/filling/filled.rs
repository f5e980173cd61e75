//! Texts of a document for each field.

use std::collections::BTreeMap;

use super::formula::{Decimal, Formula, Numbers};
use super::values::{FieldValue, Values, parse_date};
use crate::definition::{Definition, Field, FieldKind};

/// The text in place of a field that is not filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blank {
    /// Nothing.
    Empty,
    /// Its label in brackets: for previews.
    Labeled,
}

/// The text of a document for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    pub text: String,
    /// True if it is Markdown.
    pub is_markdown: bool,
    /// True if somebody filled it, or it was calculated.
    pub is_filled: bool,
}

pub(crate) type Row = BTreeMap<String, Cell>;

/// The texts of a document for all fields.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    pub cells: Row,
    pub lists: BTreeMap<String, Vec<Row>>,
}

impl Filled {
    /// Fills the fields of a definition with values that were checked, and calculates the others.
    pub fn new(
        definition: &Definition,
        values: &Values,
        locale: Option<&str>,
        blank: Blank,
    ) -> Self {
        let mut filled = Self::default();
        let mut numbers = Known { numbers: BTreeMap::new(), columns: BTreeMap::new() };
        for field in definition.fields.iter().filter(|field| field.kind == FieldKind::Number) {
            numbers.numbers.insert(field.name.clone(), number_of(values.get(&field.name)));
        }
        for field in in_order(&definition.fields) {
            match (field.kind, values.get(&field.name)) {
                (FieldKind::List, value) => {
                    let rows = match value {
                        Some(FieldValue::Rows(rows)) => rows.clone(),
                        _ => Vec::new(),
                    };
                    let rows = filled_rows(field, &rows, &mut numbers, locale, blank);
                    filled.lists.insert(field.name.clone(), rows);
                }
                (FieldKind::Formula, _) => {
                    let cell = calculated(field, &mut numbers);
                    filled.cells.insert(field.name.clone(), cell);
                }
                (_, value) => {
                    let text = match value {
                        Some(FieldValue::Text(text)) => text.as_str(),
                        _ => "",
                    };
                    filled.cells.insert(field.name.clone(), cell(field, text, locale, blank));
                }
            }
        }
        filled
    }
}

/// Returns the fields, each behind those that its calculations refer to.
fn in_order(fields: &[Field]) -> Vec<&Field> {
    let mut waiting: Vec<(&Field, Vec<String>)> =
        fields.iter().map(|field| (field, references(field))).collect();
    let mut ordered = Vec::with_capacity(fields.len());
    while !waiting.is_empty() {
        let is_done = |name: &String| waiting.iter().all(|(other, _)| other.name != *name);
        let is_ready = |(field, names): &(&Field, Vec<String>)| {
            names.iter().all(|name| *name == field.name || is_done(name))
        };
        // Calculations that refer to each other have no result, in whatever order.
        let next = waiting.iter().position(is_ready).unwrap_or(0);
        ordered.push(waiting.remove(next).0);
    }
    ordered
}

/// Returns the fields that the calculations of a field, or of its columns, refer to.
fn references(field: &Field) -> Vec<String> {
    let formulas = std::iter::once(field).chain(&field.columns);
    let formulas = formulas.filter(|one| one.kind == FieldKind::Formula);
    let parsed: Vec<_> = formulas.filter_map(|one| Formula::parse(&one.formula)).collect();
    let names = parsed.iter().flat_map(Formula::names);
    names.map(|(list, name)| list.unwrap_or(name).to_owned()).collect()
}

/// Numbers that were filled in or calculated so far.
struct Known {
    numbers: BTreeMap<String, Option<Decimal>>,
    columns: BTreeMap<(String, String), Vec<Decimal>>,
}

impl Numbers for Known {
    fn number(&self, name: &str) -> Option<Decimal> {
        self.numbers.get(name).copied().flatten()
    }

    fn column(&self, list: &str, column: &str) -> Vec<Decimal> {
        self.columns.get(&(list.to_owned(), column.to_owned())).cloned().unwrap_or_default()
    }
}

/// The numbers of a row, before those of the document.
struct InRow<'a> {
    row: BTreeMap<String, Option<Decimal>>,
    known: &'a Known,
}

impl Numbers for InRow<'_> {
    fn number(&self, name: &str) -> Option<Decimal> {
        match self.row.get(name) {
            Some(number) => *number,
            None => self.known.number(name),
        }
    }

    fn column(&self, list: &str, column: &str) -> Vec<Decimal> {
        self.known.column(list, column)
    }
}

fn number_of(value: Option<&FieldValue>) -> Option<Decimal> {
    match value {
        Some(FieldValue::Text(text)) if !text.is_empty() => Decimal::parse(text),
        _ => Some(Decimal::ZERO),
    }
}

fn filled_rows(
    field: &Field,
    rows: &[BTreeMap<String, String>],
    numbers: &mut Known,
    locale: Option<&str>,
    blank: Blank,
) -> Vec<Row> {
    let empty = [BTreeMap::new()];
    // A preview shows where rows will stand.
    let rows = if rows.is_empty() && blank == Blank::Labeled { &empty[..] } else { rows };
    let mut filled = Vec::new();
    for values in rows {
        let mut in_row = InRow { row: BTreeMap::new(), known: &*numbers };
        let mut row = Row::new();
        for column in &field.columns {
            let text = values.get(&column.name).map_or("", String::as_str);
            let made = match column.kind {
                FieldKind::Formula => {
                    let result = Formula::parse(&column.formula)
                        .and_then(|formula| formula.evaluate(&in_row));
                    in_row.row.insert(column.name.clone(), result);
                    amount(result)
                }
                _ => cell(column, text, locale, blank),
            };
            if column.kind == FieldKind::Number {
                let number =
                    if text.is_empty() { Some(Decimal::ZERO) } else { Decimal::parse(text) };
                in_row.row.insert(column.name.clone(), number);
            }
            row.insert(column.name.clone(), made);
        }
        let calculated = in_row.row;
        for (name, number) in calculated {
            let column = numbers.columns.entry((field.name.clone(), name)).or_default();
            column.extend(number);
        }
        filled.push(row);
    }
    filled
}

fn calculated(field: &Field, numbers: &mut Known) -> Cell {
    let result = Formula::parse(&field.formula).and_then(|formula| formula.evaluate(numbers));
    numbers.numbers.insert(field.name.clone(), result);
    amount(result)
}

fn amount(number: Option<Decimal>) -> Cell {
    let text = number.map(Decimal::to_amount).unwrap_or_default();
    Cell { is_filled: number.is_some(), text, is_markdown: false }
}

fn cell(field: &Field, text: &str, locale: Option<&str>, blank: Blank) -> Cell {
    if text.is_empty() {
        let text =
            if blank == Blank::Labeled { format!("[{}]", field.label) } else { String::new() };
        return Cell { text, is_markdown: false, is_filled: false };
    }
    let text = match field.kind {
        FieldKind::Date => date_in_words(text, locale),
        FieldKind::LongText => text.to_owned(),
        _ => kernel::collapse_whitespace(text),
    };
    Cell { text, is_markdown: field.kind == FieldKind::LongText, is_filled: true }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const ARABIC_MONTHS: [&str; 12] = [
    "يناير",
    "فبراير",
    "مارس",
    "أبريل",
    "مايو",
    "يونيو",
    "يوليو",
    "أغسطس",
    "سبتمبر",
    "أكتوبر",
    "نوفمبر",
    "ديسمبر",
];

/// Returns a date as people write it.
fn date_in_words(text: &str, locale: Option<&str>) -> String {
    let Some(date) = parse_date(text) else { return text.to_owned() };
    let (year, month, day) = (date.year(), date.month() as usize, date.day());
    match locale.unwrap_or_default().split('-').next() {
        Some("ar") => format!("{day} {} {year}", ARABIC_MONTHS[month - 1]),
        Some("zh") => format!("{year}年{month}月{day}日"),
        _ => format!("{} {day}, {year}", MONTHS[month - 1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Output, new_field};

    fn formula(name: &str, formula: &str) -> Field {
        Field { formula: formula.to_owned(), ..new_field(name, name, FieldKind::Formula) }
    }

    fn invoice() -> Definition {
        let columns = vec![
            new_field("what", "What", FieldKind::Text),
            new_field("quantity", "Quantity", FieldKind::Number),
            new_field("price", "Price", FieldKind::Number),
            formula("amount", "quantity * price"),
        ];
        Definition {
            name: "Invoice".to_owned(),
            description: String::new(),
            output: Output::Document,
            content: String::new(),
            fields: vec![
                new_field("due", "Due", FieldKind::Date),
                Field { columns, ..new_field("items", "Items", FieldKind::List) },
                new_field("rate", "Rate", FieldKind::Number),
                formula("subtotal", "sum(items.amount)"),
                formula("tax", "subtotal * rate / 100"),
                formula("total", "subtotal + tax"),
            ],
        }
    }

    #[test]
    fn rows_and_totals_are_calculated() {
        let values: Values = serde_json::from_value(serde_json::json!({
            "rate": "19",
            "items": [{ "what": "a", "quantity": "3", "price": "19.99" }, { "what": "b", "quantity": "0.5", "price": "10" }],
        }))
        .unwrap();
        let filled = Filled::new(&invoice(), &values, None, Blank::Empty);
        let text = |name: &str| filled.cells[name].text.clone();
        assert_eq!(filled.lists["items"][0]["amount"].text, "59.97");
        assert_eq!(
            (text("subtotal"), text("tax"), text("total")),
            ("64.97".to_owned(), "12.34".to_owned(), "77.31".to_owned())
        );
    }

    #[test]
    fn a_total_may_stand_before_what_it_adds_up() {
        let values: Values = serde_json::from_value(serde_json::json!({
            "rate": "10", "items": [{ "quantity": "2", "price": "5" }],
        }))
        .unwrap();
        let mut reversed = invoice();
        reversed.fields.reverse();
        let filled = Filled::new(&reversed, &values, None, Blank::Empty);
        assert_eq!(filled.cells["total"].text, "11.00");
        let circle = vec![formula("a", "b + 1"), formula("b", "a + 1"), formula("c", "c")];
        let circle = Definition { fields: circle, ..invoice() };
        let filled = Filled::new(&circle, &Values::new(), None, Blank::Empty);
        assert!(filled.cells.values().all(|cell| cell.text.is_empty()), "{filled:?}");
    }

    #[test]
    fn a_preview_says_what_is_missing() {
        let filled = Filled::new(&invoice(), &Values::new(), None, Blank::Labeled);
        assert_eq!(filled.cells["due"].text, "[Due]");
        assert_eq!(filled.lists["items"].len(), 1);
        let filled = Filled::new(&invoice(), &Values::new(), None, Blank::Empty);
        assert_eq!((filled.cells["due"].text.as_str(), filled.lists["items"].len()), ("", 0));
    }

    #[test]
    fn dates_are_written_out() {
        for (locale, wanted) in [
            (None, "November 3, 2026"),
            (Some("ar-EG"), "3 نوفمبر 2026"),
            (Some("zh-CN"), "2026年11月3日"),
        ] {
            assert_eq!(date_in_words("2026-11-03", locale), wanted);
        }
    }
}
