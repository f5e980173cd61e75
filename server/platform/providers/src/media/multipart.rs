//! Bodies of `multipart/form-data` (RFC 7578).

use bytes::Bytes;
use kernel::{Timestamp, uuid_v7};

/// A field of a form.
#[derive(Debug, Clone)]
pub struct FormPart {
    name: String,
    content: Bytes,
    file: Option<File>,
}

#[derive(Debug, Clone)]
struct File {
    name: String,
    media_type: String,
}

impl FormPart {
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), content: Bytes::from(text.into()), file: None }
    }

    pub fn file(
        name: impl Into<String>,
        file_name: impl Into<String>,
        media_type: impl Into<String>,
        content: Bytes,
    ) -> Self {
        let file = File { name: file_name.into(), media_type: media_type.into() };
        Self { name: name.into(), content, file: Some(file) }
    }
}

/// Returns the content type and the body of a form.
pub(crate) fn encode(parts: &[FormPart], now: Timestamp) -> (String, Bytes) {
    // A random name that the contents cannot know.
    let boundary = uuid_v7(now).simple().to_string();
    let size: usize = parts.iter().map(|part| part.content.len() + PART_HEAD_BYTES).sum();
    let mut body = Vec::with_capacity(size);
    for part in parts {
        body.extend_from_slice(format!("--{boundary}\r\n{}\r\n", part.head()).as_bytes());
        body.extend_from_slice(&part.content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body.into())
}

/// Usual size of what stands before a part's content.
const PART_HEAD_BYTES: usize = 192;

impl FormPart {
    fn head(&self) -> String {
        let name = quoted(&self.name);
        match &self.file {
            None => format!("Content-Disposition: form-data; name=\"{name}\"\r\n"),
            Some(file) => format!(
                "Content-Disposition: form-data; name=\"{name}\"; filename=\"{}\"\r\n\
                 Content-Type: {}\r\n",
                quoted(&file.name),
                file.media_type.replace(['\r', '\n'], "")
            ),
        }
    }
}

/// Returns a name as it stands between quotes (HTML, "multipart/form-data encoding algorithm").
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_its_texts_and_files_between_its_boundaries() {
        let picture = Bytes::from_static(&[0x89, b'P', 0, b'\r']);
        let parts = [
            FormPart::text("prompt", "Ein schöner Tag\r\n"),
            FormPart::file("image[]", "a\"b.png", "image/png", picture),
        ];
        let (content_type, body) = encode(&parts, Timestamp::from_micros(0));
        let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
        let wanted = [
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\n").into_bytes(),
            "Ein schöner Tag\r\n\r\n".as_bytes().to_vec(),
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"image[]\"; filename=\"a%22b.png\"\r\nContent-Type: image/png\r\n\r\n").into_bytes(),
            vec![0x89, b'P', 0, b'\r', b'\r', b'\n'],
            format!("--{boundary}--\r\n").into_bytes(),
        ];
        assert_eq!(body, wanted.concat());
    }
}
