use std::fs::{File, Permissions};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::Path;

use tempfile::TempDir;
use tokio::process::Command;

use crate::server::Server;

/// Makes the program's reads and writes of its data fail while it runs: see `faults.c`.
pub struct Faults {
    library: TempDir,
    folder: TempDir,
    control: File,
}

/// A fault to inject into a call.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// The call fails with EIO.
    InputOutput = 1,
    /// The call fails with ENOSPC.
    NoSpace = 2,
    /// The call fails with EINTR.
    Interrupted = 3,
    /// The call writes half of its data.
    ShortWrite = 4,
    /// Syncs do nothing, each time, as under `eatmydata`.
    NoSync = 5,
    /// Writes fail with ENOSPC, each time, by which files would grow by more than there is room.
    LittleRoom = 6,
}

const LIBRARY: &str = "faults.so";
const CONTROL: &str = "control";

/// Offsets of the numbers in the mapped file.
const FAULT: u64 = 0;
const LEFT: u64 = 8;
const HITS: u64 = 16;
const ROOM: u64 = 24;

impl Faults {
    pub async fn prepare() -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        // Use the build folder: some systems allow no execution in folders for temporary files.
        let library =
            TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder for the library");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crash/faults.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library.path().join(LIBRARY), &source])
            .arg("-ldl")
            .status()
            .await
            .expect("a C compiler is there: scripts/setup run");
        assert!(compiled.success(), "faults.c does not compile");
        let control = folder.path().join(CONTROL);
        std::fs::write(&control, [0; 32]).expect("the file can be written");
        let control = File::options().read(true).write(true).open(&control).expect("it is there");
        Self { library, folder, control }
    }

    /// Restarts `server` with fault injection.
    pub async fn take(&self, server: &mut Server) {
        let variables = self.variables(server.folder()).into();
        server.restart_with(|server| server.variables = variables).await;
    }

    /// Returns the environment of a program whose data in `data` the faults are for.
    pub fn variables(&self, data: &Path) -> [(&'static str, String); 3] {
        let path = |folder: &TempDir, name: &str| folder.path().join(name).display().to_string();
        [
            ("LD_PRELOAD", path(&self.library, LIBRARY)),
            ("ENSEMBLE_FAULTS", path(&self.folder, CONTROL)),
            ("ENSEMBLE_FAULTS_FOLDER", data.display().to_string()),
        ]
    }

    /// Lets programs of other users read and write what it is made of.
    pub fn open_to_all(&self) {
        for folder in [&self.library, &self.folder] {
            chmod(folder.path(), 0o755);
        }
        chmod(&self.folder.path().join(CONTROL), 0o666);
    }

    /// Makes the call after `calls` others fail once.
    pub fn fail_after(&self, fault: Fault, calls: i64) {
        self.clear();
        self.set(LEFT, calls + 1);
        self.set(HITS, 0);
        self.set(FAULT, fault as i64);
    }

    /// Makes all calls fail from now on.
    pub fn fail_always(&self, fault: Fault) {
        self.set(HITS, 0);
        self.set(FAULT, fault as i64);
    }

    /// Limits the free space of the disk.
    pub fn leave_room(&self, bytes: i64) {
        self.set(ROOM, bytes);
        self.fail_always(Fault::LittleRoom);
    }

    /// Returns the number of calls that failed.
    pub fn hits(&self) -> i64 {
        let mut bytes = [0; 8];
        self.control.read_exact_at(&mut bytes, HITS).expect("the file can be read");
        i64::from_ne_bytes(bytes)
    }

    /// Lets all calls succeed again.
    pub fn clear(&self) {
        self.set(FAULT, 0);
    }

    fn set(&self, at: u64, number: i64) {
        let written = self.control.write_all_at(&number.to_ne_bytes(), at);
        written.expect("the file can be written");
    }
}

fn chmod(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("its permissions are set");
}
