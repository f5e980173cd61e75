//! The reader of untrusted files, as the program starts it: files of all kinds, and files made to harm.

use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

use bytes::Bytes;
use parsing::{
    Format, OcrSettings, ParseFailure, Parser, RecognisedPage, RecognisedWord, WORKER_COMMAND,
    WorkerParser,
};
use testing::sample_pdf;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

mod hostile;
mod hostile_files;
mod hostile_pdfs;

fn parser() -> WorkerParser {
    WorkerParser::new(env!("CARGO_BIN_EXE_ensemble").into())
}

fn sheet(cells: &str) -> Bytes {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let entries = [
        ("[Content_Types].xml", "<Types/>".to_owned()),
        (
            "_rels/.rels",
            format!(
                "<Relationships><Relationship Id=\"rId1\" Type=\"{relations}/officeDocument\"
                    Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns:r=\"{relations}\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/>
                 </sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships><Relationship Id=\"rId1\" Type=\"{relations}/worksheet\"
                    Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{cells}</sheetData></worksheet>")),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner().into()
}

#[test]
fn a_hundred_pages_are_read_by_another_process() {
    testing::run(async {
        let pages: Vec<String> = (1..=100)
            .map(|page| format!("Page {page} says: {}", "lorem ipsum ".repeat(200)))
            .collect();
        let parsed = parser().parse(Format::Pdf, sample_pdf(&pages).into()).await.unwrap();
        assert_eq!(parsed.pages.len(), 100);
        assert!(parsed.pages[99].text.starts_with("Page 100 says: lorem"));
        let sheet = sheet("<row r=\"1\"><c r=\"A1\"><v>42</v></c></row>");
        let parsed = parser().parse(Format::Xlsx, sheet).await.unwrap();
        // With the number of its row.
        assert_eq!(parsed.pages[0].text, "1\t42");
    });
}

#[test]
fn a_file_that_harms_its_reader_costs_one_process_and_no_more() {
    testing::run(async {
        // Arrays in arrays without end: a reader that follows them runs out of stack.
        let deep = sample_pdf(&["x"]);
        let deep =
            String::from_utf8(deep).unwrap().replace("/Type /Catalog", &"[".repeat(2_000_000));
        let began = Instant::now();
        let outcome = parser().parse(Format::Pdf, deep.into()).await;
        assert!(outcome.is_err(), "{outcome:?}");
        assert!(began.elapsed() < Duration::from_secs(25));
        let read = parser().parse(Format::Text, Bytes::from_static(b"still here")).await.unwrap();
        assert_eq!(read.pages[0].text, "still here");
    });
}

#[test]
fn without_its_program_reading_is_a_fault_of_ours() {
    testing::run(async {
        let gone = WorkerParser::new("/nowhere/ensemble".into());
        let outcome = gone.parse(Format::Text, Bytes::from_static(b"x")).await;
        assert_eq!(outcome, Err(ParseFailure::Unavailable));
    });
}

/// The reader does nothing, and opens nothing, when called by hand.
#[test]
fn the_reader_takes_known_formats_only() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ensemble"));
    let status = command.args([WORKER_COMMAND, "exe"]).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

/// A page photographed askew, with a shadow on it; a page of text; an empty page.
const SCAN: &[u8] = include_bytes!("../fixtures/scan.pdf");

#[test]
fn a_picture_of_a_page_is_read() {
    testing::run(async {
        let ocr = OcrSettings { program: Some("tesseract".into()), languages: vec!["eng".into()] };
        let parser = parser().with_ocr(ocr);
        assert!(parser.recognises().await);
        let content = Bytes::from_static(SCAN);
        let parsed = parser.parse(Format::Pdf, content.clone()).await.unwrap();
        let numbers: Vec<u32> = parsed.pages.iter().map(|page| page.number).collect();
        assert_eq!((numbers, parsed.page_count), (vec![2], Some(3)));

        let read = parser.recognise_page(content.clone(), 1).await.unwrap();
        assert_eq!(read.page_count, 3);
        let page = read.page.unwrap();
        let text = page.text;
        for line in [
            "The keeper of the lighthouse",
            "and twelve steps as he did every evening, lit the lamp, and",
            "with a flicker that came a little too late to be the wind.",
        ] {
            assert!(text.contains(line), "{line:?} in {text}");
        }
        // Each word with its box, in the page's own coordinates: skewed.
        let words: Vec<&RecognisedWord> = page.lines.iter().flatten().collect();
        let keeper = words.iter().find(|word| word.text == "keeper").unwrap();
        let lighthouse = words.iter().find(|word| word.text == "lighthouse").unwrap();
        assert!(keeper.width > 300 && keeper.width < 2_000, "{keeper:?}");
        assert!(lighthouse.x > keeper.x + keeper.width, "{lighthouse:?}");
        assert!(keeper.y > 200 && keeper.y < 5_000 && keeper.height < 500, "{keeper:?}");
        let empty = parser.recognise_page(content.clone(), 3).await.unwrap();
        assert_eq!(empty.page, Some(RecognisedPage::default()));
        assert_eq!(parser.recognise_page(content, 4).await.unwrap().page, None);
        let outcome = parser.recognise_page(Bytes::from_static(b"%PDF-1.4 no"), 1).await;
        assert_eq!(outcome, Err(ParseFailure::Broken));
    });
}

#[test]
fn scans_on_their_side_and_upside_down_are_read_with_boxes_where_the_words_are() {
    testing::run(async {
        let ocr = OcrSettings { program: Some("tesseract".into()), languages: vec!["eng".into()] };
        let parser = parser().with_ocr(ocr);
        assert!(parser.recognises().await);
        let turned: [(&[u8], bool); 2] = [
            (include_bytes!("../fixtures/scan-90.pdf"), true),
            (include_bytes!("../fixtures/scan-180.pdf"), false),
        ];
        for (scan, is_on_its_side) in turned {
            let read = parser.recognise_page(Bytes::from_static(scan), 1).await.unwrap();
            let page = read.page.unwrap();
            assert!(
                page.text.starts_with("The rent of the flat is 900 euros a month"),
                "{}",
                page.text
            );
            let words: Vec<&RecognisedWord> = page.lines.iter().flatten().collect();
            let rent = words.iter().find(|word| word.text == "rent").unwrap();
            assert_eq!(rent.height > rent.width, is_on_its_side, "{rent:?}");
        }
    });
}

#[test]
fn without_a_text_recogniser_pictures_are_not_read() {
    testing::run(async {
        for program in [None, Some("/nowhere/tesseract".into())] {
            let parser = parser().with_ocr(OcrSettings { program, languages: Vec::new() });
            assert!(!parser.recognises().await);
            let read = parser.recognise_page(Bytes::from_static(SCAN), 1).await;
            assert_eq!(read, Err(ParseFailure::Unavailable));
        }
    });
}
