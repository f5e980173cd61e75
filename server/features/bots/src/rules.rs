use kernel::{DAY, Payer, Problem, Timestamp, UserId, collapse_whitespace, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::{
    CAP_INVALID, DELETED, DESCRIPTION_TOO_LONG, NAME_TOO_LONG, NO_ACCESS, PROMPT_EMPTY,
    PROMPT_TOO_LONG, REASON_EMPTY, REASON_TOO_LONG, WELCOME_TOO_LONG,
};
use crate::store::Bot;

limits! { "bots";
    /// Longest name.
    NAME_MAX_CHARS: usize = 128, "characters", "spec §5, §9";
    /// Longest description.
    DESCRIPTION_MAX_CHARS: usize = 320, "characters", "spec §5, §9";
    /// Longest prompt, and longest welcome message.
    PROMPT_MAX_TOKENS: usize = 1_000, "tokens", "spec §5, §9";
    /// Largest picture that is taken.
    ICON_MAX_BYTES: usize = 4_000_000, "bytes", "spec §5, §9";
    /// Side of the stored image.
    ICON_SIDE_PIXELS: u32 = 512, "pixels", "spec §9 (avatar crop)";
    /// Quality of the stored image.
    ICON_QUALITY: u8 = 75, "of 100", "spec §9 (avatar crop)";
    /// Longest side of a picture that is read.
    ICON_SIDE_MAX_PIXELS: u32 = 8_192, "pixels", "ours (decision 0630)";
    /// Shortest side of a picture that is read.
    ICON_SIDE_MIN_PIXELS: u32 = 100, "pixels", "spec §9";
    /// Maximum number of bots of one author.
    BOTS_MAX: i64 = 500, "bots", "ours (decision 0630)";
    /// Longest explanation of a report.
    REASON_MAX_CHARS: usize = 1_000, "characters", "ours (decision 0630)";
    /// Maximum monthly limit of a bot.
    CAP_MAX: i64 = 1_000_000, "units", "ours (decision 0779)";
    /// Number of days for which the text of a deleted bot is kept, so that it can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0630)";
}

/// Name of a bot without a name. Spec §3.
pub(crate) const UNTITLED: &str = "Untitled";
/// Default name of a new bot. Spec §3.
pub(crate) const NEW_NAME: &str = "New Chat";

/// The people who may use a published bot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Accessibility {
    Public,
    /// Anyone with the link.
    Link,
    #[default]
    OnlyMe,
}

impl Accessibility {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Link => "link",
            Self::OnlyMe => "only_me",
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "public" => Self::Public,
            "link" => Self::Link,
            _ => Self::OnlyMe,
        }
    }
}

/// A person's access to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Granted,
    /// It was theirs, or they chatted with it: they may know that it is gone.
    Deleted,
    Denied,
}

/// Returns the access of `user` to `bot`.
pub(crate) fn access(bot: &Bot, user: UserId) -> Access {
    if bot.hidden {
        return Access::Denied;
    }
    let is_author = bot.user_id == user;
    if bot.deleted_at.is_some() {
        let is_known = is_author || bot.used_at.is_some();
        return if is_known { Access::Deleted } else { Access::Denied };
    }
    if is_author || is_open(bot) { Access::Granted } else { Access::Denied }
}

/// Returns true if its author lets others use it.
pub(crate) fn is_open(bot: &Bot) -> bool {
    bot.published && bot.accessibility() != Accessibility::OnlyMe
}

/// Checks that a user may currently chat with `bot`.
pub(crate) fn check_access(bot: Option<Bot>, user: UserId) -> Result<Bot, Problem> {
    let bot = bot.ok_or(NO_ACCESS)?;
    match access(&bot, user) {
        Access::Granted => Ok(bot),
        Access::Deleted => Err(DELETED.into()),
        Access::Denied => Err(NO_ACCESS.into()),
    }
}

/// Checks the monthly limit of a bot that its author set; `None`: unlimited.
pub(crate) fn parse_cap(cap: Option<i64>) -> Result<Option<i64>, Problem> {
    match cap {
        Some(cap) if !(1..=CAP_MAX).contains(&cap) => Err(CAP_INVALID.with("max", CAP_MAX)),
        cap => Ok(cap),
    }
}

/// Returns true if a question of `payer` counts against the bot's limit: if its author asks, or the workspace pays in
/// which it was made. Anybody else pays for themselves, at no cost to its author.
pub(crate) fn counts(bot: &Bot, payer: &Payer) -> bool {
    bot.user_id == payer.user_id || bot.workspace_id == payer.workspace_id
}

/// A bot's texts: each within its limit. White space around them goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BotTexts {
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
}

impl BotTexts {
    pub fn parse(self) -> Result<Self, Problem> {
        let name = collapse_whitespace(&self.name);
        let name = if name.is_empty() { UNTITLED.to_owned() } else { name };
        let [description, welcome, prompt] =
            [self.description, self.welcome, self.prompt].map(|text| text.trim().to_owned());
        if name.chars().count() > NAME_MAX_CHARS {
            return Err(NAME_TOO_LONG.with("max", NAME_MAX_CHARS));
        }
        if description.chars().count() > DESCRIPTION_MAX_CHARS {
            return Err(DESCRIPTION_TOO_LONG.with("max", DESCRIPTION_MAX_CHARS));
        }
        for (text, problem) in [(&prompt, PROMPT_TOO_LONG), (&welcome, WELCOME_TOO_LONG)] {
            let tokens = tokens::count_by_length(text);
            if tokens > PROMPT_MAX_TOKENS {
                return Err(problem.with("max", PROMPT_MAX_TOKENS).with("tokens", tokens));
            }
        }
        Ok(Self { name, description, welcome, prompt })
    }

