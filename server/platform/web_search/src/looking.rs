//! Records what happens when a service is tested, for operators who describe a service by data.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::asking::Fault;
use crate::hits::{entries, has, readable};
use crate::search_engines::{AnswerFormat, Kind};

/// Maximum number of characters of an answer that are shown.
const SAMPLE_MAX_CHARS: usize = 300;
/// Maximum number of bytes of an answer kept until it is known if they are shown.
const BEGIN_MAX_BYTES: usize = 4_000;

/// A mistake in a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchEngineTrouble)]
pub enum Trouble {
    /// It answered with an error status.
    Status,
    /// The answer is not in the stated format.
    Form,
    /// The stated location of results holds nothing that could be a list.
    NoList,
    /// There are entries, but the stated location of titles is empty.
    NoTitles,
    /// There are entries, but the stated location of addresses holds none.
    NoAddresses,
}

/// The record of a test.
#[derive(Debug, Default)]
pub struct Trace {
    pub status: Option<u16>,
    begin: Vec<u8>,
    seen: Option<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    has_list: bool,
    entries: usize,
    titles: usize,
    addresses: usize,
}

impl Trace {
    pub fn begin(&mut self, content: &[u8]) {
        self.begin = content[..content.len().min(BEGIN_MAX_BYTES)].to_vec();
    }

    pub fn look(
        &mut self,
        format: &AnswerFormat,
        items: Option<&str>,
        address: &str,
        answer: &Value,
    ) {
        let list = answer.pointer(items.unwrap_or(&format.items));
        let all = entries(format, items, answer).unwrap_or_default();
        let is_empty_page = format.kind == Kind::Page && all.is_empty();
        let mut seen = Seen {
            // An object counts as a list if the description defines the order of its entries.
            has_list: list.is_some_and(|list| {
                list.is_array() || (list.is_object() && format.order.is_some())
            }) && !is_empty_page,
            entries: all.len(),
            ..Seen::default()
        };
        for item in all {
            let (title, address) = has(format, address, item);
            seen.titles += usize::from(title);
            seen.addresses += usize::from(address);
        }
        self.seen = Some(seen);
    }

    /// Returns the number of entries, if an answer was searched for them.
    pub fn entries(&self) -> Option<i64> {
        self.seen.as_ref().map(|seen| seen.entries as i64)
    }

    /// Returns the mistake in the description, if there is one, given the result of the test.
    pub fn trouble(&self, found: Result<usize, Fault>) -> Option<Trouble> {
        let is_answer = matches!(self.status, Some(200..=299));
        match (found, &self.seen) {
            (Ok(found), _) if found > 0 => None,
            (_, Some(seen)) if !seen.has_list => Some(Trouble::NoList),
            (_, Some(seen)) if seen.entries > 0 && seen.titles == 0 => Some(Trouble::NoTitles),
            (_, Some(seen)) if seen.entries > 0 && seen.addresses == 0 => {
                Some(Trouble::NoAddresses)
            }
            (Err(Fault::Unreadable), None) if is_answer => Some(Trouble::Form),
            (Err(_), None) if self.status.is_some() && !is_answer => Some(Trouble::Status),
            _ => None,
        }
    }

    /// Returns the beginning of the answer, on one line, without the key.
    pub fn sample(&self, key: Option<&str>) -> Option<String> {
        let text = String::from_utf8_lossy(&self.begin);
        let text = match key {
            // Also in its URL-encoded form, because answers often repeat addresses.
            Some(key) if !key.is_empty() => {
                let in_address: String =
                    url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
                text.replace(key, "…").replace(&in_address, "…")
            }
            _ => text.into_owned(),
        };
        // In its raw form: its characters are what the operator looks for.
        let shown = text.replace('<', "&lt;");
        Some(readable(&shown, SAMPLE_MAX_CHARS)).filter(|sample| !sample.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::search_engines::catalogue;

    fn looked(answer: &Value) -> Trace {
        let mut trace = Trace { status: Some(200), ..Trace::default() };
        trace.look(&catalogue()["searxng"].answer, None, "", answer);
        trace
    }

    #[test]
    fn what_is_wrong_with_a_description_is_named() {
        let of = |answer: Value, found| looked(&answer).trouble(found);
        assert_eq!(of(json!({ "hits": [] }), Ok(0)), Some(Trouble::NoList));
        assert_eq!(of(json!({ "results": "x" }), Err(Fault::Unreadable)), Some(Trouble::NoList));
        assert_eq!(of(json!({ "results": {} }), Err(Fault::Unreadable)), Some(Trouble::NoList));
        assert_eq!(of(json!({ "results": [] }), Ok(0)), None, "it found nothing");
        let named = json!({ "results": [{ "name": "x", "url": "https://e.org" }] });
        assert_eq!(of(named, Ok(0)), Some(Trouble::NoTitles));
        let linked = json!({ "results": [{ "title": "x", "url": "/x" }] });
        assert_eq!(looked(&linked).entries(), Some(1));
        assert_eq!(of(linked, Ok(0)), Some(Trouble::NoAddresses));
        let refused = Trace { status: Some(500), ..Trace::default() };
        assert_eq!(refused.trouble(Err(Fault::Refused)), Some(Trouble::Status));
        assert_eq!(Trace::default().trouble(Err(Fault::Unreachable)), None, "the fault says it");
        let strange = Trace { status: Some(200), ..Trace::default() };
        assert_eq!(strange.trouble(Err(Fault::Unreadable)), Some(Trouble::Form));
    }

    #[test]
    fn a_sample_shows_the_signs_of_an_answer_and_no_key() {
        let mut trace = Trace::default();
        assert_eq!(trace.sample(None), None);
        trace.begin(b"<html>\n <b>k-1234</b> &amp;");
        assert_eq!(trace.sample(Some("k-1234")).as_deref(), Some("<html> <b>…</b> &"));
        trace.begin(b"asked: /?key=k%2F1%2B2&q=tides");
        assert_eq!(trace.sample(Some("k/1+2")).as_deref(), Some("asked: /?key=…&q=tides"));
    }
}
