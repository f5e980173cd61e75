//! Files of every kind that is taken apart, made here; and files that are made to harm.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::io::{Cursor, Write};

use parsing::{Format, ParseFailure, Parsed, Unread, UnreadReason, describe_unread};
use readers::read;
use testing::{sample_pdf, set_pdf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn texts(parsed: &Parsed) -> Vec<&str> {
    parsed.pages.iter().map(|page| page.text.as_str()).collect()
}

fn docx(body: &str) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"urn:w\"><w:body>{body}</w:body></w:document>"
    );
    archive(&[("[Content_Types].xml", "<Types/>"), ("word/document.xml", &document)])
}

#[test]
fn a_document_is_read_with_headings_tables_and_pages() {
    let file = docx(
        "<w:p><w:pPr><w:pStyle w:val=\"Heading2\"/></w:pPr><w:r><w:t>Terms &amp; dates</w:t></w:r></w:p>
         <w:p><w:r><w:t xml:space=\"preserve\">The rent </w:t></w:r><w:r><w:t>is 900.</w:t></w:r></w:p>
         <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>
             <w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
         <w:p><w:r><w:br w:type=\"page\"/><w:t>Second&#x21;</w:t><w:delText>gone</w:delText></w:r></w:p>",
    );
    let parsed = read(Format::Docx, &file).unwrap();
    assert_eq!(texts(&parsed), ["## Terms & dates\nThe rent is 900.\na | b", "Second!"]);
    assert_eq!(parsed.pages[1].number, 2);
}

#[test]
fn slides_come_in_the_order_in_which_they_are_shown() {
    let slide = |text: &str| {
        format!("<p:sld xmlns:a=\"a\"><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sld>")
    };
    let file = archive(&[
        (
            "ppt/presentation.xml",
            "<p:presentation xmlns:r=\"r\"><p:sldIdLst><p:sldId id=\"256\" r:id=\"rId2\"/>
                <p:sldId id=\"257\" r:id=\"rId1\"/></p:sldIdLst></p:presentation>",
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            "<Relationships><Relationship Id=\"rId1\" Target=\"slides/slide1.xml\"/>
                <Relationship Id=\"rId2\" Target=\"slides/slide2.xml\"/></Relationships>",
        ),
        ("ppt/slides/slide1.xml", &slide("last")),
        ("ppt/slides/slide2.xml", &slide("first")),
    ]);
    assert_eq!(texts(&read(Format::Pptx, &file).unwrap()), ["first", "last"]);
}

#[test]
fn sheets_are_read_with_their_names_rows_dates_and_gaps() {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let file = archive(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            &format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">
                 <Relationship Id=\"rId1\" Type=\"{relations}/officeDocument\" Target=\"xl/workbook.xml\"/>
                 </Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            &format!(
                "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"{relations}\">
                 <sheets><sheet name=\"Costs\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">
                 <Relationship Id=\"rId1\" Type=\"{relations}/worksheet\" Target=\"worksheets/sheet1.xml\"/>
                 </Relationships>"
            ),
        ),
        (
            "xl/styles.xml",
            "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">
             <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
        ),
        (
            "xl/worksheets/sheet1.xml",
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>
             <row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Bread</t></is></c><c r=\"C1\"><v>2.5</v></c></row>
             <row r=\"3\"><c r=\"A3\" s=\"1\"><v>46000</v></c></row></sheetData></worksheet>",
        ),
    ]);
    let parsed = read(Format::Xlsx, &file).unwrap();
    assert_eq!(parsed.pages[0].title.as_deref(), Some("Costs"));
    assert_eq!(texts(&parsed), ["1\tBread\t\t2.5\n3\t2025-12-09"]);
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let file = archive(&[
        (
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>",
        ),
        (
            "OEBPS/book.opf",
            "<package><manifest><item id=\"b\" href=\"text/b.xhtml\"/><item id=\"a\" href=\"text/a.xhtml\"/>
             </manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
        ),
        ("OEBPS/text/a.xhtml", "<html><head><title>One</title></head><body><p>Call me.</p></body></html>"),
        ("OEBPS/text/b.xhtml", "<html><body><p>The end.</p></body></html>"),
    ]);
    let parsed = read(Format::Epub, &file).unwrap();
    assert_eq!(texts(&parsed), ["Call me.", "The end."]);
    assert_eq!(parsed.pages[0].title.as_deref(), Some("One"));
}

