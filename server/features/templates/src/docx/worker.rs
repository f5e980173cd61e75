//! The process that opens Word files: this program, started with [`FILL_COMMAND`], which drops its rights before it sees
//! one. It gets a line of JSON and the file, and sends a line of JSON and a file.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Duration;

use area::Services;
use bytes::Bytes;
use kernel::{Failure, Fallible};
use parsing::{ParseFailure, output_of};
use serde::{Deserialize, Serialize};

use super::fill::{Content, Row, fill};
use super::found::{FoundField, fields_of};
use super::package::Package;
use super::page::page_of;
use super::sections::loose_tags;
use super::tags::{Tag, tags_of};
use crate::filling::{Cell, Filled};
use crate::problems::{
    WORD_BROKEN, WORD_LINKED, WORD_MACROS, WORD_ONLY, WORD_PROTECTED, WORD_SECTION, WORD_TOO_HEAVY,
};

/// The hidden command under which this program fills a Word file.
pub const FILL_COMMAND: &str = "fill-template";

/// Time limit for one file.
const WALL_TIME: Duration = Duration::from_secs(20);
const OUTPUT_MAX_BYTES: u64 = 64 * 1024 * 1024;
const INPUT_MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Memory that one file takes.
const MEMORY_BYTES: u64 = 64 * 1024 * 1024;

/// Work with a Word file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Work {
    /// Find its placeholders.
    Inspect,
    Fill(Texts),
    /// Show it, filled, as the content of a web page.
    Page(Texts),
}

/// The texts of all fields.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Texts {
    cells: BTreeMap<String, String>,
    lists: BTreeMap<String, Vec<BTreeMap<String, String>>>,
}

impl From<&Filled> for Texts {
    fn from(filled: &Filled) -> Self {
        let row = |row: &BTreeMap<String, Cell>| -> BTreeMap<String, String> {
            row.iter().map(|(name, cell)| (name.clone(), cell.text.clone())).collect()
        };
        let lists = filled.lists.iter();
        Self {
            cells: row(&filled.cells),
            lists: lists
                .map(|(name, rows)| (name.clone(), rows.iter().map(row).collect()))
                .collect(),
        }
    }
}

/// The result of work.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Worked {
    /// Its fields in the order of their placeholders.
    Fields(Vec<FoundField>),
    File(Bytes),
    Page(String),
}

/// The reason why a Word file is no template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WordError {
    /// It is no Word file.
    NoWord,
    Broken,
    Protected,
    /// It has macros, or other active content.
    Macros,
    /// It loads something from elsewhere.
    Linked,
    TooHeavy,
    /// A tag of a section has no partner where it may be.
    Section {
        tag: String,
        /// Text of its paragraph.
        text: String,
    },
}

