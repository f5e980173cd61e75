//! Writes slides as a presentation of PowerPoint's: text and tables are native, in a plain design of two layouts.

mod package;

use std::fmt::Write;

use kernel::Fallible;

use super::blocks::{Align, Span, Table, plain};
use super::deck::{Content, Line, Mark, Slide, slides_of};
use super::is_right_to_left;
use super::zipped::xml;
use package::{HEIGHT, LEFT, WIDTH};

/// Writes a Markdown text as slides.
pub fn write(title: &str, markdown: &str) -> Fallible<Vec<u8>> {
    let slides = slides_of(title, markdown);
    package::pack(title, slides.iter().map(|slide| (slide_xml(slide), slide.is_title)))
}

const TEXT_WIDTH: i64 = WIDTH - 2 * LEFT;
const TITLE_TOP: i64 = 420_000;
const TITLE_HEIGHT: i64 = 1_000_000;
const BODY_TOP: i64 = 1_560_000;
const BODY_HEIGHT: i64 = HEIGHT - BODY_TOP - 420_000;
const ROW_HEIGHT: i64 = 440_000;

fn slide_xml(slide: &Slide) -> String {
    let mut shapes = String::new();
    let (kind, top, height) = match slide.is_title {
        true => ("ctrTitle", 2_100_000, 1_500_000),
        false => ("title", TITLE_TOP, TITLE_HEIGHT),
    };
    if !slide.title.is_empty() {
        let title = paragraph(&slide.title, 0, Mark::None);
        shapes.push_str(&text_shape(2, "Title", &format!("type=\"{kind}\""), top, height, &title));
    }
    match &slide.content {
        Content::Lines(lines) if lines.is_empty() => {}
        Content::Lines(lines) => {
            let body: String = lines
                .iter()
                .map(|Line { level, mark, spans }| paragraph(spans, *level, *mark))
                .collect();
            let (place, top, height) = match slide.is_title {
                true => ("type=\"subTitle\" idx=\"1\"", 3_700_000, 1_600_000),
                false => ("idx=\"1\"", BODY_TOP, BODY_HEIGHT),
            };
            shapes.push_str(&text_shape(3, "Text", place, top, height, &body));
        }
        Content::Table(table) => shapes.push_str(&table_frame(table)),
    }
    package::slide(&shapes)
}

fn text_shape(id: u8, name: &str, place: &str, top: i64, height: i64, paragraphs: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"{name}\"/><p:cNvSpPr><a:spLocks noGrp=\"1\"/></p:cNvSpPr><p:nvPr>\
         <p:ph {place}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x=\"{LEFT}\" y=\"{top}\"/>\
         <a:ext cx=\"{TEXT_WIDTH}\" cy=\"{height}\"/></a:xfrm></p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr>\
         <a:lstStyle/>{paragraphs}</p:txBody></p:sp>"
    )
}

fn paragraph(spans: &[Span], level: usize, mark: Mark) -> String {
    let side = if is_right_to_left(&plain(spans)) { " algn=\"r\" rtl=\"1\"" } else { "" };
    // Room for the bullet, at the side where the line begins.
    let edge = if side.is_empty() { "marL" } else { "marR" };
    let indent = match mark {
        Mark::None => format!(" {edge}=\"{}\" indent=\"0\"", level * 342_900),
        _ => format!(" {edge}=\"{}\" indent=\"-342900\"", (level + 1) * 342_900),
    };
    let bullet = match mark {
        Mark::None => "<a:buNone/>".to_owned(),
        Mark::Bullet => "<a:buFont typeface=\"Arial\"/><a:buChar char=\"•\"/>".to_owned(),
        Mark::Number(start) => {
            format!(
                "<a:buFont typeface=\"+mj-lt\"/><a:buAutoNum type=\"arabicPeriod\" startAt=\"{}\"/>",
                start.clamp(1, 32_767)
            )
        }
    };
    format!(
        "<a:p><a:pPr lvl=\"{level}\"{indent}{side}>{bullet}</a:pPr>{}</a:p>",
        runs(spans, false)
    )
}

fn runs(spans: &[Span], is_bold: bool) -> String {
    let mut out = String::new();
    for span in spans {
        let style = span.style;
        let on =
            |is_on: bool, name: &str| if is_on { format!(" {name}=\"1\"") } else { String::new() };
        let struck = if style.struck { " strike=\"sngStrike\"" } else { "" };
        let font = match style.code {
            true => "<a:latin typeface=\"Consolas\"/><a:cs typeface=\"Consolas\"/>",
            false => "",
        };
        let looks = format!(
            "{}{}{struck} dirty=\"0\"",
            on(style.bold || is_bold, "b"),
            on(style.italic, "i")
        );
        for (number, line) in span.text.split('\n').enumerate() {
            if number > 0 {
                out.push_str("<a:br/>");
            }
            if !line.is_empty() {
                let _ =
                    write!(out, "<a:r><a:rPr{looks}>{font}</a:rPr><a:t>{}</a:t></a:r>", xml(line));
            }
        }
    }
    out
}

