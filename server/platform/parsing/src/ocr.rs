use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use bytes::Bytes;
use live_settings::{Field, Section};
use serde::{Deserialize, Serialize};
use tokio::process::Command;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::ParseFailure;
use crate::recognised::{Drawing, RecognisedPage, read_table};
use crate::sandbox;
use crate::worker::output_of;

/// The hidden command under which this program draws a page of a PDF, as a text recogniser wants it.
pub const DRAW_COMMAND: &str = "draw-page";
/// The hidden command under which this program becomes the text recogniser, under limits:
/// `recognise-text <program> <its arguments>`.
pub const RECOGNISE_COMMAND: &str = "recognise-text";

/// Time limit for rendering a page and recognizing its text.
const DRAW_TIME: Duration = Duration::from_secs(40);
const RECOGNISE_TIME: Duration = Duration::from_secs(90);
/// Largest drawing: more than the pixels that a page is drawn with.
const DRAWING_MAX_BYTES: u64 = 32 * 1024 * 1024;
/// Maximum size of the output for a page: a newspaper page has less than 100 KB of text, and each word comes with its
/// box.
const TABLE_MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Search path for system programs.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
/// Entries among Tesseract's languages that are no languages: page orientation, and formulas.
const NO_LANGUAGES: [&str; 2] = [ORIENTATION, "equ"];
const ORIENTATION: &str = "osd";
/// Mode of page segmentation that detects how a page is turned.
const AUTOMATIC_WITH_ORIENTATION: &str = "1";

/// The settings section `[ocr]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OcrSettings {
    /// Tesseract's program; `None`: pictures of text are not read.
    pub program: Option<PathBuf>,
    /// Languages as Tesseract calls them, the most frequent first. Empty: all that are installed.
    pub languages: Vec<String>,
}

impl OcrSettings {
    /// Returns the settings, of which the operator changes the languages while the server runs.
    pub fn section(self) -> Section<Self> {
        let languages =
            Field::list("ocr.languages", |it: &mut Self| &mut it.languages, read_language);
        Section::new(self, vec![languages])
    }
}

/// Returns a language as Tesseract calls it, `chi_sim`: it becomes an argument of the program.
fn read_language(text: &str) -> Option<String> {
    let is_name = text.len() <= 40
        && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    is_name.then(|| text.to_owned())
}

/// A page that was drawn to be read; the drawing follows as PGM, unless nothing is on the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// Number of pages of the file.
    pub page_count: u32,
    /// Skew in degrees by which the lines of the page fell to the right, before it was leveled.
    pub skew: f32,
}

/// The text recognized on a page image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Number of pages of the file.
    pub page_count: u32,
    /// The recognized page; `None`: there is no such page.
    pub page: Option<RecognisedPage>,
}

/// Reads pictures of text with Tesseract, an own program that may be there or not (Apache-2.0).
pub(crate) struct Ocr {
    settings: Section<OcrSettings>,
    /// As found last, and for which wanted ones.
    languages: Mutex<Option<(Vec<String>, Languages)>>,
}

/// Installed languages that are read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Languages {
    /// The value of `-l`.
    chosen: String,
    /// True if pages that lie on their side are recognized.
    has_orientation: bool,
}

impl Ocr {
    pub fn new(settings: Section<OcrSettings>) -> Self {
        Self { settings, languages: Mutex::new(None) }
    }

    /// Returns true if text recognition is available right now: after installing the program or a language, this server
    /// need not be restarted.
    pub async fn is_there(&self) -> bool {
        let found = self.find_languages().await;
        let is_there = found.is_some();
        *self.languages.lock().await = found;
        is_there
    }

