//! Videos: whether an address is one's, and where a page says which captions there are. Which sites are
//! known is data, `videos.toml`.

use std::sync::LazyLock;

use parsing::attribute_of;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

/// Captions in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Track {
    pub url: Url,
    pub language: String,
    /// Made by a machine: used where people made none.
    pub by_machine: bool,
}

/// A video of a site that is known.
#[derive(Debug, Clone)]
pub(crate) struct Video {
    site: &'static Site,
    id: String,
}

#[derive(Debug, Deserialize)]
struct List {
    site: Vec<Site>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Site {
    #[expect(dead_code, reason = "names the entry for who reads the list")]
    name: String,
    hosts: Vec<String>,
    paths: Vec<String>,
    query: Option<QueryId>,
    #[serde(default)]
    digits_only: bool,
    page: String,
    link: String,
    tracks: String,
    address: String,
    language: String,
    machine: Option<Mark>,
    #[serde(default)]
    title_ends: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct QueryId {
    path: String,
    name: String,
}

#[derive(Debug, Deserialize)]
struct Mark {
    member: String,
    value: String,
}

/// Most captions of a page that are looked at.
const TRACKS_MAX: usize = 100;

static SITES: LazyLock<Vec<Site>> = LazyLock::new(|| {
    let list: List = toml::from_str(include_str!("../videos.toml"))
        .expect("videos.toml is compiled in: a test reads it");
    list.site
});

impl Video {
    /// The video that an address is of, if its site is known.
    pub fn of(address: &str) -> Option<Self> {
        let url =
            Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let host = url.host_str()?;
        SITES.iter().filter(|site| site.hosts.iter().any(|known| known == host)).find_map(|site| {
            let id = site.id_in(&url)?;
            let is_id = (1..=64).contains(&id.len())
                && id.chars().all(|ch| ch.is_ascii_alphanumeric() || matches!(ch, '-' | '_'))
                && (!site.digits_only || id.chars().all(|ch| ch.is_ascii_digit()));
            is_id.then_some(Self { site, id })
        })
    }

    /// The page that says which captions there are.
    pub fn page(&self) -> String {
        self.site.page.replace("{id}", &self.id)
    }

    fn link(&self, seconds: i64) -> String {
        self.site.link.replace("{id}", &self.id).replace("{seconds}", &seconds.to_string())
    }

    /// Which captions its page says there are.
    pub fn tracks(&self, page: &Url, html: &str) -> Vec<Track> {
        let site = self.site;
        let Some((_, after)) = html.split_once(&site.tracks) else { return Vec::new() };
        let mut values = serde_json::Deserializer::from_str(after).into_iter::<Vec<Value>>();
        let Some(Ok(items)) = values.next() else { return Vec::new() };
        let track = |item: &Value| {
            Some(Track {
                url: page.join(item[&site.address].as_str()?).ok()?,
                language: item[&site.language].as_str().unwrap_or_default().to_owned(),
                by_machine: site
                    .machine
                    .as_ref()
                    .is_some_and(|mark| item[&mark.member].as_str() == Some(&mark.value)),
            })
        };
        items.iter().take(TRACKS_MAX).filter_map(track).collect()
    }

    /// A title without what its site puts behind it.
    pub fn title<'a>(&self, title: &'a str) -> &'a str {
        let ends = self.site.title_ends.iter();
        ends.fold(title, |title, end| title.strip_suffix(end.as_str()).unwrap_or(title))
    }
}

impl Site {
    fn id_in(&self, url: &Url) -> Option<String> {
        if let Some(query) = self.query.as_ref().filter(|query| query.path == url.path()) {
            let found = url.query_pairs().find(|(name, _)| *name == query.name);
            return found.map(|(_, id)| id.into_owned());
        }
        let path = url.path();
        let id = self.paths.iter().find_map(|before| path.strip_prefix(before.as_str()))?;
        Some(id.trim_end_matches('/').to_owned())
    }
}

/// Captions that any page names in `<track>` elements.
pub(crate) fn tracks_in(page: &Url, html: &str) -> Vec<Track> {
    let tags = html.split('<').skip(1).filter_map(|rest| {
        let (name, behind) = rest.split_at_checked(5)?;
        let is_track =
            name.eq_ignore_ascii_case("track") && behind.starts_with(char::is_whitespace);
        is_track.then(|| rest.split('>').next()).flatten()
    });
    let track = |tag: &str| {
        let kind = attribute_of(tag, "kind");
        if !matches!(kind.as_str(), "" | "subtitles" | "captions") {
            return None;
        }
        let address = Some(attribute_of(tag, "src")).filter(|src| !src.is_empty())?;
        let language = attribute_of(tag, "srclang");
        Some(Track { url: page.join(&address).ok()?, language, by_machine: false })
    };
    tags.filter_map(track).take(TRACKS_MAX).collect()
}

