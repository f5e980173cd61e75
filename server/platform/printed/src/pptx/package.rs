//! The parts of a presentation besides its slides: master, layouts, theme and relationships.

use kernel::Fallible;

use crate::zipped::{xml, zipped};

/// Sides of a slide, in EMU.
pub(super) const WIDTH: i64 = 12_192_000;
pub(super) const HEIGHT: i64 = 6_858_000;
/// The margin at its sides.
pub(super) const LEFT: i64 = 838_200;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const SPACES: &str = "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "application/vnd.openxmlformats-officedocument.presentationml";
const GROUP: &str =
    "<p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>";

/// Returns a slide with these shapes.
pub(super) fn slide(shapes: &str) -> String {
    format!(
        "{HEAD}<p:sld {SPACES}><p:cSld><p:spTree>{GROUP}{shapes}</p:spTree></p:cSld>\
         <p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>"
    )
}

/// Returns the whole file, of slides and of which are title slides.
pub(super) fn pack(title: &str, slides: impl Iterator<Item = (String, bool)>) -> Fallible<Vec<u8>> {
    let slides: Vec<(String, bool)> = slides.collect();
    let mut files = vec![
        ("[Content_Types].xml".to_owned(), content_types(slides.len())),
        (
            "_rels/.rels".to_owned(),
            relations([
                (format!("{OFFICE}/officeDocument"), "ppt/presentation.xml".to_owned()),
                (
                    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties".to_owned(),
                    "docProps/core.xml".to_owned(),
                ),
            ]),
        ),
        ("docProps/core.xml".to_owned(), core(title)),
        ("ppt/presentation.xml".to_owned(), presentation(slides.len())),
        ("ppt/_rels/presentation.xml.rels".to_owned(), presentation_relations(slides.len())),
        ("ppt/theme/theme1.xml".to_owned(), theme()),
        ("ppt/slideMasters/slideMaster1.xml".to_owned(), master()),
        (
            "ppt/slideMasters/_rels/slideMaster1.xml.rels".to_owned(),
            relations([
                (format!("{OFFICE}/slideLayout"), "../slideLayouts/slideLayout1.xml".to_owned()),
                (format!("{OFFICE}/slideLayout"), "../slideLayouts/slideLayout2.xml".to_owned()),
                (format!("{OFFICE}/theme"), "../theme/theme1.xml".to_owned()),
            ]),
        ),
    ];
    let to_master = relations([(
        format!("{OFFICE}/slideMaster"),
        "../slideMasters/slideMaster1.xml".to_owned(),
    )]);
    for (number, layout) in [(1, layout("title", true)), (2, layout("obj", false))] {
        files.push((format!("ppt/slideLayouts/slideLayout{number}.xml"), layout));
        let name = format!("ppt/slideLayouts/_rels/slideLayout{number}.xml.rels");
        files.push((name, to_master.clone()));
    }
    for (number, (slide, is_title)) in (1..).zip(slides) {
        let layout = if is_title { 1 } else { 2 };
        files.push((format!("ppt/slides/slide{number}.xml"), slide));
        files.push((
            format!("ppt/slides/_rels/slide{number}.xml.rels"),
            relations([(
                format!("{OFFICE}/slideLayout"),
                format!("../slideLayouts/slideLayout{layout}.xml"),
            )]),
        ));
    }
    zipped(files.iter().map(|(name, content)| (name.as_str(), content)))
}

fn relations(targets: impl IntoIterator<Item = (String, String)>) -> String {
    let mut out = format!(
        "{HEAD}<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    );
    for (number, (kind, target)) in (1..).zip(targets) {
        out.push_str(&format!(
            "<Relationship Id=\"rId{number}\" Type=\"{kind}\" Target=\"{target}\"/>"
        ));
    }
    out + "</Relationships>"
}

fn presentation_relations(slides: usize) -> String {
    let first = [
        (format!("{OFFICE}/slideMaster"), "slideMasters/slideMaster1.xml".to_owned()),
        (format!("{OFFICE}/theme"), "theme/theme1.xml".to_owned()),
    ];
    let slides =
        (1..=slides).map(|number| (format!("{OFFICE}/slide"), format!("slides/slide{number}.xml")));
    relations(first.into_iter().chain(slides))
}

fn content_types(slides: usize) -> String {
    let mut out = format!(
        "{HEAD}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>\
         <Override PartName=\"/ppt/presentation.xml\" ContentType=\"{TYPES}.presentation.main+xml\"/>\
         <Override PartName=\"/ppt/slideMasters/slideMaster1.xml\" ContentType=\"{TYPES}.slideMaster+xml\"/>\
         <Override PartName=\"/ppt/slideLayouts/slideLayout1.xml\" ContentType=\"{TYPES}.slideLayout+xml\"/>\
         <Override PartName=\"/ppt/slideLayouts/slideLayout2.xml\" ContentType=\"{TYPES}.slideLayout+xml\"/>\
         <Override PartName=\"/ppt/theme/theme1.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.theme+xml\"/>"
    );
    for number in 1..=slides {
        out.push_str(&format!(
            "<Override PartName=\"/ppt/slides/slide{number}.xml\" ContentType=\"{TYPES}.slide+xml\"/>"
        ));
    }
    out + "</Types>"
}

fn core(title: &str) -> String {
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title></cp:coreProperties>",
        xml(title)
    )
}

