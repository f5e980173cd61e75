use mail_parser::{Address, Message, MessageParser, MimeHeaders, PartType};
use parsing::{Extent, Format, Page, ParseFailure, Parsed, Unread, UnreadReason, text_of_html};

use super::heading;
use crate::pages::Pages;
use crate::read_within;

/// Maximum number of attachments that are read, and depth of messages within messages.
const ATTACHMENTS_MAX: usize = 100;
const DEPTH_MAX: usize = 3;

/// Reads a message, its text first, and each attachment under its name.
pub(crate) fn read(content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    let message = MessageParser::default().parse(content).ok_or(ParseFailure::Broken)?;
    let mut reader = Reader { extent, pages: Pages::default(), number: 0 };
    reader.take(&message, None, 0)?;
    reader.pages.check()
}

struct Reader {
    extent: Extent,
    pages: Pages,
    number: u32,
}

impl Reader {
    fn push(&mut self, title: Option<String>, text: String) -> Result<(), ParseFailure> {
        self.number += 1;
        self.pages.push(Page { number: self.number, title, text })
    }

    fn take(
        &mut self,
        message: &Message<'_>,
        title: Option<String>,
        depth: usize,
    ) -> Result<(), ParseFailure> {
        let head = heading(&[
            ("From", addresses(message.from())),
            ("To", addresses(message.to())),
            ("Cc", addresses(message.cc())),
            ("Date", message.date().map(|date| date.to_rfc3339()).unwrap_or_default()),
            ("Subject", message.subject().unwrap_or_default().to_owned()),
        ]);
        self.push(title, format!("{head}\n{}", body(message)))?;
        for attachment in message.attachments().take(ATTACHMENTS_MAX) {
            let name = attachment.attachment_name().unwrap_or("attachment").to_owned();
            match &attachment.body {
                PartType::Message(inner) if depth < DEPTH_MAX => {
                    self.take(inner, Some(name), depth + 1)?;
                }
                _ => self.read_attachment(name, attachment.contents())?,
            }
        }
        if message.attachment_count() > ATTACHMENTS_MAX {
            let more = message.attachment_count() - ATTACHMENTS_MAX;
            self.pages.unread(Unread::named(format!("{more} attachments"), UnreadReason::Limit));
        }
        Ok(())
    }

    fn read_attachment(&mut self, name: String, content: &[u8]) -> Result<(), ParseFailure> {
        let format = Format::of_name(&name).filter(|format| format.begins_with(content));
        let read = match format {
            Some(format) if format.is_image() => {
                self.pages.unread(Unread::named(name, UnreadReason::Image));
                return Ok(());
            }
            Some(Format::Zip | Format::Eml | Format::Msg) | None => {
                self.pages.unread(Unread::named(name, UnreadReason::Unsupported));
                return Ok(());
            }
            Some(format) => read_within(format, content, self.extent),
        };
        match read {
            Ok(parsed) => {
                for page in parsed.pages {
                    self.push(Some(name.clone()), page.text)?;
                }
            }
            Err(ParseFailure::NoText) => {}
            Err(_) => self.pages.unread(Unread::named(name, UnreadReason::Damaged)),
        }
        Ok(())
    }
}

/// Returns the text of a message: as plain text, if there is one.
fn body(message: &Message<'_>) -> String {
    let plain = message.text_bodies().filter_map(|part| match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        _ => None,
    });
    let plain: Vec<String> = plain.collect();
    if !plain.is_empty() {
        return plain.join("\n");
    }
    let html = message.html_bodies().filter_map(|part| match &part.body {
        PartType::Html(html) => Some(text_of_html(html).1),
        _ => None,
    });
    html.collect::<Vec<_>>().join("\n")
}

fn addresses(address: Option<&Address<'_>>) -> String {
    let all = address.into_iter().flat_map(|address| address.iter());
    let shown = all.map(|one| match (&one.name, &one.address) {
        (Some(name), Some(address)) => format!("{name} ({address})"),
        (Some(name), None) => name.to_string(),
        (None, Some(address)) => address.to_string(),
        (None, None) => String::new(),
    });
    shown.collect::<Vec<_>>().join(", ")
}
