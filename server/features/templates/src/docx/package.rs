//! The package of a Word file: what is refused in it, its parts with text, and the same package with other texts.

use std::io::{Cursor, Read, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::dom::{Node, parse, write};
use super::worker::WordError;

const ENTRIES_MAX: usize = 2_000;
/// Maximum total size of all entries, decompressed.
const UNPACKED_MAX_BYTES: u64 = 100_000_000;
/// Maximum size of a part with text.
const PART_MAX_BYTES: u64 = 20_000_000;
const RATIO_MAX: u64 = 200;
/// Smaller entries may be packed as well as they like.
const RATIO_FROM_BYTES: u64 = 4_000_000;

/// A Word file with its parts that have text.
pub(super) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// By name. The document is the first.
    pub parts: Vec<(String, Vec<Node>)>,
    /// Parts that are written differently without having text.
    changed: Vec<(String, String)>,
}

impl<'a> Package<'a> {
    /// Opens a file, if it is a document without anything active, and loads nothing from elsewhere.
    pub fn open(content: &'a [u8]) -> Result<Self, WordError> {
        // A file with a password is no ZIP archive, but an older container.
        if content.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
            return Err(WordError::Protected);
        }
        let mut zip = ZipArchive::new(Cursor::new(content)).map_err(|_| WordError::Broken)?;
        let names = check_entries(&mut zip)?;
        let mut package = Self { zip, parts: Vec::new(), changed: Vec::new() };
        let types = package.text("[Content_Types].xml")?.ok_or(WordError::Broken)?;
        if types.contains("macroEnabled") || types.contains("vbaProject") {
            return Err(WordError::Macros);
        }
        if !types.contains("wordprocessingml.document.main+xml")
            && !types.contains("wordprocessingml.template.main+xml")
        {
            return Err(WordError::NoWord);
        }
        package.check_relations(&names)?;
        for name in names.iter().filter(|name| has_text(name)) {
            let nodes = parse(&package.text(name)?.ok_or(WordError::Broken)?)?;
            check_fields(&nodes)?;
            package.parts.push((name.clone(), nodes));
        }
        package.parts.sort_by_key(|(name, _)| (name != DOCUMENT, name.clone()));
        match package.parts.first() {
            Some((name, _)) if name == DOCUMENT => Ok(package),
            _ => Err(WordError::Broken),
        }
    }

    /// Refuses relations to active parts, and to anything elsewhere but addresses that people follow. The template that a
    /// document once came from is forgotten: Word would look for it.
    fn check_relations(&mut self, names: &[String]) -> Result<(), WordError> {
        for name in names.iter().filter(|name| name.ends_with(".rels")) {
            let text = self.text(name)?.ok_or(WordError::Broken)?;
            let mut nodes = parse(&text)?;
            let mut forgotten = false;
            for node in &mut nodes {
                let Node::Element(root) = node else { continue };
                for relation in root.elements() {
                    check_relation(
                        relation.attribute("Type").ok_or(WordError::Broken)?,
                        relation.attribute("TargetMode").unwrap_or_default(),
                    )?;
                }
                let before = root.children.len();
                root.children.retain(|node| !is_attached_template(node));
                forgotten |= root.children.len() < before;
            }
            if forgotten {
                self.changed.push((name.clone(), written(&nodes)));
                self.forget_attached_template()?;
            }
        }
        Ok(())
    }

    fn forget_attached_template(&mut self) -> Result<(), WordError> {
        let Some(text) = self.text(SETTINGS)? else { return Ok(()) };
        let mut nodes = parse(&text)?;
        for node in &mut nodes {
            if let Node::Element(root) = node {
                root.children.retain(|node| {
                    node.as_element().is_none_or(|one| one.name != "w:attachedTemplate")
                });
            }
        }
        self.changed.push((SETTINGS.to_owned(), written(&nodes)));
        Ok(())
    }

    /// Reads an entry as text; `None` if there is none of that name. Its declared size is not trusted.
    fn text(&mut self, name: &str) -> Result<Option<String>, WordError> {
        let entry = match self.zip.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(_) => return Err(WordError::Broken),
        };
        let mut content = Vec::new();
        let read = entry.take(PART_MAX_BYTES + 1).read_to_end(&mut content);
        if read.map_err(|_| WordError::Broken)? as u64 > PART_MAX_BYTES {
            return Err(WordError::TooHeavy);
        }
        let text = String::from_utf8(content).map_err(|_| WordError::Broken)?;
        Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
    }

    /// Returns the file with its parts as they are now. Everything else is copied as it is.
    pub fn pack(mut self) -> Result<Vec<u8>, WordError> {
        let mut out = ZipWriter::new(Cursor::new(Vec::new()));
        let parts = self.parts.iter().map(|(name, nodes)| (name.clone(), written(nodes)));
        let texts: Vec<(String, String)> = parts.chain(std::mem::take(&mut self.changed)).collect();
        for index in 0..self.zip.len() {
            let entry = self.zip.by_index_raw(index).map_err(|_| WordError::Broken)?;
            let name = entry.name().map_err(|_| WordError::Broken)?.into_owned();
            match texts.iter().find(|(of, _)| *of == name) {
                None => out.raw_copy_file(entry).map_err(|_| WordError::Broken)?,
                Some((_, text)) => {
                    out.start_file(&*name, SimpleFileOptions::default())
                        .map_err(|_| WordError::Broken)?;
                    out.write_all(text.as_bytes()).map_err(|_| WordError::Broken)?;
                }
            }
        }
        Ok(out.finish().map_err(|_| WordError::Broken)?.into_inner())
    }
}

