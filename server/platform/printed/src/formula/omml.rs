//! Formulas in Office's own format (ECMA-376, part 1, 22.1), which Word displays and edits. Unsupported structures are
//! written as a row of their parts.

use super::super::zipped::xml;
use super::{Element, Formula, Node, Place};

pub(super) fn write(formula: &Formula) -> String {
    let mut out = String::from("<m:oMath>");
    row(&mut out, &formula.content);
    out.push_str("</m:oMath>");
    match formula.place {
        Place::Inline => out,
        Place::Display => format!("<m:oMathPara>{out}</m:oMathPara>"),
    }
}

/// Returns true for large operators, which apply to what follows.
fn is_large(sign: &str) -> bool {
    let mut characters = sign.chars();
    matches!(
        (characters.next(), characters.next()),
        (Some('∏' | '∐' | '∑' | '∫'..='∳' | '⋀'..='⋃' | '⨀'..='⨆' | '⨌'), None)
    )
}

/// Signs that end the scope of a large operator.
const RELATIONS: &str = "=<>≤≥≠≈≡∼≃≅∝→⇒⟹⟺⇔↔←∈∉⊂⊆,;:∣";

/// Writes a row of nodes. A large operator applies to what follows, up to a relation; fences enclose what is between
/// them.
fn row(out: &mut String, nodes: &[Node]) {
    let mut rest = nodes;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if let Some(large) = Large::of(first) {
            let is_relation = |node: &Node| {
                node.operator().is_some_and(|sign| sign.chars().all(|one| RELATIONS.contains(one)))
            };
            let end = after.iter().position(is_relation).unwrap_or(after.len());
            let (reached, beyond) = after.split_at(end);
            large.write(out, reached);
            rest = beyond;
            continue;
        }
        node(out, first);
    }
}

fn node(out: &mut String, node: &Node) {
    match node {
        Node::Text(text) => run(out, text, ""),
        Node::Element(element) => write_element(out, element),
    }
}

fn write_element(out: &mut String, element: &Element) {
    match (element.name.as_str(), &element.elements()[..]) {
        ("mi", _) => run(out, &text_of(element), letter_style(element)),
        ("mn" | "mo", _) => {
            let sign = text_of(element);
            // The name of a function is separated from its argument.
            let gap =
                if sign.chars().nth(1).is_some_and(char::is_alphabetic) { "\u{2009}" } else { "" };
            run(out, &format!("{sign}{gap}"), PLAIN);
        }
        ("mtext", _) => run(out, &text_of(element), "<m:nor/>"),
        ("mspace", _) => space(out, element),
        ("mrow", _) => write_row(out, element),
        ("mfrac", [above, below]) => fraction(out, element, above, below),
        ("msqrt", _) => {
            out.push_str("<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/>");
            boxed(out, "e", &element.children);
            out.push_str("</m:rad>");
        }
        ("mroot", [base, degree]) => {
            out.push_str("<m:rad>");
            part(out, "deg", degree);
            part(out, "e", base);
            out.push_str("</m:rad>");
        }
        ("msub", [base, sub]) => parts(out, "sSub", &[("e", base), ("sub", sub)]),
        ("msup", [base, sup]) => parts(out, "sSup", &[("e", base), ("sup", sup)]),
        ("msubsup", [base, sub, sup]) => {
            parts(out, "sSubSup", &[("e", base), ("sub", sub), ("sup", sup)]);
        }
        ("mover", [base, above]) => over(out, element, base, above),
        ("munder", [base, below]) => under(out, base, below),
        ("munderover", [base, below, above]) => {
            out.push_str("<m:limUpp><m:e>");
            parts(out, "limLow", &[("e", base), ("lim", below)]);
            out.push_str("</m:e>");
            part(out, "lim", above);
            out.push_str("</m:limUpp>");
        }
        ("mtable", rows) => table(out, rows),
        ("menclose", _) => enclosed(out, element),
        ("mphantom", _) => {
            out.push_str("<m:phant><m:phantPr><m:show m:val=\"0\"/></m:phantPr>");
            boxed(out, "e", &element.children);
            out.push_str("</m:phant>");
        }
        _ => row(out, &element.children),
    }
}

const PLAIN: &str = "<m:sty m:val=\"p\"/>";

/// Returns the style: single letters are italic, words and upright text are not.
fn letter_style(element: &Element) -> &'static str {
    let is_upright =
        element.attribute("mathvariant") == Some("normal") || text_of(element).chars().count() > 1;
    if is_upright { PLAIN } else { "" }
}

fn text_of(element: &Element) -> String {
    element.children.iter().map(Node::text).collect()
}

