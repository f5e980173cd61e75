//! Starts a process when its model is needed, and stops it when it is no longer used. A model that fails is not
//! restarted for a while, longer each time, and its output is reported.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Problem, Secret};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::folder::{Folder, ModelFile, Unfinished};
use crate::limits::BACKOFF_MAX_SECONDS;
use crate::name::FileName;
use crate::problems::{BUSY, FILE_MISSING, NO_FOLDER, PROGRAM_MISSING, STOPPED, TOO_LARGE};
use crate::process::Process;
use crate::settings::Setup;
use crate::starter::Starter;
use crate::upload::{Piece, Progress};

/// Maximum time to notice that a process has ended after its answer broke off.
const NOTICE: Duration = Duration::from_secs(2);

/// Model files, and the processes that serve them. Cheap to clone.
#[derive(Clone)]
pub struct ModelFiles(Arc<Inner>);

struct Inner {
    setup: Setup,
    folder: Folder,
    starter: Starter,
    slots: Mutex<Slots>,
    /// Counts what happens to slots.
    changed: watch::Sender<u64>,
    /// One piece at a time.
    uploading: Mutex<()>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

#[derive(Default)]
struct Slots {
    by_name: HashMap<FileName, Slot>,
    failures: HashMap<FileName, Failure>,
    next_id: u64,
}

/// A process that is there, or is about to be.
struct Slot {
    id: u64,
    state: watch::Receiver<State>,
    users: usize,
    used_at: Instant,
    stop: CancellationToken,
    /// True if it is being stopped: nobody may use it any more.
    is_leaving: bool,
}

#[derive(Debug, Clone)]
enum State {
    Loading,
    Loaded { base_url: String, key: Secret<String> },
    Over(Problem),
}

struct Failure {
    count: u32,
    until: Instant,
    problem: Problem,
}

/// The state of a model file.
#[derive(Debug, Clone, PartialEq)]
pub enum Load {
    Unloaded,
    Loading,
    Loaded,
    /// It failed at its last use.
    Failed(Problem),
}

/// A loaded model, which stays loaded as long as this value exists.
pub struct Served {
    /// Base URL of OpenAI's protocol: `http://127.0.0.1:…/v1`.
    pub base_url: String,
    pub key: Secret<String>,
    state: watch::Receiver<State>,
    claim: Claim,
}

impl Served {
    /// Returns the reason why the process ended, if it did.
    pub async fn cause(&mut self) -> Option<Problem> {
        let over = self.state.wait_for(|state| matches!(state, State::Over(_)));
        match timeout(NOTICE, over).await {
            Ok(Ok(state)) => match &*state {
                State::Over(problem) => Some(problem.clone()),
                _ => None,
            },
            // The sender is gone.
            Ok(Err(_)) => Some(STOPPED.into()),
            Err(_) => None,
        }
    }

    /// Records a successful answer: earlier failures no longer count.
    pub fn answered(&self) {
        self.claim.files.slots().failures.remove(&self.claim.name);
    }
}

/// A use of a slot, or a wait for it.
struct Claim {
    files: ModelFiles,
    name: FileName,
    id: u64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(slot) = self.files.slots().by_name.get_mut(&self.name)
            && slot.id == self.id
        {
            slot.users -= 1;
            slot.used_at = Instant::now();
        }
        self.files.tell();
    }
}

impl ModelFiles {
    pub fn new(setup: Setup) -> Self {
        let folder = Folder::new(setup.clone());
        Self(Arc::new(Inner {
            setup,
            folder,
            starter: Starter::default(),
            slots: Mutex::default(),
            changed: watch::Sender::new(0),
            uploading: Mutex::default(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }))
    }

    /// Returns the folder of model files.
    pub fn folder(&self) -> PathBuf {
        // As the operator finds it, when it is there.
        let path = &self.0.setup.folder;
        path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.clone())
    }

    /// Returns the program that serves models, if it is there.
    pub fn program(&self) -> Option<PathBuf> {
        crate::program::find(&self.0.setup.programs)
    }

    /// Returns the memory that is free for models; `None` if unknown.
    pub fn free_bytes(&self) -> Option<u64> {
        self.0.setup.current().memory.free_bytes()
    }

    /// Lists all models in the folder, and partial uploads.
    pub async fn list(&self) -> Result<(Vec<ModelFile>, Vec<Unfinished>), Problem> {
        self.blocking(|inner| inner.folder.list()).await
    }

    pub fn load_of(&self, name: &FileName) -> Load {
        let slots = self.slots();
        match slots.by_name.get(name).map(|slot| slot.state.borrow().clone()) {
            Some(State::Loading) => Load::Loading,
            Some(State::Loaded { .. }) => Load::Loaded,
            Some(State::Over(_)) | None => match slots.failures.get(name) {
                Some(failure) => Load::Failed(failure.problem.clone()),
                None => Load::Unloaded,
            },
        }
    }

