use std::path::{Path, PathBuf};

/// Name of the program.
const PROGRAM: &str = "llama-server";
/// The folder within the data folder that `scripts/engines` puts the program into.
pub const INSTALL_FOLDER: &str = "engines";
/// Search path for programs, and the `PATH` of the one that is found.
pub(crate) const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Returns the usual paths of the program: in the data folder, beside this server's executable, and in the system's
/// directories.
pub(crate) fn usual_places(data_dir: &Path, own: &Path) -> Vec<PathBuf> {
    let beside = own.parent().map(|folder| folder.join(PROGRAM));
    let of_system = PATH.split(':').chain(["/opt/homebrew/bin"]);
    std::iter::once(data_dir.join(INSTALL_FOLDER).join(PROGRAM))
        .chain(beside)
        .chain(of_system.map(|folder| Path::new(folder).join(PROGRAM)))
        .collect()
}

/// Returns the first of `places` that is a program.
pub(crate) fn find(places: &[PathBuf]) -> Option<PathBuf> {
    let found = places.iter().find(|place| is_program(place))?;
    // It is started from another folder.
    found.canonicalize().ok()
}

fn is_program(place: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    place.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_is_in_the_data_folder_comes_before_what_the_system_has() {
        let places = usual_places(Path::new("data"), Path::new("/opt/ensemble/ensemble"));
        assert_eq!(places[0], Path::new("data/engines/llama-server"));
        assert_eq!(places[1], Path::new("/opt/ensemble/llama-server"));
        assert!(places.contains(&PathBuf::from("/usr/bin/llama-server")));
    }

    #[test]
    fn only_what_can_be_started_is_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(PROGRAM);
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        assert_eq!(find(std::slice::from_ref(&file)), None);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert!(find(&[folder.path().to_owned(), file]).is_some());
    }
}
