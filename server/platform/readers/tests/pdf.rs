//! PDFs as programs write them, and as they arrive: each file is one example of what was lost or garbled.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use parsing::Format;
use readers::read;

/// Returns the texts of the pages of `tests/pdf/NAME.pdf`.
fn pages(name: &str) -> Vec<String> {
    let file = format!("{}/tests/pdf/{name}.pdf", env!("CARGO_MANIFEST_DIR"));
    let parsed = read(Format::Pdf, &std::fs::read(file).unwrap()).unwrap();
    parsed.pages.into_iter().map(|page| page.text).collect()
}

#[test]
fn letters_are_those_that_are_seen() {
    for (name, text) in [
        // Google Docs: widths as ranges; letters stood apart.
        ("width-ranges", "Example document about tides"),
        // Ghostscript: an encoding of the file's own.
        ("onebyte-cmap", "Lorem ipsum"),
        ("standard-encoding", "Standard encoding words."),
        // One font is named and not there.
        ("unknown-font", "Known font\n\nFont that is not there"),
        // A form has another font of the same name.
        ("xobject-fonts", "Text of the page itself.\n\nzyxwvutsrq\n\nPage again."),
        ("quote-operators", "First line\nSecond line\nThird line"),
        ("ligature", "The office has five floors and a profitable financial plan."),
        // TeX: accents are glyphs of their own, drawn before their letters.
        ("accents", "Grüne Wege in München,\ndéjà vu, François."),
        // Its formulas: what is set apart from an index is a word of its own, and a molecule is one.
        ("indexes", "Of H2O with QK T V and Wk L"),
        // WeasyPrint: glyphs that say nothing, in a map of which the others are right.
        ("empty-mapping", "हिन्दी में लिखा गया वाक्य"),
        // Drawn twice to look bold.
        ("fakebold", "Bold heading"),
    ] {
        assert_eq!(pages(name), [text], "{name}");
    }
}

#[test]
fn characters_known_by_number_only_cost_no_page() {
    let read = pages("cjk-page-lost");
    assert_eq!(read, ["Invoice 4711, total 1850 euros 日本語", "Second page is plain."]);
}

#[test]
fn letters_drawn_from_left_to_right_are_read_from_the_right_where_they_are_written_so() {
    assert_eq!(pages("hebrew-visual"), ["שלום עולם"]);
}

#[test]
fn a_turned_page_has_its_lines() {
    assert_eq!(pages("rotate90-kerned"), ["Test Table Slide\nSecond line of it"]);
}

#[test]
fn what_is_filled_into_a_form_is_read() {
    let text = &pages("form")[0];
    assert!(text.contains("Name of the tenant:") && text.contains("Ana Filled-In"), "{text}");
    assert!(text.contains("third"), "{text}");
}

#[test]
fn a_damaged_file_is_read_as_far_as_it_can_be() {
    for name in ["bad-startxref", "cut", "trailing"] {
        assert_eq!(pages(name), ["Readable words on a page."], "{name}");
    }
}

#[test]
fn two_lines_side_by_side_that_are_sentences_are_columns() {
    let read = pages("two-col-short");
    assert_eq!(
        read,
        [
            "The committee reviewed the annual report and\n\napproved the budget for the coming fiscal year."
        ]
    );
}

#[test]
fn columns_are_read_one_after_the_other_and_rows_of_a_table_stay_rows() {
    let columns = &pages("three-cols")[0];
    let (a, b, c) = (columns.find("A05"), columns.find("B00"), columns.find("C00"));
    assert!(a.is_some() && a < b && b < c, "{columns}");
    let table =
        "Item Qty Unit price Total\nChair 2 12.50 25.00\nLong oak table 1 300.00 300.00\nLamp 9.90";
    assert_eq!(pages("table"), [table]);
}
