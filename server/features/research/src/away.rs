//! Whoever is away while a research is done by itself gets a mail: when something changed, or when it waits for them.

use area::Services;
use mail::{Message, ResearchNews};
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
    let (Some(news), Some(user)) =
        (news_of(is), services.identity.find_user(tx, is.user_id).await?)
    else {
        return Ok(());
    };
    let page = services.page(&format!("/home/research/{}", is.id));
    let locale = user.settings.locale.as_deref();
    let message = Message::on_research(&user.email, news, &is.title, page.as_str(), locale);
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
