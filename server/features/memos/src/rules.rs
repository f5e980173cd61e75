use std::collections::HashSet;

use api::ProblemBody;
use generation::RunState;
use kernel::{DAY, Problem, ProblemKind, Tier, Timestamp, collapse_whitespace, limits, truncate};
use providers::{ModelInfo, Protocol};
use unicode_normalization::UnicodeNormalization;
use url::Url;

use crate::problems::{
    BODY_TOO_LONG, SOURCE_INVALID, SUMMARY_EMPTY, SUMMARY_FAILED, TAG_EMPTY, TAG_EXISTS,
    TAG_TOO_LONG, TITLE_TOO_LONG, TOO_MANY_TAGS,
};
use crate::wire::SummaryState;

limits! { "memos";
    /// Longest tag.
    TAG_MAX_CHARS: usize = 36, "characters", "spec §5, §9";
    /// Longest title.
    TITLE_MAX_CHARS: usize = 300, "characters", "ours (decision 0760)";
    /// Longest text, and longest text of a source.
    BODY_MAX_CHARS: usize = 100_000, "characters", "ours (decision 0760)";
    /// Longest address of a source.
    SOURCE_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0760)";
    /// Maximum number of tags of one memo.
    TAGS_OF_MEMO_MAX: usize = 20, "tags", "ours (decision 0760)";
    /// Maximum number of tags of one person.
    TAGS_MAX: i64 = 500, "tags", "ours (decision 0760)";
    /// Maximum number of memos of one person.
    MEMOS_MAX: i64 = 20_000, "memos", "ours (decision 0760)";
    /// Maximum number of memos changed at once.
    BATCH_MAX_MEMOS: usize = 500, "memos", "ours (decision 0760)";
    /// Largest file that memos are imported from.
    IMPORT_MAX_BYTES: usize = 50_000_000, "bytes", "ours (decision 0922)";
    /// Maximum number of memos in one file.
    IMPORT_MAX_MEMOS: usize = 5_000, "memos", "ours (decision 0762)";
    /// Maximum number of images in one file.
    IMPORT_MAX_PICTURES: usize = 500, "pictures", "ours (decision 0922)";
    /// Maximum number of recorded links from one memo to others.
    LINKS_OF_MEMO_MAX: usize = 200, "memos", "ours (decision 0923)";
    /// Longest summary of a picture: a model that says more is cut off.
    SUMMARY_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0912)";
    /// Maximum number of images that are summarized for one person at once.
    SUMMARIES_AT_ONCE: i64 = 5, "pictures", "ours (decision 0912)";
    /// Number of days for which a deleted memo can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0760)";
}

/// The texts of a memo, each within its limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MemoTexts {
    pub title: String,
    /// Markdown.
    pub body: String,
    pub source_url: Option<String>,
    /// Path in this product that it comes from.
    pub source_path: Option<String>,
    pub quote: Option<String>,
    /// Description of its image.
    pub summary: Option<String>,
}

impl MemoTexts {
    pub fn parse(self) -> Result<Self, Problem> {
        let title = one_line(&self.title);
        if title.chars().count() > TITLE_MAX_CHARS {
            return Err(TITLE_TOO_LONG.with("max", TITLE_MAX_CHARS));
        }
        // No text of PostgreSQL's can hold this sign.
        let body = self.body.replace('\0', "");
        let quote = self.quote.map(|quote| quote.replace('\0', "").trim().to_owned());
        let quote = quote.filter(|quote| !quote.is_empty());
        let lengths = [Some(&body), quote.as_ref()];
        if lengths.into_iter().flatten().any(|text| text.chars().count() > BODY_MAX_CHARS) {
            return Err(BODY_TOO_LONG.with("max", BODY_MAX_CHARS));
        }
        let summary = self.summary.as_deref().and_then(cut_summary);
        let source_url = parse_source(self.source_url)?;
        let source_path = parse_path(self.source_path)?;
        Ok(Self { title, body, source_url, source_path, quote, summary })
    }

