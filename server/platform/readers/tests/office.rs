//! Office files, books and mails as programs write them: each file is one example of what was lost or garbled.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::io::{Cursor, Write};

use parsing::{Format, ParseFailure, Parsed, Part, Unread, UnreadReason};
use readers::read;

/// Reads a file of `tests/`.
fn parsed(name: &str) -> Parsed {
    let path = format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    let content = std::fs::read(path).unwrap();
    let format = Format::of_name(name).unwrap();
    assert!(format.begins_with(&content), "{name}");
    read(format, &content).unwrap_or_else(|failure| panic!("{name}: {failure}"))
}

/// Returns the texts of the pages of a file of which everything is read.
fn pages(name: &str) -> Vec<String> {
    let parsed = parsed(name);
    assert_eq!(parsed.unread, [], "{name}");
    parsed.pages.into_iter().map(|page| page.text).collect()
}

#[test]
fn documents_are_read_as_a_person_sees_them() {
    for (name, text) in [
        // A text box stands in the file twice, for old programs as well.
        ("textbox.docx", "Before the box.\n\nNOTICE: the pool closes at nine.\n\nAfter the box."),
        // Changes are accepted: what was moved stands once.
        ("changes.docx", "The price is 700 euros.\n\nMiddle.\nThis clause was moved to the end."),
        // Word for the web names the main part otherwise.
        ("document2.docx", "Written in Word for the web."),
        (
            "numbered.docx",
            "1. Rent\n1.1 The rent is 900 euros.\n1.2 It is due on the third.\n2. Deposit\n2.1 The deposit \
             is 1850 euros, see clause 1.1.",
        ),
        ("hyphen.docx", "Flat B-12 and form 2024-07\nWissenschaft\nline one\nline two\n10^6\n1/2"),
        ("nested.docx", "Outer left in 1, in 2 | Outer middle | Outer right"),
        ("heading-de.docx", "# Mietvertrag\nText.\n## Kaution\nMehr."),
        (
            "notes.docx",
            "The rent is 900 euros\nThe deposit is due on signing.[^1][^2]\n\n[^1]: Unless the tenant is a \
             student, who pays half.\n[^2]: See the law of 14 May 1999.\nHeader: Contract no. 4711-B\n\nComment \
             by Ana: Ask the landlord about pets.",
        ),
    ] {
        assert_eq!(pages(&format!("office/{name}")), [text], "{name}");
    }
}

#[test]
fn slides_are_read_with_tables_charts_and_notes() {
    assert_eq!(
        pages("office/notes-table.pptx"),
        [
            "Costs of the flat\nr0c0 | r0c1 | r0c2\nr1c0 | r1c1 | r1c2\nr2c0 | r2c1 | r2c2\n\nNotes: Say that \
             the rent rises in May.",
            "Chart\n\nChart:\nSales 2024: East 19.2, West 21.4",
            "Hidden slide",
        ]
    );
}

#[test]
fn sheets_show_times_durations_formulas_and_comments() {
    assert_eq!(
        pages("office/formats.xlsx"),
        [
            "1\tItem\tPrice\tShare\tWhen\tTime\tTook\tSum\n2\tChair\t12.5\t0.25\t2024-03-01\t10:30:00\t\
             30:00:00\t=B2*2\n3\ttrue\t0.3\t1000000000000000\t123456789012\t007\t1\t=SUM(B2:B3)\n4\tmulti \
             line\n5\t\tMerged head\n\nComment on A4: Ask Ana about this",
            "1\thidden sheet value",
        ]
    );
    assert_eq!(pages("office/only-formulas.xlsx"), ["1\t=1+1\n2\t=A1*10"]);
}

#[test]
fn a_damaged_cell_costs_no_sheet_and_is_named() {
    let parsed = parsed("office/bad-string.xlsx");
    let texts: Vec<&str> = parsed.pages.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(texts, ["1\tSummary is here", "1\tRow one is fine\n2\t900\n4\t1850"]);
    assert_eq!(parsed.unread, [Unread::named("Bad: 1 cell", UnreadReason::Damaged)]);
}

#[test]
fn chapters_are_found_by_any_way_of_writing_their_names() {
    let both = [
        "# One\n\nThe first chapter is about the moon.",
        "# Two\n\nThe second chapter is about boats.",
    ];
    for name in ["percent", "script-selfclosed", "title-selfclosed"] {
        assert_eq!(pages(&format!("books/{name}.epub")), both, "{name}");
    }
    assert_eq!(pages("books/all-percent.epub"), ["Only chapter."]);
}

#[test]
fn old_and_open_formats_are_read() {
    let lease = |heading| {
        format!(
            "{heading}Lease\nThe rent is 900 euros – “due” on the third. Приветствие 日本語.\nItem | Price\n\
             Chair | 12.50\nLast line."
        )
    };
    assert_eq!(pages("old/lease.odt"), [lease("# ")]);
    for name in ["old/lease.doc", "old/lease.rtf"] {
        assert_eq!(pages(name), [lease("")], "{name}");
    }
    for name in ["old/prices.xls", "old/prices.ods"] {
        let sheet = "1\tItem\tPrice\tDay\n2\tChair\t12.5\t2024-03-01\n3\tLamp\t9.9\t2024-04-02";
        assert_eq!(pages(name), [sheet], "{name}");
    }
    for name in ["old/tides.ppt", "old/tides.odp"] {
        let slides = [
            "First slide about tides\n\nNotes: Say this slowly – Приветствие",
            "Second slide 日本語",
        ];
        assert_eq!(pages(name), slides, "{name}");
    }
}

