use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::rules::IMPORT_MAX_PICTURES;

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
        ("no head.md", b"no head"),
        ("drawing.svg", b"<svg/>"),
        ("broken.md", b"\xff\xfe"),
        (".trash/gone.md", b"deleted there"),
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
    assert_eq!(held.memos[2].texts.title, "no head");
}

const JPEG: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");
const PNG: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.png");

#[test]
fn pictures_of_a_folder_are_those_of_its_texts_or_memos_of_their_own() {
    let own = "---\nmemo_id: 019aa000-0000-7000-8000-00000000a001\npicture: \"pictures/1.jpg\"\n---\n\n\
               ![](pictures/1.jpg)\n\nA board";
    let note = "![The sea](../Files/the%20sea.png)\n\nAs [[board]] says, ![[1.jpg]] and ![](https://e.org/x.png)";
    let zip = zip_of(&[
        ("Board.md", own.as_bytes()),
        ("notes/sea.md", note.as_bytes()),
        ("pictures/1.jpg", JPEG),
        ("Files/the sea.png", PNG),
        ("Files/alone.jpeg", PNG),
    ]);
    let held = read(&zip).unwrap().1;
    assert_eq!((held.memos.len(), held.pictures.len(), held.left_out), (3, 3, 0));
    let pictures: Vec<_> = held.memos.iter().map(|memo| memo.picture).collect();
    assert_eq!(pictures, [Some(0), Some(1), Some(2)]);
    assert_eq!(held.memos[0].texts.body, "A board");
    let alone = &held.memos[2];
    assert_eq!((alone.kind, alone.texts.title.as_str()), (Kind::Image, "alone"));
    assert_eq!(held.pictures[2].kind, PictureKind::Png, "it is what its bytes say");
    let id = |number: usize| format!("019aa000-0000-7000-8000-00000000000{number}").parse().ok();
    let body = held.memos[1].body_with(|leads| match leads {
        Leads::Text(text) => id(text),
        Leads::Picture(picture) => id(picture),
    });
    let to = "/home/memo/019aa000-0000-7000-8000-000000000000";
    let wanted = format!("As [board]({to}) says, [1.jpg]({to}) and ![](https://e.org/x.png)");
    assert_eq!(body, wanted);
    let folder = open(zip.into()).unwrap();
    for (picture, bytes) in held.pictures.iter().zip([JPEG, PNG, PNG]) {
        assert_eq!(picture_in(folder.clone(), picture).unwrap(), bytes);
    }
}

// security F: "hostile archives"
#[test]
fn a_folder_with_hostile_pictures_or_names_is_refused_as_a_whole() {
    let note = ("note.md", &b"words"[..]);
    let code = |name: &str, content: &[u8]| {
        read(&zip_of(&[note, (name, content)])).map(|_| ()).unwrap_err().kind.code
    };
    let bytes_after = [PNG, &[0_u8; 5_000_000][..]].concat();
    for (name, content) in [
        ("a.png", &b"<svg onload=alert(1)>"[..]),
        ("a.jpg", b"%PDF-1.7"),
        ("a.gif", b""),
        ("cut.png", &PNG[..PNG.len() / 2]),
    ] {
        assert_eq!(code(name, content), "memos.import_picture_broken", "{name}");
    }
    for name in ["../a.png", "notes/../../a.md", "/etc/a.png", "C:\\a.png", "..\\a.md"] {
        assert_eq!(code(name, PNG), "memos.import_unreadable", "{name}");
    }
    let named = read(&zip_of(&[("a/b.png", b"none")])).unwrap_err();
    assert_eq!(named.params["name"], "b.png");

    // A file that is only too large is left out, and listed.
    let mut wide = PNG.to_vec();
    wide[16..20].copy_from_slice(&2_049_u32.to_be_bytes());
    let held = read(&zip_of(&[note, ("wide.png", &wide), ("heavy.png", &bytes_after)])).unwrap().1;
    assert_eq!(held.pictures_left_out, ["wide.png", "heavy.png"]);
    assert_eq!((held.memos.len(), held.pictures.len()), (1, 0));

    let names: Vec<String> =
        (0..=IMPORT_MAX_PICTURES).map(|number| format!("{number}.png")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), PNG)).collect();
    let refused = read(&zip_of(&many)).unwrap_err();
    assert_eq!(
        (refused.kind.code, &refused.params["max"]),
        ("memos.too_many_pictures", &"500".to_owned())
    );
}

#[test]
fn a_picture_that_unpacks_to_more_than_it_says_is_refused() {
    let content = [PNG, &[0_u8; 5_000_000][..]].concat();
    let mut zip = zip_of(&[("a.png", &content)]);
    // The size stated in header and directory: both are smaller than the real one.
    let size = (content.len() as u32).to_le_bytes();
    let places: Vec<usize> = (0..zip.len() - 4).filter(|at| zip[*at..*at + 4] == size).collect();
    assert!(!places.is_empty());
    for at in places {
        zip[at..at + 4].copy_from_slice(&600_u32.to_le_bytes());
    }
    assert_eq!(read(&zip).unwrap_err().kind.code, "memos.import_picture_broken");
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
    assert_eq!(read(&bomb).unwrap_err().kind.code, "memos.nothing_found");
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
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &heavy[..])).collect();
    let large = read(&zip_of(&files)).unwrap_err();
    assert_eq!(large.kind.text, "File size exceeds the maximum size limit");
    let empty = |count| format!("{{\"bookmarks\":[{}{{}}]}}", "{},".repeat(count));
    assert_eq!(read(empty(10).as_bytes()).unwrap_err().kind.code, "memos.nothing_found");
    let many = read(empty(1_000_000).as_bytes()).unwrap_err();
    assert_eq!(many.kind.text, "Too many memos at once");
    let commas = format!("---\ntags: [a{}]\n---\nx", ",".repeat(200_000) + "b");
    let held = read(&zip_of(&[("commas.md", commas.as_bytes())])).unwrap().1;
    assert_eq!(held.memos[0].tags, ["a", "b"]);
    let half = read(b"<a href=\"https://e.org/\" <a <a <").unwrap_err();
    assert_eq!(half.kind.code, "memos.nothing_found");
    assert_eq!(tags_of(&["x".repeat(50), " ".into(), "X".repeat(36)]).len(), 1);
}

