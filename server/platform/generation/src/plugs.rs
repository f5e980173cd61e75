//! Traits by which areas add context and tools to runs without knowing each other.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use conversations::{Message, Part, PartKind};
use kernel::{
    BotId, ConversationId, Failure, Fallible, FileId, GroupId, MessageId, RunId, UserId, Uuid,
    WorkspaceId,
};
use ledger::{Budget, SpendingNews};
use providers::{ModelImage, ModelInfo, ToolSpec};
use serde_json::Value;
use store::{Db, StoreResult, Tx};
use tokio_util::sync::CancellationToken;

use crate::{Questions, Run, RunState};

/// Adds context that a model should have before it answers: a bot's instructions, a file's content, tools.
#[async_trait]
pub trait ContextSource: Send + Sync {
    /// Returns an SQL condition that is true if this source has anything of the person or the conversation in its
    /// tables: `$1` is the person, `$2` the conversation or null. All sources are queried in one statement. `None` if
    /// it need not be known.
    fn kept_where(&self) -> Option<&'static str> {
        None
    }

    /// Returns what this source knows about `scope`. Called before the run is stored, once per run.
    ///
    /// `kept`: what [`ContextSource::kept_where`] asks holds. A problem stops the message from being sent: for what the person must know first, such as a bot
    /// that was deleted.
    async fn contribute(&self, scope: &ContextScope, kept: bool) -> Fallible<Contribution>;

    /// Returns the resources of the bot that answers, if this source keeps bots. Called before any source contributes.
    async fn bot_resources(&self, _scope: &ContextScope) -> Fallible<Option<BotResources>> {
        Ok(None)
    }

    /// Stores a person's standing decision on a tool of this source: if it is allowed from now on.
    ///
    /// `rule_key` is the tool's [`Tool::rule_key`]; a key of another source's is ignored.
    async fn remember(&self, _user_id: UserId, _rule_key: &str, _allowed: bool) -> Fallible<()> {
        Ok(())
    }
}

/// The question about to be answered, and who asks it.
pub struct ContextScope {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub conversation_id: Option<ConversationId>,
    /// The group that the conversation is in.
    pub group_id: Option<GroupId>,
    /// The bot that answers.
    pub bot_id: Option<BotId>,
    pub model: ModelInfo,
    /// The branch that is answered, oldest first.
    pub branch: Vec<Message>,
    pub memory: MemoryUse,
    /// The resources of the bot; filled in by [`Generation::gather`](crate::Generation::gather) where one answers.
    pub bot: BotResources,
}

/// Resources of a bot besides its instructions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BotResources {
    /// Files that it answers from, whoever asks.
    pub files: Vec<FileId>,
    /// The person whose files they are.
    pub author_id: Option<UserId>,
    pub tools: ToolChoice,
}

/// The tools that an answer may use, of those that the person has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToolChoice {
    #[default]
    All,
    /// Those with these keys. Tools that only read what the model is given, such as long files, have no key and are
    /// always there.
    Only(Vec<String>),
}

impl ToolChoice {
    pub fn allows(&self, key: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(keys) => keys.iter().any(|known| known == key),
        }
    }
}

/// Permitted uses of a person's memories: none, unless the caller permits them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// The answer may draw on it.
    pub recall: bool,
    /// The last message of the branch is the person's own words, and something may be learned from it.
    pub learn: bool,
}

/// The contribution of one source.
#[derive(Default)]
pub struct Contribution {
    /// Paragraphs of the system's text.
    pub instructions: Vec<String>,
    /// Context that single messages carry besides their text.
    pub messages: HashMap<MessageId, MessageContext>,
    pub tools: Vec<Arc<dyn Tool>>,
    pub attached: Attached,
}

/// Data attached to the answer that a contribution goes into.
#[derive(Default)]
pub struct Attached {
    /// The budget it counts towards besides its payer.
    pub budget: Option<Budget>,
    /// Number of the person's memories included.
    pub memories: i64,
    pub notes: Vec<Arc<dyn RunNote>>,
}

impl Attached {
    /// Returns the names of the checks that the notes ask for.
    pub(crate) fn checks(&self) -> Vec<&'static str> {
        self.notes.iter().filter_map(|note| note.check()).collect()
    }
}

/// A note that a source writes when the answer begins that its contribution goes into.
#[async_trait]
pub trait RunNote: Send + Sync {
    /// Called in the transaction that stores the run, after its message: it must be fast.
    async fn write(&self, tx: &mut Tx, message_id: MessageId) -> StoreResult<()>;

    /// Returns the name of the job that compares the answer with this note once it is there, if any does.
    fn check(&self) -> Option<&'static str> {
        None
    }
}

/// Context that a message carries besides its text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MessageContext {
    /// Text placed before the message's own.
    pub text: String,
    pub images: Vec<ModelImage>,
}

impl Contribution {
    /// Appends another source's contribution.
    pub fn add(&mut self, other: Self) {
        self.instructions.extend(other.instructions);
        self.tools.extend(other.tools);
        self.attached.budget = self.attached.budget.or(other.attached.budget);
        self.attached.memories += other.attached.memories;
        self.attached.notes.extend(other.attached.notes);
        for (id, context) in other.messages {
            let here = self.messages.entry(id).or_default();
            here.text.push_str(&context.text);
            here.images.extend(context.images);
        }
    }
}

