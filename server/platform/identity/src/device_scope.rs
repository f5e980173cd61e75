//! The paths that a program may use that is signed in as a person.

use crate::ClientType;

/// Returns true if somebody signed in with a client of this kind may use `path`.
///
/// `extension`: the paths of the browser extension, `/*` standing for all that is below. The account itself, its keys, its
/// data as a whole and the operator's pages are not among them: whoever gets hold of a browser's profile gets no further.
pub(crate) fn opens(client_type: ClientType, path: &str, extension: &[&str]) -> bool {
    client_type != ClientType::Extension || extension.iter().any(|allowed| covers(allowed, path))
}

fn covers(allowed: &str, path: &str) -> bool {
    let Some(folder) = allowed.strip_suffix("/*") else {
        return allowed == path;
    };
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_gets_at_what_areas_open_to_it() {
        let allowed = ["/api/chat/*", "/api/events", "/api/memos"];
        let opens = |path| opens(ClientType::Extension, path, &allowed);
        for path in ["/api/chat", "/api/chat/conversations", "/api/events", "/api/memos"] {
            assert!(opens(path), "{path}");
        }
        for path in ["/api/chats", "/api/eventsx", "/api/memos/1", "/api/accounts/deletion"] {
            assert!(!opens(path), "{path}");
        }
    }

    #[test]
    fn a_browser_gets_everywhere() {
        assert!(opens(ClientType::Web, "/api/accounts/deletion", &[]));
    }
}