fn run(out: &mut String, text: &str, style: &str) {
    // Invisible characters that mark function application or multiplication on a page.
    let shown: String =
        text.chars().filter(|one| !matches!(one, '\u{2061}'..='\u{2064}')).collect();
    if shown.is_empty() {
        return;
    }
    out.push_str("<m:r>");
    if !style.is_empty() {
        out.push_str(&format!("<m:rPr>{style}</m:rPr>"));
    }
    out.push_str("<w:rPr><w:rFonts w:ascii=\"Cambria Math\" w:hAnsi=\"Cambria Math\"/></w:rPr>");
    out.push_str(&format!("<m:t xml:space=\"preserve\">{}</m:t></m:r>", xml(&shown)));
}

fn space(out: &mut String, element: &Element) {
    let width = element.attribute("width").and_then(|width| width.strip_suffix("em"));
    match width.and_then(|width| width.parse::<f64>().ok()) {
        Some(width) if width >= 0.9 => run(out, &"\u{2003}".repeat(wide(width)), PLAIN),
        Some(width) if width > 0.1 => run(out, "\u{2009}", PLAIN),
        _ => {}
    }
}

/// Returns the number of spaces, at most two: a wider gap is a matter of layout.
fn wide(width: f64) -> usize {
    if width >= 1.9 { 2 } else { 1 }
}

/// Returns true if a sign opens or closes a group, whatever is beside it.
fn is_fence(sign: &str) -> bool {
    sign.is_empty()
        || sign.chars().all(|one| "()[]{}|‖∥∣⟨⟩⌈⌉⌊⌋⟦⟧/".contains(one)) && sign.chars().count() == 1
}

/// Writes a row: as growing brackets if it has them, otherwise as its parts.
fn write_row(out: &mut String, element: &Element) {
    let nodes: Vec<&Node> = element.elements();
    if let [first, .., last] = &nodes[..]
        && let (Some(open), Some(close)) = (first.operator(), last.operator())
        && [first, last].iter().all(|one| is_stretched(one))
        && is_fence(&open)
        && is_fence(&close)
    {
        let begin = element.children.iter().position(|child| std::ptr::eq(child, *first));
        let end = element.children.iter().position(|child| std::ptr::eq(child, *last));
        if let (Some(begin), Some(end)) = (begin, end) {
            out.push_str(&format!(
                "<m:d><m:dPr><m:begChr m:val=\"{}\"/><m:endChr m:val=\"{}\"/></m:dPr>",
                xml(&open),
                xml(&close)
            ));
            boxed(out, "e", &element.children[begin + 1..end]);
            out.push_str("</m:d>");
            return;
        }
    }
    row(out, &element.children);
}

fn is_stretched(node: &Node) -> bool {
    node.element().is_some_and(|element| {
        element.name == "mo" && element.attribute("stretchy") != Some("false")
    })
}

fn fraction(out: &mut String, element: &Element, above: &Node, below: &Node) {
    out.push_str("<m:f>");
    if element.attribute("linethickness").is_some_and(|thickness| thickness.starts_with('0')) {
        out.push_str("<m:fPr><m:type m:val=\"noBar\"/></m:fPr>");
    }
    part(out, "num", above);
    part(out, "den", below);
    out.push_str("</m:f>");
}

/// Writes something above a base: an accent, a line, a brace, or a limit.
fn over(out: &mut String, element: &Element, base: &Node, above: &Node) {
    let sign = above.operator().unwrap_or_default();
    let is_accent = element.attribute("accent") == Some("true");
    match sign.as_str() {
        "‾" | "¯" | "\u{305}" | "\u{332}" | "_" => {
            out.push_str("<m:bar><m:barPr><m:pos m:val=\"top\"/></m:barPr>");
            part(out, "e", base);
            out.push_str("</m:bar>");
        }
        "⏞" | "⏜" | "⎴" => group(out, &sign, "top", base),
        _ => match combining(&sign).filter(|_| is_accent) {
            Some(mark) => {
                out.push_str(&format!("<m:acc><m:accPr><m:chr m:val=\"{mark}\"/></m:accPr>"));
                part(out, "e", base);
                out.push_str("</m:acc>");
            }
            None => parts(out, "limUpp", &[("e", base), ("lim", above)]),
        },
    }
}

fn under(out: &mut String, base: &Node, below: &Node) {
    let sign = below.operator().unwrap_or_default();
    match sign.as_str() {
        "_" | "‾" | "¯" | "\u{332}" => {
            out.push_str("<m:bar><m:barPr><m:pos m:val=\"bot\"/></m:barPr>");
            part(out, "e", base);
            out.push_str("</m:bar>");
        }
        "⏟" | "⏝" | "⎵" => group(out, &sign, "bot", base),
        _ => parts(out, "limLow", &[("e", base), ("lim", below)]),
    }
}

