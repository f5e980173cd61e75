//! Subscriptions of devices: one per session, deleted with it.

use area::Services;
use identity::SignedIn;
use kernel::{Failure, Fallible, Problem};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vault::Vault;

use crate::encrypt::{AUTH_BYTES, POINT_BYTES, encrypt};
use crate::problems::SUBSCRIPTION_INVALID;
use crate::rules::ENDPOINT_MAX_BYTES;
use crate::store::{Subscription, SubscriptionId, delete_of_session, find_of_session, replace};
use crate::vapid::decode;

const PURPOSE: &str = "push_target";

/// The push address of a browser and its keys, from its subscription.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Target {
    pub endpoint: String,
    pub browser_key: Vec<u8>,
    pub auth: Vec<u8>,
}

impl Target {
    /// Parses a browser's subscription.
    ///
    /// Problems: [`SUBSCRIPTION_INVALID`] for an address outside the open web, and for keys that nothing can be
    /// encrypted with.
    pub fn read(
        services: &Services,
        endpoint: &str,
        browser_key: &str,
        auth: &str,
    ) -> Result<Self, Problem> {
        let refused = || Problem::from(SUBSCRIPTION_INVALID);
        if endpoint.len() > ENDPOINT_MAX_BYTES {
            return Err(refused());
        }
        let endpoint = services.web.check(endpoint).map_err(|_| refused())?;
        let browser_key = decode(browser_key).ok_or_else(refused)?;
        let auth = decode(auth).ok_or_else(refused)?;
        let are_whole = browser_key.len() == POINT_BYTES && auth.len() == AUTH_BYTES;
        if !are_whole || encrypt(&browser_key, &auth, b"{}").is_err() {
            return Err(refused());
        }
        Ok(Self { endpoint, browser_key, auth })
    }

    pub fn open(vault: &Vault, subscription: &Subscription) -> Fallible<Self> {
        let place = place(subscription.id);
        let json = vault.open_sealed(PURPOSE, place, &subscription.target);
        serde_json::from_slice(&json.map_err(Failure::internal)?).map_err(Failure::internal)
    }

    fn seal(&self, vault: &Vault, id: SubscriptionId) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("texts and bytes are plain data");
        vault.seal(PURPOSE, place(id), &json)
    }
}

fn place(id: SubscriptionId) -> String {
    format!("push_subscriptions|{id}|target")
}

/// Subscribes the caller's device.
pub(crate) async fn subscribe(
    services: &Services,
    caller: &SignedIn,
    target: &Target,
    with_title: bool,
) -> Fallible<Subscription> {
    let now = services.clock.now();
    let id = SubscriptionId::new(now);
    let new = Subscription {
        id,
        user_id: caller.user_id,
        session_id: caller.session_id,
        endpoint_hash: Sha256::digest(target.endpoint.as_bytes()).to_vec(),
        target: target.seal(&services.vault, id),
        with_title,
        created_at: now,
    };
    let mut tx = services.db.begin().await?;
    replace(&mut tx, &new).await?;
    tx.commit().await?;
    Ok(new)
}

/// Finds the subscription of the caller's device.
pub(crate) async fn find_own(
    services: &Services,
    caller: &SignedIn,
) -> Fallible<Option<Subscription>> {
    let mut conn = services.db.read().await?;
    Ok(find_of_session(&mut conn, caller.session_id).await?)
}

/// Unsubscribes the caller's device.
pub(crate) async fn unsubscribe(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    delete_of_session(&mut tx, caller.session_id).await?;
    Ok(tx.commit().await?)
}
