//! Malicious PDFs.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::hostile_files::Made;
use super::hostile_files::Wanted::{Ends, Refused, Says};

/// Returns a PDF of these objects, the first one being its catalogue.
fn pdf(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.5\n".to_vec();
    let mut starts = Vec::new();
    for (number, object) in (1..).zip(objects) {
        starts.push(file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (table, size) = (file.len(), objects.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for start in starts {
        file.extend(format!("{start:010} 00000 n \n").bytes());
    }
    let end =
        format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n");
    file.extend(end.bytes());
    file
}

fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    [format!("<< {entries} /Length {length} >>\nstream\n").as_bytes(), content, b"\nendstream"]
        .concat()
}

/// Builds a PDF of one page, with additional entries, its content and further objects, the first of which is the sixth.
fn page_with(
    catalogue: &str,
    pages: &str,
    page: &str,
    content: Vec<u8>,
    more: Vec<Vec<u8>>,
) -> Vec<u8> {
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>").into_bytes(),
        format!("<< /Type /Pages {pages} >>").into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /Contents 5 0 R {page} >>").into_bytes(),
        content,
    ];
    objects.extend(more);
    pdf(&objects, "")
}

const ONE_PAGE: &str = "/Count 1 /Kids [4 0 R]";
const BOX: &str = "/MediaBox [0 0 200 200]";
const PLAIN: &str = "/MediaBox [0 0 200 200] /Resources << /Font << /F1 3 0 R >> >>";
const TEXT: &[u8] = b"BT /F1 11 Tf 20 100 Td (Some words.) Tj ET";

/// Returns the PDFs. `elsewhere`: an address that some of them try to load.
pub fn pdfs(elsewhere: &str) -> Vec<Made> {
    let plain = |catalogue: &str, pages: &str, page: &str| {
        page_with(catalogue, pages, page, stream("", TEXT), Vec::new())
    };
    let drawn = |resources: &str, content: &[u8], more: Vec<Vec<u8>>| {
        let page = format!("{BOX} /Resources << /Font << /F1 3 0 R >> {resources} >>");
        page_with("", ONE_PAGE, &page, stream("", content), more)
    };
    let folded = (0..5).fold(b" ".repeat(3_000_000), |inside, _| zlib(&inside));
    let folds = "/Filter [/FlateDecode /FlateDecode /FlateDecode /FlateDecode /FlateDecode]";
    let objects = zlib(&b"6 0 ".repeat(250_000));
    let itself = "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /X 6 0 R >> >>";
    let picture = |more: &str| {
        format!(
            "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 {more}"
        )
    };
    let script = format!(
        "/OpenAction << /S /JavaScript /JS (app.launchURL\\('{elsewhere}'\\)) >> /AA << /WC << /S /URI /URI ({elsewhere}) >> >>"
    );
    let same = |count: usize| "4 0 R ".repeat(count);
    let box_of = |sides: &str| plain("", ONE_PAGE, &PLAIN.replace("0 0 200 200", sides));
    let whole = plain("", ONE_PAGE, PLAIN);
    let text =
        |from: &str, to: &str| String::from_utf8_lossy(&whole).replace(from, to).into_bytes();
    let xref = whole.windows(5).position(|five| five == b"xref\n").unwrap_or_default();
    vec![
        (
            "pages that are their own parents",
            plain("", "/Count 9 /Kids [2 0 R 4 0 R 2 0 R]", PLAIN),
            Ends,
        ),
        (
            "a page that is its own page",
            plain("", ONE_PAGE, &format!("{PLAIN} /Kids [4 0 R]")),
            Ends,
        ),
        ("no pages but many", plain("", "/Count 1000000 /Kids []", PLAIN), Refused),
        ("fewer pages than none", plain("", "/Count -1 /Kids [4 0 R]", PLAIN), Ends),
        (
            "many times the same page",
            plain("", &format!("/Count 1000000 /Kids [{}]", same(5_000)), PLAIN),
            Says("Some words."),
        ),
        ("a page as large as a country", box_of("0 0 1000000000 1000000000"), Says("Some words.")),
        ("a page without end", box_of("0 0 99999999999999999999999999999999999999999 9"), Ends),
        ("a page of nothing", box_of("0 0 0 0"), Ends),
        ("a page inside out", box_of("200 200 -200 -200"), Ends),
        (
            "content that is its own content",
            plain("", ONE_PAGE, &format!("{PLAIN} /Contents [4 0 R 4 0 R]")),
            Ends,
        ),
        (
            "a form that shows itself",
            drawn("/XObject << /X 6 0 R >>", b"/X Do", vec![stream(itself, b"/X Do /X Do")]),
            Ends,
        ),
        (
            "content packed five times",
            page_with("", ONE_PAGE, PLAIN, stream(folds, &folded), Vec::new()),
            Ends,
        ),
        (
            "objects packed in objects",
            page_with(
                "",
                ONE_PAGE,
                PLAIN,
                stream("", TEXT),
                vec![stream(
                    "/Type /ObjStm /N 1000000000 /First 4000000000 /Filter /FlateDecode",
                    &objects,
                )],
            ),
            Ends,
        ),
        (
            "a picture larger than memory",
            drawn(
                "/XObject << /X 6 0 R >>",
                b"200 0 0 200 0 0 cm /X Do",
                vec![stream(&picture("/Filter /FlateDecode"), &zlib(&[0; 9_000]))],
            ),
            Ends,
        ),
        (
            "a picture of no kind",
            drawn(
                "/XObject << /X 6 0 R >>",
                b"200 0 0 200 0 0 cm /X Do",
                vec![stream(&picture("/Filter /JPXDecode"), b"\0\0\0\x0cjP  \r\n\x87\n")],
            ),
            Ends,
        ),
        (
            "a picture of no bits",
            drawn(
                "/XObject << /X 6 0 R >>",
                b"200 0 0 200 0 0 cm /X Do",
                vec![stream(&picture("/Filter /JBIG2Decode"), &[0xff; 64])],
            ),
            Ends,
        ),
        (
            "many states that are kept",
            drawn("", &[b"q ".repeat(30_000), TEXT.to_vec()].concat(), Vec::new()),
            Ends,
        ),
        ("programs and addresses", plain(&script, ONE_PAGE, PLAIN), Says("Some words.")),
        (
            "a table that follows itself",
            text("/Root 1 0 R", &format!("/Root 1 0 R /Prev {xref}")),
            Ends,
        ),
        ("a table of many objects", text("xref\n0 6", "xref\n0 4000000000"), Ends),
        ("a table that is nowhere", text("startxref\n", "startxref\n99999999"), Ends),
        (
            "a stream longer than its file",
            text(&format!("/Length {}", TEXT.len()), "/Length 4000000000"),
            Ends,
        ),
        ("strings in strings", text("(Some words.)", &format!("({}", "(".repeat(500_000))), Ends),
        ("a number without end", text("200", &"9".repeat(1_000_000)), Ends),
    ]
}

fn zlib(content: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(content).and_then(|()| packed.finish()).unwrap_or_default()
}
