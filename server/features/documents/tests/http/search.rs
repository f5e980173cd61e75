use kernel::FileId;
use parsing::{Page, Parsed};
use retrieval::{find_passages, store_passages};
use testing::for_each_store;

use crate::setting::{Setting, begin};

for_each_store! {
    async fn among_many_passages_rare_words_decide_and_common_ones_still_find(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "log.txt", 5).await.created();
        let file_id: FileId = begun["id"].as_str().unwrap().parse().unwrap();
        let text = |number: u32| match number {
            4_000 => "The boat of the keeper was the Albatross.".to_owned(),
            _ => format!("The keeper wrote the height of the tide, {number}."),
        };
        let pages = (1..=5_001).map(|number| Page { number, title: None, text: text(number) });
        let log = Parsed { pages: pages.collect(), page_count: None };
        let services = &setting.server.services;
        let mut tx = services.db.begin().await.unwrap();
        store_passages(&mut tx, file_id, &log).await.unwrap();
        tx.commit().await.unwrap();

        let mut conn = services.db.read().await.unwrap();
        let mut find = async |question: &str| {
            let found = find_passages(&mut conn, &[file_id], question, 5).await.unwrap();
            found.into_iter().map(|passage| passage.page).collect::<Vec<_>>()
        };
        assert_eq!(find("What was the name of the keeper's Albatross?").await, [4_000]);
        assert_eq!(find("the tide of the keeper").await.len(), 5, "all of its words are common");
        assert_eq!(find("the tide of Venus").await.len(), 5, "one of its words is nowhere");
        assert!(find("Venus").await.is_empty());
    }
}