#[test]
fn a_pdf_is_read_page_by_page() {
    let file = sample_pdf(&["The first page speaks of rent.", "The second (page) ends."]);
    let parsed = read(Format::Pdf, &file).unwrap();
    assert_eq!(texts(&parsed), ["The first page speaks of rent.", "The second (page) ends."]);
    assert_eq!(parsed.pages[1].number, 2);
}

#[test]
fn a_long_pdf_is_read_up_to_the_limit_and_the_rest_is_named() {
    let pages: Vec<String> = (1..=2_003).map(|page| format!("Page {page}.")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let parsed = read(Format::Pdf, &sample_pdf(&pages)).unwrap();
    assert_eq!((parsed.pages.len(), parsed.page_count), (2_000, Some(2_003)));
    let said = describe_unread(&parsed.unread);
    assert_eq!(said.as_deref(), Some("pages 2001-2003 (beyond the limit)"));
}

/// Two columns, each line with its distance from the top; a sentence spans three lines, and continues in the next
/// column.
const COLUMNS: [[&str; 4]; 2] = [
    [
        "The rent of the flat is 900 euros a",
        "month. The deposit of 1850 euros is",
        "paid in three parts and all of it is re-",
        "turned within sixty days, whenever",
    ],
    [
        "there is no damage to the walls. Pets",
        "are welcome, as long as they are",
        "small ones. Smoke is not. The garden",
        "is for all who live here.",
    ],
];
const READ: &str = "The rent of the flat is 900 euros a month. The deposit of 1850 euros is paid in three parts and all \
    of it is returned within sixty days, whenever there is no damage to the walls. Pets are welcome, as long as they \
    are small ones. Smoke is not. The garden is for all who live here.";

// issue 5: "each cited quote is matched against a stored snapshot"
#[test]
fn a_sentence_of_a_pdf_is_one_however_many_lines_and_columns_it_goes_over() {
    let placed = |column: usize, line: usize| {
        (50 + 250 * column as u32, 700 - 14 * line as u32, COLUMNS[column][line])
    };
    let one_by_one: Vec<_> =
        (0..2).flat_map(|column| (0..4).map(move |line| placed(column, line))).collect();
    let row_by_row: Vec<_> =
        (0..4).flat_map(|line| (0..2).map(move |column| placed(column, line))).collect();
    for lines in [one_by_one, row_by_row] {
        let parsed = read(Format::Pdf, &set_pdf(&lines)).unwrap();
        assert_eq!(texts(&parsed), [READ]);
    }
}

// spec §8: "Error parsing file"
#[test]
fn a_pdf_that_is_damaged_is_a_failure_and_no_panic() {
    let whole = sample_pdf(&["Some words."]);
    for cut in [0, 8, 60, whole.len() / 2] {
        let outcome = read(Format::Pdf, &whole[..cut]);
        assert!(outcome.is_err(), "cut at {cut}: {outcome:?}");
    }
    let blank: [&str; 1] = [""];
    assert_eq!(read(Format::Pdf, &sample_pdf(&blank)), Err(ParseFailure::NoText));
    let none: [&str; 0] = [];
    assert!(read(Format::Pdf, &sample_pdf(&none)).is_err());
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_a_failure_or_what_came_before() {
    let slide = archive(&[
        ("ppt/presentation.xml", "<p:presentation><p:sldId r:id=\"rId1\"/></p:presentation>"),
        (
            "ppt/_rels/presentation.xml.rels",
            "<Relationships><Relationship Id=\"rId1\" Target=\"slide1.xml\"/></Relationships>",
        ),
        ("ppt/slide1.xml", "<p:sld><a:p><a:t>Some words.</a:t></a:p></p:sld>"),
    ]);
    let page = "<html><body><p>Some words.</p><ul><li>One</ul><a title='x'>more</a></body></html>";
    let whole = [
        (Format::Pdf, sample_pdf(&["Some words.", "More words."])),
        (Format::Docx, docx("<w:p><w:r><w:t>Some words.</w:t></w:r></w:p>")),
        (Format::Pptx, slide),
        (Format::Html, page.as_bytes().to_vec()),
        (Format::Text, "Some wörds.".as_bytes().to_vec()),
    ];
    for (format, content) in &whole {
        assert!(texts(&read(*format, content).unwrap())[0].starts_with("Some w"), "{format:?}");
        for eighths in 0..8 {
            let cut = &content[..content.len() * eighths / 8];
            let Ok(parsed) = read(*format, cut) else { continue };
            let is_packed = matches!(format, Format::Docx | Format::Pptx);
            assert!(!is_packed, "{format:?}: the directory is at the end");
            assert!(texts(&parsed)[0].starts_with(['S', '<']), "{format:?}: {parsed:?}");
        }
    }
}

#[test]
fn a_pdf_with_a_password_says_so() {
    let plain = String::from_utf8(sample_pdf(&["Secret."])).unwrap();
    let hex = "00".repeat(32);
    let encryption = format!(
        "trailer\n<< /ID [<{id}> <{id}>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4
         /O <{hex}> /U <{hex}> >>",
        id = "11".repeat(16)
    );
    let locked = plain.replace("trailer\n<<", &encryption);
    assert_eq!(read(Format::Pdf, locked.as_bytes()), Err(ParseFailure::Encrypted));
}

#[test]
fn an_archive_that_unpacks_without_end_is_refused() {
    let much = "a".repeat(50_000_000);
    let body = format!("<w:document>{much}</w:document>");
    let bomb = archive(&[("word/document.xml", &body)]);
    assert!(bomb.len() < 100_000);
    assert_eq!(read(Format::Docx, &bomb), Err(ParseFailure::Exhausted));

    let names: Vec<String> = (0..2_001).map(|number| format!("f{number}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(read(Format::Epub, &archive(&many)), Err(ParseFailure::Exhausted));
}

#[test]
fn entities_that_a_document_declares_are_never_unfolded() {
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\">
        <!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>
        <w:document><w:p><w:r><w:t>seen &b;&f;</w:t></w:r></w:p></w:document>";
    let file = archive(&[("word/document.xml", bomb)]);
    assert_eq!(texts(&read(Format::Docx, &file).unwrap()), ["seen"]);
}

#[test]
fn an_archive_of_another_kind_is_not_what_it_says() {
    let file = archive(&[("hello.txt", "hi")]);
    for format in [Format::Docx, Format::Pptx, Format::Xlsx, Format::Epub] {
        assert_eq!(read(format, &file), Err(ParseFailure::Broken), "{format:?}");
    }
    let whole = docx("<w:p><w:r><w:t>words</w:t></w:r></w:p>");
    assert_eq!(read(Format::Docx, &whole[..whole.len() / 2]), Err(ParseFailure::Broken));
    let unclosed = archive(&[("word/document.xml", "<w:document><w:p")]);
    assert!(read(Format::Docx, &unclosed).is_err());
}

#[test]
fn an_archive_is_the_files_in_it_and_names_what_is_not_read() {
    let mut inner = String::new();
    for line in 0..3 {
        inner.push_str(&format!("line {line}\n"));
    }
    let file = archive(&[
        ("notes/b.md", "# Second"),
        ("a.txt", &inner),
        ("voice.mp3", "xx"),
        ("photo.png", "\u{89}PNG"),
        ("inner.zip", "PK"),
        ("broken.docx", "no archive"),
        ("__MACOSX/._a.txt", "no"),
        (".DS_Store", "no"),
        ("empty.txt", " "),
    ]);
    let parsed = read(Format::Zip, &file).unwrap();
    assert_eq!(texts(&parsed), ["line 0\nline 1\nline 2", "# Second"]);
    let titles: Vec<_> = parsed.pages.iter().map(|page| page.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["a.txt", "notes/b.md"]);
    assert_eq!(
        parsed.unread,
        [
            Unread::named("broken.docx", UnreadReason::Damaged),
            Unread::named("inner.zip", UnreadReason::Unsupported),
            Unread::named("photo.png", UnreadReason::Image),
            Unread::named("voice.mp3", UnreadReason::Unsupported),
        ]
    );
    assert_eq!(read(Format::Zip, &archive(&[("a.mp3", "x")])), Err(ParseFailure::NoText));
}

#[test]
fn parts_of_documents_that_are_no_text_are_named() {
    let file = docx(
        "<w:p><w:r><w:t>Words.</w:t></w:r><w:r><w:drawing><a:blip r:embed=\"rId1\"/></w:drawing></w:r>
         <w:r><w:object><o:OLEObject ProgID=\"Excel.Sheet.12\"/></w:object></w:r>
         <w:r><w:sym w:font=\"Wingdings\" w:char=\"F0FC\"/><w:t xml:space=\"preserve\"> done</w:t></w:r></w:p>",
    );
    let parsed = read(Format::Docx, &file).unwrap();
    assert_eq!(texts(&parsed), ["Words.✓ done"]);
    let said = describe_unread(&parsed.unread);
    assert_eq!(said.as_deref(), Some("\"Excel.Sheet.12\" (of a kind that is not read); 1 image"));
}
