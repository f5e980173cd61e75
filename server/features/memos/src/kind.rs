//! Kinds of memos, and detection of a page's kind from its address.

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// The kind of a memo. Spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats,
/// tweets, audio to text, others)".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoKind)]
pub(crate) enum Kind {
    #[default]
    Note,
    Reading,
    Video,
    Pdf,
    Highlight,
    Image,
    SearchResult,
    Chat,
    Tweet,
    AudioToText,
    Other,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Reading => "reading",
            Self::Video => "video",
            Self::Pdf => "pdf",
            Self::Highlight => "highlight",
            Self::Image => "image",
            Self::SearchResult => "search_result",
            Self::Chat => "chat",
            Self::Tweet => "tweet",
            Self::AudioToText => "audio_to_text",
            Self::Other => "other",
        }
    }

    /// Parses a stored kind; one stored by a later version becomes `Other`.
    pub fn parse(word: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word).unwrap_or(Self::Other)
    }

    pub const ALL: [Self; 11] = [
        Self::Note,
        Self::Reading,
        Self::Video,
        Self::Pdf,
        Self::Highlight,
        Self::Image,
        Self::SearchResult,
        Self::Chat,
        Self::Tweet,
        Self::AudioToText,
        Self::Other,
    ];

    /// Returns the kind of a saved page: a reading, unless its address indicates another kind.
    pub fn of_page(address: &str) -> Self {
        let Ok(url) = Url::parse(address) else { return Self::Reading };
        let host = url.host_str().unwrap_or_default();
        let host =
            ["www.", "m.", "mobile."].iter().find_map(|sub| host.strip_prefix(sub)).unwrap_or(host);
        let way: Vec<&str> = url.path().split('/').filter(|piece| !piece.is_empty()).collect();
        let is_post = match (host, way.as_slice()) {
            ("x.com" | "twitter.com", [_, "status", id, ..]) => is_number(id),
            ("bsky.app", ["profile", _, "post", _]) => true,
            ("threads.net" | "threads.com", [author, "post", _]) => author.starts_with('@'),
            _ => false,
        };
        let is_video = match (host, way.as_slice()) {
            ("youtube.com", ["watch"]) => url.query_pairs().any(|(name, _)| name == "v"),
            ("youtube.com", ["shorts" | "embed" | "live", _]) | ("youtu.be", [_]) => true,
            ("vimeo.com", [id, ..]) => is_number(id),
            ("dailymotion.com" | "bilibili.com", ["video", _, ..])
            | ("ted.com", ["talks", _, ..]) => true,
            _ => false,
        };
        let is_pdf = way.last().is_some_and(|name| name.to_ascii_lowercase().ends_with(".pdf"));
        match (is_post, is_video, is_pdf) {
            (true, ..) => Self::Tweet,
            (_, true, _) => Self::Video,
            (.., true) => Self::Pdf,
            _ => Self::Reading,
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats, tweets, …"
    #[test]
    fn a_page_is_a_tweet_a_video_or_a_pdf_by_its_address() {
        for (address, kind) in [
            ("https://x.com/ana/status/1840", Kind::Tweet),
            ("https://mobile.twitter.com/ana/status/1840/photo/1?s=20", Kind::Tweet),
            ("https://bsky.app/profile/ana.example/post/3k2", Kind::Tweet),
            ("https://www.threads.net/@ana/post/C1", Kind::Tweet),
            ("https://www.youtube.com/watch?app=m&v=aB3", Kind::Video),
            ("https://m.youtube.com/shorts/aB3", Kind::Video),
            ("https://youtu.be/aB3?t=5", Kind::Video),
            ("https://vimeo.com/76979871", Kind::Video),
            ("https://www.bilibili.com/video/BV1x/", Kind::Video),
            ("https://example.org/papers/Tides.PDF?download=1#page=2", Kind::Pdf),
            ("https://example.org/tides", Kind::Reading),
            ("https://x.com/ana", Kind::Reading),
            ("https://x.com/ana/status/new", Kind::Reading),
            ("https://x.com.evil.example/ana/status/1840", Kind::Reading),
            ("https://www.youtube.com/", Kind::Reading),
            ("https://vimeo.com/about", Kind::Reading),
            ("https://example.org/?file=a.pdf", Kind::Reading),
            ("no address", Kind::Reading),
        ] {
            assert_eq!(Kind::of_page(address), kind, "{address}");
        }
    }

    #[test]
    fn a_stored_word_is_its_kind_and_one_of_a_later_version_another() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), kind);
        }
        assert_eq!(Kind::parse("podcast"), Kind::Other);
    }
}
