//! Whoever is away while a research is done by itself gets a mail: when something changed, or when it waits for them.

use crate::mail_texts::{self, ResearchNews};
use area::Services;
use store::{StoreResult, Tx};

use crate::research::{Research, State};
use crate::store::take_unattended;

/// Writes to the person of a research that began by itself and now ended or waits, in the transaction that makes it true.
/// Once for each.
pub(crate) async fn tell(tx: &mut Tx, services: &Services, is: &Research) -> StoreResult<()> {
    let rests = is.state.is_over() || is.state == State::Paused;
    if !rests || !take_unattended(tx, is.id).await? {
        return Ok(());
    }
    match news_of(is) {
        Some(news) => write(tx, services, is, news).await,
        None => Ok(()),
    }
}

/// Writes to the person of a research that was not done again: it could have gone beyond what it may use by itself.
pub(crate) async fn tell_left_out(
    tx: &mut Tx,
    services: &Services,
    is: &Research,
) -> StoreResult<()> {
    write(tx, services, is, ResearchNews::LeftOut).await
}

async fn write(
    tx: &mut Tx,
    services: &Services,
    is: &Research,
    news: ResearchNews,
) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, is.user_id).await? else { return Ok(()) };
    let page = services.page(&format!("/home/research/{}", is.id));
    let locale = user.settings.locale.as_deref();
    let message = mail_texts::message(&user.email, news, &is.title, page.as_str(), locale);
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}

/// A research in which nothing changed is no news.
fn news_of(is: &Research) -> Option<ResearchNews> {
    match (is.state, &is.changes) {
        (State::Paused, _) => Some(ResearchNews::Waits),
        (State::Completed, Some(changes)) if !changes.is_empty() => Some(ResearchNews::Changed),
        _ => None,
    }
}
