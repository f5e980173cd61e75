//! The parts of a Word document besides its text: styles, lists, page footers, images, and relationships.

use std::fmt::Write;

use kernel::Fallible;
use pictures::PictureKind;

use crate::picture::Picture;
use crate::zipped::{xml, zipped};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MATH: &str = "http://schemas.openxmlformats.org/officeDocument/2006/math";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const DRAWING: &str = "http://schemas.openxmlformats.org/drawingml/2006";
const TYPES: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
pub(super) const PICTURE: &str = "http://schemas.openxmlformats.org/drawingml/2006/picture";
/// The ground of code, questions and headings of tables.
pub(super) const SHADE: &str = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F3F3F6\"/>";
/// Maximum nesting depth of lists in Word.
pub(super) const LEVELS: usize = 9;

/// Parts that the text refers to.
#[derive(Default)]
pub(super) struct Parts {
    links: Vec<String>,
    pictures: Vec<Picture>,
    /// The starting numbers of numbered lists, and their levels.
    lists: Vec<(u64, usize)>,
}

impl Parts {
    /// The list of all that is not numbered.
    pub const BULLETS: usize = 1;

    /// Returns a list that counts from `start`.
    pub fn numbered(&mut self, start: u64, level: usize) -> usize {
        self.lists.push((start, level));
        Self::BULLETS + self.lists.len()
    }

    pub fn link(&mut self, address: &str) -> usize {
        self.links.push(address.to_owned());
        self.links.len()
    }

    pub fn picture(&mut self, picture: &Picture) -> usize {
        self.pictures.push(picture.clone());
        self.pictures.len()
    }
}

/// Returns the whole file.
pub(super) fn pack(title: &str, body: &str, parts: Parts) -> Fallible<Vec<u8>> {
    let mut files = vec![
        ("[Content_Types].xml".to_owned(), content_types().into_bytes()),
        (
            "_rels/.rels".to_owned(),
            relations(
                [
                    ("document", format!("{RELATIONS}/officeDocument"), "word/document.xml"),
                    (
                        "core",
                        format!("{PACKAGE}/relationships/metadata/core-properties"),
                        "docProps/core.xml",
                    ),
                ],
                "",
            )
            .into_bytes(),
        ),
        ("docProps/core.xml".to_owned(), core(title).into_bytes()),
        ("word/_rels/document.xml.rels".to_owned(), document_relations(&parts).into_bytes()),
        ("word/styles.xml".to_owned(), styles().into_bytes()),
        ("word/numbering.xml".to_owned(), numbering(&parts.lists).into_bytes()),
        ("word/fontTable.xml".to_owned(), fonts().into_bytes()),
        ("word/settings.xml".to_owned(), settings().into_bytes()),
        ("word/footer.xml".to_owned(), footer().into_bytes()),
        ("word/document.xml".to_owned(), document(body).into_bytes()),
    ];
    for (number, picture) in (1..).zip(&parts.pictures) {
        files.push((format!("word/{}", file_of(number, picture)), picture.content.to_vec()));
    }
    zipped(files.iter().map(|(name, content)| (name.as_str(), content)))
}

fn file_of(number: usize, picture: &Picture) -> String {
    let ending = if picture.kind == PictureKind::Png { "png" } else { "jpeg" };
    format!("media/picture{number}.{ending}")
}

fn content_types() -> String {
    let parts = [
        ("document", "document.main"),
        ("styles", "styles"),
        ("numbering", "numbering"),
        ("fontTable", "fontTable"),
        ("footer", "footer"),
        ("settings", "settings"),
    ];
    let parts: String = parts
        .iter()
        .map(|(file, kind)| {
            format!("<Override PartName=\"/word/{file}.xml\" ContentType=\"{TYPES}.{kind}+xml\"/>")
        })
        .collect();
    format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" ContentType=\"image/png\"/><Default Extension=\"jpeg\" ContentType=\"image/jpeg\"/><Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>{parts}</Types>"
    )
}

fn relations<const COUNT: usize>(of: [(&str, String, &str); COUNT], more: &str) -> String {
    let of: String = of
        .iter()
        .map(|(id, kind, target)| {
            format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\"/>")
        })
        .collect();
    format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">{of}{more}</Relationships>")
}

