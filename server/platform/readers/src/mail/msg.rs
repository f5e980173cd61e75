use parsing::{Page, ParseFailure, Parsed, Unread, UnreadReason, decode_text, text_of_html};

use super::heading;
use crate::legacy::{Compound, ansi, open, stream, utf16};

/// Properties of a message ([MS-OXPROPS]).
const SUBJECT: &str = "0037";
const SENDER: &str = "0C1A";
const SENDER_ADDRESS: &str = "0C1F";
const TO: &str = "0E04";
const CC: &str = "0E03";
const HEADERS: &str = "007D";
const BODY: &str = "1000";
const HTML: &str = "1013";
const ATTACHMENT_NAME: &str = "3707";
const ATTACHMENT_SHORT_NAME: &str = "3704";

/// Reads a message that Outlook saved. Its attachments are named as unread.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut file = open(content)?;
    let mut of = |name: &str| property(&mut file, "", name).unwrap_or_default();
    let date = of(HEADERS).lines().find_map(|line| Some(line.strip_prefix("Date:")?.to_owned()));
    let sender = match (of(SENDER), of(SENDER_ADDRESS)) {
        (name, address) if address.contains('@') && name != address => {
            format!("{name} ({address})")
        }
        (name, _) => name,
    };
    let head = heading(&[
        ("From", sender),
        ("To", of(TO)),
        ("Cc", of(CC)),
        ("Date", date.unwrap_or_default()),
        ("Subject", of(SUBJECT)),
    ]);
    let plain = of(BODY);
    let body = match plain.trim() {
        "" => html(&mut file).unwrap_or_default(),
        _ => plain,
    };
    if head.is_empty() && body.is_empty() {
        return Err(ParseFailure::Broken);
    }
    let attachments = attachments(&mut file);
    let unread = attachments.into_iter().map(|name| Unread::named(name, UnreadReason::Unsupported));
    let page = Page { number: 1, title: None, text: format!("{head}\n{body}") };
    Parsed { unread: unread.collect(), ..Parsed::of_pages(vec![page]) }.check()
}

/// Reads a text of a storage: in Unicode, else in Western letters.
fn property(file: &mut Compound<'_>, storage: &str, name: &str) -> Option<String> {
    let path = |kind: &str| format!("{storage}/__substg1.0_{name}{kind}");
    if let Some(content) = stream(file, &path("001F")) {
        return Some(utf16(&content).trim_end_matches('\0').to_owned());
    }
    stream(file, &path("001E")).map(|content| ansi(&content).trim_end_matches('\0').to_owned())
}

fn html(file: &mut Compound<'_>) -> Option<String> {
    let html = match stream(file, &format!("/__substg1.0_{HTML}0102")) {
        Some(content) => decode_text(&content),
        None => property(file, "", HTML)?,
    };
    Some(text_of_html(&html).1)
}

fn attachments(file: &mut Compound<'_>) -> Vec<String> {
    let storages: Vec<String> = file
        .read_root_storage()
        .filter(|entry| entry.is_storage() && entry.name().starts_with("__attach_version1.0_"))
        .map(|entry| format!("/{}", entry.name()))
        .collect();
    let name = |storage: &String| {
        let name = property(file, storage, ATTACHMENT_NAME);
        name.or_else(|| property(file, storage, ATTACHMENT_SHORT_NAME))
            .unwrap_or_else(|| "attached message".to_owned())
    };
    storages.iter().map(name).collect()
}
