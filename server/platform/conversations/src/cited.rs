use kernel::{ConversationId, MessageId, UserId};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::{Part, PartKind};

/// A message that a run finished, whoever owns it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    pub user_id: UserId,
    pub conversation_id: ConversationId,
    pub parts: Vec<Part>,
}

/// Returns the answer of a run in its message; `None` while the run is writing, or if the message is gone.
pub async fn find_answered(conn: &mut Conn, id: MessageId) -> StoreResult<Option<Answered>> {
    let row = sql!(
        conn,
        optional(UserId, ConversationId, String),
        "SELECT c.user_id, c.id, m.parts FROM messages m JOIN conversations c ON c.id = m.conversation_id
         WHERE m.id = $1 AND m.state <> 'running'",
        id
    )?;
    row.map(|(user_id, conversation_id, parts)| {
        Ok(Answered { user_id, conversation_id, parts: from_json(&parts)? })
    })
    .transpose()
}

/// Replaces the sources of a finished answer: `cited` instead of those for which `is_replaced` is true. The text stays.
/// `false`: the message is gone, or already has these sources.
pub async fn replace_citations(
    tx: &mut Tx,
    id: MessageId,
    is_replaced: impl Fn(&PartKind) -> bool,
    cited: Vec<PartKind>,
) -> StoreResult<bool> {
    let found = sql!(
        tx,
        optional(String,),
        {
            sqlite: "SELECT parts FROM messages WHERE id = $1 AND state <> 'running'",
            postgres: "SELECT parts FROM messages WHERE id = $1 AND state <> 'running' FOR UPDATE",
        },
        id
    )?;
    let Some((parts,)) = found else { return Ok(false) };
    let before: Vec<Part> = from_json(&parts)?;
    let parts = replaced(before.clone(), is_replaced, cited);
    if parts == before {
        return Ok(false);
    }
    sql!(tx, execute, "UPDATE messages SET parts = $2 WHERE id = $1", id, to_json(&parts)?)?;
    Ok(true)
}

fn replaced(
    mut parts: Vec<Part>,
    is_replaced: impl Fn(&PartKind) -> bool,
    cited: Vec<PartKind>,
) -> Vec<Part> {
    parts.retain(|part| !is_replaced(&part.kind));
    let mut number = 0;
    for kind in cited {
        let id = loop {
            number += 1;
            let id = format!("s{number}");
            if parts.iter().all(|part| part.id != id) {
                break id;
            }
        };
        parts.push(Part { id, kind });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(title: &str) -> PartKind {
        PartKind::Citation {
            title: title.to_owned(),
            url: None,
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: Vec::new(),
            web: None,
            given: None,
        }
    }

    #[test]
    fn sources_are_replaced_and_the_rest_stays() {
        let is_old =
            |kind: &PartKind| matches!(kind, PartKind::Citation { title, .. } if title == "old");
        let parts = vec![
            Part::text("p1", "Tides"),
            Part { id: "s1".to_owned(), kind: source("kept") },
            Part { id: "p2".to_owned(), kind: source("old") },
        ];
        let now = replaced(parts, is_old, vec![source("a"), source("b")]);
        let ids: Vec<&str> = now.iter().map(|part| part.id.as_str()).collect();
        assert_eq!(ids, ["p1", "s1", "s2", "s3"]);
        assert_eq!(now[2].kind, source("a"));
    }
}
