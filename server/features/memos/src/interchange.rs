//! Taking memos along, as files of Markdown.

use std::collections::HashSet;
use std::io::Write;

use area::Services;
use files::Upload;
use identity::SignedIn;
use kernel::{Failure, Fallible, UserId, truncate};
use printed::{Chunks, ZipStream};
use store::sql;

use crate::links::file_place;
use crate::picture;
use crate::problems::NOT_FOUND;
use crate::store::{Memo, find_memo, memo_columns};
use crate::text_files::{list_files, path_beside};
use crate::wire::MemoId;

/// Returns one memo as a Markdown file: its name and content.
pub(crate) async fn markdown(
    services: &Services,
    caller: &SignedIn,
    id: MemoId,
) -> Fallible<(String, String)> {
    let mut conn = services.db.read().await?;
    let memo = find_memo(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    Ok((file_name(&memo), file_of(&memo, None)))
}

/// Writes all memos, each as a file of Markdown, into a ZIP that is sent meanwhile: together they may be gigabytes.
pub(crate) async fn export(services: &Services, owner: UserId, chunks: Chunks) -> Fallible<()> {
    let mut zip = ZipStream::new(chunks);
    let mut names = HashSet::new();
    let mut after = MemoId(kernel::Uuid::nil());
    loop {
        let memos = next_memos(services, owner, after).await?;
        let Some(last) = memos.last() else { break };
        after = last.id;
        for memo in &memos {
            let mut name = file_name(memo);
            // Two memos may have one name; their ids are two.
            while !names.insert(name.to_lowercase()) {
                name = format!("{} {}.md", name.trim_end_matches(".md"), memo.id);
            }
            let picture = picture::find(services, owner, memo).await?;
            let beside = picture.as_ref().map(|(upload, _)| picture::name_beside(upload));
            zip.begin(&name)?;
            let mut file = file_of(memo, beside.as_deref());
            let shown = shown_files(services, owner, memo).await?;
            for upload in &shown {
                file = file.replace(&file_place(upload.id), &path_beside(upload));
            }
            zip.write_all(file.as_bytes()).map_err(Failure::internal)?;
            for upload in shown {
                let beside = path_beside(&upload);
                if names.insert(beside.clone())
                    && let Some(content) =
                        services.files.get(&upload.key()).await.map_err(Failure::internal)?
                {
                    zip.begin_stored(&beside)?;
                    zip.write_all(&content).map_err(Failure::internal)?;
                }
            }
            // Several memos may have one picture.
            if let Some(((_, content), beside)) = picture.zip(beside)
                && names.insert(beside.clone())
            {
                zip.begin_stored(&beside)?;
                zip.write_all(&content).map_err(Failure::internal)?;
            }
            zip.send().await?;
        }
    }
    zip.finish().await
}

/// Returns the files that the text of a memo keeps.
async fn shown_files(services: &Services, owner: UserId, memo: &Memo) -> Fallible<Vec<Upload>> {
    let mut conn = services.db.read().await?;
    let ids = list_files(&mut conn, memo.id).await?;
    let mut uploads = services.files.find_uploads(&mut conn, owner, &ids).await?;
    Ok(ids.iter().filter_map(|id| uploads.remove(id)).collect())
}

/// Number of memos read at once: all of them may exceed the memory.
const READ_AT_ONCE: i64 = 100;

async fn next_memos(services: &Services, owner: UserId, after: MemoId) -> Fallible<Vec<Memo>> {
    let mut conn = services.db.read().await?;
    Ok(sql!(
        &mut conn,
        all Memo,
        concat!(
            "SELECT ",
            memo_columns!(),
            " FROM memos m WHERE m.user_id = $1 AND m.id > $2 AND m.deleted_at IS NULL ORDER BY m.id LIMIT $3",
        ),
        owner,
        after,
        READ_AT_ONCE
    )?)
}

/// Returns a safe file name. Spec §5: "Filenames are sanitised".
fn file_name(memo: &Memo) -> String {
    let title = truncate(&memo.texts().shown_title(&memo.body), 80);
    format!("{}.md", files::sanitise_name(&title))
}

/// Formats a memo as a file: its properties between two lines of dashes, and its text. `picture`: the path of its
/// image.
fn file_of(memo: &Memo, picture: Option<&str>) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let tags: Vec<String> = memo.tag_names().iter().map(|tag| quoted(tag)).collect();
    let mut file = format!(
        "---\nmemo_id: {}\ntitle: {}\ntype: {}\ntags: [{}]\ncreated: {}\nedited: {}\n",
        memo.id,
        quoted(&memo.title),
        memo.kind,
        tags.join(", "),
        memo.created_at,
        memo.updated_at
    );
    let known = [
        ("source", memo.source_url.as_deref()),
        ("from", memo.source_path.as_deref()),
        ("quote", memo.quote.as_deref()),
        ("summary", memo.summary.as_deref()),
        ("picture", picture),
    ];
    for (key, value) in known {
        if let Some(value) = value {
            file.push_str(&format!("{key}: {}\n", quoted(value)));
        }
    }
    file.push_str("---\n\n");
    if let Some(picture) = picture {
        file.push_str(&format!("![]({picture})\n\n"));
    }
    file.push_str(&memo.body);
    file
}
