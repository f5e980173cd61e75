//! Templates: presets, and those that people write or upload.

use area::Services;
use bytes::Bytes;
use files::NewUpload;
use identity::SignedIn;
use kernel::{Fallible, FileId, Problem, Timestamp, UserId, Uuid, collapse_whitespace, truncate};
use store::{StoreResult, Tx};

use crate::definition::{Definition, Field, FieldKind, Output, new_field};
use crate::documents::hash;
use crate::docx::{FoundField, Work, Worked, work};
use crate::hints::announce_change;
use crate::limits::{LABEL_MAX_CHARS, NAME_MAX_CHARS, TEMPLATES_MAX, WORD_MAX_BYTES};
use crate::presets::{find_preset, presets};
use crate::problems::{
    CHANGED_ELSEWHERE, FIELD_INVALID, NO_PLACEHOLDERS, NOT_FOUND, TOO_MANY_TEMPLATES, WORD_ONLY,
    WORD_TOO_LARGE,
};
use crate::produce::Format;
use crate::store::{
    self as rows, Template, count_templates, find_template, insert_template, is_file_used,
};
use crate::wire::{NewTemplate, TemplateBody};

/// A template that somebody may use.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub key: String,
    pub definition: Definition,
    pub file_id: Option<FileId>,
    version: i64,
    updated_at: Option<Timestamp>,
}

impl Found {
    fn own(row: &Template) -> StoreResult<Self> {
        Ok(Self {
            key: row.id.to_string(),
            definition: row.definition()?,
            file_id: row.file_id,
            version: row.version,
            updated_at: Some(row.updated_at),
        })
    }

    fn preset(key: &str, definition: Definition) -> Self {
        Self { key: key.to_owned(), definition, file_id: None, version: 1, updated_at: None }
    }

    pub fn body(self) -> TemplateBody {
        TemplateBody {
            key: self.key,
            formats: Format::of(self.definition.output),
            definition: self.definition,
            mine: self.updated_at.is_some(),
            version: self.version,
            updated_at: self.updated_at,
        }
    }
}

/// Lists a person's templates, the last changed first, and the presets in their language.
pub(crate) async fn list(
    services: &Services,
    user_id: UserId,
    locale: Option<&str>,
) -> Fallible<Vec<Found>> {
    let mut conn = services.db.read().await?;
    let own = rows::list_templates(&mut conn, user_id).await?;
    let mut all = own.iter().map(Found::own).collect::<StoreResult<Vec<_>>>()?;
    all.extend(presets(locale).map(|(key, definition)| Found::preset(key, definition)));
    Ok(all)
}

/// Finds a preset, or a template of a person's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn find(
    services: &Services,
    user_id: UserId,
    locale: Option<&str>,
    key: &str,
) -> Fallible<Found> {
    if let Some(definition) = find_preset(key, locale) {
        return Ok(Found::preset(key, definition));
    }
    let id = id_of(key)?;
    let mut conn = services.db.read().await?;
    let row = find_template(&mut conn, user_id, id).await?.ok_or(NOT_FOUND)?;
    Ok(Found::own(&row)?)
}

/// Returns the id of a template of somebody's own. Presets can't be changed, so they have none.
fn id_of(key: &str) -> Result<Uuid, Problem> {
    Uuid::parse_str(key).map_err(|_| NOT_FOUND.into())
}

/// Creates a template of Markdown, once however often it is retried.
///
/// Problems: those of the rules; [`TOO_MANY_TEMPLATES`].
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewTemplate,
) -> Fallible<Found> {
    let definition = new.definition.checked()?;
    if definition.output == Output::Word {
        return Err(WORD_ONLY.into());
    }
    let now = services.clock.now();
    let template = Template::new(new.id, caller.user_id, &definition, None, now)?;
    let mut tx = services.db.begin().await?;
    let kept = insert(&mut tx, &template).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(Found::own(&kept)?)
}

async fn insert(tx: &mut Tx, template: &Template) -> Fallible<Template> {
    if let Some(known) = find_template(tx, template.user_id, template.id).await? {
        return Ok(known);
    }
    check_number(count_templates(tx, template.user_id).await?)?;
    // The id is somebody else's.
    match insert_template(tx, template).await? {
        true => Ok(template.clone()),
        false => Err(NOT_FOUND.into()),
    }
}

fn check_number(count: i64) -> Result<(), Problem> {
    match count >= TEMPLATES_MAX {
        true => Err(TOO_MANY_TEMPLATES.with("max", TEMPLATES_MAX)),
        false => Ok(()),
    }
}

