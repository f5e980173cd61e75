use conversations::conversation_bytes;
use kernel::{ConversationId, Fallible};
use memory_budget::Reservation;

use crate::Services;

/// A chat that is read whole lies there as rows, as messages, as what is made of them, and as the response.
const COPIES: u64 = 4;
/// Chats with less content reserve nothing.
const SMALL_BYTES: u64 = 256 * 1024;

impl Services {
    /// Reserves the memory that reading a whole chat takes, until the result is dropped. Call it without a connection, because
    /// it may wait; `None`: the chat is small.
    ///
    /// Problems: `memory_budget.busy`, `memory_budget.too_heavy`.
    pub async fn reserve_whole_read(&self, id: ConversationId) -> Fallible<Option<Reservation>> {
        let mut conn = self.db.read().await?;
        let bytes = conversation_bytes(&mut conn, id).await?;
        drop(conn);
        if bytes <= SMALL_BYTES {
            return Ok(None);
        }
        Ok(Some(self.memory.reserve(bytes * COPIES).await?))
    }
}
