use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use area::Services;
use async_trait::async_trait;
use conversations::{Message, Role, file_ids, references_in, text_of};
use entitlements::Entitlements;
use files::{Files, Upload, UploadState};
use generation::{ContextScope, ContextSource, Contribution};
use kernel::{Clock, Failure, Fallible, FileId, MessageId, Payer, UserId};
use ledger::Ledger;
use pictures::strip_metadata;
use providers::{ModelImage, Providers};
use retrieval::{Meaning, Passage, find_by_both, list_passages};
use store::{Conn, Db};

use crate::cited::{GivenFile, NoteFiles};
use crate::file_source::FileLibrary;
use crate::library::{
    CountQuestion, Document, DocumentId, DocumentLibrary, check_questions, documents_of_chat,
    find_own, meaning_of,
};
use crate::problems::MODEL_NOT_SUPPORTED;
use crate::rules::{
    ABOUT_BOT_FILES, ABOUT_DOCUMENTS, ABOUT_FILES, ABOUT_SHEETS, LISTED_FILES_MAX, PASSAGES_FOUND,
    guess_tokens, missing_file, more_files, parts_of_file, searched_file, whole_budget, whole_file,
};
use crate::search::{SearchDocuments, SearchedFile};

/// Gives models the content of a branch's files: short ones completely, images to models with vision, long ones through
/// a tool, or, to models without tools, as the passages that match the question.
pub(crate) struct AttachedFiles {
    db: Db,
    files: Files,
    clock: Clock,
    entitlements: Entitlements,
    providers: Providers,
    ledger: Ledger,
}

impl AttachedFiles {
    pub fn new(services: &Services) -> Self {
        let Services { db, files, clock, entitlements, providers, ledger, .. } = services.clone();
        Self { db, files, clock, entitlements, providers, ledger }
    }
}

#[async_trait]
impl ContextSource for AttachedFiles {
    fn kept_where(&self) -> Option<&'static str> {
        Some("EXISTS (SELECT 1 FROM document_chats WHERE user_id = $1 AND conversation_id = $2)")
    }

    async fn contribute(&self, scope: &ContextScope, kept: bool) -> Fallible<Contribution> {
        let mut given = Contribution::default();
        let documents = match kept {
            true => self.documents(scope, &mut given).await?,
            false => Vec::new(),
        };
        let of_bot = self.of_bot(scope, &mut given).await?;
        let mut attached = self.attached(scope).await?;
        attached.extend(self.referred(scope, &mut given).await?);
        let mut attached = each_once(attached, &scope.branch);
        attached.retain(|file| documents.iter().all(|known| known.upload.id != file.upload.id));
        attached.retain(|file| of_bot.iter().all(|known| known.upload.id != file.upload.id));
        attached.extend(of_bot);
        attached.extend(documents);
        if attached.is_empty() {
            return Ok(given);
        }
        let mut left = whole_budget(scope.model.context_tokens);
        let mut long = Vec::new();
        // The newest message's files have the first claim.
        for Attached { message_id, upload, is_from_answer } in attached.iter().rev() {
            let is_last = scope.branch.last().is_some_and(|last| last.id == *message_id);
            if upload.is_image() {
                let is_needed = is_last && !is_from_answer;
                self.show(scope, &mut given, *message_id, upload, is_needed).await?;
            } else if !self.tell(&mut given, *message_id, upload, &mut left).await? {
                long.push((*message_id, upload));
            }
        }
        if scope.model.tools {
            self.offer_search(scope.user_id, &mut given, &long);
        } else {
            self.tell_best(scope, &mut given, &long, left.max(LEAST_FOR_PASSAGES)).await?;
        }
        let with_text = attached.iter().map(|file| &file.upload).filter(|file| !file.is_image());
        let files: Vec<GivenFile> = with_text
            .map(|file| GivenFile {
                id: file.id,
                name: file.name.clone(),
                is_foreign: file.user_id != scope.user_id,
            })
            .collect();
        if !files.is_empty() {
            given.instructions.push(ABOUT_FILES.to_owned());
            if files.iter().any(|file| file.name.to_lowercase().ends_with(".xlsx")) {
                given.instructions.push(ABOUT_SHEETS.to_owned());
            }
            given.attached.notes.push(Arc::new(NoteFiles(files)));
        }
        Ok(given)
    }
}

