use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use hayro::hayro_interpret::font::{OutlineFontData, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro::hayro_interpret::hayro_syntax::object::{
    Array, Dict, Name, Object, Stream, String as PdfString,
};
use hayro::hayro_syntax::Pdf;
use skrifa::{FontRef, MetadataProvider};

use super::runs::is_from_right;
use super::unicode_maps::read_map;

/// The meanings of codes in fonts that give them by their collection of characters alone: Chinese, Japanese and Korean ones, the
/// numbers of whose characters are those of Adobe (ISO 32000-2, 9.7.5.2).
pub(super) struct Collections<'a> {
    pdf: &'a Pdf,
    /// By the name of the font; read when the first one is needed.
    fonts: OnceCell<HashMap<String, Font>>,
    /// The letters of glyphs as embedded fonts know them, by the key of the font.
    letters: RefCell<HashMap<u128, HashMap<u32, char>>>,
}

/// What a file says about a font.
#[derive(Default)]
struct Font {
    is_composite: bool,
    collection: Option<Collection>,
    /// Texts of codes; none where fonts of one name contradict each other.
    said: HashMap<u32, Option<String>>,
}

impl Font {
    fn says(&self, letter: char) -> bool {
        self.said.values().flatten().any(|text| text.contains(letter))
    }
}

/// From a code to the number of a character, and from there to Unicode.
struct Collection {
    encoding: CMap,
    unicode: CMap,
}

impl<'a> Collections<'a> {
    pub(super) fn new(pdf: &'a Pdf) -> Self {
        Self { pdf, fonts: OnceCell::new(), letters: RefCell::default() }
    }

    /// Returns what a glyph says that its font does not map to Unicode.
    pub(super) fn text_of(&self, glyph: &OutlineGlyph) -> Option<String> {
        let data = glyph.font_data()?;
        let fonts = self.fonts.get_or_init(|| fonts_of(self.pdf));
        let (font, code) = (fonts.get(data.postscript_name.as_ref()?), glyph.char_code());
        if let Some((font, Some(text))) = font.and_then(|it| Some((it, it.said.get(&code)?))) {
            // Of a glyph that says nothing, another one says it, or it was forgotten.
            let forgotten = text
                .is_empty()
                .then(|| self.letter_of(glyph, &data))
                .flatten()
                .filter(|letter| !font.says(*letter));
            return Some(forgotten.map_or_else(|| text.clone(), String::from));
        }
        match font.filter(|font| font.is_composite) {
            Some(Font { collection: Some(collection), .. }) => collection.text_of(code),
            Some(_) => self.letter_of(glyph, &data).map(String::from),
            None => latin(code),
        }
    }

    /// Returns the letter that an embedded font would draw with this glyph.
    fn letter_of(&self, glyph: &OutlineGlyph, data: &OutlineFontData) -> Option<char> {
        let mut fonts = self.letters.borrow_mut();
        let letters =
            fonts.entry(data.cache_key).or_insert_with(|| letters_in((*data.data).as_ref()));
        letters.get(&glyph.glyph_id().to_u32()).copied()
    }
}

impl Collection {
    fn text_of(&self, code: u32) -> Option<String> {
        let number = (1..=4).find_map(|bytes| self.encoding.lookup_cid_code(code, bytes))?;
        self.unicode.lookup_bf_string(number).map(plain)
    }
}

/// Returns a text of a character map as one of ours.
pub(super) fn plain(text: BfString) -> String {
    match text {
        BfString::Char(letter) => letter.to_string(),
        BfString::String(letters) => letters,
    }
}

/// Returns the letters of a font's own table by their glyphs, the lowest where several have one; none in areas for private
/// use, which say nothing.
fn letters_in(font: &[u8]) -> HashMap<u32, char> {
    let mut letters = HashMap::new();
    let Ok(font) = FontRef::new(font) else { return letters };
    for (letter, glyph) in font.charmap().mappings() {
        let letter = char::from_u32(letter).filter(|it| !matches!(it, '\u{e000}'..='\u{f8ff}'));
        if let Some(letter) = letter {
            let known = letters.entry(glyph.to_u32()).or_insert(letter);
            *known = (*known).min(letter);
        }
    }
    letters
}

