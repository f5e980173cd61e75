use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use kernel::{SECOND, Timestamp};

use crate::SignedIn;

/// Sessions that were read within the last seconds, so that a message and the answer's events, which follow
/// at once, need not ask the database who carries the same cookie (decision 0686).
///
/// On SQLite alone, where one process serves: whatever it changes of sessions and people is followed by
/// [`RecentSessions::forget_all`] before anybody is told that it is done. A command in another process is
/// noticed after [`KEPT`].
#[derive(Debug, Default)]
pub(crate) struct RecentSessions {
    /// By the hash of the secret.
    known: DashMap<Vec<u8>, Recent>,
    /// Counts what was forgotten.
    version: AtomicU64,
}

#[derive(Debug, Clone)]
pub(crate) struct Recent {
    pub signed_in: SignedIn,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub read_at: Timestamp,
}

/// How long a read session is taken as it was, in microseconds.
const KEPT: i64 = 2 * SECOND;
const SESSIONS_MAX: usize = 4_096;

/// The state of things when a session was about to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version(u64);

impl RecentSessions {
    pub fn version(&self) -> Version {
        Version(self.version.load(Ordering::Acquire))
    }

    /// The session as it was read lately.
    pub fn find(&self, token_hash: &[u8], now: Timestamp) -> Option<Recent> {
        let recent = self.known.get(token_hash)?;
        (0..KEPT).contains(&now.since(recent.read_at)).then(|| recent.clone())
    }

    /// Keeps what was read after `version` was taken, unless something has changed meanwhile.
    pub fn keep(&self, token_hash: Vec<u8>, recent: Recent, version: Version) {
        if self.known.len() >= SESSIONS_MAX {
            self.known.clear();
        }
        self.known.insert(token_hash.clone(), recent);
        // A change counts before it clears, so one of the two takes away what is too old.
        if self.version() != version {
            self.known.remove(&token_hash);
        }
    }

    pub fn forget_all(&self) {
        self.version.fetch_add(1, Ordering::AcqRel);
        self.known.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{SessionId, UserId, WorkspaceId};

    use super::*;
    use crate::{ClientType, Role, UserSettings};

    const READ: Timestamp = Timestamp::from_micros(60 * SECOND);

    fn recent() -> Recent {
        let signed_in = SignedIn {
            user_id: UserId::new(READ),
            session_id: SessionId::new(READ),
            workspace_id: WorkspaceId::new(READ),
            role: Role::Member,
            locale: None,
            settings: Arc::new(UserSettings::default()),
            client_type: ClientType::from("web".to_owned()),
        };
        Recent { signed_in, created_at: READ, last_seen_at: READ, read_at: READ }
    }

    #[test]
    fn a_session_is_known_for_two_seconds() {
        let sessions = RecentSessions::default();
        sessions.keep(vec![1], recent(), sessions.version());
        assert!(sessions.find(&[1], READ.plus(2 * SECOND - 1)).is_some());
        assert!(sessions.find(&[1], READ.plus(2 * SECOND)).is_none());
        assert!(sessions.find(&[2], READ).is_none());
    }

    #[test]
    fn what_changed_while_it_was_read_is_not_kept() {
        let sessions = RecentSessions::default();
        let version = sessions.version();
        sessions.forget_all();
        sessions.keep(vec![1], recent(), version);
        assert!(sessions.find(&[1], READ).is_none());
    }

    #[test]
    fn a_change_forgets_what_is_known() {
        let sessions = RecentSessions::default();
        sessions.keep(vec![1], recent(), sessions.version());
        sessions.forget_all();
        assert!(sessions.find(&[1], READ).is_none());
    }
}