/// A file of a branch.
struct Attached {
    /// The person's message that it is attached to.
    message_id: MessageId,
    upload: Upload,
    /// A tool gave it in the answer before that message.
    is_from_answer: bool,
}

/// Returns each file at its last occurrence, in the order of the branch: the same one may be attached and referred to.
fn each_once(mut files: Vec<Attached>, branch: &[Message]) -> Vec<Attached> {
    files.sort_by_key(|file| branch.iter().position(|message| message.id == file.message_id));
    let mut known = HashSet::new();
    files.reverse();
    files.retain(|file| known.insert(file.upload.id));
    files.reverse();
    files
}

/// Tokens for the passages of long files, however much the short ones took.
const LEAST_FOR_PASSAGES: usize = 2_000;
/// Maximum number of images of a branch that a model gets: the newest.
const IMAGES_MAX: usize = 20;

impl AttachedFiles {
    /// Gives the documents that the conversation is about, as if attached to its last message: there they are never cut
    /// off. The question is counted.
    async fn documents(
        &self,
        scope: &ContextScope,
        given: &mut Contribution,
    ) -> Fallible<Vec<Attached>> {
        let Some((conversation_id, last)) = scope.conversation_id.zip(scope.branch.last()) else {
            return Ok(Vec::new());
        };
        let mut conn = self.db.read().await?;
        let documents = documents_of_chat(&mut conn, scope.user_id, conversation_id).await?;
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        self.count_question(&mut conn, scope, given).await?;
        let ids: Vec<FileId> = documents.iter().filter_map(|document| document.file_id).collect();
        let mut uploads = self.files.find_uploads(&mut conn, scope.user_id, &ids).await?;
        let in_last = |document: Document| {
            let upload = uploads.remove(&document.file_id?)?;
            let upload = Upload { name: document.name, ..upload };
            (upload.state == UploadState::Parsed).then_some(Attached {
                message_id: last.id,
                upload,
                is_from_answer: false,
            })
        };
        let attached = documents.into_iter().filter_map(in_last).collect();
        given.instructions.push(ABOUT_DOCUMENTS.to_owned());
        Ok(attached)
    }

    /// Returns the files of the bot that answers, as if attached to the last message. They may be another person's.
    async fn of_bot(
        &self,
        scope: &ContextScope,
        given: &mut Contribution,
    ) -> Fallible<Vec<Attached>> {
        let ids = &scope.bot.files;
        let (Some(last), Some(author_id), false) =
            (scope.branch.last(), scope.bot.author_id, ids.is_empty())
        else {
            return Ok(Vec::new());
        };
        let mut conn = self.db.read().await?;
        let mut uploads = self.files.find_uploads(&mut conn, author_id, ids).await?;
        let found = ids.iter().filter_map(|id| uploads.remove(id));
        let attached: Vec<_> = found
            .filter(|upload| upload.state == UploadState::Parsed)
            .map(|upload| Attached { message_id: last.id, upload, is_from_answer: false })
            .collect();
        if !attached.is_empty() {
            let names: Vec<&str> = attached.iter().map(|file| file.upload.name.as_str()).collect();
            given.instructions.push(format!("{ABOUT_BOT_FILES}{}.", names.join(", ")));
        }
        Ok(attached)
    }

    /// Counts a question about documents, once per answer, however the documents were given.
    async fn count_question(
        &self,
        conn: &mut Conn,
        scope: &ContextScope,
        given: &mut Contribution,
    ) -> Fallible<()> {
        let whose = Payer { workspace_id: scope.workspace_id, user_id: scope.user_id };
        check_questions(conn, &self.entitlements, &self.clock, &whose).await?;
        let count = CountQuestion { user_id: scope.user_id, clock: self.clock.clone() };
        given.attached.notes.push(Arc::new(count));
        Ok(())
    }

