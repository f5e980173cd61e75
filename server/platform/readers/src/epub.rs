use std::collections::HashMap;

use parsing::{Page, ParseFailure, Parsed, Unread, UnreadReason, text_of_xhtml};
use percent_encoding::percent_decode_str;

use crate::archive::{Archive, resolve};
use crate::pages::Pages;
use crate::xml::{Step, attribute, walk};

/// Algorithms that hide fonts only, with keys that stand in the book (EPUB 3, Open Container Format, 4.2).
const FONT_MANGLING: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Returns the chapters of a book, in the order in which they are read.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let names = archive.names();
    if names.iter().any(|name| name == "META-INF/rights.xml") || is_encrypted(&mut archive)? {
        return Err(ParseFailure::Encrypted);
    }
    let container = archive.required("META-INF/container.xml")?;
    let mut package_name = None;
    walk(&container, |step| {
        if let Step::Open("rootfile", element) = step {
            package_name = package_name.take().or_else(|| attribute(element, "full-path"));
        }
    })?;
    let package_name = package_name.ok_or(ParseFailure::Broken)?;
    let package = archive.required(&package_name)?;
    let mut pages = Pages::default();
    for (number, href) in (1..).zip(spine(&package)?) {
        let name = entry_of(&names, &resolve(&package_name, &href));
        let Some(chapter) = name.map_or(Ok(None), |name| archive.text(name))? else {
            pages.unread(Unread::named(href, UnreadReason::Damaged));
            continue;
        };
        let (title, text) = text_of_xhtml(&chapter);
        pages.push(Page { number, title, text })?;
    }
    pages.check()
}

/// Finds the entry of a reference, whose letters may be written with percent signs or in another case.
fn entry_of<'a>(names: &'a [String], href: &str) -> Option<&'a str> {
    let href = href.split('#').next().unwrap_or(href);
    let decoded = percent_decode_str(href).decode_utf8_lossy();
    let exact = names.iter().find(|name| *name == href || **name == decoded);
    let found = exact.or_else(|| names.iter().find(|name| name.eq_ignore_ascii_case(&decoded)));
    found.map(String::as_str)
}

/// Returns true if more than fonts is encrypted.
fn is_encrypted(archive: &mut Archive<'_>) -> Result<bool, ParseFailure> {
    let Some(xml) = archive.text("META-INF/encryption.xml")? else { return Ok(false) };
    let mut is_encrypted = false;
    let mut is_data = false;
    walk(&xml, |step| match step {
        Step::Open("EncryptedData", _) => is_data = true,
        Step::Close("EncryptedData") => is_data = false,
        Step::Open("EncryptionMethod", element) if is_data => {
            let algorithm = attribute(element, "Algorithm").unwrap_or_default();
            is_encrypted |= !FONT_MANGLING.contains(&algorithm.as_str());
        }
        _ => {}
    })?;
    Ok(is_encrypted)
}

/// Returns the paths of the chapters, as the package lists them.
fn spine(package: &str) -> Result<Vec<String>, ParseFailure> {
    let mut hrefs: HashMap<String, String> = HashMap::new();
    let mut order = Vec::new();
    walk(package, |step| match step {
        Step::Open("item", element) => {
            if let (Some(id), Some(href)) = (attribute(element, "id"), attribute(element, "href")) {
                hrefs.insert(id, href);
            }
        }
        Step::Open("itemref", element) => order.extend(attribute(element, "idref")),
        _ => {}
    })?;
    Ok(order.iter().filter_map(|id| hrefs.get(id).cloned()).collect())
}
