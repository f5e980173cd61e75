//! Fills the placeholders of one paragraph, with the sections that begin and end in it: what stands in them is cut out of its
//! runs, which keep their looks.

use super::dom::{Element, Node, element};
use super::fill::{Content, Scope, for_each_copy, value_of};
use super::sections::Section;
use super::tags::{Placeholder, Tag, has_own_text, partners, placeholders, text_of};

/// Puts values in place of the placeholders for which there are any.
pub(super) fn fill_paragraph(
    paragraph: &mut Element,
    content: &Content,
    scope: Option<&Scope<'_>>,
) {
    let text = text_of(paragraph);
    let found = placeholders(&text);
    if found.is_empty() {
        return;
    }
    let partners = partners(found.iter().map(|one| &one.tag));
    let mut pieces = Pieces::default();
    let all = Tags { found: &found, partners: &partners, content };
    all.collect((0, found.len()), scope, &mut pieces);
    let pieces = pieces.finish(text.len());
    let mut children = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let mut kept = cut(&paragraph.children, piece, &mut 0);
        if number > 0 {
            kept.retain(|node| !is_named(node, "w:pPr"));
        }
        children.append(&mut kept);
    }
    paragraph.children = children;
}

/// The placeholders of a paragraph.
struct Tags<'a> {
    found: &'a [Placeholder],
    partners: &'a [Option<usize>],
    content: &'a Content,
}

impl Tags<'_> {
    /// Collects what the placeholders from the first to before the last one come to.
    fn collect(
        &self,
        (first, last): (usize, usize),
        scope: Option<&Scope<'_>>,
        pieces: &mut Pieces,
    ) {
        let mut at = first;
        while at < last {
            let one = &self.found[at];
            match (&one.tag, self.partners[at]) {
                (Tag::Open { name, is_inverted }, Some(close)) => {
                    let section = Section { name: name.clone(), is_inverted: *is_inverted };
                    let end = &self.found[close];
                    pieces.cut(one.start, end.end);
                    for_each_copy(self.content, scope, &section, &mut |scope| {
                        pieces.restart(one.end);
                        self.collect((at + 1, close), scope, pieces);
                        pieces.cut(end.start, end.end);
                    });
                    at = close;
                }
                // Without its partner a tag is no section.
                (Tag::Open { .. } | Tag::Close(_), _) => pieces.edit(one, String::new()),
                (tag, _) => {
                    if let Some(text) = value_of(self.content, scope, tag) {
                        pieces.edit(one, text);
                    }
                }
            }
            at += 1;
        }
    }
}

/// A piece of a paragraph's text, with its edits.
#[derive(Debug, Default, PartialEq, Eq)]
struct Piece {
    from: usize,
    to: usize,
    edits: Vec<Edit>,
}

#[derive(Debug, PartialEq, Eq)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// The pieces of which a filled paragraph consists. The last one is still open.
#[derive(Default)]
struct Pieces {
    done: Vec<Piece>,
    open: Piece,
}

impl Pieces {
    fn edit(&mut self, placeholder: &Placeholder, text: String) {
        self.open.edits.push(Edit { start: placeholder.start, end: placeholder.end, text });
    }

    /// Ends the open piece at `to`. The next one begins at `next`.
    fn cut(&mut self, to: usize, next: usize) {
        let mut piece = std::mem::take(&mut self.open);
        piece.to = to;
        self.done.push(piece);
        self.restart(next);
    }

    fn restart(&mut self, at: usize) {
        self.open = Piece { from: at, ..Piece::default() };
    }

    fn finish(mut self, length: usize) -> Vec<Piece> {
        self.cut(length, length);
        self.done
    }
}

/// Returns what of nodes belongs to a piece. `at`: the place of the next text.
fn cut(nodes: &[Node], piece: &Piece, at: &mut usize) -> Vec<Node> {
    let mut kept = Vec::new();
    for node in nodes {
        let start = *at;
        let is_within = piece.from <= start && start <= piece.to;
        let Some(inner) = node.as_element() else {
            kept.extend(is_within.then(|| node.clone()));
            continue;
        };
        if inner.name == "w:t" {
            let text = inner.text();
            *at += text.len();
            match within(&text, start, piece) {
                // Nothing is left of it, or there was nothing.
                text if text.is_empty() => {}
                text => kept.extend(with_breaks(inner, &text)),
            }
            continue;
        }
        let length = if has_own_text(&inner.name) { 0 } else { text_of(inner).len() };
        if length == 0 {
            let is_kept = is_within || is_properties(node);
            kept.extend(is_kept.then(|| node.clone()));
            continue;
        }
        let children = cut(&inner.children, piece, at);
        if !children.iter().all(is_properties) {
            kept.push(Node::Element(Element { children, ..like(inner) }));
        }
    }
    kept
}

/// Returns what of a text, which begins at `start`, belongs to a piece, with its edits.
fn within(text: &str, start: usize, piece: &Piece) -> String {
    let end = start + text.len();
    let mut out = String::new();
    let mut from = start.max(piece.from);
    let to = end.min(piece.to);
    for edit in piece.edits.iter().filter(|edit| edit.start < end && edit.end > start) {
        if edit.start > from {
            out.push_str(&text[from - start..edit.start - start]);
        }
        if edit.start >= start {
            out.push_str(&edit.text);
        }
        from = edit.end.min(end);
    }
    if from < to {
        out.push_str(&text[from - start..to - start]);
    }
    out
}

/// Returns an element like this one, with nothing in it.
fn like(other: &Element) -> Element {
    element(&other.name, &other.attributes)
}

/// Returns true for looks, which are kept with what has them.
fn is_properties(node: &Node) -> bool {
    node.as_element().is_some_and(|element| element.name.ends_with("Pr"))
}

fn is_named(node: &Node, name: &str) -> bool {
    node.as_element().is_some_and(|element| element.name == name)
}

/// Returns a text of a run, as several with line breaks between them where it has several lines.
fn with_breaks(like: &Element, text: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            nodes.push(Node::Element(element("w:br", "")));
        }
        let mut one = element(&like.name, " xml:space=\"preserve\"");
        one.children.push(Node::Text(line.trim_end_matches('\r').to_owned()));
        nodes.push(Node::Element(one));
    }
    nodes
}
