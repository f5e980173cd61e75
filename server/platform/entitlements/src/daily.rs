//! Daily limits of plans, beside meters: how often an action is allowed, whatever it costs.

use ::store::{StoreResult, Tx, lock};
use kernel::{DAY, Payer, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Entitlements, Plan};

/// An action that a plan may limit per day (UTC). Spec §3: "quotas for image, PDF, audio-to-text, reading, smart
/// search, screenshot, video summary and doc chat".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DailyUse {
    /// Pages and PDFs that are summed up.
    Reading,
    /// Videos that are summed up.
    Video,
    /// Searches that are answered, and messages in chats for which the web was searched.
    Search,
    /// PDFs that are added, to be asked about.
    PdfUpload,
    /// Questions about PDFs.
    PdfQuestion,
}

impl DailyUse {
    /// All actions, in display order.
    pub const ALL: [Self; 5] =
        [Self::Reading, Self::Video, Self::Search, Self::PdfUpload, Self::PdfQuestion];
}

/// Number of times a person may do something in one day, UTC; `None` is unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DailyLimits {
    /// Pages and PDFs that are summed up.
    pub readings: Option<i64>,
    /// Videos that are summed up.
    pub videos: Option<i64>,
    /// Searches that are answered, with those of chats.
    pub searches: Option<i64>,
}

/// A plan's limit on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayLimit {
    /// Start of the counted period.
    pub since: Timestamp,
    pub max: i64,
}

/// Returns the start of the day by which uses are counted.
pub fn day_of(now: Timestamp) -> Timestamp {
    now.next_utc_midnight().plus(-DAY)
}

impl Plan {
    /// Returns the limit per day of an action; `None`: unlimited.
    pub fn daily_limit(&self, of: DailyUse) -> Option<i64> {
        match of {
            DailyUse::Reading => self.daily.readings,
            DailyUse::Video => self.daily.videos,
            DailyUse::Search => self.daily.searches,
            DailyUse::PdfUpload => self.documents.uploads,
            DailyUse::PdfQuestion => self.documents.questions,
        }
    }
}

impl Entitlements {
    /// Returns the limit of an action that `whose` is about to perform; the caller counts the uses. Only one
    /// transaction at a time gets past this, so that what is counted afterwards holds until the commit. `None`:
    /// unlimited, and nobody waits.
    pub async fn limit_today(
        &self,
        tx: &mut Tx,
        whose: &Payer,
        of: DailyUse,
        now: Timestamp,
    ) -> StoreResult<Option<DayLimit>> {
        let plan = self.plan_of(tx, whose.workspace_id, now).await?;
        let Some(max) = plan.daily_limit(of) else { return Ok(None) };
        lock(tx, &format!("daily {of:?} {}", whose.user_id)).await?;
        Ok(Some(DayLimit { since: day_of(now), max }))
    }
}
