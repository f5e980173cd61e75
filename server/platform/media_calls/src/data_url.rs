//! Files inside a JSON text.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use bytes::Bytes;
use providers::ModelError;

/// Returns `content` as a `data:` URL.
pub fn data_url(media_type: &str, content: &[u8]) -> String {
    format!("data:{media_type};base64,{}", STANDARD.encode(content))
}

/// Returns the content of a `data:` URL in base64; `None` if it is another address.
pub fn parse_data_url(url: &str) -> Option<Result<Bytes, ModelError>> {
    let (head, content) = url.strip_prefix("data:")?.split_once(',')?;
    head.ends_with(";base64").then(|| decode_base64(content))
}

/// Decodes base64 with or without padding, and with line breaks.
pub fn decode_base64(text: &str) -> Result<Bytes, ModelError> {
    let without_breaks: String;
    let text = match text.contains(char::is_whitespace) {
        true => {
            without_breaks = text.split_whitespace().collect();
            &without_breaks
        }
        false => text,
    };
    let decoded = STANDARD.decode(text).or_else(|_| STANDARD_NO_PAD.decode(text));
    match decoded {
        Ok(content) if !content.is_empty() => Ok(content.into()),
        _ => Err(ModelError::broken("a file in the answer is incomplete")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_data_url_comes_out_of_it() {
        let url = data_url("image/png", b"\x89PNG");
        assert_eq!(url, "data:image/png;base64,iVBORw==");
        assert_eq!(parse_data_url(&url).unwrap().unwrap(), Bytes::from_static(b"\x89PNG"));
        assert!(parse_data_url("https://example.org/a.png").is_none());
        assert!(parse_data_url("data:text/plain,Hello").is_none());
    }

    #[test]
    fn base64_may_lack_its_padding_and_have_line_breaks_but_not_be_cut() {
        for text in ["iVBORw==", "iVBORw", "iVB\nORw==\n"] {
            assert_eq!(decode_base64(text).unwrap(), Bytes::from_static(b"\x89PNG"), "{text}");
        }
        for text in ["", "iVBOR", "<html>"] {
            assert!(matches!(decode_base64(text), Err(ModelError::Broken { .. })), "{text}");
        }
    }
}
