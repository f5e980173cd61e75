//! Metadata that says how an image was made: the prompt and its settings, as other programs read them, and the mark of the
//! IPTC that a model made it.
//!
//! An image with signed Content Credentials (C2PA) stays as it is: anything that is added would break the signature, and it
//! says more than we could.

mod exif;
mod jpeg;
mod parameters;
mod png;
mod webp;

pub use parameters::GenerationParameters;

use crate::{PictureKind, strip_metadata};

/// The origin of an image, in the words of the IPTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitalSource {
    /// A model made it from a text.
    Generated,
    /// A model made parts of it, or changed it.
    PartlyGenerated,
}

impl DigitalSource {
    fn name(self) -> &'static str {
        match self {
            Self::Generated => "trainedAlgorithmicMedia",
            Self::PartlyGenerated => "compositeWithTrainedAlgorithmicMedia",
        }
    }

    /// Returns the XMP packet that says it.
    fn xmp(self) -> String {
        let name = self.name();
        format!(
            "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
             <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
             <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
             <rdf:Description rdf:about=\"\" \
             xmlns:Iptc4xmpExt=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\" \
             Iptc4xmpExt:DigitalSourceType=\"http://cv.iptc.org/newscodes/digitalsourcetype/{name}\"/>\
             </rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
        )
    }
}

/// Returns the image with its origin and, if given, the settings that it was made with, in place of all other metadata.
///
/// `None`: the image has Content Credentials, which would be broken; it cannot be read to its end; or it is a GIF.
pub fn write_provenance(
    content: &[u8],
    source: DigitalSource,
    parameters: Option<&GenerationParameters>,
) -> Option<Vec<u8>> {
    if has_content_credentials(content) {
        return None;
    }
    let bare = strip_metadata(content)?;
    let xmp = source.xmp();
    let text = parameters.map(GenerationParameters::to_text);
    match PictureKind::of(&bare)? {
        PictureKind::Png => png::write(&bare, &xmp, text.as_deref()),
        PictureKind::Jpeg => jpeg::write(&bare, &xmp, text.as_deref()),
        PictureKind::Webp => webp::write(&bare, &xmp, text.as_deref()),
        PictureKind::Gif => None,
    }
}

/// Returns the settings that an image says it was made with, here or by another program.
pub fn read_parameters(content: &[u8]) -> Option<GenerationParameters> {
    match PictureKind::of(content)? {
        PictureKind::Png => {
            let texts = png::read(content);
            let of = |name: &str| texts.iter().find(|(keyword, _)| keyword == name);
            let plain = of("parameters").and_then(|(_, text)| GenerationParameters::parse(text));
            plain.or_else(|| GenerationParameters::parse_invoke(&of("invokeai_metadata")?.1))
        }
        PictureKind::Jpeg => GenerationParameters::parse(&jpeg::read(content)?),
        PictureKind::Webp => GenerationParameters::parse(&webp::read(content)?),
        PictureKind::Gif => None,
    }
}

/// Returns true if an image has a manifest of C2PA.
fn has_content_credentials(content: &[u8]) -> bool {
    match PictureKind::of(content) {
        Some(PictureKind::Png) => png::has_chunk(content, b"caBX"),
        Some(PictureKind::Jpeg) => jpeg::has_manifest(content),
        Some(PictureKind::Webp) => webp::has_chunk(content, b"C2PA"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: &[u8] = include_bytes!("../tests/pictures/phone.jpg");
    const PNG: &[u8] = include_bytes!("../tests/pictures/phone.png");
    const WEBP: &[u8] =
        b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

    fn parameters() -> GenerationParameters {
        GenerationParameters {
            prompt: "A lighthouse,\nat night – ليل".to_owned(),
            negative_prompt: Some("people".to_owned()),
            seed: Some(7),
            cfg_scale: Some(4.5),
            size: Some((32, 24)),
            model: Some("lab/gpt-image-1".to_owned()),
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_no_point_changes() {
        for original in [PNG, JPEG, WEBP] {
            let marked = write_provenance(original, DigitalSource::Generated, Some(&parameters()));
            let marked = marked.unwrap();
            assert_eq!(read_parameters(&marked), Some(parameters()));
            let text = String::from_utf8_lossy(&marked);
            assert!(text.contains("/trainedAlgorithmicMedia\""));
            assert!(!text.contains("Ana Author"), "nothing of the person stays");
            let points = |content: &[u8]| image::load_from_memory(content).map(|it| it.to_rgba8());
            if original != WEBP {
                assert_eq!(points(&marked).unwrap(), points(original).unwrap());
            }
            let again = strip_metadata(&marked).unwrap();
            assert_eq!(read_parameters(&again), None, "it goes with the rest of the metadata");
        }
    }

    #[test]
    fn the_origin_can_be_said_without_the_prompt() {
        for original in [PNG, JPEG, WEBP] {
            let marked = write_provenance(original, DigitalSource::PartlyGenerated, None).unwrap();
            assert_eq!(read_parameters(&marked), None);
            let text = String::from_utf8_lossy(&marked);
            assert!(text.contains("/compositeWithTrainedAlgorithmicMedia\""));
        }
    }

    #[test]
    fn content_credentials_are_left_alone() {
        let (head, rest) = PNG.split_at(33);
        let signed = [head, b"\0\0\0\x02caBXjj\0\0\0\0", rest].concat();
        let jumbf = [&JPEG[..2], b"\xff\xeb\0\x0aJP\0\0jumb", &JPEG[2..]].concat();
        for content in [signed, jumbf] {
            assert_eq!(write_provenance(&content, DigitalSource::Generated, None), None);
        }
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        for original in [PNG, JPEG, WEBP] {
            let marked = write_provenance(original, DigitalSource::Generated, Some(&parameters()));
            let marked = marked.unwrap();
            for end in 0..marked.len() {
                // Whatever is left, it is read without a fault.
                let _ = read_parameters(&marked[..end]);
                assert_eq!(write_provenance(&marked[..end], DigitalSource::Generated, None), None);
            }
        }
        assert_eq!(read_parameters(b"GIF89a"), None);
    }
}