    /// Adds a piece of a file that is uploaded.
    pub async fn receive(
        &self,
        name: FileName,
        piece: Piece,
        bytes: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<Progress, Problem> {
        self.blocking(move |inner| {
            let _turn = inner.uploading.lock().unwrap_or_else(PoisonError::into_inner);
            inner.folder.receive(&name, piece, bytes.as_ref())
        })
        .await
    }

    /// Deletes a file, or its partial upload.
    pub async fn delete(&self, name: &FileName) -> Result<(), Problem> {
        self.unload(name).await;
        let of = name.clone();
        match self.blocking(move |inner| inner.folder.delete(&of)).await? {
            true => Ok(()),
            false => Err(FILE_MISSING.into()),
        }
    }

    /// Returns the model, loading it if necessary.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be loaded, in the words of its program if known.
    pub async fn serve(&self, name: &FileName) -> Result<Served, Problem> {
        let of = name.clone();
        let file = self.blocking(move |inner| inner.folder.look(&of)).await?;
        let file = file.ok_or(FILE_MISSING)?;
        file.model.as_ref().map_err(Problem::clone)?;
        let (claim, mut state) = self.claim(&file).await?;
        let settled = state.wait_for(|state| !matches!(state, State::Loading)).await;
        let settled = settled.map(|state| state.clone());
        match settled {
            Ok(State::Loaded { base_url, key }) => Ok(Served { base_url, key, state, claim }),
            Ok(State::Over(problem)) => Err(problem),
            Ok(State::Loading) | Err(_) => Err(STOPPED.into()),
        }
    }

    /// Loads the model, whatever happened before.
    pub async fn load(&self, name: &FileName) -> Result<(), Problem> {
        self.slots().failures.remove(name);
        self.serve(name).await.map(drop)
    }

    /// Unloads the model; answers that it writes break off.
    pub async fn unload(&self, name: &FileName) {
        let mut changed = self.0.changed.subscribe();
        let Some(id) = self.slots().let_go(name) else { return };
        while self.slots().by_name.get(name).is_some_and(|slot| slot.id == id) {
            if changed.changed().await.is_err() {
                return;
            }
        }
    }

    /// Ends all processes.
    pub async fn stop(&self) {
        self.0.stopping.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.0.changed.send_modify(|count| *count = count.wrapping_add(1));
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let inner = self.0.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.unwrap_or_else(|error| Err(NO_FOLDER.with("message", error)))
    }

    /// Claims a slot among the loaded models: the model's own, or a new one, for which an unused one may have to be
    /// stopped first.
    async fn claim(&self, file: &ModelFile) -> Result<(Claim, watch::Receiver<State>), Problem> {
        let mut changed = self.0.changed.subscribe();
        let until = Instant::now() + self.0.setup.current().start_timeout;
        loop {
            if let Some(claimed) = self.try_claim(file)? {
                return Ok(claimed);
            }
            match timeout_at(until, changed.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Err(STOPPED.into()),
                Err(_) => return Err(BUSY.into()),
            }
        }
    }

    /// Tries to claim a slot; `None` if it should be tried again after a change.
    fn try_claim(
        &self,
        file: &ModelFile,
    ) -> Result<Option<(Claim, watch::Receiver<State>)>, Problem> {
        let mut slots = self.slots();
        let name = &file.name;
        if self.0.stopping.is_cancelled() {
            return Err(STOPPED.into());
        }
        if let Some(slot) = slots.by_name.get_mut(name) {
            if slot.is_leaving {
                return Ok(None);
            }
            slot.users += 1;
            let claim = Claim { files: self.clone(), name: name.clone(), id: slot.id };
            return Ok(Some((claim, slot.state.clone())));
        }
        if let Some(failure) = slots.failures.get(name)
            && Instant::now() < failure.until
        {
            return Err(failure.problem.clone());
        }
        let program = self.program().ok_or(PROGRAM_MISSING)?;
        if slots.by_name.len() >= self.0.setup.current().max_loaded {
            slots.let_one_go();
            return Ok(None);
        }
        if let Some(free_bytes) = self.free_bytes()
            && free_bytes < file.needed_bytes
        {
            let problem = TOO_LARGE.with("needed_bytes", file.needed_bytes);
            return Err(problem.with("free_bytes", free_bytes));
        }
        let (told, state) = watch::channel(State::Loading);
        let id = slots.next_id;
        slots.next_id += 1;
        let stop = self.0.stopping.child_token();
        let slot = Slot {
            id,
            state: state.clone(),
            users: 1,
            used_at: Instant::now(),
            stop: stop.clone(),
            is_leaving: false,
        };
        slots.by_name.insert(name.clone(), slot);
        let life = Life { files: self.clone(), file: file.clone(), program, told, stop };
        self.0.tasks.spawn(life.live());
        let claim = Claim { files: self.clone(), name: name.clone(), id };
        Ok(Some((claim, state)))
    }
}

impl Slots {
    /// Ends the process of this model, if it has one, and forgets what went wrong with it.
    fn let_go(&mut self, name: &FileName) -> Option<u64> {
        self.failures.remove(name);
        let slot = self.by_name.get_mut(name)?;
        slot.is_leaving = true;
        slot.stop.cancel();
        Some(slot.id)
    }

