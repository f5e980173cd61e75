//! Detection of addresses of shared pages in the web client.

use crate::rules::is_id;

/// Returns true if the page at this path shows something shared, and so must not be indexed.
pub fn is_shared_page(path: &str) -> bool {
    pieces(path).is_some()
}

/// Returns the id in `/s/{id}`, `/share/{kind}?id={id}` or `/share/{kind}/preview?id={id}`, below a locale segment or not.
pub fn shared_id<'a>(path: &'a str, query: Option<&'a str>) -> Option<&'a str> {
    let id = match pieces(path)? {
        ("s", id) => id,
        _ => query?.split('&').find_map(|pair| pair.strip_prefix("id="))?,
    };
    is_id(id).then_some(id)
}

/// Parses a path into `("s", id)` or `("share", kind)`.
fn pieces(path: &str) -> Option<(&str, &str)> {
    let path = path.trim_matches('/');
    let all: Vec<&str> = path.strip_suffix("/preview").unwrap_or(path).split('/').collect();
    match all[..] {
        [door @ ("s" | "share"), what] | [_, door @ ("s" | "share"), what] if !what.is_empty() => {
            Some((door, what))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789ABCDEFGHIJKL";

    #[test]
    fn the_id_of_a_shared_page_stands_in_its_path_or_query() {
        let path = format!("/s/{ID}");
        assert_eq!(shared_id(&path, None), Some(ID));
        assert_eq!(shared_id(&format!("/ar{path}/"), None), Some(ID));
        let query = format!("q=1&id={ID}");
        assert_eq!(shared_id("/share/chat", Some(&query)), Some(ID));
        assert_eq!(shared_id("/zh-CN/share/bot", Some(&query)), Some(ID));
        assert_eq!(shared_id("/share/artifact/preview", Some(&query)), Some(ID));
    }

    #[test]
    fn other_pages_are_not_shared() {
        for path in ["/", "/settings/shares", "/home/chat/s/x/y", "/s", "/share", "/share/preview"]
        {
            assert!(!is_shared_page(path), "{path}");
        }
        assert_eq!(shared_id("/s/<script>", None), None);
        assert!(is_shared_page("/s/<script>"));
    }
}
