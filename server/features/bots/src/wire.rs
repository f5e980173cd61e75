//! The types on the wire.

use kernel::{BotId, ConversationId, MessageId, Timestamp, Uuid};
use ledger::BudgetUse;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::review_rules::ReviewState;
use crate::rules::{Accessibility, NEW_NAME};

/// Whether others can use a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BotState {
    Draft,
    Published,
    /// Only its name and face are left.
    Deleted,
}

/// A bot, as the caller sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bot)]
pub(crate) struct BotBody {
    pub id: BotId,
    pub name: String,
    pub description: String,
    /// Where its picture is, on this server; null: it has none.
    pub icon: Option<String>,
    pub welcome: String,
    /// Shown to everybody who may use it: nobody talks with instructions they cannot read.
    pub prompt: String,
    /// `<connection>/<model>`; null: what the person has chosen.
    pub model: Option<String>,
    pub accessibility: Accessibility,
    pub state: BotState,
    /// Of a public bot whose last changes others do not see, for its author. Null: others see it as it is.
    pub review: Option<BotReviewBody>,
    /// Whether the caller made it.
    pub mine: bool,
    /// The author's name; given with a single bot only.
    pub author: Option<String>,
    pub favorited: bool,
    pub pinned: bool,
    /// How many people have talked with it.
    pub people: i64,
    /// What it may use in a month; given to its author, with a single bot only.
    pub budget: Option<BudgetBody>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// How far the review of a bot is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotReview)]
pub(crate) struct BotReviewBody {
    pub state: ReviewState,
    /// Why it was not approved; empty where it waits or was taken back.
    pub reason: String,
    /// Whether others see what the bot was before; otherwise they see nothing of it.
    pub seen: bool,
}

/// What a bot may use in a calendar month (UTC), in units of any meter. What somebody else pays for in another
/// workspace does not count.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotBudget)]
pub(crate) struct BudgetBody {
    /// Null: no limit.
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
    /// Whether the operator looks at what the caller makes public before others see it.
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
    pub accessibility: Accessibility,
    /// Most that it may use in a month; null: no limit.
    pub cap: Option<i64>,
    /// Whether it is published at once, or stays a draft.
    pub published: bool,
}

fn new_name() -> String {
    NEW_NAME.to_owned()
}

/// What is to change about a bot; what is absent stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BotChange {
    pub name: Option<String>,
    pub description: Option<String>,
    pub welcome: Option<String>,
    pub prompt: Option<String>,
    /// An empty one leaves the model to the person.
    pub model: Option<String>,
    pub accessibility: Option<Accessibility>,
    /// Most that it may use in a month; null: no limit.
    #[serde(deserialize_with = "given")]
    pub cap: Option<Option<i64>>,
    pub published: Option<bool>,
}

/// Tells a field that is null from one that is absent.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// What a bot is to be to the caller; what is absent stays.
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
    /// The bot's welcome: what the first message answers. Null: it has none.
    pub leaf_id: Option<MessageId>,
}

/// What is searched among public bots.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExploreQuery {
    /// Words of a name or a description; empty: all.
    #[serde(default)]
    pub q: String,
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

/// What is wrong with a bot.
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

/// A report that the operator has not settled. Who made it is not told.
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

/// What the operator does about a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportOutcome {
    /// The bot stays.
    Dismissed,
    /// The bot is deleted, and all reports about it are settled.
    Removed,
}

/// How a report is settled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportSettlement {
    pub outcome: ReportOutcome,
}

/// What others get of a bot.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotOffer)]
pub(crate) struct OfferBody {
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub model: Option<String>,
    /// Where its picture is, on this server; null: it has none.
    pub icon: Option<String>,
}

/// A public bot that waits for the operator.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SentBot)]
pub(crate) struct ReviewBody {
    pub bot_id: BotId,
    /// To be given back with what the operator says of it.
    pub version: i64,
    pub author: Option<String>,
    pub sent_at: Timestamp,
    pub sent: OfferBody,
    /// What others see of it now; null: nothing.
    pub seen: Option<OfferBody>,
}

/// What the operator says of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewOutcome {
    /// Others see it as it was sent.
    Approved,
    /// Others go on seeing what they saw.
    NotApproved,
}

/// What the operator says of the bot that they looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewSettlement {
    pub outcome: ReviewOutcome,
    /// Of what was looked at; another one that waits is refused.
    pub version: i64,
    /// For the author; needed where it is not approved.
    #[serde(default)]
    pub reason: String,
}
