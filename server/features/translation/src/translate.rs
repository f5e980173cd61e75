//! One request: texts in the memory are sent at once, the rest is translated by a model.

use std::collections::BTreeMap;

use area::{Services, choose_writer};
use identity::SignedIn;
use kernel::Fallible;
use tokio::sync::mpsc::{Receiver, channel};
use tokio_util::task::TaskTracker;

use crate::batch_translator::{BatchTranslator, UntranslatedText};
use crate::hash::hash;
use crate::languages::Language;
use crate::memory::recall;
use crate::problems::MODEL_NEEDED;
use crate::progress_event::{ProgressEvent, problem_of};
use crate::prompt::LanguagePair;
use crate::rules::{Term, applicable_terms, check_texts, matches_source};
use crate::store::list_terms;
use crate::wire::TextsToTranslate;

/// Events that a slow client may lie behind before it is waited for.
const EVENTS_WAITING: usize = 64;

/// Translates texts; returns their events as they happen. If the receiver is dropped, the work stops.
///
/// Problems: a text or a language that is refused; and, if nothing at all is in the memory, [`MODEL_NEEDED`] or those
/// of choosing a model.
pub(crate) async fn translate(
    services: &Services,
    caller: &SignedIn,
    request: TextsToTranslate,
) -> Fallible<Receiver<ProgressEvent>> {
    check_texts(&request.texts)?;
    let languages = LanguagePair {
        source: Language::parse_open(request.source_language.as_deref())?,
        target: Language::parse(&request.target_language)?,
    };
    let terms = terms_for(services, caller, languages).await?;
    let hash_of = |text: &str| {
        hash(text, languages.source, languages.target, &applicable_terms(&terms, text))
    };
    let hashes: Vec<_> = request.texts.iter().map(|text| hash_of(text)).collect();
    let remembered = recall(services, caller.user_id, &hashes).await?;

    let mut known = Vec::new();
    // A text that occurs twice on a page is translated once.
    let mut missing: BTreeMap<[u8; 32], UntranslatedText> = BTreeMap::new();
    let mut order = Vec::new();
    for (index, (text, found)) in request.texts.into_iter().zip(remembered).enumerate() {
        match found {
            Some(text) => known.push(ProgressEvent::Translated { index, text, remembered: true }),
            None => {
                let hash = hashes[index];
                let one = missing.entry(hash).or_insert_with(|| {
                    order.push(hash);
                    UntranslatedText { hash, text, indexes: Vec::new() }
                });
                one.indexes.push(index);
            }
        }
    }
    let missing: Vec<_> = order.iter().filter_map(|hash| missing.remove(hash)).collect();
    let chosen = match missing.is_empty() {
        true => None,
        false => Some(choose_writer(services, caller, request.model, MODEL_NEEDED).await),
    };
    let writer = match chosen {
        None => Ok(None),
        Some(Ok(chosen)) => Ok(Some(chosen)),
        Some(Err(failure)) if known.is_empty() => return Err(problem_of(failure).into()),
        Some(Err(failure)) => Err(problem_of(failure)),
    };
    let (sender, receiver) = channel(EVENTS_WAITING);
    let (services, caller) = (services.clone(), caller.clone());
    // Not tracked: it ends with its runs, which shutdown waits for.
    TaskTracker::new().spawn(async move {
        for progress in known {
            // A disconnected client is noticed before the next run.
            sender.send(progress).await.ok();
        }
        match writer {
            Ok(None) => {}
            Ok(Some(chosen)) => {
                let translator =
                    BatchTranslator { services, caller, chosen, languages, terms, sender };
                translator.translate_all(missing).await;
            }
            Err(problem) => {
                for one in &missing {
                    one.send_failure(&sender, &problem).await;
                }
            }
        }
    });
    Ok(receiver)
}

/// Returns the terms of the caller's that may apply.
async fn terms_for(
    services: &Services,
    caller: &SignedIn,
    languages: LanguagePair,
) -> Fallible<Vec<Term>> {
    let mut conn = services.db.read().await?;
    let stored = list_terms(&mut conn, caller.user_id).await?;
    let matching = stored.iter().filter(|term| {
        term.target_language == languages.target.tag
            && matches_source(&term.source_language, languages.source)
    });
    Ok(matching.map(|term| term.term()).collect())
}