#[test]
fn the_content_decides_what_is_named_after_an_old_format() {
    let html = b"<html><table><tr><td>Report</td><td>1850</td></tr></table></html>";
    assert_eq!(read(Format::Xls, html).unwrap().pages[0].text, "Report | 1850");
    assert_eq!(read(Format::Doc, b"{\\rtf1 Really RTF}").unwrap().pages[0].text, "Really RTF");
    assert_eq!(read(Format::Xls, b"a\tb\n1\t2").unwrap().pages[0].text, "a\tb\n1\t2");
    assert_eq!(
        read(Format::Doc, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 cut"),
        Err(ParseFailure::Broken)
    );
    let whole =
        std::fs::read(format!("{}/tests/old/lease.doc", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for eighths in 1..8 {
        let outcome = read(Format::Doc, &whole[..whole.len() * eighths / 8]);
        assert!(outcome.is_err() || outcome.unwrap().words() > 0, "{eighths}");
    }
}

#[test]
fn texts_of_any_age_and_place_are_read() {
    for (name, text) in [
        ("1252.txt", "It’s “the tenant’s own” flat – for €900… Œuvre, Šimon."),
        ("csv-semicolon-1252.csv", "Name;Preis\nMüller;12,50 €\nŽák;3,00 €"),
        ("1251.txt", "Аренда квартиры составляет девятьсот евро в месяц."),
        ("euckr.txt", "집세는 한 달에 구백 유로이며 보증금은 돌려받습니다."),
        ("gb18030.txt", "房租每月九百欧元，押金在六十天内退还。"),
        ("sjis.txt", "家賃は月に九百ユーロで、敷金は六十日以内に返されます。"),
        ("nul-in-log.txt", "line one\nline two"),
        ("csv-cut-utf8.txt", "Ärger mit Umlauten"),
        ("html-1252-refs.html", "It’s the tenant’s “own” flat – for €900."),
        ("html-soft-hyphen.html", "Die Wissenschaftler untersuchen die Gezeitenkraftwerke."),
        ("html-hidden.html", "Shown text about tides."),
    ] {
        let read = pages(&format!("text/{name}")).remove(0);
        assert!(read.starts_with(text), "{name}: {read}");
        assert!(!read.contains("HIDDEN") || read.contains("ARIAHIDDEN"), "{name}: {read}");
    }
    let html = pages("text/html-entities.html").remove(0);
    for shown in
        ["più così però virtù", "c\u{153}ur, île", "x² ≤ 5 − ½ ≈ π", "Wissenschaft", "R&D © 2024"]
    {
        assert!(html.contains(shown), "{shown}: {html}");
    }
}

#[test]
fn a_notebook_is_its_cells_without_its_images() {
    let parsed = parsed("text/notebook.ipynb");
    assert!(parsed.pages[0].text.starts_with("# Tides\nMeasured at **high** water."));
    assert!(parsed.pages[0].text.len() < 500);
    assert_eq!(parsed.unread, [Unread { part: Part::Images(1), reason: UnreadReason::Image }]);
}

const MAIL: &str = "From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nTo: ana@example.org\r\nSubject: =?iso-8859-1?Q?M=FCnchen?=\r\n\
    Date: Fri, 27 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
    --b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=windows-1252\r\n\
    Content-Transfer-Encoding: quoted-printable\r\n\r\nThe rent is =80900.\r\n--c\r\nContent-Type: text/html\r\n\r\n\
    <p>The rent is 900.</p>\r\n--c--\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; \
    filename=costs.csv\r\n\r\nItem,Price\r\n--b\r\nContent-Type: audio/mpeg\r\nContent-Disposition: attachment; \
    filename=voice.mp3\r\n\r\nxx\r\n--b--\r\n";

#[test]
fn a_mail_is_read_with_its_attachments() {
    let parsed = read(Format::Eml, MAIL.as_bytes()).unwrap();
    assert_eq!(
        parsed.pages[0].text,
        "From: Jürgen (j@example.org)\nTo: ana@example.org\nDate: 2026-11-27T10:00:00+01:00\nSubject: München\n\n\
         The rent is €900."
    );
    assert_eq!(parsed.pages[1].title.as_deref(), Some("costs.csv"));
    assert_eq!(parsed.pages[1].text, "Item,Price");
    assert_eq!(parsed.unread, [Unread::named("voice.mp3", UnreadReason::Unsupported)]);
}

#[test]
fn a_mail_of_outlook_is_read_and_its_attachments_are_named() {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    let mut put = |path: &str, text: &str| {
        let content: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        file.create_stream(path).unwrap().write_all(&content).unwrap();
    };
    put("/__substg1.0_0037001F", "Lease");
    put("/__substg1.0_0C1A001F", "Ana");
    put("/__substg1.0_007D001F", "Received: x\r\nDate: Fri, 27 Nov 2026 10:00:00 +0100\r\n");
    put("/__substg1.0_1000001F", "The rent is €900.");
    file.create_storage("/__attach_version1.0_#00000000").unwrap();
    let name: Vec<u8> = "plan.pdf".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let path = "/__attach_version1.0_#00000000/__substg1.0_3707001F";
    file.create_stream(path).unwrap().write_all(&name).unwrap();
    file.flush().unwrap();
    let parsed = read(Format::Msg, &file.into_inner().into_inner()).unwrap();
    let text =
        "From: Ana\nDate: Fri, 27 Nov 2026 10:00:00 +0100\nSubject: Lease\n\nThe rent is €900.";
    assert_eq!(parsed.pages[0].text, text);
    assert_eq!(parsed.unread, [Unread::named("plan.pdf", UnreadReason::Unsupported)]);
}
