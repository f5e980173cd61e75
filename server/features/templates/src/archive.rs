//! A person's own templates and documents in their archive. Word files are among the files of the archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, FileId, Timestamp, UserId, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Cursor, Tx, from_word, to_json};

use crate::definition::{Definition, Output};
use crate::document_store::{
    Document, MadeFile, count_documents, find_document, insert_document, list_documents,
    list_files, save_file,
};
use crate::filling::{Values, check_values};
use crate::limits::{DOCUMENTS_MAX, TEMPLATES_MAX};
use crate::produce::Format;
use crate::store::{
    Template, count_templates, find_template, insert_template, is_file_used, list_templates,
};

/// Exports and imports a person's own templates.
pub(crate) struct OwnTemplates(Services);

impl OwnTemplates {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct TemplateLine {
    id: Uuid,
    definition: Definition,
    file_id: Option<FileId>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for OwnTemplates {
    fn name(&self) -> &'static str {
        "templates"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // They are written by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.db.read().await?;
        let mut lines = Vec::new();
        for row in list_templates(&mut conn, person.user_id).await? {
            let definition = row.definition()?;
            let Template { id, file_id, created_at, updated_at, .. } = row;
            lines.push(TemplateLine { id, definition, file_id, created_at, updated_at });
        }
        lines.truncate(TEMPLATES_MAX as usize);
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = TemplateLine::deserialize(line) else { return Ok(Restored::Refused) };
        // The rules apply to imported data, too.
        let Ok(definition) = line.definition.checked() else { return Ok(Restored::Refused) };
        if find_template(tx, person.user_id, line.id).await?.is_some() {
            return Ok(Restored::Present);
        }
        let count = count_templates(tx, person.user_id).await?;
        let file_id = word_file(&self.0, tx, person.user_id, &definition, line.file_id).await?;
        let Some(file_id) = file_id.filter(|_| count < TEMPLATES_MAX) else {
            return Ok(Restored::Refused);
        };
        let mut template =
            Template::new(line.id, person.user_id, &definition, file_id, line.updated_at)?;
        template.created_at = line.created_at;
        match insert_template(tx, &template).await? {
            true => Ok(Restored::Added),
            false => Ok(Restored::Refused),
        }
    }
}

/// Keeps the Word file that a restored template is. `None`: it needs one, and the archive had none.
async fn word_file(
    services: &Services,
    tx: &mut Tx,
    user_id: UserId,
    definition: &Definition,
    file_id: Option<FileId>,
) -> Fallible<Option<Option<FileId>>> {
    match (definition.output == Output::Word, file_id) {
        (false, _) => Ok(Some(None)),
        (true, None) => Ok(None),
        (true, Some(id)) => {
            if services.files.find_upload(tx, user_id, id).await?.is_none() {
                return Ok(None);
            }
            // What keeps it otherwise, such as a memo, would lose it together with this.
            let is_kept = is_file_used(tx, id).await?
                || services.files.retain_archived_upload(tx, id).await?;
            Ok(is_kept.then_some(Some(id)))
        }
    }
}

/// Exports and imports the documents that a person filled, with the files that were made of them.
pub(crate) struct OwnDocuments(Services);

impl OwnDocuments {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct DocumentLine {
    id: Uuid,
    template: String,
    title: String,
    definition: Definition,
    file_id: Option<FileId>,
    locale: Option<String>,
    values: Values,
    /// The newest of each format.
    #[serde(default)]
    files: Vec<FileLine>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Debug, Serialize, Deserialize)]
struct FileLine {
    format: Format,
    file_id: FileId,
    created_at: Timestamp,
}

/// Returns a file that was made, as an archive describes it. `None`: of a format of a later version.
fn file_line(made: MadeFile) -> Option<FileLine> {
    let MadeFile { format, file_id, created_at } = made;
    let format = from_word(&format).ok()?;
    Some(FileLine { format, file_id, created_at })
}

#[async_trait]
impl ArchiveSource for OwnDocuments {
    fn name(&self) -> &'static str {
        "template_documents"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        const LINES: usize = 50;
        let after = after.and_then(|line| DocumentLine::deserialize(line).ok());
        let cursor =
            after.map_or(Cursor::FIRST, |line| Cursor { at: line.updated_at, id: line.id });
        let mut conn = self.0.db.read().await?;
        let page = list_documents(&mut conn, person.user_id, cursor, LINES).await?;
        let mut lines = Vec::new();
        for row in page.items {
            let (definition, values) = (row.definition()?, row.values()?);
            let files = list_files(&mut conn, row.id).await?.into_iter().filter_map(file_line);
            let Document { id, template, title, file_id, locale, created_at, updated_at, .. } = row;
            lines.push(DocumentLine {
                id,
                template,
                title,
                definition,
                file_id,
                locale,
                values,
                files: files.collect(),
                created_at,
                updated_at,
            });
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = DocumentLine::deserialize(line) else { return Ok(Restored::Refused) };
        let Ok(definition) = line.definition.checked() else { return Ok(Restored::Refused) };
        let Ok(values) = check_values(&definition, &line.values) else {
            return Ok(Restored::Refused);
        };
        if find_document(tx, person.user_id, line.id).await?.is_some() {
            return Ok(Restored::Present);
        }
        let count = count_documents(tx, person.user_id).await?;
        let file_id = word_file(&self.0, tx, person.user_id, &definition, line.file_id).await?;
        let Some(file_id) = file_id.filter(|_| count < DOCUMENTS_MAX) else {
            return Ok(Restored::Refused);
        };
        let document = Document {
            id: line.id,
            user_id: person.user_id,
            template: line.template,
            title: line.title,
            definition: to_json(&definition)?,
            file_id,
            locale: line.locale,
            filled: to_json(&values)?,
            version: 1,
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if !insert_document(tx, &document).await? {
            return Ok(Restored::Refused);
        }
        restore_files(&self.0, tx, &document, definition.output, &line.files).await?;
        Ok(Restored::Added)
    }
}

/// Keeps the files that were made of a restored document. One that is not here, or that something else keeps, is left out:
/// it is made again.
async fn restore_files(
    services: &Services,
    tx: &mut Tx,
    document: &Document,
    output: Output,
    files: &[FileLine],
) -> Fallible<()> {
    for format in Format::of(output) {
        let Some(file) = files.iter().find(|file| file.format == format) else { continue };
        let is_here = services.files.find_upload(tx, document.user_id, file.file_id).await?;
        if is_here.is_some() && services.files.retain_archived_upload(tx, file.file_id).await? {
            let name = format.as_str();
            save_file(tx, document.id, name, file.file_id, file.created_at).await?;
        }
    }
    Ok(())
}