    /// Returns the existing files of a branch, each at its last occurrence. Images returned by tools in an answer count
    /// towards the next message: models get none in answers.
    async fn attached(&self, scope: &ContextScope) -> Fallible<Vec<Attached>> {
        let mut places: Vec<(MessageId, FileId, bool)> = Vec::new();
        let mut from_answers = Vec::new();
        for message in &scope.branch {
            if message.role != Role::User {
                from_answers.extend(file_ids(&message.parts));
                continue;
            }
            let given = from_answers.drain(..).map(|id| (id, true));
            for (file_id, is_from_answer) in
                given.chain(file_ids(&message.parts).map(|id| (id, false)))
            {
                places.retain(|(_, known, _)| *known != file_id);
                places.push((message.id, file_id, is_from_answer));
            }
        }
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let mut conn = self.db.read().await?;
        let mut attached = Vec::new();
        for (message_id, file_id, is_from_answer) in places {
            let found = self.files.find_upload(&mut conn, scope.user_id, file_id).await?;
            let found = found.filter(|upload| upload.is_image() || !is_from_answer);
            attached.extend(found.map(|upload| Attached { message_id, upload, is_from_answer }));
        }
        Ok(attached)
    }

    /// Returns the documents, and files of other chats, that messages of the branch refer to, as if attached to them.
    /// Missing or unread ones are left out, and the model is told. A question with documents is counted.
    async fn referred(
        &self,
        scope: &ContextScope,
        given: &mut Contribution,
    ) -> Fallible<Vec<Attached>> {
        let mut places = references_in(&scope.branch);
        places.retain(|(_, reference)| {
            [DocumentLibrary::KIND, FileLibrary::KIND].contains(&reference.of)
        });
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let mut attached = Vec::new();
        let mut is_counted = false;
        let mut conn = self.db.read().await?;
        for (message_id, reference) in places {
            let upload = match reference.of {
                FileLibrary::KIND => {
                    let file_id = FileId(reference.thing_id);
                    self.files.find_upload(&mut conn, scope.user_id, file_id).await?
                }
                _ => {
                    let id = DocumentId(reference.thing_id);
                    self.file_of(&mut conn, scope.user_id, id).await?
                }
            };
            if let Some(upload) = upload.filter(|upload| upload.state == UploadState::Parsed) {
                is_counted |= reference.of == DocumentLibrary::KIND;
                attached.push(Attached { message_id, upload, is_from_answer: false });
            } else {
                let carried = given.messages.entry(message_id).or_default();
                carried.text.push_str(&missing_file(reference.title));
            }
        }
        if is_counted {
            self.count_question(&mut conn, scope, given).await?;
        }
        Ok(attached)
    }

    /// Returns the file of a document of `user_id`'s, under the document's name.
    async fn file_of(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        id: DocumentId,
    ) -> Fallible<Option<Upload>> {
        let Some(document) = find_own(conn, user_id, id).await? else { return Ok(None) };
        let Some(file_id) = document.file_id else { return Ok(None) };
        let upload = self.files.find_uploads(conn, user_id, &[file_id]).await?.remove(&file_id);
        Ok(upload.map(|upload| Upload { name: document.name, ..upload }))
    }

    /// Gives an image to a model with vision. A model without vision refuses a question about an image of the current
    /// message (`is_needed`), and is told that there was one before.
    async fn show(
        &self,
        scope: &ContextScope,
        given: &mut Contribution,
        message_id: MessageId,
        upload: &Upload,
        is_needed: bool,
    ) -> Fallible<()> {
        if !scope.model.vision && is_needed {
            return Err(MODEL_NOT_SUPPORTED.with("model", &scope.model.name).into());
        }
        let shown: usize = given.messages.values().map(|message| message.images.len()).sum();
        let carried = given.messages.entry(message_id).or_default();
        if !scope.model.vision || shown >= IMAGES_MAX {
            carried.text.push_str(&format!("[A picture that you cannot see: {}]\n", upload.name));
            return Ok(());
        }
        let content = self.files.get(&upload.key()).await.map_err(Failure::internal)?;
        // Place and time of the photo are private to its owner.
        match content.map(|content| strip_metadata(&content)) {
            Some(Some(bare)) => {
                let media_type = upload.media_type.clone();
                carried.images.insert(0, ModelImage { media_type, data: bare.into() });
            }
            Some(None) => {
                carried
                    .text
                    .push_str(&format!("[A picture that cannot be read: {}]\n", upload.name));
            }
            None => {}
        }
        Ok(())
    }

