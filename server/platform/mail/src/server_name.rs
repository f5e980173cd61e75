//! The name of this server in mails.

use async_trait::async_trait;
use store::{Conn, StoreResult};

use crate::template::{SERVER_NAME_MARK, escape};
use crate::{Body, Message};

/// The name of a server that has none of its own.
const PRODUCT: &str = "Ensemble";

/// Knows how the operator named this server.
#[async_trait]
pub trait ServerName: Send + Sync {
    /// Returns the name; `None`: that of the product.
    async fn find_name(&self, conn: &mut Conn) -> StoreResult<Option<String>>;
}

/// Returns true if the server's name is in a mail.
pub(crate) fn is_named(Message { subject, body, .. }: &Message) -> bool {
    let is_in_html = body.html.as_deref().is_some_and(|html| html.contains(SERVER_NAME_MARK));
    subject.contains(SERVER_NAME_MARK) || body.text.contains(SERVER_NAME_MARK) || is_in_html
}

/// Returns a mail with the server's name where it belongs.
pub(crate) fn with_name(message: &Message, name: Option<&str>) -> Message {
    let name = name.unwrap_or(PRODUCT);
    let Message { to, subject, body } = message;
    let html = body.html.as_deref().map(|html| html.replace(SERVER_NAME_MARK, &escape(name)));
    let text = body.text.replace(SERVER_NAME_MARK, name);
    let subject = subject.replace(SERVER_NAME_MARK, name);
    Message { to: to.clone(), subject, body: Body { text, html } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MailTemplate, MailTexts};

    const fn texts(tag: &'static str) -> MailTexts {
        MailTexts { tag, link: "Open", texts: &[("Welcome to {server}", "{who} is on {server}")] }
    }

    static WELCOME: MailTemplate =
        MailTemplate { name: "test.welcome", languages: &[texts("en"), texts("ar"), texts("zh")] };

    #[test]
    fn a_servers_name_is_in_subject_text_and_html() {
        let mail = WELCOME.write("a@b.co", 0, &[("who", "{server}")], "https://x.example", None);
        assert!(is_named(&mail));
        let named = with_name(&mail, Some("Lamps & Co"));
        assert_eq!(named.subject, "Welcome to Lamps & Co");
        assert!(named.body.text.starts_with("{server} is on Lamps & Co"), "{}", named.body.text);
        assert!(named.body.html.as_deref().unwrap_or("").contains("is on Lamps &amp; Co"));
        assert_eq!(with_name(&mail, None).subject, "Welcome to Ensemble");
        assert!(!is_named(&named));
    }
}
