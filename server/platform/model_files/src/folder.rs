//! The model files in the folder, and their metadata.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use kernel::Problem;

use crate::gguf::{Gguf, GgufError};
use crate::limits::FILES_MAX;
use crate::memory::needed_bytes;
use crate::name::FileName;
use crate::problems::{FILE_MISSING, INCOMPLETE, NO_FOLDER, NOT_A_MODEL, NOT_FOR_CHAT};
use crate::settings::Setup;
use crate::upload::part_of;

/// A file in the folder of model files.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFile {
    pub name: FileName,
    /// Size with all its parts.
    pub size_bytes: u64,
    /// Its metadata, or the reason why it cannot be used.
    pub model: Result<Gguf, Problem>,
    /// Size of the context it is served with, in tokens.
    pub context_tokens: u32,
    /// Memory that it takes when it is loaded.
    pub needed_bytes: u64,
}

/// A file of which only the beginning has been uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    pub name: FileName,
    pub size_bytes: u64,
    pub received_bytes: u64,
}

/// The folder. A header is parsed again only when its file has changed.
pub(crate) struct Folder {
    pub path: PathBuf,
    setup: Setup,
    read: Mutex<HashMap<FileName, Read>>,
}

#[derive(Clone)]
struct Read {
    size_bytes: u64,
    changed_at: Option<SystemTime>,
    model: Result<Gguf, Problem>,
}

impl Folder {
    pub fn new(setup: Setup) -> Self {
        Self { path: setup.folder.clone(), setup, read: Mutex::default() }
    }

    /// Lists all models by name, and partial uploads. A missing folder counts as empty.
    pub fn list(&self) -> Result<(Vec<ModelFile>, Vec<Unfinished>), Problem> {
        let (mut files, mut unfinished) = (Vec::new(), Vec::new());
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((files, unfinished));
            }
            Err(error) => return Err(NO_FOLDER.with("message", error)),
        };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if let Some((name, size_bytes)) = part_of(&name) {
                let received_bytes = entry.metadata().map_or(0, |meta| meta.len());
                unfinished.push(Unfinished { name, size_bytes, received_bytes });
            } else if let Ok(name) = name.parse()
                && files.len() < FILES_MAX
            {
                files.extend(self.look(&name)?);
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        unfinished.sort_by(|one, other| one.name.cmp(&other.name));
        Ok((files, unfinished))
    }

    /// Returns the model that begins in the file of this name; `None` for later parts of one.
    ///
    /// # Errors
    ///
    /// `model_files.file_missing`. A problem of the file itself is in [`ModelFile::model`].
    pub fn look(&self, name: &FileName) -> Result<Option<ModelFile>, Problem> {
        let meta = self.meta(name).ok_or(FILE_MISSING)?;
        let mut model = self.read(name, &meta);
        let mut size_bytes = meta.len();
        if let Ok(Gguf { part: Some((number, count)), .. }) = model {
            if number > 0 {
                return Ok(None);
            }
            match self.size_of_parts(name, count) {
                Some(all) => size_bytes = all,
                None => model = Err(INCOMPLETE.into()),
            }
        }
        let made_for = model.as_ref().ok().and_then(|model| model.context_tokens);
        let setup = self.setup.current();
        let most = setup.context_tokens;
        let context_tokens = made_for.map_or(most, |of| of.min(most));
        let kept = u64::from(context_tokens) * u64::from(setup.answers_at_once);
        let needed_bytes = match &model {
            Ok(model) => needed_bytes(size_bytes, model, kept),
            Err(_) => size_bytes,
        };
        let name = name.clone();
        Ok(Some(ModelFile { name, size_bytes, model, context_tokens, needed_bytes }))
    }

    fn meta(&self, name: &FileName) -> Option<Metadata> {
        fs::metadata(self.path.join(name.as_str())).ok().filter(Metadata::is_file)
    }

    fn read(&self, name: &FileName, meta: &Metadata) -> Result<Gguf, Problem> {
        let (size_bytes, changed_at) = (meta.len(), meta.modified().ok());
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known
            && (known.size_bytes, known.changed_at) == (size_bytes, changed_at)
        {
            return known.model;
        }
        let model = File::open(self.path.join(name.as_str()))
            .map_err(GgufError::Io)
            .and_then(|file| crate::gguf::read(file, size_bytes))
            .map_err(|error| problem_of(&error))
            .and_then(|model| if is_usable(&model) { Ok(model) } else { Err(NOT_FOR_CHAT.into()) });
        let read = Read { size_bytes, changed_at, model: model.clone() };
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), read);
        model
    }

    /// Returns the size of `…-00001-of-00003.gguf` and the files that follow it; `None` when one is missing.
    fn size_of_parts(&self, first: &FileName, count: u64) -> Option<u64> {
        let (before, after) = first.as_str().rsplit_once("-00001-of-")?;
        (1..=count.min(99_999))
            .map(|number| format!("{before}-{number:05}-of-{after}").parse().ok())
            .map(|name: Option<FileName>| Some(self.meta(&name?)?.len()))
            .sum()
    }
}

/// A later part of a model says little of itself.
fn is_usable(model: &Gguf) -> bool {
    model.is_for_chat || model.part.is_some_and(|(number, _)| number > 0)
}

pub(crate) fn problem_of(error: &GgufError) -> Problem {
    match error {
        GgufError::Incomplete => INCOMPLETE.into(),
        error => NOT_A_MODEL.with("message", error),
    }
}
