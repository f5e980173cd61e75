//! A Word file as a web page: its texts, tables and most looks, for a preview and for printing. Images and exact places are
//! left out: the file itself has them.

use super::dom::{Element, Node};

/// Returns the content of a page. `parts`: those with text, by name, the document first.
pub(super) fn page_of(parts: &[(String, Vec<Node>)]) -> String {
    let mut out = String::new();
    let of = |kind: &str| parts.iter().find(|(name, _)| name.starts_with(kind));
    if let Some((_, header)) = of("word/header") {
        out.push_str("<header>");
        blocks(header, &mut out);
        out.push_str("</header>");
    }
    if let Some((_, document)) = parts.first() {
        blocks(document, &mut out);
    }
    if let Some((_, footer)) = of("word/footer") {
        out.push_str("<footer>");
        blocks(footer, &mut out);
        out.push_str("</footer>");
    }
    out
}

fn blocks(nodes: &[Node], out: &mut String) {
    for element in nodes.iter().filter_map(Node::as_element) {
        match element.name.as_str() {
            "w:p" => paragraph(element, out),
            "w:tbl" => table(element, out),
            "w:sectPr" | "w:tblPr" | "w:tblGrid" | "w:trPr" | "w:tcPr" | "mc:Fallback" => {}
            _ => blocks(&element.children, out),
        }
    }
}

fn paragraph(element: &Element, out: &mut String) {
    let properties = element.first("w:pPr");
    let value = |name: &str| {
        properties.and_then(|one| one.first(name)).and_then(|one| one.attribute("w:val"))
    };
    let style = value("w:pStyle").unwrap_or_default().to_lowercase();
    let tag = match style.strip_prefix("heading").and_then(|level| level.parse::<usize>().ok()) {
        Some(level @ 1..=6) => ["h1", "h2", "h3", "h4", "h5", "h6"][level - 1],
        _ if style == "title" => "h1",
        _ => "p",
    };
    let align = match value("w:jc") {
        Some("center") => " class=\"center\"",
        Some("right" | "end") => " class=\"end\"",
        _ => "",
    };
    let is_item = properties.is_some_and(|one| one.first("w:numPr").is_some());
    let mut text = String::new();
    runs(element, &mut text);
    if text.is_empty() {
        text.push_str("<br>");
    }
    let mark = if is_item { "• " } else { "" };
    out.push_str(&format!("<{tag} dir=\"auto\"{align}>{mark}{text}</{tag}>\n"));
    // Text boxes, whose paragraphs are their own.
    boxes(element, out);
}

fn boxes(element: &Element, out: &mut String) {
    for inner in element.elements() {
        match inner.name.as_str() {
            "w:txbxContent" => {
                out.push_str("<div class=\"box\">");
                blocks(&inner.children, out);
                out.push_str("</div>");
            }
            "mc:Fallback" => {}
            _ => boxes(inner, out),
        }
    }
}

fn runs(element: &Element, out: &mut String) {
    for inner in element.elements() {
        match inner.name.as_str() {
            "w:r" => run(inner, out),
            "w:pPr" | "w:txbxContent" | "w:del" | "mc:Fallback" => {}
            _ => runs(inner, out),
        }
    }
}

fn run(element: &Element, out: &mut String) {
    let mut text = String::new();
    for inner in element.elements() {
        match inner.name.as_str() {
            "w:t" => text.push_str(&escape(&inner.text())),
            "w:tab" => text.push_str("&emsp;"),
            "w:br" | "w:cr" => text.push_str("<br>"),
            _ => {}
        }
    }
    if text.is_empty() {
        return;
    }
    let looks = element.first("w:rPr");
    let is_on = |name: &str| {
        let one = looks.and_then(|looks| looks.first(name));
        one.is_some_and(|one| !matches!(one.attribute("w:val"), Some("0" | "false" | "none")))
    };
    let mut style = String::new();
    let value = |name: &str| {
        looks.and_then(|looks| looks.first(name)).and_then(|one| one.attribute("w:val"))
    };
    if let Some(color) = value("w:color").filter(|color| is_color(color)) {
        style.push_str(&format!("color:#{color};"));
    }
    if let Some(size) = value("w:sz").and_then(|size| size.parse::<u16>().ok()) {
        // Half points, of a text of eleven.
        style.push_str(&format!("font-size:{:.2}em;", f32::from(size.clamp(10, 96)) / 22.0));
    }
    for (name, tag) in [("w:b", "strong"), ("w:i", "em"), ("w:u", "u"), ("w:strike", "s")] {
        if is_on(name) {
            text = format!("<{tag}>{text}</{tag}>");
        }
    }
    match style.is_empty() {
        true => out.push_str(&text),
        false => out.push_str(&format!("<span style=\"{style}\">{text}</span>")),
    }
}

fn is_color(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn table(element: &Element, out: &mut String) {
    out.push_str("<table>");
    for row in element.elements().filter(|one| one.name == "w:tr") {
        out.push_str("<tr>");
        for cell in row.elements().filter(|one| one.name == "w:tc") {
            let properties = cell.first("w:tcPr");
            let value = |name: &str, attribute: &str| {
                properties.and_then(|one| one.first(name)).and_then(|one| one.attribute(attribute))
            };
            let span = value("w:gridSpan", "w:val").and_then(|span| span.parse::<u8>().ok());
            let span = span.map(|span| format!(" colspan=\"{span}\"")).unwrap_or_default();
            let fill = value("w:shd", "w:fill").filter(|color| is_color(color));
            let fill =
                fill.map(|color| format!(" style=\"background:#{color}\"")).unwrap_or_default();
            out.push_str(&format!("<td{span}{fill}>"));
            blocks(&cell.children, out);
            out.push_str("</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</table>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::dom::parse;
    use super::*;

    #[test]
    fn looks_stay_and_nothing_leaves_its_text() {
        let xml = "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"Heading1\"/><w:jc w:val=\"center\"/></w:pPr><w:r><w:rPr><w:b/>\
             <w:color w:val=\"FF0000\"/><w:sz w:val=\"44\"/></w:rPr><w:t>&lt;script&gt;</w:t></w:r></w:p><w:tbl><w:tr><w:tc>\
             <w:tcPr><w:shd w:fill=\"EEEEEE\"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>";
        let out = page_of(&[("word/document.xml".to_owned(), parse(xml).unwrap())]);
        assert!(out.contains("<h1 dir=\"auto\" class=\"center\"><span style=\"color:#FF0000;font-size:2.00em;\"><strong>&lt;script&gt;"), "{out}");
        assert!(out.contains("<td style=\"background:#EEEEEE\"><p dir=\"auto\">x</p>"), "{out}");
        let hostile =
            xml.replace("FF0000", "red;}&lt;/style>").replace("EEEEEE", "&quot; onclick=");
        let out = page_of(&[("word/document.xml".to_owned(), parse(&hostile).unwrap())]);
        assert!(!out.contains("onclick") && !out.contains("</style>"), "{out}");
    }
}
