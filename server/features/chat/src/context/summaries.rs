use area::Services;
use conversations::{Message, find_conversation, path_to};
use generation::{Attached, RunRequest, RunState, WhenFull};
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{
    ConversationId, Failure, Fallible, MessageId, RunId, Timestamp, UserId, Uuid, WorkspaceId,
};
use ledger::Charge;
use providers::{Protocol, ResolvedModel};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use tokens::Family;
use utoipa::ToSchema;

use crate::answers::asker::Asker;
use crate::answers::model::choose;
use crate::context::counts::entries;
use crate::context::fit::SUMMARY_MAX_CHARS;
use crate::context::summary_text::{question, summary_of};
use crate::problems::{CHANGED_ELSEWHERE, SUMMARY_EMPTY, SUMMARY_NOT_FOUND, SUMMARY_TOO_LONG};

/// A summary that replaces the older turns of a branch when they do not fit. The turns themselves stay.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, ::store::FromRow)]
#[schema(as = ConversationSummaryText)]
pub(crate) struct Summary {
    pub id: Uuid,
    #[serde(skip)]
    pub conversation_id: ConversationId,
    /// The last message it covers, with all before it.
    pub until_message_id: MessageId,
    /// Markdown.
    pub text: String,
    /// True if a person edited it.
    pub edited: bool,
    #[serde(skip)]
    pub model: String,
    pub model_name: String,
    #[serde(skip)]
    pub state: String,
    #[serde(skip)]
    pub run_id: Option<RunId>,
    #[serde(skip)]
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

const WRITING: &str = "writing";
const READY: &str = "ready";
const FAILED: &str = "failed";

impl Summary {
    pub fn is_usable(&self) -> bool {
        self.state == READY
    }
}

/// Returns the newest summary that can be used on a branch: the one that covers most of it.
pub(crate) async fn newest_on(
    conn: &mut Conn,
    conversation_id: Option<ConversationId>,
    branch: &[Message],
) -> StoreResult<Option<Summary>> {
    let Some(id) = conversation_id.filter(|_| branch.len() > 1) else { return Ok(None) };
    let all = sql!(
        conn,
        all Summary,
        "SELECT * FROM conversation_summaries WHERE conversation_id = $1 AND state = 'ready'",
        id
    )?;
    let place = |summary: &Summary| {
        branch.iter().position(|message| message.id == summary.until_message_id)
    };
    Ok(all
        .into_iter()
        .filter_map(|summary| place(&summary).map(|at| (at, summary)))
        .max_by_key(|(at, _)| *at)
        .map(|(_, summary)| summary))
}

/// Edits the text of a summary: models are given what the person wrote.
///
/// `expected`: the client's time of the last change; if it differs the result is [`CHANGED_ELSEWHERE`], and nothing is
/// changed.
pub(crate) async fn edit(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    text: &str,
    expected: Option<Option<Timestamp>>,
) -> Fallible<Summary> {
    let text = text.trim();
    if text.is_empty() {
        return Err(SUMMARY_EMPTY.into());
    }
    if text.chars().count() > SUMMARY_MAX_CHARS {
        return Err(SUMMARY_TOO_LONG.with("max", SUMMARY_MAX_CHARS).into());
    }
    let mut tx = services.db.begin().await?;
    // One change at a time, or two that expect the same would both be made.
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let found =
        sql!(&mut tx, optional Summary, "SELECT * FROM conversation_summaries WHERE id = $1", id)?;
    let mut summary = found.filter(Summary::is_usable).ok_or(SUMMARY_NOT_FOUND)?;
    let owned = find_conversation(&mut tx, caller.user_id, summary.conversation_id).await?;
    owned.ok_or(SUMMARY_NOT_FOUND)?;
    if expected.is_some_and(|expected| expected != Some(summary.updated_at)) {
        return Err(CHANGED_ELSEWHERE.into());
    }
    summary.text = text.to_owned();
    summary.edited = true;
    summary.updated_at = services.clock.now();
    sql!(
        &mut tx,
        execute,
        "UPDATE conversation_summaries SET text = $2, edited = TRUE, updated_at = $3 WHERE id = $1",
        id,
        text,
        summary.updated_at
    )?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, summary.conversation_id);
    Ok(summary)
}

/// Sums up the turns of a branch up to a message, with the model that answers in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WriteSummary {
    pub conversation_id: ConversationId,
    pub until_message_id: MessageId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub locale: Option<String>,
    pub model: String,
    /// Number of tokens the model may be given.
    pub room: usize,
}

impl Job for WriteSummary {
    type Context = Services;
    const NAME: &'static str = "chat.write_summary";
    const MAX_ATTEMPTS: u32 = 3;

    async fn run(self, services: &Services) -> JobResult {
        match self.write(services).await {
            // Nobody waits for it: the context is cropped as long as there is no summary.
            Err(Failure::Problem(problem)) => {
                tracing::info!(code = problem.kind.code, "a conversation was not summed up");
                Ok(())
            }
            done => done,
        }
    }
}

