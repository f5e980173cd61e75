//! The operator's notice to everybody, which may close the server for maintenance.

use ::store::{Conn, StoreResult, Tx, sql};
use area::Services;
use bus::NOTICE_TOPIC;
use kernel::{Fallible, Problem, SECOND, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::NOTICE_INVALID;
use crate::rules::NOTICE_MAX_CHARS;

/// Default delay after which a request to a closed server may be retried, if no opening time is set.
const AGAIN_SECONDS: i64 = 60;
/// Maximum delay that clients are told to wait: maintenance may end earlier.
const AGAIN_MAX_SECONDS: i64 = 3_600;

/// The effect of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NoticeLevel)]
pub(crate) enum Level {
    /// The notice is shown.
    Notice,
    /// Only operators have access while it is in effect.
    Closed,
}

impl Level {
    fn as_str(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Closed => "closed",
        }
    }
}

impl From<String> for Level {
    /// Parses a stored level. The table allows only these two; an unknown value must not lock anybody out.
    fn from(text: String) -> Self {
        if text == "closed" { Self::Closed } else { Self::Notice }
    }
}

/// The operator's notice to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub level: Level,
    /// Empty only where the server is closed: then clients have words of their own.
    pub text: String,
    /// Start; `None`: from when it was written.
    pub starts_at: Option<Timestamp>,
    /// End; `None`: until it is removed.
    pub ends_at: Option<Timestamp>,
    /// Version that distinguishes it from the one before: people who dismissed that have not seen this.
    pub changed_at: Timestamp,
}

impl Notice {
    /// Checks a notice, and trims its text.
    ///
    /// Problems: [`NOTICE_INVALID`], which names the field.
    pub fn checked(self, now: Timestamp) -> Result<Self, Problem> {
        let wrong = |field: &str| NOTICE_INVALID.with("field", field);
        let text = self.text.trim().to_owned();
        let is_said = !text.is_empty() || self.level == Level::Closed;
        if !is_said || text.chars().count() > NOTICE_MAX_CHARS {
            return Err(wrong("text").with("max", NOTICE_MAX_CHARS));
        }
        let begins = self.starts_at.unwrap_or(now);
        if self.ends_at.is_some_and(|end| end <= begins || end <= now) {
            return Err(wrong("ends_at"));
        }
        Ok(Self { text, ..self })
    }

    /// Returns true if it is in effect at `now`.
    pub fn is_on(&self, now: Timestamp) -> bool {
        self.starts_at.is_none_or(|start| start <= now) && !self.is_over(now)
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.ends_at.is_some_and(|end| end <= now)
    }

    /// Returns true if everybody may see it: while it is in effect, and in advance if it announces that the server will
    /// be closed.
    pub fn is_shown(&self, now: Timestamp) -> bool {
        !self.is_over(now) && (self.is_on(now) || self.level == Level::Closed)
    }

    /// Returns true if only operators have access at `now`.
    pub fn is_closed(&self, now: Timestamp) -> bool {
        self.level == Level::Closed && self.is_on(now)
    }

    /// Returns the number of seconds after which a retry makes sense.
    pub fn again_seconds(&self, now: Timestamp) -> i64 {
        let left = self.ends_at.map_or(AGAIN_SECONDS, |end| end.since(now) / SECOND + 1);
        left.clamp(1, AGAIN_MAX_SECONDS)
    }
}

/// Returns the notice there is, whether it lasts or not.
pub(crate) async fn find(conn: &mut Conn) -> StoreResult<Option<Notice>> {
    let row = sql!(
        conn,
        optional(String, String, Option<Timestamp>, Option<Timestamp>, Timestamp),
        "SELECT level, text, starts_at, ends_at, changed_at FROM admin_notice WHERE id = 1"
    )?;
    Ok(row.map(|(level, text, starts_at, ends_at, changed_at)| {
        let level = Level::from(level);
        Notice { level, text, starts_at, ends_at, changed_at }
    }))
}

