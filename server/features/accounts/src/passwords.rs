use audit::{Actor, Event, Kind};
use identity::{Purpose, SessionToken, SignedIn};
use kernel::{Fallible, UserId};
use store::{StoreResult, Tx};

use crate::browser::Browser;
use crate::mail_texts;
use crate::people::links;
use crate::problems::{CODE_EXPIRED, EMAIL_NOT_REGISTERED, INCORRECT_PASSWORD};
use crate::refusals::{Refused, note, refusal};
use crate::sign_up::{CodeSent, minutes_left, redeem, too_many};
use crate::steps::{Arrival, Proven, proceed};
use crate::{Accounts, rules};
use identity::FlowToken;

/// Mails a code that sets a new password.
///
/// Problems: [`EMAIL_NOT_REGISTERED`] unless the operator wants that hidden, too many codes.
pub(crate) async fn forgot(
    accounts: &Accounts,
    browser: &Browser,
    email: &str,
) -> Fallible<CodeSent> {
    let email = rules::email(email)?;
    let known = browser.known_to(accounts, &email);
    if known.is_none() {
        accounts.codes_per_ip().check(&browser.rate_key)?;
    }
    let (flow, asker) = (FlowToken::new(), browser.asker(known.as_ref()));
    let mut tx = accounts.db.begin().await?;
    let found = accounts.identity.find_user_by_email(&mut tx, &email).await?;
    if found.is_none() && accounts.0.settings.get().reveal_unknown_email {
        return Err(EMAIL_NOT_REGISTERED.into());
    }
    // A code is created for an unknown address too: responses must equal those for a known one.
    let payload = found.as_ref().map_or_else(String::new, |user| user.id.to_string());
    let issued = accounts
        .identity
        .issue_code(&mut tx, Purpose::ResetPassword, &email, &flow, asker, &payload)
        .await?
        .map_err(too_many)?;
    if let Some(user) = &found {
        let minutes = minutes_left(accounts, &issued);
        let locale = user.settings.locale.as_deref();
        let message = mail_texts::RESET.write(&user.email, &issued.code, minutes, locale);
        accounts.mail.enqueue(&mut tx, &message).await?;
        let asked = Event::new(Kind::PasswordResetAsked, browser.actor(None)).about(user.id);
        accounts.audit.record(&mut tx, asked).await?;
    }
    tx.commit().await?;
    let (expires_at, resend_after_seconds) = (issued.expires_at, issued.resend_after_seconds);
    Ok(CodeSent { flow, expires_at, resend_after_seconds })
}

/// Sets a new password by a code, signs every device out and this one in. A mailbox alone is no second factor: who has one
/// is asked for it.
pub(crate) async fn reset(
    accounts: &Accounts,
    browser: &Browser,
    email: &str,
    code: &str,
    password: &str,
) -> Fallible<Arrival> {
    let email = rules::email(email)?;
    let password = rules::password(password, &email)?;
    if browser.known_to(accounts, &email).is_none() {
        accounts.0.guesses_per_ip.check(&browser.rate_key)?;
    }
    let hash = accounts.identity.hash_password(&password).await?;
    let mut tx = accounts.db.begin().await?;
    let redeemed = redeem(accounts, browser, &mut tx, Purpose::ResetPassword, &email, code).await;
    if let Err(failure) = redeemed {
        let user = accounts.identity.find_user_by_email(&mut tx, &email).await?;
        let refused = Refused { user: user.as_ref(), key: &email.key() };
        if let Some(event) = refusal(accounts, browser, refused, "wrong_code") {
            accounts.audit.record(&mut tx, event).await?;
        }
        // The guess must be counted.
        tx.commit().await?;
        return Err(failure);
    }
    let user = accounts.identity.find_user_by_email(&mut tx, &email).await?;
    let user = user.ok_or(CODE_EXPIRED)?;
    set(accounts, &mut tx, browser.actor(Some(user.id)), user.id, &hash, "reset").await?;
    tracing::info!(user.id = %user.id, "password reset");
    let user = accounts.identity.find_user(&mut tx, user.id).await?.ok_or(CODE_EXPIRED)?;
    let arrival = proceed(accounts, &mut tx, browser, user, Proven::OneFactor).await?;
    tx.commit().await?;
    Ok(arrival)
}

/// Sets a password, in the caller's transaction: every device is signed out, the keys end, and so does an operator's link
/// that sets one.
pub(crate) async fn set(
    accounts: &Accounts,
    tx: &mut Tx,
    by: Actor,
    user_id: UserId,
    hash: &str,
    why: &'static str,
) -> StoreResult<()> {
    accounts.identity.set_password(tx, user_id, hash, None).await?;
    links::end(tx, user_id).await?;
    let changed = Event::new(Kind::PasswordChanged, by).about(user_id).detail(why);
    accounts.audit.record(tx, changed).await
}

/// Changes the password of a person who knows it. Other devices are signed out; this one gets a new secret for its
/// session.
pub(crate) async fn change(
    accounts: &Accounts,
    browser: &Browser,
    caller: &SignedIn,
    current: &str,
    new: &str,
) -> Fallible<Option<SessionToken>> {
    accounts.0.sign_ins_per_email.check(&caller.user_id.to_string())?;
    let mut conn = accounts.db.read().await?;
    let user = accounts.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let user = user.ok_or(INCORRECT_PASSWORD)?;
    if !accounts.identity.verify_password(user.password_hash.clone(), current).await? {
        let key = caller.user_id.to_string();
        let refused = Refused { user: Some(&user), key: &key };
        note(accounts, browser, refused, "wrong_password").await?;
        return Err(INCORRECT_PASSWORD.into());
    }
    let password = rules::password(new, &rules::email(&user.email)?)?;
    let hash = accounts.identity.hash_password(&password).await?;

    let mut tx = accounts.db.begin().await?;
    let staying = Some(caller.session_id);
    let token = accounts.identity.set_password(&mut tx, user.id, &hash, staying).await?;
    links::end(&mut tx, user.id).await?;
    let changed = Event::new(Kind::PasswordChanged, caller.actor()).detail("changed");
    accounts.audit.record(&mut tx, changed).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user.id, "password changed");
    Ok(token)
}
