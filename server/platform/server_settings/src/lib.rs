//! Stores what the operator chose in the app for settings that can be changed while the server runs, and applies it in
//! every process.
//!
//! Crates and areas declare their settings as sections of `live_settings` and register them here. A change is stored and
//! recorded in one transaction; this process applies it before the request is answered, others when the bus says so, or
//! at their next look at the database. Start at [`ServerSettings::change`].

mod store;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ::store::{Db, Migration, StoreResult};
use audit::{Actor, Audit, Event, Kind};
use bus::Bus;
use kernel::{Clock, Fallible, Problem};
use live_settings::{Changeable, Overrides, Section, Setting, Value};
use tokio::sync::watch;

pub const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261128_1002_server_settings",
    sql: include_str!("../migrations/20261128_1002_server_settings.sql"),
}];

kernel::problems! {
    SETTING_NOT_FOUND: "server_settings.not_found", 404, "Setting not found", "ours (decision 1002)";
}

/// Topic of the hint that something was changed.
const TOPIC: &str = "server_settings";
/// Time after which a process looks for changes of which it heard nothing.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Returns what was chosen in the app, by key. For commands: they read it without changing the schema.
pub async fn list_choices(db: &Db) -> StoreResult<Overrides> {
    store::list(&mut db.read().await?).await
}

/// The settings that can be changed while the server runs. Cheap to clone.
#[derive(Clone)]
pub struct ServerSettings(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    bus: Bus,
    audit: Audit,
    sections: Mutex<Vec<Arc<dyn Changeable>>>,
    /// Version that the sections have; -1: nothing was read.
    version: AtomicI64,
    /// Lets one task read and apply at a time, so that an older version never replaces a newer one.
    applying: tokio::sync::Mutex<()>,
    applied: watch::Sender<i64>,
}

impl ServerSettings {
    pub fn new(db: Db, clock: Clock, bus: Bus, audit: Audit) -> Self {
        Self(Arc::new(Inner {
            db,
            clock,
            bus,
            audit,
            sections: Mutex::default(),
            version: AtomicI64::new(-1),
            applying: tokio::sync::Mutex::default(),
            applied: watch::Sender::new(-1),
        }))
    }

    /// Registers settings that can be changed. Call it before [`ServerSettings::load`].
    pub fn register<T: Clone + Send + Sync + 'static>(&self, section: &Section<T>) {
        self.register_all([Arc::new(section.clone()) as Arc<dyn Changeable>]);
    }

    pub fn register_all(&self, sections: impl IntoIterator<Item = Arc<dyn Changeable>>) {
        self.sections().extend(sections);
    }

    /// Lists all settings that can be changed, in the order of their registration, with the keys of those that were.
    pub async fn list(&self) -> StoreResult<(Vec<Setting>, Overrides)> {
        let mut conn = self.0.db.read().await?;
        let overrides = store::list(&mut conn).await?;
        Ok((self.sections().iter().flat_map(|section| section.list()).collect(), overrides))
    }

    /// Returns the keys of all settings that can be changed.
    pub fn declared(&self) -> Vec<Setting> {
        self.sections().iter().flat_map(|section| section.list()).collect()
    }

    /// Changes a setting; `None`: the value of the file counts again. Applied in this process when it returns.
    ///
    /// Problems: [`SETTING_NOT_FOUND`], those of the section.
    pub async fn change(&self, by: Actor, key: &str, value: Option<&Value>) -> Fallible<()> {
        let section = self.sections().iter().find(|section| section.has(key)).cloned();
        let section = section.ok_or(SETTING_NOT_FOUND)?;
        let declared = section.list().into_iter().find(|setting| setting.key == key);
        let key = declared.ok_or(SETTING_NOT_FOUND)?.key;
        let mut tx = self.0.db.begin().await?;
        // Two changes at once are made one after the other: each is checked beside the other.
        store::raise_version(&mut tx).await?;
        let overrides = store::list(&mut tx).await?;
        let kept = section.check(&overrides, key, value)?;
        if overrides.get(key) == kept.as_ref() {
            return Ok(());
        }
        match &kept {
            Some(value) => store::set(&mut tx, key, value, self.0.clock.now()).await?,
            None => store::remove(&mut tx, key).await?,
        }
        self.0.audit.record(&mut tx, Event::new(Kind::ServerChanged, by).detail(key)).await?;
        tx.commit().await?;
        self.load().await?;
        self.0.bus.publish(TOPIC, "changed");
        Ok(())
    }

    /// Reads what was chosen, and applies it if it is new. Call it before anything runs.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "two reads of a small table, after a change by an operator"
    )]
    pub async fn load(&self) -> StoreResult<()> {
        let _one_at_a_time = self.0.applying.lock().await;
        let mut conn = self.0.db.read().await?;
        let version = store::find_version(&mut conn).await?;
        if version == self.0.version.load(Ordering::Acquire) {
            return Ok(());
        }
        let overrides = store::list(&mut conn).await?;
        drop(conn);
        for section in self.sections().iter() {
            section.apply(&overrides);
        }
        self.0.version.store(version, Ordering::Release);
        self.0.applied.send_replace(version);
        Ok(())
    }

    /// Changes a value of the file, because the file was read again. [`ServerSettings::apply_again`] makes it count, unless
    /// another was chosen in the app.
    ///
    /// Problems: [`SETTING_NOT_FOUND`], those of the section.
    pub fn set_file_value(&self, key: &str, value: &Value) -> Result<(), Problem> {
        let section = self.sections().iter().find(|section| section.has(key)).cloned();
        section.ok_or(SETTING_NOT_FOUND)?.set_file(key, value)
    }

    /// Applies everything again, after the values of the file changed.
    pub async fn apply_again(&self) -> StoreResult<()> {
        self.0.version.store(-1, Ordering::Release);
        self.load().await
    }

    /// Applies what other processes change, for as long as the server runs.
    pub async fn follow(&self) {
        let mut hints = self.0.bus.subscribe(TOPIC);
        loop {
            if let Err(error) = self.load().await {
                tracing::warn!(%error, "settings of the server cannot be read: those known before count");
            }
            if let Ok(None) = tokio::time::timeout(LOOK_EVERY, hints.next()).await {
                return;
            }
        }
    }

    /// Returns what is notified when this process has applied a change.
    pub fn applied(&self) -> watch::Receiver<i64> {
        self.0.applied.subscribe()
    }

    fn sections(&self) -> MutexGuard<'_, Vec<Arc<dyn Changeable>>> {
        self.0.sections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
