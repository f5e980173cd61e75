//! Notices a master key that is not the one that the installation's secrets are sealed with: a lost `master.key`, a
//! `vault.secret` that was set later, another one in a second process (decision 1111).

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use store::{Conn, Migration, StoreResult, sql};
use vault::Vault;

/// The table of the sealed value.
pub const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261128_1111_vault_check",
    sql: include_str!("../migrations/20261128_1111_vault_check.sql"),
}];

const PURPOSE: &str = "vault check";
const PLACE: &str = "vault_check|1|sealed";
const PLAIN: &[u8] = b"the master key of this installation";

/// The state of the master key, as the sealed value tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// Nothing was sealed yet.
    Unknown,
    Same,
    /// It was sealed with a key of `vault.previous_secrets`.
    Rotated,
    Other,
}

/// Advice for another key.
const ADVICE: &str = "Put back the master.key, or set vault.secret to the one that the server had (all processes have the \
     same). After a change of the secret, name the earlier one in vault.previous_secrets. If the key is lost for good: \
     `ensemble vault reset`, and enter keys of providers and tools again";

impl KeyState {
    /// Fails if the key is another one.
    pub fn told(self) -> anyhow::Result<Self> {
        anyhow::ensure!(
            self != Self::Other,
            "the master key is not the one that this installation's secrets are sealed with. {ADVICE}"
        );
        Ok(self)
    }
}

/// Compares the master key with the sealed value.
pub async fn check(services: &Services) -> StoreResult<KeyState> {
    let mut conn = services.db.read().await?;
    Ok(state_of(find(&mut conn).await?.as_deref(), &services.vault))
}

fn state_of(sealed: Option<&[u8]>, vault: &Vault) -> KeyState {
    let Some(sealed) = sealed else { return KeyState::Unknown };
    match vault.open_sealed(PURPOSE, PLACE, sealed) {
        Ok(plain) if plain == PLAIN && vault.is_current(sealed) => KeyState::Same,
        Ok(plain) if plain == PLAIN => KeyState::Rotated,
        _ => KeyState::Other,
    }
}

type Sealed = (Vec<u8>,);

async fn find(conn: &mut Conn) -> StoreResult<Option<Vec<u8>>> {
    let row = sql!(conn, optional Sealed, "SELECT sealed FROM vault_check WHERE id = 1")?;
    Ok(row.map(|(sealed,)| sealed))
}

/// Seals the value at the first start, and again after a rotation; fails if the key is another one.
pub async fn check_at_start(services: &Services) -> anyhow::Result<()> {
    match check(services).await?.told()? {
        KeyState::Unknown => {
            let mut tx = services.db.begin().await?;
            sql!(
                &mut tx,
                execute,
                "INSERT INTO vault_check (id, sealed, made_at) VALUES (1, $1, $2) ON CONFLICT DO NOTHING",
                seal(&services.vault),
                services.clock.now()
            )?;
            tx.commit().await?;
            // Another process may have been first, with another key.
            check(services).await?.told()?;
        }
        KeyState::Rotated => {
            write(services).await?;
            tracing::info!(
                "vault.secret was changed; keep the earlier one in vault.previous_secrets, for what it sealed"
            );
        }
        KeyState::Same | KeyState::Other => {}
    }
    Ok(())
}

/// Accepts the present key as that of the installation: for `ensemble vault reset`.
pub async fn write(services: &Services) -> StoreResult<()> {
    let mut tx = services.db.begin().await?;
    sql!(
        &mut tx,
        execute,
        "INSERT INTO vault_check (id, sealed, made_at) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, made_at = excluded.made_at",
        seal(&services.vault),
        services.clock.now()
    )?;
    tx.commit().await
}

fn seal(vault: &Vault) -> Vec<u8> {
    vault.seal(PURPOSE, PLACE, PLAIN)
}

/// Tells `ensemble doctor` and the operator's page about the key.
pub struct MasterKey;

#[async_trait]
impl HealthCheck for MasterKey {
    fn name(&self) -> &'static str {
        "master key"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let name = self.name();
        vec![match check(services).await {
            Ok(KeyState::Same) => Finding::ok(name, "opens what is sealed here"),
            Ok(KeyState::Rotated) => {
                Finding::ok(name, "changed; the earlier one is in vault.previous_secrets")
            }
            Ok(KeyState::Unknown) => {
                let advice = "It is kept in mind when this version's server starts.";
                Finding::warning(name, "nothing is sealed with it yet", advice)
            }
            Ok(KeyState::Other) => {
                let detail = "not the one that this installation's secrets are sealed with";
                Finding::failed(name, detail, format!("{ADVICE}."))
            }
            Err(error) => Finding::failed(name, error.to_string(), "See store and schema."),
        }]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use std::path::Path;

    use kernel::Secret;

    use super::*;

    fn vault(secret: &str, previous: &[&str]) -> Vault {
        let secret_of =
            |text: &&str| Secret::new(format!("{text}-0123456789abcdef0123456789abcdef"));
        let settings = vault::Settings {
            secret: Some(secret_of(&secret)),
            previous_secrets: previous.iter().map(secret_of).collect(),
        };
        Vault::open(Path::new("."), &settings).unwrap()
    }

    #[test]
    fn the_sealed_value_tells_the_same_key_a_rotated_one_and_another() {
        let sealed = seal(&vault("first", &[]));
        let state = |vault: &Vault| state_of(Some(&sealed), vault);
        assert_eq!(state(&vault("first", &[])), KeyState::Same);
        assert_eq!(state(&vault("second", &["first"])), KeyState::Rotated);
        assert_eq!(state(&vault("second", &[])), KeyState::Other);
        assert_eq!(state_of(None, &vault("first", &[])), KeyState::Unknown);
        let told = KeyState::Other.told().unwrap_err().to_string();
        assert!(told.contains("vault.previous_secrets") && told.contains("vault reset"), "{told}");
    }
}
