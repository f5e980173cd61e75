//! The statements that one short answer takes.

use kernel::{ConversationId, MessageId};
use serde_json::json;
use testing::{NOW, TestPerson, TestStore, for_each_store};

use crate::recorder::{Recorded, Recorder};
use crate::setting::{SAYS_HI, Setting, messages_path};

/// Statements and transactions of one short answer in a new chat, beside the journal's: 47 and 4 before decision 0951. On
/// SQLite most of them run in one step with the next.
const STATEMENTS_ON_POSTGRES: usize = 15;
const STATEMENTS_ON_SQLITE: usize = 25;
const TRANSACTIONS: usize = 2;

for_each_store! {
    async fn a_short_answer_takes_few_statements(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        // The day's allowance and the caches are there.
        for _ in 0..3 {
            ask(&setting, &ana).await;
        }
        let recorder = Recorder::get();

        // Upkeep each few seconds may fall into one of them.
        let mut fewest: Option<Recorded> = None;
        for _ in 0..3 {
            recorder.take();
            ask(&setting, &ana).await;
            let recorded = recorder.take().beside_the_journal();
            if fewest.as_ref().is_none_or(|it| recorded.statements.len() < it.statements.len()) {
                fewest = Some(recorded);
            }
        }

        let recorded = fewest.unwrap();
        print(store, &recorded);
        let Recorded { statements, transactions } = recorded;
        let most = match store {
            TestStore::Postgres => STATEMENTS_ON_POSTGRES,
            TestStore::Sqlite => STATEMENTS_ON_SQLITE,
        };
        assert!(statements.len() <= most, "{} statements", statements.len());
        assert!(transactions <= TRANSACTIONS, "{transactions} transactions");
    }
}

#[allow(clippy::print_stdout, reason = "the list says what there is to cut")]
fn print(store: TestStore, recorded: &Recorded) {
    let Recorded { statements, transactions } = recorded;
    println!("{store:?}: {} statements, {transactions} transactions", statements.len());
    for statement in statements {
        println!("{statement}");
    }
}

/// Asks something in a new chat, and reads the answer on the same connection until its run is over.
async fn ask(setting: &Setting, person: &TestPerson) {
    let path = messages_path(ConversationId::new(NOW));
    let question = json!({
        "id": MessageId::new(NOW), "parent_id": null, "model": SAYS_HI,
        "text": "How do tides rise and fall twice a day?",
    });
    let events = person.post_for_events(&path, question).await.rest().await;
    assert_eq!(events.last().unwrap().event, "done", "{events:?}");
    setting.server.services.generation.wait_idle().await;
}
