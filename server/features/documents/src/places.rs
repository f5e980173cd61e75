//! Parsing of places in files that an answer cites in the requested form: `(lease.pdf, p. 3)`, `(costs.xlsx,
//! Costs!B12)`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// A stretch of a file that an answer names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub of: PlaceOf,
    pub within: Within,
}

/// The part of a file that is meant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Within {
    /// No page is named, as of a file that has one.
    Whole,
    /// First and last page.
    Pages(i64, i64),
    /// Cells of a sheet, as they are named, and the first and last row of them.
    Cells { sheet: String, cells: String, rows: (i64, i64) },
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PlaceOf {
    /// The file with this index among those that were given.
    Given(usize),
    /// A file with a name that was not given.
    Unknown(String),
}

/// Maximum number of places of an answer that are checked: each requires reading its text.
const PLACES_MAX: usize = 500;
/// Maximum number of bracketed texts that are checked for being places.
const PIECES_MAX: usize = 2_000;
/// Longest text in brackets that names places.
const GROUP_MAX_CHARS: usize = 300;

/// Finds the places that `answer` names, grouped by position. `names`: the names of the given files.
///
/// An answer may be megabytes of nothing but brackets: it is read once, and everything after a maximum number of groups
/// counts as text.
pub(crate) fn find_places(answer: &str, names: &[&str]) -> Vec<(Range<usize>, Vec<Place>)> {
    let code: Vec<Range<usize>> = CODE.find_iter(answer).map(|found| found.range()).collect();
    let is_code = |at: usize| {
        let before = code.partition_point(|code| code.start <= at);
        before.checked_sub(1).is_some_and(|last| code[last].contains(&at))
    };
    let names = Names::new(names);
    let mut found = Vec::new();
    let (mut from, mut pieces, mut count) = (0, 0, 0);
    while let Some(start) = answer[from..].find(OPENING).map(|at| from + at) {
        from = start + answer[start..].chars().next().map_or(1, char::len_utf8);
        let Some((inner, end)) = group_at(answer, from) else { continue };
        let is_link = answer[start..].starts_with('[') && answer[end..].starts_with('(');
        if is_link || is_code(start) {
            // Unchanged it is no place; its content is not parsed again.
            from = end;
            continue;
        }
        let said = inner.split([';', '；']).map(str::trim).filter(|piece| !piece.is_empty());
        let said: Vec<&str> = said.take(PIECES_MAX - pieces).collect();
        pieces += said.len();
        let places: Vec<Place> = said.into_iter().filter_map(|one| place(one, &names)).collect();
        count += places.len();
        if !places.is_empty() {
            found.push((start..end, places));
        }
        if count >= PLACES_MAX || pieces == PIECES_MAX {
            break;
        }
        from = end;
    }
    found
}

const OPENING: [char; 3] = ['(', '（', '['];
const CLOSING: [char; 3] = [')', '）', ']'];

/// Returns the content of brackets that open before `from`, and where they close. In them, `(…)` may be part of a name.
fn group_at(answer: &str, from: usize) -> Option<(&str, usize)> {
    let mut is_inner = false;
    for (at, ch) in answer[from..].char_indices().take(GROUP_MAX_CHARS + 1) {
        match ch {
            '\n' => return None,
            ')' if is_inner => is_inner = false,
            ch if CLOSING.contains(&ch) && !is_inner => {
                let inner = &answer[from..from + at];
                return (!inner.is_empty()).then_some((inner, from + at + ch.len_utf8()));
            }
            '(' if !is_inner => is_inner = true,
            ch if OPENING.contains(&ch) => return None,
            _ => {}
        }
    }
    None
}