fn presentation(slides: usize) -> String {
    let ids: String = (0..slides)
        .map(|at| format!("<p:sldId id=\"{}\" r:id=\"rId{}\"/>", 256 + at, 3 + at))
        .collect();
    format!(
        "{HEAD}<p:presentation {SPACES}><p:sldMasterIdLst><p:sldMasterId id=\"2147483648\" r:id=\"rId1\"/></p:sldMasterIdLst>\
         <p:sldIdLst>{ids}</p:sldIdLst><p:sldSz cx=\"{WIDTH}\" cy=\"{HEIGHT}\"/><p:notesSz cx=\"6858000\" cy=\"9144000\"/>\
         </p:presentation>"
    )
}

/// Returns a placeholder of the master or of a layout.
fn place(id: u8, name: &str, kind: &str, (top, height): (i64, i64), anchor: &str) -> String {
    let width = WIDTH - 2 * LEFT;
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"{name}\"/><p:cNvSpPr><a:spLocks noGrp=\"1\"/></p:cNvSpPr><p:nvPr>\
         <p:ph {kind}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x=\"{LEFT}\" y=\"{top}\"/><a:ext cx=\"{width}\" cy=\"{height}\"/>\
         </a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr anchor=\"{anchor}\">\
         <a:normAutofit/></a:bodyPr><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody></p:sp>"
    )
}

fn layout(kind: &str, is_title: bool) -> String {
    let shapes = match is_title {
        true => {
            place(2, "Title", "type=\"ctrTitle\"", (2_100_000, 1_500_000), "b")
                + &place(3, "Subtitle", "type=\"subTitle\" idx=\"1\"", (3_700_000, 1_600_000), "t")
        }
        false => {
            place(2, "Title", "type=\"title\"", (420_000, 1_000_000), "ctr")
                + &place(3, "Text", "idx=\"1\"", (1_560_000, 4_878_000), "t")
        }
    };
    let name = if is_title { "Title slide" } else { "Title and text" };
    format!(
        "{HEAD}<p:sldLayout {SPACES} type=\"{kind}\" preserve=\"1\"><p:cSld name=\"{name}\"><p:spTree>{GROUP}{shapes}</p:spTree>\
         </p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )
}

fn master() -> String {
    let shapes = place(2, "Title", "type=\"title\"", (420_000, 1_000_000), "ctr")
        + &place(3, "Text", "type=\"body\" idx=\"1\"", (1_560_000, 4_878_000), "t");
    let level = |number: usize, size: u32| {
        format!(
            "<a:lvl{number}pPr marL=\"0\" algn=\"l\"><a:spcBef><a:spcPts val=\"600\"/></a:spcBef><a:defRPr sz=\"{size}\">\
             <a:solidFill><a:schemeClr val=\"tx1\"/></a:solidFill><a:latin typeface=\"+mn-lt\"/><a:ea typeface=\"+mn-ea\"/>\
             <a:cs typeface=\"+mn-cs\"/></a:defRPr></a:lvl{number}pPr>"
        )
    };
    let body: String = [(1, 2200), (2, 2000), (3, 1800), (4, 1800)]
        .map(|(number, size)| level(number, size))
        .concat();
    format!(
        "{HEAD}<p:sldMaster {SPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val=\"bg1\"/></a:solidFill><a:effectLst/></p:bgPr>\
         </p:bg><p:spTree>{GROUP}{shapes}</p:spTree></p:cSld><p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\" \
         accent1=\"accent1\" accent2=\"accent2\" accent3=\"accent3\" accent4=\"accent4\" accent5=\"accent5\" accent6=\"accent6\" \
         hlink=\"hlink\" folHlink=\"folHlink\"/><p:sldLayoutIdLst><p:sldLayoutId id=\"2147483649\" r:id=\"rId1\"/>\
         <p:sldLayoutId id=\"2147483650\" r:id=\"rId2\"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn=\"l\">\
         <a:defRPr sz=\"3600\" b=\"1\"><a:solidFill><a:schemeClr val=\"tx1\"/></a:solidFill><a:latin typeface=\"+mj-lt\"/>\
         <a:ea typeface=\"+mj-ea\"/><a:cs typeface=\"+mj-cs\"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>{body}</p:bodyStyle>\
         <p:otherStyle/></p:txStyles></p:sldMaster>"
    )
}

fn theme() -> String {
    let color =
        |name: &str, value: &str| format!("<a:{name}><a:srgbClr val=\"{value}\"/></a:{name}>");
    let colors: String = [
        ("dk1", "1C1A18"),
        ("lt1", "FFFFFF"),
        ("dk2", "3A3A42"),
        ("lt2", "F3F3F6"),
        ("accent1", "5561D8"),
        ("accent2", "127548"),
        ("accent3", "8F5A0D"),
        ("accent4", "C4342F"),
        ("accent5", "3B64B4"),
        ("accent6", "595653"),
        ("hlink", "4A53C8"),
        ("folHlink", "595653"),
    ]
    .iter()
    .map(|(name, value)| color(name, value))
    .collect();
    let font = "<a:latin typeface=\"Calibri\"/><a:ea typeface=\"Microsoft YaHei\"/><a:cs typeface=\"Arial\"/>";
    let fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>";
    let line = format!("<a:ln w=\"9525\">{fill}</a:ln>");
    let effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
    format!(
        "{HEAD}<a:theme xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" name=\"Plain\"><a:themeElements>\
         <a:clrScheme name=\"Plain\">{colors}</a:clrScheme><a:fontScheme name=\"Plain\"><a:majorFont>{font}</a:majorFont>\
         <a:minorFont>{font}</a:minorFont></a:fontScheme><a:fmtScheme name=\"Plain\"><a:fillStyleLst>{fill}{fill}{fill}</a:fillStyleLst>\
         <a:lnStyleLst>{line}{line}{line}</a:lnStyleLst><a:effectStyleLst>{effect}{effect}{effect}</a:effectStyleLst>\
         <a:bgFillStyleLst>{fill}{fill}{fill}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )
}
