//! The types on the wire.

use kernel::{BotId, ConversationId, FileId, MessageId, Timestamp, Uuid};
use ledger::BudgetUse;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::review_rules::ReviewState;
use crate::rules::{Accessibility, NEW_NAME};

/// Tells if others can use a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BotState {
    Draft,
    Published,
    /// Only its name and image are left.
    Deleted,
}

/// A bot, as the caller sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bot)]
pub(crate) struct BotBody {
    pub id: BotId,
    pub name: String,
    pub description: String,
    /// Path of its image on this server; null: it has none.
    pub icon: Option<String>,
    pub welcome: String,
    /// The instructions, shown to everybody who may use it: nobody should chat with instructions they cannot read.
    pub prompt: String,
    /// Model as `<connection>/<model>`; null: the person's choice.
    pub model: Option<String>,
    /// Texts to begin a conversation with.
    pub starters: Vec<String>,
    /// Keys of the tools that it may use: `web_search`, or of servers of tools. Null: all that the person has.
    pub tools: Option<Vec<String>>,
    /// Files that it answers from; given with a single bot only. Nobody but its author can open them.
    pub files: Vec<BotFileBody>,
    pub accessibility: Accessibility,
    pub state: BotState,
    /// The review of a public bot whose last changes others do not see, for its author. Null: others see it as it is.
    pub review: Option<BotReviewBody>,
    /// True if the caller made it.
    pub mine: bool,
    /// The author's name; given with a single bot only.
    pub author: Option<String>,
    pub favorited: bool,
    pub pinned: bool,
    /// Number of people who have chatted with it.
    pub people: i64,
    /// Its monthly budget; only for its author, and only when a single bot is read.
    pub budget: Option<BudgetBody>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A file that a bot answers from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotFile)]
pub(crate) struct BotFileBody {
    pub id: FileId,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
}

/// An uploaded file to add to a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBotFile {
    /// A file of the caller's that was read.
    pub file_id: FileId,
}

/// The state of a bot's review.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotReview)]
pub(crate) struct BotReviewBody {
    pub state: ReviewState,
    /// The reason for a rejection; empty if it waits or was withdrawn.
    pub reason: String,
    /// True if others see the version before; otherwise they see nothing of it.
    pub seen: bool,
}

/// Budget of a bot per calendar month (UTC), in units of any meter. Questions that others pay for in another workspace
/// do not count.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotBudget)]
pub(crate) struct BudgetBody {
    /// Limit; null: no limit.
    pub cap: Option<i64>,
    /// This month, with what running answers hold.
    pub spent: i64,
    pub resets_at: Option<Timestamp>,
}

impl From<BudgetUse> for BudgetBody {
    fn from(budget: BudgetUse) -> Self {
        let BudgetUse { cap, used, resets_at } = budget;
        Self { cap, spent: used, resets_at }
    }
}

/// The caller's bots: made, marked or talked with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotList)]
pub(crate) struct BotListBody {
    pub items: Vec<BotBody>,
    /// True if the operator reviews what the caller makes public before others see it.
    pub reviewed: bool,
}

/// A bot to make.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewBot {
    /// Absent: "New Chat"; empty: "Untitled".
    #[serde(default = "new_name")]
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub model: Option<String>,
    /// Up to four texts to begin a conversation with.
    pub starters: Vec<String>,
    /// Keys of the tools that it may use; null: all that the person has.
    pub tools: Option<Vec<String>>,
    pub accessibility: Accessibility,
    /// Monthly limit; null: no limit.
    pub cap: Option<i64>,
    /// True to publish it at once, false to keep it as a draft.
    pub published: bool,
}

fn new_name() -> String {
    NEW_NAME.to_owned()
}

/// Changes to a bot; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BotChange {
    pub name: Option<String>,
    pub description: Option<String>,
    pub welcome: Option<String>,
    pub prompt: Option<String>,
    /// An empty one leaves the model to the person.
    pub model: Option<String>,
    pub starters: Option<Vec<String>>,
    /// Keys of the tools that it may use; null: all that the person has.
    #[serde(deserialize_with = "given")]
    pub tools: Option<Option<Vec<String>>>,
    pub accessibility: Option<Accessibility>,
    /// Monthly limit; null: no limit.
    #[serde(deserialize_with = "given")]
    pub cap: Option<Option<i64>>,
    pub published: Option<bool>,
}

/// Deserializes a field so that null differs from absent.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The caller's marks on a bot; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BotMarks {
    pub favorited: Option<bool>,
    pub pinned: Option<bool>,
}

/// A conversation to begin with a bot. The id is the client's, so beginning twice is beginning once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTalk {
    pub id: ConversationId,
}

/// A conversation with a bot, with nothing said yet but its welcome.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Talk)]
pub(crate) struct TalkBody {
    pub conversation_id: ConversationId,
    /// Id of the bot's welcome, which the first message answers. Null: it has none.
    pub leaf_id: Option<MessageId>,
}

/// A search among public bots.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExploreQuery {
    /// Words of a name or a description; empty: all.
    #[serde(default)]
    pub q: String,
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

/// The reason for a report about a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportReason {
    Spam,
    Harmful,
    Sexual,
    Hateful,
    Copyright,
    /// Then `details` must say what.
    Other,
}

impl ReportReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Spam => "spam",
            Self::Harmful => "harmful",
            Self::Sexual => "sexual",
            Self::Hateful => "hateful",
            Self::Copyright => "copyright",
            Self::Other => "other",
        }
    }
}

/// A report about a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReport {
    pub reason: ReportReason,
    #[serde(default)]
    pub details: String,
}

/// A report that the operator has not settled. The reporter is not revealed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotReport)]
pub(crate) struct ReportBody {
    pub id: Uuid,
    pub bot_id: BotId,
    pub reason: String,
    pub details: String,
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub author: Option<String>,
    pub created_at: Timestamp,
}

/// The operator's decision about a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportOutcome {
    /// The bot stays.
    Dismissed,
    /// The bot is deleted, and all reports about it are settled.
    Removed,
}

/// The settlement of a report.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportSettlement {
    pub outcome: ReportOutcome,
}

/// The version of a bot that others get.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotOffer)]
pub(crate) struct OfferBody {
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub model: Option<String>,
    /// Path of its image on this server; null: it has none.
    pub icon: Option<String>,
    pub starters: Vec<String>,
    /// Keys of the tools that it may use; null: all that the person has.
    pub tools: Option<Vec<String>>,
    /// Names of the files that it answers from.
    pub files: Vec<String>,
}

/// A public bot that waits for the operator.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SentBot)]
pub(crate) struct ReviewBody {
    pub bot_id: BotId,
    /// Version to send back with the decision.
    pub version: i64,
    pub author: Option<String>,
    pub sent_at: Timestamp,
    pub sent: OfferBody,
    /// The version that others see now; null: nothing.
    pub seen: Option<OfferBody>,
}

/// The operator's decision about a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewOutcome {
    /// Others see it as it was sent.
    Approved,
    /// Rejected: others keep seeing the version before.
    NotApproved,
}

/// The operator's decision about a reviewed bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewSettlement {
    pub outcome: ReviewOutcome,
    /// Version that was reviewed; refused if another one waits.
    pub version: i64,
    /// For the author; needed where it is not approved.
    #[serde(default)]
    pub reason: String,
}