static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)```.*?(?:```|$)|`[^`\n]*`"));
/// A page in the languages of the interface, and as models mostly write it whatever the language is; before it,
/// a name.
static PAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(.+?)\s*[,،，:]\s*)?(?:pp?\.|pages?|ص\.?|صفحة|第)\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*页?$",
    )
});
/// Cells of a sheet; before them, a name.
static CELLS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(.+?)\s*[,،，:]\s*)?'?([^!',]{1,100}?)'?!(\$?[A-Z]{1,3}\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?)$",
    )
});
/// Matches anything that looks like a file name.
static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[^/\\]*[^\s./\\]\.[A-Za-z]{2,4}x?$"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is tested")
}

fn place(piece: &str, names: &Names) -> Option<Place> {
    if let Some(named) = CELLS.captures(piece) {
        let (first, last) = numbers(&named, 4, 5)?;
        let text = |at: usize| named.get(at).map_or("", |text| text.as_str()).trim();
        let within = Within::Cells {
            sheet: text(2).to_owned(),
            cells: text(3).replace('$', ""),
            rows: (first, last),
        };
        return Some(Place { of: file(named.get(1).map(|name| name.as_str()), names)?, within });
    }
    let Some(named) = PAGE.captures(piece) else {
        // Without a page only a file that there is.
        return Some(Place { of: PlaceOf::Given(names.known(piece)?), within: Within::Whole });
    };
    let (first, last) = numbers(&named, 2, 3)?;
    let of = file(named.get(1).map(|name| name.as_str()), names)?;
    Some(Place { of, within: Within::Pages(first, last) })
}

/// Returns the first and last number, from the groups of a pattern.
fn numbers(named: &Captures, first: usize, last: usize) -> Option<(i64, i64)> {
    let number = |at: usize| named.get(at).and_then(|digits| digits.as_str().parse::<i64>().ok());
    let start = number(first)?;
    Some((start, number(last).filter(|end| *end >= start).unwrap_or(start)))
}

/// Returns the file that is meant; `None`: none, or any.
fn file(name: Option<&str>, names: &Names) -> Option<PlaceOf> {
    match name {
        None if names.0.len() == 1 => Some(PlaceOf::Given(0)),
        None => None,
        Some(name) => match names.known(name) {
            Some(index) => Some(PlaceOf::Given(index)),
            None => NAME.is_match(name).then(|| PlaceOf::Unknown(name.to_owned())),
        },
    }
}

/// Names of files in small letters: an answer may name hundreds of them hundreds of times.
struct Names(Vec<String>);

impl Names {
    fn new(names: &[&str]) -> Self {
        Self(names.iter().map(|name| name.to_lowercase()).collect())
    }

    /// Returns the file that is meant: by its whole name, by its end ("see lease.pdf"), or without its ending.
    fn known(&self, name: &str) -> Option<usize> {
        let wanted = name.trim_matches(['"', '“', '”', '*', '_', ' ']).to_lowercase();
        let position = |is_it: &dyn Fn(&str) -> bool| self.0.iter().position(|one| is_it(one));
        let whole = position(&|one| one == wanted);
        let by_stem =
            || position(&|one| one.rsplit_once('.').is_some_and(|(stem, _)| stem == wanted));
        let by_end = || {
            let ends =
                |one: &str| wanted.strip_suffix(one).is_some_and(|before| before.ends_with(' '));
            let fitting = self.0.iter().enumerate().filter(|(_, one)| ends(one));
            fitting.max_by_key(|(_, one)| one.len()).map(|(index, _)| index)
        };
        whole.or_else(by_stem).or_else(by_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["lease.pdf", "report (1).pdf", "notes.txt"];

    fn given(index: usize, pages: Option<(i64, i64)>) -> Place {
        let within = pages.map_or(Within::Whole, |(first, last)| Within::Pages(first, last));
        Place { of: PlaceOf::Given(index), within }
    }

    fn found(answer: &str) -> Vec<Place> {
        find_places(answer, &NAMES).into_iter().flat_map(|(_, places)| places).collect()
    }

    #[test]
    fn places_are_found_as_models_write_them() {
        for (text, place) in [
            ("(lease.pdf, p. 3)", given(0, Some((3, 3)))),
            ("(Lease.PDF, page 3)", given(0, Some((3, 3)))),
            ("(see lease.pdf, p.3)", given(0, Some((3, 3)))),
            ("[lease, pp. 3–5]", given(0, Some((3, 5)))),
            ("（lease.pdf，第3页）", given(0, Some((3, 3)))),
            ("(lease.pdf، ص. 3)", given(0, Some((3, 3)))),
            ("(report (1).pdf, p. 2)", given(1, Some((2, 2)))),
            ("(notes.txt)", given(2, None)),
        ] {
            assert_eq!(found(&format!("It is 900 {text}.")), [place], "{text}");
        }
        assert_eq!(
            found("Both say so (lease.pdf, p. 1; notes.txt, p. 2)."),
            [given(0, Some((1, 1))), given(2, Some((2, 2)))]
        );
    }

    #[test]
    fn cells_are_found_with_their_rows() {
        let names = ["costs.xlsx"];
        for (text, sheet, cells, rows) in [
            ("(costs.xlsx, Costs!B12)", "Costs", "B12", (12, 12)),
            ("[Costs!B12:C14]", "Costs", "B12:C14", (12, 14)),
            ("(costs.xlsx, 'May 2026'!$B$3)", "May 2026", "B3", (3, 3)),
        ] {
            let found = find_places(&format!("It is 900 {text}."), &names);
            let within = Within::Cells { sheet: sheet.into(), cells: cells.into(), rows };
            assert_eq!(found[0].1, [Place { of: PlaceOf::Given(0), within }], "{text}");
        }
        assert!(find_places("(Stop!)", &names).is_empty());
    }

    #[test]
    fn a_file_that_nobody_gave_is_one_that_is_unknown() {
        let place = Place { of: PlaceOf::Unknown("deed.pdf".into()), within: Within::Pages(9, 9) };
        assert_eq!(found("It is so (deed.pdf, p. 9)."), [place]);
    }

    #[test]
    fn of_one_file_the_page_says_enough() {
        let one = find_places("It is 900 (p. 2).", &["lease.pdf"]);
        assert_eq!(one, [(10..16, vec![given(0, Some((2, 2)))])]);
        assert!(found("It is 900 (p. 2).").is_empty(), "it may be of any");
    }

    #[test]
    fn other_brackets_and_code_are_text() {
        for text in [
            "(and so on)",
            "(other.pdf)",
            "`(lease.pdf, p. 3)`",
            "```\n(lease.pdf, p. 3)\n```",
            "[lease.pdf, p. 3](https://example.org)",
            "(see above, p. 3)",
            "[1]",
            "(lease.pdf,\np. 3)",
            "()",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
        let page_3 = [given(0, Some((3, 3)))];
        assert_eq!(found("`a` (lease.pdf, p. 3) `b`"), page_3, "code is around it");
        assert_eq!(found("(see (lease.pdf, p. 3)"), page_3, "what is not closed is text");
        assert_eq!(found("(so [lease.pdf, p. 3])"), page_3);
    }

    #[test]
    fn an_answer_of_nothing_but_brackets_or_of_nothing_but_places_costs_little() {
        for text in ["(", "[(", "((a", "(a(b", "(lease.pdf, ", "`a`(", "(;"] {
            assert!(found(&text.repeat(300_000)).is_empty(), "{text}");
        }
        let many = "It is so (lease.pdf, p. 1; notes.txt, p. 2). ".repeat(30_000);
        assert_eq!(find_places(&many, &NAMES).len(), PLACES_MAX / 2);
        let long = format!("({})", "p. 1;".repeat(59)).repeat(30_000);
        assert_eq!(found(&long).len(), 0, "it may be of any");
        let names: Vec<String> = (0..500).map(|number| format!("file {number}.pdf")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let group = format!("({})", "x, p. 1;".repeat(37));
        assert!(find_places(&group.repeat(3_000), &names).is_empty());
    }
}