/// The captions that are read: in the person's language, else in English, else the first; among them such
/// as people made.
pub(crate) fn choose<'a>(tracks: &'a [Track], locale: Option<&str>) -> Option<&'a Track> {
    let base =
        |language: &str| language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let own = locale.map(base);
    tracks
        .iter()
        .enumerate()
        .min_by_key(|(place, track)| {
            let language = base(&track.language);
            let rank = if own.as_ref() == Some(&language) {
                0
            } else if language == "en" {
                1
            } else {
                2
            };
            (track.by_machine, rank, *place)
        })
        .map(|(_, track)| track)
}

/// An address that leads to a time of a video.
pub(crate) fn link_to(address: &str, seconds: i64) -> Option<String> {
    if let Some(video) = Video::of(address) {
        return Some(video.link(seconds));
    }
    let mut url =
        Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.set_fragment(Some(&format!("t={seconds}")));
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(address: &str) -> Option<String> {
        Video::of(address).map(|video| video.page())
    }

    #[test]
    fn every_way_to_write_a_video_leads_to_its_page() {
        let page = Some("https://www.youtube.com/watch?v=aB3-_xyz".to_owned());
        for address in [
            "https://www.youtube.com/watch?v=aB3-_xyz&t=5",
            "https://m.youtube.com/watch?app=m&v=aB3-_xyz",
            "https://youtu.be/aB3-_xyz?si=1",
            "https://youtube.com/shorts/aB3-_xyz",
            "https://www.youtube.com/embed/aB3-_xyz",
        ] {
            assert_eq!(page_of(address), page, "{address}");
        }
        assert_eq!(
            page_of("https://vimeo.com/123"),
            Some("https://player.vimeo.com/video/123".to_owned())
        );
        for other in [
            "https://www.youtube.com/",
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=a/../b",
            "https://youtube.com.evil.example/watch?v=abc",
            "https://vimeo.com/about",
            "ftp://youtu.be/abc",
        ] {
            assert_eq!(page_of(other), None, "{other}");
        }
    }

    #[test]
    fn a_number_leads_to_the_time() {
        let link = |address| link_to(address, 83).unwrap();
        assert_eq!(link("https://youtu.be/abc"), "https://www.youtube.com/watch?v=abc&t=83");
        assert_eq!(link("https://vimeo.com/9"), "https://vimeo.com/9#t=83s");
        assert_eq!(link("https://example.org/talk?x=1"), "https://example.org/talk?x=1#t=83");
        assert_eq!(link_to("javascript:alert(1)", 1), None);
    }

    const YOUTUBE: &str = include_str!("../tests/pages/youtube.html");

    #[test]
    fn a_page_says_which_captions_there_are() {
        let video = Video::of("https://youtu.be/tides").unwrap();
        let page = Url::parse(&video.page()).unwrap();
        let tracks = video.tracks(&page, YOUTUBE);
        let languages: Vec<(&str, bool)> =
            tracks.iter().map(|track| (track.language.as_str(), track.by_machine)).collect();
        assert_eq!(languages, [("en", true), ("de", false), ("ar", false)]);
        assert_eq!(tracks[1].url.as_str(), "https://www.youtube.com/api/timedtext?v=tides&lang=de");
        assert_eq!(choose(&tracks, Some("ar")).unwrap().language, "ar");
        assert_eq!(
            choose(&tracks, Some("fr")).unwrap().language,
            "de",
            "people's before a machine's"
        );
        assert_eq!(choose(&tracks[..1], None).unwrap().language, "en");
        assert_eq!(video.title("Tides - YouTube"), "Tides");
    }

    #[test]
    fn any_page_may_name_captions() {
        let page = Url::parse("https://example.org/talks/tides").unwrap();
        let html = "<video><TRACK kind=captions src='tides.vtt' srclang=en default><track kind=\"chapters\" src=c.vtt>\
            <track src=\"/de.srt\" srclang=\"de\"></video><tracker src=x>";
        let urls: Vec<String> =
            tracks_in(&page, html).into_iter().map(|track| track.url.into()).collect();
        assert_eq!(urls, ["https://example.org/talks/tides.vtt", "https://example.org/de.srt"]);
    }

    #[test]
    fn a_page_made_to_harm_names_no_captions() {
        let video = Video::of("https://youtu.be/tides").unwrap();
        let page = Url::parse(&video.page()).unwrap();
        for hostile in [
            "",
            "\"captionTracks\":",
            "\"captionTracks\":17",
            "\"captionTracks\":[{\"baseUrl\":17}]",
            "\"captionTracks\":[{\"baseUrl\":\"http://[\"}]",
        ] {
            assert!(video.tracks(&page, hostile).is_empty(), "{hostile}");
        }
        let deep = format!("\"captionTracks\":{}", "[".repeat(100_000));
        assert!(video.tracks(&page, &deep).is_empty());
        let many = format!("\"captionTracks\":[{}1]", "{\"baseUrl\":\"/a\"},".repeat(5_000));
        assert_eq!(video.tracks(&page, &many).len(), TRACKS_MAX);
        assert!(tracks_in(&page, &"<track".repeat(10_000)).is_empty());
    }
}
