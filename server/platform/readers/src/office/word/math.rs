use quick_xml::events::BytesStart;

use crate::xml::{Step, attribute};

/// Writes formulas of Office on one line, such as `x^2`, `(a+b)/c`, `√(2)` (ECMA-376, part 1, 22.1).
#[derive(Debug, Default)]
pub(super) struct Math {
    open: Vec<Element>,
}

#[derive(Debug)]
enum Element {
    /// An argument that is put into brackets if it is more than one term; where it begins.
    Argument {
        start: usize,
        before: &'static str,
        after: &'static str,
    },
    /// A root; true once its bracket is open.
    Root(bool),
    /// Brackets around; true once the first is written.
    Brackets {
        open: String,
        close: String,
        is_open: bool,
    },
    /// A sum, product or integral, and its sign.
    Sign(String),
    Other,
}

impl Math {
    /// Takes a step within a formula; `text` ends with what was written of it.
    pub fn take(&mut self, step: &Step<'_>, text: &mut String) {
        match step {
            Step::Open(name, element) => self.open(name, element, text),
            Step::Close(name) => self.close(name, text),
            Step::Text(_) => {}
        }
    }

    fn open(&mut self, name: &str, element: &BytesStart<'_>, text: &mut String) {
        let argument = |before, after| Element::Argument { start: text.len(), before, after };
        let opened = match name {
            "num" => argument("", "/"),
            "den" => argument("", ""),
            "sup" => argument("^", ""),
            "sub" => argument("_", ""),
            "deg" => argument("", ""),
            "rad" => {
                text.push('√');
                Element::Root(false)
            }
            "d" => {
                Element::Brackets { open: "(".to_owned(), close: ")".to_owned(), is_open: false }
            }
            "nary" => Element::Sign("∫".to_owned()),
            "e" => {
                self.begin_inner(text);
                Element::Other
            }
            "begChr" | "endChr" | "chr" => {
                self.set_character(name, attribute(element, "val").unwrap_or_default());
                return;
            }
            "f" | "sSup" | "sSub" | "sSubSup" | "func" | "fName" | "eqArr" | "m" | "mr" => {
                Element::Other
            }
            _ => return,
        };
        self.open.push(opened);
    }

    fn set_character(&mut self, name: &str, value: String) {
        match (name, self.open.last_mut()) {
            ("begChr", Some(Element::Brackets { open, .. })) => *open = value,
            ("endChr", Some(Element::Brackets { close, .. })) => *close = value,
            ("chr", Some(Element::Sign(sign))) => *sign = value,
            _ => {}
        }
    }

    /// Begins what a root or brackets stand around.
    fn begin_inner(&mut self, text: &mut String) {
        match self.open.last_mut() {
            Some(Element::Root(is_open)) => {
                *is_open = true;
                text.push('(');
            }
            Some(Element::Brackets { open, is_open, .. }) => {
                text.push_str(if *is_open { ", " } else { open });
                *is_open = true;
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str, text: &mut String) {
        if name == "naryPr" {
            if let Some(Element::Sign(sign)) = self.open.last() {
                text.push_str(sign);
            }
            return;
        }
        let is_ours = matches!(
            name,
            "num"
                | "den"
                | "sup"
                | "sub"
                | "deg"
                | "rad"
                | "d"
                | "nary"
                | "e"
                | "f"
                | "sSup"
                | "sSub"
                | "sSubSup"
                | "func"
                | "fName"
                | "eqArr"
                | "m"
                | "mr"
        );
        if !is_ours {
            return;
        }
        match self.open.pop() {
            Some(Element::Argument { start, before, after }) => {
                end_argument(text, start, before, after, name)
            }
            Some(Element::Root(true)) => text.push(')'),
            Some(Element::Brackets { close, is_open: true, .. }) => text.push_str(&close),
            _ => {}
        }
    }
}

/// Puts an argument into brackets where it is more than one term.
fn end_argument(text: &mut String, start: usize, before: &str, after: &str, name: &str) {
    let Some(argument) = text.get(start..).map(str::to_owned) else { return };
    let argument = argument.trim();
    text.truncate(start);
    if argument.is_empty() {
        return;
    }
    text.push_str(before);
    let is_term = argument.chars().all(|ch| ch.is_alphanumeric() || ch == '.');
    match (name, is_term) {
        ("deg", _) => text.push_str(&format!("[{argument}]")),
        (_, true) => text.push_str(argument),
        (_, false) => text.push_str(&format!("({argument})")),
    }
    text.push_str(after);
}
