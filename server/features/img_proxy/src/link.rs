//! Links that let one person see one picture for a while.

use kernel::{Problem, SECOND, Timestamp, UserId};
use subtle::ConstantTimeEq;
use url::form_urlencoded::byte_serialize;
use vault::Vault;

use crate::problems::LINK_INVALID;
use crate::rules::LINK_SECONDS;

const PURPOSE: &str = "img_proxy link";

/// Returns the address at which `user_id` sees the picture at `url` from now on, for a while.
pub(crate) fn sign(vault: &Vault, user_id: UserId, url: &str, now: Timestamp) -> String {
    let expires = now.micros() / SECOND + LINK_SECONDS;
    let signature = signature(vault, user_id, url, expires);
    // In a path a space is %20, never a plus.
    let encoded = byte_serialize(url.as_bytes()).collect::<String>().replace('+', "%20");
    format!("/api/img_proxy/proxy_url/{encoded}?e={expires}&s={signature}")
}

/// Checks that this server issued the link to this person, and that it has not expired.
///
/// Problems: [`LINK_INVALID`].
pub(crate) fn check(
    vault: &Vault,
    user_id: UserId,
    url: &str,
    expires: i64,
    signed: &str,
    now: Timestamp,
) -> Result<(), Problem> {
    let wanted = signature(vault, user_id, url, expires);
    let is_same: bool = wanted.as_bytes().ct_eq(signed.as_bytes()).into();
    match is_same && now.micros() / SECOND < expires {
        true => Ok(()),
        false => Err(LINK_INVALID.into()),
    }
}

fn signature(vault: &Vault, user_id: UserId, url: &str, expires: i64) -> String {
    kernel::hex(&vault.mac(PURPOSE, format!("{user_id}\n{expires}\n{url}").as_bytes()))
}
