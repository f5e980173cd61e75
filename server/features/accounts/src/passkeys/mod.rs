//! Passkeys (WebAuthn): added by people to their accounts, and signed in with instead of a password and a second factor.
//!
//! A passkey belongs to the domain of `server.base_url`; a browser offers it nowhere else. The authenticator checks its
//! person (a finger, a PIN), so a sign-in with it needs nothing more. What is signed is checked by `webauthn-rs`.

mod store;

use ::store::Tx;
use audit::{Event, Kind};
use identity::{SignedIn, User};
use kernel::{Failure, Fallible, UserId, Uuid, uuid_v7};
use serde_json::Value;
use url::Url;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::browser::Browser;
use crate::problems::{
    PASSKEY_NOT_FOUND, PASSKEY_REFUSED, PASSKEY_TAKEN, PASSKEYS_UNAVAILABLE, STEP_EXPIRED,
    TOO_MANY_PASSKEYS,
};
use crate::refusals::{Refused, note};
use crate::rules::PASSKEYS_MAX;
use crate::second_factor::{check_may_lose, find_factors, proven_caller};
use crate::steps::{Arrival, Proven, proceed};
use crate::tickets::{self, Issued, Purpose, Ticket};
use crate::{Accounts, rules};
use store::NewPasskey;
pub(crate) use store::{ListedPasskey, list, remove_all};

/// The name that browsers show for this server when a passkey is made.
const PRODUCT: &str = "Ensemble";

/// Returns what checks passkeys of the server at `base_url`; `None` if it has no domain: passkeys belong to one.
pub(crate) fn checker(base_url: &Url) -> Option<Webauthn> {
    let domain = base_url.domain()?;
    // A browser signs for its origin, which has no path.
    let mut origin = base_url.clone();
    origin.set_path("");
    let checker = WebauthnBuilder::new(domain, &origin).map(|it| it.rp_name(PRODUCT).build());
    match checker {
        Ok(Ok(checker)) => Some(checker),
        Ok(Err(error)) | Err(error) => {
            tracing::warn!(%error, %base_url, "passkeys cannot be used at this address");
            None
        }
    }
}

/// Starts to add a passkey for the caller, who proves themselves by their password. Returns the browser's options.
///
/// Problems: [`PASSKEYS_UNAVAILABLE`], [`TOO_MANY_PASSKEYS`], those of [`proven_caller`].
pub(crate) async fn start_adding(
    accounts: &Accounts,
    caller: &SignedIn,
    password: &str,
) -> Fallible<(Value, Issued)> {
    let checker = available(accounts)?;
    let user = proven_caller(accounts, caller, password).await?;
    let mut tx = accounts.db.begin().await?;
    let known = store::list_credential_ids(&mut tx, user.id).await?;
    if known.len() >= PASSKEYS_MAX {
        return Err(TOO_MANY_PASSKEYS.with("max", PASSKEYS_MAX).into());
    }
    let (options, state) = checker
        .start_passkey_registration(user.id.0, &user.email, &user.name, Some(known))
        .map_err(Failure::internal)?;
    let mut options = serde_json::to_value(options).map_err(Failure::internal)?;
    // A passkey is found without an address only if its authenticator keeps it.
    let selection = &mut options["publicKey"]["authenticatorSelection"];
    selection["residentKey"] = "required".into();
    selection["requireResidentKey"] = true.into();
    let issued =
        tickets::issue(accounts, &mut tx, Purpose::AddPasskey, Some(user.id), &state).await?;
    tx.commit().await?;
    Ok((options, issued))
}

