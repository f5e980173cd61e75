//! Tables as CSV and as a workbook. No cell is a formula, whatever its text begins with (security XS11).

use kernel::Fallible;

use super::blocks::{Block, parse, plain};
use super::text::{Text, Turn};
use super::wide_chars;
use super::zipped::{xml, zipped};

pub type Table = Vec<Vec<String>>;

/// Returns the tables of all answers, in their order.
pub fn tables_of(chat: &Text) -> Vec<Table> {
    let mut tables = Vec::new();
    for text in chat.turns.iter().filter(|turn| turn.is_answer).flat_map(Turn::texts) {
        collect(&parse(text), &mut tables);
    }
    tables
}

fn collect(blocks: &[Block], tables: &mut Vec<Table>) {
    for block in blocks {
        match block {
            Block::Table(table) => {
                let cells = |row: &Vec<Vec<_>>| row.iter().map(|cell| plain(cell)).collect();
                tables.push(table.rows.iter().map(cells).collect());
            }
            Block::List(_, items) => items.iter().for_each(|item| collect(item, tables)),
            Block::Quote(inner) => collect(inner, tables),
            _ => {}
        }
    }
}

/// Writes RFC 4180 CSV, with a mark that tells spreadsheets it is UTF-8.
pub fn csv(table: &Table) -> String {
    let mut out = String::from('\u{feff}');
    for row in table {
        out.push_str(&csv_line(row.iter().map(String::as_str)));
    }
    out
}

/// Writes one line of such a table, with its line end.
pub fn csv_line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(csv_cell).collect();
    format!("{}\r\n", cells.join(","))
}

pub fn csv_files(tables: &[Table]) -> Fallible<Vec<u8>> {
    let files: Vec<(String, String)> = (1..)
        .zip(tables)
        .map(|(number, table): (usize, &Table)| (format!("table-{number}.csv"), csv(table)))
        .collect();
    zipped(files.iter().map(|(name, content)| (name.as_str(), content)))
}

fn csv_cell(text: &str) -> String {
    let is_formula = begins_formula(text) && number_of(text).is_none();
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Returns true if a spreadsheet may take a cell with this text for a formula. Some pass over white space and what nobody
/// sees, and some read full-width signs like the usual ones.
pub fn begins_formula(text: &str) -> bool {
    let seen =
        text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || is_invisible(c));
    let begins = |c: char| {
        "=+-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}\u{2212}\u{fe62}\u{fe63}\u{fe66}\u{fe6b}".contains(c)
    };
    text.starts_with(['\t', '\r', '\n']) || seen.starts_with(begins)
}