impl WriteSummary {
    async fn write(&self, services: &Services) -> Fallible<()> {
        let mut conn = services.db.read().await?;
        let conversation = find_conversation(&mut conn, self.user_id, self.conversation_id).await?;
        let known = find(&mut conn, self.conversation_id, self.until_message_id).await?;
        let is_there = known.as_ref().is_some_and(Summary::is_usable);
        if conversation.is_none() || is_there {
            return Ok(());
        }
        let branch = path_to(&mut conn, self.until_message_id).await?;
        let before = newest_on(&mut conn, Some(self.conversation_id), &branch).await?;
        drop(conn);

        let (asker, asked) = (self.asker(), Some(self.model.as_str()));
        let model = choose(services, &asker, asked).await?.model;
        let from = before.as_ref().map_or(0, |before| {
            branch
                .iter()
                .position(|message| message.id == before.until_message_id)
                .map_or(0, |at| at + 1)
        });
        let family = Family::of(&self.model);
        let turns = entries(&branch[from..], &Default::default(), family, Some(0)).await?;
        let request = question(
            before.as_ref().map(|before| before.text.as_str()),
            &turns,
            self.room,
            model.info.protocol == Protocol::Builtin,
            self.locale.clone(),
        );
        let is_builtin = model.info.protocol == Protocol::Builtin;
        let Some(run_id) = self.start(services, model, request).await? else { return Ok(()) };
        let (state, said) = services.generation.wait_for(run_id).await?;
        let text = summary_of(&said, is_builtin);
        if state == RunState::Interrupted {
            return Err(Failure::internal("a summary was interrupted: it is written again"));
        }
        self.finish(services, run_id, text.filter(|_| state == RunState::Completed)).await
    }

    fn asker(&self) -> Asker {
        let Self { user_id, workspace_id, locale, .. } = self.clone();
        Asker { user_id, workspace_id, locale, settings: None }
    }

    /// Starts the run that writes the summary; `None` when another one does already.
    ///
    /// It costs the person nothing: it is part of the message that made it necessary (decision 0621).
    async fn start(
        &self,
        services: &Services,
        model: ResolvedModel,
        request: providers::ModelRequest,
    ) -> Fallible<Option<RunId>> {
        let now = services.clock.now();
        let run_id = RunId::new(now);
        let mut tx = services.db.begin().await?;
        let known = find(&mut tx, self.conversation_id, self.until_message_id).await?;
        if known.as_ref().is_some_and(Summary::is_usable) {
            return Ok(None);
        }
        self.insert(&mut tx, run_id, &model, now).await?;
        let payer = self.asker().payer();
        let run = RunRequest {
            run_id,
            payer,
            conversation_id: Some(self.conversation_id),
            message_id: None,
            feature: "chat.summary",
            model,
            request,
            tools: Vec::new(),
            attached: Attached::default(),
            charge: Charge::FREE,
            plan: None,
            when_full: WhenFull::Begin,
        };
        services.generation.start(&mut tx, run).await?;
        tx.commit().await?;
        Ok(Some(run_id))
    }

    /// Records that `run_id` writes it; replaces what an earlier attempt left.
    async fn insert(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        model: &ResolvedModel,
        now: Timestamp,
    ) -> StoreResult<()> {
        sql!(
            tx,
            execute,
            "INSERT INTO conversation_summaries (id, conversation_id, until_message_id, text, edited,
                 model, model_name, state, run_id, created_at, updated_at)
             VALUES ($1, $2, $3, '', FALSE, $4, $5, $6, $7, $8, $8)
             ON CONFLICT (conversation_id, until_message_id)
             DO UPDATE SET run_id = excluded.run_id, state = excluded.state, model = excluded.model,
                 model_name = excluded.model_name, updated_at = excluded.updated_at",
            kernel::uuid_v7(now),
            self.conversation_id,
            self.until_message_id,
            model.info.id.as_str(),
            model.info.name.as_str(),
            WRITING,
            run_id,
            now
        )?;
        Ok(())
    }

    async fn finish(
        &self,
        services: &Services,
        run_id: RunId,
        text: Option<String>,
    ) -> Fallible<()> {
        let mut tx = services.db.begin().await?;
        sql!(
            &mut tx,
            execute,
            "UPDATE conversation_summaries SET text = $2, state = $3, updated_at = $4 WHERE run_id = $1",
            run_id,
            text.as_deref().unwrap_or_default(),
            if text.is_some() { READY } else { FAILED },
            services.clock.now()
        )?;
        tx.commit().await?;
        services.generation.announce_change(self.user_id, self.conversation_id);
        Ok(())
    }
}

async fn find(
    conn: &mut Conn,
    conversation_id: ConversationId,
    until: MessageId,
) -> StoreResult<Option<Summary>> {
    sql!(
        conn,
        optional Summary,
        "SELECT * FROM conversation_summaries WHERE conversation_id = $1 AND until_message_id = $2",
        conversation_id,
        until
    )
}
