use std::fmt;
use std::marker::PhantomData;

use kernel::Problem;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Held, Imported, is_page, link, origin, some_tags, time_of};
use crate::kind::Kind;
use crate::problems::{IMPORT_UNREADABLE, TOO_MANY_AT_ONCE};
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts};

#[derive(Deserialize)]
struct Karakeep {
    #[serde(deserialize_with = "some_items")]
    bookmarks: Vec<Bookmark>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bookmark {
    created_at: Option<i64>,
    title: Option<String>,
    #[serde(default, deserialize_with = "some_items")]
    tags: Vec<String>,
    content: Option<Content>,
    note: Option<String>,
}

#[derive(Default, Deserialize)]
struct Content {
    url: Option<String>,
    text: Option<String>,
}

/// Deserializes the first entries of a list: one more than allowed, so that an excess is detected. An entry takes more
/// memory than its characters in the file.
fn some_items<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    struct Items<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while items.len() <= IMPORT_MAX_MEMOS {
                match list.next_element()? {
                    Some(item) => items.push(item),
                    None => return Ok(items),
                }
            }
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(items)
        }
    }
    from.deserialize_seq(Items(PhantomData))
}

pub(super) fn read_karakeep(json: &str) -> Result<Held, Problem> {
    let file: Karakeep = serde_json::from_str(json).map_err(|_| IMPORT_UNREADABLE)?;
    if file.bookmarks.len() > IMPORT_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
    }
    let mut held = Held::default();
    for Bookmark { created_at, title, tags, content, note } in file.bookmarks {
        let Content { url, text } = content.unwrap_or_default();
        let time = created_at.map(|seconds| seconds.to_string());
        let title = title.unwrap_or_default();
        let tags = some_tags(tags.iter().map(String::as_str));
        match (url.filter(|url| is_page(url)), text.filter(|text| !text.is_empty())) {
            (Some(url), _) => {
                held.memos.push(link(url, title, note.unwrap_or_default(), tags, time.as_deref()));
            }
            (None, Some(text)) => held.memos.push(Imported {
                origin: origin("text", &text),
                kind: Kind::Note,
                texts: MemoTexts { title, body: text, ..MemoTexts::default() },
                tags,
                created_at: time.as_deref().and_then(time_of),
                ..Imported::default()
            }),
            (None, None) => held.left_out += 1,
        }
    }
    Ok(held)
}
