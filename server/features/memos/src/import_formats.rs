//! What other programs export, read into memos: folders of Markdown in a ZIP, bookmarks of browsers and of
//! Pocket (HTML), tables of Pocket and Raindrop (CSV), and Karakeep's JSON.
//!
//! What comes in is hostile: everything that is read is bounded, and nothing of it is fetched or run.

mod bookmarks;
mod karakeep;
mod markdown;
mod table;

use kernel::{Problem, SECOND, Timestamp, hex};
use sha2::{Digest, Sha256};

use self::bookmarks::read_bookmarks;
use self::karakeep::read_karakeep;
use self::markdown::read_zip;
use self::table::read_table;
use crate::problems::{IMPORT_UNREADABLE, TOO_MANY_AT_ONCE};
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts, TAG_MAX_CHARS, TAGS_OF_MEMO_MAX, Tag};
use crate::wire::{ImportFormat, Kind};

/// A memo as another program has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Imported {
    /// What it is, so that it is imported once.
    pub origin: String,
    pub kind: Kind,
    pub texts: MemoTexts,
    pub tags: Vec<String>,
    pub created_at: Option<Timestamp>,
}

/// What a file holds, and how many things in it are no memos.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub memos: Vec<Imported>,
    pub left_out: usize,
}

/// Reads a file of any of the formats, which is known by how it begins.
pub(crate) fn read(content: &[u8]) -> Result<(ImportFormat, Held), Problem> {
    if content.starts_with(b"PK") {
        return Ok((ImportFormat::Markdown, read_zip(content)?));
    }
    let text = std::str::from_utf8(content).map_err(|_| IMPORT_UNREADABLE)?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (format, held) = match text.chars().next() {
        Some('<') => (ImportFormat::Bookmarks, read_bookmarks(text)),
        Some('{' | '[') => (ImportFormat::Karakeep, read_karakeep(text)?),
        _ => (ImportFormat::Table, read_table(text)?),
    };
    if held.memos.len() > IMPORT_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
    }
    Ok((format, held))
}

fn is_page(url: &str) -> bool {
    let texts = MemoTexts { source_url: Some(url.to_owned()), ..MemoTexts::default() };
    texts.parse().is_ok_and(|texts| texts.source_url.is_some())
}

fn link(
    url: String,
    title: String,
    body: String,
    tags: Vec<String>,
    time: Option<&str>,
) -> Imported {
    Imported {
        origin: origin("url", &url),
        kind: Kind::Reading,
        texts: MemoTexts { title, body, source_url: Some(url), ..MemoTexts::default() },
        tags,
        created_at: time.and_then(time_of),
    }
}

fn origin(kind: &str, what: &str) -> String {
    format!("{kind}:{}", hex(&Sha256::digest(what.as_bytes())))
}

/// Seconds since 1970, a day, or RFC 3339; never before 1970.
fn time_of(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let time = match text.parse::<i64>() {
        Ok(seconds) => Some(Timestamp::from_micros(seconds.checked_mul(SECOND)?)),
        Err(_) => Timestamp::of_utc_date(text)
            .or_else(|| serde_json::from_value(serde_json::Value::from(text)).ok()),
    };
    time.filter(|time| time.micros() > 0)
}

/// The first words that can be tags: a file may hold a million commas.
fn some_tags<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    words.take(2 * TAGS_OF_MEMO_MAX).map(str::to_owned).collect()
}