const DOCUMENT: &str = "word/document.xml";
const SETTINGS: &str = "word/settings.xml";

fn written(nodes: &[Node]) -> String {
    let mut text = String::new();
    write(nodes, &mut text);
    text
}

/// Returns true for parts in which people write placeholders.
fn has_text(name: &str) -> bool {
    let Some(part) = name.strip_prefix("word/").and_then(|name| name.strip_suffix(".xml")) else {
        return false;
    };
    let numbered = |kind: &str| {
        part.strip_prefix(kind).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    ["document", "footnotes", "endnotes"].contains(&part)
        || numbered("header")
        || numbered("footer")
}

/// Returns the names of all entries, if they are few, small and in the package.
fn check_entries(zip: &mut ZipArchive<Cursor<&[u8]>>) -> Result<Vec<String>, WordError> {
    if zip.len() > ENTRIES_MAX {
        return Err(WordError::TooHeavy);
    }
    let (mut unpacked, mut names): (u64, Vec<String>) = (0, Vec::new());
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index).map_err(|_| WordError::Broken)?;
        if entry.encrypted() {
            return Err(WordError::Protected);
        }
        let is_bomb = entry.size() > RATIO_FROM_BYTES
            && entry.size() / entry.compressed_size().max(1) > RATIO_MAX;
        unpacked = unpacked.saturating_add(entry.size());
        if is_bomb || unpacked > UNPACKED_MAX_BYTES {
            return Err(WordError::TooHeavy);
        }
        let name = entry.name().map_err(|_| WordError::Broken)?.into_owned();
        if name.split('/').any(|piece| piece == "..")
            || name.starts_with('/')
            || names.contains(&name)
        {
            return Err(WordError::Broken);
        }
        let lower = name.to_lowercase();
        if lower.ends_with("vbaproject.bin")
            || lower.contains("/activex/")
            || lower.contains("oleobject")
        {
            return Err(WordError::Macros);
        }
        names.push(name);
    }
    Ok(names)
}

fn check_relation(kind: &str, mode: &str) -> Result<(), WordError> {
    // Nobody writes these words with references to characters but to hide them.
    if kind.contains('&') || mode.contains('&') {
        return Err(WordError::Broken);
    }
    let kind = kind.rsplit('/').next().unwrap_or_default();
    match kind {
        "vbaProject" | "oleObject" | "control" | "attachedToolbars" | "keyMapCustomizations" => {
            Err(WordError::Macros)
        }
        "aFChunk" | "subDocument" | "frame" => Err(WordError::Linked),
        "hyperlink" | "attachedTemplate" => Ok(()),
        _ if mode == "External" => Err(WordError::Linked),
        _ => Ok(()),
    }
}

/// Fields that load something from elsewhere, or start what gives it, by their first word.
const LOADING_FIELDS: [&str; 7] =
    ["DDE", "DDEAUTO", "IMPORT", "INCLUDE", "INCLUDEPICTURE", "INCLUDETEXT", "LINK"];

fn check_fields(nodes: &[Node]) -> Result<(), WordError> {
    let mut codes = String::new();
    collect_field_codes(nodes, &mut codes);
    let loads = |code: &str| {
        let name = code.split_whitespace().next().unwrap_or_default();
        name.contains('&') || LOADING_FIELDS.iter().any(|one| name.eq_ignore_ascii_case(one))
    };
    if codes.lines().any(loads) { Err(WordError::Linked) } else { Ok(()) }
}

/// Collects the codes of all fields, which may be split over runs, each on a line.
fn collect_field_codes(nodes: &[Node], codes: &mut String) {
    for element in nodes.iter().filter_map(Node::as_element) {
        match element.name.rsplit(':').next().unwrap_or_default() {
            "instrText" => codes.push_str(&element.text()),
            "fldChar" => codes.push('\n'),
            "fldSimple" => {
                let code = element.attribute("w:instr").unwrap_or_default();
                codes.push_str(&format!("\n{code}\n"));
                collect_field_codes(&element.children, codes);
            }
            _ => collect_field_codes(&element.children, codes),
        }
    }
}

fn is_attached_template(node: &Node) -> bool {
    let kind = node.as_element().and_then(|one| one.attribute("Type"));
    kind.is_some_and(|kind| kind.ends_with("/attachedTemplate"))
}