fn document_relations(parts: &Parts) -> String {
    let mut more = String::new();
    for (number, link) in (1..).zip(&parts.links) {
        let number: usize = number;
        let link = xml(link);
        let _ = write!(
            more,
            "<Relationship Id=\"link{number}\" Type=\"{RELATIONS}/hyperlink\" Target=\"{link}\" TargetMode=\"External\"/>"
        );
    }
    for (number, picture) in (1..).zip(&parts.pictures) {
        let file = file_of(number, picture);
        let _ = write!(
            more,
            "<Relationship Id=\"picture{number}\" Type=\"{RELATIONS}/image\" Target=\"{file}\"/>"
        );
    }
    let own = |kind: &str| format!("{RELATIONS}/{kind}");
    relations(
        [
            ("styles", own("styles"), "styles.xml"),
            ("numbering", own("numbering"), "numbering.xml"),
            ("fonts", own("fontTable"), "fontTable.xml"),
            ("footer", own("footer"), "footer.xml"),
            ("settings", own("settings"), "settings.xml"),
        ],
        &more,
    )
}

fn document(body: &str) -> String {
    format!(
        "{HEAD}<w:document xmlns:w=\"{WORD}\" xmlns:m=\"{MATH}\" xmlns:r=\"{RELATIONS}\" xmlns:wp=\"{DRAWING}/wordprocessingDrawing\" xmlns:a=\"{DRAWING}/main\" xmlns:pic=\"{PICTURE}\"><w:body>{body}<w:sectPr><w:footerReference w:type=\"default\" r:id=\"footer\"/><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1134\" w:right=\"1134\" w:bottom=\"1304\" w:left=\"1134\" w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>"
    )
}

fn core(title: &str) -> String {
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title></cp:coreProperties>",
        xml(title)
    )
}

/// Returns the number of the page, of how many.
fn footer() -> String {
    let field = |name: &str| {
        format!("<w:fldSimple w:instr=\" {name} \"><w:r><w:t>1</w:t></w:r></w:fldSimple>")
    };
    format!(
        "{HEAD}<w:ftr xmlns:w=\"{WORD}\"><w:p><w:pPr><w:pStyle w:val=\"Footer\"/></w:pPr>{}<w:r><w:t xml:space=\"preserve\"> / </w:t></w:r>{}</w:p></w:ftr>",
        field("PAGE"),
        field("NUMPAGES")
    )
}

/// Returns the substitutes for fonts that a reader does not have.
fn fonts() -> String {
    let font = |name: &str, instead: &str, family: &str, pitch: &str| {
        format!(
            "<w:font w:name=\"{name}\"><w:altName w:val=\"{instead}\"/><w:family w:val=\"{family}\"/><w:pitch w:val=\"{pitch}\"/></w:font>"
        )
    };
    format!(
        "{HEAD}<w:fonts xmlns:w=\"{WORD}\">{}{}{}</w:fonts>",
        font("Calibri", "Carlito", "swiss", "variable"),
        font("Consolas", "DejaVu Sans Mono", "modern", "fixed"),
        font("Microsoft YaHei", "Noto Sans CJK SC", "swiss", "variable"),
    )
}

fn numbering(lists: &[(u64, usize)]) -> String {
    let levels = |mark: &dyn Fn(usize) -> (&'static str, String)| -> String {
        (0..LEVELS)
            .map(|level| {
                let (format, text) = mark(level);
                format!(
                    "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{}\" w:hanging=\"360\"/></w:pPr></w:lvl>",
                    (level + 1) * 360
                )
            })
            .collect()
    };
    let bullets = levels(&|level| ("bullet", ["•", "◦", "–"][level % 3].to_owned()));
    let numbers = levels(&|level| ("decimal", format!("%{}.", level + 1)));
    let mut counted = String::new();
    for (number, (start, level)) in (Parts::BULLETS + 1..).zip(lists) {
        let _ = write!(
            counted,
            "<w:num w:numId=\"{number}\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{}\"/></w:lvlOverride></w:num>",
            (*start).min(u64::from(u16::MAX >> 1))
        );
    }
    format!(
        "{HEAD}<w:numbering xmlns:w=\"{WORD}\"><w:abstractNum w:abstractNumId=\"0\"><w:multiLevelType w:val=\"hybridMultilevel\"/>{bullets}</w:abstractNum><w:abstractNum w:abstractNumId=\"1\"><w:multiLevelType w:val=\"hybridMultilevel\"/>{numbers}</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>{counted}</w:numbering>"
    )
}

