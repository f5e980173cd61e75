//! Scopes of programs that are signed in as a person.

use crate::ClientType;

/// Paths that the browser extension may use; `/*` stands for all paths below. The account itself, its keys, its data as
/// a whole and the operator's pages are excluded: whoever gets hold of a browser's profile gets no further.
const EXTENSION: [&str; 24] = [
    "/api/accounts/session",
    "/api/accounts/settings",
    "/api/accounts/sign-out",
    // The notice to everybody; the operator edits it elsewhere.
    "/api/admin/notice",
    "/api/billing/usage",
    "/api/bots/*",
    "/api/chat/*",
    "/api/documents/*",
    "/api/events",
    "/api/img_proxy/*",
    // To add one, and to show it; the other operations belong to the web page.
    "/api/memos",
    "/api/models",
    "/api/portability/chats/*",
    "/api/prompts/*",
    "/api/reading/*",
    "/api/runs/*",
    // The pages that answers of chats cite, as they were read.
    "/api/search/answers/*",
    "/api/search/assistant",
    "/api/search/engines",
    // Things that a chat can be given with `#`, by name; the server reads their content.
    "/api/search/own/*",
    "/api/sharing/*",
    "/api/tools/chats/*",
    "/api/translation/*",
    "/api/writing/*",
];

/// Returns true if a client of this kind has access to `path`.
pub(crate) fn opens(client_type: ClientType, path: &str) -> bool {
    client_type != ClientType::Extension || EXTENSION.iter().any(|allowed| covers(allowed, path))
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
    fn an_extension_gets_at_chats_and_not_at_the_account() {
        let opens = |path| opens(ClientType::Extension, path);
        assert!(opens("/api/chat/conversations") && opens("/api/runs/1/events"));
        assert!(opens("/api/events") && opens("/api/models") && opens("/api/bots"));
        assert!(opens("/api/memos") && !opens("/api/memos/1") && !opens("/api/memos/batch"));
        assert!(opens("/api/search/own") && opens("/api/search/answers/1/pages/2"));
        assert!(!opens("/api/search/searches") && !opens("/api/search/finders"));
        assert!(opens("/api/reading/readings") && opens("/api/reading/readings/1/source"));
        for path in [
            "/api/accounts/devices",
            "/api/accounts/deletion",
            "/api/accounts/password/change",
            "/api/admin/users",
            "/api/chats",
            "/api/gateway/keys",
            "/api/models/connections",
            "/api/portability/account",
            "/api/eventsx",
        ] {
            assert!(!opens(path), "{path}");
        }
    }

    #[test]
    fn a_browser_gets_everywhere() {
        assert!(opens(ClientType::Web, "/api/accounts/deletion"));
    }
}
