//! Signals to processes.

use rustix::process::{Pid, Signal, kill_process};

/// Sends a signal to processes. One that has ended gets none.
pub fn send(signal: Signal, ids: impl IntoIterator<Item = u32>) {
    for id in ids {
        let id = i32::try_from(id).ok().and_then(Pid::from_raw).expect("the id of a process");
        // It may have ended by itself since its id was read.
        let _ = kill_process(id, signal);
    }
}

/// Returns the processes that a process has started.
pub fn children_of(id: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|child| parent_of(*child) == Some(id)).collect()
}

fn parent_of(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is the program's name in brackets and may hold spaces.
    stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()
}
