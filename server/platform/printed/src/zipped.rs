use std::io::{Cursor, Write};

use kernel::{Failure, Fallible};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Returns a ZIP file of these files, in this order.
pub(super) fn zipped<'a>(
    files: impl IntoIterator<Item = (&'a str, impl AsRef<[u8]>)>,
) -> Fallible<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name, SimpleFileOptions::default()).map_err(Failure::internal)?;
        zip.write_all(content.as_ref()).map_err(Failure::internal)?;
    }
    Ok(zip.finish().map_err(Failure::internal)?.into_inner())
}

/// Escapes a text for XML: characters not allowed in XML are removed.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(character),
        }
    }
    out
}
