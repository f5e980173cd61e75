use http::HeaderValue;

/// Tells a browser to show or to download a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Save,
    Show,
}

impl Disposition {
    /// Returns the header `Content-Disposition` (RFC 6266): with the name in any script, and in ASCII for older
    /// clients.
    pub fn named(self, name: &str) -> HeaderValue {
        let how = match self {
            Self::Save => "attachment",
            Self::Show => "inline",
        };
        let plain: String = name.chars().map(plain).collect();
        let exact: String = name.bytes().map(percent).collect();
        HeaderValue::from_str(&format!("{how}; filename=\"{plain}\"; filename*=UTF-8''{exact}"))
            .expect("both names are visible ASCII")
    }
}

fn plain(character: char) -> char {
    match character {
        // Some programs read percents as letters that are written by their number.
        '"' | '\\' | '%' => '_',
        ascii if ascii.is_ascii_graphic() || ascii == ' ' => ascii,
        _ => '_',
    }
}

fn percent(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
        return char::from(byte).to_string();
    }
    format!("%{byte:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_script_cannot_leave_its_header() {
        let value = Disposition::Save.named("رحلة \"x\"\r\nset-cookie: a=b.md");
        let text = value.to_str().unwrap();
        assert!(text.starts_with("attachment; filename=\""), "{text}");
        assert!(text.contains("filename*=UTF-8''%D8%B1") && !text.contains('\n'), "{text}");
        assert_eq!(text.matches('"').count(), 2, "{text}");
    }
}
