//! Malicious files (security.md UP5, UP6, UP8), generated here: small, and none from third parties.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use parsing::Format;

use super::hostile_pdfs::pdfs;

/// The expected result for a file.
pub enum Wanted {
    /// It is refused, with a reason.
    Refused,
    /// Its text for people is read, and nothing else.
    Says(&'static str),
    /// Refused or read: it depends on how much of the harm a reader notices.
    Ends,
}
use Wanted::{Ends, Refused, Says};

pub struct HostileFile {
    pub name: &'static str,
    pub format: Format,
    pub content: Vec<u8>,
    pub wanted: Wanted,
}

/// Returns all of them. `elsewhere`: an address that some of them try to load.
pub fn hostile_files(elsewhere: &str) -> Vec<HostileFile> {
    let mut files = Vec::new();
    let mut add = |format, name, content, wanted| {
        files.push(HostileFile { name, format, content, wanted });
    };
    for (name, content, wanted) in documents(elsewhere) {
        add(Format::Docx, name, content, wanted);
    }
    for (name, content, wanted) in sheets(elsewhere) {
        add(Format::Xlsx, name, content, wanted);
    }
    for (name, content, wanted) in slides() {
        add(Format::Pptx, name, content, wanted);
    }
    for (name, content, wanted) in books() {
        add(Format::Epub, name, content, wanted);
    }
    for (name, content, wanted) in pdfs(elsewhere) {
        add(Format::Pdf, name, content, wanted);
    }
    for (name, content, wanted) in pages(elsewhere) {
        add(Format::Html, name, content, wanted);
    }
    for (name, content, wanted) in texts() {
        add(Format::Text, name, content, wanted);
    }
    files
}

/// Name, content, and expected result.
pub type Made = (&'static str, Vec<u8>, Wanted);

const PASSWD: &str = "../../../../../../etc/passwd";
const WORDS: &str = "<w:p><w:r><w:t>Some words.</w:t></w:r></w:p>";

fn document_with(body: &str, more: Vec<Entry>) -> Vec<u8> {
    let document = format!("<w:document xmlns:w=\"urn:w\"><w:body>{body}</w:body></w:document>");
    let mut entries = vec![Entry::new("word/document.xml", document)];
    entries.extend(more);
    zip(&entries)
}

fn documents(elsewhere: &str) -> Vec<Made> {
    let outside =
        ["../../evil.txt", "/etc/cron.d/evil", "..\\..\\evil.txt", "C:\\evil.txt", "a\0b", ""];
    let outside = outside.map(|name| Entry::new(name, "evil"));
    let nested = (0..5).fold(b"x".repeat(1_000), |inside, _| zip(&[Entry::new("a.zip", inside)]));
    let relations = format!(
        "<Relationships><Relationship Id=\"r1\" Type=\"http://x/attachedTemplate\" TargetMode=\"External\"
         Target=\"{elsewhere}\"/></Relationships>"
    );
    let link = Entry { mode: 0o120_777, ..Entry::new("word/document.xml", PASSWD) };
    // It decompresses to a hundred thousand times its size.
    let bomb = Entry { unpacked: 190_000_000, ..Entry::packed("word/media/a.png", b"x") };
    let many = (0..60).map(|number| {
        let name = format!("word/media/{number}.png");
        Entry { unpacked: 3_900_000, ..Entry::packed(&name, b"x") }
    });
    let attributes: String = (0..50_000).map(|number| format!("a{number}=\"\" ")).collect();
    vec![
        (
            "names that lead out of the archive",
            document_with(WORDS, outside.into()),
            Says("Some words."),
        ),
        (
            "archives in archives",
            document_with(WORDS, vec![Entry::new("a.zip", nested)]),
            Says("Some words."),
        ),
        ("a link in place of the document", zip(&[link]), Refused),
        (
            "a template from elsewhere",
            document_with(WORDS, vec![Entry::new("word/_rels/document.xml.rels", relations)]),
            Says("Some words."),
        ),
        (
            "programs",
            document_with(WORDS, vec![Entry::new("word/vbaProject.bin", "Shell \"id\"")]),
            Says("Some words."),
        ),
        ("an entry that unpacks without end", document_with(WORDS, vec![bomb]), Refused),
        ("entries that unpack to much together", document_with(WORDS, many.collect()), Refused),
        (
            "an entry that says it is empty",
            {
                let empty =
                    Entry { unpacked: 0, ..Entry::packed("word/document.xml", &[b'a'; 100_000]) };
                zip(&[empty])
            },
            Refused,
        ),
        ("elements in elements", document_with(&"<w:p>".repeat(100_000), Vec::new()), Refused),
        (
            "an element of many attributes",
            document_with(&format!("<w:p><w:pStyle {attributes}/></w:p>{WORDS}"), Vec::new()),
            Says("Some words."),
        ),
        (
            "the same document twice",
            {
                let twice = [WORDS, "<w:p/>"].map(|body| Entry::new("word/document.xml", body));
                zip(&twice)
            },
            Ends,
        ),
        ("an end that is no archive's", document_with(WORDS, Vec::new())[..60].to_vec(), Refused),
    ]
}

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn sheet_with(strings: &str, cells: &str, target: &str) -> Vec<u8> {
    let relation = |name: &str, id: u8, target: &str| {
        format!("<Relationship Id=\"rId{id}\" Type=\"{RELATIONS}/{name}\" Target=\"{target}\"/>")
    };
    let relations = |all: String| format!("<Relationships>{all}</Relationships>");
    let book = format!(
        "<workbook xmlns:r=\"{RELATIONS}\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    zip(&[
        Entry::new("_rels/.rels", relations(relation("officeDocument", 1, "xl/workbook.xml"))),
        Entry::new("xl/workbook.xml", book),
        Entry::new(
            "xl/_rels/workbook.xml.rels",
            relations(
                relation("worksheet", 1, target)
                    + &relation("sharedStrings", 2, "sharedStrings.xml"),
            ),
        ),
        Entry::new("xl/sharedStrings.xml", strings),
        Entry::new(
            "xl/worksheets/sheet1.xml",
            format!("<worksheet><sheetData>{cells}</sheetData></worksheet>"),
        ),
    ])
}

/// Ten words that are ten words each, nine times.
const LAUGHS: &str = "<!DOCTYPE l [<!ENTITY a0 \"ha\"><!ENTITY a1 \"&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;\">
    <!ENTITY a2 \"&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;\"><!ENTITY a3 \"&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;\">
    <!ENTITY a4 \"&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;\"><!ENTITY a5 \"&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;\">
    <!ENTITY a6 \"&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>";

fn sheets(elsewhere: &str) -> Vec<Made> {
    let sheet = "worksheets/sheet1.xml";
    let cell = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>";
    let word = "<sst><si><t>Bread</t></si></sst>";
    let laughs = format!("{LAUGHS}<sst><si><t>Bread</t></si><si><t>&a6;&f;</t></si></sst>");
    let many = format!("<sst count=\"4294967295\" uniqueCount=\"4294967295\">{}", &word[5..]);
    let far = "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    let beyond = "<row r=\"99999999999\"><c r=\"ZZZZZZZZZ99999999999\"><v>1</v></c></row>";
    let nowhere = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>4000000000</v></c></row>";
    let deep = format!("{}Bread", "<t>".repeat(50_000));
    vec![
        ("entities of entities", sheet_with(&laughs, cell, sheet), Ends),
        ("four thousand million strings", sheet_with(&many, cell, sheet), Ends),
        ("a cell at the far end", sheet_with(word, far, sheet), Says("1048576\t")),
        ("a cell beyond the end", sheet_with(word, beyond, sheet), Refused),
        ("a string that is not there", sheet_with(word, nowhere, sheet), Refused),
        ("a sheet outside of the archive", sheet_with(word, cell, PASSWD), Refused),
        ("a sheet elsewhere", sheet_with(word, cell, elsewhere), Refused),
        (
            "elements in a string",
            sheet_with(&format!("<sst><si>{deep}</si></sst>"), cell, sheet),
            Ends,
        ),
    ]
}

fn slides() -> Vec<Made> {
    let presentation = |ids: usize, target: &str, slide: &str| {
        let id = "<p:sldId id=\"256\" r:id=\"rId1\"/>";
        zip(&[
            Entry::new(
                "ppt/presentation.xml",
                format!("<p:presentation>{}</p:presentation>", id.repeat(ids)),
            ),
            Entry::new(
                "ppt/_rels/presentation.xml.rels",
                format!(
                    "<Relationships><Relationship Id=\"rId1\" Target=\"{target}\"/></Relationships>"
                ),
            ),
            Entry::new("ppt/slides/slide1.xml", slide),
        ])
    };
    let slide = format!("<p:sld><a:p><a:t>{}</a:t></a:p></p:sld>", "ha ".repeat(400_000));
    let laughs = format!("{LAUGHS}<p:sld><a:p><a:t>Seen &a6;&f;</a:t></a:p></p:sld>");
    vec![
        (
            "a slide that is shown without end",
            presentation(50_000, "slides/slide1.xml", &slide),
            Refused,
        ),
        ("a slide outside of the archive", presentation(1, PASSWD, &slide), Refused),
        ("entities of entities", presentation(1, "slides/slide1.xml", &laughs), Says("Seen")),
    ]
}

fn books() -> Vec<Made> {
    let book = |package: &str, chapter: &str, more: &str| {
        let container = format!(
            "<container><rootfiles><rootfile full-path=\"{package}\"/></rootfiles></container>"
        );
        let spine = "<itemref idref=\"a\"/>".repeat(50_000);
        let package = format!(
            "<package><manifest><item id=\"a\" href=\"{chapter}\"/></manifest><spine>{spine}</spine></package>"
        );
        zip(&[
            Entry::new("META-INF/container.xml", container),
            Entry::new("book.opf", package),
            Entry::new("a.xhtml", more),
        ])
    };
    let chapter = format!("<p>{}", "ha ".repeat(400_000));
    vec![
        ("a chapter that comes again without end", book("book.opf", "a.xhtml", &chapter), Refused),
        ("a book outside of the archive", book(PASSWD, "a.xhtml", "<p>x"), Refused),
        ("a chapter outside of the archive", book("book.opf", PASSWD, "<p>x"), Refused),
    ]
}

fn pages(elsewhere: &str) -> Vec<Made> {
    let with = |before: String| format!("{before}<p>Some words.").into_bytes();
    vec![
        ("elements in elements", with("<div>".repeat(100_000)), Says("Some words.")),
        ("lists in lists", with("<ul><li>".repeat(50_000)), Says("Some words.")),
        ("quotes that are never closed", with("<a b=\"'<i c='".repeat(100_000)), Ends),
        ("comments that are never closed", with("<!-- ".repeat(300_000)), Refused),
        ("scripts that are never closed", with("<script>".repeat(100_000)), Refused),
        ("entities without end", with("&".repeat(200_000)), Says("Some words.")),
        (
            "an attribute without end",
            with(format!("<p title={}>", "x".repeat(2_000_000))),
            Says("Some words."),
        ),
        (
            "things from elsewhere",
            with(format!(
                "<link href={elsewhere}><img src={elsewhere}><iframe src={elsewhere}></iframe><base href={elsewhere}>"
            )),
            Says("Some words."),
        ),
    ]
}

fn texts() -> Vec<Made> {
    vec![
        ("wrong UTF-8", b"Some \xff\xc0\x80 words.".to_vec(), Says("Some ")),
        ("half of UTF-16", b"\xff\xfea\0\x00\xd8\x41".to_vec(), Says("a")),
        ("zeros in UTF-16", b"\xfe\xff\0a\0\0\0b".to_vec(), Says("ab")),
        ("a letter of marks", format!("a{}", "\u{301}".repeat(200_000)).into_bytes(), Says("a")),
        ("directions turned", "Some \u{202e}words\u{2066}.".into(), Says("Some words.")),
    ]
}

/// An entry of an archive that may say anything of itself.
struct Entry {
    name: String,
    content: Vec<u8>,
    /// 0: as it is; 8: deflated.
    method: u16,
    /// Uncompressed size that it declares.
    unpacked: u32,
    sum: u32,
    mode: u32,
}

impl Entry {
    fn new(name: &str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        let (unpacked, sum) = (content.len() as u32, sum_of(&content));
        Self { name: name.to_owned(), content, method: 0, unpacked, sum, mode: 0o100_644 }
    }

    fn packed(name: &str, content: &[u8]) -> Self {
        let plain = Self::new(name, content);
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        let content = packed.write_all(content).and_then(|()| packed.finish()).unwrap_or_default();
        Self { content, method: 8, ..plain }
    }
}

fn sum_of(content: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    crc.sum()
}

/// Returns an archive of these entries, whatever they say of themselves.
fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let start = file.len() as u32;
        let mut common = Vec::new();
        // Needs version 2.0; no flags; the method; 1980-01-01; sum and sizes; lengths of the name and of nothing.
        for short in [20, 0, entry.method, 0, 0x21] {
            common.extend(short.to_le_bytes());
        }
        for long in [entry.sum, entry.content.len() as u32, entry.unpacked] {
            common.extend(long.to_le_bytes());
        }
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend(entry.name.bytes());
        file.extend(&entry.content);
        // Made on Unix, which has modes.
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(start.to_le_bytes());
        directory.extend(entry.name.bytes());
    }
    let (at, count) = (file.len() as u32, entries.len() as u16);
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(count.to_le_bytes());
    file.extend(count.to_le_bytes());
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(at.to_le_bytes());
    file.extend([0, 0]);
    file
}
