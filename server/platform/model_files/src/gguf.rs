//! Parsing of a model file's header (ggml's `docs/gguf.md`, versions 2 and 3). No value in a file is trusted before it
//! is checked against the file's size, and nothing is kept that is not needed.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Seek};

mod tables;

use tables::{NOT_FOR_CHAT, bytes_of, quantisation};

/// A model's metadata from its file's header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gguf {
    pub architecture: String,
    /// Name given by its author.
    pub name: Option<String>,
    /// `7B`, as its maker says.
    pub size_label: Option<String>,
    /// `Q4_K_M`.
    pub quantisation: Option<&'static str>,
    /// Size of the context it was trained for, in tokens.
    pub context_tokens: Option<u32>,
    /// True if it has a chat template; without one a common template is used.
    pub has_template: bool,
    pub tools: bool,
    pub reasoning: bool,
    /// False for embeddings, projectors, adapters and mere vocabularies.
    pub is_for_chat: bool,
    /// Memory per token of the cache.
    pub bytes_per_token: Option<u64>,
    /// Number of this part and number of parts, for a model that is split into files.
    pub part: Option<(u64, u64)>,
}

/// The reason why a file is not a model file.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    #[error("it does not begin like a GGUF file")]
    NotGguf,
    #[error("its version is {0}; 2 and 3 can be read")]
    Version(u32),
    #[error("it was written for machines of the other byte order")]
    OtherByteOrder,
    #[error("its header is damaged: {0}")]
    Damaged(&'static str),
    /// The file ends before the data that its header declares.
    #[error("it ends too early")]
    Incomplete,
    #[error(transparent)]
    Io(io::Error),
}

const KEYS_MAX: u64 = 4_096;
const KEY_MAX_BYTES: u64 = 1_024;
const TENSORS_MAX: u64 = 200_000;
const TENSOR_NAME_MAX_BYTES: u64 = 1_024;
const NAME_MAX_BYTES: u64 = 1_024;
const NAME_MAX_CHARS: usize = 120;
const TEMPLATE_MAX_BYTES: u64 = 1_048_576;
const LAYERS_MAX: u64 = 4_096;
/// A whole vocabulary with its merges is some 20 MB.
const HEADER_MAX_BYTES: u64 = 268_435_456;

/// Reads the header of a file of `size` bytes, and checks that the file contains everything it declares.
pub fn read(input: impl Read + Seek, size: u64) -> Result<Gguf, GgufError> {
    let mut input = Input { reader: BufReader::with_capacity(65_536, input), at: 0, size };
    let tensors = input.tensor_count()?;
    let mut facts = Facts::default();
    let keys = input.number_up_to(KEYS_MAX, "too many keys")?;
    for _ in 0..keys {
        let key = input.text(KEY_MAX_BYTES)?.ok_or(GgufError::Damaged("a key is too long"))?;
        let kind = input.u32()?;
        facts.take(&key, kind, &mut input)?;
    }
    check_tensors(&mut input, tensors, facts.alignment()?)?;
    Ok(facts.conclude(tensors))
}

/// Returns true if the first bytes of a file may be those of a model file.
pub(crate) fn begins_well(bytes: &[u8]) -> bool {
    b"GGUF".starts_with(&bytes[..bytes.len().min(4)])
}

struct Input<R> {
    reader: BufReader<R>,
    at: u64,
    size: u64,
}

impl<R: Read + Seek> Input<R> {
    /// Checks magic and version; returns the number of tensors.
    fn tensor_count(&mut self) -> Result<u64, GgufError> {
        let magic: [u8; 4] = match self.bytes() {
            Err(GgufError::Incomplete) => return Err(GgufError::NotGguf),
            other => other?,
        };
        if &magic != b"GGUF" {
            return Err(GgufError::NotGguf);
        }
        match self.u32()? {
            2 | 3 => self.number_up_to(TENSORS_MAX, "too many tensors"),
            version if version.swap_bytes() <= 3 => Err(GgufError::OtherByteOrder),
            version => Err(GgufError::Version(version)),
        }
    }

    /// Checks that `count` bytes from here are within the file.
    fn claim(&mut self, count: u64) -> Result<(), GgufError> {
        let end = self.at.checked_add(count).ok_or(GgufError::Damaged("an absurd length"))?;
        if end > self.size {
            return Err(GgufError::Incomplete);
        }
        if end > HEADER_MAX_BYTES {
            return Err(GgufError::Damaged("it is too long"));
        }
        self.at = end;
        Ok(())
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], GgufError> {
        self.claim(N as u64)?;
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes).map_err(in_file)?;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> Result<(), GgufError> {
        self.claim(count)?;
        let count = i64::try_from(count).map_err(|_| GgufError::Damaged("an absurd length"))?;
        self.reader.seek_relative(count).map_err(in_file)
    }

