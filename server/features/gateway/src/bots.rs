//! Bots as models: what a bot adds to a program's request.

use area::{Chosen, Services};
use conversations::{Message, Part};
use generation::{BotResources, ContextScope, Contribution, MemoryUse, MessageContext};
use identity::KeyCaller;
use kernel::{BotId, ConversationId, Fallible, MessageId, Problem};
use ledger::Budget;
use providers::{MODEL_UNKNOWN, ModelMessage, ModelRequest, Role};

/// Prefix of bots among model names: `bot:<id>`.
pub(crate) const BOT_PREFIX: &str = "bot:";

/// Returns the bot's model, its instructions before the program's own, what its files say to the question, and its budget.
/// Nothing else of the person's is included: neither their files nor tools nor earlier chats with the bot.
pub(crate) async fn as_bot(
    services: &Services,
    caller: &KeyCaller,
    id: &str,
    mut request: ModelRequest,
) -> Fallible<(Chosen, ModelRequest, Option<Budget>)> {
    let bot_id: BotId = id.parse().map_err(|_| Problem::from(MODEL_UNKNOWN))?;
    let mut found = None;
    for source in services.bots.iter() {
        found = Some(source.find_bot(caller.user_id, bot_id).await?);
    }
    let bot = found.ok_or_else(|| Problem::from(MODEL_UNKNOWN))?;
    let wanted = match bot.model {
        Some(model) => model,
        None => services.providers.list_models().await?.default_model,
    };
    let chosen = area::choose_model(services, caller.workspace_id, &wanted).await?;
    let mut model = chosen.model.info.clone();
    // Tools that read long files would run here, and those of a request run at the program's: it is given the passages.
    model.tools = false;
    let question = last_question(services, &request);
    let mut scope = ContextScope {
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        conversation_id: None,
        group_id: None,
        bot_id: Some(bot_id),
        model,
        branch: question.into_iter().collect(),
        // A program asks, not the person.
        memory: MemoryUse::default(),
        bot: BotResources::default(),
    };
    let given = services.generation.gather(&mut scope).await?;
    let Contribution { instructions, attached, messages, .. } = given;
    let system: Vec<String> = instructions.into_iter().chain(request.system.take()).collect();
    request.system = (!system.is_empty()).then(|| system.join("\n\n"));
    if let Some(message) = last_of_user(&mut request) {
        messages.into_values().for_each(|given| add(message, given));
    }
    Ok((chosen, request, attached.budget))
}

fn last_of_user(request: &mut ModelRequest) -> Option<&mut ModelMessage> {
    request.messages.iter_mut().rev().find(|message| message.role == Role::User)
}

/// Returns the last message of the user as one of a conversation, which it is not: the sources of context read it.
fn last_question(services: &Services, request: &ModelRequest) -> Option<Message> {
    let last = request.messages.iter().rev().find(|message| message.role == Role::User)?;
    let now = services.clock.now();
    let (id, place) = (MessageId::new(now), ConversationId::new(now));
    let parts = vec![Part::text("p1", &last.text)];
    Some(Message { parts, ..Message::new(id, place, conversations::Role::User, now) })
}

/// Puts what the bot's files say before a message, as in chats.
fn add(message: &mut ModelMessage, given: MessageContext) {
    let MessageContext { text, images } = given;
    let text = text.trim_end();
    if !text.is_empty() {
        let before = format!("{text}\n\n");
        message.image_offsets.iter_mut().for_each(|offset| *offset += before.len());
        message.text.insert_str(0, &before);
    }
    if !images.is_empty() {
        let places = message.image_offsets.iter().copied();
        message.image_offsets = match message.images.len() == message.image_offsets.len() {
            true => images.iter().map(|_| 0).chain(places).collect(),
            false => Vec::new(),
        };
        message.images.splice(0..0, images);
    }
}

#[cfg(test)]
mod tests {
    use providers::ModelImage;

    use super::*;

    #[test]
    fn what_files_say_comes_before_the_question_and_its_images_keep_their_places() {
        let image = |data: &'static [u8]| ModelImage {
            media_type: "image/png".to_owned(),
            data: data.into(),
        };
        let mut message = ModelMessage::text(Role::User, "Is this it?");
        message.images = vec![image(b"own")];
        message.image_offsets = vec![7];
        add(&mut message, MessageContext { text: "[Plan]\n".into(), images: vec![image(b"plan")] });
        assert_eq!(message.text, "[Plan]\n\nIs this it?");
        assert_eq!(message.image_offsets, [0, 15]);
        assert_eq!(message.images.len(), 2);
        assert_eq!(message.images[0].data.as_ref(), b"plan");
    }
}