    /// Gives a file completely, if it fits into what is left.
    async fn tell(
        &self,
        given: &mut Contribution,
        message_id: MessageId,
        upload: &Upload,
        left: &mut usize,
    ) -> Fallible<bool> {
        // A word is more than half a token in any script: longer files need not be read to know.
        if upload.words.unwrap_or(0) / 2 > *left as i64 {
            return Ok(false);
        }
        let mut conn = self.db.read().await?;
        let passages = list_passages(&mut conn, upload.id).await?;
        let text = whole_file(upload, &passages);
        let tokens = guess_tokens(&text);
        if tokens > *left {
            return Ok(false);
        }
        *left -= tokens;
        given.messages.entry(message_id).or_default().text.insert_str(0, &text);
        Ok(true)
    }

    fn offer_search(
        &self,
        user_id: UserId,
        given: &mut Contribution,
        long: &[(MessageId, &Upload)],
    ) {
        if long.is_empty() {
            return;
        }
        let mut files = HashMap::new();
        for (index, (message_id, upload)) in long.iter().enumerate() {
            let is_foreign = upload.user_id != user_id;
            files.insert(upload.id, SearchedFile { name: upload.name.clone(), is_foreign });
            let carried = &mut given.messages.entry(*message_id).or_default().text;
            match index {
                ..LISTED_FILES_MAX => carried.push_str(&searched_file(upload)),
                LISTED_FILES_MAX => carried.push_str(&more_files(long.len() - LISTED_FILES_MAX)),
                _ => {}
            }
        }
        given.tools.push(Arc::new(SearchDocuments {
            db: self.db.clone(),
            providers: self.providers.clone(),
            ledger: self.ledger.clone(),
            clock: self.clock.clone(),
            files,
        }));
    }

    /// Gives the passages that match the question best; the beginnings, if none does.
    async fn tell_best(
        &self,
        scope: &ContextScope,
        given: &mut Contribution,
        long: &[(MessageId, &Upload)],
        mut left: usize,
    ) -> Fallible<()> {
        let Some(last) = scope.branch.last().filter(|_| !long.is_empty()) else { return Ok(()) };
        let ids: Vec<FileId> = long.iter().map(|(_, upload)| upload.id).collect();
        let question = text_of(&last.parts);
        let place = (&self.db, &self.ledger, &self.clock);
        let meant = meaning_of(&self.providers, place, &ids, &question).await?;
        let meaning = meant.as_ref().map(|(model, vector)| Meaning { model, vector });
        let mut conn = self.db.read().await?;
        let wanted = PASSAGES_FOUND * 2;
        let mut best = find_by_both(&mut conn, &ids, &question, meaning.as_ref(), wanted).await?;
        if best.is_empty() {
            for id in &ids {
                best.extend(list_passages(&mut conn, *id).await?.into_iter().take(PASSAGES_FOUND));
            }
        }
        best.retain(|passage| {
            let tokens = guess_tokens(&passage.text);
            let fits = tokens <= left;
            left -= if fits { tokens } else { 0 };
            fits
        });
        let carried = given.messages.entry(last.id).or_default();
        for (_, upload) in long {
            let mut own: Vec<&Passage> =
                best.iter().filter(|passage| passage.file_id == upload.id).collect();
            own.sort_by_key(|passage| passage.page);
            carried.text.push_str(&parts_of_file(upload, &own));
        }
        Ok(())
    }
}