    fn u32(&mut self) -> Result<u32, GgufError> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, GgufError> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn number_up_to(&mut self, most: u64, otherwise: &'static str) -> Result<u64, GgufError> {
        self.u64().and_then(|n| if n <= most { Ok(n) } else { Err(GgufError::Damaged(otherwise)) })
    }

    /// Reads a text; `None`, after skipping it, if it is longer than `most`.
    fn text(&mut self, most: u64) -> Result<Option<String>, GgufError> {
        let length = self.u64()?;
        if length > most {
            return self.skip(length).map(|()| None);
        }
        self.claim(length)?;
        let mut bytes = vec![0; length as usize];
        self.reader.read_exact(&mut bytes).map_err(in_file)?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Reads a number of any integer kind; `None`, after skipping it, for another value.
    fn whole(&mut self, kind: u32) -> Result<Option<u64>, GgufError> {
        Ok(match kind {
            0 => self.bytes().map(|[byte]: [u8; 1]| Some(u64::from(byte)))?,
            2 => self.bytes().map(|bytes| Some(u64::from(u16::from_le_bytes(bytes))))?,
            4 => Some(u64::from(self.u32()?)),
            5 => u64::try_from(self.bytes().map(i32::from_le_bytes)?).ok(),
            10 => Some(self.u64()?),
            11 => u64::try_from(self.bytes().map(i64::from_le_bytes)?).ok(),
            _ => self.skip_value(kind).map(|()| None)?,
        })
    }

    fn skip_value(&mut self, kind: u32) -> Result<(), GgufError> {
        match kind {
            TEXT => {
                let length = self.u64()?;
                self.skip(length)
            }
            LIST => {
                let (kind, count) = self.list()?;
                self.skip_items(kind, count)
            }
            _ => self.skip(width_of(kind)?),
        }
    }

    fn list(&mut self) -> Result<(u32, u64), GgufError> {
        let kind = self.u32()?;
        if kind == LIST {
            return Err(GgufError::Damaged("a list of lists"));
        }
        Ok((kind, self.u64()?))
    }

    fn skip_items(&mut self, kind: u32, count: u64) -> Result<(), GgufError> {
        if kind != TEXT {
            let bytes = width_of(kind)?.checked_mul(count);
            return self.skip(bytes.ok_or(GgufError::Damaged("an absurd length"))?);
        }
        // Each takes 8 bytes at least, so the file's size bounds this.
        for _ in 0..count {
            self.skip_value(TEXT)?;
        }
        Ok(())
    }
}

const TEXT: u32 = 8;
const LIST: u32 = 9;

fn width_of(kind: u32) -> Result<u64, GgufError> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        4..=6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(GgufError::Damaged("a value of an unknown kind")),
    }
}

fn in_file(error: io::Error) -> GgufError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => GgufError::Incomplete,
        _ => GgufError::Io(error),
    }
}

/// Values collected while reading the keys, in any order.
#[derive(Default)]
struct Facts {
    texts: BTreeMap<&'static str, String>,
    numbers: BTreeMap<String, u64>,
    template: Option<String>,
}

/// Keys of the texts that are kept.
const TEXTS: [&str; 4] =
    ["general.architecture", "general.name", "general.size_label", "general.type"];
/// Suffixes of the numeric keys that are kept; the prefix is the architecture.
const NUMBERS: [&str; 9] = [
    ".context_length",
    ".block_count",
    ".embedding_length",
    ".head_count",
    ".head_count_kv",
    ".key_length",
    ".value_length",
    "general.file_type",
    "general.alignment",
];

impl Facts {
    fn take<R: Read + Seek>(
        &mut self,
        key: &str,
        kind: u32,
        input: &mut Input<R>,
    ) -> Result<(), GgufError> {
        if key == "tokenizer.chat_template" && kind == TEXT {
            // A template that is too long to be kept counts as one all the same.
            self.template = Some(input.text(TEMPLATE_MAX_BYTES)?.unwrap_or_default());
            return Ok(());
        }
        if let Some(wanted) = TEXTS.into_iter().find(|wanted| *wanted == key)
            && kind == TEXT
        {
            let text = input.text(NAME_MAX_BYTES)?.unwrap_or_default();
            self.texts.insert(wanted, plain(&text));
            return Ok(());
        }
        // How a model is spread over files has no architecture before it.
        let is_wanted = NUMBERS.iter().any(|end| key.ends_with(end) || key.starts_with("split."));
        if !is_wanted {
            return input.skip_value(kind);
        }
        let number = match kind {
            LIST => largest_of(input)?,
            _ => input.whole(kind)?,
        };
        if let Some(number) = number {
            self.numbers.insert(key.to_owned(), number);
        }
        Ok(())
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.numbers.get(key).copied()
    }

