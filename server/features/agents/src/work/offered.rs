//! Which tools a model is offered: all, or those that matter where there are many.

use std::collections::HashSet;

use crate::limits::OFFERED_MAX;

/// What is known of a tool to choose by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    pub name: &'a str,
    pub description: &'a str,
    /// True for tools that every task may need: they are always offered.
    pub is_basic: bool,
}

/// Returns the places of the tools to offer, in their order: all where there are few, else the basic ones, those that the
/// model looked for, and those whose names and descriptions share the rarest words with `text`.
pub(crate) fn offered(tools: &[Known<'_>], text: &str, found: &[String]) -> Vec<usize> {
    if tools.len() <= OFFERED_MAX {
        return (0..tools.len()).collect();
    }
    let is_kept = |tool: &Known| tool.is_basic || found.iter().any(|name| name == tool.name);
    let mut chosen: Vec<usize> = (0..tools.len()).filter(|at| is_kept(&tools[*at])).collect();
    for at in ranked(tools, text) {
        if chosen.len() >= OFFERED_MAX {
            break;
        }
        if !chosen.contains(&at) {
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Returns the places of the tools that share words with `text`, the best first.
pub(crate) fn ranked(tools: &[Known<'_>], text: &str) -> Vec<usize> {
    let wanted = words(text);
    let bags: Vec<HashSet<String>> =
        tools.iter().map(|tool| words(&format!("{} {}", tool.name, tool.description))).collect();
    let weight = |word: &String| {
        let holding = bags.iter().filter(|bag| bag.contains(word)).count();
        (1.0 + tools.len() as f64 / holding.max(1) as f64).ln()
    };
    let mut scored: Vec<(usize, f64)> = bags
        .iter()
        .enumerate()
        .map(|(at, bag)| (at, bag.intersection(&wanted).map(weight).sum::<f64>()))
        .filter(|(_, score)| *score > 0.0)
        .collect();
    scored.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    scored.into_iter().map(|(at, _)| at).collect()
}

/// Returns the words of a text in lower case, those of names like `list_open_issues` and `listIssues` included. Scripts
/// without spaces count by pairs of letters.
fn words(text: &str) -> HashSet<String> {
    let mut spaced = String::with_capacity(text.len() + 16);
    let mut was_lower = false;
    for letter in text.chars() {
        if was_lower && letter.is_uppercase() {
            spaced.push(' ');
        }
        was_lower = letter.is_lowercase();
        spaced.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    let mut all = HashSet::new();
    for word in spaced.to_lowercase().split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        if letters.iter().any(|letter| ('\u{3040}'..'\u{a000}').contains(letter)) {
            all.extend(letters.windows(2).map(|pair| pair.iter().collect::<String>()));
        } else if letters.len() > 2 {
            // "issues" and "issue" are one word.
            all.insert(word.strip_suffix('s').unwrap_or(word).to_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool<'a>(name: &'a str, description: &'a str) -> Known<'a> {
        Known { name, description, is_basic: false }
    }

    #[test]
    fn few_tools_are_all_offered() {
        let tools = [tool("a", ""), tool("b", "")];
        assert_eq!(offered(&tools, "anything", &[]), [0, 1]);
    }

    #[test]
    fn of_many_those_that_matter_are_offered() {
        let names: Vec<String> = (0..60).map(|n| format!("jira_do_{n}")).collect();
        let mut tools: Vec<Known> = names.iter().map(|name| tool(name, "Does a thing.")).collect();
        tools.push(tool("github_listIssues", "Lists the open issues of a repository."));
        tools.push(Known { is_basic: true, ..tool("search_web", "Searches the web.") });
        let chosen =
            offered(&tools, "Which issues of the repository are open?", &["jira_do_59".into()]);
        assert!(chosen.len() <= OFFERED_MAX);
        for at in [59, 60, 61] {
            assert!(chosen.contains(&at), "{at} in {chosen:?}");
        }
    }

    #[test]
    fn words_of_names_and_of_scripts_without_spaces_are_found() {
        let tools = [tool("calendar_createEvent", "Creates an event."), tool("x", "查询天气预报")];
        assert_eq!(ranked(&tools, "create an event"), [0]);
        assert_eq!(ranked(&tools, "明天天气怎么样"), [1]);
        assert!(ranked(&tools, "бухта").is_empty());
    }
}