fn group(out: &mut String, sign: &str, side: &str, base: &Node) {
    let joined = if side == "top" { "bot" } else { "top" };
    out.push_str(&format!(
        "<m:groupChr><m:groupChrPr><m:chr m:val=\"{sign}\"/><m:pos m:val=\"{side}\"/><m:vertJc m:val=\"{joined}\"/></m:groupChrPr>"
    ));
    part(out, "e", base);
    out.push_str("</m:groupChr>");
}

/// Returns the combining mark that Word puts above a letter, for a page's sign.
fn combining(sign: &str) -> Option<char> {
    Some(match sign {
        "^" | "ˆ" | "\u{302}" => '\u{302}',
        "~" | "˜" | "\u{303}" => '\u{303}',
        "→" | "\u{20d7}" => '\u{20d7}',
        "←" | "\u{20d6}" => '\u{20d6}',
        "↔" | "\u{20e1}" => '\u{20e1}',
        "˙" | "." | "\u{307}" => '\u{307}',
        "¨" | ".." | "\u{308}" => '\u{308}',
        "\u{20db}" => '\u{20db}',
        "ˇ" | "\u{30c}" => '\u{30c}',
        "˘" | "\u{306}" => '\u{306}',
        "´" | "\u{301}" => '\u{301}',
        "`" | "\u{300}" => '\u{300}',
        "˚" | "\u{30a}" => '\u{30a}',
        _ => return None,
    })
}

fn table(out: &mut String, rows: &[&Node]) {
    let rows: Vec<&Element> = rows.iter().filter_map(|row| row.element()).collect();
    let columns = rows.iter().map(|row| row.elements().len()).max().unwrap_or(0);
    let sides: String = rows
        .first()
        .map(|row| row.elements())
        .unwrap_or_default()
        .iter()
        .map(|cell| {
            format!(
                "<m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"{}\"/></m:mcPr></m:mc>",
                cell.element().map_or("center", side_of)
            )
        })
        .collect();
    out.push_str(&format!("<m:m><m:mPr><m:mcs>{sides}</m:mcs></m:mPr>"));
    for row in rows {
        let mut cells: Vec<&[Node]> = row
            .elements()
            .iter()
            .filter_map(|cell| cell.element())
            .map(|cell| cell.children.as_slice())
            .collect();
        cells.resize(columns, &[]);
        out.push_str("<m:mr>");
        cells.iter().for_each(|cell| boxed(out, "e", cell));
        out.push_str("</m:mr>");
    }
    out.push_str("</m:m>");
}

fn side_of(cell: &Element) -> &'static str {
    match cell.attribute("style") {
        Some(style) if style.contains("right") => "right",
        Some(style) if style.contains("left") => "left",
        _ => "center",
    }
}

fn enclosed(out: &mut String, element: &Element) {
    let notation = element.attribute("notation").unwrap_or_default();
    let mut properties = String::new();
    if notation != "box" {
        for side in ["Top", "Bot", "Left", "Right"] {
            properties.push_str(&format!("<m:hide{side} m:val=\"1\"/>"));
        }
        for (name, stroke) in [
            ("horizontalstrike", "strikeH"),
            ("downdiagonalstrike", "strikeTLBR"),
            ("updiagonalstrike", "strikeBLTR"),
        ] {
            if notation.contains(name) {
                properties.push_str(&format!("<m:{stroke} m:val=\"1\"/>"));
            }
        }
    }
    out.push_str(&format!("<m:borderBox><m:borderBoxPr>{properties}</m:borderBoxPr>"));
    boxed(out, "e", &element.children);
    out.push_str("</m:borderBox>");
}

fn parts(out: &mut String, name: &str, parts: &[(&str, &Node)]) {
    out.push_str(&format!("<m:{name}>"));
    parts.iter().for_each(|(name, node)| part(out, name, node));
    out.push_str(&format!("</m:{name}>"));
}

fn part(out: &mut String, name: &str, content: &Node) {
    boxed(out, name, std::slice::from_ref(content));
}

fn boxed(out: &mut String, name: &str, nodes: &[Node]) {
    out.push_str(&format!("<m:{name}>"));
    row(out, nodes);
    out.push_str(&format!("</m:{name}>"));
}

/// A large sign with its bounds.
struct Large<'a> {
    sign: String,
    /// True if its bounds are above and below it, and not beside.
    is_stacked: bool,
    below: Option<&'a Node>,
    above: Option<&'a Node>,
}

impl<'a> Large<'a> {
    fn of(node: &'a Node) -> Option<Self> {
        let element = node.element()?;
        let elements = element.elements();
        let is_stacked = element.name.starts_with("munder") || element.name == "mover";
        let (base, below, above) = match (element.name.as_str(), &elements[..]) {
            ("mo", _) => (node, None, None),
            ("msub" | "munder", [base, below]) => (*base, Some(*below), None),
            ("msup" | "mover", [base, above]) => (*base, None, Some(*above)),
            ("msubsup" | "munderover", [base, below, above]) => (*base, Some(*below), Some(*above)),
            _ => return None,
        };
        let sign = base.operator().filter(|sign| is_large(sign))?;
        Some(Self { sign, is_stacked, below, above })
    }

