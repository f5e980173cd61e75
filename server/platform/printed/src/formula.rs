//! Formulas in TeX, parsed into a small tree of MathML elements that formats write. Unknown commands stay as written;
//! nothing in a formula can link or load anything.

mod mathml;
mod nesting;
mod omml;

use std::sync::LazyLock;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Maximum length of a formula that is parsed; longer ones stay as written.
const TEX_MAX_BYTES: usize = 8_000;

/// The placement of a formula in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Inline,
    /// On a line of its own.
    Display,
}

/// A formula that was understood.
#[derive(Debug, PartialEq)]
pub(crate) struct Formula {
    place: Place,
    content: Vec<Node>,
}

#[derive(Debug, PartialEq)]
enum Node {
    Element(Element),
    Text(String),
}

#[derive(Debug, Default, PartialEq)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Node>,
}

/// Reads a formula; `None` when it holds what we do not know.
pub(crate) fn read(tex: &str, place: Place) -> Option<Formula> {
    let is_readable = tex.len() <= TEX_MAX_BYTES && nesting::is_shallow(tex);
    let converter = CONVERTER.as_ref().filter(|_| is_readable)?;
    let display = match place {
        Place::Inline => MathDisplay::Inline,
        Place::Display => MathDisplay::Block,
    };
    let convert = |tex: &str| converter.convert_with_local_state(tex.trim(), display).ok();
    let written = convert(tex).or_else(|| convert(&with_tag_behind(tex)?))?.mathml;
    let content = elements_of(&written)?;
    (!content.is_empty()).then_some(Formula { place, content })
}

/// Moves a formula's number behind it, for formats that do not number formulas.
fn with_tag_behind(tex: &str) -> Option<String> {
    let (before, tag) = tex.split_once("\\tag{")?;
    let (number, behind) = tag.split_once('}')?;
    Some(format!("{before}{behind}\\qquad\\text{{({number})}}"))
}

impl Formula {
    /// Returns MathML for a page, with the source beside it for programs that want it.
    pub fn mathml(&self, tex: &str) -> String {
        mathml::write(self, tex)
    }

    /// Returns the formula for a Word document.
    pub fn omml(&self) -> String {
        omml::write(self)
    }
}

/// Commands that are usual in answers, in terms of those that the reader knows.
const MACROS: [(&str, &str); 3] = [
    ("boxed", r"\xcancel{\xcancel{\cancel{#1}}}"),
    ("substack", r"\begin{matrix}#1\end{matrix}"),
    ("lt", "<"),
];

static CONVERTER: LazyLock<Option<LatexToMathML>> = LazyLock::new(|| {
    let macros = MACROS.map(|(name, meaning)| (name.to_owned(), meaning.to_owned())).to_vec();
    LatexToMathML::new(MathCoreConfig { macros, ..MathCoreConfig::default() })
        .map_err(|error| tracing::error!(?error, "formulas are exported as source"))
        .ok()
});

const KNOWN: [&str; 27] = [
    "mrow",
    "mi",
    "mn",
    "mo",
    "mtext",
    "mspace",
    "mfrac",
    "msqrt",
    "mroot",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
    "mprescripts",
    "mtable",
    "mtr",
    "mtd",
    "mpadded",
    "mphantom",
    "menclose",
    "mstyle",
    "math",
    "semantics",
    "none",
];
const KNOWN_ATTRIBUTES: [&str; 21] = [
    "mathvariant",
    "stretchy",
    "lspace",
    "rspace",
    "minsize",
    "maxsize",
    "symmetric",
    "largeop",
    "movablelimits",
    "form",
    "fence",
    "separator",
    "accent",
    "accentunder",
    "linethickness",
    "width",
    "height",
    "displaystyle",
    "scriptlevel",
    "notation",
    "style",
];

