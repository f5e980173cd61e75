//! Sign-ins that were refused, as the audit log knows them.

use audit::{Event, Kind};
use identity::User;
use kernel::Fallible;

use crate::Accounts;
use crate::browser::Browser;

/// The subject of a refused sign-in: an account, or an address that has none.
#[derive(Clone, Copy)]
pub(crate) struct Refused<'a> {
    pub user: Option<&'a User>,
    /// The requested address, or the origin of the request if it named none.
    pub key: &'a str,
}

/// Returns the event to record. `None`: the refusal is only counted, because repeated attempts must not fill a table.
/// An address without an account is treated like one with an account: the answer takes as long.
pub(crate) fn refusal(
    accounts: &Accounts,
    browser: &Browser,
    refused: Refused<'_>,
    why: &'static str,
) -> Option<Event> {
    metrics::counter!("sign_ins_refused_total", "why" => why).increment(1);
    let is_noted = accounts.0.refusals_noted_per_email.check(refused.key).is_ok()
        && accounts.0.refusals_noted.check("").is_ok();
    let event = Event::new(Kind::SignInRefused, browser.actor(None)).detail(why);
    is_noted.then_some(event.about(refused.user.map(|user| user.id)))
}

/// Writes it down.
pub(crate) async fn note(
    accounts: &Accounts,
    browser: &Browser,
    refused: Refused<'_>,
    why: &'static str,
) -> Fallible<()> {
    if let Some(event) = refusal(accounts, browser, refused, why) {
        // Attackers who try passwords must not make others wait for the disk.
        let mut tx = accounts.db.begin_relaxed().await?;
        accounts.audit.record(&mut tx, event).await?;
        tx.commit().await?;
    }
    Ok(())
}