    fn write(&self, out: &mut String, reached: &[Node]) {
        let place = if self.is_stacked { "undOvr" } else { "subSup" };
        out.push_str(&format!(
            "<m:nary><m:naryPr><m:chr m:val=\"{}\"/><m:limLoc m:val=\"{place}\"/>",
            self.sign
        ));
        for (bound, hidden) in [(self.below, "subHide"), (self.above, "supHide")] {
            if bound.is_none() {
                out.push_str(&format!("<m:{hidden} m:val=\"1\"/>"));
            }
        }
        out.push_str("</m:naryPr>");
        for (bound, name) in [(self.below, "sub"), (self.above, "sup")] {
            boxed(out, name, bound.map_or(&[], std::slice::from_ref));
        }
        boxed(out, "e", reached);
        out.push_str("</m:nary>");
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::REAL;
    use crate::formula::{Place, read};

    fn omml(tex: &str) -> String {
        read(tex, Place::Inline).unwrap().omml()
    }

    /// Returns the structure only, without the style of letters.
    fn shape(tex: &str) -> String {
        let out = omml(tex);
        let mut shape = String::new();
        for piece in out.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').unwrap();
            let name = tag.split(' ').next().unwrap().trim_end_matches('/');
            if !["m:r", "/m:r", "w:rPr", "/w:rPr", "w:rFonts", "m:sty", "m:rPr", "/m:rPr", "/m:t"]
                .contains(&name)
            {
                let tag = if name == "m:t" { "" } else { tag };
                shape.push_str(&if tag.is_empty() { String::new() } else { format!("<{tag}>") });
            }
            shape.push_str(text);
        }
        shape.replace("m:", "")
    }

    #[test]
    fn fractions_roots_and_scripts_are_words_own() {
        assert_eq!(shape(r"\frac{a}{b}"), "<oMath><f><num>a</num><den>b</den></f></oMath>");
        assert!(shape(r"\sqrt[3]{x}").contains("<rad><deg>3</deg><e>x</e></rad>"));
        assert!(shape(r"\sqrt{x}").contains("<degHide val=\"1\"/>"));
        assert!(shape(r"x_1^2").contains("<sSubSup><e>x</e><sub>1</sub><sup>2</sup></sSubSup>"));
        assert!(shape(r"\binom{n}{k}").contains("<type val=\"noBar\"/>"));
    }

    #[test]
    fn a_sum_takes_what_it_sums_up_to_the_relation() {
        let out = read(r"\sum_{i=1}^{n} i = k", Place::Display).unwrap().omml();
        assert!(out.starts_with("<m:oMathPara><m:oMath><m:nary>"), "{out}");
        assert!(out.contains("<m:chr m:val=\"∑\"/><m:limLoc m:val=\"undOvr\"/>"), "{out}");
        let behind = out.split("</m:nary>").nth(1).unwrap();
        assert!(
            behind.contains(">=<") && behind.contains(">k<") && !behind.contains(">i<"),
            "{out}"
        );
    }

    #[test]
    fn matrices_brackets_and_accents_are_words_own() {
        let matrix = shape(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}");
        assert!(matrix.contains("<mr><e>a</e><e>b</e></mr><mr><e>c</e><e>d</e></mr>"), "{matrix}");
        assert!(matrix.contains("<begChr val=\"(\"/><endChr val=\")\"/>"), "{matrix}");
        assert!(shape(r"\left[ x \right)").contains("<begChr val=\"[\"/><endChr val=\")\"/>"));
        assert!(
            shape(r"\hat{y}").contains("<acc><accPr><chr val=\"\u{302}\"/></accPr><e>y</e></acc>")
        );
        assert!(shape(r"\vec{y}").contains("<chr val=\"\u{20d7}\"/>"));
        assert!(shape(r"\overline{y}").contains("<bar>"));
        assert!(shape(r"\boxed{y}").contains("<borderBox><borderBoxPr></borderBoxPr><e>y</e>"));
    }

    #[test]
    fn every_formula_is_whole_xml_and_keeps_its_letters() {
        for tex in REAL {
            let out = omml(tex);
            let mut open = Vec::new();
            for piece in out.split('<').skip(1) {
                let tag = piece.split('>').next().unwrap();
                let name = tag.split(' ').next().unwrap();
                if let Some(closed) = name.strip_prefix('/') {
                    assert_eq!(open.pop(), Some(closed), "{tex}\n{out}");
                } else if !tag.ends_with('/') {
                    open.push(name);
                }
            }
            assert!(open.is_empty(), "{tex}\n{out}");
        }
        assert!(omml(r"\text{a<b}").contains("a&lt;b"));
    }
}