/// Replaces the notice, for everybody.
///
/// Problems: those of [`Notice::checked`].
pub(crate) async fn set(services: &Services, notice: Notice) -> Fallible<Notice> {
    let notice = notice.checked(services.clock.now())?;
    let mut tx = services.db.begin().await?;
    sql!(
        &mut tx,
        execute,
        "INSERT INTO admin_notice (id, level, text, starts_at, ends_at, changed_at)
         VALUES (1, $1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE
             SET level = $1, text = $2, starts_at = $3, ends_at = $4, changed_at = $5",
        notice.level.as_str(),
        notice.text.as_str(),
        notice.starts_at,
        notice.ends_at,
        notice.changed_at
    )?;
    announce(services, &mut tx);
    tx.commit().await?;
    tracing::info!(level = notice.level.as_str(), "the notice changed");
    Ok(notice)
}

/// Removes the notice; if there is none, nothing changes.
pub(crate) async fn remove(services: &Services) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    sql!(&mut tx, execute, "DELETE FROM admin_notice")?;
    announce(services, &mut tx);
    tx.commit().await?;
    tracing::info!("the notice was taken away");
    Ok(())
}

fn announce(services: &Services, tx: &mut Tx) {
    let bus = services.bus.clone();
    tx.after_commit(move || bus.publish(NOTICE_TOPIC, "changed"));
}

#[cfg(test)]
mod tests {
    use kernel::HOUR;

    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);

    fn notice(level: Level, text: &str, from: Option<i64>, until: Option<i64>) -> Notice {
        let at = |hours: Option<i64>| hours.map(|hours| NOW.plus(hours * HOUR));
        let text = text.to_owned();
        Notice { level, text, starts_at: at(from), ends_at: at(until), changed_at: NOW }
    }

    fn wrong(notice: Notice) -> Option<String> {
        notice.checked(NOW).err().map(|problem| problem.params["field"].clone())
    }

    #[test]
    fn a_notice_that_cannot_be_shown_names_what_is_wrong() {
        assert_eq!(wrong(notice(Level::Notice, " ", None, None)).as_deref(), Some("text"));
        let long = "a".repeat(501);
        assert_eq!(wrong(notice(Level::Closed, &long, None, None)).as_deref(), Some("text"));
        for (from, until) in [(None, 0), (None, -1), (Some(2), 2), (Some(3), 2)] {
            let ended = notice(Level::Notice, "hello", from, Some(until));
            assert_eq!(wrong(ended).as_deref(), Some("ends_at"));
        }
        assert_eq!(wrong(notice(Level::Closed, "", Some(1), Some(2))), None);
    }

    #[test]
    fn a_notice_is_shown_while_it_lasts_and_closing_also_before() {
        let told = notice(Level::Notice, "hello", Some(1), Some(2));
        let closing = notice(Level::Closed, "", Some(1), Some(2));
        let at = |hours: i64| NOW.plus(hours * HOUR);
        assert_eq!([0, 1, 2].map(|hours| told.is_shown(at(hours))), [false, true, false]);
        assert_eq!([0, 1, 2].map(|hours| closing.is_shown(at(hours))), [true, true, false]);
        assert_eq!([0, 1, 2].map(|hours| closing.is_closed(at(hours))), [false, true, false]);
        assert_eq!([0, 1, 2].map(|hours| told.is_closed(at(hours))), [false; 3]);
    }

    #[test]
    fn who_finds_the_server_closed_comes_back_when_it_opens_and_within_the_hour() {
        let closed = |until| notice(Level::Closed, "", None, until);
        assert_eq!(closed(None).again_seconds(NOW), 60);
        assert_eq!(closed(Some(24)).again_seconds(NOW), 3_600);
        assert_eq!(closed(Some(1)).again_seconds(NOW.plus(HOUR - 5 * SECOND)), 6);
    }
}