    /// Returns the name under which the memo is shown: its title, or the first line that it has.
    pub fn shown_title(&self, plain_body: &str) -> String {
        let quote = self.quote.as_deref().unwrap_or_default();
        let source = self.source_url.as_deref().unwrap_or_default();
        let lines =
            [self.title.as_str(), plain_body, quote, source].into_iter().flat_map(str::lines);
        let first = lines.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        truncate(first, SHOWN_TITLE_MAX_CHARS)
    }
}

const SHOWN_TITLE_MAX_CHARS: usize = 120;

/// Parses a web address, or none: anything shown as a link must be one.
pub(crate) fn parse_source(url: Option<String>) -> Result<Option<String>, Problem> {
    let Some(text) = url.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let url = Url::parse(&text).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.host_str().is_some()
            && url.username().is_empty()
            && url.password().is_none()
    });
    match url.map(String::from) {
        Some(url) if url.chars().count() <= SOURCE_MAX_CHARS => Ok(Some(url)),
        _ => Err(SOURCE_INVALID.into()),
    }
}

/// Path prefixes of sources of memos in this product.
const PLACES: [&str; 2] = ["/home/", "/webapp/"];

/// Parses a path of this product, or none: a followed path leads nowhere else.
fn parse_path(path: Option<String>) -> Result<Option<String>, Problem> {
    let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(None) };
    let is_place = PLACES.iter().any(|place| path.starts_with(place));
    let is_plain = path.chars().all(|ch| !ch.is_control() && !ch.is_whitespace() && ch != '\\');
    let is_short = path.chars().count() <= SOURCE_MAX_CHARS;
    // The rest is no path: a quoted passage may contain such characters.
    let way = path.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    // Browsers take an encoded dot for a dot.
    let is_straight = !["//", "..", "%2e"].iter().any(|sign| way.contains(sign));
    match is_place && is_plain && is_short && is_straight {
        true => Ok(Some(path)),
        false => Err(SOURCE_INVALID.into()),
    }
}

/// Returns the part of an image's description that is stored.
fn cut_summary(said: &str) -> Option<String> {
    // No text of PostgreSQL's can hold this sign.
    let said = said.replace('\0', "");
    let said = said.trim();
    (!said.is_empty()).then(|| truncate(said, SUMMARY_MAX_CHARS - 1))
}

/// The end of a summary.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SummaryEnd {
    pub state: SummaryState,
    /// Text of a complete one only.
    pub text: Option<String>,
    pub problem: Option<ProblemBody>,
}

impl SummaryEnd {
    pub fn of(run: RunState, said: &str, problem: Option<ProblemBody>) -> Self {
        let failed = |problem| Self { state: SummaryState::Failed, text: None, problem };
        match (run, cut_summary(said)) {
            (RunState::Completed, Some(text)) => {
                Self { state: SummaryState::Complete, text: Some(text), problem: None }
            }
            (RunState::Completed, None) => failed(Some(body_of(SUMMARY_EMPTY))),
            (RunState::Cancelled, _) => {
                Self { state: SummaryState::Cancelled, text: None, problem: None }
            }
            _ => failed(problem.or_else(|| Some(body_of(SUMMARY_FAILED)))),
        }
    }
}

fn body_of(kind: ProblemKind) -> ProblemBody {
    ProblemBody::from(&Problem::from(kind))
}

/// Returns the model that describes an image: the first of `wishes` with vision, else a basic one with vision, else
/// any.
pub(crate) fn vision_model<'a>(models: &'a [ModelInfo], wishes: &[&str]) -> Option<&'a ModelInfo> {
    let sees = |model: &&ModelInfo| model.vision && model.protocol != Protocol::Builtin;
    let seeing: Vec<&ModelInfo> = models.iter().filter(sees).collect();
    let wished = wishes.iter().find_map(|id| seeing.iter().find(|model| model.id == *id));
    let basic = seeing.iter().find(|model| model.tier == Tier::Standard);
    wished.or(basic).or(seeing.first()).copied()
}

/// A tag as it is written, and as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub name: String,
    pub key: String,
}

