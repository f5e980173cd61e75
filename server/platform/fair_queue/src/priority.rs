use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::{RecentCounts, Share};

/// Priority of work that takes the processor for long: what is quick goes before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for it.
    Low,
    /// Done while nothing else is: what nobody waits for, and what one share begins beyond 8 within 10 seconds.
    Idle,
}

/// Works of one share within [`RECENT`] for which it counts as waiting.
const AWAITED_MAX: usize = 8;
const RECENT: Duration = Duration::from_secs(10);

/// Works that were begun lately, by share.
static BEGUN: LazyLock<RecentCounts> = LazyLock::new(|| RecentCounts::new(RECENT));

impl Priority {
    /// Counts a work that the current task's share begins, and returns its priority.
    pub fn of_next_work() -> Self {
        match BEGUN.add(Share::current(), Instant::now()) > AWAITED_MAX {
            true => Self::Idle,
            false => Self::Low,
        }
    }

    /// Gives this priority to the current thread. Only Linux has it for threads.
    ///
    /// # Errors
    ///
    /// The system refuses.
    #[cfg(target_os = "linux")]
    pub fn set_on_this_thread(self) -> std::io::Result<()> {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
            set_thread_priority_and_policy, thread_native_id,
        };

        match self {
            Self::Low => rustix::process::nice(NICENESS).map(drop).map_err(Into::into),
            // A task of this policy gives way at once, and not only when its slice is over.
            Self::Idle => set_thread_priority_and_policy(
                thread_native_id(),
                ThreadPriority::Min,
                ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle),
            )
            .map_err(std::io::Error::other),
        }
    }

    /// Does nothing: here priorities are the process's.
    #[cfg(not(target_os = "linux"))]
    pub fn set_on_this_thread(self) -> std::io::Result<()> {
        Ok(())
    }

    /// Gives this priority to the process of the current thread, its only one so far. Elsewhere than on Linux both are low.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn set_on_this_process(self) -> std::io::Result<()> {
        match cfg!(target_os = "linux") {
            true => self.set_on_this_thread(),
            false => rustix::process::nice(NICENESS).map(drop).map_err(Into::into),
        }
    }
}

/// Niceness of [`Priority::Low`].
const NICENESS: i32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_ninth_work_of_one_share_within_10_seconds_gives_way_to_others() {
        let share = |number: u8| Share::Address([198, 51, 100, number].into());
        let next = || async { Priority::of_next_work() };
        for _ in 0..8 {
            assert_eq!(share(1).scope(next()).await, Priority::Low);
        }
        assert_eq!(share(1).scope(next()).await, Priority::Idle);
        assert_eq!(share(2).scope(next()).await, Priority::Low);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_idle_thread_has_the_policy_of_idle_ones() {
        let policy = std::thread::spawn(|| {
            Priority::Idle.set_on_this_thread().unwrap();
            // Field 41 of proc(5); the name of the thread, in brackets, may have spaces.
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let fields = stat.rsplit_once(") ").unwrap().1;
            fields.split(' ').nth(38).unwrap().to_owned()
        });
        assert_eq!(policy.join().unwrap(), "5", "SCHED_IDLE");
    }
}
