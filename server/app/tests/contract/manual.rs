//! The manual pages and the completions of shells in `packaging/manual` are those of the command line. They are made
//! here, not by the program, so that it does not carry what makes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use app::cli::Cli;
use clap::CommandFactory;
use clap_complete::Shell;

const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

#[test]
fn the_manual_is_that_of_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/manual");
    let made = tempfile::tempdir().unwrap();
    clap_mangen::generate_to(documented(), made.path()).unwrap();
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut documented(), "ensemble", made.path()).unwrap();
    }
    let now = texts(made.path());
    if super::is_update() {
        write(&folder, &now);
        return;
    }
    let stored = texts(&folder);
    let names = |all: &BTreeMap<String, String>| all.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&stored), names(&now), "run `make contract`");
    for (name, text) in &now {
        assert!(
            stored[name] == *text,
            "packaging/manual/{name} is an old one: run `make contract`"
        );
    }
}

/// Returns the command line with a version that does not change with each commit.
fn documented() -> clap::Command {
    Cli::command().version(env!("CARGO_PKG_VERSION"))
}

/// Returns the files of a folder, by their names.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let Ok(files) = std::fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = files.map(|file| file.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Makes the folder hold these files and no others.
fn write(folder: &Path, texts: &BTreeMap<String, String>) {
    std::fs::create_dir_all(folder).unwrap();
    for name in self::texts(folder).keys().filter(|name| !texts.contains_key(*name)) {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    for (name, text) in texts {
        std::fs::write(folder.join(name), text).unwrap();
    }
}