/// Returns borders around code, in the color of its background.
fn code_edges() -> String {
    let edge = |side: &str| {
        format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"4\" w:color=\"F3F3F6\"/>")
    };
    ["top", "left", "bottom", "right"].map(edge).concat()
}

/// Returns the settings; without them, Word opens the document in compatibility mode for its oldest version.
fn settings() -> String {
    format!(
        "{HEAD}<w:settings xmlns:w=\"{WORD}\"><w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat></w:settings>"
    )
}

fn styles() -> String {
    let sized = |size: usize| format!("<w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/>");
    let style = |id: &str, name: &str, paragraph: &str, run: &str| {
        format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"{id}\"><w:name w:val=\"{name}\"/><w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
        )
    };
    let heading = |number: usize, before: usize, run: &str| {
        let paragraph = format!(
            "<w:keepNext/><w:keepLines/><w:spacing w:before=\"{before}\" w:after=\"80\"/><w:outlineLvl w:val=\"{}\"/>",
            number - 1
        );
        style(&format!("Heading{number}"), &format!("heading {number}"), &paragraph, run)
    };
    let said = [(2, 30), (3, 26), (4, 24), (5, 22), (6, 22)]
        .map(|(number, size)| heading(number, 240, &format!("<w:b/><w:bCs/>{}", sized(size))));
    let own = [
        style(
            "Title",
            "Title",
            "<w:spacing w:after=\"240\" w:line=\"240\" w:lineRule=\"auto\"/>",
            &format!("<w:b/><w:bCs/>{}", sized(40)),
        ),
        // Name of the speaker: quieter than the text, and the basis of the document's outline.
        heading(1, 360, &format!("<w:b/><w:bCs/><w:color w:val=\"5A5A66\"/>{}", sized(20))),
        said.concat(),
        style(
            "Question",
            "Question",
            &format!("{SHADE}<w:spacing w:after=\"0\"/><w:ind w:left=\"113\" w:right=\"113\"/>"),
            "",
        ),
        style("Item", "List Paragraph", "<w:spacing w:after=\"60\"/>", ""),
        style(
            "Note",
            "Note",
            "<w:spacing w:after=\"60\"/>",
            &format!("<w:color w:val=\"5A5A66\"/>{}", sized(19)),
        ),
        style(
            "Cell",
            "Cell",
            "<w:spacing w:before=\"40\" w:after=\"40\" w:line=\"252\" w:lineRule=\"auto\"/>",
            &sized(20),
        ),
        style(
            "Gap",
            "Gap",
            "<w:spacing w:after=\"0\" w:line=\"160\" w:lineRule=\"exact\"/>",
            &sized(8),
        ),
        style(
            "Rule",
            "Rule",
            "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"D6D6DD\"/></w:pBdr><w:spacing w:after=\"160\" w:line=\"160\" w:lineRule=\"exact\"/>",
            &sized(8),
        ),
        style(
            "Footer",
            "footer",
            "<w:spacing w:after=\"0\"/><w:jc w:val=\"center\"/>",
            &format!("<w:color w:val=\"5A5A66\"/>{}", sized(18)),
        ),
        style(
            "Code",
            "Code",
            &format!(
                "<w:pBdr>{}</w:pBdr>{SHADE}<w:spacing w:before=\"120\" w:after=\"160\" w:line=\"240\" w:lineRule=\"auto\"/><w:jc w:val=\"left\"/>",
                code_edges()
            ),
            &format!(
                "<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/><w:noProof/>{}",
                sized(19)
            ),
        ),
    ];
    let border = |side: &str| {
        format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"BFBFC7\"/>")
    };
    let borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(border).concat();
    format!(
        "{HEAD}<w:styles xmlns:w=\"{WORD}\"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:eastAsia=\"Microsoft YaHei\" w:cs=\"Arial\"/>{}<w:lang w:val=\"en-US\" w:eastAsia=\"zh-CN\" w:bidi=\"ar-SA\"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after=\"120\" w:line=\"276\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>{}<w:style w:type=\"table\" w:styleId=\"Grid\"><w:name w:val=\"Table Grid\"/><w:tblPr><w:tblBorders>{borders}</w:tblBorders><w:tblCellMar><w:left w:w=\"108\" w:type=\"dxa\"/><w:right w:w=\"108\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr></w:style></w:styles>",
        sized(22),
        own.concat()
    )
}
