use super::{Element, Formula, Node, Place};

/// Style of a strike-through line, for browsers that do not render `menclose`.
const UP: &str =
    "background:linear-gradient(to top right,transparent 47%,currentColor 47% 53%,transparent 53%)";
const DOWN: &str = "background:linear-gradient(to bottom right,transparent 47%,currentColor 47% 53%,transparent 53%)";
const BOTH: &str = "background:linear-gradient(to top right,transparent 47%,currentColor 47% 53%,transparent 53%),\
                    linear-gradient(to bottom right,transparent 47%,currentColor 47% 53%,transparent 53%)";
const FRAME: &str = "border:1px solid;padding:.25em .4em";

pub(super) fn write(formula: &Formula, tex: &str) -> String {
    let display = match formula.place {
        Place::Inline => "",
        Place::Display => " display=\"block\"",
    };
    let mut out = format!("<math dir=\"ltr\"{display}><semantics><mrow>");
    formula.content.iter().for_each(|node| write_node(&mut out, node));
    out.push_str("</mrow><annotation encoding=\"application/x-tex\">");
    push_escaped(&mut out, tex);
    out.push_str("</annotation></semantics></math>");
    out
}

fn write_node(out: &mut String, node: &Node) {
    match node {
        Node::Text(text) => push_escaped(out, text),
        Node::Element(element) if element.name == "menclose" => write_enclosed(out, element),
        Node::Element(element) => {
            out.push('<');
            out.push_str(&element.name);
            for (name, value) in &element.attributes {
                push_attribute(out, name, value);
            }
            write_children(out, element, &element.name);
        }
    }
}

fn write_enclosed(out: &mut String, element: &Element) {
    let notation = element.attribute("notation").unwrap_or_default();
    let style = match (notation.contains("updiagonal"), notation.contains("downdiagonal")) {
        (true, true) => BOTH,
        (true, false) => UP,
        (false, true) => DOWN,
        (false, false) if notation == "box" => FRAME,
        (false, false) => "text-decoration:line-through",
    };
    out.push_str("<mrow");
    push_attribute(out, "style", style);
    write_children(out, element, "mrow");
}

fn write_children(out: &mut String, element: &Element, name: &str) {
    out.push('>');
    element.children.iter().for_each(|child| write_node(out, child));
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_escaped(out, value);
    out.push('"');
}

fn push_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::formula::{Place, read};

    fn mathml(tex: &str) -> String {
        read(tex, Place::Inline).unwrap().mathml(tex)
    }

    #[test]
    fn a_fraction_and_a_root_are_what_they_are() {
        let out = mathml(r"\frac{a}{\sqrt{2}}");
        assert!(out.contains("<mfrac><mi>a</mi><msqrt><mn>2</mn></msqrt></mfrac>"), "{out}");
        assert!(out.contains("<annotation encoding=\"application/x-tex\">\\frac{a}{\\sqrt{2}}<"));
    }

    #[test]
    fn sums_matrices_and_greek_letters_too() {
        assert!(mathml(r"\sum_{i=1}^n i").contains("∑"));
        assert_eq!(mathml(r"\begin{pmatrix}1&2\\3&4\end{pmatrix}").matches("<mtd").count(), 4);
        assert!(mathml(r"\alpha\Omega").contains("<mi>α</mi>"));
    }

    #[test]
    fn frames_and_strokes_are_drawn_without_a_style_sheet() {
        assert!(mathml(r"\boxed{x}").contains("<mrow style=\"border:1px solid"));
        assert!(mathml(r"\cancel{x}").contains("linear-gradient"));
    }

    #[test]
    fn no_formula_leads_or_loads_anything() {
        for tex in [
            r"\href{javascript:alert(1)}{x}",
            r"\text{<img src=x onerror=alert(1)>}",
            r"\text{</annotation><script>alert(1)</script>}",
            r#"\text{"onclick="x}"#,
            r"\url{javascript:1}",
        ] {
            let Some(formula) = read(tex, Place::Display) else { continue };
            let out = formula.mathml(tex);
            assert!(
                !out.contains("<a ") && !out.contains("href=") && !out.contains("<img"),
                "{out}"
            );
            assert!(!out.contains("<script") && !out.contains("\"onclick"), "{out}");
        }
    }
}