impl Tag {
    pub fn parse(name: &str) -> Result<Self, Problem> {
        let name = one_line(name).trim_start_matches('#').trim().nfc().collect::<String>();
        match name.chars().count() {
            0 => Err(TAG_EMPTY.into()),
            chars if chars > TAG_MAX_CHARS => Err(TAG_TOO_LONG.with("max", TAG_MAX_CHARS)),
            _ => Ok(Self { key: name.to_lowercase(), name }),
        }
    }

    /// Returns the tags of one memo: each once, and not too many.
    pub fn parse_all(names: &[String]) -> Result<Vec<Self>, Problem> {
        let tags = names.iter().map(|name| Self::parse(name)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = HashSet::new();
        if !tags.iter().all(|tag| seen.insert(&tag.key)) {
            return Err(TAG_EXISTS.into());
        }
        if tags.len() > TAGS_OF_MEMO_MAX {
            return Err(TOO_MANY_TAGS.with("max", TAGS_OF_MEMO_MAX));
        }
        Ok(tags)
    }
}

/// Returns a text on one line, without signs that none can see.
fn one_line(text: &str) -> String {
    let seen: String = text.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).collect();
    collapse_whitespace(&seen)
}

/// Returns the time until which a memo deleted at `now` can be restored.
pub(crate) fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Tag at most 36 characters; duplicate gives \"Same tag existed\"."
    #[test]
    fn a_tag_has_36_characters_at_most_and_is_there_once() {
        assert!(Tag::parse(&"字".repeat(36)).is_ok());
        assert_eq!(Tag::parse(&"字".repeat(37)), Err(TAG_TOO_LONG.with("max", 36)));
        let twice = ["Work".to_owned(), " #WORK ".to_owned()];
        let refused = Tag::parse_all(&twice).unwrap_err();
        assert_eq!(refused.kind.text, "Same tag existed");
        let accents = ["caf\u{e9}".to_owned(), "cafe\u{301}".to_owned()];
        assert!(Tag::parse_all(&accents).is_err(), "they look the same");
    }

    #[test]
    fn a_tag_is_one_line_of_something() {
        assert_eq!(Tag::parse("  two\n words\u{7} ").unwrap().name, "two words");
        for empty in ["", " ", "#", "\n"] {
            assert_eq!(Tag::parse(empty), Err(TAG_EMPTY.into()));
        }
    }

    #[test]
    fn a_source_is_a_page_of_the_web() {
        let source = |url: &str| {
            MemoTexts { source_url: Some(url.to_owned()), ..MemoTexts::default() }.parse()
        };
        assert_eq!(source(" ").unwrap().source_url, None);
        let kept = source("https://example.com/a?b=c#d").unwrap().source_url;
        assert_eq!(kept.as_deref(), Some("https://example.com/a?b=c#d"));
        for wrong in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "example",
            "https://a:b@c.org",
        ] {
            assert_eq!(source(wrong), Err(SOURCE_INVALID.into()), "{wrong}");
        }
    }

    // spec §5: "Image summary: summarizing, complete, failed, cancelled."
    #[test]
    fn a_summary_has_four_states_and_ends_as_its_run_did() {
        let names = ["summarizing", "complete", "failed", "cancelled"];
        for (state, name) in SummaryState::ALL.into_iter().zip(names) {
            assert_eq!((state.as_str(), SummaryState::parse(name)), (name, state));
            assert_eq!(serde_json::to_value(state).unwrap(), name);
        }
        let whole = SummaryEnd::of(RunState::Completed, " A \0red boat. \n", None);
        assert_eq!(
            (whole.state, whole.text.as_deref()),
            (SummaryState::Complete, Some("A red boat."))
        );
        let long = SummaryEnd::of(RunState::Completed, &"é".repeat(5_000), None).text.unwrap();
        assert_eq!(long.chars().count(), SUMMARY_MAX_CHARS);
        let code = |end: SummaryEnd| {
            assert_eq!((end.state, end.text), (SummaryState::Failed, None), "half of one is none");
            end.problem.unwrap().code
        };
        assert_eq!(code(SummaryEnd::of(RunState::Completed, " ", None)), "memos.summary_empty");
        assert_eq!(code(SummaryEnd::of(RunState::Failed, "A r", None)), "memos.summary_failed");
        let why = Some(body_of(TOO_MANY_TAGS));
        assert_eq!(code(SummaryEnd::of(RunState::Interrupted, "A", why)), "memos.too_many_tags");
        let cancelled = SummaryEnd::of(RunState::Cancelled, "A red", None);
        assert_eq!((cancelled.state, cancelled.text), (SummaryState::Cancelled, None));
    }

    fn model(id: &str, tier: Tier, vision: bool) -> ModelInfo {
        ModelInfo {
            id: id.to_owned(),
            name: id.to_owned(),
            connection_name: String::new(),
            protocol: Protocol::Openai,
            tier,
            credits_per_1k: None,
            context_tokens: None,
            vision,
            tools: false,
            reasoning: false,
        }
    }

    #[test]
    fn a_picture_is_shown_to_a_model_that_sees_and_to_a_basic_one_before_others() {
        let models = [
            model("blind", Tier::Standard, false),
            model("large", Tier::Advanced, true),
            model("small", Tier::Standard, true),
        ];
        let chosen = |wishes: &[&str]| vision_model(&models, wishes).map(|model| model.id.as_str());
        assert_eq!(chosen(&["large", "small"]), Some("large"));
        assert_eq!(chosen(&["blind", ""]), Some("small"));
        assert_eq!(vision_model(&models[..2], &[]).unwrap().id, "large");
        assert_eq!(vision_model(&models[..1], &["blind"]), None);
        let builtin = ModelInfo { protocol: Protocol::Builtin, ..model("b", Tier::Standard, true) };
        assert_eq!(vision_model(&[builtin], &["b"]), None);
    }

    #[test]
    fn what_a_memo_comes_from_here_is_a_path_of_this_product() {
        let from = |path: &str| {
            let source_path = Some(path.to_owned());
            MemoTexts { source_path, ..MemoTexts::default() }.parse().map(|texts| texts.source_path)
        };
        assert_eq!(from("").unwrap(), None);
        let page = "/webapp/doc-chat?doc_id=1&page=2&q=The%20rent";
        assert_eq!(from(page).unwrap().as_deref(), Some(page));
        assert!(from("/home/chat/chat/1#2").is_ok());
        for passage in ["?q=and%20so%20on...", "?q=https://e.org/%2E%2e", "#a..b//c"] {
            assert!(from(&format!("/webapp/doc-chat{passage}")).is_ok(), "{passage}");
        }
        for wrong in [
            "//example.org/home/",
            "https://example.org/home/",
            "/login",
            "/home/../admin",
            "/home//example.org",
            "/home/%2e%2E/admin",
            "/home/.%2e/admin?q=a",
            "/home/ x",
            "/home\\x",
        ] {
            assert_eq!(from(wrong), Err(SOURCE_INVALID.into()), "{wrong}");
        }
        assert!(from(&format!("/home/{}", "x".repeat(2_000))).is_err());
    }

    #[test]
    fn a_text_has_100000_characters_at_most_and_a_title_300() {
        let body = |count| MemoTexts { body: "é".repeat(count), ..MemoTexts::default() }.parse();
        assert!(body(100_000).is_ok());
        assert_eq!(body(100_001).unwrap_err().kind.text, "Text too long");
        let title = |count| MemoTexts { title: "é".repeat(count), ..MemoTexts::default() }.parse();
        assert!(title(300).is_ok() && title(301).is_err());
    }

    #[test]
    fn a_memo_without_a_title_is_named_by_what_it_says_first() {
        let texts = MemoTexts { quote: Some("Quoted".into()), ..MemoTexts::default() };
        assert_eq!(texts.shown_title("\n First line \nSecond"), "First line");
        assert_eq!(texts.shown_title(""), "Quoted");
        assert_eq!(MemoTexts::default().shown_title(""), "");
    }
}
