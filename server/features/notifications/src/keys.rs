//! The key that this server signs messages to push services with.

use area::Services;
use kernel::{Failure, Fallible};

use crate::store::{find_key, insert_key};
use crate::vapid::Signer;

const PURPOSE: &str = "push_key";
const PLACE: &str = "push_keys|1|private_key";

/// Returns the server's own key, created on first use and kept: browsers that subscribed know no other.
pub(crate) async fn own_key(services: &Services) -> Fallible<Signer> {
    if let Some(signer) = stored_key(services).await? {
        return Ok(signer);
    }
    let pkcs8 = Signer::generate();
    let made = Signer::from_pkcs8(&pkcs8).map_err(Failure::internal)?;
    let sealed = services.vault.seal(PURPOSE, PLACE, &pkcs8);
    let mut tx = services.db.begin().await?;
    insert_key(&mut tx, made.public_key(), &sealed, services.clock.now()).await?;
    tx.commit().await?;
    // Another process may have been quicker: its key is the one.
    Ok(stored_key(services).await?.unwrap_or(made))
}

async fn stored_key(services: &Services) -> Fallible<Option<Signer>> {
    let mut conn = services.db.read().await?;
    let Some(sealed) = find_key(&mut conn).await? else { return Ok(None) };
    let pkcs8 = services.vault.open_sealed(PURPOSE, PLACE, &sealed).map_err(Failure::internal)?;
    Ok(Some(Signer::from_pkcs8(&pkcs8).map_err(Failure::internal)?))
}
