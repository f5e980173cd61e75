use std::sync::Arc;

use area::{Chosen, Services, choose_model};
use conversations::{Message, MessageKind, MessageState, Role, insert_message, insert_new_message};
use generation::{Attached, BotResources, ContextScope, MemoryUse, RunRequest, Tool, WhenFull};
use kernel::{BotId, ConversationId, Fallible, GroupId, MessageId, RunId, Timestamp, Uuid};
use providers::ModelRequest;
use store::Tx;

use crate::FEATURE;
use crate::answers::asker::Asker;
use crate::answers::model::model_id;
use crate::context::assemble::{Assembled, assemble};
use crate::context::summaries::WriteSummary;
use crate::problems::MESSAGE_ID_TAKEN;
use crate::settings::Stored;

/// The question to answer.
pub(crate) struct Question<'a> {
    pub conversation_id: ConversationId,
    pub group_id: Option<GroupId>,
    /// The branch that ends in the person's message.
    pub branch: &'a [Message],
    /// The bot that answers.
    pub bot_id: Option<BotId>,
    pub settings: Stored<'a>,
    pub memory: MemoryUse,
}

/// An answer that only has to be started: all that takes time is done.
pub(crate) struct Prepared {
    pub chosen: Chosen,
    pub request: ModelRequest,
    pub tools: Vec<Arc<dyn Tool>>,
    pub attached: Attached,
    /// The part to summarize for later turns.
    pub summary: Option<WriteSummary>,
}

/// Chooses the model and assembles its input. Call it before the transaction, because areas contribute.
pub(crate) async fn prepare(
    services: &Services,
    asker: &Asker,
    asked: &Question<'_>,
    wanted: Option<&str>,
) -> Fallible<Prepared> {
    let model_id = model_id(services, asker, wanted).await?;
    let model = services.providers.resolve(&model_id).await?.info;
    let scope = ContextScope {
        user_id: asker.user_id,
        workspace_id: asker.workspace_id,
        conversation_id: Some(asked.conversation_id),
        group_id: asked.group_id,
        bot_id: asked.bot_id,
        model,
        branch: asked.branch.to_vec(),
        memory: asked.memory,
        bot: BotResources::default(),
    };
    // Both query the database: together they wait once. A refusal by the plan cancels the areas' lookups, on the web
    // too.
    let (chosen, Assembled { request, tools, attached, summary }) = tokio::try_join!(
        choose_model(services, asker.workspace_id, &model_id),
        assemble(services, asker, scope, asked.settings)
    )?;
    Ok(Prepared { chosen, request, tools, attached, summary })
}

/// The position of an answer in its conversation.
pub(crate) struct Place {
    pub answer_id: MessageId,
    /// True if the id came with the request, so that it may already be taken.
    pub is_id_given: bool,
    pub conversation_id: ConversationId,
    /// The person's message.
    pub question_id: MessageId,
    pub kind: MessageKind,
    pub batch_id: Option<Uuid>,
    pub bot_id: Option<BotId>,
    pub created_at: Timestamp,
}

/// Writes the empty answer, its run and its hold. The model is called when `tx` is committed.
pub(crate) async fn start(
    services: &Services,
    asker: &Asker,
    tx: &mut Tx,
    prepared: Prepared,
    place: Place,
) -> Fallible<Message> {
    let Prepared { chosen, request, tools, attached, summary } = prepared;
    let Chosen { model, charge, plan } = chosen;
    let run_id = RunId::new(place.created_at);
    let answer = Message {
        id: place.answer_id,
        conversation_id: place.conversation_id,
        parent_id: Some(place.question_id),
        role: Role::Assistant,
        parts: Vec::new(),
        model: Some(model.info.id.clone()),
        model_name: Some(model.info.name.clone()),
        state: MessageState::Running,
        run_id: Some(run_id),
        problem: None,
        receipt: None,
        kind: place.kind,
        batch_id: place.batch_id,
        bot_id: place.bot_id,
        created_at: place.created_at,
        feedback: None,
    };
    if !place.is_id_given {
        insert_new_message(tx, &answer).await?;
    } else if !insert_message(tx, &answer).await? {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    let run = RunRequest {
        run_id,
        payer: asker.payer(),
        conversation_id: Some(place.conversation_id),
        message_id: Some(place.answer_id),
        feature: FEATURE,
        model,
        request,
        tools,
        attached,
        charge,
        plan: Some(plan),
        when_full: WhenFull::Wait,
    };
    services.generation.start(tx, run).await?;
    if let Some(summary) = summary {
        services.queue.enqueue(tx, &summary).await?;
    }
    Ok(answer)
}
