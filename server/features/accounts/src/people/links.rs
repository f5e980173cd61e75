//! Links by which people set their password: for accounts that an operator added, and for passwords that were lost.

use ::store::{Conn, StoreResult, Tx, sql};
use area::Services;
use audit::{Actor, Event, Kind};
use identity::User;
use kernel::{DAY, Fallible, Timestamp, UserId};
use url::Url;

use crate::browser::Browser;
use crate::one_time_code::OneTimeCode;
use crate::problems::PASSWORD_LINK_GONE;
use crate::rules::PASSWORD_LINK_DAYS;
use crate::steps::{Arrival, Proven, proceed};
use crate::{Accounts, mail_texts, rules};

/// A link that sets a password: shown once, it works once.
#[derive(Debug)]
pub struct PasswordLink {
    pub url: Url,
    pub expires_at: Timestamp,
}

/// Makes a link for a person, in the caller's transaction; the one before ends. Mails it as well if `is_mailed`.
pub(super) async fn make(
    services: &Services,
    tx: &mut Tx,
    by: Actor,
    user: &User,
    is_mailed: bool,
) -> StoreResult<PasswordLink> {
    let code = OneTimeCode::new();
    let expires_at = services.clock.now().plus(PASSWORD_LINK_DAYS * DAY);
    sql!(
        tx,
        execute,
        "INSERT INTO account_password_links (user_id, code_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash,
             expires_at = excluded.expires_at",
        user.id,
        code.hash(),
        expires_at
    )?;
    let mut url = services.page("/set-password");
    url.query_pairs_mut().append_pair("link", code.as_str());
    if is_mailed {
        let days = PASSWORD_LINK_DAYS.to_string();
        let locale = user.settings.locale.as_deref();
        let facts = [("days", days.as_str())];
        let message = mail_texts::PASSWORD_LINK.write(&user.email, 0, &facts, url.as_str(), locale);
        services.mail.enqueue(tx, &message).await?;
    }
    services.audit.record(tx, Event::new(Kind::PasswordLinkMade, by).about(user.id)).await?;
    Ok(PasswordLink { url, expires_at })
}

/// Returns the person of a link.
///
/// Problems: [`PASSWORD_LINK_GONE`].
pub(crate) async fn find(accounts: &Accounts, conn: &mut Conn, code: &str) -> Fallible<User> {
    let row = sql!(
        conn,
        optional(UserId,),
        "SELECT user_id FROM account_password_links WHERE code_hash = $1 AND expires_at > $2",
        OneTimeCode::from_text(code).hash(),
        accounts.clock.now()
    )?;
    let (user_id,) = row.ok_or(PASSWORD_LINK_GONE)?;
    Ok(accounts.identity.find_user(conn, user_id).await?.ok_or(PASSWORD_LINK_GONE)?)
}

/// Sets the password of a link's person, and goes on as after a sign-in with it.
///
/// Problems: [`PASSWORD_LINK_GONE`], those of a weak password, the account is suspended.
pub(crate) async fn redeem(
    accounts: &Accounts,
    browser: &Browser,
    code: &str,
    password: &str,
) -> Fallible<Arrival> {
    accounts.0.guesses_per_ip.check(&browser.rate_key)?;
    let mut conn = accounts.db.read().await?;
    let user = find(accounts, &mut conn, code).await?;
    drop(conn);
    let password = rules::password(password, &rules::email(&user.email)?)?;
    let hash = accounts.identity.hash_password(&password).await?;
    let mut tx = accounts.db.begin().await?;
    let used = sql!(
        &mut tx,
        execute,
        "DELETE FROM account_password_links WHERE code_hash = $1",
        OneTimeCode::from_text(code).hash()
    )?;
    if used == 0 {
        return Err(PASSWORD_LINK_GONE.into());
    }
    let actor = browser.actor(Some(user.id));
    crate::passwords::set(accounts, &mut tx, actor, user.id, &hash, "password_link").await?;
    let user = accounts.identity.find_user(&mut tx, user.id).await?.ok_or(PASSWORD_LINK_GONE)?;
    let arrival = proceed(accounts, &mut tx, browser, user, Proven::OneFactor).await?;
    tx.commit().await?;
    Ok(arrival)
}

/// Ends the link of a person.
pub(crate) async fn end(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_password_links WHERE user_id = $1", user_id)?;
    Ok(())
}

/// Forgets links that nobody used in time.
pub(crate) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_password_links WHERE expires_at <= $1", now)?;
    Ok(())
}
