//! Templates in a service's description: addresses with the query, fields with values of a result.

use kernel::Timestamp;
use serde_json::Value;

/// Replaces each `{name}` with the result of `fill`; `None` if one has none.
pub fn fill(template: &str, fill: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}')?;
        filled.push_str(before);
        filled.push_str(&fill(name)?);
        rest = behind;
    }
    filled.push_str(rest);
    Some(filled)
}

/// Replaces each `{name}` for which `fill` returns something; everything else stays as it is.
pub fn fill_known(template: &str, fill: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}').and_then(|(name, behind)| Some((fill(name)?, behind))) {
            Some((value, behind)) => {
                filled.push_str(&value);
                rest = behind;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// Returns the names in a template's blanks, in their order; `None` where one is not closed.
pub fn blanks(template: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = template;
    while let Some((_, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}')?;
        names.push(name);
        rest = behind;
    }
    Some(names)
}

/// Returns the first of some templates that an item has everything for.
pub fn field(item: &Value, templates: &[String], address: &str) -> Option<String> {
    let value = |name: &str| match name {
        "address" => Some(address.to_owned()),
        name => value_of(item, name),
    };
    templates
        .iter()
        .filter_map(|template| fill(template, value))
        .find(|text| !text.trim().is_empty())
}

/// Returns the value that `/pointer`, or `operation:/pointer`, names in an item. `None` if it is missing or empty.
fn value_of(item: &Value, name: &str) -> Option<String> {
    let (operation, pointer) = name.split_once(':').unwrap_or(("", name));
    let text = match operation {
        "" => plain(item.pointer(pointer)?),
        "epoch" => date_of_epoch(item.pointer(pointer)?.as_i64()?),
        "parts" => date_of_parts(item.pointer(pointer)?.as_array()?),
        "inverted" => straight(item.pointer(pointer)?.as_object()?),
        "list" => {
            let (pointer, within) = pointer.split_once(':')?;
            names(item.pointer(pointer)?.as_array()?, within)
        }
        _ => None,
    }?;
    Some(text).filter(|text| !text.is_empty())
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn date_of_epoch(seconds: i64) -> Option<String> {
    let micros = seconds.checked_mul(1_000_000)?;
    Some(Timestamp::from_micros(micros).to_string().chars().take(10).collect())
}

/// Parses `[2024, 5, 1]`, of which the end may be missing.
fn date_of_parts(parts: &[Value]) -> Option<String> {
    let numbers: Vec<i64> = parts.iter().map_while(Value::as_i64).collect();
    match numbers.as_slice() {
        [] => None,
        [year] => Some(year.to_string()),
        [year, month] => Some(format!("{year:04}-{month:02}")),
        [year, month, day, ..] => Some(format!("{year:04}-{month:02}-{day:02}")),
    }
}

/// Returns words stored with their positions in order again.
fn straight(words: &serde_json::Map<String, Value>) -> Option<String> {
    /// Maximum number of positions; more are no abstract.
    const PLACES_MAX: usize = 20_000;
    let mut placed: Vec<(i64, &str)> = Vec::new();
    for (word, places) in words {
        let places = places.as_array()?.iter().filter_map(Value::as_i64);
        let left = PLACES_MAX.saturating_sub(placed.len());
        placed.extend(places.map(|place| (place, word.as_str())).take(left));
    }
    placed.sort_unstable();
    Some(placed.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" "))
}

/// Formats the first three of some names.
fn names(items: &[Value], within: &str) -> Option<String> {
    const SHOWN: usize = 3;
    let all: Vec<String> = items.iter().filter_map(|item| plain(item.pointer(within)?)).collect();
    let more = if all.len() > SHOWN { " et al." } else { "" };
    Some(format!("{}{more}", all[..all.len().min(SHOWN)].join(", ")))
}

/// Returns a date as `2024-05-01`, or as much of it as there is, from ISO 8601, RFC 2822, `2024 May 1`, or
/// `20240501T120000Z`. `None` for anything else.
pub fn day_of(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let (Some(year), Some(rest)) = (text.get(..4), text.get(4..))
        && digits(year)
    {
        if rest.is_empty() {
            return Some(year.to_owned());
        }
        if let (Some(month), Some(day)) = (rest.get(..2), rest.get(2..4))
            && digits(month)
            && digits(day)
        {
            return Some(format!("{year}-{month}-{day}"));
        }
        let mut parts = rest.trim_start_matches(['-', '/']).split(['-', '/', 'T', ' ']);
        let (month, day) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if month.len() == 2 && digits(month) {
            let has_day = day.len() == 2 && digits(day);
            return Some(if has_day {
                format!("{year}-{month}-{day}")
            } else {
                format!("{year}-{month}")
            });
        }
    }
    let words: Vec<&str> = text.split([' ', ',', '-']).filter(|word| !word.is_empty()).collect();
    let year = words.iter().find(|word| word.len() == 4 && digits(word))?;
    let month = words.iter().find_map(|word| month_of(word));
    let day = words.iter().find(|word| word.len() <= 2 && digits(word));
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year}-{month:02}-{day:0>2}"),
        (Some(month), None) => format!("{year}-{month:02}"),
        _ => (*year).to_owned(),
    })
}