/// Returns the elements in `math`. Unknown ones are only their text.
fn elements_of(written: &str) -> Option<Vec<Node>> {
    let mut reader = Reader::from_str(written);
    let mut open: Vec<Element> = vec![Element::default()];
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => open.push(element_of(&start)?),
            Event::Empty(start) => close(&mut open, element_of(&start)?)?,
            Event::End(_) => {
                let element = open.pop()?;
                close(&mut open, element)?;
            }
            Event::Text(text) => say(&mut open, &text.xml10_content())?,
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(character)) => say(&mut open, character.encode_utf8(&mut [0; 4]))?,
                _ => {
                    let known =
                        quick_xml::escape::resolve_predefined_entity(&reference.into_inner())?;
                    say(&mut open, known)?;
                }
            },
            Event::Eof => break,
            _ => return None,
        }
    }
    let [root] = <[Element; 1]>::try_from(open).ok()?;
    Some(root.children)
}

fn say(open: &mut [Element], text: &str) -> Option<()> {
    let children = &mut open.last_mut()?.children;
    match children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => children.push(Node::Text(text.to_owned())),
    }
    Some(())
}

fn close(open: &mut [Element], element: Element) -> Option<()> {
    let parent = &mut open.last_mut()?.children;
    match element.name.as_str() {
        // Draws a strike-through in browsers that do not know `menclose`: rewritten.
        "stroke" => {}
        "math" | "semantics" => parent.extend(element.children),
        "" => {
            for child in element.children {
                match (parent.last_mut(), child) {
                    (Some(Node::Text(before)), Node::Text(text)) => before.push_str(&text),
                    (_, child) => parent.push(child),
                }
            }
        }
        _ => parent.push(Node::Element(boxed(element))),
    }
    Some(())
}

fn element_of(start: &BytesStart<'_>) -> Option<Element> {
    let name = start.local_name().into_inner().to_owned();
    let mut attributes = Vec::new();
    let mut is_stroke = false;
    for attribute in start.attributes() {
        let attribute = attribute.ok()?;
        let key = attribute.key.local_name().into_inner().to_owned();
        let value = quick_xml::escape::unescape(&attribute.value).ok()?.into_owned();
        is_stroke |= key == "class" && value.starts_with("menclose-");
        if KNOWN_ATTRIBUTES.contains(&key.as_str()) && is_harmless(&value) {
            attributes.push((key, value));
        }
    }
    let name = match name.as_str() {
        "mrow" if is_stroke => "stroke".to_owned(),
        known if KNOWN.contains(&known) => known.to_owned(),
        _ => String::new(),
    };
    Some(Element { name, attributes, children: Vec::new() })
}

/// Returns true for a value that contains no address and is not larger than a page.
fn is_harmless(value: &str) -> bool {
    let is_plain = value
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || " #%+,-.:;".contains(character));
    let numbers = value.split(|character: char| !character.is_ascii_digit() && character != '.');
    // Colours are numbers too.
    let is_small = value.contains('#')
        || numbers.filter_map(|number| number.parse::<f64>().ok()).all(|number| number <= 100.0);
    is_plain && is_small
}

/// Converts our command for a frame (see [`MACROS`]) into the frame.
fn boxed(mut element: Element) -> Element {
    if element.name == "menclose"
        && let [Node::Element(second)] = &mut element.children[..]
        && second.name == "menclose"
        && let [Node::Element(third)] = &mut second.children[..]
        && third.name == "menclose"
        && third.attribute("notation") == Some("updiagonalstrike")
    {
        let children = std::mem::take(&mut third.children);
        let attributes = vec![("notation".to_owned(), "box".to_owned())];
        return Element { name: "menclose".to_owned(), attributes, children };
    }
    element
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the child elements, whose order has a meaning in MathML.
    fn elements(&self) -> Vec<&Node> {
        self.children.iter().filter(|child| matches!(child, Node::Element(_))).collect()
    }
}