#[test]
fn lists_of_links_and_parts_of_an_export_are_read_in_a_zip() {
    let csv = "title,url,time_added,tags,status\nTides explained,https://e.org/tides,1728576752,sea|with Ümlaut,unread\n";
    let pocket =
        zip_of(&[("part_000000.csv", csv.as_bytes()), ("annotations/part_000000.json", b"[]")]);
    let held = read(&pocket).unwrap().1;
    assert_eq!((held.memos[0].texts.title.as_str(), held.left_out), ("Tides explained", 1));
    assert_eq!(held.memos[0].tags, ["sea", "with Ümlaut"]);

    let part = zip_of(&[
        ("Tides 1a2b.md", b"# Tides\n\nSee [Boats](Boats%202b3c.md). ![](moon.png)\n"),
        ("Boats 2b3c.md", b"# Boats\n"),
        ("moon.png", PNG),
        ("DB.csv", b"Name,Tags\nA,b\n"),
    ]);
    let notion = zip_of(&[("Export-Part-1.zip", &part)]);
    let held = read(&notion).unwrap().1;
    assert_eq!((held.memos.len(), held.pictures.len(), held.left_out), (2, 1, 1));
    let folder = open(notion.into()).unwrap();
    assert_eq!(picture_in(folder, &held.pictures[0]).unwrap(), PNG);
}

#[test]
fn a_file_of_which_nothing_is_understood_is_no_success() {
    for content in [
        zip_of(&[("a.pdf", b"x"), ("DB.csv", b"Name\nA\n")]),
        b"<html><body>No links</body></html>".to_vec(),
        b"url,title\n".to_vec(),
    ] {
        assert_eq!(read(&content).unwrap_err().kind.code, "memos.nothing_found");
    }
}

#[test]
fn bookmarks_keep_their_folders_entities_and_whole_titles() {
    let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Sea</H3><DL><p>
        <DT><A HREF=\"https://e.org/1?a=1&amp;b=2\" ADD_DATE=\"1726850472\" TAGS=\"a,b\">Caf&eacute; &ndash; title</A>
        <DD>&lt;blockquote&gt;Hello &hellip; words&lt;/blockquote&gt;
        <DT><H3>Deep</H3><DL><p><DT><A HREF=\"https://e.org/2\" ADD_DATE=\"1726850473000\">Milliseconds</A></DL><p>
        <DT><A HREF=\"https://e.org/3\">After the inner folder</A></DL><p>
        <DT><A HREF=\"javascript:alert(1)\">Bad</A><DT><A HREF=\"https://e.org/4\">Chrome <b>bold</b> title</A></DL>";
    let held = read(page.as_bytes()).unwrap().1;
    let read: Vec<(&str, &str)> = held
        .memos
        .iter()
        .map(|memo| (memo.texts.title.as_str(), memo.tags.last().map_or("", String::as_str)))
        .collect();
    assert_eq!(
        read,
        [
            ("Café – title", "Sea"),
            ("Milliseconds", "Deep"),
            ("After the inner folder", "Sea"),
            ("Chrome bold title", "")
        ]
    );
    assert_eq!(held.memos[0].texts.body, "Hello … words");
    assert_eq!(held.memos[1].created_at, super::time_of("1726850473"));
    assert_eq!(held.left_out, 1);
    // "Так" in windows-1251, with the encoding stated.
    let old =
        [b"<META charset=windows-1251><A HREF=https://e.org/5>".as_slice(), b"\xd2\xe0\xea</A>"]
            .concat();
    assert_eq!(super::read(&old).unwrap().1.memos[0].texts.title, "Так");
}

#[test]
fn notes_of_evernote_are_read() {
    let enex = "<?xml version=\"1.0\"?><!DOCTYPE en-export><en-export><note><title>Tides &amp; boats</title>
        <created>20240501T102000Z</created><tag>sea</tag><tag>moon</tag><content><![CDATA[<?xml version=\"1.0\"?>
        <en-note style=\"x\"><div>The <b>moon</b></div><div><en-todo checked=\"true\"/>done</div></en-note>]]></content>
        <note-attributes><source-url>https://e.org/a</source-url></note-attributes><resource><data>AAAA</data></resource>
        </note></en-export>";
    let (format, held) = read(enex.as_bytes()).unwrap();
    assert_eq!(format, ImportFormat::Evernote);
    let memo = &held.memos[0];
    assert_eq!((memo.texts.title.as_str(), held.left_out), ("Tides & boats", 1));
    assert_eq!(memo.texts.body, "The **moon**\n\n[x] done");
    assert_eq!(memo.tags, ["sea", "moon"]);
    assert_eq!(memo.texts.source_url.as_deref(), Some("https://e.org/a"));
    assert_eq!(memo.created_at, super::time_of("2024-05-01T10:20:00Z"));
}