fn month_of(word: &str) -> Option<usize> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = word.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| *month == start).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_blank_without_a_value_leaves_the_whole_field_out() {
        let item = json!({ "a": [{ "b": "x" }], "n": 7, "empty": "" });
        let of = |templates: &[&str]| {
            let templates: Vec<String> = templates.iter().map(|one| (*one).to_owned()).collect();
            field(&item, &templates, "https://e.org")
        };
        assert_eq!(of(&["{/a/0/b}"]).as_deref(), Some("x"));
        assert_eq!(of(&["{address}/{/n}/"]).as_deref(), Some("https://e.org/7/"));
        assert_eq!(of(&["{/empty}", "{/missing}", "{/n}"]).as_deref(), Some("7"));
        assert_eq!(of(&["{/missing}"]), None);
        assert_eq!(of(&["{unknown:/n}"]), None);
    }

    #[test]
    fn what_stands_in_a_blank_is_filled_in_once() {
        let value = |name: &str| match name {
            "query" => Some("{key} tides".to_owned()),
            "key" => Some("secret".to_owned()),
            _ => None,
        };
        let said = fill_known("{ find(q: \"{query}\", k: \"{key}\") { id } {", value);
        assert_eq!(said, "{ find(q: \"{key} tides\", k: \"secret\") { id } {");
        assert_eq!(blanks("{a}/{b}"), Some(vec!["a", "b"]));
        assert_eq!(blanks("{a}/{b"), None);
    }

    #[test]
    fn what_services_keep_in_their_own_ways_is_read() {
        let item = json!({
            "abstract": { "found": [2], "Water": [0], "was": [1] },
            "parts": [2024, 5, 1], "at": 1_714_521_600,
            "authors": [{ "n": "A" }, { "n": "B" }, { "n": "C" }, { "n": "D" }],
        });
        assert_eq!(value_of(&item, "inverted:/abstract").as_deref(), Some("Water was found"));
        assert_eq!(value_of(&item, "parts:/parts").as_deref(), Some("2024-05-01"));
        assert_eq!(value_of(&item, "epoch:/at").as_deref(), Some("2024-05-01"));
        assert_eq!(value_of(&item, "list:/authors:/n").as_deref(), Some("A, B, C et al."));
    }

    #[test]
    fn a_day_is_read_from_the_ways_dates_are_written() {
        for (text, day) in [
            ("2024-05-01T10:00:00Z", "2024-05-01"),
            ("2024-05", "2024-05"),
            ("2024", "2024"),
            ("20240501T120000Z", "2024-05-01"),
            ("2024/05/01 00:00", "2024-05-01"),
            ("Wed, 01 May 2024 10:00:00 GMT", "2024-05-01"),
            ("2024 May 3", "2024-05-03"),
            ("2024 Jul-Aug", "2024-07"),
        ] {
            assert_eq!(day_of(text).as_deref(), Some(day), "{text}");
        }
        assert_eq!(day_of("yesterday"), None);
        assert_eq!(day_of(""), None);
    }
}