    #[expect(
        clippy::await_holding_invalid_type,
        reason = "one asks the program of this machine, for a bounded time, for all who wait"
    )]
    async fn languages(&self) -> Option<Languages> {
        let mut known = self.languages.lock().await;
        let wanted = &self.settings.get().languages;
        if known.as_ref().is_none_or(|(chosen_for, _)| chosen_for != wanted) {
            *known = self.find_languages().await;
        }
        known.as_ref().map(|(_, languages)| languages.clone())
    }

    async fn find_languages(&self) -> Option<(Vec<String>, Languages)> {
        let settings = self.settings.get();
        let program = settings.program.as_ref()?;
        let mut command = Command::new(program);
        command.arg("--list-langs").env_clear().env("PATH", PATH);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let output = timeout(RECOGNISE_TIME, command.kill_on_drop(true).output()).await;
        let listed = output.ok()?.ok()?.stdout;
        let chosen = choose(&String::from_utf8_lossy(&listed), &settings.languages);
        if chosen.is_none() {
            tracing::warn!(
                program = %program.display(),
                "has none of the languages in ocr.languages: pictures of text are not read"
            );
        }
        Some((settings.languages.clone(), chosen?))
    }

    /// Returns the text of a page of a PDF, drawn and read in processes of their own: `own` is this program.
    pub async fn read_page(
        &self,
        own: &Path,
        content: Bytes,
        number: u32,
    ) -> Result<Recognised, ParseFailure> {
        if self.languages().await.is_none() {
            return Err(ParseFailure::Unavailable);
        }
        let mut draw = sandbox::command(own, DRAW_COMMAND);
        draw.arg(number.to_string());
        let drawn = output_of(draw, content, DRAW_TIME, DRAWING_MAX_BYTES).await?;
        let (Drawn { page_count, skew }, picture) = split(&drawn)?;
        let page = if number > page_count {
            None
        } else if picture.is_empty() {
            Some(RecognisedPage::default())
        } else {
            Some(self.read_drawing(own, Bytes::copy_from_slice(picture), skew).await?)
        };
        Ok(Recognised { page_count, page })
    }

    /// Recognizes the text in a drawing of our own, a PGM.
    pub async fn read_drawing(
        &self,
        own: &Path,
        picture: Bytes,
        skew: f32,
    ) -> Result<RecognisedPage, ParseFailure> {
        let settings = self.settings.get();
        let (Some(program), Some(languages)) = (&settings.program, self.languages().await) else {
            return Err(ParseFailure::Unavailable);
        };
        let drawing = Drawing::of_pgm(&picture, skew).ok_or(ParseFailure::Broken)?;
        let mut recognise = sandbox::command(own, RECOGNISE_COMMAND);
        recognise.arg(program).args(["stdin", "stdout", "-l", &languages.chosen]);
        if languages.has_orientation {
            recognise.args(["--psm", AUTOMATIC_WITH_ORIENTATION]);
        }
        // Words with their boxes, instead of text.
        recognise.args(["-c", "tessedit_create_tsv=1"]);
        // One thread each: several pages are recognized in parallel if there is capacity.
        recognise.env("PATH", PATH).env("OMP_THREAD_LIMIT", "1");
        let said = output_of(recognise, picture, RECOGNISE_TIME, TABLE_MAX_BYTES).await?;
        Ok(read_table(&String::from_utf8_lossy(&said), drawing))
    }
}

/// Splits output into a line of JSON and the drawing after it.
fn split(said: &[u8]) -> Result<(Drawn, &[u8]), ParseFailure> {
    let end = said.iter().position(|byte| *byte == b'\n').ok_or(ParseFailure::Broken)?;
    let drawn = serde_json::from_slice::<Result<Drawn, ParseFailure>>(&said[..end]);
    Ok((drawn.unwrap_or(Err(ParseFailure::Broken))?, &said[end + 1..]))
}

/// Chooses the languages for Tesseract: those that are wanted and installed. `listed` is its own list.
fn choose(listed: &str, wanted: &[String]) -> Option<Languages> {
    let listed: Vec<&str> = listed.lines().skip(1).map(str::trim).collect();
    let there: Vec<&str> = listed
        .iter()
        .copied()
        // Scripts are listed as script/Latin: each covers many languages, and worse than those themselves.
        .filter(|name| !name.is_empty() && !name.contains('/') && !NO_LANGUAGES.contains(name))
        .collect();
    let chosen: Vec<&str> = match wanted {
        // English first, because Tesseract prefers the first one if several fit.
        [] => there
            .iter()
            .filter(|name| **name == "eng")
            .chain(there.iter().filter(|name| **name != "eng"))
            .copied()
            .collect(),
        _ => wanted.iter().map(String::as_str).filter(|name| there.contains(name)).collect(),
    };
    (!chosen.is_empty()).then(|| Languages {
        chosen: chosen.join("+"),
        has_orientation: listed.contains(&ORIENTATION),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str =
        "List of available languages in \"/usr/share/\" (4):\nara\neng\nosd\nscript/Latin\n";

    #[test]
    fn a_language_is_a_name_and_never_an_option_or_a_path() {
        for (text, is_name) in [
            ("eng", true),
            ("chi_sim", true),
            ("-l", false),
            ("../eng", false),
            ("Eng", false),
            ("", false),
        ] {
            assert_eq!(read_language(text).is_some(), is_name, "{text}");
        }
    }

    #[test]
    fn all_languages_are_read_that_are_installed_and_english_first() {
        let languages = choose(LISTED, &[]).unwrap();
        assert_eq!((languages.chosen.as_str(), languages.has_orientation), ("eng+ara", true));
        assert!(!choose("List:\neng\n", &[]).unwrap().has_orientation);
    }

    #[test]
    fn the_operator_says_which_of_them() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            choose(LISTED, &names).map(|languages| languages.chosen)
        };
        assert_eq!(of(&["ara", "deu"]).as_deref(), Some("ara"));
        assert_eq!(of(&["deu"]), None, "what is not installed cannot be read");
        assert_eq!(choose("", &[]), None);
    }

    #[test]
    fn what_draws_says_how_many_pages_there_are_before_the_drawing() {
        let said = b"{\"Ok\":{\"page_count\":3,\"skew\":0.5}}\nP5\n1 1\n255\nx";
        let (drawn, picture) = split(said).unwrap();
        assert_eq!((drawn.page_count, picture), (3, &said[35..]));
        assert_eq!(split(b"{\"Err\":\"broken\"}\n"), Err(ParseFailure::Broken));
        assert_eq!(split(b"no line"), Err(ParseFailure::Broken));
    }
}