/// Adds the passkey that the caller's browser made.
///
/// Problems: [`PASSKEY_REFUSED`], [`PASSKEY_TAKEN`], [`TOO_MANY_PASSKEYS`], an invalid name, [`STEP_EXPIRED`].
pub(crate) async fn finish_adding(
    accounts: &Accounts,
    caller: &SignedIn,
    ticket: &str,
    name: &str,
    credential: Value,
) -> Fallible<ListedPasskey> {
    let checker = available(accounts)?;
    let name = rules::name(name)?;
    let ticket: Ticket<PasskeyRegistration> =
        tickets::open(accounts, Purpose::AddPasskey, ticket).await?;
    if ticket.user_id != Some(caller.user_id) {
        return Err(STEP_EXPIRED.into());
    }
    let credential: RegisterPublicKeyCredential = read(credential)?;
    let passkey = checker.finish_passkey_registration(&credential, &ticket.state);
    let passkey = passkey.map_err(|error| refused(&error))?;
    let now = accounts.clock.now();
    let new = NewPasskey {
        id: uuid_v7(now),
        user_id: caller.user_id,
        credential_id: passkey.cred_id(),
        name: &name,
        credential: &serde_json::to_string(&passkey).map_err(Failure::internal)?,
        created_at: now,
    };
    let id = new.id;
    let mut tx = accounts.db.begin().await?;
    // Several that were begun at once must not be more than there may be.
    accounts.identity.lock_user(&mut tx, caller.user_id).await?;
    ticket.take(&mut tx).await?;
    if store::list_credential_ids(&mut tx, caller.user_id).await?.len() >= PASSKEYS_MAX {
        return Err(TOO_MANY_PASSKEYS.with("max", PASSKEYS_MAX).into());
    }
    if !store::add(&mut tx, new).await? {
        return Err(PASSKEY_TAKEN.into());
    }
    accounts
        .audit
        .record(&mut tx, Event::new(Kind::PasskeyAdded, caller.actor()).subject(id))
        .await?;
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, "passkey added");
    Ok(ListedPasskey { id, name, created_at: now, last_used_at: None })
}

/// Renames one of the caller's passkeys.
///
/// Problems: an invalid name, [`PASSKEY_NOT_FOUND`].
pub(crate) async fn rename(
    accounts: &Accounts,
    caller: &SignedIn,
    id: Uuid,
    name: &str,
) -> Fallible<ListedPasskey> {
    let name = rules::name(name)?;
    let mut tx = accounts.db.begin().await?;
    let renamed = store::rename(&mut tx, caller.user_id, id, &name).await?;
    let renamed = renamed.ok_or(PASSKEY_NOT_FOUND)?;
    tx.commit().await?;
    Ok(renamed)
}

/// Removes one of the caller's passkeys.
///
/// Problems: [`PASSKEY_NOT_FOUND`], a second factor is required and this is the last one.
pub(crate) async fn remove(accounts: &Accounts, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = accounts.db.begin().await?;
    // Two passkeys removed at once must not leave nothing.
    accounts.identity.lock_user(&mut tx, caller.user_id).await?;
    if !store::remove(&mut tx, caller.user_id, id).await? {
        return Err(PASSKEY_NOT_FOUND.into());
    }
    check_may_lose(accounts, find_factors(&mut tx, caller.user_id).await?.any())?;
    let removed = Event::new(Kind::PasskeyRemoved, caller.actor()).subject(id);
    accounts.audit.record(&mut tx, removed).await?;
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, "passkey removed");
    Ok(())
}

/// Starts a sign-in with a passkey. Returns the browser's options: who signs in turns out from the passkey.
///
/// Problems: [`PASSKEYS_UNAVAILABLE`], too many attempts from this network.
pub(crate) async fn start_sign_in(
    accounts: &Accounts,
    browser: &Browser,
) -> Fallible<(Value, Issued)> {
    let checker = available(accounts)?;
    accounts.0.passkeys_per_ip.check(&browser.rate_key)?;
    let (options, state) =
        checker.start_discoverable_authentication().map_err(Failure::internal)?;
    let mut options = serde_json::to_value(options).map_err(Failure::internal)?;
    if let Some(options) = options.as_object_mut() {
        // People choose a button here, not an entry of the browser's list at the address field.
        options.remove("mediation");
    }
    let mut tx = accounts.db.begin().await?;
    let issued = tickets::issue(accounts, &mut tx, Purpose::UsePasskey, None, &state).await?;
    tx.commit().await?;
    Ok((options, issued))
}

