//! Gemini: `MyActivity.html` of Google Takeout, its default format. An entry contains the prompt, the time, and the
//! answer; the rest of it is presentation.

use parsing::{attribute_of, markdown_of_html, plain_of_html};

use super::local_time::{is_like_a_time, local_time};
use super::{Foreign, Unmapped, gemini};

/// Parses an entry; `None`: it belongs to another product of Google's.
pub(super) fn read(entry: &str) -> Option<Result<Foreign, Unmapped>> {
    let header = between(entry, "header-cell", "</p>").unwrap_or("");
    let header = plain_of_html(header.split_once('>').map_or("", |(_, text)| text));
    if !header.contains("Gemini") && !header.contains("Bard") {
        return None;
    }
    let body = entry.split_once("mdl-typography--body-1\">").map_or("", |(_, body)| body);
    let body = body.split_once("<div class=\"content-cell").map_or(body, |(body, _)| body);
    let body = body.trim_end();
    Some(read_body(body.strip_suffix("</div>").unwrap_or(body)))
}

fn read_body(body: &str) -> Result<Foreign, Unmapped> {
    let lines = lines_of(body);
    let plain: Vec<String> = lines.iter().map(|line| plain_of_html(line.html)).collect();
    // The first line belongs to the prompt, whatever it contains.
    let time_line = (1..plain.len()).find(|line| is_like_a_time(&plain[*line]));
    let asked = time_line.unwrap_or(1);
    let answer = lines.get(time_line.map_or(1, |line| line + 1));
    let answer = answer.map_or("", |next| &body[next.at..]);
    let (attached_from, files) = attached(&lines[..asked], &plain[..asked]);
    let said = plain[..attached_from].join("\n");
    let time = time_line.and_then(|line| local_time(&plain[line]));
    let entry = gemini::Entry {
        title: said.trim(),
        answer: markdown_of_html(answer),
        at: time.as_ref().map(|time| time.at),
        time: time_line.map_or("", |line| &plain[line]),
    };
    let mut foreign = gemini::conversation(entry)?;
    let place = foreign.title.clone();
    let mut leave = |reason: &str, what: &str| {
        foreign.unmapped.push(Unmapped::new(reason, &place, what));
    };
    files.iter().for_each(|name| leave("file", name));
    for tag in body.split('<').filter(|tag| tag.starts_with("img ")) {
        leave("image", &attribute_of(tag, "src"));
    }
    match (&time, time_line) {
        (None, line) => leave("time", line.map_or("", |line| &plain[line])),
        (Some(time), _) => {
            if let Some(zone) = &time.unknown_zone {
                leave("time_zone", zone);
            }
        }
    }
    Ok(foreign)
}

/// A line of an entry, with its position.
struct Line<'a> {
    at: usize,
    html: &'a str,
}

/// Splits text at `<br>`s.
fn lines_of(body: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut at = 0;
    while let Some(end) = body[at..].find("<br").map(|found| at + found) {
        lines.push(Line { at, html: &body[at..end] });
        at = body[end..].find('>').map_or(body.len(), |close| end + close + 1);
    }
    lines.push(Line { at, html: &body[at..] });
    lines
}

/// Returns the line from which attached files are listed, and their names.
fn attached(lines: &[Line<'_>], plain: &[String]) -> (usize, Vec<String>) {
    let is_file = |line: &Line<'_>| {
        let link = line.html.find("<a ").map(|at| attribute_of(&line.html[at + 1..], "href"));
        link.is_some_and(|link| !link.is_empty() && !link.contains("://"))
    };
    let Some(first) = (1..lines.len()).find(|line| is_file(&lines[*line])) else {
        return (lines.len(), Vec::new());
    };
    let names = (first..lines.len())
        .filter(|line| is_file(&lines[*line]))
        .map(|line| plain[line].trim_start_matches(['-', ' ', '\u{2003}', '\u{a0}']).to_owned());
    // The line before contains their number.
    let is_count = |line: usize| {
        plain[line].chars().any(char::is_numeric) && plain[line].chars().count() < COUNT_MAX_CHARS
    };
    let from = if first > 1 && is_count(first - 1) { first - 1 } else { first };
    (from, names.collect())
}

