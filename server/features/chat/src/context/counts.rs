use std::collections::HashMap;
use std::sync::LazyLock;

use conversations::{Message, MessageState};
use dashmap::DashMap;
use generation::MessageContext;
use kernel::{Failure, Fallible, MessageId};
use tokens::{Family, count, max_tokens};

use crate::context::fit::{Entry, IMAGE_TOKENS, to_model};

/// Token counts of messages' own texts. A message never changes, so a count is cached as long as there is room.
static KNOWN: LazyLock<DashMap<(MessageId, Family), usize>> = LazyLock::new(DashMap::new);
/// About 4 MB.
const KNOWN_MAX: usize = 50_000;

/// Returns the messages of a branch as a model reads them, each with its tokens, oldest first.
///
/// `enough`: if the whole branch certainly has fewer tokens than this, nothing is counted and estimates from lengths
/// are used.
pub(crate) async fn entries(
    branch: &[Message],
    added: &HashMap<MessageId, MessageContext>,
    family: Family,
    enough: Option<usize>,
) -> Fallible<Vec<Entry>> {
    let mut read: Vec<(bool, Entry)> = branch
        .iter()
        .filter_map(|message| {
            let carried = added.get(&message.id);
            let model_message = to_model(message, carried)?;
            let is_kept = carried.is_none() && message.state != MessageState::Running;
            let tokens = max_tokens(family, model_message.text.len());
            Some((is_kept, Entry { id: message.id, message: model_message, tokens }))
        })
        .collect();
    let total: usize = read.iter().map(|(_, entry)| entry.tokens).sum();
    if enough.is_some_and(|enough| total > enough) {
        read = tokio::task::spawn_blocking(move || counted(read, family))
            .await
            .map_err(Failure::internal)?;
    }
    let with_images = |(_, mut entry): (bool, Entry)| {
        entry.tokens += entry.message.images.len() * IMAGE_TOKENS;
        entry
    };
    Ok(read.into_iter().map(with_images).collect())
}

fn counted(mut read: Vec<(bool, Entry)>, family: Family) -> Vec<(bool, Entry)> {
    if KNOWN.len() > KNOWN_MAX {
        KNOWN.clear();
    }
    for (is_kept, entry) in &mut read {
        let known = KNOWN.get(&(entry.id, family)).filter(|_| *is_kept).map(|tokens| *tokens);
        entry.tokens = known.unwrap_or_else(|| count(family, &entry.message.text).tokens);
        if *is_kept {
            KNOWN.insert((entry.id, family), entry.tokens);
        }
    }
    read
}