    /// Stops the slot that has been unused for longest, if there is an unused one.
    fn let_one_go(&mut self) {
        if self.by_name.values().any(|slot| slot.is_leaving) {
            return;
        }
        let idle = self.by_name.values_mut().filter(|slot| slot.users == 0);
        if let Some(slot) = idle.min_by_key(|slot| slot.used_at) {
            slot.is_leaving = true;
            slot.stop.cancel();
        }
    }

    fn note_failure(&mut self, name: &FileName, problem: Problem, first_backoff: Duration) {
        let count = self.failures.get(name).map_or(0, |failure| failure.count) + 1;
        let most = Duration::from_secs(BACKOFF_MAX_SECONDS).max(first_backoff);
        let backoff = first_backoff.saturating_mul(2_u32.saturating_pow(count - 1)).min(most);
        let until = Instant::now() + backoff;
        self.failures.insert(name.clone(), Failure { count, until, problem });
    }
}

/// The life of one process.
struct Life {
    files: ModelFiles,
    file: ModelFile,
    program: PathBuf,
    told: watch::Sender<State>,
    stop: CancellationToken,
}

impl Life {
    async fn live(self) {
        let outcome = self.run().await;
        let name = &self.file.name;
        let mut slots = self.files.slots();
        slots.by_name.remove(name);
        let problem = match outcome {
            Ok(()) => STOPPED.into(),
            Err(problem) => {
                let cause = problem.params.get("message").map(String::as_str).unwrap_or_default();
                tracing::warn!(model = %name, code = problem.kind.code, cause, "a model file failed");
                slots.note_failure(name, problem.clone(), self.files.0.setup.backoff);
                problem
            }
        };
        drop(slots);
        self.told.send_replace(State::Over(problem));
        self.files.tell();
    }

    /// Runs the process until it is stopped; an error if it ended by itself.
    async fn run(&self) -> Result<(), Problem> {
        let inner = &self.files.0;
        let began = Instant::now();
        let setup = inner.setup.current();
        let mut process = Process::start(
            &setup,
            &inner.starter,
            &self.program,
            &self.file.name,
            self.file.context_tokens,
        )
        .await?;
        let loaded = tokio::select! {
            loaded = process.loaded(setup.start_timeout) => loaded,
            () = self.stop.cancelled() => {
                process.kill().await;
                return Ok(());
            }
        };
        if let Err(problem) = loaded {
            process.kill().await;
            return Err(problem);
        }
        let took_ms = began.elapsed().as_millis() as u64;
        tracing::info!(model = %self.file.name, took_ms, "a model file is loaded");
        let base_url = format!("http://{}/v1", process.address);
        self.told.send_replace(State::Loaded { base_url, key: process.key.clone() });
        self.files.tell();
        let ended = tokio::select! {
            problem = process.ended() => Some(problem),
            () = self.stop.cancelled() => None,
            () = self.unused() => None,
        };
        match ended {
            Some(problem) => Err(problem),
            None => {
                process.kill().await;
                tracing::info!(model = %self.file.name, "a model file is unloaded");
                Ok(())
            }
        }
    }

    /// Waits until the slot has been unused for so long that it is stopped; after that nobody can use it.
    async fn unused(&self) {
        let Some(longest) = self.files.0.setup.current().idle_unload else {
            return std::future::pending().await;
        };
        let mut changed = self.files.0.changed.subscribe();
        loop {
            let until = {
                let mut slots = self.files.slots();
                let Some(slot) = slots.by_name.get_mut(&self.file.name) else { return };
                let until = slot.used_at + longest;
                if slot.users == 0 && until <= Instant::now() {
                    slot.is_leaving = true;
                    return;
                }
                (slot.users == 0).then_some(until)
            };
            let alarm = async {
                match until {
                    Some(until) => sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = alarm => {}
                told = changed.changed() => {
                    if told.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_fails_again_is_left_alone_for_longer_but_not_for_ever() {
        let mut slots = Slots::default();
        let name: FileName = "a.gguf".parse().unwrap();
        let mut longest = Duration::ZERO;
        for expected in [1, 2, 4, 8, 16, 32, 60, 60] {
            slots.note_failure(&name, STOPPED.into(), Duration::from_secs(1));
            let backoff = slots.failures[&name].until - Instant::now();
            assert!(backoff <= Duration::from_secs(expected), "{backoff:?}");
            assert!(backoff > Duration::from_secs(expected - 1), "{backoff:?}");
            longest = longest.max(backoff);
        }
        assert!(longest <= Duration::from_secs(BACKOFF_MAX_SECONDS));
    }
}
