use area::Services;
use conversations::{Part, PartKind};
use files::Upload;
use identity::SignedIn;
use kernel::{Fallible, FileId};
use store::Tx;

use crate::references::source::reference_parts;
use crate::rules::MessageText;
use crate::wire::NewMessage;

/// Returns a message's parts: its files, its other references, then its text.
///
/// Problems: a file is not the caller's, not ready, or one too many; together they have too much text; those of
/// [`reference_parts`].
pub(crate) async fn parts_of(
    services: &Services,
    caller: &SignedIn,
    new: &NewMessage,
    text: &MessageText,
) -> Fallible<Vec<Part>> {
    let mut parts = Vec::new();
    if !new.attachments.is_empty() {
        let mut conn = services.db.read().await?;
        let uploads = services.files.attach(&mut conn, caller.user_id, &new.attachments).await?;
        let files = (1..).zip(uploads).map(|(number, upload)| part_of(number, upload));
        parts.extend(files);
    }
    parts.extend(reference_parts(services, caller.user_id, &new.references).await?);
    if !text.as_str().is_empty() {
        parts.push(Part::text("p1", text.as_str()));
    }
    Ok(parts)
}

fn part_of(number: usize, upload: Upload) -> Part {
    let kind = PartKind::File {
        file_id: upload.id,
        name: upload.name,
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
    };
    Part { id: format!("f{number}"), kind }
}

/// Links the files to the message, so that they are kept as long as it is. Checks them once more, because they may have
/// been removed since.
pub(crate) async fn tie(
    services: &Services,
    caller: &SignedIn,
    tx: &mut Tx,
    new: &NewMessage,
) -> Fallible<()> {
    if new.attachments.is_empty() {
        return Ok(());
    }
    let uploads = services.files.attach(tx, caller.user_id, &new.attachments).await?;
    let ids = uploads.into_iter().map(|upload| upload.id);
    Ok(services.files.link_uploads(tx, new.id, ids).await?)
}

/// Returns the name of the first file or thing, for a message without text.
pub(crate) fn first_name(parts: &[Part]) -> Option<&str> {
    parts.iter().find_map(|part| match &part.kind {
        PartKind::File { name, .. } => Some(name.as_str()),
        PartKind::Reference { title, .. } => Some(title.as_str()),
        _ => None,
    })
}

/// Returns the files that a client lists, each once.
pub(crate) fn distinct(ids: &[FileId]) -> impl Iterator<Item = FileId> {
    ids.iter().enumerate().filter(|(at, id)| !ids[..*at].contains(id)).map(|(_, id)| *id)
}