/// Returns the fonts of a file that are composite or say what their codes mean, by their names.
fn fonts_of(pdf: &Pdf) -> HashMap<String, Font> {
    let mut fonts: HashMap<String, Font> = HashMap::new();
    for object in pdf.objects() {
        let Object::Dict(dict) = object else { continue };
        let is_composite = is_name(&dict, b"Subtype", b"Type0");
        let map = dict.get::<Stream<'_>>(b"ToUnicode".as_slice());
        let Some(name) = dict.get::<Name<'_>>(b"BaseFont".as_slice()) else { continue };
        if !is_composite && map.is_none() {
            continue;
        }
        let font = fonts.entry(without_prefix(name.as_str()).to_owned()).or_default();
        if is_composite {
            font.is_composite = true;
            font.collection = collection_of(&dict);
        }
        let map = map.and_then(|map| map.decoded_data().ok());
        let map = map.map(|map| read_map(&map)).unwrap_or_default();
        if map.values().any(|text| is_too_much(text)) {
            continue;
        }
        for (code, text) in map {
            let said = font.said.entry(code).or_insert_with(|| Some(text.clone()));
            if said.as_ref() != Some(&text) {
                *said = None;
            }
        }
    }
    fonts
}

/// Returns true for more than a glyph can say: some programs give the words of a whole line to one of its glyphs, and then nothing
/// of such a map can be believed.
fn is_too_much(text: &str) -> bool {
    const LETTERS_MAX: usize = 8;
    const LETTERS_FROM_RIGHT_MAX: usize = 4;
    let most = if is_from_right(text) { LETTERS_FROM_RIGHT_MAX } else { LETTERS_MAX };
    text.chars().count() > most
}

fn is_name(dict: &Dict<'_>, key: &[u8], value: &[u8]) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|name| *name == *value)
}

/// Returns the name of a font without the tag of a subset: `ABCDEF+Batang`.
fn without_prefix(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}

fn collection_of(font: &Dict<'_>) -> Option<Collection> {
    let parts = font.get::<Array<'_>>(b"DescendantFonts".as_slice())?;
    let part = parts.iter::<Dict<'_>>().next()?;
    let info = part.get::<Dict<'_>>(b"CIDSystemInfo".as_slice())?;
    let text = |key: &[u8]| info.get::<PdfString<'_>>(key);
    let (registry, ordering) = (text(b"Registry")?, text(b"Ordering")?);
    let family = CidFamily::from_registry_ordering(&registry, &ordering);
    let unicode = predefined(family.ucs2_cmap()?)?;
    let encoding = match font.get::<Object<'_>>(b"Encoding".as_slice())? {
        Object::Name(name) => match CMapName::from_bytes(&name) {
            CMapName::IdentityH => CMap::identity_h(),
            CMapName::IdentityV => CMap::identity_v(),
            other => predefined(other)?,
        },
        Object::Stream(stream) => embedded(&stream)?,
        _ => return None,
    };
    Some(Collection { encoding, unicode })
}

fn predefined(name: CMapName<'_>) -> Option<CMap> {
    CMap::parse(load_embedded(name)?, load_embedded)
}

fn embedded(stream: &Stream<'_>) -> Option<CMap> {
    CMap::parse(&stream.decoded_data().ok()?, load_embedded)
}

/// Returns the letter of a code in a simple font that names no glyph for it: that of Windows-1252.
fn latin(code: u32) -> Option<String> {
    let byte = u8::try_from(code).ok().filter(|byte| *byte >= b' ')?;
    let bytes = [byte];
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
    text.chars().all(|letter| !letter.is_control()).then(|| text.into_owned())
}