    /// Checks that the bot has instructions, which publishing requires.
    pub fn check_publishable(&self) -> Result<(), Problem> {
        if self.prompt.is_empty() { Err(PROMPT_EMPTY.into()) } else { Ok(()) }
    }

    /// Returns the text that explore searches.
    pub fn words(&self) -> String {
        format!("{}\n{}", self.name, self.description).to_lowercase()
    }
}

/// Checks the details of a report about a bot.
pub(crate) fn parse_details(text: &str, is_needed: bool) -> Result<String, Problem> {
    let details = text.trim();
    if is_needed && details.is_empty() {
        return Err(REASON_EMPTY.into());
    }
    if details.chars().count() > REASON_MAX_CHARS {
        return Err(REASON_TOO_LONG.with("max", REASON_MAX_CHARS));
    }
    Ok(details.to_owned())
}

/// Returns the time until which a bot deleted at `now` keeps its texts.
pub(crate) fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::WorkspaceId;

    fn texts() -> BotTexts {
        let [name, description, welcome, prompt] =
            ["Chef", "Cooks", "Hi", "Cook."].map(str::to_owned);
        BotTexts { name, description, welcome, prompt }
    }

    fn bot(author: UserId) -> Bot {
        Bot::public(author, "Cook.")
    }

    // spec §5: "Prompt name at most 128 characters, description at most 320, token maximum 1000."
    // spec §5: "Bot forms: maximum length and token limits."
    #[test]
    fn a_name_has_128_characters_a_description_320_and_a_prompt_1000_tokens_at_most() {
        let name = |count| BotTexts { name: "é".repeat(count), ..texts() }.parse();
        assert!(name(128).is_ok());
        assert_eq!(name(129), Err(NAME_TOO_LONG.with("max", 128)));
        let about = |count| BotTexts { description: "é".repeat(count), ..texts() }.parse();
        assert!(about(320).is_ok());
        assert_eq!(about(321), Err(DESCRIPTION_TOO_LONG.with("max", 320)));
        let prompt = |text: String| BotTexts { prompt: text, ..texts() }.parse();
        assert!(prompt("word".repeat(1_000)).is_ok() && prompt("字".repeat(1_000)).is_ok());
        for long in ["word".repeat(1_000) + "s", "字".repeat(1_001)] {
            let refused = PROMPT_TOO_LONG.with("max", 1_000).with("tokens", 1_001);
            assert_eq!(prompt(long.clone()), Err(refused));
            let welcome = BotTexts { welcome: long, ..texts() }.parse();
            assert_eq!(welcome.unwrap_err().kind, WELCOME_TOO_LONG);
        }
    }

    // spec §3: "Bot: name (default \"Untitled\"; a new chat bot is named \"New Chat\")"
    #[test]
    fn a_bot_without_a_name_is_untitled() {
        let parsed = BotTexts { name: " \n".to_owned(), ..texts() }.parse().unwrap();
        assert_eq!(parsed.name, "Untitled");
    }

    #[test]
    fn a_prompt_is_needed_to_publish() {
        assert!(texts().check_publishable().is_ok());
        let empty = BotTexts { prompt: String::new(), ..texts() };
        assert_eq!(empty.check_publishable().unwrap_err().kind.text, "Please input prompt content");
    }

    #[test]
    fn a_limit_is_a_number_from_1_to_a_million() {
        for cap in [None, Some(1), Some(1_000_000)] {
            assert_eq!(parse_cap(cap), Ok(cap));
        }
        for cap in [Some(0), Some(-1), Some(1_000_001)] {
            assert_eq!(parse_cap(cap), Err(CAP_INVALID.with("max", 1_000_000)));
        }
    }

    // decision 0779
    #[test]
    fn what_its_author_asks_and_what_its_workspace_pays_counts_and_nothing_else() {
        let at = Timestamp::from_micros(1);
        let (author, other) = (UserId::new(at), UserId::new(at));
        let (bot, elsewhere) = (bot(author), WorkspaceId::new(at));
        let asks = |user_id, workspace_id| counts(&bot, &Payer { workspace_id, user_id });
        assert!(asks(author, bot.workspace_id) && asks(author, elsewhere));
        assert!(asks(other, bot.workspace_id), "a team's member, where the team pays");
        assert!(!asks(other, elsewhere));
    }

    // spec §4: "Bot: draft or published; accessibility only me, anyone with link, public."
    #[test]
    fn others_use_what_is_published_and_open_and_its_author_always() {
        let at = Timestamp::from_micros(1);
        let (author, other) = (UserId::new(at), UserId::new(at));
        let bot = bot(author);
        assert_eq!(access(&bot, other), Access::Granted);
        let draft = Bot { published: false, ..bot.clone() };
        assert_eq!(access(&draft, other), Access::Denied);
        assert_eq!(access(&draft, author), Access::Granted);
        let own = Bot { accessibility: "only_me".to_owned(), ..bot.clone() };
        assert_eq!(access(&own, other), Access::Denied);
        let link = Bot { accessibility: "link".to_owned(), ..bot.clone() };
        assert_eq!(access(&link, other), Access::Granted);
        let gone = Bot { deleted_at: Some(at), ..bot };
        assert_eq!(access(&gone, other), Access::Denied);
        assert_eq!(access(&gone, author), Access::Deleted);
        let known = Bot { used_at: Some(at), ..gone };
        assert_eq!(access(&known, other), Access::Deleted);
        assert_eq!(access(&Bot { hidden: true, ..known }, other), Access::Denied, "decision 0899");
    }
}
