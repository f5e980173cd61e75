//! One request: texts in the memory are sent at once, the rest is translated by a model.

use std::collections::BTreeMap;

use area::{Services, choose_writer};
use identity::SignedIn;
use kernel::Fallible;
use tokio::sync::mpsc::{Receiver, channel};
use tokio_util::task::TaskTracker;

use crate::hash::hash;
use crate::languages::Language;
use crate::memory::recall;
use crate::problems::MODEL_NEEDED;
use crate::progress_event::{ProgressEvent, problem_of};
use crate::prompt::Wanted;
use crate::rules::{Term, applying, check_texts, fits};
use crate::store::list_terms;
use crate::wire::TextsToTranslate;
use crate::writing::{Missing, Writing};

/// Events that a slow client may lie behind before it is waited for.
const EVENTS_WAITING: usize = 64;

/// Translates texts; returns their events as they happen. If the receiver is dropped, the work stops.
///
/// Problems: a text or a language that is refused; and, if nothing at all is in the memory, [`MODEL_NEEDED`] or those
/// of choosing a model.
pub(crate) async fn translate(
    services: &Services,
    caller: &SignedIn,
    asked: TextsToTranslate,
) -> Fallible<Receiver<ProgressEvent>> {
    check_texts(&asked.texts)?;
    let wanted = Wanted {
        source: Language::parse_open(asked.source_language.as_deref())?,
        target: Language::parse(&asked.target_language)?,
    };
    let terms = terms_for(services, caller, wanted).await?;
    let hash_of = |text: &str| hash(text, wanted.source, wanted.target, &applying(&terms, text));
    let hashes: Vec<_> = asked.texts.iter().map(|text| hash_of(text)).collect();
    let remembered = recall(services, caller.user_id, &hashes).await?;

    let mut known = Vec::new();
    // A text that occurs twice on a page is translated once.
    let mut missing: BTreeMap<[u8; 32], Missing> = BTreeMap::new();
    let mut order = Vec::new();
    for (index, (text, found)) in asked.texts.into_iter().zip(remembered).enumerate() {
        match found {
            Some(text) => known.push(ProgressEvent::Translated { index, text, remembered: true }),
            None => {
                let hash = hashes[index];
                let one = missing.entry(hash).or_insert_with(|| {
                    order.push(hash);
                    Missing { hash, text, indexes: Vec::new() }
                });
                one.indexes.push(index);
            }
        }
    }
    let missing: Vec<_> = order.iter().filter_map(|hash| missing.remove(hash)).collect();
    let chosen = match missing.is_empty() {
        true => None,
        false => Some(choose_writer(services, caller, asked.model, MODEL_NEEDED).await),
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
                let writing = Writing { services, caller, chosen, wanted, terms, sender };
                writing.write(missing).await;
            }
            Err(problem) => {
                for one in &missing {
                    one.tell_failed(&sender, &problem).await;
                }
            }
        }
    });
    Ok(receiver)
}

/// Returns the terms of the caller's that may apply.
async fn terms_for(services: &Services, caller: &SignedIn, wanted: Wanted) -> Fallible<Vec<Term>> {
    let mut conn = services.db.read().await?;
    let kept = list_terms(&mut conn, caller.user_id).await?;
    let fitting = kept.iter().filter(|term| {
        term.target_language == wanted.target.tag && fits(&term.source_language, wanted.source)
    });
    Ok(fitting.map(|term| term.term()).collect())
}
