/// Entities that pages use; others stay as they are written.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("emsp", "\u{2003}"),
    ("ensp", "\u{2002}"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("hellip", "…"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("bull", "•"),
    ("middot", "·"),
    ("euro", "€"),
    ("pound", "£"),
    ("yen", "¥"),
    ("cent", "¢"),
    ("deg", "°"),
    ("times", "×"),
    ("divide", "÷"),
    ("plusmn", "±"),
    ("sect", "§"),
    ("para", "¶"),
    ("larr", "←"),
    ("rarr", "→"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("acirc", "â"),
    ("auml", "ä"),
    ("aring", "å"),
    ("ccedil", "ç"),
    ("egrave", "è"),
    ("eacute", "é"),
    ("ecirc", "ê"),
    ("euml", "ë"),
    ("iacute", "í"),
    ("ntilde", "ñ"),
    ("oacute", "ó"),
    ("ocirc", "ô"),
    ("ouml", "ö"),
    ("oslash", "ø"),
    ("szlig", "ß"),
    ("uacute", "ú"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("Eacute", "É"),
];
const ENTITY_MAX_BYTES: usize = 12;

/// Decodes the entities in a text.
pub fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(ENTITY_MAX_BYTES).position(|byte| byte == b';');
        match end.and_then(|end| Some((entity(&rest[..end])?, end))) {
            Some((decoded, end)) => {
                out.push_str(&decoded);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
}