/// Longest line that says how many files are attached.
const COUNT_MAX_CHARS: usize = 60;

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, behind) = text.split_once(start)?;
    behind.split_once(end).map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ForeignPart;

    fn entry(header: &str, body: &str) -> String {
        format!(
            " mdl-cell mdl-cell--12-col mdl-shadow--2dp\"><div class=\"mdl-grid\">\
             <div class=\"header-cell mdl-cell mdl-cell--12-col\"><p class=\"mdl-typography--title\">{header}<br></p></div>\
             <div class=\"content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1\">{body}</div>\
             <div class=\"content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right\"></div>\
             <div class=\"content-cell mdl-cell mdl-cell--12-col mdl-typography--caption\"><b>Products:</b><br>&emsp;{header}<br></div>\
             </div></div>"
        )
    }

    fn texts(foreign: &Foreign) -> Vec<&ForeignPart> {
        foreign.messages.iter().flat_map(|message| &message.parts).collect()
    }

    #[test]
    fn an_entry_has_a_prompt_a_time_and_an_answer() {
        let html = entry(
            "Gemini Apps",
            "Prompted&nbsp;What is &lt;b&gt;?<br>Mar 1, 2025, 10:00:00&#8239;AM UTC<br>\
             <p>The <strong>bold</strong> tag.<br>Use it.</p><div><p>Rarely.</p></div>",
        );
        let foreign = read(&html).unwrap().unwrap();
        assert_eq!(foreign.title, "What is <b>?");
        let answer = "The **bold** tag.\nUse it.\n\nRarely.";
        assert_eq!(texts(&foreign)[1], &ForeignPart::Text(answer.to_owned()));
        assert_eq!(foreign.created_at.unwrap().micros(), 1_740_823_200_000_000);
        assert!(foreign.unmapped.is_empty());
    }

    #[test]
    fn files_pictures_and_times_that_cannot_be_read_are_named() {
        let html = entry(
            "Gemini Apps",
            "Prompted Describe both<br>of them<br>Attached 2 files.<br>\
             -&emsp;<a href=\"cat.png\">cat.png</a><br>-&emsp;<a href=\"dog.pdf\">dog.pdf</a><br>\
             xx 2025 yy 10:00:00 UTC<br><p>A cat.</p><img src=\"made.png\">",
        );
        let foreign = read(&html).unwrap().unwrap();
        assert_eq!(texts(&foreign)[0], &ForeignPart::Text("Describe both\nof them".to_owned()));
        assert_eq!(texts(&foreign)[1], &ForeignPart::Text("A cat.".to_owned()));
        assert_eq!(foreign.created_at, None);
        let told: Vec<(&str, &str)> =
            foreign.unmapped.iter().map(|one| (one.reason.as_str(), one.detail.as_str())).collect();
        assert_eq!(
            told,
            [
                ("file", "cat.png"),
                ("file", "dog.pdf"),
                ("image", "made.png"),
                ("time", "xx 2025 yy 10:00:00 UTC"),
            ]
        );
    }

    #[test]
    fn other_products_and_what_was_done_without_a_prompt_are_told_apart() {
        assert!(
            read(&entry("YouTube", "Watched a video<br>Mar 1, 2025, 10:00:00 AM UTC<br>"))
                .is_none()
        );
        let used = entry("Gemini Apps", "Used Gemini Apps<br>Mar 1, 2025, 10:00:00 AM UTC<br>");
        assert_eq!(read(&used).unwrap().unwrap_err().reason, "activity");
    }

    #[test]
    fn broken_pages_are_no_fault_of_the_program() {
        for body in ["", "<br", "<br><br>", "Prompted x<br>", "<a href=", "Prompted <img <br>"] {
            drop(read(&entry("Gemini Apps", body)));
            drop(read(body));
        }
    }
}
