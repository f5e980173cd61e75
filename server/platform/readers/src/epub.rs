use std::collections::HashMap;

use parsing::{Page, ParseFailure, Parsed, text_of_html};

use crate::archive::{Archive, resolve};
use crate::pages::Pages;
use crate::xml::{Step, attribute, walk};

/// Returns the chapters of a book, in the order in which they are read.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    if archive.names().iter().any(|name| name == "META-INF/rights.xml") {
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
        let Some(chapter) = archive.text(&resolve(&package_name, &href))? else { continue };
        let (title, text) = text_of_html(&chapter);
        pages.push(Page { number, title, text })?;
    }
    pages.check()
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
