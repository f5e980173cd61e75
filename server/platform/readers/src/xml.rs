use parsing::ParseFailure;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// One step through a document, with local names only.
pub(crate) enum Step<'a> {
    /// An element begins. One without content is followed by its [`Step::Close`] as well.
    Open(&'a str, &'a BytesStart<'a>),
    Close(&'a str),
    Text(&'a str),
}

/// Maximum number of elements of one document.
const STEPS_MAX: usize = 5_000_000;

/// Walks through a document. Entities that a document declares itself are left out: only those of XML and
/// characters by their number are known.
pub(crate) fn walk(xml: &str, mut visit: impl FnMut(Step<'_>)) -> Result<(), ParseFailure> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    for _ in 0..STEPS_MAX {
        match reader.read_event().map_err(|_| ParseFailure::Broken)? {
            Event::Start(start) => visit(Step::Open(start.local_name().into_inner(), &start)),
            Event::Empty(start) => {
                visit(Step::Open(start.local_name().into_inner(), &start));
                visit(Step::Close(start.local_name().into_inner()));
            }
            Event::End(end) => visit(Step::Close(end.local_name().into_inner())),
            Event::Text(text) => visit(Step::Text(&text.xml10_content())),
            Event::CData(text) => visit(Step::Text(&text.xml10_content())),
            Event::GeneralRef(reference) => {
                let mut one = [0; 4];
                if let Ok(Some(ch)) = reference.resolve_char_ref() {
                    visit(Step::Text(ch.encode_utf8(&mut one)));
                } else if let Some(text) = known_entity(&reference.into_inner()) {
                    visit(Step::Text(text));
                }
            }
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    Err(ParseFailure::Exhausted)
}

fn known_entity(name: &str) -> Option<&'static str> {
    quick_xml::escape::resolve_predefined_entity(name)
}

/// Returns the value of an attribute, by its local name.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found =
        element.attributes().flatten().find(|one| one.key.local_name().into_inner() == name)?;
    quick_xml::escape::unescape(&found.value).ok().map(|value| value.into_owned())
}
