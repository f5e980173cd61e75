//! Pictures in exported files: those that are in the chat, and the diagrams that whoever asks has drawn.

use std::collections::HashMap;

use area::Services;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{Failure, Fallible, Problem};
use parsing::image_size;
use pictures::{PictureKind, upright, without_metadata};

use super::chat::Chat;
use crate::problems::DIAGRAM_WRONG;
use crate::rules::{DIAGRAM_MAX_BYTES, DIAGRAM_SIDE_MAX_PIXELS, DIAGRAMS_MAX, PICTURES_MAX_BYTES};
use crate::wire::NewDiagram;

/// A PNG or JPEG that says nothing but what is seen on it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    pub kind: PictureKind,
    pub width: u32,
    pub height: u32,
    pub content: Bytes,
}

impl Picture {
    fn read(content: Vec<u8>) -> Option<Self> {
        let kind = PictureKind::of(&content)?;
        let is_known = matches!(kind, PictureKind::Png | PictureKind::Jpeg);
        let size = image_size(&content).filter(|_| is_known)?;
        Some(Self { kind, width: size.width, height: size.height, content: content.into() })
    }

    /// As an address that holds the picture itself.
    pub fn address(&self) -> String {
        format!("data:{};base64,{}", self.kind.media_type(), STANDARD.encode(&self.content))
    }
}

/// Adds the pictures of a chat, as many as a file holds; the others stay names.
pub(super) async fn add_pictures(
    services: &Services,
    caller: &SignedIn,
    chat: &mut Chat,
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
        let read = move || upright(&content).and_then(Picture::read);
        let picture = tokio::task::spawn_blocking(read).await.map_err(Failure::internal)?;
        if let Some(picture) = picture.filter(|picture| picture.content.len() <= left) {
            left -= picture.content.len();
            chat.pictures.insert(id, picture);
        }
    }
    Ok(())
}

/// Diagrams that were drawn, by their code.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Diagrams(HashMap<String, Picture>);

impl Diagrams {
    /// Problems: [`DIAGRAM_WRONG`].
    pub fn parse(drawn: Vec<NewDiagram>) -> Result<Self, Problem> {
        if drawn.len() > DIAGRAMS_MAX {
            return Err(DIAGRAM_WRONG.with("max", DIAGRAMS_MAX));
        }
        let mut diagrams = HashMap::new();
        for NewDiagram { code, picture } in drawn {
            let content = STANDARD.decode(picture).map_err(|_| DIAGRAM_WRONG)?;
            let picture = read_diagram(&content).ok_or(DIAGRAM_WRONG)?;
            diagrams.insert(key_of(&code), picture);
        }
        Ok(Self(diagrams))
    }

    pub fn find(&self, code: &str) -> Option<&Picture> {
        if self.0.is_empty() { None } else { self.0.get(&key_of(code)) }
    }
}

#[cfg(test)]
pub(super) fn sample_diagram(code: &str) -> Diagrams {
    let content = include_bytes!("../../tests/fixtures/diagram.png");
    let picture = Picture::read(content.to_vec()).expect("it was drawn by hand");
    Diagrams(HashMap::from([(key_of(code), picture)]))
}

fn read_diagram(content: &[u8]) -> Option<Picture> {
    let is_small = content.len() <= DIAGRAM_MAX_BYTES;
    let bare = is_small.then(|| without_metadata(content)).flatten()?;
    let picture = Picture::read(bare)?;
    let is_drawn = picture.kind == PictureKind::Png
        && picture.width.max(picture.height) <= DIAGRAM_SIDE_MAX_PIXELS;
    is_drawn.then_some(picture)
}

/// What a page shows of code is the code but for the ends of its lines.
fn key_of(code: &str) -> String {
    code.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
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
        let drawn = Diagrams::parse(vec![diagram("graph TD\r\n  A --> B\n", &with_more)]).unwrap();
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
            assert_eq!(Diagrams::parse(drawn).unwrap_err().kind, DIAGRAM_WRONG);
        }
        let words = NewDiagram { code: "a".into(), picture: "no base64".into() };
        assert_eq!(Diagrams::parse(vec![words]).unwrap_err().kind, DIAGRAM_WRONG);
    }
}