fn table_frame(Table { aligns, rows }: &Table) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let width = TEXT_WIDTH / columns as i64;
    let is_rtl =
        rows.first().and_then(|row| row.first()).is_some_and(|cell| is_right_to_left(&plain(cell)));
    let side = if is_rtl { " rtl=\"1\"" } else { "" };
    let grid = format!("<a:gridCol w=\"{width}\"/>").repeat(columns);
    let mut body = String::new();
    for (number, row) in rows.iter().enumerate() {
        let _ = write!(body, "<a:tr h=\"{ROW_HEIGHT}\">");
        for column in 0..columns {
            let spans = row.get(column).map_or(&[][..], Vec::as_slice);
            let align = aligns.get(column).copied().unwrap_or_default();
            body.push_str(&cell(spans, align, number == 0, is_rtl));
        }
        body.push_str("</a:tr>");
    }
    let height = ROW_HEIGHT * rows.len() as i64;
    format!(
        "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"4\" name=\"Table\"/><p:cNvGraphicFramePr/><p:nvPr/>\
         </p:nvGraphicFramePr><p:xfrm><a:off x=\"{LEFT}\" y=\"{BODY_TOP}\"/><a:ext cx=\"{TEXT_WIDTH}\" cy=\"{height}\"/></p:xfrm>\
         <a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/table\"><a:tbl>\
         <a:tblPr{side} firstRow=\"1\"/><a:tblGrid>{grid}</a:tblGrid>{body}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
}

fn cell(spans: &[Span], align: Align, is_head: bool, is_rtl: bool) -> String {
    let is_own_rtl =
        is_right_to_left(&plain(spans)) || (is_rtl && !plain(spans).contains(char::is_alphabetic));
    let align = match (align, is_own_rtl) {
        (Align::Middle, _) => "ctr",
        (Align::End, false) | (Align::Unsaid | Align::Start, true) => "r",
        (Align::End, true) | (Align::Unsaid | Align::Start, false) => "l",
    };
    let side = if is_own_rtl { " rtl=\"1\"" } else { "" };
    let color = if is_head { "F3F3F6" } else { "FFFFFF" };
    let edge = |name: &str| {
        format!(
            "<a:{name} w=\"9525\"><a:solidFill><a:srgbClr val=\"D6D6DD\"/></a:solidFill></a:{name}>"
        )
    };
    let edges: String = ["lnL", "lnR", "lnT", "lnB"].iter().map(|name| edge(name)).collect();
    let text = runs(spans, is_head).replace("<a:rPr", "<a:rPr sz=\"1600\"");
    format!(
        "<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr algn=\"{align}\"{side}/>{text}</a:p></a:txBody>\
         <a:tcPr>{edges}<a:solidFill><a:srgbClr val=\"{color}\"/></a:solidFill></a:tcPr></a:tc>"
    )
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    fn part(file: &[u8], name: &str) -> String {
        let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn slides_have_titles_lists_and_tables() {
        let file = write(
            "Deck",
            "# Deck\n\n## One & two\n\n- **a**\n1. b\n\n## T\n\n| h |\n|---:|\n| <x> |",
        )
        .unwrap();
        let first = part(&file, "ppt/slides/slide2.xml");
        assert!(
            first.contains("One &amp; two") && first.contains("<a:buChar char=\"•\"/>"),
            "{first}"
        );
        assert!(first.contains(" b=\"1\"") && first.contains("buAutoNum"), "{first}");
        let table = part(&file, "ppt/slides/slide3.xml");
        assert!(
            table.contains("<a:tbl>")
                && table.contains("&lt;x&gt;")
                && table.contains("algn=\"r\"")
        );
        assert!(part(&file, "[Content_Types].xml").contains("/ppt/slides/slide3.xml"));
        assert!(part(&file, "ppt/presentation.xml").matches("<p:sldId ").count() == 3);
    }

    #[test]
    fn every_part_is_well_formed() {
        let file = write(
            "د",
            "# مرحبا\n\nx\n\n## ب\n\n- ج\n\n```\n<code>\n```\n\n| ا | b |\n|---|---|\n| 1 | 2 |",
        )
        .unwrap();
        let zip = zip::ZipArchive::new(Cursor::new(&file)).unwrap();
        let names: Vec<String> = zip.file_names().flatten().map(|name| name.into_owned()).collect();
        assert!(names.len() > 12);
        for name in names {
            let text = part(&file, &name);
            let mut reader = quick_xml::Reader::from_str(&text);
            while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
        }
        assert!(part(&file, "ppt/slides/slide2.xml").contains("rtl=\"1\""));
    }
}
