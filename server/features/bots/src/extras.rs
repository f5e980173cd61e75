//! Content of a bot besides its texts: conversation starters, files to answer from, and the tools that it may use.

use generation::ToolChoice;
use kernel::{FileId, Problem, Uuid, collapse_whitespace, limits};
use serde::{Deserialize, Serialize};

use crate::problems::{STARTER_TOO_LONG, TOO_MANY_STARTERS, TOO_MANY_TOOLS};
use crate::rules::is_open;
use crate::store::Bot;

limits! { "bots";
    /// Conversation starters of one bot.
    STARTERS_MAX: usize = 4, "starters", "issue 26";
    /// Longest conversation starter.
    STARTER_MAX_CHARS: usize = 200, "characters", "ours (decision 1001)";
    /// Files of one bot.
    BOT_FILES_MAX: usize = 20, "files", "spec §5 (files in one message), taken for bots";
    /// Tools that are selected for one bot.
    TOOLS_MAX: usize = 50, "tools", "ours (decision 1001)";
    /// Longest key of a tool.
    TOOL_KEY_MAX_CHARS: usize = 200, "characters", "ours (decision 1001)";
}

/// Stored as JSON; the default is stored by bots that are older.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Extras {
    pub starters: Vec<String>,
    pub files: Vec<FileId>,
    /// Keys of the tools that it may use; `None`: all that the person has.
    pub tools: Option<Vec<String>>,
}

impl Extras {
    /// Reads the stored JSON.
    pub fn of(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns the JSON to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("texts and ids are JSON")
    }
}

/// Normalizes starters: single spaces, each once, none empty.
pub(crate) fn parse_starters(starters: Vec<String>) -> Result<Vec<String>, Problem> {
    let mut parsed: Vec<String> = Vec::new();
    for starter in starters {
        let starter = collapse_whitespace(&starter);
        if starter.chars().count() > STARTER_MAX_CHARS {
            return Err(STARTER_TOO_LONG.with("max", STARTER_MAX_CHARS));
        }
        if !starter.is_empty() && !parsed.contains(&starter) {
            parsed.push(starter);
        }
    }
    if parsed.len() > STARTERS_MAX {
        return Err(TOO_MANY_STARTERS.with("max", STARTERS_MAX));
    }
    Ok(parsed)
}

/// Checks the tools that were selected; `None`: all. A key of a tool that is not there has no effect.
pub(crate) fn parse_tools(tools: Option<Vec<String>>) -> Result<Option<Vec<String>>, Problem> {
    let Some(mut tools) = tools else { return Ok(None) };
    tools.sort();
    tools.dedup();
    let is_long = |key: &String| key.chars().count() > TOOL_KEY_MAX_CHARS;
    if tools.len() > TOOLS_MAX || tools.iter().any(is_long) {
        return Err(TOO_MANY_TOOLS.with("max", TOOLS_MAX));
    }
    Ok(Some(tools))
}

/// Returns the tools that a bot may use. Of one that others may use, those that are its author's alone do not count.
pub(crate) fn tool_choice(bot: &Bot) -> ToolChoice {
    match Extras::of(&bot.extras).tools {
        None => ToolChoice::All,
        Some(keys) if is_open(bot) => ToolChoice::Only(without_own(keys)),
        Some(keys) => ToolChoice::Only(keys),
    }
}

/// Returns the keys without those of people's own servers, which are ids.
pub(crate) fn without_own(keys: Vec<String>) -> Vec<String> {
    keys.into_iter().filter(|key| key.parse::<Uuid>().is_err()).collect()
}

#[cfg(test)]
mod tests {
    use kernel::{Timestamp, UserId};

    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn four_starters_of_200_characters_are_taken_and_empty_or_repeated_ones_left_out() {
        let starters = owned(&[" Plan  a trip ", "", "Plan a trip", "字"]);
        assert_eq!(parse_starters(starters), Ok(owned(&["Plan a trip", "字"])));
        assert!(parse_starters(owned(&["a", "b", "c", "d"])).is_ok());
        let many = parse_starters(owned(&["a", "b", "c", "d", "e"]));
        assert_eq!(many, Err(TOO_MANY_STARTERS.with("max", 4)));
        assert!(parse_starters(vec!["字".repeat(200)]).is_ok());
        let long = parse_starters(vec!["字".repeat(201)]);
        assert_eq!(long, Err(STARTER_TOO_LONG.with("max", 200)));
    }

    #[test]
    fn all_tools_none_or_fifty_are_selected() {
        assert_eq!(parse_tools(None), Ok(None));
        assert_eq!(parse_tools(Some(Vec::new())), Ok(Some(Vec::new())));
        let keys = |count: usize| Some((0..count).map(|at| format!("k{at}")).collect());
        assert!(parse_tools(keys(50)).is_ok());
        assert!(
            parse_tools(keys(51)).is_err() && parse_tools(Some(vec!["k".repeat(201)])).is_err()
        );
    }

    #[test]
    fn a_bot_of_others_uses_no_server_that_only_its_author_has() {
        let own = Uuid::nil().to_string();
        let keys = vec![own.clone(), "web_search".to_owned()];
        let extras = Extras { tools: Some(keys.clone()), ..Extras::default() };
        let mut bot = Bot::public(UserId::new(Timestamp::from_micros(1)), "Cook.");
        assert_eq!(tool_choice(&bot), ToolChoice::All);
        bot.extras = extras.to_text();
        assert_eq!(tool_choice(&bot), ToolChoice::Only(owned(&["web_search"])));
        bot.published = false;
        assert_eq!(tool_choice(&bot), ToolChoice::Only(keys));
    }

    #[test]
    fn what_is_stored_is_read_again_and_anything_else_is_nothing() {
        let extras =
            Extras { starters: owned(&["Hi"]), tools: Some(Vec::new()), ..Extras::default() };
        assert_eq!(Extras::of(&extras.to_text()), extras);
        for text in ["{}", "", "no JSON"] {
            assert_eq!(Extras::of(text), Extras::default());
        }
    }
}
