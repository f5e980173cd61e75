//! Mails about scheduled research: when its results changed, when it needs its person, and when it was skipped.

use crate::mail_texts::{self, ResearchNews};
use area::Services;
use store::{StoreResult, Tx};

use crate::research::{Research, State, state_of};

/// Writes to the person of a scheduled run that ended or paused, in the transaction that makes it true. Once for each
/// run.
pub(crate) async fn tell(tx: &mut Tx, services: &Services, of: &mut Research) -> StoreResult<()> {
    let has_stopped = matches!(state_of(of), State::Completed | State::Cancelled | State::Paused);
    if !has_stopped || !std::mem::take(&mut of.output.unattended) {
        return Ok(());
    }
    match news_of(of) {
        Some(news) => write(tx, services, of, news).await,
        None => Ok(()),
    }
}

/// Writes to the person of a research whose run was skipped because it could have exceeded its monthly limit.
pub(crate) async fn tell_skipped(
    tx: &mut Tx,
    services: &Services,
    of: &Research,
) -> StoreResult<()> {
    write(tx, services, of, ResearchNews::Skipped).await
}

async fn write(
    tx: &mut Tx,
    services: &Services,
    of: &Research,
    news: ResearchNews,
) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, of.head.user_id).await? else { return Ok(()) };
    let page = services.page(&format!("/home/research/{}", of.head.id));
    let locale = user.settings.locale.as_deref();
    let message = mail_texts::message(&user.email, news, &of.head.title, page.as_str(), locale);
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}

/// A research in which nothing changed is no news.
fn news_of(of: &Research) -> Option<ResearchNews> {
    match (state_of(of), &of.output.changes) {
        (State::Paused, _) => Some(ResearchNews::NeedsInput),
        (State::Completed, Some(changes)) if !changes.is_empty() => {
            Some(ResearchNews::ResultsChanged)
        }
        _ => None,
    }
}