impl From<WordError> for Failure {
    fn from(error: WordError) -> Self {
        match error {
            WordError::NoWord => WORD_ONLY.into(),
            WordError::Broken => WORD_BROKEN.into(),
            WordError::Protected => WORD_PROTECTED.into(),
            WordError::Macros => WORD_MACROS.into(),
            WordError::Linked => WORD_LINKED.into(),
            WordError::TooHeavy => WORD_TOO_HEAVY.into(),
            WordError::Section { tag, text } => {
                WORD_SECTION.with("tag", tag).with("text", text).into()
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
enum Head {
    Fields(Vec<FoundField>),
    File,
    Page,
    Refused(WordError),
}

/// Does work with a Word file, away from the server.
///
/// Problems: those of [`WordError`]; `memory_budget.busy`.
pub(crate) async fn work(services: &Services, work: &Work, file: Bytes) -> Fallible<Worked> {
    let mut input = serde_json::to_vec(work).map_err(Failure::internal)?;
    input.push(b'\n');
    input.extend_from_slice(&file);
    let _memory = services.memory.reserve(MEMORY_BYTES).await?;
    let output = match services.sandbox.command(FILL_COMMAND) {
        Some(command) => {
            match output_of(command, input.into(), WALL_TIME, OUTPUT_MAX_BYTES).await {
                Ok(output) => Bytes::from(output),
                Err(ParseFailure::Unavailable) => {
                    return Err(Failure::internal(ParseFailure::Unavailable));
                }
                Err(ParseFailure::Exhausted | ParseFailure::TooLong) => {
                    return Err(WordError::TooHeavy.into());
                }
                Err(_) => return Err(WordError::Broken.into()),
            }
        }
        // In tests of areas there is no program to start.
        None => answer(&input).ok_or_else(|| Failure::internal("the work was not understood"))?,
    };
    understand(&output)
}

fn understand(output: &Bytes) -> Fallible<Worked> {
    let wrong = || Failure::internal("the process that fills templates said something else");
    let end = output.iter().position(|byte| *byte == b'\n').ok_or_else(wrong)?;
    let rest = output.slice(end + 1..);
    let head: Head = serde_json::from_slice(&output[..end]).map_err(Failure::internal)?;
    match head {
        Head::Refused(error) => Err(error.into()),
        Head::Fields(fields) => Ok(Worked::Fields(fields)),
        Head::File => Ok(Worked::File(rest)),
        Head::Page => {
            Ok(Worked::Page(String::from_utf8(rest.to_vec()).map_err(Failure::internal)?))
        }
    }
}

/// Runs the process: drops its rights with `limit`, reads work and a file from standard input, and writes the result to
/// standard output.
pub fn run_filler(limit: impl FnOnce() -> bool) -> ExitCode {
    if !limit() {
        // Without limits no file is opened.
        return ExitCode::from(3);
    }
    let mut input = Vec::new();
    if std::io::stdin().lock().take(INPUT_MAX_BYTES).read_to_end(&mut input).is_err() {
        return ExitCode::FAILURE;
    }
    let Some(output) = answer(&input) else { return ExitCode::FAILURE };
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(&output).and_then(|()| stdout.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn answer(input: &[u8]) -> Option<Bytes> {
    let end = input.iter().position(|byte| *byte == b'\n')?;
    let work: Work = serde_json::from_slice(&input[..end]).ok()?;
    let file = &input[end + 1..];
    let done = catch_unwind(AssertUnwindSafe(|| carry_out(&work, file)));
    let (head, rest) = match done.unwrap_or(Err(WordError::Broken)) {
        Err(error) => (Head::Refused(error), Bytes::new()),
        Ok(Worked::Fields(fields)) => (Head::Fields(fields), Bytes::new()),
        Ok(Worked::File(file)) => (Head::File, file),
        Ok(Worked::Page(page)) => (Head::Page, Bytes::from(page)),
    };
    let mut output = serde_json::to_vec(&head).ok()?;
    output.push(b'\n');
    output.extend_from_slice(&rest);
    Some(output.into())
}

fn carry_out(work: &Work, file: &[u8]) -> Result<Worked, WordError> {
    let mut package = Package::open(file)?;
    match work {
        Work::Inspect => inspect(&package).map(Worked::Fields),
        Work::Fill(texts) => {
            fill_all(&mut package, texts);
            Ok(Worked::File(package.pack()?.into()))
        }
        Work::Page(texts) => {
            fill_all(&mut package, texts);
            Ok(Worked::Page(page_of(&package.parts)))
        }
    }
}

fn fill_all(package: &mut Package<'_>, texts: &Texts) {
    let lists: BTreeMap<String, Vec<Row>> = texts.lists.clone();
    let content = Content { cells: texts.cells.clone(), lists };
    for (_, nodes) in &mut package.parts {
        fill(nodes, &content, None);
    }
}

/// Returns the fields of all parts, if their sections begin and end where they can be filled.
fn inspect(package: &Package<'_>) -> Result<Vec<FoundField>, WordError> {
    for (_, nodes) in &package.parts {
        let mut loose = loose_tags(nodes).into_iter();
        let wrong = loose.find(|one| matches!(one.tag, Tag::Open { .. } | Tag::Close(_)));
        if let Some(wrong) = wrong {
            return Err(WordError::Section { tag: wrong.tag.written(), text: wrong.text });
        }
    }
    let parts: Vec<Vec<Tag>> = package.parts.iter().map(|(_, nodes)| tags_of(nodes)).collect();
    Ok(fields_of(&parts))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Cursor;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipArchive, ZipWriter};

    use super::*;

    const TYPES: &str = "<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";

    /// Makes a Word file of a body and further parts, which replace those of the same name.
    fn word(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
        let document = format!("<w:document><w:body>{body}</w:body></w:document>");
        let mut all = vec![
            ("[Content_Types].xml", TYPES),
            ("word/document.xml", document.as_str()),
            ("word/media/a.png", "png"),
        ];
        all.retain(|(name, _)| parts.iter().all(|(other, _)| other != name));
        all.extend_from_slice(parts);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, text) in all {
            zip.start_file(name, packed).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn paragraph(text: &str) -> String {
        format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
    }

    fn part(file: &[u8], name: &str) -> String {
        let mut text = String::new();
        ZipArchive::new(Cursor::new(file))
            .unwrap()
            .by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        text
    }

    fn refusal(file: &[u8]) -> Option<WordError> {
        carry_out(&Work::Inspect, file).err()
    }

    #[test]
    fn fields_are_found_in_all_parts_and_filled_there() {
        let row =
            format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", paragraph("{{items.what}}"));
        let body = paragraph("{{client}}")
            + &row
            + &paragraph("{{#jobs}}")
            + &paragraph("{{role}}")
            + &paragraph("{{/jobs}}");
        let header = format!("<w:hdr>{}</w:hdr>", paragraph("{{company}} {{client}}"));
        let file = word(&body, &[("word/header1.xml", &header)]);
        let named = |list: Option<&str>, name: &str| FoundField {
            list: list.map(str::to_owned),
            name: name.to_owned(),
            is_value: true,
            is_condition: false,
        };
        let wanted = vec![
            named(None, "client"),
            named(Some("items"), "what"),
            named(Some("jobs"), "role"),
            named(None, "company"),
        ];
        assert_eq!(carry_out(&Work::Inspect, &file), Ok(Worked::Fields(wanted)));

        let cells = BTreeMap::from([
            ("client".to_owned(), "Ana".to_owned()),
            ("company".to_owned(), "Co".to_owned()),
        ]);
        let texts = Texts { cells, lists: BTreeMap::from([("items".to_owned(), Vec::new())]) };
        let Ok(Worked::File(made)) = carry_out(&Work::Fill(texts), &file) else { panic!("a file") };
        assert!(part(&made, "word/header1.xml").contains("Co Ana"));
        assert!(!part(&made, "word/document.xml").contains("<w:tr>"));
        assert_eq!(part(&made, "word/media/a.png"), "png", "what has no text is copied");
    }

    #[test]
    fn sections_in_headers_footers_and_cells_are_filled() {
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(text));
        let row = format!("<w:tr>{}{}</w:tr>", cell("{{#items}}{{what}}"), cell("x{{/items}}"));
        let body = paragraph("{{#vip}}Gold{{/vip}}{{^vip}}Silver{{/vip}}")
            + &format!("<w:tbl>{row}</w:tbl>");
        let header = format!("<w:hdr>{}</w:hdr>", paragraph("{{#vip}}Dear{{/vip}} {{name}}"));
        let alone = ["{{^items}}", "Nothing", "{{/items}}"].map(paragraph).concat();
        let footer = format!("<w:ftr>{alone}</w:ftr>");
        let file = word(&body, &[("word/header1.xml", &header), ("word/footer1.xml", &footer)]);
        let made = |cells: &[(&str, &str)], items: &[&str]| {
            let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
            let row = |what: &&str| BTreeMap::from([own(&("what", *what))]);
            let cells = cells.iter().map(own).collect();
            let lists = BTreeMap::from([("items".to_owned(), items.iter().map(row).collect())]);
            match carry_out(&Work::Fill(Texts { cells, lists }), &file) {
                Ok(Worked::File(made)) => made,
                other => panic!("a file: {other:?}"),
            }
        };
        let gold = made(&[("vip", "Yes"), ("name", "Ana")], &["Logo", "Site"]);
        let document = part(&gold, "word/document.xml");
        assert!(document.contains("Gold") && !document.contains("Silver"), "{document}");
        assert_eq!(document.matches("<w:tr>").count(), 2, "{document}");
        assert!(part(&gold, "word/header1.xml").contains("Dear"));
        assert!(!part(&gold, "word/footer1.xml").contains("Nothing"));
        let silver = made(&[("vip", ""), ("name", "Ben")], &[]);
        let document = part(&silver, "word/document.xml");
        assert!(!document.contains("Gold") && document.contains("Silver"), "{document}");
        assert!(!document.contains("<w:tbl>"), "{document}");
        assert!(!part(&silver, "word/header1.xml").contains("Dear"));
        assert!(part(&silver, "word/footer1.xml").contains("Nothing"));
    }

    #[test]
    fn a_section_that_cannot_be_filled_is_refused_with_its_place() {
        let of = |tag: &str, text: &str| {
            let (tag, text) = (tag.to_owned(), text.to_owned());
            Some(WordError::Section { tag, text })
        };
        let apart = paragraph("{{#items}} - {{what}}") + &paragraph("{{/items}}");
        assert_eq!(refusal(&word(&apart, &[])), of("{{#items}}", "{{#items}} - {{what}}"));
        let footer = format!("<w:ftr>{}</w:ftr>", paragraph("Page {{/x}}"));
        let file = word(&paragraph("{{a}}"), &[("word/footer2.xml", &footer)]);
        assert_eq!(refusal(&file), of("{{/x}}", "Page {{/x}}"));
    }

    #[test]
    fn active_and_linked_files_are_refused() {
        let relations = |kind: &str, mode: &str| {
            format!(
                "<Relationships><Relationship Id=\"a\" Type=\"http://x/{kind}\" Target=\"http://evil.example\"{mode}/></Relationships>"
            )
        };
        let external = " TargetMode=\"External\"";
        let rels = "word/_rels/document.xml.rels";
        for (kind, mode, wanted) in [
            ("image", external, Some(WordError::Linked)),
            ("aFChunk", "", Some(WordError::Linked)),
            ("oleObject", external, Some(WordError::Macros)),
            ("hyperlink", external, None),
            ("image", "", None),
            ("attachedTemplate", external, None),
        ] {
            assert_eq!(refusal(&word("", &[(rels, &relations(kind, mode))])), wanted, "{kind}");
        }
        let macros = TYPES.replace("wordprocessingml.document.main", "macroEnabled.main");
        assert_eq!(
            refusal(&word("", &[("[Content_Types].xml", &macros)])),
            Some(WordError::Macros)
        );
        assert_eq!(refusal(&word("", &[("word/vbaProject.bin", "x")])), Some(WordError::Macros));
    }

    #[test]
    fn relations_and_fields_cannot_hide_what_they_load() {
        let rels = "word/_rels/document.xml.rels";
        for relation in [
            "<Relationship\nType='http://x/image' TargetMode = 'External'/>",
            "<Relationship Type=\"http://x/im&#97;ge\" TargetMode=\"Extern&#97;l\"/>",
            "<Relationship TargetMode=\"External\"/>",
        ] {
            let relations = format!("<Relationships>{relation}</Relationships>");
            let found = refusal(&word("", &[(rels, &relations)]));
            assert!(matches!(found, Some(WordError::Linked | WordError::Broken)), "{relation}");
        }
        let begin = "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>";
        let code = |text: &str| format!("<w:r><w:instrText>{text}</w:instrText></w:r>");
        let split = format!("<w:p>{begin}{}{}</w:p>", code(" include"), code("Text \"x\""));
        assert_eq!(refusal(&word(&split, &[])), Some(WordError::Linked));
        let simple = "<w:p><w:fldSimple w:instr='DDEAUTO c:/x'/></w:p>";
        assert_eq!(refusal(&word(simple, &[])), Some(WordError::Linked));
        let link = format!("<w:p>{begin}{}</w:p>", code("HYPERLINK \"http://x/LINK\""));
        assert_eq!(refusal(&word(&link, &[])), None);
    }

    #[test]
    fn the_template_that_a_document_came_from_is_forgotten() {
        let relations = "<Relationships><Relationship Id=\"a\" Type=\"http://x/attachedTemplate\" Target=\"file:///C:/N.dotm\" TargetMode=\"External\"/></Relationships>";
        let settings = "<w:settings><w:attachedTemplate r:id=\"a\"/><w:zoom/></w:settings>";
        let file = word(
            "",
            &[("word/_rels/settings.xml.rels", relations), ("word/settings.xml", settings)],
        );
        let Ok(Worked::File(made)) = carry_out(&Work::Fill(Texts::default()), &file) else {
            panic!("a file")
        };
        assert_eq!(part(&made, "word/settings.xml"), "<w:settings><w:zoom/></w:settings>");
        assert!(!part(&made, "word/_rels/settings.xml.rels").contains("Relationship "));
    }

    #[test]
    fn bombs_entities_and_other_files_are_refused() {
        let bomb = "a".repeat(30_000_000);
        assert_eq!(refusal(&word("", &[("word/media/b.xml", &bomb)])), Some(WordError::TooHeavy));
        let entity =
            "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><w:document>&a;</w:document>";
        assert_eq!(refusal(&word("", &[("word/document.xml", entity)])), Some(WordError::Broken));
        let sheet = TYPES.replace("wordprocessingml.document", "spreadsheetml.sheet");
        assert_eq!(refusal(&word("", &[("[Content_Types].xml", &sheet)])), Some(WordError::NoWord));
        assert_eq!(refusal(&word("", &[("../evil", "x")])), Some(WordError::Broken));
        assert_eq!(refusal(b"text"), Some(WordError::Broken));
        assert_eq!(refusal(&[0xd0, 0xcf, 0x11, 0xe0, 0]), Some(WordError::Protected));
    }

    #[test]
    fn what_is_no_work_is_not_answered() {
        assert!(answer(b"").is_none() && answer(b"{}\n").is_none());
        assert!(answer(b"\"Inspect\"\ntext").is_some());
    }
}
