//! Images in exported files: those in the chat, and diagrams that the caller rendered.

use area::Services;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use identity::SignedIn;
use kernel::{Failure, Fallible, Problem};
use pictures::{Edit, PictureKind, strip_metadata};
use printed::{Diagrams, Picture, Text};

use crate::problems::DIAGRAM_WRONG;
use crate::rules::{DIAGRAM_MAX_BYTES, DIAGRAM_SIDE_MAX_PIXELS, DIAGRAMS_MAX, PICTURES_MAX_BYTES};
use crate::wire::NewDiagram;

/// Adds the images of a chat, up to a file's limit; the others are only named.
pub(super) async fn add_pictures(
    services: &Services,
    caller: &SignedIn,
    chat: &mut Text,
) -> Fallible<()> {
    let mut left = PICTURES_MAX_BYTES;
    for id in chat.file_ids() {
        let mut conn = services.db.read().await?;
        let upload = services.files.find_upload(&mut conn, caller.user_id, id).await?;
        drop(conn);
        let Some(upload) = upload.filter(|upload| upload.is_image()) else { continue };
        if usize::try_from(upload.size_bytes).is_ok_and(|bytes| bytes > left) {
            continue;
        }
        let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
        let Some(content) = content else { continue };
        let upright = services.pictures.edit(Edit::Upright, content).await?;
        let picture = upright.ok().and_then(Picture::read);
        if let Some(picture) = picture.filter(|picture| picture.content.len() <= left) {
            left -= picture.content.len();
            chat.pictures.insert(id, picture);
        }
    }
    Ok(())
}

/// Diagrams that were drawn, by their code.
///
/// Problems: [`DIAGRAM_WRONG`].
pub(super) fn parse_diagrams(drawn: Vec<NewDiagram>) -> Result<Diagrams, Problem> {
    if drawn.len() > DIAGRAMS_MAX {
        return Err(DIAGRAM_WRONG.with("max", DIAGRAMS_MAX));
    }
    let mut diagrams = Diagrams::default();
    for NewDiagram { code, picture } in drawn {
        let content = STANDARD.decode(picture).map_err(|_| DIAGRAM_WRONG)?;
        diagrams.add(&code, read_diagram(&content).ok_or(DIAGRAM_WRONG)?);
    }
    Ok(diagrams)
}

fn read_diagram(content: &[u8]) -> Option<Picture> {
    let is_small = content.len() <= DIAGRAM_MAX_BYTES;
    let bare = is_small.then(|| strip_metadata(content)).flatten()?;
    let picture = Picture::read(bare)?;
    let is_drawn = picture.kind == PictureKind::Png
        && picture.width.max(picture.height) <= DIAGRAM_SIDE_MAX_PIXELS;
    is_drawn.then_some(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = include_bytes!("../../tests/fixtures/diagram.png");

    fn diagram(code: &str, content: &[u8]) -> NewDiagram {
        NewDiagram { code: code.to_owned(), picture: STANDARD.encode(content) }
    }

    #[test]
    fn a_drawn_diagram_is_found_by_its_code_and_says_nothing_else() {
        let with_more = [PNG, b"and a secret"].concat();
        let drawn = parse_diagrams(vec![diagram("graph TD\r\n  A --> B\n", &with_more)]).unwrap();
        let found = drawn.find("graph TD\n  A --> B").unwrap();
        assert_eq!((found.width, found.height), (40, 20));
        assert!(!found.content.windows(6).any(|piece| piece == b"secret"));
        assert_eq!(drawn.find("graph LR"), None);
    }

    #[test]
    fn what_is_no_png_or_too_much_of_it_is_refused() {
        let mut large = PNG[..33].to_vec();
        large[16..20].copy_from_slice(&(DIAGRAM_SIDE_MAX_PIXELS + 1).to_be_bytes());
        large.extend(b"\0\0\0\0IEND\xae\x42\x60\x82");
        let many = vec![PNG; DIAGRAMS_MAX + 1];
        let heavy = [PNG, &vec![0; DIAGRAM_MAX_BYTES]].concat();
        for pictures in [vec![&b"<svg/>"[..]], vec![&PNG[..40]], vec![&large], vec![&heavy], many] {
            let drawn = pictures.iter().map(|content| diagram("a", content)).collect();
            assert_eq!(parse_diagrams(drawn).unwrap_err().kind, DIAGRAM_WRONG);
        }
        let words = NewDiagram { code: "a".into(), picture: "no base64".into() };
        assert_eq!(parse_diagrams(vec![words]).unwrap_err().kind, DIAGRAM_WRONG);
    }
}
