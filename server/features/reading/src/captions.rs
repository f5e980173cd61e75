//! Captions of videos: WebVTT, SubRip, and the XML and JSON that YouTube gives. They come from outside and
//! may be made to harm: each is read in one pass, and no more than so many cues of it.

use serde_json::Value;

use parsing::plain_of_html;

use crate::limits::CUES_MAX;

/// Text spoken at a time of a video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cue {
    pub at_seconds: i64,
    pub text: String,
}

/// Longest text of one caption.
const CUE_MAX_CHARS: usize = 2_000;
/// Latest valid time of a video.
const SECONDS_MAX: i64 = 200 * 3_600;

/// Parses captions of any known format, sorted by time. Invalid captions are skipped.
pub(crate) fn read_captions(content: &str) -> Vec<Cue> {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    let mut cues = match content.chars().next() {
        Some('{') => of_json(content),
        Some('<') => of_xml(content),
        _ => of_lines(content),
    };
    cues.retain(|cue| !cue.text.is_empty());
    cues.sort_by_key(|cue| cue.at_seconds);
    unrolled(cues)
}

/// Returns each text of rolling captions once: they repeat the line before, so that it stays on the screen.
fn unrolled(cues: Vec<Cue>) -> Vec<Cue> {
    const LEAST: usize = 4;
    let follows = |last: &str, text: &str| {
        let goes_on = text.strip_prefix(last).is_some_and(|rest| rest.starts_with(' '));
        goes_on || last.strip_suffix(text).is_some_and(|before| before.ends_with(' '))
    };
    let rolling = cues.windows(2).filter(|two| follows(&two[0].text, &two[1].text)).count();
    if cues.len() < LEAST || rolling * 2 < cues.len() - 1 {
        return cues;
    }
    let mut last = String::new();
    let mut once = Vec::new();
    for cue in cues {
        let new = match cue.text.strip_prefix(&last) {
            Some(rest) if !last.is_empty() => rest.trim_start(),
            _ if last.ends_with(&cue.text) => "",
            _ => &cue.text,
        };
        if !new.is_empty() {
            once.push(Cue { at_seconds: cue.at_seconds, text: new.to_owned() });
        }
        last = cue.text;
    }
    once
}

/// WebVTT and SubRip: a line with `-->`, then lines of text up to an empty one.
fn of_lines(content: &str) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut open: Option<(i64, String)> = None;
    for line in content.lines() {
        let line = line.trim();
        if let Some((from, _)) = line.split_once("-->") {
            cues.extend(open.take().map(closed));
            if cues.len() >= CUES_MAX {
                return cues;
            }
            open = seconds_of(from).map(|at| (at, String::new()));
            continue;
        }
        match &mut open {
            // SubRip of careless writers has an empty line before the text.
            Some((_, text)) if line.is_empty() && !text.is_empty() => {
                cues.extend(open.take().map(closed));
            }
            Some((_, text)) if text.len() < CUE_MAX_CHARS => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(line);
            }
            _ => {}
        }
    }
    cues.extend(open.map(closed));
    cues
}

fn closed((at_seconds, text): (i64, String)) -> Cue {
    Cue { at_seconds, text: said(&text) }
}

/// `01:02:03.500`, `02:03,5` or `63`, in whole seconds.
fn seconds_of(text: &str) -> Option<i64> {
    let whole = text.trim().split(['.', ',']).next()?;
    let mut seconds: i64 = 0;
    let parts: Vec<&str> = whole.split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    for part in parts {
        let part: i64 = part.trim().parse().ok().filter(|part| (0..=SECONDS_MAX).contains(part))?;
        seconds = seconds.checked_mul(60)?.checked_add(part)?;
    }
    (seconds <= SECONDS_MAX).then_some(seconds)
}

fn seconds_in(milliseconds: i64) -> Option<i64> {
    (0..=SECONDS_MAX * 1_000).contains(&milliseconds).then_some(milliseconds / 1_000)
}

