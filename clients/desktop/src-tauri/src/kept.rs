//! Stored state of the app: the person's servers and choices. One small file, replaced as a whole.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Server {
    pub id: String,
    /// Its address with no slash at its end: an origin, or a path below one.
    pub origin: String,
    /// Run by this app, on this computer.
    pub local: bool,
    /// Cookies know hosts and no ports: of two servers at one host, the later has a browser's profile of its own.
    #[serde(default)]
    pub own_profile: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    pub servers: Vec<Server>,
    /// The server that was opened last.
    pub current: Option<String>,
    /// Port of the server on this computer: pages store drafts by this address.
    pub local_port: Option<u16>,
    /// The keys that open the quick panel; empty: none.
    pub shortcut: String,
    /// The newer version that the person was told about.
    pub told_version: Option<String>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            servers: Vec::new(),
            current: None,
            local_port: None,
            shortcut: "CommandOrControl+Shift+Space".to_owned(),
            told_version: None,
        }
    }
}

impl Kept {
    pub fn find(&self, id: &str) -> Option<&Server> {
        self.servers.iter().find(|server| server.id == id)
    }

    pub fn current(&self) -> Option<&Server> {
        self.current.as_deref().and_then(|id| self.find(id))
    }

    /// Returns the server at `origin`, added when it is new.
    pub fn server_at(&mut self, origin: &str) -> Server {
        if let Some(known) = self.servers.iter().find(|server| server.origin == origin) {
            return known.clone();
        }
        self.add(origin, false)
    }

    /// Returns the server on this computer, where it listens now.
    pub fn local_at(&mut self, origin: &str) -> Server {
        if let Some(known) = self.servers.iter_mut().find(|server| server.local) {
            origin.clone_into(&mut known.origin);
            return known.clone();
        }
        self.add(origin, true)
    }

    fn add(&mut self, origin: &str, local: bool) -> Server {
        let id = crate::sign_in::random_text()[..10].to_owned();
        let own_profile =
            self.servers.iter().any(|other| host_of(&other.origin) == host_of(origin));
        let server = Server { id, origin: origin.to_owned(), local, own_profile };
        self.servers.push(server.clone());
        server
    }

    pub fn remove(&mut self, id: &str) {
        self.servers.retain(|server| server.id != id);
        if self.current.as_deref() == Some(id) {
            self.current = self.servers.first().map(|server| server.id.clone());
        }
    }
}

fn host_of(origin: &str) -> Option<String> {
    url::Url::parse(origin).ok()?.host_str().map(str::to_owned)
}

/// The file, and its content.
pub struct Keeper {
    path: PathBuf,
    kept: Mutex<Kept>,
}

impl Keeper {
    /// Reads the file. One that cannot be read is set aside, not overwritten.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("servers.json");
        let kept = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                eprintln!("{} cannot be read: {error}", path.display());
                let aside = fs::rename(&path, folder.join("servers.unreadable.json"));
                if let Err(error) = aside {
                    eprintln!("it could not be set aside: {error}");
                }
                Kept::default()
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Kept::default(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        Ok(Self { path, kept: Mutex::new(kept) })
    }

    pub fn read(&self) -> Kept {
        self.lock().clone()
    }

    /// Changes the stored state, in the file first.
    pub fn change<Answer>(
        &self,
        change: impl FnOnce(&mut Kept) -> Answer,
    ) -> anyhow::Result<Answer> {
        let mut kept = self.lock();
        let mut next = kept.clone();
        let answer = change(&mut next);
        self.write(&next)?;
        *kept = next;
        Ok(answer)
    }

    fn write(&self, kept: &Kept) -> anyhow::Result<()> {
        let beside = self.path.with_extension("json.new");
        let mut file = fs::File::create(&beside)?;
        file.write_all(&serde_json::to_vec_pretty(kept)?)?;
        file.sync_all()?;
        fs::rename(&beside, &self.path)?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("ensemble-kept-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_server_is_kept_once_and_found_again_after_a_start() {
        let folder = folder("once");
        let keeper = Keeper::open(&folder).expect("a folder");
        let first = keeper.change(|kept| kept.server_at("https://a.example")).expect("written");
        let again = keeper.change(|kept| kept.server_at("https://a.example")).expect("written");
        assert_eq!(first, again);

        let later = Keeper::open(&folder).expect("a folder").read();

        assert_eq!(later.servers, [first]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn the_server_on_this_computer_stays_the_same_where_it_listens_elsewhere() {
        let mut kept = Kept::default();
        let first = kept.local_at("http://127.0.0.1:17170");
        let moved = kept.local_at("http://127.0.0.1:17171");
        assert_eq!((first.id, kept.servers.len()), (moved.id, 1));
        assert_eq!(kept.servers[0].origin, "http://127.0.0.1:17171");
    }

    #[test]
    fn two_servers_at_one_host_do_not_share_their_cookies() {
        let mut kept = Kept::default();
        assert!(!kept.local_at("http://127.0.0.1:17170").own_profile);
        assert!(kept.server_at("http://127.0.0.1:7070").own_profile);
        assert!(!kept.server_at("https://a.example").own_profile);
    }

    #[test]
    fn a_server_that_is_removed_is_no_longer_the_current_one() {
        let mut kept = Kept::default();
        let a = kept.server_at("https://a.example");
        let b = kept.server_at("https://b.example");
        kept.current = Some(a.id.clone());
        kept.remove(&a.id);
        assert_eq!(kept.current(), Some(&b));
        kept.remove(&b.id);
        assert_eq!(kept.current(), None);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_set_aside() {
        let folder = folder("aside");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("servers.json"), "{ half").expect("written");

        let kept = Keeper::open(&folder).expect("opened").read();

        assert!(kept.servers.is_empty());
        assert_eq!(fs::read(folder.join("servers.unreadable.json")).expect("kept"), b"{ half");
        fs::remove_dir_all(folder).expect("removed");
    }
}
