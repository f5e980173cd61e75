//! What this machine gives the server: files, disk, permissions, time.

use std::fs::metadata;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use kernel::Timestamp;

use crate::disk::{DiskSpace, disk_space};
use crate::listen::OpenFiles;

/// Less free space than this fails soon, and less than that is to be looked at.
const FREE_MIN_BYTES: u64 = 256 * 1024 * 1024;
const FREE_WANTED_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// No clock is right that is before this version: 2025-01-01.
const CLOCK_MIN: Timestamp = Timestamp::from_micros(1_735_689_600_000_000);
const OTHERS: u32 = 0o077;

/// Looks at this machine.
pub struct Machine {
    pub data_dir: PathBuf,
    pub connections: usize,
}

#[async_trait]
impl HealthCheck for Machine {
    fn name(&self) -> &'static str {
        "machine"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let now = services.clock.now();
        let mut findings = vec![
            check_open_files(OpenFiles::current(), self.connections),
            check_disk(&self.data_dir, disk_space(&self.data_dir)),
            check_permissions(&self.data_dir),
        ];
        if now < CLOCK_MIN {
            let detail = format!("this machine's clock says {now}");
            findings.push(Finding::failed("clock", detail, "Set it, best by NTP."));
        }
        findings
    }
}

/// Checks that so many files may be open as connections are wanted. The server raises the limit itself, up to the hard one.
pub fn check_open_files(found: OpenFiles, wanted: usize) -> Finding {
    let files = OpenFiles { limit: found.raised(), ..found };
    let connections = files.connections(wanted);
    let limit = files.limit;
    if connections < wanted {
        return Finding::warning(
            "open files",
            format!(
                "{limit} files may be open, which is enough for {connections} connections of the {wanted} in \
                 server.max_connections"
            ),
            "Raise the hard limit (LimitNOFILE= of systemd, --ulimit nofile= of Docker, ulimit -Hn).",
        );
    }
    Finding::ok("open files", format!("{limit} may be open"))
}

fn check_disk(folder: &Path, found: io::Result<DiskSpace>) -> Finding {
    let folder = folder.display();
    let space = match found {
        Ok(space) => space,
        Err(error) => {
            let detail = format!("{folder}: {error}");
            return Finding::failed("disk", detail, "Check server.data_dir.");
        }
    };
    let megabytes = |bytes: u64| bytes / (1024 * 1024);
    let detail = format!(
        "{} of {} MB are free below {folder}",
        megabytes(space.free_bytes),
        megabytes(space.total_bytes)
    );
    let advice = "Make room: people lose what they write when the disk is full.";
    match space.free_bytes {
        ..FREE_MIN_BYTES => Finding::failed("disk", detail, advice),
        FREE_MIN_BYTES..FREE_WANTED_BYTES => Finding::warning("disk", detail, advice),
        _ => Finding::ok("disk", detail),
    }
}

/// Checks that this user may write in the data folder, and that others may not read there.
pub fn check_permissions(folder: &Path) -> Finding {
    let name = "permissions";
    let place = folder.display();
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    let written = std::fs::write(&probe, b"probe").and_then(|()| std::fs::remove_file(&probe));
    if let Err(error) = written {
        let detail = format!("{place} cannot be written: {error}");
        return Finding::failed(
            name,
            detail,
            "Give the folder to the user that the server runs as.",
        );
    }
    match metadata(folder) {
        Ok(found) if found.permissions().mode() & OTHERS != 0 => Finding::warning(
            name,
            format!("other users of this machine may read {place}"),
            format!("Run `chmod 700 {place}`, or set server.data_dir to a folder of its own."),
        ),
        Ok(_) => Finding::ok(name, format!("{place} is this user's alone")),
        Err(error) => Finding::failed(name, format!("{place}: {error}"), "Check server.data_dir."),
    }
}

#[cfg(test)]
mod tests {
    use area::FindingState;

    use super::*;

    #[test]
    fn a_limit_of_open_files_that_is_too_low_for_the_connections_is_told() {
        let check = |hard: u64| check_open_files(OpenFiles { limit: 1_024, hard }, 20_000);
        assert_eq!(check(4_096).state, FindingState::Warning);
        assert!(check(4_096).detail.contains("3072 connections"));
        assert_eq!(check(524_288).state, FindingState::Ok);
    }

    #[test]
    fn a_disk_that_fills_is_told_before_it_is_full() {
        let state = |free_bytes| {
            let space = DiskSpace { free_bytes, total_bytes: 1 << 40 };
            check_disk(Path::new("/data"), Ok(space)).state
        };
        assert_eq!(state(FREE_MIN_BYTES - 1), FindingState::Failed);
        assert_eq!(state(FREE_MIN_BYTES), FindingState::Warning);
        assert_eq!(state(FREE_WANTED_BYTES), FindingState::Ok);
        let error = io::Error::from(io::ErrorKind::NotFound);
        assert_eq!(check_disk(Path::new("/data"), Err(error)).state, FindingState::Failed);
    }

    #[test]
    fn a_data_folder_that_others_may_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let set = |mode| {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(folder.path(), mode).unwrap();
            check_permissions(folder.path()).state
        };
        assert_eq!(set(0o755), FindingState::Warning);
        assert_eq!(set(0o700), FindingState::Ok);
        let missing = check_permissions(&folder.path().join("none"));
        assert_eq!(missing.state, FindingState::Failed);
        assert!(missing.detail.contains("cannot be written"), "{}", missing.detail);
    }
}