/// Seconds of a time in TTML: of a clock, or a number with its unit.
fn timed_seconds(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Some(milliseconds) = text.strip_suffix("ms") {
        return seconds_in(milliseconds.parse::<f64>().ok()? as i64);
    }
    for (unit, seconds) in [("h", 3_600), ("m", 60), ("s", 1)] {
        if let Some(number) = text.strip_suffix(unit) {
            let number: f64 = number.parse().ok()?;
            return Some((number * f64::from(seconds)) as i64)
                .filter(|at| (0..=SECONDS_MAX).contains(at));
        }
    }
    seconds_of(text)
}

/// `<text start="1.5" dur="2">words</text>`, `<p t="1500" d="2000">words</p>` in milliseconds, or TTML's
/// `<p begin="00:00:01.500">words</p>`.
fn of_xml(content: &str) -> Vec<Cue> {
    let mut cues = Vec::new();
    let mut rest = content;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((tag, after)) = rest.split_once('>') else { break };
        let name = tag.split_whitespace().next().unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or(name);
        if !matches!(local, "text" | "p") || tag.ends_with('/') {
            continue;
        }
        let Some((inside, behind)) = after.split_once(&format!("</{name}")) else { break };
        let at = match local {
            "text" => seconds_of(&parsing::attribute_of(tag, "start")),
            _ => match parsing::attribute(tag, "begin") {
                Some(begin) => timed_seconds(&begin),
                None => parsing::attribute_of(tag, "t").parse().ok().and_then(seconds_in),
            },
        };
        let inside = inside.replace("<br", " <br");
        if let Some(at_seconds) = at {
            // Their entities are written twice.
            cues.push(Cue { at_seconds, text: said(&plain_of_html(&clipped(&inside))) });
        }
        if cues.len() >= CUES_MAX {
            break;
        }
        rest = behind;
    }
    cues
}

/// `{"events":[{"tStartMs":1500,"segs":[{"utf8":"words"}]}]}`.
fn of_json(content: &str) -> Vec<Cue> {
    let Ok(value) = serde_json::from_str::<Value>(content) else { return Vec::new() };
    let events = value["events"].as_array().map(Vec::as_slice).unwrap_or_default();
    let cue = |event: &Value| {
        let at_seconds = seconds_in(event["tStartMs"].as_i64()?)?;
        let words: String =
            event["segs"].as_array()?.iter().filter_map(|seg| seg["utf8"].as_str()).collect();
        Some(Cue { at_seconds, text: said(&words) })
    };
    events.iter().take(CUES_MAX).filter_map(cue).collect()
}

