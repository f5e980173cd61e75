//! Metrics that are read on demand, not counted as events happen.

use std::path::Path;

use area::Services;
use kernel::{SECOND, Timestamp};
use store::StoreResult;

use crate::disk::disk_space;

/// Sets the gauges of this moment. Where the database does not answer, those of the moment before stay.
pub async fn look(services: &Services, data_dir: &Path) {
    metrics::gauge!("runs_active").set(services.generation.active_runs() as f64);
    for pool in services.db.pool_usage() {
        let gauge = |state: &'static str, connections: u32| {
            metrics::gauge!("database_connections", "pool" => pool.pool, "state" => state)
                .set(connections);
        };
        gauge("used", pool.used);
        gauge("idle", pool.idle);
        gauge("max", pool.max);
    }
    if let Some(bytes) = resident_bytes(Path::new("/proc/self/status")) {
        metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    if let Ok(space) = disk_space(data_dir) {
        metrics::gauge!("disk_free_bytes").set(space.free_bytes as f64);
        metrics::gauge!("disk_size_bytes").set(space.total_bytes as f64);
    }
    let memory = services.memory.usage();
    metrics::gauge!("memory_budget_used_bytes").set(memory.used_bytes as f64);
    metrics::gauge!("memory_budget_waiting").set(memory.waiting as f64);
    if let Err(error) = look_at_queues(services).await {
        tracing::warn!(%error, "the queues could not be counted");
    }
}

async fn look_at_queues(services: &Services) -> StoreResult<()> {
    let mut conn = services.db.read().await?;
    let backlog = services.queue.backlog(&mut conn).await?;
    let waiting = generation::count_waiting(&mut conn).await?;
    let mails = services.mail.backlog(&mut conn).await?;
    drop(conn);
    metrics::gauge!("runs_waiting").set(waiting as f64);
    metrics::gauge!("jobs_due").set(backlog.due as f64);
    metrics::gauge!("jobs_running").set(backlog.running as f64);
    metrics::gauge!("jobs_dead").set(backlog.dead as f64);
    let age = age_seconds(backlog.oldest_due, services.clock.now());
    metrics::gauge!("jobs_oldest_due_seconds").set(age);
    metrics::gauge!("mails_waiting").set(mails.waiting as f64);
    metrics::gauge!("mails_failed").set(mails.failed as f64);
    let age = age_seconds(mails.oldest_waiting, services.clock.now());
    metrics::gauge!("mails_oldest_waiting_seconds").set(age);
    Ok(())
}

fn age_seconds(since: Option<Timestamp>, now: Timestamp) -> f64 {
    since.map_or(0.0, |since| now.since(since).max(0) as f64 / SECOND as f64)
}

/// Returns the resident memory of this process, if the system reports it in a file.
fn resident_bytes(status: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_memory_is_read_in_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let status = folder.path().join("status");
        std::fs::write(&status, "VmPeak:\t  900 kB\nVmRSS:\t   12 kB\n").unwrap();
        assert_eq!(resident_bytes(&status), Some(12_288));
        assert_eq!(resident_bytes(&folder.path().join("none")), None);
    }

    #[test]
    fn a_queue_in_which_nothing_is_due_has_no_age() {
        let now = Timestamp::from_micros(5 * SECOND);
        assert_eq!(age_seconds(None, now), 0.0);
        assert_eq!(age_seconds(Some(Timestamp::from_micros(3_500_000)), now), 1.5);
    }
}