/// Returns true for signs without a width: marks of byte order and direction, joiners, soft hyphens.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns the value of a cell that is a number and nothing else.
fn number_of(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        // More digits than a spreadsheet can store: an id, not a number.
        && digits.len() <= 15
        && !(digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0."));
    if is_plain { text.parse().ok() } else { None }
}

const CONTENT: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Returns a workbook with a sheet for each table.
pub fn xlsx(tables: &[Table]) -> Fallible<Vec<u8>> {
    let numbers = 1..=tables.len();
    let types: String = numbers
        .clone()
        .map(|n| format!("<Override PartName=\"/xl/worksheets/sheet{n}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"))
        .collect();
    let sheets: String = numbers
        .clone()
        .map(|n| format!("<sheet name=\"Table {n}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>"))
        .collect();
    let links: String = numbers
        .clone()
        .map(|n| format!("<Relationship Id=\"rId{n}\" Type=\"{RELATIONS}/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>"))
        .collect();
    let styles = tables.len() + 1;
    let mut files = vec![
        (
            "[Content_Types].xml".to_owned(),
            format!(
                "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml\"/>{types}</Types>"
            ),
        ),
        (
            "_rels/.rels".to_owned(),
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" Type=\"{RELATIONS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml".to_owned(),
            format!(
                "{HEAD}<workbook xmlns=\"{CONTENT}\" xmlns:r=\"{RELATIONS}\"><sheets>{sheets}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">{links}<Relationship Id=\"rId{styles}\" Type=\"{RELATIONS}/styles\" Target=\"styles.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/styles.xml".to_owned(),
            format!(
                "{HEAD}<styleSheet xmlns=\"{CONTENT}\"><fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font><font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"2\"><xf/><xf fontId=\"1\" applyFont=\"1\"/></cellXfs></styleSheet>"
            ),
        ),
    ];
    for (number, table) in (1..).zip(tables) {
        let number: usize = number;
        files.push((format!("xl/worksheets/sheet{number}.xml"), sheet(table)));
    }
    zipped(files.iter().map(|(name, content)| (name.as_str(), content)))
}

fn sheet(table: &Table) -> String {
    let is_rtl = table.iter().flatten().next().is_some_and(|cell| super::is_right_to_left(cell));
    let side = if is_rtl { " rightToLeft=\"1\"" } else { "" };
    let rows: String = table
        .iter()
        .enumerate()
        .map(|(row, cells)| {
            let style = if row == 0 { " s=\"1\"" } else { "" };
            let cells: String = cells
                .iter()
                .enumerate()
                .map(|(column, text)| {
                    let place = format!("{}{}", column_name(column), row + 1);
                    match number_of(text) {
                        Some(number) => format!("<c r=\"{place}\"{style}><v>{number}</v></c>"),
                        None => format!("<c r=\"{place}\"{style} t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", xml(text)),
                    }
                })
                .collect();
            format!("<row r=\"{}\">{cells}</row>", row + 1)
        })
        .collect();
    format!(
        "{HEAD}<worksheet xmlns=\"{CONTENT}\"><sheetViews><sheetView workbookViewId=\"0\"{side}/></sheetViews>{}<sheetData>{rows}</sheetData></worksheet>",
        widths(table)
    )
}

/// Returns column widths that fit their content, between a few letters and a few words.
fn widths(table: &Table) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let cols: String = (0..columns)
        .map(|column| {
            let cells = table.iter().filter_map(|row| row.get(column));
            let longest = cells.map(|cell| wide_chars(cell)).max().unwrap_or(0);
            let (place, width) = (column + 1, longest.clamp(6, 60) + 2);
            format!("<col min=\"{place}\" max=\"{place}\" width=\"{width}\" customWidth=\"1\"/>")
        })
        .collect();
    if cols.is_empty() { cols } else { format!("<cols>{cols}</cols>") }
}

/// Returns the name of a column: A, B, … Z, AA, …
fn column_name(column: usize) -> String {
    let mut name = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        name.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for text in [
            "=cmd|' /C calc'!A0",
            "+1+1",
            "-1+1",
            "@SUM(A1)",
            "\tx",
            "\u{feff}=1",
            "\u{200b}\u{200d}=1",
            "\u{2060}\u{ad}+1",
            "\u{202e}=1",
            " =1",
            "\u{a0}\u{3000}=1",
            "\n=1",
            "\u{0}=1",
            "\u{ff1d}1",
            "\u{ff0b}1",
            "\u{ff0d}1",
            "\u{ff20}SUM",
            "\u{feff}\u{ff1d}1",
        ] {
            assert!(csv_cell(text).trim_start_matches('"').starts_with('\''), "{text}");
        }
        for text in ["-5.2", "a=b", "\u{feff}a", "\u{645}\u{631}\u{62d}\u{628}\u{627}", " x", ""] {
            assert_eq!(csv_cell(text), text);
        }
        assert_eq!(csv_cell("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }

    #[test]
    fn columns_are_named_as_in_a_spreadsheet() {
        assert_eq!([0, 25, 26, 701, 702].map(column_name), ["A", "Z", "AA", "ZZ", "AAA"]);
    }

    #[test]
    fn numbers_are_numbers_and_ids_are_text() {
        assert_eq!(number_of("12.5"), Some(12.5));
        for text in ["007", "1.2.3", "1e5", "1234567890123456", "", "NaN", "."] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }

    #[test]
    fn tables_are_found_wherever_they_stand() {
        let chat = crate::sample("| a | b |\n|---|---|\n| =1 | 2 |\n\n> | c |\n> |---|\n> | 3 |");
        let tables = tables_of(&chat);
        assert_eq!(tables, [vec![vec!["a", "b"], vec!["=1", "2"]], vec![vec!["c"], vec!["3"]]]);
        assert!(sheet(&tables[0]).contains("<is><t xml:space=\"preserve\">=1</t></is>"));
        assert!(sheet(&tables[0]).contains("<v>2</v>"));
        assert!(sheet(&vec![vec!["你好你好".to_owned()]]).contains("width=\"10\""));
        assert!(xlsx(&tables).unwrap().starts_with(b"PK"));
    }
}