/// Returns the plain text of a caption, without tags, on one line.
fn said(text: &str) -> String {
    let text = plain_of_html(&clipped(&without_times(text)));
    let shown = |ch: &char| !matches!(ch, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().filter(shown).collect();
    let text = text.split(|ch: char| ch.is_whitespace() || ch.is_control());
    text.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns a text without the times of its words, `<00:00:01.500>`, and without the readings of characters.
fn without_times(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('>').filter(|_| rest[1..].starts_with(|ch: char| ch.is_ascii_digit()));
        let end = end.map(|end| end + 1).or_else(|| {
            let reading = rest.strip_prefix("<rt>")?;
            Some(4 + reading.find("</rt>")? + 5)
        });
        match end {
            Some(end) => rest = &rest[end..],
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn clipped(text: &str) -> String {
    text.chars().take(CUE_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cues(content: &str) -> Vec<(i64, String)> {
        read_captions(content).into_iter().map(|cue| (cue.at_seconds, cue.text)).collect()
    }

    fn wanted(cues: &[(i64, &str)]) -> Vec<(i64, String)> {
        cues.iter().map(|(at, text)| (*at, (*text).to_owned())).collect()
    }

    #[test]
    fn web_vtt_is_read() {
        let vtt = "WEBVTT - Title\n\nNOTE a remark\n\nSTYLE\n::cue { color: red }\n\n1\n00:01.500 --> 00:03.000 align:start\n\
            <v Ana>The moon <c.yellow>pulls</c>\nthe sea &amp; more.\n\n01:00:02.000 --> 01:00:05.000\nTwice a day.\n";
        assert_eq!(
            cues(vtt),
            wanted(&[(1, "The moon pulls the sea & more."), (3_602, "Twice a day.")])
        );
    }

    #[test]
    fn sub_rip_is_read() {
        let srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>One</i>\r\n\r\n2\r\n00:01:10,900 --> 00:01:12,000\r\n\r\nTwo\r\n";
        assert_eq!(cues(srt), wanted(&[(1, "One"), (70, "Two")]));
    }

    #[test]
    fn rolling_captions_are_read_once_and_without_times() {
        let mut vtt = "WEBVTT\nKind: captions\n\n".to_owned();
        for line in 0..6 {
            let last = if line > 0 { format!("line {} of it", line - 1) } else { " ".to_owned() };
            let at = line * 2;
            vtt.push_str(&format!(
                "00:00:{at:02}.000 --> 00:00:{:02}.990 align:start\n{last}\nline<00:00:{at:02}.100><c> {line}</c><00:00:{at:02}.200><c> of it</c>\n\n\
                 00:00:{:02}.990 --> 00:00:{:02}.000\nline {line} of it\n \n\n",
                at + 1, at + 1, at + 2
            ));
        }
        let read: Vec<String> = cues(&vtt).into_iter().map(|(_, text)| text).collect();
        let wanted: Vec<String> = (0..6).map(|line| format!("line {line} of it")).collect();
        assert_eq!(read, wanted);
        let repeated = "00:01 --> 00:02\nNo.\n\n00:03 --> 00:04\nNo.\n";
        assert_eq!(cues(repeated).len(), 2, "people say things twice");
    }

    #[test]
    fn ttml_and_readings_are_read() {
        let ttml = "<?xml version=\"1.0\"?><tt:tt xmlns:tt=\"http://www.w3.org/ns/ttml\"><tt:p begin=\"00:00:01.000\">First.</tt:p>\
            <p begin=\"4.5s\">Second<br/>text.</p><p begin=\"61500ms\">Third.</p></tt:tt>";
        assert_eq!(cues(ttml), wanted(&[(1, "First."), (4, "Second text."), (61, "Third.")]));
        let ruby = "WEBVTT\n\n00:02.500 --> 00:03.000\n<ruby>漢<rt>kan</rt></ruby> &lrm;tail &lt;there&gt;\n";
        assert_eq!(cues(ruby), wanted(&[(2, "漢 tail <there>")]));
    }

    #[test]
    fn what_youtube_gives_is_read() {
        let xml = "<?xml version=\"1.0\"?><transcript><text start=\"1.9\" dur=\"2\">It&amp;#39;s high</text>\
            <text start=\"5\">water</text></transcript>";
        assert_eq!(cues(xml), wanted(&[(1, "It's high"), (5, "water")]));
        let new = "<timedtext format=\"3\"><body><p t=\"7261500\" d=\"900\"><s>spring</s><s t=\"200\"> tide</s></p></body></timedtext>";
        assert_eq!(cues(new), wanted(&[(7_261, "spring tide")]));
        let json = r#"{"events":[{"tStartMs":0,"id":1},{"tStartMs":2500,"segs":[{"utf8":"neap"},{"utf8":"\ntide"}]}]}"#;
        assert_eq!(cues(json), wanted(&[(2, "neap tide")]));
    }

    #[test]
    fn captions_made_to_harm_cost_little_and_say_nothing() {
        for hostile in [
            "",
            "{",
            "{\"events\":17}",
            "{\"events\":[{\"tStartMs\":-5,\"segs\":[{\"utf8\":\"x\"}]},{\"tStartMs\":9e99,\"segs\":[]}]}",
            "<text start=\"1\">",
            "<text start=\"99999999999999999999\">x</text>",
            "-->\n-->\n-->",
            "99:99:99:99 --> x\ntext",
            "99999999999999999999:00 --> 1\ntext",
            "<<<<<<<<",
        ] {
            assert!(cues(hostile).is_empty(), "{hostile}");
        }
        let many = "00:01 --> 00:02\nx\n\n".repeat(30_000);
        assert_eq!(read_captions(&many).len(), 20_000);
        let long = format!("00:01 --> 00:02\n{}\n", "y".repeat(1_000_000));
        assert!(read_captions(&long)[0].text.chars().count() <= CUE_MAX_CHARS);
        assert!(of_xml(&"<text start=\"1\">x".repeat(50_000)).is_empty());
        let tags = "00:01 --> 00:02\n<script>alert(1)</script><b>said</b>\u{202e}\n";
        assert_eq!(cues(tags), wanted(&[(1, "said")]));
    }
}
