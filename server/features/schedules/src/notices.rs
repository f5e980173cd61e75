//! Tells people of runs that ended: by mail, and on their devices.

use area::Services;
use generation::RunState;
use kernel::truncate;
use serde_json::json;
use store::{StoreResult, Tx};

use crate::mail_texts;
use crate::schedule::{Schedule, ScheduleRun};

/// The job of `notifications` that tells devices of an answer that ended. Areas know each other's jobs by name only.
const DEVICES_JOB: &str = "notifications.tell_of_end";
/// Maximum length of a result in a mail.
const EXCERPT_CHARS: usize = 1_500;

/// The news about a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    Ready,
    Failed,
    /// It was paused because too many runs failed.
    Paused,
    /// A run would have gone beyond a limit.
    Skipped,
}

/// Tells the person of a schedule, in the transaction that makes it true.
///
/// A schedule that pauses is mailed in any case: nothing else would tell that it comes no more.
pub(crate) async fn tell(
    services: &Services,
    tx: &mut Tx,
    schedule: &Schedule,
    run: &ScheduleRun,
    news: News,
) -> StoreResult<()> {
    if schedule.by_mail || news == News::Paused {
        mail(services, tx, schedule, run, news).await?;
    }
    if let Some(run_id) = run.run_id.filter(|_| schedule.by_push) {
        let state = if news == News::Ready { RunState::Completed } else { RunState::Failed };
        let payload = json!({ "run_id": run_id, "state": state }).to_string();
        services.queue.enqueue_named(tx, DEVICES_JOB, &payload).await?;
    }
    Ok(())
}

async fn mail(
    services: &Services,
    tx: &mut Tx,
    schedule: &Schedule,
    run: &ScheduleRun,
    news: News,
) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, schedule.user_id).await? else {
        return Ok(());
    };
    let own_page = format!("/home/schedules/{}", schedule.id);
    let path = run.path.as_deref().filter(|_| news == News::Ready).unwrap_or(&own_page);
    let result = truncate(run.result.as_deref().unwrap_or_default(), EXCERPT_CHARS);
    let page = services.page(path);
    let locale = user.settings.locale.as_deref();
    let message =
        mail_texts::message(&user.email, news, &schedule.title, &result, page.as_str(), locale);
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}