    fn alignment(&self) -> Result<u64, GgufError> {
        match self.number("general.alignment").unwrap_or(32) {
            alignment if alignment.is_power_of_two() && alignment <= 1 << 20 => Ok(alignment),
            _ => Err(GgufError::Damaged("an absurd alignment")),
        }
    }

    fn conclude(mut self, tensors: u64) -> Gguf {
        let architecture = self.texts.remove("general.architecture").unwrap_or_default();
        let of = |name: &str| self.number(&format!("{architecture}.{name}"));
        let bytes_per_token = self.bytes_per_token(&architecture);
        let context_tokens = of("context_length").and_then(|count| u32::try_from(count).ok());
        let quantisation = self.number("general.file_type").and_then(quantisation);
        let part = self.number("split.no").zip(self.number("split.count"));
        let kind = self.texts.remove("general.type").unwrap_or_default();
        let is_model = kind.is_empty() || kind == "model";
        let template = self.template.as_deref().unwrap_or_default();
        Gguf {
            is_for_chat: is_model
                && tensors > 0
                && !architecture.is_empty()
                && !NOT_FOR_CHAT.contains(&architecture.as_str()),
            name: self.texts.remove("general.name").filter(|text| !text.is_empty()),
            size_label: self.texts.remove("general.size_label").filter(|text| !text.is_empty()),
            quantisation,
            context_tokens: context_tokens.filter(|count| *count > 0),
            has_template: self.template.is_some(),
            tools: template.contains("tools"),
            reasoning: ["<think>", "reasoning_content", "enable_thinking", "<|channel|>"]
                .iter()
                .any(|sign| template.contains(sign)),
            bytes_per_token,
            part: part.filter(|(_, count)| *count > 1),
            architecture,
        }
    }

    /// Returns the cache size per token: keys and values, two bytes per number, in each layer.
    fn bytes_per_token(&self, architecture: &str) -> Option<u64> {
        let of = |name: &str| self.number(&format!("{architecture}.{name}"));
        let heads = of("attention.head_count")?;
        let layers = of("block_count").filter(|count| *count <= LAYERS_MAX)?;
        let head_size = of("embedding_length")?.checked_div(heads)?;
        let key = of("attention.key_length").unwrap_or(head_size);
        let value = of("attention.value_length").unwrap_or(head_size);
        let kv_heads = of("attention.head_count_kv").unwrap_or(heads);
        let in_layer = kv_heads.checked_mul(key.checked_add(value)?)?.checked_mul(2)?;
        in_layer.checked_mul(layers)
    }
}

/// Returns the largest item of a list of whole numbers, one for each layer.
fn largest_of<R: Read + Seek>(input: &mut Input<R>) -> Result<Option<u64>, GgufError> {
    let (kind, count) = input.list()?;
    if count > LAYERS_MAX || kind == TEXT {
        return input.skip_items(kind, count).map(|()| None);
    }
    let mut largest = None;
    for _ in 0..count {
        largest = largest.max(input.whole(kind)?);
    }
    Ok(largest)
}

/// Returns a text that can be shown in one line.
fn plain(text: &str) -> String {
    let shown = text.chars().map(|ch| if ch.is_control() { ' ' } else { ch });
    shown.take(NAME_MAX_CHARS).collect::<String>().trim().to_owned()
}

/// Checks that the file contains all tensors that it declares: a file that was not copied completely does not.
fn check_tensors<R: Read + Seek>(
    input: &mut Input<R>,
    count: u64,
    alignment: u64,
) -> Result<(), GgufError> {
    const ABSURD: GgufError = GgufError::Damaged("an absurd tensor");
    let mut data_bytes = 0_u64;
    for _ in 0..count {
        input.text(TENSOR_NAME_MAX_BYTES)?.ok_or(ABSURD)?;
        let mut elements = 1_u64;
        let dimensions = input.u32()?;
        if dimensions > 8 {
            return Err(ABSURD);
        }
        for _ in 0..dimensions {
            elements = elements.checked_mul(input.u64()?).ok_or(ABSURD)?;
        }
        // For unknown kinds only the start is checked.
        let bytes = bytes_of(input.u32()?, elements).unwrap_or(0);
        let end = input.u64()?.checked_add(bytes).ok_or(ABSURD)?;
        data_bytes = data_bytes.max(end);
    }
    let begin = input.at.next_multiple_of(alignment);
    match begin.checked_add(data_bytes) {
        Some(end) if count == 0 || end <= input.size => Ok(()),
        Some(_) => Err(GgufError::Incomplete),
        None => Err(ABSURD),
    }
}

#[cfg(test)]
mod tests;
