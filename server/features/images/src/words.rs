//! Words about images that chat models write: better prompts, prompts from images, and what images show.

pub(crate) mod describe;
pub(crate) mod prompts;
pub(crate) mod routes;

use std::time::Duration;

use area::{Chosen, Services, ask_model};
use bytes::Bytes;
use generation::RunState;
use image_sources::{Purpose, for_model, read_sources};
use kernel::{Fallible, FileId, Payer, RunId, UserId};
use providers::{ModelImage, ModelInfo, ModelRequest};

use crate::problems::{IMAGE_BROKEN, WORDS_FAILED};

/// Longest time that a model may take.
const WAIT: Duration = Duration::from_secs(90);
/// Maximum number of output tokens, including reasoning.
const OUTPUT_MAX_TOKENS: u32 = 4_000;

/// Returns a model's answer, which is charged like a message.
///
/// Problems: [`WORDS_FAILED`], with the provider's words; those of the ledger.
async fn ask(
    services: &Services,
    payer: Payer,
    chosen: Chosen,
    request: ModelRequest,
) -> Fallible<String> {
    let run_id = RunId::new(services.clock.now());
    let request = ModelRequest { max_output_tokens: Some(OUTPUT_MAX_TOKENS), ..request };
    let run = chosen.run(run_id, payer, "image_prompt", request);
    let Some((state, text)) = ask_model(services, run, WAIT).await? else {
        return Err(WORDS_FAILED.into());
    };
    let text = clean(&text);
    match state {
        RunState::Completed if !text.is_empty() => Ok(text),
        _ => {
            let problem = services.generation.snapshot(run_id).await?.and_then(|run| run.problem);
            let why = problem.map(|problem| problem.message).unwrap_or_default();
            Err(WORDS_FAILED.with("message", why).into())
        }
    }
}

/// Returns a text without what models like to put around it: quotes, and a fence of code.
fn clean(text: &str) -> String {
    let text = text.trim();
    let text = match text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) {
        Some(fenced) => fenced.split_once('\n').map_or(fenced, |(_, text)| text).trim(),
        None => text,
    };
    let quotes = [("\"", "\""), ("“", "”"), ("«", "»"), ("「", "」")];
    let bare = quotes.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains(open) && !inner.contains(close)).then_some(inner)
    });
    bare.unwrap_or(text).trim().to_owned()
}

/// Returns an image of a person's as a model sees it.
///
/// Problems: it is not theirs, or no image.
async fn seen(services: &Services, user_id: UserId, file_id: FileId) -> Fallible<ModelImage> {
    let source = read_sources(services, user_id, &[file_id]).await?.pop().ok_or(IMAGE_BROKEN)?;
    let source = for_model(services, source, Purpose::Mask).await?;
    let data: Bytes = source.content;
    Ok(ModelImage { media_type: source.media_type, data })
}

/// Returns the model that sees: the first of `wishes` that does, else any.
fn seeing<'a>(models: &'a [ModelInfo], wishes: &[&str]) -> Option<&'a ModelInfo> {
    let mut sees = models.iter().filter(|model| model.vision);
    let wished = wishes.iter().find_map(|id| sees.clone().find(|model| model.id == *id));
    wished.or_else(|| sees.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_fences_around_an_answer_go_and_those_in_it_stay() {
        for (said, wanted) in [
            (" A boat. \n", "A boat."),
            ("\"A boat\"", "A boat"),
            ("“A boat”", "A boat"),
            ("```text\nA boat\n```", "A boat"),
            ("```A boat```", "A boat"),
            ("\"A\" and \"B\"", "\"A\" and \"B\""),
            ("\"", "\""),
            ("", ""),
        ] {
            assert_eq!(clean(said), wanted, "{said}");
        }
    }
}