/// The tags that can be tags here; each once, and not too many.
pub(crate) fn tags_of(names: &[String]) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    for name in names {
        let name: String = name.trim().chars().take(TAG_MAX_CHARS).collect();
        if let Ok(tag) = Tag::parse(&name)
            && tags.len() < TAGS_OF_MEMO_MAX
            && !tags.iter().any(|known| known.key == tag.key)
        {
            tags.push(tag);
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn a_folder_of_markdown_keeps_titles_tags_and_times() {
        let file = "---\ntitle: \"A: tide\"\ntags: [sea, \"moon, full\"]\nsource: https://example.org/t\n\
                    created: 2026-05-01\n---\n\n# Tide\n\nText.";
        let listed = "---\ntags:\n  - one\n  - 'it''s two'\n---\nx";
        let zip = zip_of(&[
            ("notes/tide.md", file.as_bytes()),
            ("notes/listed.markdown", listed.as_bytes()),
            ("../../etc/passwd.md", b"no head"),
            ("picture.png", b"\x89PNG"),
            ("broken.md", b"\xff\xfe"),
        ]);
        let (format, held) = read(&zip).unwrap();
        assert_eq!((format, held.left_out, held.memos.len()), (ImportFormat::Markdown, 2, 3));
        let tide = &held.memos[0];
        assert_eq!(tide.texts.title, "A: tide");
        assert_eq!(tide.tags, ["sea", "moon, full"]);
        assert_eq!(tide.texts.source_url.as_deref(), Some("https://example.org/t"));
        assert_eq!(tide.created_at, Timestamp::of_utc_date("2026-05-01"));
        assert!(tide.texts.body.starts_with("# Tide"));
        assert_eq!(held.memos[1].tags, ["one", "it's two"]);
        assert_eq!(held.memos[2].texts.title, "passwd");
    }

    #[test]
    fn bookmarks_of_browsers_and_of_pocket_are_read() {
        let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Sea</H3><DL><p>\
            <DT><A HREF=\"https://e.org/?a=1&amp;b=2\" ADD_DATE=\"1700000000\" TAGS=\"tide,moon\">Tides &#38; moons</A>\
            <DD>What they do\n</DL><p><DT><a href='javascript:alert(1)'>No</a>\
            <li><a href=\"https://p.org/\" time_added=\"1700000001\" tags=\"x\">Pocket</a>";
        let (format, held) = read(page.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Bookmarks, 2, 1));
        let first = &held.memos[0];
        assert_eq!(first.texts.title, "Tides & moons");
        assert_eq!(first.texts.source_url.as_deref(), Some("https://e.org/?a=1&b=2"));
        assert_eq!(first.texts.body, "What they do");
        assert_eq!(first.tags, ["tide", "moon", "Sea"]);
        assert_eq!(first.created_at, Some(Timestamp::from_micros(1_700_000_000_000_000)));
        assert_eq!(held.memos[1].tags, ["x"]);
    }

    #[test]
    fn tables_of_pocket_and_raindrop_are_read() {
        let pocket = "title,url,time_added,tags,status\nOne,https://e.org/1,1700000000,a|b,unread\nBad,ftp://e.org,1,,\n";
        let (format, held) = read(pocket.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Table, 1, 1));
        assert_eq!(held.memos[0].tags, ["a", "b"]);
        let raindrop = "id,title,note,excerpt,url,folder,tags,created\n\
            1,\"A \"\"b\"\", c\",Mine,Said,https://e.org/2,F,\"x, y\",2024-01-02T03:04:05.000Z\n";
        let held = read(raindrop.as_bytes()).unwrap().1;
        assert_eq!(held.memos[0].texts.title, "A \"b\", c");
        assert_eq!(held.memos[0].texts.body, "Mine");
        assert_eq!(held.memos[0].texts.quote.as_deref(), Some("Said"));
        assert!(held.memos[0].created_at.is_some());
    }

    #[test]
    fn bookmarks_and_notes_of_karakeep_are_read() {
        let json = r#"{"bookmarks":[
            {"createdAt":1700000000,"title":"Link","tags":["a"],"content":{"type":"link","url":"https://e.org/"},"note":"N"},
            {"createdAt":1,"title":null,"tags":[],"content":{"type":"text","text":"Words"},"note":null},
            {"createdAt":1,"title":"x","tags":[],"content":{"type":"asset"}}]}"#;
        let (format, held) = read(json.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Karakeep, 2, 1));
        assert_eq!(held.memos[0].texts.body, "N");
        assert_eq!(held.memos[1].texts.body, "Words");
    }

    #[test]
    fn what_is_hostile_is_refused_or_left_out() {
        let bomb = zip_of(&[("bomb.md", &vec![b'a'; 5_000_000])]);
        assert!(bomb.len() < 50_000);
        let held = read(&bomb).unwrap().1;
        assert_eq!((held.memos.len(), held.left_out), (0, 1));
        let rows = "title,url\n".to_owned() + &"a,https://e.org/\n".repeat(IMPORT_MAX_MEMOS + 1);
        let deep = "[".repeat(200_000);
        for wrong in [
            &b"PK\x03\x04rubbish"[..],
            b"\xff\xfe\x00",
            b"",
            b"no,columns\n1,2",
            b"\"open",
            b"{}",
            rows.as_bytes(),
            deep.as_bytes(),
        ] {
            assert!(read(wrong).is_err(), "{:?}", &wrong[..wrong.len().min(20)]);
        }
        let heavy = vec![b'a'; 1_000_000];
        let names: Vec<String> = (0..101).map(|number| format!("{number}.md")).collect();
        let files: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), &heavy[..])).collect();
        let large = read(&zip_of(&files)).unwrap_err();
        assert_eq!(large.kind.text, "File size exceeds the maximum size limit");
        let empty = |count| format!("{{\"bookmarks\":[{}{{}}]}}", "{},".repeat(count));
        assert_eq!(read(empty(10).as_bytes()).unwrap().1.left_out, 11);
        let many = read(empty(1_000_000).as_bytes()).unwrap_err();
        assert_eq!(many.kind.text, "These are too many memos at once");
        let commas = format!("---\ntags: [a{}]\n---\nx", ",".repeat(200_000) + "b");
        let held = read(&zip_of(&[("commas.md", commas.as_bytes())])).unwrap().1;
        assert_eq!(held.memos[0].tags, ["a", "b"]);
        let half = read(b"<a href=\"https://e.org/\" <a <a <").unwrap().1;
        assert!(half.memos.len() <= 1);
        assert_eq!(tags_of(&["x".repeat(50), " ".into(), "X".repeat(36)]).len(), 1);
    }
}
