use std::io;
use std::path::Path;

/// The space of the disk that a folder is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// Bytes that this user may still write.
    pub free_bytes: u64,
    pub total_bytes: u64,
}

/// Returns the space of the disk that `folder` is on.
pub fn disk_space(folder: &Path) -> io::Result<DiskSpace> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(DiskSpace {
        free_bytes: found.f_bavail.saturating_mul(found.f_frsize),
        total_bytes: found.f_blocks.saturating_mul(found.f_frsize),
    })
}
