//! Selectors of elements, as far as a list of results needs them: `tag.class#id[name=value]`, one within another,
//! `>` for directly within, and commas between ways.

/// Longest selector.
pub const SELECTOR_MAX_CHARS: usize = 200;
/// Maximum number of steps of a path: the number of bits in a mask.
const STEPS_MAX: usize = 16;
/// Maximum number of paths: each is matched against every element of a page.
const WAYS_MAX: usize = 10;

/// Ways to an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector(pub Vec<Vec<Step>>);

/// An element on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// True if it is a direct child of the step before.
    pub directly: bool,
    pub tag: Option<String>,
    pub wishes: Vec<Wish>,
}

/// A condition on an element's attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub name: String,
    pub test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    Is,
    Equals(String),
    /// One of its words.
    Word(String),
    Begins(String),
    Ends(String),
    Holds(String),
}

impl Wish {
    pub fn is_met(&self, value: Option<&str>) -> bool {
        let Some(value) = value else { return false };
        match &self.test {
            Test::Is => true,
            Test::Equals(wanted) => value == wanted,
            Test::Word(wanted) => value.split_ascii_whitespace().any(|word| word == wanted),
            Test::Begins(wanted) => value.starts_with(wanted.as_str()),
            Test::Ends(wanted) => value.ends_with(wanted.as_str()),
            Test::Holds(wanted) => value.contains(wanted.as_str()),
        }
    }
}

impl Selector {
    /// Parses a selector; `None` if it is not supported here.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > SELECTOR_MAX_CHARS {
            return None;
        }
        let ways = split_outside(text, ',');
        if ways.len() > WAYS_MAX {
            return None;
        }
        ways.into_iter().map(way).collect::<Option<Vec<_>>>().map(Self)
    }
}

fn way(text: &str) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut directly = false;
    for word in words(text) {
        if word == ">" {
            if directly || steps.is_empty() {
                return None;
            }
            directly = true;
            continue;
        }
        steps.push(Step { directly, ..step(&word)? });
        directly = false;
    }
    (!steps.is_empty() && !directly && steps.len() <= STEPS_MAX).then_some(steps)
}

/// Splits a path into its steps and the `>` between them. Brackets belong to the step before them.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0_usize;
    for ch in text.chars() {
        match ch {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let last = words.last_mut().expect("there is one from the start");
        match ch {
            '>' if depth == 0 => words.extend([">".to_owned(), String::new()]),
            ch if ch.is_whitespace() && depth == 0 => words.push(String::new()),
            ch => last.push(ch),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn step(text: &str) -> Option<Step> {
    let is_name = |text: &str| {
        !text.is_empty()
            && text.chars().all(|ch| ch.is_alphanumeric() || matches!(ch, '-' | '_' | ':'))
    };
    let first = text.find(['.', '#', '[']).unwrap_or(text.len());
    let (tag, mut rest) = text.split_at(first);
    let tag = match tag {
        "" | "*" => None,
        // `li:first-child` is not supported: refusing it is better than misreading it.
        tag if is_name(tag) && !tag.contains(':') => Some(tag.to_ascii_lowercase()),
        _ => return None,
    };
    let mut wishes = Vec::new();
    while let Some(sign) = rest.chars().next() {
        if sign == '[' {
            let (within, after) = rest[1..].split_once(']')?;
            wishes.push(wish(within)?);
            rest = after;
            continue;
        }
        if !matches!(sign, '.' | '#') {
            return None;
        }
        let end = rest[1..].find(['.', '#', '[']).map_or(rest.len(), |at| at + 1);
        let name = rest[1..end].to_owned();
        if !is_name(&name) {
            return None;
        }
        wishes.push(match sign {
            '#' => Wish { name: "id".to_owned(), test: Test::Equals(name) },
            _ => Wish { name: "class".to_owned(), test: Test::Word(name) },
        });
        rest = &rest[end..];
    }
    Some(Step { directly: false, tag, wishes })
}

fn wish(text: &str) -> Option<Wish> {
    let (name, test): (&str, fn(String) -> Test) = match text.find('=') {
        None => (text, |_| Test::Is),
        Some(at) => match &text[..at] {
            name if name.ends_with('^') => (&name[..at - 1], Test::Begins),
            name if name.ends_with('$') => (&name[..at - 1], Test::Ends),
            name if name.ends_with('*') => (&name[..at - 1], Test::Holds),
            name if name.ends_with('~') => (&name[..at - 1], Test::Word),
            name => (name, Test::Equals),
        },
    };
    let value = text.split_once('=').map_or("", |(_, value)| value);
    let value = value.trim().trim_matches(['"', '\'']);
    let name = name.trim().to_ascii_lowercase();
    let is_name =
        !name.is_empty() && name.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '-');
    is_name.then(|| Wish { name, test: test(value.to_owned()) })
}

/// Splits a text at `sign`s outside of brackets.
fn split_outside(text: &str, sign: char) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|ch: char| {
        match ch {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        ch == sign && depth == 0
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_read_with_its_steps() {
        let Selector(ways) =
            Selector::parse("ol.results > li[data-kind=web], a[href^='/x, y']").unwrap();
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[0][0].tag.as_deref(), Some("ol"));
        assert_eq!(
            ways[0][0].wishes,
            [Wish { name: "class".into(), test: Test::Word("results".into()) }]
        );
        assert!(ways[0][1].directly && !ways[0][0].directly);
        assert_eq!(
            ways[1][0].wishes,
            [Wish { name: "href".into(), test: Test::Begins("/x, y".into()) }]
        );
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let long = "a".repeat(SELECTOR_MAX_CHARS + 1);
        let many = "a ".repeat(STEPS_MAX + 1);
        let ways = ["a"; WAYS_MAX + 1].join(",");
        for wrong in [
            "",
            " ",
            ",",
            "a,",
            "> a",
            "a >",
            "a > > b",
            "li:first-child",
            "a..b",
            "a.#b",
            "a[",
            "a[=x]",
            "a + b",
            "a::before",
            "{}",
            "a[b]é",
            &long,
            &many,
            &ways,
        ] {
            assert_eq!(Selector::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn an_attribute_is_tested_in_six_ways() {
        for (selector, value, met) in [
            ("[a]", "", true),
            ("[a=x]", "x", true),
            ("[a=x]", "xy", false),
            ("[a~=x]", "y x", true),
            ("[a^=x]", "xy", true),
            ("[a$=\"x\"]", "yx", true),
            ("[a*='x']", "yxy", true),
            (".x", "xx", false),
        ] {
            let Selector(ways) = Selector::parse(selector).unwrap();
            assert_eq!(ways[0][0].wishes[0].is_met(Some(value)), met, "{selector} {value}");
            assert!(!ways[0][0].wishes[0].is_met(None));
        }
    }
}
