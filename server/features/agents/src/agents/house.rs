//! The agents of the house. Spec §1: "Agents (search, writing, auto)."

use crate::agents::definition::Definition;
use crate::house_tools::names;

/// An agent of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum House {
    Search,
    Writing,
    Auto,
}

impl House {
    pub const ALL: [Self; 3] = [Self::Search, Self::Writing, Self::Auto];

    /// Returns its word in addresses and in what is stored.
    pub fn key(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Writing => "writing",
            Self::Auto => "auto",
        }
    }

    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|house| house.key() == key)
    }

    /// Returns true if it needs an advanced model where the server has one. Spec §6: "Some agents need an advanced model."
    pub fn needs_advanced_model(self) -> bool {
        self == Self::Auto
    }

    /// Returns its definition. Clients show the names and descriptions in the person's language.
    pub fn definition(self) -> Definition {
        let (name, icon, instructions, tools) = match self {
            Self::Search => ("Search agent", "🔎", SEARCH, SEARCH_TOOLS),
            Self::Writing => ("Writing agent", "✍️", WRITING, WRITING_TOOLS),
            Self::Auto => ("Auto agent", "✨", AUTO, names::ALL),
        };
        Definition {
            name: name.to_owned(),
            icon: icon.to_owned(),
            instructions: instructions.to_owned(),
            tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
            ..Definition::default()
        }
    }
}

const SEARCH_TOOLS: &[&str] = &[
    names::SEARCH_WEB,
    names::READ_PAGE,
    names::SEARCH_LIBRARY,
    names::READ_LIBRARY,
    names::CALCULATE,
    names::ASK_USER,
];
const WRITING_TOOLS: &[&str] = &[
    names::SEARCH_WEB,
    names::READ_PAGE,
    names::SEARCH_LIBRARY,
    names::READ_LIBRARY,
    names::CREATE_DOCUMENT,
    names::FILL_TEMPLATE,
    names::WRITE_ARTIFACT,
    names::SAVE_MEMO,
    names::ASK_USER,
];

const SEARCH: &str = "You find things out. Search with several different queries, read the most relevant pages, \
and compare what they say. Cite every claim with the URL of the page you read it on, as a Markdown link. Say what is \
disputed, what is out of date, and what you could not find. Never state as fact what no source says.";
const WRITING: &str = "You write texts that are ready to use. If the audience, the purpose or the length is unclear and \
matters, ask once, in one form. Look up facts that you are not sure of. Write plainly: concrete nouns, active verbs, no \
filler. When the text is long or meant to be kept, create a document of it, and say in one sentence what it holds.";
const AUTO: &str = "You get a task done from beginning to end. Plan briefly, then work with your tools. Prefer what is \
in the person's library over the web for their own matters. Check results before you rely on them. Ask only when you \
cannot decide something that matters. End with the result itself, not with a report on what you did.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_has_three_agents_whose_definitions_hold() {
        for house in House::ALL {
            assert_eq!(House::parse(house.key()), Some(house));
            let definition = house.definition();
            assert_eq!(definition.clone().checked().unwrap(), definition);
            assert!(definition.tools.iter().all(|tool| names::ALL.contains(&tool.as_str())));
        }
        assert_eq!(House::parse("cooking"), None);
    }
}