/// Creates a copy of a template as the caller's own. A Word file is shared by both until one is deleted.
///
/// Problems: [`NOT_FOUND`], [`TOO_MANY_TEMPLATES`].
pub(crate) async fn copy(
    services: &Services,
    caller: &SignedIn,
    key: &str,
    id: Uuid,
) -> Fallible<Found> {
    let found = find(services, caller.user_id, caller.locale.as_deref(), key).await?;
    let now = services.clock.now();
    let template = Template::new(id, caller.user_id, &found.definition, found.file_id, now)?;
    let mut tx = services.db.begin().await?;
    let kept = insert(&mut tx, &template).await?;
    retain(services, &mut tx, kept.file_id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(Found::own(&kept)?)
}

/// Keeps a Word file that a template or a document is, which may have been released since it was looked up.
pub(crate) async fn retain(
    services: &Services,
    tx: &mut Tx,
    file_id: Option<FileId>,
) -> Fallible<()> {
    if let Some(file_id) = file_id {
        services.files.retain_archived_upload(tx, file_id).await?;
    }
    Ok(())
}

/// Changes a template. One that is a Word file stays one, and all its placeholders stay fields.
///
/// Problems: [`NOT_FOUND`], [`CHANGED_ELSEWHERE`]; those of the rules.
pub(crate) async fn update(
    services: &Services,
    caller: &SignedIn,
    key: &str,
    expected: Option<i64>,
    definition: Definition,
) -> Fallible<Found> {
    let id = id_of(key)?;
    let definition = definition.checked()?;
    let mut tx = services.db.begin().await?;
    let before = find_template(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let is_word = definition.output == Output::Word;
    if is_word != before.file_id.is_some() {
        return Err(FIELD_INVALID.with("field", "output").into());
    }
    if is_word {
        check_fields_stay(&before.definition()?, &definition)?;
    }
    let version = expected.unwrap_or(before.version);
    let now = services.clock.now();
    if !rows::update_template(&mut tx, id, version, &definition, now).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    let after = find_template(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(Found::own(&after)?)
}

/// Checks that no field is gone that a Word file has a placeholder for.
fn check_fields_stay(before: &Definition, after: &Definition) -> Result<(), Problem> {
    let stays = |field: &Field| {
        let columns = |after: &Field| {
            field.columns.iter().all(|one| after.columns.iter().any(|other| other.name == one.name))
        };
        after.field(&field.name).is_some_and(columns)
    };
    match before.fields.iter().find(|field| !stays(field)) {
        None => Ok(()),
        Some(_) => Err(FIELD_INVALID.with("field", "fields")),
    }
}

/// Deletes a template. Documents that were made of it stay.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, key: &str) -> Fallible<()> {
    let id = id_of(key)?;
    let mut tx = services.db.begin().await?;
    let template = find_template(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    rows::delete_template(&mut tx, id).await?;
    release_unused(services, &mut tx, template.file_id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Releases a Word file that no template and no document is any more.
pub(crate) async fn release_unused(
    services: &Services,
    tx: &mut Tx,
    file_id: Option<FileId>,
) -> Fallible<()> {
    if let Some(file_id) = file_id
        && !is_file_used(tx, file_id).await?
    {
        services.files.release_upload(tx, file_id).await?;
    }
    Ok(())
}

/// Creates a template of a Word file with placeholders. Its fields are the placeholders.
///
/// Problems: [`WORD_ONLY`], [`WORD_TOO_LARGE`], [`NO_PLACEHOLDERS`], [`TOO_MANY_TEMPLATES`]; those of Word files; the
/// person has too much stored already.
pub(crate) async fn upload(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    file_name: &str,
    content: Bytes,
) -> Fallible<Found> {
    let stem = file_name.strip_suffix(".docx").or_else(|| file_name.strip_suffix(".DOCX"));
    let stem = stem.ok_or(WORD_ONLY)?;
    if content.len() > WORD_MAX_BYTES {
        return Err(WORD_TOO_LARGE.with("max_bytes", WORD_MAX_BYTES).into());
    }
    let mut conn = services.db.read().await?;
    if let Some(known) = find_template(&mut conn, caller.user_id, id).await? {
        return Ok(Found::own(&known)?);
    }
    check_number(count_templates(&mut conn, caller.user_id).await?)?;
    drop(conn);
    let Worked::Fields(found) = work(services, &Work::Inspect, content.clone()).await? else {
        return Err(kernel::Failure::internal("fields were expected"));
    };
    let definition = definition_of(stem, &found)?.checked()?;
    let now = services.clock.now();
    let new = NewUpload {
        id: FileId::new(now),
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name: files::sanitise_name(file_name),
        media_type: Format::Docx.media_type().to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let sha256 = hash(&content);
    let stored = services.files.begin_single_upload(&services.db, &new, content, now).await?;
    let template = Template::new(id, caller.user_id, &definition, Some(stored.id), now)?;
    let mut tx = services.db.begin().await?;
    let kept = insert(&mut tx, &template).await?;
    // Where a retry was quicker, upkeep removes this one's file, which nothing keeps.
    if kept.file_id == template.file_id {
        services.files.finish_single_upload(&mut tx, stored.id, &sha256, now).await?;
        services.files.retain_archived_upload(&mut tx, stored.id).await?;
        tx.commit().await?;
        announce_change(services, caller.user_id);
    }
    Ok(Found::own(&kept)?)
}

/// Returns the definition of a Word file, whose author changes labels and types afterwards.
fn definition_of(stem: &str, found: &[FoundField]) -> Result<Definition, Problem> {
    if found.is_empty() {
        return Err(NO_PLACEHOLDERS.into());
    }
    let mut fields: Vec<Field> = Vec::new();
    for one in found {
        match &one.list {
            None => {
                if fields.iter().all(|field| field.name != one.name) {
                    fields.push(guessed_field(one));
                }
            }
            Some(list) => {
                let at = fields.iter().position(|field| field.name == *list);
                let at = at.unwrap_or_else(|| {
                    fields.push(new_field(list, &label_of(list), FieldKind::List));
                    fields.len() - 1
                });
                fields[at].kind = FieldKind::List;
                if fields[at].columns.iter().all(|column| column.name != one.name) {
                    fields[at].columns.push(guessed_field(one));
                }
            }
        }
    }
    Ok(Definition {
        name: name_of(stem),
        description: String::new(),
        output: Output::Word,
        content: String::new(),
        fields,
    })
}

fn name_of(stem: &str) -> String {
    let name = truncate(&collapse_whitespace(&stem.replace('_', " ")), NAME_MAX_CHARS);
    if name.trim().is_empty() { "Word".to_owned() } else { name }
}

/// Returns a field that is called as its placeholder, of the type that its name suggests. One whose value stands nowhere is
/// a choice between its sections and none.
fn guessed_field(found: &FoundField) -> Field {
    let (name, label) = (&found.name, label_of(&found.name));
    if !found.is_value {
        let options = vec![YES.to_owned()];
        return Field { options, ..new_field(name, &label, FieldKind::Choice) };
    }
    let lower = name.to_lowercase();
    let is_date = lower.split('_').any(|word| word == "date") || lower.ends_with("date");
    let kind = if is_date { FieldKind::Date } else { FieldKind::Text };
    // What a section depends on may be empty: else it would never be left out.
    Field { required: !found.is_condition, ..new_field(name, &label, kind) }
}

/// The option of a field that sections depend on; its author may change it.
const YES: &str = "Yes";

/// Returns `client_name` as `Client name`.
fn label_of(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    truncate(&format!("{first}{}", letters.as_str()), LABEL_MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(list: Option<&str>, name: &str) -> FoundField {
        let (list, name) = (list.map(str::to_owned), name.to_owned());
        FoundField { list, name, is_value: true, is_condition: false }
    }

    #[test]
    fn placeholders_of_a_word_file_become_fields() {
        let names = [
            named(None, "client_name"),
            named(None, "due_date"),
            named(Some("items"), "price"),
            named(Some("items"), "what"),
        ];
        let definition = definition_of("My_letter", &names).unwrap().checked().unwrap();
        assert_eq!(definition.name, "My letter");
        let kinds: Vec<_> =
            definition.fields.iter().map(|field| (field.label.as_str(), field.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("Client name", FieldKind::Text),
                ("Due date", FieldKind::Date),
                ("Items", FieldKind::List)
            ]
        );
        assert_eq!(definition.fields[2].columns.len(), 2);
        assert_eq!(definition_of("x", &[]).unwrap_err().kind, NO_PLACEHOLDERS);
    }

    #[test]
    fn what_a_section_depends_on_may_be_empty() {
        let note = FoundField { is_condition: true, ..named(Some("items"), "note") };
        let vip = FoundField { is_value: false, is_condition: true, ..named(None, "vip") };
        let definition = definition_of("x", &[note, vip]).unwrap().checked().unwrap();
        let column = &definition.fields[0].columns[0];
        assert_eq!((column.kind, column.required), (FieldKind::Text, false));
        let vip = &definition.fields[1];
        assert_eq!((vip.kind, vip.required, vip.options.len()), (FieldKind::Choice, false, 1));
    }

    #[test]
    fn a_field_with_a_placeholder_cannot_be_taken_away() {
        let before = definition_of("x", &[named(None, "a"), named(Some("b"), "c")]).unwrap();
        let mut after = before.clone();
        after.fields[0].label = "Other".to_owned();
        assert!(check_fields_stay(&before, &after).is_ok());
        after.fields[1].columns.clear();
        assert!(check_fields_stay(&before, &after).is_err());
    }
}
