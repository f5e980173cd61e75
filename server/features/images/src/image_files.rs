//! Image files that people send: any format that the tools read, larger than files of chats, without what tells of a person.

use area::Services;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use files::{FILE_EMPTY, FILE_TOO_LARGE, NewUpload, UPLOAD_FAILED, sanitise_name};
use http::HeaderMap;
use http::header::CONTENT_LENGTH;
use identity::SignedIn;
use image_models::ImageSize;
use image_tools::{MadeImage, SourceFormat, SourceHeader, ToolKind};
use kernel::{Fallible, FileId, Problem, hex};
use pictures::{GenerationParameters, PictureKind, read_parameters, strip_metadata};
use sha2::{Digest, Sha256};

use crate::limits::{FILE_SIDE_MAX_PIXELS, IMAGE_MAX_BYTES, PROMPT_MAX_CHARS, SIDE_MIN_PIXELS};
use crate::problems::{IMAGE_BROKEN, IMAGE_SIZE};
use crate::rules::extension_of;
use crate::wire::{ImageFileBody, MadeWith};

/// Stores an image file of the caller's. Sending the same one again changes nothing.
///
/// Problems: too large, empty, broken off; no image, or of a size that nothing takes; no room left; the workspace is a
/// team's that nobody pays for.
pub(crate) async fn put(
    services: &Services,
    caller: &SignedIn,
    (id, name): (FileId, &str),
    headers: &HeaderMap,
    body: Body,
) -> Fallible<ImageFileBody> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?.check_not_locked()?;
    drop(conn);
    let length = length_of(headers)?;
    // The bytes are here twice while their metadata is removed.
    let memory = services.memory.reserve(length as u64 * 2).await?;
    let content = to_bytes(body, length).await.map_err(|_| UPLOAD_FAILED)?;
    if content.len() != length {
        return Err(UPLOAD_FAILED.into());
    }
    let header = check(&content)?;
    let made_with = made_with(&content);
    let (content, sides, name) = match header.format {
        SourceFormat::Heic | SourceFormat::Avif => {
            // The process that decodes it reserves its own.
            drop(memory);
            let photo = as_photo(services, content).await?;
            let name = renamed(name, &photo.media_type);
            (Bytes::from(photo.content), (photo.width, photo.height), name)
        }
        _ => {
            let bare = strip_metadata(&content).ok_or(IMAGE_BROKEN)?;
            (Bytes::from(bare), (header.width, header.height), name.to_owned())
        }
    };
    let media_type = PictureKind::of(&content).ok_or(IMAGE_BROKEN)?.media_type();
    let new = NewUpload {
        id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name: sanitise_name(&name),
        media_type: media_type.to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let sha256 = hex(&Sha256::digest(&content));
    let upload = services.files.begin_single_upload(&services.db, &new, content, now).await?;
    let mut tx = services.db.begin().await?;
    services.files.finish_single_upload(&mut tx, upload.id, &sha256, now).await?;
    tx.commit().await?;
    Ok(ImageFileBody {
        id: upload.id,
        name: upload.name,
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
        width: sides.0,
        height: sides.1,
        made_with,
    })
}

/// Returns a picture of a phone or of the web as all browsers and models read it: a JPEG, or a PNG where something shows
/// through, of 2,048 pixels a side at most.
async fn as_photo(services: &Services, content: Bytes) -> Fallible<MadeImage> {
    // The whole of it, as it says no part.
    let tool = ToolKind::Crop.with_defaults();
    Ok(services.image_tools.run(tool, vec![content]).await?.map_err(Problem::from)?)
}

/// Returns the name of a file with the ending of what it was turned into.
fn renamed(name: &str, media_type: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.{}", extension_of(media_type))
}

/// Returns the settings that an image says it was made with, as far as they can be used here.
fn made_with(content: &[u8]) -> Option<MadeWith> {
    let GenerationParameters { prompt, negative_prompt, seed, cfg_scale, size, model } =
        read_parameters(content)?;
    let shortened = |text: String| text.chars().take(PROMPT_MAX_CHARS).collect::<String>();
    Some(MadeWith {
        prompt: shortened(prompt),
        negative_prompt: negative_prompt.map(shortened),
        seed,
        cfg_scale,
        size: size.map(|(width, height)| ImageSize { width, height }),
        model: model.map(|model| model.chars().take(MODEL_MAX_CHARS).collect()),
    })
}

/// Longest name of a model that a file says.
const MODEL_MAX_CHARS: usize = 200;

/// Returns the length that a request promises, so that its memory is reserved before it is read.
fn length_of(headers: &HeaderMap) -> Result<usize, Problem> {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    match length {
        Some(0) => Err(FILE_EMPTY.into()),
        Some(length) if length <= IMAGE_MAX_BYTES => Ok(length),
        _ => Err(FILE_TOO_LARGE.with("max", IMAGE_MAX_BYTES)),
    }
}

/// Checks an image by its header.
fn check(content: &[u8]) -> Result<SourceHeader, Problem> {
    let header = SourceHeader::read(content).map_err(Problem::from)?;
    let (shorter, longer) = (header.width.min(header.height), header.width.max(header.height));
    match shorter < SIDE_MIN_PIXELS || longer > FILE_SIDE_MAX_PIXELS {
        true => Err(IMAGE_SIZE.with("min", SIDE_MIN_PIXELS).with("max", FILE_SIDE_MAX_PIXELS)),
        false => Ok(header),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn length(text: &'static str) -> Result<usize, &'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_LENGTH, HeaderValue::from_static(text));
        length_of(&headers).map_err(|problem| problem.kind.code)
    }

    #[test]
    fn a_file_says_how_long_it_is_and_has_32_mebibytes_at_most() {
        assert_eq!((length("1"), length("33554432")), (Ok(1), Ok(33_554_432)));
        assert_eq!(length("33554433"), Err("files.too_large"));
        assert_eq!((length("0"), length("many")), (Err("files.empty"), Err("files.too_large")));
        assert!(length_of(&HeaderMap::new()).is_err());
    }

    // spec §5: "sides at least 100 pixels for images"
    #[test]
    fn sides_are_told_from_the_header() {
        let png = |width: u32, height: u32| {
            let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            head.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
            check(&head).map(|_| ()).map_err(|problem| problem.kind.code)
        };
        assert_eq!((png(100, 8_192), png(99, 200)), (Ok(()), Err("images.size")));
        assert_eq!(png(50_000, 50_000), Err("images.size"));
        assert_eq!(check(b"MZ").unwrap_err().kind.code, "image_tools.unsupported");
    }
}
