use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use reqwest::Method;
use store::sqlx::{AssertSqlSafe, Connection, PgConnection, query_as};
use uuid::Uuid;

use crate::payment::PACK_CREDITS;
use crate::person::{Person, Question, Received};

/// All that was confirmed: it has to be there, whatever happened since.
#[derive(Default)]
pub struct Kept {
    chats: Mutex<Vec<Chat>>,
    memos: Mutex<Vec<Uuid>>,
    files: Mutex<Vec<File>>,
    orders: Mutex<Vec<Uuid>>,
    refusals: Mutex<BTreeMap<String, usize>>,
}

pub struct Chat {
    pub question: Question,
    pub run_id: String,
    pub received: Received,
}

pub struct File {
    pub id: Uuid,
    pub content: String,
}

/// Numbers of what was confirmed, and so has been looked for.
#[derive(Default, Clone, Copy)]
pub struct Counts {
    pub chats: usize,
    pub memos: usize,
    pub files: usize,
    pub orders: usize,
}

/// Most answers and files that are read one by one at the end.
const READ_AT_MOST: usize = 150;

impl Kept {
    pub fn chats(&self) -> MutexGuard<'_, Vec<Chat>> {
        self.chats.lock().expect("nobody panicked")
    }

    pub fn memos(&self) -> MutexGuard<'_, Vec<Uuid>> {
        self.memos.lock().expect("nobody panicked")
    }

    pub fn files(&self) -> MutexGuard<'_, Vec<File>> {
        self.files.lock().expect("nobody panicked")
    }

    pub fn orders(&self) -> MutexGuard<'_, Vec<Uuid>> {
        self.orders.lock().expect("nobody panicked")
    }

    /// Counts requests that were not served at once, by reason.
    pub fn note_refusal(&self, reason: &str) {
        let mut refusals = self.refusals.lock().expect("nobody panicked");
        *refusals.entry(reason.to_owned()).or_default() += 1;
    }

    pub fn refusals(&self) -> String {
        let refusals = self.refusals.lock().expect("nobody panicked");
        let told = refusals.iter().map(|(reason, count)| format!("{reason}: {count}"));
        told.collect::<Vec<_>>().join(", ")
    }

    pub fn counts(&self) -> Counts {
        Counts {
            chats: self.chats().len(),
            memos: self.memos().len(),
            files: self.files().len(),
            orders: self.orders().len(),
        }
    }

    /// Asserts that everything confirmed since `before` is in the database once.
    pub async fn assert_is_there(&self, store_url: &str, before: Counts) {
        let chats =
            self.chats()[before.chats..].iter().map(|chat| chat.question.message_id).collect();
        let memos = self.memos()[before.memos..].to_vec();
        let files = self.files()[before.files..].iter().map(|file| file.id).collect();
        let orders = self.orders()[before.orders..].to_vec();
        let mut conn = PgConnection::connect(store_url).await.expect("the database answers");
        for (what, ids) in [
            (
                "messages m WHERE (SELECT COUNT(*) FROM messages o WHERE o.conversation_id = m.conversation_id) = 2 AND",
                chats,
            ),
            ("memos m WHERE", memos),
            ("uploads m WHERE received_bytes = size_bytes AND", files),
            ("billing_orders m WHERE state = 'paid' AND", orders),
        ] as [(&str, Vec<Uuid>); 4]
        {
            let query = format!("SELECT COUNT(*) FROM {what} m.id = ANY($1)");
            let found = query_as(AssertSqlSafe(query)).bind(&ids).fetch_one(&mut conn).await;
            let (count,): (i64,) = found.expect("they can be counted");
            assert_eq!(count, ids.len() as i64, "lost of {what} {ids:?}");
        }
    }

    /// Asserts that each paid order granted its credits once, and nothing else did.
    pub async fn assert_paid_once(&self, store_url: &str) {
        let mut conn = PgConnection::connect(store_url).await.expect("the database answers");
        let query = "SELECT COUNT(*), COUNT(DISTINCT reference) FROM ledger_entries \
                     WHERE reason = 'grant' AND change = $1";
        let found = query_as(query).bind(PACK_CREDITS).fetch_one(&mut conn).await;
        let (given, orders): (i64, i64) = found.expect("they can be counted");
        assert_eq!((given, orders), (self.orders().len() as i64, given), "credits for each order");
    }

    /// Asserts that what clients received of answers is part of what is stored, and files have their content.
    pub async fn assert_is_readable(&self, person: &Person) {
        let chats = std::mem::take(&mut *self.chats());
        for chat in chats.iter().rev().step_by(chats.len() / READ_AT_MOST + 1) {
            let stored = person.wait_for_end(&chat.question).await;
            chat.received.assert_part_of(&stored);
            person.assert_is_there_once(&chat.question).await;
        }
        let files = std::mem::take(&mut *self.files());
        for file in files.iter().step_by(files.len() / READ_AT_MOST + 1) {
            let path = format!("/api/documents/files/{}", file.id);
            person.wait_until(&path, |told| told["state"] == "parsed").await;
            let answer = person.request(Method::GET, &format!("{path}/content")).send().await;
            let text = answer.expect("the server answers").text().await.expect("a whole answer");
            assert_eq!(text, file.content);
        }
    }
}