/// The runs whose end a [`RunFollower`] is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowedRuns {
    /// Every run.
    All,
    /// Runs that write a message of a conversation.
    Answers,
    /// Runs of these features, by the `feature` of their [`RunRequest`](crate::RunRequest).
    Of(&'static [&'static str]),
    /// Runs for which this check was noted, by a [`RunNote`] or [`note_check`](crate::note_check).
    Checked(&'static str),
    /// Runs whose answer has these characters in its text.
    Writing(&'static str),
}

impl FollowedRuns {
    /// Returns true if `run` is among them as far as the run itself tells. Decided in memory: a follower of other runs
    /// costs this one nothing.
    pub fn include(self, run: &Run) -> bool {
        match self {
            Self::All => true,
            Self::Answers => run.conversation_id.is_some() && run.message_id.is_some(),
            Self::Of(features) => features.contains(&run.feature.as_str()),
            Self::Checked(_) | Self::Writing(_) => false,
        }
    }

    /// Returns true if an answer of these parts is among them by its text.
    pub(crate) fn include_text(self, parts: &[Part]) -> bool {
        let Self::Writing(wanted) = self else { return false };
        parts.iter().any(|part| match &part.kind {
            PartKind::Text { text } => text.contains(wanted),
            _ => false,
        })
    }
}

/// Follows up on runs that end, whatever ended them, and on runs that pause.
#[async_trait]
pub trait RunFollower: Send + Sync {
    /// The runs that it follows. It is not called for any other.
    fn runs(&self) -> FollowedRuns;

    /// Called in the transaction that makes `run` wait for its person, who decides on a tool call or answers a question; as
    /// quick as `ended`.
    async fn paused(&self, _tx: &mut Tx, _run: &Run) -> StoreResult<()> {
        Ok(())
    }

    /// Returns true if this follower needs to know that `run` ends. Asked shortly before the concluding transaction,
    /// because others wait during it, and for each run: decide from memory where you can. The data this decision depends on
    /// must exist by then, or the end may be missed once.
    async fn is_concerned(&self, _db: &Db, _run: &Run) -> StoreResult<bool> {
        Ok(true)
    }

    /// Called in the transaction that makes `run` final in `state`, before its message is: what this adds
    /// happens exactly when the run is over. It must be quick, and what takes time must be a job.
    async fn ended(&self, tx: &mut Tx, run: &Run, state: RunState) -> StoreResult<()>;
}

/// Tells operators about what the server spends.
#[async_trait]
pub trait SpendingFollower: Send + Sync {
    /// Called in the transaction that records that operators are told of `news`.
    async fn spending(&self, tx: &mut Tx, news: &SpendingNews) -> StoreResult<()>;
}

/// A tool that a model may use while it answers.
#[async_trait]
pub trait Tool: Send + Sync {
    /// Returns the specification that the model gets.
    fn spec(&self) -> ToolSpec;

    /// Returns the title that people see.
    fn title(&self) -> String;

    /// Returns the tool's source, such as the name of an MCP server; `None` if it is built in.
    fn source(&self) -> Option<String> {
        None
    }

    /// Returns true if the person must approve each call.
    fn needs_approval(&self) -> bool;

    /// Returns the key under which its source stores the person's standing approval; `None` if none can be stored.
    fn rule_key(&self) -> Option<String> {
        None
    }

    /// Returns true if a call that a crash cut short can be made again without doing anything twice: it only reads.
    fn is_repeatable(&self) -> bool {
        false
    }

    /// Runs the tool. `arguments` is an object; the tool checks it against the schema.
    ///
    /// # Errors
    ///
    /// The text given to the model instead of an output, worded so that it can do better.
    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError>;
}

/// The person and answer that a tool is used for.
#[derive(Clone)]
pub struct ToolScope {
    pub run_id: RunId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub conversation_id: Option<ConversationId>,
    /// The answer being written; `None`: it is not stored.
    pub message_id: Option<MessageId>,
    /// Files of the person's that the work has, the newest first. Those of a conversation are known by its id.
    pub files: Vec<FileId>,
    /// Fires when the run is stopped: a tool must give up then.
    pub cancelled: CancellationToken,
    /// The way to ask the person something; `None`: nobody can be asked.
    pub questions: Option<Arc<dyn Questions>>,
    /// The task that uses the tool, to which tasks belong that the tool starts; `None`: no task does.
    pub parent: Option<Arc<dyn ParentTask>>,
}

/// A task whose tools start others: their costs are part of its own, and they stop with it.
#[async_trait]
pub trait ParentTask: Send + Sync {
    fn id(&self) -> Uuid;

    fn kind(&self) -> &'static str;

    /// Checks that it may start a task that could cost so many units, in the transaction that starts it, and keeps both from
    /// being stopped until then.
    ///
    /// Problems: it is over, or it would go beyond its spending cap.
    async fn admit(&self, tx: &mut Tx, units: i64) -> Fallible<()>;
}

/// The output of a tool.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutput {
    /// Text for the model.
    pub text: String,
    /// Images for the model; only for models with vision.
    pub images: Vec<ModelImage>,
    /// Parts shown to the person beside it: citations, files.
    pub parts: Vec<PartKind>,
}

/// The reason of a tool's failure, as given to the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(pub String);

impl ToolError {
    /// Returns what a model is told of a failure: a problem as people read it, `otherwise` for a fault, which is logged.
    pub fn of(failure: Failure, otherwise: &str) -> Self {
        match failure {
            Failure::Problem(problem) => Self(problem.message()),
            fault => {
                tracing::error!(%fault, "a tool failed: {otherwise}");
                Self(otherwise.to_owned())
            }
        }
    }

    /// Returns what a model is told of arguments that do not fit the tool's schema.
    pub fn wrong_arguments(error: &serde_json::Error) -> Self {
        Self(format!("The arguments are wrong: {error}."))
    }
}
