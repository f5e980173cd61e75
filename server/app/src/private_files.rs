//! Files of this server are for its own user only.

use std::fs::{Permissions, metadata, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::process::umask;

/// Permissions of the group and of other users.
const OTHERS: u32 = 0o077;
/// Anybody may write to such a folder, like `/tmp`: it is not the server's.
const STICKY: u32 = 0o1000;

/// Makes what this process and its children create from now on private.
pub fn make_new_files_private() {
    umask(Mode::from_raw_mode(OTHERS));
}

/// Makes the data folder and the database private, which earlier versions created readable for everybody.
pub fn make_private(data_dir: &Path, database: Option<&Path>) {
    close(data_dir);
    for ending in ["", "-wal", "-shm"] {
        let Some(database) = database else { continue };
        let mut path = database.as_os_str().to_owned();
        path.push(ending);
        close(&PathBuf::from(path));
    }
}

/// Takes the permissions of others from a file or folder that exists.
fn close(path: &Path) {
    let Ok(found) = metadata(path) else { return };
    let mode = found.permissions().mode();
    if mode & OTHERS == 0 || mode & STICKY != 0 {
        return;
    }
    if let Err(error) = set_permissions(path, Permissions::from_mode(mode & !OTHERS)) {
        let path = path.display();
        tracing::warn!(%path, %error, "other users of this machine may read this, and it cannot be made private");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_data_folder_of_before_and_its_database_become_private() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("ensemble.db");
        let log = folder.path().join("ensemble.db-wal");
        for file in [&database, &log] {
            std::fs::write(file, "").unwrap();
            set_permissions(file, Permissions::from_mode(0o644)).unwrap();
        }
        set_permissions(folder.path(), Permissions::from_mode(0o2755)).unwrap();

        make_private(folder.path(), Some(&database));

        assert_eq!((mode(&database), mode(&log)), (0o600, 0o600));
        assert_eq!(mode(folder.path()), 0o2700);
    }

    #[test]
    fn a_folder_that_everybody_shares_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        set_permissions(folder.path(), Permissions::from_mode(0o1777)).unwrap();
        make_private(folder.path(), None);
        assert_eq!(mode(folder.path()), 0o1777);
    }
}