impl Node {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Element(element) => element.children.iter().map(Self::text).collect(),
        }
    }

    fn element(&self) -> Option<&Element> {
        match self {
            Self::Element(element) => Some(element),
            Self::Text(_) => None,
        }
    }

    /// Returns the text of an operator, also if it is alone in a row.
    fn operator(&self) -> Option<String> {
        let element = self.element()?;
        match (element.name.as_str(), &element.children[..]) {
            ("mo", _) => Some(self.text()),
            ("mrow" | "mstyle" | "mpadded", [only]) => only.operator(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formulas that models write.
    pub(super) const REAL: [&str; 47] = [
        r"E = mc^2 \tag{1}",
        r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\sqrt[3]{x+1}",
        r"\sum_{i=1}^{n} i^2 = \frac{n(n+1)(2n+1)}{6}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}^{-1}",
        r"\alpha + \beta \leq \Gamma \cdot \omega",
        r"f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{aligned} a &= b + c \\ d &= e \end{aligned}",
        r"\begin{align} a &= b \\ c &= d \end{align}",
        r"\left( \frac{a}{b} \right)^2",
        r"\left\{ x \in \mathbb{R} \mid x > 0 \right\}",
        r"\mathbb{R}^n \to \mathcal{L}",
        r"\vec{x} \cdot \hat{y} + \overline{AB} + \bar{z} + \dot{q} + \tilde{n}",
        r"\lim_{x \to 0} \frac{\sin x}{x} = 1",
        r"\binom{n}{k}",
        r"\underbrace{a+b}_{c}",
        r"\prod_{k=1}^{n} k = n!",
        r"\boxed{E = mc^2}",
        r"\operatorname{argmax}_x f(x)",
        r"A \xrightarrow{f} B",
        r"\dfrac12 + \tfrac{1}{3}",
        r"\mathrm{d}x \, \mathbf{v} \, \boldsymbol{\mu}",
        r"f'(x) + f''(x)",
        r"a \equiv b \pmod n",
        r"\bigcup_{i \in I} A_i \subseteq B",
        r"\overset{!}{=} \stackrel{?}{=}",
        r"50\%",
        r"\langle x | y \rangle",
        r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
        r"\cancel{x} + y",
        r"\text{speed} = \frac{\text{distance}}{\text{time}}",
        r"H_2O + x_1^2",
        r"\nabla \times \vec{E} = -\frac{\partial \vec{B}}{\partial t}",
        r"\sum_{\substack{i<n \\ j<m}} a_{ij}",
        r"\forall \epsilon > 0 \; \exists \delta > 0",
        r"A^\top A \neq \emptyset \implies \Delta",
        r"\color{red}{x}",
        r"\left| x \right| + \|v\|",
        r"\log_2 n + \ln x + \max(a, b)",
        r"\iint_D f \, dA + \oint_C g",
        r"\Big( x \Big)",
        r"x \in [0, 1) \setminus \{0\}",
        r"90^\circ \approx \tfrac{\pi}{2}",
        r"\text{السرعة} = v",
        r"p(y \mid x) \propto e^{-\lambda}",
    ];

    #[test]
    fn what_models_write_is_understood() {
        let unknown: Vec<_> =
            REAL.into_iter().filter(|tex| read(tex, Place::Display).is_none()).collect();
        assert_eq!(unknown, Vec::<&str>::new());
    }

    #[test]
    fn what_is_not_understood_stays() {
        for tex in [
            r"x^{y",
            r"\frac{1}",
            r"\includegraphics{x}",
            r"\def\a#1{\a{#1#1}}\a{x}",
            r"\htmlData{onclick=1}{x}",
            r"\unknowncommand",
            "",
        ] {
            assert_eq!(read(tex, Place::Inline), None, "{tex}");
        }
    }

    #[test]
    fn deep_and_long_formulas_stay() {
        for tex in [
            "{".repeat(4_000),
            format!("{}x{}", "{".repeat(3_000), "}".repeat(3_000)),
            r"\sqrt".repeat(1_500),
            format!("{}x{}", r"\frac{1}{".repeat(700), "}".repeat(700)),
            r"\left(".repeat(1_000),
            "x".repeat(TEX_MAX_BYTES + 1),
        ] {
            assert_eq!(read(&tex, Place::Display), None);
        }
        let deep = format!("{}x{}", r"\sqrt{".repeat(20), "}".repeat(20));
        assert!(read(&deep, Place::Display).is_some());
    }

    #[test]
    fn sizes_without_end_and_addresses_are_left_out() {
        assert!(
            is_harmless("0.1em")
                && is_harmless("color:#ff0000;")
                && is_harmless("text-align:right")
        );
        for value in ["100000em", "background:url(x)", "\"onclick=1", "a\\b", "expression(1)"] {
            assert!(!is_harmless(value), "{value}");
        }
    }
}