/// Signs in with a passkey.
///
/// Problems: [`PASSKEY_REFUSED`], [`STEP_EXPIRED`], the account is suspended.
pub(crate) async fn finish_sign_in(
    accounts: &Accounts,
    browser: &Browser,
    ticket: &str,
    credential: Value,
) -> Fallible<Arrival> {
    let checker = available(accounts)?;
    let ticket: Ticket<DiscoverableAuthentication> =
        tickets::open(accounts, Purpose::UsePasskey, ticket).await?;
    let credential: PublicKeyCredential = read(credential)?;
    let mut tx = accounts.db.begin().await?;
    ticket.take(&mut tx).await?;
    let checked = check(accounts, checker, &mut tx, &ticket.state, &credential).await?;
    match checked {
        Checked::Right(user) => {
            let arrival = proceed(accounts, &mut tx, browser, *user, Proven::BothFactors).await?;
            tx.commit().await?;
            Ok(arrival)
        }
        Checked::Wrong(user) => {
            // The challenge is used up by a wrong answer too.
            tx.commit().await?;
            let key = user.as_ref().map_or(browser.rate_key.clone(), |it| it.id.to_string());
            let about = Refused { user: user.as_deref(), key: &key };
            note(accounts, browser, about, "passkey").await?;
            Err(PASSKEY_REFUSED.into())
        }
    }
}

/// The result of a check: the person, as far as the answer says one who exists.
enum Checked {
    Right(Box<User>),
    Wrong(Option<Box<User>>),
}

async fn check(
    accounts: &Accounts,
    checker: &Webauthn,
    tx: &mut Tx,
    state: &DiscoverableAuthentication,
    credential: &PublicKeyCredential,
) -> Fallible<Checked> {
    let Ok((user_id, credential_id)) = checker.identify_discoverable_authentication(credential)
    else {
        return Ok(Checked::Wrong(None));
    };
    let Some(user) = accounts.identity.find_user(tx, UserId(user_id)).await? else {
        return Ok(Checked::Wrong(None));
    };
    let user = Box::new(user);
    let Some((id, kept)) = store::find_credential(tx, user.id, credential_id).await? else {
        return Ok(Checked::Wrong(Some(user)));
    };
    let mut passkey: Passkey = serde_json::from_str(&kept).map_err(Failure::internal)?;
    let result = checker.finish_discoverable_authentication_v2(credential, state.clone(), &passkey);
    let result = match result {
        Ok(result) => result,
        Err(error) => {
            tracing::warn!(user.id = %user.id, %error, "a passkey was refused");
            return Ok(Checked::Wrong(Some(user)));
        }
    };
    passkey.update_credential(&result);
    let used = serde_json::to_string(&passkey).map_err(Failure::internal)?;
    let is_noted = store::note_use(tx, id, &kept, &used, accounts.clock.now()).await?;
    Ok(if is_noted { Checked::Right(user) } else { Checked::Wrong(Some(user)) })
}

fn available(accounts: &Accounts) -> Fallible<&Webauthn> {
    Ok(accounts.0.passkeys.as_ref().ok_or(PASSKEYS_UNAVAILABLE)?)
}

fn read<T: serde::de::DeserializeOwned>(credential: Value) -> Fallible<T> {
    serde_json::from_value(credential).map_err(|error| {
        tracing::debug!(%error, "a passkey cannot be read");
        PASSKEY_REFUSED.into()
    })
}

fn refused(error: &WebauthnError) -> Failure {
    tracing::warn!(%error, "a passkey was refused");
    PASSKEY_REFUSED.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_domain() {
        let has = |address: &str| checker(&Url::parse(address).unwrap()).is_some();
        for address in
            ["https://chat.example.org/", "https://example.org:8443/ai/", "http://localhost:7070/"]
        {
            assert!(has(address), "{address}");
        }
        for address in ["http://127.0.0.1:7070/", "http://[::1]:7070/"] {
            assert!(!has(address), "{address}");
        }
    }
}
